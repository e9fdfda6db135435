"""What a program puts out: names, and laws, of which the one of the empty die has no outcome."""

from __future__ import annotations

from typing import Any, NamedTuple

from probcalc.exact.law.distribution import Distribution


class EmptyDistribution(Distribution):
    """The law of the empty die: no outcome, and so no mean.

    >>> from probcalc.dice_programs.running import run
    >>> run("output d{}")[0].distribution
    EmptyDistribution()
    """

    __slots__ = ()

    @property
    def mean(self) -> Any:
        """Refused: there is nothing to roll.

        Raises:
            ValueError: always.
        """
        raise ValueError("there is nothing to roll, so this has no mean")


class ProgramOutput(NamedTuple):
    """One output of a program: its name and its law."""

    name: str
    distribution: Distribution


def law_of_weights(weights: dict[int, int], total: int) -> Distribution:
    """The law of integer weights over their total, the empty one where there are none."""
    return Distribution._make_reduced(weights, total) if weights else EmptyDistribution._make_ordered({}, 1)
