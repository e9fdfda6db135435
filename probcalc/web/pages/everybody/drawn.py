"""Everybody against everybody: the verdict with what else is to be said, and who beats whom as a map.

A cell is the chance of the row; blue is above one half, orange below, and only what is exactly even has the colour of
the card. The own kind is hatched, since in first place only it is not always even.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil

from probcalc.analysis.balance.asking import Balance, Standing
from probcalc.analysis.balance.names import Called, names_by_entry
from probcalc.present.charts.ramp import STEPS
from probcalc.present.numbers.decimals import chart_number, percent
from probcalc.present.reports.all_against_all import findings, share_words, verdict
from probcalc.present.reports.measured import few
from probcalc.present.reports.what_evens import points_text, price_in_words, price_words
from probcalc.web.pages.everybody.shown import count_words, fight_tap, leader_words
from probcalc.web.parts.controls import Control, control
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import amount, in_percent, width
from probcalc.web.parts.rows import ramp_legend

_HALF, _MIDDLE = Fraction(1, 2), STEPS // 2
_SIGNS = {"cheap": "↓ cheap", "fair": "= fair", "dear": "↑ dear", "no price": "– no price"}


def step_of(chance: Fraction) -> int:
    """The colour of a chance: the middle one for exactly one half alone.

    >>> step_of(Fraction(1, 2)), step_of(Fraction(506, 1000)), step_of(Fraction(1)), step_of(Fraction(0))
    (10, 11, 20, 0)
    """
    far = ceil(abs(chance - _HALF) * 2 * _MIDDLE)
    return _MIDDLE + (far if chance > _HALF else -far)


def everybody_card(found: Balance, ties: bool, by_rank: bool = True) -> Markup:
    """The card, the entries by rank or in the order entered; with `ties` on it shows how often neither wins."""
    names, matrix = names_by_entry(found), found.matrix
    order = matrix.by_rank if by_rank else range(matrix.size)
    head = tag(
        "div.heat-now",
        tag("strong", amount(matrix.means[matrix.by_rank[0]], "chance")),
        tag("span", tag("b", leader_words(found)), tag("small", "on average, ties count half")),
    )
    says = tag("ul.says", [tag("li", line) for line in findings(found, names)])
    chip = tag("button.chip", "Ties", data_tap="turn ties", aria_pressed=ties)
    sort = f"look sort={'given' if by_rank else ''}"
    sorting = tag("button.chip", "Your order", data_tap=sort, aria_pressed=not by_rank)
    told = "How often neither wins, in %." if ties else "Chance of the row in %, ties count half."
    under = tag("p.foot", f"{told} Tap a cell to open that fight, a name to see what would balance it.")
    bar = tag("div.chips", tag("h4", "Who beats whom"), chip, sorting)
    own = (tag("i.hatch", aria_hidden="true"), tag("span", "own kind"))
    # How often neither wins has no colour.
    key = None if ties else ramp_legend("g", "row loses, 0%", "row wins, 100%", *own)
    return tag(
        "section.heat.everybody",
        tag("h3.of", verdict(found, names)),
        head,
        says,
        _ranking(found, names, order),
        bar,
        under,
        _grid(found, names, order, ties),
        key,
        _circle(found) if matrix.circle is not None else None,
    )


def _ranking(found: Balance, names: Mapping[str, Called], order: Sequence[int]) -> Markup:
    """All of them with their averages and prices, where the map has room for the cells alone."""
    rows = [
        tag(
            "button",
            tag("span.t", _ranked(found, names, place), _costs(found, place)),
            _from_half(found.matrix.means[place]),
            tag("b", in_percent(found.matrix.means[place])),
            _price_sign(found.standings[place]),
            data_tap=f"look of={found.names[place]}",
        )
        for place in order
    ]
    heading = tag("h4", "Ranking, average in %")
    priced = ".priced" if _priced(found) else ""
    return tag(f"div.ranking{priced}", heading, tag("ol", [tag("li", row) for row in rows]))


def _priced(found: Balance) -> bool:
    """Whether a fair price is asked, found or left out."""
    return bool(found.prices_left_out) or any(each.price is not None for each in found.standings)


def _ranked(found: Balance, names: Mapping[str, Called], place: int) -> list[Markup | str]:
    """An entry with its rank before it."""
    each = found.standings[place]
    return [tag("small", f"{found.matrix.ranks[place]} "), count_words(each, names[each.name])]


def _costs(found: Balance, place: int) -> Markup | None:
    each = found.standings[place]
    if found.budget is None:
        return None
    fair = f" · fair {price_words(each, found.budget)}" if each.price is not None else ""
    return tag("small.costs", f"costs {points_text(each.entry.cost)}{fair}")


def _from_half(mean: Fraction) -> Markup:
    """How far an average is from one half: blue above it, orange below."""
    low, high = sorted((mean, _HALF))
    side = "a" if mean > _HALF else "b"
    bar = tag(f"i.{side}", style=f"left:{width(low)};width:{width(high - low)}")
    return tag("span.from-half", bar, aria_hidden="true")


def _circle(found: Balance) -> Markup:
    """Three of whom each beats the next, with the chance on each arrow."""
    called, places = names_by_entry(found), found.matrix.circle or ()
    names = [called[found.names[place]].name for place in places]
    beats = zip(places, [*places[1:], *places[:1]], strict=True)
    chances = [amount(found.matrix.values[one][other], "chance") for one, other in beats]
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


def _grid(found: Balance, names: Mapping[str, Called], order: Sequence[int], ties: bool) -> Markup:
    budget, priced = found.budget, _priced(found)
    up = [tag("th.up", tag("span", names[found.names[place]].name), scope="col") for place in order]
    more = [tag("th.plain", "perfect play", scope="col")]
    more += [tag("th.plain", "cost", scope="col")] if budget is not None else []
    more += [tag("th.plain", "fair price", scope="colgroup", colspan="2")] if priced else []
    head = tag(
        "tr",
        tag("th.corner", "rank and name", scope="col"),
        tag("th.plain", "average", scope="col"),
        up,
        more,
        role="row",
    )
    who = [count_words(each, names[each.name]) for each in found.standings]
    rows = []
    for place in order:
        each, average = found.standings[place], found.matrix.means[place]
        cells = [_cell(found, who, place, other, ties, other == place == order[0]) for other in order]
        name = tag("button", _ranked(found, names, place), data_tap=f"look of={each.name}")
        label = tag("th", name, scope="row", role="rowheader")
        ends = [tag("td.plain", share_words(each))]
        if budget is not None:
            ends.append(tag("td.plain", points_text(each.entry.cost)))
            ends += [tag("td.plain", price_words(each, budget)), tag("td.plain", _price_sign(each))] if priced else []
        mean = tag("td.plain.average", _from_half(average), tag("b", in_percent(average)))
        rows.append(tag("tr", label, mean, cells, ends, role="row"))
    table = tag("table", tag("thead", head), tag("tbody", rows), role="grid", aria_label="Who beats whom")
    return tag("div.heat-wide", table)


def _price_sign(each: Standing) -> Markup | None:
    if each.price is None:
        return None
    return tag(f"span.verdict.{each.price.verdict.replace(' ', '-')}", _SIGNS[each.price.verdict])


def _cell(found: Balance, who: Sequence[str], row: int, column: int, ties: bool, is_first: bool) -> Markup:
    """How often the row wins, ties counted half, or how often neither does, and the tap that opens the fight."""
    p, tie = found.matrix.values[row][column], found.matrix.ties[row][column]
    step = _MIDDLE if ties else step_of(p)
    said = f"{who[row]} against {who[column]}: {amount(p, 'chance')}, tie {amount(tie, 'chance')}"
    return tag(
        f"td{'.own' if row == column else ''}",
        in_percent(tie if ties else p, 0),
        role="gridcell",
        tabindex="0" if is_first else "-1",
        aria_label=said,
        title=said,
        data_tap=fight_tap(found, row, column),
        style=f"background-color:var(--g{step});color:var(--j{step})",
    )


def everybody_one(found: Balance, name: str) -> Markup:
    """The card of one of them: what is told of it, and its average for each number of it, where it has a price.

    >>> from probcalc.analysis.balance.asking import balance
    >>> costs = {"troll": 25, "ogre": 20}
    >>> card = everybody_one(balance("oathmark.combat", list(costs), budget=60, costs=costs), "ogre")
    >>> [text in card for text in ("3 Ogres", "46.2%", "1 of 1")]
    [True, True, True]
    """
    names, matrix = names_by_entry(found), found.matrix
    place = found.names.index(name)
    each, row = found.standings[place], matrix.values[place]
    best, worst, beaten = matrix.best(place), matrix.worst(place), matrix.beaten_by(place)
    facts = [
        ("Average", percent(matrix.means[place]), f"rank {matrix.ranks[place]} of {matrix.size}"),
        ("Best", names[found.names[best]].name, percent(row[best])),
        ("Worst", names[found.names[worst]].name, percent(row[worst])),
        ("Beaten by", f"{len(beaten)} of {matrix.size - 1}", few([names[found.names[other]].name for other in beaten])),
    ]
    listed = [
        tag("div", tag("dt", label), tag("dd", tag("b", value), tag("small", small))) for label, value, small in facts
    ]
    price = price_in_words(found, name, names)
    below = [tag("p", price), _strip(each)] if price else None
    return tag("section.everybody-one", tag("h3", count_words(each, names[name])), tag("dl", listed), below)


def _strip(each: Standing) -> Markup:
    """The average with each number of it; those between which a fair price lies are marked, and how many it is now."""
    assert each.price is not None
    fewest, most = each.price.fewest, each.price.most
    strip = list(zip(each.price.numbers, each.price.means, strict=True))
    fair = range(min(fewest, most), max(fewest, most) + 1) if fewest and most is not None else ()
    bars = []
    for number, value in strip:
        kinds = f"{'.now' if number == each.count else ''}{'.fair' if number in fair else ''}"
        shown = number in (each.count, fewest, most, strip[0][0], strip[-1][0])
        bar = tag("i", style=f"--p:{chart_number(value):.4f}")
        bars.append(tag(f"div{kinds}", tag("small", in_percent(value, 0) if shown else ""), bar, tag("b", str(number))))
    said = "; ".join(f"{number}: {amount(value, 'chance')}" for number, value in strip)
    under = (
        "Average against the others by how many of it fight, in %; the line is 50%. Blue: as many as the points buy."
    )
    return tag("figure", tag("div.strip", bars, role="img", aria_label=said), tag("figcaption", under))


def fold_chip(label: str, value: str, tap: str, is_open: bool) -> Markup:
    """A chip that opens a list, and what it says at present."""
    return tag("button.chip.fold", tag("span", label, ":"), tag("b", value), data_tap=tap, aria_expanded=is_open)


def opened_list(title: str, items: Sequence[Control], typed: Control) -> Markup:
    """What a chip opens: a control for each entry, and a text for all of them."""
    even = ".even" if any(item["kind"] == "step" for item in items) else ""
    return tag(f"div.group{even}.opened", tag("h4", title), tag("div.chips", map(control, items)), control(typed))


def settings_chips(folds: Sequence[Markup], items: Sequence[Control], opened: Markup | None = None) -> Markup:
    """What is asked of everybody: the chips, and the one list that is open."""
    return tag("section.everybody-asked", tag("div.chips", folds, map(control, items)), opened)
