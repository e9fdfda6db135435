"""A scenario with two sides that can change places, of which one wins: what balance is asked of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from probcalc.analysis.numbers.contest import CHANCES, may_be_contest, winner_in
from probcalc.analysis.tables.presets import preset_parameters
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.fields import Section
from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.scenarios.resolve import validate
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.sides import SIDES, side_prefixes


@dataclass(frozen=True, slots=True)
class Wins:
    """How often a side wins, as a number of the results.

    Attributes:
        side: "a" or "b", or what a rule sheet calls the side.
        results: the results that say it: one over names, or a chance for each side.
    """

    side: str
    results: tuple[str, ...]

    def exact(self, results: Mapping[str, Any]) -> Fraction | None:
        """The number; None where the results are not there."""
        found = results.get(self.results[-1] if self.side == "b" else self.results[0])
        if isinstance(found, Distribution):
            return sum((found[outcome] for outcome in found if self.side in (outcome, winner_in(outcome))), Fraction(0))
        return found if isinstance(found, Fraction) else None


@dataclass(frozen=True, slots=True)
class Sided:
    """A scenario of two sides.

    Attributes:
        scenario_id, model: the scenario.
        prefixes: what stands before the parameters of Side A and of the second.
        names: the parameters of a side, without the prefix, as the rules list them; what only one side has is last.
        table: the parameter by which Side A picks from a table; None without one.
        headcount: the parameter that says how many fight on Side A; None without one.
        results: the results that say who wins.
        sides: what the sides are called where one of them wins.
    """

    scenario_id: str
    model: type[Scenario]
    prefixes: tuple[str, str]
    names: tuple[str, ...]
    table: Parameter | None
    headcount: Parameter | None
    results: tuple[str, ...]
    sides: tuple[str, str] = SIDES

    @property
    def wins(self) -> tuple[Wins, Wins]:
        """How often each side wins."""
        return Wins(self.sides[0], self.results), Wins(self.sides[1], self.results)

    @property
    def pairs(self) -> tuple[str, ...]:
        """The parameters that either side has."""
        return tuple(key for key in self.names if all(self.model.parameter(side + key) for side in self.prefixes))

    def key(self, name: str) -> str:
        """A parameter's name without its side."""
        return name.removeprefix(self.prefixes[0]).removeprefix(self.prefixes[1])

    def is_choice(self, name: Any) -> bool:
        """Whether the table has an entry of that id."""
        return self.table is not None and name in self.table.choices and name != NOTHING

    def parameter(self, key: str) -> Parameter:
        """The parameter of a side by its name without the side: that of the first, where it has one."""
        found = self.model.parameter(self.prefixes[0] + key) or self.model.parameter(self.prefixes[1] + key)
        assert found is not None, f"{key} is one of the names"
        return found

    def require(self, key: str, value: Any, whose: str) -> None:
        """Refuse what no side has, and a value that is not allowed.

        Raises:
            InputError: naming the key with the nearest.
        """
        if key not in self.names:
            raise unknown_name("parameter", key, self.names, f" of a side of {self.scenario_id} ({whose[:60]})")
        validate(self.model, {self.parameter(key).name: value})

    def request(
        self, parameters: Mapping[str, Any], first: Mapping[str, Any], second: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The request of two entries' values, the first in first place; what a side does not have is left away."""
        found = dict(parameters)
        for prefix, values in zip(self.prefixes, (first, second), strict=True):
            for key, value in values.items():
                if self.model.parameter(prefix + key) is not None:
                    found[prefix + key] = value
        return found


def sides_of(scenario_id: str) -> Sided:
    """A scenario of two sides of which one wins.

    >>> found = sides_of("oathmark.combat")
    >>> found.prefixes, found.table.name, found.headcount.name, found.results
    (('a.', 'b.'), 'a.unit', 'a.figures', ('winner',))

    Raises:
        InputError: naming the scenario, when it has no such sides.
    """
    model = registry.scenario(scenario_id)
    prefixes = side_prefixes(model)
    sides: tuple[str, str] = SIDES
    results = _results(model)
    if not results and (own := _of_a_sheet(model)) is not None:
        prefixes, sides, results = (f"{own[0][0]}.", f"{own[0][1]}."), own[0], own[1]
    if prefixes is None or not results:
        raise InputError(
            f"scenario: {scenario_id} has no two sides that can change places, of which one wins", "scenario"
        )
    parameters = model.parameters()
    listed_names = {p.name for p in parameters}
    paired = {p.name for p in parameters if prefixes[1] + p.name.removeprefix(prefixes[0]) in listed_names}
    names: dict[str, None] = {}
    for prefix in prefixes:
        names |= dict.fromkeys(p.name.removeprefix(prefix) for p in parameters if p.name.startswith(prefix))
    listed = _order_of(model, prefixes[0])
    in_order = sorted(names, key=lambda name: listed.index(name) if name in listed else len(listed))
    first = [p for p in preset_parameters(model) if p.name.startswith(prefixes[0]) and p.name in paired]
    counted = [p for p in parameters if p.headcount and p.name.startswith(prefixes[0]) and p.name in paired]
    return Sided(
        scenario_id,
        model,
        prefixes,
        tuple(in_order),
        first[0] if first else None,
        counted[0] if counted else None,
        results,
        sides,
    )


def is_sided(scenario_id: str, by_table: bool = False) -> bool:
    """Whether a scenario has two sides of which one wins, and where that is asked whether these pick from a table.

    >>> is_sided("chronopia.clash", by_table=True), is_sided("mechanics.race", by_table=True)
    (True, False)
    >>> is_sided("mechanics.race"), is_sided("chronopia.melee")
    (True, False)
    """
    try:
        return sides_of(scenario_id).table is not None or not by_table
    except InputError:
        return False


def _of_a_sheet(model: type[Scenario]) -> tuple[tuple[str, str], tuple[str, ...]] | None:
    """Two sides with names of their own, and the first result of which each name is an outcome."""
    if len(model.of_attacker) != 1 or len(model.of_target) != 1:
        return None
    one, other = sides = model.of_attacker[0], model.of_target[0]
    for result in model.results:
        if {one, other} <= set(result.order):
            return sides, (result.name,)
    return None


def _order_of(model: type[Scenario], prefix: str) -> tuple[str, ...]:
    """The parameters of a side in the order of the rules, where they say one."""
    field = model.fields().get(prefix.removesuffix("."))
    side = None if field is None else field.declared.start()
    return side.as_listed if isinstance(side, Section) else ()


def _results(model: type[Scenario]) -> tuple[str, ...]:
    """The first result over names that each side has some of, else a chance for each side."""
    if not may_be_contest(model):
        return ()
    for result in model.results:
        if {winner_in(outcome) for outcome in result.order} >= {"a", "b"}:
            return (result.name,)
    names = {result.name for result in model.results}
    return next(pair for pair in CHANCES if {*pair} <= names)
