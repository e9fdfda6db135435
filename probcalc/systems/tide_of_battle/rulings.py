"""Rulings, and numbers that the guide fixes, that several scenarios share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from probcalc.exact.tree.counting import Count
from probcalc.exact.tree.steps import NamedSum, Tree
from probcalc.scenarios.fields import Part, ruling
from probcalc.scenarios.fixed import Fixed
from probcalc.systems.tide_of_battle.rolls import CritFace, Naturals, saving, to_injure
from probcalc.systems.tide_of_battle.volley import CritScope, RerollOrder, Timing, Volley

HEALED_AT_MOST = Fixed(6, 1, 20, "Rolls to injure that healers have rolled again at most")

INJURE_NATURALS: Any = ruling(
    "hit_only",
    "Do a natural 6 and a natural 1 decide the roll to injure as they decide the roll to hit?",
    label="Natural rolls to injure",
    labels=("no, only the roll to hit", "yes, both rolls"),
)
DEFLECTION_TIMING: Any = ruling(
    "after_injure_per_wound",
    "Is Deflection rolled for each injury, for each hit before it rolls to injure, or for each hit point?",
    labels=("for each injury", "for each hit, before it rolls to injure", "for each hit point"),
)
HALF_HP_TEST: Any = ruling(
    "will_save",
    "Brought to half its hit points: does a unit rout when it fails its Will save, or without a save?",
    label="At half hit points",
    labels=("when it fails a Will save", "without a save"),
)


class FavoredNumbers(Part):
    """What a Favored Enemy is worth."""

    favored_enemy_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "To hit a Favored Enemy, and to the Will beside one")


class LongRangeNumbers(Part):
    """What makes a shot harder."""

    long_range_worth: ClassVar[Fixed] = Fixed(-1, -20, 20, "To hit at long range")
    indirect_fire_worth: ClassVar[Fixed] = Fixed(-2, -20, 20, "To hit by Indirect Fire")


class TemplateRulings(Part):
    """The rulings of attacks that hit of themselves."""

    injure_naturals: Naturals = INJURE_NATURALS
    deflection_timing: Timing = DEFLECTION_TIMING


class BlastRulings(TemplateRulings):
    """The same where they may bring a unit to half its hit points."""

    half_hp_test: Literal["will_save", "auto"] = HALF_HP_TEST


class VolleyRulings(Part):
    """The five rulings of a volley, what healers do to it, and the volley by them."""

    healed_at_most: ClassVar[Fixed] = HEALED_AT_MOST

    injure_naturals: Naturals = INJURE_NATURALS
    crit_face: CritFace = ruling(
        "natural_6",
        "Critical Strike: is its 6 the face of the die, or the roll with the Strength?",
        label="The 6 of a Critical Strike",
        labels=("a natural 6", "6 or more with the Strength"),
    )
    crit_scope: CritScope = ruling(
        "all_targets",
        "Critical Strike: is Deflection denied to every target, or only to models with several hit points?",
        label="Targets of a Critical Strike",
        labels=("to every target", "to models with several hit points"),
    )
    reroll_order: RerollOrder = ruling(
        "poison_then_healers",
        "Poison and healers: which re-rolls come first?",
        label="Order of re-rolls",
        labels=("poison, then healers", "healers, then poison"),
    )
    deflection_timing: Timing = DEFLECTION_TIMING

    def volley_of(
        self,
        striker: Any,
        enemy: Any,
        *,
        dice: int,
        hit: Tree,
        strength: NamedSum,
        deflection: Count | None,
        points: Mapping[str, int],
        is_harmless: bool = False,
        names: tuple[str, str] = ("", ""),
    ) -> Volley:
        """The attacks of one side on the other; where both strike, the names say who rolls to injure and who saves."""
        by, of = names
        saves = deflection is not None and not striker.shield_breaker
        return Volley(
            dice=dice,
            hit=hit,
            injure=to_injure(
                enemy.fortitude, strength, self.injure_naturals, striker.critical_strike, self.crit_face, by=by
            ),
            deflection=saving("Deflection", deflection, rule="TB-06", of=of) if saves else None,
            points=points,
            is_harmless=is_harmless,
            poisoned=striker.poisoned,
            healers=enemy.healers,
            healed_at_most=self.healed_at_most,
            critical_deflected=self.crit_scope == "multi_hp_only" and enemy.hit_points == 1,
            reroll_order=self.reroll_order,
            timing=self.deflection_timing,
        )


class MeleeRulings(FavoredNumbers, VolleyRulings):
    """What counts when units strike, and the rulings on it."""

    berserk_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "To hit and to injure in Berserker Rage, and to the Will")


class EngagementRulings(MeleeRulings):
    """What counts between two units that fight, and the rulings on it."""

    standard_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Will of a unit with a standard")
    fearsome_worth: ClassVar[Fixed] = Fixed(-1, -20, 20, "Will against a fearsome enemy")
    more_hit_points: ClassVar[Fixed] = Fixed(4, 1, 100, "Hit points more that bring a second Victory Point")
    more_ranks: ClassVar[Fixed] = Fixed(3, 1, 20, "Ranks more that bring a second Victory Point")
