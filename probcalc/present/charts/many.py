"""Charts of one number over many requests: ranked names, changes by modifiers, a grid, and how much is needed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from fractions import Fraction
from textwrap import wrap
from typing import Any, NamedTuple

from probcalc.analysis.report import Unit
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
from probcalc.present.decimals import chart_number
from probcalc.present.numbers import POINTS, change_text, number_text, short_text, with_minus

CHOSEN, OTHERS = "chosen now", "others"
MORE, LESS = "more", "less"
_MOST_SAID = 5
_LONGEST_NAME, _BREAK, _TWO_LINES = 22, "\n", 36
_IN_LINES = {"labelExpr": r"split(datum.label, '\n')"}
_MOST_NUMBERED = 16
"""More columns than that are too narrow for numbers in them."""
_LONGEST_TURNED, _OF_A_LETTER = 190, 6
_LONGEST_UPRIGHT = 3


class Bar(NamedTuple):
    """One name with its exact number."""

    name: str
    value: Fraction
    is_chosen: bool = False


class Change(NamedTuple):
    """A change by its name, what it adds, and what the number is then."""

    name: str
    change: Fraction
    value: Fraction


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


def ranked_chart(bars: Iterable[Bar], title: str, unit: Unit) -> Chart:
    """One bar for each name, the longest first.

    >>> chart = ranked_chart([Bar("Axe", Fraction(1, 2)), Bar("Spear", Fraction(3, 4))], "slain", "chance")
    >>> [(row["name"], row["value"]) for row in chart.rows]
    [('Spear', 75.0), ('Axe', 50.0)]
    """
    listed = sorted(bars, key=lambda bar: bar.value, reverse=True)
    rows = [
        {
            "name": _in_lines(bar.name),
            "named": bar.name,
            "value": drawn_number(bar.value, unit),
            **number_fields(bar.value, unit),
            "group": CHOSEN if bar.is_chosen else OTHERS,
        }
        for bar in listed
    ]
    chosen = tuple(_in_lines(bar.name) for bar in listed if bar.is_chosen)
    said = ", ".join(f"{row['named']} {row['text']}" for row in rows[:_MOST_SAID])
    words = f"{title}, {len(rows)} in order: {said}{' and more' if len(rows) > _MOST_SAID else ''}."
    high = _row_height(bar.name for bar in listed)
    return draw(_ranked_look(title, unit == "chance", chosen), rows, words, high * len(rows) + 70)


def _row_height(names: Iterable[str]) -> int:
    return _TWO_LINES if any(_BREAK in _in_lines(name) for name in names) else ROW_HEIGHT


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


def change_chart(changes: Iterable[Change], title: str, unit: Unit) -> Chart:
    r"""Bars to both sides: how much each change adds or takes, in the order given.

    >>> chart = change_chart([Change("Charging", Fraction(1, 5), Fraction(3, 5))], "slain", "chance")
    >>> chart.rows[0]["change"], chart.rows[0]["text"], chart.rows[0]["then"]
    (20.0, '+20.0\xa0pts', '60.0%')
    """
    rows = [
        {
            "name": _in_lines(with_minus(name)),
            "named": with_minus(name),
            "change": drawn_number(change, unit),
            "text": with_minus(change_text(change, unit)),
            "short": with_minus(change_text(change, unit)).removesuffix(POINTS),
            "then": number_text(value, unit),
            "sign": MORE if change >= 0 else LESS,
        }
        for name, change, value in changes
    ]
    heading = "percentage points" if unit == "chance" else "change of the mean"
    said = ", ".join(f"{row['named']} {row['text']}" for row in rows[:_MOST_SAID])
    words = f"{title}: what each change is worth, the greatest first: {said or 'nothing changes it'}."
    return draw(_change_look(heading), rows, words, _row_height(str(row["named"]) for row in rows) * len(rows) + 90)


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


class Pair(NamedTuple):
    """A cell of a heat map: its row, its column, and its number or why it has none."""

    row: str
    column: str
    value: Fraction | None
    why: str = ""


def heat_map(pairs: Sequence[Pair], row_title: str, column_title: str, title: str, unit: Unit) -> Chart:
    """A coloured cell for every pair of values, with its number where there is room; a refused pair has a dash.

    >>> pairs = [Pair("9", "0", Fraction(9, 20)), Pair("9", "1", None, "too much")]
    >>> chart = heat_map(pairs, "Damage", "Modifier", "wound", "chance")
    >>> [(row["text"], row["full"]) for row in chart.rows]
    [('45', '45.0%'), ('–', 'too much')]
    """
    rows: list[dict[str, Any]] = []
    greatest = Fraction(0)
    for pair in pairs:
        shown: dict[str, Any] = {"row": pair.row, "column": pair.column, "value": None, "text": "–", "full": pair.why}
        if pair.value is not None:
            greatest = max(greatest, pair.value)
            shown |= {"value": drawn_number(pair.value, unit), "text": short_text(pair.value, unit)}
            shown["full"] = number_text(pair.value, unit)
        rows.append(shown)
    top = 100.0 if unit == "chance" else chart_number(greatest) or 1.0
    words = f"{title} for each {row_title} and {column_title}; the table under it has every number."
    longest = max(len(pair.column) for pair in pairs)
    is_upright = longest <= _LONGEST_UPRIGHT
    has_numbers = len({pair.column for pair in pairs}) <= _MOST_NUMBERED
    made = _heat_look(row_title, column_title, title, top, is_upright, has_numbers)
    room = 130 if is_upright else 100 + min(_OF_A_LETTER * longest, _LONGEST_TURNED)
    return draw(made, rows, words, 30 * len({pair.row for pair in pairs}) + room)
