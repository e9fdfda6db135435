"""Sums over dice: what lines do with the dice of a pool is played for one die, and repeated as often as there are."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice, product
from typing import Any

from probcalc.exact.tree.steps import Constant, Joint, Known, Mapped, Repeated, Roll, Sum, Then, Tree, total_of
from probcalc.sheets.playing.codes import ONE, PLAY, Play, UnevenDice, Values
from probcalc.sheets.playing.lines import Line, count_mark, lines_needed

_MOST_ENDS = 10_000


def by_dice(
    steps: list[tuple[Line, frozenset[str]]], wanted: frozenset[str], repeated: Callable[[Line, list[Line]], Line]
) -> list[tuple[Line, frozenset[str]]]:
    """The same with each sum over dice played for one die of each pool and repeated.

    A line whose value is a sum over the dice of pools above, which nothing else asks, stands for all of them: it is
    `repeated` with those that it depends on.
    """
    lines = [line for line, _ in steps]
    place = len(lines) - 1
    changed = False
    while place >= 0:
        line = lines[place]
        if line.level in ("hom", "affine") and line.code is not None and not _wants_parts(line, lines, place, wanted):
            cone = _cone(lines, place)
            rolled = [each for each in cone if each.random]
            if len(rolled) > 1 and _is_closed(lines, cone, line, wanted):
                whole = repeated(line, cone)
                lines = [each for each in lines[:place] if each not in cone] + [whole] + lines[place + 1 :]
                place = lines.index(whole)
                changed = True
        place -= 1
    return lines_needed(lines, wanted) if changed else steps


def _wants_parts(line: Line, lines: list[Line], place: int, wanted: frozenset[str]) -> bool:
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
        if line.random and line.needs.isdisjoint(every) and (line.code is None or not line.code.takes_number):
            return False
    return all(line in cone or inner.isdisjoint(line.needs) for line in lines)


def repeat_line(last: Line, cone: list[Line], plainly: Callable[[Values], Any]) -> Line:
    """A line that plays the cone for one die of each pool, and adds up as many as there are.

    `plainly` is the value of the last line, with all states of the cone walked.
    """
    inner = {key for line in cone for key in line.keys}
    origins = [line for line in cone if line.random and line.code is not None and line.needs.isdisjoint(inner)]
    key = last.keys[0]
    needs = frozenset().union(*(line.needs for line in cone)) - inner
    own = object()
    names = sorted(needs)

    def whole(values: Values) -> Any:
        nothing = {count_mark(line.keys[0]): 0 for line in origins}
        bare = {**values, ONE: True}
        fixed = plainly({**bare, **nothing})
        rolled: list[Any] = []
        for line in origins:
            assert line.code is not None
            assert line.code.count is not None
            number = line.code.count.run(values)
            number = 0 if number < 0 else int(number)
            one = plainly({**bare, **nothing, count_mark(line.keys[0]): 1})
            if isinstance(fixed, Tree):
                raise UnevenDice
            if isinstance(one, Tree):
                look_into(one)
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
        play: Play = values[PLAY]
        mark = (own, *[values.get(each) for each in names if each not in play.known])
        if mark not in play.made:
            try:
                play.made[mark] = play.keeping((own, *[values.get(each) for each in names]), whole, values)
            except UnevenDice:
                # Where a number of dice would fall below 0, all states are walked.
                play.made[mark] = plainly(values)
        return play.made[mark]

    return Line((key,), run, needs, True, "", None, last.at)


def look_into(tree: Any) -> set[Any]:
    """All that a step may come to, whatever the chances: each number of dice in it is asked for once.

    Raises:
        UnevenDice: where a number of dice is below 0, or too much may come.
    """
    match tree:
        case Roll():
            return set(tree.bands)
        case Mapped():
            found = set(map(tree.function, look_into(tree.source)))
        case Then():
            found = {end for outcome in look_into(tree.source) for end in look_into(tree.follow(outcome))}
        case Constant():
            return {tree.outcome}
        case Known():
            return set(tree.law)
        case Repeated() if tree.n == 1:
            return look_into(tree.source)
        case Joint():
            ends = product(*map(look_into, tree.parts))
            found = {tree.combine(*each) for each in islice(ends, _MOST_ENDS + 1)}
        case Sum():
            found = {sum(each) for each in islice(product(*map(look_into, tree.parts)), _MOST_ENDS + 1)}
        case Tree():
            raise UnevenDice
        case _:
            return {tree}
    if len(found) > _MOST_ENDS:
        raise UnevenDice
    return found
