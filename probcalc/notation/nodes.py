"""What a roll in the notation consists of, as a tree of plain immutable nodes.

Two nodes are equal wherever they stand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from probcalc.notation.operators import OPERATORS, Operator


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A node, with the character at which it begins."""

    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Ranges(Placed):
    """Faces as ranges, both ends included: 1-2, 20.

    >>> 2 in Ranges(((1, 2), (20, 20))), 3 in Ranges(((1, 2), (20, 20)))
    (True, False)
    """

    spans: tuple[tuple[int, int], ...] = ()

    def __contains__(self, face: int) -> bool:
        return any(low <= face <= high for low, high in self.spans)

    def __bool__(self) -> bool:
        return bool(self.spans)


NOTHING = Ranges()


@dataclass(frozen=True, slots=True)
class Explosion(Placed):
    """A die that earns another: on which faces (None for its highest), and at most how many times (None for no end).

    Without an end the sum counts up to `cap`, and anything above as that; None where nothing says how far it matters.
    """

    on: Ranges | None
    most: int | None
    cap: int | None = None


@dataclass(frozen=True, slots=True)
class Again(Placed):
    """What is rolled once more in a check: naturals by number, or every failure or success; `most` of them, or all."""

    what: Literal["naturals", "failures", "successes"]
    naturals: Ranges = NOTHING
    most: int | None = None


