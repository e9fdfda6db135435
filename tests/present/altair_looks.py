"""The looks of all charts, built with Altair: what the plain specifications are held to."""

from __future__ import annotations

import json
from typing import Any

import altair as alt

PERCENT = alt.Scale(domain=[0, 100])
BESIDE, HEIGHT = 48, 240
PLACES: dict[str, dict[str, Any]] = {
    "over": {"dy": -16},
    "before": {"align": "right", "dx": -10, "dy": -10},
    "after": {"align": "left", "dx": 10, "dy": -10},
    "under": {"align": "left", "dx": 10, "dy": 14},
    "under before": {"align": "right", "dx": -10, "dy": 14},
}
MORE, LESS, NOW, OTHERS = "more", "less", "now", "other values"


def look(chart: Any, height: int, right: int = 6) -> Any:
    padding = {"top": 6, "bottom": 6, "left": 2, "right": right}
    made: Any = chart.properties(height=height, padding=padding).to_dict()
    for layer in made.get("layer", ()):
        # Altair gives a layer without data an empty data set of its own; all layers share the chart's rows.
        for part in (layer, *layer.get("layer", ())):
            part.pop("data", None)
    return {key: value for key, value in made.items() if key not in ("$schema", "config", "data", "datasets")}


def named(labels: Any) -> alt.Scale:
    return alt.Scale(domain=list(labels))


def below(columns: int = 2) -> alt.Legend:
    return alt.Legend(title=None, orient="bottom", labelLimit=270, columns=columns)


def outcome_axis(heading: str) -> alt.X:
    return alt.X("outcome:O", sort=None, title=heading, axis=alt.Axis(labelAngle=0, labelOverlap=True))


def name_axis(longest: int = 150) -> alt.Y:
    return alt.Y("name:N", sort=None, title=None, axis=alt.Axis(labelLimit=longest, labelOverlap=False))


def chance_axis() -> alt.Axis:
    return alt.Axis(values=[0, 20, 40, 60, 80, 100])


def law(heading: str, tail: str, with_points: bool) -> Any:
    tooltip = [
        alt.Tooltip("outcome:N", title=heading),
        *(alt.Tooltip(f"{name} text:N", title=name) for name in ("exactly", "at least", "at most")),
        alt.Tooltip("exact:N", title="exactly, as a fraction"),
    ]
    base = alt.Chart().encode(x=outcome_axis(heading))

    def heights(*parts: str) -> list[alt.ExprRef]:
        return [alt.ExprRef(expr=f"height{part}") for part in parts]

    scale = alt.Scale(range=heights("", " * 0.43"), nice=False, zero=True)
    high = alt.Y("exactly:Q", title="exactly, %", scale=scale, axis=alt.Axis(tickCount=4))
    scale = alt.Scale(domain=[0, 100], range=heights(" * 0.3", " * 0.02"))
    sums = alt.Y(f"{tail}:Q", title=f"{tail}, %", scale=scale, axis=alt.Axis(values=[0, 50, 100], orient="left"))

    def layer(y: alt.Y) -> alt.Chart:
        return base.encode(y=y, tooltip=tooltip)

    values = base.mark_text(dy=-8).encode(y=high, text="value:N")
    bars = alt.layer(layer(high).mark_bar(), values)
    line = layer(sums).mark_line(point=with_points, strokeWidth=1.5, interpolate="step")
    return look(alt.layer(bars, line).resolve_scale(y="independent"), 360)


def names(heading: str) -> Any:
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


def compared(heading: str, shown: str, names: tuple[str, ...]) -> Any:
    base = alt.Chart().encode(
        x=outcome_axis(heading),
        y=alt.Y("chance:Q", scale=PERCENT, axis=chance_axis(), title=f"{shown}, %"),
        color=alt.Color("name:N", scale=named(names), legend=below(1)),
        tooltip=[
            alt.Tooltip("name:N", title=" "),
            alt.Tooltip("outcome:N", title=heading),
            alt.Tooltip("text:N", title=shown),
            alt.Tooltip("exact:N", title="as a fraction"),
        ],
    )
    if shown == "exactly":
        return look(base.mark_bar().encode(xOffset=alt.XOffset("name:N", scale=named(names))), 340)
    return look(base.mark_line(point=True, strokeWidth=2.5), 340)


def areas(names: tuple[str, ...]) -> Any:
    x = alt.X("round:Q", title="after round", axis=alt.Axis(tickMinStep=1, format="d"))
    colour = alt.Color("who:N", scale=named((names[0], names[-1], *names[1:-1])), legend=None)
    greys = [
        {"test": "datum.place == 1", "value": "#858A90"},
        {"test": "datum.place == 2", "value": "#858A9060"},
    ]
    made = alt.Chart().encode(
        x=x,
        y=alt.Y("percent:Q", title="chance, %", stack="zero", scale=PERCENT, axis=chance_axis()),
        color=alt.Color(**colour.to_dict(context={"data": alt.Undefined}), condition=greys),
        order=alt.Order("place:Q"),
        tooltip=[alt.Tooltip("who:N", title=" "), alt.Tooltip("round:Q"), alt.Tooltip("text:N", title="chance")],
    )

    def labels(side: str, dx: int) -> alt.Chart:
        y = alt.Y("middle:Q", title="chance, %", scale=PERCENT, axis=chance_axis())
        shown = alt.Chart().transform_filter(f"datum.side == '{side}'").encode(x=x, y=y, text="label:N")
        return shown.mark_text(align=side, dx=dx, aria=False)

    shown = made.mark_area(interpolate="linear", line=True, opacity=0.5)
    return look(alt.layer(shown, labels("left", 6), labels("right", -6)), 320)


