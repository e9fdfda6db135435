"""Small multiples: one heat map for each value of a third thing, with a line where the chance passes one half."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from probcalc.analysis.findings.report import Unit
from probcalc.present.charts.ramp import STEPS
from probcalc.web.pages.heat.drawn import Axis, SmallMap, halves_beside, legend
from probcalc.web.parts.controls import Control, pick_chip
from probcalc.web.parts.markup import Markup, stretched, tag
from probcalc.web.parts.numbers import amount, full_bar, percent, with_minus

_HALF = Fraction(1, 2)
Cells: TypeAlias = "Sequence[Sequence[Fraction | None]]"


def multiples_card(
    sentence: str,
    unit: Unit,
    picks: Sequence[Control],
    rows: Axis,
    columns: Axis,
    maps: Sequence[SmallMap],
    now: tuple[int, int],
) -> Markup:
    """A map for each value; `now` is the cell of the present number, with -1 where that is not shown."""
    down, across, each = map(pick_chip, picks)
    top = full_bar((p for one in maps for row in one["cells"] for p in row), unit)
    # What runs down and across in every map.
    sides = [f"{axis['title']} {_ends(axis['values'])} {way}" for axis, way in ((rows, "down"), (columns, "across"))]
    return tag(
        "section.heat.multiples",
        tag("h3.of", sentence),
        tag("div.chips", down, tag("span", "×"), across, tag("span", "for each"), each),
        tag("p.quiet", f"{sides[0]}, {sides[1]}. Tap a map to use its value."),
        tag("div.maps", [_map(one, unit, rows, columns, now, top) for one in maps]),
        legend(unit),
    )


def _ends(values: Sequence[str]) -> str:
    first, last = with_minus(values[0]), with_minus(values[-1])
    return first if len(values) == 1 else f"{first} to {last}"


def _map(each: SmallMap, unit: Unit, rows: Axis, columns: Axis, now: tuple[int, int], top: Fraction) -> Markup:
    cells = each["cells"]
    is_chance = unit == "chance"
    known = [p for row in cells for p in row if p is not None]
    ends = list(dict.fromkeys(amount(end(known), unit) for end in (min, max))) if known else []
    told = (
        " to ".join(ends)
        if len(ends) > 1
        else f"{ends[0]} everywhere"
        if ends
        else each.get("why") or "refused everywhere"
    )
    if is_chance and len(ends) > 1:
        half = sum(p >= _HALF for p in known)
        told = f"{told}; 50% or better in {percent(Fraction(half, len(known)), 0)} of the map"
    here = now if each["on"] else (-1, -1)
    return tag(
        f"button.map{'.on' if each['on'] else ''}",
        tag("b", each["title"]),
        tag(
            "span.with-ends",
            _ticks("span.first-last.down", rows["values"]),
            _draw_map(cells, top, is_chance, here),
            _ticks("span.first-last.along", columns["values"]),
        ),
        tag("small", told),
        data_tap=each["tap"],
        aria_pressed=each["on"],
    )


def _ticks(place: str, values: Sequence[str]) -> Markup:
    """The first and the last value of a side, which the words above every map tell those who cannot see."""
    shown = map(with_minus, dict.fromkeys((values[0], values[-1])))
    return tag(place, [tag("i", text) for text in shown], aria_hidden="true")


def _draw_map(cells: Cells, top: Fraction, is_chance: bool, here: tuple[int, int]) -> Markup:
    """The map as squares of one colour for each step, the line of one half, and the frame of the present cell."""
    squares: dict[int, list[str]] = {}
    for n, row in enumerate(cells):
        for m, p in enumerate(row):
            if p is not None:
                step = round((p if is_chance else abs(p) / top) * (STEPS - 1))
                squares.setdefault(step, []).append(f"M{m} {n}h1v1h-1z")
    paths = [tag("path", d="".join(parts), style=f"fill:var(--q{step})") for step, parts in sorted(squares.items())]
    line = "".join(_edges(cells)) if is_chance else ""
    contour = tag("path.half", d=line) if line else None
    n, m = here
    frame = tag("path.frame", d=f"M{m} {n}h1v1h-1z") if n >= 0 <= m else None
    return stretched(len(cells[0]), len(cells), paths, contour, frame)


def _edges(cells: Cells) -> Iterator[str]:
    """The sides between cells of which one reaches one half and the other does not."""
    for n, row in enumerate(cells):
        for m in range(len(row)):
            left, above = halves_beside(cells, n, m)
            if left:
                yield f"M{m} {n}v1"
            if above:
                yield f"M{m} {n}h1"
