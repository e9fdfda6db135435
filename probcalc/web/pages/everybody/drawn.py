"""Everybody against everybody: the verdict with what else is to be said, and who beats whom as a map.

A cell is the chance of the row; blue is above one half, orange below, and only what is exactly even has the colour of
the card. The own kind is hatched, since in first place only it is not always even.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil
from typing import NotRequired, TypedDict

from probcalc.present.ramp import STEPS
from probcalc.web.parts.controls import Control, Turn, control
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import amount, points, width
from probcalc.web.parts.rows import ramp_legend


class Entry(TypedDict):
    """One of all: its rank and its average, its share in perfect play, and with points its cost and its fair price."""

    name: str
    short: str
    tap: str
    rank: int
    mean: Fraction
    share: str
    cost: NotRequired[str]
    price: NotRequired[str]
    verdict: NotRequired[str]


class Fight(TypedDict):
    """How often the row wins, ties counted half, how often neither does, and the tap that opens the fight."""

    p: Fraction
    t: Fraction
    tap: str


class Everybody(TypedDict):
    """Who beats whom; `ties` on shows how often neither wins, a `circle` has each with how often it beats the next."""

    sentence: str
    value: Fraction
    words: str
    says: Sequence[str]
    circle: Sequence[tuple[str, Fraction]]
    ties: bool
    by_rank: bool
    entries: Sequence[Entry]
    cells: Sequence[Sequence[Fight]]


class One(TypedDict):
    """One of them: what is told of it, with what is said beside, and its average for each number of it.

    Those of a fair price lie between `fewest` and `most`.
    """

    name: str
    facts: Sequence[tuple[str, str, str]]
    price: str
    strip: Sequence[tuple[int, Fraction]]
    now: int | None
    fewest: int
    most: int | None


class Fold(Turn):
    """A chip that opens a list, and what it says at present."""

    value: str


class Opened(TypedDict):
    """What a chip opens: a control for each entry, and a text for all of them."""

    title: str
    items: Sequence[Control]
    typed: Control


class Settings(TypedDict):
    """What is asked of everybody."""

    folds: Sequence[Fold]
    items: Sequence[Control]
    opened: Opened | None


_HALF, _MIDDLE = Fraction(1, 2), STEPS // 2
_SIGNS = {"cheap": "↓ cheap", "fair": "= fair", "dear": "↑ dear", "no price": "– no price"}


def step_of(chance: Fraction) -> int:
    """The colour of a chance: the middle one for exactly one half alone.

    >>> step_of(Fraction(1, 2)), step_of(Fraction(506, 1000)), step_of(Fraction(1)), step_of(Fraction(0))
    (10, 11, 20, 0)
    """
    far = ceil(abs(chance - _HALF) * 2 * _MIDDLE)
    return _MIDDLE + (far if chance > _HALF else -far)


def everybody_card(card: Everybody) -> Markup:
    """The card; how often neither wins has no colour."""
    head = tag(
        "div.heat-now",
        tag("strong", amount(card["value"], "probability")),
        tag("span", tag("b", card["words"]), tag("small", "on average, ties count half")),
    )
    says = tag("ul.says", [tag("li", line) for line in card["says"]])
    ties = tag("button.chip", "Ties", data_tap="turn ties", aria_pressed=card["ties"])
    sort = f"look sort={'given' if card['by_rank'] else ''}"
    order = tag("button.chip", "Your order", data_tap=sort, aria_pressed=not card["by_rank"])
    told = "How often neither wins, in %." if card["ties"] else "Chance of the row in %, ties count half."
    under = tag("p.foot", f"{told} Tap a cell to open that fight, a name to see what would balance it.")
    bar = tag("div.chips", tag("h4", "Who beats whom"), ties, order)
    own = (tag("i.hatch", aria_hidden="true"), tag("span", "own kind"))
    key = None if card["ties"] else ramp_legend("g", "row loses, 0%", "row wins, 100%", *own)
    circle = _circle(card["circle"]) if card["circle"] else None
    return tag(
        "section.heat.everybody",
        tag("h3.of", card["sentence"]),
        head,
        says,
        _ranking(card["entries"]),
        bar,
        under,
        _grid(card),
        key,
        circle,
    )


def _ranking(entries: Sequence[Entry]) -> Markup:
    """All of them with their averages and prices, where the map has room for the cells alone."""
    priced = ".priced" if any(each.get("price") for each in entries) else ""
    rows = [
        tag(
            "button",
            tag("span.t", tag("small", f"{each['rank']} "), each["name"], _costs(each)),
            _from_half(each["mean"]),
            tag("b", points(each["mean"])),
            _tag(each),
            data_tap=each["tap"],
        )
        for each in entries
    ]
    heading = tag("h4", "Ranking, average in %")
    return tag(f"div.ranking{priced}", heading, tag("ol", [tag("li", row) for row in rows]))


def _costs(each: Entry) -> Markup | None:
    told = [f"costs {each['cost']}" if each.get("cost") else "", f"fair {each['price']}" if each.get("verdict") else ""]
    said = " · ".join(filter(None, told))
    return tag("small.costs", said) if said else None


def _from_half(mean: Fraction) -> Markup:
    """How far an average is from one half: blue above it, orange below."""
    low, high = sorted((mean, _HALF))
    side = "a" if mean > _HALF else "b"
    bar = tag(f"i.{side}", style=f"left:{width(low)};width:{width(high - low)}")
    return tag("span.from-half", bar, aria_hidden="true")


def _circle(beats: Sequence[tuple[str, Fraction]]) -> Markup:
    """Three of whom each beats the next, with the chance on each arrow."""
    names = [name for name, _ in beats]
    chances = [amount(p, "probability") for _, p in beats]
    said = "; ".join(
        f"{name} against {other}: {chance}"
        for name, other, chance in zip(names, [*names[1:], names[0]], chances, strict=True)
    )
    corners = [tag(f"b.at{place}", name) for place, name in enumerate(names)]
    edges = [tag(f"span.edge{place}", chance) for place, chance in enumerate(chances)]
    arrows = Markup(
        '<svg viewBox="0 0 300 150" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2">'
        '<path d="M172 36 214 104M213 92l1 12-10-6M186 130H114M124 125l-10 5 10 5M86 104 128 36M118 42l10-6-1 12"/>'
        "</svg>"
    )
    picture = tag("div.circle", arrows, corners, edges, role="img", aria_label=said)
    return tag("div", tag("h4", "A circle: nobody is best"), picture)


def _grid(card: Everybody) -> Markup:
    entries = card["entries"]
    priced = any(each.get("price") for each in entries)
    costs = any(each.get("cost") for each in entries)
    names = [tag("th.up", tag("span", each["short"]), scope="col") for each in entries]
    more = [tag("th.plain", "perfect play", scope="col")]
    more += [tag("th.plain", "cost", scope="col")] if costs else []
    more += [tag("th.plain", "fair price", scope="colgroup", colspan="2")] if priced else []
    head = tag(
        "tr",
        tag("th.corner", "rank and name", scope="col"),
        tag("th.plain", "average", scope="col"),
        names,
        more,
        role="row",
    )
    rows = []
    for n, each in enumerate(entries):
        cells = [_cell(card, n, m) for m in range(len(entries))]
        name = tag("button", tag("small", f"{each['rank']} "), each["name"], data_tap=each["tap"])
        label = tag("th", name, scope="row", role="rowheader")
        ends = [tag("td.plain", each["share"])]
        ends += [tag("td.plain", each.get("cost", ""))] if costs else []
        ends += [tag("td.plain", each.get("price", "")), tag("td.plain", _tag(each))] if priced else []
        mean = tag("td.plain.average", _from_half(each["mean"]), tag("b", points(each["mean"])))
        rows.append(tag("tr", label, mean, cells, ends, role="row"))
    table = tag("table", tag("thead", head), tag("tbody", rows), role="grid", aria_label="Who beats whom")
    return tag("div.heat-wide", table)


def _tag(each: Entry) -> Markup | None:
    verdict = each.get("verdict")
    if not verdict:
        return None
    return tag(f"span.verdict.{verdict.replace(' ', '-')}", _SIGNS[verdict])


def _cell(card: Everybody, n: int, m: int) -> Markup:
    cell, entries = card["cells"][n][m], card["entries"]
    shown = cell["t"] if card["ties"] else cell["p"]
    step = _MIDDLE if card["ties"] else step_of(shown)
    who = f"{entries[n]['name']} against {entries[m]['name']}"
    said = f"{who}: {amount(cell['p'], 'probability')}, tie {amount(cell['t'], 'probability')}"
    return tag(
        f"td{'.own' if n == m else ''}",
        points(shown, 0),
        role="gridcell",
        tabindex="0" if (n, m) == (0, 0) else "-1",
        aria_label=said,
        title=said,
        data_tap=cell["tap"],
        style=f"background-color:var(--g{step});color:var(--j{step})",
    )


def everybody_one(card: One) -> Markup:
    """The card; without prices there is no result for each number of it."""
    facts = [
        tag("div", tag("dt", label), tag("dd", tag("b", value), tag("small", small)))
        for label, value, small in card["facts"]
    ]
    price = [tag("p", card["price"]), _strip(card)] if card["price"] else []
    return tag("section.everybody-one", tag("h3", card["name"]), tag("dl", facts), price)


def _strip(card: One) -> Markup:
    """The average with each number of it; those between which a fair price lies are marked, and how many it is now."""
    bars = []
    for number, value in card["strip"]:
        kinds = [".now" if number == card["now"] else "", ".fair" if _is_fair(card, number) else ""]
        shown = number in (card["now"], card["fewest"], card["most"], card["strip"][0][0], card["strip"][-1][0])
        bar = tag("i", style=f"--p:{float(value):.4f}")
        bars.append(
            tag(f"div{''.join(kinds)}", tag("small", points(value, 0) if shown else ""), bar, tag("b", str(number)))
        )
    said = "; ".join(f"{number}: {amount(value, 'probability')}" for number, value in card["strip"])
    under = (
        "Average against the others by how many of it fight, in %; the line is 50%. Blue: as many as the points buy."
    )
    return tag("figure", tag("div.strip", bars, role="img", aria_label=said), tag("figcaption", under))


def _is_fair(card: One, number: int) -> bool:
    least, most = card["fewest"], card["most"]
    return bool(least) and most is not None and min(least, most) <= number <= max(least, most)


def settings_chips(settings: Settings) -> Markup:
    """The chips, and the one list that is open."""
    folds = [
        tag(
            "button.chip.fold",
            tag("span", fold["label"], ":"),
            tag("b", fold["value"]),
            data_tap=fold["tap"],
            aria_expanded=fold["open"],
        )
        for fold in settings["folds"]
    ]
    chips = tag("div.chips", folds, map(control, settings["items"]))
    opened = settings["opened"]
    if opened is None:
        return tag("section.everybody-asked", chips)
    even = ".even" if any(item["kind"] == "step" for item in opened["items"]) else ""
    below = tag(
        f"div.group{even}.opened",
        tag("h4", opened["title"]),
        tag("div.chips", map(control, opened["items"])),
        control(opened["typed"]),
    )
    return tag("section.everybody-asked", chips, below)
