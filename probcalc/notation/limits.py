"""How large a roll may be: bounds on what is written and on how far its results reach; the engine counts the work."""

from __future__ import annotations

from functools import reduce
from math import comb
from typing import NamedTuple, assert_never

from probcalc.notation import nodes
from probcalc.notation.operators import FUNCTIONS, QUESTIONS
from probcalc.notation.walking import with_letter

MOST_CHARACTERS = 300
MOST_NESTING = 8
MOST_NUMBER = 100_000
MOST_DICE = 1000
MOST_SIDES = 1000
MOST_FACES = 60
MOST_EXPLOSIONS = 20
MOST_THEN = 8
MOST_TURNS = 1000
MOST_WINS = 100
MOST_REACH = 100_000
MOST_STEPS = 10_000_000
MOST_HANDS = 5_000


class Size(NamedTuple):
    """What is known of a roll before it is computed: no result lies below `low` or above `high`."""

    low: int
    high: int


def size_of(node: nodes.Node) -> Size:
    """The size of a roll; of two sides against each other, that of the difference.

    >>> from probcalc.notation import parse
    >>> size_of(parse("3d6 + 2"))
    Size(low=5, high=20)
    """
    match node:
        case nodes.Number():
            return Size(node.value, node.value)
        case nodes.Die():
            return Size(min(node.all_faces), max(node.all_faces))
        case nodes.Pool():
            one = unit_size(node)
            return Size(one.low * node.count, one.high * node.count)
        case nodes.Added():
            return size_of(node.pool)
        case nodes.Negative():
            part = size_of(node.part)
            return Size(-part.high, -part.low)
        case nodes.Sum():
            return _add([size_of(term) for term in node.terms])
        case nodes.Together():
            return _add([size_of(part) for part in node.parts])
        case nodes.Kept():
            return _size_of_kept(node)
        case nodes.Check():
            return check_size(node, None)
        case nodes.Chain():
            return _chain_size(node.steps)
        case nodes.Contest():
            return _add([size_of(node.a), size_of(nodes.Negative(node.b))])
        case nodes.Ranked() | nodes.Asked() | nodes.Deal() | nodes.Split() | nodes.SymbolDie():
            return _on_table(node)
        case nodes.Until():
            return _until(node)
        case _:
            return _flow_size(node)


def _flow_size(node: nodes.Flow) -> Size:
    match node:
        case nodes.Operation():
            sizes = [size_of(part) for part in node.parts]
            return reduce(lambda first, second: Size(*node.operator.bounds(first, second)), sizes)
        case nodes.Applied():
            return Size(*FUNCTIONS[node.function].bounds(*size_of(node.part)))
        case nodes.Compared() | nodes.Not():
            return Size(0, 1)
        case nodes.With():
            body = node.body
            # A die that reaches as far as the symbols of a letter stands in its place.
            for letter, size in symbol_sizes(node.symbols).items():
                body = with_letter(body, letter, nodes.Pool(1, nodes.Die(2, (size.low, size.high))))
            return size_of(body)
        case nodes.Looked():
            return size_of(node.body)
        case nodes.Either():
            return _hull([size_of(node.then), size_of(node.otherwise)])
        case nodes.Variable():
            # What a letter stands for is known where it is let.
            return Size(0, 0)
        case nodes.Let():
            return size_of(with_letter(node.body, node.name, node.value))
        case nodes.Lookup():
            return _hull([Size(0, 0) if isinstance(row.gives, str) else size_of(row.gives) for row in node.rows])
        case _:
            assert_never(node)


def symbol_sizes(node: nodes.Node) -> dict[str, Size]:
    """Between which numbers the symbols of each letter lie.

    >>> from probcalc.notation import parse
    >>> symbol_sizes(parse("2d{0,s,s+a} - d{a,0}"))
    {'s': Size(low=0, high=2), 'a': Size(low=-1, high=2)}
    """
    match node:
        case nodes.Pool(unit=nodes.SymbolDie() as die):
            parts = zip(*die.faces, strict=True)
            ends = [Size(node.count * min(part), node.count * max(part)) for part in parts]
            return dict(zip(die.kinds, ends, strict=True))
        case nodes.Deal():
            copies = {card: number for card, number in node.cards if isinstance(card, str)}
            others = sum(copies.values())
            return {c: Size(max(0, node.count - others + n), min(n, node.count)) for c, n in copies.items()}
        case nodes.Added():
            return symbol_sizes(node.pool)
        case nodes.Negative():
            return {letter: Size(-size.high, -size.low) for letter, size in symbol_sizes(node.part).items()}
        case nodes.Split():
            size = _add(
                [unit_size(pool) if isinstance(pool, nodes.Pool) else _of_cards(pool) for pool in node.dice.pools]
            )
            reach = node.dice.count * max(abs(size.low), abs(size.high))
            return dict.fromkeys(nodes.KEPT_AND_LEFT, Size(-reach if size.low < 0 else 0, reach))
        case nodes.Sum():
            found: dict[str, Size] = {}
            for term in node.terms:
                for letter, size in symbol_sizes(term).items():
                    found[letter] = _add([found.get(letter, Size(0, 0)), size])
            return found
    return {}


