"""The best plan that looks: before each attack the states of all targets are seen.

V(S, states) is the best value with the attackers S still to come: the greatest, over who attacks whom next, of the
mean of V after the attack. With attacker a out of S the values are whole numbers over the product of the totals of S.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import prod
from operator import mul

from probcalc.analysis.allocation.aim import AllocationAim
from probcalc.analysis.allocation.costs import Costs
from probcalc.analysis.allocation.plan import Plan
from probcalc.exact.budget.requirements import look

Move = tuple[int, int]
"""An attacker and its target."""


class Attacks:
    """What attacks lead to: the states of all targets in one place, and who is still to attack."""

    def __init__(self, plan: Plan, order: str) -> None:
        self.plan, self.is_free = plan, order == "free"
        self.costs = Costs(plan)
        self.sizes = [target.states for target in plan.targets]
        self.strides = [prod(self.sizes[t + 1 :]) for t in range(len(self.sizes))]
        self.states = prod(self.sizes)
        self.start = sum(target.start * stride for target, stride in zip(plan.targets, self.strides, strict=True))
        self.everyone = (1 << len(plan.attackers)) - 1

    def states_at(self, index: int) -> tuple[int, ...]:
        """The states at a place."""
        return tuple(index // stride % size for stride, size in zip(self.strides, self.sizes, strict=True))

    def next_attackers(self, left: int) -> list[int]:
        """Who may attack next; of attackers alike the first."""
        attackers = [a for a in range(len(self.plan.attackers)) if left >> a & 1]
        if not self.is_free:
            return attackers[:1]
        alike = self.plan.alike
        return [a for a in attackers if not any(alike[b] == alike[a] for b in attackers if b < a)]

    def walk(self, move: Callable[[int, int], Move | None]) -> Iterator[tuple[int, dict[int, int], int]]:
        """The sets of attackers left with the weights of the states, over a total, when moves are made so.

        No move means that the next attack, of the first attacker left, does nothing.
        """
        level: dict[int, dict[int, int]] = {self.everyone: {self.start: 1}}
        total = 1
        # All attackers are scaled to one total, since different ones may come next.
        whole = prod(self.plan.totals)
        while level:
            following: dict[int, dict[int, int]] = {}
            for left, weights in level.items():
                yield left, weights, total
                if not left:
                    continue
                self.costs.spend_level(len(weights), self.next_attackers(left)[:1], total.bit_length())
                for index, weight in weights.items():
                    self._follow_move(left, index, weight, move(left, index), whole, following)
            total *= whole
            level = following

    def _follow_move(
        self, left: int, index: int, weight: int, move: Move | None, whole: int, following: dict[int, dict[int, int]]
    ) -> None:
        attacker, target = move or (self.next_attackers(left)[0], -1)
        found = following.setdefault(left & ~(1 << attacker), {})
        state = self.states_at(index)[target] if move else 0
        if move is None or state == self.sizes[target] - 1:
            found[index] = found.get(index, 0) + weight * whole
            return
        blow = self.plan.blows[attacker][target]
        factor = weight * (whole // blow.total)
        for step, share in enumerate(blow.row(state, self.sizes[target] - 1)):
            if share:
                place = index + step * self.strides[target]
                found[place] = found.get(place, 0) + factor * share

    def first_standing(self, left: int, index: int) -> Move | None:
        """The next attacker on the first of its targets that still stands."""
        attacker = self.next_attackers(left)[0]
        states = self.states_at(index)
        for target in self.plan.attackers[attacker].may:
            if states[target] != self.sizes[target] - 1:
                return attacker, target
        return None


class Looking(Attacks):
    """The solution: the best value for every set of attackers left and all states.

    Raises:
        TooLarge: when the estimate is more than what is left in the meter.
    """

    def __init__(self, plan: Plan, aim: AllocationAim, order: str) -> None:
        super().__init__(plan, order)
        self.ends = aim.values(plan.targets)
        self.values: dict[int, list[int]] = {0: self.ends}
        self.equal_moves = cache(self._equal_moves)
        sets = self._sets()
        self.costs.require_looking(sets, [self.next_attackers(left) for left in sets])
        for left in sets:
            look()
            self._solve(left)

    @property
    def value(self) -> Fraction:
        """The best value before the first attack."""
        return Fraction(self.values[self.everyone][self.start], prod(self.plan.totals))

    def _sets(self) -> list[int]:
        """The sets of attackers left that can come up, the smaller first."""
        found = {self.everyone}
        waiting = [self.everyone]
        while waiting:
            left = waiting.pop()
            for attacker in self.next_attackers(left):
                after = left & ~(1 << attacker)
                if after not in found:
                    found.add(after)
                    waiting.append(after)
        return sorted(found - {0}, key=lambda left: (left.bit_count(), left))

    def _solve(self, left: int) -> None:
        best: list[int] = []
        for attacker in self.next_attackers(left):
            after = self.values[left & ~(1 << attacker)]
            for target in self.plan.attackers[attacker].may:
                found = self.after_attack(after, attacker, target)
                best = [a if a > b else b for a, b in zip(best, found, strict=True)] if best else found
        self.values[left] = best

    def after_attack(self, after: list[int], attacker: int, target: int) -> list[int]:
        """The values before an attack, from those after it."""
        blow = self.plan.blows[attacker][target]
        stride, size = self.strides[target], self.sizes[target]
        end, total = size - 1, blow.total
        found = [0] * self.states
        block = stride * size
        rows = None if blow.tails else blow.rows
        taken = blow.rows[0]
        tails = [blow.tail(end - state) for state in range(end)] if blow.tails else []
        for first in range(0, self.states, block):
            for base in range(first, first + stride):
                column = after[base : base + block : stride]
                last = column[end]
                if rows is None:
                    new = [sum(map(mul, taken, column[state:end])) + tail * last for state, tail in enumerate(tails)]
                else:
                    new = [sum(map(mul, row, column[state:])) for state, row in enumerate(rows)]
                new.append(total * last)
                found[base : base + block : stride] = new
        return found

    def _equal_moves(self, left: int, index: int) -> list[Move]:
        """Every move that is as good as the best, in order: the earliest attacker, then the earliest target."""
        found = []
        states = self.states_at(index)
        for attacker in self.next_attackers(left):
            after = self.values[left & ~(1 << attacker)]
            for target in self.plan.attackers[attacker].may:
                blow, end, stride = self.plan.blows[attacker][target], self.sizes[target] - 1, self.strides[target]
                state = states[target]
                row = (blow.total,) if state == end else blow.row(state, end)
                value = sum(share * after[index + step * stride] for step, share in enumerate(row))
                if value == self.values[left][index]:
                    found.append((attacker, target))
        return found

    def best_move(self, left: int, index: int) -> Move:
        """The best move, the first in order."""
        return self.equal_moves(left, index)[0]
