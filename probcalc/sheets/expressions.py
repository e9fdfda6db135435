"""Expressions, read from the tokens of a line."""

from __future__ import annotations

from typing import Any

from probcalc.sheets import nodes
from probcalc.sheets.dice_reading import FACE_WORDS
from probcalc.sheets.errors import SheetError, require_upward
from probcalc.sheets.tokens import END
from probcalc.sheets.value_reading import LEFT_OUT, ValueReading
from probcalc.sheets.words import RESERVED

_ROW = "a word, a number or a parenthesis"


class Expressions(ValueReading):
    """Reads expressions."""

    __slots__ = ()

    def whole(self) -> nodes.Expression:
        """The expression that takes the rest of the line."""
        found = self.line()
        self.need_end()
        return found

    def line(self) -> nodes.Expression:
        """A list of cases, or one expression."""
        first = self.flow()
        if not (isinstance(first, nodes.Cases) and first.otherwise is None and self.is_sign(",")):
            return first
        cases = list(first.cases)
        while self.took_sign(","):
            if self.took_word("else"):
                return nodes.Cases(tuple(cases), self.flow(), first.at)
            value = self.chain()
            self.need_word("if", '"if" or "else"')
            cases.append((value, self.any()))
        raise self.failure("else")

    def flow(self) -> nodes.Expression:
        """An expression with its condition, or a table of results."""
        at = self.next.at
        first = self.chain()
        if self.is_sign(":"):
            self.take()
            return self._rows(first, at)
        if not self.took_word("if"):
            return first
        condition = self.any()
        otherwise = self.flow() if self.took_word("else") else None
        return nodes.Cases(((first, condition),), otherwise, at)

    def chain(self) -> nodes.Expression:
        """One roll after another."""
        at = self.next.at
        steps = [self.any()]
        while self.took_word("then"):
            steps.append(self.any())
        return steps[0] if len(steps) == 1 else nodes.Chain(tuple(steps), at)

    def any(self) -> nodes.Expression:
        """Conditions joined by or."""
        return self._join("or", lambda: self._join("and", self.step))

    def _join(self, how: Any, part: Any) -> nodes.Expression:
        at = self.next.at
        first: nodes.Expression = part()
        if not self.is_word(how):
            return first
        parts = [first]
        while self.took_word(how):
            parts.append(part())
        return nodes.Logic(how, tuple(parts), at)

    def step(self) -> nodes.Expression:
        """A comparison, a condition turned round, or a sum."""
        at = self.next.at
        if self.took_word("not"):
            return nodes.Logic("not", (self.step(),), at)
        first = self.sum()
        if self.is_word("is"):
            return self._is(first, at)
        if self.is_word("vs"):
            raise SheetError(LEFT_OUT["vs"], self.next.at)
        if self.next.kind != "compare":
            return first
        sign = self.take()
        compare: Any = sign.text
        if compare == "!=":
            raise SheetError("unequal is written with not, as in not skill = 3", sign.at)
        self._plain += 1
        second = self.sum()
        self._plain -= 1
        if self.next.kind == "compare":
            raise SheetError("two comparisons have and between them: ring >= 1 and ring <= 3", self.next.at)
        clauses: list[nodes.Clause] = []
        while not self._bare and self.next.kind == "word" and self.next.text in FACE_WORDS:
            clauses.append(self.clause())
        return nodes.Comparison(first, compare, second, at, tuple(clauses))

    def when(self) -> nodes.Expression | None:
        """The condition behind `when`, where there is one."""
        if not self.took_word("when"):
            return None
        self._bare += 1
        found = self.any()
        self._bare -= 1
        return found

    def _is(self, of: nodes.Expression, at: int) -> nodes.Expression:
        if not isinstance(of, nodes.Name):
            raise SheetError('"is" asks for the word of a name', self.next.at)
        self.take()
        negated = self.took_word("not")
        word = self.take() if self.next.kind in ("dice", "number") else self.word()
        return nodes.Is(of, word.unquoted, word.at, at, negated, word.kind == "text")

    # -- rows and choices ----------------------------------------------------------------------------------------

    def _rows(self, of: nodes.Expression, at: int) -> nodes.Expression:
        rows = [self._row()]
        while rows[-1].low is not None or rows[-1].high is not None:
            if not self.took_sign(","):
                break
            rows.append(self._row())
        return nodes.Lookup(of, tuple(rows), at)

    def _row(self) -> nodes.Row:
        at = self.next.at
        low: int | None = None
        high: int | None = None
        if not self.took_word("else"):
            low = high = self.number("a number, a range or else")
            if self.took_sign("+"):
                high = None
            elif self.is_word("to") or (self.is_sign("-") and self.ahead().kind == "number"):
                place = self.take().at
                high = self.number()
                require_upward(low, high, place)
        token = self.next
        if token.kind in ("word", "text"):
            self.take()
            return nodes.Row(low, high, nodes.Word(token.unquoted, token.at), at)
        if token.kind == "number" or self.is_sign("-"):
            return nodes.Row(low, high, nodes.Number(self.number(), token.at), at)
        if self.is_sign("("):
            return nodes.Row(low, high, self._parentheses(), at)
        raise self.failure(_ROW)

    def choose(self) -> nodes.Choose:
        """A decision: choose stop | roll when dice > 0 for most score."""
        at = self.take().at
        options = [self._option()]
        while self.took_sign("|"):
            options.append(self._option())
        self.need_word("for", '"for"')
        if not self.is_word("most", "least"):
            self.fail('"most" or "least"', ("most", "least"))
        most = self.take().text == "most"
        aim = self._read_name() if self.next.kind == "word" and self.next.text not in RESERVED else None
        if aim is None:
            self.fail("a name")
        if self.next.kind != END:
            self.fail("the end of the line")
        return nodes.Choose(tuple(options), most, aim, at)

    def _option(self) -> nodes.Option:
        word = self.word()
        return nodes.Option(word.unquoted, word.at, self.when())
