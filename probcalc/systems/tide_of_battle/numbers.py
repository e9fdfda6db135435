"""Numbers that the guide fixes for several questions at once, each declared once."""

from __future__ import annotations

from typing import ClassVar

from probcalc.scenarios.fields import Section
from probcalc.scenarios.fixed import Fixed


class FavoredNumbers(Section):
    """What a Favored Enemy is worth."""

    favored_enemy_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "To hit a Favored Enemy, and to the Will beside one")


class BerserkNumbers(Section):
    """What Berserker Rage is worth."""

    berserk_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "To hit and to injure in Berserker Rage, and to the Will")


class LongRangeNumbers(Section):
    """What makes a shot harder."""

    long_range_worth: ClassVar[Fixed] = Fixed(-1, -20, 20, "To hit at long range")
    indirect_fire_worth: ClassVar[Fixed] = Fixed(-2, -20, 20, "To hit by Indirect Fire")


class HealerNumbers(Section):
    """What healers do."""

    healed_at_most: ClassVar[Fixed] = Fixed(6, 1, 20, "Rolls to injure that healers have rolled again at most")


class EngagementNumbers(FavoredNumbers, BerserkNumbers):
    """What counts between two units that fight."""

    standard_worth: ClassVar[Fixed] = Fixed(1, -20, 20, "Will of a unit with a standard")
    fearsome_worth: ClassVar[Fixed] = Fixed(-1, -20, 20, "Will against a fearsome enemy")
    more_hit_points: ClassVar[Fixed] = Fixed(4, 1, 100, "Hit points more that bring a second Victory Point")
    more_ranks: ClassVar[Fixed] = Fixed(3, 1, 20, "Ranks more that bring a second Victory Point")
