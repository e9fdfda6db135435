"""What an allocation is for: targets or points removed, all of them, so many, one of them, or losses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product

from probcalc.analysis.allocation.said import Target
from probcalc.analysis.numbers.measure import read_number
from probcalc.exact.arguments import require_several
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.given_values import brief_value

AIMS = ("targets", "points", "all", "targets >= N", "target = NAME", "losses")


@dataclass(frozen=True, slots=True)
class AllocationAim:
    """The expected sum over the targets of what each is worth, or the chance that `least` or more are removed.

    Attributes:
        text: the aim as it was said.
        worth: what the removal of each target is worth, where the sum is meant.
        losses: whether what is lost counts, whether it removes the target or not.
        least: how many are to be removed, 0 where a sum is meant.
    """

    text: str
    worth: tuple[int, ...]
    losses: bool = False
    least: int = 0

    @property
    def is_chance(self) -> bool:
        """Whether the value is a chance, and no mean."""
        return self.least > 0 or self.text.startswith("target:")

    def value(self, targets: Sequence[Target], states: Sequence[int]) -> int:
        """What the targets' states are worth in the end."""
        if self.losses:
            return sum(state - target.start for target, state in zip(targets, states, strict=True))
        removed = [state == target.end for target, state in zip(targets, states, strict=True)]
        if self.least:
            return 1 if sum(removed) >= self.least else 0
        return sum(worth for worth, gone in zip(self.worth, removed, strict=True) if gone)

    def values(self, targets: Sequence[Target]) -> list[int]:
        """The worth of every combination of states, the last target's state varying fastest."""
        return [self.value(targets, states) for states in product(*(range(target.states) for target in targets))]

    def of_chances(self, each: Sequence[Fraction]) -> Fraction:
        """The value when the targets are independent: of each its chance to be removed, or its mean losses."""
        each = list(require_several("the chances", each))
        if not self.least:
            return sum((worth * value for worth, value in zip(self.worth, each, strict=True)), Fraction(0))
        tails, total = start_of_tails(self.least), 1
        for chance in each:
            tails = after_chance(tails, chance.numerator, chance.denominator)
            total *= chance.denominator
        return Fraction(tails[-1], total)


Tails = tuple[int, ...]
"""The chances that 0, 1, ..., k or more are removed, over a total; the first is the total."""


def start_of_tails(least: int) -> Tails:
    """Nothing is removed yet."""
    return (1, *(0,) * least)


def after_chance(tails: Tails, chance: int, total: int) -> Tails:
    """The chances with one target more, removed with the chance over the total."""
    stays = total - chance
    return (total * tails[0], *(stays * above + chance * below for below, above in pairwise(tails)))


def aim_of(text: object, targets: Sequence[Target]) -> AllocationAim:
    """The aim that is said.

    Raises:
        InputError: naming aim, points, losses, or the target that does not exist.
    """
    if not isinstance(text, str):
        raise InputError(f"aim is one of {', '.join(AIMS)}, not {brief_value(text)}", "aim")
    text = _aim_text(text)
    ones = (1,) * len(targets)
    kind, colon, rest = text.partition(":")
    if text == "targets":
        return AllocationAim(text, ones)
    if text == "points":
        for target in targets:
            if target.points is None:
                raise InputError(
                    f"points: target {target.name} has none, and the aim counts those of every target", "points"
                )
        return AllocationAim(text, tuple(target.points or 0 for target in targets))
    if text == "all":
        return AllocationAim(text, ones, least=len(targets))
    if kind == "at_least" and colon:
        if not rest.isascii() or not rest.isdigit() or len(rest) > 3 or not 1 <= int(rest) <= len(targets):
            raise InputError(
                f"aim: in targets >= N, N is 1 to {len(targets)} here, not {brief_value(rest) or 'nothing'}",
                "aim",
            )
        return AllocationAim(text, ones, least=int(rest))
    if kind == "target" and colon:
        names = [target.name for target in targets]
        if rest not in names:
            raise unknown_name("target", rest, names)
        return AllocationAim(text, tuple(int(name == rest) for name in names))
    if text == "losses":
        units = {target.unit for target in targets}
        if len(units) > 1 or "" in units:
            raise InputError(
                "losses: they are added up where all targets count in one unit, without conditions", "losses"
            )
        return AllocationAim(text, ones, losses=True)
    refusal = unknown_name("aim", text, AIMS)
    raise InputError(f"aim: {refusal}", "aim", refusal.nearest)


def _aim_text(said: str) -> str:
    """The aim of a number as it is written everywhere, "targets >= 2", "target = Champion"; all else as it is."""
    # The name of a target may hold any sign.
    if said.startswith("target:") or not any(sign in said for sign in "<=>"):
        return said
    number = read_number(said)
    if number.result == "targets" and number.at_least is not None:
        return f"at_least:{number.at_least}"
    return f"target:{number.outcome}" if number.result == "target" and number.outcome is not None else said
