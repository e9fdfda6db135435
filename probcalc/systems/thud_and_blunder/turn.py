"""One turn of a Fight between two sides of figures that are all alike: getting up, who attacks first, and the blows."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache
from typing import Any, ClassVar, Literal, NamedTuple

from probcalc.exact.tree.steps import Constant, NamedSum, Roll, Tree, together
from probcalc.exact.tree.who_rolls import made_by
from probcalc.scenarios.fields import Section, flag, integer, part
from probcalc.scenarios.fights import laws
from probcalc.scenarios.scenario import StrikeDice
from probcalc.scenarios.sides import OTHER, SIDES, SideName
from probcalc.systems.thud_and_blunder.rolls import attack_roll, fumble_die, plain_destiny, strikes_first
from probcalc.systems.thud_and_blunder.rulings import FightRulings
from probcalc.systems.thud_and_blunder.strikes import to_reach
from probcalc.systems.thud_and_blunder.tables import CANNOT_BE_LOST, FIGHTING, UNARMED, weapon_figures, weapon_preset
from probcalc.systems.thud_and_blunder.units import Edge, Guard, Striker, Victim, destiny_when_hit

BARE_HANDS = FIGHTING[UNARMED]
STRIKING = "attack|attacks, hits|hit"


class Fighter(Section):
    """A figure that fights; what its weapon does to a Destiny roll is done to the one it hits."""

    on_card: ClassVar[tuple[str, ...]] = ("skill", "armour", "shield", "destiny")
    as_listed: ClassVar[tuple[str, ...]] = (
        *("skill", "weapon_bonus", "modifier", "armour", "shield", "speed", "parrying", "armour_rating"),
        *("magic_shield", "weapon_destiny", "destiny", "destiny_modifier", "magic_weapon", "poisoned", "cursed"),
        *("magic_armour", "leadership", "knocked_down"),
    )

    striker: Striker = part(Striker)
    guard: Guard = part(Guard)
    edge: Edge = part(Edge)
    victim: Victim = part(Victim)
    weapon: str = weapon_preset("fighting")
    skill: int = integer(3, 0, 12, "FV of the figure")
    leadership: int = integer(0, 0, 10, "Leadership, added to the roll for striking first")
    knocked_down: bool = flag("The figure is down at the start")

    def fills(self) -> Mapping[str, Any]:
        return weapon_figures("fighting", self.weapon)

    def idle(self) -> Mapping[str, str]:
        return self.guard.idle()

    @property
    def may_lose_weapon(self) -> bool:
        """Whether a fumble takes its weapon."""
        return self.weapon not in CANNOT_BE_LOST


class Side(NamedTuple):
    """How many figures of a side are up or down, with their weapon or without; those that are out do not count."""

    up_armed: int = 0
    up_unarmed: int = 0
    down_armed: int = 0
    down_unarmed: int = 0

    def moved(self, source: str, target: str = "") -> Side:
        """One figure of a kind becomes another kind, or is out."""
        left = self._replace(**{source: getattr(self, source) - 1})
        return left._replace(**{target: getattr(left, target) + 1}) if target else left


class Sides(NamedTuple):
    """Where both sides stand."""

    a: Side
    b: Side

    def of(self, name: SideName) -> Side:
        """One of the sides."""
        return self.a if name == "a" else self.b

    def changed(self, name: SideName, side: Side) -> Sides:
        """The same with one side as it is now."""
        return Sides(side, self.b) if name == "a" else Sides(self.a, side)


PREFERRED = {
    "standing": ("up_armed", "up_unarmed", "down_armed", "down_unarmed"),
    "down": ("down_armed", "down_unarmed", "up_armed", "up_unarmed"),
}


class Turn:
    """One turn: called with where both sides stand, it gives the tree of where they stand after it."""

    def __init__(
        self,
        a: Fighter,
        b: Fighter,
        rulings: FightRulings,
        target_first: Literal["standing", "down"] = "standing",
        *,
        outnumbering: int = 0,
    ) -> None:
        self.fighters: dict[SideName, Fighter] = {"a": a, "b": b}
        self.rulings, self.preferred, self.outnumbering = rulings, PREFERRED[target_first], outnumbering
        lead = NamedSum(("Leadership of the first", a.leadership), ("of the second", 0 - b.leadership))
        self.first = strikes_first(lead, "TH-01")
        self.rising = {name: self._rises(name) for name in SIDES}
        self.fumbles = {name: fumble_die(by=name) for name in SIDES}
        # What is made once for each turn, however many positions ask for it.
        self.wound = cache(self._wound)
        self.attack = cache(self._attack)
        self.risen = cache(self._rise)
        self.blows = cache(self._blows)

    def strikes(self, now: Sides) -> dict[str, StrikeDice]:
        """The attacks of both sides as they stand, each on the enemy that is attacked first."""
        return {name: (sum(now.of(name)), self.aimed(name, True, now)[1].among("hit")) for name in SIDES}

    def aimed(self, name: SideName, armed: bool, now: Sides) -> tuple[str, Roll]:
        """The kind of enemy that a figure of the side attacks as both stand, and its attack roll."""
        own, enemy = now.of(name), now.of(OTHER[name])
        target = next(kind for kind in self.preferred if getattr(enemy, kind))
        return target, self.attack(name, armed, target, self.outnumbering != 0 and sum(own) > sum(enemy))

    def alike(self) -> Hashable:
        """All that a turn depends on but where both stand: whom they attack first, and the law of each roll."""
        rolls = [self.first, *self.rising.values()]
        for name in SIDES:
            for armed in (True, False):
                rolls.append(self.wound(name, armed))
                for target in self.preferred:
                    rolls += [self.attack(name, armed, target, more) for more in (False, True)]
        lost = tuple(fighter.may_lose_weapon for fighter in self.fighters.values())
        return self.preferred, self.outnumbering != 0, lost, laws(*rolls)

    def __call__(self, now: Sides) -> Tree:
        """Where both sides may stand after a turn."""
        risen = together(self.risen("a", now.a), self.risen("b", now.b))

        def fight(up: tuple[Side, Side]) -> Tree:
            standing = Sides(*up)
            a, b = ((name, side.up_armed, side.up_unarmed) for name, side in zip(SIDES, up, strict=True))
            return self.first.then(a=self.blows(*a, True, standing), b=self.blows(*b, True, standing))

        return risen.then(fight)

    def _rises(self, name: SideName) -> Tree:
        """1 for a figure that gets up, at -1 for the enemy beside it."""
        destiny = self.fighters[name].victim.destiny
        needed = NamedSum(("Destiny", destiny), ("enemy in contact", self.rulings.contact_worth))
        return plain_destiny("Recovery", needed, "TH-21", name).count("success")

    def _rise(self, name: SideName, side: Side) -> Tree:
        """The side when every figure that is down has tried to get up."""

        def up(rising: tuple[int, int]) -> Side:
            armed, unarmed = rising
            return Side(
                side.up_armed + armed,
                side.up_unarmed + unarmed,
                side.down_armed - armed,
                side.down_unarmed - unarmed,
            )

        tries = (self.rising[name].times(n) if n else Constant(0) for n in (side.down_armed, side.down_unarmed))
        return together(*tries).map(up)

    def _wound(self, name: SideName, armed: bool) -> Tree:
        """The Destiny roll of whoever is hit by a figure of the side."""
        edge = self.fighters[name].edge if armed else Edge(weapon_destiny=BARE_HANDS.weapon_destiny)
        wound = destiny_when_hit(edge, self.fighters[OTHER[name]].victim, self.rulings.destiny_naturals)
        return made_by(wound, OTHER[name])

    def _attack(self, name: SideName, armed: bool, target: str, more: bool) -> Roll:
        """The attack roll of a figure of the side against a figure of that kind."""
        striker, struck = self.fighters[name].striker, self.fighters[OTHER[name]].guard
        down = target.startswith("down")
        parrying = struck.parrying and target.endswith("_armed")
        rating = struck.rating(down=down, ignored=False, parrying=parrying)
        bonus = striker.weapon_bonus if armed else BARE_HANDS.weapon_bonus
        added = (
            *striker.strike(striker.skill, bonus),
            ("outnumbering", self.outnumbering if more else 0),
        )
        needed = to_reach(rating, added, self.rulings.down_worth if down else 0)
        return attack_roll(needed, self.rulings, "TH-09", by=name)

    def _blows(self, name: SideName, armed: int, unarmed: int, answered: bool, now: Sides) -> Tree:
        """What follows when so many figures of a side have still to attack, and then the other side, if it does."""
        own, enemy = now.of(name), now.of(OTHER[name])
        if not any(enemy):
            return Constant(now)
        if not armed and not unarmed:
            if not answered:
                return Constant(now)
            return self.blows(OTHER[name], enemy.up_armed, enemy.up_unarmed, False, now)
        has_weapon = armed > 0
        left = (armed - 1, unarmed) if has_weapon else (0, unarmed - 1)

        def on(then: Sides) -> Tree:
            return self.blows(name, *left, answered, then)

        target, roll = self.aimed(name, has_weapon, now)
        fallen = enemy.moved(target, target.replace("up_", "down_"))
        after = {
            "unharmed": on(now),
            "knocked_down": on(now.changed(OTHER[name], fallen)),
            "out": on(now.changed(OTHER[name], enemy.moved(target))),
        }
        fumbled = after["unharmed"]
        if has_weapon and self.fighters[name].may_lose_weapon:
            fumbled = on(now.changed(name, own.moved("up_armed", "up_unarmed")))
        return roll.then(
            {
                "hit": self.wound(name, has_weapon).then(after),
                "miss": after["unharmed"],
                "natural 1": self.fumbles[name].then(fumble=fumbled, miss=after["unharmed"]),
            }
        )


def opening(figures: int, *, knocked_down: bool) -> Side:
    """A side at the start."""
    return Side(down_armed=figures) if knocked_down else Side(up_armed=figures)
