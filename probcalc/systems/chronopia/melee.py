"""chronopia.melee: one model strikes one target in the Fight Phase."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from probcalc.exact.records.play import Play
from probcalc.exact.tree.counting import Count
from probcalc.exact.tree.steps import NamedSum
from probcalc.scenarios.carryover import Carryover
from probcalc.scenarios.decisions import Advising, Best, Plan
from probcalc.scenarios.fields import flag, integer, part
from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.scenario import Played, Result, refused
from probcalc.systems.chronopia.rolls import to_hit
from probcalc.systems.chronopia.run_of_attacks import (
    Run,
    Tests,
    command_advising,
    of_the_first,
    results_of_the_first,
)
from probcalc.systems.chronopia.strike import ChargingStrike
from probcalc.systems.chronopia.tables import UNITS
from probcalc.systems.chronopia.units import DAZED_COMMAND, Commands, hit_and_critical


def check_watchers(target: str, watchers: int) -> None:
    """Refuse models that watch anybody but a civilian.

    Raises:
        InputError: naming watchers.
    """
    if watchers and target != "civilian":
        raise refused("watchers", "applies only against a civilian, else it is 0")


class Melee(ChargingStrike):
    """Does one model slay another in close combat?

    Each attack needs d20 equal to or under CC with its modifiers; a hit is saved against armour - TDS, what goes
    through may be healed and then warded. A fumble does not end the attacks.
    """

    of_attacker: ClassVar[tuple[str, ...]] = ("brace_support",)
    of_target: ClassVar[tuple[str, ...]] = ("braced", "watchers")
    id: ClassVar[str] = "chronopia.melee"
    title: ClassVar[str] = "Close combat attack"
    headline: ClassVar[str] = "slain"
    covers: ClassVar[tuple[str, ...]] = (
        *("CH-02", "CH-04", "CH-05", "CH-08", "CH-19", "CH-20", "CH-21", "CH-22", "CH-23", "CH-24", "CH-25"),
        *("CH-26", "CH-27", "CH-28", "CH-29", "CH-32", "CH-34", "CH-40", "CH-41", "CH-42", "CH-43", "CH-44"),
        *("CH-45", "CH-49", "CH-51", "CH-55"),
    )
    results: ClassVar[tuple[Result, ...]] = (
        *results_of_the_first(),
        Result("wounds", "Wounds caused", better="more", unit="wounds", says="[the attacker] causes|cause {amount}"),
        Result("slain", "Target slain", better="more", says="[the attacker] slays|slay [the target]"),
        Result("attacker_dazed", "Attacker ends up Dazed", better="less", says="[the attacker] ends|end up Dazed"),
    )

    advising: ClassVar[Advising | None] = command_advising("slain", "wounds", "attacker_dazed")

    charging_boost: ClassVar[Fixed] = Fixed(4, 0, 20, "To hit, for a Command Point of a model that charges")
    brace_damage: ClassVar[Fixed] = Fixed(1, 0, 20, "Damage of an attacker that is supported with Brace")

    commands: Commands = part(Commands)
    command_boost: bool = flag(
        "1 Command Point: +2 to hit, or +4 when charging", cost="1 Command Point", cost_short="1 CP"
    )
    braced: bool = flag("[the target] holds|hold a Brace token: no charge bonus from the front")
    brace_support: bool = flag("[the attacker] holds|hold a Brace token, and a friend with Brace supports: +1 damage")
    watchers: int = integer(0, 0, 12, "Models that see the civilian: +2 each to its Armour", role="modifier")

    def fills(self) -> Mapping[str, Any]:
        filled = dict(super().fills())
        if self.target == "civilian":
            filled["armour"] += 2 * self.watchers
        return filled

    def check(self) -> None:
        super().check()
        check_watchers(self.target, self.watchers)

    def idle(self) -> Mapping[str, str]:
        reasons = {**super().idle(), **self.commands.idle(self.arms)}
        if self.braced and not self.charging:
            reasons["braced"] = "nobody charges"
        elif self.braced and self.facing == "back":
            reasons["braced"] = "a Brace token helps against a charge from the front only"
        if self.braced and self.charging:
            # From the back the token is worth nothing, so the side counts even where there is nothing else to lose.
            reasons.pop("facing", None)
        if self.was_given("armour"):
            reasons["watchers"] = "the Armour is given"
        return reasons

    def notes(self) -> list[str]:
        said = [DAZED_COMMAND] if self.commands.spends() and self.attacker_dazed != "none" else []
        if self.braced and self.target in UNITS and not UNITS[self.target].brace:
            said.append(f"The card of {UNITS[self.target].name} does not name Brace; the token counts anyway.")
        if self.brace_support and self.attacker in UNITS and not UNITS[self.attacker].brace:
            said.append(f"The card of {UNITS[self.attacker].name} does not name Brace; +1 damage counts anyway.")
        return said

    def charge_bonus(self) -> Count:
        return 0 if self.braced and self.facing == "front" else super().charge_bonus()

    def total_damage(self) -> NamedSum:
        """The total damage score with charge and Brace."""
        return self.damage_score(
            ("charge bonus", self.charge_bonus()), ("Brace support", self.brace_damage if self.brace_support else 0)
        )

    def tests(self) -> Tests:
        """The tests to hit, without the boost and with it."""
        charges = self.charging and self.commands.boost_scope == "all_attacks"
        boost = self.charging_boost if charges else self.commands.boost
        plain, boosted = (to_hit(self.target_number(more), self.arms.critic, "CH-22") for more in (0, boost))
        return Tests(plain, boosted)

    def play(self) -> Mapping[str, Played]:
        hit, critical = hit_and_critical(self.arms, self.struck, self.total_damage(), self.rulings)
        run = Run(self, self.tests(), hit, critical)
        end = of_the_first(Play().follow(run.play(), "band", "wounds", "fumbles")).happens(
            slain=lambda wounds: wounds >= self.struck.wounds, attacker_dazed=lambda fumbles: fumbles > 0
        )
        return end.record(*(result.name for result in self.results))

    def carryover(self) -> Carryover:
        return self.struck.losses()

    def plans(self, side: str, opponent: str, best: Best) -> Iterable[Plan]:
        return self.commands.plans(self.arms.multiplier)

    def points_at_hand(self, points: int) -> int:
        return points if self.attacker_dazed == "none" else 0
