"""Declaring parameters: each field of a scenario says its range, default and meaning once.

A declaration is a field of a `Model`; everything that shows parameters (command line, pages, links, sweeps) reads the
`Parameter` made of it. The role says how a parameter is offered: a *preset* picks figures from a table, a *stat*
is a figure of a model, a *modifier* is a circumstance that may be switched, a *setting* shapes the question, and a
*ruling* chooses between readings of an unclear rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from probcalc.scenarios.kinds import Nothing, Numbers, OneOf, Text, Truth, Whole
from probcalc.scenarios.models import Declared, Field, Model
from probcalc.scenarios.parameters import NOTHING, Parameter, Role, Whose
from probcalc.scenarios.sentences import roles_only
from probcalc.scenarios.tables import Row

_OF_THE_FIRST = ("preset", "stat")


class Section(Model):
    """A group of fields: a side of a fight, a roll. It may fill fields from presets and refuse combinations.

    `of_attacker` and `of_target` name fields, or sections of fields, of the one who acts and of the one who is acted
    on. A figure that neither names is the attacker's, and a circumstance nobody's. `on_card` are the figures that stand
    on the card of a unit, those that matter most first. `as_listed` has the fields in the order of the rules, where
    that is not the order of declaration.
    """

    of_attacker: ClassVar[tuple[str, ...]] = ()
    of_target: ClassVar[tuple[str, ...]] = ()
    on_card: ClassVar[tuple[str, ...]] = ()
    as_listed: ClassVar[tuple[str, ...]] = ()

    def fills(self) -> Mapping[str, Any]:
        """Values that the chosen presets put into fields which were not given."""
        return {}

    def derived(self) -> Mapping[str, Any]:
        """Defaults that follow from other fields, after the presets have filled theirs."""
        return {}

    def check(self) -> None:
        """Raise `refused(...)` for combinations that the rules do not allow."""

    def idle(self) -> Mapping[str, str]:
        """Fields that have no effect with the present settings, each with the reason (a clause)."""
        return {}

    def stands_in(self) -> Mapping[str, str]:
        """Of presets that are not picked, the entry that holds all the same: the attacker's own weapon."""
        return {}

    @classmethod
    def most_with(cls, name: str, entry: str) -> Mapping[str, int]:
        """In what numbers an entry picked for a preset of that name may stand at the most: three figures of Trolls."""
        return {}

    @classmethod
    def unable(cls, name: str, entry: str) -> str:
        """Why the rules do not let an entry do what that preset picks it for, "" where they do; no ranking has it."""
        return ""

    @classmethod
    def comes_with(cls, name: str, entry: str) -> Mapping[str, Any]:
        """What a page gives along with an entry picked for a preset of that name, its full number if nothing else."""
        return cls.most_with(name, entry)


def integer(
    default: int,
    low: int,
    high: int,
    help: str,
    *,
    label: str = "",
    role: Role = "stat",
    derived: str = "",
    cost: str = "",
    varied: int = 0,
    headcount: bool = False,
    places: str = "",
) -> Any:
    """A whole number from low to high; `cost` is what each takes. Annotate the field `int`.

    With `varied` it is one that players bring more of, attacks or dice: the one with 1 is raised first. `headcount`
    says that so many fight on the side. With `places` it is a place of that list, the first being 1.
    """
    extra = {"label": label, "role": role, "derived": derived, "cost": cost, "varied": varied, "headcount": headcount}
    extra["places"] = places
    return Declared(default, help=help, low=low, high=high, extra=extra)


def optional_integer(
    low: int,
    high: int,
    help: str,
    *,
    default: int | None = None,
    label: str = "",
    role: Role = "stat",
    absent: str = NOTHING,
) -> Any:
    """A whole number from low to high, or none, which is the default unless one is given. Annotate `int | None`.

    `absent` says what holds without one: "no save".
    """
    return Declared(default, help=help, low=low, high=high, extra={"label": label, "role": role, "absent": absent})


def flag(
    help: str,
    *,
    default: bool = False,
    label: str = "",
    role: Role = "modifier",
    derived: str = "",
    cost: str = "",
    cost_short: str = "",
) -> Any:
    """True or false; `cost` is what true takes by the rules, `cost_short` as a switch has room for it: "3 CP".

    Annotate the field `bool`.
    """
    extra = {"label": label, "role": role, "derived": derived, "cost": cost, "cost_short": cost_short or cost}
    return Declared(default, help=help, extra=extra)


def choice(
    default: Any, help: str, *, label: str = "", role: Role = "modifier", labels: Sequence[str] = (), derived: str = ""
) -> Any:
    """One of the names or numbers of the field's `Literal` annotation."""
    extra = {"label": label, "role": role, "choice_labels": tuple(labels), "derived": derived}
    return Declared(default, help=help, extra=extra)


def ruling(default: str, help: str, *, label: str = "", labels: Sequence[str] = ()) -> Any:
    """A reading of an unclear rule; annotate with a `Literal` whose first name is the default."""
    return Declared(default, help=help, extra={"label": label, "role": "ruling", "choice_labels": tuple(labels)})


def preset(
    entries: Mapping[str, Row | str],
    table: str,
    help: str,
    *,
    label: str = "",
    absent: str = NOTHING,
    varied: int = 0,
    default: str = NOTHING,
) -> Any:
    """An entry of a table by its id, or "none", which is the default unless one is given. Annotate the field `str`.

    By its row an entry is known by its short name and its plural too, as sentences call it: "Spearmen"; one without a
    row has only the name that it is shown by.
    `absent` says what holds where none is picked: "own weapon". Of several, the one with `varied=1` is ranked first.
    """
    words = {key: (entry.short, entry.plural) for key, entry in entries.items() if not isinstance(entry, str)}
    names = {key: entry if isinstance(entry, str) else entry.name for key, entry in entries.items()}
    extra = {"label": label, "role": "preset", "words": words, "preset": names, "table": table, "absent": absent}
    return Declared(default, help=help, extra=extra | {"varied": varied})


