"""The lines of a question as the steps of a play, by their names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

from probcalc.sheets import nodes
from probcalc.sheets.codes import Values
from probcalc.sheets.in_python.checks import Checked, Checks
from probcalc.sheets.in_python.expressions import Said, Unsaid, label_text
from probcalc.sheets.lines import Line
from probcalc.sheets.question import Question
from probcalc.sheets.sheet import CarryLine, NamedDie, RoundsBlock, SheetText, Sides, Step

_UNSAID: dict[type, str] = {
    Sides: "two sides",
    RoundsBlock: "rounds",
    CarryLine: "what is carried into the next attack",
    NamedDie: "a die with a name",
}


class Known(NamedTuple):
    """A step with its line, ready to be played."""

    step: Step
    line: Line


class LineWriter(Checks):
    """Writes the lines of a question, one by one."""

    def __init__(self, sheet: SheetText, question: Question, settled: Values) -> None:
        self.items = [*sheet.common, *question.text.items]
        for item in self.items:
            if what := _UNSAID.get(type(item)):
                raise Unsaid(what)
        super().__init__(question)
        lines = iter(question.lines)
        self.steps = [Known(item, next(lines)) for item in self.items if isinstance(item, Step)]
        self.values = dict(settled)
        self.asked: dict[str, set[str]] = {}
        for node in _within(self.items):
            if isinstance(node, nodes.Part):
                self.asked.setdefault(node.of.name.lower(), set()).add(node.part)
            elif isinstance(node, nodes.Is) and node.word.lower() in ("critical", "fumble") and not node.quoted:
                part = "criticals" if node.word.lower() == "critical" else "fumbles"
                self.asked.setdefault(node.of.name.lower(), set()).add(part)
        self.events: set[str] = set()
        self.made: dict[str, str] = {}
        self.first: list[str] = []
        self.told: list[str] = []

    def _line(self, known: Known) -> list[str]:
        if len(known.step.names) > 1:
            raise Unsaid("several names in one line")
        name = name_of(known)
        code = known.line.code
        is_event = code is not None and code.kind.what == "condition"
        calls = self._calls(name, known.step.shown[0], known.step.of, None, is_event)
        return [f"play = play{call}" for call in calls]

    def _calls(self, name: str, shown: str, of: nodes.Expression, one: int | None, is_event: bool = False) -> list[str]:
        """The calls that give a line; of `one` die in place of how many there are, where that is said."""
        self.label, self.reads = label_text(shown), {}
        check = self.check_of(of)
        parts = self.asked.get(name, set())
        if check is not None and (parts or (one is not None and check.number is not None and not self.reads)):
            return self._by_band(name, check, parts, one, is_event)
        if parts:
            raise Unsaid(f"parts of {name}")
        found = self.said(of)
        if found.rolled:
            return [f".roll({name}={self._function(found)})"]
        if is_event:
            self.events.add(name)
        return [f".{'happens' if is_event else 'also'}({name}={self._function(found)})"]

    def _function(self, found: Said) -> str:
        if not self.reads:
            return found.text
        return f"lambda {', '.join(self.reads)}: {found.text}"

    def _by_band(self, name: str, check: Checked, parts: set[str], one: int | None, is_event: bool) -> list[str]:
        """A roll by its band, and what is counted of it."""
        if check.number is not None and one is None:
            raise Unsaid(f"parts of {name}, whose number of dice hangs from a roll")
        if parts & {"successes", "failures"} and check.number is not None:
            raise Unsaid(f"successes of {name}")
        self.require_free(f"{name}_band", *(f"{name}_{part}" for part in parts))
        roll = Said(check.roll, rolled=True)
        if not check.hangs:
            absent = f"'no roll' if {check.lacking} else " if check.lacking else ""
            roll = Said(self._made_before(f"{name}_roll", absent + roll.text), rolled=True)
            check = check._replace(lacking="")
        made = f"{check.lacking}" if check.lacking else ""
        reads = dict(self.reads)
        if one and self.reads and check.number is not None:
            roll = Said(f"{roll.text} if {check.number.within(1)} else 'no roll'", 0, True)
        if made:
            roll = Said(f"'no roll' if {made} else {roll.within(0)}", 0, True)
        band = f"{name}_band"
        head = f"lambda {', '.join(reads)}: " if reads else ""
        if is_event:
            self.events.add(name)
            counted = f".happens({name}=lambda {band}: {check.succeeds(band)})"
        else:
            counted = f".also({name}=lambda {band}: {check.counted(band)})"
        calls = [f".roll({band}={head}{roll.text})", counted]
        if check.number is not None:
            calls += [
                f".also({name}_{part}=lambda {band}: int({band} == {part.removesuffix('s')!r}))"
                for part in sorted(parts)
            ]
        return calls

    def require_free(self, *names: str) -> None:
        """Refuse what is written beside the names of the sheet where the sheet has it too."""
        if taken := [name for name in names if name in self.scope.entries]:
            raise Unsaid(f"a name such as {taken[0]}")

    def _made_before(self, name: str, text: str) -> str:
        """The name of a roll that hangs from none, made above the play."""
        place, found = 1, name
        while self.made.get(found, text) != text or found in self.scope.entries:
            place += 1
            found = f"{name}_{place}"
        if found not in self.made:
            self.made[found] = text
            self.first.append(f"{found} = {text}")
        return found


def name_of(known: Known) -> str:
    """What a step is called."""
    return known.step.names[0]


def root_of(key: str) -> str:
    """The step of a part: hits in criticals of hits."""
    return key.rpartition(" of ")[2]


def _within(found: Any) -> Iterator[Any]:
    """Everything within what is made of fields and rows."""
    if isinstance(found, (tuple, list)):
        for each in found:
            yield from _within(each)
    elif is_dataclass(found) and not isinstance(found, type):
        yield found
        for field in fields(found):
            yield from _within(getattr(found, field.name))
