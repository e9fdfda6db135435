"""`formula`: a scenario's results as formulas in the parameters and probabilities that are left free."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from probcalc.analysis.formulas.free_names import free_names
from probcalc.analysis.formulas.reading import Content, Reading
from probcalc.analysis.formulas.results import ScenarioDomain, Symbolic, results_of
from probcalc.exact.budget.bounds import TooLarge
from probcalc.scenarios import registry
from probcalc.scenarios.by_name import ByName
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.extras import need
from probcalc.scenarios.given_values import flatten, merge_given
from probcalc.scenarios.resolve import validate
from probcalc.symbolic.cases.boxes import Box, value_text
from probcalc.symbolic.cases.domain import Domain
from probcalc.symbolic.cases.exploration import Explored
from probcalc.symbolic.cases.limits import TooManyCases
from probcalc.symbolic.counts.needs import NeedsValue
from probcalc.symbolic.reading.arithmetic import RollRefused


class Formula(ByName):
    """The results of a scenario by name, as formulas in what is free.

    >>> f = formula("chronopia.melee", {"attacker": "the_cursed"}, free=["armour", "cc"])
    >>> f["slain"].subs(armour=20, cc=11)
    Fraction(100951, 160000)
    >>> f["wounds"][2].subs(armour=20, cc=11)
    Fraction(24649, 160000)
    """

    __slots__ = ("domain", "given", "left_out", "scenario_id")

    def __init__(
        self,
        scenario_id: str,
        parameters: Mapping[str, Any],
        domain: Domain,
        results: Mapping[str, Symbolic],
        left_out: str = "",
    ) -> None:
        self.scenario_id, self.given, self.domain = scenario_id, dict(parameters), domain
        super().__init__(results, f" of {scenario_id} here")
        self.left_out = left_out

    def __repr__(self) -> str:
        return f"<Formula of {self.scenario_id}, free in {', '.join(self.domain.names)}: {', '.join(self)}>"

    @property
    def free(self) -> dict[str, str]:
        """What is free, with the values allowed."""
        return {name: self.domain.values_in_words(name) for name in self.domain.names}

    @property
    def boxes_left_out(self) -> tuple[Box, ...]:
        """The values for which nothing was computed, as `left_out` says."""
        refused = next(iter(self._results.values())).refused
        return tuple(case.box for case in refused if case.content == self.left_out)

    def subs(self, values: Mapping[str, Any] | None = None, /, **named: Any) -> dict[str, Any]:
        """Every result at one point; a result that does not exist there is left out.

        Raises:
            InputError: for a name that is not free, a value out of its range, one that is missing, or a combination
                that is refused.
        """
        return dict(self.at(self.domain.gather(values, named)))

    def at(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """The results at one point, each of them evaluated when it is asked for.

        Raises:
            InputError: as `subs` does.
        """
        point = self.domain.point(values, self.domain.names)
        found = {n: r for n, r in self._results.items() if r.holds(point)}
        if not found:
            raise next(iter(self._results.values())).refusal_at(point)
        return _Point(found, point)


class _Point(ByName):
    """Results at one point: of many that nobody asks for no law is made."""

    __slots__ = ("_point",)

    def __init__(self, results: Mapping[str, Symbolic], point: Mapping[str, Any]) -> None:
        super().__init__(results)
        self._point = point

    def __getitem__(self, name: str) -> Any:
        return self._results[name].subs(self._point)


def formula(
    scenario: str, /, parameters: Mapping[str, Any] | None = None, free: Sequence[str] | str = (), **named: Any
) -> Formula:
    """The results of a scenario as formulas in the parameters you leave open, everything else as given.

    `free` names parameters ("armour"), parameters with a narrower range ("armour=10..30"), entries of a list
    ("a_commands.2"), and probabilities of a roll ("p = Test to hit"; "p, q = ..." for a roll of three bands).

    >>> f = formula("chronopia.melee", {"noa": 1, "critic": 0}, free=["p = Test to hit", "armour=12..28"])
    Traceback (most recent call last):
        ...
    probcalc.scenarios.errors.InputError: Test to hit has the bands success, failure, fumble: name 2 of ...

    If the work exceeds the limit on the way, the formula holds for the part computed so far, and
    `left_out` says what is missing and why; a formula too large from the start is refused.

    Raises:
        InputError: for names that do not exist, values that are wrong, or a formula that there is not, with why.
    """
    return formula_within(scenario, flatten(merge_given(parameters, named)), free, partly=True)


def formula_within(
    scenario: str,
    flat: Mapping[str, Any],
    free: Sequence[str] | str,
    *,
    partly: bool = False,
    conditions: Sequence[str] = (),
) -> Formula:
    """The same for parameters by flat name; whoever watches the meter may end it.

    Without `partly` it is all that was asked for, or refused. The chances of `conditions` stand beside the results.

    Raises:
        InputError: for names that do not exist, values that are wrong, or a formula that there is not, with why.
    """
    need("formulas", "symbolic")
    model = registry.scenario(scenario)
    asked = free_names(model, flat, free)
    base = validate(model, {name: value for name, value in flat.items() if name not in asked.whole})
    reading = Reading(base, asked, conditions)
    domain = ScenarioDomain(asked.sides, tuple(roll.names for roll in asked.rolls), reading.scenario)
    explored = _explored(domain, reading, partly)
    reading.check_rolls()
    left_out = f"left out: all of it {_too_many(explored.why, domain, reading)}" if explored.left else ""
    return Formula(scenario, flat, domain, results_of(model, domain, explored, left_out), left_out)


def _explored(domain: Domain, reading: Reading, partly: bool) -> Explored[dict[str, Content]]:
    names = ", ".join(domain.parameters)
    try:
        return reading.explored(domain.boxes(), partly=partly)
    except TooManyCases as error:
        line = f"{names} {_too_many(str(error), domain, reading)}"
        raise InputError(line, names.partition(",")[0]) from None
    except NeedsValue:
        chances = ", ".join(sorted(domain.probabilities))
        raise InputError(
            f"{chances} cannot be left free here: what follows depends on its size; "
            "leave the characteristics free that the roll is made against",
            chances.partition(",")[0],
        ) from None
    except RollRefused as error:
        raise InputError(str(error), error.name) from None
    except TooLarge as error:
        raise InputError(f"{error}; leave fewer names free", names.partition(",")[0]) from error


def _too_many(bound: str, domain: Domain, reading: Reading) -> str:
    return (
        f"would need {bound}, each with a different distribution; "
        f"leave fewer names free, or narrow a range, as in {_narrower(domain, reading)}"
    )


def _narrower(domain: Domain, reading: Reading) -> str:
    """The widest parameter with ten of its values, the present one among them; of names with two."""
    name, sides = max(domain.parameters.items(), key=lambda item: len(item[1][-1]))
    side = sides[-1]
    if not isinstance(side, range):
        return f"{name}={','.join(map(value_text, side[:2]))}"
    # Of a letter of a roll that stands for no number yet, those that are numbers of dice or targets.
    usual = 5 if 5 in side else side[0]
    first = min(max(reading.present(name, usual) - 4, side[0]), max(side[-1] - 9, side[0]))
    return f"{name}={first}..{min(first + 9, side[-1])}"
