"""Questions to a play: a value for every state, each from those of the states that it leads to."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from math import lcm

from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import QUESTION, meter
from probcalc.exact.budget.requirements import put_down, require_steps
from probcalc.exact.kernels.weights import gather
from probcalc.exact.play.circles import solve
from probcalc.exact.play.exploring import Graph
from probcalc.exact.play.lumping import lump

Value = int | Fraction

_MANY = 12
"""From so many states on a circle is lumped before it is solved."""
_LONGEST_COMMON = 4096
_STEPS_PER_STATE = 10


class Equations:
    """x = b + P x on the states of a play that surely ends: b is what a turn adds, and x is known where play is over.

    Raises:
        ValueError: when play may come to states from which it never ends.
    """

    def __init__(self, play: Graph) -> None:
        self.play, self.order = play, play.circles()

    @property
    def has_circles(self) -> bool:
        """Whether play can come to a state twice."""
        return any(self.play.staying) or any(len(component) > 1 for component in self.order)

    def values(self, adds: Sequence[Value], ends: Mapping[int, Value]) -> list[Fraction]:
        """The value of each state; `adds` are what a turn from it adds, and an end that is not named is worth 0.

        Raises:
            TooLarge: when the estimate exceeds the bound.
        """
        play = self.play
        found: list[Fraction] = [_ZERO] * len(play.states)
        for component in reversed(self.order):
            here = component[0]
            if len(component) > 1:
                self._solve(component, adds, found)
            elif play.steps[here] is None:
                if here in ends:
                    found[here] = Fraction(ends[here])
            else:
                moves = play.moves[here]
                total = play.whole(here)
                top, bottom = combine(moves, found, adds[here], total)
                found[here] = Fraction(top, bottom * play.leaving[here])
                bits = bottom.bit_length()
                put_down(_STEPS_PER_STATE + (2 * len(moves) if bits < 64 else costs.steps(len(moves) + 2, bits, bits)))
        meter().settle()
        return found

    def _solve(self, component: list[int], adds: Sequence[Value], found: list[Fraction]) -> None:
        play = self.play
        inside = {state: i for i, state in enumerate(component)}
        rows: list[dict[int, int]] = []
        totals: list[int] = []
        right: list[Fraction] = []
        for state in component:
            row: dict[int, int] = {}
            beyond: dict[int, int] = {}
            for there, weight in play.row(state).items():
                if there in inside:
                    row[inside[there]] = weight
                else:
                    beyond[there] = weight
            totals.append(play.whole(state))
            right.append(Fraction(*combine(beyond, found, adds[state], totals[-1])))
            rows.append(row)
            put_down(_STEPS_PER_STATE * (len(row) + len(beyond)))
        blocks = list(range(len(component)))
        if len(component) > _MANY:
            blocks = lump_rows(totals, rows, right)
        first: dict[int, int] = {}
        for i, block in enumerate(blocks):
            first.setdefault(block, i)
        number = {block: k for k, block in enumerate(first)}
        chosen = list(first.values())
        small = [gather([number[blocks[j]] for j in rows[i]], rows[i].values()) for i in chosen]
        leaving = [totals[i] - small[k].pop(k, 0) for k, i in enumerate(chosen)]
        common = lcm(*[right[i].denominator for i in chosen])
        known = [right[i].numerator * (common // right[i].denominator) for i in chosen]
        require_steps(QUESTION, costs.steps(len(chosen), common.bit_length(), common.bit_length()))
        solution = solve(play.name, leaving, small, known)
        for state, block in zip(component, blocks, strict=True):
            value = solution[number[block]]
            found[state] = value if common == 1 else value / common


_ZERO = Fraction(0)


def combine(moves: Mapping[int, int], found: Sequence[Fraction], adds: Value, total: int) -> tuple[int, int]:
    """What a turn adds times its total, and the sum of weight * value over the moves, as a top over a bottom."""
    bottom = lcm(adds.denominator, *[found[there].denominator for there in moves])
    top = adds.numerator * (bottom // adds.denominator) * total if adds else 0
    for there, weight in moves.items():
        value = found[there]
        top += weight * value.numerator * (bottom // value.denominator)
    return top, bottom


def lump_rows(totals: Sequence[int], rows: Sequence[dict[int, int]], right: Sequence[Hashable]) -> list[int]:
    """The blocks of states of which each has the same right side, over its total, and leads alike into every block."""
    whole = lcm(*totals)
    if whole.bit_length() > _LONGEST_COMMON:
        return list(range(len(rows)))
    entries = sum(map(len, rows))
    require_steps(QUESTION, _STEPS_PER_STATE * (entries + len(rows) * len(rows).bit_length()))
    scaled = [
        {j: weight * (whole // total) for j, weight in row.items()} for row, total in zip(rows, totals, strict=True)
    ]
    colours: list[Hashable] = []
    for value, total in zip(right, totals, strict=True):
        if isinstance(value, Fraction):
            share = value / total
            # A fraction is hashed by a power modulo a prime, two integers at once.
            colours.append((share.numerator, share.denominator))
        else:
            colours.append(value)
    return lump(scaled, colours)
