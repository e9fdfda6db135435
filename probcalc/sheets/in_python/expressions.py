"""The expressions of a sheet as Python: numbers and conditions as they are, cases, and numbers that may be none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from probcalc.sheets.compiling.arithmetic import kind_of
from probcalc.sheets.compiling.scope import Entry, Scope
from probcalc.sheets.compiling.whole_lines import LineCompiler
from probcalc.sheets.in_python.names import AND, ATOM, CASES, COMPARE, NOT, OR, PLUS, TIMES, UNARY, Names, Said, Unsaid
from probcalc.sheets.playing.rounds import ROUND, ROUNDS
from probcalc.sheets.reading import nodes


class Expressions(Names):
    """Writes the expressions of a question."""

    def say(self, node: nodes.Expression) -> Said:
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
        found = self.say(node)
        if found.rolled:
            raise Unsaid(f"{what} that is rolled")
        return found

    def _number(self, node: nodes.Number) -> Said:
        return Said(str(node.value), ATOM if node.value >= 0 else UNARY)

    def _truth(self, node: nodes.Truth) -> Said:
        return Said(str(node.value))

    def _word(self, node: nodes.Word) -> Said:
        return Said(repr(node.text.lower()))

    def _parentheses(self, node: nodes.Parentheses) -> Said:
        return self.say(node.inside)

    def _name(self, node: nodes.Name) -> Said:
        small = node.name.lower()
        if small in self.within:
            return self.within[small]
        entry = self.scope.find(node)
        declared, name = entry.declared, self.name_of(entry.key)
        if entry.role == "rule":
            return Said(self.rule(entry), rolled=True)
        if entry.key == ROUND:
            return Said(f"{self.read(ROUNDS)} + 1", PLUS)
        if entry.role == "die" or entry.kind.lacking or entry.kind.what in ("faces", "symbols", "list"):
            raise Unsaid(f"{node.name} as a value")
        if declared is not None:
            if declared.what == "dice":
                return Said(f"{small.upper()}[{self.field(entry.key)}]", rolled=True)
            if declared.what == "choice" and entry.worth is not None:
                return Said(f"{small.upper()}[{self.field(entry.key)}]")
            if declared.what in ("choice", "row"):
                raise Unsaid(f"{node.name} as a value")
            return Said(self.field(entry.key))
        return Said(self.name_of_step(name, small in self.scope.within))

    def value_of(self, entry: Entry) -> str:
        """A number that may be none, which is None."""
        return self.field(entry.key) if entry.declared is not None else self.name_of_step(self.name_of(entry.key))

    def _part(self, node: nodes.Part) -> Said:
        entry = self.scope.find(node.of)
        name = self.name_of(entry.key)
        if entry.kind.check == "single":
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
        entry = self.scope.within.get(small) or self.scope.find(node.of)
        declared = entry.declared
        if entry.kind.check and word in ("critical", "fumble") and not node.quoted:
            found = self._part(nodes.Part("criticals" if word == "critical" else "fumbles", node.of, at=node.at))
            if entry.kind.check == "single":
                return Said(found.text.replace("==", sign), COMPARE)
            return Said(f"{found.within(COMPARE + 1)} {'<' if node.negated else '>='} 1", COMPARE)
        if entry.kind.lacking:
            return Said(f"{self.value_of(entry)} is {'not ' if node.negated else ''}None", COMPARE)
        if declared is None:
            return Said(f"{self._name(node.of).text} {sign} {word!r}", COMPARE)
        options = [option for option in self.question.words_of(declared) if option.lower() == word]
        if not options:
            raise Unsaid(f"{node.of.name} is {node.word}")
        return Said(f"{self.field(entry.key)} {sign} {options[0]!r}", COMPARE)

    def _operation(self, node: nodes.Operation) -> Said:
        parts = [self.say(part) for part in node.parts]
        sign = node.sign
        if sign == "+":
            return Said(" + ".join(part.within(PLUS) for part in parts), PLUS, any(part.rolled for part in parts))
        rolled = [place for place, part in enumerate(parts) if part.rolled]
        if not rolled:
            return operate(sign, parts)
        whole = [parts[place] for place in rolled]
        for number, place in enumerate(rolled):
            parts[place] = Said("n" if len(rolled) == 1 else f"n[{number}]")
        if len(whole) == 1:
            return self.map_outcomes(whole[0], operate(sign, parts))
        beside = Said(f"together({', '.join(map(self.step, whole))})", rolled=True)
        return self.map_outcomes(beside, operate(sign, parts))

    def map_outcomes(self, rolled: Said, made: Said) -> Said:
        """What becomes of each outcome n of what is rolled."""
        return Said(f"{self.step(rolled)}.map(lambda n: {made.text})", rolled=True)

    def step(self, rolled: Said) -> str:
        """What is rolled, as a step, also where it may be certain."""
        if rolled.text.startswith(_STEPS) and rolled.level == ATOM:
            return rolled.text
        if self.made.get(rolled.text, "").startswith(_STEPS):
            return rolled.text
        return f"step_of({rolled.text})"

    def _logic(self, node: nodes.Logic) -> Said:
        parts = [self.say(part) for part in node.parts]
        if any(part.rolled for part in parts):
            return self._rolled_logic(node.how, parts)
        if node.how == "not":
            return Said(f"not {parts[0].within(NOT)}", NOT)
        level = AND if node.how == "and" else OR
        return Said(f" {node.how} ".join(part.within(NOT) for part in parts), level)

    def _rolled_logic(self, how: str, parts: list[Said]) -> Said:
        """Conditions of which one is rolled: it is where the others leave it open."""
        (*others, last) = sorted(parts, key=lambda part: part.rolled)
        if any(part.rolled for part in others):
            raise Unsaid("several conditions that are rolled")
        if how == "not":
            return self.map_outcomes(last, Said("int(not n)"))
        known = f" {how} ".join(part.within(NOT) for part in others)
        told = f"{last.within(CASES + 1)} if {known} else 0" if how == "and" else f"1 if {known} else {last.text}"
        return Said(told, CASES, True)

    def _cases(self, node: nodes.Cases) -> Said:
        gives = [self.say(value) for value, _ in node.cases]
        conditions = [self.say(condition) for _, condition in node.cases]
        last = self.say(node.otherwise) if node.otherwise is not None else Said("0")
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
        of = self.look_up(node)
        if of.rolled:
            return self.map_outcomes(of, self.row(node, "n"))
        if of.level == ATOM:
            return self.row(node, of.text)
        return Said(f"(lambda n: {self.row(node, 'n').text})({of.text})")

    def look_up(self, node: nodes.Lookup) -> Said:
        """What is looked up in rows."""
        ends = [end for row in node.rows for end in (row.low, row.high) if end is not None]
        self.reach = reach_of(self.scope, node.of, [nodes.Number(end, at=node.at) for end in ends])
        of = self.say(node.of)
        self.reach = None
        return of

    def row(self, node: nodes.Lookup, name: str) -> Said:
        """What the row gives that holds a number of this name."""
        told, last = "", "None"
        for row in node.rows:
            gives = self.plain(row.gives, "a row").within(CASES + 1)
            if row.low is None and row.high is None:
                last = gives
                break
            told += f"{gives} if {_between(name, row.low, row.high)} else "
        return Said(told + last, CASES)

    def may_lack(self, node: nodes.Expression) -> Said:
        """An expression that may be none, which is None."""
        if isinstance(node, nodes.Parentheses):
            return self.may_lack(node.inside)
        if isinstance(node, nodes.Name) and node.name.lower() not in self.within:
            entry = self.scope.find(node)
            return Said(self.value_of(entry)) if entry.kind.lacking else self.say(node)
        if isinstance(node, nodes.Cases) and node.otherwise is not None:
            gives = [*(self.may_lack(value) for value, _ in node.cases), self.may_lack(node.otherwise)]
            if any(each.rolled for each in gives):
                return self.say(node)
            holds = [self.plain(condition, "a condition").within(CASES + 1) for _, condition in node.cases]
            told = [f"{each.within(CASES + 1)} if {text} else " for each, text in zip(gives, holds, strict=False)]
            return Said("".join(told) + gives[-1].within(CASES), CASES)
        if isinstance(node, nodes.Operation) and len(node.parts) == 2:
            return self._lacking_operation(node)
        return self.say(node)

    def _lacking_operation(self, node: nodes.Operation) -> Said:
        """An operation of two numbers of which one may be none."""
        kinds = [LineCompiler(self.scope).number(part).kind for part in node.parts]
        none = [place for place, kind in enumerate(kinds) if kind.lacking]
        if len(none) != 1:
            return self.say(node)
        parts = [self.may_lack(part) for part in node.parts]
        lacks, other = parts[none[0]], parts[1 - none[0]]
        if lacks.level < ATOM or any(part.rolled for part in parts):
            raise Unsaid("what may be none within an expression")
        instead = "None" if kind_of(node.sign, kinds).lacking else other.within(CASES + 1)
        whole = operate(node.sign, parts)
        return Said(f"{instead} if {lacks.text} is None else {whole.text}", CASES)


_STEPS = (
    *("faces(", "roll_over(", "roll_under(", "step_of(", "together(", "total_of("),
    *("several(", "fallen(", "dealt(", "kept("),
)


_OPERATIONS = {
    "+": (PLUS, PLUS, PLUS, "{} + {}"),
    "-": (PLUS, PLUS, PLUS + 1, "{} - {}"),
    "*": (TIMES, TIMES, TIMES + 1, "{} * {}"),
    "/": (TIMES, TIMES, TIMES + 1, "{} // {}"),
    "up": (UNARY, UNARY, TIMES + 1, "-(-{} // {})"),
    "negative": (UNARY, UNARY, UNARY, "-{}"),
}
"""How tightly each holds together, its first part, and its second, and how it is written."""


def operate(sign: str, parts: list[Said]) -> Said:
    """An operation of parts in which nothing is rolled."""
    if sign not in _OPERATIONS:
        return Said(f"{sign}({', '.join(part.text for part in parts)})")
    level, first, second, written = _OPERATIONS[sign]
    return Said(written.format(parts[0].within(first), parts[-1].within(second)), level)


def reach_of(scope: Scope, of: nodes.Expression, ends: list[nodes.Expression]) -> int:
    """Beyond which all that dice come to is one, where it is held against these ends."""
    compiler = LineCompiler(scope)
    compiler.meets_end = True
    terms = [code for _, code in compiler.number(of).terms if not code.endless]
    held = [LineCompiler(scope).number(end).kind for end in ends]
    least = max((max(abs(kind.low), abs(kind.high)) for kind in held), default=0)
    return least + sum(max(abs(code.kind.low), abs(code.kind.high)) for code in terms) + 1


def _between(name: str, low: int | None, high: int | None) -> str:
    if low is None:
        return f"{name} <= {high}"
    if high is None:
        return f"{name} >= {low}"
    return f"{name} == {low}" if low == high else f"{low} <= {name} <= {high}"
