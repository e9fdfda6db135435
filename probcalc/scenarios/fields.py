"""Declaring parameters: each field of a scenario says its range, default and meaning once.

A declaration is a field of a `Model`; everything that shows parameters (command line, pages, links, sweeps) reads the
`Parameter` made of it. The role says how a parameter is offered: a *preset* picks figures from a table, a *stat*
is a figure of a model, a *modifier* is a circumstance that may be switched, a *setting* shapes the question, and a
*ruling* chooses between readings of an unclear rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, TypedDict, Unpack

from probcalc.scenarios.kinds import Nothing, Numbers, OneOf, Text, Truth, Whole
from probcalc.scenarios.models import Declared, Field, Model, Seen
from probcalc.scenarios.parameters import NOTHING, Belonging, Parameter, Role, default_label
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


class Part(Model):
    """Fields that belong together, with what follows from them; `whose` says whose they are, unless a field does.

    Among the parameters they stand without a name in front: `armour` is read as `self.target.armour`.
    """

    whose: ClassVar[Belonging | None] = None


class Said(TypedDict, total=False):
    """What may be said of a field beside its range.

    Attributes:
        label: what it is called, where that is not its name in words.
        role: how it is offered, where that is not how such fields are.
        derived: in words, the default that follows from other fields.
        belongs_to: whose it is: a figure is the attacker's where nothing else is said, a circumstance nobody's.
        cost: what a number takes each, or a flag that is true, by the rules; `cost_short` as a switch has room for it.
        absent: what holds without one: "no save", "own weapon".
        varied: of numbers that players bring more of, such as attacks or dice, the one with 1 is raised first; of
            presets it is ranked first.
        headcount: whether it is how many fight on the side.
        labels: what the choices are called.
        places: the list of which it is a place, the first being 1; of a text pairs of places, "1-2,2-3", or "all".
        beside: the list to each of whose entries one of its own belongs.
        shares: the number whose parts are listed.
        signs: of a text, what a link may bring in it too.
    """

    label: str
    role: Role
    derived: str
    belongs_to: Belonging
    cost: str
    cost_short: str
    absent: str
    varied: int
    headcount: bool
    labels: Sequence[str]
    places: str
    beside: str
    shares: str
    signs: str


def integer(default: int, low: int, high: int, help: str, **said: Unpack[Said]) -> Any:
    """A whole number from low to high. Annotate the field `int`."""
    return Declared(default, help=help, low=low, high=high, extra={"role": "stat", **said})


def optional_integer(low: int, high: int, help: str, *, default: int | None = None, **said: Unpack[Said]) -> Any:
    """A whole number from low to high, or none, which is the default unless one is given. Annotate `int | None`."""
    return Declared(default, help=help, low=low, high=high, extra={"role": "stat", **said})


def flag(help: str, *, default: bool = False, **said: Unpack[Said]) -> Any:
    """True or false. Annotate the field `bool`."""
    return Declared(default, help=help, extra={"role": "modifier", "cost_short": said.get("cost", ""), **said})


def choice(default: Any, help: str, **said: Unpack[Said]) -> Any:
    """One of the names or numbers of the field's `Literal` annotation."""
    return Declared(default, help=help, extra={"role": "modifier", **said})


def ruling(default: str, help: str, **said: Unpack[Said]) -> Any:
    """A reading of an unclear rule; annotate with a `Literal` whose first name is the default."""
    return Declared(default, help=help, extra={"role": "ruling", **said})


def preset(
    entries: Mapping[str, Row | str], table: str, help: str, *, default: str = NOTHING, **said: Unpack[Said]
) -> Any:
    """An entry of a table by its id, or "none", which is the default unless one is given. Annotate the field `str`.

    By its row an entry is known by its short name and its plural too, as sentences call it: "Spearmen"; one without a
    row has only the name that it is shown by.
    """
    return Declared(default, help=help, extra={"role": "preset", "entries": entries, "table": table, **said})


def integers(
    default: Sequence[int], low: int, high: int, shortest: int, longest: int, help: str, **said: Unpack[Said]
) -> Any:
    """A list of whole numbers. Annotate the field `list[int]`."""
    extra = {"role": "setting", **said}
    return Declared(list(default), help=help, low=low, high=high, shortest=shortest, longest=longest, extra=extra)


