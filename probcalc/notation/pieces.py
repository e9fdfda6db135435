"""What the rules of the grammar share: pieces of a roll on their way to a node, and the checks that each passes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from lark import Token

from probcalc.notation import limits
from probcalc.notation.errors import NotationError, quote
from probcalc.notation.nodes import Added, Contest, Deal, Dices, Node, Pool, Together
from probcalc.notation.operators import USUAL

N = TypeVar("N", bound=Node)

Rule: TypeAlias = Callable[[int, "list[Any]"], Any]
"""Makes one rule's piece: from the character at which it begins, and from the pieces and tokens in it."""


@dataclass(frozen=True, slots=True)
class Parentheses:
    """A roll in parentheses: one number, unless a word before it asks for the dice within."""

    inside: Node
    at: int


@dataclass(frozen=True, slots=True)
class Beside:
    """Rolls with "and" between them, none of which is a condition: side by side, where they stand in parentheses."""

    parts: tuple[Node, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Clause:
    """Words after a roll, and the fields of the node that they set."""

    word: str
    fields: dict[str, Any]
    at: int


def as_number(piece: Any) -> Node:
    """A piece as one number: parentheses around a pool add it up, and only then its sum must not reach too far."""
    if isinstance(piece, Beside):
        raise NotationError("rolls side by side stand in parentheses, as in best of (d6 and d8)", piece.at)
    if not isinstance(piece, Parentheses):
        node: Node = piece
        return reaching(node) if isinstance(node, Pool) else node
    inside = piece.inside
    if isinstance(inside, Contest):
        raise NotationError("two sides stand against each other on the outside only, without parentheses", piece.at)
    return reaching(Added(inside, at=piece.at)) if isinstance(inside, (Pool, Together)) else inside


def as_pool(piece: Any, word: str) -> Pool | Together:
    """The dice that a word before or after them chooses from."""
    found = piece.inside if isinstance(piece, Parentheses) else piece
    if isinstance(found, Added):
        found = found.pool
    if not isinstance(found, (Pool, Together)):
        raise NotationError(f"{word} takes several dice, such as 2d6, and this is one number", piece.at)
    return found


def dices_of(piece: Any, word: str) -> Dices:
    """Dice on the table, each for itself: of several rolls side by side, every one of which is a pool."""
    found = piece.inside if isinstance(piece, Parentheses) else piece
    if isinstance(found, Dices):
        return found
    if isinstance(found, Deal):
        return Dices((found,), at=found.at)
    pool = as_pool(piece, word)
    if isinstance(pool, Together):
        pool_parts = [part if isinstance(part, Pool) else Pool(1, part, at=part.at) for part in pool.parts]
        return Dices(tuple(pool_parts), at=pool.at)
    return Dices((pool,), at=pool.at)


def reaching(node: N) -> N:
    """The node, unless its results reach too far."""
    size = limits.size_of(node)
    reach = max(size.high, -size.low)
    if reach > limits.MOST_REACH:
        raise NotationError(f"results go up to {reach:,} (limit {limits.MOST_REACH:,})", node.at)
    return node


def usual(sign: object) -> str:
    """An operator or a comparison in its usual spelling.

    >>> usual("=>")
    '>='
    """
    return USUAL[str(sign)]


def integer(token: Token, most: int = limits.MOST_NUMBER, least: int = 0) -> int:
    """The number that a token names, within its bounds."""
    text = str(token)
    if len(text) > 7 or not least <= int(text) <= most:
        bounds = f"{least} to {most:,}" if least < most else f"{most}"
        raise NotationError(f"a number here must be {bounds}, not {quote(text)}", token.start_pos or 0)
    return int(text)


def few_dice(text: str, most: int) -> str:
    """Why a number of dice is refused.

    >>> few_dice("100000", 1000), few_dice("0", 1000)
    ('at most 1,000 dice, not 100,000', 'at least one die, not 0')
    """
    if not int(text):
        return "at least one die, not 0"
    return f"at most {most:,} dice, not {int(text):,}" if len(text) <= 9 else f"at most {most:,} dice"


def copies(text: str, at: int) -> int:
    """How many dice or rolls a text before them asks for; none asks for one."""
    if text and (len(text) > 7 or not 1 <= int(text) <= limits.MOST_DICE):
        raise NotationError(few_dice(text, limits.MOST_DICE), at)
    return int(text or 1)


def tokens(parts: list[Any], *types: str) -> list[Token]:
    """The tokens of these types."""
    return [part for part in parts if isinstance(part, Token) and part.type in types]


def pieces(parts: list[Any]) -> list[Any]:
    """Everything but tokens, and what was left out."""
    return [part for part in parts if part is not None and not isinstance(part, Token)]


def fields_of(clauses: list[Clause]) -> dict[str, Any]:
    """All fields that clauses set, none of them twice."""
    fields: dict[str, Any] = {}
    for clause in clauses:
        if clause.fields.keys() & fields.keys():
            raise NotationError(f"{clause.word} is said twice", clause.at)
        fields |= clause.fields
    return fields
