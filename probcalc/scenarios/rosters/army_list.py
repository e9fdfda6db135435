"""Own units and weapons as lines of text, as an army list is written: read, told line by line, and written again.

    Levy: like Human Soldier, fight 2, defence 8
    Militia: activation 6, braced, no shield

A line has a name, then what is different from the entry that it is like: a figure with its value, a property alone, or
`no` before what it does not have. Without `like` a new entry is like the first of the game, and one of the roster's own
stays as it is otherwise. A line with the name of a kind alone, "Weapons", turns to that kind. A table is read too: a
first line with a tab between "Name" and the figures, and a line for each entry.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from probcalc.exact.errors import suggestion
from probcalc.scenarios.errors import InputError, nearest_name
from probcalc.scenarios.given_values import brief_value
from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.scenarios.rosters.reading import LONGEST_TEXT
from probcalc.scenarios.rosters.roster import (
    Entry,
    OwnKind,
    Roster,
    figure_label,
    figures_of_entry,
    id_for,
    kinds_of,
    with_entry,
)

_NAMED = re.compile(r"\s*([^:\t]+?)\s*(?::|\t| {2,})\s*(.*)")
_FIGURE = re.compile(r"(.+?)[ =]+([+\-−]?\d+|\S+)")
_NO_HEADER: tuple[str, ...] = ()
_LIKE, _NO, _YES = "like ", ("no ", "not "), ("yes", "true", "x")


@dataclass(frozen=True, slots=True)
class Line:
    """What a line of an army list says.

    Attributes:
        number: which line it is.
        name: the entry's name, or the line itself where it has none.
        kind: the id of its kind.
        key: the id of the entry.
        figures: all figures of the entry; empty where the line is refused.
        changed: the figures that the line changes in an entry of the roster, as they were.
        like: the name of the entry that a new one is like otherwise; "" of one that is changed.
        refused: why the line cannot be read.
        instead: what was probably meant by a word in it, with that word.
    """

    number: int
    name: str
    kind: str
    key: str = ""
    figures: Mapping[str, Any] | None = None
    changed: Mapping[str, Any] | None = None
    like: str = ""
    refused: str = ""
    instead: tuple[str, str] | None = None


class _Unread(Exception):
    """A word of a line that says nothing here."""

    def __init__(self, why: str, instead: tuple[str, str] | None = None) -> None:
        super().__init__(why)
        self.instead = instead


def read_list(text: str, roster: Roster) -> tuple[tuple[Line, ...], Roster]:
    r"""Each line of an army list, and the roster with all that could be read of it.

    >>> from probcalc.scenarios.rosters.roster import Roster
    >>> lines, mine = read_list("Levy: fight 2\nRifle: helth 2", Roster("oathmark", "Mine", {}))
    >>> [(line.name, line.like, line.refused) for line in lines]
    [('Levy', 'Human Soldier', ''), ('Rifle', '', 'helth is not a stat; did you mean health?')]
    >>> mine.entries["units"]["levy"].figures["fight"]
    2

    Raises:
        InputError: for a text that is too long.
    """
    if len(text) > LONGEST_TEXT:
        raise InputError(f"an army list has at most {LONGEST_TEXT:,} characters, not {len(text):,}")
    kinds = kinds_of(roster.system)
    kind, header = next(iter(kinds.values())), _NO_HEADER
    found: list[Line] = []
    for number, whole in enumerate(text.splitlines(), 1):
        line = whole.strip().removesuffix(":")
        turned = next((each for each in kinds.values() if each.label.lower() == line.lower()), None)
        if turned is not None or not line:
            kind, header = turned or kind, _NO_HEADER
            continue
        cells = tuple(cell.strip() for cell in whole.split("\t"))
        if len(cells) > 1 and cells[0].lower() == "name":
            header = cells
            continue
        if header:
            whole = f"{cells[0]}: " + ", ".join(f"{h} {c}" for h, c in zip(header[1:], cells[1:], strict=False) if c)
        read, roster = _line(number, whole, kind, roster)
        found.append(read)
    return tuple(found), roster


def _line(number: int, text: str, kind: OwnKind, roster: Roster) -> tuple[Line, Roster]:
    named = _NAMED.fullmatch(text)
    name, rest = named.groups() if named else (text.strip(), "")
    own = roster.entries.get(kind.id, {})
    key = next((key for key, entry in own.items() if entry.name.lower() == name.lower()), "")
    parts = [part.strip() for part in rest.split(",") if part.strip()]
    try:
        likes = [part[len(_LIKE) :].strip() for part in parts if part.lower().startswith(_LIKE)]
        like = _entry(likes[0], kind, roster) if likes else key
        before = _figures(roster, kind, like)
        said = dict(_stat_of(part, kind, roster) for part in parts if not part.lower().startswith(_LIKE))
        new = key or id_for(name, [*own, *kind.table])
        changed = with_entry(roster, kind.id, new, name, before | said)
    except _Unread as wrong:
        return Line(number, name, kind.id, refused=str(wrong), instead=wrong.instead), roster
    except InputError as error:
        return Line(number, name, kind.id, refused=str(error).partition(", field ")[2] or str(error)), roster
    figures = changed.entries[kind.id][new].figures
    old = own[key].figures if key else {}
    other = {figure: value for figure, value in old.items() if figures.get(figure) != value}
    other |= {figure: NOTHING for figure in figures if key and figure not in old}
    named_like = "" if key else _name_of(kind, roster, like)
    return Line(number, name, kind.id, new, figures, other, named_like), changed


def _figures(roster: Roster, kind: OwnKind, like: str) -> dict[str, Any]:
    """The figures of the entry that one is like; of nothing named the first of the game."""
    own = roster.entries.get(kind.id, {})
    if like in own:
        return dict(own[like].figures)
    if not kind.table:
        return {}
    return figures_of_entry(roster.system, kind.id, like or next(iter(kind.table))) | dict(kind.only)


def _name_of(kind: OwnKind, roster: Roster, like: str) -> str:
    if like in (own := roster.entries.get(kind.id, {})):
        return own[like].name
    return str(kind.table[like or next(iter(kind.table))].name) if kind.table else ""


def _entries(kind: OwnKind, roster: Roster) -> dict[str, str]:
    """What entries of a kind are called, in small letters, with their ids."""
    found = {
        word.lower(): key for key, row in kind.table.items() for word in (key, row.name, row.short, row.plural) if word
    }
    return found | {entry.name.lower(): key for key, entry in roster.entries.get(kind.id, {}).items()}


def _entry(word: str, kind: OwnKind, roster: Roster) -> str:
    names = _entries(kind, roster)
    if word.lower() in names:
        return names[word.lower()]
    raise _unlike(word, f"one of the {kind.label.lower()}", names)


def _unlike(word: str, what: str, names: Collection[str]) -> _Unread:
    """The refusal of a word that is none of these names, with the nearest of them."""
    nearest = nearest_name(word.lower(), names)
    return _Unread(f"{brief_value(word)} is not {what}{suggestion(nearest)}", (word, nearest) if nearest else None)


def _stat_of(part: str, kind: OwnKind, roster: Roster) -> tuple[str, Any]:
    """A figure and its value, as a part of a line says them."""
    known = {word.lower(): figure for figure in kind.figures for word in (figure.name, figure.label)}
    known |= {word.replace("_", " "): figure for word, figure in known.items()}
    low = part.lower()
    if low in known and known[low].kind == "boolean":
        return known[low].name, True
    for no in _NO:
        if low.startswith(no) and (figure := known.get(low.removeprefix(no))) is not None:
            return figure.name, False if figure.kind == "boolean" else NOTHING
    # The longest name of a figure with which the part begins: "combat dice 4", "shield warshield".
    begun = max((word for word in known if low.startswith((f"{word} ", f"{word}="))), key=len, default="")
    if begun:
        return known[begun].name, _value(part[len(begun) + 1 :].strip(), known[begun], kind, roster)
    if low in known:
        raise _Unread(f"{known[low].label} needs a value")
    found = _FIGURE.fullmatch(part)
    raise _unlike(found[1] if found else part, "a stat", known)


def _value(text: str, figure: Parameter, kind: OwnKind, roster: Roster) -> Any:
    if text.lower() in ("none", "-", "–"):
        return NOTHING
    if figure.kind == "boolean":
        return text.lower() in _YES
    if figure.kind == "integer":
        number = text.replace("−", "-").removeprefix("+")
        try:
            return int(number) if len(number) < 9 else text
        except ValueError:
            raise _Unread(f"{figure.label} is a number, not {brief_value(text)}") from None
    if figure.name in kind.refers:
        return _entry(text, kinds_of(roster.system)[kind.refers[figure.name][0]], roster)
    return next((name for name in figure.choices if _words(name) == _words(text)), text)


def _words(text: Any) -> str:
    return str(text).replace("_", " ").lower()


def army_list(roster: Roster) -> str:
    """The own units and weapons as an army list, each with what it is like and what is different.

    >>> from probcalc.scenarios.rosters.roster import Roster
    >>> mine = read_list("Levy: fight 3, horrific", Roster("oathmark", "Mine", {}))[1]
    >>> print(army_list(mine))
    Levy: like Human Soldier, Fight 3, Horrific
    """
    kinds = kinds_of(roster.system)
    # What units name has to be known before them.
    filled = [kind for kind in reversed(kinds.values()) if roster.entries.get(kind.id)]
    lines: list[str] = []
    for kind in filled:
        if len(kinds) > 1:
            lines += ["", kind.label] if lines else [kind.label]
        lines += [_entry_line(entry, kind, roster) for entry in roster.entries[kind.id].values()]
    return "\n".join(lines)


def _entry_line(entry: Entry, kind: OwnKind, roster: Roster) -> str:
    bases = [(key, _figures(roster, kind, key)) for key in kind.table or ("",)]
    like, figures = min(bases, key=lambda base: sum(entry.figures.get(n, NOTHING) != v for n, v in base[1].items()))
    parts = [f"like {_name_of(kind, roster, like)}"] if like else []
    return f"{entry.name}: {', '.join([*parts, *_different(entry, kind, roster, figures)])}"


def _different(entry: Entry, kind: OwnKind, roster: Roster, before: Mapping[str, Any]) -> Iterator[str]:
    for figure in kind.figures:
        value = entry.figures.get(figure.name)
        if figure.name not in entry.figures or (figure.name in before and before[figure.name] == value):
            continue
        if value in (None, NOTHING) or value is False:
            yield f"no {figure_label(figure)}"
        elif figure.name in kind.refers:
            other = kinds_of(roster.system)[kind.refers[figure.name][0]]
            yield f"{figure_label(figure)} {_name_of(other, roster, str(value))}"
        else:
            yield figure_label(figure) if value is True else f"{figure_label(figure)} {str(value).replace('_', ' ')}"
