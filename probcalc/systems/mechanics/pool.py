"""mechanics.pool: many dice, hits by tiers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from probcalc.exact.limited_rerolls import LimitedRerolls
from probcalc.exact.steps import Roll
from probcalc.scenarios.fields import choice, flag, integer
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.mechanics.roll import naturals, ranges

TOP = "highest face"


class Pool(Scenario):
    """How many hits does a pool of dice score?

    A die scores one hit at the target, and one more for each full step above it, up to the tiers.
    """

    id: ClassVar[str] = "mechanics.pool"
    title: ClassVar[str] = "A pool of dice"
    headline: ClassVar[str] = "hits"
    costly: ClassVar[str] = "count"
    results: ClassVar[tuple[Result, ...]] = (
        Result("hits", "Hits", better="more", unit="hits"),
        Result("none", "No hit at all", better="less"),
    )

    die: int = integer(6, 2, 100, "Faces of each die", role="setting")
    modifier: int = integer(0, -100, 100, "Added to each die", role="modifier")
    always: list[int] = naturals((), "Naturals that score at least one hit whatever the target")
    never: list[int] = naturals((), "Naturals that never score")
    count: int = integer(10, 0, 200, "Dice in the pool", role="setting")
    target: int = integer(4, -100, 200, "Target number")
    tier_step: int = integer(0, 0, 100, "A further hit for each such step above the target; 0 for one hit only")
    tiers: int = integer(1, 1, 10, "Most hits of one die")
    reroll_dice: int = integer(0, 0, 200, "Dice that may be rolled again once", role="modifier")
    reroll_what: Literal["failures", "successes"] = choice(
        "failures", "Which dice are rolled again", labels=("failures", "successes, the best first")
    )
    explode: bool = flag("The highest face on a first roll adds one more die, once")

    def check(self) -> None:
        if both := set(self.always) & set(self.never):
            raise refused("never", f"the natural {min(both)} cannot both always and never succeed")

    def idle(self) -> Mapping[str, str]:
        reasons: dict[str, str] = {}
        if self.tier_step == 0:
            reasons["tiers"] = "tier_step is 0, so each success is one hit"
        if self.reroll_dice == 0:
            reasons["reroll_what"] = "reroll_dice is 0"
        return reasons

    def score(self, natural: int) -> int:
        """The hits of one natural."""
        above = natural + self.modifier - self.target
        if natural in self.never or (above < 0 and natural not in self.always):
            return 0
        steps = above // self.tier_step if self.tier_step else 0
        return max(1, min(self.tiers, 1 + steps))

    def die_roll(self, name: str, apart: bool) -> Roll:
        """A die of the pool by its hits, its highest face apart from the others where that matters."""
        held: dict[int | str, list[int]] = {}
        for natural in range(1, self.die + 1):
            band = TOP if apart and natural == self.die else self.score(natural)
            held.setdefault(band, []).append(natural)
        bands = {band: len(found) for band, found in held.items()}
        needs = {band: f"{ranges(found)} on d{self.die}" for band, found in held.items()}
        return Roll(name, self.die, bands, f"d{self.die}", needs)

    def play(self) -> Mapping[str, Played]:
        first = self.die_roll("Die of the pool", self.explode)
        again = self.die_roll("Die rolled again", False)
        extra = {TOP: self.die_roll("Die added", False)} if self.explode else {}
        worth: dict[int | str, int] = {band: self.score(self.die) if band == TOP else int(band) for band in first.bands}
        failures = self.reroll_what == "failures"
        order = sorted((band for band in worth if (worth[band] == 0) == failures), key=lambda band: -worth[band])
        hits = LimitedRerolls(first, self.count, self.reroll_dice, tuple(order), worth, again, extra)
        return {"hits": hits, "none": hits.among(0)}
