"""The lines of a question as the steps of a play, by their names."""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from probcalc.notation.walking import walk
from probcalc.sheets.compiling.scope import Entry
from probcalc.sheets.in_python.checks import Checks
from probcalc.sheets.in_python.names import CASES, Said, Unsaid, label_text
from probcalc.sheets.playing.codes import Values
from probcalc.sheets.playing.expression_types import ExpressionType
from probcalc.sheets.playing.lines import Line
from probcalc.sheets.playing.rounds import Rounds
from probcalc.sheets.questions.building import kind_to_store, level_of
from probcalc.sheets.questions.question import Question
from probcalc.sheets.reading import nodes
from probcalc.sheets.reading.sheet import CarryLine, RoundsBlock, RuleBlock, SheetText, Step


class Known(NamedTuple):
    """A step with its line, ready to be played, and its side."""

    step: Step
    line: Line
    side: int | None


class Block(NamedTuple):
    """Rounds as they are written, and ready to be played."""

    item: RoundsBlock
    line: Rounds


class LineWriter(Checks):
    """Writes the lines of a question, one by one."""

    def __init__(self, sheet: SheetText, question: Question, settled: Values) -> None:
        self.items = [*sheet.common, *question.text.items]
        if any(isinstance(item, CarryLine) for item in self.items):
            raise Unsaid("what is carried into the next attack")
        if question.choices():
            raise Unsaid("choose, which is worked out back from the end of the sheet,")
        super().__init__(question)
        lines = iter(question.lines)
        self.steps: list[Known | Block] = []
        for item in self.items:
            if isinstance(item, Step):
                self.steps += [Known(item, next(lines), side) for side in self.scope.sides_of(item)]
            elif isinstance(item, RoundsBlock):
                line = next(lines)
                assert isinstance(line, Rounds)
                self.steps.append(Block(item, line))
                self.names |= {self.name_of(key) for each in line.lines for key in each.keys[:1]}
            elif isinstance(item, RuleBlock):
                self.names |= {self.name_of(name) for step in item.steps for name in step.names}
        self.values = dict(settled)
        self.asked: dict[str, set[str]] = {}
        codes = ((line.keys[0], line.code) for line in question.every_line if line.code is not None)
        words = {key.rpartition(".")[2] for key, code in codes if not code.kind.check}
        for node in chain.from_iterable(map(walk, self.items)):
            if isinstance(node, nodes.Part):
                self.asked.setdefault(node.of.name.lower(), set()).add(node.part)
            elif isinstance(node, nodes.Is) and node.word.lower() in ("critical", "fumble") and not node.quoted:
                if node.of.name.lower() in words:
                    continue
                part = "criticals" if node.word.lower() == "critical" else "fumbles"
                self.asked.setdefault(node.of.name.lower(), set()).add(part)
        self.told: list[str] = []

    def key_of(self, known: Known) -> str:
        """The key of what a step gives."""
        return self.scope.key(known.step.names[0], known.side)

    def define(self, known: Known) -> None:
        """What the names of a line of rounds stand for, for the lines below it."""
        code = known.line.code
        for name, shown in zip(known.step.names, known.step.shown, strict=True):
            key = self.scope.key(name, known.side)
            kind = ExpressionType("faces") if code is None else kind_to_store(code)
            level = "" if code is None else level_of(code)
            self.scope.entries[key] = Entry(key, shown, "step", kind, known.step.line, level)
            if known.side is not None:
                self.scope.sided[name] = self.scope.sided.get(name, 0) + 1

    def is_rolled(self, known: Known) -> bool:
        """Whether a line rolls anything, or hangs from what is rolled."""
        return known.line.random or any(self.name_of(root_of(key)) in self.rolled for key in known.line.needs)

    def calls_of(self, known: Known, one: int | None = None) -> list[str]:
        """The calls that give a line; of `one` die in place of how many there are, where that is said."""
        code, name = known.line.code, self.name_of(self.key_of(known))
        self.scope.side = known.side
        try:
            if len(known.step.names) > 1:
                return self._hands(known)
            is_event = code is not None and code.kind.what == "condition"
            shown = known.step.shown[0]
            if known.side is not None:
                shown += f" of {self.scope.shown_sides[known.side]}"
            return self.calls(name, known.step.names[0], shown, known.step.of, one, is_event and one is None)
        finally:
            self.scope.side = None
            self.rolled |= {name, f"{name}_band"}

    def _hands(self, known: Known) -> list[str]:
        """Several hands of one deck."""
        assert isinstance(known.step.of, nodes.Deal)
        names, self.reads = known.step.names, {}
        whole = "_and_".join(names)
        self.require_free(whole)
        self.rolled |= set(map(self.name_of, names))
        dealt = self.function(Said(self.deal(known.step.of)))
        each = (f"{self.name_of(name)}=lambda {whole}: {whole}[{place}]" for place, name in enumerate(names))
        return [f".roll({whole}={dealt})", f".also({', '.join(each)})"]

    def calls(
        self, name: str, asked: str, shown: str, of: nodes.Expression, one: int | None, is_event: bool = False
    ) -> list[str]:
        """The calls that give a line; of `one` die in place of how many there are, where that is said."""
        self.label, self.line, self.reads = label_text(shown), name, {}
        parts = self.asked.get(asked, set())
        check = None
        try:
            check = self.check_of(of)
        except Unsaid:
            if not parts or one is not None:
                raise
            self.reads = {}
        if check is not None and (parts or (one is not None and check.number is not None and not self.reads)):
            if check.number is not None and one is None:
                return self.with_parts(name, parts, check)
            return self.by_band(name, check, parts, one, is_event)
        if isinstance(of, nodes.Comparison) and parts and check is None:
            banded = self.calls_of_bands(name, of)
            if banded is None or parts & {"successes", "failures"}:
                raise Unsaid(f"parts of {asked}")
            made = f"{name}_band in ('critical', 'success')"
            made = made if is_event else f"int({made})"
            return [*banded, self.derived(name, is_event, f"lambda {name}_band: {made}")]
        if parts:
            return self._parts(name, of, parts)
        if isinstance(of, nodes.Cases) and (cases := self._on_rolls(name, of)):
            return cases
        if isinstance(of, nodes.Lookup):
            total = self.look_up(of)
            if total.rolled:
                field = f"{name}_total"
                self.require_free(field)
                first, self.reads = f".roll({field}={self.function(total)})", {field: None}
                return [first, f".also({name}={self.function(self.row(of, field))})"]
        found = self.may_lack(of)
        if found.rolled:
            return [f".roll({name}={self.function(found)})"]
        return [self.derived(name, is_event and bool(self.reads), self.function(found))]

    def _on_rolls(self, name: str, of: nodes.Cases) -> list[str]:
        """The calls that give cases that hang from rolls within them; none where they hang from none."""
        before, calls = dict(self.reads), list[str]()
        made: list[str] = []
        told: list[str] = []
        for place, (_, holds) in enumerate(of.cases):
            self.reads = {}
            condition = self.say(holds)
            if condition.rolled:
                field = f"{name}_holds" if len(of.cases) == 1 else f"{name}_holds_{place + 1}"
                self.require_free(field)
                # What stands above is looked at first.
                asked = f"0 if {' or '.join(made)} else {condition.within(CASES)}" if made else condition.text
                self.reads |= dict.fromkeys(made)
                calls.append(f".roll({field}={self.function(Said(asked))})")
                made.append(field)
                condition = Said(field)
            told.append(condition.within(1))
        self.reads = before
        if not made:
            return []
        self.reads = dict.fromkeys(made)
        gives = [self.say(value) for value, _ in of.cases]
        for (_, holds), text in zip(of.cases, told, strict=True):
            if text not in made:
                self.say(holds)
        last = Said("0") if of.otherwise is None else self.say(of.otherwise)
        how = "roll" if any(each.rolled for each in (*gives, last)) else "also"
        whole = "".join(f"{each.within(1)} if {text} else " for each, text in zip(gives, told, strict=True))
        return [*calls, f".{how}({name}={self.function(Said(whole + last.within(CASES)))})"]

    def _parts(self, name: str, of: nodes.Expression, parts: set[str]) -> list[str]:
        """The calls that give a line of which parts are asked, which is no plain roll against a number."""
        if isinstance(of, nodes.Fallen):
            self.require_free(f"{name}_and_hurt", f"{name}_hurt")
            pair = self.fallen_and_wounds(of)
            ended = f"lambda {name}_and_hurt: {name}_and_hurt"
            return [
                f".roll({name}_and_hurt={self.function(pair)})",
                f".also({name}={ended}[0], {name}_hurt={ended}[1])",
            ]
        law = self.symbols(of)
        if law is not None:
            each = (f"{name}_{part}=lambda {name}: {name}[{self.kinds.index(part)}]" for part in sorted(parts))
            return [f".roll({name}={self.function(law)})", f".also({', '.join(each)})"]
        raise Unsaid(f"parts of {name}")


def put_beside(told: list[str], step: Step, calls: list[str], before: Step | None) -> Step | None:
    """Add calls to those that are written; where the one before is of the same step and kind, to that call.

    The step to which the next may be put.
    """
    how, _, rest = calls[0].partition("(")
    if len(calls) == 1 and told and before is step and told[-1].startswith(f"{how}("):
        told[-1] = f"{told[-1][:-1]}, {rest}"
    else:
        told += calls
    return step if len(calls) == 1 and how in (".also", ".happens", ".roll") else None


def root_of(key: str) -> str:
    """The step of a part: hits in criticals of hits."""
    return key.rpartition(" of ")[2]
