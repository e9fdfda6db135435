"""The rules of the grammar about dice on the table, conditions, letters and tables."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from lark import Token

from probcalc.notation import given_numbers, limits, nodes
from probcalc.notation.dice_rules import keep_of, several_of
from probcalc.notation.endless import cap_node, has_end, require_end
from probcalc.notation.errors import NotationError
from probcalc.notation.names import read
from probcalc.notation.operators import QUESTIONS, WITH_WILD
from probcalc.notation.pieces import Rule, as_number, dices_of, integer, pieces, reaching, tokens
from probcalc.notation.symbols import kinds_of
from probcalc.notation.walking import has_letters, inside, walk, with_letter

LETTERS = "xyz"
"""The letters that a roll is let for; in a row of a table any other letter alone is a name."""


def _dices(at: int, parts: list[Any]) -> Any:
    place = next((i for i, part in enumerate(parts) if isinstance(part, Token) and part.type == "AWAY"), len(parts))
    found, away = pieces(parts[:place]), pieces(parts[place:])
    if len(found) == 1 and not away:
        return found[0]
    if len(found) > 1 and any(isinstance(piece, nodes.Together) for piece in found):
        raise NotationError("dice side by side are listed with commas or with and, not both", at)
    dice = nodes.Dices(_list_pools(found), at=at)
    return replace(dice, away=_list_pools(away), how=cast(nodes.Away, str(parts[place]))) if away else dice


def _list_pools(found: list[Any]) -> tuple[Any, ...]:
    return tuple(pool for piece in found for pool in dices_of(piece, "a list").pools)


def _middle(at: int, parts: list[Any]) -> nodes.Ranked:
    dice = dices_of(pieces(parts)[0], "middle")
    _require_all_there(dice, "middle")
    numbers = tokens(parts, "INT")
    number = integer(numbers[0], max(1, dice.count), 1) if numbers else 1
    first = 1 + (dice.count - number) // 2
    return reaching(nodes.Ranked(dice, tuple(range(first, first + number)), at=at))


def _rank(at: int, parts: list[Any]) -> nodes.Ranked:
    ranges, dices = pieces(parts)
    dice = dices_of(dices, "rank")
    _require_all_there(dice, "rank")
    ranks = tuple(rank for rank in range(1, dice.count + 1) if rank in ranges)
    if any(low < 1 or high > dice.count for low, high in ranges.spans):
        raise NotationError(f"the ranks of {dice.count} dice are 1 to {dice.count}, 1 the highest", ranges.at)
    return reaching(nodes.Ranked(dice, ranks, at=at))


def _require_all_there(dice: nodes.Dices, word: str) -> None:
    if dice.away:
        raise NotationError(f"{word} needs to know how many dice there are, and some are taken away", dice.at)


def _ask(at: int, parts: list[Any]) -> nodes.Asked:
    what = str(parts[0])
    wild, *found = sorted(pieces(parts), key=lambda piece: not isinstance(piece, nodes.Ranges))
    if not isinstance(wild, nodes.Ranges):
        wild, found = nodes.NOTHING, [wild, *found]
    dice = dices_of(found[0], what)
    other = dices_of(found[1], what) if len(found) > 1 else None
    question = QUESTIONS[what]
    if wild and not question.has_wild:
        raise NotationError(f"wild faces stand for others in {' and '.join(WITH_WILD)} only", wild.at)
    if other is not None and question.knows_all:
        _require_all_there(dice, what)
        _require_all_there(other, what)
    if question.is_against != (other is not None):
        needs = "needs dice to hold them against: " if other is None else "is not asked against other dice: "
        example = f"{what} of 3d6 against 2d6" if other is None else f"{what} of 5d6"
        raise NotationError(f"{what} {needs}{example}", at)
    return reaching(nodes.Asked(what, dice, other, wild, at=at))


def _short(at: int, parts: list[Any]) -> nodes.Node:
    """`4d6kh3`, `2d20kl1`, `4d6dl1` as they are written elsewhere."""
    text = str(parts[1])
    pool = several_of(parts[0], text)
    dice = len(pool.parts) if isinstance(pool, nodes.Together) else pool.count
    number = int(text.lstrip("kdhl")[:7] or 1)
    kept = number if text[0] == "k" else dice - number
    if not 1 <= kept <= dice:
        raise NotationError(f"{dice} dice can keep 1 to {dice}, not {kept}", parts[1].start_pos or 0)
    lowest = text[1] == "l" if text[0] == "k" else text[1] == "h"
    return keep_of(pool, kept, lowest, at)


def _extreme(at: int, parts: list[Any]) -> nodes.Kept:
    lowest = str(parts[0]) == "min"
    return reaching(nodes.Kept(nodes.Together(tuple(map(as_number, pieces(parts))), at=at), 1, lowest, at=at))


def _either(at: int, parts: list[Any]) -> nodes.Either:
    then, condition, otherwise = map(as_number, pieces(parts))
    return reaching(nodes.Either(then, condition, otherwise, at=at))


def _is_let(name: str) -> bool:
    """Whether a roll may be let for it: one of some letters, or a word."""
    return len(name) > 1 or name in LETTERS


def _let(at: int, parts: list[Any]) -> nodes.Let:
    value, body = map(as_number, pieces(parts))
    name = read(str(tokens(parts, "NAME")[0]))
    if not _is_let(name):
        raise NotationError(f"a roll is let for {', '.join(LETTERS)} or a word, not for {name}", at)
    require_end(value)
    for part in walk(with_letter(body, name, value)):
        if isinstance(part, nodes.Chain) and any(limits.size_of(step).low < 0 for step in part.steps[:-1]):
            raise NotationError("what follows is rolled as often as this says, and it can be below 0", part.at)
    if isinstance(body, nodes.Contest):
        raise NotationError("two sides stand against each other on the outside only", body.at)
    return reaching(nodes.Let(name, value, body, at=at))


def _bounds(at: int, parts: list[Any]) -> tuple[int | None, int | None]:
    first = parts[0]
    if first.type == "ELSE":
        return None, None
    if first.type == "RANGE":
        low, high = (min(int(end[:7]), limits.MOST_NUMBER) for end in str(first).split("-"))
        if low > high:
            raise NotationError(f"the range {low}-{high} runs down; write {high}-{low}", at)
        return low, high
    low = integer(first)
    return low, (None if len(parts) > 1 and parts[1] is not None else low)


def _row(at: int, parts: list[Any]) -> nodes.Row:
    (low, high), gives = parts
    if isinstance(gives, nodes.Variable) and not _is_let(gives.name):
        # A letter that no roll is let for is a name.
        return nodes.Row(low, high, gives.name, at=at)
    return nodes.Row(low, high, str(gives) if isinstance(gives, Token) else as_number(gives), at=at)


def _table(at: int, parts: list[Any]) -> nodes.Lookup:
    of, *rows = pieces(parts)
    looked_up = as_number(of)
    if not has_end(looked_up):
        looked_up = cap_node(looked_up, 1 + max((end for row in rows for end in (row.low, row.high) if end), default=0))
    table = nodes.Lookup(looked_up, tuple(rows), at=at)
    if len({isinstance(row.gives, str) for row in rows}) > 1:
        raise NotationError("the rows of a table are all names or all rolls", rows[1].at)
    low, high = limits.size_of(table.of)
    without = next((result for result in range(low, high + 1) if not any(result in row for row in rows)), None)
    if without is not None and not has_letters(table.of):
        raise NotationError(f"the table has no row for {without}; end it with else, as in 10+ good, else bad", at)
    return reaching(table)


def require_letters(node: Any, known: frozenset[str] = frozenset(), whole: bool = True) -> None:
    """Refuse a letter that stands for nothing or for two things, and a table of names within another roll."""
    if isinstance(node, nodes.Variable) and node.name not in known:
        numbers = f", or give {node.name} a number" if node.name in given_numbers.LETTERS else ""
        raise NotationError(f"{node.name} has no value here; write let {node.name} = d6 in ...{numbers}", node.at)
    if isinstance(node, nodes.Lookup) and node.is_named and not whole:
        raise NotationError("a table of names is a whole roll, and no part of another", node.at)
    letters: tuple[str, ...] = (node.name,) if isinstance(node, nodes.Let) else ()
    if isinstance(node, nodes.With):
        letters = kinds_of(node.symbols)
    if taken := known.intersection(letters):
        first = next(letter for letter in letters if letter in taken)
        raise NotationError(f"{first} stands for something already", node.at)
    # Only in its body are its letters known; its value is that of its body.
    body = getattr(node, "body", None)
    for part in inside(node):
        require_letters(part, known.union(letters) if part is body else known, whole and part is body)


RULES: dict[str, Rule] = {
    "compare": lambda at, parts: parts[-1],
    "dices": _dices,
    "middle": _middle,
    "ranked": _rank,
    "asked": _ask,
    "short": _short,
    "extreme": _extreme,
    "applied": lambda at, parts: reaching(nodes.Applied(str(parts[0]), as_number(pieces(parts)[0]), at=at)),
    "either": _either,
    "variable": lambda at, parts: nodes.Variable(read(str(parts[0])), at=at),
    "let": _let,
    "bounds": _bounds,
    "row": _row,
    "table": _table,
}
