"""Dice by their names: d20, 2d10, best of 3d20, a list of faces."""

from __future__ import annotations

import re
from dataclasses import replace

from probcalc.exact.dice.dice import d, die, keep, keep_highest, keep_lowest
from probcalc.exact.errors import WrongValue
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.tree.die import Die, plain, uneven

_MOST_DICE, _MOST_SIDES = 20, 1000
_DICE = re.compile(r"(?:(best|worst|middle) of )?(\d{1,7})?d(\d{1,7})(?: ?([+-]) ?(\d{1,4}))?")
_FACES = re.compile(r"d\{(-?\d{1,4}(?:,-?\d{1,4}){0,99})\}")
FORMS = "like d12, 2d10, 3d6 - 1, best of 2d20, middle of 3d20 or d{1,2,2,3}"


def named_die(text: str, low_end: int = 1, high_end: int = 1) -> Die:
    """The die of that name.

    >>> named_die("2d10").results, named_die("middle of 3d6").counts
    (19, (4, 10, 13, 13, 10, 4))
    >>> named_die("d{1,1,2}").by_result()
    {1: 2, 2: 1}

    Raises:
        ValueError: when it is no such name; the message shows what is.
    """
    name = " ".join(text.split())
    faces = _FACES.fullmatch(name.replace(" ", ""))
    if faces:
        return _with_ends(uneven(name, die([int(face) for face in faces[1].split(",")])), low_end, high_end)
    found = _DICE.fullmatch(name)
    if found is None:
        raise WrongValue(f"a die is written {FORMS}, not {text.strip()!r}")
    kept, number, sides, sign, amount = found.groups()
    dice, size = int(number or 1), int(sides)
    if not 1 <= dice <= _MOST_DICE:
        raise WrongValue(f"{name}: 1 to {_MOST_DICE} dice stand for one die, not {dice:,}")
    if not 1 <= size <= _MOST_SIDES:
        raise WrongValue(f"{name}: a die has 1 to {_MOST_SIDES:,} sides, not {size:,}")
    if kept == "middle" and dice % 2 == 0:
        raise WrongValue(f"{name}: an even number of dice has no middle one")
    more = int(amount or 0) * (-1 if sign == "-" else 1)
    if dice == 1 and not more:
        return _with_ends(plain(size), low_end, high_end)
    return _with_ends(uneven(name, _law(kept, dice, size) + more), low_end, high_end)


def _law(kept: str | None, dice: int, size: int) -> Distribution:
    if kept == "best":
        return keep_highest(dice, d(size), 1)
    if kept == "worst":
        return keep_lowest(dice, d(size), 1)
    if kept == "middle":
        return keep(dice, d(size), [dice // 2 + 1])
    return dice @ d(size)


def _with_ends(found: Die, low_end: int, high_end: int) -> Die:
    if found.results == 1:
        # Who rolls again until two results differ would never be done.
        raise WrongValue(f"{found.name} always shows the same, and a die has two results or more")
    if low_end + high_end > found.results:
        raise WrongValue(f"{found.name} has {found.results} results, fewer than its ends take")
    if (low_end, high_end) == (1, 1):
        return found
    return replace(found, low_end=low_end, high_end=high_end)
