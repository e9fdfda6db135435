"""Play to the end solved from its end backwards: what a position is worth serves every play that comes to it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from math import gcd, lcm
from operator import mul
from typing import Any, NamedTuple, TypeAlias

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.play.circles import solve
from probcalc.exact.play.components import components
from probcalc.exact.tree.arithmetic import Weighted
from probcalc.exact.tree.reader import Reader

Worth: TypeAlias = "tuple[int, ...]"
_STEPS_PER_MOVE = 4


class Played(NamedTuple):
    """A play whose positions are asked for.

    Attributes:
        step: what follows a position.
        over: what a position is worth in which it is over, None in one from which play goes on.
        key: what a position is called in every play that goes on from it in the same way.
    """

    step: Callable[[Any], Any]
    over: Callable[[Any], Worth | None]
    key: Callable[[Any], Hashable]


class _Moves(NamedTuple):
    """What follows a position: the ends by their worth, all others by number, over what does not lead back to it."""

    ended: dict[Worth, int]
    ahead: dict[int, int]
    leaving: int


class _Found:
    """The positions that a play comes to, those of its own after all that were known before it."""

    def __init__(self, play: Played, known: dict[Hashable, int], base: int) -> None:
        self.base = base
        self.new: dict[Hashable, int] = {}
        self.waiting: list[Any] = []
        self._play, self._known = play, known
        self._places: dict[Any, Worth | int] = {}

    def moves(self, law: Weighted) -> _Moves:
        """The moves of a law; positions that nobody came to before wait to be read."""
        placed = self._places.get
        ended: dict[Worth, int] = {}
        ahead: dict[int, int] = {}
        for state, weight in law[0].items():
            place = placed(state)
            if place is None:
                place = self._places[state] = self._place(state)
            if isinstance(place, int):
                ahead[place] = ahead[place] + weight if place in ahead else weight
            else:
                ended[place] = ended[place] + weight if place in ended else weight
        return _Moves(ended, ahead, law[1])

    def _place(self, state: Any) -> Worth | int:
        worth = self._play.over(state)
        if worth is not None:
            return worth
        key = self._play.key(state)
        number = self._known.get(key)
        if number is None:
            number = self.new.get(key)
        if number is None:
            number = self.new[key] = self.base + len(self.new)
            self.waiting.append(state)
        return number


class Backwards:
    """What positions are worth on average when it is over, several numbers at once, each position solved once.

    All numbers are integers over one total; those found earlier are brought to it when they are read again. Positions
    that never end are worth 0.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> from probcalc.exact.readings.law import LawReader
    >>> test = roll_under("Test", 6, 2)
    >>> falls = Played(lambda left: test.then(success=left, failure=left - 2), {0: (1,), -1: (0,)}.get, int)
    >>> known = Backwards("Falls", 1)
    >>> reader = LawReader()
    >>> known.worth(reader, falls, ({5: 1, 6: 1}, 2)), known.worth(reader, falls, ({8: 1}, 1)), len(known)
    ((Fraction(1, 2),), (Fraction(1, 1),), 7)
    """

    def __init__(self, name: str, numbers: int) -> None:
        self.name = name
        self._none: Worth = (0,) * numbers
        self._number: dict[Hashable, int] = {}
        # The numbers of each position, and over which of the totals they are; the last of these holds now.
        self._worth: list[Worth] = []
        self._since: list[int] = []
        self._totals = [1]
        self._factors: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._number)

    def worth(self, reader: Reader, play: Played, start: Weighted) -> tuple[Fraction, ...]:
        """What a play is worth, from the law of its first position.

        Raises:
            TooLarge: when too many positions can be reached, or a circle of them is too long.
        """
        found = _Found(play, self._number, len(self._worth))
        first = found.moves(start)
        moves: list[_Moves] = []
        for state in found.waiting:
            # The list grows while it is walked.
            law = reader.weighted(play.step(state))
            ended, ahead, total = found.moves(law)
            moves.append(_Moves(ended, ahead, total - ahead.pop(found.base + len(moves), 0)))
            reader.spend(_STEPS_PER_MOVE * len(law[0]))
            if len(found.waiting) > reader.arithmetic.most_states:
                raise TooLarge(f"{self.name}, backwards", len(found.waiting), reader.arithmetic.most_states, "states")
        self._worth += [self._none] * len(moves)
        self._since += [0] * len(moves)
        ahead_of = [[there - found.base for there in each.ahead if there >= found.base] for each in moves]
        for level in _levels(components(range(len(moves)), ahead_of), ahead_of):
            self._solve(reader, found.base, level, moves)
        self._number |= found.new
        return tuple(Fraction(top, start[1] * self._totals[-1]) for top in self._sums(reader, first))

    def _solve(self, reader: Reader, base: int, level: list[list[int]], moves: list[_Moves]) -> None:
        """Solve circles of which none leads to another: the total grows once for all of them."""
        solved: list[tuple[int, list[int], int]] = []
        for component in level:
            inside = {base + place: i for i, place in enumerate(component)}
            if len(component) == 1:
                (here,) = inside
                found = moves[component[0]]
                if found.ended or found.ahead:
                    tops = self._sums(reader, found)
                    shared = gcd(found.leaving, *tops)
                    solved.append((here, [top // shared for top in tops], found.leaving // shared))
            elif any(moves[place].ended or moves[place].ahead.keys() - inside.keys() for place in component):
                solved += self._circle(reader, inside, [moves[place] for place in component])
            # Where nothing leads out it is never over.
        growth = lcm(*[under for *_, under in solved])
        self._grow(growth)
        for here, tops, under in solved:
            self._keep(here, [top * (growth // under) for top in tops])

    def _circle(
        self, reader: Reader, inside: dict[int, int], moves: list[_Moves]
    ) -> Iterator[tuple[int, list[int], int]]:
        """What each position of a circle is worth, over the total that holds now times a number of its own."""
        rows = [{inside[there]: weight for there, weight in each.ahead.items() if there in inside} for each in moves]
        beyond = [
            found._replace(ahead={there: weight for there, weight in found.ahead.items() if there not in inside})
            for found in moves
        ]
        known = [self._sums(reader, each) for each in beyond]
        leaving = [each.leaving for each in beyond]
        columns = [solve(self.name, leaving, rows, column) for column in zip(*known, strict=True)]
        under = lcm(*[value.denominator for column in columns for value in column])
        for i, here in enumerate(inside):
            yield here, [int(column[i] * under) for column in columns], under

    def _sums(self, reader: Reader, found: _Moves) -> list[int]:
        """What follows is worth in all, over the total that holds now."""
        over = self._totals[-1]
        bits = over.bit_length()
        reader.spend(len(found.ahead) * len(self._none), bits)
        now, since, known = len(self._totals) - 1, self._since, self._worth
        worths = [known[there] if since[there] == now else self._at(there) for there in found.ahead]
        weights = found.ahead.values()
        return [
            sum(map(mul, weights, [worth[i] for worth in worths]))
            + over * sum(weight * worth[i] for worth, weight in found.ended.items())
            for i in range(len(self._none))
        ]

    def _at(self, number: int) -> Worth:
        """What a position is worth, brought to the total that holds now."""
        since = self._since[number]
        factor = self._factors.get(since)
        if factor is None:
            factor = self._factors[since] = self._totals[-1] // self._totals[since]
        self._worth[number] = found = tuple([top * factor for top in self._worth[number]])
        self._since[number] = len(self._totals) - 1
        return found

    def _grow(self, growth: int) -> None:
        if growth > 1:
            self._totals.append(self._totals[-1] * growth)
            self._factors.clear()

    def _keep(self, number: int, tops: list[int]) -> None:
        self._worth[number] = tuple(tops)
        self._since[number] = len(self._totals) - 1


def _levels(circles: Sequence[list[int]], ahead_of: Sequence[Sequence[int]]) -> list[list[list[int]]]:
    """Circles by how far they are from the end: each leads to those of earlier levels alone.

    They come in an order in which none leads to one before it.
    """
    level_of = [0] * len(ahead_of)
    levels: list[list[list[int]]] = []
    for circle in reversed(circles):
        beyond = {there for here in circle for there in ahead_of[here]}.difference(circle)
        level = 1 + max((level_of[there] for there in beyond), default=-1)
        for here in circle:
            level_of[here] = level
        if level == len(levels):
            levels.append([])
        levels[level].append(circle)
    return levels
