"""A balance as its card shows it."""

from __future__ import annotations

from itertools import pairwise

from probcalc.analysis.balance.asking import LEFT_OUT, Balance, Standing
from probcalc.analysis.balance.matrix import HALF
from probcalc.analysis.balance.names import Called, names_by_entry
from probcalc.links.defaults import minimal
from probcalc.present.card_parts import Number, Row
from probcalc.present.decimals import percent
from probcalc.present.reports.all_against_all import findings, share_words, verdict
from probcalc.present.reports.measured import few
from probcalc.present.reports.what_evens import points_text, price_in_words, price_words
from probcalc.present.told_card import Told
from probcalc.scenarios import registry
from probcalc.scenarios.value_text import value_text
from probcalc.web.pages.everybody.drawn import Entry, Everybody, Fight, One


def card_of(found: Balance, ties: bool, by_rank: bool = True) -> Everybody:
    """The card, the entries by rank or in the order entered.

    >>> from probcalc.analysis.balance.asking import balance
    >>> card = card_of(balance("oathmark.combat", ["troll", "ogre"]), False)
    >>> card["words"], [each["name"] for each in card["entries"]], card["cells"][0][1]["tap"]
    ('Trolls beat the other', ['10 Trolls', '10 Ogres'], 'fight a.unit=troll&b.unit=ogre')
    """
    names, matrix = names_by_entry(found), found.matrix
    order = sorted(range(matrix.size), key=lambda place: (matrix.ranks[place], place))
    first = order[0]
    rows = order if by_rank else range(matrix.size)
    beaten = sum(value > HALF for place, value in enumerate(matrix.values[first]) if place != first)
    lead, others = names[found.names[first]], matrix.size - 1
    whom = f"{beaten} of {others} others" if beaten < others else "the other" if others == 1 else f"all {others} others"
    entries: list[Entry] = []
    for place in rows:
        each = found.standings[place]
        name = names[each.name]
        row: Entry = {
            "name": _count_words(each, name),
            "short": name.name,
            "tap": f"look of={each.name}",
            "rank": matrix.ranks[place],
            "mean": matrix.means[place],
            "share": share_words(each),
        }
        if each.entry.cost is not None and found.budget is not None:
            row["cost"] = points_text(each.entry.cost)
            if each.price is not None:
                row["price"], row["verdict"] = price_words(each, found.budget), each.price.verdict
            elif each.name in found.prices_left_out:
                row["price"] = LEFT_OUT
        entries.append(row)
    circle = [] if matrix.circle is None else [*matrix.circle, matrix.circle[0]]
    return {
        "sentence": verdict(found, names),
        "value": matrix.means[first],
        "words": f"{lead.name} {lead.verb('beats', 'beat')} {whom}",
        "says": findings(found, names),
        "circle": [(names[found.names[i]].name, matrix.values[i][j]) for i, j in pairwise(circle)],
        "ties": ties,
        "by_rank": by_rank,
        "entries": entries,
        "cells": [[_cell(found, i, j) for j in rows] for i in rows],
    }


def one_of(found: Balance, name: str) -> One:
    """The card of one of them.

    >>> from probcalc.analysis.balance.asking import balance
    >>> costs = {"troll": 25, "ogre": 20}
    >>> card = one_of(balance("oathmark.combat", list(costs), budget=60, costs=costs), "ogre")
    >>> card["name"], [value for _, value, _ in card["facts"]], len(card["strip"]), card["now"]
    ('3 Ogres', ['46.2%', 'Trolls', 'Trolls', '1 of 1'], 20, 3)
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
    price = each.price
    return {
        "name": _count_words(each, names[name]),
        "facts": facts,
        "price": price_in_words(found, name, names),
        "strip": [] if price is None else list(zip(price.numbers, price.means, strict=True)),
        "now": each.count,
        "fewest": 0 if price is None else price.fewest,
        "most": None if price is None else price.most,
    }


def _count_words(each: Standing, name: Called) -> str:
    """How many of an entry fight, with its name."""
    return f"{each.count} {name.name}" if each.count is not None and (name.many or each.count == 1) else name.name


def _cell(found: Balance, row: int, column: int) -> Fight:
    """A pair, with the question that it stands for: all that either side says, and what it does not say as it is."""
    two = found.sided
    asked = minimal(two.model, found.request(row, column))
    said = {name: value for name, value in asked.items() if name not in found.given}
    tap = "fight " + "&".join(f"{name}={value_text(value)}" for name, value in said.items())
    return {"p": found.matrix.values[row][column], "t": found.matrix.ties[row][column], "tap": tap}


def picture_to_hand_on(found: Balance) -> Told:
    """The picture to hand on: how often whoever leads wins, and beside it the others by their rank."""
    names, matrix, card = names_by_entry(found), found.matrix, card_of(found, False)
    order = sorted(range(matrix.size), key=lambda place: (matrix.ranks[place], place))
    rows = [
        Row(names[found.names[place]].name, percent(matrix.means[place]), matrix.means[place], "a" if n == 0 else "tie")
        for n, place in enumerate(order)
    ]
    leads = percent(matrix.means[order[0]]).removesuffix("%")
    number = Number(card["words"], leads, "%", "on average, ties count half")
    game = registry.system_of(found.sided.scenario_id).name
    foot = f"{game}: {found.sided.model.title}"
    heading = "Everybody against everybody"
    heading += f" at {points_text(found.budget)} points" if found.budget is not None else ""
    return Told(heading, foot, verdict(found, names), number, rows, unit="on average")
