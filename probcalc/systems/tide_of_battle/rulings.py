"""The readings of unclear rules that several scenarios share."""

from __future__ import annotations

from typing import Literal

from probcalc.scenarios.fields import Section, ruling
from probcalc.systems.tide_of_battle.numbers import HealerNumbers
from probcalc.systems.tide_of_battle.rolls import CritFace, Naturals
from probcalc.systems.tide_of_battle.volley import CritScope, RerollOrder, Timing


class HalfStrengthRuling(Section):
    """Whether a unit at half strength tests its Will or just routes."""

    half_hp_test: Literal["will_save", "auto"] = ruling(
        "will_save",
        "Brought to half its hit points: does a unit rout when it fails its Will save, or without a save?",
        label="At half hit points",
        labels=("when it fails a Will save", "without a save"),
    )


class InjureRuling(Section):
    """Whether naturals decide a roll to injure."""

    injure_naturals: Naturals = ruling(
        "hit_only",
        "Do a natural 6 and a natural 1 decide the roll to injure as they decide the roll to hit?",
        labels=("no, only the roll to hit", "yes, both rolls"),
    )


class StrikeRulings(Section):
    """How Critical Strike counts, and in which order rolls to injure are rolled again."""

    crit_face: CritFace = ruling(
        "natural_6",
        "Critical Strike: is its 6 the face of the die, or the roll with the Strength?",
        labels=("a natural 6", "6 or more with the Strength"),
    )
    crit_scope: CritScope = ruling(
        "all_targets",
        "Critical Strike: is Deflection denied to every target, or only to models with several hit points?",
        labels=("to every target", "to models with several hit points"),
    )
    reroll_order: RerollOrder = ruling(
        "poison_then_healers",
        "Poison and healers: which re-rolls come first?",
        labels=("poison, then healers", "healers, then poison"),
    )


class TimingRuling(Section):
    """When Deflection is rolled."""

    deflection_timing: Timing = ruling(
        "after_injure_per_wound",
        "Is Deflection rolled for each injury, for each hit before it rolls to injure, or for each hit point?",
        labels=("for each injury", "for each hit, before it rolls to injure", "for each hit point"),
    )


class TemplateRulings(TimingRuling, InjureRuling):
    """The rulings of attacks that hit of themselves."""


class VolleyRulings(HealerNumbers, TimingRuling, StrikeRulings, InjureRuling):
    """The five rulings of a volley, and what healers do to it."""
