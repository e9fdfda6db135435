"""A fight round by round as areas: who has won it, and how often it still goes on."""

from __future__ import annotations

from fractions import Fraction

from probcalc.analysis.rounds import AT_LAST, ByRound
from probcalc.present.charts.chart import PERCENT, Chart, Spec, below, chance_axis, channel, drawn, layer, look, named
from probcalc.present.decimals import chart_percent, percent
from probcalc.present.reports.rounds import told

GOES_ON = "still fought"
_HEIGHT = 320


def _areas(names: tuple[str, ...]) -> Spec:
    encoding = {
        "x": channel("round:Q", title="after round", axis={"tickMinStep": 1, "format": "d"}),
        "y": channel("percent:Q", title="chance, %", stack="zero", scale=PERCENT, axis=chance_axis()),
        # Both sides have their colours, whatever lies between them.
        "color": channel("who:N", scale=named((names[0], names[-1], *names[1:-1])), legend=below(1)),
        "order": channel("place:Q"),
        "tooltip": [channel("who:N", title=" "), channel("round:Q"), channel("text:N", title="chance")],
    }
    return look(_HEIGHT, layer("area", encoding, interpolate="linear", line=True, opacity=0.75))


def rounds_chart(found: ByRound) -> Chart:
    """Stacked areas over the rounds, from the first side's victories to those of the second.

    >>> from probcalc.analysis.rounds import by_round
    >>> chart = rounds_chart(by_round("mechanics.race", {"a.hit_points": 1, "b.hit_points": 1, "rounds": 2}))
    >>> [(row["who"], row["round"], row["text"]) for row in chart.rows[:2]]
    [('won by the first side', 0, '0 %'), ('draw', 0, '0 %')]
    """
    sides = found.answer.sides
    names = (
        f"won by {sides.get('a', 'the first side')}",
        "draw",
        GOES_ON,
        f"won by {sides.get('b', 'the second side')}",
    )
    rows: list[dict[str, object]] = []
    for row in told(found.rows):
        if row.round == AT_LAST:
            continue
        shares = (row.winner["a"], row.winner["draw"], 1 - row.over, row.winner["b"])
        if not rows:
            rows += _rows(0, names, (0, 0, 1, 0))
        rows += _rows(int(row.round), names, shares)
    last = rows[-len(names) :]
    said = ", ".join(f"{row['who']} {row['text']}" for row in last)
    return drawn(_areas(names), rows, f"After round {last[0]['round']}: {said}.")


def _rows(number: int, names: tuple[str, ...], shares: tuple[Fraction | int, ...]) -> list[dict[str, object]]:
    return [
        {"round": number, "who": who, "percent": chart_percent(share), "text": percent(share), "place": place}
        for place, (who, share) in enumerate(zip(names, shares, strict=True))
    ]
