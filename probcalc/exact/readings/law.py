"""The exact law of a tree."""

from __future__ import annotations

from fractions import Fraction

from probcalc.exact.errors import WrongValue
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.elementary import READ
from probcalc.exact.tree.reader import Reader
from probcalc.exact.tree.steps import Event, Tree


class LawReader(Reader):
    """Reads the law of every tree.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> LawReader().weighted(roll_under("Hit", 20, 9).count("success"))
    ({1: 9, 0: 11}, 20)
    """

    __slots__ = ()
    read = READ


def law_of(tree: Tree | Distribution) -> Distribution:
    """The exact law of a tree; a law is its own.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> law_of(roll_under("Hit", 20, 9).count("success"))
    Distribution(0: 11/20, 1: 9/20)
    """
    return LawReader().distribution(tree)


def probability_of(event: Event) -> Fraction:
    """The exact probability of an event.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> probability_of(roll_under("Hit", 20, 9).among("success"))
    Fraction(9, 20)

    Raises:
        ValueError: when it is no event.
    """
    if not isinstance(event, Event):
        raise WrongValue(f"a probability is that of an event, such as step.among(6), not of {type(event).__name__}")
    result = LawReader().probability(event)
    assert isinstance(result, Fraction)
    return result
