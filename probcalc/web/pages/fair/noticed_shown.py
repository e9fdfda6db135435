"""How many rolls notice a face that comes too often, as data of the part."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from probcalc.analysis.fair.noticing import fair_power
from probcalc.analysis.fair.tests import Fairness
from probcalc.exact.face_counts.power import MOST_SCANNED, power_curve
from probcalc.present.rarity import in_cases
from probcalc.web.pages.fair.noticed_drawn import Bias, Noticing

_TIMES = (
    (Fraction(3, 2), "Half as often again"),
    (Fraction(2), "Twice as often"),
    (Fraction(3), "Three times as often"),
)
_LEVEL, _POWER = Fraction(1, 20), Fraction(9, 10)
_ENDS = (50, 100, 200, 500, 1000, MOST_SCANNED)


def noticing(found: Fairness) -> Noticing | None:
    """The power of more and more rolls for three biases of one face; None of a die that is uneven by itself."""
    faces, rolls = len(found.rolled.die.faces), found["rolls"]
    if not found.rolled.die.is_even:
        return None
    sets: list[Bias] = []
    for times, words in _TIMES:
        if times >= faces:
            continue
        curve, least = _curve(faces, times)
        power = fair_power(faces, times / faces, rolls=rolls)["power"]
        often = f"in {in_cases(power, 'of', 'cases')}" if power else "never"
        yours = f"your {rolls:,} roll{' notices' if rolls == 1 else 's notice'} it {often}"
        sets.append({"words": words, "now": yours, "least": least, "curve": curve})
    reach = max([*(each["least"] or MOST_SCANNED for each in sets), min(rolls, MOST_SCANNED)], default=0)
    end = next(end for end in _ENDS if end >= reach)
    return {"rolls": rolls, "end": end, "most": MOST_SCANNED, "sets": sets}


@lru_cache(maxsize=16)
def _curve(faces: int, times: Fraction) -> tuple[list[int], int | None]:
    return power_curve(faces, times / faces, _LEVEL, _POWER)
