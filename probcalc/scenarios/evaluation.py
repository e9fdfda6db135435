"""The numeric reading of a scenario: every result of its play, within one bound."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import METER, TooLarge, meter, metered
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.outcomes import NeverHolds
from probcalc.exact.numbers.numerals import text_steps
from probcalc.exact.readings.law import LawReader
from probcalc.exact.records.record import Record
from probcalc.exact.tree.likeliest import Likeliest
from probcalc.exact.tree.reader import Laws
from probcalc.exact.tree.steps import Event, Repeated, Tree
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.scenario import Played, Result, Scenario

MOST_DIGITS = 60_000_000
"""Of all fractions of one law together; to write out so many takes some seconds."""
STEPS_PER_ANSWER = 1500
_LONG = 2000

Value: TypeAlias = "Fraction | Distribution | int | list[int]"


class Evaluated(NamedTuple):
    """The results by name, by name those that are too large, each with the refusal, and what is to be said of them."""

    values: dict[str, Value]
    refused: dict[str, TooLarge | NeverHolds]
    notes: list[str]


def evaluate(scenario: Scenario) -> dict[str, Value]:
    """The results of a scenario's play by name, shared branches computed once.

    Raises:
        TooLarge: when the estimate of one of them exceeds its bound.
    """
    found = evaluate_within(scenario)
    for refusal in found.refused.values():
        raise refusal
    return found.values


def evaluate_within(
    scenario: Scenario,
    written: bool = True,
    wanted: Collection[str] | None = None,
    laws: Laws | None = None,
    events: Mapping[str, Callable[[Scenario], Event]] | None = None,
) -> Evaluated:
    """The same with one bound for all results; what is too large, or given what never happens, is left out.

    What is not written down, as only a number is read off it, counts no writing against a meter shared with others.
    Of results that are `wanted` by name no others are computed; `events` are asked for beside them, by name. To the
    `laws` of steps that are known those are added that are read here.

    Raises:
        TooLarge, NeverHolds: when nothing else is left of the answer.
    """
    whole = METER.get()
    spending = meter().part(type(scenario).most_steps)
    spending.spend("this request", STEPS_PER_ANSWER)
    declared = {result.name: result for result in type(scenario).results}
    found = Evaluated({}, {}, [])
    computed = 0
    results, said = scenario.play_results()
    if wanted is not None and isinstance(results, Record):
        results = results.reading(wanted)
    with metered(spending):
        reader = LawReader(known=laws)
        events = events or {}
        for name in (*events, *(name for name in results if wanted is None or name in wanted)):
            try:
                # A result of a record is made when it is looked up.
                played = events[name](scenario) if name in events else results[name]
                found.values[name] = _value(reader, name, played, declared.get(name), written)
                computed += isinstance(played, (Event, Tree, Likeliest, Distribution))
            except InputError:
                # Results that this request does not decide together have no such chance.
                if name not in events:
                    raise
            except TooLarge as error:
                if whole is not None and error.budget is whole:
                    # Nothing is left for whatever else is asked either.
                    raise
                found.refused[name] = error
            except NeverHolds as error:
                found.refused[name] = error
    if not computed:
        for refusal in found.refused.values():
            raise refusal
    found.notes.extend(said())
    if isinstance(results, Record):
        results.forget()
    return found


def _value(reader: LawReader, name: str, played: Played, declared: Result | None, written: bool) -> Value:
    # Steps and events first: an instance check of a mapping goes a long way round.
    if isinstance(played, Event):
        chance: Fraction = reader.probability(played)
        return chance
    if isinstance(played, (Tree, Distribution)):
        if isinstance(played, Repeated):
            _foresee(reader, name, played)
        law = reader.distribution(played)
        count_writing(name, len(law), law.total.bit_length(), alone=not written)
        # The order of categories is the declaration's, not the alphabet's.
        return in_declared_form(law, declared)
    return played.read(reader) if isinstance(played, Likeliest) else played


def in_declared_form(law: Distribution, declared: Result | None) -> Distribution:
    """The law with its names listed and placed as its result declares them."""
    if declared is None or not declared.order:
        return law
    return law.listed_in(declared.order).in_the_order(declared.outcome_order)


def _foresee(reader: LawReader, name: str, repeated: Repeated) -> None:
    """Refuse a sum of many copies that nobody could write down, before it is computed."""
    weights, total = reader.weighted(repeated.source)
    if all(type(outcome) is int for outcome in weights):
        outcomes = (max(weights) - min(weights)) * repeated.n + 1
        _require_digits(name, min(outcomes, len(weights) ** min(repeated.n, 64)), repeated.n * total.bit_length())


def count_writing(name: str, outcomes: int, bits: int, alone: bool = False) -> None:
    """Count what it takes to write down so many fractions with numbers of so many bits.

    >>> with metered() as budget:
    ...     count_writing("wounds", 1000, 20_000)
    >>> budget.spent > 100_000
    True

    Raises:
        TooLarge: when they have too many digits, or the meter does not allow for it.
    """
    _require_digits(name, outcomes, bits)
    # Each fraction is brought to lowest terms, a few times over where it is shown with its tail.
    lowest = 2 * outcomes * costs.common_divisor(bits) // costs.NANOSECONDS_PER_STEP if bits > _LONG else 0
    meter().spend(f"writing down {name}", text_steps(outcomes, bits) + lowest, alone)


def _require_digits(name: str, outcomes: int, bits: int) -> None:
    digits = outcomes * bits * 3 // 5
    if digits > MOST_DIGITS:
        raise TooLarge(f"the answer {name}", digits, MOST_DIGITS, "digits")
