"""A roster: a system's own units and weapons by id, every figure checked."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from probcalc.exact.errors import suggestion
from probcalc.exact.numbers.numerals import spans_in_full
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, nearest_name, unknown_name
from probcalc.scenarios.given_values import brief_value, wrong_value
from probcalc.scenarios.kinds import Wrong
from probcalc.scenarios.own_kinds import OwnFigures, OwnTable
from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.scenarios.tables import WORDS, Row

LONGEST_NAME = 40
_LONGEST_ABBREVIATION, _MOST_LEADING = 3, 6
MOST_ENTRIES = 200

OwnKind: TypeAlias = "OwnTable | OwnFigures"
_OTHER = re.compile(r"[^a-z0-9]+")
_ID = re.compile(r"[a-z][a-z0-9_]{0,39}")


@dataclass(frozen=True, slots=True)
class Entry:
    """An own unit or weapon: its name and its figures, "none" for one that it does not have."""

    name: str
    figures: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Roster:
    """Own entries of one system.

    Attributes:
        system: the system's id.
        name: what the roster is called.
        entries: for each kind the entries by id, in order.
    """

    system: str
    name: str
    entries: Mapping[str, Mapping[str, Entry]]

    def labels(self, kind: str) -> dict[str, str]:
        """Id to display name of the entries of a kind."""
        return {key: entry.name for key, entry in self.entries.get(kind, {}).items()}


def kinds_of(system: str) -> dict[str, OwnKind]:
    """The kinds of entries that a system may have, by id.

    Raises:
        InputError: for an unknown system, or one that has neither units nor weapons.
    """
    found = registry.system(system).own
    if not found:
        raise InputError(f"{system} has no units or weapons of one's own")
    return {kind.id: kind for kind in found}


def with_entry(roster: Roster, kind: str, key: str, name: str, figures: Mapping[str, Any]) -> Roster:
    """The roster with one more entry, or with another in place of the one of that id.

    Raises:
        InputError: one line that names the entry and the figure.
    """
    kinds = kinds_of(roster.system)
    if kind not in kinds:
        raise unknown_name("kind", kind, kinds, f" of {roster.system}")
    entries = {own: dict(roster.entries.get(own, {})) for own in kinds}
    entries[kind][check_id(kinds[kind], key)] = check_entry(kinds[kind], key, name, figures)
    if sum(map(len, entries.values())) > MOST_ENTRIES:
        raise InputError(f"a roster has at most {MOST_ENTRIES} entries")
    return check_references(replace(roster, entries=entries))


def without_entry(roster: Roster, kind: str, key: str) -> Roster:
    """The roster without an entry.

    Raises:
        InputError: when there is none of that id, or another entry still names it.
    """
    here = roster.entries.get(kind, {})
    if key not in here:
        raise unknown_name("unit or weapon", key, here, " of this roster")
    entries = {own: {k: e for k, e in rows.items() if (own, k) != (kind, key)} for own, rows in roster.entries.items()}
    return check_references(replace(roster, entries=entries))


def figures_of_entry(system: str, kind: str, key: str) -> dict[str, Any]:
    """The figures of a built-in entry, to begin an own one with.

    Raises:
        InputError: when there is no such entry.
    """
    own = kinds_of(system).get(kind)
    table: Mapping[str, Row] = own.table if own is not None else {}
    if key not in table:
        raise unknown_name("unit or weapon", key, table, f" of the {kind} of {system}")
    return {name: value for name, value in table[key].by_name().items() if name not in WORDS}


def id_for(name: str, taken: Collection[str]) -> str:
    """An id for a new entry of that name, which nothing else has.

    >>> id_for("Große Axt!", []), id_for("Spear", ["spear"]), id_for("7", [])
    ('gro_e_axt', 'spear_2', 'own_7')
    """
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "replace").decode().lower()
    plain = _OTHER.sub("_", letters).strip("_")[:32].strip("_")
    first = plain if plain[:1].isalpha() else f"own_{plain}".strip("_")
    found, number = first, 1
    while found in taken or found == NOTHING:
        number += 1
        found = f"{first}_{number}"
    return found


def figure_label(figure: Parameter) -> str:
    """The label of a figure; what is short enough for an abbreviation is written as one.

    >>> [figure_label(figure) for figure in kinds_of("chronopia")["weapons"].figures][1:3]
    ['NOA', 'Critic']
    """
    return figure.label.upper() if len(figure.label) <= _LONGEST_ABBREVIATION else figure.label


def leading(kind: OwnKind) -> tuple[Parameter, ...]:
    """The figures of a kind that matter first: six at the most.

    >>> [figure.name for figure in leading(kinds_of("oathmark")["units"])]
    ['activation', 'fight', 'shoot', 'defence', 'combat_dice', 'health']
    """
    known = {figure.name: figure for figure in kind.figures}
    first = [known[name] for name in kind.leads]
    return tuple(first or [figure for figure in kind.figures if figure.kind != "boolean"][:_MOST_LEADING])


# -- checks -------------------------------------------------------------------------------------------------------


def check_id(kind: OwnKind, key: Any) -> str:
    """The id of an own entry.

    Raises:
        InputError: when it is no plain word, or the table has it already.
    """
    if not isinstance(key, str) or not _ID.fullmatch(key):
        raise InputError(
            f"entry {brief_value(key)}: an id is small letters, digits and _, at most 40, and begins with a letter"
        )
    if key == NOTHING or key in kind.table:
        raise InputError(f"entry {key}: the built-in table has that id; choose another")
    return key


def check_name(name: Any, what: str) -> str:
    """A display name: plain text of 1 to 40 printable characters.

    Raises:
        InputError: when it is anything else.
    """
    if not isinstance(name, str) or not name.isprintable() or not 1 <= len(name.strip()) <= LONGEST_NAME:
        quoted = brief_value(name) if name == "" else f'"{brief_value(name)}"'
        raise InputError(f"{what}: a name is 1 to {LONGEST_NAME} printable characters, not {quoted}")
    return name.strip()


def check_entry(kind: OwnKind, key: str, name: Any, figures: Mapping[str, Any]) -> Entry:
    """An entry with every figure within its bounds.

    Raises:
        InputError: one line that names the entry and the figure, what is allowed and what was given.
    """
    where = f"entry {key}"
    known = {figure.name: figure for figure in kind.figures}
    for given in figures:
        if given not in known:
            nearest = nearest_name(str(given), known)
            hint = suggestion(nearest)
            raise InputError(
                f"{where}: {brief_value(given)} is not a figure of {kind.label.lower()}{hint}", nearest=nearest
            )
    values: dict[str, Any] = {}
    for figure in kind.figures:
        if figure.name in figures:
            values[figure.name] = _check_figure(where, figure, figures[figure.name])
        elif isinstance(kind, OwnTable):
            raise InputError(
                f"{where}, field {figure.name}: it is missing; it must be {spans_in_full(figure.values_in_words)}"
            )
    entry = Entry(check_name(name, f"{where}, field name"), values)
    for figure_name, value in kind.only.items():
        if values[figure_name] != value:
            raise InputError(f"{where}, field {figure_name}: an entry of one's own has {brief_value(value)} there")
    if isinstance(kind, OwnTable):
        row_of(kind, key, entry)
    return entry


def _check_figure(where: str, figure: Parameter, value: Any) -> Any:
    if figure.optional and value in (None, NOTHING):
        return NOTHING
    if not _is_right(figure, value):
        refusal = wrong_value(figure, value)
        raise InputError(f"{where}, field {refusal}", nearest=refusal.nearest)
    return value


def _is_right(figure: Parameter, value: Any) -> bool:
    match figure.kind:
        case "integer":
            low, high = figure.bounds
            return type(value) is int and low <= value <= high
        case "boolean":
            return isinstance(value, bool)
        case "choice":
            return type(value) in (int, str) and value in figure.choices
        case "text":
            return isinstance(value, str) and value.isprintable() and len(value) <= figure.longest
        case "list":
            raise TypeError(f"{figure.name}: an entry has no lists")


def row_of(kind: OwnTable, key: str, entry: Entry) -> Row:
    """The row that an entry adds to its table: the declaration of the built-in rows has the last word.

    Raises:
        InputError: when a figure is refused.
    """
    row: type[Row] = kind.table.row
    try:
        return row(**{"name": entry.name, **entry.figures})
    except Wrong as wrong:
        raise InputError(f"entry {key}, field {'.'.join(wrong.path)}: {brief_value(wrong.why)}") from None


def check_references(roster: Roster) -> Roster:
    """The roster, unless a figure names an entry which is neither in the table nor in the roster.

    Raises:
        InputError: naming entry and field.
    """
    kinds = kinds_of(roster.system)
    for own, entries in roster.entries.items():
        for key, entry in entries.items():
            for figure, (other, wanted) in kinds[own].refers.items():
                named = entry.figures[figure]
                allowed = names_of_kind(roster, kinds[other], wanted)
                if named != NOTHING and named not in allowed:
                    nearest = nearest_name(str(named), allowed)
                    hint = suggestion(nearest)
                    said = f"entry {key}, field {figure}: {brief_value(named)} is none of the {wanted} {other}{hint}"
                    raise InputError(said, nearest=nearest)
    return roster


def names_of_kind(roster: Roster, kind: OwnKind, wanted: str) -> dict[str, str]:
    """Id to display name of the entries, the table's and one's own, whose `kind` figure is the wanted one."""
    found = {key: row.name for key, row in kind.table.items() if getattr(row, "kind", wanted) == wanted}
    own = roster.entries.get(kind.id, {})
    return found | {key: entry.name for key, entry in own.items() if entry.figures.get("kind", wanted) == wanted}
