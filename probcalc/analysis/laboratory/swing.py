"""How much a result swings: spread, and the chance of nothing and of the most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from probcalc.exact.law.distribution import Distribution
from probcalc.exact.numbers.moments import SquareRoot
from probcalc.scenarios import registry
from probcalc.scenarios.given_values import flatten


@dataclass(frozen=True, slots=True)
class Swing:
    """The swing of one law over numbers.

    Attributes:
        result: the result's name.
        label: what it is called in the answer.
        law: its law.
        nothing: the chance of 0.
        most: the greatest outcome, and its chance.
    """

    result: str
    label: str
    law: Distribution
    nothing: Fraction
    most: tuple[Any, Fraction]

    @property
    def mean(self) -> Fraction:
        """The mean."""
        return self.law.mean

    @property
    def spread(self) -> Fraction | SquareRoot:
        """The standard deviation."""
        return self.law.standard_deviation

    @property
    def relative(self) -> Fraction | None:
        """The variance for the square of the mean: 0 is certain, 1 is as uncertain as it is large; None at a mean of 0.

        >>> found = swings("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"})[0]
        >>> found.nothing, found.most, found.relative
        (Fraction(256, 625), (2, Fraction(81, 625)), Fraction(8, 9))
        """
        return self.law.variance / self.mean**2 if self.mean else None


def swings(scenario_id: str, parameters: Mapping[str, Any]) -> tuple[Swing, ...]:
    """The swing of every result that counts something.

    Raises:
        InputError: when the request is refused.
    """
    answer = registry.answer(scenario_id, flatten(parameters))
    return tuple(
        Swing(name, answer.declared(name).label, law, law[0], (max(law), law[max(law)]))
        for name, law in answer.items()
        if isinstance(law, Distribution) and law.is_numeric
    )
