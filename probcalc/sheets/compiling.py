"""From expressions to codes: names resolved, kinds held against each other, conditions and arithmetic."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial, reduce
from typing import Any

from probcalc.exact.counting import maximum, minimum
from probcalc.exact.steps import Repeated, Tree, step_of
from probcalc.notation.checking import COMPARE
from probcalc.sheets import nodes
from probcalc.sheets.codes import Code, Values, added, applied, continued, remembered
from probcalc.sheets.errors import SheetError, nearest
from probcalc.sheets.kinds import CONDITION, FAR, Kind, Lacking, either, number
from probcalc.sheets.scope import Entry, Scope
from probcalc.sheets.words import label_of

_DOING = {"*": "multiplied", "/": "divided", "up": "divided", "-": "taken away", "negative": "taken away"}


def joined_level(levels: list[str]) -> str:
    """How a sum depends on the counts of dice above, from how its terms do."""
    if "" in levels:
        return ""
    if all(level == "const" for level in levels):
        return "const"
    return "hom" if all(level == "hom" for level in levels) else "affine"


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

    # -- what is wanted ------------------------------------------------------------------------------------------

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

    # -- plain values --------------------------------------------------------------------------------------------

    def _number(self, node: nodes.Number) -> Code:
        value = node.value
        return Code(number(value, value), lambda values: value, at=node.at, zero=not value)

    def _truth(self, node: nodes.Truth) -> Code:
        value = int(node.value)
        return Code(CONDITION, lambda values: value, at=node.at, zero=not value)

    def _word(self, node: nodes.Word) -> Code:
        text = node.text.lower()
        return Code(Kind("word", words=(text,)), lambda values: text, at=node.at)

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
            self.lying(code, key)
        return code

    def lying(self, code: Code, key: str) -> None:
        """Make lots of faces that lie there already."""
        raise NotImplementedError

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
            return Code(Kind("word", words=words), operator.itemgetter(*free), free, at=node.at, name=shown, level="")
        level = entry.level if part != "hurt" else ""
        high = max(1, kind.high) if kind.check == "count" else FAR
        return Code(number(0, high), operator.itemgetter(*free), free, at=node.at, name=shown, level=level)

    def _without(self, part: str, name: str, kind: Kind) -> str:
        if part == "hurt":
            return f"{name} has no hurt; it is not fallen to anything"
        if not kind.check:
            return f"{name} has no {part}; it is not held against a number"
        if part == "criticals":
            return f"{name} names no crit faces"
        return f"{name} names no fumble faces" if part == "fumbles" else f"{name} has no {part}"

    # -- arithmetic ----------------------------------------------------------------------------------------------

    def _operation(self, node: nodes.Operation) -> Code:
        sign = node.sign
        if sign in ("+", "-") and (found := self.symbols(node)) is not None:
            return found
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
        if sign in ("/", "up") and kinds[1].low < 1:
            raise SheetError(
                f"{codes[1].name or 'this'} may be {max(0, kinds[1].low) if kinds[1].low <= 0 else kinds[1].low} here,"
                " and nothing is divided by less than 1",
                codes[1].at,
            )
        free = frozenset().union(*(code.free for code in codes))
        random = any(code.random for code in codes)
        found = Code(_kind_of(sign, kinds), _run_of(sign, codes), free, random, _level_of(sign, codes), node.at)
        found.endless = any(code.endless for code in codes)
        if sign in ("+", "-"):
            turned = -1 if sign == "-" else 1
            found.terms = (*_terms(codes[0], 1), *_terms(codes[1], turned))
        elif sign == "negative":
            found.terms = _terms(codes[0], -1)
        found.zero = sign == "*" and any(code.zero for code in codes)
        return found

    def symbols(self, node: nodes.Operation) -> Code | None:
        """A sum of symbols; None where it is one of numbers."""
        raise NotImplementedError

    # -- conditions ----------------------------------------------------------------------------------------------

    def _logic(self, node: nodes.Logic) -> Code:
        codes = [self.condition(part) for part in node.parts]
        function: Callable[..., Any] = _not if node.how == "not" else _and if node.how == "and" else _or
        free = frozenset().union(*(code.free for code in codes))
        random = any(code.random for code in codes)
        run = _applying(function, codes)
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
            if what == "a condition" and word in ("critical", "fumble", "success", "failure"):
                hint = f"; rolls keep their words in {of.name} = outcome of … if … else outcome of …"
            raise SheetError(f'{of.name} is {what}, and "is" asks for a word{hint}', of.at)
        self._require_word(of, word, node)
        random = of.random and not of.kind.dice
        asked = Code(of.kind, operator.itemgetter(*of.free)) if of.kind.dice else of
        is_word = _applying(partial(_same, word, turned), [asked])
        return Code(CONDITION, is_word, of.free, random, "const" if of.level == "const" else "", node.at)

    def _require_word(self, of: Code, word: str, node: nodes.Is) -> None:
        words = of.kind.words
        if words is None or word in words:
            return
        if of.kind.dice:
            raise SheetError(f"{of.name} is never {node.word}; it is one of {', '.join(words)}", node.word_at)
        raise SheetError(f'{of.name} is never "{node.word}"', node.word_at, nearest(word, words))

    def compared(self, first: Code, compare: str, second: Code, at: int) -> Code:
        """One number held against another, each as a whole."""
        first, second = self.as_number(first), self.as_number(second)
        run = _applying(partial(_holds, COMPARE[compare]), [first, second])
        level = "const" if first.level == second.level == "const" else ""
        return Code(CONDITION, run, first.free | second.free, first.random or second.random, level, at)

    def _cases(self, node: nodes.Cases) -> Code:
        gives = [self.compile(value) for value, _ in node.cases]
        conditions = [self.condition(condition) for _, condition in node.cases]
        if node.otherwise is not None:
            gives.append(self.compile(node.otherwise))
        kind = self._common_kind(gives, node)
        if kind.what == "number":
            gives = [self.as_number(code) for code in gives]
        nothing = gives[len(conditions)] if node.otherwise is not None else None
        if nothing is None:
            kind = either(kind, kind.within(0, 0)) if kind.what in ("number", "condition") else kind
        whole = gives[0] if len(gives) == 1 else None
        runs = [code.run for code in gives]

        def chosen(number: int, values: Values) -> Any:
            if number == len(conditions):
                return 0 if nothing is None else nothing.run(values)

            def follow(holds: Any) -> Any:
                return runs[number](values) if holds else chosen(number + 1, values)

            return continued(conditions[number].run(values), follow)

        parts = [*gives, *conditions]
        free = frozenset().union(*(code.free for code in parts))
        random = any(code.random for code in parts)
        levels = [code.level if not code.zero else "hom" for code in gives]
        level = "" if any(code.level != "const" for code in conditions) else joined_level(levels)
        if all(code.level == "const" for code in parts):
            level = "const"
        run = partial(chosen, 0)
        if not any(code.random for code in conditions):
            run = partial(_first_that_holds, [code.run for code in conditions], runs if nothing else [*runs, _nothing])
        found = Code(kind, remembered(run, free) if random else run, free, random, level, node.at)
        found.endless = any(code.endless for code in gives)
        if whole is not None and whole.outputs is not None:
            self._with_parts(found, whole, conditions[0])
        if whole is not None:
            self._with_count(found, whole, conditions[0])
        return found

    def _with_parts(self, found: Code, whole: Code, condition: Code) -> None:
        """Behind `if` without else a roll keeps its parts; where it is not made they are 0."""
        outputs = whole.outputs
        assert outputs is not None

        def of(values: Values, parts: tuple[str, ...]) -> Any:
            def follow(holds: Any) -> Any:
                if holds:
                    return outputs(values, parts)
                return 0 if not parts else (0, *("failure" if part == "outcome" else 0 for part in parts))

            return continued(condition.run(values), follow)

        found.outputs = of
        found.kind = Kind(
            found.kind.what,
            found.kind.low,
            found.kind.high,
            check=whole.kind.check,
            faces=whole.kind.faces,
            parts=whole.kind.parts,
        )

    def _with_count(self, found: Code, whole: Code, condition: Code) -> None:
        """Behind `if` without else dice may be played one by one, where the condition does not depend on a roll."""
        by_count = whole.by_count
        if by_count is None or condition.level != "const" or whole.kind.what != "number":
            return

        def of(values: Values, number: Any, parts: tuple[str, ...]) -> Any:
            if condition.run(values):
                return by_count(values, number, parts)
            return 0 if not parts else (0,) * (1 + len(parts))

        found.count, found.by_count = whole.count, of

    def _common_kind(self, gives: list[Code], node: nodes.Cases) -> Kind:
        whats = {code.kind.what for code in gives}
        if "word" in whats and len(whats) > 1:
            worded = [code for code in gives if code.kind.what == "word"]
            if all(code.count is not None for code in worded):
                return reduce(either, [self.as_number(code).kind for code in gives])
            wrong = next(code for code in gives if code.kind.what != gives[0].kind.what)
            said = (
                "a word, and the others are numbers"
                if wrong.kind.what == "word"
                else "no word, and the others are words"
            )
            raise SheetError(f"all cases give the same kind, and this is {said}", wrong.at)
        if whats <= {"number", "condition", "word"}:
            return reduce(either, [code.kind for code in gives])
        for code in gives:
            if code.kind.what not in ("number", "condition", "word", "dice"):
                self.as_number(code)
        return reduce(either, [self.as_number(code).kind for code in gives])

    def _lookup(self, node: nodes.Lookup) -> Code:
        self.meets_end = True
        of = self.number(node.of)
        self.meets_end = False
        gives = [self.compile(row.gives) for row in node.rows]
        worded = [code.kind.what == "word" for code in gives]
        if any(worded) and not all(worded):
            wrong = gives[worded.index(not worded[0])]
            raise SheetError("all rows give the same kind, and this is another", wrong.at)
        if not any(worded):
            gives = [self.as_number(code) for code in gives]
        kind = reduce(either, [code.kind for code in gives])
        rows = node.rows
        ends = [abs(end) for row in rows for end in (row.low, row.high) if end is not None]
        cap = self.cap_of(of, max(ends, default=0))

        def row_of(values: Values, result: Any) -> Any:
            for row, code in zip(rows, gives, strict=True):
                if (row.low is None or row.low <= result) and (row.high is None or result <= row.high):
                    return code.run(values)
            raise SheetError(f"no row holds {result}; add a row or else", of.at)

        def run(values: Values) -> Any:
            return continued(of.run(cap(values)), partial(row_of, values))

        free = of.free.union(*(code.free for code in gives))
        random = of.random or any(code.random for code in gives)
        level = "const" if of.level == "const" and all(code.level == "const" for code in gives) else ""
        return Code(kind, remembered(run, free) if random else run, free, random, level, node.at)

    def cap_of(self, of: Code, most: int | Code) -> Callable[[Values], Values]:
        """The values with how far endless dice matter, where there are such dice."""
        raise NotImplementedError

    def _chain(self, node: nodes.Chain) -> Code:
        codes = [self.number(step) for step in node.steps]

        def run(values: Values) -> Any:
            whole = codes[0].run(values)
            for code in codes[1:]:
                after = code.run(values)
                whole = continued(whole, partial(_so_often, after))
            return whole

        free = frozenset().union(*(code.free for code in codes))
        return Code(number(), run, free, any(code.random for code in codes), "", node.at)

    def _foreach(self, node: nodes.ForEach) -> Code:
        listed = self.compile(node.listed)
        if listed.kind.what != "list":
            raise SheetError(f"{node.listed.name} is no list", node.listed.at)
        key = f"each {node.letter} {node.at}"
        before = self.scope.within
        entry = Entry(key, node.letter, "number", number(listed.kind.low, listed.kind.high), 0)
        self.scope.within = {**before, node.letter: entry}
        inside = self.number(node.of)
        self.scope.within = before

        def run(values: Values) -> Any:
            return added([inside.run({**values, key: each}) for each in listed.run(values)])

        free = (inside.free - {key}) | listed.free
        most = max(1, listed.kind.high) * 100
        kind = number(min(0, inside.kind.low * 100), max(inside.kind.high, 0) * most)
        return Code(kind, run, free, inside.random, "const" if inside.level == "const" else "", node.at)


# -- what operations do ----------------------------------------------------------------------------------------------


def _so_often(after: Any, times: int) -> Any:
    return Repeated(after, times) if isinstance(after, Tree) else step_of(after * times)


def _terms(code: Code, sign: int) -> tuple[tuple[int, Code], ...]:
    return tuple((sign * own, term) for own, term in code.terms) if code.terms else ((sign, code),)


def _not(value: Any) -> int:
    return int(not value)


def _and(*values: Any) -> int:
    return int(all(values))


def _or(*values: Any) -> int:
    return int(any(values))


def _same(word: str, turned: bool, value: Any) -> int:
    return int((str(value).lower() == word) != turned)


def _holds(holds: Callable[[Any, Any], bool], first: Any, second: Any) -> int:
    return int(holds(first, second))


def _extreme(which: Callable[[Any, Any], Any], plain: Callable[..., Any], *values: Any) -> Any:
    if any(isinstance(value, Lacking) for value in values) or all(isinstance(value, int) for value in values):
        return plain(values)
    return reduce(which, values)


def _divided(code: Code, at: str, first: Any, second: Any) -> Any:
    if isinstance(second, int) and second < 1:
        raise SheetError(f"{code.name or 'this'} may be {second} here, and nothing is divided by less than 1", code.at)
    return _up(first, second) if at == "up" else first // second


def _multiplied(code: Code, first: Any, second: Any) -> Any:
    found = first * second
    if isinstance(found, int) and abs(found) > FAR:
        raise SheetError(f"a product reaches beyond {FAR:,} here, and at most that much is computed", code.at)
    return found


def _up(first: Any, second: Any) -> Any:
    return -(-first // second)


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "min": partial(_extreme, minimum, min),
    "max": partial(_extreme, maximum, max),
    "abs": abs,
    "negative": operator.neg,
}


def _applying(function: Callable[..., Any], codes: list[Code]) -> Callable[[Values], Any]:
    """A function of what some codes give: of values where nothing is rolled in them, else the tree of it."""
    runs = [code.run for code in codes]
    if any(code.random for code in codes):
        return lambda values: applied(function, [run(values) for run in runs])
    if len(runs) == 1:
        (only,) = runs
        return lambda values: function(only(values))
    if len(runs) == 2:
        first, second = runs
        return lambda values: function(first(values), second(values))
    return lambda values: function(*[run(values) for run in runs])


def _nothing(values: Values) -> int:
    return 0


def _first_that_holds(
    conditions: list[Callable[[Values], Any]], gives: list[Callable[[Values], Any]], values: Values
) -> Any:
    """What stands beside the first condition that holds, and what stands last where none does."""
    for place, holds in enumerate(conditions):
        if holds(values):
            return gives[place](values)
    return gives[-1](values)


def _run_of(sign: str, codes: list[Code]) -> Callable[[Values], Any]:
    if sign == "+" and any(code.random for code in codes):
        first, second = codes[0].run, codes[1].run
        return lambda values: added((first(values), second(values)))
    function = _FUNCTIONS.get(sign, operator.mul)
    if sign in ("/", "up"):
        function = partial(_divided, codes[1], sign)
    elif sign == "*":
        function = partial(_multiplied, codes[0])
    return _applying(function, codes)


def _level_of(sign: str, codes: list[Code]) -> str:
    levels = [code.level for code in codes]
    if sign in ("+", "-"):
        return joined_level(["hom" if code.zero and len(set(levels)) > 1 else code.level for code in codes])
    if sign == "negative":
        return levels[0]
    if all(level == "const" for level in levels):
        return "const"
    if sign == "*" and "const" in levels:
        return next((level for level in levels if level != "const"), "")
    return ""


def _kind_of(sign: str, kinds: list[Kind]) -> Kind:
    # The greatest of several is none where one lies above all numbers, or where all lie below them.
    none = [kind.lacking for kind in kinds if kind.lacking]
    lacking = none[0] if none else ""
    if sign in ("max", "min") and len(none) < len(kinds) and ("above" if sign == "max" else "below") not in none:
        lacking = ""
    first = kinds[0]
    second = kinds[-1]
    if sign == "+":
        found = number(first.low + second.low, first.high + second.high)
    elif sign == "-":
        found = number(first.low - second.high, first.high - second.low)
    elif sign == "negative":
        found = number(-first.high, -first.low)
    elif sign == "abs":
        low = 0 if first.low <= 0 <= first.high else min(abs(first.low), abs(first.high))
        found = number(low, max(abs(first.low), abs(first.high)))
    elif sign == "*":
        ends = [a * b for a in (first.low, first.high) for b in (second.low, second.high)]
        found = number(min(ends), max(ends))
    elif sign in ("/", "up"):
        ends = [a // max(1, b) for a in (first.low, first.high) for b in (max(1, second.low), second.high)]
        found = number(min(ends), max(ends) + (sign == "up"))
    elif sign == "min":
        found = number(min(kind.low for kind in kinds), min(kind.high for kind in kinds))
    else:
        found = number(max(kind.low for kind in kinds), max(kind.high for kind in kinds))
    return Kind("number", found.low, found.high, lacking)