def ranked(title: str, is_chance: bool, chosen: tuple[str, ...]) -> Any:
    scale = PERCENT if is_chance else alt.Scale(zero=True)
    axis = chance_axis() if is_chance else alt.Axis(tickCount=5)
    now = f"indexof({json.dumps(chosen)}, datum.value) >= 0"
    names = alt.Axis(
        labelLimit=150,
        labelOverlap=False,
        labelExpr="split(datum.label, '\\n')",
        labelFontWeight={"condition": {"test": now, "value": "bold"}, "value": "normal"},
    )
    base = alt.Chart().encode(
        y=alt.Y("name:N", sort=None, title=None, axis=names),
        x=alt.X("value:Q", scale=scale, axis=axis, title="chance, %" if is_chance else "mean"),
        tooltip=[
            alt.Tooltip("named:N", title=" "),
            alt.Tooltip("text:N", title=title),
            alt.Tooltip("exact:N", title="as a fraction"),
        ],
    )
    coloured = alt.Color("group:N", scale=named(("chosen now", "others")), legend=None)
    if chosen:
        coloured = alt.condition("datum.group == 'others'", alt.value("#858A90"), coloured)
    bars = base.mark_bar().encode(color=coloured)
    return look(alt.layer(bars, base.mark_text(align="left", dx=4).encode(text="text:N")), 200, BESIDE)


def change(title: str) -> Any:
    names = alt.Axis(labelLimit=150, labelOverlap=False, labelExpr="split(datum.label, '\\n')")
    base = alt.Chart().encode(
        y=alt.Y("name:N", sort=None, title=None, axis=names),
        x=alt.X("change:Q", title=title, axis=alt.Axis(tickCount=6)),
        tooltip=[
            alt.Tooltip("named:N", title=" "),
            alt.Tooltip("text:N", title="change"),
            alt.Tooltip("then:N", title="it is then"),
        ],
    )
    bars = base.mark_bar().encode(color=alt.Color("sign:N", scale=named((MORE, LESS)), legend=None))
    rule = alt.Chart().mark_rule(aria=False).encode(x=alt.datum(0))
    # Beside the bars and not at their ends: on the left there are the names.
    text = base.mark_text(align="left", dx=6).encode(x=alt.value("width"), text="short:N")
    return look(alt.layer(bars, rule, text), 200, BESIDE)


def heat(row_title: str, column_title: str, title: str, top: float, is_upright: bool, has_numbers: bool) -> Any:
    # Short names stand upright; long ones are turned, since there is no room for them side by side.
    across = alt.Axis(labelLimit=190, orient="top", labelAngle=0 if is_upright else -90)
    base = alt.Chart().encode(
        # The cells need the room more than a title does: what the rows are is said above the chart.
        y=alt.Y("row:N", sort=None, title=None, axis=alt.Axis(labelLimit=150)),
        x=alt.X("column:N", sort=None, title=column_title, axis=across),
        tooltip=[
            alt.Tooltip("row:N", title=row_title),
            alt.Tooltip("column:N", title=column_title),
            alt.Tooltip("full:N", title=title),
        ],
    )
    legend = alt.Legend(orient="bottom", title=None, gradientLength=140)
    cells = base.mark_rect().encode(color=alt.Color("value:Q", scale=alt.Scale(domain=[0, top]), legend=legend))
    # The lighter half of the scale takes dark figures, the darker half light ones; a dash stands on the bare page.
    text = (
        base.transform_filter("isValid(datum.value)")
        .mark_text()
        .encode(
            text="text:N",
            color=alt.condition(f"datum.value > {top / 2}", alt.value("#000000"), alt.value("#ffffff")),
        )
    )
    absent = base.transform_filter("!isValid(datum.value)").mark_text().encode(text="text:N")
    return look(alt.layer(cells, text, absent) if has_numbers else alt.layer(cells, absent), 300)


