"""What is written, how tightly it holds together, and the names in it as Python."""

from __future__ import annotations

from dataclasses import replace
from keyword import iskeyword
from typing import NamedTuple

from probcalc.scenarios.scenario import Scenario
from probcalc.sheets.compiling.scope import Entry
from probcalc.sheets.in_python.functions import TAKEN
from probcalc.sheets.playing.rounds import ROUND
from probcalc.sheets.questions.question import Question
from probcalc.sheets.reading import nodes
from probcalc.sheets.reading.words import label_of

ATOM, UNARY, TIMES, PLUS, COMPARE, NOT, AND, OR, CASES = 9, 8, 7, 6, 5, 4, 3, 2, 0
"""How tightly what is written holds together."""
SIGNS = {"=": "==", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


class Unsaid(Exception):
    """A form of lines that is not written in Python yet."""


class Said(NamedTuple):
    """What is written, how tightly it holds together, and whether something is rolled in it."""

    text: str
    level: int = ATOM
    rolled: bool = False

    def within(self, level: int) -> str:
        """The same as a part of something that holds together as tightly as this."""
        return self.text if self.level >= level else f"({self.text})"


class Names:
    """Writes the names of a question.

    Attributes:
        scope: what each name stands for where the line at hand stands.
        rolled: the names that depend on what is rolled; in a line these are what its function is given.
        outer: within a rule those of the lines outside.
        reads: those that the line at hand reads.
        seen: those that all lines of a round read.
        reach: beyond which all that dice come to is one.
        owners: how the parameters of a side are reached.
        events: what happens or does not, by name.
    """

    def __init__(self, question: Question) -> None:
        self.question = question
        scope = question.scope
        self.scope = replace(scope, entries=dict(scope.entries), sided=dict(scope.sided), within={})
        self.owners = {side: f"self.{side}" for side in scope.sides}
        self.rolled: set[str] = set()
        self.outer: set[str] = set()
        self.within: dict[str, Said] = {}
        self.reads: dict[str, None] = {}
        self.seen: set[str] = set()
        self.reach: int | None = None
        self.made: dict[str, str] = {}
        self.events: set[str] = set()
        self.first: list[str] = []
        for entry in self.scope.entries.values():
            name = entry.key.rpartition(".")[2].removeprefix("rule ")
            is_field = entry.role == "parameter" and (hasattr(Scenario, name) or iskeyword(name))
            if entry.key != ROUND and (not name.isidentifier() or is_field):
                raise Unsaid(f"a name such as {name}")
        if taken := [side for side in scope.sides if iskeyword(side) or hasattr(Scenario, side)]:
            raise Unsaid(f"a side such as {taken[0]}")
        self.names = {self.name_of(key) for key in self.scope.entries}
        if len(self.names) < len(self.scope.entries):
            raise Unsaid("a name such as that of a side's line")

    def name_of(self, key: str) -> str:
        """What the name of a key is called in Python: reds_left for left of Reds."""
        name = key.removeprefix("rule ").replace(".", "_")
        return f"{name}_" if iskeyword(name) or name in TAKEN else name

    def require_free(self, *names: str) -> None:
        """Refuse what is written beside the names of the sheet where the sheet has it too."""
        if taken := [name for name in names if name in self.names]:
            raise Unsaid(f"a name such as {taken[0]}")

    def field(self, key: str) -> str:
        """A parameter as an attribute."""
        side, _, name = key.rpartition(".")
        return f"{self.owners[side] if side else 'self'}.{name}"

    def read(self, name: str) -> str:
        """A name that depends on what is rolled."""
        self.reads[name] = None
        self.seen.add(name)
        return name

    def function(self, found: Said) -> str:
        """What is written, as a function of the fields that it reads."""
        if not self.reads:
            return found.text
        return f"lambda {', '.join(self.reads)}: {found.text}"

    def derived(self, name: str, is_event: bool, made: str) -> str:
        """The call that derives a field: as an event, where it happens or not."""
        if is_event:
            self.events.add(name)
        return f".{'happens' if is_event else 'also'}({name}={made})"

    def name_of_roll(self, name: str, text: str) -> str:
        """The name of a roll that hangs from none, made above the play."""
        place, found = 1, name
        while self.made.get(found, text) != text or found in self.names:
            place += 1
            found = f"{name}_{place}"
        if found not in self.made:
            self.made[found] = text
            self.first.append(f"{found} = {text}")
        return found

    def name_of_step(self, name: str, is_within: bool = False) -> str:
        """What a line has come to, by its name; is it rolled, the line at hand reads it."""
        if name in self.outer and not is_within:
            raise Unsaid("a rule that hangs from a roll")
        return self.read(name) if name in self.rolled else name

    def rule(self, entry: Entry) -> str:
        """What a rule comes to."""
        return self.name_of(entry.key)


def label_text(name: str) -> str:
    """What a roll is called, as a text of Python."""
    return repr(label_of(name))


def terms_of(node: nodes.Expression, sign: int) -> list[tuple[int, nodes.Expression]]:
    """The terms of a sum with their signs."""
    if isinstance(node, nodes.Operation) and node.sign in ("+", "-"):
        turned = -sign if node.sign == "-" else sign
        return [*terms_of(node.parts[0], sign), *terms_of(node.parts[1], turned)]
    if isinstance(node, nodes.Operation) and node.sign == "negative":
        return terms_of(node.parts[0], -sign)
    return [(sign, node)]
