"""The expressions of a sheet as Python: numbers and conditions as they are, dice by the builders of steps."""

from __future__ import annotations

from collections.abc import Callable
from keyword import iskeyword
from typing import Any, NamedTuple

from probcalc.scenarios.scenario import Scenario
from probcalc.sheets import nodes
from probcalc.sheets.in_python.functions import TAKEN
from probcalc.sheets.question import Question
from probcalc.sheets.scope import Entry
from probcalc.sheets.words import label_of

ATOM, UNARY, TIMES, PLUS, COMPARE, NOT, AND, OR, CASES = 9, 8, 7, 6, 5, 4, 3, 2, 0
"""How tightly what is written holds together."""


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


class Expressions:
    """Writes the expressions of a question.

    Attributes:
        rolled: the names that depend on what is rolled; in a line these are what its function is given.
        outer: within a rule those of the lines outside.
        reads: those that the line at hand reads.
        needs: what has to be imported for what was written.
    """

    def __init__(self, question: Question) -> None:
        self.question, self.scope = question, question.scope
        self.rolled: set[str] = set()
        self.outer: set[str] = set()
        self.within: dict[str, Said] = {}
        self.reads: dict[str, None] = {}
        self.needs: set[str] = set()
        for entry in self.scope.entries.values():
            name = entry.key.removeprefix("rule ")
            is_field = entry.role in ("parameter", "ruling") and hasattr(Scenario, name)
            if iskeyword(name) or name in TAKEN or not name.isidentifier() or is_field:
                raise Unsaid(f"a name such as {name}")

    def said(self, node: nodes.Expression) -> Said:
        """An expression."""
        write: Callable[[Any], Said] | None = getattr(self, f"_{type(node).__name__.lower()}", None)
        if write is None:
            raise Unsaid(f"{type(node).__name__.lower()}")
        return write(node)

    def plain(self, node: nodes.Expression, what: str) -> Said:
        """An expression in which nothing is rolled.

        Raises:
            Unsaid: when something is.
        """
        found = self.said(node)
        if found.rolled:
            raise Unsaid(f"{what} that is rolled")
        return found

    def read(self, name: str) -> str:
        """A name that depends on what is rolled."""
        self.reads[name] = None
        return name

    def _number(self, node: nodes.Number) -> Said:
        return Said(str(node.value), ATOM if node.value >= 0 else UNARY)

    def _truth(self, node: nodes.Truth) -> Said:
        return Said(str(node.value))

    def _word(self, node: nodes.Word) -> Said:
        return Said(repr(node.text.lower()))

    def _parentheses(self, node: nodes.Parentheses) -> Said:
        return self.said(node.inside)

    def entry(self, node: nodes.Name) -> Entry:
        """What a name stands for."""
        if node.side:
            raise Unsaid("two sides")
        return self.scope.find(node)

    def _name(self, node: nodes.Name) -> Said:
        small = node.name.lower()
        if small in self.within:
            return self.within[small]
        entry = self.entry(node)
        declared = entry.declared
        if entry.role == "rule":
            return Said(small, rolled=True)
        if entry.role in ("ruling", "die") or entry.kind.lacking or entry.kind.what in ("faces", "symbols", "list"):
            raise Unsaid(f"{node.name} as a value")
        if declared is not None:
            if declared.what == "dice":
                return Said(f"{small.upper()}[self.{small}]", rolled=True)
            if declared.what == "choice" and entry.worth is not None:
                return Said(f"{small.upper()}[self.{small}]")
            if declared.what in ("choice", "row"):
                raise Unsaid(f"{node.name} as a value")
            return Said(f"self.{small}")
        if small in self.outer and small not in self.scope.within:
            raise Unsaid("a rule that hangs from a roll")
        return Said(self.read(small) if small in self.rolled else small)

    def _part(self, node: nodes.Part) -> Said:
        name = node.of.name.lower()
        if self.entry(node.of).kind.check == "single":
            return self._of_single(name, node.part)
        return Said(self.read(f"{name}_{node.part}"))

    def _of_single(self, name: str, part: str) -> Said:
        if part == "successes":
            return Said(self.read(name))
        if part == "failures":
            return Said(f"1 - {self.read(name)}", PLUS)
        band = self.read(f"{name}_band")
        if part == "outcome":
            return Said(band)
        return Said(f"{band} == {part.removesuffix('s')!r}", COMPARE)

    def _is(self, node: nodes.Is) -> Said:
        sign = "!=" if node.negated else "=="
        small, word = node.of.name.lower(), node.word.lower()
        entry = self.scope.within.get(small) or self.entry(node.of)
        declared = entry.declared
        if entry.kind.check and word in ("critical", "fumble") and not node.quoted:
            found = self._part(nodes.Part("criticals" if word == "critical" else "fumbles", node.of, node.at))
            if entry.kind.check == "single":
                return Said(found.text.replace("==", sign), COMPARE)
            return Said(f"{found.within(COMPARE + 1)} {'<' if node.negated else '>='} 1", COMPARE)
        if declared is not None and declared.optional:
            return Said(f"self.{small} is {'not ' if node.negated else ''}None", COMPARE)
        if declared is None and entry.role != "ruling":
            return Said(f"{self._name(node.of).text} {sign} {word!r}", COMPARE)
        options = [option for option in self._options(entry, small) if option.lower() == word]
        if not options:
            raise Unsaid(f"{node.of.name} is {node.word}")
        return Said(f"self.{small} {sign} {options[0]!r}", COMPARE)

    def _options(self, entry: Entry, name: str) -> list[str]:
        declared = entry.declared
        if declared is None:
            return [option for ruling in self.question.rulings if ruling.name == name for option in ruling.options]
        if declared.what == "row":
            return ["none", *(row[0].text for row in self.question.tables[declared.table].rows)]
        if declared.what == "dice":
            return [text for text, _ in declared.dice]
        return [option for option, _ in declared.options]

    def _operation(self, node: nodes.Operation) -> Said:
        parts = [self.said(part) for part in node.parts]
        sign = node.sign
        if sum(part.rolled for part in parts) > 1 and sign != "+":
            raise Unsaid(f"two rolls with {sign} between them")
        if sign == "+":
            return Said(" + ".join(part.within(PLUS) for part in parts), PLUS, any(part.rolled for part in parts))
        rolled = next((place for place, part in enumerate(parts) if part.rolled), None)
        if rolled is not None:
            whole = parts[rolled]
            parts[rolled] = Said("n")
            return self.mapped(whole, _operated(sign, parts))
        return _operated(sign, parts)

    def mapped(self, rolled: Said, made: Said) -> Said:
        """What becomes of each outcome n of what is rolled."""
        return Said(f"{self.step(rolled)}.map(lambda n: {made.text})", rolled=True)

    def step(self, rolled: Said) -> str:
        """What is rolled, as a step, also where it may be certain."""
        if rolled.text.startswith(("faces(", "roll_over(", "roll_under(", "step_of(")) and rolled.level == ATOM:
            return rolled.text
        self.needs.add("step_of")
        return f"step_of({rolled.text})"

    def _logic(self, node: nodes.Logic) -> Said:
        parts = [self.plain(part, "a condition") for part in node.parts]
        if node.how == "not":
            return Said(f"not {parts[0].within(NOT)}", NOT)
        level = AND if node.how == "and" else OR
        return Said(f" {node.how} ".join(part.within(NOT) for part in parts), level)

    def _cases(self, node: nodes.Cases) -> Said:
        gives = [self.said(value) for value, _ in node.cases]
        conditions = [self.said(condition) for _, condition in node.cases]
        last = self.said(node.otherwise) if node.otherwise is not None else Said("0")
        if len(conditions) == 1 and conditions[0].rolled:
            chosen = f"{gives[0].within(CASES + 1)} if c else {last.text}"
            return Said(f"{self.step(conditions[0])}.then(lambda c: {chosen})", rolled=True)
        if any(condition.rolled for condition in conditions):
            raise Unsaid("several cases that are rolled")
        told = [
            f"{value.within(CASES + 1)} if {condition.within(CASES + 1)} else "
            for value, condition in zip(gives, conditions, strict=True)
        ]
        return Said("".join(told) + last.within(CASES), CASES, any(each.rolled for each in (*gives, last)))

    def _lookup(self, node: nodes.Lookup) -> Said:
        of = self.said(node.of)
        number = of if not of.rolled and of.level == ATOM else Said("n")
        told, last = "", "None"
        for row in node.rows:
            gives = self.plain(row.gives, "a row").within(CASES + 1)
            if row.low is None and row.high is None:
                last = gives
                break
            told += f"{gives} if {_between(number.text, row.low, row.high)} else "
        whole = Said(told + last, CASES)
        if of.rolled:
            return self.mapped(of, whole)
        return whole if number is of else Said(f"(lambda n: {whole.text})({of.text})")

    def _comparison(self, node: nodes.Comparison) -> Said:
        raise NotImplementedError


def _operated(sign: str, parts: list[Said]) -> Said:
    first, second = parts[0], parts[-1]
    if sign == "-":
        return Said(f"{first.within(PLUS)} - {second.within(PLUS + 1)}", PLUS)
    if sign == "*":
        return Said(f"{first.within(TIMES)} * {second.within(TIMES + 1)}", TIMES)
    if sign == "/":
        return Said(f"{first.within(TIMES)} // {second.within(TIMES + 1)}", TIMES)
    if sign == "up":
        return Said(f"-(-{first.within(UNARY)} // {second.within(TIMES + 1)})", UNARY)
    if sign == "negative":
        return Said(f"-{first.within(UNARY)}", UNARY)
    return Said(f"{sign}({', '.join(part.text for part in parts)})")


def _between(name: str, low: int | None, high: int | None) -> str:
    if low is None:
        return f"{name} <= {high}"
    if high is None:
        return f"{name} >= {low}"
    return f"{name} == {low}" if low == high else f"{low} <= {name} <= {high}"


def label_text(name: str) -> str:
    """What a roll is called, as a text of Python."""
    return repr(label_of(name))
