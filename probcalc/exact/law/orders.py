"""What the outcomes of a law are, and which of them is the higher.

Four kinds are told apart, here alone: numbers; numbers with an end beyond them ("never", "later", "more"), which lies
above every number; names in a declared order; names without one, of which none is high or low.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, TypeAlias

from probcalc.exact.arguments import brief, require_outcome
from probcalc.exact.errors import WrongValue
from probcalc.exact.law.outcomes import own_number

_LONGEST = 150

Rank: TypeAlias = "tuple[int, Any]"
"""Where an outcome stands; the greater place is the higher outcome."""

_NUMBERS = frozenset((int, Fraction))


def is_number(outcome: Any) -> bool:
    """Whether an outcome is a number and no name.

    >>> is_number(Fraction(1, 2)), is_number("never")
    (True, False)
    """
    return isinstance(outcome, (int, Fraction))


def are_numbers(outcomes: Collection[Any]) -> bool:
    """Whether every outcome is a number.

    >>> are_numbers([1, Fraction(1, 2)]), are_numbers([1, "never"])
    (True, False)
    """
    return _NUMBERS.issuperset(map(type, outcomes)) or all(map(is_number, outcomes))


def require_addends(outcomes: Collection[Any]) -> None:
    """Refuse what cannot be added up: names, and tuples, would be joined end to end.

    >>> require_addends([1, "never"])
    Traceback (most recent call last):
        ...
    probcalc.exact.errors.WrongValue: only numbers can be added up, and the outcome 'never' is none

    Raises:
        ValueError: when an outcome is no number; the message names it.
    """
    # Whole numbers are the usual case, and laws are added up all the time.
    if _NUMBERS.issuperset(map(type, outcomes)):
        return
    for outcome in outcomes:
        if not is_number(outcome):
            raise WrongValue(f"only numbers can be added up, and the outcome {outcome!r} is none")


def require_whole_numbers(outcomes: Collection[Any]) -> None:
    """Refuse what is no whole number where faces are counted in steps of 1.

    >>> require_whole_numbers([1, Fraction(1, 2)])
    Traceback (most recent call last):
        ...
    probcalc.exact.errors.WrongValue: only whole numbers are added up here, and the face 1/2 is none

    Raises:
        ValueError: when an outcome is none; the message names it.
    """
    for outcome in outcomes:
        if not isinstance(outcome, int):
            face = outcome if is_number(outcome) else repr(outcome)
            raise WrongValue(f"only whole numbers are added up here, and the face {face} is none")


def require_no_names(outcomes: Iterable[Any]) -> None:
    """Refuse names where results are put in order: in a step, nothing says which of them is high.

    >>> require_no_names([1, (2, 3)])
    >>> require_no_names(["won"])
    Traceback (most recent call last):
        ...
    probcalc.exact.errors.WrongValue: nothing says whether the outcome 'won' is high or low: it is no number

    Raises:
        ValueError: when an outcome is a name; the message says which.
    """
    for outcome in outcomes:
        if not is_number(outcome) and not isinstance(outcome, tuple):
            raise WrongValue(f"nothing says whether the outcome {brief(outcome)} is high or low: it is no number")


@dataclass(frozen=True, slots=True)
class Order:
    """Names from the lowest to the highest; with `beyond` there are numbers too, and the names lie above all of them.

    >>> morale = Order(("passed", "disordered", "broken"))
    >>> morale.place("broken") > morale.place("passed")
    True
    >>> morale.place(3)
    Traceback (most recent call last):
        ...
    probcalc.exact.errors.WrongValue: the outcome 3 has no place among passed, disordered, broken
    """

    names: tuple[Any, ...]
    beyond: bool = False

    def holds(self, outcome: Any) -> bool:
        """Whether the outcome has a place."""
        return self.beyond if is_number(outcome) else outcome in self.names

    def place(self, outcome: Any) -> Rank:
        """Where the outcome stands among all others.

        Raises:
            ValueError: when it has no place; the message names it.
        """
        if not self.holds(require_outcome(outcome)):
            raise WrongValue(self._stranger(outcome))
        return (0, outcome) if is_number(outcome) else (1, self.names.index(outcome))

    def reaching(self, least: Any) -> Callable[[Any], bool]:
        """The condition of being `least` or higher.

        >>> reached = ENDS.reaching(2)
        >>> [outcome for outcome in (1, 2, 3, "never") if reached(outcome)]
        [2, 3, 'never']

        Raises:
            ValueError: when `least` has no place, and the condition, when its outcome has none.
        """
        threshold = self.threshold(least)
        return lambda outcome: self.place(outcome) >= threshold

    def threshold(self, asked: Any) -> Rank:
        """The place of an outcome that is asked for.

        Raises:
            ValueError: when it is a decimal, or has no place.
        """
        if isinstance(asked, float):
            raise WrongValue(f"a threshold is an exact number, not the decimal {asked}")
        return self.place(own_number(asked))

    def _stranger(self, outcome: Any) -> str:
        known = ", ".join(map(str, self.names))
        known = known if len(known) <= _LONGEST else f"{known[: _LONGEST - 1]}…"
        if self == ENDS:
            return f"nothing says whether the outcome {brief(outcome)} is high or low: it is no number, nor {known}"
        numbers = "numbers and " if self.beyond else ""
        return f"the outcome {brief(outcome)} has no place among {numbers}{known}"


ENDS = Order(("more", "later", "never"), beyond=True)
"""The order of a law that declares no other: numbers, and what goes on beyond them."""


def common_order(a: Collection[Any], a_order: Order, b: Collection[Any], b_order: Order) -> Order:
    """An order in which the outcomes of two laws can be compared.

    >>> common_order([1, 2], ENDS, [2, "lost"], Order(("lost",), beyond=True))
    Order(names=('lost',), beyond=True)

    Raises:
        ValueError: when nothing says which of two outcomes is the higher; the message names one.
    """
    outcomes = {*a, *b}
    for order, other in ((a_order, b_order), (b_order, a_order), (ENDS, ENDS)):
        if all(map(order.holds, outcomes)):
            both = sorted((o for o in outcomes if not is_number(o) and other.holds(o)), key=order.place)
            for lower, higher in pairwise(both):
                if other.place(lower) > other.place(higher):
                    raise WrongValue(f"the two laws do not agree whether {lower!r} is high or low")
            return order
    for order, own, others in ((a_order, a, b), (b_order, b, a)):
        for outcome in (*own, *others):
            order.place(outcome)
    raise AssertionError("each law's outcomes have places in the order of the other")
