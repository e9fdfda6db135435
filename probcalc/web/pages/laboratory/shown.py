"""The laboratory as data: one number by both rules, its map by each, the lines along it, and where they reach one half.

A are the rules as printed, B what the reader makes of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from probcalc.analysis.measure import Measure
from probcalc.analysis.report import Unit
from probcalc.analysis.table import OddsTable
from probcalc.present.headline import headline
from probcalc.present.numbers import change_text
from probcalc.present.reports.measured import measure_words, unit_of
from probcalc.present.reports.table_says import cell_words, signed_labels
from probcalc.present.reports.two_rules import along_sentence, breakpoints, cell_unit, half_way, two_rules_sentence
from probcalc.present.words import capital, table_words
from probcalc.present.words_for_names import notes_in_words
from probcalc.scenarios.parameters import Parameter
from probcalc.web.pages.heat.axes import place_of
from probcalc.web.pages.heat.drawn import TwoMaps
from probcalc.web.pages.heat.shown import heat
from probcalc.web.pages.laboratory.drawn import Along, Breakpoints, ByRules, Rule
from probcalc.web.pages.lists.cards import summary
from probcalc.web.state.answered_request import Standing

_MOST_DRAWN = 4


@dataclass(frozen=True)
class Both:
    """A question by both rules.

    Attributes:
        printed: by the rules as printed.
        changed: by rule B.
        rule: rule B in words.
        measure: the number that counts.
        maps: that number over two numbers by each of the rules; None where it has no two, or they are too much.
    """

    printed: Standing
    changed: Standing
    rule: str
    measure: Measure
    maps: tuple[OddsTable, OddsTable] | None = None


def verdict(both: Both, die: str, ways: Mapping[str, str]) -> ByRules:
    """The number by both rules, by how much they differ, and the `ways` to the question by "a", by "b", and "back"."""
    answer, measure = both.printed.answered, both.measure
    rules = [("A", f"{die}, as printed" if die else "", both.printed)]
    if both.rule:
        rules.append(("B", capital(both.rule), both.changed))
    values = [None if stands.answer is None else measure.of(stands.answer) for _, _, stands in rules]
    rows: list[Rule] = [
        {
            "letter": letter,
            "name": name,
            "value": value,
            "why": stands.refusal,
            "href": ways[letter.lower()],
        }
        for (letter, name, stands), value in zip(rules, values, strict=True)
    ]
    return {
        "sentence": headline(answer, measure.at_least, measure.result, measure.outcome).sentence,
        "setup": summary(both.printed),
        "kind": measure.kind(answer),
        "rows": rows,
        "lead": _difference(values, unit_of(measure.kind(answer))),
        "notes": [note for note in _notes(both.changed) if note not in _notes(both.printed)],
        "back": ways["back"],
    }


def _notes(stands: Standing) -> list[str]:
    """What is to be known of an answer, but for what its rule is, which its name says."""
    if stands.answer is None:
        return []
    return [note for note in notes_in_words(stands.answer) if not note.startswith("With modified rules")]


def _difference(values: Sequence[Fraction | None], unit: Unit) -> str:
    """By how much the second number is more or less than the first; "" without two.

    >>> _difference([Fraction("0.5904"), Fraction("0.5928")], "chance")
    'B gives 0.24 pts more.'
    """
    if len(values) < 2 or None in values:
        return ""
    gap = (values[1] or Fraction(0)) - (values[0] or Fraction(0))
    size = change_text(gap, unit, values[1]).lstrip("+-")
    return f"B gives {size} {'more' if gap > 0 else 'less'}." if gap else "Both give the same."


def maps(both: Both, axes: dict[str, Parameter]) -> TwoMaps:
    """The card of the two maps, with what they say: along the present row, and in all cells."""
    assert both.maps is not None
    measure, parties = both.measure, both.printed.parties
    sentence = headline(both.printed.answered, measure.at_least, measure.result, measure.outcome).sentence
    counts = measure_words(measure, both.printed.answered)
    found = zip((both.printed, both.changed), both.maps, strict=True)
    cards = [heat(table, stands, sentence, axes, like=both.maps[0]) for stands, table in found]
    row = max(0, place_of(both.maps[0].rows, both.printed))
    return {
        "title": f"{counts}, %" if measure.kind(both.printed.answered) == "probability" else counts,
        "lead": along_sentence(*both.maps, row, parties),
        "says": two_rules_sentence(*both.maps, parties),
        "picks": cards[0]["picks"],
        "maps": list(zip(("As printed", capital(both.rule)), cards, strict=True)),
    }


def lines(both: Both) -> Along | None:
    """The card of lines along the maps: up to four of their rows, each by both rules; None along names."""
    assert both.maps is not None
    rules, variant = both.maps
    assert rules.columns is not None
    if rules.columns.parameter.kind != "integer" or len(rules.columns.values) < 3:
        return None
    parties = both.printed.parties
    labels, points_of = signed_labels(rules.rows), list(breakpoints(rules, variant))
    present = place_of(both.maps[0].rows, both.printed)
    values = [[[trial.value for trial in row] for row in found.cells] for found in both.maps]
    known = [value for found in values for row in found for value in row if value is not None]
    is_chance = cell_unit(rules) == "chance"
    return {
        "title": f"Along {table_words(rules.columns.parameter, parties)}",
        "kind": "probability" if is_chance else "mean",
        "top": Fraction(1) if is_chance else max([*known, Fraction(0)]),
        "heads": signed_labels(rules.columns),
        "figures": [
            {
                "title": capital(cell_words(rules.rows.parameter, labels[n], parties)),
                "present": n == present,
                "lines": [found[n] for found in values],
                "halves": list(points_of[n].places) if is_chance else [None, None],
            }
            for n in drawn_rows(len(labels), present)
        ],
    }


def drawn_rows(count: int, present: int) -> list[int]:
    """Up to four rows, evenly spread, the present one among them.

    >>> drawn_rows(11, 5), drawn_rows(3, 1), drawn_rows(11, -1)
    ([0, 3, 5, 10], [0, 1, 2], [0, 3, 7, 10])
    """
    if count <= _MOST_DRAWN:
        return list(range(count))
    spread = [round(n * (count - 1) / (_MOST_DRAWN - 1)) for n in range(_MOST_DRAWN)]
    if present >= 0 and present not in spread:
        spread[min(range(_MOST_DRAWN), key=lambda n: (abs(spread[n] - present), -n))] = present
    return spread


def halves(both: Both) -> Breakpoints:
    """The card of breakpoints: from where each row is one half, and the step that is worth most, by both rules."""
    assert both.maps is not None
    rules, variant = both.maps
    assert rules.columns is not None
    unit = cell_unit(rules)
    return {
        "rows": table_words(rules.rows.parameter, both.printed.parties),
        "half": f"50% {half_way(rules, variant)}" if unit == "chance" else "",
        "kind": "probability" if unit == "chance" else "mean",
        "step": "best single step" if rules.columns.parameter.kind == "integer" else "",
        "each": list(breakpoints(rules, variant)),
        "present": place_of(both.maps[0].rows, both.printed),
    }
