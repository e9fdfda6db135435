"""The stages of a play as bars: how often each roll is expected to be made, in the order of play."""

from __future__ import annotations

from collections.abc import Iterable

from probcalc.exact.readings.explanation import RollStep
from probcalc.present.charts.chart import BESIDE, ROW_HEIGHT, Chart, Spec, channel, drawn, layer, look, name_axis
from probcalc.present.decimals import chart_number, decimal


def _funnel_look() -> Spec:
    base = {
        "y": name_axis(),
        "x": channel("times:Q", title="expected number of rolls", axis={"tickCount": 5}),
        "tooltip": [channel("name:N", title=" "), channel("text:N", title="expected"), channel("rule:N")],
    }
    text = layer("text", base | {"text": channel("text:N")}, align="left", dx=4)
    return look(200, layer("bar", base), text, right=BESIDE)


def funnel_chart(rolls: Iterable[RollStep]) -> Chart:
    """One bar for each roll of a play.

    >>> import probcalc
    >>> from probcalc.present.explain import explanation
    >>> chart = funnel_chart(explanation(probcalc.odds("chronopia.armour", damage=7)).rolls)
    >>> [(row["name"], row["times"]) for row in chart.rows]
    [('1. Armour save', 1.0), ('2. Heal', 0.3), ('3. Ward Save', 0.3)]
    """
    rows = [
        {
            # Two rolls may have one name, so that their places keep them apart.
            "name": f"{place}. {step.name}",
            "times": chart_number(step.times),
            "text": decimal(step.times),
            "rule": step.rule,
        }
        for place, step in enumerate(rolls, 1)
    ]
    said = ", ".join(f"{row['name']}: {row['text']}" for row in rows[:8])
    return drawn(
        _funnel_look(), rows, f"How often each roll is expected to be made: {said}.", ROW_HEIGHT * len(rows) + 60
    )
