"""Lines played one after the other: each step hangs from the one before, in the state of the names still needed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, product
from typing import Any

from probcalc.exact.bounds import TooLarge
from probcalc.exact.steps import Constant, Joint, Known, Mapped, Repeated, Roll, Sum, Then, Tree, total_of
from probcalc.sheets.codes import PLAY, Code, Values
from probcalc.sheets.dice_compiling import ONE, UnevenDice

_MOST_ENDS = 10_000


@dataclass(eq=False)
class Line:
    """A step ready to be played.

    Attributes:
        keys: what it gives: its name, and the parts that may be asked of it.
        run: its value for what the names stand for, with the parts that are asked for; or the tree of it.
        needs: the keys of the names in it.
        random: whether anything is rolled in it.
        code: the expression, where it is one.
        level: how it depends on the counts of dice above.
        at: where it stands.
        chooses: whether it is a choice.
    """

    keys: tuple[str, ...]
    run: Callable[[Values, tuple[str, ...]], Any]
    needs: frozenset[str]
    random: bool
    level: str = ""
    code: Code | None = None
    at: int = 0
    chooses: bool = False


def line_of(key: str, code: Code, at: int) -> Line:
    """The line of an expression."""
    parts = {f"{part} of {key}": part for part in code.kind.parts}
    outputs = code.outputs

    def run(values: Values, asked: tuple[str, ...]) -> Any:
        number = values.get(f"#{key}")
        wanted = tuple(parts[each] for each in asked if each != key)
        if number is not None and code.by_count is not None:
            found = code.by_count(values, number, wanted)
        elif not wanted:
            found = code.run(values)
        else:
            assert outputs is not None
            found = outputs(values, wanted)
        return _single(found) if not wanted else _only_parts(found, key in asked)

    return Line((key, *parts), run, code.free, code.random, code.level, code, at)


def _single(found: Any) -> Any:
    return Mapped(found, _alone) if isinstance(found, Tree) else (found,)


def _alone(value: Any) -> tuple[Any, ...]:
    return (value,)


def _only_parts(found: Any, whole: bool) -> Any:
    if whole:
        return found
    return Mapped(found, _without_first) if isinstance(found, Tree) else found[1:]


def _without_first(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return values[1:]


def needed(lines: Sequence[Line], wanted: frozenset[str]) -> list[tuple[Line, frozenset[str]]]:
    """The lines that what is wanted takes, each with the keys that are needed behind it."""
    alive = wanted
    found: list[tuple[Line, frozenset[str]]] = []
    for line in reversed(lines):
        if not alive.isdisjoint(line.keys):
            found.append((line, alive))
            alive = (alive - set(line.keys)) | line.needs
    return found[::-1]


def asked_of(line: Line, alive: frozenset[str]) -> tuple[str, ...]:
    """What is asked of a line: its value first, then its parts."""
    return tuple(key for key in line.keys if key in alive)


def played(lines: Sequence[Line], wanted: tuple[str, ...], values: Values) -> Any:
    """What is wanted of the lines, as a tuple: the tree of it, or what is certain."""
    steps = by_dice(needed(lines, frozenset(wanted)), frozenset(wanted))
    values = dict(values)
    tree: Tree | None = None
    keys: tuple[str, ...] = ()
    place = 0
    while place < len(steps):
        line, alive = steps[place]
        place += 1
        asked = asked_of(line, alive)
        if tree is None:
            found = line.run(values, asked)
            if not isinstance(found, Tree):
                values.update(zip(asked, found, strict=True))
                continue
        group: list[tuple[Line, tuple[str, ...]]] = []
        while place < len(steps) and not steps[place][0].random and not steps[place][0].chooses:
            further, alive = steps[place]
            group.append((further, asked_of(further, alive)))
            place += 1
        known = (*keys, *asked, *(key for _, each in group for key in each))
        after = tuple(dict.fromkeys(key for key in known if key in alive))
        goes_on = partial(_gone_on, values, tuple(group), after)
        if tree is None:
            tree = Mapped(found, partial(goes_on, asked))
        else:
            tree = Then(tree, partial(_next, values, keys, line, asked, goes_on))
        keys = after
    if tree is None:
        return tuple(values[key] for key in wanted)
    if keys == wanted:
        return tree
    return Mapped(tree, partial(_wanted, values, keys, wanted))


def _gone_on(
    values: Values,
    group: tuple[tuple[Line, tuple[str, ...]], ...],
    after: tuple[str, ...],
    asked: tuple[str, ...],
    found: tuple[Any, ...],
    before: Values | None = None,
) -> tuple[Any, ...]:
    """The state behind a line and those without dice below it."""
    now = {**(values if before is None else before)}
    now.update(zip(asked, found, strict=True))
    for line, keys in group:
        now.update(zip(keys, line.run(now, keys), strict=True))
    return tuple([now[key] for key in after])


def _next(
    values: Values, keys: tuple[str, ...], line: Line, asked: tuple[str, ...], goes_on: Any, state: tuple[Any, ...]
) -> Any:
    now = {**values, **dict(zip(keys, state, strict=True))}
    found = line.run(now, asked)
    if isinstance(found, Tree):
        return Mapped(found, partial(goes_on, asked, before=now))
    return goes_on(asked, found, before=now)


def _wanted(values: Values, keys: tuple[str, ...], wanted: tuple[str, ...], state: tuple[Any, ...]) -> tuple[Any, ...]:
    now = dict(zip(keys, state, strict=True))
    return tuple(now[key] if key in now else values[key] for key in wanted)


def value_of(lines: Sequence[Line], key: str, values: Values) -> Any:
    """What a name comes to: a value, or the tree of it."""
    found = played(lines, (key,), values)
    return Mapped(found, _first) if isinstance(found, Tree) else found[0]


def _first(state: tuple[Any, ...]) -> Any:
    return state[0]


# -- die by die ------------------------------------------------------------------------------------------------------


def by_dice(steps: list[tuple[Line, frozenset[str]]], wanted: frozenset[str]) -> list[tuple[Line, frozenset[str]]]:
    """The same with each sum over dice played for one die of each pool and repeated.

    A line whose value is a sum over the dice of pools above, which nothing else asks, stands for all of them.
    """
    lines = [line for line, _ in steps]
    place = len(lines) - 1
    changed = False
    while place >= 0:
        line = lines[place]
        if line.level in ("hom", "affine") and line.code is not None and not _parts_wanted(line, lines, place, wanted):
            cone = _cone(lines, place)
            rolled = [each for each in cone if each.random]
            if len(rolled) > 1 and _is_closed(lines, cone, line, wanted):
                whole = _repeated_line(line, cone)
                lines = [each for each in lines[:place] if each not in cone] + [whole] + lines[place + 1 :]
                place = lines.index(whole)
                changed = True
        place -= 1
    return needed(lines, wanted) if changed else steps


def _parts_wanted(line: Line, lines: list[Line], place: int, wanted: frozenset[str]) -> bool:
    parts = set(line.keys[1:])
    return bool(parts) and (bool(parts & wanted) or any(parts & each.needs for each in lines[place + 1 :]))


def _cone(lines: list[Line], place: int) -> list[Line]:
    """The line with all those above that it depends on and that depend on a roll."""
    needs = set(lines[place].needs)
    found = [lines[place]]
    for line in reversed(lines[:place]):
        if (line.level != "const" or line.random) and not needs.isdisjoint(line.keys):
            found.append(line)
            needs |= line.needs
    return found[::-1]


def _is_closed(lines: list[Line], cone: list[Line], last: Line, wanted: frozenset[str]) -> bool:
    """Whether all of the cone is a sum over dice, and nothing else asks what is in it."""
    if any(line.level not in ("hom", "affine") for line in cone):
        return False
    inner = {key for line in cone if line is not last for key in line.keys}
    if inner & wanted:
        return False
    every = inner | set(last.keys)
    for line in cone:
        # What is rolled first says itself how many dice there are, and can be told another number.
        if line.random and line.needs.isdisjoint(every) and (line.code is None or line.code.by_count is None):
            return False
    return all(line in cone or inner.isdisjoint(line.needs) for line in lines)


def _repeated_line(last: Line, cone: list[Line]) -> Line:
    """A line that plays the cone for one die of each pool, and adds up as many as there are."""
    inner = {key for line in cone for key in line.keys}
    origins = [line for line in cone if line.random and line.code is not None and line.needs.isdisjoint(inner)]
    key = last.keys[0]
    needs = frozenset().union(*(line.needs for line in cone)) - inner
    own = object()

    def whole(values: Values) -> Any:
        nothing = {f"#{line.keys[0]}": 0 for line in origins}
        bare = {**values, ONE: True}
        fixed = _plainly(cone, key, {**bare, **nothing})
        rolled: list[Any] = []
        for line in origins:
            assert line.code is not None
            assert line.code.count is not None
            number = line.code.count.run(values)
            number = 0 if number < 0 else int(number)
            one = _plainly(cone, key, {**bare, **nothing, f"#{line.keys[0]}": 1})
            if isinstance(fixed, Tree):
                raise UnevenDice
            if isinstance(one, Tree):
                _look_into(one)
                one = one if not fixed else one + -fixed
                if number:
                    rolled.append(one if number == 1 else Repeated(one, number))
            else:
                fixed += number * (one - fixed)
        if not rolled:
            return fixed
        tree = rolled[0] if len(rolled) == 1 else total_of(rolled)
        return tree if not fixed else tree + fixed

    def run(values: Values, asked: tuple[str, ...]) -> Any:
        made = values[PLAY].made
        known = values[PLAY].known
        mark = (own, *(values.get(each) for each in sorted(needs) if each not in known))
        if mark not in made:
            try:
                made[mark] = whole(values)
            except UnevenDice:
                # Where a number of dice would fall below 0, all states are walked.
                made[mark] = _plainly(cone, key, values)
        return _single(made[mark])

    return Line((key,), run, needs, True, "", None, last.at)


def _look_into(tree: Any) -> set[Any]:
    """All that a step may come to, whatever the chances: each number of dice in it is asked for once.

    Raises:
        UnevenDice: where a number of dice is below 0, or too much may come.
    """
    match tree:
        case Roll():
            return set(tree.bands)
        case Mapped():
            found = set(map(tree.function, _look_into(tree.source)))
        case Then():
            found = {end for outcome in _look_into(tree.source) for end in _look_into(tree.follow(outcome))}
        case Constant():
            return {tree.outcome}
        case Known():
            return set(tree.law)
        case Repeated() if tree.n == 1:
            return _look_into(tree.source)
        case Joint():
            ends = product(*map(_look_into, tree.parts))
            found = {tree.combine(*each) for each in islice(ends, _MOST_ENDS + 1)}
        case Sum():
            found = {sum(each) for each in islice(product(*map(_look_into, tree.parts)), _MOST_ENDS + 1)}
        case Tree():
            raise UnevenDice
        case _:
            return {tree}
    if len(found) > _MOST_ENDS:
        raise UnevenDice
    return found


def _plainly(lines: list[Line], key: str, values: Values) -> Any:
    """The value of a key, with the lines walked state by state."""
    marked = [Line(line.keys, line.run, line.needs, line.random, "", None, line.at) for line in lines]
    return value_of(marked, key, values)


__all__ = ["Constant", "Line", "TooLarge", "asked_of", "line_of", "needed", "played", "value_of"]
