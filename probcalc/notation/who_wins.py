"""Who wins of two sides, by running sums of one of them, though it is said by their margin."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from probcalc.exact.immutable import immutable
from probcalc.exact.tree.margins import Margin
from probcalc.exact.tree.steps import Mapped, Tree


@immutable
class WhoWins(Margin):
    """The winner of two independent sides.

    Its law takes as long as those of the two sides, where that of their margin takes their product; it is told as what
    is read off the margin.

    >>> from operator import neg
    >>> from probcalc.exact.tree.checks import faces
    >>> from probcalc.exact.readings.law import law_of
    >>> from probcalc.exact.tree.steps import Sum
    >>> a, b = faces("a", 6), faces("b", 4)
    >>> law_of(who_wins(a, b, Sum((a, Mapped(b, neg))), lambda margin: "a" if margin > 0 else "other"))
    Distribution(other: 5/12, a: 7/12)
    """

    told: Tree

    def plain(self) -> Tree:
        """What is read off the margin."""
        return self.told


def who_wins(a: Tree, b: Tree, margin: Tree, winner: Callable[[int], str]) -> WhoWins:
    """The winner of side a and side b, of which `winner` knows from the sign of the margin."""
    return WhoWins(a, partial(_always, b), _around, partial(_by_sign, winner), Mapped(margin, winner))


def _always(b: Tree, x: int) -> Tree:
    return b


def _around(x: int) -> tuple[int, int]:
    return x, x + 1


def _by_sign(winner: Callable[[int], str], x: int, reached: int) -> str:
    return winner(1 - reached)
