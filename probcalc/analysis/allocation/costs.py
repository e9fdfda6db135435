"""What the best plans take, estimated from the states of the targets and the length of the attacks' fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from math import factorial, prod

from probcalc.analysis.allocation.plan import Plan
from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import OBJECT_BYTES, meter
from probcalc.exact.budget.requirements import require_steps

_STEPS_PER_PART = 60
_STEPS_PER_ORDER = 10
FIXED, LOOKING = "all plans that are fixed beforehand", "all plans that look"


class Costs:
    """How many products of weights each attack on each target takes, over all states of the target."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.bits = [total.bit_length() for total in plan.totals]
        self.states = prod(target.states for target in plan.targets)
        self._entries: dict[tuple[int, int], int] = {}

    def entries(self, attacker: int, target: int) -> int:
        """How many states a target may come to by an attack, summed over those that it may be in before."""
        if (attacker, target) not in self._entries:
            blow, end = self.plan.blows[attacker][target], self.plan.targets[target].end
            longest = len(blow.rows[0]) + 1 if blow.tails else end + 1
            self._entries[attacker, target] = 1 + sum(min(longest, end - state + 1) for state in range(end))
        return self._entries[attacker, target]

    def count_fixed_plans(self, is_free: bool) -> None:
        """Count all plans that are fixed beforehand: each set of attackers on each target, in each order that matters.

        Raises:
            TooLarge: when the estimate is more than what is left.
        """
        attackers, targets = range(len(self.plan.attackers)), range(len(self.plan.targets))
        kinds = self.plan.interchangeable(is_free)
        steps = _STEPS_PER_PART * len(targets) * sum(3**n for n in range(len(attackers) + 1)) * len(targets)
        for target in targets:
            may = [a for a in attackers if target in self.plan.attackers[a].may]
            is_ordered = is_free and any(not self.plan.blows[a][target].tails for a in may)
            entries = sum(self.entries(a, target) for a in may) // max(1, len(may))
            bits = sum(self.bits[a] for a in may) // max(1, len(may))
            for chosen, sets in self._sets([kinds[a] for a in may], alone=len(targets) == 1):
                orders = sets * chosen.orders if is_ordered else sets
                steps += orders * costs.steps(entries, bits * chosen.number, bits) + _STEPS_PER_ORDER * orders
        meter().spend(FIXED, steps)

    @staticmethod
    def _sets(kinds: Sequence[int], alone: bool) -> Iterable[tuple[_Chosen, int]]:
        """The sets of attackers on one target, by kind; of a single target all attack it, one after another."""
        for numbers in product(*(range(n + 1) for n in Counter(kinds).values())):
            if any(numbers):
                yield _Chosen(numbers), 1 if not alone or sum(numbers) == len(kinds) else 0

    def require_looking(self, sets: Sequence[int], next_attackers: Sequence[Sequence[int]]) -> None:
        """Count the values of all states with every set of attackers left.

        Raises:
            TooLarge: when the estimate is more than what is left.
        """
        steps = memory = 0
        for left, following in zip(sets, next_attackers, strict=True):
            bits = sum(own for a, own in enumerate(self.bits) if left >> a & 1)
            memory += self.states * (OBJECT_BYTES + bits // 8)
            for a in following:
                for target in self.plan.attackers[a].may:
                    products = self.states // self.plan.targets[target].states * self.entries(a, target)
                    steps += costs.steps(products, bits - self.bits[a], self.bits[a])
        require_steps(LOOKING, steps, memory)

    def spend_level(self, states: int, following: Sequence[int], bits: int) -> None:
        """Count the attacks on every target in so many combinations of states, with weights of so many bits."""
        widest = sum(
            max(
                1 + self.entries(a, target) // self.plan.targets[target].states for target in self.plan.attackers[a].may
            )
            for a in following
        )
        meter().spend(LOOKING, costs.steps(states * widest, bits, max(self.bits)))


class _Chosen:
    """So many attackers of each kind."""

    def __init__(self, numbers: Sequence[int]) -> None:
        self.number = sum(numbers)
        self.orders = factorial(self.number) // prod(map(factorial, numbers))
