"""One play read in several ways, as numbers or, where chances have letters in them, as formulas."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from probcalc.exact.play.exploring import Letters
from probcalc.exact.rounds.playthrough import Playthrough

if TYPE_CHECKING:
    from probcalc.symbolic.formulas.playthrough import SymbolicPlaythrough


def playthrough(
    start: Any, step: Callable[[Any], Any], over: Callable[[Any], bool], given: Callable[[Any], bool] | None = None
) -> Playthrough | SymbolicPlaythrough:
    """Play from state to state until it is over; one object answers several questions about it.

    `step(state)` gives the law of the next state, as a law or as a plain mapping of states to their chances, or the
    next state itself; so does `start`. With `given`, which is asked of the start and of every state that play comes
    to, a play in which it ever fails is discarded, and every number is about the plays that are kept.

    >>> from fractions import Fraction
    >>> from probcalc.exact.dice.dice import d
    >>> six = playthrough(0, lambda face: d(6), lambda face: face == 6, given=lambda face: face % 2 == 0)
    >>> six.turns.mean, six.kept
    (Fraction(3, 2), Fraction(1, 4))

    A chance may be a SymPy expression in free letters: then the readings are formulas, which hold where every chance
    lies between 0 and 1.

    >>> import sympy
    >>> p = sympy.Symbol("p")
    >>> deuce = playthrough(0, lambda lead: {lead + 1: p, lead - 1: 1 - p}, lambda lead: abs(lead) == 2)
    >>> print(deuce.chance(lambda lead: lead == 2))
    p^2/(2*p^2 + 1 - 2*p)
    >>> deuce.turns.mean.subs(p=Fraction(1, 2))
    Fraction(4, 1)

    Raises:
        ValueError: when play may never end, what is given never happens, or chances do not sum to one.
        TooLarge: when the estimate exceeds the bound.
    """
    try:
        return Playthrough(start, step, over, given)
    except Letters:
        from probcalc.symbolic.formulas.playthrough import SymbolicPlaythrough

        return SymbolicPlaythrough(start, step, over, given)
