"""The report of requests side by side: their numbers with the differences, and who is ahead."""

from __future__ import annotations

from collections.abc import Sequence

from probcalc.analysis.beside.compare import ComparedNumber, Dominance, RequestComparison
from probcalc.analysis.findings.report import Against, Column, Report, Row
from probcalc.present.numbers.decimals import percent
from probcalc.present.words.labels import notes_in_words


def comparison_report(found: RequestComparison, legend: Sequence[str] = ()) -> Report:
    """Every number of every request, each later one with its difference from the first.

    >>> from probcalc.analysis.beside.compare import compare
    >>> target = {"target": "spearmen"}
    >>> found = compare([("chronopia.melee", target), ("chronopia.melee", target | {"charging": True})])
    >>> comparison_report(found).rows[0].cells[2].change
    Fraction(3, 100)
    """
    names = [request.name for request in found.requests]
    other_rules = [request for request in found.requests if request.answer.scenario.variant]
    notes = [f"{request.name}: {note}" for request in other_rules for note in notes_in_words(request.answer)]
    return Report(
        "comparison",
        "Every number of every set-up",
        # The rows say what they are: chances stand beside means.
        (Column("result", "name"), *(Column(name, "number") for name in names)),
        tuple(map(_row, found.numbers)),
        notes=(*legend, *notes, *(dominance_words(found, pair) for pair in found.dominance)),
        data={
            "requests": {request.name: request.answer.to_json() for request in found.requests},
            "numbers": [{"label": n.label, "kind": n.kind, "values": n.values} for n in found.numbers],
            "pairs": [
                {
                    "result": pair.result,
                    "pair": [names[pair.first], names[pair.second]],
                    "dominance": pair.relation,
                    "wins": pair.wins,
                    "ties": pair.ties,
                    "loses": pair.loses,
                }
                for pair in found.dominance
            ],
        },
    )


def _row(number: ComparedNumber) -> Row:
    cells = [
        None if value is None else Against(value, change if place else None)
        for place, (value, change) in enumerate(zip(number.values, number.differences, strict=True))
    ]
    return Row((number.label, *cells), unit=number.unit)


def dominance_words(found: RequestComparison, pair: Dominance) -> str:
    """How two requests stand to each other in one result, in a sentence.

    >>> from probcalc.analysis.beside.compare import compare
    >>> target = {"target": "spearmen"}
    >>> found = compare([("chronopia.melee", target), ("chronopia.melee", target | {"charging": True})])
    >>> dominance_words(found, found.dominance[0])
    'Wounds caused: B is never worse than A. In one try each: A higher 15.4%, same 66.2%, B higher 18.4%.'
    """
    first, second = (found.requests[place].name.partition(":")[0] for place in (pair.first, pair.second))
    better = found.requests[pair.first].answer.declared(pair.result).better
    rolled = f"{first} higher {percent(pair.wins)}, same {percent(pair.ties)}, {second} higher {percent(pair.loses)}"
    if pair.relation == "equal":
        return f"{pair.label}: {first} and {second} have the same odds."
    if pair.relation == "neither":
        return f"{pair.label}: neither {first} nor {second} is always better. In one try each: {rolled}."
    high, low = (first, second) if pair.relation == "first" else (second, first)
    if better == "less":
        said = f"{low} is never worse than {high}"
    elif better == "more":
        said = f"{high} is never worse than {low}"
    else:
        said = f"{high} reaches every number at least as often as {low}"
    return f"{pair.label}: {said}. In one try each: {rolled}."
