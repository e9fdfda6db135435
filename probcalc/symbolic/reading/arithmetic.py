"""The arithmetic that turns the reader of laws into a reader of formulas."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import comb, gcd, lcm
from typing import Any, NamedTuple

from probcalc.exact.budget.requirements import require_steps
from probcalc.exact.errors import ProbcalcError
from probcalc.exact.kernels import powers
from probcalc.exact.kernels import weights as kernels
from probcalc.exact.kernels.weights import LONG
from probcalc.exact.tree.arithmetic import Weighted
from probcalc.exact.tree.steps import Roll
from probcalc.symbolic.counts.forms import Form
from probcalc.symbolic.counts.needs import NeedsValue
from probcalc.symbolic.ring.algebra import Algebra
from probcalc.symbolic.ring.multinomials import multinomial
from probcalc.symbolic.ring.weights import Chance, Scalar, Weight, content

_LONGEST_WRITTEN_OUT = 12
_MOST_NAMED = 8
_PAIR = 4
"""In steps: what it takes to add up a product of two weights, beside the product."""


class RollRefused(ProbcalcError, ValueError):
    """Free probabilities that do not fit a roll.

    Attributes:
        name: the first of the probabilities.
    """

    def __init__(self, line: str, name: str) -> None:
        super().__init__(line)
        self.name = name


class Ratio(NamedTuple):
    """A probability or mean; which of two is greater may be a question to the parameters."""

    numerator: Scalar
    denominator: Scalar

    def __lt__(self, other: Any) -> bool:
        return bool(self.numerator * other.denominator < other.numerator * self.denominator)

    def __gt__(self, other: Any) -> bool:
        return bool(self.numerator * other.denominator > other.numerator * self.denominator)


class FreedRoll:
    """A roll whose bands have free probabilities in place of counted faces.

    `names` are the probabilities of its bands in order, all but the last.
    """

    def __init__(self, roll: str, names: tuple[str, ...]) -> None:
        self.roll, self.names = roll, names
        self.faces: Any = None

    def weights(self, algebra: Algebra, roll: Roll) -> Weighted:
        """The free probabilities of the bands.

        Raises:
            RollRefused: when the names do not fit the bands, or rolls of this name have other targets than the first.
        """
        counted = {band: algebra.count(faces) for band, faces in roll.bands.items()}
        # Bands without a face may be left out, but a name for each band is right as well.
        bands = tuple(counted)
        if len(bands) - 1 != len(self.names):
            bands = tuple(band for band, weight in counted.items() if weight)
        if len(bands) - 1 != len(self.names):
            raise RollRefused(self._misfit(bands if len(bands) > 1 else tuple(counted)), self.names[0])
        held = ((band, weight if isinstance(weight, int) else weight.key()) for band, weight in counted.items())
        faces = tuple(held), roll.total
        if self.faces is None:
            self.faces = faces
        elif self.faces != faces:
            raise RollRefused(
                f"{self.roll} is rolled against different targets here, and one probability can stand for one only; "
                "leave free what the targets are made of",
                self.names[0],
            )
        free = [
            algebra.generator(Chance(name), f"{roll.name}: {band}")
            for name, band in zip(self.names, bands, strict=False)
        ]
        rest: Scalar = 1
        for weight in free:
            rest = rest - weight
        return dict(zip(bands, [*free, rest], strict=True)), 1

    def _misfit(self, bands: tuple[Any, ...]) -> str:
        shown = ", ".join(str(band) for band in bands)
        if len(bands) < 2:
            return f"{self.roll} has the one band {shown} here, so there is no probability to leave free"
        if len(bands) > _MOST_NAMED:
            return (
                f"{self.roll} has {len(bands)} bands, too many to name a probability of each; "
                "leave free what it is made against"
            )
        wanted = ", ".join("pqrstuvwxyz"[: len(bands) - 1])
        return (
            f"{self.roll} has the bands {shown}: name {len(bands) - 1} of their probabilities, "
            f'as in "{wanted} = {self.roll}", not {len(self.names)}'
        )


class Polynomials:
    """Weights are polynomials in the unknowns of an algebra over a whole total."""

    __slots__ = ("algebra", "freed", "met")

    is_whole = False
    most_states = 2000

    def __init__(self, algebra: Algebra, freed: Mapping[str, FreedRoll] | None = None) -> None:
        self.algebra = algebra
        self.freed = freed or {}
        self.met: set[str] = set()

    def roll(self, roll: Roll) -> Weighted:
        """The counts of the bands as weights, or the free probabilities put in their place."""
        self.met.add(roll.name)
        if roll.name in self.freed:
            return self.freed[roll.name].weights(self.algebra, roll)
        weights = {}
        for band, faces in roll.bands.items():
            # A band that is one count gives it its name; a difference of counts is only of this roll.
            alone = isinstance(faces, Form) and [c for _, c in faces.terms] == [1] and not faces.constant
            if weight := self.algebra.count(faces, f"{roll.name}: {band}" if alone else roll.name):
                weights[band] = weight
        return self.reduce(weights, self.algebra.count(roll.total, roll.name))

    def common(self, totals: list[int]) -> tuple[int, list[int]]:
        """The least common multiple of the totals, and the factor that takes each of them there."""
        multiple = lcm(*totals)
        return multiple, [multiple // t for t in totals]

    def reduce(self, weights: dict[Any, Any], total: Any) -> Weighted:
        """Common factors and impossible outcomes taken out; an unknown total becomes a factor 1 / total."""
        kept = {outcome: weight for outcome, weight in weights.items() if weight}
        if isinstance(total, Weight):
            divisor = gcd(total.content(), *(content(weight) for weight in kept.values()))
            factor = self.algebra.inverse(total // divisor)
            return {outcome: weight // divisor * factor for outcome, weight in kept.items()}, 1
        if total == 1:
            return kept, total
        divisor = self.common_divisor(total, kept.values())
        if divisor == 1:
            return kept, total
        return {outcome: weight // divisor for outcome, weight in kept.items()}, total // divisor

    def power(self, weights: dict[Any, Any], total: Any, n: Any) -> Weighted:
        """The law of the sum of n independent copies.

        What would be long written out keeps a name for each weight of one copy: the law is then their multinomial.
        """
        n = int(n)
        if all(isinstance(weight, int) for weight in weights.values()):
            return powers.power(weights, n), total**n
        if n < 2:
            return (dict(weights), total) if n else ({0: 1}, 1)
        return self.write_out(*self.short(weights, total, n), n)

    def short(self, weights: dict[Any, Any], total: int, n: int) -> Weighted:
        """The same law, fit to be multiplied n times by itself: with a name for each weight where that is shorter."""
        monomials = {m for w in weights.values() if isinstance(w, Weight) for m, _ in w.terms()} | {()}
        if comb(n + len(monomials) - 1, n) * min(n, len(weights)) <= _LONGEST_WRITTEN_OUT:
            return weights, total
        unknown = [outcome for outcome, weight in weights.items() if isinstance(weight, Weight)]
        # The longest of them is what the others leave over.
        longest = max(unknown, key=lambda outcome: len(weights[outcome]))
        short: dict[Any, Any] = {}
        rest: Scalar = total
        for outcome, weight in weights.items():
            if outcome == longest:
                continue
            if isinstance(weight, Weight):
                divisor = gcd(total, weight.content())
                top, bottom = self.algebra.name_weight(weight // divisor, total // divisor)
                weight = top * (total // bottom)
            short[outcome] = weight
            rest = rest - weight
        if len(unknown) > 1 or isinstance(rest, Weight):
            divisor = gcd(total, content(rest))
            top, bottom = self.algebra.name_weight(rest // divisor, total // divisor)
            rest = top * (total // bottom)
        short[longest] = rest
        return self.reduce({outcome: short[outcome] for outcome in weights}, total)

    def write_out(self, weights: dict[Any, Any], total: int, n: int) -> Weighted:
        """The law of the sum of n copies, every coefficient multiplied out."""
        outcomes = sorted(
            weights, key=lambda outcome: len(weights[outcome]) if isinstance(weights[outcome], Weight) else 0
        )
        self.algebra.charge(comb(n + len(outcomes) - 1, n))
        if all(isinstance(weight, int) or len(weight) == 1 for weight in weights.values()):
            return self.reduce(multinomial(self.algebra, [(o, weights[o]) for o in outcomes], n), total**n)
        powers = {outcome: _powers(weights[outcome], n) for outcome in outcomes}
        found: dict[Any, list[Scalar]] = {}

        def place(position: int, left: int, reached: Any, weight: Scalar) -> None:
            outcome = outcomes[position]
            if position == len(outcomes) - 1:
                found.setdefault(reached + outcome * left, []).append(weight * powers[outcome][left])
                return
            for count in range(left + 1):
                here = powers[outcome][count] * (weight * comb(left, count))
                place(position + 1, left - count, reached + outcome * count, here)

        place(0, n, 0, 1)
        total_weights = {reached: self.algebra.total(found[reached]) for reached in sorted(found)}
        return self.reduce(total_weights, total**n)

    def add(self, a: dict[Any, Any], b: dict[Any, Any]) -> dict[Any, Any]:
        """The weights of the sum of two independent outcomes."""
        if all(isinstance(weight, int) for law in (a, b) for weight in law.values()):
            return kernels.convolve(a, b)
        require_steps("this formula", _PAIR * len(a) * len(b))
        found: dict[Any, list[Scalar]] = {}
        for x, weight in a.items():
            for y, other in b.items():
                found.setdefault(x + y, []).append(weight * other)
        return {total: self.algebra.total(weights) for total, weights in found.items()}

    def total(self, weights: Iterable[Scalar]) -> Scalar:
        """The sum, term by term."""
        return self.algebra.total(weights)

    def ratio(self, weight: Any, total: Any) -> Ratio:
        """The probability weight / total, or a mean."""
        if isinstance(weight, Fraction):
            return Ratio(weight.numerator, total * weight.denominator)
        return Ratio(weight, total)

    def factor_on_leaving(self, leaving: Any, weights: Iterable[Any]) -> tuple[Any, int]:
        """1 / total, as an unknown where the total is not known."""
        if not isinstance(leaving, Weight):
            return 1, leaving
        divisor = gcd(leaving.content(), *(content(weight) for weight in weights))
        return self.algebra.inverse(leaving // divisor), divisor

    def common_divisor(self, whole: int, weights: Iterable[Any]) -> int:
        """The greatest common divisor of a whole number and all coefficients, long ones counted for what it takes."""
        contents = map(content, weights)
        if whole.bit_length() > LONG:
            return kernels.common_divisor(whole, contents)
        divisor = whole
        for number in contents:
            if divisor == 1:
                break
            divisor = gcd(divisor, number)
        return divisor

    def numbers(self, weights: Iterable[Any]) -> list[int]:
        """The weights where they are known.

        Raises:
            NeedsValue: where one is not, so that only numbers serve.
        """
        found = list(weights)
        if any(isinstance(weight, Weight) for weight in found):
            raise NeedsValue("")
        return found


def _powers(weight: Scalar, n: int) -> list[Scalar]:
    found: list[Scalar] = [1]
    for _ in range(n):
        found.append(found[-1] * weight)
    return found
