"""The heat map: a number in each cell, the present one framed, a line where the chance passes one half.

Or in each cell its difference to the present number: blue for more, orange for less, each with its sign.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from typing import NotRequired, TypedDict

from probcalc.analysis.findings.report import Unit
from probcalc.present.charts.ramp import STEPS
from probcalc.web.parts.controls import Control, pick_chip
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import MINUS, POINTS, amount, full_bar, in_percent, signed_amount, with_sign
from probcalc.web.parts.rows import ramp_legend


class Cell(TypedDict):
    """The number with the two values of a cell, or why there is none, and the tap that sets them."""

    tap: str
    p: NotRequired[Fraction | None]
    why: NotRequired[str | None]


class Axis(TypedDict):
    """A side of the map: what varies, and its values."""

    title: str
    values: Sequence[str]


class Heat(TypedDict):
    """A map; `now` is the cell of the present number, (-1, -1) where that is not shown.

    With `change` its cells show differences to that number.
    """

    sentence: str
    kind: Unit
    picks: Sequence[Control]
    rows: Axis
    columns: Axis
    cells: Sequence[Sequence[Cell]]
    now: tuple[int, int]
    value: Fraction
    present: str
    says: Sequence[str]
    change: bool


class SmallMap(TypedDict):
    """The map for one value of a third thing, the tap that takes that value over, and why its first cell is refused."""

    title: str
    tap: str
    on: bool
    cells: Sequence[Sequence[Fraction | None]]
    why: NotRequired[str]


_HALF = Fraction(1, 2)


def heat_card(card: Heat) -> Markup:
    """The map; with `change` on its cells show differences to the present number."""
    change = tag(
        "button.chip",
        "Change from now",
        data_tap=f"set show.change={'' if card['change'] else 'yes'}",
        aria_pressed=card["change"],
    )
    picks = tag("div.chips", pick_chip(card["picks"][0]), tag("span", "×"), pick_chip(card["picks"][1]), change)
    value = amount(card["value"], card["kind"])
    now = tag(
        "div.heat-now", tag("strong", value), tag("span", tag("b", card["present"]), tag("small", "as it stands now"))
    )
    lines = [tag("li", line) for line in card["says"]]
    says = [tag("h4", "Summary"), tag("ul.says", lines)] if lines else None
    key = _differences(card) if card["change"] else legend(card["kind"])
    return tag("section.heat", tag("h3.of", card["sentence"]), picks, now, _grid(card), key, says)


def two_maps_card(title: str, lead: str, says: str, maps: Sequence[tuple[str, Heat]]) -> Markup:
    """The same map by two rules, each by its name, with what they say along the present row, and in all cells.

    On a phone one of them is in view.
    """
    first = maps[0][1]
    picks = tag("div.chips", pick_chip(first["picks"][0]), tag("span", "×"), pick_chip(first["picks"][1]))
    tabs = [
        tag(
            "label",
            tag("input", type="radio", name="map", value=letter, checked=letter == "A"),
            tag("span", f"Rule {letter}"),
        )
        for letter in "AB"
    ]
    drawn = [
        tag(
            "div",
            tag(f"h3.which.set{place}", tag("span.letter", "AB"[place]), tag("span", name)),
            _grid(each),
        )
        for place, (name, each) in enumerate(maps)
    ]
    # Which one is in view is the reader's, whatever else changes.
    choice = tag("fieldset.one-of", tag("legend.unseen", "Show"), tabs, data_still=True)
    said = [tag("p", tag("b", lead)), tag("p.quiet", says)]
    key = legend(first["kind"])
    return tag("section.card.heat.by-two", tag("h2.of", title), said, picks, choice, tag("div.pair", drawn), key)


def _grid(card: Heat) -> Markup:
    columns, rows = card["columns"], card["rows"]
    top = _furthest(card) if card["change"] else full_bar(_known(card), card["kind"])
    values = [[cell.get("p") for cell in row] for row in card["cells"]]
    head = tag(
        "tr",
        tag("th.corner", f"{rows['title']} ↓", scope="col"),
        [column_head(text, n == card["now"][1]) for n, text in enumerate(columns["values"])],
        role="row",
    )
    body = []
    for n, label in enumerate(rows["values"]):
        inside = [_cell(card, n, m, top, halves_beside(values, n, m)) for m in range(len(columns["values"]))]
        body.append(tag("tr", tag("th", label, scope="row", role="rowheader"), inside, role="row"))
    title = tag("p.across", f"{columns['title']} →")
    table = tag(
        "table",
        tag("thead", head),
        tag("tbody", body),
        role="grid",
        aria_label=f"{rows['title']} and {columns['title']}",
    )
    return tag("div.heat-wide", title, table, data_middle=True)


def column_head(text: str, is_on: bool = False) -> Markup:
    """The head of a column; a long name is broken between its words."""
    return tag(f"th{'.on' if is_on else ''}", tag("span.name", text), scope="col")


def _known(card: Heat) -> list[Fraction]:
    return [p for row in card["cells"] for cell in row if (p := cell.get("p")) is not None]


def _cell(card: Heat, n: int, m: int, top: Fraction, halves: tuple[bool, bool]) -> Markup:
    cell, here = card["cells"][n][m], card["now"]
    is_now = (n, m) == here
    named = f"{card['rows']['values'][n]}, {card['columns']['values'][m]}"
    value = cell.get("p")
    if value is None:
        return tag("td.no", "–", role="gridcell", tabindex="-1", title=cell.get("why"), aria_label=f"{named}: refused")
    is_chance = card["kind"] == "chance"
    said = amount(value, card["kind"])
    if card["change"]:
        gap = value - card["value"]
        step, ground, ink, edges = round((gap / top + 1) / 2 * (STEPS - 1)), "g", "j", ""
        text = "0" if not gap else with_sign(gap, 0) if is_chance else signed_amount(gap, card["kind"])
        said = f"{said}, {signed_amount(gap, card['kind'])}"
    else:
        step, ground, ink = round((value if is_chance else abs(value) / top) * (STEPS - 1)), "q", "i"
        edges = "".join(side for side, passes in zip((".hl", ".ht"), halves, strict=True) if passes and is_chance)
        text = in_percent(value, 0) if is_chance else said
    return tag(
        f"td{edges}{'.now' if is_now else ''}",
        text,
        role="gridcell",
        tabindex="0" if is_now or (here == (-1, -1) and (n, m) == (0, 0)) else "-1",
        aria_selected="true" if is_now else None,
        aria_label=f"{named}: {said}",
        data_tap=cell["tap"],
        style=f"background:var(--{ground}{step});color:var(--{ink}{step})",
    )


def halves_beside(values: Sequence[Sequence[Fraction | None]], n: int, m: int) -> tuple[bool, bool]:
    """Whether the chance passes one half left of a cell, and above it; one half itself is on the upper side.

    >>> row = [Fraction(p, 4) for p in (1, 2, 3)]
    >>> [halves_beside([row], 0, place) for place in range(3)]
    [(False, False), (True, False), (False, False)]
    """
    own, left, above = values[n][m], values[n][m - 1] if m else None, values[n - 1][m] if n else None
    return _passes(own, left), _passes(own, above)


def _passes(one: Fraction | None, other: Fraction | None) -> bool:
    return one is not None and other is not None and (one >= _HALF) != (other >= _HALF)


def _furthest(card: Heat) -> Fraction:
    """The greatest difference to the present number, of chances in whole steps of ten points."""
    now = card["value"]
    most = max((abs(value - now) for value in _known(card)), default=Fraction(0))
    if card["kind"] == "chance":
        return max(Fraction(1), Fraction(ceil(most * 10))) / 10
    return most or Fraction(1)


def _differences(card: Heat) -> Markup:
    """What the colours of differences mean: how far each end is from the present number."""
    top = _furthest(card)
    end = f"{in_percent(top, 0)}{POINTS}" if card["kind"] == "chance" else amount(top, card["kind"])
    return ramp_legend("g", f"{MINUS}{end}", f"+{end}", *_frame())


def _frame() -> list[Markup]:
    return [tag("i.frame", aria_hidden="true"), tag("span", "now")]


def legend(kind: Unit) -> Markup:
    """What the colours, the line and the frame of a map mean."""
    if kind != "chance":
        # Which end is the darker one depends on the theme.
        return ramp_legend("q", "less", "more")
    half = (tag("i.half", aria_hidden="true"), tag("span", "50%"))
    return ramp_legend("q", "0%", "100%", *half, *_frame())
