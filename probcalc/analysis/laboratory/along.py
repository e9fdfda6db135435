"""What one more of a number is worth at each of its values: breakpoints, and values between which nothing changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise
from typing import Any

from probcalc.analysis.balance.solved import Solved, winner_in
from probcalc.analysis.findings.found import Found
from probcalc.analysis.numbers.measure import Measure, measure
from probcalc.analysis.numbers.named_numbers import measured_number
from probcalc.analysis.numbers.trial import Progress, Trial
from probcalc.analysis.sweeps.answering import Answering
from probcalc.analysis.sweeps.axes import Axis, axis, name_and_values
from probcalc.analysis.sweeps.trials import alike_over
from probcalc.analysis.sweeps.wanted import Wanted
from probcalc.exact.budget.bounds import TooLarge, metered
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, TooMuch, unknown_parameter
from probcalc.scenarios.fights import Fight
from probcalc.scenarios.given_values import flatten
from probcalc.scenarios.parameters import Parameter

_ROLES = ("stat", "modifier")
_MOST_VALUES = 101
_STEPS = 30_000_000
_STEPS_OF_A_FIGHT = 250_000_000


@dataclass(frozen=True, slots=True, repr=False)
class Along(Found):
    """A number at every value of a parameter, all else as given.

    Attributes:
        scenario_id: the scenario.
        parameter: the parameter.
        measure: the number.
        present: the value of the parameter in the request.
        trials: one for each value, refused ones too; none where it was left out, as all together are too much.
    """

    scenario_id: str
    parameter: Parameter
    measure: Measure
    present: Any
    trials: tuple[tuple[Any, Trial], ...]

    @property
    def points(self) -> tuple[tuple[Any, Fraction], ...]:
        """The values that are allowed, each with the number there."""
        return tuple((value, trial.value) for value, trial in self.trials if trial.value is not None)

    @property
    def steps(self) -> tuple[tuple[Any, Any, Fraction], ...]:
        """From each value to the next: both, and what the step adds."""
        return tuple((one, other, after - before) for (one, before), (other, after) in pairwise(self.points))

    @property
    def range(self) -> Fraction:
        """How far apart the least and the greatest number are."""
        numbers = [number for _, number in self.points]
        return max(numbers) - min(numbers) if numbers else Fraction(0)

    @property
    def breakpoints(self) -> tuple[tuple[Any, Any, Fraction], ...]:
        """The steps that change most; none where nothing changes."""
        most = max((abs(change) for *_, change in self.steps), default=Fraction(0))
        return tuple(step for step in self.steps if most and abs(step[2]) == most)

    @property
    def flats(self) -> tuple[tuple[Any, Any], ...]:
        """The first and the last value of each run of values between which nothing changes.

        >>> along("chronopia.armour", {"damage": 20}, "armour", Measure("any_wound")).flats
        ((-10, 21), (39, 40))
        """
        runs = (list(run) for still, run in groupby(self.steps, key=lambda step: not step[2]) if still)
        return tuple((run[0][0], run[-1][1]) for run in runs)

    @property
    def is_dead(self) -> bool:
        """Whether no value of it changes the number."""
        return bool(self.trials) and not self.range

    @property
    def is_left_out(self) -> bool:
        """Whether it was not looked at, as nothing was left of the budget."""
        return not self.trials


@metered()
def along(
    scenario_id: str,
    parameters: Mapping[str, Any],
    over: str,
    measured: Measure | None = None,
    progress: Progress | None = None,
) -> Along:
    """A number at every value of a parameter, or at those that are named, as in "armour=10..20".

    >>> found = along("chronopia.armour", {"damage": 10}, "armour", Measure("any_wound"))
    >>> found.steps[30], len(found.breakpoints), found.flats
    ((20, 21, Fraction(-1, 20)), 18, ((-10, 11), (29, 40)))

    Raises:
        InputError: for a name that does not exist or has no values to run through.
        TooMuch: when all values together would take too long.
    """
    model = registry.scenario(scenario_id)
    name, text = name_and_values(over)
    parameter = model.parameter(name)
    if parameter is None:
        raise unknown_parameter(scenario_id, name, [p.name for p in model.parameters()])
    values = axis(scenario_id, name, text).values if text else values_of(parameter)
    if len(values) > _MOST_VALUES:
        raise _too_many(parameter, len(values))
    flat = flatten(parameters)
    if name not in flat and parameter.default is None and parameter.kind == "integer":
        # A letter of a roll stands for no number yet.
        here, present = {**flat, name: values[0]}, None
    else:
        here, present = flat, registry.answer(scenario_id, flat).scenario.value_of(name)
    wanted = measured or measure(scenario_id, parameters=here)
    wanted, trials = alike_over(scenario_id, flat, [Axis(parameter, values)], wanted, progress)
    return Along(scenario_id, parameter, wanted, present, tuple(zip(values, trials, strict=True)))


def values_of(parameter: Parameter) -> tuple[Any, ...]:
    """The values of a parameter in order.

    Raises:
        InputError: when it has none that can be listed.
    """
    if parameter.kind == "boolean":
        return False, True
    if parameter.kind == "choice":
        return parameter.choices
    if parameter.kind == "integer":
        low, high = parameter.bounds
        if high - low < _MOST_VALUES:
            return tuple(range(low, high + 1))
        raise _too_many(parameter, high - low + 1)
    raise InputError(
        f"{parameter.name} is {parameter.values_in_words}, which has no values to run through", parameter.name
    )


def _too_many(parameter: Parameter, values: int) -> InputError:
    said = f"{parameter.name} has {values:,} values (limit {_MOST_VALUES})"
    return InputError(f"{said}; name fewer, as in {parameter.name}=1..20", parameter.name)


def all_along(
    scenario_id: str,
    parameters: Mapping[str, Any],
    measured: Measure | None = None,
    progress: Progress | None = None,
) -> tuple[Along, ...]:
    """Every figure and every modifier of a scenario, each run through alone, those that matter most first.

    Those for which nothing is left of the budget stand at the end, without trials.

    >>> found = all_along("chronopia.armour", {"damage": 10}, Measure("any_wound"))
    >>> found[0].parameter.name, [each.parameter.name for each in found if each.is_dead]
    ('damage', [])

    Raises:
        InputError: when the request is refused.
        TooMuch: when not even one of them can be run through.
    """
    model = registry.scenario(scenario_id)
    by_number = issubclass(model, Fight)
    wanted = measured or measure(scenario_id, parameters=parameters)
    listed: list[Along] = []
    why: TooMuch | None = None
    tried = figures_of(model.parameters())
    with metered(most=_STEPS_OF_A_FIGHT if by_number else _STEPS):
        if by_number:
            known = _by_number(scenario_id, parameters, tried, wanted, progress)
            if known is not None and not all(each.is_left_out for each in known):
                return known
        # Those of few values first, so that as many as can be are run through.
        for parameter in sorted(tried, key=lambda each: len(values_of(each))):
            try:
                listed.append(along(scenario_id, parameters, parameter.name, wanted, progress))
            except TooMuch as error:
                why = error
                listed.append(Along(scenario_id, parameter, wanted, None, ()))
    if why is not None and all(each.is_left_out for each in listed):
        raise why
    places = {parameter.name: place for place, parameter in enumerate(tried)}
    return tuple(sorted(listed, key=lambda each: (each.is_left_out, -each.range, places[each.parameter.name])))


def _by_number(
    scenario_id: str,
    parameters: Mapping[str, Any],
    tried: Sequence[Parameter],
    wanted: Measure,
    progress: Progress | None,
) -> tuple[Along, ...] | None:
    """The same of a fight, of which nothing but the one number is played; None where that is not one alike in all."""
    flat = flatten(parameters)
    answer = wanted.asked(registry.answer(scenario_id, flat))
    present = Trial(flat, answer, wanted.of(answer), "")
    law = answer[wanted.result]
    if wanted.outcome is None and wanted.at_least is None and isinstance(law, Distribution) and law.has_mean:
        # Elsewhere it may have no mean: then an outcome counts in all of them.
        return None
    number = measured_number(wanted, answer)
    answering, solved = Answering(scenario_id, flat, (Wanted(wanted.result, number),)), Solved()
    winner = winner_in(type(answer.scenario), number)
    listed: list[Along] = []
    cells = {parameter.name: values_of(parameter) for parameter in tried}
    done, whole = 0, sum(map(len, cells.values()))
    for parameter in sorted(tried, key=lambda each: len(cells[each.name])):
        now = answer.scenario.value_of(parameter.name)
        trials: list[tuple[Any, Trial]] = []
        try:
            for value in cells[parameter.name]:
                found = _number(answering, solved, {parameter.name: value}, winner)
                trial = Trial({**flat, parameter.name: value}, None, found, "" if found is not None else "refused")
                trials.append((value, present if value == now and found == present.value else trial))
                done += 1
                if progress:
                    progress(done, whole)
        except TooLarge:
            trials = []
        listed.append(Along(scenario_id, parameter, wanted, now, tuple(trials)))
    places = {parameter.name: place for place, parameter in enumerate(tried)}
    return tuple(sorted(listed, key=lambda each: (each.is_left_out, -each.range, places[each.parameter.name])))


def _number(answering: Answering, solved: Solved, cell: Mapping[str, Any], winner: str) -> Fraction | None:
    """The number of a cell; who wins is solved from the end, once for all fights that come to the same."""
    found = solved.chance(answering.scenario(cell), winner) if winner else None
    return answering.numbers(cell)[0] if found is None else found


def figures_of(parameters: Iterable[Parameter]) -> list[Parameter]:
    """The figures and modifiers among the parameters of which all values can be tried."""
    return [each for each in parameters if each.role in _ROLES and can_be_run_through(each)]


def can_be_run_through(parameter: Parameter) -> bool:
    """Whether all its values can be listed."""
    if parameter.kind == "integer":
        low, high = parameter.bounds
        return high - low < _MOST_VALUES
    return parameter.kind in ("boolean", "choice")
