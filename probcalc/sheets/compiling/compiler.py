"""From expressions to codes: names resolved, kinds held against each other, conditions and arithmetic."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial

from probcalc.notation.checking import COMPARE
from probcalc.sheets.compiling.arithmetic import (
    applying,
    kind_of,
    level_of,
    run_of,
    terms_of,
)
from probcalc.sheets.compiling.scope import Entry, Scope
from probcalc.sheets.errors import SheetError
from probcalc.sheets.playing.codes import Code, lots_lying
from probcalc.sheets.playing.expression_types import CONDITION, FAR, ExpressionType, Lacking, number
from probcalc.sheets.reading import nodes
from probcalc.sheets.reading.words import label_of

_JOINED: dict[str, Callable[..., int]] = {
    "not": lambda value: int(not value),
    "and": lambda *values: int(all(values)),
    "or": lambda *values: int(any(values)),
}
_DOING = {
    "*": "multiplied",
    "/": "divided",
    "up": "divided",
    "-": "taken away",
    "negative": "taken away",
    "abs": "taken without its sign",
}


class Compiler:
    """Compiles the expressions of one line."""

    def __init__(self, scope: Scope, label: str = "") -> None:
        self.scope = scope
        self.label = label
        # Whether dice may explode without end here: what they are held against says how far it matters.
        self.meets_end = False

    def compile(self, node: nodes.Expression) -> Code:
        """The code of an expression, whatever it gives."""
        code: Code = getattr(self, f"_{type(node).__name__.lower()}")(node)
        return code

    def number(self, node: nodes.Expression) -> Code:
        """The code of an expression that gives a number; conditions are 1 and 0.

        Raises:
            SheetError: when it gives something else.
        """
        code = self.compile(node)
        return self.as_number(code)

    def as_number(self, code: Code) -> Code:
        """A code that gives a number, of a choice what it is worth.

        Raises:
            SheetError: when it gives something else.
        """
        what, name = code.kind.what, code.name
        if what in ("number", "condition"):
            return code
        if what == "word":
            if code.count is not None:
                return code.count
            said = f"{name} is a word, not a number; ask {name} is …" if name else "this is a word, not a number"
            raise SheetError(said, code.at)
        if what in ("faces", "list"):
            held = "dice as they lie" if what == "faces" else "several numbers"
            name = name or "this"
            raise SheetError(f"{name} holds {held}; write sum of {name}, best of {name} or {name} >= …", code.at)
        if what == "symbols":
            letter = code.kind.letters[0] if code.kind.letters else "s"
            raise SheetError(f"{name or 'this'} counts symbols; write {letter} of {name or 'it'}", code.at)
        raise SheetError(f'"{name}" is no number', code.at)

    def condition(self, node: nodes.Expression) -> Code:
        """The code of a condition.

        Raises:
            SheetError: when it is none.
        """
        code = self.compile(node)
        if code.kind.what == "condition":
            return code
        if code.kind.what == "number":
            said = f"{code.name} is a number; write {code.name} >= 1" if code.name else "this is a number"
            raise SheetError(f"a condition is wanted, and {said}", code.at)
        self.as_number(code)
        said = f"{code.name} is a word; ask {code.name} is …" if code.name else "this is a word"
        raise SheetError(f"a condition is wanted, and {said}", code.at)

    def still(self, node: nodes.Expression, what: str) -> Code:
        """A number without dice."""
        code = self.number(node)
        if code.random:
            raise SheetError(f"{what} is known before anything is rolled, and this is rolled", code.at)
        return code

    def _number(self, node: nodes.Number) -> Code:
        value = node.value
        return Code(number(value, value), lambda values: value, at=node.at, zero=not value)

    def _truth(self, node: nodes.Truth) -> Code:
        value = int(node.value)
        return Code(CONDITION, lambda values: value, at=node.at, zero=not value)

    def _word(self, node: nodes.Word) -> Code:
        text = node.text.lower()
        return Code(ExpressionType("word", words=(text,)), lambda values: text, at=node.at)

    def _name(self, node: nodes.Name) -> Code:
        return self.of_entry(self.scope.find(node), node)

    def of_entry(self, entry: Entry, node: nodes.Name) -> Code:
        """What a name stands for, as a code."""
        key = entry.key
        if entry.made is not None:
            found: Code = entry.made(self)
            found.at, found.name = node.at, node.name
            return found
        if entry.role == "rule":
            raise SheetError(f"rule {entry.shown} cannot use itself", node.at)
        if entry.role == "die":
            raise SheetError(f'"{node.name}" is a die; write how many are rolled before it', node.at)
        if entry.counted is not None:
            raise SheetError(
                f"{node.name} may be any number here: show it as a result, or hold it against a number, "
                f"{node.name} >= 5",
                node.at,
            )
        free = frozenset({key})
        shown = node.name if not node.side else f"{node.name} of {node.side}"
        code = Code(entry.kind, operator.itemgetter(key), free, at=node.at, name=shown, level=entry.level)
        code.label = entry.declared.label if entry.declared is not None else label_of(entry.shown)
        if entry.worth is not None:
            worth = entry.worth
            kind = number(min(worth.values()), max(worth.values()))
            code.count = Code(kind, lambda values: worth[values[key]], free, at=node.at, name=shown, label=code.label)
        if entry.kind.what in ("faces", "list"):
            code.lots = partial(lots_lying, key)
        return code

    def _parentheses(self, node: nodes.Parentheses) -> Code:
        before, self.meets_end = self.meets_end, False
        inside = self.compile(node.inside)
        self.meets_end = before
        if inside.lots is None or inside.kind.what in ("faces", "list"):
            return inside
        # In parentheses a pool is its sum; what asks for its dice finds them all the same.
        return Code(
            inside.kind,
            inside.run,
            inside.free,
            inside.random,
            inside.level,
            node.at,
            inside.name,
            terms=inside.terms,
            endless=inside.endless,
        )

    def _part(self, node: nodes.Part) -> Code:
        entry = self.scope.find(node.of)
        kind, part, name = entry.kind, node.part, node.of.name
        free = frozenset({f"{part} of {entry.key}"})
        shown = f"{part} of {name}"
        if kind.what == "symbols" or (len(part) == 1 and not kind.parts):
            if part not in kind.letters:
                raise SheetError(f'no symbol "{part}" is on these dice', node.at)
            place = kind.letters.index(part)
            key = entry.key
            return Code(number(), lambda values: values[key][place], frozenset({key}), at=node.at, name=shown, level="")
        if part not in kind.parts:
            raise SheetError(self._without(part, name, kind), node.of.at)
        if part == "outcome":
            words = (
                ("critical",) * ("crit" in kind.faces) + ("success", "failure") + ("fumble",) * ("fumble" in kind.faces)
            )
            return Code(
                ExpressionType("word", words=words), operator.itemgetter(*free), free, at=node.at, name=shown, level=""
            )
        level = entry.level if part != "hurt" else ""
        high = max(1, kind.high) if kind.check == "count" else FAR
        return Code(number(0, high), operator.itemgetter(*free), free, at=node.at, name=shown, level=level)

    def _without(self, part: str, name: str, kind: ExpressionType) -> str:
        if part == "hurt":
            return f"{name} has no hurt; it is not fallen to anything"
        if not kind.check:
            return f"{name} has no {part}; it is not held against a number"
        if part == "criticals":
            return f"{name} names no crit faces"
        return f"{name} names no fumble faces" if part == "fumbles" else f"{name} has no {part}"

    def _operation(self, node: nodes.Operation) -> Code:
        sign = node.sign
        before = self.meets_end
        if sign in ("*", "/", "up", "abs"):
            self.meets_end = False
        codes = [self.number(part) for part in node.parts]
        self.meets_end = before
        kinds = [code.kind for code in codes]
        wrong = kinds[1] if sign == "-" else next((kind for kind in kinds if kind.lacking), None)
        if sign in _DOING and wrong is not None and wrong.lacking:
            code = codes[kinds.index(wrong)] if sign != "-" else codes[1]
            raise SheetError(f"{code.name or 'this'} may be none, which cannot be {_DOING[sign]}", code.at)
        if sign in ("/", "up") and kinds[1].may_be_below_one:
            raise SheetError(
                f"{codes[1].name or 'this'} may be 0 here, and nothing is divided by less than 1", codes[1].at
            )
        free = frozenset().union(*(code.free for code in codes))
        random = any(code.random for code in codes)
        found = Code(kind_of(sign, kinds), run_of(sign, codes), free, random, level_of(sign, codes), node.at)
        found.endless = any(code.endless for code in codes)
        if sign in ("+", "-"):
            turned = -1 if sign == "-" else 1
            found.terms = (*terms_of(codes[0], 1), *terms_of(codes[1], turned))
        elif sign == "negative":
            found.terms = terms_of(codes[0], -1)
        found.zero = sign == "*" and any(code.zero for code in codes)
        return found

    def _logic(self, node: nodes.Logic) -> Code:
        codes = [self.condition(part) for part in node.parts]
        free = frozenset().union(*(code.free for code in codes))
        random = any(code.random for code in codes)
        run = applying(_JOINED[node.how], codes)
        level = "const" if all(code.level == "const" for code in codes) else ""
        return Code(CONDITION, run, free, random, level, node.at)

    def _is(self, node: nodes.Is) -> Code:
        of = self.compile(node.of)
        word, turned = node.word.lower(), node.negated
        if of.kind.check and word in ("critical", "fumble") and not node.quoted:
            part = "criticals" if word == "critical" else "fumbles"
            entry = self.scope.find(node.of)
            if part not in entry.kind.parts:
                raise SheetError(self._without(part, node.of.name, entry.kind), node.of.at)
            key = f"{part} of {entry.key}"
            return Code(
                CONDITION, lambda values: int((values[key] >= 1) != turned), frozenset({key}), at=node.at, level=""
            )
        if word == "none" and of.kind.what != "word":
            key = next(iter(of.free))
            return Code(CONDITION, lambda values: int(isinstance(values[key], Lacking) != turned), of.free, at=node.at)
        if of.kind.what != "word" and not of.kind.dice:
            what = "a number" if of.kind.what == "number" else "a condition" if of.kind.what == "condition" else "dice"
            hint = f"; write {of.name} = {node.word if node.word.isdigit() else 2}" if what == "a number" else ""
            if what == "a condition" and word in ("yes", "no"):
                hint = f"; write {'' if (word == 'yes') != turned else 'not '}{of.name}"
            elif what == "a condition" and word in ("critical", "fumble", "success", "failure"):
                hint = f"; rolls keep their words in {of.name} = outcome of … if … else outcome of …"
            raise SheetError(f'{of.name} is {what}, and "is" asks for a word{hint}', of.at)
        words = of.kind.words
        if of.kind.dice and words is not None and word not in words:
            raise SheetError(f"{of.name} is never {node.word}; it is one of {', '.join(words)}", node.word_at)
        self.scope.require_word(of.kind, of.name, node.word, node.word_at)
        random = of.random and not of.kind.dice
        asked = Code(of.kind, operator.itemgetter(*of.free)) if of.kind.dice else of
        is_word = applying(lambda value: int((str(value).lower() == word) != turned), [asked])
        return Code(CONDITION, is_word, of.free, random, "const" if of.level == "const" else "", node.at)

    def compare(self, first: Code, compare: str, second: Code, at: int) -> Code:
        """One number held against another, each as a whole."""
        first, second = self.as_number(first), self.as_number(second)
        holds = COMPARE[compare]
        run = applying(lambda one, other: int(holds(one, other)), [first, second])
        level = "const" if first.level == second.level == "const" else ""
        return Code(CONDITION, run, first.free | second.free, first.random or second.random, level, at)
