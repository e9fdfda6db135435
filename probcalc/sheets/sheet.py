"""What stands on a sheet: its headings, groups, steps, blocks and tables, in the order of the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from probcalc.sheets import nodes
from probcalc.sheets.declarations import Declared


@dataclass(frozen=True, slots=True)
class Group:
    """Parameters below one heading: attacker, given, fixed, each."""

    word: str
    parameters: tuple[Declared, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Sides:
    """Two sides, as they are written."""

    names: tuple[str, str]
    places: tuple[int, int]
    at: int


@dataclass(frozen=True, slots=True)
class Ruling:
    """A reading of an unclear rule."""

    name: str
    shown: str
    options: tuple[str, ...]
    question: str
    at: int


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a name, the columns' names first."""

    name: str
    shown: str
    columns: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    at: int


@dataclass(frozen=True, slots=True)
class NamedDie:
    """A die with a name."""

    name: str
    shown: str
    die: nodes.Die
    at: int


@dataclass(frozen=True, slots=True)
class Step:
    """A line that is played: the names that stand for it, of which side, and how it comes up."""

    names: tuple[str, ...]
    shown: tuple[str, ...]
    places: tuple[int, ...]
    side: str
    side_at: int
    is_next: bool
    of: nodes.Expression
    line: int


@dataclass(frozen=True, slots=True)
class RuleBlock:
    """A rule within the rule."""

    name: str
    shown: str
    steps: tuple[Step, ...]
    at: int


@dataclass(frozen=True, slots=True)
class RoundsBlock:
    """Lines that are played again and again."""

    most: nodes.Expression | None
    steps: tuple[Step, ...]
    until: nodes.Expression | None
    at: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with places for names and amounts."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A result: a step, or an expression of its own."""

    name: nodes.Name
    of: nodes.Expression | None
    unit: str
    better: str
    order: tuple[tuple[str, int], ...]
    says: Sentence | None
    each: tuple[tuple[str, int, Sentence], ...]
    at: int


@dataclass(frozen=True, slots=True)
class Setting:
    """A value for a parameter, as it would stand in a table."""

    name: str
    at: int
    text: str
    value_at: int


@dataclass(frozen=True, slots=True)
class Try:
    """A question ready to ask."""

    name: str
    settings: tuple[Setting, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Expectation:
    """A test: what is asked, the value that it should have, and for which settings."""

    kind: str
    asked: nodes.Expression
    text: str
    value: str
    value_at: int
    settings: tuple[Setting, ...]
    at: int


@dataclass(frozen=True, slots=True)
class Refusal:
    """A combination of parameters that cannot be."""

    condition: nodes.Expression
    why: str
    at: int


@dataclass(frozen=True, slots=True)
class CarryLine:
    """What a parameter is for the next attack."""

    name: str
    shown: str
    of: nodes.Expression
    at: int


Item: TypeAlias = (
    "Group | Sides | Ruling | Table | NamedDie | Step | RuleBlock | RoundsBlock | ResultLine | Try | Expectation |"
    "Refusal | CarryLine"
)


@dataclass(slots=True)
class QuestionText:
    """A question as it is written: its words, notes, and everything that belongs to it."""

    title: str
    sentence: str
    at: int
    notes: list[str] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)


@dataclass(slots=True)
class SheetText:
    """A whole sheet."""

    title: str = "My game"
    notes: list[str] = field(default_factory=list)
    common: list[Item] = field(default_factory=list)
    questions: list[QuestionText] = field(default_factory=list)
