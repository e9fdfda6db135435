"""thud_and_blunder.duel: two figures fight until one is out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

from probcalc.exact.steps import Constant, Roll, Total, Tree, Turns, together
from probcalc.scenarios.fields import flag, integer, section
from probcalc.scenarios.scenario import Played, Result, Scenario
from probcalc.systems.thud_and_blunder.figures import Edge, Parrying, Protection, Survival, destiny_when_hit
from probcalc.systems.thud_and_blunder.rolls import attack_roll, fumble_die, plain_destiny, strikes_first
from probcalc.systems.thud_and_blunder.rulings import DestinyRuling, HitRulings
from probcalc.systems.thud_and_blunder.strikes import Striker, to_reach
from probcalc.systems.thud_and_blunder.tables import CANNOT_BE_LOST, FIGHTING, UNARMED, weapon_figures, weapon_preset

Name: TypeAlias = Literal["a", "b"]
OTHER: dict[Name, Name] = {"a": "b", "b": "a"}
BARE_HANDS = FIGHTING[UNARMED]


class Duellist(Survival, Parrying, Protection, Striker):
    """One of the two figures; what its weapon does to a Destiny roll is done to the other."""

    weapon: str = weapon_preset("fighting")
    skill: int = integer(3, 0, 12, "FV of the figure")
    leadership: int = integer(0, 0, 10, "Leadership, added to the roll for striking first")
    knocked_down: bool = flag("The figure is down at the start")

    def fills(self) -> Mapping[str, Any]:
        return weapon_figures("fighting", self.weapon)

    def idle(self) -> Mapping[str, str]:
        return self.idle_protection()


class Standing(NamedTuple):
    """Where a duel stands: who is down, who has lost the weapon, and who has taken the other out."""

    down: frozenset[Name]
    unarmed: frozenset[Name] = frozenset()
    winner: str = ""


class Duel(DestinyRuling, HitRulings, Scenario):
    """Who wins a duel, and how soon?

    Each turn a roll decides who strikes first and a figure that is down may get up; then both strike in that order,
    unless knocked down before. A fumble costs the weapon.
    """

    id: ClassVar[str] = "thud_and_blunder.duel"
    title: ClassVar[str] = "Duel"
    headline: ClassVar[str] = "winner"
    covers: ClassVar[tuple[str, ...]] = (
        *("TH-09", "TH-16", "TH-19", "TH-20", "TH-21"),
        *("TH-32", "TH-33", "TH-34", "TH-35", "TH-36", "TH-37"),
    )
    results: ClassVar[tuple[Result, ...]] = (
        Result("a_strikes_first", "Figure a strikes first in a turn", better="more"),
        Result("winner", "Who takes the other out", ("a", "nobody", "b")),
        Result("turn", "The turn in which the duel ends", (*range(1, 21), "later"), unit="turns"),
    )

    a: Duellist = section(Duellist, "Figure a")
    b: Duellist = section(Duellist, "Figure b")
    turns: int = integer(5, 1, 20, "Turns that the duel lasts at most", role="setting")

    def side(self, name: Name) -> Duellist:
        """One of the two figures."""
        return self.a if name == "a" else self.b

    def attack(self, name: Name, now: Standing) -> Roll:
        """The attack roll of a figure, as both stand."""
        striker, target = self.side(name), self.side(OTHER[name])
        down = OTHER[name] in now.down
        bonus = BARE_HANDS.weapon_bonus if name in now.unarmed else striker.weapon_bonus
        parrying = target.parrying and OTHER[name] not in now.unarmed
        rating = target.rating(down=down, ignored=False, parrying=parrying)
        return attack_roll(to_reach(rating, striker.strike(striker.skill, bonus), down), self, "TH-09")

    def play(self) -> Mapping[str, Played]:
        @cache
        def wound(name: Name, unarmed: bool) -> Tree:
            """The Destiny roll of whoever is hit by the figure."""
            target = self.side(OTHER[name])
            edge: Edge = Edge(weapon_destiny=BARE_HANDS.weapon_destiny) if unarmed else self.side(name)
            return destiny_when_hit(edge, target, target.magic_armour, self.destiny_naturals)

        @cache
        def strike(name: Name, now: Standing) -> Tree:
            """What a figure's attack makes of the duel, if it is up and there is still somebody to strike."""
            if now.winner or name in now.down:
                return Constant(now)
            after = {
                "unharmed": now,
                "knocked_down": now._replace(down=now.down | {OTHER[name]}),
                "out": now._replace(winner=name),
            }
            fumbled = now
            if self.side(name).weapon not in CANNOT_BE_LOST:
                fumbled = now._replace(unarmed=now.unarmed | {name})
            return self.attack(name, now).then(
                {
                    "hit": wound(name, name in now.unarmed).map(after.__getitem__),
                    "miss": now,
                    "natural 1": fumble_die().then(fumble=fumbled, miss=now),
                }.__getitem__
            )

        @cache
        def blows(first: Name, now: Standing) -> Tree:
            return strike(first, now).then(lambda then: strike(OTHER[first], then))

        def rises(name: Name) -> Tree:
            """Whether a figure that is down stays down, at -1 for the enemy beside it."""
            needed = Total(("Destiny", self.side(name).destiny), ("enemy in contact", 1))
            return plain_destiny(f"Recovery of {name}", needed, "TH-21").count("failure")

        rising = {name: rises(name) for name in OTHER}
        first = strikes_first(Total(("Leadership of a", self.a.leadership), ("of b", 0 - self.b.leadership)), "TH-01")

        @cache
        def turn(now: Standing) -> Tree:
            """One turn of a duel that is not over."""
            falls = together(*(rising[name] if name in now.down else Constant(0) for name in OTHER))

            def up(down: tuple[int, int]) -> Tree:
                standing = now._replace(down=frozenset(name for name, lies in zip(OTHER, down, strict=True) if lies))
                return first.then(a=blows("a", standing), b=blows("b", standing))

            return falls.then(up)

        def next_turn(state: tuple[Standing, int]) -> Tree:
            return turn(state[0]).map(lambda now: (now, state[1] + 1))

        start = Constant((Standing(frozenset(name for name in OTHER if self.side(name).knocked_down)), 0))
        fought = Turns("Duel", start, next_turn, self.turns, lambda state: state[0].winner != "")
        return {
            "a_strikes_first": first.among("a"),
            "winner": fought.map(lambda state: state[0].winner or "nobody"),
            "turn": fought.map(lambda state: state[1] if state[0].winner else "later"),
        }
