"""How many rolls it takes to notice that a face comes more or less often than it should."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb, perm

from probcalc.exact.budget.bounds import metered
from probcalc.exact.budget.requirements import require_affordable
from probcalc.exact.face_counts.shares import unpack
from probcalc.exact.face_counts.squares import Squares

MOST_SCANNED = 2000
NOTICED = "how often this is noticed"


@dataclass(frozen=True, slots=True)
class Power:
    """A test of so many rolls: from which value on the die is called unfair, and how often a fair one and this one is.

    `critical` is None where no outcome is rare enough.
    """

    rolls: int
    critical: Fraction | None
    level: Fraction
    power: Fraction


class OneFace:
    """The count of one face in more and more rolls, of a fair die and of one on which it comes with another chance."""

    def __init__(self, faces: int, chance: Fraction, level: Fraction) -> None:
        self.fair, self.chance, self.level = Fraction(1, faces), chance, level
        self.is_more = chance > self.fair
        self.rolls = 0
        # With no roll the count is 0 for certain: 0 or more, and 1 or more never.
        self.critical = 1 if self.is_more else -1
        self.tails = [0, 0]

    @property
    def find_power(self) -> Power:
        """What the test of so many rolls can do."""
        level, power = (
            Fraction(tail, p.denominator**self.rolls) for tail, p in zip(self.tails, self._both, strict=True)
        )
        is_none = self.critical > self.rolls or self.critical < 0
        return Power(self.rolls, None if is_none else Fraction(self.critical), level, power)

    @property
    def _both(self) -> tuple[Fraction, Fraction]:
        return self.fair, self.chance

    def add_roll(self) -> None:
        """One roll more; the mildest count that is rare enough stays, or is one more."""
        edge = self.critical - 1 if self.is_more else self.critical
        sign = 1 if self.is_more else -1
        for which, p in enumerate(self._both):
            # P(X + roll >= c) = P(X >= c) + p P(X = c - 1); P(X + roll <= c) = P(X <= c) - p P(X = c).
            self.tails[which] = self.tails[which] * p.denominator + sign * p.numerator * self._ways(p, edge)
        self.rolls += 1
        if self.is_more:
            if not self._is_rare(self.tails[0]):
                self._move(-1, self.critical)
                self.critical += 1
        elif self._is_rare(self.tails[0] + self._ways(self.fair, self.critical + 1)):
            self.critical += 1
            self._move(1, self.critical)

    def _move(self, sign: int, count: int) -> None:
        for which, p in enumerate(self._both):
            self.tails[which] += sign * self._ways(p, count)

    def _is_rare(self, tail: int) -> bool:
        return bool(tail * self.level.denominator <= self.level.numerator * self.fair.denominator**self.rolls)

    def _ways(self, p: Fraction, count: int) -> int:
        if not 0 <= count <= self.rolls:
            return 0
        return int(comb(self.rolls, count) * p.numerator**count * (p.denominator - p.numerator) ** (self.rolls - count))


def one_face(faces: int, chance: Fraction, level: Fraction, power: Fraction, rolls: int | None) -> Power | None:
    """The test of a face that is named beforehand, with so many rolls, or as few as reach the power; None up to 2,000.

    >>> found = one_face(6, Fraction(1, 4), Fraction(1, 20), Fraction(9, 10), None)
    >>> found.rolls, found.critical
    (206, Fraction(44, 1))

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    if rolls is not None:
        return one_face_of(rolls, faces, chance, level)
    bits = MOST_SCANNED * chance.denominator.bit_length()
    require_affordable(NOTICED, 8 * MOST_SCANNED, bits, 0, bits // 4)
    test = OneFace(faces, chance, level)
    while test.rolls < MOST_SCANNED:
        test.add_roll()
        if Fraction(test.tails[1], chance.denominator**test.rolls) >= power:
            return test.find_power
    return None


def power_curve(faces: int, chance: Fraction, level: Fraction, power: Fraction) -> tuple[list[int], int | None]:
    """The power in thousandths, rounded down, of 0 to 2,000 rolls, and the least number that reaches a power.

    >>> curve, least = power_curve(6, Fraction(1, 4), Fraction(1, 20), Fraction(9, 10))
    >>> curve[206], least
    (902, 206)
    """
    test = OneFace(faces, chance, level)
    curve: list[int] = [0]
    least = None
    while test.rolls < MOST_SCANNED:
        test.add_roll()
        whole = chance.denominator**test.rolls
        curve.append(1000 * test.tails[1] // whole)
        if least is None and test.tails[1] * power.denominator >= power.numerator * whole:
            least = test.rolls
    return curve, least


def one_face_of(n: int, faces: int, chance: Fraction, level: Fraction) -> Power:
    """The same with n rolls.

    >>> one_face_of(2, 6, Fraction(1, 4), Fraction(1, 50))
    Power(rolls=2, critical=None, level=Fraction(0, 1), power=Fraction(0, 1))
    """
    bits = n * chance.denominator.bit_length()
    require_affordable(NOTICED, 6 * n, bits, 0, 60)
    is_more = chance > Fraction(1, faces)
    counts = range(n, -1, -1) if is_more else range(n + 1)
    fair = _Counted(n, Fraction(1, faces), is_more)
    allowed = level.numerator * faces**n // level.denominator
    tail, critical = 0, None
    for count in counts:
        ways = fair(count)
        if tail + ways > allowed:
            break
        tail, critical = tail + ways, count
    if critical is None:
        return Power(n, None, Fraction(0), Fraction(0))
    biased = _Counted(n, chance, is_more)
    reached = range(n, critical - 1, -1) if is_more else range(critical + 1)
    noticed = sum(biased(count) for count in reached)
    return Power(n, Fraction(critical), Fraction(tail, faces**n), Fraction(noticed, chance.denominator**n))


class _Counted:
    """The ways of each count, asked for one after the other from one end."""

    def __init__(self, n: int, chance: Fraction, from_above: bool) -> None:
        self.n, self.one, self.other = n, chance.numerator, chance.denominator - chance.numerator
        self.from_above = from_above
        self.ways = (self.one if from_above else self.other) ** n

    def __call__(self, count: int) -> int:
        ways: int = self.ways
        if self.from_above:
            self.ways = ways * (count * self.other) // ((self.n - count + 1) * self.one)
        else:
            self.ways = ways * ((self.n - count) * self.one) // ((count + 1) * self.other)
        return ways


def by_chi_squared(n: int, faces: int, chance: Fraction, level: Fraction) -> Power:
    """The test by chi-squared of n rolls: the least statistic that is rare enough, and how often it is reached.

    >>> by_chi_squared(30, 6, Fraction(1, 4), Fraction(1, 20)).critical
    Fraction(56, 5)

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    share = (1 - chance) / (faces - 1)
    whole = chance.denominator * share.denominator
    one, other = int(chance * whole), int(share * whole)
    even, most = n * n // faces, n * n + 1
    least = min(most, even + 3 * n)
    with metered():
        while True:
            sums = _sums(n, faces, least, one, other)
            below = sum(fair for fair, _ in sums.values())
            # Enough sums are there once all others are rare.
            if least == most or (faces**n - below) * level.denominator <= level.numerator * faces**n:
                break
            least = min(most, even + 2 * (least - even))
    left, missed = faces**n - below, whole**n - sum(biased for _, biased in sums.values())
    critical, rare, noticed = (None, 0, 0) if not left else (least, left, missed)
    for total in sorted(sums, reverse=True):
        fair, biased = sums[total]
        if (left + fair) * level.denominator > level.numerator * faces**n:
            break
        left, missed = left + fair, missed + biased
        critical, rare, noticed = total, left, missed
    if critical is None:
        return Power(n, None, Fraction(0), Fraction(0))
    value = Fraction(critical * faces, n) - n
    return Power(n, value, Fraction(rare, faces**n), Fraction(noticed, whole**n))


def _sums(n: int, faces: int, least: int, one: int, other: int) -> dict[int, tuple[int, int]]:
    """The ways to each sum of squares below `least`, of a fair die and of one with these weights of its faces."""
    squares = Squares(n, [1] * faces, least)
    others = squares.of([1] * (faces - 1))
    sides = 2 * sum(row.length for row in others.rows.values())
    bits = 8 * others.width
    require_affordable(NOTICED, sides, bits, 0, 2 * bits)
    found: dict[int, tuple[int, int]] = {}
    for rolls, row in others.rows.items():
        count = n - rolls
        # The ways to a share of so many rolls of the other faces, and the binomial for those of this one.
        times = Fraction(perm(n, rolls), others.scale << rolls - others.fewest)
        biased = one**count * other**rolls
        for place, share in enumerate(unpack(row, others.width)):
            total = row.base + squares.stride * place + count * count
            if share and total < least:
                before = found.get(total, (0, 0))
                ways = share * times.numerator // times.denominator
                found[total] = before[0] + ways, before[1] + biased * ways
    return found
