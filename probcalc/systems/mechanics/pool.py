"""mechanics.pool: many dice, hits by tiers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import ClassVar, Literal

from probcalc.exact.pools.limited_rerolls import LimitedRerolls
from probcalc.exact.tree.counting import Count, clamp
from probcalc.exact.tree.steps import Roll, Tree
from probcalc.scenarios.decisions import Advising, Best, Plan
from probcalc.scenarios.fields import choice, flag, integer
from probcalc.scenarios.parties import NOBODY, Party, verbatim
from probcalc.scenarios.scenario import Played, Result, Scenario, refused
from probcalc.systems.mechanics.dice_fields import naturals, unseen
from probcalc.systems.mechanics.roll import NaturalsInWords
from probcalc.systems.mechanics.single_rerolls import MOST_REROLLS, SIDE, require_few, reroll_singly

TOP = "highest face"


class Pool(Scenario):
    """How many hits does a pool of dice score?

    A die scores one hit at the target, and one more for each full step above it, up to the tiers.
    """

    id: ClassVar[str] = "mechanics.pool"
    title: ClassVar[str] = "Dice pool"
    headline: ClassVar[str] = "hits"
    costly: ClassVar[str] = "count"
    results: ClassVar[tuple[Result, ...]] = (
        Result("hits", "Hits", better="more", unit="hits", says="[the pool] scores|score {amount}"),
        Result("none", "No hit at all", better="less", says="[the pool] scores|score no hit at all"),
    )

    advising: ClassVar[Advising | None] = Advising(
        ("hits", "none"),
        {SIDE: ("reroll_dice", "reroll_what")},
        "re-roll points",
        costly="count",
        wants={SIDE: ("hits", "least none")},
    )

    die: int = integer(6, 2, 100, "Faces of each die", role="setting")
    modifier: int = integer(0, -100, 100, "Added to each die", role="modifier")
    always: list[int] = naturals((), "Naturals that score at least one hit whatever the target")
    never: list[int] = naturals((), "Naturals that never score")
    count: int = integer(10, 0, 200, "Dice in the pool", role="setting", varied=1)
    target: int = integer(4, -100, 200, "Target number")
    tier_step: int = integer(0, 0, 100, "A further hit for each such step above the target; 0 for one hit only")
    tiers: int = integer(1, 1, 10, "Most hits of one die")
    reroll_dice: int = integer(0, 0, 200, "Dice that may be rolled again once", label="Re-roll dice", role="modifier")
    reroll_what: Literal["failures", "successes"] = choice(
        "failures",
        "Which dice are rolled again",
        label="Re-roll which",
        labels=("failures", "successes, the best first"),
    )
    explode: bool = flag("The highest face on a first roll adds one more die, once")

    def parties(self, called: Mapping[str, str] = NOBODY) -> Sequence[Party]:
        return (verbatim("pool", "the pool", f"{self.count}d{self.die}"),)

    def check(self) -> None:
        if both := set(self.always) & set(self.never):
            raise refused("never", f"the natural {min(both)} cannot both always and never succeed")

    def idle(self) -> Mapping[str, str]:
        reasons = unseen(("always", "never"), self, self.die)
        if self.tier_step == 0:
            reasons["tiers"] = "tier_step is 0, so each success is one hit"
        if self.tiers == 1:
            reasons["tier_step"] = "tiers is 1, so each success is one hit"
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

    def _scoring(self, naturals: range, hits: int) -> Count:
        """How many of some neighbouring naturals score so many hits or more."""
        if hits == 0:
            return len(naturals)
        if naturals[0] in self.never:
            return 0
        if naturals[0] in self.always and hits == 1:
            return len(naturals)
        least = self.target + (hits - 1) * self.tier_step
        return clamp(naturals[-1] + 1 + self.modifier - least, 0, len(naturals))

    def _runs(self, apart: bool) -> list[range]:
        """The naturals in runs that the lists treat alike, without the highest face where it stands apart."""
        found: list[range] = []
        for natural in range(1, self.die + 1 - apart):
            alone = natural in self.always or natural in self.never
            joined = found and not alone and found[-1][0] not in self.always and found[-1][0] not in self.never
            if joined:
                found[-1] = range(found[-1][0], natural + 1)
            else:
                found.append(range(natural, natural + 1))
        return found

    def die_roll(self, name: str, apart: bool) -> Roll:
        """A die of the pool by its hits, its highest face apart from the others where that matters."""
        runs, most = self._runs(apart), self.tiers if self.tier_step else 1
        scoring = [*(sum(self._scoring(run, hits) for run in runs) for hits in range(most + 1)), 0]
        bands: dict[int | str, Count] = {hits: scoring[hits] - scoring[hits + 1] for hits in range(most + 1)}
        bands = {hits: count for hits, count in bands.items() if not (isinstance(count, int) and count == 0)}
        if apart:
            bands[TOP] = 1
        needs = NaturalsInWords(bands, partial(self._naturals, apart), f" on d{self.die}")
        return Roll(name, self.die, bands, f"d{self.die}", needs)

    def _naturals(self, apart: bool) -> dict[int | str, list[int]]:
        """The naturals of each band."""
        held: dict[int | str, list[int]] = {}
        for natural in range(1, self.die + 1):
            held.setdefault(TOP if apart and natural == self.die else self.score(natural), []).append(natural)
        return held

    def worth(self, first: Roll) -> dict[int | str, int]:
        """The hits of each band of a die."""
        return {band: self.score(self.die) if band == TOP else int(band) for band in first.bands}

    def extra(self) -> dict[int | str, Roll]:
        """The die that the highest face adds."""
        return {TOP: self.die_roll("Die added", False)} if self.explode else {}

    def play(self) -> Mapping[str, Played]:
        hits = self.hits()
        return {"hits": hits, "none": hits.among(0)}

    def hits(self) -> Tree:
        """The hits of all dice; which are rolled again is decided one by one, or as the parameters say."""
        first = self.die_roll("Die of the pool", self.explode)
        again = self.die_roll("Die rolled again", False)
        worth = self.worth(first)
        if self.is_open(SIDE):
            return reroll_singly(first, self.count, worth, again, called=words_for_hits, beside=self.extra())
        failures = self.reroll_what == "failures"
        order = sorted((band for band in worth if (worth[band] == 0) == failures), key=lambda band: -worth[band])
        pool = LimitedRerolls(first, self.count, self.reroll_dice, tuple(order), worth, again, self.extra())
        return pool if self.reroll_dice else pool.each()

    def check_advice(self, mean: bool, points: int) -> None:
        worth = self.worth(self.die_roll("Die of the pool", self.explode))
        require_few(self.count, worth, self.extra(), mean=mean, points=points)

    def plans(self, side: str, opponent: str, best: Best) -> Iterable[Plan]:
        yield Plan("Roll nothing again", {"reroll_dice": 0})
        for dice in range(1, min(MOST_REROLLS, self.count) + 1):
            for what in ("failures", "successes"):
                values = {"reroll_dice": dice, "reroll_what": what}
                again = f"up to {dice} {what}" if dice > 1 else "one failure" if what == "failures" else "one success"
                yield Plan(f"Roll {again} again", values, dice)


def words_for_hits(hits: int) -> tuple[str, str]:
    """What a player calls a die with so many hits, and several of them."""
    if hits == 0:
        return "a failure", "failures"
    words = f"{hits} hit{'s' if hits > 1 else ''}"
    return f"a die with {words}", f"dice with {words}"
