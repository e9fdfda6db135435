"""oathmark.combat: the active unit a against unit b."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import ClassVar

from probcalc.exact.counting import maximum, minimum
from probcalc.exact.decisions import Decision, Option
from probcalc.exact.steps import Constant, Event, Mapped, NamedSum, Tally, Tree, together
from probcalc.exact.who_rolls import made_by
from probcalc.scenarios.decisions import Advising, Best, OpenPlay, Plan
from probcalc.scenarios.fields import section
from probcalc.scenarios.parties import NOBODY, Party, rivals
from probcalc.scenarios.scenario import Played, Result, StrikeDice
from probcalc.systems.oathmark.combat_results import RESULTS, wants
from probcalc.systems.oathmark.numbers import CombatNumbers
from probcalc.systems.oathmark.ranked import Ranked
from probcalc.systems.oathmark.rolls import (
    casualty_modifiers,
    combat_die,
    dice_number,
    morale_test,
    tests_morale,
)
from probcalc.systems.oathmark.sides import Attacker, Defender, Side
from probcalc.systems.oathmark.tables import Die, die_field, unit
from probcalc.systems.oathmark.wild_charge import HITS, keep_or_reroll, wild_charge


class Combat(CombatNumbers, Ranked):
    """Who wins a combat, who loses figures, and who stands?

    Both sides roll their Combat Dice at once; hits remove figures, casualties bring morale tests, and the side with
    more hits may push the other back.
    """

    id: ClassVar[str] = "oathmark.combat"
    title: ClassVar[str] = "Combat"
    headline: ClassVar[str] = "winner"
    covers: ClassVar[tuple[str, ...]] = (
        *("OM-03", "OM-04", "OM-07", "OM-08", "OM-09", "OM-10", "OM-11", "OM-12", "OM-13", "OM-14"),
        *("OM-15", "OM-16", "OM-17", "OM-20", "OM-21", "OM-22", "OM-23"),
    )
    results: ClassVar[tuple[Result, ...]] = RESULTS

    advising: ClassVar[Advising | None] = Advising(
        ("winner", "a_hits", "b_hits", "a_casualties", "b_casualties", "a_morale", "b_morale"),
        {"a": (), "b": ()},
        contested=True,
        costly="a.combat_dice",
        wants={own: wants(own, enemy) for own, enemy in ("ab", "ba")},
    )

    die: Die = die_field()
    a: Attacker = section(Attacker, "Active unit")
    b: Defender = section(Defender, "Enemy")

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        a = unit("a.unit", "the active unit", self.a.unit, called, self.a.figures)
        return rivals(a, unit("b.unit", "the enemy", self.b.unit, called, self.b.figures), ("active", "enemy"))

    def meeting(self) -> str:
        if self.a.arc != "front":
            return "on the flank of" if self.a.arc == "flank" else "in the rear of"
        return "charging" if self.a.charge else "against"

    def idle(self) -> Mapping[str, str]:
        reasons: dict[str, str] = {}
        if all(target.value <= self.die for target in self.target_numbers()):
            reasons["tn_over_max"] = "no Target Number is above the highest face"
        if self.a.passes_morale and self.b.passes_morale:
            reasons["morale_natural_10"] = "no side rolls for its morale"
        if not any(side.counts_ranks for side in (self.a, self.b)):
            reasons["ranks_when"] = "no ranks count for the morale of either side"
        for name, enemy, side in (("a", "b", self.a), ("b", "a", self.b)):
            if side.passes_morale:
                names = [f"{name}.activation", f"{name}.command", f"{enemy}.horrific"]
                names += [] if side.counts_ranks else [f"{name}.courage"]
                reasons |= dict.fromkeys(names, f"the morale test of {self.known_as(name)} is passed")
        if self.a.arc != "front":
            reasons["b.shielding"] = "shields do not count against an attack from the flank or rear"
            reasons["b.front"] = "against an attack from the flank or rear the full ranks fight"
        if not self.a.charge:
            reasons["b.braced"] = "nobody charges"
        return reasons

    def target_numbers(self) -> tuple[NamedSum, NamedSum]:
        """The Target Numbers of a and of b, part by part."""
        a, b = self.a, self.b
        active, enemy = self.known_as("a"), self.known_as("b")
        charge = maximum(0, a.charge - (1 if b.braced else 0))
        of_a = NamedSum(
            (f"Defence of {enemy}", b.defence),
            (f"Fight of {active}", 0 - a.fight),
            ("ranks behind the first", 0 - maximum(0, a.full_ranks - 1)),
            ("attack on flank or rear", self.flank_or_rear_worth if a.arc != "front" else 0),
            ("disordered", self.disordered_worth if a.disordered else 0),
            ("lower ground", self.lower_ground_worth if a.lower_elevation else 0),
            ("into defences", self.into_defences_worth if a.into_defences else 0),
            ("Charge", 0 - charge),
            ("modifier", a.modifier),
        )
        of_b = NamedSum(
            (f"Defence of {active}", a.defence),
            (f"Fight of {enemy}", 0 - b.fight),
            ("ranks behind the first", 0 - maximum(0, b.full_ranks - 1) if a.arc == "front" else 0),
            ("already activated", self.already_activated_worth if b.already_activated else 0),
            ("attacked in the rear", self.attacked_in_the_rear_worth if a.arc == "rear" else 0),
            ("disordered", self.disordered_worth if b.disordered else 0),
            ("lower ground", self.lower_ground_worth if b.lower_elevation else 0),
            ("modifier", b.modifier),
        )
        return of_a, of_b

    def dice(self) -> tuple[int, int]:
        """Combat Dice of a and of b, Shielding counted."""
        a, b = self.a, self.b
        dice_a = minimum(self.most_dice, a.combat_dice * a.front)
        if a.arc != "front":
            return dice_a, maximum(1, minimum(self.most_dice, b.combat_dice * b.full_ranks))
        dice_b = minimum(self.most_dice, b.combat_dice * b.front)
        given_up = minimum(b.shielding, dice_b - 1)
        return maximum(1, dice_a - given_up), dice_b - given_up

    def hits(self, one: Tree, dice: int) -> Tree:
        """The hits of a side's dice, one of them rolled again under Wild Charge where that gains hits."""
        if not self.a.wild_charge:
            return one.times(dice)
        return Tally(one, dice, HITS).then(lambda counts: keep_or_reroll(one, counts))

    def morale(self, side: Side, enemy: Side, hits: int) -> Tree:
        """What the enemy's hits do to a side's nerve: the category, and an Uncaring side's extra hits."""
        due = tests_morale(side, hits)
        if due != "test":
            return Constant((due, 0))
        modifiers = casualty_modifiers(side, side.casualties(hits), side.disordered, self.ranks_when, self)
        if side.uncaring:
            extra = 0 if side.unit_of_one else maximum(0, (0 - modifiers.value) // 2)
            return Constant(("passed", extra))
        dice = dice_number(2, side.command, enemy.horrific)
        test = morale_test(side, self.die, dice, modifiers, side.disordered, self.morale_natural_10)
        test = made_by(test, "a" if side is self.a else "b")
        return test.map(lambda outcome: (outcome, 0))

    def pushback(self, hits: tuple[int, int], morale: tuple[str, str]) -> str:
        """Who may push whom after a combat that ended so."""
        if {"broken", "destroyed"} & set(morale):
            return "none"
        if hits[0] == hits[1]:
            return "tie"
        if hits[0] < hits[1]:
            return "b"
        return "a_held" if self.a.into_defences and morale[1] != "disordered" else "a"

    def combat_dice(self) -> tuple[Tree, Tree]:
        """The hits of one Combat Die of a, and of b."""
        of_a, of_b = self.target_numbers()
        return (
            combat_die(self.die, of_a, self.tn_over_max, "OM-12", self.known_as("a")),
            combat_die(self.die, of_b, self.tn_over_max, "OM-12", self.known_as("b")),
        )

    def strikes(self) -> Mapping[str, StrikeDice]:
        ones = (one.at_least(1) for one in self.combat_dice())
        return dict(zip(("a", "b"), zip(self.dice(), ones, strict=True), strict=True))

    def together(self) -> Mapping[str, Played]:
        pushback = self.play()["pushback"]
        assert isinstance(pushback, Mapped)
        end = pushback.source
        found: dict[str, Played] = {
            "a_hits": end.map(lambda all_: all_[0][0]),
            "b_hits": end.map(lambda all_: all_[0][1]),
            "winner": end.map(lambda all_: more_hits(all_[0])),
            "a_casualties": end.map(lambda all_: self.a.casualties(all_[0][1])),
            "b_casualties": end.map(lambda all_: self.b.casualties(all_[0][0])),
            "a_morale": end.map(lambda all_: all_[1][0]),
            "b_morale": end.map(lambda all_: all_[2][0]),
            "pushback": pushback,
        }
        if self.a.uncaring:
            found["a_extra_hits"] = end.map(lambda all_: all_[1][1])
        if self.b.uncaring:
            found["b_extra_hits"] = end.map(lambda all_: all_[2][1])
        return found

    def play(self) -> Mapping[str, Played]:
        target_a, target_b = self.target_numbers()
        dice_a, dice_b = self.dice()
        one_a, one_b = self.combat_dice()
        hits_a, hits_b = self.hits(one_a, dice_a), self.hits(one_b, dice_b)
        return {
            "a_target_number": target_a.value,
            "b_target_number": target_b.value,
            "a_dice": dice_a,
            "b_dice": dice_b,
            "a_hits_per_die": one_a,
            "b_hits_per_die": one_b,
            **self.results_of(hits_a, hits_b, together(hits_a, hits_b)),
        }

    def results_of(self, hits_a: Tree, hits_b: Tree, both: Tree) -> dict[str, Tree | Event]:
        """What the hits of both sides bring about."""
        a, b = self.a, self.b

        @cache
        def morale_a(hits: int) -> Tree:
            return self.morale(a, b, hits)

        @cache
        def morale_b(hits: int) -> Tree:
            return self.morale(b, a, hits)

        def aftermath(hits: tuple[int, int]) -> Tree:
            return together(morale_a(hits[1]), morale_b(hits[0])).map(lambda nerve: (hits, *nerve))

        end = both.then(aftermath)
        after_a, after_b = hits_b.then(morale_a), hits_a.then(morale_b)
        results: dict[str, Tree | Event] = {
            "a_hits": hits_a,
            "b_hits": hits_b,
            "winner": both.map(more_hits),
            "a_casualties": hits_b.map(a.casualties),
            "b_casualties": hits_a.map(b.casualties),
            "a_morale": after_a.map(lambda state: state[0]),
            "b_morale": after_b.map(lambda state: state[0]),
            "pushback": end.map(lambda all_: self.pushback(all_[0], (all_[1][0], all_[2][0]))),
        }
        if a.uncaring:
            results["a_extra_hits"] = after_a.map(lambda state: state[1])
        if b.uncaring:
            results["b_extra_hits"] = after_b.map(lambda state: state[1])
        return results

    # -- advice ----------------------------------------------------------------------------------------------------

    def open_play(self, side: str, opponent: str) -> OpenPlay:
        open_to = {"a", "b"} if opponent == "best" else {side}
        most = self.most_given_up()
        both: Tree
        if "b" in open_to and most:
            ways = [Option("give up no die", self.exchange(0, open_to))]
            for given_up in range(1, most + 1):
                words = "1 die" if given_up == 1 else f"{given_up} dice"
                ways.append(Option(f"give up {words}", self.exchange(given_up, open_to)))
            both = Decision("Shielding, before the roll", tuple(ways), "b")
        else:
            both = self.exchange(most, open_to)
        return self.results_of(both.map(lambda hits: hits[0]), both.map(lambda hits: hits[1]), both)

    def plans(self, side: str, opponent: str, best: Best) -> Iterable[Plan]:
        if opponent == "best":
            return
        if side == "a":
            yield Plan("Roll again what is below the mean" if self.a.wild_charge else "Roll the dice")
            return
        for given_up in range(self.most_given_up() + 1):
            yield Plan(f"Give up {given_up} {'die' if given_up == 1 else 'dice'}", {"b.shielding": given_up})

    def most_given_up(self) -> int:
        """How many dice b can give up by Shielding."""
        if self.a.arc != "front":
            return 0
        return min(self.b.shielding, min(self.most_dice, self.b.combat_dice * self.b.front) - 1)

    def exchange(self, given_up: int, open_to: Collection[str]) -> Tree:
        """The hits of both sides when b gives up so many dice, the sides it is open to deciding on Wild Charge."""
        one_a, one_b = self.combat_dice()
        dice_a, dice_b = self.replaced({"b.shielding": given_up}).dice()
        if not self.a.wild_charge:
            return together(one_a.times(dice_a), one_b.times(dice_b))
        called = {side: self.known_as(side) for side in ("a", "b")}
        return wild_charge(one_a, dice_a, one_b, dice_b, open_to, called)


def more_hits(hits: tuple[int, int]) -> str:
    """Who scored more hits: a, b or tie."""
    return "a" if hits[0] > hits[1] else "b" if hits[0] < hits[1] else "tie"
