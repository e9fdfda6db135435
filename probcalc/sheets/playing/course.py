"""Lines played one after the other: each step hangs from the one before, in the state of the names still needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from operator import itemgetter
from typing import Any, TypeAlias

from probcalc.exact.tree.steps import Mapped, Then, Tree
from probcalc.sheets.playing.codes import ONE, PLAY, Values
from probcalc.sheets.playing.lines import Line, lines_needed
from probcalc.sheets.playing.repeating import by_dice, repeat_line

_Asked: TypeAlias = "tuple[Line, tuple[str, ...]]"


class Course:
    """Lines that are played together; which of them are needed is found once for whatever is wanted.

    Attributes:
        lines: the lines from the top.
    """

    def __init__(self, lines: Iterable[Line], *, by_the_die: bool = True) -> None:
        self.lines = tuple(lines)
        self._by_the_die = by_the_die
        self._plans: dict[tuple[tuple[str, ...], bool], _Plan] = {}
        self._repeated: dict[tuple[Line, ...], Line] = {}

    def gives(self, key: str) -> bool:
        """Whether one of the lines gives it."""
        return any(key in line.keys for line in self.lines)

    def value(self, key: str, values: Values) -> Any:
        """What a name comes to: a value, or the tree of it."""
        return self._plan((key,), True).play(values)

    def values(self, wanted: tuple[str, ...], values: Values) -> Any:
        """What is wanted of the lines, as a tuple: the tree of it, or what is certain."""
        return self._plan(wanted, False).play(values)

    def _plan(self, wanted: tuple[str, ...], alone: bool) -> _Plan:
        plan = self._plans.get((wanted, alone))
        if plan is None:
            keys = frozenset(wanted)
            steps = lines_needed(self.lines, keys)
            if self._by_the_die:
                steps = by_dice(steps, keys, self._repeat_line)
            plan = self._plans[wanted, alone] = _Plan(steps, wanted, alone)
        return plan

    def _repeat_line(self, last: Line, cone: list[Line]) -> Line:
        # Several results may come from the same dice: these are one step then, and one law.
        key = tuple(cone)
        if key not in self._repeated:
            plainly = Course(cone, by_the_die=False)
            self._repeated[key] = repeat_line(last, cone, partial(plainly.value, last.keys[0]))
        return self._repeated[key]


@dataclass(frozen=True, slots=True)
class _Stage:
    """A line whose value is rolled, with the lines without dice below it.

    Attributes:
        line: the line.
        asked: what is asked of it.
        before: the names of the state above it.
        group: the lines below it, each with what is asked of it.
        after: the state below them from what the names stand for; behind the last stage what is wanted.
        is_bare: whether what the line gives is already all that is wanted.
        is_unused: whether nothing below asks for the line, for what the names stand for.
    """

    line: Line
    asked: tuple[str, ...]
    before: tuple[str, ...]
    group: tuple[_Asked, ...]
    after: Callable[[Values], Any]
    is_bare: bool
    is_unused: Callable[[Values], bool]

    def goes_on(self, values: Values, found: Any) -> Any:
        """The state below, from what the names stand for above and what came up."""
        return self.finish({**values}, found)

    def finish(self, now: Values, found: Any) -> Any:
        """The same, with the names at hand."""
        _name_values(now, self.asked, found)
        for line, keys in self.group:
            _name_values(now, keys, line.run(now, keys))
        return self.after(now)

    def follow(self, values: Values, state: tuple[Any, ...]) -> Any:
        """What follows a state above the line."""
        now = {**values}
        now.update(zip(self.before, state, strict=True))
        if self.is_unused(now):
            return self.finish(now, _nothing(self.asked))
        found = self.line.run(now, self.asked)
        if isinstance(found, Tree):
            return found if self.is_bare else Mapped(found, partial(self.goes_on, now))
        return self.finish(now, found)


class _Plan:
    """The steps that what is wanted takes, from the top."""

    def __init__(self, steps: Sequence[tuple[Line, frozenset[str]]], wanted: tuple[str, ...], alone: bool) -> None:
        self.wanted, self.alone = wanted, alone
        self.end: Callable[[Values], Any] = itemgetter(wanted[0]) if alone else _state_of(wanted)
        self.steps = [(line, tuple([key for key in line.keys if key in alive]), alive) for line, alive in steps]
        self._stages: dict[int, list[_Stage]] = {}
        self._users = [self._users_of(place) for place in range(len(self.steps))]

    def _users_of(self, place: int) -> list[Callable[[Values], frozenset[str] | None]]:
        """What each line below takes of a roll, where all of them are cases; none where another line uses it."""
        line, asked, _ = self.steps[place]
        keys = frozenset(asked)
        if not line.random or not keys.isdisjoint(self.wanted):
            return []
        below = [each for each, _, _ in self.steps[place + 1 :] if not keys.isdisjoint(each.needs)]
        found = [each.code.taken for each in below if each.code is not None and each.code.taken is not None]
        return found if len(found) == len(below) else []

    def _is_unused(self, place: int, values: Values) -> bool:
        """Whether a roll need not be made, as every case that asks for it is known not to hold."""
        users = self._users[place]
        if not users or ONE in values or values[PLAY].kept is None:
            return False
        for taken in users:
            keys = taken(values)
            if keys is None or not keys.isdisjoint(self.steps[place][1]):
                return False
        return True

    def play(self, values: Values) -> Any:
        """What is wanted, for what the names stand for; what is certain before the first roll is worked out at once."""
        values = {**values}
        for place, (line, asked, _) in enumerate(self.steps):
            found = _nothing(asked) if self._is_unused(place, values) else line.run(values, asked)
            if isinstance(found, Tree):
                return self._tree(place, values, found)
            _name_values(values, asked, found)
        return self.end(values)

    def _tree(self, place: int, values: Values, found: Tree) -> Tree:
        if place not in self._stages:
            self._stages[place] = self._stages_from(place)
        first, *others = self._stages[place]
        goes_on = partial(first.goes_on, values)
        # Of one die alone all is looked at before it is read.
        once: Any = cache if ONE in values else lambda function: function
        tree = found if first.is_bare else Mapped(found, once(goes_on))
        for stage in others:
            tree = Then(tree, once(partial(stage.follow, values)))
        return tree

    def _stages_from(self, place: int) -> list[_Stage]:
        """The stages when the first roll is that of the line in this place."""
        stages: list[_Stage] = []
        keys: tuple[str, ...] = ()
        steps = self.steps
        while place < len(steps):
            line, asked, alive = steps[place]
            is_unused = partial(self._is_unused, place)
            place += 1
            group: list[_Asked] = []
            while place < len(steps) and not steps[place][0].random and not steps[place][0].chooses:
                further, wanted, alive = steps[place]
                group.append((further, wanted))
                place += 1
            known = (*keys, *asked, *(key for _, each in group for key in each))
            after = tuple(dict.fromkeys(key for key in known if key in alive))
            is_last = place == len(steps)
            is_bare = is_last and not group and asked == self.wanted and (self.alone or len(asked) > 1)
            end = self.end if is_last else _state_of(after)
            stages.append(_Stage(line, asked, keys, tuple(group), end, is_bare, is_unused))
            keys = after
        return stages


def _nothing(asked: tuple[str, ...]) -> Any:
    """What stands for a roll that is not made."""
    return None if len(asked) == 1 else (None,) * len(asked)


def _name_values(values: Values, asked: tuple[str, ...], found: Any) -> None:
    """Give what came up to the names that were asked for."""
    if len(asked) == 1:
        values[asked[0]] = found
    else:
        values.update(zip(asked, found, strict=True))


def _state_of(keys: tuple[str, ...]) -> Callable[[Values], tuple[Any, ...]]:
    """What some names stand for, as a tuple."""
    return itemgetter(*keys) if len(keys) > 1 else lambda values: tuple([values[key] for key in keys])
