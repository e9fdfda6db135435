"""One check in the notation as a named roll: its bands, what is rolled again, and what its successes are worth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any, TypeAlias

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.dice.endless_dice import explode
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.endless import EndlessLaw
from probcalc.exact.numbers.numerals import ranges_words
from probcalc.exact.pools.limited_rerolls import LimitedRerolls
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.steps import Constant, Known, NamedSum, Repeated, Roll, Then, Tree
from probcalc.notation.errors import NotationError
from probcalc.notation.nodes import Check
from probcalc.notation.operators import COMPARISONS
from probcalc.scenarios.both_sides import BANDS

AGAIN = "rolled again"
COMPARE = {sign: each.holds for sign, each in COMPARISONS.items()}

Band: TypeAlias = "str | tuple[str, str]"


@dataclass(frozen=True)
class Checked:
    """So many independent copies of a roll, each held against the target.

    Attributes:
        check: what is asked of each.
        natural: the roll before numbers are added.
        bonus: the numbers added.
        dice: the roll as it is written.
        count: how many copies there are.
        name: what the roll is called.
    """

    check: Check
    natural: Tree
    bonus: int
    dice: str
    count: int
    name: str

    def _law(self, tree: Tree) -> Distribution:
        return LawReader().distribution(tree)

    def _weights(self, tree: Tree) -> tuple[Mapping[Any, Any], Any]:
        """The naturals of a roll from the lowest; the faces of a plain die are at hand."""
        if isinstance(tree, Roll) and list(tree.bands.items()) == [(face, 1) for face in range(1, tree.total + 1)]:
            return tree.bands, tree.total
        law = self._law(tree)
        return law.weights, law.total

    def band(self, natural: int) -> str:
        """The band of a natural: critical, success, failure or fumble."""
        check = self.check
        # Most checks name no faces, and this is asked of each face.
        if check.never.spans and natural in check.never:
            succeeds = False
        else:
            succeeds = COMPARE[check.compare](natural + self.bonus, check.target)
            succeeds = succeeds or (bool(check.always.spans) and natural in check.always)
        if succeeds:
            return "critical" if check.critical.spans and natural in check.critical else "success"
        return "fumble" if check.fumble.spans and natural in check.fumble else "failure"

    def _is_rolled_again(self, natural: int) -> bool:
        again = self.check.again
        if again is None or again.most is not None:
            return False
        if again.what == "naturals":
            return natural in again.naturals
        return (self.band(natural) in ("failure", "fumble")) == (again.what == "failures")

    def _explodes(self, natural: int) -> bool:
        explosion = self.check.explosion
        assert explosion is not None
        return natural in explosion.on if explosion.on is not None else natural == self._top

    @cached_property
    def _top(self) -> int:
        return int(max(self._law(self.natural)))

    def roll(self, first: bool) -> Roll:
        """The roll by bands; on the first roll those that are rolled again stand apart."""
        weights, total = self._weights(self.natural)
        held: dict[Any, list[int]] = {}
        again, explodes = first and self.check.again is not None, self.check.explosion is not None
        for natural in weights:
            band: Band = AGAIN if again and self._is_rolled_again(natural) else self.band(natural)
            if explodes and band != AGAIN and self._explodes(natural):
                band = (str(band), "explodes")
            held.setdefault(band, []).append(natural)
        order = [band for band in (*BANDS, *((b, "explodes") for b in BANDS), AGAIN) if band in held]
        bands = {band: sum(weights[natural] for natural in held[band]) for band in order}
        needs = {band: f"{ranges_words(held[band])} on {self.dice}" for band in order}
        name = self.name if first or self.check.again is None else f"{self.name}, second roll"
        return Roll(name, total, bands, self.dice, needs, self._against())

    def _against(self) -> NamedSum | None:
        """The number that the roll is held against, by its parts."""
        return NamedSum(("target", self.check.target), *((("added to the roll", -self.bonus),) if self.bonus else ()))

    @cached_property
    def single(self) -> Tree:
        """One copy after its re-roll, by band; a band that explodes is a pair."""
        again = self.check.again
        if again is None or again.most is not None:
            return self.roll(first=True)
        second = self.roll(first=False)
        return Then(self.roll(first=True), lambda band: second if band == AGAIN else band)

    def worth(self, after: Tree | None) -> Tree:
        """The successes of all copies, each worth 1 or what comes after it."""
        worth = {band: self._worth_of(band, after) for band in BANDS}
        one: Tree = Then(self.single, worth.__getitem__)
        if self.check.explosion is not None:
            if self.check.explosion.most is None:
                return Known(cap_law(self.endless(), self.check.explosion.cap), self.dice)
            one = self._exploding(worth)
        again = self.check.again
        if again is None or again.most is None:
            return Repeated(one, self.count) if self.count != 1 else one
        order = [band for band in self._order(again.what) if band in self._law(self.single)]
        second = Then(self.roll(first=False), worth.__getitem__)
        return LimitedRerolls(self.single, self.count, again.most, tuple(order), worth, second)

    def endless(self) -> Distribution:
        """The successes of all copies that explode without end.

        Raises:
            NotationError: when that never ends, or takes successes away.
        """
        check = self.check
        assert check.explosion is not None
        counts = self.counts
        with endings_refused(check.explosion.at):
            law = self._law(self.single)
            one = explode(law, _earns_another, worth=lambda band: counts[band[0] if _earns_another(band) else band])
        return self.count @ one

    def _order(self, what: str) -> list[str]:
        """The bands that a limited number of re-rolls takes: the worst failures, or the best successes, first."""
        check = self.check
        if what == "failures":
            return ["failure", "fumble"] if check.fumble_counts > 0 else ["fumble", "failure"]
        return ["success", "critical"] if check.critical_counts < 1 else ["critical", "success"]

    @property
    def counts(self) -> dict[str, int]:
        """What each band counts."""
        check = self.check
        return {"critical": check.critical_counts, "success": 1, "failure": 0, "fumble": check.fumble_counts}

    def _worth_of(self, band: str, after: Tree | None) -> Any:
        counts = self.counts[band]
        if after is None or counts == 0:
            return counts
        return after if counts == 1 else Repeated(after, counts)

    def _exploding(self, worth: dict[str, Any]) -> Tree:
        explosion = self.check.explosion
        assert explosion is not None
        assert explosion.most is not None

        def with_another(another: Tree, _: int) -> Tree:
            return Then(self.single, lambda band: another + worth[band[0]] if _earns_another(band) else worth[band])

        nothing: Tree = Constant(0)
        return reduce(with_another, range(explosion.most + 1), nothing)


@contextmanager
def endings_refused(at: int) -> Iterator[None]:
    """Refuse what never ends within this block, at the place given.

    Raises:
        NotationError: with the reason.
    """
    try:
        yield
    except TooLarge:
        raise
    except ValueError as error:
        raise NotationError(str(error), at) from None


def cap_law(law: Distribution, cap: int | None) -> Distribution:
    """A law up to a number, where one is given and it has no end."""
    return law.capped(cap) if isinstance(law, EndlessLaw) and cap is not None else law


def _earns_another(band: Band) -> bool:
    return isinstance(band, tuple)
