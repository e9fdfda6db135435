"""What a program puts out: names, and laws of which a part may be missing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from probcalc.exact.distribution import Distribution


class PartialDistribution(Distribution):
    """A law of which a part is missing: rolls for which a function gave no result, or the empty die.

    The chances of its outcomes and `missing` sum to one.

    >>> from probcalc.dice_programs.running import run
    >>> output = run("function: high X:n { if X > 4 { result: X } } output [high d6]")[0].distribution
    >>> output[5], output.missing
    (Fraction(1, 6), Fraction(2, 3))
    """

    __slots__ = ()

    @property
    def missing(self) -> Fraction:
        """The chance that there is no result."""
        return 1 - Fraction(sum(self._weights.values()), self._total)

    @property
    def mean(self) -> Any:
        """Refused: what is missing has no size.

        Raises:
            ValueError: always.
        """
        raise ValueError(f"{self.missing} of this law is missing, so it has no mean")


class ProgramOutput(NamedTuple):
    """One output of a program: its name and its law."""

    name: str
    distribution: Distribution


def law_of_weights(weights: dict[int, int], total: int) -> Distribution:
    """The law of integer weights over a total, with a part missing where they fall short of it."""
    if weights and sum(weights.values()) == total:
        return Distribution._reduced(weights, total)
    return PartialDistribution._ordered(weights, max(total, 1))
