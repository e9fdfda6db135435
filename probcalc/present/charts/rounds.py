"""A fight round by round as areas: who has won it, and how often it still goes on."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from probcalc.analysis.stages.rounds import AT_LAST, ByRound
from probcalc.present.charts.chart import (
    CHANCE,
    GREY,
    PALE,
    Chart,
    Spec,
    channel,
    colours_by_name,
    draw,
    layer,
    look,
)
from probcalc.present.numbers.decimals import chart_percent, percent
from probcalc.present.reports.rounds import rounds_worth_a_line

GOES_ON = "still fighting"
_HEIGHT = 320
# A label is that high, in per cent of the chart; what is lower has none.
_LINE = 6
# The label of what goes on begins at the left, where it is widest, and stands in its middle so far to the right.
_EARLY = 8


def _areas(names: tuple[str, ...]) -> Spec:
    axis: Spec = {"title": "chance, %", **CHANCE}
    x = channel("round:Q", title="after round", axis={"tickMinStep": 1, "format": "d"})
    encoding = {
        "x": x,
        "y": channel("percent:Q", stack="zero", **axis),
        # Both sides have their colours; what lies between them belongs to neither.
        "color": {
            "condition": [
                {"test": "datum.place == 1", "value": GREY},
                {"test": "datum.place == 2", "value": PALE},
            ],
            **channel("who:N", scale=colours_by_name((names[0], names[-1], *names[1:-1])), legend=None),
        },
        "order": channel("place:Q"),
        "tooltip": [channel("who:N", title=" "), channel("round:Q"), channel("text:N", title="chance")],
    }

    def labels(side: str, dx: int) -> Spec:
        at = {"x": x, "y": channel("middle:Q", **axis), "text": channel("label:N")}
        return layer("text", at, {"filter": f"datum.side == '{side}'"}, align=side, dx=dx, aria=False)

    areas = layer("area", encoding, interpolate="linear", line=True, opacity=0.5)
    return look(_HEIGHT, areas, labels("left", 6), labels("right", -6))


def rounds_chart(found: ByRound) -> Chart:
    """Stacked areas over the rounds, from Side A's victories to those of the second, each with its name.

    >>> from probcalc.analysis.stages.rounds import by_round
    >>> chart = rounds_chart(by_round("mechanics.race", {"a.hit_points": 1, "b.hit_points": 1, "rounds": 2}))
    >>> [(row["who"], row["round"], row["text"]) for row in chart.rows[:2]]
    [('won by Side A', 0, '0%'), ('draw', 0, '0%')]
    >>> [(row["label"], row["middle"]) for row in chart.rows if row["label"]][0]
    ('still fighting', 62.5)
    """
    sides = found.answer.sides
    names = (
        f"won by {sides.get('a', 'Side A')}",
        "draw",
        GOES_ON,
        f"won by {sides.get('b', 'Side B')}",
    )
    rows: list[dict[str, Any]] = []
    for row in rounds_worth_a_line(found.rows):
        if row.round == AT_LAST:
            continue
        shares = (row.winner["a"], row.winner["draw"], 1 - row.over, row.winner["b"])
        if not rows:
            rows += _rows(0, names, (0, 0, 1, 0))
        rows += _rows(int(row.round), names, shares)
    last = rows[-len(names) :]
    said = ", ".join(f"{row['who']} {row['text']}" for row in last)
    _label(rows, len(names))
    return draw(_areas(names), rows, f"After round {last[0]['round']}: {said}.")


def _rows(number: int, names: tuple[str, ...], shares: tuple[Fraction | int, ...]) -> list[dict[str, Any]]:
    middles = [sum(shares[:place], Fraction(0)) + Fraction(share) / 2 for place, share in enumerate(shares)]
    return [
        {
            "round": number,
            "who": who,
            "percent": chart_percent(share),
            "text": percent(share),
            "place": place,
            "middle": chart_percent(middle),
            "label": "",
            "side": "",
        }
        for place, (who, share, middle) in enumerate(zip(names, shares, middles, strict=True))
    ]


def _label(rows: list[dict[str, Any]], each: int) -> None:
    """Name each area that is high enough: at its end, and what goes on at its beginning."""
    rounds = [rows[n : n + each] for n in range(0, len(rows), each)]
    early = rounds[-(-(len(rounds) - 1) // _EARLY)]
    for row in rounds[-1]:
        if row["percent"] >= _LINE and row["who"] != GOES_ON:
            row |= {"label": f"{row['who']} {row['text']}", "side": "right"}
    rounds[0][2] |= {"label": GOES_ON, "side": "left", "middle": early[2]["middle"]}