def spent(heading: str, title: str) -> Any:
    base = alt.Chart().encode(
        x=alt.X("value:Q", title=heading, scale=alt.Scale(padding=14), axis=alt.Axis(tickMinStep=1, format="d")),
        y=alt.Y("number:Q", scale=alt.Scale(zero=False, padding=28), axis=None),
        tooltip=[
            alt.Tooltip("name:N", title=" "),
            alt.Tooltip("value:Q", title=heading),
            alt.Tooltip("text:N", title=title),
            alt.Tooltip("exact:N", title="as a fraction"),
        ],
    )
    text = [
        base.transform_filter(f"datum.label && datum.align == '{align}' && {sign}datum.over")
        .mark_text(align=align, dx=dx, dy=dy)
        .encode(text="label:N")
        for sign, dy in (("", -12), ("!", 18))
        for align, dx in (("left", 6), ("right", -6))
    ]
    line = base.transform_filter("datum.best").mark_line(interpolate="step-after", strokeWidth=2.5)
    steps = base.transform_filter("datum.best && datum.label").mark_point(filled=True, size=110, opacity=1)
    others = base.transform_filter("!datum.best").mark_point(
        filled=False, size=90, opacity=1, color="#858A90", aria=False
    )
    return look(alt.layer(line, steps, others, *text), 220)


def needed(title: str, chance: str, shares: tuple[float, ...]) -> Any:
    base = alt.Chart().encode(
        x=alt.X("value:Q", title=title, axis=alt.Axis(tickMinStep=1, format="d")),
        tooltip=[alt.Tooltip("value:Q", title=title), alt.Tooltip("text:N", title=chance)],
    )
    axis: dict[str, Any] = {"scale": PERCENT, "axis": chance_axis(), "title": "chance, %"}
    line = base.mark_line(point=True, strokeWidth=2.5, interpolate="step-after").encode(y=alt.Y("chance:Q", **axis))
    marks = [
        alt.Chart().mark_rule(strokeDash=[4, 4], aria=False).encode(y=alt.YDatum(share, **axis)) for share in shares
    ]
    return look(alt.layer(line, *marks), 260)


def rising(title: str) -> Any:
    base = alt.Chart().encode(
        x=alt.X("name:O", sort=None, title=None, axis=alt.Axis(labelAngle=0, labelOverlap=True)),
        y=alt.Y("chance:Q", scale=PERCENT, axis=chance_axis(), title=f"{title}, %"),
        tooltip=[
            alt.Tooltip("name:N", title=" "),
            alt.Tooltip("text:N", title=title),
            alt.Tooltip("exact:N", title="as a fraction"),
        ],
    )
    text = base.mark_text(dy=-8).encode(text="text:N")
    return look(alt.layer(base.mark_bar(), text), 260)


def half(title: str, is_chance: bool) -> list[Any]:
    mark = alt.Chart().mark_rule(strokeDash=[4, 4], opacity=0.6, aria=False)
    height = alt.YDatum(50, title=f"{title}, %", scale=PERCENT, axis=chance_axis())
    return [mark.encode(y=height)] if is_chance else []


def curve(heading: str, title: str, is_chance: bool, dotted: bool, place: str) -> Any:
    axis = chance_axis() if is_chance else alt.Axis(tickCount=5)
    base = alt.Chart().encode(
        x=alt.X("value:Q", title=heading, scale=alt.Scale(zero=False), axis=alt.Axis(tickMinStep=1, format="d")),
        y=alt.Y(
            "number:Q",
            title=f"{title}, %" if is_chance else title,
            scale=PERCENT if is_chance else alt.Scale(zero=True),
            axis=axis,
        ),
        tooltip=[
            alt.Tooltip("value:Q", title=heading),
            alt.Tooltip("text:N", title=title),
            alt.Tooltip("exact:N", title="as a fraction"),
        ],
    )
    colour = alt.Color("group:N", scale=named((OTHERS, NOW)), legend=None)
    here = f"datum.group == '{NOW}'"
    size = alt.condition(here, alt.value(130), alt.value(30 if dotted else 1))
    dots = base.mark_circle(opacity=1).encode(color=colour, size=size)
    said = base.mark_text(fontSize=14, fontWeight="bold", **PLACES[place]).encode(text="text:N").transform_filter(here)
    return look(alt.layer(base.mark_line(strokeWidth=2), *half(title, is_chance), dots, said), 300)


def curves(heading: str, title: str, is_chance: bool, names: tuple[str, ...]) -> Any:
    axis = chance_axis() if is_chance else alt.Axis(tickCount=5)
    chart = alt.Chart().encode(
        x=alt.X("value:Q", title=heading, scale=alt.Scale(zero=False), axis=alt.Axis(tickMinStep=1, format="d")),
        y=alt.Y(
            "number:Q",
            title=f"{title}, %" if is_chance else title,
            scale=PERCENT if is_chance else alt.Scale(zero=True),
            axis=axis,
        ),
        color=alt.Color("name:N", scale=named(names), legend=below()),
        tooltip=[
            alt.Tooltip("name:N", title=" "),
            alt.Tooltip("value:Q", title=heading),
            alt.Tooltip("text:N", title=title),
            alt.Tooltip("exact:N", title="as a fraction"),
        ],
    )
    line = chart.mark_line(point=True, strokeWidth=2.5)
    return look(alt.layer(line, *half(title, is_chance)) if is_chance else line, 300)
