"""One run of play as a picture: its rolls level by level, and what it comes to in the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from probcalc.exact.readings.flow import Flow, FlowBand, FlowRoll
from probcalc.present.words.party_names import roll_title
from probcalc.present.words.phrases import count_words
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.sentences import outcome_words
from probcalc.web.pages.why.flow_drawn import Band, Ended, Rolled, Shade, UnitFlow
from probcalc.web.pages.why.strips import side_of
from probcalc.web.pages.why.words import needs

THROUGH = "goes through"
"""What is said of one run where its side counts something else than what goes through."""
_MOST_BANDS, _MANY_BANDS = 24, 6


def is_plain(flow: Flow) -> bool:
    """Whether a run is one die that counts as it shows."""
    return flow.times == 1 and len(flow.levels) == 1 and all(b.outcome == b.name for b in flow.levels[0][0].bands)


def unit_of_flow(flow: Flow, answer: Answer, unit: str, side: str = "") -> UnitFlow:
    """One run of play: the rolls of each level, what is decided before them, and the outcomes; `unit` is counted."""
    first = flow.levels[0][0]
    name = roll_title(answer, first.name, first.by)
    title = name if flow.times == 1 else f"{name}, one of {flow.times}"
    readable = all(isinstance(outcome, (int, str, Fraction)) for outcome, _ in flow.outcomes)
    few = len(flow.outcomes) <= _MOST_BANDS and readable and not is_plain(flow)
    ends = "In the end" if flow.times == 1 else f"One of {flow.times}"
    levels: tuple[tuple[Rolled | Ended, ...], ...] = tuple(
        (*(_roll(roll, answer, unit) for roll in level), *_outcomes_before(flow, depth))
        for depth, level in enumerate(flow.levels)
    )
    outcomes = flow.outcomes if few else ()
    outcome = tuple((_outcome(o, answer, unit), p, _good(o, n, flow)) for n, (o, p) in enumerate(outcomes))
    return UnitFlow(title, side or side_of(answer, first.by), ends, levels, outcome)


def _outcomes_before(flow: Flow, depth: int) -> tuple[Ended, ...]:
    """What counts already before the rolls of a level are made."""
    earlier = [band for level in flow.levels[:depth] for roll in level for band in roll.bands]
    best = max((band.worth for level in flow.levels for roll in level for band in roll.bands), default=Fraction(0))
    return tuple(
        Ended(band.start, band.width, "best" if band.worth == best else "good")
        for band in earlier
        if not band.leads and band.worth > 0
    )


def _good(outcome: Any, place: int, flow: Flow) -> Shade:
    if isinstance(outcome, (int, Fraction)) and flow.worth < 0:
        return "none" if outcome else "good"
    if isinstance(outcome, (int, Fraction)):
        return "none" if outcome <= 0 else "best" if outcome > 1 else "good"
    return "good" if place == 0 else "none"


def _roll(roll: FlowRoll, answer: Answer, unit: str) -> Rolled:
    # Of a die that counts as it shows no face is better than nothing.
    plain = len(roll.bands) > _MANY_BANDS and all(band.outcome == band.name for band in roll.bands)
    worths = [Fraction(0)] if plain else [band.worth for band in roll.bands]
    runs = [run for band in roll.bands for run in band.faces]
    return Rolled(
        roll_title(answer, roll.name, roll.by),
        needs_of(roll),
        roll.start,
        roll.width,
        tuple(_band(band, min(worths), max(worths), answer, unit) for band in _merge(roll.bands)),
        bool(runs) and runs[0][0] > runs[-1][0],
    )


def needs_of(roll: FlowRoll) -> str:
    """What a roll is made with, and on which side of its target the faces part."""
    runs = [run for band in roll.bands for run in band.faces]
    return needs(roll.dice, roll.target.value if roll.target is not None else None, runs)


def _merge(bands: Sequence[FlowBand]) -> list[FlowBand]:
    """The bands, a natural face in one with those beside it that end alike: "5 to 20: wound"."""
    found: list[FlowBand] = []
    for band in bands:
        last = found[-1] if found else band
        natural = [str(each.name).startswith("natural ") for each in (last, band)]
        ends = [(each.leads, each.outcome, each.worth) for each in (last, band)]
        if not found or not any(natural) or ends[0] != ends[1] or band.leads:
            found.append(band)
            continue
        found[-1] = replace(
            last,
            name=band.name if natural[0] else last.name,
            faces=tuple(sorted((*last.faces, *band.faces))),
            probability=last.probability + band.probability,
            width=last.width + band.width,
        )
    return found


def _band(band: FlowBand, low: Fraction, high: Fraction, answer: Answer, unit: str) -> Band:
    # A number that nothing follows is what the run comes to, and has its unit.
    is_end = not band.leads and band.worth == band.name
    leads = f", then {roll_title(answer, band.leads)}" if band.leads else ""
    return Band(
        _outcome(band.name, answer, unit if is_end else ""),
        band.probability,
        band.width,
        _kind(band.name, band.worth, low, high),
        tuple(band.faces),
        leads,
    )


def _outcome(outcome: Any, answer: Answer, unit: str) -> str:
    if unit == THROUGH and isinstance(outcome, int):
        return "nothing" if outcome == 0 else THROUGH if outcome == 1 else f"{outcome} go through"
    if outcome == 0 and unit:
        return f"no {unit}"
    text = outcome_words(outcome, answer.sides)
    return count_words(text, unit) if isinstance(outcome, int) else text


def _kind(name: Any, worth: Fraction, low: Fraction, high: Fraction) -> Shade:
    if name == "fumble":
        return "bad"
    if name == "critical" and worth == high:
        return "best"
    return "good" if worth > low or (low == high and worth > 0) else "none"
