"""What an expression of a sheet consists of, as it is written; `at` is its place in the sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Compare: TypeAlias = Literal[">=", "<=", ">", "<", "="]
Spans: TypeAlias = "tuple[tuple[Expression, Expression], ...]"
"""Faces as ranges, both ends included; the ends may be names."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Placed:
    """What stands on a sheet, with its place."""

    at: int


@dataclass(frozen=True, slots=True, eq=False)
class Number(Placed):
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True, eq=False)
class Truth(Placed):
    """yes or no."""

    value: bool


@dataclass(frozen=True, slots=True, eq=False)
class Word(Placed):
    """A word in quotation marks, or one that stands bare where only a word can."""

    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Name(Placed):
    """What a name stands for, of a side where one is said."""

    name: str
    side: str = ""
    side_at: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Part(Placed):
    """A part of a step: criticals of hits, s of net."""

    part: str
    of: Name


@dataclass(frozen=True, slots=True, eq=False)
class Die(Placed):
    """A die: so many sides, sides that are calculated, faces, or symbols."""

    sides: int
    size: Expression | None = None
    faces: tuple[int, ...] = ()
    symbols: tuple[tuple[tuple[str, int], ...], ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Clause(Placed):
    """A word behind dice or a target that is about their faces, with what it is about and when it counts.

    `what` is the faces, or "failures" or "successes" for a reroll; `number` is what it counts, or how often at most;
    `is_endless` dice explode for ever.
    """

    word: Literal["reroll", "exploding", "crit", "fumble", "always", "never"]
    spans: Spans = ()
    what: str = ""
    number: int | None = None
    when: Expression | None = None
    is_endless: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Pool(Placed):
    """Dice rolled together, each for itself; without a count one."""

    count: Expression | None
    unit: Expression
    clauses: tuple[Clause, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Times(Placed):
    """Something played so often."""

    count: Expression
    unit: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Lying(Placed):
    """Dice or cards kept as they lie."""

    dice: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Deal(Placed):
    """So many cards of a deck for each hand."""

    counts: tuple[Expression, ...]
    cards: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Parentheses(Placed):
    """An expression in parentheses: a pool in them is its sum."""

    inside: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Asked(Placed):
    """What is asked of several dice: best, worst, keep, sum, middle, ranks, number, or a question of the notation.

    How many of them are asked about is `number`, or what `of_number` comes to.
    """

    what: str
    dice: tuple[Expression, ...]
    number: int = 1
    ranks: tuple[int, ...] = ()
    against: tuple[Expression, ...] = ()
    lowest: bool = False
    wild: tuple[tuple[int, int], ...] = ()
    of_number: Expression | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Operation(Placed):
    """A sum, product, quotient, least or greatest of several, or a number without its sign."""

    sign: Literal["+", "-", "*", "/", "up", "min", "max", "abs", "negative"]
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Comparison(Placed):
    """One expression held against another, with what is said of faces."""

    first: Expression
    compare: Compare
    second: Expression
    clauses: tuple[Clause, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Is(Placed):
    """Whether a name is a word, critical, fumble or none."""

    of: Name
    word: str
    word_at: int
    negated: bool = False
    quoted: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Logic(Placed):
    """Conditions joined by and, or, or one turned round."""

    how: Literal["and", "or", "not"]
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Cases(Placed):
    """The first of several whose condition holds."""

    cases: tuple[tuple[Expression, Expression], ...]
    otherwise: Expression | None


@dataclass(frozen=True, slots=True, eq=False)
class Row(Placed):
    """A row of a table of results: from one number to another, None for no end, and what it gives."""

    low: int | None
    high: int | None
    gives: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Lookup(Placed):
    """A number looked up in rows."""

    of: Expression
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Chain(Placed):
    """One roll after another, each as often as the one before says."""

    steps: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Fallen(Placed):
    """How many fall to so many hits with their damage."""

    count: Expression
    damage: Expression
    wounds: Expression
    after: Expression | None
    among: Expression | None


@dataclass(frozen=True, slots=True, eq=False)
class ForEach(Placed):
    """An expression played once for each number of a list, and added up."""

    of: Expression
    letter: str
    listed: Name


@dataclass(frozen=True, slots=True, eq=False)
class Option(Placed):
    """An option of a choice, and when there is one."""

    word: str
    when: Expression | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Choose(Placed):
    """A decision of the player."""

    options: tuple[Option, ...]
    most: bool
    aim: Name


Expression: TypeAlias = (
    "Number | Truth | Word | Name | Part | Die | Pool | Times | Lying | Deal | Parentheses | Asked | Operation |"
    "Comparison | Is | Logic | Cases | Lookup | Chain | Fallen | ForEach | Choose"
)
