"""Charts of one law: bars for "exactly" and a line for the tail, or bars over names."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, TypeAlias

import altair as alt

from probcalc.present.charts.chart import (
    BESIDE,
    MOST_LOOKS,
    PERCENT,
    ROW_HEIGHT,
    Chart,
    Spec,
    below,
    chance_axis,
    drawn,
    look,
    name_axis,
    named,
    outcome_axis,
)
from probcalc.present.decimals import chart_percent, percent
from probcalc.present.table import LawRow, LawTable

Tail: TypeAlias = Literal["at least", "at most"]

_MOST_POINTS = 60
_MOST_SAID = 12


@lru_cache(maxsize=MOST_LOOKS)
def _law_look(heading: str, tail: Tail, with_points: bool) -> Spec:
    tooltip = [
        alt.Tooltip("outcome:N", title=heading),
        *(alt.Tooltip(f"{name} text:N", title=name) for name in ("exactly", "at least", "at most")),
        alt.Tooltip("exact:N", title="exactly, as a fraction"),
    ]
    base = alt.Chart().encode(x=outcome_axis(heading), tooltip=tooltip)
    colour = alt.Color("drawn:N", scale=named(["exactly", tail]), legend=below())

    def layer(field: str) -> alt.Chart:
        y = alt.Y(f"{field}:Q", scale=PERCENT, axis=chance_axis(), title="chance, %")
        return base.transform_calculate(drawn=f"'{field}'").encode(y=y, color=colour)

    line = layer(tail).mark_line(point=with_points, strokeWidth=2.5)
    return look(alt.layer(layer("exactly").mark_bar(), line), 300)


@lru_cache(maxsize=MOST_LOOKS)
def _names_look(heading: str) -> Spec:
    base = alt.Chart().encode(
        y=name_axis(),
        x=alt.X("exactly:Q", scale=PERCENT, axis=chance_axis(), title="chance, %"),
        tooltip=[
            alt.Tooltip("name:N", title=heading),
            alt.Tooltip("exactly text:N", title="chance"),
            alt.Tooltip("exact:N", title="as a fraction"),
        ],
    )
    text = base.mark_text(align="left", dx=4).encode(text="exactly text:N")
    return look(alt.layer(base.mark_bar(), text), 200, BESIDE)


def law_chart(law: LawTable, tail: Tail = "at least") -> Chart:
    """Bars for "exactly" and a line for "at least" (or "at most"), on one axis of 0 to 100 %; bars only over names.

    >>> import probcalc
    >>> from probcalc.present.table import law_table
    >>> chart = law_chart(law_table(probcalc.odds("chronopia.armour", damage=7), "wounds"))
    >>> [(row["outcome"], row["exactly"], row["at least"]) for row in chart.rows]
    [('0', 65.0, 100.0), ('1', 35.0, 35.0)]
    """
    rows = [_row(row, "outcome" if law.is_ordered else "name") for row in law.rows]
    said = ", ".join(f"{row.words}: {percent(row.exactly)}" for row in law.rows[:_MOST_SAID])
    more = f" and {len(rows) - _MOST_SAID} more" if len(rows) > _MOST_SAID else ""
    words = f"{law.label}. {said}{more}."
    if law.is_ordered:
        return drawn(_law_look(law.heading, tail, len(rows) <= _MOST_POINTS), rows, words)
    return drawn(_names_look(law.heading), rows, words, ROW_HEIGHT * len(rows) + 60)


def _row(row: LawRow, key: str) -> dict[str, Any]:
    shown: dict[str, Any] = {
        key: row.words,
        "exactly": chart_percent(row.exactly),
        "exactly text": percent(row.exactly),
        "exact": row.exact,
    }
    for name, value in (("at least", row.at_least), ("at most", row.at_most)):
        if value is not None:
            shown |= {name: chart_percent(value), f"{name} text": percent(value)}
    return shown


@lru_cache(maxsize=MOST_LOOKS)
def _shares_look(labels: tuple[str, ...]) -> Spec:
    chart = (
        alt.Chart()
        .mark_bar()
        .encode(
            x=alt.X("chance:Q", stack="zero", scale=PERCENT, title=None, axis=None),
            color=alt.Color("name:N", scale=named(labels), legend=below()),
            order=alt.Order("place:Q"),
            tooltip=[
                alt.Tooltip("name:N", title=" "),
                alt.Tooltip("text:N", title="chance"),
                alt.Tooltip("exact:N", title="as a fraction"),
            ],
        )
    )
    return look(chart, 76)


def shares_chart(law: LawTable) -> Chart:
    """A law over a few names as one stacked bar of 100 %, such as win, tie and loss.

    >>> import probcalc
    >>> from probcalc.present.table import law_table
    >>> shares_chart(law_table(probcalc.odds("oathmark.morale"), "outcome")).alt
    'Outcome of the test: passed 84.0 %, disordered 16.0 %.'
    """
    rows = [
        {
            "place": place,
            "name": row.words,
            "chance": chart_percent(row.exactly),
            "text": percent(row.exactly),
            "exact": row.exact,
        }
        for place, row in enumerate(law.rows)
    ]
    said = ", ".join(f"{row['name']} {row['text']}" for row in rows)
    return drawn(_shares_look(tuple(row.words for row in law.rows)), rows, f"{law.label}: {said}.")
