"""The values of a program: whole numbers, sequences of them, and dice of one kind.

A collection of dice stays several dice until it is calculated with; then it is the law of their sum. Weights are whole
numbers over one total.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import comb, lcm
from typing import Any, Final, NamedTuple, TypeAlias

from probcalc.dice_programs.spending import (
    PROGRAM,
    law_steps,
    number_steps,
    require_law,
    require_number,
    require_short,
    sequence_steps,
)
from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import meter
from probcalc.exact.budget.requirements import require_affordable, require_affordable_powers, require_writable
from probcalc.exact.kernels.powers import power
from probcalc.exact.kernels.weights import reduce_weights
from probcalc.exact.law.distribution import Distribution

Sequence: TypeAlias = tuple[int, ...]
_MANY_ROLLS = 40
"""Of so many dice with as many faces there are more rolls than are ever gone through."""


class Dice:
    """So many equal dice: `count` of them, each with `faces` (outcome and weight, rising) over `total`.

    Whatever makes one counts it in the budget of the program: by its faces, and the length of their weights.

    >>> Dice.with_sides(6).copies(3)
    3 dice of 6 faces
    >>> dict(Dice.with_sides(2).copies(2).sum_of_dice().faces)
    {2: 1, 3: 2, 4: 1}
    """

    __slots__ = ("_hash", "_sum", "count", "faces", "total")

    def __init__(self, count: int, faces: tuple[tuple[int, int], ...], total: int) -> None:
        self.count, self.faces, self.total = count, faces, total
        self._sum: Dice | None = None
        self._hash: int | None = None

    @classmethod
    def single(cls, weights: Mapping[int, int], total: int) -> Dice:
        """One die with integer weights over a total, in lowest terms.

        Raises:
            TooLarge: when its fractions have more than 200,000 bits: what is squared again and again has no end; or
                when a face is too long a number.
        """
        require_short(total.bit_length())
        meter().spend(PROGRAM, law_steps(len(weights), total.bit_length()))
        if not weights:
            return EMPTY
        lowest, total = reduce_weights(weights, total)
        faces = tuple((o, lowest[o]) for o in sorted(lowest))
        if faces:
            require_number(faces[0][0])
            require_number(faces[-1][0])
        return cls(1, faces, total)

    @classmethod
    def with_sides(cls, sides: int) -> Dice:
        """A fair die: 1 to `sides`, -1 to `sides` when negative, and the constant 0 for no sides.

        Raises:
            TooLarge: when there are more than a million.
        """
        require_writable("a die", abs(sides))
        # Its weights are one and the same, and nothing is sorted.
        meter().spend(PROGRAM, law_steps(abs(sides), 0) * 3 // 4)
        numbers = range(1, sides + 1) if sides > 0 else range(sides, 0) if sides else range(1)
        return cls(1, tuple((n, 1) for n in numbers), len(numbers))

    @classmethod
    def with_faces(cls, faces: Sequence) -> Dice:
        """A die whose faces are the elements of a sequence; the empty die for an empty one."""
        meter().put_down(sequence_steps(faces))
        weights: dict[int, int] = {}
        for face in faces:
            weights[face] = weights.get(face, 0) + 1
        return cls.single(weights, len(faces)) if faces else EMPTY

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dice):
            return NotImplemented
        return (self.count, self.total, self.faces) == (other.count, other.total, other.faces)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.count, self.faces))
        return self._hash

    def __repr__(self) -> str:
        return f"{self.count} {'die' if self.count == 1 else 'dice'} of {len(self.faces)} faces"

    @property
    def is_empty(self) -> bool:
        """Whether this is `d{}`, of which nothing can be rolled."""
        return not self.total

    @property
    def rolls(self) -> int:
        """How many different rolls the dice have, put in order: C(count + faces - 1, count), or some of very many.

        >>> Dice.with_sides(6).copies(4).rolls
        126
        """
        if not self.faces:
            return 0
        return comb(self.count + len(self.faces) - 1, min(self.count, len(self.faces) - 1, _MANY_ROLLS))

    @property
    def bits(self) -> int:
        """So many bits the total of all rolls together has at least."""
        return self.count * (self.total.bit_length() - 1)

    def weight_of_all(self) -> int:
        """The total of all rolls together: total ** count.

        Raises:
            TooLarge: when it has more than 200,000 bits.
        """
        require_short(self.bits)
        require_affordable_powers(f"{self.count} dice", 1, self.count * self.total.bit_length())
        return int(self.total**self.count)

    def copies(self, n: int) -> Dice:
        """So many times these dice; negated for a negative number, the constant 0 for none.

        Raises:
            TooLarge: when there are more than a million dice.
        """
        if self.is_empty:
            return EMPTY
        if not n:
            return ZERO
        require_writable("a collection of dice", abs(n) * self.count)
        return Dice(n * self.count, self.faces, self.total) if n > 0 else self.negated().copies(-n)

    def negated(self) -> Dice:
        """The same dice with the sign of every face turned."""
        return Dice(self.count, tuple((-o, w) for o, w in reversed(self.faces)), self.total)

    def sum_of_dice(self) -> Dice:
        """One die with the law of the sum; what it takes is counted in the meter.

        Raises:
            TooLarge: when the estimate exceeds the bound.
        """
        if self.count <= 1:
            return self
        if self._sum is None:
            # Adding a die to so many sums gives at least as many more sums as it has faces beyond one.
            require_law(self.count * (len(self.faces) - 1) + 1, self.bits)
            total = self.weight_of_all()
            self._sum = Dice.single(power(dict(self.faces), self.count) if self.faces else {}, total)
        return self._sum

    def ordered_rolls(self, highest_first: bool) -> Iterator[tuple[int, Sequence]]:
        """Each different roll in order with its weight: n! times the product of w ** k / k! over the faces.

        One die goes from its lowest face up; several go from the first roll in the order asked for.

        >>> list(Dice.with_sides(2).copies(2).ordered_rolls(highest_first=True))
        [(1, (2, 2)), (2, (2, 1)), (1, (1, 1))]
        """
        if self.count == 1:
            return ((weight, (face,)) for face, weight in self.faces)
        return _rolls(self.faces[::-1] if highest_first else self.faces, self.count, 1, ())


def _rolls(
    faces: tuple[tuple[int, int], ...], left: int, weight: int, so_far: Sequence
) -> Iterator[tuple[int, Sequence]]:
    if not left:
        yield weight, so_far
        return
    (face, single), rest = faces[0], faces[1:]
    if not rest:
        yield weight * int(single**left), so_far + (face,) * left
        return
    for here in range(left, -1, -1):
        yield from _rolls(rest, left - here, weight * comb(left, here) * int(single**here), so_far + (face,) * here)


EMPTY: Final = Dice(0, (), 0)
"""The empty die `d{}`, which a function gives too that reaches no result."""
ZERO: Final = Dice(1, ((0, 1),), 1)

Value: TypeAlias = int | Sequence | Dice


def number_of(value: int | Sequence) -> int:
    """A number as it is, a sequence as its sum.

    Raises:
        TooLarge: when the sum is too long a number.
    """
    if isinstance(value, int):
        return value
    meter().put_down(sequence_steps(value))
    return require_number(sum(value))


def as_one_die(value: Value) -> Dice:
    """A value as one die: dice as their sum, numbers and summed sequences as what is certain."""
    if isinstance(value, Dice):
        return value.sum_of_dice()
    return Dice(1, ((number_of(value), 1),), 1)


def elements(value: Value) -> Sequence:
    """What a value puts into a sequence: of dice each possible sum once, rising."""
    if isinstance(value, Dice):
        law = value.sum_of_dice()
        meter().put_down(len(law.faces) // 2)
        return tuple(face for face, _ in law.faces)
    return (value,) if isinstance(value, int) else value


def mix(parts: Iterable[tuple[int, Value]], total: int) -> Dice:
    """One of several values, each with its weight: P(x) = sum of w P(x | value) / total.

    The weight of an empty die is taken out of the total.

    >>> mix([(1, 5), (1, Dice.with_sides(2)), (2, EMPTY)], 4).faces
    ((1, 1), (2, 1), (5, 2))

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    plain: dict[int, int] = {}
    laws: dict[int, tuple[int, Dice]] = {}
    for weight, value in parts:
        meter().put_down(number_steps(weight))
        if isinstance(value, Dice):
            law = value.sum_of_dice()
            if law.is_empty:
                total -= weight
            else:
                laws[id(law)] = (laws.get(id(law), (0, law))[0] + weight, law)
        else:
            outcome = number_of(value)
            plain[outcome] = plain.get(outcome, 0) + weight
    if not total:
        return EMPTY
    if laws:
        common = _common_total([law.total for _, law in laws.values()])
        work = sum(len(law.faces) for _, law in laws.values())
        bits = common.bit_length() + total.bit_length()
        require_short(bits - 2)
        require_affordable("a mixture of dice", work, bits)
        plain = {o: w * common for o, w in plain.items()}
        for weight, law in laws.values():
            factor = weight * (common // law.total)
            for o, w in law.faces:
                plain[o] = plain.get(o, 0) + factor * w
        total *= common
    return Dice.single(plain, total)


def _common_total(totals: list[int]) -> int:
    """The least common multiple of totals, the work counted number by number: together they may have no end."""
    common = 1
    for total in totals:
        shorter, longer = sorted((common.bit_length(), total.bit_length()))
        meter().put_down(1 + costs.quotient(longer, shorter) // costs.NANOSECONDS_PER_STEP)
        if not common % total:
            continue
        if total % common:
            meter().put_down(costs.common_divisor(shorter) // costs.NANOSECONDS_PER_STEP)
        common = lcm(common, total)
        require_short(common.bit_length())
    return common


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
