"""Rolls against a target number: equal or under, equal or over, and their bands.

The bands are success and failure; `critical` and `fumble` are bands of their own where a rule has them. Counts of
faces are clamps of the target, so a target may be an integer or a free characteristic.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from probcalc.exact.budget.requirements import require_writable
from probcalc.exact.errors import WrongValue
from probcalc.exact.tree.counting import Count, clamp, minimum
from probcalc.exact.tree.die import Die, plain, recipe_with, with_recipe
from probcalc.exact.tree.steps import NamedSum, Recipe, Roll


class FacesInWords(Mapping[Any, str]):
    """Which faces of a die fall in each band, in words, for bands that follow each other along the die.

    The bands are listed from the lowest faces up, or from the highest down. Words are made when they are asked for;
    where a number of faces is not known yet there are none.

    >>> FacesInWords({"success": 9, "failure": 11}, "d20")["failure"]
    '10 to 20 on d20'
    """

    __slots__ = ("_bands", "_die", "_from_high", "_lowest")

    def __init__(self, bands: Mapping[Any, Count], die: str, from_high: bool = False, lowest: int = 1) -> None:
        self._bands, self._die, self._from_high, self._lowest = bands, die, from_high, lowest

    def __getitem__(self, band: Any) -> str:
        if band not in self:
            raise KeyError(band)
        ranges = self.ranges(band)
        if not ranges:
            return "no face"
        first, last = ranges[0]
        return f"{first} on {self._die}" if first == last else f"{first} to {last} on {self._die}"

    @property
    def succeeds_low(self) -> bool:
        """Whether the lowest faces are the ones that succeed."""
        return not self._from_high and "success" in self._bands

    def ranges(self, band: Any) -> tuple[tuple[int, int], ...]:
        """The first and the last face of a band; none where it holds no face.

        >>> FacesInWords({"success": 9, "failure": 11}, "d20").ranges("failure")
        ((10, 20),)
        """
        before = 0
        for name, faces in self._bands.items():
            if name == band:
                break
            before += faces
        count: Any = self._bands[band]
        if not count:
            return ()
        first = self._lowest + (sum(self._bands.values()) - before - count if self._from_high else before)
        return ((first, first + count - 1),)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._bands) if len(self) else iter(())

    def __contains__(self, band: object) -> bool:
        return len(self) > 0 and band in self._bands

    def __len__(self) -> int:
        return len(self._bands) if all(isinstance(faces, int) for faces in self._bands.values()) else 0

    def __repr__(self) -> str:
        return repr(dict(self))


def banded(
    name: str,
    die: int | Die,
    bands: Mapping[Any, Count],
    target: Count | NamedSum | None = None,
    *,
    from_high: bool = False,
    rule: str = "",
    by: str = "",
    recipe: Recipe | None = None,
) -> Roll:
    """One die whose bands follow each other: from the lowest results up, or from the highest down.

    `bands` says how many results in a row each holds, `by` who rolls, `recipe` how the roll is made with another die.

    >>> roll = banded("Test", 20, {"perfect": 1, "success": 1, "failure": 17, "fumble": 1})
    >>> dict(roll.needs)
    {'perfect': '1 on d20', 'success': '2 on d20', 'failure': '3 to 19 on d20', 'fumble': '20 on d20'}
    >>> dict(banded("Attack", 6, {"critical": 1, "hit": 2, "miss": 3}, from_high=True).needs)
    {'critical': '6 on d6', 'hit': '4 to 5 on d6', 'miss': '1 to 3 on d6'}

    Raises:
        ValueError: when the bands do not hold every face once.
    """
    if not isinstance(die, Die):
        die = plain(die)
    total = target if isinstance(target, NamedSum) else None
    needs = FacesInWords(bands, die.name, from_high, die.lowest)
    counts = bands if die.is_even else _on_faces(die, bands, from_high)
    return Roll(name, die.total, counts, die.name, needs, total, rule, recipe, by)


def _on_faces(die: Die, bands: Mapping[Any, Count], from_high: bool) -> dict[Any, Count]:
    """The faces of bands that hold so many results in a row each."""
    counts: dict[Any, Count] = {}
    before: Count = 0
    for band, results in reversed(list(bands.items())) if from_high else bands.items():
        counts[band] = die.faces(before, results)
        before = before + results
    if before != die.results:
        raise WrongValue(f"the bands hold {before} of {die.results} results of {die.name}")
    return {band: counts[band] for band in bands}


def _succeeding(
    sides: int, success: Count, always: int, never: int, critical: Count | None, fumble: bool
) -> dict[str, Count]:
    """The bands of a roll from its best results to its worst, when so many results succeed."""
    success = clamp(success, always, sides - never)
    best = minimum(critical, success) if critical is not None else 0
    worst = never if fumble else 0
    bands: dict[str, Count] = {}
    if critical is not None:
        bands["critical"] = best
    bands["success"] = success - best
    bands["failure"] = sides - worst - success
    if fumble:
        bands["fumble"] = worst
    return bands


def roll_under(
    name: str,
    die: int | Die,
    target: Count | NamedSum,
    *,
    always: int = 0,
    never: int = 0,
    critical: Count | None = None,
    fumble: bool = False,
    rule: str = "",
    by: str = "",
) -> Roll:
    """One die that succeeds on the target number or less: clamp(target, always, sides - never) faces.

    `always` lowest faces succeed and `never` highest faces fail whatever the target. With `critical` the success
    faces up to it are a band of their own, with `fumble` the `never` faces are. `by` is who rolls.

    >>> roll_under("Hit", 20, 9, always=1, never=1, critical=2, fumble=True).bands
    {'critical': 2, 'success': 7, 'failure': 10, 'fumble': 1}
    """
    if not isinstance(die, Die):
        die = plain(die)
    make = partial(_against_target, name, target, 0, False, always, never, critical, fumble, rule, by)
    return make(die, recipe_with(die, make))


def roll_over(
    name: str,
    die: int | Die,
    target: Count | NamedSum,
    *,
    bonus: Count = 0,
    always: int = 0,
    never: int = 0,
    critical: Count | None = None,
    fumble: bool = False,
    rule: str = "",
    by: str = "",
) -> Roll:
    """One die that succeeds when face + bonus reaches the target.

    The successful faces are clamp(sides + 1 - target + bonus, always, sides - never): the `always` highest faces
    succeed and the `never` lowest ones fail whatever the target. With `critical` so many of the highest faces are a
    band of their own as far as they succeed, with `fumble` the `never` faces are.

    >>> roll_over("Hit", 6, 4, bonus=1, always=1, never=1).bands
    {'success': 4, 'failure': 2}
    >>> roll_over("Hit", 6, 4, always=1, never=1, critical=1, fumble=True).bands
    {'critical': 1, 'success': 2, 'failure': 2, 'fumble': 1}
    """
    if not isinstance(die, Die):
        die = plain(die)
    make = partial(_against_target, name, target, bonus, True, always, never, critical, fumble, rule, by)
    return make(die, recipe_with(die, make))


def _against_target(
    name: str,
    target: Count | NamedSum,
    bonus: Count,
    from_high: bool,
    always: int,
    never: int,
    critical: Count | None,
    fumble: bool,
    rule: str,
    by: str,
    die: Die,
    recipe: Recipe | None = None,
) -> Roll:
    """One die that succeeds from its highest results down, or from its lowest up."""
    number = target.value if isinstance(target, NamedSum) else target
    if from_high:
        success, best, worst = die.over(number) + bonus, die.high_end, die.low_end
    else:
        success, best, worst = die.under(number), die.low_end, die.high_end
    bands = _succeeding(die.results, success, always * best, never * worst, critical, fumble)
    return banded(name, die, bands, target, from_high=from_high, rule=rule, by=by, recipe=recipe)


def faces(name: str, sides: int, *, target: NamedSum | None = None, rule: str = "", by: str = "") -> Roll:
    """One die read by its face: outcomes 1 to sides.

    >>> faces("Scatter", 6).bands[6]
    1

    Raises:
        ValueError: when there is no face.
        TooLarge: when there are more than a million.
    """
    require_writable(name, sides)

    def on(die: Die) -> Roll:
        by_result = die.by_result()
        return Roll(name, sum(by_result.values()), by_result, die.name, target=target, rule=rule, by=by)

    return with_recipe(on(plain(sides)), sides, on)


def faces_of(roll: Roll, band: Any) -> tuple[tuple[int, int], ...]:
    """The faces that a band of a roll holds, first and last of each run; empty where they are not known.

    >>> faces_of(roll_over("Hit", 6, 3), "success"), faces_of(faces("Die", 6), 4)
    (((3, 6),), ((4, 4),))
    """
    if isinstance(roll.needs, FacesInWords):
        return roll.needs.ranges(band)
    if not roll.needs and isinstance(band, int) and set(roll.bands.values()) == {1} and roll.dice:
        return ((band, band),)
    return ()
