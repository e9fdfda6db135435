"""Dice, pools and questions about them, read from the tokens of a line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from probcalc.notation.operators import QUESTIONS
from probcalc.notation.pieces import few_dice
from probcalc.sheets.errors import SheetError, require_upward
from probcalc.sheets.reading import nodes
from probcalc.sheets.reading.tokens import MOST_NUMBER, Token, Tokens, number_of
from probcalc.sheets.reading.words import RESERVED

MOST_DICE = 1_000
_EXTREMES = {"best": False, "highest": False, "worst": True, "lowest": True}
_OUTCOMES = ("failure", "failures", "success", "successes")
FACE_WORDS = {
    "crit": "crit",
    "critical": "crit",
    "fumble": "fumble",
    "always": "always",
    "never": "never",
    "reroll": "reroll",
    "exploding": "exploding",
    "explode": "exploding",
    "explodes": "exploding",
}


class DiceReading(Tokens):
    """Reads dice, and what is asked of them; what stands around them is read by who extends it."""

    __slots__ = ()

    value: Callable[..., nodes.Expression]
    count: Callable[[], nodes.Expression]
    when: Callable[[], nodes.Expression | None]
    line: Callable[[], nodes.Expression]

    # -- dice --------------------------------------------------------------------------------------------------

    def dice(self, count: nodes.Expression | None = None, at: int = 0, clauses: bool = True) -> nodes.Pool:
        """Dice that stand next, so many where a count stood before them."""
        token = self.take()
        number, _, sides = token.text.partition("d")
        at = at or token.at
        if number:
            if len(number) > 4 or not 1 <= int(number) <= MOST_DICE:
                raise SheetError(few_dice(number, MOST_DICE), token.at)
            count = nodes.Number(int(number), at=token.at)
        die = self.die(sides, token)
        pool = nodes.Pool(count, die, at=at)
        return self.of_faces(pool) if clauses else pool

    def die(self, sides: str, token: Token) -> nodes.Die:
        """One die: with so many sides, or with what stands in braces or parentheses."""
        if sides == "%":
            return nodes.Die(100, at=token.at)
        if sides:
            if len(sides) > 7 or not 1 <= int(sides) <= MOST_DICE:
                raise SheetError(f"a die has 1 to {MOST_DICE:,} sides, not {token.in_words}", token.at)
            return nodes.Die(int(sides), at=token.at)
        if self.is_sign("("):
            self.take()
            size = self.line()
            self.need_sign(")", "a closing parenthesis")
            return nodes.Die(0, size, at=token.at)
        return self.list_faces(token.at)

    def list_faces(self, at: int) -> nodes.Die:
        """A die with the faces in braces: numbers, or symbols."""
        self.need_sign("{", "faces in braces, such as {0, 1, 1, 2}")
        faces = self.listed(self._face)
        self.need_sign("}", "a comma or a closing brace")
        if len(faces) > MOST_DICE:
            raise SheetError(f"a die has 1 to {MOST_DICE:,} faces, not {len(faces):,}", at)
        if any(isinstance(face, tuple) for face in faces):
            symbols = tuple(face if isinstance(face, tuple) else () for face in faces)
            if wrong := next((face for face in faces if not isinstance(face, tuple) and face), None):
                raise SheetError(f"a die shows numbers or symbols, and {wrong} is a number", at)
            return nodes.Die(len(faces), at=at, symbols=symbols)
        return nodes.Die(len(faces), at=at, faces=tuple(faces))

    def _face(self) -> Any:
        """A number, or symbols with how many there are of each."""
        negative = self.took_sign("-")
        if negative and self.next.text in (",", "}"):
            # A blank.
            return 0
        if self.next.kind == "number" and self.ahead().kind != "word":
            value = number_of(self.take())
            return -value if negative else value
        found: dict[str, int] = {}
        while True:
            token = self.next
            number = 1
            if token.kind == "symbol":
                number, letter = int(token.text[:-1][:6]), token.text[-1]
            elif token.kind == "word" and len(token.text) == 1:
                letter = token.text
            else:
                raise self.failure("a number, or a letter for a symbol: w, two of it 2w, none 0")
            self.take()
            found[letter] = found.get(letter, 0) + (-number if negative else number)
            if not (self.is_sign("+") or self.is_sign("-")):
                return tuple(found.items())
            negative = self.take().text == "-"

    def of_faces(self, pool: nodes.Pool) -> nodes.Pool:
        """A pool with what is said of its faces before any target."""
        clauses: list[nodes.Clause] = []
        while self.is_word("reroll", "exploding", "explode", "explodes") or self.is_sign("!"):
            clauses.append(self.clause())
            if [clause.word for clause in clauses].count("exploding") > 1:
                raise SheetError("exploding is said twice", clauses[-1].at)
        return replace(pool, clauses=tuple(clauses)) if clauses else pool

    # -- words about faces ---------------------------------------------------------------------------------------

    def clause(self) -> nodes.Clause:
        """Words about faces: crit 1-2 counts 2 when keen."""
        token = self.take()
        word: Any = FACE_WORDS.get(token.text, "exploding")
        what, number, endless = "", None, False
        spans: nodes.Spans = ()
        if word == "exploding":
            if self.took_word("on"):
                spans = self.spans()
            endless = True
            if self.is_word("once", "twice"):
                number, endless = (1 if self.take().text == "once" else 2), False
            elif self.is_word("up"):
                self.take()
                self.need_word("to")
                number, endless = self.number(), False
                self.took_word("times")
        elif word == "reroll" and self.is_word("up", *_OUTCOMES):
            if self.took_word("up"):
                self.need_word("to")
                number = self.number()
            if not self.is_word(*_OUTCOMES):
                raise self.failure("failures or successes")
            what = "failures" if self.take().text.startswith("f") else "successes"
        else:
            spans = self.spans()
            if self.took_word("counts"):
                number = self.number()
        return nodes.Clause(word, spans, what, number, self.when(), endless, at=token.at)

    def spans(self) -> nodes.Spans:
        """Faces: 1, 3-5, 1 to critic, 9+, keen+."""
        found = [self._span()]
        while self.is_sign(",") and (self.ahead().kind == "number"):
            self.take()
            found.append(self._span())
        return tuple(found)

    def _span(self) -> tuple[nodes.Expression, nodes.Expression]:
        low = self._end_of_span()
        if self.is_sign("-") and self.ahead().kind == "number":
            self.take()
            return low, self._high_end(low)
        if self.took_word("to") or self.took_sign(".."):
            return low, self._high_end(low)
        if (self.is_sign("+") or self.is_sign("-")) and not self._is_operand(self.ahead()):
            token = self.take()
            far = nodes.Number(MOST_NUMBER if token.text == "+" else -MOST_NUMBER, at=token.at)
            return (low, far) if token.text == "+" else (far, low)
        return low, low

    def _high_end(self, low: nodes.Expression) -> nodes.Expression:
        high = self._end_of_span()
        # Up to a stat there may be no face: 1 to critic of who has none.
        if isinstance(low, nodes.Number) and isinstance(high, nodes.Number):
            require_upward(low.value, high.value, low.at)
        return high

    @staticmethod
    def _is_operand(token: Token) -> bool:
        """Whether a sum goes on with it, so that the sign before it is an operator."""
        if token.kind == "word":
            return token.text not in RESERVED
        return token.kind in ("number", "dice", "symbol", "text") or token.text == "("

    def _end_of_span(self) -> nodes.Expression:
        at = self.next.at
        if self.is_sign("-") or self.next.kind == "number":
            return nodes.Number(self.number(), at=at)
        if self.is_sign("("):
            return self.value(pools=False)
        if self.next.kind == "word" and self.next.text not in RESERVED:
            return self.value(pools=False)
        raise self.failure("a number or a name")

    # -- questions about dice ------------------------------------------------------------------------------------

    def asked(self) -> nodes.Expression | None:
        """A question about dice that stands next: best of 2d6; None where there is none."""
        token = self.next
        word, after = token.text, self.ahead().text
        if word in _EXTREMES:
            self.take()
            return self._so_many("keep", token.at, _EXTREMES[word])
        if word in ("keep", "drop"):
            return self._keep(word, token.at)
        if word in ("sum", "number") and after == "of":
            self.take()
            self.take()
            return nodes.Asked(word, self.of_dice(), at=token.at)
        if word == "middle" and (after == "of" or self.ahead().kind == "number" or self.ahead(2).text == "of"):
            self.take()
            return self._so_many("middle", token.at)
        if word in ("rank", "ranks") and self.ahead().kind == "number":
            self.take()
            ranks = [self.number()]
            while self.took_sign(",") or self.is_word("and"):
                self.took_word("and")
                ranks.append(self.number())
            self.need_word("of")
            return nodes.Asked("ranks", self.of_dice(), at=token.at, ranks=tuple(ranks))
        return self._question(word, after, token.at)

    def _keep(self, word: str, at: int) -> nodes.Expression:
        self.take()
        # Without a word the highest are kept, and the lowest dropped.
        lowest = word == "drop"
        if self.is_word(*_EXTREMES):
            lowest = _EXTREMES[self.take().text]
        return self._so_many(word, at, lowest)

    def _so_many(self, what: str, at: int, lowest: bool = False) -> nodes.Asked:
        """How many are asked about, and of which dice: 2 of 3d6, ring of pool."""
        number, of_number = 1, None
        if self.next.kind == "number":
            number = self.number()
        elif self.is_sign("(") or (self.next.kind == "word" and self.next.text not in RESERVED):
            of_number = self.count()
        self.need_word("of")
        return nodes.Asked(what, self.of_dice(), number, lowest=lowest, of_number=of_number, at=at)

    def _question(self, word: str, after: str, at: int) -> nodes.Expression | None:
        if f"{word} {after}" in QUESTIONS:
            self.take()
            what = f"{word} {after}"
        elif word in QUESTIONS and after == "of":
            what = word
        else:
            return None
        self.take()
        self.need_word("of")
        dice = self.of_dice()
        against: tuple[nodes.Expression, ...] = ()
        self._require_fitting(what, "against", [each for each, of in QUESTIONS.items() if of.is_against])
        self._require_fitting(what, "wild", [each for each, of in QUESTIONS.items() if of.has_wild])
        if QUESTIONS[what].is_against:
            if not self.took_word("against"):
                raise self.failure('"against" and the other dice')
            against = self.of_dice()
        wild: list[tuple[int, int]] = []
        if self.took_word("wild"):
            for low, high in self.spans():
                if not (isinstance(low, nodes.Number) and isinstance(high, nodes.Number)):
                    raise SheetError("wild faces are numbers", at)
                wild.append((low.value, high.value))
        return nodes.Asked(what, dice, at=at, against=against, wild=tuple(wild))

    def _require_fitting(self, what: str, word: str, fitting: list[str]) -> None:
        """Refuse a word that belongs to other questions."""
        if self.is_word(word) and what not in fitting:
            longer = [each for each in fitting if each.startswith(f"{what} ")] or fitting
            raise SheetError(f"{what} of takes no {word}; it stands behind {', '.join(longer)}", self.next.at)

    def of_dice(self) -> tuple[nodes.Expression, ...]:
        """The dice that a question is about, with commas between."""
        found = [*_apart(self.value())]
        while self.is_sign(",") and self.ahead().kind == "dice":
            self.take()
            found.append(self.value())
        return tuple(found)

    def cards(self, counts: list[nodes.Expression], at: int) -> nodes.Deal:
        """What stands behind `from`: a deck in braces."""
        self.need_sign("{", "cards in braces")
        cards: dict[int, int] = {}
        while True:
            copies = 1
            first = self.number()
            if self.took_sign("*"):
                copies, first = first, self.number()
            last = first
            if self.is_sign("-") or self.is_word("to"):
                self.take()
                last = self.number()
            require_upward(first, last, at)
            if last - first >= MOST_DICE:
                raise SheetError(f"a deck has at most {MOST_DICE:,} different cards", at)
            for card in range(first, last + 1):
                cards[card] = cards.get(card, 0) + copies
            if not self.took_sign(","):
                break
        self.need_sign("}", "a comma or a closing brace")
        return nodes.Deal(tuple(counts), tuple(cards.items()), at=at)


def _apart(node: nodes.Expression) -> tuple[nodes.Expression, ...]:
    """The dice of (d6 and d8), each; anything else is itself."""
    inside = node.inside if isinstance(node, nodes.Parentheses) else None
    if not isinstance(inside, nodes.Logic) or inside.how != "and":
        return (node,)
    parts = inside.parts
    return parts if all(isinstance(part, nodes.Pool) for part in parts) else (node,)
