"""`curve`: one number of a scenario along every value of one whole number, exactly, with its formula."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from probcalc.analysis.conditions.nodes import conditions_in
from probcalc.analysis.formulas.formula import formula_within
from probcalc.analysis.numbers.measure import Measure
from probcalc.analysis.numbers.named_numbers import measured_number, number_of
from probcalc.exact.bounded_store import BoundedStore
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, unknown_parameter
from probcalc.scenarios.given_values import flatten
from probcalc.scenarios.parameters import Parameter
from probcalc.symbolic.formulas.values import SymbolicValue

SHARES = (Fraction(1, 2), Fraction(3, 4), Fraction(9, 10))
_KEPT: BoundedStore[SymbolicValue] = BoundedStore(32)


@dataclass(frozen=True, slots=True)
class Curve:
    """A number along one parameter.

    Attributes:
        parameter: the parameter.
        measure: the number.
        value: its formula.
        points: every allowed value of the parameter with the number there; refused values are left out.
    """

    parameter: Parameter
    measure: Measure
    value: SymbolicValue
    points: tuple[tuple[int, Fraction], ...]

    def at(self, value: Any) -> Fraction | None:
        """The number at a value of the parameter; None where there is none."""
        return dict(self.points).get(value)

    def worth(self, value: int) -> Fraction | None:
        """What one more of the parameter adds there; None where one of the two is refused or out of range.

        >>> curve("chronopia.armour", {"damage": 10}, "armour", Measure("any_wound")).worth(20)
        Fraction(-1, 20)
        """
        here, there = self.at(value), self.at(value + 1)
        return None if here is None or there is None else there - here

    def reaching(self, share: Fraction) -> list[int]:
        """The values of the parameter that make the number at least that much.

        >>> curve("chronopia.armour", {"damage": 10}, "armour", Measure("any_wound")).reaching(Fraction(9, 10))[-1]
        12
        """
        return [value for value, number in self.points if number >= share]


def curve(scenario_id: str, parameters: Mapping[str, Any], over: str, measure: Measure) -> Curve:
    """A number of a scenario along every value of a whole number, everything else as given.

    >>> found = curve("chronopia.armour", {"damage": 10}, "armour", Measure("any_wound"))
    >>> found.at(20), len(found.points)
    (Fraction(1, 2), 51)

    Raises:
        InputError: for a name that is no whole number of the scenario, or a formula that there is not, with why.
    """
    parameter = registry.scenario(scenario_id).parameter(over)
    if parameter is None:
        names = [p.name for p in registry.scenario(scenario_id).parameters()]
        raise unknown_parameter(scenario_id, over, names)
    if parameter.kind != "integer":
        raise InputError(f"{over} is {parameter.values_in_words} and no whole number", over)
    value = number(scenario_id, parameters, (over,), measure)
    points = [(place, Fraction(here)) for place, here in value.curve(over) if place is not None]
    return Curve(parameter, measure, value, tuple(points))


def number(scenario_id: str, parameters: Mapping[str, Any], free: Sequence[str], measure: Measure) -> SymbolicValue:
    """A number of a scenario as a formula in the parameters left free, kept for the next time.

    >>> print(number("chronopia.armour", {"damage": 10}, ("armour",), Measure("any_wound")))
    (20 - s)/20
      with s = clamp(armour - 10, 1, 19) Armour save

    Raises:
        InputError: for a name that is no parameter, or a formula that there is not, with why.
    """
    frozen = tuple(sorted((name, tuple(v) if isinstance(v, list) else v) for name, v in parameters.items()))
    # By the class and not by its id: games that come with a request may share one.
    key = registry.scenario(scenario_id), frozen, tuple(free), measure

    def find_value() -> SymbolicValue:
        wanted = measured_number(measure, registry.answer(scenario_id, parameters))
        value = number_of(
            formula_within(scenario_id, flatten(parameters), free, conditions=conditions_in(wanted)), wanted
        )
        if not isinstance(value, SymbolicValue):
            raise InputError(f"{measure.result} is no single number here", measure.result)
        return value

    return _KEPT.of(key, find_value)
