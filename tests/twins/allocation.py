"""Allocations the slow way: every plan and order played out attack by attack, every state asked with `odds`."""

from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import prod

import probcalc
from probcalc.scenarios import registry
from probcalc.scenarios.resolve import resolve


class Table:
    """The attackers and targets as they are said, and what one attack does to a target in a state."""

    def __init__(self, attackers, targets):
        self.attackers, self.targets = attackers, targets
        self.names = [str(target.get("name", n)) for n, target in enumerate(targets, 1)]
        self.start = [self.carried(self.first_on(t), t).start for t in range(len(targets))]
        self.ends = [self.carried(self.first_on(t), t).end for t in range(len(targets))]
        self.known = {}

    def first_on(self, target):
        return next(a for a in range(len(self.attackers)) if target in self.may(a))

    def may(self, attacker):
        allowed = self.attackers[attacker].get("targets", self.names)
        return [t for t, name in enumerate(self.names) if name in allowed]

    def given(self, attacker, target):
        scenario = self.attackers[attacker]["scenario"]
        known = {p.name for p in registry.scenario(scenario).parameters()}
        shared = {name: v for name, v in self.targets[target]["parameters"].items() if name in known}
        return scenario, shared | self.attackers[attacker]["parameters"]

    def carried(self, attacker, target):
        scenario, given = self.given(attacker, target)
        return resolve(registry.scenario(scenario), given)[0].carryover()

    def attack(self, attacker, target, state):
        """The chances of the states after an attack."""
        key = attacker, target, state
        if key not in self.known:
            scenario, given = self.given(attacker, target)
            carried = self.carried(attacker, target)
            found = {}
            if state == carried.end:
                found[state] = Fraction(1)
            else:
                asked = given if state == carried.start else given | dict(carried.asked(state))
                for outcome, chance in probcalc.odds(scenario, asked)[carried.result].items():
                    after = carried.after(state, outcome)
                    found[after] = found.get(after, 0) + chance
            self.known[key] = found
        return self.known[key]

    def worth(self, aim, states):
        removed = [state == end for state, end in zip(states, self.ends, strict=True)]
        kind, _, rest = aim.partition(":")
        if kind == "targets":
            return sum(removed)
        if kind == "points":
            return sum(target["points"] for target, gone in zip(self.targets, removed, strict=True) if gone)
        if kind == "all":
            return int(all(removed))
        if kind == "at_least":
            return int(sum(removed) >= int(rest))
        if kind == "target":
            return int(removed[self.names.index(rest)])
        return sum(states)

    def played(self, moves, aim, states):
        """The value of attacks made one after another, whatever comes of them."""
        if not moves:
            return Fraction(self.worth(aim, states))
        (attacker, target), *later = moves
        return sum(
            chance * self.played(later, aim, (*states[:target], after, *states[target + 1 :]))
            for after, chance in self.attack(attacker, target, states[target]).items()
        )

    def fixed(self, aim, order):
        """The best value of a plan that is fixed beforehand, and the first such plan."""
        count = len(self.attackers)
        orders = list(permutations(range(count))) if order == "free" else [tuple(range(count))]
        plans = [
            (taken, turn, self.played([(a, taken[a]) for a in turn], aim, tuple(self.start)))
            for taken in product(*(self.may(a) for a in range(count)))
            for turn in orders
        ]
        best = max(value for _, _, value in plans)
        return best, min((taken, turn) for taken, turn, value in plans if value == best)

    def fixed_target_by_target(self, aim, order):
        """The same as `fixed` for more attackers: the states of each target attacked in turn, then all put together."""
        count = len(self.attackers)
        orders = list(permutations(range(count))) if order == "free" else [tuple(range(count))]
        worths, known = {}, {}
        for taken in product(*(self.may(a) for a in range(count))):
            for turn in orders:
                blows = tuple(tuple(a for a in turn if taken[a] == t) for t in range(len(self.targets)))
                if blows not in worths:
                    laws = [self.struck(t, own, known) for t, own in enumerate(blows)]
                    worths[blows] = sum(
                        prod(law[state] for law, state in zip(laws, states, strict=True)) * self.worth(aim, states)
                        for states in product(*laws)
                    )
        return max(worths.values())

    def struck(self, target, attackers, known):
        """The chances of the states of a target after these attacks."""
        key = target, attackers
        if key not in known:
            if not attackers:
                return {self.start[target]: Fraction(1)}
            found = {}
            for state, before in self.struck(target, attackers[:-1], known).items():
                for after, chance in self.attack(attackers[-1], target, state).items():
                    found[after] = found.get(after, 0) + before * chance
            known[key] = found
        return known[key]

    def looking(self, aim, order):
        """The best value when the states are seen before each attack."""

        @cache
        def best(left, states):
            if not left:
                return Fraction(self.worth(aim, states))
            values = []
            for attacker in left if order == "free" else left[:1]:
                rest = tuple(a for a in left if a != attacker)
                for target in self.may(attacker):
                    after = self.attack(attacker, target, states[target]).items()
                    values.append(sum(p * best(rest, (*states[:target], s, *states[target + 1 :])) for s, p in after))
            return max(values)

        return best(tuple(range(len(self.attackers))), tuple(self.start))

    def overkill(self, moves, states):
        """The attacks on targets that are gone, and what is taken beyond the end, of attacks made one after another."""
        if not moves:
            return Fraction(0), Fraction(0)
        (attacker, target), *later = moves
        scenario, given = self.given(attacker, target)
        law = probcalc.odds(scenario, given)[self.carried(attacker, target).result]
        left = self.ends[target] - states[target]
        attacks = Fraction(left == 0)
        beyond = sum((taken - left) * chance for taken, chance in law.items() if taken > left)
        for after, chance in self.attack(attacker, target, states[target]).items():
            more = self.overkill(later, (*states[:target], after, *states[target + 1 :]))
            attacks, beyond = attacks + chance * more[0], beyond + chance * more[1]
        return attacks, beyond
