"""The report of where one request overtakes another: each stretch of values, and both numbers along them."""

from __future__ import annotations

from collections.abc import Sequence

from probcalc.analysis.beside.stretches import SAID, BreakEven
from probcalc.analysis.findings.report import Column, Point, Report, Row
from probcalc.present.formulas.solutions import values_data
from probcalc.present.reports.measured import drawn_points


def overtaking_report(found: BreakEven, scenario: str = "", requests: Sequence[str] = ()) -> Report:
    """A row for each stretch of values over which the two requests, as they were said, stand in one way.

    >>> from probcalc.analysis.beside.break_even import overtake
    >>> one, two = {"noa": 1, "damage": 16}, {"noa": 2, "damage": 10}
    >>> found = overtake("chronopia.melee", one, two, over="armour=24..27")
    >>> report = overtaking_report(found, "chronopia.melee", ["noa=1 damage=16", "noa=2 damage=10"])
    >>> report.says
    ('slain over armour', '  first:  noa=1 damage=16', '  second: noa=2 damage=10')
    >>> [row.cells for row in report.rows]
    [('24 to 25', 'the second is higher'), ('26 to 27', 'the first is higher')]
    >>> [(point.value, point.of) for point in report.points[:2]]
    [(24, 'first'), (24, 'second')]
    """
    stretches = [{"relation": stretch.relation, **values_data(stretch.values)} for stretch in found.stretches]
    points = [
        Point(value, number, of=whose)
        for value, pair in found.numbers.items()
        if type(value) is int
        for whose, number in zip(("first", "second"), pair, strict=True)
    ]
    is_drawn = bool(points) and len(points) == 2 * len(found.numbers)
    drawn, flat = drawn_points(points) if is_drawn else ((), ())
    return Report(
        "overtaking",
        f"{found.by} over {found.over}: which is higher",
        (Column(found.over, "name"), Column("which is higher", "name")),
        tuple(Row((stretch.place, SAID[stretch.relation])) for stretch in found.stretches),
        scenario=scenario,
        counts=found.by,
        unit="chance" if found.is_chance else "number",
        says=(f"{found.by} over {found.over}", *map("  {:7} {}".format, ("first:", "second:"), requests)),
        drawing="curve" if is_drawn else "",
        axes=(found.over,),
        points=drawn,
        notes=tuple(f"No change from {first} to {last}." for first, last in flat),
        data={
            "scenario": scenario,
            "over": found.over,
            "by": found.by,
            "requests": list(requests),
            "stretches": stretches,
        },
    )
