"""Rounds as a turn that is played again and again."""

from __future__ import annotations

from probcalc.sheets.expression_types import number
from probcalc.sheets.in_python.lines import Block, Known, put_beside
from probcalc.sheets.in_python.names import Unsaid
from probcalc.sheets.in_python.rules import RuleWriter
from probcalc.sheets.rounds import ROUND, ROUNDS
from probcalc.sheets.scope import Entry
from probcalc.sheets.sheet import Step


class TurnWriter(RuleWriter):
    """Writes the rounds of a question."""

    def rounds(self, block: Block) -> None:
        """The lines of a round as a turn, and how often it is played."""
        item, line = block
        read = [each.needs for each in line.lines] + [shown.code.free for shown in self.question.results]
        read += [each.line.needs for each in self.steps if isinstance(each, Known)]
        read += [line.until.free] if line.until is not None else []
        is_counted = not {ROUND, ROUNDS}.isdisjoint(frozenset[str]().union(*read))
        if is_counted and line.most is None:
            raise Unsaid("how long rounds last that have no last one")
        carried = [self.name_of(key) for key in line.carried] + [ROUNDS] * is_counted
        lines = iter(line.lines)
        steps = [(step, side) for step in item.steps if not step.is_next for side in self.sides_of(step)]
        after = [(step, side) for step in item.steps if step.is_next for side in self.sides_of(step)]
        played = [Known(step, next(lines), side) for step, side in steps]
        following = [Known(step, next(lines), side) for step, side in after]

        before, entries, sided = set(self.rolled), self.scope.entries, self.scope.sided
        self.scope.entries = {**entries, "round": Entry(ROUND, "round", "step", number(), item.at >> 16)}
        self.scope.sided, self.seen = dict(sided), set()
        calls: list[str] = []
        last: Step | None = None
        for known in played:
            last = put_beside(calls, known.step, self.calls_of(known), last)
            self.define(known)
        calls += self._next(following)
        if is_counted:
            calls.append(f".also({ROUNDS}=lambda {ROUNDS}: {ROUNDS} + 1)")
        outside = sorted((self.seen & before) - set(carried))
        self.scope.entries, self.scope.sided, self.rolled = entries, sided, before
        self.events -= set(carried)

        self.require_free("turn")
        begins = ", ".join(map(repr, [*carried, *outside]))
        self.first += ["turn = (", f"    Play({begins})", *[f"    {call}" for call in calls], ")"]
        if is_counted:
            self.told.append(f".also({ROUNDS}=0)")
        most = "None" if item.most is None else self.plain(item.most, "the number of rounds").text
        if item.most is not None and line.most is not None and line.most.kind.low < 0:
            most = f"max(0, {most})"
        told = [most, "turn"]
        if item.until is not None:
            self.reads = {}
            told.append(f"until={self.function(self.plain(item.until, 'until'))}")
        self.told.append(f".repeat({', '.join(told)})")

    def _next(self, following: list[Known]) -> list[str]:
        """What is carried into the next round; what a line further down still reads is put off to the end."""
        made: list[tuple[str, list[str], set[str], Step]] = []
        for known in following:
            before, self.seen = self.seen, set()
            calls = self.calls_of(known)
            made.append((self.name_of(self.key_of(known)), calls, set(self.seen), known.step))
            self.seen |= before
        calls, last = [], list[str]()
        one: Step | None = None
        two: Step | None = None
        for place, (name, told, _, step) in enumerate(made):
            if any(name in seen for _, _, seen, _ in made[place + 1 :]):
                self.require_free(f"next_{name}")
                told = [call.replace(f"({name}=", f"(next_{name}=") for call in told]
                two = put_beside(last, step, [f".also({name}=lambda next_{name}: next_{name})"], two)
            one = put_beside(calls, step, told, one)
        return calls + last
