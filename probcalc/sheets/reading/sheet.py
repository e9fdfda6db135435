"""What stands on a sheet: its headings, groups, steps, blocks and tables, in the order of the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from probcalc.sheets.reading import nodes
from probcalc.sheets.reading.declarations import Declared
from probcalc.sheets.reading.nodes import Placed


@dataclass(frozen=True, slots=True)
class Group(Placed):
    """Parameters below one heading: attacker, given, fixed, each, ruling."""

    word: str
    parameters: tuple[Declared, ...]

    @property
    def takes_part(self) -> bool:
        """Whether it is somebody who takes part."""
        return self.word not in ("given", "fixed", "each", "ruling")


@dataclass(frozen=True, slots=True)
class Sides(Placed):
    """Two sides, as they are written."""

    names: tuple[str, str]
    places: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Cell(Placed):
    """A cell of a table."""

    text: str


@dataclass(frozen=True, slots=True)
class Table(Placed):
    """Rows under a name, the columns' names first."""

    name: str
    shown: str
    columns: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True, slots=True)
class NamedDie(Placed):
    """A die with a name."""

    name: str
    shown: str
    die: nodes.Die


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
class RuleBlock(Placed):
    """A rule within the rule."""

    name: str
    shown: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class RoundsBlock(Placed):
    """Lines that are played again and again."""

    most: nodes.Expression | None
    steps: tuple[Step, ...]
    until: nodes.Expression | None


@dataclass(frozen=True, slots=True)
class Sentence(Placed):
    """A sentence with places for names and amounts."""

    text: str


@dataclass(frozen=True, slots=True)
class ResultLine(Placed):
    """A result: a step, or an expression of its own."""

    name: nodes.Name
    of: nodes.Expression | None
    unit: str
    better: str
    order: tuple[tuple[str, int], ...]
    says: Sentence | None
    each: tuple[tuple[str, int, Sentence], ...]


@dataclass(frozen=True, slots=True)
class Setting(Placed):
    """A value for a parameter, as it would stand in a table."""

    name: str
    text: str
    value_at: int


@dataclass(frozen=True, slots=True)
class Try(Placed):
    """A question ready to ask."""

    name: str
    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class Expectation(Placed):
    """A test: what is asked, the value that it should have, and for which settings."""

    kind: str
    asked: nodes.Expression
    text: str
    value: str
    value_at: int
    settings: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class Refusal(Placed):
    """A combination of parameters that cannot be."""

    condition: nodes.Expression
    why: str


@dataclass(frozen=True, slots=True)
class CarryLine(Placed):
    """What a parameter is for the next attack."""

    name: str
    shown: str
    of: nodes.Expression


Item: TypeAlias = (
    "Group | Sides | Table | NamedDie | Step | RuleBlock | RoundsBlock | ResultLine | Try | Expectation |"
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
