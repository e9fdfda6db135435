"""The rules of the grammar about dice: pools, which of them are kept, and arithmetic with them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token

from probcalc.notation import limits, nodes
from probcalc.notation.errors import NotationError, quote
from probcalc.notation.pieces import (
    Beside,
    Parentheses,
    Rule,
    as_number,
    as_pool,
    copies,
    dices_of,
    integer,
    pieces,
    reaching,
    tokens,
)

_TIMES = {"once": 1, "twice": 2}


# -- pools --------------------------------------------------------------------------------------------------------


def _dice(at: int, parts: list[Any]) -> nodes.Pool:
    count, _, sides = str(parts[0]).partition("d")
    number = copies(count, at)
    if sides == "f":
        return nodes.Pool(number, nodes.Die(3, (-1, 0, 1), at=at), at=at)
    if sides != "%" and (len(sides) > 7 or not 1 <= int(sides) <= limits.MOST_SIDES):
        place = at + len(count) + 1
        raise NotationError(f"a die has 1 to {limits.MOST_SIDES:,} sides, not {quote(sides)}", place)
    return nodes.Pool(number, nodes.Die(100 if sides == "%" else int(sides), (), at=at), at=at)


def _times(at: int, parts: list[Any]) -> nodes.Pool:
    inside = as_number(Parentheses(as_number(pieces(parts)[0]), at))
    unit = inside.pool if isinstance(inside, nodes.Added) else inside
    return nodes.Pool(copies(str(tokens(parts, "INT")[0]), at), unit, at=at)


def _parentheses(at: int, parts: list[Any]) -> Parentheses | nodes.Together:
    (inside,) = pieces(parts)
    if isinstance(inside, Beside):
        return reaching(nodes.Together(inside.parts, at=at))
    return Parentheses(inside if isinstance(inside, nodes.Pool) else as_number(inside), at)


def _pool(at: int, parts: list[Any]) -> Any:
    group, *conditions = pieces(parts)
    if not conditions:
        return group
    if isinstance(group, nodes.Together):
        raise NotationError("write what is rolled again inside the parentheses, at each roll", conditions[0].at)
    if isinstance(group, nodes.Deal):
        raise NotationError("cards are dealt once: they are not rolled again", conditions[0].at)
    pool = nodes.Pool(1, as_number(group), at=group.at) if isinstance(group, Parentheses) else group
    if isinstance(pool.unit, nodes.Added):
        pool = replace(pool, unit=pool.unit.pool)
    if pool.seen:
        raise NotationError("these dice lie there already: they are not rolled again, and earn none", conditions[0].at)
    for condition in conditions:
        name = "explosion" if isinstance(condition, nodes.Explosion) else "again"
        if getattr(pool, name):
            raise NotationError("this is said twice", condition.at)
        pool = replace(pool, **{name: condition})
    return pool


# -- choosing among dice ------------------------------------------------------------------------------------------


def _best(at: int, parts: list[Any]) -> nodes.Kept | nodes.Ranked:
    word = tokens(parts, "BEST")[0]
    numbers = tokens(parts, "INT")
    pool = several_of(pieces(parts)[0], str(word))
    kept = _number_kept(pool, numbers[0], drop=False) if numbers else 1
    return keep_of(pool, kept, _is_lowest(word), at)


def several_of(piece: Any, word: str) -> nodes.Pool | nodes.Together | nodes.Dices:
    """The dice or cards of which some are kept."""
    found = piece.inside if isinstance(piece, Parentheses) else piece
    return dices_of(piece, word) if isinstance(found, (nodes.Dices, nodes.Deal)) else as_pool(piece, word)


def keep_of(
    pool: nodes.Pool | nodes.Together | nodes.Dices, number: int, lowest: bool, at: int
) -> nodes.Kept | nodes.Ranked:
    """The sum of the highest so many, or the lowest."""
    if not isinstance(pool, nodes.Dices):
        return reaching(nodes.Kept(pool, number, lowest, at=at))
    if pool.away and lowest:
        return reaching(nodes.Ranked(pool, tuple(range(1, number + 1)), at=at, from_lowest=True))
    ranks = range(pool.count - number + 1, pool.count + 1) if lowest else range(1, number + 1)
    return reaching(nodes.Ranked(pool, tuple(ranks), at=at))


def _keep(at: int, parts: list[Any]) -> nodes.Kept | nodes.Ranked:
    verb = str(tokens(parts, "KEEP")[0])
    ranks = tokens(parts, "BEST")
    pool = several_of(pieces(parts)[0], verb)
    numbers = tokens(parts, "INT")
    kept = _number_kept(pool, numbers[0] if numbers else Token("INT", "1", at), drop=verb == "drop")
    # Without a word the highest are kept, and the lowest dropped.
    lowest = bool(ranks) and _is_lowest(ranks[0])
    if verb == "drop":
        lowest = bool(ranks) and not lowest
    if verb == "drop" and isinstance(pool, nodes.Dices) and pool.away:
        raise NotationError("say how many are kept: some dice are taken away already", at)
    return keep_of(pool, kept, lowest, at)


def _number_kept(pool: nodes.Pool | nodes.Together | nodes.Dices, number: Token, drop: bool) -> int:
    dice = len(pool.parts) if isinstance(pool, nodes.Together) else pool.count
    named = integer(number)
    kept = dice - named if drop else named
    if not 1 <= kept <= dice:
        said = f"{dice} dice can drop 0 to {dice - 1}" if drop else f"{dice} dice can keep 1 to {dice}"
        raise NotationError(f"{said}, not {named}", number.start_pos or 0)
    return kept


def _is_lowest(word: Token) -> bool:
    return str(word) in ("worst", "lowest")


def _add(at: int, parts: list[Any]) -> nodes.Added | nodes.Deal:
    (piece,) = pieces(parts)
    return piece if isinstance(piece, nodes.Deal) else reaching(nodes.Added(as_pool(piece, "sum"), at=at))


# -- arithmetic ---------------------------------------------------------------------------------------------------


def _minus(node: nodes.Node, at: int) -> nodes.Node:
    return nodes.Number(-node.value, at=at) if isinstance(node, nodes.Number) else nodes.Negative(node, at=at)


def _sum(at: int, parts: list[Any]) -> nodes.Sum:
    terms: list[nodes.Node] = []
    minus = False
    for part in parts:
        if isinstance(part, Token):
            minus = part.type == "MINUS"
        else:
            term = as_number(part)
            terms.append(_minus(term, term.at) if minus else term)
    return reaching(nodes.Sum(tuple(terms), at=at))


# -- what is rolled again -----------------------------------------------------------------------------------------


def _range(at: int, parts: list[Any]) -> tuple[int, int]:
    if isinstance(parts[0], Token):
        low, high = (int(end) if len(end) <= 7 else limits.MOST_NUMBER + 1 for end in str(parts[0]).split("-"))
    else:
        low, high = parts[0], parts[-1]
        if high is None:
            return low, low
    if low >= high or high > limits.MOST_NUMBER:
        raise NotationError("a range runs upwards, as in 1-2, and a single face stands alone", at)
    return low, high


def _explosion(at: int, parts: list[Any]) -> nodes.Explosion:
    found = pieces(parts)
    on = next((piece for piece in found if isinstance(piece, nodes.Ranges)), None)
    most = next((piece for piece in found if isinstance(piece, int)), None)
    if most is not None and most > limits.MOST_EXPLOSIONS:
        raise NotationError(f"a die explodes at most {limits.MOST_EXPLOSIONS} times, not {most}", at)
    return nodes.Explosion(on, most, at=at)


RULES: dict[str, Rule] = {
    # `3d6!` as it is written elsewhere.
    "bang": lambda at, parts: nodes.Explosion(None, None, at=at),
    "signed": lambda at, parts: integer(parts[1]) if parts[0] is None else -integer(parts[1]),
    "number": lambda at, parts: nodes.Number(integer(parts[0]), at=at),
    "dice": _dice,
    "times": _times,
    "parentheses": _parentheses,
    "pool": _pool,
    "dice_again": lambda at, parts: replace(pieces(parts)[0], at=at),
    "best": _best,
    "best_after": _best,
    "keep": _keep,
    "keep_after": _keep,
    "added": _add,
    "negative": lambda at, parts: _minus(as_number(pieces(parts)[0]), at),
    "sum": _sum,
    "ranges": lambda at, parts: nodes.Ranges(tuple(pieces(parts)), at=at),
    "range": _range,
    "or_more": lambda at, parts: (parts[0], limits.MOST_NUMBER),
    "or_less": lambda at, parts: (-limits.MOST_NUMBER, parts[0]),
    "up_to": lambda at, parts: integer(parts[-1], limits.MOST_DICE, 1),
    "limit": lambda at, parts: _TIMES[str(parts[0])] if isinstance(parts[0], Token) else int(parts[0]),
    "explosion": _explosion,
}
