"""Chances in rows to tap: which result, how it is compared, and with how many percent."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from probcalc.analysis.numbers.measure import Measure
from probcalc.analysis.numbers.named_numbers import measure_text
from probcalc.exact.law.distribution import Distribution
from probcalc.present.words.phrases import capital
from probcalc.scenarios.answer import Answer
from probcalc.web.controls.inputs import pick_of
from probcalc.web.parts.controls import Control, step_control

MOST_ROWS = 4
NUMBER = r"(-?[0-9]{1,4})"
_MOST_THRESHOLDS, _HALF = 12, 50
_AND = " and "
_COMPARED = re.compile(r"(.+?) (>=|<=|=) ([0-9]{1,3})%")


class ChanceRow(NamedTuple):
    """A chance, how it is compared, and with how many percent."""

    what: str
    how: str
    much: int


def typed_number(value: str) -> int | None:
    """A number as it is typed into a stepper; None where it is none.

    >>> typed_number(" -3"), typed_number("x")
    (-3, None)
    """
    found = re.fullmatch(NUMBER, value.strip())
    return int(found[1]) if found else None


def chances_of(answer: Answer) -> dict[str, str]:
    """The numbers of an answer that are chances, as a condition names them, each in words.

    >>> import probcalc
    >>> chances_of(probcalc.odds("chronopia.armour", damage=7))
    {'P(wounds >= 1)': 'Wounds caused, 1 or more', 'any_wound': 'At least one wound'}
    """
    found: list[Measure] = []
    for name in answer:
        value = answer[name]
        if not isinstance(value, Distribution):
            found.append(Measure(name))
        elif answer.declared(name).order or not all(isinstance(each, int) for each in value):
            found += [Measure(name, outcome=str(each)) for each in value]
        else:
            found += [Measure(name, at_least=each) for each in sorted(value)[1 : _MOST_THRESHOLDS + 1]]
    chances = [each for each in found if each.unit(answer) == "chance"]
    return {measure_text(each, answer): capital(each.label(answer)) for each in chances}


def chance_rows(
    name: str, listed: Sequence[ChanceRow], known: Mapping[str, str], relations: Mapping[str, str], shortest: int
) -> Control:
    """The rows as a control: a result to pick, a relation to pick, and a stepper."""
    rows: list[list[Control]] = []
    for place, row in enumerate(listed):
        field = f"{name}.{place}"
        rows.append(
            [
                pick_of(f"{field}.what", "Result", row.what, known, row.what),
                pick_of(f"{field}.how", "Wanted", row.how, relations),
                step_control(f"{field}.much", "Chance, %", row.much, 0, 100),
            ]
        )
    return {"kind": "rows", "label": "", "names": [name], "rows": rows, "shortest": shortest, "longest": MOST_ROWS}


def rows_after(listed: Sequence[ChanceRow], place: str, field: str, value: str, first: str = "") -> list[ChanceRow]:
    """The rows after a tap: with one more or one less where no place is named, else with what was set.

    >>> one = [ChanceRow("slain", ">=", 50)]
    >>> rows_after(one, "0", "much", "70"), rows_after(one, "", "", "-1"), rows_after([], "", "", "1", "hit")
    ([ChanceRow(what='slain', how='>=', much=70)], [], [ChanceRow(what='hit', how='>=', much=50)])
    """
    found = list(listed)
    if not place:
        if value != "1":
            return found[:-1]
        return [*found, found[-1] if found else ChanceRow(first, ">=", _HALF)][:MOST_ROWS]
    if not (place.isdecimal() and int(place) < len(found)):
        return found
    row = found[int(place)]
    if field == "much":
        number = typed_number(value)
        row = row if number is None else row._replace(much=min(100, max(0, number)))
    elif field == "what":
        row = row._replace(what=value or row.what)
    elif field == "how":
        row = row._replace(how=value or row.how)
    found[int(place)] = row
    return found


def rows_from_condition(text: str, known: Mapping[str, str]) -> list[ChanceRow] | None:
    """The rows that say what a condition says; None where no rows do.

    >>> rows_from_condition("slain >= 50% and hit <= 90%", {"slain": "Slain", "hit": "Hit"})
    [ChanceRow(what='slain', how='>=', much=50), ChanceRow(what='hit', how='<=', much=90)]
    >>> rows_from_condition("", {}), rows_from_condition("slain >= 1/3", {"slain": "Slain"})
    ([], None)
    """
    found = [_COMPARED.fullmatch(part) for part in text.split(_AND)] if text.strip() else []
    rows = [ChanceRow(match[1], match[2], int(match[3])) for match in found if match and match[1] in known]
    return rows if len(rows) == len(found) else None


def condition_from_rows(rows: Sequence[ChanceRow]) -> str:
    """The rows as a condition.

    >>> condition_from_rows([ChanceRow("slain", ">=", 50), ChanceRow("hit", "<=", 90)])
    'slain >= 50% and hit <= 90%'
    """
    return _AND.join(f"{row.what} {row.how} {row.much}%" for row in rows)
