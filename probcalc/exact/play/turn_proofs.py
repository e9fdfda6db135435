"""The certificate of how many turns a play takes: all of its chances, which a small program plays again.

The chances of the numbers of turns are the series of N(x) / D(x), where neither has a degree above the number of states
that go on. A quotient that is right for twice as many turns, and one more, is therefore right for all: nothing has to
be known of how it was found.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from probcalc.exact.errors import WrongValue
from probcalc.exact.kernels.series import Series
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.explosions import MORE
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.exact.play.certificates import write_graph
from probcalc.exact.play.exploring import Graph

FORM = "turns/1"
MOST_PLAYED = 2_000_000
"""Moves that a reader has to play to check a quotient; above, turns are listed one by one."""


def turns_to_play(play: Graph) -> int:
    """How many turns prove a quotient: twice as many as states go on, and none at all."""
    return 2 * sum(step is not None for step in play.steps) + 1


def is_short(play: Graph) -> bool:
    """Whether a reader can play that many turns."""
    return turns_to_play(play) * (sum(map(len, play.moves)) + len(play.states)) <= MOST_PLAYED


def chances_in_list(law: Distribution) -> list[Fraction]:
    """The chances of the turns that a law lists, from none on."""
    chances = {n: Fraction(weight, law.total) for n, weight in law.weights.items() if n is not MORE}
    return [chances.get(n, Fraction(0)) for n in range(max(chances) + 1)]


def write_turns(
    play: Graph, thrown: frozenset[int], kept: Fraction, law: Sequence[Fraction] | tuple[Series, Series]
) -> dict[str, Any]:
    """The certificate of the law of the number of turns, of the plays that are kept: a quotient, or the first chances.

    Raises:
        ValueError: when first chances are proved, more turns are possible and something is given.
        TooLarge: when it would be too long.
    """
    answer: dict[str, Any]
    if isinstance(law, tuple):
        answer = {"top": list(map(str, law[0])), "bottom": list(map(str, law[1]))}
        values = [list(map(Fraction, series)) for series in law]
    else:
        more = 1 - sum(law)
        if more and thrown:
            raise WrongValue(
                "so large a play with something given has no certificate of the law of its turns; "
                'there are those of "turns" and of "variance"'
            )
        answer = {"first": list(map(fraction_text, law)), "more": fraction_text(more)}
        values = [list(law)]
    return {
        "certificate": FORM,
        "question": "law of the turns",
        "answer": answer,
        "kept": fraction_text(kept),
        **write_graph(play, thrown, values),
    }
