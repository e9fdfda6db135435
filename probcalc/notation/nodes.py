"""What a roll in the notation consists of, as a tree of plain immutable nodes.

`at` is the character at which a node begins; two nodes are equal wherever they stand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Compare: TypeAlias = Literal[">=", "<=", ">", "<", "="]
Ties: TypeAlias = Literal["stand", "a", "b", "reroll"]


@dataclass(frozen=True, slots=True)
class Ranges:
    """Faces as ranges, both ends included: 1-2, 20.

    >>> 2 in Ranges(((1, 2), (20, 20))), 3 in Ranges(((1, 2), (20, 20)))
    (True, False)
    """

    spans: tuple[tuple[int, int], ...] = ()
    at: int = field(default=0, compare=False)

    def __contains__(self, face: int) -> bool:
        return any(low <= face <= high for low, high in self.spans)

    def __bool__(self) -> bool:
        return bool(self.spans)


NOTHING = Ranges()


@dataclass(frozen=True, slots=True)
class Explosion:
    """A die that earns another: on which faces (None for its highest), and at most how many times."""

    on: Ranges | None
    most: int
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    value: int
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Die:
    """One die: faces 1 to `sides`, or the `faces` listed, each as often as it is listed."""

    sides: int
    faces: tuple[int, ...] = ()
    at: int = field(default=0, compare=False)

    @property
    def shown(self) -> tuple[int, ...] | range:
        """Every face, equally likely."""
        return self.faces or range(1, self.sides + 1)

    @property
    def name(self) -> str:
        """The die as it is written: d6, d{1,1,2}."""
        return f"d{{{','.join(map(str, self.faces))}}}" if self.faces else f"d{self.sides}"


@dataclass(frozen=True, slots=True)
class Pool:
    """So many copies of a die, or of a roll; one that shows a face in `again` is rolled once more, then it explodes."""

    count: int
    unit: Node
    again: Ranges = NOTHING
    explosion: Explosion | None = None
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Together:
    """Different rolls side by side, as in best of (d6 and d8)."""

    parts: tuple[Node, ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Added:
    """The sum of a pool, where the pool itself would be counted die by die."""

    pool: Pool | Together
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Kept:
    """The sum of the highest, or lowest, few of a pool; of one it is the best, or worst."""

    pool: Pool | Together
    number: int
    lowest: bool
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Dices:
    """Dice of several kinds on the table, each die for itself: 3d4, 3d6, 3d8."""

    pools: tuple[Pool, ...]
    at: int = field(default=0, compare=False)

    @property
    def count(self) -> int:
        """How many dice there are."""
        return sum(pool.count for pool in self.pools)


@dataclass(frozen=True, slots=True)
class Ranked:
    """The sum of the dice at the ranks given, 1 the highest."""

    dice: Dices
    ranks: tuple[int, ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about dice on the table by its words: largest set, pairs won; some need dice to hold them against."""

    what: str
    dice: Dices
    against: Dices | None = None
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Quotient:
    """A roll divided by a whole number, rounded down."""

    part: Node
    divisor: int
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Absolute:
    """A roll without its sign."""

    part: Node
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Compared:
    """1 when one roll compares so with another, else 0."""

    a: Node
    compare: Compare
    b: Node
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Either:
    """One roll where a condition is not 0, another where it is."""

    then: Node
    condition: Node
    otherwise: Node
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Variable:
    """The result that a letter stands for."""

    name: str
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Let:
    """A letter that stands for one result of a roll, wherever it is written in the body."""

    name: str
    value: Node
    body: Node
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: the results from `low` to `high` (None for no end), and a name or what is rolled for them."""

    low: int | None
    high: int | None
    gives: Node | str
    at: int = field(default=0, compare=False)

    def __contains__(self, result: int) -> bool:
        return (self.low is None or self.low <= result) and (self.high is None or result <= self.high)


@dataclass(frozen=True, slots=True)
class Table:
    """A roll looked up in rows, the first that holds it."""

    of: Node
    rows: tuple[Row, ...]
    at: int = field(default=0, compare=False)

    @property
    def is_named(self) -> bool:
        """Whether its rows give names."""
        return isinstance(self.rows[0].gives, str)


@dataclass(frozen=True, slots=True)
class Negative:
    """Minus a roll."""

    part: Node
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of its terms."""

    terms: tuple[Node, ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Product:
    """The product of its factors."""

    factors: tuple[Node, ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Again:
    """What is rolled once more in a check: naturals by number, or every failure or success; `most` of them, or all."""

    what: Literal["naturals", "failures", "successes"]
    naturals: Ranges = NOTHING
    most: int | None = None
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Check:
    """A roll against a target number; of a pool every die is held against it, and the successes are counted."""

    of: Node
    compare: Compare
    target: int
    critical: Ranges = NOTHING
    critical_counts: int = 1
    fumble: Ranges = NOTHING
    fumble_counts: int = 0
    always: Ranges = NOTHING
    never: Ranges = NOTHING
    again: Again | None = None
    explosion: Explosion | None = None
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Chain:
    """One step after another: each is rolled as often as the step before says."""

    steps: tuple[Node, ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Contest:
    """Two rolls against each other."""

    a: Node
    b: Node
    ties: Ties = "stand"
    lower_wins: bool = False
    at: int = field(default=0, compare=False)


Node: TypeAlias = (
    "Number | Die | Pool | Together | Added | Kept | Ranked | Asked | Negative | Sum | Product | Quotient | Absolute |"
    "Compared | Either | Variable | Let | Table | Check | Chain | Contest"
)
