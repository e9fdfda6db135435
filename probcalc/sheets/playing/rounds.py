"""Rounds: a block of lines played again and again, and the choices within."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from typing import Any

from probcalc.exact.budget.bounds import TooLarge, metered
from probcalc.exact.immutable import immutable
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.play.exploring import NeverEnds
from probcalc.exact.readings.law import LawReader
from probcalc.exact.rounds.playthrough import Playthrough
from probcalc.exact.tree.arithmetic import Weighted
from probcalc.exact.tree.steps import Constant, Shortcut, Tree, Turns
from probcalc.sheets.errors import SheetError
from probcalc.sheets.playing.choices import AHEAD, ANY, HELD, OPEN, choices_of, mean_of
from probcalc.sheets.playing.codes import Code, Values, apply
from probcalc.sheets.playing.course import Course
from probcalc.sheets.playing.lines import Line, lines_needed

ROUND, ROUNDS = "\0round", "rounds"
MOST_STATES = 200_000
State = tuple[Any, ...]


@dataclass(slots=True)
class Counted:
    """How far the rounds of a block without a last one are told apart: as far as they are held against something."""

    to: int = 0


class Rounds(Line):
    """A block of rounds as one line: from what is carried into it to what it is at its end.

    Attributes:
        lines: the lines of a round.
        carried: which key a name has in the next round.
        most: at most so many rounds.
        until: when it is over.
        counted: without a last round, how far the rounds are told apart.
        block: the same, to be played.
        behind: the lines behind the block.
    """

    def __init__(
        self,
        lines: Sequence[Line],
        carried: dict[str, str],
        most: Code | None,
        until: Code | None,
        at: int,
        counted: Counted | None = None,
    ) -> None:
        self.lines, self.carried, self.most, self.until, self.counted = list(lines), carried, most, until, counted
        self.block, self.behind = Course(self.lines), Course(())
        following = frozenset(carried.values())
        for place, line in enumerate(self.lines):
            for choice in choices_of([line]):
                choice.settle(self.lines[place + 1 :], following)
                choice.block = frozenset(key for each in self.lines for key in each.keys)
        self.counts = any(ROUND in line.needs for line in lines) or bool(choices_of(lines))
        inside = {key for line in lines for key in line.keys}
        outer = frozenset().union(
            *(line.needs for line in lines), until.free if until else (), most.free if most else ()
        )
        needs = (outer | frozenset(carried)) - inside - {ROUND}
        super().__init__((*carried, ROUNDS), self.play, needs, True, "", None, at)

    def settle(self, behind: Sequence[Line]) -> None:
        """The lines behind the block are known now: choices within it may be for what stands there."""
        self.behind = Course(behind)
        aims = frozenset(choice.aim for choice in choices_of(self.lines))
        if aims:
            asked = lines_needed(behind, aims)
            inner = {key for line in behind for key in line.keys} | set(self.keys)
            self.needs |= frozenset().union(*(line.needs for line, _ in asked)) - inner

    def _keys_to_carry(self, asked: tuple[str, ...]) -> tuple[str, ...]:
        """What has to be carried for what is asked: what the next rounds need of it too."""
        wanted = set(asked) & set(self.carried)
        if self.until is not None:
            wanted |= set(self.until.free) & set(self.carried)
        if choices_of(self.lines):
            wanted = set(self.carried)
        while True:
            block = lines_needed(self.lines, frozenset(self.carried[key] for key in wanted))
            more = wanted | {key for line, _ in block for key in line.needs if key in self.carried}
            if more == wanted:
                return tuple(key for key in self.carried if key in wanted)
            wanted = more

    def play(self, values: Values, asked: tuple[str, ...]) -> Any:
        """What the block carries at its end."""
        keys = self._keys_to_carry(asked)
        numbered = self.counts or ROUNDS in asked
        start: State = tuple(values[key] for key in keys) + ((0,) if numbered else ())
        block = _Block(self, values, keys, numbered)
        number = None if self.most is None else max(0, int(self.most.run(values)))
        choices = choices_of(self.lines)
        opened = [choice for choice in choices if choice.purpose in values.get(OPEN, ())]
        if any(choice not in opened and choice.keys[0] not in values.get(HELD, ()) for choice in choices):
            assert number is not None
            block.values = {**values, OPEN: ()}
            block.look_ahead(start, number)
            block.values = {**block.values, OPEN: values.get(OPEN, ())}
        whole: Any = start
        if not block.is_over(start):
            # The best play of open choices begins with a step.
            whole = Turns("Rounds", Constant(start) if opened else start, block.step, number, block.is_over)
            if number is None:
                whole = _ToTheEnd(whole, keys, self.at)
        asked_for = itemgetter(*[keys.index(key) if key in keys else -1 for key in asked])
        return apply(asked_for, [whole])

    def lasting(
        self,
        above: Course,
        values: Values,
        after: Course,
        wanted: tuple[str, ...] = (),
        holds: Callable[[Sequence[Any]], bool] | None = None,
    ) -> Distribution | None:
        """How many rounds are played, without a last one; `above` and `after` are the lines above and below the block.

        With `holds` only those plays count in which it is true of the values of `wanted`, which the lines after the
        block give; None where these are rolled.

        Raises:
            SheetError: when they may never end.
        """
        lines = lines_needed(after.lines, frozenset(wanted))
        if any(line.random or line.chooses for line, _ in lines):
            return None
        behind = frozenset(wanted).union(*(line.needs for line, _ in lines))
        asked = tuple(key for key in self.keys if key in behind)
        keys, numbered = self._keys_to_carry(asked), ROUNDS in asked
        known = tuple(sorted(self.needs | {key for key in behind - set(self.keys) if above.gives(key)}))
        start = above.values(known, values)
        blocks: dict[State, _Block] = {}

        def block(before: State) -> _Block:
            if before not in blocks:
                now = {**values, **dict(zip(known, before, strict=True))}
                blocks[before] = _Block(self, now, keys, numbered)
            return blocks[before]

        def open_state(before: State) -> tuple[State, State]:
            return before, tuple(before[known.index(key)] for key in keys) + ((0,) if numbered else ())

        def step(state: tuple[State, State]) -> Any:
            before, now = state
            return apply(lambda after: (before, after), [block(before).step(now)])

        def is_over(state: tuple[State, State]) -> bool:
            return block(state[0]).is_over(state[1])

        def is_given(state: tuple[State, State]) -> bool:
            if holds is None or not is_over(state):
                return True
            now = {**block(state[0]).values, **dict(zip(keys, state[1], strict=False)), ROUNDS: state[1][-1]}
            return holds(after.values(wanted, now))

        try:
            with metered():
                return Playthrough(apply(open_state, [start]), step, is_over, is_given if holds else None).turns
        except NeverEnds as error:
            raise _never_ends(keys, error.state[1], self.at) from None


@immutable
class _ToTheEnd(Shortcut):
    """Rounds without a last one; what never ends is refused by its names."""

    turns: Turns
    keys: tuple[str, ...]
    at: int

    def weighted(self, reader: Any) -> Weighted:
        """The law of the state in which play ends.

        Raises:
            SheetError: when it may never end.
        """
        try:
            found: Weighted = reader.weighted(self.turns)
        except NeverEnds as error:
            raise _never_ends(self.keys, error.state, self.at) from None
        return found

    def plain(self) -> Tree:
        """The rounds."""
        return self.turns


def _never_ends(keys: Sequence[str], state: State, at: int) -> SheetError:
    named = ", ".join(f"{_in_words(key)} {value}" for key, value in zip(keys, state, strict=False))
    return SheetError(f"play never ends once it has come to {named}", at)


def _in_words(key: str) -> str:
    side, dot, name = key.rpartition(".")
    return f"{name} of {side.capitalize()}" if dot else key


class _Block:
    """One play of the rounds, for what stands above them."""

    def __init__(self, rounds: Rounds, values: Values, keys: tuple[str, ...], numbered: bool) -> None:
        self.rounds, self.values, self.keys, self.numbered = rounds, values, keys, numbered
        self.following = tuple(rounds.carried[key] for key in keys)
        self.known: dict[str, dict[State, Fraction]] = {}
        self.laws: dict[State, Any] = {}

    def now(self, state: State) -> Values:
        """What the names stand for in a round that begins in a state."""
        now = {**self.values, **dict(zip(self.keys, state, strict=False))}
        if self.numbered:
            counted = self.rounds.counted
            now[ROUND] = state[-1] + 1 if counted is None else min(state[-1] + 1, counted.to)
        return now

    def step(self, state: State) -> Any:
        """A round; one that asks nothing of its number is played once for each position."""
        now = self.now(state)
        if self.rounds.counts or not self.numbered:
            return self.after(self.rounds.block, now)
        position = state[:-1]
        if position not in self.laws:
            self.laws[position] = self.rounds.block.values(self.following, now)
        return self._with_number(self.laws[position], now)

    def after(self, course: Course, now: Values) -> Any:
        """The next state, by the lines that are left of a round."""
        return self._with_number(course.values(self.following, now), now)

    def _with_number(self, found: Any, now: Values) -> Any:
        number = (now[ROUND],) if self.numbered else ()
        return apply(lambda state: (*state, *number), [found])

    def is_over(self, state: State) -> bool:
        """Whether no further round is played."""
        until = self.rounds.until
        return until is not None and bool(until.run(self.now(state)))

    def look_ahead(self, start: State, most: int) -> None:
        """What each state is worth to each choice's aim, from the last round back to the first."""
        choices = choices_of(self.rounds.lines)
        aims = dict.fromkeys(choice.aim for choice in choices if not choice.below.gives(choice.aim))
        levels: list[list[State]] = [[start]]
        total = 1
        self.values = {**self.values, ANY: True}
        while len(levels) <= most:
            reached: dict[State, None] = {}
            for state in levels[-1]:
                if not self.is_over(state):
                    found = self.step(state)
                    reached.update(dict.fromkeys(_outcomes(found)))
            if not reached:
                break
            total += len(reached)
            if total > MOST_STATES:
                raise TooLarge("the play of these rounds", total, MOST_STATES, "states")
            levels.append(list(reached))
        self.values = {**self.values, ANY: False, AHEAD: self._ahead}
        self.known = {aim: {} for aim in aims}
        for states in reversed(levels):
            for state in states:
                over = state[-1] >= most or self.is_over(state)
                found = None if over else self.step(state)
                for aim, known in self.known.items():
                    known[state] = self._at_the_end(aim, state) if over else self._mean(aim, found)

    def _ahead(self, aim: str, below: Course, now: Values) -> Fraction:
        return self._mean(aim, self.after(below, now))

    def _mean(self, aim: str, found: Any) -> Fraction:
        known = self.known[aim]
        if not isinstance(found, Tree):
            return known[found]
        weights, total = LawReader().weighted(found)
        return Fraction(sum((weight * known[state] for state, weight in weights.items()), Fraction(0)) / total)

    def _at_the_end(self, aim: str, state: State) -> Fraction:
        if aim in self.keys:
            return Fraction(state[self.keys.index(aim)])
        values = {**self.values, **dict(zip(self.keys, state, strict=False)), ROUNDS: state[-1]}
        values.pop(AHEAD, None)
        return mean_of(self.rounds.behind.value(aim, values))


def _outcomes(found: Any) -> list[State]:
    if not isinstance(found, Tree):
        return [found]
    return list(LawReader().weighted(found)[0])
