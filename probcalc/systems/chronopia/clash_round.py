"""One round of a Clash Fight that goes on: the blows of both sides on living models, then Break and Panic tests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from probcalc.exact.steps import Follow, NamedSum, Tree, together
from probcalc.exact.who_rolls import made_by
from probcalc.scenarios.sides import OTHER, SideName
from probcalc.systems.chronopia.clash import ClashRules
from probcalc.systems.chronopia.rolls import leadership_test
from probcalc.systems.chronopia.sides import ClashSide
from probcalc.systems.chronopia.volley import Wounds, volley_on


class Position(NamedTuple):
    """The wounds that the living models of both sides have left, who has fled, and whether round 1 is still to come."""

    a: Wounds
    b: Wounds
    a_fled: bool = False
    b_fled: bool = False
    is_first: bool = False

    def of(self, name: SideName) -> Wounds:
        """The wounds of one side."""
        return self.a if name == "a" else self.b


class Blows(NamedTuple):
    """What one side has done to the other: points for the score, and the wounds left to the enemy."""

    score: int
    left: Wounds


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

    def __call__(self, now: Position) -> Tree:
        """Where both sides may stand after the round."""
        sides = self.sides[now.is_first]
        early: SideName = "a" if sides["a"].stage <= sides["b"].stage else "b"
        late, at_once = OTHER[early], sides["a"].stage == sides["b"].stage

        def after(first: Blows, second: Blows) -> Follow:
            return self.tested(now, first, second) if early == "a" else self.tested(now, second, first)

        def answered(first: Blows) -> Follow:
            models = len(now.of(late) if at_once else first.left)
            if not models:
                return after(first, Blows(int(sides[late].banner), now.of(early)))
            return self.strikes(late, models, now.of(early), now.is_first).then(lambda second: after(first, second))

        return self.strikes(early, len(now.of(early)), now.of(late), now.is_first).then(answered)

    def _attack(self, name: SideName, is_first: bool) -> Tree:
        """The wounds of one attack of a side."""
        sides = self.sides[is_first]
        return self.rules.attack(name, sides[name], sides[OTHER[name]])

    def _strikes(self, name: SideName, models: int, enemy: Wounds, is_first: bool) -> Tree:
        """What so many models of a side do to the enemy: `Blows`."""
        own = self.sides[is_first][name]
        capped, banner = self.rules.wounds_counted == "capped", int(own.banner)
        attacks = models * own.noa
        struck = volley_on(self.attack(name, is_first), attacks, enemy, capped=capped, healed=not self.carried)
        return struck.map(lambda end: Blows(end[0] + banner, end[1]))

    def _flees(self, name: SideName, lost_by: int, panics: bool) -> Tree:
        """Whether a side fails its Break Test or its Panic test, as far as it takes them."""
        side, tests = self.sides[False][name], []
        if lost_by > 0:
            tests.append(self.rules.break_test(name, side, lost_by).count("failure"))
        if panics:
            ld = NamedSum(("Leadership", side.ld))
            panic = leadership_test(f"Panic test of {self.rules.known_as(name)}", ld, self.rules.test_naturals, "CH-38")
            tests.append(made_by(panic, name).count("failure"))
        return together(*tests).map(any)

    def test_of(self, now: Position, name: SideName, left: Wounds, lost_by: int) -> Tree | None:
        """The tests of a side after the blows; None when it takes none."""
        side = self.sides[False][name]
        if not left or side.immune_to_panic:
            return None
        panics = self.panics and len(left) < len(now.of(name)) and 2 * len(left) <= side.models
        return self.flees(name, max(0, lost_by), panics) if lost_by > 0 or panics else None

    def tested(self, now: Position, by_a: Blows, by_b: Blows) -> Follow:
        """The position after the tests of both sides."""
        then = Position(by_b.left, by_a.left)
        a = self.test_of(now, "a", then.a, by_b.score - by_a.score)
        b = self.test_of(now, "b", then.b, by_a.score - by_b.score)
        if a and b:
            return together(a, b).map(lambda fled: Position(by_b.left, by_a.left, *fled))
        if a:
            return a.map(lambda fled: Position(by_b.left, by_a.left, fled))
        return b.map(lambda fled: Position(by_b.left, by_a.left, False, fled)) if b else then
