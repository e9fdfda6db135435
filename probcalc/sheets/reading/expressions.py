"""Expressions, read from the tokens of a line."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from probcalc.sheets.errors import SheetError, nearest, require_upward
from probcalc.sheets.reading import nodes
from probcalc.sheets.reading.dice import FACE_WORDS, DiceReading
from probcalc.sheets.reading.tokens import A_VALUE, END, Token, number_of
from probcalc.sheets.reading.words import PARTS, RESERVED

_NAMES_TOO = ("round", "rounds")
_ROW = "a word, a number or a parenthesis"
LEFT_OUT = {
    "let": "let is not needed in a sheet: give it a line of its own",
    "vs": "vs is not needed in a sheet: compare what each side rolls, as in attack >= defence",
}


class Expressions(DiceReading):
    """Reads expressions; `sides` are the names of sides, for `left of Reds` is a step called left.

    Where `asks` of results, conditions have every spelling that they have elsewhere: `1 <= reds.left != 3`.
    """

    __slots__ = ("_asks", "_bare", "_plain", "sides")

    def __init__(self, tokens: list[Token], sides: Collection[str] = (), *, asks: bool = False) -> None:
        super().__init__(tokens)
        self.sides = frozenset(sides) | {"each", "enemy"}
        self._asks = asks
        # Within a target no words about faces, and within `when` no comparison takes the words behind it.
        self._plain = self._bare = 0

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
                return nodes.Cases(tuple(cases), self.flow(), at=first.at)
            value = self.chain()
            self.need_word("if", '"if" or "else"')
            cases.append((value, self.any()))
        raise self.failure("else")

    def flow(self) -> nodes.Expression:
        """An expression with its condition, or a table of results."""
        at = self.next.at
        first = self.chain()
        return self._rows(first, at) if self.took_sign(":") else self._where(at, first)

    def _where(self, at: int, found: nodes.Expression) -> nodes.Expression:
        """An expression, only where its condition holds if one stands behind it."""
        if not self.took_word("if"):
            return found
        condition = self.any()
        otherwise = self.flow() if self.took_word("else") else None
        return nodes.Cases(((found, condition),), otherwise, at=at)

    def chain(self) -> nodes.Expression:
        """One roll after another."""
        at = self.next.at
        steps = [self.any()]
        while self.took_word("then"):
            steps.append(self.any())
        return steps[0] if len(steps) == 1 else nodes.Chain(tuple(steps), at=at)

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
        return nodes.Logic(how, tuple(parts), at=at)

    def step(self) -> nodes.Expression:
        """A comparison, a condition turned round, or a sum."""
        at = self.next.at
        if self.took_word("not"):
            return nodes.Logic("not", (self.step(),), at=at)
        first = self.sum()
        if self.is_word("is"):
            return self._is(first, at)
        if self.is_word("vs"):
            raise SheetError(LEFT_OUT["vs"], self.next.at)
        return self._compared(first, at) if self.next.kind == "compare" else first

    def _compared(self, first: nodes.Expression, at: int) -> nodes.Expression:
        """What is held against a number, and the number."""
        sign = self.take()
        unequal = sign.text == "!="
        if unequal and not self._asks:
            raise SheetError("unequal is written with not, as in not skill = 3", sign.at)
        compare: Any = "=" if unequal else sign.text
        self._plain += 1
        second = self.sum()
        self._plain -= 1
        in_a_row = self.next.kind == "compare"
        # Only a name is the same on both sides; dice would be rolled twice.
        if in_a_row and not (self._asks and isinstance(second, nodes.Name)):
            raise SheetError("two comparisons have and between them: ring >= 1 and ring <= 3", self.next.at)
        clauses: list[nodes.Clause] = []
        while not self._bare and self.next.kind == "word" and self.next.text in FACE_WORDS:
            clauses.append(self.clause())
        found: nodes.Expression = nodes.Comparison(first, compare, second, tuple(clauses), at=at)
        if unequal:
            found = nodes.Logic("not", (found,), at=at)
        return nodes.Logic("and", (found, self._compared(second, second.at)), at=at) if in_a_row else found

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
        self.require_one_word(word)
        return nodes.Is(of, word.unquoted, word.at, negated, word.kind == "text", at=at)

    def require_one_word(self, word: Token) -> None:
        """Refuse a further word behind one that stands without quotation marks."""
        if (
            word.kind == self.next.kind == "word"
            and self.next.text not in RESERVED
            and self.next.text not in FACE_WORDS
        ):
            several = f'"{word.shown} {self.next.shown}"'
            raise SheetError(f"several words stand in quotation marks: {several}", word.at)

    # -- sums and values -------------------------------------------------------------------------------------------

    def sum(self) -> nodes.Expression:
        """Terms with plus and minus between."""
        at = self.next.at
        found = self.product()
        while self.is_sign("+") or self.is_sign("-"):
            sign: Any = self.take().text
            found = nodes.Operation(sign, (found, self.product()), at=at)
        return found

    def product(self) -> nodes.Expression:
        """Factors and divisors."""
        at = self.next.at
        found = self.unary()
        while self.is_sign("*") or self.is_sign("/"):
            sign: Any = self.take().text
            second = self.unary()
            if sign == "/" and self.took_word("up"):
                sign = "up"
            found = nodes.Operation(sign, (found, second), at=at)
        return found

    def unary(self) -> nodes.Expression:
        """A value with a sign or without."""
        at = self.next.at
        if self.took_sign("-"):
            return nodes.Operation("negative", (self.unary(),), at=at)
        return self.value()

    def value(self, pools: bool = True) -> nodes.Expression:
        """A value; without `pools` no dice follow it."""
        token = self.next
        if token.kind == "dice":
            return self.dice(clauses=not (self._plain or self._bare))
        found = self._first()
        if not pools:
            return found
        at = token.at
        if not isinstance(found, (nodes.Number, nodes.Name, nodes.Parentheses)):
            return found
        following = self.next
        if following.kind == "dice" and following.text[0] == "d":
            return self.dice(found, at, clauses=not (self._plain or self._bare))
        if following.kind == "word":
            if following.text == "times":
                self.take()
                return nodes.Times(found, self._unit(), at=at)
            if following.text == "from":
                self.take()
                return self.cards([found], at)
            if following.text in ("card", "cards"):
                self.take()
                deck = tuple((rank, 4) for rank in range(1, 14))
                return nodes.Deal((found,), deck, at=at)
            if following.text not in RESERVED:
                pool = nodes.Pool(found, self._read_name(), at=at)
                return pool if self._plain or self._bare else self.of_faces(pool)
            if (
                isinstance(found, nodes.Name)
                and not (self._plain or self._bare)
                and following.text in ("reroll", "exploding")
            ):
                return self.of_faces(nodes.Pool(None, found, at=at))
        if isinstance(found, nodes.Name) and self.is_sign("!"):
            return self.of_faces(nodes.Pool(None, found, at=at))
        return found

    def _unit(self) -> nodes.Expression:
        if self.next.kind == "dice":
            return self.dice(clauses=not (self._plain or self._bare))
        begin = self.next
        found = self._first()
        if isinstance(found, nodes.Asked):
            # "times highest of 2d12" needs no parentheses.
            return nodes.Parentheses(found, at=begin.at)
        if not isinstance(found, (nodes.Name, nodes.Parentheses)):
            raise SheetError(f"expected a die, a name or a parenthesis, not {begin.in_words}", begin.at)
        return found

    def _first(self) -> nodes.Expression:
        """A number, a word, a name or what stands in parentheses."""
        token = self.next
        if token.kind == "number":
            self.take()
            return nodes.Number(number_of(token), at=token.at)
        if token.kind == "text":
            self.take()
            return nodes.Word(token.text, at=token.at)
        if token.kind == "sign" and token.text == "(":
            return self._parentheses()
        if token.kind != "word":
            raise self.failure(A_VALUE)
        word = token.text
        if word in LEFT_OUT:
            raise SheetError(LEFT_OUT[word], token.at)
        if word in ("yes", "no"):
            self.take()
            return nodes.Truth(word == "yes", at=token.at)
        if word in ("max", "min", "abs"):
            return self._function(word)
        if word == "faces":
            self.take()
            self.need_word("of")
            return nodes.Lying(self.value(), at=token.at)
        if word == "fallen":
            return self._read_fallen()
        of_side = self.ahead().text == "of" and self.ahead(2).text in self.sides
        if not of_side and (asked := self.asked()) is not None:
            return asked
        if word in RESERVED and word not in _NAMES_TOO:
            raise self.failure(A_VALUE)
        if not of_side and self.ahead().text == "of":
            return self._part()
        return self._read_name()

    def count(self) -> nodes.Expression:
        """A name, or what stands in parentheses, that says how many."""
        return self._parentheses() if self.is_sign("(") else self._read_name()

    def _read_name(self) -> nodes.Name:
        token = self.take()
        if self._asks and token.text in self.sides and self.took_sign("."):
            return nodes.Name(self.name().shown, token.text, token.at, at=token.at)
        if self.is_word("of") and self.ahead().text in self.sides:
            self.take()
            side = self.take()
            return nodes.Name(token.shown, side.text, side.at, at=token.at)
        return nodes.Name(token.shown, at=token.at)

    def _part(self) -> nodes.Expression:
        token = self.take()
        self.take()
        if self.next.kind != "word" or (self.next.text in RESERVED and self.next.text not in _NAMES_TOO):
            raise self.failure("a name")
        if token.text not in PARTS and len(token.text) > 1:
            near = nearest(self.next.text, self.sides - {"each"} if len(self.sides) > 2 else ())
            raise SheetError(f'"{self.next.shown}" is no side, and nothing else is of it', self.next.at, near)
        return nodes.Part(token.text, self._read_name(), at=token.at)

    def _parentheses(self) -> nodes.Expression:
        at = self.take().at
        found = self._afresh(self.line)
        if self.took_word("for"):
            self.need_word("each")
            letter = self.name()
            self.need_word("in")
            listed = self.name()
            found = nodes.ForEach(found, letter.text, nodes.Name(listed.shown, at=listed.at), at=at)
        self.need_sign(")", "a closing parenthesis")
        return nodes.Parentheses(found, at=at)

    def _afresh(self, read: Callable[[], nodes.Expression]) -> nodes.Expression:
        """Within parentheses a new expression begins, with words about faces of its own."""
        plain, bare = self._plain, self._bare
        self._plain = self._bare = 0
        found = read()
        self._plain, self._bare = plain, bare
        return found

    def _function(self, word: Any) -> nodes.Expression:
        at = self.take().at
        self.need_sign("(", "a parenthesis")
        parts = self.listed(lambda: self._afresh(lambda: self._where(self.next.at, self.any())))
        self.need_sign(")", "a closing parenthesis")
        if word == "abs" and len(parts) > 1:
            raise SheetError("abs takes one number", parts[1].at)
        return nodes.Operation(word, tuple(parts), at=at)

    def _read_fallen(self) -> nodes.Expression:
        at = self.take().at
        self.need_word("to")
        if self.next.kind == "dice":
            raise self.failure("a number, a name or a parenthesis")
        count = self.value(pools=False)
        self.need_word("times")
        damage = self.sum()
        self.need_word("with")
        wounds = self.sum()
        self.need_word("each")
        after = self.sum() if self.took_word("after") else None
        among = self.sum() if self.took_word("among") else None
        return nodes.Fallen(count, damage, wounds, after, among, at=at)

    # -- rows and choices ----------------------------------------------------------------------------------------

    def _rows(self, of: nodes.Expression, at: int) -> nodes.Expression:
        rows = [self._row()]
        while rows[-1].low is not None or rows[-1].high is not None:
            if not self.took_sign(","):
                break
            rows.append(self._row())
        return nodes.Lookup(of, tuple(rows), at=at)

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
            self.require_one_word(token)
            return nodes.Row(low, high, nodes.Word(token.unquoted, at=token.at), at=at)
        if token.kind == "number" or self.is_sign("-"):
            return nodes.Row(low, high, nodes.Number(self.number(), at=token.at), at=at)
        if self.is_sign("("):
            return nodes.Row(low, high, self._parentheses(), at=at)
        raise self.failure(_ROW)

    def choose(self) -> nodes.Choose:
        """A decision: choose stop | roll when dice > 0 for most score."""
        at = self.take().at
        options = self.listed(self._option, "|")
        self.need_word("for", '"for"')
        if not self.is_word("most", "least"):
            raise self.failure('"most" or "least"', ("most", "least"))
        most = self.take().text == "most"
        aim = self._read_name() if self.next.kind == "word" and self.next.text not in RESERVED else None
        if aim is None:
            raise self.failure("a name")
        if self.next.kind != END:
            raise self.failure("the end of the line")
        return nodes.Choose(tuple(options), most, aim, at=at)

    def _option(self) -> nodes.Option:
        word = self.word()
        return nodes.Option(word.unquoted, self.when(), at=word.at)
