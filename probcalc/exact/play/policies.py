"""The best choice in every state: circle by circle, ends first, by policy iteration with exact values.

A first choice leads to the end; all states of a circle improve at once, and what is found is exact. Before that,
whole numbers of fixed precision guess the choices: nothing of the guess is trusted but where the exact rounds begin.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from probcalc.exact.budget.requirements import require_steps
from probcalc.exact.play.choice_graph import ChoiceGraph
from probcalc.exact.play.components import components
from probcalc.exact.play.equations import Equations, Value, combine
from probcalc.exact.play.exploring import Graph
from probcalc.exact.play.sparse import leading_to, plan

_FEW = 4
_STEPS_PER_OPTION = 15


class Policies:
    """The greatest values (`sign` 1) or the least (-1), and the options that attain them.

    `adds(state, option)` is what an option adds, `fixed` are the values that are known before: of ends, and of states
    that are worth nothing. Play under any choice that is tried has to come to these: `first` says one that does.
    """

    def __init__(
        self,
        play: ChoiceGraph,
        sign: int,
        adds: Callable[[int, int], Value],
        fixed: Mapping[int, Value],
        first: Mapping[int, int],
    ) -> None:
        self.play, self.sign, self._adds = play, sign, adds
        self.values: list[Fraction] = [Fraction(fixed.get(i, 0)) for i in range(len(play.states))]
        self.choice = dict(first)
        ahead = [
            [] if i in fixed else sorted({there for option in options for there in option.moves})
            for i, options in enumerate(play.options)
        ]
        for component in reversed(components(range(len(play.states)), ahead)):
            here = component[0]
            if here in fixed:
                continue
            if len(component) == 1 and all(here not in option.moves for option in play.options[here]):
                self._take(here)
            else:
                self._improve(component)

    def worth(self, state: int, number: int) -> Fraction:
        """The value of an option, from the values of the states that it leads to."""
        option = self.play.options[state][number]
        top, bottom = combine(option.moves, self.values, self._adds(state, number), option.total)
        return Fraction(top, bottom * option.total)

    def _best(self, state: int, worths: Sequence[Fraction]) -> int:
        best = max(worths) if self.sign > 0 else min(worths)
        return worths.index(best)

    def _take(self, state: int) -> None:
        worths = [self.worth(state, number) for number in range(len(self.play.options[state]))]
        require_steps("the best play", _STEPS_PER_OPTION * sum(len(o.moves) for o in self.play.options[state]))
        self.choice[state] = self._best(state, worths)
        self.values[state] = worths[self.choice[state]]

    def _improve(self, component: list[int]) -> None:
        options = self.play.options
        if any(len(options[state]) > 1 for state in component) and len(component) > _FEW:
            self.choice |= guess(self.play, component, self.sign, self._adds, self.values, self.choice)
        while True:
            self._evaluate(component)
            improved = False
            for state in component:
                worths = [
                    self.values[state] if number == self.choice[state] else self.worth(state, number)
                    for number in range(len(options[state]))
                ]
                require_steps("the best play", _STEPS_PER_OPTION * sum(len(o.moves) for o in options[state]))
                best = self._best(state, worths)
                if worths[best] != self.values[state]:
                    self.choice[state], improved = best, True
            if not improved:
                return

    def _evaluate(self, component: list[int]) -> None:
        """The values of the states of a circle under the present choice; those beyond it are known."""
        inside = {state: i for i, state in enumerate(component)}
        graph = Graph(self.play.name, (dict.fromkeys(component, 1), len(component)))
        ends: dict[int, Fraction] = {}
        adds: list[Value] = []
        number = dict(inside)
        for state in component:
            option = self.play.options[state][self.choice[state]]
            moves: dict[int, int] = {}
            for there, weight in option.moves.items():
                if there not in number:
                    number[there] = len(graph.states)
                    ends[number[there]] = self.values[there]
                    graph.states.append(there)
                moves[number[there]] = weight
            staying = moves.pop(inside[state], 0)
            graph.add(option, moves, option.total - staying, staying)
            adds.append(self._adds(state, self.choice[state]))
        for _ in range(len(component), len(graph.states)):
            graph.add(None, {}, 1, 0)
            adds.append(0)
        found = Equations(graph).values(adds, ends)
        for state, i in inside.items():
            self.values[state] = found[i]


_BITS = 160
_ONE = 1 << _BITS
_NOISE = 60
"""What differs by less than this many bits below a value is not told apart."""
_ROUNDS = 60
_MOST = 3_000_000
"""Steps that one round may take."""


def guess(
    play: ChoiceGraph,
    component: Sequence[int],
    sign: int,
    adds: Callable[[int, int], Value],
    values: Sequence[Fraction],
    first: Mapping[int, int],
) -> dict[int, int]:
    """A choice for each state of a circle that is likely best, and comes to the end; the first where none is found."""
    inside = {state: i for i, state in enumerate(component)}
    known: dict[int, int] = {}
    listed = []
    for state in component:
        rows = []
        for number, option in enumerate(play.options[state]):
            row: dict[int, int] = {}
            value = adds(state, number)
            right = (value.numerator << _BITS) // value.denominator
            for there, weight in option.moves.items():
                share = (weight << _BITS) // option.total
                if there in inside:
                    row[inside[there]] = share
                else:
                    if there not in known:
                        known[there] = (values[there].numerator << _BITS) // values[there].denominator
                    right += share * known[there] >> _BITS
            rows.append((row, right))
        listed.append(rows)
    begin = [first[state] for state in component]
    choice = list(begin)
    for _ in range(_ROUNDS):
        found = _evaluate([rows[number] for rows, number in zip(listed, choice, strict=True)])
        if found is None:
            break
        improved = False
        for i, rows in enumerate(listed):
            for number, (row, right) in enumerate(rows):
                worth = right + (sum(share * found[j] for j, share in row.items()) >> _BITS)
                now = rows[choice[i]]
                best = now[1] + (sum(share * found[j] for j, share in now[0].items()) >> _BITS)
                if sign * (worth - best) > (abs(best) >> _NOISE) + (1 << _BITS - 2 * _NOISE):
                    choice[i], improved = number, True
        if not improved:
            break
    if not _comes_out(choice, play, component, inside):
        choice = begin
    return dict(zip(component, choice, strict=True))


def _evaluate(rows: Sequence[tuple[dict[int, int], int]]) -> list[int] | None:
    """The values under one choice, by elimination; None where it takes too long or the precision does not suffice."""
    matrix = [{j: share for j, share in row.items() if j != i} for i, (row, _) in enumerate(rows)]
    leaving = [_ONE - row.get(i, 0) for i, (row, _) in enumerate(rows)]
    right = [value for _, value in rows]
    planned = plan(matrix, 1, _MOST)
    if planned is None:
        return None
    order, steps = planned
    require_steps("the best play", steps)
    before = leading_to(matrix)
    for k in order:
        if leaving[k] <= 0:
            return None
        out = matrix[k]
        for i in before[k]:
            row = matrix[i]
            factor = (row.pop(k) << _BITS) // leaving[k]
            right[i] += factor * right[k] >> _BITS
            for j, share in out.items():
                part = factor * share >> _BITS
                if j == i:
                    leaving[i] -= part
                else:
                    row[j] = row.get(j, 0) + part
                    before[j].add(i)
        for j in out:
            before[j].discard(k)
    found = [0] * len(rows)
    for k in reversed(order):
        value = right[k] + (sum(share * found[j] for j, share in matrix[k].items()) >> _BITS)
        found[k] = (value << _BITS) // leaving[k]
    return found


def _comes_out(choice: Sequence[int], play: ChoiceGraph, component: Sequence[int], inside: Mapping[int, int]) -> bool:
    """Whether play leaves the circle from everywhere, by these choices."""
    before: list[list[int]] = [[] for _ in component]
    leading: set[int] = set()
    for i, state in enumerate(component):
        for there in play.options[state][choice[i]].moves:
            if there in inside:
                before[inside[there]].append(i)
            else:
                leading.add(i)
    waiting = list(leading)
    for i in waiting:
        for earlier in before[i]:
            if earlier not in leading:
                leading.add(earlier)
                waiting.append(earlier)
    return len(leading) == len(component)
