"""The order in which the outcomes of a law are listed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from operator import index
from typing import Any, ClassVar

from probcalc.exact.arguments import whole_of
from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.errors import ProbcalcError, WrongValue
from probcalc.exact.kernels.weights import gather

MOST_PARTS = 100_000
_INTEGERS = {int}
_NAMES = {str}
_TUPLES = {tuple}
_SINGLE = frozenset((int, str, Fraction, bool))
_PLAIN = _SINGLE | {tuple}


class NoOutcome:
    """The base of what is never an outcome itself: laws, and steps that are still to be played."""

    __slots__ = ()
    in_place_of_a_law: ClassVar[str] = "a step: law_of(step) is its law"
    """What is said where a law is meant."""


class NeverHolds(ProbcalcError, ValueError):
    """A distribution was asked for, given a condition whose probability is zero."""

    def __init__(self) -> None:
        super().__init__("the condition never holds, so nothing can be known given it")

    def __reduce__(self) -> tuple[Any, ...]:
        return NeverHolds, ()


def require_outcomes(outcomes: Collection[Any]) -> None:
    """Refuse a law or a step among outcomes, or as a part of one: it would be taken for one more face.

    >>> require_outcomes([1, "never", (2, "lost")])
    >>> require_outcomes([NoOutcome()])
    Traceback (most recent call last):
        ...
    probcalc.exact.errors.WrongValue: an outcome is a number or a name, and never a NoOutcome: what is rolled next
    follows with then

    Raises:
        ValueError: when there is one.
    """
    kinds = set(map(type, outcomes))
    if kinds <= _SINGLE:
        return
    if tuple in kinds:
        tuples = outcomes if len(kinds) == 1 else [outcome for outcome in outcomes if type(outcome) is tuple]
        # Of many tuples only the types of their parts are looked at, all at once.
        if not set(map(type, chain.from_iterable(tuples))) <= _SINGLE:
            require_outcomes(list(chain.from_iterable(tuples)))
        if len(kinds) == 1:
            return
    for kind in kinds:
        if issubclass(kind, (float, Decimal)):
            raise WrongValue("the outcomes of a Distribution are exact: fractions, not decimals")
        if issubclass(kind, NoOutcome):
            name = f"an {kind.__name__}" if kind.__name__[0] in "AEIOU" else f"a {kind.__name__}"
            raise WrongValue(
                f"an outcome is a number or a name, and never {name}: what is rolled next follows with then"
            )


def count_outcomes(outcomes: Iterable[Any], what: str) -> dict[Any, int]:
    """How often each stands in a list, in the order in which they come first.

    >>> count_outcomes([0, 0, 1], "a face")
    {0: 2, 1: 1}

    Raises:
        ValueError: when one is a list or another thing that can change; `what` is what it should be.
    """
    found: dict[Any, int] = {}
    for outcome in outcomes:
        if type(outcome) not in _PLAIN and isinstance(outcome, (float, Decimal)):
            # It would be taken for the whole number that it is equal to.
            raise WrongValue(f"{what} is exact: fractions, not decimals such as {outcome}")
        try:
            found[outcome] = found.get(outcome, 0) + 1
        except TypeError:
            raise WrongValue(f"{what} is a number, a name or a tuple of them, not {outcome!r}") from None
    return found


def own_number(value: Any) -> Any:
    """A whole number of another library, or a fraction that is one, as Python's own; anything else as it is.

    >>> own_number(3), own_number(Fraction(6, 2)), own_number("never")
    (3, 3, 'never')
    """
    if type(value) in _PLAIN:
        return whole_of(value)
    try:
        return value if isinstance(value, (int, NoOutcome)) else index(value)
    except TypeError:
        return value


def _rising(weights: Mapping[Any, int]) -> dict[Any, int]:
    # Most often they stand in order already.
    listed = list(weights)
    rising = sorted(listed)
    return dict(weights) if rising == listed else {outcome: weights[outcome] for outcome in rising}


def in_order(weights: Mapping[Any, int]) -> dict[Any, int]:
    """Numbers first and ascending, then other outcomes: tuples ascending where they compare, names as listed.

    >>> list(in_order({"none": 1, 2: 1, Fraction(1, 2): 1}))
    [Fraction(1, 2), 2, 'none']

    Raises:
        ValueError: when an outcome is a decimal, a law or a step.
    """
    kinds = set(map(type, weights))
    if kinds == _INTEGERS:
        return _rising(weights)
    if kinds == _NAMES:
        return dict(weights)
    if kinds == _TUPLES:
        require_outcomes(weights)
        with suppress(TypeError):
            return _rising(weights)
        return dict(weights)
    if not kinds <= _PLAIN:
        require_outcomes(weights)
        if any(issubclass(kind, float) for kind in kinds):
            raise WrongValue("the outcomes of a Distribution are exact: fractions, not decimals")
        weights = gather(map(own_number, weights), weights.values())
    numbers = sorted((o, w) for o, w in weights.items() if isinstance(o, (int, Fraction)))
    others = [(o, w) for o, w in weights.items() if not isinstance(o, (int, Fraction))]
    if tuple in kinds:
        require_outcomes(weights)
        if all(isinstance(o, tuple) for o, _ in others):
            with suppress(TypeError):
                others.sort()
    return dict(numbers + others)


def in_declared_order(outcomes: Iterable[Any], order: tuple[Any, ...]) -> list[Any]:
    """Outcomes with those that have a declared order last, in it.

    >>> in_declared_order(["lost", 1, 2], ("lost", "never"))
    [1, 2, 'lost']
    """
    present = list(outcomes)
    return [o for o in present if o not in order] + [o for o in order if o in present]


def require_short(what: str, outcome: Any) -> None:
    """Refuse a tuple of tuples with too many parts: one that holds itself twice in each turn doubles with each.

    >>> require_short("a state", ((1, 2), 3))

    Raises:
        TooLarge: when it has more than 100,000 parts, or is nested deeper than Python goes.
    """
    if type(outcome) is tuple and tuple in map(type, outcome):
        try:
            parts = _parts_once(outcome, {})
        except RecursionError:
            parts = MOST_PARTS + 1
        if parts > MOST_PARTS:
            raise TooLarge(what, parts, MOST_PARTS, "numbers and names")


def _parts_once(outcome: Any, known: dict[int, int]) -> int:
    """How many parts there are, where a tuple that stands in several places is looked at once."""
    if not isinstance(outcome, tuple):
        return 1
    if id(outcome) not in known:
        known[id(outcome)] = sum(_parts_once(part, known) for part in outcome)
    return known[id(outcome)]


def parts_of(outcome: Any) -> int:
    """How many numbers and names an outcome is made of.

    >>> parts_of(((1, 2, 3), "a"))
    4
    """
    return sum(map(parts_of, outcome)) if isinstance(outcome, tuple) else 1
