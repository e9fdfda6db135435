"""The looks of the charts are those that Altair makes, key by key."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import probcalc
from probcalc.analysis.findings.report import Column, Report, Row
from probcalc.present.charts import curve, law, many, rounds
from probcalc.present.charts.law import law_chart
from probcalc.present.reports.law import law_report
from probcalc.present.reports.law_table import law_table
from tests.present import altair_looks as altair

TITLES = ("Wounds", 'so "much", %')
NAMES = (("one",), ("first: a", "b", "never"))
YES_NO = (True, False)
TAILS = ("at least", "at most")
LOOKS: list[tuple[Any, Any, tuple[tuple[Any, ...], ...]]] = [
    (law._law_look, altair.law, (TITLES, TAILS, YES_NO)),
    (law._names_look, altair.names, (TITLES,)),
    (law._compared_look, altair.compared, (TITLES, ("exactly", *TAILS), NAMES)),
    (curve._curve_look, altair.curve, (TITLES, TITLES, YES_NO, YES_NO, tuple(curve.PLACES))),
    (curve._curves_look, altair.curves, (TITLES, TITLES, YES_NO, NAMES)),
    (many._ranked_look, altair.ranked, (TITLES, YES_NO, ((), *NAMES))),
    (many._change_look, altair.change, (TITLES,)),
    (many._heat_look, altair.heat, (TITLES, TITLES, TITLES, (100.0, 2.5), YES_NO, YES_NO)),
    (curve._needed_look, altair.needed, (TITLES, TITLES, ((50.0,), (50.0, 75.0, 90.0)))),
    (curve._rising_look, altair.rising, (TITLES,)),
    (rounds._areas, altair.areas, (NAMES,)),
    (curve._spent_look, altair.spent, (TITLES, TITLES)),
]


@pytest.mark.parametrize(("ours", "theirs", "choices"), LOOKS, ids=[look[1].__name__ for look in LOOKS])
def test_a_look_is_the_one_that_altair_makes(ours: Any, theirs: Any, choices: tuple[tuple[Any, ...], ...]) -> None:
    # Every seventh of all: as no choice is among seven, each two of them still meet in every way.
    for chosen in list(product(*choices))[:: 7 if len(choices) > 4 else 1]:
        assert ours(*chosen) == theirs(*chosen), chosen


def test_every_look_is_held_to_altair() -> None:
    modules = (curve, law, many, rounds)
    made = {name for module in modules for name in vars(module) if name.endswith(("_look", "_areas"))}
    assert made == {look[0].__name__ for look in LOOKS}


def test_the_numbers_of_a_map_are_left_out_where_there_is_no_room() -> None:
    def marks(columns: int) -> int:
        heads = (Column("", "name"), *(Column(str(n), "chance") for n in range(columns)))
        report = Report("", "", heads, (Row(("row", *[Fraction(1, 2)] * columns)),), axes=("a", "b"))
        return len(many.heat_map(report).spec["layer"])

    assert (marks(16), marks(17)) == (3, 2)


def test_a_tail_is_never_on_the_scale_of_the_bars_and_bars_bear_their_values() -> None:
    def chart(damage_dice: int) -> Any:
        answer = probcalc.odds("custom.roll", roll=f"{damage_dice}d4")
        return law_chart(law_report(law_table(answer, next(iter(answer.laws)))))

    few, many_bars = chart(2), chart(4)
    bars, line = few.spec["layer"]
    assert few.spec["resolve"] == {"scale": {"y": "independent"}}
    assert {part["encoding"]["y"]["field"] for part in bars["layer"]} == {"exactly"}
    assert line["encoding"]["y"]["field"] == "at least"
    assert "domain" not in bars["layer"][0]["encoding"]["y"]["scale"]
    assert [row["value"] for row in few.rows] == [row["exactly text"] for row in few.rows]
    # Of 13 bars both ends and the highest have their values.
    assert [row["outcome"] for row in many_bars.rows if row["value"]] == ["4", "10", "16"]
