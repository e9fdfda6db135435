"""chronopia.shooting: one model shoots one target."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Literal

from probcalc.exact.records.fields import OfFields
from probcalc.exact.records.play import Play
from probcalc.exact.tree.counting import Count
from probcalc.exact.tree.steps import Constant, NamedSum, Tree
from probcalc.scenarios.carryover import Carryover
from probcalc.scenarios.decisions import Advising, Best, Plan
from probcalc.scenarios.fields import choice, flag, integer, part, ruling
from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.parameters import NOTHING
from probcalc.scenarios.parties import NOBODY, Party
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.chronopia.melee import check_watchers
from probcalc.systems.chronopia.named import model, origin_and_shield, own_weapon, weapon_of
from probcalc.systems.chronopia.rolls import Naturals, leadership_test, to_hit
from probcalc.systems.chronopia.run_of_attacks import (
    SIDE,
    Run,
    Tests,
    command_advising,
    of_the_first,
    reroll_options,
    results_of_the_first,
)
from probcalc.systems.chronopia.tables import UNITS, figures, weapon_figures
from probcalc.systems.chronopia.units import (
    ATTACKER,
    DAZED_COMMAND,
    SHIELD_LABELS,
    TARGET,
    TEST_NATURALS,
    Arms,
    AttackNumbers,
    Commands,
    Daze,
    MultiplierRuling,
    Shield,
    ShieldNumbers,
    Struck,
    damage_total,
    daze_field,
    dazed_striker,
    hit_and_critical,
    idle_rulings,
    weapon_preset,
)

BASE = {25: -1, 30: 0, 40: 1, 50: 2, 80: 4, 100: 4}


class Shooting(Scenario):
    """Does one model slay another by shooting?

    Each attack needs d20 equal to or under RS with its modifiers; saves follow as in close combat, but Strength never
    counts. A fumble ends the shooter's activation, so the attacks that are left are lost.
    """

    of_attacker: ClassVar[tuple[str, ...]] = ("shooter_dazed", "slayer")
    of_target: ClassVar[tuple[str, ...]] = (
        *("target", "shield", "base_size", "duck_for_cover", "target_dazed", "watchers", "cover"),
    )
    id: ClassVar[str] = "chronopia.shooting"
    title: ClassVar[str] = "Shooting attack"
    headline: ClassVar[str] = "slain"
    covers: ClassVar[tuple[str, ...]] = (
        *("CH-02", "CH-04", "CH-05", "CH-06", "CH-07", "CH-08", "CH-09", "CH-10", "CH-11", "CH-12", "CH-13"),
        *("CH-18", "CH-19", "CH-20", "CH-21", "CH-25", "CH-26", "CH-27", "CH-32", "CH-34", "CH-41", "CH-42"),
        *("CH-43", "CH-49"),
    )
    results: ClassVar[tuple[Result, ...]] = (
        Result("shoots", "Shoots at all", better="more", says="[the shooter] shoots|shoot at all"),
        *results_of_the_first(who="[the shooter]"),
        Result("wounds", "Wounds caused", better="more", unit="wounds", says="[the shooter] causes|cause {amount}"),
        Result("slain", "Target slain", better="more", says="[the shooter] slays|slay [the target]"),
    )

    advising: ClassVar[Advising | None] = command_advising("slain", "wounds")

    attacker: str = ATTACKER
    weapon: str = weapon_preset("shooting")
    target: str = TARGET
    rs: int = integer(10, 1, 30, "Ranged Skill of the shooter", label="RS")
    arms: Arms = part(Arms)
    struck: Struck = part(Struck)
    rulings: MultiplierRuling = part(MultiplierRuling)
    commands: Commands = part(Commands)
    shields: ShieldNumbers = part(ShieldNumbers)
    numbers: AttackNumbers = part(AttackNumbers)
    test_naturals: Naturals = TEST_NATURALS

    within_12_worth: ClassVar[Fixed] = Fixed(2, -20, 20, "To hit a target within 12 inches")
    cover_worth: ClassVar[Fixed] = Fixed(-2, -20, 20, "To hit, for each piece of cover")
    duck_for_cover_worth: ClassVar[Fixed] = Fixed(-2, -20, 20, "To hit a target that ducks for cover")
    charging_target_worth: ClassVar[Fixed] = Fixed(-2, -20, 20, "To hit a target that charges")

    shield: Shield = choice(
        "none", "Shield of the target: -1, a warshield -2, from the front", role="stat", labels=SHIELD_LABELS
    )
    facing: Literal["front", "back"] = choice("front", "From the back the shield of [the target] does not count")
    base_size: Literal[25, 30, 40, 50, 80, 100] = choice(
        30,
        "Base of the target in mm: 25 is -1, 40 is +1, 50 is +2, larger ones are +4 to hit",
        role="stat",
        labels=("25 mm (-1)", "30 mm", "40 mm (+1)", "50 mm (+2)", "80 mm (+4)", "100 mm (+4)"),
    )
    within_12: bool = flag('[the target] is|are within 12": +2', label='Within 12"')
    cover: int = integer(0, 0, 5, "Pieces of cover before [the target], -2 each", role="modifier")
    duck_for_cover: bool = flag("1 Command Point of [the target]: -2", cost="1 Command Point", cost_short="1 CP")
    charging_target: bool = flag(
        "1 Command Point: shot at a model that charges, -2",
        label="[the target] charges|charge",
        cost="1 Command Point",
        cost_short="1 CP",
    )
    shooter_dazed: Daze = dazed_striker("shooter")
    target_dazed: Daze = daze_field("target", "no shield counts")
    slayer: bool = flag("Slayer against [the target]: +3 damage")
    damage_modifier: int = integer(0, -20, 20, "Anything else added to the damage", role="modifier")
    watchers: int = integer(0, 0, 12, "Models that see the civilian: +2 each to its Armour", role="modifier")
    modifier: int = integer(0, -20, 20, "Other modifiers to hit", role="modifier")
    leadership_test: bool = flag("An LD test first: past a nearer enemy, or into a clash", label="Leadership test")
    ld: int = integer(12, 1, 30, "Leadership of the shooter", label="LD")
    shooting_fumble: Literal["ends_activation", "shot_only"] = ruling(
        "ends_activation",
        "Does a natural 20 lose the attacks that are not yet rolled, or its own shot only?",
        labels=("all remaining attacks", "its own shot only"),
    )

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        bow = weapon_of(self.attacker, self.weapon, "shooting", called)
        return (
            model("attacker", "the shooter", self.attacker, called, bow),
            model("target", "the target", self.target, called, origin_and_shield(self.target, self.shield)),
        )

    def stands_in(self) -> Mapping[str, str]:
        return own_weapon(self.attacker, "shooting")

    def meeting(self) -> str:
        return "shoots|shoot at" if self.facing == "front" else "shoots|shoot at the back of"

    def fills(self) -> Mapping[str, Any]:
        filled = figures(self.attacker, "rs", "ld") | weapon_figures("shooting", self.attacker, self.weapon)
        filled |= figures(self.target, "base_size", "shield", "armour", "heal", "ward", "wounds")
        if self.target == "civilian":
            filled["armour"] += 2 * self.watchers
        return filled

    def check(self) -> None:
        if self.attacker in UNITS:
            unit = UNITS[self.attacker]
            if unit.rs == "none":
                raise refused("attacker", f"a {unit.name.lower()} has no RS and no weapon, it can only be a target")
            if unit.shooting_weapon == NOTHING and self.weapon == NOTHING:
                raise refused("attacker", f"{unit.name} have no shooting weapon; give weapon, or the archers")
        check_watchers(self.target, self.watchers)

    def idle(self) -> Mapping[str, str]:
        reasons = self.commands.idle(self.arms) | idle_rulings(self.arms.multiplier)
        if not self.leadership_test:
            reasons |= dict.fromkeys(("ld", "test_naturals"), "there is no leadership_test")
        if self.shield == "none":
            reasons |= dict.fromkeys(("facing", "target_dazed"), "the target has no shield to lose")
        elif self.facing == "back" or self.target_dazed != "none":
            reasons["shield"] = "it counts from the front only" if self.facing == "back" else "the target is Dazed"
        if self.was_given("armour"):
            reasons["watchers"] = "the Armour is given"
        if self.arms.noa == 1:
            reasons["shooting_fumble"] = "there is one attack only"
        return reasons

    def notes(self) -> list[str]:
        shooter = (self.commands.spends() or self.charging_target) and self.shooter_dazed != "none"
        target = self.duck_for_cover and self.target_dazed != "none"
        return [DAZED_COMMAND] if shooter or target else []

    def target_number(self, boost: Count = 0) -> NamedSum:
        """RS with every modifier to hit, by name."""
        shielded = self.facing == "front" and self.target_dazed == "none"
        return NamedSum(
            ("Ranged Skill", self.rs),
            ('within 12"', self.within_12_worth if self.within_12 else 0),
            ("base of the target", BASE[self.base_size]),
            ("cover", self.cover_worth * self.cover),
            ("Duck for Cover", self.duck_for_cover_worth if self.duck_for_cover else 0),
            ("shield of the target", self.shields.worth_of_shield(self.shield) if shielded else 0),
            ("charging target", self.charging_target_worth if self.charging_target else 0),
            ("shooter Dazed", -self.numbers.worth_of_daze(self.shooter_dazed)),
            ("Command Point boost", boost),
            ("modifier", self.modifier),
        )

    def gate(self) -> Tree:
        """The Leadership test before the shot, or the certain success of a shot that needs none."""
        if not self.leadership_test:
            return Constant("success")
        leadership = NamedSum(("Leadership", self.ld))
        return leadership_test("Leadership", leadership, self.test_naturals, "CH-09", "attacker")

    def tests(self) -> Tests:
        """The tests to hit, without the boost and with it."""
        numbers = (self.target_number(more) for more in (0, self.commands.boost))
        plain, boosted = (to_hit(number, self.arms.critic, "CH-10") for number in numbers)
        return Tests(plain, boosted)

    def damage_score(self) -> NamedSum:
        """The total damage score by its parts."""
        slayer = self.numbers.slayer_damage if self.slayer else 0
        return damage_total(self.arms.damage, ("Slayer", slayer), ("damage modifier", self.damage_modifier))

    def play(self) -> Mapping[str, Played]:
        hit, critical = hit_and_critical(self.arms, self.struck, self.damage_score(), self.rulings)
        ends = self.shooting_fumble == "ends_activation"
        run = Run(self, self.tests(), hit, critical, fumble_ends=ends)
        names = [result.name for result in self.results]
        if not self.leadership_test:
            play = of_the_first(Play().roll(gate=self.gate()).follow(run.play(), "band", "wounds"))
            return self.shot(play).record(*names)
        # What the first test shows is asked of the test alone, whether the shooter comes to it or not.
        shown = of_the_first(Play().follow(run.play(), "band")).record("hit", "critical", "fumble")
        end = self.shot(self.test_and_shoot(run)).record("shoots", "wounds", "slain")
        return (end | {name: shown[name] for name in shown}).in_the_order(names)

    def test_and_shoot(self, run: Run) -> Play:
        """The Leadership test, which may be rolled again where that is open, and the attacks when it succeeds."""
        gate, nothing = self.gate(), Play().also(wounds=0)

        def attacks(band: str, may_reroll: bool) -> Any:
            return run.play(may_reroll=may_reroll) if band == "success" else nothing

        again = Play().roll(second=gate).follow(cache(lambda second: attacks(second, False)), "wounds")

        def after(gate: str) -> Any:
            options = reroll_options(lambda: attacks(gate, True), lambda: again)
            seen = {"it is": f"a {gate}"}
            return self.choose(SIDE, "After the test of Leadership", *options, fixed=0, seen=seen)

        return Play().roll(gate=gate).follow(OfFields(cache(after), "gate"), "wounds")

    def shot(self, play: Play) -> Play:
        """Whether there is a shot, and what comes of it."""
        return play.happens(shoots=lambda gate: gate == "success", slain=lambda wounds: wounds >= self.struck.wounds)

    def carryover(self) -> Carryover:
        return self.struck.losses()

    def plans(self, side: str, opponent: str, best: Best) -> Iterable[Plan]:
        return self.commands.plans(self.arms.multiplier)

    def points_at_hand(self, points: int) -> int:
        return points if self.shooter_dazed == "none" else 0
