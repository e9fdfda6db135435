"""From a question of a sheet to the class of its scenario: results, who they are about, what advice there is."""

from __future__ import annotations

from functools import partial
from typing import Any

from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.scenario import Result
from probcalc.sheets.advice import advising_of, costly_of
from probcalc.sheets.model import SheetScenario, result_name
from probcalc.sheets.parameter_fields import bases_of, fields_of
from probcalc.sheets.parties import roles_of
from probcalc.sheets.question import Question, Shown
from probcalc.sheets.words import label_of


def scenario_of(question: Question, system: str, name: str) -> type[SheetScenario]:
    """The scenario of a question, under the id `system.name`."""
    fields = fields_of(question)
    groups = [group for group in question.groups if group.word not in ("given", "fixed", "each")]
    first = groups[0].word if groups else ""
    results = _results(question)
    body: dict[str, Any] = {
        "__doc__": question.text.sentence or question.text.title,
        "__module__": __name__,
        "__annotations__": {},
        "_fields": fields,
        "_question": question,
        "_roles": roles_of(question),
        "_sentence": question.text.sentence or question.text.title,
        "id": f"{system}.{name}",
        "title": question.text.title,
        "results": results,
        "headline": results[0].name,
        "advising": advising_of(question),
        "costly": costly_of(question),
        "of_attacker": (question.scope.sides[0],)
        if question.scope.sides
        else tuple(each.name for group in groups if group.word == first for each in group.parameters),
        "of_target": (question.scope.sides[1],)
        if question.scope.sides
        else tuple(each.name for group in groups if group.word != first for each in group.parameters),
    }
    for fixed in question.fixed:
        assert isinstance(fixed.default, int)
        body[fixed.name] = Fixed(fixed.default, fixed.low, fixed.high, fixed.label)
    return type("SheetQuestion", bases_of(SheetScenario, fields), body)


def _results(question: Question) -> tuple[Result, ...]:
    return tuple(map(partial(_result_of, question), question.results))


def _result_of(question: Question, shown: Shown) -> Result:
    text, kind = shown.text, shown.code.kind
    label = label_of(text.name.name)
    if shown.side is not None:
        label = f"{label}, {question.scope.shown_sides[shown.side]}"
    better: Any = text.better
    says = _text_of(text.says.text) if text.says is not None else ""
    if kind.what == "word":
        ordered = tuple(word for word, _ in text.order)
        words = (*ordered, *(word for word in kind.words or () if word not in ordered))
        each = {word: _text_of(sentence.text) for word, _, sentence in text.each}
        ranked: Any = "rising" if ordered and set(kind.words or ()) <= set(ordered) else ""
        lead = ordered[-1] if better == "more" and ordered else ordered[0] if better == "less" and ordered else ""
        return Result(result_name(shown), label, words, better if lead else "", "", lead, ranked, "", each)
    if kind.what == "number":
        return Result(result_name(shown), label, better=better, unit=text.unit, says=says)
    return Result(result_name(shown), label, better=better, says=says)


def _text_of(text: str) -> str:
    return text.strip()
