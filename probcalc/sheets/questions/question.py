"""A question of a sheet with all its names resolved: parameters, lines ready to be played, results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from probcalc.exact.law.distribution import Distribution
from probcalc.exact.tree.steps import Known
from probcalc.scenarios.parameters import NOTHING
from probcalc.sheets.compiling.scope import Scope
from probcalc.sheets.playing.choices import Choice, choices_of
from probcalc.sheets.playing.codes import Code, Values
from probcalc.sheets.playing.course import Course
from probcalc.sheets.playing.lines import Line
from probcalc.sheets.playing.rounds import Rounds
from probcalc.sheets.reading.declarations import Declared
from probcalc.sheets.reading.nodes import Name
from probcalc.sheets.reading.sheet import (
    Expectation,
    Group,
    Item,
    QuestionText,
    Refusal,
    ResultLine,
    RoundsBlock,
    RuleBlock,
    Step,
    Table,
    Try,
)


@dataclass(slots=True)
class Shown:
    """A result: its name, what it gives, how it is played, and how it is said; `lasts` of rounds without a last one."""

    name: str
    key: str
    code: Code
    line: Line | None
    text: ResultLine
    side: int | None
    lasts: bool = False

    @property
    def unordered(self) -> str:
        """Which words the order leaves out, so that none of them all is higher than another; "" where it has all."""
        ordered = [word for word, _ in self.text.order]
        left = [word for word in self.code.kind.words or () if ordered and word not in ordered]
        verb = "is" if len(left) == 1 else "are"
        return f"{' and '.join(left)} {verb} left out of {' < '.join(ordered)}" if left else ""


@dataclass
class Question:
    """A question, ready to be asked.

    Attributes:
        rule_lines: the lines within rules, which are played where a rule is named.
        carried: the key of the parameter that is lower for the next attack on a target, and the result taken off it.
    """

    text: QuestionText
    scope: Scope
    groups: list[Group] = field(default_factory=list)
    parameters: list[tuple[Declared, int | None]] = field(default_factory=list)
    fixed: list[Declared] = field(default_factory=list)
    tables: dict[str, Table] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    rule_lines: list[Line] = field(default_factory=list)
    results: list[Shown] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    tries: list[Try] = field(default_factory=list)
    expectations: list[Expectation] = field(default_factory=list)
    refusals: list[tuple[Refusal, Code]] = field(default_factory=list)
    carried: tuple[str, Name] | None = None
    rolls: dict[Any, Any] = field(default_factory=dict)

    def words_of(self, declared: Declared) -> list[str]:
        """The words that a parameter may be: those of a choice, its dice, or the rows of a table and none."""
        if declared.what == "row":
            return [NOTHING, *(row[0].text for row in self.tables[declared.table].rows)]
        return [word for word, _ in declared.dice or declared.options]

    @cached_property
    def course(self) -> Course:
        """The lines with those of the results, to be played."""
        return Course([*self.lines, *(shown.line for shown in self.results if shown.line is not None)])

    def result_called(self, name: str) -> Shown | None:
        """The result of a name, however it is capitalized; None where there is none."""
        return next((shown for shown in self.results if shown.name.lower() == name.lower()), None)

    @property
    def every_line(self) -> list[Line]:
        """All lines, in place of rounds those within them."""
        return [each for line in self.lines for each in (line.lines if isinstance(line, Rounds) else [line])]

    def choices(self) -> list[Choice]:
        """All choices, those within rounds too."""
        return choices_of(self.every_line)

    def steps(self) -> list[Step]:
        """The steps as they are written, those of rounds and rules too."""
        found: list[Step] = []
        for item in self.items:
            found += [item] if isinstance(item, Step) else ()
            found += item.steps if isinstance(item, (RoundsBlock, RuleBlock)) else ()
        return found

    def play_result(self, shown: Shown, values: Values) -> Any:
        """What a result comes to: a value, or the tree of it."""
        if shown.lasts:
            law = self.lasting_law(values)
            assert law is not None
            return Known(law, "Rounds")
        return self.course.value(shown.key, values)

    def lasting_law(
        self,
        values: Values,
        known: Sequence[str] = (),
        holds: Callable[[Sequence[Any]], bool] | None = None,
    ) -> Distribution | None:
        """How long rounds without a last one are, where a condition holds of results; None where these are rolled."""
        place, rounds = next((place, line) for place, line in enumerate(self.lines) if isinstance(line, Rounds))
        above, after = Course(self.lines[:place]), Course(self.course.lines[place + 1 :])
        return rounds.lasting(above, values, after, tuple(known), holds)
