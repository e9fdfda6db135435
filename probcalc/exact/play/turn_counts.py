"""How many turns a play takes: the chances of the first numbers of turns, and the quotient N(x) / D(x) of all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count
from math import gcd, isqrt, lcm

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.kernels.series import Series
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.play.course import Course
from probcalc.exact.play.exploring import Graph
from probcalc.exact.play.lifting import fraction_modulo
from probcalc.exact.tree.reader import Reader

MOST_WORK = 20_000_000
"""Products modulo primes that may be spent on the quotient."""
_ABOVE = 2**61
_WITNESSES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)


class TurnCounts:
    """The number of turns until a play is over in an end that `counts`, over the share of plays in which it is."""

    def __init__(self, play: Graph, counts: Callable[[int], bool], kept: Fraction) -> None:
        self.play, self.kept = play, kept
        self._counts = [step is None and counts(i) for i, step in enumerate(play.steps)]
        self.going = sum(step is not None for step in play.steps)
        self.entries = sum(map(len, play.moves)) + sum(map(bool, play.staying))
        self._bits: int = max(play.whole(i).bit_length() for i in range(len(play.steps)))

    def first(self, reader: Reader) -> Iterator[Fraction]:
        """P(turns = n) for n from 0 on, as long as anything goes on.

        Raises:
            TooLarge: when the next turn is too much.
        """
        play = self.play

        def step(here: int) -> Distribution:
            return Distribution._make_reduced(play.row(here), play.whole(here))

        course = Course(reader, play.name, (play.start, play.total), step, lambda i: play.steps[i] is None)
        while True:
            ended = sum(weight for i, weight in course.ended.items() if self._counts[i])
            yield Fraction(ended, course.total) / self.kept
            if not course.going:
                return
            course.play()

    @property
    def work(self) -> int:
        """What it takes at most to find the quotient: it has at most as many terms as states go on."""
        primes = 2 * self.going * self._bits // 60 + 2
        return primes * self.going * (2 * self.entries + 4 * self.going)

    def quotient(self, reader: Reader) -> tuple[Series, Series]:
        """N and D with N(x) / D(x) = the sum of P(turns = n) x**n, of whole numbers and with N(1) = D(1).

        The chances from the first turn on follow a recurrence of no more terms than states go on. The shortest is found
        modulo primes (Berlekamp and Massey) and put together; that it holds of twice as many chances proves it.

        Raises:
            TooLarge: when the estimate exceeds the bound.
        """
        if self.work > MOST_WORK:
            raise TooLarge(f"{self.play.name}: the law of the number of turns", self.work, MOST_WORK, "products")
        terms = 2 * self.going + 2
        chances: list[Fraction] = []
        for chance in self.first(reader):
            chances.append(chance)
            if len(chances) > terms:
                break
        chances += [Fraction(0)] * (terms + 1 - len(chances))
        over = lcm(*[chance.denominator for chance in chances])
        weights = [chance.numerator * (over // chance.denominator) for chance in chances]
        found: list[int] = []
        modulus, attempt = 1, 1
        for used, prime in enumerate(_primes(), 1):
            recurrence = shortest_recurrence([weight % prime for weight in weights[1:]], prime)
            if len(recurrence) < len(found):
                continue
            if len(recurrence) > len(found):
                # A shorter one modulo an earlier prime was an accident of that prime.
                found, modulus, attempt = recurrence, prime, 1
            else:
                inverse = pow(modulus, -1, prime)
                found = [a + modulus * ((b - a) * inverse % prime) for a, b in zip(found, recurrence, strict=True)]
                modulus *= prime
            if used >= attempt:
                attempt = used + 1 + used // 2
                bottom = _whole(found, modulus)
                top = bottom and self._top(bottom, weights)
                if bottom and top:
                    return _balance(top, bottom, over)
        raise AssertionError("there are primes enough")

    def _top(self, bottom: Series, weights: list[int]) -> Series | None:
        """N over the total of the weights, from D; None where the recurrence fails for one of them."""
        length = len(bottom)
        product = [sum(bottom[i] * weights[n - i] for i in range(min(n, length - 1) + 1)) for n in range(len(weights))]
        # The first chance is that of no turn at all, for which there is no recurrence.
        return None if any(product[length:]) else product[:length]


def _balance(top: Series, bottom: Series, over: int) -> tuple[Series, Series]:
    bottom = [over * weight for weight in bottom]
    shared = gcd(*top, *bottom)
    if bottom[0] < 0:
        shared = -shared
    while top and not top[-1]:
        top = top[:-1]
    while not bottom[-1]:
        bottom = bottom[:-1]
    return [weight // shared for weight in top], [weight // shared for weight in bottom]


def shortest_recurrence(row: list[int], prime: int) -> list[int]:
    """The C, with C[0] = 1, of least length with the sum of C[i] row[n - i] = 0 for all n from its length on.

    >>> shortest_recurrence([1, 1, 2, 3, 5, 8], 101)
    [1, 100, 100]
    """
    now, before = [1], [1]
    length, shift, last = 0, 1, 1
    for n, value in enumerate(row):
        gap = (value + sum(now[i] * row[n - i] for i in range(1, min(length, len(now) - 1) + 1))) % prime
        if not gap:
            shift += 1
            continue
        factor = gap * pow(last, -1, prime) % prime
        changed = now + [0] * (len(before) + shift - len(now))
        for i, c in enumerate(before):
            changed[i + shift] = (changed[i + shift] - factor * c) % prime
        if 2 * length <= n:
            before, length, last, shift = now, n + 1 - length, gap, 1
        else:
            shift += 1
        now = changed
    return (now + [0] * (length + 1 - len(now)))[: length + 1]


def _whole(found: list[int], modulus: int) -> Series | None:
    """The whole numbers in the proportion of fractions that are these modulo a number, if those are short."""
    bound = isqrt(modulus // 2)
    denominator = 1
    for value in found:
        pair = fraction_modulo(value * denominator % modulus, modulus, bound)
        if pair is None or pair[1] * denominator > bound:
            return None
        denominator *= pair[1]
    tops = [value * denominator % modulus for value in found]
    return [top - modulus if top > modulus // 2 else top for top in tops]


def _primes() -> Iterator[int]:
    """The primes below 2**61, from the greatest down."""
    return (_ABOVE - k for k in count(1, 2) if _is_prime(_ABOVE - k))


def _is_prime(number: int) -> bool:
    """Whether an odd number below 2**64 is prime (Miller and Rabin; these witnesses suffice)."""
    halves = ((number - 1) & -(number - 1)).bit_length() - 1
    for witness in _WITNESSES:
        power = pow(witness, (number - 1) >> halves, number)
        if power in (1, number - 1):
            continue
        for _ in range(halves - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True
