"""Cases, tables of results and numbers that may be none, as Python."""

from __future__ import annotations

from probcalc.sheets import nodes
from probcalc.sheets.arithmetic import kind_of
from probcalc.sheets.in_python.expressions import Expressions, operate
from probcalc.sheets.in_python.names import ATOM, CASES, Said, Unsaid
from probcalc.sheets.line_compiling import LineCompiler
from probcalc.sheets.scope import Scope


class CaseExpressions(Expressions):
    """Writes cases too."""

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
        self.reach = reach_of(self.scope, node.of, [nodes.Number(end, node.at) for end in ends])
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
            entry = self.entry(node)
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
