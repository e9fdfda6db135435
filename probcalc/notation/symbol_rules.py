"""The rules of the grammar about listed faces, symbols, cards, and dice split into two sums."""

from __future__ import annotations

from typing import Any

from lark import Token

from probcalc.notation import limits, nodes
from probcalc.notation.endless import require_end
from probcalc.notation.errors import NotationError
from probcalc.notation.pieces import Rule, as_number, copies, dices_of, integer, pieces, reaching, tokens
from probcalc.notation.symbols import kinds_of
from probcalc.notation.walking import walk

_RANKS, _SUITS = range(1, 14), 4


def _symbol(at: int, parts: list[Any]) -> Any:
    """The number of a face, or its letter with how many there are of it."""
    if isinstance(parts[0], int):
        return parts[0]
    minus, number, letter = parts
    count = 1 if number is None else integer(number)
    return {str(letter): -count if minus is not None else count}


def _face(at: int, parts: list[Any]) -> Any:
    if len(parts) == 1:
        return parts[0]
    found: dict[str, int] = {}
    sign = 1
    for part in parts:
        if isinstance(part, Token):
            sign = -1 if part.type == "MINUS" else 1
        elif isinstance(part, int):
            raise NotationError("a face is a number, or symbols such as s + 2a", at)
        else:
            for letter, count in part.items():
                found[letter] = found.get(letter, 0) + sign * count
    return found


def _list_faces(at: int, parts: list[Any]) -> nodes.Pool:
    faces = pieces(parts)
    if len(faces) > limits.MOST_FACES:
        raise NotationError(f"at most {limits.MOST_FACES} faces are listed, not {len(faces)}", at)
    number = copies(str(parts[0])[:-1], at)
    if all(isinstance(face, int) for face in faces):
        return reaching(nodes.Pool(number, nodes.Die(len(faces), tuple(faces), at=at), at=at))
    kinds = tuple(dict.fromkeys(letter for face in faces if isinstance(face, dict) for letter in face))
    found = []
    for face in faces:
        if isinstance(face, int) and face:
            raise NotationError(f"a die with symbols has 0 for an empty face, and no other number, not {face}", at)
        found.append(tuple((face or {}).get(letter, 0) for letter in kinds))
    return nodes.Pool(number, nodes.SymbolDie(kinds, tuple(found), at=at), at=at)


# -- cards --------------------------------------------------------------------------------------------------------


def _card(at: int, parts: list[Any]) -> list[tuple[Any, int]]:
    low, high = parts[-1]
    number = 1 if parts[0] is None else integer(parts[0], limits.MOST_DICE, 1)
    if high - low >= limits.MOST_SIDES:
        raise NotationError(f"a deck has at most {limits.MOST_SIDES:,} different cards", at)
    return [(card, number) for card in range(low, high + 1)]


def _named_card(at: int, parts: list[Any]) -> list[tuple[Any, int]]:
    number = integer(parts[0], limits.MOST_DICE, 1) if len(parts) > 1 else 1
    return [(str(parts[-1]), number)]


def _deal(at: int, parts: list[Any]) -> nodes.Deal:
    cards: dict[Any, int] = {}
    for card, number in (one for found in pieces(parts) for one in found):
        cards[card] = cards.get(card, 0) + number
    if len({type(card) for card in cards}) > 1:
        raise NotationError("a deck has numbers or letters for cards, not both", at)
    return _make_deal(parts[0], tuple(cards.items()), at)


def _make_deal(number: Token, cards: tuple[tuple[Any, int], ...], at: int) -> nodes.Deal:
    size = sum(several for _, several in cards)
    if len(cards) > limits.MOST_SIDES:
        raise NotationError(f"a deck has at most {limits.MOST_SIDES:,} different cards, not {len(cards):,}", at)
    return reaching(nodes.Deal(integer(number, min(size, limits.MOST_DICE), 1), cards, at=at))


# -- several sums -------------------------------------------------------------------------------------------------


def _split(at: int, parts: list[Any]) -> nodes.Split:
    dice = dices_of(pieces(parts)[0], "split")
    (number,) = tokens(parts, "INT")
    lowest = any(str(word) in ("worst", "lowest") for word in tokens(parts, "BEST"))
    return nodes.Split(dice, integer(number, dice.count, 1), lowest, at=at)


def _with(at: int, parts: list[Any]) -> nodes.With | nodes.Looked:
    symbols, body = map(as_number, pieces(parts))
    if isinstance(symbols, nodes.Pool) and any(isinstance(part, nodes.Pool) and part.seen for part in walk(body)):
        return _look_at(symbols, body, at)
    if not kinds_of(symbols):
        said = "with asks about symbols or them; write 2d{0,s,s+a} with s >= 1, or 3d6 with sum of them >= 11"
        raise NotationError(said, symbols.at)
    return reaching(nodes.With(symbols, body, at=at))


def _look_at(dice: nodes.Pool, body: nodes.Node, at: int) -> nodes.Looked:
    require_end(dice)
    if dice.seen:
        raise NotationError("these dice are looked at already", dice.at)
    hands = limits.hands_of(dice)
    if hands > limits.MOST_HANDS:
        said = f"with looks at each of the {hands:,} rolls of these dice (limit {limits.MOST_HANDS:,})"
        raise NotationError(said, dice.at)
    for part in walk(body):
        if (
            isinstance(part, nodes.Check)
            and (part.again or part.explosion)
            and isinstance(part.of, nodes.Pool)
            and part.of.seen
        ):
            raise NotationError("these dice lie there already: they are not rolled again, and earn none", part.at)
    return reaching(nodes.Looked(dice, body, at=at))


RULES: dict[str, Rule] = {
    "symbol": _symbol,
    "face": _face,
    "listed": _list_faces,
    "card": _card,
    "named_card": _named_card,
    "deal": _deal,
    "cards": lambda at, parts: _make_deal(parts[0], tuple((rank, _SUITS) for rank in _RANKS), at),
    "split": _split,
    "with_symbols": _with,
}
"""The rules of the grammar about symbols and cards."""
