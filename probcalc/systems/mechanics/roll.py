"""The roll that all these scenarios share: dice kept as one natural, and its four bands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from probcalc.exact.dice import best_of, d, worst_of
from probcalc.exact.distribution import Distribution
from probcalc.exact.steps import Known, Roll, Total, Tree
from probcalc.scenarios.fields import Section, choice, integer, integers
from probcalc.scenarios.scenario import refused

Keep: TypeAlias = Literal["sum", "best", "worst"]
AGAIN = "rolled again"
BANDS = ("critical", "success", "failure", "fumble")
_KEEP_LABELS = ("their sum", "the best die", "the worst die")


def naturals(default: tuple[int, ...], help: str) -> Any:
    """A list of naturals."""
    return integers(default, 1, 1000, 0, 20, help, role="setting")


def natural_law(die: int, dice: int, keep: Keep) -> Distribution:
    """The law of the natural that is kept of the dice."""
    if keep == "sum":
        return dice @ d(die)
    return best_of(dice, d(die)) if keep == "best" else worst_of(dice, d(die))


def dice_text(die: int, dice: int, keep: Keep) -> str:
    """The dice in the usual notation."""
    text = f"{dice if dice > 1 else ''}d{die}"
    return text if dice == 1 or keep == "sum" else f"{keep} of {text}"


class DiceFields(Section):
    """Dice, what is kept of them, and what is added."""

    die: int = integer(6, 2, 100, "Faces of each die", role="setting")
    dice: int = integer(1, 1, 10, "Dice rolled", role="setting")
    keep: Keep = choice("sum", "What is kept of the dice", role="setting", labels=_KEEP_LABELS)
    modifier: int = integer(0, -100, 100, "Added to the result, or to the target when rolling under", role="modifier")

    def idle(self) -> Mapping[str, str]:
        return {"keep": "there is one die"} if self.dice == 1 else {}

    def natural(self) -> Distribution:
        """The law of the natural."""
        return natural_law(self.die, self.dice, self.keep)


class RollFields(DiceFields):
    """A roll against a target, with automatic results, criticals, fumbles and one re-roll."""

    direction: Literal["over", "under"] = choice(
        "over",
        "Succeeds at the target or more, or at the target or less",
        role="setting",
        labels=("or more", "or less"),
    )
    target: int = integer(4, -100, 1100, "Target number")
    always: list[int] = naturals((), "Naturals that succeed whatever the target")
    never: list[int] = naturals((), "Naturals that fail whatever the target")
    critical: list[int] = naturals((), "Naturals of a success that make it a critical")
    fumble: list[int] = naturals((), "Naturals of a failure that make it a fumble")
    reroll_values: list[int] = naturals((), "Naturals that are rolled again, with reroll = values")
    reroll: Literal["none", "failures", "not_critical", "values"] = choice(
        "none",
        "What is rolled again once",
        labels=("nothing", "failures", "anything but a critical", "the naturals listed"),
    )

    def check(self) -> None:
        if both := set(self.always) & set(self.never):
            raise refused("never", f"the natural {min(both)} cannot both always and never succeed")

    def idle(self) -> Mapping[str, str]:
        unused = {} if self.reroll == "values" else {"reroll_values": "reroll is not values"}
        return {**super().idle(), **unused}

    def band(self, natural: int) -> str:
        """The band of a natural: critical, success, failure or fumble."""
        if natural in self.always or natural in self.never:
            succeeds = natural in self.always
        elif self.direction == "over":
            succeeds = natural + self.modifier >= self.target
        else:
            succeeds = natural <= self.target + self.modifier
        if succeeds:
            return "critical" if natural in self.critical else "success"
        return "fumble" if natural in self.fumble else "failure"

    def rolls_again(self, natural: int) -> bool:
        """Whether a natural of the first roll is rolled again."""
        if self.reroll == "values":
            return natural in self.reroll_values
        band = self.band(natural)
        return (self.reroll == "failures" and band in ("failure", "fumble")) or (
            self.reroll == "not_critical" and band != "critical"
        )

    def rolled(self, name: str) -> Tree:
        """The roll with its re-roll: outcomes critical, success, failure, fumble."""
        law = self.natural()
        second = self._roll(name if self.reroll == "none" else f"{name}, second roll", law, False)
        if self.reroll == "none":
            return second
        return self._roll(name, law, True).then(lambda band: second if band == AGAIN else band)

    def _roll(self, name: str, law: Distribution, first: bool) -> Roll:
        held: dict[str, list[int]] = {band: [] for band in (*BANDS, AGAIN)}
        for natural in law:
            again = first and self.rolls_again(natural)
            held[AGAIN if again else self.band(natural)].append(natural)
        weights = law.weights
        bands = {band: sum(weights[n] for n in found) for band, found in held.items() if found or band in BANDS}
        needs = {band: ranges(found) for band, found in held.items() if found}
        target = Total(("target", self.target), ("modifier", self.modifier if self.direction == "under" else 0))
        return Roll(name, law.total, bands, dice_text(self.die, self.dice, self.keep), needs, target)


def ranges(found: list[int]) -> str:
    """Naturals as ranges: 1, 4 to 6."""
    runs: list[tuple[int, int]] = []
    for natural in found:
        if runs and natural == runs[-1][1] + 1:
            runs[-1] = runs[-1][0], natural
        else:
            runs.append((natural, natural))
    return ", ".join(f"{low}" if low == high else f"{low} to {high}" for low, high in runs)


def natural_step(law: Distribution) -> Tree:
    """The natural itself as a step."""
    return Known(law, "Natural")
