"""A comparison as data: which set-up is best, what all of them share, and what each has of its own."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from probcalc.analysis.measure import Measure
from probcalc.exact.distribution import Distribution
from probcalc.exact.numerals import fraction_text
from probcalc.present.headline import counted_in, headline
from probcalc.present.words import counted, lowered, parameter_words, standing_in, value_words
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.parameters import NOTHING
from probcalc.web.pages.shown.law import law_data
from probcalc.web.pages.shown.result import tail_of
from probcalc.web.parts.law import MOST_COLUMNS
from probcalc.web.parts.numbers import chance, mean_text, points
from probcalc.web.state.answered_request import Standing

_MOST_WORDS = 4


def own_words(stands: Standing, others: Sequence[Standing]) -> str:
    """What a set-up has that not all have: "Charging, modifier 2"; with nothing of its own what it has instead."""
    differing = dict.fromkeys(
        name
        for other in (stands, *others)
        for name in other.given
        if any(another.given.get(name) != other.given[name] for another in others)
    )
    told = [_given(stands, name) for name in differing if name in stands.given]
    told = told or [_held(stands, name) for name in differing]
    return ", ".join(told[:_MOST_WORDS]) or "nothing changed"


def short_names(stands: Sequence[Standing]) -> list[str]:
    """What tells the set-ups apart, beside their letters: what each has of its own, or the question that it is."""
    if all(row.model is stands[0].model for row in stands):
        return [text[:1].upper() + text[1:] for text in (own_words(row, stands) for row in stands)]
    return [_among_others(row, stands) for row in stands]


def _among_others(row: Standing, stands: Sequence[Standing]) -> str:
    """A set-up among those of other questions: its question, with its game or what it has of its own where needed."""
    alike = [other for other in stands if other.model is row.model]
    if len(alike) > 1:
        return f"{row.model.title}, {own_words(row, alike)}"
    namesakes = {other.model.id for other in stands if other.model.title == row.model.title}
    game = registry.system(row.model.id.partition(".")[0]).name
    return f"{game}, {row.model.title}" if len(namesakes) > 1 else row.model.title


def _given(stands: Standing, name: str) -> str:
    parameter = stands.model.parameter(name)
    if parameter is None:
        return name
    value = stands.values[name]
    if value is True:
        return parameter_words(parameter)
    words = value_words(parameter, value)
    return words if parameter.role == "preset" else f"{parameter_words(parameter)} {words}"


def _held(stands: Standing, name: str) -> str:
    """What holds where others have been given something: "two-handed Battle Axe", "without charging"."""
    parameter = stands.model.parameter(name)
    if parameter is None:
        return f"without {name}"
    value = stands.values[name]
    if value is False:
        return f"without {lowered(parameter_words(parameter))}"
    if parameter.role == "preset" and value == NOTHING:
        held = standing_in(stands.answer.scenario).get(name) if stands.answer is not None else None
        if held is not None:
            return value_words(parameter, held)
        return f"any {lowered(parameter.label)}" if parameter.absent == NOTHING else parameter.absent
    return _given(stands, name)


def shared_words(stands: Sequence[Standing]) -> str:
    """What all set-ups of one question have in common, said once."""
    first = stands[0]
    if any(other.model is not first.model for other in stands):
        return ""
    same = [n for n in first.given if all(other.given.get(n) == first.given[n] for other in stands)]
    told = ", ".join(_given(first, name) for name in same)
    return f"{first.model.title}{f', all: {told}' if told else ''}"


def compared(stands: Sequence[Standing], letters: str) -> dict[str, Any] | None:
    """The verdict and the laws of set-ups that answer with the same kind of number; None where they do not."""
    answers = [row.answer for row in stands if row.answer is not None]
    measures = [_measure(answer) for answer in answers]
    kinds = {measure.kind(answer) for measure, answer in zip(measures, answers, strict=True)}
    if len(answers) != len(stands) or len(stands) < 2 or len(kinds) != 1 or kinds == {"number"}:
        return None
    kind = "probability" if kinds == {"probability"} else "mean"
    values = [measure.of(answer) for measure, answer in zip(measures, answers, strict=True)]
    declared = answers[0].declared(measures[0].result)
    best = min(values) if declared.better == "less" else max(values)
    places = [n for n, value in enumerate(values) if value == best]
    names = short_names(stands)
    sets = []
    laws = [_law(answer, measure) for answer, measure in zip(answers, measures, strict=True)]
    outcomes = _outcomes(laws)
    for n, (answer, law) in enumerate(zip(answers, laws, strict=True)):
        shown = dict(law["outcomes"]) if law and outcomes else {}
        start = law.get("start") if law else None
        mean = f"{counted(mean_text(law['mean']), law['unit'])} on average" if law and law.get("mean") else ""
        sets.append(
            {
                "tag": letters[n],
                "name": names[n],
                "note": mean if outcomes else headline(answer).sentence,
                "value": fraction_text(values[n]),
                "law": [shown.get(x, "0") for x in outcomes] if shown else [],
                "counted": [start is None or int(x) >= start for x in outcomes] if shown else [],
            }
        )
    starts = {law.get("start") for law in laws}
    start = starts.pop() if len(starts) == 1 else None
    return {
        "start": None if start is None else str(start),
        "verdict": {
            "best": _best(places, names, letters, len(stands)),
            "rest": _rest(places, values, answers[places[0]], kind, letters),
            "shared": shared_words(stands),
        },
        "ridges": {
            "title": laws[0]["title"] if outcomes and laws[0] else declared.label,
            "kind": kind,
            "best": fraction_text(best),
            "outcomes": outcomes,
            "sets": sets,
        },
    }


def _measure(answer: Answer) -> Measure:
    head = headline(answer)
    value = answer[head.result]
    if isinstance(value, Distribution) and not value.has_mean:
        return Measure(head.result, outcome=Measure(head.result).default_outcome(answer))
    return Measure(head.result)


def _best(places: Sequence[int], names: Sequence[str], letters: str, count: int) -> str:
    if len(places) == count:
        return "All are the same:"
    told = " and ".join(f"{letters[n]} ({names[n]})" for n in places)
    return f"{told} {'are' if len(places) > 1 else 'is'} best:"


def _rest(places: Sequence[int], values: Sequence[Fraction], answer: Answer, kind: str, letters: str) -> str:
    head = headline(answer)
    value = values[places[0]]
    text = chance(value) if kind == "probability" else f"{mean_text(value)} on average"
    others = [n for n in range(len(values)) if n not in places]
    said = head.spoken or f"{head.sentence}: {text}"
    if not others:
        return f"{said}."
    second = min(others, key=lambda n: abs(values[n] - value))
    gap = abs(values[second] - value)
    ahead = f"{points(gap)} points" if kind == "probability" else mean_text(gap)
    return f"{said}, {ahead} ahead of {letters[second]}."


def _law(answer: Answer, measure: Measure) -> dict[str, Any]:
    """The law over numbers beside what counts, with the number from which on it counts."""
    name = measure.result if counted_in(answer, measure.result) else counted_in(answer)
    if not name or not answer[name].is_numeric or len(answer[name]) > MOST_COLUMNS:
        return {}
    data = law_data(answer, name)
    value = answer[measure.result]
    return data | {"start": tail_of(answer[name], value) if isinstance(value, Fraction) else None}


def _outcomes(laws: Sequence[dict[str, Any]]) -> list[str]:
    """The numbers that any of the laws shows, where they are of one kind."""
    if not all(laws) or len({law["result"] for law in laws}) != 1:
        return []
    found = sorted({int(x) for law in laws for x, _ in law["outcomes"]})
    return [str(x) for x in range(found[0], found[-1] + 1)] if found[-1] - found[0] < MOST_COLUMNS else []
