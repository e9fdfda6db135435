"""Rules within the rule, and rounds, of a question in the making."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from probcalc.notation.walking import walk
from probcalc.sheets.compiling.scope import Entry, Scope
from probcalc.sheets.compiling.whole_lines import MOST_ROUNDS, LineCompiler
from probcalc.sheets.errors import SheetError, nearest
from probcalc.sheets.playing.codes import Code, Values, remember
from probcalc.sheets.playing.course import Course
from probcalc.sheets.playing.expression_types import FAR, ExpressionType, number
from probcalc.sheets.playing.lines import Line, line_of
from probcalc.sheets.playing.rounds import ROUND, ROUNDS, Counted, Rounds
from probcalc.sheets.questions.building import Building, kind_to_store, level_of, step_line
from probcalc.sheets.reading import nodes
from probcalc.sheets.reading.sheet import (
    RoundsBlock,
    RuleBlock,
    Step,
)


class BlockBuilding(Building):
    """A question in the making, with its blocks."""

    def _ruleblock(self, item: RuleBlock) -> None:
        self._more("rules", item.at)
        above = replace(self.scope, entries=self.carried_on(), sided=dict(self.scope.sided), gone=dict(self.scope.gone))
        made: dict[int | None, tuple[list[Line], Code]] = {}

        def mention(compiler: LineCompiler) -> Code:
            side = compiler.scope.side
            if side not in made:
                made[side] = self._rule_lines(item, above, side)
            lines, last = made[side]
            return _rule_code(item, lines, last)

        # A rule is read where it stands, for whichever side it can be read.
        entry = Entry(f"rule {item.name}", item.shown, "rule", ExpressionType("rule"), item.at >> 16, made=mention)
        self.scope.define(item.name, entry, None, item.at)
        sided = any(_mentions_side(step.of, self.scope) for step in item.steps)
        first = 0 if sided and self.scope.sides else None
        made[first] = self._rule_lines(item, above, first)
        self.question.rule_lines += made[first][0]

    def _rule_lines(self, item: RuleBlock, above: Scope, side: int | None) -> tuple[list[Line], Code]:
        scope = replace(above, side=side, within={}, entries=dict(above.entries))
        scope.entries[item.name] = Entry("", item.shown, "rule", ExpressionType("rule"), item.at >> 16)
        prefix = f"{item.name}/{'' if side is None else side}/"
        names = {name: shown for step in item.steps for name, shown in zip(step.names, step.shown, strict=True)}
        lines: list[Line] = []
        code: Code | None = None
        for step in item.steps:
            if step.side:
                raise SheetError("a rule is played for the side of the line that names it", step.side_at)
            scope.below = {**above.below, **{n: s for n, s in names.items() if n not in scope.within}}
            code = LineCompiler(scope, step.shown[0]).compile(step.of)
            keys = tuple(prefix + name for name in step.names)
            lines.append(step_line(keys, code, step.places[0]))
            for name, shown, at, key in zip(step.names, step.shown, step.places, keys, strict=True):
                if name in scope.within:
                    raise SheetError(f"{shown} is defined already in line {scope.within[name].line}", at)
                scope.within = {
                    **scope.within,
                    name: Entry(key, shown, "step", kind_to_store(code), step.line, level_of(code)),
                }
        assert code is not None
        if code.kind.what not in ("number", "condition", "word"):
            LineCompiler(scope).as_number(code)
        return lines, code

    def _roundsblock(self, item: RoundsBlock) -> None:
        if self.has_rounds:
            raise SheetError("a question has one block of rounds", item.at)
        self.has_rounds = True
        most = None
        if item.most is not None:
            most = LineCompiler(self.scope).still(item.most, "the number of rounds")
            if isinstance(item.most, nodes.Number) and not 1 <= item.most.value <= MOST_ROUNDS:
                raise SheetError(f"at most 1..{MOST_ROUNDS:,} rounds are played, not {item.most.value:,}", item.most.at)
        outer, lines = self.question.lines, list[Line]()
        before = dict(self.scope.entries)
        before_sided = dict(self.scope.sided)
        carried = self._names_carried(item)
        self._carry_on(carried)
        known = dict(self.scope.entries)
        if most is not None:
            self.scope.entries["round"] = Entry(ROUND, "round", "step", number(1, MOST_ROUNDS), item.at >> 16)
        self.question.lines, self.carried, self.bounded = lines, carried, most is not None
        following: list[tuple[Step, int | None]] = []
        for step in item.steps:
            if step.is_next:
                following += [(step, side) for side in self.scope.sides_of(step)]
            else:
                self._step(step)
        kinds = {self.scope.key(step.names[0], side): self._next(step, side, before) for step, side in following}
        self.question.lines, self.carried = outer, None
        self._close_words(kinds, known)
        for line in lines:
            if line.code is not None:
                line.code.kind = self.scope.closed(line.code.kind)
        known = {name: replace(entry, kind=self.scope.closed(entry.kind)) for name, entry in known.items()}
        inside = {name: entry.shown for name, entry in self.scope.entries.items() if name not in known}
        self.scope.entries = dict(known)
        self.scope.sided = before_sided
        self.scope.gone = {name.rpartition(".")[2]: shown for name, shown in inside.items() if name != "round"}
        until = None
        if item.until is not None:
            until = LineCompiler(self.scope).condition(item.until)
            if until.random:
                raise SheetError("nothing is rolled in until; it uses what stands above it", until.at)
        # What the block carries is another value behind it.
        for name, entry in known.items():
            if entry.key in carried:
                self.scope.entries[name] = replace(entry, level="")
        counted = Counted() if most is None else None
        played = number(0, FAR if most is None else max(0, min(MOST_ROUNDS, most.kind.high)))
        self.scope.entries[ROUNDS] = Entry(ROUNDS, "rounds", "step", played, item.at >> 16, "", counted=counted)
        self.question.lines.append(Rounds(lines, carried, most, until, item.at, counted))

    def _carry_on(self, carried: Mapping[str, str]) -> None:
        """What is carried may be anything from round to round: its kind stays, its parts do not."""
        entries = self.scope.entries = self.carried_on()
        for name, entry in list(entries.items()):
            if entry.key in carried:
                kind = replace(entry.kind, check="", faces=frozenset(), parts=())
                entries[name] = replace(entry, kind=kind, level="const")

    def _names_carried(self, item: RoundsBlock) -> dict[str, str]:
        found: dict[str, str] = {}
        for step in item.steps:
            if not step.is_next:
                continue
            for side in self.scope.sides_of(step):
                name = step.names[0]
                key = self.scope.key(name, side)
                entry = self.scope.entries.get(key)
                if entry is None:
                    near = nearest(step.shown[0], self.scope.names())
                    raise SheetError(f"nothing called {step.shown[0]} stands above the rounds", step.places[0], near)
                if entry.role != "step":
                    raise SheetError(f"{step.shown[0]} is a parameter; carry a step of your own", step.places[0])
                if entry.key in found:
                    raise SheetError(f"{step.shown[0]} has a next line already", step.places[0])
                found[entry.key] = f"next {entry.key}"
        return found

    def _close_words(self, kinds: Mapping[str, ExpressionType], known: Mapping[str, Entry]) -> None:
        """What rounds carry on is a word that it begins with or that a next line brings, through another name too."""
        self.following.clear()
        words = {entry.key: dict.fromkeys(entry.kind.words or ()) for entry in known.values() if entry.kind.carried}
        of = {entry.key: [entry.kind, *filter(None, [kinds.get(entry.key)])] for entry in known.values()}
        for _ in words:
            for key, found in words.items():
                for kind in of[key]:
                    found.update(dict.fromkeys(kind.words or ()))
                    for other in kind.carried:
                        found.update(words[other])
        self.scope.words_carried.update({key: tuple(found) for key, found in words.items()})
        closed = [(self.scope.closed(kind), name, word, at) for kind, name, word, at in self.scope.awaited]

        def later(asked: tuple[ExpressionType, str, str, int]) -> tuple[bool, int]:
            words = asked[0].words or ()
            return asked[2].lower() not in words, -len(words)

        # A line of each side may ask for a word that occurs for only one of them: words that occur are looked at first.
        for asked in sorted(closed, key=later):
            self.scope.require_word(*asked)

    def _next(self, step: Step, side: int | None, before: dict[str, Entry]) -> ExpressionType:
        """A next line; what it gives."""
        name = self.scope.key(step.names[0], side)
        code = self.compile_step(step, side)
        wanted = before[name].kind.what
        if code.kind.what != wanted and {code.kind.what, wanted} != {"number", "condition"}:
            what = {"number": "a number", "condition": "a condition", "word": "a word"}
            raise SheetError(
                f"{step.shown[0]} is {what.get(wanted, 'dice')} before, and {what.get(code.kind.what, 'dice')} here",
                code.at,
            )
        self.question.lines.append(line_of(f"next {name}", code, step.places[0]))
        return code.kind


def _rule_code(item: RuleBlock, lines: list[Line], last: Code) -> Code:
    inner = {key for line in lines for key in line.keys}
    free = frozenset().union(*(line.needs for line in lines)) - inner
    key, course = lines[-1].keys[0], Course(lines)
    random = any(line.random for line in lines)

    def run(values: Values) -> Any:
        return course.value(key, values)

    return Code(
        kind_to_store(last),
        remember(run, free) if random else run,
        free,
        random,
        "" if random else last.level,
        item.at,
        item.shown,
    )


def _mentions_side(node: nodes.Expression, scope: Scope) -> bool:
    """Whether names of a side stand in an expression."""
    names = (part for part in walk(node) if isinstance(part, nodes.Name))
    return any(name.side == "enemy" or (not name.side and name.name.lower() in scope.sided) for name in names)
