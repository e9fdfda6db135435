"""Charts of several laws over the same outcomes, each under its name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

from probcalc.present.charts.chart import (
    PERCENT,
    Chart,
    Spec,
    below,
    chance_axis,
    channel,
    drawn,
    layer,
    look,
    named,
    outcome_axis,
)
from probcalc.present.decimals import chart_percent, percent
from probcalc.present.table import LawTable

Shown: TypeAlias = Literal["exactly", "at least", "at most"]


def _compared_look(heading: str, shown: Shown, names: tuple[str, ...]) -> Spec:
    encoding = {
        "x": outcome_axis(heading),
        "y": channel("chance:Q", scale=PERCENT, axis=chance_axis(), title=f"{shown}, %"),
        "color": channel("name:N", scale=named(names), legend=below(1)),
        "tooltip": [
            channel("name:N", title=" "),
            channel("outcome:N", title=heading),
            channel("text:N", title=shown),
            channel("exact:N", title="as a fraction"),
        ],
    }
    if shown == "exactly":
        return look(340, layer("bar", encoding | {"xOffset": channel("name:N", scale=named(names))}))
    return look(340, layer("line", encoding, point=True, strokeWidth=2.5))


def compared_chart(laws: Mapping[str, LawTable], shown: Shown) -> Chart:
    """Bars side by side for "exactly", lines for "at least" and "at most".

    >>> import probcalc
    >>> from probcalc.present.table import law_table
    >>> laws = {str(n): law_table(probcalc.odds("chronopia.armour", damage=n), "wounds") for n in (7, 10)}
    >>> [(row["name"], row["outcome"], row["chance"]) for row in compared_chart(laws, "at least").rows]
    [('7', '0', 100.0), ('7', '1', 35.0), ('10', '0', 100.0), ('10', '1', 50.0)]
    """
    rows: list[dict[str, Any]] = []
    places: dict[str, int] = {}
    for name, law in laws.items():
        for place, row in enumerate(law.rows):
            # Names such as "never" keep their place after the numbers.
            places.setdefault(row.words, row.outcome if isinstance(row.outcome, int) else 10**9 + place)
            value = {"exactly": row.exactly, "at least": row.at_least, "at most": row.at_most}[shown]
            if value is not None:
                chance = {"chance": chart_percent(value), "text": percent(value), "exact": str(value)}
                rows.append({"name": name, "outcome": row.words, **chance})
    first = next(iter(laws.values()))
    made = _compared_look(first.heading, shown, tuple(laws))
    encoding = made["encoding"]
    ordered = encoding["x"] | {"sort": sorted(places, key=lambda outcome: places[outcome])}
    words = f"{first.label}, {shown}, for {', '.join(laws)}; the table beside it has every number."
    return drawn(made | {"encoding": encoding | {"x": ordered}}, rows, words)
