"""What was rolled, and with what: counts or rolls, and a die, as they are given."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Any

from probcalc.analysis.findings.findings import number_given, whole_number
from probcalc.exact.arguments import whole_of
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.orders import are_numbers
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.given_values import brief_value

MOST_FACES = 100
MOST_ROLLS = 10_000
LONGEST_TEXT = 200_000
_COUNTED = re.compile(r"\s*(-?[0-9]+(?:/[0-9]+)?)\s*[:=]\s*(-?[0-9]+)\s*")
_SEPARATORS = re.compile(r"[\s,;|]+")

Face = int | Fraction


@dataclass(frozen=True, slots=True)
class Die:
    """The faces of a die from the lowest up, and their chances as whole numbers without a common divisor."""

    faces: tuple[Face, ...]
    weights: tuple[int, ...]
    name: str

    @property
    def is_even(self) -> bool:
        """Whether all faces are equally likely."""
        return len(set(self.weights)) == 1

    def chance(self, place: int) -> Fraction:
        """The chance of a face by its place."""
        return Fraction(self.weights[place], sum(self.weights))


@dataclass(frozen=True, slots=True)
class Rolled:
    """What was rolled with a die: how often each face came, and in which order, where that is known."""

    die: Die
    counts: tuple[int, ...]
    rolls: tuple[Face, ...] | None = None

    @property
    def n(self) -> int:
        """The number of rolls."""
        return sum(self.counts)


def die_of(die: Any) -> Die:
    """A die with so many faces, or the numbers that a roll of the notation has.

    >>> die_of(6).faces, die_of("d{1,1,2}").weights
    ((1, 2, 3, 4, 5, 6), (2, 1))

    Raises:
        InputError: when it has not 2 to 100 faces.
    """
    if isinstance(die, str) and not die.strip().isdecimal():
        return _of_roll(die)
    faces = whole_number(die, "die", 2, MOST_FACES)
    return Die(tuple(range(1, faces + 1)), (1,) * faces, f"d{faces}")


def _of_roll(roll: str) -> Die:
    try:
        answer = registry.answer("custom.roll", {"roll": roll})
    except InputError as error:
        raise InputError(f"die: {error}", "die") from error
    law = answer.get("result")
    if not isinstance(law, Distribution) or not law.has_end or not are_numbers(law):
        raise InputError(f"die: {roll} has no result of numbers to count, as 2d6 has", "die")
    if not 2 <= len(law) <= MOST_FACES:
        number = f"{len(law):,} different numbers" if len(law) > 1 else "one number"
        raise InputError(f"die: {brief_value(roll)} has {number}, and a die has 2 to {MOST_FACES}", "die")
    weights = list(law.weights.values())
    common = gcd(*weights)
    return Die(tuple(law), tuple(weight // common for weight in weights), roll.strip())


def what_was_rolled(counts: Any, rolls: Any, die: Any) -> Rolled:
    """What was rolled, from counts or from rolls, of which exactly one is given.

    >>> what_was_rolled([3, 1], None, None).counts, what_was_rolled(None, "1 2 1", 2).rolls
    ((3, 1), (1, 2, 1))

    Raises:
        InputError: when it cannot be read, or nothing was rolled.
    """
    if counts is None and rolls is None:
        raise InputError("counts, one for each face, or rolls are needed", "counts")
    if counts is not None and rolls is not None:
        raise InputError("rolls and counts cannot both be given: rolls are counted", "rolls")
    if counts is not None:
        return _from_counts(counts, die, "counts")
    if die is None:
        raise InputError('rolls need a die: its number of faces, or a roll like "2d6"', "die")
    if isinstance(rolls, str) and (listed := _as_counts(rolls)) is not None:
        return _from_counts(listed, die, "rolls")
    own = die_of(die)
    seen = tuple(_faces(rolls))
    places = {face: place for place, face in enumerate(own.faces)}
    found = [0] * len(own.faces)
    for face in seen:
        if face not in places:
            raise InputError(f"rolls: {own.name} has no face {face}; it has {_range(own)}", "rolls")
        found[places[face]] += 1
    return Rolled(own, _check(found, "rolls"), seen)


def other_counts(against: Any, die: Die) -> tuple[int, ...]:
    """The counts of another die with the same faces.

    Raises:
        InputError: when there is not one for each face, or nothing was rolled.
    """
    if isinstance(against, str):
        against = _as_counts(against) or [part for part in _SEPARATORS.split(against.strip()) if part]
    if isinstance(against, Mapping):
        return _check(_by_face(against, die, "against"), "against")
    if not isinstance(against, Sequence) or isinstance(against, bytes) or len(against) != len(die.faces):
        found = len(against) if isinstance(against, Sequence) else brief_value(against)
        raise InputError(f"against has a count for each of the {len(die.faces)} faces, not {found}", "against")
    return _check([_count(count, "against") for count in against], "against")


def _from_counts(counts: Any, die: Any, name: str) -> Rolled:
    if isinstance(counts, Mapping):
        if die is None:
            raise InputError('counts by face need a die: its number of faces, or a roll like "2d6"', "die")
        own = die_of(die)
        return Rolled(own, _check(_by_face(counts, own, name), name))
    if isinstance(counts, str):
        counts = [part for part in _SEPARATORS.split(counts.strip()) if part]
    if not isinstance(counts, Sequence) or isinstance(counts, bytes):
        raise InputError(
            f"{name} are a list with one for each face, or a mapping of faces, not {brief_value(counts)}", name
        )
    if not 2 <= len(counts) <= MOST_FACES:
        raise InputError(f"{name}: a die has 2 to {MOST_FACES} faces, and so many counts, not {len(counts)}", name)
    found = [_count(count, name) for count in counts]
    own = die_of(len(found) if die is None else die)
    if len(found) != len(own.faces):
        raise InputError(f"{name}: {own.name} has {len(own.faces)} faces, not {len(found)}", name)
    return Rolled(own, _check(found, name))


def _by_face(counts: Mapping[Any, Any], die: Die, name: str) -> list[int]:
    found = dict.fromkeys(die.faces, 0)
    given = set()
    for key, count in counts.items():
        face = whole_of(number_given(key))
        if face not in found:
            raise InputError(f"{name}: {die.name} has no face {brief_value(key)}; it has {_range(die)}", name)
        if face in given:
            raise InputError(f"{name}: the face {face} is counted twice", name)
        given.add(face)
        found[face] = _count(count, name)
    return list(found.values())


def _as_counts(text: str) -> dict[str, str] | None:
    """Lines like "6: 12" or "6 = 12"; None when a line is something else."""
    lines = [line for line in text.splitlines() if line.strip()]
    matches = [_COUNTED.fullmatch(line) for line in lines]
    if not lines or None in matches:
        return None
    found: dict[str, str] = {}
    for match in matches:
        assert match is not None
        face, count = match.groups()
        if face in found:
            raise InputError(f"rolls: the face {face} is counted twice", "rolls")
        found[face] = count
    return found


def _faces(rolls: Any) -> list[Face]:
    if isinstance(rolls, str):
        if len(rolls) > LONGEST_TEXT:
            raise InputError(f"rolls have at most {LONGEST_TEXT:,} characters", "rolls")
        rolls = [part for part in _SEPARATORS.split(rolls) if part]
    if not isinstance(rolls, Sequence) or isinstance(rolls, bytes):
        raise InputError(f"rolls are a list of faces, or text with blanks between, not {brief_value(rolls)}", "rolls")
    if len(rolls) > MOST_ROLLS:
        raise InputError(f"rolls: 1 to {MOST_ROLLS:,} are tested, not {len(rolls):,}", "rolls")
    found = []
    for roll in rolls:
        face = whole_of(number_given(roll))
        if face is None:
            mixed = isinstance(roll, str) and re.search("[:=]", roll)
            meant = 'whole numbers, or lines like "6: 12" alone' if mixed else "whole numbers"
            raise InputError(f"rolls are {meant}, not {brief_value(roll)}", "rolls")
        found.append(face)
    return found


def _count(count: Any, name: str) -> int:
    found = whole_of(number_given(count))
    if not isinstance(found, int) or found < 0:
        raise InputError(f"{name} are whole numbers from 0 on, not {brief_value(count)}", name)
    return found


def _check(counts: Sequence[int], name: str) -> tuple[int, ...]:
    if not 1 <= sum(counts) <= MOST_ROLLS:
        said = f"{sum(counts):,}" if sum(counts) < 10**12 else "more than 10**12"
        raise InputError(f"{name}: 1 to {MOST_ROLLS:,} rolls are tested, not {said}", name)
    return tuple(counts)


def _range(die: Die) -> str:
    first, last = die.faces[0], die.faces[-1]
    if die.faces == tuple(range(int(first), int(last) + 1)):
        return f"{first}..{last}"
    listed = ", ".join(map(str, die.faces[:12]))
    return listed if len(die.faces) <= 12 else f"{listed}, ..."
