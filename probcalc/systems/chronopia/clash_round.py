"""One round of a Clash Fight that goes on: the blows of both sides on living models, then Break and Panic tests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TypeAlias

from probcalc.exact.tree.exchanges import Exchange
from probcalc.exact.tree.steps import Constant, Follow, NamedSum, Tree, together
from probcalc.scenarios.fights import Position
from probcalc.scenarios.sides import OTHER, SideName
from probcalc.systems.chronopia.clash import ClashRules
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
        # Made once for all positions that ask for them.
        self.attack = cache(self._attack)
        self.strikes = cache(self._strikes)
        self.flees = cache(self._flees)
        self.ends = cache(self._ends)

    def __call__(self, now: Position[Wounds]) -> Tree:
        """Where both sides may stand after the round."""
        sides = self.sides[now.is_first]
        early: SideName = "a" if sides["a"].stage <= sides["b"].stage else "b"
        late, at_once = OTHER[early], sides["a"].stage == sides["b"].stage

        def answer(left: Wounds) -> Tree:
            models = len(now.of(late) if at_once else left)
            return self.strikes(late, models, now.of(early), now.is_first)

        def after(end: tuple[int, Wounds, Wounds]) -> Follow:
            lead, of_late, of_early = end
            return self.test(now, lead, of_early, of_late) if early == "a" else self.test(now, lead, of_late, of_early)

        first = self.strikes(early, len(now.of(early)), now.of(late), now.is_first)
        return Exchange(first, answer, lambda left: left).then(after)

    def _attack(self, name: SideName, is_first: bool) -> Tree:
        """The wounds of one attack of a side."""
        sides = self.sides[is_first]
        return self.rules.attack(name, sides[name], sides[OTHER[name]])

    def _strikes(self, name: SideName, models: int, enemy: Wounds, is_first: bool) -> Tree:
        """What so many models of a side do: points for the score, those of b below 0, and who is left of the other."""
        own = self.sides[is_first][name]
        sign, capped, banner = 1 if name == "a" else -1, self.rules.wounds_counted == "capped", int(own.banner)
        if not models:
            return Constant((sign * banner, enemy))
        attacks = models * own.noa
        struck = volley_on(self.attack(name, is_first), attacks, enemy, capped=capped, healed=not self.carried)
        return struck.map(lambda end: (sign * (end[0] + banner), end[1]))

    def _flees(self, name: SideName, lost_by: int, panics: bool) -> Tree:
        """Whether a side fails its Break Test or its Panic test, as far as it takes them."""
        side, tests = self.sides[False][name], []
        if lost_by > 0:
            tests.append(self.rules.break_test(name, self.rules.name_of(name), side, lost_by).count("failure"))
        if panics:
            ld = NamedSum(("Leadership", side.ld))
            called, naturals = f"Panic test of {self.rules.name_of(name)}", self.rules.test_naturals
            tests.append(leadership_test(called, ld, naturals, "CH-38", name).count("failure"))
        return together(*tests).map(any)

    def test_of(self, now: Position[Wounds], name: SideName, left: Wounds, lost_by: int) -> Tests | None:
        """The tests of a side after the blows; None when it takes none."""
        side = self.sides[False][name]
        if not left or side.immune_to_panic:
            return None
        panics = self.panics and len(left) < len(now.of(name)) and 2 * len(left) <= side.models
        return (max(0, lost_by), panics) if lost_by > 0 or panics else None

    def test(self, now: Position[Wounds], lead: int, a: Wounds, b: Wounds) -> Follow:
        """The position after the tests of both sides, of which a scored so much more than b."""
        return self.ends(a, b, self.test_of(now, "a", a, -lead), self.test_of(now, "b", b, lead))

    def _ends(self, a: Wounds, b: Wounds, a_tests: Tests | None, b_tests: Tests | None) -> Follow:
        """The position in which those who are left stand or flee."""
        a_flees, b_flees = a_tests and self.flees("a", *a_tests), b_tests and self.flees("b", *b_tests)
        if a_flees and b_flees:
            return together(a_flees, b_flees).map(lambda fled: Position(a, b, *fled))
        if a_flees:
            return a_flees.map(lambda fled: Position(a, b, fled))
        return b_flees.map(lambda fled: Position(a, b, False, fled)) if b_flees else Position(a, b)
