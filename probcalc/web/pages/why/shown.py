"""Why the number is what it is, as data: the flow of one run of play, and so many runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any

from probcalc.analysis.numbers.measure import Measure, law_of_threshold
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.exact.readings.explanation import Explanation
from probcalc.exact.readings.flow import Flow, flows
from probcalc.exact.readings.joint import read_off
from probcalc.exact.tree.steps import Event, Known, Repeated, Tree
from probcalc.present.numbers.decimals import percent
from probcalc.present.words.party_names import roll_title
from probcalc.present.words.phrases import all_words, count_words, unit_of
from probcalc.scenarios.answer import Answer
from probcalc.web.pages.answer.law_drawn import Law
from probcalc.web.pages.answer.shown import LONGEST
from probcalc.web.pages.why.drawn import Picture
from probcalc.web.pages.why.flow_drawn import StepLaw, UnitFlow
from probcalc.web.pages.why.sides import Side, face_laws, sides_of, small_law
from probcalc.web.pages.why.strips import strips
from probcalc.web.pages.why.units import THROUGH, is_plain, needs_of, unit_of_flow
from probcalc.web.parts.numbers import amount, in_percent
from probcalc.web.state.spending import watched_law

_MOST_TIMES, _MOST_PARTS = 60, 6


def picture(answer: Answer, measure: Measure, found: Explanation, sentence: str) -> Picture:
    """The picture behind what counts: its flows, where play is made of single rolls, else each roll by itself.

    >>> import probcalc
    >>> from probcalc.present.reports.explanation import explanation
    >>> answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen", charging=True)
    >>> card = picture(answer, Measure("slain"), explanation(answer), "A Cursed slays a Spearman")
    >>> [unit.title for unit in card["units"]], card["square"]["p"], card["sum"]["value"]
    (['Test to hit of the Cursed, one of 2'], Fraction(21, 50), '66.4%')
    >>> card["sum"]["parts"]
    ('17.6', '24.4', '24.4')
    """
    sides = sides_of(answer, measure)
    told = _flows(answer, measure) if sides is None else ()
    card: Picture
    if sides is not None:
        units = [unit for side in sides for unit in _units_of(side, answer, found)]
        card = {**face_laws(answer, measure, sides), "units": units}
    else:
        unit = _unit(answer, measure)
        card = {"units": [unit_of_flow(flow, answer, unit) for flow in told] if told else strips(found, answer)}
    if len(told) == 1:
        card = {**card, **_several(told[0], answer[measure.result], answer, measure)}
    number, kind = measure.of(answer), measure.unit(answer)
    if kind != "count":
        value = amount(number, kind)
        if kind == "number":
            sentence = f"{unit_of(value, answer.declared(measure.result).unit)} on average".strip()
        card["sum"] = {"value": value, "sentence": sentence, "fraction": fraction_text(number, longest=LONGEST)}
    if kind == "chance":
        # A condition looks at the end of play, not at what one roll of many leads to.
        if told and told[0].times == 1 and len(told) == 1 and not measure.is_condition:
            question = answer.play()[measure.result]
            parts = [p for outcome, p in told[0].outcomes if _counts(question, measure, outcome)]
            # One turn of several is not yet the number.
            if 1 < len(parts) <= _MOST_PARTS and sum(parts) == number:
                card["sum"]["parts"] = tuple(map(in_percent, parts))
        elif "square" in card and number == 1 - (1 - card["square"]["p"]) ** 2:
            p = card["square"]["p"]
            card["sum"]["parts"] = tuple(map(in_percent, (p * p, p * (1 - p), p * (1 - p))))
    # Here and not above: every answer says in short why, and needs no turns for that.
    from probcalc.web.pages.fight.turns import after_each

    if not measure.is_condition and (after := after_each(answer, measure, number)):
        card["after"] = after
    return card


def _unit(answer: Answer, measure: Measure) -> str:
    """What the runs of play are counted in, "" for nothing."""
    law = law_of_threshold(answer, measure.result) or law_of_threshold(answer)
    return answer.declared(law).unit if law else ""


def _units_of(side: Side, answer: Answer, found: Explanation) -> list[UnitFlow]:
    """One run of what a side scores, or each of its rolls, and below it what all of them come to."""
    told = flows(side.tree)
    units = [unit_of_flow(flow, answer, _unit_of(flow, side), side.key) for flow in told] or strips(
        found, answer, side.key
    )
    if len(told) == 1 and is_plain(told[0]):
        # One die faces the other as it is.
        return units
    many = len(told) == 1 and told[0].times > 1
    title = f"{all_words(told[0].times)} together" if many else f"Total of the dice of {side.later}"
    if not units:
        units = [UnitFlow(side=side.key)]
    return [*units[:-1], replace(units[-1], law=(title, small_law(side.law, side.unit)))]


def _unit_of(flow: Flow, side: Side) -> str:
    """What one run counts: what its side does where all of them are added up, else only that something goes through."""
    return side.unit if flow.times == 1 or flow.worth * flow.times == side.law.mean else THROUGH


def in_short(answer: Answer, measure: Measure) -> str:
    """The picture in a few words: what the first roll needs, or how often one run of several counts.

    >>> import probcalc
    >>> cursed = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen", charging=True)
    >>> in_short(cursed, Measure("slain")), in_short(probcalc.odds("chronopia.fear"), Measure("masters"))
    ('42.0% for one of 2', 'Fear test, d20, 11 or less')
    """
    told = _flows(answer, measure)
    if len(told) != 1:
        return ""
    if (one := one_of(answer, measure)) is not None:
        return f"{percent(one[0])} for one of {one[1]}"
    first = told[0].levels[0][0]
    return ", ".join(text for text in (roll_title(answer, first.name, first.by), needs_of(first)) if text)


def one_of(answer: Answer, measure: Measure) -> tuple[Fraction, int] | None:
    """How often one run of several alike counts, and how many there are; None where there is only one.

    >>> import probcalc
    >>> cursed = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen", charging=True)
    >>> one_of(cursed, Measure("slain")), one_of(probcalc.odds("chronopia.fear"), Measure("masters"))
    ((Fraction(21, 50), 2), None)
    """
    told = _flows(answer, measure)
    if len(told) != 1 or told[0].times == 1:
        return None
    flow = told[0]
    hits = [p for x, p in flow.outcomes if isinstance(x, (int, Fraction)) and (x > 0) == (flow.worth >= 0)]
    return sum(hits, Fraction(0)), flow.times


def _flows(answer: Answer, measure: Measure) -> Sequence[Flow]:
    question = answer.play()[measure.result]
    told = flows(question, worth=_worth(measure)) if isinstance(question, (Tree, Event)) else ()
    # What stands between two rolls of a long play has no words.
    bands = (band for flow in told for level in flow.levels for roll in level for band in roll.bands)
    return told if all(isinstance(band.name, (int, str, Fraction)) for band in bands) else ()


def _worth(measure: Measure) -> Any:
    """Of a law over names the one that counts is worth one, the others nothing; of numbers each counts itself."""
    if measure.outcome is None:
        return None
    wanted = str(measure.outcome)
    return lambda outcome: int(str(outcome) == wanted)


def _counts(question: Any, measure: Measure, outcome: Any) -> bool:
    if isinstance(question, Event):
        return bool(question.condition(outcome))
    if measure.at_least is not None:
        return isinstance(outcome, int) and outcome >= measure.at_least
    return str(outcome) == str(measure.outcome)


def _several(flow: Flow, value: Any, answer: Answer, measure: Measure) -> Picture:
    """So many runs of the same kind: two as a square, more as the laws of one, two, three and all of them."""
    numbers = all(isinstance(outcome, int) for outcome, _ in flow.outcomes)
    if flow.times < 2 or flow.times > _MOST_TIMES or not numbers:
        return {}
    hits = sum((p for outcome, p in flow.outcomes if outcome), Fraction(0))
    if flow.times == 2 and len(flow.outcomes) == 2 and isinstance(value, Fraction):
        [won] = [outcome for outcome, _ in flow.outcomes if outcome]
        unit = _unit(answer, measure)
        both = f"both: {count_words(str(2 * won), unit)}" if unit else "both count"
        return {"square": {"p": hits, "both": both}}
    total = lcm(*(p.denominator for _, p in flow.outcomes))
    one = Known(Distribution.from_weights({o: int(p * total) for o, p in sorted(flow.outcomes)}))
    unit = _unit(answer, measure)
    laws: list[StepLaw] = []
    for times in dict.fromkeys((2, 3, flow.times)):
        if times <= flow.times:
            law = small_law(watched_law(one.times(times)), unit)
            if times == flow.times:
                law = _mark(law, answer, measure)
            laws.append((f"{times} of them", law))
    return {"laws": laws}


def _mark(law: Law, answer: Answer, measure: Measure) -> Law:
    """The law of all runs, with what of it counts: a threshold and more, or the numbers that are asked for."""
    if measure.at_least is not None:
        return {**law, "from_": measure.at_least}
    question = answer.play()[measure.result]
    asked = read_off(question) if isinstance(question, Event) else None
    if asked is None or not isinstance(asked.source, Repeated):
        return law
    return {**law, "counted": [x for x in watched_law(asked.source) if asked.read(x)]}
