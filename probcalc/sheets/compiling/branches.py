"""From cases, tables of results and chains to codes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial, reduce
from typing import Any

from probcalc.exact.tree.steps import Then, Tree
from probcalc.sheets.compiling.arithmetic import joined_level
from probcalc.sheets.compiling.compiler import Compiler
from probcalc.sheets.compiling.scope import Entry
from probcalc.sheets.errors import SheetError
from probcalc.sheets.playing.codes import Code, Values, add, cap_of, continue_with, remember, repeat
from probcalc.sheets.playing.expression_types import ExpressionType, either, number
from probcalc.sheets.reading import nodes


class BranchCompiler(Compiler):
    """Compiles what is taken in one case and not in another."""

    def _cases(self, node: nodes.Cases) -> Code:
        gives = [self.compile(value) for value, _ in node.cases]
        conditions = [self.condition(condition) for _, condition in node.cases]
        if node.otherwise is not None:
            gives.append(self.compile(node.otherwise))
        kind = self._common_kind(gives)
        if kind.what == "word" and node.otherwise is None:
            if any(code.count is None for code in gives):
                raise SheetError('a word is nothing where its condition does not hold; write else "…"', gives[-1].at)
            kind = reduce(either, [self.as_number(code).kind for code in gives])
        if kind.what == "number":
            gives = [self.as_number(code) for code in gives]
        nothing = gives[len(conditions)] if node.otherwise is not None else None
        if nothing is None:
            kind = either(kind, replace(kind, low=0, high=0)) if kind.what in ("number", "condition") else kind
        whole = gives[0] if len(gives) == 1 else None
        asked, runs = [code.run for code in conditions], [code.run for code in gives]

        def choose(first: int, values: Values) -> Any:
            for place in range(first, len(asked)):
                holds = asked[place](values)
                if isinstance(holds, Tree):
                    return Then(holds, partial(follow, place, values))
                if holds:
                    return runs[place](values)
            return 0 if nothing is None else nothing.run(values)

        def follow(place: int, values: Values, holds: Any) -> Any:
            return runs[place](values) if holds else choose(place + 1, values)

        parts = [*gives, *conditions]
        free = frozenset().union(*(code.free for code in parts))
        random = any(code.random for code in parts)
        levels = [code.level if not code.zero else "hom" for code in gives]
        level = "" if any(code.level != "const" for code in conditions) else joined_level(levels)
        if all(code.level == "const" for code in parts):
            level = "const"
        run = partial(choose, 0)
        found = Code(kind, remember(run, free) if random else run, free, random, level, node.at)
        if not any(code.random for code in conditions):
            found.taken = _taking(conditions, gives)
        found.endless = any(code.endless for code in gives)
        if whole is not None and whole.outputs is not None:
            self._with_outputs(found, whole, conditions[0])
        return found

    def _with_outputs(self, found: Code, whole: Code, condition: Code) -> None:
        """Behind `if` without else a roll keeps its parts, which are 0 where it is not made.

        Its dice may be played one by one where the condition does not depend on a roll.
        """
        outputs = whole.outputs
        assert outputs is not None

        def of(values: Values, parts: tuple[str, ...], number: Any = None) -> Any:
            def follow(holds: Any) -> Any:
                if holds:
                    return outputs(values, parts, number)
                return 0 if not parts else (0, *("failure" if part == "outcome" else 0 for part in parts))

            return continue_with(condition.run(values), follow)

        found.outputs = of
        found.kind = replace(found.kind, check=whole.kind.check, faces=whole.kind.faces, parts=whole.kind.parts)
        if condition.level == "const" and whole.kind.what == "number":
            found.count = whole.count

    def _common_kind(self, gives: list[Code]) -> ExpressionType:
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
        return reduce(either, [code.kind if whats == {"word"} else self.as_number(code).kind for code in gives])

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
        cap = cap_of(of, max(ends, default=0))

        def row_of(values: Values, result: Any) -> Any:
            for row, code in zip(rows, gives, strict=True):
                if (row.low is None or row.low <= result) and (row.high is None or result <= row.high):
                    return code.run(values)
            raise SheetError(f"no row holds {result}; add a row or else", of.at)

        def run(values: Values) -> Any:
            return continue_with(of.run(cap(values)), partial(row_of, values))

        free = of.free.union(*(code.free for code in gives))
        random = of.random or any(code.random for code in gives)
        level = "const" if of.level == "const" and all(code.level == "const" for code in gives) else ""
        return Code(kind, remember(run, free) if random else run, free, random, level, node.at)

    def _chain(self, node: nodes.Chain) -> Code:
        codes = [self.number(step) for step in node.steps]

        def run(values: Values) -> Any:
            whole = codes[0].run(values)
            for code in codes[1:]:
                after = code.run(values)
                whole = continue_with(whole, partial(repeat, after))
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
            return add([inside.run({**values, key: each}) for each in listed.run(values)])

        free = (inside.free - {key}) | listed.free
        most = max(1, listed.kind.high) * 100
        kind = number(min(0, inside.kind.low * 100), max(inside.kind.high, 0) * most)
        return Code(kind, run, free, inside.random, "const" if inside.level == "const" else "", node.at)


def _taking(conditions: list[Code], gives: list[Code]) -> Callable[[Values], frozenset[str] | None]:
    """The keys that the case that holds asks for, with those of the conditions; None where these are not known yet."""
    asked: frozenset[str] = frozenset().union(*(code.free for code in conditions))
    runs = [code.run for code in conditions]
    keys = [asked | code.free for code in gives]
    keys += [asked] * (len(conditions) + 1 - len(gives))

    def keys_taken(values: Values) -> frozenset[str] | None:
        for key in asked:
            if key not in values:
                return None
        for place, holds in enumerate(runs):
            if holds(values):
                return keys[place]
        return keys[-1]

    return keys_taken