@dataclass(frozen=True, slots=True)
class SymbolDie(Placed):
    """A die with symbols: the letters of its kinds, and on every face how many of each."""

    kinds: tuple[str, ...]
    faces: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Deal(Placed):
    """So many cards drawn from a deck without putting any back: numbers, or letters that are counted like symbols.

    `cards` holds each with how many there are of it.
    """

    count: int
    cards: tuple[tuple[int | str, int], ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The letters of its cards; none where they are numbers."""
        return tuple(card for card, _ in self.cards if isinstance(card, str))


Ties: TypeAlias = Literal["stand", "a", "b", "reroll"]
Away: TypeAlias = Literal["without", "unlike"]


@dataclass(frozen=True, slots=True)
class Number(Placed):
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Die(Placed):
    """One die: faces 1 to `sides`, or the `faces` listed, each as often as it is listed."""

    sides: int
    faces: tuple[int, ...] = ()

    @property
    def all_faces(self) -> tuple[int, ...] | range:
        """Every face, equally likely."""
        return self.faces or range(1, self.sides + 1)

    @property
    def name(self) -> str:
        """The die as it is written: d6, d{1,1,2}."""
        return f"d{{{','.join(map(str, self.faces))}}}" if self.faces else f"d{self.sides}"


@dataclass(frozen=True, slots=True)
class Pool(Placed):
    """So many copies of a die, or of a roll; one that shows a face in `again` is rolled once more, then it explodes.

    Dice that are `seen` are those before a `with`: they are not rolled anew.
    """

    count: int
    unit: Node
    again: Ranges = NOTHING
    explosion: Explosion | None = None
    seen: bool = False


@dataclass(frozen=True, slots=True)
class Looked(Placed):
    """Dice that are rolled once, and a roll in which they are asked, as often as is wanted, as "them"."""

    dice: Pool
    body: Node


@dataclass(frozen=True, slots=True)
class Together(Placed):
    """Different rolls side by side, as in best of (d6 and d8)."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Added(Placed):
    """The sum of a pool, where the pool itself would be counted die by die."""

    pool: Pool | Together


@dataclass(frozen=True, slots=True)
class Kept(Placed):
    """The sum of the highest, or lowest, few of a pool; of one it is the best, or worst."""

    pool: Pool | Together
    number: int
    lowest: bool


@dataclass(frozen=True, slots=True)
class Dices(Placed):
    """Dice and cards on the table, each for itself: 3d4, 3d6, 3d8; some of them taken away by what others show."""

    pools: tuple[Pool | Deal, ...]
    away: tuple[Pool | Deal, ...] = ()
    how: Away = "without"

    @property
    def count(self) -> int:
        """How many dice there are."""
        return sum(pool.count for pool in self.pools)


@dataclass(frozen=True, slots=True)
class Ranked(Placed):
    """The sum of the dice at the ranks given, 1 the highest, or the lowest."""

    dice: Dices
    ranks: tuple[int, ...]
    from_lowest: bool = False


@dataclass(frozen=True, slots=True)
class Asked(Placed):
    """A question about dice on the table by its words: largest set, pairs won; some need dice to hold them against.

    Dice on a `wild` face stand for whatever is wanted.
    """

    what: str
    dice: Dices
    against: Dices | None = None
    wild: Ranges = NOTHING


@dataclass(frozen=True, slots=True)
class Operation(Placed):
    """Rolls with an operator between them by its sign: d6 * d8, d20 >= 11 or d6 = 6."""

    sign: str
    parts: tuple[Node, ...]

    @property
    def operator(self) -> Operator:
        """All that is known of its operator."""
        return OPERATORS[self.sign]


@dataclass(frozen=True, slots=True)
class Applied(Placed):
    """A function of a roll by its word: abs."""

    function: str
    part: Node


@dataclass(frozen=True, slots=True)
class Compared(Placed):
    """1 when one roll compares so with another, else 0."""

    a: Node
    compare: str
    b: Node


@dataclass(frozen=True, slots=True)
class Not(Placed):
    """1 when a roll is 0, else 0."""

    part: Node


@dataclass(frozen=True, slots=True)
class Until(Placed):
    """A roll again and again until it, or the total so far, compares so; at most so many turns.

    What it gives is the last roll, the number of turns or the total of all. Without an end it counts up to `cap`.
    """

    of: Node
    gives: Literal["last", "turns", "total"]
    of_total: bool
    compare: str
    target: Node
    most: int | None = None
    cap: int | None = None


@dataclass(frozen=True, slots=True)
class Either(Placed):
    """One roll where a condition is not 0, another where it is."""

    then: Node
    condition: Node
    otherwise: Node


@dataclass(frozen=True, slots=True)
class Variable(Placed):
    """The result that a letter stands for."""

    name: str


@dataclass(frozen=True, slots=True)
class Let(Placed):
    """A letter that stands for one result of a roll, wherever it is written in the body."""

    name: str
    value: Node
    body: Node


@dataclass(frozen=True, slots=True)
class Row(Placed):
    """A row of a table: the results from `low` to `high` (None for no end), and a name or what is rolled for them."""

    low: int | None
    high: int | None
    gives: Node | str

    def __contains__(self, result: int) -> bool:
        return (self.low is None or self.low <= result) and (self.high is None or result <= self.high)


@dataclass(frozen=True, slots=True)
class Lookup(Placed):
    """A roll looked up in rows, the first that holds it."""

    of: Node
    rows: tuple[Row, ...]

    @property
    def is_named(self) -> bool:
        """Whether its rows give names."""
        return isinstance(self.rows[0].gives, str)


@dataclass(frozen=True, slots=True)
class Negative(Placed):
    """Minus a roll."""

    part: Node


@dataclass(frozen=True, slots=True)
class Sum(Placed):
    """The sum of its terms."""

    terms: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Check(Placed):
    """A roll against a target number; of a pool every die is held against it, and the successes are counted."""

    of: Node
    compare: str
    target: int
    critical: Ranges = NOTHING
    critical_counts: int = 1
    fumble: Ranges = NOTHING
    fumble_counts: int = 0
    always: Ranges = NOTHING
    never: Ranges = NOTHING
    again: Again | None = None
    explosion: Explosion | None = None

    @property
    def is_single(self) -> bool:
        """Whether it is one roll that succeeds or not, and not several that are counted."""
        counted = isinstance(self.of, (Together, Deal)) or (isinstance(self.of, Pool) and self.of.count > 1)
        return not counted and self.explosion is None


@dataclass(frozen=True, slots=True)
class Chain(Placed):
    """One step after another: each is rolled as often as the step before says."""

    steps: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Contest(Placed):
    """Two rolls against each other, once or until one side has won so often."""

    a: Node
    b: Node
    ties: Ties = "stand"
    lower_wins: bool = False
    first_to: int = 1


@dataclass(frozen=True, slots=True)
class Split(Placed):
    """Dice of which so many are kept: the sum of those, k, and of the others, l."""

    dice: Dices
    number: int
    lowest: bool


KEPT_AND_LEFT = ("k", "l")
"""The letters for the sum of the dice that are kept, and of those that are left."""


@dataclass(frozen=True, slots=True)
class With(Placed):
    """A roll of symbols, and a roll in which each of its letters stands for how many there are."""

    symbols: Node
    body: Node


Rolled: TypeAlias = "Number | Die | Pool | Together | Added | Kept | Negative | Sum | Until | Check | Chain | Contest"
OnTable: TypeAlias = "Ranked | Asked | Split | Deal | SymbolDie"
Flow: TypeAlias = "Operation | Applied | Compared | Not | Either | Variable | Let | Looked | With | Lookup"
Node: TypeAlias = "Rolled | OnTable | Flow"
