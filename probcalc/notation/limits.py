"""How large a roll may be: bounds on what is written, and the size of the work estimated before any of it is done."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from probcalc.notation.nodes import (
    Added,
    Chain,
    Check,
    Contest,
    Die,
    Explosion,
    Kept,
    Negative,
    Node,
    Number,
    Pool,
    Product,
    Sum,
    Together,
)

MOST_CHARACTERS = 300
MOST_NESTING = 8
MOST_NUMBER = 100_000
MOST_DICE = 1000
MOST_SIDES = 1000
MOST_FACES = 60
MOST_EXPLOSIONS = 20
MOST_THEN = 8
MOST_REACH = 100_000
MOST_STEPS = 10_000_000

_BITS_PER_STEP = 16 * 64


@dataclass(frozen=True, slots=True)
class Size:
    """What is known of a roll before it is computed.

    Attributes:
        low, high: no result lies below or above.
        bits: about the length of the common denominator of its chances.
        steps: about the cost of its law, in steps of `probcalc.exact.bounds`.
    """

    low: int
    high: int
    bits: int = 0
    steps: int = 0

    @property
    def spread(self) -> int:
        """The most results that there can be."""
        return self.high - self.low + 1


def _work(operations: int, bits: int) -> int:
    return operations + operations * bits // _BITS_PER_STEP


def size_of(node: Node) -> Size:
    """The size of a roll; of two sides against each other, that of the difference.

    >>> from probcalc.notation import parsed
    >>> size = size_of(parsed("3d6 + 2"))
    >>> size.low, size.high
    (5, 20)
    """
    match node:
        case Number():
            return Size(node.value, node.value)
        case Die():
            return Size(min(node.shown), max(node.shown), len(node.shown).bit_length(), len(node.shown))
        case Pool():
            return _repeated(unit_size(node), node.count)
        case Added():
            return size_of(node.pool)
        case Negative():
            part = size_of(node.part)
            return Size(-part.high, -part.low, part.bits, part.steps + part.spread)
        case Sum():
            return _added([size_of(term) for term in node.terms])
        case Together():
            return _added([size_of(part) for part in node.parts])
        case Product():
            return _multiplied([size_of(factor) for factor in node.factors])
        case Kept():
            return _kept(node)
        case Check():
            return check_size(node, None)
        case Chain():
            return _chained(node.steps)
        case Contest():
            return _added([size_of(node.a), size_of(Negative(node.b))])


def unit_size(pool: Pool) -> Size:
    """The size of one of a pool's copies, with what it rolls again and earns."""
    one = size_of(pool.unit)
    if pool.again:
        one = Size(one.low, one.high, 2 * one.bits, one.steps + 2 * one.spread)
    return _exploding(one, pool.explosion)


def _exploding(one: Size, explosion: Explosion | None) -> Size:
    if explosion is None:
        return one
    times = explosion.most + 1
    low, high = min(one.low, one.low * times), max(one.high, one.high * times)
    whole = Size(low, high, one.bits * times)
    return Size(low, high, whole.bits, one.steps + _work(times * one.spread * whole.spread, whole.bits))


def _repeated(one: Size, count: int) -> Size:
    if count == 0:
        return Size(0, 0, 0, one.steps)
    bits = one.bits * count
    degree = one.spread - 1
    steps = one.steps + (_work(count * degree * min(degree, one.spread), bits) if count > 1 else 0)
    return Size(one.low * count, one.high * count, bits, steps)


def _added(sizes: list[Size]) -> Size:
    whole = sizes[0]
    for size in sizes[1:]:
        bits = whole.bits + size.bits
        steps = whole.steps + size.steps + _work(whole.spread * size.spread, bits)
        whole = Size(whole.low + size.low, whole.high + size.high, bits, steps)
    return whole


def _multiplied(sizes: list[Size]) -> Size:
    whole = sizes[0]
    for size in sizes[1:]:
        corners = [x * y for x in (whole.low, whole.high) for y in (size.low, size.high)]
        bits = whole.bits + size.bits
        steps = whole.steps + size.steps + _work(whole.spread * size.spread, bits)
        whole = Size(min(corners), max(corners), bits, steps)
    return whole


def _kept(node: Kept) -> Size:
    if isinstance(node.pool, Together):
        sizes = [size_of(part) for part in node.pool.parts]
        low, high = min(s.low for s in sizes), max(s.high for s in sizes)
        bits = sum(s.bits for s in sizes)
        pairs = (high - low + 1) ** 2 * len(sizes)
        work = pairs if node.number == 1 else prod(s.spread for s in sizes) * len(sizes)
        steps = sum(s.steps for s in sizes) + _work(work, bits)
        return Size(low * node.number, high * node.number, bits, steps)
    one = unit_size(node.pool)
    bits = one.bits * node.pool.count
    packed = one.spread * node.number * bits // (8 * 64) + 1
    work = one.spread if node.number == 1 else one.spread**2 * node.number * packed
    return Size(one.low * node.number, one.high * node.number, bits, one.steps + _work(work, bits))


def check_size(node: Check, after: Size | None) -> Size:
    """The size of a check's successes, each of them worth what comes `after` it."""
    parts = node.of.parts if isinstance(node.of, Together) else (node.of,)
    return _added([_check_part(node, part, after) for part in parts])


def _check_part(node: Check, part: Node, after: Size | None) -> Size:
    count = part.count if isinstance(part, Pool) else 1
    natural = unit_size(part) if isinstance(part, Pool) else size_of(part)
    each = after or Size(1, 1)
    worths = [0, 1]
    if node.critical:
        worths.append(node.critical_counts)
    if node.fumble:
        worths.append(node.fumble_counts)
    corners = [worth * end for worth in worths for end in (each.low, each.high)]
    again = 2 if node.again else 1
    bits = natural.bits * again + each.bits * max(map(abs, worths))
    steps = natural.steps + _work(natural.spread * 3, natural.bits) + each.steps
    one = _exploding(Size(min(corners), max(corners), bits, steps), node.explosion)
    whole = _repeated(one, count)
    if node.again is None or node.again.most is None:
        return whole
    # A limited number of dice rolled again: for every number of them, a product of the others.
    more = count * min(count, node.again.most + 4) * one.spread * (whole.spread // max(1, count) + 4)
    return Size(whole.low, whole.high, whole.bits, whole.steps + _work(more, whole.bits))


def _chained(steps: tuple[Node, ...]) -> Size:
    after: Size | None = None
    for step in reversed(steps):
        after = check_size(step, after) if isinstance(step, Check) else _compound(size_of(step), after)
    assert after is not None
    return after


def _compound(first: Size, after: Size | None) -> Size:
    if after is None:
        return first
    low, high = min(0, first.high * after.low), max(0, first.high * after.high)
    bits = first.bits + after.bits * max(0, first.high)
    whole = Size(low, high, bits)
    steps = first.steps + after.steps + _work(max(1, first.high) * whole.spread * after.spread, bits)
    return Size(low, high, bits, steps)