def text(default: str, longest: int, help: str, **said: Unpack[Said]) -> Any:
    """A short text. Annotate the field `str`."""
    return Declared(default, help=help, longest=longest, extra={"role": "setting", **said})


def section(model: type[Section], label: str) -> Any:
    """A nested group of fields, written `name.field`. Annotate the field with the model's class."""
    if not issubclass(model, Section):
        raise TypeError(f"section: {model.__name__} is no Section; a Part stands in by part({model.__name__})")
    return Declared(made=model, help=label)


def part(model: type[Part]) -> Any:
    """A group of fields that stand here, among the others. Annotate the field with the model's class."""
    if not issubclass(model, Part):
        raise TypeError(f"part: {model.__name__} is no Part; a Section stands in by section(...)")
    return Seen(model)


def _entries_by_word(entries: Mapping[str, Row | str]) -> tuple[tuple[str, str], ...]:
    """The entries by each of their words that no other entry has."""
    found: dict[str, set[str]] = {}
    for name, entry in entries.items():
        for word in () if isinstance(entry, str) else filter(None, (entry.short, entry.plural)):
            found.setdefault(word, set()).add(name)
    return tuple((word, names.pop()) for word, names in found.items() if len(names) == 1)


def _read_roles(what: str, text: str) -> dict[str, str]:
    """A label or help as it is read with the roles of those who take part, and its pattern where it has places."""
    return {what: roles_only(text), f"{what}_pattern": text} if "[" in text else {what: text}


def _parameter(name: str, own: Field, prefix: str, side: str) -> Parameter:
    declared, said = own.declared, dict(own.declared.extra)
    assert "role" in said, f"{name} is declared with one of the functions of this module"
    first, *_ = (kind for kind in own.kinds if not isinstance(kind, Nothing))
    entries, labels = said.pop("entries", None), said.pop("labels", ())
    said |= {
        "name": prefix + name,
        "default": declared.start(),
        **_read_roles("label", said.get("label") or default_label(name)),
        **_read_roles("help", declared.help),
        "section": side,
        "optional": any(isinstance(kind, Nothing) for kind in own.kinds),
        "belongs_to": said.get("belongs_to") or ("attacker" if said["role"] in _OF_THE_FIRST else "situation"),
        **{each: prefix + said[each] for each in ("beside", "shares", "places") if said.get(each)},
    }
    if entries is not None:
        names = [entry if isinstance(entry, str) else entry.name for entry in entries.values()]
        labels, called = (said.get("absent", NOTHING), *names), _entries_by_word(entries)
        return Parameter(kind="choice", choices=(NOTHING, *entries), choice_labels=labels, called=called, **said)
    match first:
        case Truth():
            return Parameter(kind="boolean", **said)
        case Whole(low, high):
            return Parameter(kind="integer", low=low, high=high, **said)
        case Numbers(shortest, longest, Whole(low, high)):
            assert longest is not None, f"{name} says how long its list may be"
            return Parameter(kind="list", low=low, high=high, shortest=shortest, longest=longest, **said)
        case OneOf(choices):
            labels = tuple(labels or (str(c).replace("_", " ") for c in choices))
            return Parameter(kind="choice", choices=choices, choice_labels=labels, **said)
        case Text(longest):
            assert longest is not None, f"{name} says how long its text may be"
            return Parameter(kind="text", longest=longest, **said)
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
        found += [replace(part, belongs_to=claimed[name]) for part in parts] if name in claimed else parts
    return tuple(found)


def _claims(model: type[Model]) -> Iterator[tuple[Belonging, Sequence[str]]]:
    """The fields that a model and those it is made of call the attacker's or the target's, its own claims last."""
    yield "attacker", ("a",)
    yield "target", ("b",)
    for each in reversed(model.__mro__):
        for seen in vars(each).values():
            if isinstance(seen, Seen):
                yield from _claims(seen.part)
        if issubclass(each, Section):
            yield "attacker", vars(each).get("of_attacker", ())
            yield "target", vars(each).get("of_target", ())
    if issubclass(model, Part) and model.whose:
        said = {name: own.declared.extra for name, own in model.fields().items()}
        yield model.whose, [n for n, own in said.items() if "belongs_to" not in own and own.get("role") != "ruling"]
