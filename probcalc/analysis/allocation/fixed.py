"""The best plan that is fixed before the first roll: who attacks whom, and where it is free in which order.

What happens to one target does not touch another, so a plan is a set of attackers for each target, and each set is
worth its best order. The sets are put together target by target.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import prod

from probcalc.analysis.allocation.aim import AllocationAim, Tails, after_chance, start_of_tails
from probcalc.analysis.allocation.costs import Costs
from probcalc.analysis.allocation.plan import Blow, Plan
from probcalc.exact.budget.requirements import look

Weights = list[int]


class FixedPlans:
    """All plans that are fixed beforehand, each set of attackers on each target weighed once.

    Raises:
        TooLarge: when the estimate is more than what is left in the meter.
    """

    def __init__(self, plan: Plan, aim: AllocationAim, order: str) -> None:
        self.plan, self.aim, self.is_free = plan, aim, order == "free"
        Costs(plan).count_fixed_plans(self.is_free)
        self._kinds = plan.interchangeable(self.is_free)
        self._worth: dict[tuple[int, tuple[int, ...]], int] = {}
        self._laws: dict[tuple[int, tuple[int, ...]], tuple[Weights, int]] = {}

    def law(self, target: int, order: tuple[int, ...]) -> tuple[Weights, int]:
        """The weights of a target's states after attacks in this order, and their total."""
        key = target, tuple(self.plan.alike[attacker] for attacker in order)
        found = self._laws.get(key)
        if found is None:
            look()
            place = self.plan.targets[target]
            if order:
                before, total = self.law(target, order[:-1])
                blow = self.plan.blows[order[-1]][target]
                found = _strike(before, blow, place.end), total * blow.total
            else:
                start = [0] * place.states
                start[place.start] = 1
                found = start, 1
            self._laws[key] = found
        return found

    def worth_in(self, target: int, order: tuple[int, ...]) -> int:
        """What the attacks on a target are worth in this order: the chance that it is removed, or its mean losses.

        A whole number over the product of the attackers' totals, so that sets of the same attackers are compared so.
        """
        weights, _ = self.law(target, order)
        place = self.plan.targets[target]
        if self.aim.losses:
            return sum((state - place.start) * weight for state, weight in enumerate(weights))
        return weights[place.end]

    def total(self, attackers: Iterable[int]) -> int:
        """The product of the attackers' totals."""
        return prod(self.plan.totals[attacker] for attacker in attackers)

    def is_ordered(self, target: int, attackers: Sequence[int]) -> bool:
        """Whether the order of these attacks may matter for the target."""
        return self.is_free and any(not self.plan.blows[attacker][target].tails for attacker in attackers)

    def worth(self, target: int, attackers: tuple[int, ...]) -> int:
        """What a set of attackers is worth against a target, in its best order."""
        key = target, tuple(self.plan.alike[attacker] for attacker in attackers)
        found = self._worth.get(key)
        if found is None:
            if self.is_ordered(target, attackers):
                found = max(self.worth_in(target, order) for order in self.orders(attackers))
            else:
                found = self.worth_in(target, attackers)
            self._worth[key] = found
        return found

    def orders(self, attackers: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Every order of the attackers; of those that are alike the earlier comes first."""
        alike = self.plan.alike
        for order in permutations(attackers):
            if all(alike[a] != alike[b] or a < b for n, a in enumerate(order) for b in order[n + 1 :]):
                yield order

    def best_value(self, taken: Sequence[int]) -> int:
        """The best value when the first attackers have these targets, over the product of all totals."""
        everyone = tuple(range(len(taken), len(self.plan.attackers)))
        fixed = [tuple(a for a, target in enumerate(taken) if target == t) for t in range(len(self.plan.targets))]
        if self.aim.least:
            return max(tails[-1] for tails in self._tails(fixed, everyone))
        return self._sum(fixed, everyone)

    def _sum(self, fixed: Sequence[tuple[int, ...]], everyone: tuple[int, ...]) -> int:
        last = len(self.plan.targets)
        totals = [self.total(attackers) for attackers in fixed]

        @cache
        def best(target: int, left: tuple[int, ...]) -> int | None:
            """The best sum over this target and the later ones, with those left to attack them."""
            if target == last:
                return None if left else 0
            later = prod(totals[target + 1 :])
            found = None
            for chosen, rest in self._parts(target, left):
                after = best(target + 1, rest)
                if after is None:
                    continue
                worth = self.aim.worth[target] * self.worth(target, _merge(fixed[target], chosen))
                value = worth * self.total(rest) * later + after * self.total(chosen) * totals[target]
                found = value if found is None else max(found, value)
            return found

        value = best(0, everyone)
        assert value is not None
        return value

    def _tails(self, fixed: Sequence[tuple[int, ...]], everyone: tuple[int, ...]) -> tuple[Tails, ...]:
        last, least = len(self.plan.targets), self.aim.least

        @cache
        def best(target: int, left: tuple[int, ...]) -> tuple[Tails, ...]:
            """The chances that so many are removed of this target and the later ones, without what is worse in all.

            The earlier targets remove as many as they are at most: fewer than what is missing then does not count.
            """
            if target == last:
                return () if left else (start_of_tails(self.aim.least),)
            found: dict[Tails, None] = {}
            for chosen, rest in self._parts(target, left):
                attackers = _merge(fixed[target], chosen)
                chance, total = self.worth(target, attackers), self.total(attackers)
                for before in best(target + 1, rest):
                    found[after_chance(before, chance, total)] = None
            return _not_worse(found, max(1, least - target), min(least, last - target))

        return best(0, everyone)

    def _parts(self, target: int, left: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Who of those left attacks this target, and who is left then; of interchangeable attackers the first ones."""
        kinds, may = self._kinds, [a for a in left if target in self.plan.attackers[a].may]
        for bits in range(1 << len(may)):
            chosen = tuple(a for n, a in enumerate(may) if bits >> n & 1)
            if any(kinds[a] == kinds[b] and a < b and b in chosen and a not in chosen for b in may for a in may):
                continue
            yield chosen, tuple(a for a in left if a not in chosen)

    def best(self) -> tuple[Fraction, list[int], list[int]]:
        """The best value, the target of each attacker, and the order: the lexicographically smallest of the best."""
        value = self.best_value(())
        taken: list[int] = []
        for attacker in self.plan.attackers:
            for target in attacker.may:
                if self.best_value([*taken, target]) == value:
                    taken.append(target)
                    break
        everyone = self.total(range(len(taken)))
        return Fraction(value, everyone), taken, self._order(taken, Fraction(value, everyone))

    def _order(self, taken: Sequence[int], value: Fraction) -> list[int]:
        count = len(taken)
        if not self.is_free:
            return list(range(count))
        groups = [tuple(a for a in range(count) if taken[a] == t) for t in range(len(self.plan.targets))]
        best = [Fraction(self.worth(t, group), self.total(group)) for t, group in enumerate(groups)]
        orders = {
            t: [order for order in permutations(group) if self._is_enough(t, order, best, value)]
            for t, group in enumerate(groups)
            if self.is_ordered(t, group)
        }
        done: list[int] = []
        while len(done) < count:
            for attacker in range(count):
                if attacker in done:
                    continue
                target = taken[attacker]
                before = tuple(a for a in done if taken[a] == target)
                begun = (*before, attacker)
                if target not in orders or any(order[: len(begun)] == begun for order in orders[target]):
                    done.append(attacker)
                    break
        return done

    def _is_enough(self, target: int, order: tuple[int, ...], best: list[Fraction], value: Fraction) -> bool:
        """Whether the plan keeps its value with this order on the target."""
        here = Fraction(self.worth_in(target, order), self.total(order))
        each = [here if t == target else worth for t, worth in enumerate(best)]
        return self.aim.of_chances(each) == value

    def value_of(self, taken: Sequence[int]) -> Fraction:
        """The value of a plan in the order in which the attackers are listed."""
        groups = [tuple(a for a in range(len(taken)) if taken[a] == t) for t in range(len(self.plan.targets))]
        return self.aim.of_chances(
            [Fraction(self.worth_in(t, group), self.total(group)) for t, group in enumerate(groups)]
        )


def _merge(first: Sequence[int], second: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted((*first, *second)))


def _strike(law: Weights, blow: Blow, end: int) -> Weights:
    after = [0] * (end + 1)
    for state, weight in enumerate(law[:-1]):
        if weight:
            for place, share in enumerate(blow.row(state, end), state):
                after[place] += weight * share
    after[end] += law[end] * blow.total
    return after


def _not_worse(found: Iterable[Tails], fewest: int, most: int) -> tuple[Tails, ...]:
    """Those that no other is at least as good as in the chances of `fewest` to `most` or more."""
    counted = {each[fewest : most + 1]: each for each in found}
    kept: list[Tails] = []
    for each in sorted(counted, reverse=True):
        # None before it has less of the first, so only the others are to be compared.
        if not any(all(a >= b for a, b in zip(better[1:], each[1:], strict=True)) for better in reversed(kept)):
            kept.append(each)
    return tuple(counted[each] for each in kept)
