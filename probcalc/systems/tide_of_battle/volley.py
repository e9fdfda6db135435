"""The volley: dice to hit, a die to injure for every hit, healers, deflection, hit points.

All attacks of the game end in it. Everything is one tree for one die, repeated; only healers look at the whole pool.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from probcalc.exact.pools.limited_rerolls import LimitedRerolls
from probcalc.exact.tree.steps import Choice, Constant, Event, Roll, Tree
from probcalc.scenarios.scenario import refused
from probcalc.systems.tide_of_battle.healing import heal
from probcalc.systems.tide_of_battle.losses import Struck

RerollOrder: TypeAlias = Literal["poison_then_healers", "healers_first"]
Timing: TypeAlias = Literal["after_injure_per_wound", "before_injure", "after_injure_per_hp"]
CritScope: TypeAlias = Literal["all_targets", "multi_hp_only"]

MOST_STEPS = 40_000_000
_HEALING = 15
_NOTHING = Constant("failure")


def injury_points(
    hit_points: int, *, per_injury: int = 1, vulnerable: bool = False, doubled: bool = False
) -> dict[str, int]:
    """The hit points that one injury costs, by kind; a critical costs models with several hit points 2.

    >>> injury_points(3, vulnerable=True)
    {'success': 2, 'critical': 3}
    """
    critical = max(per_injury, 2) if hit_points > 1 else per_injury
    factor, more = 2 if doubled else 1, 1 if vulnerable else 0
    return {"success": (per_injury + more) * factor, "critical": (critical + more) * factor}


def _add_plan(plan: str) -> Callable[[int], tuple[str, int]]:
    return lambda lost: (plan, lost)


def _plan_of(outcome: tuple[str, int]) -> str:
    return outcome[0]


def _fewest_hit_points(outcome: tuple[str, int]) -> int:
    return -outcome[1]


@dataclass(frozen=True)
class Volley:
    """One volley at one unit.

    Attributes:
        dice: how many dice roll to hit, or models that may be hit.
        hit: one of them, "success" for a hit.
        injure: the roll to injure of one hit: "critical", "success" or "failure".
        deflection: the Deflection save of one injury; None when none is allowed.
        points: the hit points that one injury costs, by kind.
        is_harmless: whether no hit can harm the target at all.
        poisoned, healers: whether failed, and up to `healed_at_most` successful, rolls to injure are rolled again.
        critical_deflected: whether a critical allows a save like any injury.
    """

    dice: int
    hit: Tree
    injure: Roll
    deflection: Tree | None
    points: Mapping[str, int]
    is_harmless: bool = False
    poisoned: bool = False
    healers: bool = False
    healed_at_most: int = 6
    critical_deflected: bool = True
    reroll_order: RerollOrder = "poison_then_healers"
    timing: Timing = "after_injure_per_wound"

    @cached_property
    def injury(self) -> Tree:
        """The roll to injure of one hit after a poison re-roll, before healers."""
        if self.is_harmless:
            return _NOTHING
        if not self.poisoned:
            return self.injure
        return self.injure.then({"critical": "critical", "success": "success", "failure": self.injure})

    def cost(self, kind: str) -> Tree:
        """The hit points that one injury of a kind costs once no die to injure is rolled any more."""
        points = self.points[kind]
        allowed = self.timing != "before_injure" and (kind != "critical" or self.critical_deflected)
        if self.deflection is None or not allowed:
            return Constant(points)
        unsaved = self.deflection.count("failure")
        if self.timing == "after_injure_per_hp":
            return unsaved.times(points)
        return unsaved.map(lambda lost: points * lost)

    def one_die(self, injured: Tree) -> Tree:
        """What one die ends in: "nothing" for a miss, or for a hit that was saved before, else the roll to injure."""
        if self.timing == "before_injure" and self.deflection is not None:
            injured = self.deflection.then(success="nothing", failure=injured)
        return self.hit.then(success=injured, failure="nothing")

    @cached_property
    def loss(self) -> Tree:
        """The hit points that the whole volley costs, not capped."""
        return self.loss_of_dice(self.dice)

    @cached_property
    def worth(self) -> dict[str, Tree]:
        """What a die of each kind costs as it lies, when no die is rolled again."""
        return {
            "critical": self.cost("critical"),
            "success": self.cost("success"),
            "failure": Constant(0),
            "nothing": Constant(0),
        }

    @cached_property
    def once(self) -> Tree:
        """What a die costs that is rolled to injure once more."""
        return self.injure.then({kind: self.worth[kind] for kind in ("critical", "success", "failure")})

    @property
    def has_late_poison(self) -> bool:
        """Whether poison rolls failures again after the healers."""
        return self.poisoned and self.reroll_order == "healers_first"

    def before_healers(self) -> Tree:
        """What one die ends in when the healers see it."""
        return self.one_die(self.injure if self.reroll_order == "healers_first" else self.injury)

    @property
    def heals(self) -> bool:
        """Whether the healers have anything to do."""
        return self.healers and not self.is_harmless

    def open_to_healers(self) -> Tree:
        """The hit points that the whole volley costs, the injuries that are rolled again left to decide."""
        if not self.heals:
            return self.loss
        widest = max(self.points.values())
        die = self.before_healers()
        late = self.has_late_poison
        return heal(die, self.dice, self.worth, self.once, self.healed_at_most, late=late, widest=widest)

    def loss_of_dice(self, dice: int) -> Tree:
        """The hit points that so many dice cost."""
        rolled, once = self.worth, self.once
        if not self.heals:
            return self.one_die(self.injury).then(rolled).times(dice)
        worth = {**rolled, "failure": once} if self.has_late_poison else rolled
        die = self.before_healers()

        def pool(*order: str) -> Tree:
            return LimitedRerolls(die, dice, self.healed_at_most, order, worth, once)

        if "critical" not in self.injure.bands:
            # The roll that replaces an injury costs no more than the injury does, so all are rolled again.
            return pool("success")
        # A critical never costs less than the roll that replaces it; a plain injury may, when that can be critical.
        plan = Choice(
            "Healers: a plain injury",
            {"stands": rolled["success"].map(_add_plan("stands")), "rolled again": once.map(_add_plan("rolled again"))},
            "best",
            _fewest_hit_points,
        )
        pools = {"stands": pool("critical"), "rolled again": pool("critical", "success")}
        return plan.map(_plan_of).then(pools)

    def healing_steps(self, dice: int) -> int:
        """About how many steps healers take: rows of products, on numbers that grow by some bits with every die."""
        if not self.heals:
            return 0
        width = max(self.points.values()) if "critical" in self.injure.bands else 1
        more = 17 if self.has_late_poison else 12
        return _HEALING * self.healed_at_most * width * dice * width * (1024 + dice * more) // 1024

    def require_affordable(self, parameter: str, struck: Struck, *, regenerating: bool) -> None:
        """Refuse a volley that would take longer than about a second; the parameter is what sets the dice.

        Raises:
            InputError: naming the parameter, the estimate and the bound.
        """
        steps = {"healers": self.healing_steps(self.dice)}
        if regenerating and not self.is_harmless:
            steps["regeneration"] = struck.regeneration_steps(self.dice, max(self.points.values()))
        require_few(parameter, " and ".join(name for name, some in steps.items() if some), sum(steps.values()))

    def results(self) -> dict[str, Event]:
        """The chances of the single dice."""
        saved = self.deflection if self.deflection is not None else _NOTHING
        return {
            "hit": self.hit.among("success"),
            "injure": self.injury.among("critical", "success"),
            "unsaved": saved.among("failure"),
        }


def require_few(parameter: str, what: str, steps: int) -> None:
    """Refuse more steps for healers or regeneration than take about a second.

    Raises:
        InputError: naming the parameter, the estimate and the bound.
    """
    if steps > MOST_STEPS:
        raise refused(
            parameter,
            f"too large with {what}: about {steps:,} steps (limit {MOST_STEPS:,}); use fewer dice or a smaller target",
        )
