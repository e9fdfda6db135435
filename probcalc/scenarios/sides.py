"""The two sides of a question, the same question with them exchanged, and questions of one party."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias, TypeVar

from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.scenarios.parties import NOBODY, Party, one_of
from probcalc.scenarios.scenario import Scenario

_PAIRS = (("a.", "b."), ("first.", "second."), ("a_", "b_"))
_TARGETS = "target_"
T = TypeVar("T")
SideName: TypeAlias = Literal["a", "b"]
SIDES: tuple[SideName, SideName] = ("a", "b")
OTHER: Mapping[str, SideName] = {"a": "b", "b": "a"}
"""The other side of each."""


class Order(NamedTuple):
    """Which side strikes first, which answers, and whether both strike at once."""

    early: SideName
    late: SideName
    at_once: bool

    def answering(self, before: T, after: T) -> T:
        """How the late side answers: as it was before the first blows, or as they leave it."""
        return before if self.at_once else after


def order_of(a: Any, b: Any) -> Order:
    """The order in which two sides strike: the quicker first, and a first of two that strike at once.

    >>> from probcalc.systems.chronopia.sides import ClashSide
    >>> order_of(ClashSide(strike_last=True), ClashSide())
    Order(early='b', late='a', at_once=False)
    """
    early: SideName = "a" if a.quickness >= b.quickness else "b"
    return Order(early, OTHER[early], a.quickness == b.quickness)


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request with its sides exchanged.

    Attributes:
        given: the request.
        left: what was given for a side and has no place on the other one, by parameter.
    """

    given: dict[str, Any]
    left: dict[str, Any]


def side_prefixes(model: type[Scenario]) -> tuple[str, str] | None:
    """What stands before the parameters of Side A and of the second; None where no parameter has a counterpart.

    >>> from probcalc.scenarios.registry import scenario
    >>> side_prefixes(scenario("chronopia.clash")), side_prefixes(scenario("chronopia.melee"))
    (('a.', 'b.'), None)
    """
    names = {p.name for p in model.parameters()}
    for ours, theirs in _PAIRS:
        if any(name.startswith(ours) and theirs + name.removeprefix(ours) in names for name in names):
            return ours, theirs
    return None


def exchanged_names(model: type[Scenario]) -> dict[str, str]:
    """Each parameter that has a counterpart on the other side, with its counterpart; empty when there are no sides.

    >>> from probcalc.scenarios.registry import scenario
    >>> exchanged_names(scenario("chronopia.melee"))
    {'attacker': 'target', 'target': 'attacker', 'attacker_dazed': 'target_dazed', 'target_dazed': 'attacker_dazed'}
    >>> exchanged_names(scenario("chronopia.clash"))["a.unit"]
    'b.unit'
    """
    names = [p.name for p in model.parameters()]
    found: dict[str, str] = {}
    for ours, theirs in _PAIRS:
        for name in names:
            other = theirs + name.removeprefix(ours)
            if name.startswith(ours) and other in names:
                found |= {name: other, other: name}
    if found:
        return found
    met = _tables_of_sides(model)
    return {} if met is None else {met[0]: met[1], met[1]: met[0]} | dict(_alike(model, met))


def _tables_of_sides(model: type[Scenario]) -> tuple[str, str] | None:
    """Who acts and who is acted on, where both are picked from the same table."""
    picked = [p for p in model.parameters() if p.role == "preset" and not p.section]
    for place, first in enumerate(picked):
        for second in picked[place + 1 :]:
            if first.choices == second.choices:
                return first.name, second.name
    return None


def _alike(model: type[Scenario], met: tuple[str, str]) -> Iterator[tuple[str, str]]:
    """What is said of the target and, in the same words, of the one who acts: `target_models` and `models`."""
    own = [p for p in model.parameters() if p.belongs_to != "target" and p.name not in met]
    for theirs in model.parameters():
        ending = theirs.name.removeprefix(_TARGETS)
        if theirs.belongs_to != "target" or ending == theirs.name or theirs.name in met:
            continue
        taken = theirs.kind, theirs.role, theirs.choices
        fitting = [p for p in own if f"_{p.name}".endswith(f"_{ending}") and (p.kind, p.role, p.choices) == taken]
        if len(fitting) == 1:
            yield fitting[0].name, theirs.name
            yield theirs.name, fitting[0].name


def exchanged(model: type[Scenario], parameters: Mapping[str, Any]) -> Exchange:
    """The request with its sides exchanged: what belongs to a side goes with it, and what is of neither stays.

    >>> from probcalc.scenarios.registry import scenario
    >>> exchanged(scenario("chronopia.melee"), {"attacker": "archers", "cc": 9, "target_dazed": "half"})
    Exchange(given={'target': 'archers', 'attacker_dazed': 'half'}, left={'cc': 9})
    """
    names = exchanged_names(model)
    sided = tuple({f"{name.partition('.')[0]}." for name in names if "." in name})
    swapped: dict[str, Any] = {}
    left: dict[str, Any] = {}
    for name, value in parameters.items():
        parameter = model.parameter(name)
        there = model.parameter(names[name]) if name in names else None
        if there is not None:
            if _fits(there, value):
                swapped[there.name] = value
            else:
                left[name] = value
        elif parameter is not None and _is_of_a_side(parameter, sided):
            if value not in (parameter.default, NOTHING if parameter.default is None else parameter.default):
                left[name] = value
        else:
            swapped[name] = value
    for name, other in names.items():
        usual, there = (_parameter(model, each).default for each in (name, other))
        if usual == there:
            continue
        # What was left as it usually is goes along too, where the other side usually has something else.
        if name not in parameters:
            swapped[other] = usual
        elif parameters[name] == there:
            del swapped[other]
    # Choices that name a side, also those that were left as they usually are, name the other one.
    for p in model.parameters():
        if (choice := _other(p, swapped.get(p.name, p.default))) is not None:
            swapped.pop(p.name, None)
            if choice != p.default:
                swapped[p.name] = choice
    return Exchange(swapped, left)


def _parameter(model: type[Scenario], name: str) -> Parameter:
    found = model.parameter(name)
    assert found is not None, f"{name} is one of the parameters of {model.id}"
    return found


def _is_of_a_side(parameter: Parameter, sided: Sequence[str]) -> bool:
    """Whether a parameter belongs to one side alone; readings of unclear rules hold for both."""
    if sided:
        return parameter.name.startswith(tuple(sided))
    return parameter.role != "ruling" and parameter.belongs_to != "situation"


def _fits(parameter: Parameter, value: Any) -> bool:
    if parameter.kind != "integer" or type(value) is not int:
        return True
    low, high = parameter.bounds
    return low <= value <= high


def _other(parameter: Parameter, value: Any) -> str | None:
    """The choice that names the other side, as `a` and `b`, `a_first` and `b_first` do; None where none does."""
    if parameter.kind != "choice" or not isinstance(value, str):
        return None
    side, dash, rest = value.partition("_")
    other = f"{OTHER[side]}{dash}{rest}" if side in OTHER else None
    return other if other in parameter.choices else None


class OfOneParty(Scenario):
    """A question about one party; `who` is its key and, with an article, its role."""

    who: ClassVar[str]

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        """The one who takes part."""
        return (one_of(self.who, f"the {self.who}", called.get(self.who)),)
