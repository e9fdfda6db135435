"""Every roll by itself as a strip, where play as a whole is no simple flow."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from probcalc.exact.readings.explanation import Band, Explanation, RollStep
from probcalc.present.reports.explanation import certain_band
from probcalc.present.words.party_names import maker, roll_title
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.sentences import outcome_words
from probcalc.scenarios.sides import SIDES
from probcalc.web.pages.why.flow_drawn import Band as Drawn
from probcalc.web.pages.why.flow_drawn import Rolled, Shade, UnitFlow
from probcalc.web.pages.why.words import how_often, needs

_MOST_STEPS, _MOST_BANDS = 24, 24
_FAILED = ("failure", 0)
# Bands beside each other are told apart, whatever they are called.
_SHADES: tuple[Shade, ...] = ("good", "soft", "best")


def strips(found: Explanation, answer: Answer, side: str = "") -> list[UnitFlow]:
    """The rolls of a play, each as a strip; with `side` those that this side makes.

    Of rolls that differ in their targets alone, as they do from round to round, the first is drawn.
    """
    alike: dict[tuple[str, str], list[RollStep]] = {}
    for step in found.rolls:
        if not certain_band(step) and 1 < len(_bands_that_hold(step)) <= _MOST_BANDS:
            made_by = side_of(answer, step.by)
            if not side or made_by == side:
                alike.setdefault((roll_title(answer, step.name, step.by), made_by), []).append(step)
    drawn = list(alike.items())[:_MOST_STEPS]
    return [_strip(steps, title, made_by, answer) for (title, made_by), steps in drawn]


def side_of(answer: Answer, by: str) -> str:
    """Which of two sides a roll is made by: "a", "b", or "" where neither or both do."""
    party = maker(answer, by)
    return party.key if party is not None and party.key in SIDES else ""


def _bands_that_hold(step: RollStep) -> list[Any]:
    return [band for band in step.bands if band.probability]


def _band_in_words(band: Band, answer: Answer) -> str:
    """A band's name; a number that several faces stand for is what they count."""
    if isinstance(band.name, int) and any(first != last or first != band.name for first, last in band.ranges):
        return f"counts {band.name}" if band.name else "nothing"
    return outcome_words(band.name, answer.sides)


def _strip(steps: list[RollStep], title: str, side: str, answer: Answer) -> UnitFlow:
    step = steps[0]
    shade = 0
    bands = []
    for band in _bands_that_hold(step):
        kind: Shade = (
            "bad" if band.name == "fumble" else "none" if band.name in _FAILED else _SHADES[shade % len(_SHADES)]
        )
        shade += kind in _SHADES
        bands.append(Drawn(_band_in_words(band, answer), band.probability, band.probability, kind, tuple(band.ranges)))
    runs = [run for band in step.bands for run in band.ranges]
    often = sum((alike.times for alike in steps), Fraction(0))
    times = how_often(often, any(alike.varies for alike in steps))
    if any(alike.target != step.target for alike in steps):
        times += ", then with other targets"
    elif any(alike.dice != step.dice for alike in steps):
        times += ", then after other rolls"
    needed = needs(step.dice, step.target, runs)
    told = needed if needed != title else ""
    said = f"{told}; {times}" if told else times
    from_high = bool(runs) and runs[0][0] > runs[-1][0]
    roll = Rolled(title, said, Fraction(0), Fraction(1), tuple(bands), from_high)
    return UnitFlow(side=side, levels=((roll,),))
