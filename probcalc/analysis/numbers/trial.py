"""`Trial`: one request of an analysis, answered and measured, or refused with the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from random import Random
from typing import Any, TypeAlias

from probcalc.analysis.numbers.measure import Measure
from probcalc.exact.arguments import require_function
from probcalc.exact.budget.bounds import meter, metered
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError, TooMuch
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Scenario

Progress: TypeAlias = Callable[[int, int], object]
"""Called with the number of requests done and their number in all."""
_ENOUGH = 12
_MOST_SIZED = 400
_LIKE_A_FORMULA = 4
"""To read a formula takes at least as long as so many answers."""
_CLEARLY = Fraction(5, 2)
"""The first few may cost more than the others, but hardly so many times as much as all of them on average."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One request of an analysis.

    Attributes:
        given: its parameters.
        answer: the whole answer, None when the request is refused, or its number was read off a formula.
        value: the measured number, None when the request or the measure is refused.
        refusal: why there is no value, in one line; "" when there is one.
        notes: what a reader should know of the request.
    """

    given: Mapping[str, Any]
    answer: Answer | None
    value: Fraction | None
    refusal: str
    notes: tuple[str, ...] = ()


def require_a_number(trials: Iterable[Trial]) -> None:
    """Refuse what has no number anywhere, for the reason of its first trial.

    Raises:
        InputError: when there are trials and every one is refused.
    """
    refusals = []
    for trial in trials:
        if trial.value is not None:
            return
        refusals.append(trial.refusal)
    if refusals:
        raise InputError(refusals[0])


def try_one(scenario_id: str, parameters: Mapping[str, Any], measure: Measure) -> Trial:
    """The request's answer and number; a refusal is kept, never raised.

    >>> try_one("chronopia.armour", {"damage": 10}, Measure("any_wound")).value
    Fraction(1, 2)
    >>> try_one("chronopia.armour", {"damage": 99}, Measure("any_wound")).refusal
    'damage must be 0 to 40, not 99'

    Raises:
        TooMuch: when the budget is spent that it shares with others.
    """
    try:
        answer = registry.answer(scenario_id, parameters, written=False)
    except TooMuch:
        raise
    except InputError as error:
        return Trial(parameters, None, None, str(error))
    return _measure(parameters, answer, measure)


@metered()
def try_all(
    scenario_id: str,
    requests: Sequence[Mapping[str, Any]],
    measure: Measure,
    progress: Progress | None = None,
    sooner: Callable[[Mapping[str, Any]], Trial | None] | None = None,
    known: Sequence[int] = (),
) -> list[Trial]:
    """Many requests within one budget, in the order given; those that `sooner` knows are not answered whole.

    They are answered in any order, so that the first few are a fair sample: when they show that all would be too much,
    the rest is not begun. What requests like them took, answered before, is `known`.

    >>> [trial.value for trial in try_all("chronopia.armour", [{"damage": 10}, {"damage": 20}], Measure("any_wound"))]
    [Fraction(1, 2), Fraction(19, 20)]

    Raises:
        TooMuch: when all of them would take more than the budget allows.
    """
    require_least(scenario_id, requests)
    found: dict[int, Trial] = {}
    for place in foreseen(scenario_id, range(len(requests)), progress, known):
        solved = None if sooner is None else sooner(requests[place])
        found[place] = try_one(scenario_id, requests[place], measure) if solved is None else solved
    return [found[place] for place in range(len(requests))]


def alike(trials: Sequence[Trial], measure: Measure) -> tuple[Measure, list[Trial]]:
    """The trials with one and the same number measured in all of them, and its measure.

    What stands for a distribution is decided once for all of them, never by each for itself.

    >>> requests = [{"distance": 1, "ld": 14, "unit": unit} for unit in ("lotus_guard", "none")]
    >>> turns = Measure("turns")
    >>> measure, found = alike(try_all("chronopia.panic", requests, turns), turns)
    >>> measure.outcome, [str(trial.value) for trial in found]
    ('lost', ['0', '3/10'])
    """
    wanted = measure.for_all([trial.answer for trial in trials if trial.answer is not None])
    if wanted == measure:
        return measure, list(trials)
    return wanted, [trial if trial.answer is None else _measure(trial.given, trial.answer, wanted) for trial in trials]


def _measure(parameters: Mapping[str, Any], answer: Answer, measure: Measure) -> Trial:
    try:
        answer = measure.asked(answer)
        return Trial(parameters, answer, measure.of(answer), "", tuple(answer.notes))
    except TooMuch:
        raise
    except InputError as error:
        return Trial(parameters, answer, None, str(error), tuple(answer.notes))


def foreseen(
    scenario_id: str,
    places: Sequence[int],
    progress: Progress | None = None,
    known: Sequence[int] = (),
) -> Iterator[int]:
    """The places of requests in any order, each of them answered within the budget before the next is asked for.

    >>> sorted(foreseen("chronopia.armour", range(3)))
    [0, 1, 2]

    Raises:
        TooMuch: when the first few, after those whose steps are `known`, show that all of them would take more than
            the budget allows.
    """
    if progress is not None:
        require_function("progress", progress)
    budget = meter()
    costs = list(known)
    before = budget.spent - sum(known)
    order = list(places)
    requests = len(order) + len(known)
    Random(0).shuffle(order)
    _require_fair(scenario_id, costs, before, requests)
    for done, place in enumerate(order, 1):
        spent = budget.spent
        with _look_at(scenario_id, before, len(costs) + 1, requests):
            yield place
        costs.append(budget.spent - spent)
        _require_fair(scenario_id, costs, before, requests)
        if progress:
            progress(done, len(order))


def _require_fair(scenario_id: str, costs: Sequence[int], before: int, requests: int) -> None:
    """Refuse all requests when those whose steps are known show that they would be too much."""
    done = len(costs)
    if not done:
        return
    budget = meter()
    whole = before + (budget.spent - before) * requests // done
    if done >= _ENOUGH:
        surely = Fraction(whole)
    elif done == 1:
        surely = whole / _CLEARLY
    else:
        # What the few have in common, all will hardly fall short of.
        surely = max(whole / _CLEARLY, Fraction(whole - (max(costs) - min(costs)) * requests // isqrt(done)))
    if surely > budget.most:
        raise too_many(scenario_id, requests, whole, budget.most)


@contextmanager
def _look_at(scenario_id: str, before: int, done: int, requests: int) -> Iterator[None]:
    """Refuse all requests in the middle of one, as soon as it has taken so much that they will be refused after it."""
    budget = meter()
    watch = budget.watch
    clearly = 1 if done >= _ENOUGH else _CLEARLY

    def look() -> None:
        if watch is not None:
            watch()
        whole = before + (budget.spent - before) * requests // done
        if whole > clearly * budget.most:
            # This is raised where the request is answered, which is outside of the generator that waits below.
            budget.watch = watch
            raise too_many(scenario_id, requests, whole, budget.most)

    budget.watch = look
    try:
        yield
    finally:
        budget.watch = watch


def require_least(scenario_id: str, requests: Sequence[Mapping[str, Any]], by_formula: bool = False) -> None:
    """Refuse requests of which the scenario knows that they take too much, before the first is begun.

    Where a formula may answer several at once, no more than a few of one size are counted.

    >>> hands = [{"die": 20, "dice": 5, "rolls": 1, "target": target} for target in range(1, 21)]
    >>> require_least("mechanics.keep", hands, by_formula=True)
    >>> require_least("mechanics.keep", hands)
    Traceback (most recent call last):
        ...
    probcalc.scenarios.errors.TooMuch: mechanics.keep: 20 requests are too much at once: ...

    Raises:
        TooMuch: when they would take more than what is left of the budget.
    """
    model = registry.scenario(scenario_id)
    if model.least_steps is Scenario.least_steps:
        return
    # Of very many some are sized: to check each would take long too.
    stride = -(-len(requests) // _MOST_SIZED)
    sizes = [_least(model, given) for given in requests[::stride]]
    most = _LIKE_A_FORMULA if by_formula else len(sizes)
    budget = meter()
    whole = budget.spent + sum(size * min(number, most) for size, number in Counter(sizes).items())
    if whole > budget.most:
        raise too_many(scenario_id, len(requests), whole, budget.most)


def _least(model: type[Scenario], parameters: Mapping[str, Any]) -> int:
    try:
        return min(resolve(model, parameters)[0].least_steps(), model.most_steps)
    except InputError:
        return 0


def too_many(scenario_id: str, requests: int, steps: int, most: int) -> TooMuch:
    """The refusal of so many requests that would take about so many steps, where so many are allowed at most."""
    return TooMuch(f"{scenario_id}: {requests:,} requests are too much at once: about {steps:,} steps (limit {most:,})")
