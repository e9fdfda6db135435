"""Charts of one number over many requests: ranked names, changes by modifiers, a grid, and how much is needed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from textwrap import wrap

from probcalc.analysis.findings.report import Refused, Report
from probcalc.present.charts.chart import (
    BESIDE,
    CHANCE,
    GREY,
    ROW_HEIGHT,
    Chart,
    Spec,
    channel,
    colours_by_name,
    draw,
    drawn_number,
    hints,
    layer,
    look,
    name_axis,
    number_fields,
)
from probcalc.present.numbers.decimals import chart_number
from probcalc.present.numbers.text import POINTS, change_text, number_text, short_text, with_minus

CHOSEN, OTHERS = "chosen now", "others"
MORE, LESS = "more", "less"
_MOST_SAID = 5
_MOST_BARS, _MOST_CHANGES = 40, 30
_LONGEST_NAME, _BREAK, _TWO_LINES = 22, "\n", 36
_IN_LINES = {"labelExpr": r"split(datum.label, '\n')"}
_MOST_NUMBERED = 16
"""More columns than that are too narrow for numbers in them."""
_LONGEST_TURNED, _OF_A_LETTER = 190, 6
_LONGEST_UPRIGHT = 3


def _ranked_look(title: str, is_chance: bool, chosen: tuple[str, ...]) -> Spec:
    along = CHANCE if is_chance else {"scale": {"zero": True}, "axis": {"tickCount": 5}}
    now = f"indexof({json.dumps(chosen)}, datum.value) >= 0"
    bold = {"condition": {"test": now, "value": "bold"}, "value": "normal"}
    base = {
        # A long name takes two lines.
        "y": name_axis(**_IN_LINES, labelFontWeight=bold),
        "x": channel("value:Q", **along, title="chance, %" if is_chance else "mean"),
        **hints(named=" ", text=title, exact="as a fraction"),
    }
    # The present one is in colour, where there is one; the others are what it might be instead.
    others = {"condition": {"test": f"datum.group == '{OTHERS}'", "value": GREY}} if chosen else {}
    colour = others | channel("group:N", scale=colours_by_name((CHOSEN, OTHERS)), legend=None)
    bars = layer("bar", base | {"color": colour})
    text = layer("text", base | {"text": channel("text:N")}, align="left", dx=4)
    return look(200, bars, text, right=BESIDE)


def ranked_chart(report: Report) -> Chart:
    """One bar for each name, the longest first.

    >>> from probcalc.analysis.findings.report import Column, Row
    >>> columns = Column("weapon", "name"), Column("slain", "chance")
    >>> rows = Row(("Axe", Fraction(1, 2))), Row(("Spear", Fraction(3, 4)))
    >>> chart = ranked_chart(Report("odds", "Odds", columns, rows, counts="slain"))
    >>> [(row["name"], row["value"]) for row in chart.rows]
    [('Spear', 75.0), ('Axe', 50.0)]
    """
    title, unit = report.counts, report.unit
    bars = [(str(row.cells[0]), n, row.is_present) for row in report.rows if isinstance(n := row.cells[1], Fraction)]
    rows: list[Spec] = [
        {
            "name": _in_lines(name),
            "named": name,
            "value": drawn_number(value, unit),
            **number_fields(value, unit),
            "group": CHOSEN if is_chosen else OTHERS,
        }
        for name, value, is_chosen in sorted(bars[:_MOST_BARS], key=lambda bar: bar[1], reverse=True)
    ]
    chosen = tuple(row["name"] for row in rows if row["group"] == CHOSEN)
    said = ", ".join(f"{row['named']} {row['text']}" for row in rows[:_MOST_SAID])
    words = f"{title}, {len(rows)} in order: {said}{' and more' if len(rows) > _MOST_SAID else ''}."
    return draw(_ranked_look(title, unit == "chance", chosen), rows, words, _row_height(rows) * len(rows) + 70)


def _row_height(rows: Sequence[Spec]) -> int:
    return _TWO_LINES if any(_BREAK in row["name"] for row in rows) else ROW_HEIGHT


def _in_lines(name: str) -> str:
    """A name in lines that have room beside the bars."""
    return _BREAK.join(wrap(name, _LONGEST_NAME)) if len(name) > _LONGEST_NAME else name


def _change_look(title: str) -> Spec:
    base = {
        "y": name_axis(**_IN_LINES),
        "x": channel("change:Q", title=title, axis={"tickCount": 6}),
        **hints(named=" ", text="change", then="it is then"),
    }
    bars = layer("bar", base | {"color": channel("sign:N", scale=colours_by_name((MORE, LESS)), legend=None)})
    rule = layer("rule", {"x": {"datum": 0}}, aria=False)
    # Beside the bars and not at their ends: on the left there are the names.
    text = layer("text", base | {"x": {"value": "width"}, "text": channel("short:N")}, align="left", dx=6)
    return look(200, bars, rule, text, right=BESIDE)


def change_chart(report: Report) -> Chart:
    r"""Bars to both sides: how much each change adds or takes, in the order given.

    >>> from probcalc.analysis.findings.report import Column, Row
    >>> columns = Column("change", "name"), Column("worth", "change"), Column("then", "chance")
    >>> chart = change_chart(Report("odds", "Odds", columns, (Row(("Charging", Fraction(1, 5), Fraction(3, 5))),)))
    >>> chart.rows[0]["change"], chart.rows[0]["text"], chart.rows[0]["then"]
    (20.0, '+20.0\xa0pts', '60.0%')
    """
    unit = report.unit
    rows: list[Spec] = []
    for name, change, value, *_ in (row.cells for row in report.rows):
        if change and isinstance(change, Fraction) and isinstance(value, Fraction) and len(rows) < _MOST_CHANGES:
            named, text = with_minus(str(name)), with_minus(change_text(change, unit))
            shown = {"name": _in_lines(named), "named": named, "change": drawn_number(change, unit), "text": text}
            shown |= {"short": text.removesuffix(POINTS), "then": number_text(value, unit)}
            rows.append(shown | {"sign": MORE if change >= 0 else LESS})
    heading = "percentage points" if unit == "chance" else "change of the mean"
    said = ", ".join(f"{row['named']} {row['text']}" for row in rows[:_MOST_SAID])
    words = f"{report.counts}: what each change is worth, the greatest first: {said or 'nothing changes it'}."
    return draw(_change_look(heading), rows, words, _row_height(rows) * len(rows) + 90)


def _heat_look(row_title: str, column_title: str, title: str, top: float, is_upright: bool, has_numbers: bool) -> Spec:
    # Short names stand upright; long ones are turned, since there is no room for them side by side.
    across = {"labelLimit": _LONGEST_TURNED, "orient": "top", "labelAngle": 0 if is_upright else -90}
    base = {
        # The cells need the room more than a title does: what the rows are is said above the chart.
        "y": channel("row:N", sort=None, title=None, axis={"labelLimit": 150}),
        "x": channel("column:N", sort=None, title=column_title, axis=across),
        **hints(row=row_title, column=column_title, full=title),
    }
    legend = {"orient": "bottom", "title": None, "gradientLength": 140}
    cells = layer("rect", base | {"color": channel("value:Q", scale={"domain": [0, top]}, legend=legend)})
    # The lighter half of the scale takes dark figures, the darker half light ones; a dash stands on the bare page.
    colour = {"condition": {"test": f"datum.value > {top / 2}", "value": "#000000"}, "value": "#ffffff"}
    numbers = base | {"text": channel("text:N")}
    text = layer("text", numbers | {"color": colour}, {"filter": "isValid(datum.value)"})
    absent = layer("text", numbers, {"filter": "!isValid(datum.value)"})
    return look(300, cells, text, absent) if has_numbers else look(300, cells, absent)


def heat_map(report: Report) -> Chart:
    """A coloured cell for every pair of values, with its number where there is room; a refused pair has a dash.

    >>> from probcalc.analysis.findings.report import Column, Row
    >>> columns = Column("Damage", "name"), Column("0", "chance"), Column("1", "chance")
    >>> rows = (Row(("9", Fraction(9, 20), Refused("too much"))),)
    >>> chart = heat_map(Report("odds", "Odds", columns, rows, counts="wound", axes=("Damage", "Modifier")))
    >>> [(row["text"], row["full"]) for row in chart.rows]
    [('45', '45.0%'), ('–', 'too much')]
    """
    down, across = report.axes
    title, unit = report.counts, report.unit
    names = [column.label for column in report.columns[1:]]
    rows: list[Spec] = []
    greatest = Fraction(0)
    for row in report.rows:
        for name, cell in zip(names, row.cells[1:], strict=True):
            shown: Spec = {"row": str(row.cells[0]), "column": name, "value": None, "text": "–", "full": ""}
            if isinstance(cell, Fraction):
                greatest = max(greatest, cell)
                shown |= {"value": drawn_number(cell, unit), "text": short_text(cell, unit)}
                shown["full"] = number_text(cell, unit)
            elif isinstance(cell, Refused):
                shown["full"] = cell.why
            rows.append(shown)
    top = 100.0 if unit == "chance" else chart_number(greatest) or 1.0
    words = f"{title} for each {down} and {across}; the table under it has every number."
    longest = max(map(len, names), default=0)
    is_upright = longest <= _LONGEST_UPRIGHT
    made = _heat_look(down, across, title, top, is_upright, len(set(names)) <= _MOST_NUMBERED)
    room = 130 if is_upright else 100 + min(_OF_A_LETTER * longest, _LONGEST_TURNED)
    return draw(made, rows, words, 30 * len({row["row"] for row in rows}) + room)
