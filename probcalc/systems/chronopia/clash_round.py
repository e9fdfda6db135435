"""One round of a Clash Fight that goes on: the blows of both sides on living models, then Break and Panic tests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TypeAlias

from probcalc.exact.tree.exchanges import Exchange
from probcalc.exact.tree.steps import Constant, Follow, NamedSum, Tree, together
from probcalc.scenarios.fights import Position
from probcalc.scenarios.sides import OTHER, SideName, order_of
from probcalc.systems.chronopia.clash import ClashRules
from probcalc.systems.chronopia.half_strength import brings_panic
from probcalc.systems.chronopia.rolls import leadership_test
from probcalc.systems.chronopia.sides import ClashSide
from probcalc.systems.chronopia.volley import Wounds, volley_on

Tests: TypeAlias = "tuple[int, bool]"
"""The points by which a side lost, for its Break Test, and whether it takes a Panic test as well."""


class ClashRound:
    """One round: called with a position, it gives the tree of those that follow.

    `sides` are both sides as they fight in round 1, under True, and later.
    """

    def __init__(
        self, rules: ClashRules, sides: Mapping[bool, Mapping[SideName, ClashSide]], *, carried: bool, panics: bool
    ) -> None:
        self.rules, self.sides, self.carried, self.panics = rules, sides, carried, panics
        self.orders = {is_first: order_of(*both.values()) for is_first, both in sides.items()}
        # Made once for all positions that ask for them.
        self.attack = cache(self._attack)
        self.strikes = cache(self._strikes)
        self.flees = cache(self._flees)
        self.ends = cache(self._ends)

    def __call__(self, now: Position[Wounds]) -> Tree:
        """Where both sides may stand after the round."""
        order, banners = self.orders[now.is_first], self.rules.banner_lead
        early, late, _ = order

        def answer(left: Wounds) -> Tree:
            models = len(order.answering(now.of(late), left))
            return self.strikes(late, models, now.of(early), now.is_first)

        def after(end: tuple[int, Wounds, Wounds]) -> Follow:
            more, of_late, of_early = end
            lead = more + banners
            return self.test(now, lead, of_early, of_late) if early == "a" else self.test(now, lead, of_late, of_early)

        first = self.strikes(early, len(now.of(early)), now.of(late), now.is_first)
        return Exchange(first, answer, lambda left: left).then(after)

    def _attack(self, name: SideName, is_first: bool) -> Tree:
        """The wounds of one attack of a side."""
        sides = self.sides[is_first]
        return self.rules.attack(name, sides[name], sides[OTHER[name]])

    def _strikes(self, name: SideName, models: int, enemy: Wounds, is_first: bool) -> Tree:
        """What so many models of a side do: the wounds they cause, those of b below 0, and who is left of the other."""
        if not models:
            return Constant((0, enemy))
        attacks = models * self.sides[is_first][name].arms.noa
        sign, capped = 1 if name == "a" else -1, self.rules.is_capped
        struck = volley_on(self.attack(name, is_first), attacks, enemy, capped=capped, healed=not self.carried)
        return struck.map(lambda end: (sign * end[0], end[1]))

    def _flees(self, name: SideName, lost_by: int, panics: bool) -> Tree:
        """Whether a side fails its Break Test or its Panic test, as far as it takes them."""
        rules = self.rules
        tests = [rules.break_test(name, lost_by)] if lost_by else []
        if panics:
            called, ld = f"Panic test of {rules.name_of(name)}", NamedSum(("Leadership", rules.sides[name].ld))
            tests.append(leadership_test(called, ld, rules.test_naturals, "CH-38", name))
        return together(*(test.count("failure") for test in tests)).map(any)

    def test_of(self, now: Position[Wounds], name: SideName, left: Wounds, lead: int) -> Tests | None:
        """The tests of a side after the blows; None when it takes none."""
        side, lost_by = self.sides[False][name], self.rules.lost_by(name, lead, bool(left))
        panics = self.panics and not side.immune_to_panic
        panics = panics and brings_panic(side.models, len(now.of(name)) - len(left), len(left))
        return (lost_by, panics) if lost_by or panics else None

    def test(self, now: Position[Wounds], lead: int, a: Wounds, b: Wounds) -> Follow:
        """The position after the tests of both sides, of which a scored so much more than b."""
        return self.ends(a, b, self.test_of(now, "a", a, lead), self.test_of(now, "b", b, lead))

    def _ends(self, a: Wounds, b: Wounds, a_tests: Tests | None, b_tests: Tests | None) -> Follow:
        """The position in which those who are left stand or flee."""
        a_flees, b_flees = a_tests and self.flees("a", *a_tests), b_tests and self.flees("b", *b_tests)
        if a_flees and b_flees:
            return together(a_flees, b_flees).map(lambda fled: Position(a, b, *fled))
        if a_flees:
            return a_flees.map(lambda fled: Position(a, b, fled))
        return b_flees.map(lambda fled: Position(a, b, False, fled)) if b_flees else Position(a, b)
