"""Dice of which one natural is kept: the fields of several scenarios, its law, and how it is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias

from probcalc.exact.dice.dice import best_of, d, worst_of
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.tree.counting import Count
from probcalc.exact.tree.steps import Known, Tree
from probcalc.scenarios.fields import Section, choice, integer, integers

Keep: TypeAlias = Literal["sum", "best", "worst"]
_KEEP_LABELS = ("their sum", "the best die", "the worst die")


def naturals(default: tuple[int, ...], help: str) -> Any:
    """A list of naturals."""
    return integers(default, 1, 1000, 0, 20, help, role="setting")


def natural_law(die: int, dice: int, keep: Keep) -> Distribution:
    """The law of the natural that is kept of the dice."""
    if keep == "sum":
        return dice @ d(die)
    return best_of(dice, d(die)) if keep == "best" else worst_of(dice, d(die))


def unseen(names: Iterable[str], listed: Section, die: int, dice: int = 1, keep: Keep = "sum") -> dict[str, str]:
    """The lists of naturals none of which these dice can show, each with the reason."""
    low, high = (dice, dice * die) if keep == "sum" else (1, die)
    reason = f"{dice_text(die, dice, keep)} shows {low} to {high} only"
    given = {name: getattr(listed, name) for name in names}
    return {
        name: reason
        for name, values in given.items()
        # An empty list is not idle: one natural in it would count.
        if values and not any(low <= natural <= high for natural in values)
    }


def dice_text(die: int, dice: int, keep: Keep) -> str:
    """The dice in the usual notation."""
    text = f"{dice if dice > 1 else ''}d{die}"
    return text if dice == 1 or keep == "sum" else f"{keep} of {text}"


def rolled_text(die: int, dice: int, keep: Keep, modifier: Count = 0) -> str:
    """The dice with what is added to them; what is left free is not said.

    >>> rolled_text(6, 2, "sum", -1), rolled_text(20, 1, "sum")
    ('2d6 - 1', 'd20')
    """
    if not isinstance(modifier, int):
        return dice_text(die, dice, keep)
    added = f" {'-' if modifier < 0 else '+'} {abs(modifier)}" if modifier else ""
    return f"{dice_text(die, dice, keep)}{added}"


class DiceFields(Section):
    """Dice, what is kept of them, and what is added."""

    die: int = integer(6, 2, 100, "Faces of each die", role="setting")
    dice: int = integer(1, 1, 10, "Dice rolled", role="setting", varied=2)
    keep: Keep = choice("sum", "What is kept of the dice", role="setting", labels=_KEEP_LABELS)
    modifier: int = integer(0, -100, 100, "Added to the result, or to the target when rolling under", role="modifier")

    def idle(self) -> Mapping[str, str]:
        return {"keep": "there is one die"} if self.dice == 1 else {}

    def natural(self) -> Distribution:
        """The law of the natural."""
        return natural_law(self.die, self.dice, self.keep)


def natural_step(law: Distribution) -> Tree:
    """The natural itself as a step."""
    return Known(law, "Natural")
