"""How much is needed: the smallest value of a whole-number parameter that makes a chance large enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from probcalc.analysis.findings.found import Found
from probcalc.analysis.numbers.measure import Measure, measure, measure_of
from probcalc.analysis.numbers.trial import Progress, Trial, try_one
from probcalc.analysis.sweeps.axes import axis, name_and_values
from probcalc.exact.budget.bounds import metered
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, TooMuch
from probcalc.scenarios.given_values import flatten, merge_given, require_parameters
from probcalc.scenarios.parameters import Parameter, named_or_first
from probcalc.scenarios.scenario import Scenario

SHARES = (Fraction(1, 2), Fraction(3, 4), Fraction(9, 10))
MOST_TRIED = 500


@dataclass(frozen=True, slots=True)
class Threshold:
    """The smallest value with at least that chance, and the chance there; both None when no value tried has it."""

    share: Fraction
    value: int | None
    chance: Fraction | None


@dataclass(frozen=True, slots=True)
class Needed(Found):
    """The answer to "how many for 50, 75 and 90%".

    Attributes:
        scenario_id: the scenario.
        parameter: the parameter that was raised from its lowest value.
        measure: the chance.
        thresholds: one for each share, in the order asked for.
        tried: every value tried, in ascending order; refused ones keep the reason.
        best: the value tried with the greatest chance, the smallest of them, and that chance.
        complete: whether the whole range of the parameter was tried, or every share was reached.
    """

    scenario_id: str
    parameter: Parameter
    measure: Measure
    thresholds: tuple[Threshold, ...]
    tried: tuple[tuple[int, Trial], ...]
    best: tuple[int, Fraction] | None
    complete: bool

    def __repr__(self) -> str:
        found = ", ".join(f"{each.value} for {each.share}" for each in self.thresholds)
        return f"<Needed {self.parameter.name} of {self.scenario_id}: {found}>"


def amount_parameters(model: type[Scenario]) -> list[Parameter]:
    """The whole-number parameters of a scenario, those first that it declares as what players bring more of."""
    found = (p for p in model.parameters() if p.kind == "integer" and p.role != "ruling")
    return sorted(found, key=lambda parameter: parameter.turn)


def amount_parameter(scenario_id: str, name: str = "") -> Parameter:
    """The whole-number parameter of that name; without a name the one that counts attacks, models or dice.

    >>> amount_parameter("chronopia.melee").name
    'noa'

    Raises:
        InputError: when there is none, or none of that name.
    """
    found = amount_parameters(registry.scenario(scenario_id))
    if not found:
        raise InputError(f"{scenario_id} has no whole-number parameter")
    return named_or_first(found, name, "whole-number parameter", f" of {scenario_id}")


def _chance(scenario_id: str, parameters: Mapping[str, Any]) -> Measure:
    """The headline as a probability: of a mean, the chance of one or more."""
    wanted = measure(scenario_id, parameters=parameters)
    present = try_one(scenario_id, parameters, wanted)
    is_mean = present.answer is not None and present.value is not None and wanted.unit(present.answer) == "number"
    return Measure(wanted.result, at_least=1) if is_mean else wanted


def find_needed(
    scenario_id: str,
    /,
    parameters: Mapping[str, Any] | None = None,
    parameter: str = "",
    measured: Measure | str | None = None,
    shares: Sequence[Fraction] = SHARES,
    progress: Progress | None = None,
    most: int = MOST_TRIED,
    **named: Any,
) -> Needed:
    """The smallest value of a parameter with a chance of at least each share.

    Every value from the lowest up is tried, or those that are named, as in "noa=1..20", so the chance need not rise
    steadily; at most `most` values that the rules allow are. Where
    nothing is measured it is the headline, and of a mean the chance of one or more. Where the budget allows no more,
    those that were tried are the answer, and it is not complete.

    >>> found = find_needed("chronopia.melee", attacker="spearmen", target="followers")
    >>> [(str(t.share), t.value) for t in found.thresholds]
    [('1/2', 3), ('3/4', 5), ('9/10', 8)]

    Raises:
        InputError: for an unknown parameter, a measure that is no probability, or a share that is none.
        TooMuch: when the budget does not allow a single value.
    """
    if wrong := [share for share in shares if not 0 < share <= 1]:
        raise InputError(f"a share is above 0 and at most 1, not {wrong[0]}")
    name, text = name_and_values(parameter)
    raised = amount_parameter(scenario_id, name)
    flat = flatten(merge_given(parameters, named))
    require_parameters(registry.scenario(scenario_id), flat)
    low, high = raised.bounds
    values = sorted(axis(scenario_id, name, text).values) if text else range(low, high + 1)
    least = flat if raised.default is not None else {raised.name: values[-1], **flat}
    wanted = measure_of(scenario_id, measured, least) if measured else _chance(scenario_id, least)
    last = values[-1]
    whole, allowed = min(len(values), most), 0
    reached: dict[Fraction, tuple[int, Fraction]] = {}
    best: tuple[int, Fraction] | None = None
    found: list[tuple[int, Trial]] = []
    with metered():
        for value in values:
            if allowed == most:
                last = value - 1
                break
            try:
                trial = try_one(scenario_id, flat | {raised.name: value}, wanted)
            except TooMuch:
                # What was found so far is an answer; without any value there is none.
                if best is None:
                    raise
                last = value - 1
                break
            if trial.value is None and not allowed and len(values) > most:
                # Of so many values only the last before those that the rules allow is listed.
                found = [(value, trial)]
                continue
            found.append((value, trial))
            allowed += trial.value is not None
            if trial.value is not None and trial.answer is not None:
                if wanted.unit(trial.answer) != "chance":
                    raise InputError(
                        f"{wanted.result} is no probability; ask for at least a number of them", wanted.result
                    )
                if best is None or trial.value > best[1]:
                    best = value, trial.value
                for share in shares:
                    if trial.value >= share:
                        reached.setdefault(share, (value, trial.value))
            if progress:
                progress(min(len(found), whole), whole)
            if all(share in reached for share in shares):
                break
    thresholds = tuple(Threshold(share, *reached.get(share, (None, None))) for share in shares)
    complete = last == values[-1] or all(share in reached for share in shares)
    return Needed(scenario_id, raised, wanted, thresholds, tuple(found), best, complete)
