"""oathmark.combat: the active unit a against unit b."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from typing import ClassVar

from probcalc.exact.records.play import Play
from probcalc.exact.records.record import Record
from probcalc.exact.tree.counting import maximum, minimum
from probcalc.exact.tree.decisions import Option
from probcalc.exact.tree.steps import Constant, NamedSum, Tally, Tree, together
from probcalc.exact.tree.who_rolls import made_by
from probcalc.scenarios.both_sides import who_leads
from probcalc.scenarios.decisions import Advising, Best, Plan
from probcalc.scenarios.fields import section
from probcalc.scenarios.parties import NOBODY, Party, rivals
from probcalc.scenarios.scenario import Played, Result, StrikeDice
from probcalc.scenarios.sides import SideName
from probcalc.systems.oathmark.combat_results import RESULTS, wants
from probcalc.systems.oathmark.ranked import Ranked
from probcalc.systems.oathmark.rolls import combat_die, dice_number
from probcalc.systems.oathmark.tables import unit
from probcalc.systems.oathmark.units import Attacker, Defender, Side
from probcalc.systems.oathmark.wild_charge import HITS, keep_or_reroll, wild_charge


class Combat(Ranked):
    """Who wins a combat, and at what cost?

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

    a: Attacker = section(Attacker, "Active unit")
    b: Defender = section(Defender, "Enemy")

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        a = unit("a.unit", "the active unit", self.a.unit, called, self.a.troops.figures)
        return rivals(a, unit("b.unit", "the enemy", self.b.unit, called, self.b.troops.figures), ("active", "enemy"))

    def meeting(self) -> str:
        if self.a.arc != "front":
            return f"attacks|attack the {self.a.arc} of"
        return "charges|charge" if self.a.charge else ""

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
                reasons |= dict.fromkeys(names, f"the morale test of {self.name_of(name)} is passed")
        if self.a.arc != "front":
            reasons["b.shielding"] = "shields do not count against an attack from the flank or rear"
            reasons["b.front"] = "against an attack from the flank or rear the full ranks fight"
        if not self.a.charge:
            reasons["b.braced"] = "nobody charges"
        return reasons

    def target_numbers(self) -> tuple[NamedSum, NamedSum]:
        """The Target Numbers of a and of b, part by part."""
        return self.target_of_a(), self.target_of_b()

    def target_of_a(self) -> NamedSum:
        """The Target Number of a, part by part."""
        a, b, rules = self.a, self.b, self.rules
        charge = maximum(0, a.charge - (1 if b.braced else 0))
        return NamedSum(
            (f"Defence of {self.name_of('b')}", b.defence),
            (f"Fight of {self.name_of('a')}", 0 - a.fight),
            ("ranks behind the first", 0 - maximum(0, a.full_ranks - 1)),
            ("attack on flank or rear", rules.flank_or_rear_worth if a.arc != "front" else 0),
            ("disordered", rules.disordered_worth if a.disordered else 0),
            ("lower ground", rules.lower_ground_worth if a.lower_elevation else 0),
            ("into defences", rules.into_defences_worth if a.into_defences else 0),
            ("Charge", 0 - charge),
            ("modifier", a.modifier),
        )

    def target_of_b(self) -> NamedSum:
        """The Target Number of b, part by part."""
        a, b, rules = self.a, self.b, self.rules
        return NamedSum(
            (f"Defence of {self.name_of('a')}", a.defence),
            (f"Fight of {self.name_of('b')}", 0 - b.fight),
            ("ranks behind the first", 0 - maximum(0, b.full_ranks - 1) if a.arc == "front" else 0),
            ("already activated", rules.already_activated_worth if b.already_activated else 0),
            ("attacked in the rear", rules.attacked_in_the_rear_worth if a.arc == "rear" else 0),
            ("disordered", rules.disordered_worth if b.disordered else 0),
            ("lower ground", rules.lower_ground_worth if b.lower_elevation else 0),
            ("modifier", b.modifier),
        )

    def dice(self) -> tuple[int, int]:
        """Combat Dice of a and of b, Shielding counted."""
        a, b = self.a, self.b
        dice_a = minimum(self.rules.most_dice, a.combat_dice * a.front)
        if a.arc != "front":
            return dice_a, maximum(1, minimum(self.rules.most_dice, b.combat_dice * b.full_ranks))
        dice_b = minimum(self.rules.most_dice, b.combat_dice * b.front)
        given_up = minimum(b.shielding, dice_b - 1)
        return maximum(1, dice_a - given_up), dice_b - given_up

    def hits(self, one: Tree, dice: int) -> Tree:
        """The hits of a side's dice, one of them rolled again under Wild Charge where that gains hits."""
        if not self.a.wild_charge:
            return one.times(dice)
        return Tally(one, dice, HITS).then(lambda counts: keep_or_reroll(one, counts))

    def morale(self, side: Side, enemy: Side, hits: int) -> Tree:
        """What the enemy's hits do to a side's nerve: the category, and an Uncaring side's extra hits."""
        troops = side.troops
        due = troops.tests_morale(hits)
        if due != "test":
            return Constant((due, 0))
        modifiers = self.rules.casualty_modifiers(troops, troops.casualties(hits), side.disordered)
        if side.uncaring:
            extra = 0 if troops.unit_of_one else maximum(0, (0 - modifiers.value) // 2)
            return Constant(("passed", extra))
        dice = dice_number(2, side.command, enemy.horrific)
        test = self.rules.morale.test(self.die, troops, dice, modifiers, side.disordered)
        test = made_by(test, "a" if side is self.a else "b")
        return test.map(lambda outcome: (outcome, 0))

    def pushback(self, a_hits: int, b_hits: int, a_morale: str, b_morale: str) -> str:
        """Who may push whom after a combat that ended so."""
        if {"broken", "destroyed"} & {a_morale, b_morale}:
            return "none"
        if a_hits == b_hits:
            return "tie"
        if a_hits < b_hits:
            return "b"
        return "a_held" if self.a.into_defences and b_morale != "disordered" else "a"

    def combat_dice(self) -> tuple[Tree, Tree]:
        """The hits of one Combat Die of a, and of b."""
        return self.one_die("a"), self.one_die("b")

    def one_die(self, name: SideName) -> Tree:
        """The hits of one Combat Die of a side."""
        target = self.target_of_a() if name == "a" else self.target_of_b()
        return combat_die(self.die, target, self.rules.tn_over_max, self.name_of(name))

    def strikes(self) -> Mapping[str, StrikeDice]:
        ones = (one.at_least(1) for one in self.combat_dice())
        return dict(zip(("a", "b"), zip(self.dice(), ones, strict=True), strict=True))

    def play(self) -> Mapping[str, Played]:
        target_a, target_b = self.target_numbers()
        dice_a, dice_b = self.dice()
        one_a, one_b = self.combat_dice()
        return {
            "a_target_number": target_a.value,
            "b_target_number": target_b.value,
            "a_dice": dice_a,
            "b_dice": dice_b,
            "a_hits_per_die": one_a,
            "b_hits_per_die": one_b,
        } | self.results_of(self.roll())

    def roll(self) -> Play:
        """The hits of both sides, Shielding and Wild Charge left open to those who decide on them or not."""
        if self.left_open:
            hits = Play().roll(hits=self.shield())
            return hits.also(a_hits=lambda hits: hits[0], b_hits=lambda hits: hits[1])
        (one_a, one_b), (dice_a, dice_b) = self.combat_dice(), self.dice()
        return Play().roll(a_hits=self.hits(one_a, dice_a), b_hits=self.hits(one_b, dice_b))

    def results_of(self, play: Play) -> Record:
        """What the hits of both sides bring about."""
        a, b = self.a, self.b
        nerve_a, nerve_b = cache(lambda hits: self.morale(a, b, hits)), cache(lambda hits: self.morale(b, a, hits))
        end = (
            play.also(
                winner=lambda a_hits, b_hits: who_leads(a_hits - b_hits, "tie"),
                a_casualties=lambda b_hits: a.troops.casualties(b_hits),
                b_casualties=lambda a_hits: b.troops.casualties(a_hits),
            )
            .roll(a_nerve=lambda b_hits: nerve_a(b_hits), b_nerve=lambda a_hits: nerve_b(a_hits))
            .also(a_morale=lambda a_nerve: a_nerve[0], b_morale=lambda b_nerve: b_nerve[0])
            .also(a_extra_hits=lambda a_nerve: a_nerve[1], b_extra_hits=lambda b_nerve: b_nerve[1])
            .also(pushback=self.pushback)
        )
        extra = [name for name, side in (("a_extra_hits", a), ("b_extra_hits", b)) if side.uncaring]
        hits = ("a_hits", "b_hits", "winner", "a_casualties", "b_casualties", "a_morale", "b_morale", "pushback")
        return end.record(*hits, *extra)

    # -- advice ----------------------------------------------------------------------------------------------------

    def shield(self) -> Tree:
        """The hits of a and of b together, b giving up dice as it likes where that is open."""
        most = self.most_given_up()
        ways = [Option("give up no die", partial(self.exchange, 0))]
        for given_up in range(1, most + 1):
            words = "1 die" if given_up == 1 else f"{given_up} dice"
            ways.append(Option(f"give up {words}", partial(self.exchange, given_up)))
        if not most:
            return self.exchange(0)
        both: Tree = self.choose("b", "Shielding, before the roll", *ways, fixed=most)
        return both

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
        return min(self.b.shielding, min(self.rules.most_dice, self.b.combat_dice * self.b.front) - 1)

    def exchange(self, given_up: int) -> Tree:
        """The hits of both sides when b gives up so many dice, Wild Charge decided by the sides that it is open to."""
        one_a, one_b = self.combat_dice()
        dice_a, dice_b = self.replaced({"b.shielding": given_up}).dice()
        if not self.a.wild_charge:
            return together(one_a.times(dice_a), one_b.times(dice_b))
        called = {side: self.name_of(side) for side in ("a", "b")}
        return wild_charge(one_a, dice_a, one_b, dice_b, self.left_open, called)