def _of_cards(node: nodes.Deal) -> Size:
    if node.kinds:
        return Size(0, 0)
    rising = sorted(card for card, number in node.cards for _ in range(min(number, node.count)))
    return Size(sum(map(int, rising[: node.count])), sum(map(int, rising[-node.count :])))


def _until(node: nodes.Until) -> Size:
    one = size_of(node.of)
    if node.gives == "last":
        return one
    most = node.cap if node.most is None and node.cap is not None else node.most
    if node.of_total and node.most is None:
        reach = max(0, size_of(node.target).high)
        if one.low < 1:
            return Size(1, most or 1) if node.gives == "turns" else Size(0, reach + one.high)
        most = max(1, -(-(reach + 1) // one.low))
        return Size(1, most) if node.gives == "turns" else Size(one.low, reach + one.high)
    if node.gives == "turns":
        return Size(1, most or 1)
    if node.most is None:
        return Size(min(one.low, 0), max(one.high, most or 0))
    return Size(min(one.low, one.low * node.most), max(one.high, one.high * node.most))


def _hull(sizes: list[Size]) -> Size:
    return Size(min(size.low for size in sizes), max(size.high for size in sizes))


def _on_table(node: nodes.OnTable) -> Size:
    match node:
        case nodes.Ranked():
            hull = _of_each(node.dice)
            low = hull.low * len(node.ranks)
            return Size(min(0, low) if node.dice.away else low, hull.high * len(node.ranks))
        case nodes.Asked():
            return Size(*QUESTIONS[node.what].bounds(*_of_each(node.dice), node.dice.count))
        case nodes.Deal():
            return _of_cards(node)
        case nodes.Split() | nodes.SymbolDie():
            # Symbols are no number.
            return Size(0, 0)
        case _:
            assert_never(node)


def _of_each(dice: nodes.Dices) -> Size:
    """Between which numbers every die and card lies."""
    return _hull([unit_size(pool) if isinstance(pool, nodes.Pool) else _of_each_card(pool) for pool in dice.pools])


def _of_each_card(deal: nodes.Deal) -> Size:
    cards = [card for card, _ in deal.cards if isinstance(card, int)]
    return Size(min(cards, default=0), max(cards, default=0))


def hands_of(pool: nodes.Pool) -> int:
    """How many different rolls a pool has, put in order.

    >>> from probcalc.notation import parse
    >>> hands_of(parse("3d6"))
    56
    """
    size = unit_size(pool)
    plain = isinstance(pool.unit, nodes.Die) and pool.explosion is None
    faces = len(set(pool.unit.all_faces)) if plain and isinstance(pool.unit, nodes.Die) else size.high - size.low + 1
    return comb(pool.count + faces - 1, pool.count)


def unit_size(pool: nodes.Pool) -> Size:
    """The size of one of a pool's copies, with what it rolls again and earns."""
    return _exploding(size_of(pool.unit), pool.explosion)


def _exploding(one: Size, explosion: nodes.Explosion | None) -> Size:
    if explosion is None:
        return one
    if explosion.most is None:
        return Size(one.low, max(one.high, explosion.cap or 0))
    times = explosion.most + 1
    return Size(min(one.low, one.low * times), max(one.high, one.high * times))


def _add(sizes: list[Size]) -> Size:
    return Size(sum(size.low for size in sizes), sum(size.high for size in sizes))


def _size_of_kept(node: nodes.Kept) -> Size:
    sizes = (
        [size_of(part) for part in node.pool.parts] if isinstance(node.pool, nodes.Together) else [unit_size(node.pool)]
    )
    if node.number == 1 and isinstance(node.pool, nodes.Together):
        # Of a roll and a number the higher is no lower than the number.
        extreme = min if node.lowest else max
        return Size(extreme(s.low for s in sizes), extreme(s.high for s in sizes))
    return Size(min(s.low for s in sizes) * node.number, max(s.high for s in sizes) * node.number)


def check_size(node: nodes.Check, after: Size | None) -> Size:
    """The size of a check's successes, each of them worth what comes `after` it."""
    parts = node.of.parts if isinstance(node.of, nodes.Together) else (node.of,)
    return _add([_check_part(node, part, after) for part in parts])


def _check_part(node: nodes.Check, part: nodes.Node, after: Size | None) -> Size:
    count = part.count if isinstance(part, (nodes.Pool, nodes.Deal)) else 1
    each = after or Size(1, 1)
    worths = [0, 1]
    if node.critical:
        worths.append(node.critical_counts)
    if node.fumble:
        worths.append(node.fumble_counts)
    corners = [worth * end for worth in worths for end in each]
    one = _exploding(Size(min(corners), max(corners)), node.explosion)
    return Size(one.low * count, one.high * count)


def _chain_size(steps: tuple[nodes.Node, ...]) -> Size:
    after: Size | None = None
    for step in reversed(steps):
        if isinstance(step, nodes.Check):
            after = check_size(step, after)
        else:
            size = size_of(step)
            ends = None if after is None else (size.high * after.low, size.high * after.high)
            after = size if ends is None else Size(min(0, ends[0]), max(0, ends[1]))
    assert after is not None
    return after
