"""What each modifier is worth now: the exact change that it makes to one number, each taken alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from typing import Any, get_args

from probcalc.analysis.balance.solved import Solved, winner_in
from probcalc.analysis.findings.found import Found
from probcalc.analysis.numbers.measure import Measure, measure_of
from probcalc.analysis.numbers.named_numbers import measured_number
from probcalc.analysis.numbers.trial import Progress, Trial, alike, try_all
from probcalc.exact.arguments import require_several
from probcalc.exact.budget.bounds import TooLarge, metered
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError, TooMuch, unknown_name
from probcalc.scenarios.given_values import flatten, merge_given
from probcalc.scenarios.parameters import Parameter, Role
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Scenario

_STEPS = 150_000_000
"""So much takes a fight of which forty modifiers are tried."""


@dataclass(frozen=True, slots=True)
class ModifierStep:
    """One change of one modifier, all else as it is.

    Attributes:
        parameter: the modifier.
        old: its value in the present request.
        new: the value tried.
        trial: what came of it.
        change: the new number less the present one; None when either is refused.
        notes: sentences that only the changed request brings ("braced has no effect here: nobody charges.").
    """

    parameter: Parameter
    old: Any
    new: Any
    trial: Trial
    change: Fraction | None
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Modifiers(Found):
    """Every legal change, the greatest first; refused ones last.

    Attributes:
        scenario_id: the scenario.
        measure: the number whose change is listed.
        present: the request as it stands.
        steps: one for each change of each modifier.
        roles: what was changed: modifiers, or rulings.
    """

    scenario_id: str
    measure: Measure
    present: Trial
    steps: tuple[ModifierStep, ...]
    roles: tuple[Role, ...] = ("modifier",)

    def __repr__(self) -> str:
        return f"<Modifiers of {self.scenario_id}: {len(self.steps)} changes of {self.measure.result}>"


def alternatives(parameter: Parameter, value: Any) -> Iterator[Any]:
    """The values one step away: a flag's other, every other name of a choice, one up and one down of an integer.

    >>> from probcalc.scenarios.parameters import Parameter
    >>> list(alternatives(Parameter("fear", "integer", 0, "", "Fear", "modifier", low=0, high=8), 0))
    [1]
    """
    if parameter.kind == "boolean":
        yield not value
    elif parameter.kind == "choice":
        yield from (other for other in parameter.choices if other != value)
    elif parameter.kind == "integer":
        low, high = parameter.bounds
        if value is None:
            yield low
            return
        if parameter.optional:
            yield None
        yield from (near for near in (value + 1, value - 1) if low <= near <= high)


def modifiers(
    scenario_id: str,
    /,
    parameters: Mapping[str, Any] | None = None,
    measured: Measure | str | None = None,
    roles: tuple[Role, ...] = ("modifier",),
    progress: Progress | None = None,
    most: int | None = None,
    **named: Any,
) -> Modifiers:
    """What each modifier is worth in the present request, sorted by size.

    With `roles=("ruling",)` it is what each reading of an unclear rule changes. With `most` no more than so many
    changes are tried: one of each modifier, of one side and the other by turns.

    >>> found = modifiers("chronopia.armour", measured="any_wound", damage=10)
    >>> [(s.parameter.name, s.new, str(s.change)) for s in found.steps]
    [('critical', True, '1/2'), ('damage_modifier', 1, '1/20'), ('damage_modifier', -1, '-1/20')]

    Raises:
        InputError: for a scenario that does not exist, or a present request that is refused.
        TooMuch: when all changes together would take too long.
    """
    return modifiers_of_each(scenario_id, (merge_given(parameters, named),), measured, roles, progress, most)[0]


def modifiers_of_each(
    scenario_id: str,
    givens: Sequence[Mapping[str, Any]],
    measured: Measure | str | None = None,
    roles: tuple[Role, ...] = ("modifier",),
    progress: Progress | None = None,
    most: int | None = None,
) -> list[Modifiers]:
    """What each modifier is worth in each of several requests, all changes of which are asked together.

    Raises:
        InputError: for a scenario that does not exist, or a request that is refused.
        TooMuch: when all changes together would take too long.
    """
    model = registry.scenario(scenario_id)
    for role in require_several("roles", roles):
        if role not in get_args(Role):
            raise unknown_name("role", role, get_args(Role))
    flats = [flatten(given) for given in givens]
    wanted = measure_of(scenario_id, measured, flats[0])
    with metered(most=_STEPS):
        answers = [registry.answer(scenario_id, flat) for flat in flats]
        tries = [_changes(model, answer, roles) for answer in answers]
        if most is not None:
            tries = [_one_of_each(changes)[:most] for changes in tries]
        requests = [
            flat | {parameter.name: new}
            for flat, changes in zip(flats, tries, strict=True)
            for parameter, _, new in changes
        ]
        winner = winner_in(model, measured_number(wanted, answers[0])) if wanted.result in answers[0] else ""
        sooner = _winning(scenario_id, winner) if winner else None
        trials = try_all(scenario_id, requests, wanted, progress, sooner)
    found = []
    for flat, answer, changes in zip(flats, answers, tries, strict=True):
        present = Trial(flat, answer, wanted.of(answer), "")
        these, trials = trials[: len(changes)], trials[len(changes) :]
        now, (present, *these) = alike([present, *these], wanted)
        steps = [
            ModifierStep(parameter, old, new, trial, _change(present, trial), _new_notes(answer, trial.notes))
            for (parameter, old, new), trial in zip(changes, these, strict=True)
        ]
        steps.sort(key=lambda step: -1 if step.change is None else abs(step.change), reverse=True)
        found.append(Modifiers(scenario_id, now, present, tuple(steps), roles))
    return found


def _changes(model: type[Scenario], answer: Answer, roles: tuple[Role, ...]) -> list[tuple[Parameter, Any, Any]]:
    """Every change of a modifier by one step: the modifier, its value in the answer, and the other."""
    return [
        (parameter, old, new)
        for parameter in model.parameters()
        if parameter.role in roles
        for old in [answer.scenario.value_of(parameter.name)]
        for new in alternatives(parameter, old)
    ]


def _one_of_each(changes: list[tuple[Parameter, Any, Any]]) -> list[tuple[Parameter, Any, Any]]:
    """The first change of each parameter, those of the sections by turns."""
    first: dict[str, tuple[Parameter, Any, Any]] = {}
    for change in changes:
        first.setdefault(change[0].name, change)
    sections: dict[str, list[tuple[Parameter, Any, Any]]] = {}
    for change in first.values():
        sections.setdefault(change[0].section, []).append(change)
    return [change for row in zip_longest(*sections.values()) for change in row if change is not None]


def _change(before: Trial, after: Trial) -> Fraction | None:
    if before.value is None or after.value is None:
        return None
    return after.value - before.value


def _new_notes(before: Answer, after: Sequence[str]) -> tuple[str, ...]:
    return tuple(note for note in after if note not in before.notes)


def _winning(scenario_id: str, winner: str) -> Callable[[Mapping[str, Any]], Trial | None]:
    """Fights of which nothing is asked but who wins: those that come to the same are solved once."""
    solved, model = Solved(), registry.scenario(scenario_id)

    def sooner(request: Mapping[str, Any]) -> Trial | None:
        try:
            fight, notes = resolve(model, request)
            value = solved.chance(fight, winner)
        except InputError as error:
            return Trial(request, None, None, str(error))
        except TooLarge as error:
            raise TooMuch.of(scenario_id, error) from error
        return None if value is None else Trial(request, None, value, "", tuple(notes))

    return sooner
