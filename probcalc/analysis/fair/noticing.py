"""`fair_power`: how many rolls it takes to notice that a face comes too often, or too rarely."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from probcalc.analysis.fair.rolled import MOST_FACES, MOST_ROLLS
from probcalc.analysis.findings.findings import NONE, Findings, exact_share, whole_number
from probcalc.analysis.findings.found import Found
from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.face_counts.power import MOST_SCANNED, Power, by_chi_squared, one_face
from probcalc.scenarios.errors import InputError, unknown_name

TESTS = ("face", "chi_squared")


class Noticing(Findings, Found):
    """How often a bias is noticed, and with how many rolls; `asked` is what it was asked for."""

    __slots__ = ("asked",)

    def __init__(self, data: dict[str, Any], notes: list[str], asked: dict[str, Any]) -> None:
        super().__init__(data, notes)
        self.asked = asked


def fair_power(
    die: Any = 6,
    chance: Any = None,
    level: Any = "1/20",
    power: Any = "9/10",
    rolls: Any = None,
    test: str = "face",
) -> Noticing:
    """How many rolls a test needs to notice that one face comes up too often or too rarely.

    level = P(a fair die is called unfair), power = P(this one is).

    >>> import probcalc
    >>> found = probcalc.fair_power(die=6, chance="1/4", rolls=2, level="1/50")
    >>> found["critical"], found["power"]
    ('none', Fraction(0, 1))

    Raises:
        InputError: one line that names the argument and what is wrong with it.
    """
    faces = whole_number(die, "die", 2, MOST_FACES)
    if test not in TESTS:
        raise unknown_name("test", str(test), TESTS)
    if chance is None:
        raise InputError("chance, with which the face comes in truth, is needed", "chance")
    truly = exact_share(chance, "chance")
    if truly == Fraction(1, faces):
        raise InputError(f"chance: with 1/{faces} the die is fair, and there is nothing to notice", "chance")
    allowed, wanted = exact_share(level, "level"), exact_share(power, "power")
    number = None if rolls is None else whole_number(rolls, "rolls", 1, MOST_ROLLS)
    notes = []
    try:
        if test == "chi_squared":
            if number is None:
                raise InputError("rolls are needed for the test by chi_squared: say how many", "rolls")
            found = by_chi_squared(number, faces, truly, allowed)
        else:
            reached = one_face(faces, truly, allowed, wanted, number)
            if reached is None:
                line = f"chance: {MOST_SCANNED:,} rolls are not enough to notice {truly} with so much power; give rolls"
                raise InputError(line, "chance")
            found = reached
    except TooLarge as error:
        raise InputError(f"rolls: {error}", "rolls") from error
    if number is None:
        notes.append("A greater number of rolls may notice less often again, as the count that is rare enough jumps.")
    asked = {"die": faces, "chance": truly, "level": allowed, "power": wanted, "rolls": number, "test": test}
    return Noticing(_data(found, test), notes, asked)


def _data(found: Power, test: str) -> dict[str, Any]:
    critical: Any = found.critical
    if critical is None:
        critical = NONE
    elif test == "face":
        critical = int(critical)
    return {"rolls": found.rolls, "critical": critical, "level": found.level, "power": found.power}
