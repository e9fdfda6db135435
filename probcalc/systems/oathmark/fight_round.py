"""One round of a combat that goes on: recovery, the combat of the units as they are now, and what it leaves behind."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache, partial
from typing import Any, NamedTuple

from probcalc.exact.tree.die import Die as AnyDie
from probcalc.exact.tree.die import plain, with_recipe
from probcalc.exact.tree.steps import Follow, Joint, NamedSum, Roll, Tree, together
from probcalc.exact.tree.who_rolls import BOTH, made_by
from probcalc.scenarios.sides import OTHER, SIDES, SideName
from probcalc.systems.oathmark.combat import Combat
from probcalc.systems.oathmark.fight_fields import FightFields, FightUnit
from probcalc.systems.oathmark.fight_losses import FightLaws, Kept, rules, suffering
from probcalc.systems.oathmark.rolls import dice_number
from probcalc.systems.oathmark.units import Attacker, Defender, Unit


class State(NamedTuple):
    """A unit as it is now: its figures, the hits that stay on it, and its nerve."""

    figures: int
    carried: int = 0
    disordered: bool = False
    broken: bool = False

    def __repr__(self) -> str:
        # Short, because a proof lists very many.
        return f"{self.figures}+{self.carried}{'d' * self.disordered}{'b' * self.broken}"


class Position(NamedTuple):
    """Both units, which of them is to be active, and whether round 1 is still to come.

    >>> Position(State(20, 3), State(7, disordered=True), "b")
    20+3/7+0d b
    """

    a: State
    b: State
    active: SideName = "a"
    is_first: bool = False

    def __repr__(self) -> str:
        return f"{self.a}/{self.b} {self.active}{'1' * self.is_first}"

    def of(self, name: SideName) -> State:
        """One of the units."""
        return self.a if name == "a" else self.b


class FightRound:
    """One round: called with a position, it gives the tree of those that follow.

    Where nobody asks for more than who wins, `kept` has the laws of other such fights. Then all positions in which a
    unit is broken are one, whatever is left of it, and units that recover stand where they would have stood in order:
    how many rounds it takes is not told.
    """

    def __init__(self, fight: FightFields, kept: Kept | None = None) -> None:
        self.fight = fight
        self.laws = None if kept is None else FightLaws(kept, fight)
        self.only_winner = kept is not None
        self.units: dict[SideName, FightUnit] = {"a": fight.a, "b": fight.b}
        # Made once for all positions that ask for them.
        self.recovery = cache(self._recovery)
        self.fought = cache(self._fight)
        self.suffers = cache(self._suffers)
        self.after = cache(self._after)
        self.alone = cache(self._alone)
        self._hits: dict[Any, Tree] = {}
        self._scored: dict[Any, dict[SideName, Tree]] = {}

    def __call__(self, now: Position) -> Follow:
        """Where both units may stand after the round."""
        if now.is_first or self.fight.active != "initiative":
            return self.from_recovery(now, now.active)
        first = _initiative(self.fight.die)
        return first.then(a=self.from_recovery(now, "a"), b=self.from_recovery(now, "b"))

    def lasting(self) -> Hashable:
        """All that the rounds after the first depend on, but for the units as they are then."""
        is_always_a = self.fight.active == "a"
        combats = (self.combat(State(1), State(1), name, False) for name in SIDES[: 1 if is_always_a else 2])
        targets = tuple(target.value for combat in combats for target in combat.target_numbers())
        a, b = self.fight.a, self.fight.b
        dice = a.combat_dice, b.combat_dice, b.shielding, None if is_always_a else a.shielding
        return rules(self.fight), suffering(self.fight), targets, dice

    def beginning(self) -> Hashable:
        """All that the first round depends on besides, but for its position."""
        now, a, b = self.fight.opening(), self.fight.a, self.fight.b
        combat = self.combat(now.a, now.b, "a", True)
        targets = tuple(target.value for target in combat.target_numbers())
        return targets, combat.dice(), (a.front, a.full_ranks, b.front, b.full_ranks)

    def from_recovery(self, now: Position, active: SideName) -> Follow:
        """The round when it is known who is active."""
        if now.is_first:
            return self.fought(now.a, now.b, active, True)
        may = {"active": (active,), "both": ("a", "b"), "neither": ()}[self.fight.recovers]
        trying: list[SideName] = [name for name in SIDES if name in may and now.of(name).disordered]
        if not trying:
            return self.fought(now.a, now.b, active, False)

        def recover(passed: tuple[str, ...]) -> Tree | Position:
            then = {name: now.of(name) for name in SIDES}
            for name, outcome in zip(trying, passed, strict=True):
                then[name] = then[name]._replace(disordered=outcome != "passed")
            if self.only_winner and self.fight.active != "initiative" and all(each == "passed" for each in passed):
                # From there the round is fought at once: nobody is left who may recover, and the same unit is active.
                return Position(then["a"], then["b"], active)
            return self.fought(then["a"], then["b"], active, False)

        return together(*map(self.recovery, trying)).then(recover)

    def _recovery(self, name: SideName) -> Tree:
        """The activation roll by which a disordered unit recovers: passed or failed."""
        fight, unit = self.fight, self.units[name]
        dice = dice_number(2, unit.command, False)
        test = fight.recovery.test(fight.die, unit.troops.activation, dice, disordered=True)
        return made_by(test, name)

    def combat(self, a: State, b: State, active: SideName, is_first: bool) -> Combat:
        """The combat of the units as they are, the active one as its a."""
        fight = self.fight
        states = {"a": a, "b": b}
        x, y = self.units[active], self.units[OTHER[active]]
        attacker = Attacker.make_unchecked(
            **figures_now(x, states[active], is_first=is_first),
            uncaring=False,
            charge=x.charge,
            arc=fight.a.arc if is_first else "front",
            into_defences=is_first and fight.a.into_defences,
            wild_charge=False,
        )
        defender = Defender.make_unchecked(
            **figures_now(y, states[OTHER[active]], is_first=is_first),
            uncaring=False,
            already_activated=is_first and fight.b.already_activated,
            braced=y.braced,
            shielding=y.shielding,
        )
        # By the rules of the fight: a variant that changes a number of theirs changes it in each combat too.
        return Combat.make_unchecked(a=attacker, b=defender, die=fight.die).with_values({"rules": fight.rules})

    def _fight(self, a: State, b: State, active: SideName, is_first: bool) -> Tree:
        """The combat, and what it makes of both units, whose losses do not depend on each other's."""
        by = self.hits_scored(a, b, active, is_first)
        following: SideName = OTHER[active] if self.fight.active == "alternate" else "a"
        meet = partial(_meet, following)
        return Joint((self.suffers("a", a, by["b"]), self.suffers("b", b, by["a"])), meet)

    def hits_scored(self, a: State, b: State, active: SideName, is_first: bool) -> dict[SideName, Tree]:
        """The hits that each side scores: the same trees wherever as many ranks fight, and as well."""
        key = self._strength("a", a, is_first), self._strength("b", b, is_first), active, is_first
        if key not in self._scored:
            combat = self.combat(a, b, active, is_first)
            hits = [
                self._hits_of(combat, *each)
                for each in zip((0, 1), combat.target_numbers(), combat.dice(), strict=True)
            ]
            self._scored[key] = dict(zip((active, OTHER[active]), hits, strict=True))
        return self._scored[key]

    def _hits_of(self, combat: Combat, side: int, target: NamedSum, dice: int) -> Tree:
        def make() -> Tree:
            return combat.hits(combat.combat_dice()[side], dice)

        if self.laws is not None:
            return self.laws.of_hits((target.value, dice), make)
        like = target.terms, dice
        if like not in self._hits:
            self._hits[like] = make()
        return self._hits[like]

    def _strength(self, name: SideName, state: State, is_first: bool) -> tuple[int, ...]:
        """All of a unit as it is that its Combat Dice and both Target Numbers depend on, their words too."""
        unit = self.units[name]
        ranks = (unit.front, unit.full_ranks) if is_first else unit.ranks_with(state.figures)
        return *ranks, state.disordered, state.figures == 1

    def _alone(self, name: SideName, state: State) -> Combat:
        """A combat of a unit as it is, for all that hangs on no enemy: what it loses, and its morale."""
        return self.combat(state, state, name, False)

    def _suffers(self, name: SideName, state: State, hits: Tree) -> Tree:
        """What becomes of a unit that suffers hits."""

        def suffer() -> Tree:
            return hits.then(lambda scored: self.after(name, state, scored))

        return suffer() if self.laws is None else self.laws.of_losses(name, (state, hits), suffer)

    def _after(self, name: SideName, state: State, scored: int) -> Tree:
        """What so many hits make of a unit: figures lost, hits that stay, and its morale test."""
        made = partial(self._lose, name, state, scored)
        return made() if self.laws is None else self.laws.of_losses(name, (state, scored), made)

    def _lose(self, name: SideName, state: State, scored: int) -> Tree:
        combat = self.alone(name, state)
        side, troops = combat.a, combat.a.troops
        # A unit of one is counted by the health that it has left, any other by hits on top of those it carries.
        total = scored if troops.unit_of_one else scored + state.carried
        lost = troops.casualties(total)
        left = state.figures - lost
        carried = 0
        if left and troops.unit_of_one:
            carried = state.carried + scored
        elif left and self.fight.hits_carried == "carried":
            carried = total - lost * troops.health

        def test(outcome: tuple[str, int]) -> State:
            nerve = outcome[0]
            if nerve == "destroyed":
                return State(0)
            if nerve == "broken":
                # The fight is over: of a broken unit no more than its figures are asked for.
                return State(1 if self.only_winner else int(left), broken=True)
            return State(int(left), int(carried), state.disordered or nerve == "disordered")

        return made_by(combat.morale(side, combat.b, total), name).map(test)


def _meet(active: SideName, a: State, b: State) -> Position:
    return Position(a, b, active)


def _initiative(sides: int) -> Roll:
    """Both sides roll alike, so neither is favoured, whatever the die."""

    def on(_: AnyDie) -> Roll:
        return Roll("Initiative", 2, {"a": 1, "b": 1}, "best of 2 dice each", rule="OM-01", by=BOTH)

    return with_recipe(on(plain(sides)), sides, on)


def figures_now(unit: FightUnit, state: State, *, is_first: bool) -> dict[str, Any]:
    """The fields of a unit as it is now; those of its ranks are in round 1 as they were given."""
    now: dict[str, Any] = {name: getattr(unit, name) for name in Unit.fields()}
    now |= {"figures": state.figures, "disordered": state.disordered}
    if unit.troops.unit_of_one:
        now["health"] = unit.troops.health - state.carried
    if not is_first:
        now["front"], now["full_ranks"] = unit.ranks_with(state.figures)
    return now
