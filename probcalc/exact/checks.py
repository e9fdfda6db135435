"""Rolls against a target number: equal or under, equal or over, and their bands.

The bands are success and failure; `critical` and `fumble` are bands of their own where a rule has them. Counts of
faces are clamps of the target, so a target may be an integer or a free characteristic.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from probcalc.exact.bounds import require_writable
from probcalc.exact.counting import Count, clamp, minimum
from probcalc.exact.steps import NamedSum, Roll


class FacesInWords(Mapping[Any, str]):
    """Which faces of a die fall in each band, in words, for bands that follow each other along the die.

    The bands are listed from the lowest faces up, or from the highest down. Words are made when they are asked for;
    where a number of faces is not known yet there are none.

    >>> FacesInWords({"success": 9, "failure": 11}, "d20")["failure"]
    '10 to 20 on d20'
    """

    __slots__ = ("_bands", "_die", "_from_high")

    def __init__(self, bands: Mapping[Any, Count], die: str, from_high: bool = False) -> None:
        self._bands, self._die, self._from_high = bands, die, from_high

    def __getitem__(self, band: Any) -> str:
        if band not in self:
            raise KeyError(band)
        before = 0
        for name, faces in self._bands.items():
            if name == band:
                break
            before += faces
        count = self._bands[band]
        if not count:
            return "no face"
        first = sum(self._bands.values()) - before - count + 1 if self._from_high else before + 1
        return f"{first} on {self._die}" if count == 1 else f"{first} to {first + count - 1} on {self._die}"

    def __iter__(self) -> Iterator[Any]:
        return iter(self._bands) if len(self) else iter(())

    def __contains__(self, band: object) -> bool:
        return len(self) > 0 and band in self._bands

    def __len__(self) -> int:
        return len(self._bands) if all(isinstance(faces, int) for faces in self._bands.values()) else 0

    def __repr__(self) -> str:
        return repr(dict(self))


def roll_under(
    name: str,
    sides: int,
    target: Count | NamedSum,
    *,
    always: int = 0,
    never: int = 0,
    critical: Count | None = None,
    fumble: bool = False,
    rule: str = "",
) -> Roll:
    """One die that succeeds on the target number or less: clamp(target, always, sides - never) faces.

    `always` lowest faces succeed and `never` highest faces fail whatever the target. With `critical` the success
    faces up to it are a band of their own, with `fumble` the `never` faces are.

    >>> roll_under("Hit", 20, 9, always=1, never=1, critical=2, fumble=True).bands
    {'critical': 2, 'success': 7, 'failure': 10, 'fumble': 1}
    """
    total = target if isinstance(target, NamedSum) else None
    number = target.value if isinstance(target, NamedSum) else target
    success = clamp(number, always, sides - never)
    low = minimum(critical, success) if critical is not None else 0
    high = never if fumble else 0
    bands: dict[str, Count] = {}
    if critical is not None:
        bands["critical"] = low
    bands["success"] = success - low
    bands["failure"] = sides - high - success
    if fumble:
        bands["fumble"] = high
    die = f"d{sides}"
    return Roll(name, sides, bands, die, FacesInWords(bands, die), total, rule)


def roll_over(
    name: str,
    sides: int,
    target: Count | NamedSum,
    *,
    bonus: Count = 0,
    always: int = 0,
    never: int = 0,
    rule: str = "",
) -> Roll:
    """One die that succeeds when face + bonus reaches the target.

    The successful faces are clamp(sides + 1 - target + bonus, always, sides - never): the `always` highest faces
    succeed and the `never` lowest ones fail whatever the target.

    >>> roll_over("Hit", 6, 4, bonus=1, always=1, never=1).bands
    {'success': 4, 'failure': 2}
    """
    total = target if isinstance(target, NamedSum) else None
    number = target.value if isinstance(target, NamedSum) else target
    success = clamp(sides + 1 - number + bonus, always, sides - never)
    bands: dict[str, Count] = {"success": success, "failure": sides - success}
    die = f"d{sides}"
    return Roll(name, sides, bands, die, FacesInWords(bands, die, from_high=True), total, rule)


def faces(name: str, sides: int, *, rule: str = "") -> Roll:
    """One die read by its face: outcomes 1 to sides.

    >>> faces("Scatter", 6).bands[6]
    1

    Raises:
        ValueError: when there is no face.
        TooLarge: when there are more than a million.
    """
    require_writable(name, sides)
    return Roll(name, sides, dict.fromkeys(range(1, sides + 1), 1), f"d{sides}", rule=rule)