def integers(
    default: Sequence[int],
    low: int,
    high: int,
    shortest: int,
    longest: int,
    help: str,
    *,
    label: str = "",
    role: Role = "setting",
    derived: str = "",
    beside: str = "",
    shares: str = "",
) -> Any:
    """A list of whole numbers, each with its entry of the list `beside` it. Annotate the field `list[int]`.

    With `shares` they are the parts of that number.
    """
    extra = {"label": label, "role": role, "derived": derived, "beside": beside, "shares": shares}
    return Declared(list(default), help=help, low=low, high=high, shortest=shortest, longest=longest, extra=extra)


def text(
    default: str,
    longest: int,
    help: str,
    *,
    label: str = "",
    role: Role = "setting",
    signs: str = "",
    places: str = "",
) -> Any:
    """A short text; a link may bring the `signs` in it too. Annotate the field `str`.

    With `places` it names pairs of places of that list, as in "1-2,2-3", or "all" of them.
    """
    extra = {"label": label, "role": role, "signs": signs, "places": places}
    return Declared(default, help=help, longest=longest, extra=extra)


def section(model: type[Section], label: str) -> Any:
    """A nested group of fields, written `name.field`. Annotate the field with the model's class."""
    return Declared(made=model, help=label)


def _entries_by_word(words: Mapping[str, Sequence[str]]) -> tuple[tuple[str, str], ...]:
    """The entries by each of their words that no other entry has."""
    found: dict[str, set[str]] = {}
    for name, own in words.items():
        for word in filter(None, own):
            found.setdefault(word, set()).add(name)
    return tuple((word, names.pop()) for word, names in found.items() if len(names) == 1)


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _read_roles(what: str, text: str) -> dict[str, str]:
    """A label or help as it is read with the roles of those who take part, and its pattern where it has places."""
    return {what: roles_only(text), f"{what}_pattern": text} if "[" in text else {what: text}


def _parameter(name: str, own: Field, prefix: str, side: str) -> Parameter:
    declared, meta = own.declared, own.declared.extra
    assert "role" in meta, f"{name} is declared with one of the functions of this module"
    first, *_ = (kind for kind in own.kinds if not isinstance(kind, Nothing))
    common: dict[str, Any] = {
        "name": prefix + name,
        "default": declared.start(),
        **_read_roles("label", meta.get("label") or _words(name)),
        **_read_roles("help", declared.help),
        "role": meta["role"],
        "derived": meta.get("derived", ""),
        "section": side,
        "optional": any(isinstance(kind, Nothing) for kind in own.kinds),
        "whose": "attacker" if meta["role"] in _OF_THE_FIRST else "situation",
        "cost": meta.get("cost", ""),
        "cost_short": meta.get("cost_short", ""),
        "absent": meta.get("absent", NOTHING),
        "varied": meta.get("varied", 0),
        "headcount": meta.get("headcount", False),
        **{name: prefix + meta[name] for name in ("beside", "shares", "places") if meta.get(name)},
    }
    if meta["role"] == "preset":
        names: dict[str, str] = meta["preset"]
        labels = (common["absent"], *names.values())
        return Parameter(
            kind="choice",
            choices=(NOTHING, *names),
            choice_labels=labels,
            called=_entries_by_word(meta["words"]),
            table=meta["table"],
            **common,
        )
    match first:
        case Truth():
            return Parameter(kind="boolean", **common)
        case Whole(low, high):
            return Parameter(kind="integer", low=low, high=high, **common)
        case Numbers(shortest, longest, Whole(low, high)):
            assert longest is not None, f"{name} says how long its list may be"
            return Parameter(kind="list", low=low, high=high, shortest=shortest, longest=longest, **common)
        case OneOf(choices):
            labels = tuple(meta.get("choice_labels") or (str(c).replace("_", " ") for c in choices))
            return Parameter(kind="choice", choices=choices, choice_labels=labels, **common)
        case Text(longest):
            assert longest is not None, f"{name} says how long its text may be"
            return Parameter(kind="text", longest=longest, signs=meta.get("signs", ""), **common)
    raise TypeError(f"{name} is declared as {own.annotation}, which no parameter is")


def parameters_of(model: type[Section], prefix: str = "", side: str = "") -> tuple[Parameter, ...]:
    """All parameters of a model in the order of declaration, those of its sections with the section's name in front."""
    found: list[Parameter] = []
    claimed = {name: whose for whose, names in _claims(model) for name in names}
    for name, own in model.fields().items():
        if isinstance(own.annotation, type) and issubclass(own.annotation, Section):
            label = own.declared.help or name
            within = f"{side}: {label}" if side else label
            parts = parameters_of(own.annotation, f"{prefix}{name}.", within)
        else:
            parts = (_parameter(name, own, prefix, side),)
        found += [replace(part, whose=claimed[name]) for part in parts] if name in claimed else parts
    return tuple(found)


def _claims(model: type[Section]) -> Iterator[tuple[Whose, Sequence[str]]]:
    """The fields that a model and those it is made of call the attacker's or the target's, its own claims last."""
    yield "attacker", ("a",)
    yield "target", ("b",)
    for part in reversed(model.__mro__):
        if issubclass(part, Section):
            yield "attacker", vars(part).get("of_attacker", ())
            yield "target", vars(part).get("of_target", ())
