"""Parameters as a sheet declares them: a name, a value that says the kind, a range, a label."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from probcalc.sheets.errors import SheetError, require_upward
from probcalc.sheets.reading import nodes
from probcalc.sheets.reading.expressions import Expressions
from probcalc.sheets.reading.tokens import A_NAME, END, Token
from probcalc.sheets.reading.words import label_of, require_name

What: TypeAlias = Literal["number", "more", "less", "dice", "switch", "choice", "row", "list"]
LADDER = (4, 6, 8, 10, 12, 20)
_A_RANGE = "a range such as 1..10"
MOST_OPTIONS = 24
_Made: TypeAlias = "Callable[..., Declared]"


@dataclass(frozen=True, slots=True)
class Declared:
    """A parameter.

    Attributes:
        name: in small letters.
        shown: as it is written.
        what: number, a stat of so much or more, or less, dice, switch, choice, row of a table or list.
        default: None for none; dice, words and rows as text.
        low, high: its range.
        optional: whether it may be none.
        options: the words of a choice with the number that each is worth.
        dice: the texts of dice with what they roll.
        table: that whose rows it takes, and where its name stands.
        most: of a list, how many numbers it may hold.
        label: what it is called.
        group: the heading that it stands below.
        value_at: where its value stands.
        question: of a ruling, what is asked.
    """

    name: str
    shown: str
    at: int
    what: What
    default: int | str | bool | tuple[int, ...] | None
    low: int = 0
    high: int = 0
    optional: bool = False
    options: tuple[tuple[str, int | None], ...] = ()
    dice: tuple[tuple[str, nodes.Expression], ...] = ()
    table: str = ""
    table_at: int = 0
    most: int = 0
    label: str = ""
    group: str = ""
    value_at: int = 0
    question: str = ""

    @property
    def sign(self) -> str:
        """What stands behind its numbers: 4+, 3-."""
        return {"more": "+", "less": "-"}.get(self.what, "")

    @property
    def range(self) -> str:
        """Its range as it is written."""
        if self.what == "dice":
            return ", ".join(text for text, _ in self.dice)
        return f"{self.low}{self.sign}..{self.high}{self.sign}"


class Declarations(Expressions):
    """Reads a list of parameters."""

    __slots__ = ()

    def parameters(self, group: str) -> list[Declared]:
        """All parameters of a group."""
        found = self.listed(lambda: self.parameter(group))
        if self.is_sign("[") or self.is_word("from") or self.next.kind == "number":
            raise self.failure("a range in parentheses, such as (1..6)")
        self.need_end()
        return found

    def parameter(self, group: str) -> Declared:
        """One parameter."""
        if self.next.kind not in ("word", "dice"):
            raise self.failure(A_NAME)
        token = self.take()
        require_name(token.shown, token.at)
        made = self._value(token)
        if self.next.kind == "word" and self.next.text == "or" and self.ahead().text == "none":
            if made.what not in ("more", "less"):
                raise SheetError('only a stat such as 4+ may be none; "or none" stands behind it', self.next.at)
            self.take()
            self.take()
            made = replace(made, optional=True)
        label = self.take().text if self.next.kind == "text" else label_of(token.shown)
        return replace(made, label=label, group=group)

    def _value(self, token: Token) -> Declared:
        name, at, value_at = token.text, token.at, self.next.at

        def make(what: What, default: int | str | bool | tuple[int, ...] | None, **more: object) -> Declared:
            return Declared(name, token.shown, at, what, default, value_at=value_at, **more)  # type: ignore[arg-type]

        following = self.next
        if self.took_sign("?"):
            on = self.took_word("yes")
            if not on:
                self.took_word("no")
            return make("switch", on)
        if self.took_sign("["):
            return self._list(make)
        if following.kind == "dice":
            return self._dice(make)
        if following.kind == "number" or self.is_sign("-"):
            return self._number(make, token)
        if self.took_word("from"):
            return self._of_table(make, None)
        if following.kind == "text" or (following.kind == "word" and following.text not in ("or", "if")):
            return self._named_value(make, token)
        shown = token.shown
        if following.text in ("=", ":", "+") and self.ahead().kind in ("number", "dice"):
            raise SheetError(f"a value stands right behind its name: {shown} {self.ahead().shown}", following.at)
        raise SheetError(f"{shown} needs a value, such as {shown} 3, {shown} 4+ or {shown}?", at)

    def _list(self, made: _Made) -> Declared:
        values = self.listed(self.number)
        self.need_sign("]", "a comma or a closing bracket")
        low, high, most = 0, max(20, 2 * max(values)), max(len(values), 10)
        if self.took_sign("("):
            range_at = self.next.at
            low = self.number()
            self.need_sign("..", _A_RANGE)
            high = self.number()
            require_upward(low, high, range_at, "{}..{}")
            if self.took_sign(","):
                self.need_word("up")
                self.need_word("to")
                most = self.number()
            self.need_sign(")", "a closing parenthesis")
        found: Declared = made("list", tuple(values), low=low, high=high, most=most)
        if wrong := [value for value in values if not low <= value <= high]:
            raise SheetError(f"{found.shown} begins with {wrong[0]}, outside {low}..{high}", found.value_at)
        if len(values) > most or most > 100:
            raise SheetError(
                f"{found.shown} begins with {len(values)} numbers, and at most {most} stand there", found.value_at
            )
        return found

    def _of_table(self, made: _Made, default: str | None) -> Declared:
        table = self.name()
        return made("row", default, table=table.text, table_at=table.at)

    def _named_value(self, made: _Made, token: Token) -> Declared:
        word = self.take()
        if word.text == "none" and self.is_sign("("):
            low, high, sign = self._range()
            if not sign:
                raise SheetError(
                    f"{token.shown} may be none, so its range is that of a stat; write {low}+..{high}+", self.next.at
                )
            return made("more" if sign == "+" else "less", None, low=low, high=high, optional=True)
        if self.took_word("from"):
            return self._of_table(made, word.unquoted)
        options = [self._worth(word)]
        while self.took_sign("|"):
            options.append(self._worth(self.word()))
        if len(options) < 2:
            shown = token.shown
            if word.kind == "word" and (options[0][1] is not None or self.next.kind == "dice"):
                raise SheetError(f"a name is one word: {shown}_{word.shown}", token.at)
            raise SheetError(f"{shown} needs a value, such as {shown} 3, {shown} 4+ or {shown}?", token.at)
        if len(options) > MOST_OPTIONS:
            raise SheetError(f"a choice has at most {MOST_OPTIONS} options, not {len(options)}", word.at)
        worth = [number for _, number, _ in options]
        if None in worth and any(number is not None for number in worth):
            place = next(at for _, number, at in options if number is None)
            raise SheetError("either all options of a choice are worth numbers, or none", place)
        words = [text.lower() for text, _, _ in options]
        for index, (text, _, at) in enumerate(options):
            if words.index(text.lower()) < index:
                raise SheetError(f'the option "{text}" stands twice', at)
        pairs = tuple((text, number) for text, number, _ in options)
        return made("choice", pairs[0][0], options=pairs)

    def _worth(self, word: Token) -> tuple[str, int | None, int]:
        number = self.number() if self.next.kind == "number" or self.is_sign("-") else None
        return word.unquoted, number, word.at

    # -- numbers, stats and dice ---------------------------------------------------------------------------------

    def _number(self, made: _Made, token: Token) -> Declared:
        value = self.number()
        if self.next.kind == "dice" or (self.is_sign("+") and self.ahead().kind == "dice"):
            raise self.failure("dice are listed behind the value, as in 1 (1, d3)")
        sign = ""
        if self.is_sign("+") or self.is_sign("-"):
            sign = self.take().text
        if self.is_sign("(") and not sign and not self._is_range():
            return self._list_dice(made, str(value))
        what: What = "more" if sign == "+" else "less" if sign else "number"
        found: Declared
        if not self.is_sign("("):
            if what == "number":
                if value < 0:
                    raise SheetError(
                        f"{token.shown} is below 0 and needs its range, such as ({value}..{-value})", token.at
                    )
                low, high = 0, max(20, 2 * value)
            else:
                low, high = (2, 6) if sign == "+" else (1, 6)
            found = made(what, value, low=low, high=high)
        else:
            range_at = self.ahead().at
            low, high, range_sign = self._range()
            if range_sign != sign:
                shown = f"{value}{sign}"
                raise SheetError(
                    f"{token.shown} begins with {shown} and its range is of another kind;"
                    f" write {low}{sign}..{high}{sign}",
                    range_at,
                )
            found = made(what, value, low=low, high=high)
        if not found.low <= value <= found.high:
            raise SheetError(f"{token.shown} begins with {value}{sign}, outside {found.range}", found.value_at)
        return found

    def _is_range(self) -> bool:
        for number in range(1, 6):
            token = self.ahead(number)
            if token.text == "..":
                return token.kind == "sign" and self.ahead(1).kind != "dice"
            if token.kind in ("word", "dice", END) or token.text in (",", ")"):
                return False
        return False

    def _range(self) -> tuple[int, int, str]:
        self.need_sign("(", "a range such as 1..10 in parentheses")
        at = self.next.at
        low = self.number(_A_RANGE)
        first = self._sign()
        if not self.is_sign(".."):
            raise self.failure(_A_RANGE)
        self.take()
        high = self.number(_A_RANGE)
        second = self._sign()
        if first != second:
            raise SheetError(f"expected {_A_RANGE}, with the same sign at both ends", at)
        self.need_sign(")", "a closing parenthesis")
        require_upward(low, high, at, f"{{}}{first}..{{}}{first}")
        return low, high, first

    def _sign(self) -> str:
        return self.take().text if self.is_sign("+") or self.is_sign("-") else ""

    def _dice_text(self) -> tuple[str, nodes.Expression]:
        start = self._here
        found = self.sum()
        text = "".join(token.shown for token in self._tokens[start : self._here])
        return text.lower(), found

    def _dice(self, made: _Made) -> Declared:
        text, rolled = self._dice_text()
        if self.is_sign("(") and self.ahead().kind == "dice" and self.ahead(2).text == "..":
            self.take()
            at = self.next.at
            low, high = self._ladder(), 0
            self.need_sign("..", _A_RANGE)
            high = self._ladder()
            self.need_sign(")", "a closing parenthesis")
            require_upward(low, high, at, "d{}..d{}")
            steps = tuple(sides for sides in LADDER if low <= sides <= high)
            dice = tuple((f"d{sides}", nodes.Pool(None, nodes.Die(sides, at=at), at=at)) for sides in steps)
            return self._one_of(made, text, dice)
        if self.is_sign("("):
            return self._list_dice(made, text)
        return made("dice", text, dice=((text, rolled),))

    def _ladder(self) -> int:
        if self.next.kind != "dice" or not self.next.text[1:].isdigit() or int(self.next.text[1:]) not in LADDER:
            raise self.failure("a die of d4 d6 d8 d10 d12 d20")
        return int(self.take().text[1:])

    def _list_dice(self, made: _Made, text: str) -> Declared:
        self.take()
        dice = self.listed(self._dice_text)
        self.need_sign(")", "a closing parenthesis, or .. for a range")
        if len(dice) > MOST_OPTIONS:
            raise SheetError(f"at most {MOST_OPTIONS} dice are listed, not {len(dice)}", dice[-1][1].at)
        return self._one_of(made, text, tuple(dice))

    def _one_of(self, made: _Made, text: str, dice: tuple[tuple[str, nodes.Expression], ...]) -> Declared:
        found: Declared = made("dice", text, dice=dice)
        if text not in [each for each, _ in dice]:
            range_too = "; a range is written with two points, 1..6" if text.isdigit() else ""
            raise SheetError(f"{found.shown} begins with {text}, outside {found.range}{range_too}", found.value_at)
        return found
