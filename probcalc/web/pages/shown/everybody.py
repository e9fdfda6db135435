"""A balance as its card shows it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from probcalc.analysis.balance.asking import LEFT_OUT, Balance
from probcalc.analysis.balance.matrix import HALF
from probcalc.analysis.balance.names import called
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.links.defaults import minimal
from probcalc.present.reports.all_against_all import findings, points_text, price_words, share_words, verdict
from probcalc.scenarios.value_text import value_text

TIES = "ties"


def card_of(found: Balance, ties: bool) -> dict[str, Any]:
    """The card, the entries by rank.

    >>> from probcalc.analysis.balance.asking import balance
    >>> card = card_of(balance("oathmark.combat", ["troll", "ogre"]), False)
    >>> card["words"], [each["name"] for each in card["entries"]], card["cells"][0][1]["tap"]
    ('Trolls beat the other', ['10 Trolls', '10 Ogres'], 'fight a.unit=troll&b.unit=ogre')
    """
    names, matrix = called(found), found.matrix
    order = sorted(range(matrix.size), key=lambda place: (matrix.ranks[place], place))
    first = order[0]
    beaten = sum(value > HALF for place, value in enumerate(matrix.values[first]) if place != first)
    lead, others = names[found.names[first]], matrix.size - 1
    whom = f"{beaten} of {others} others" if beaten < others else "the other" if others == 1 else f"all {others} others"
    entries = []
    for place in order:
        each = found.standings[place]
        name = names[each.name]
        counted = (
            f"{each.count} {name.name}" if each.count is not None and (name.many or each.count == 1) else name.name
        )
        row: dict[str, Any] = {
            "name": counted,
            "short": name.name,
            "rank": matrix.ranks[place],
            "mean": fraction_text(matrix.means[place]),
            "share": share_words(each),
        }
        if each.entry.cost is not None and found.budget is not None:
            row["cost"] = points_text(each.entry.cost)
            if each.price is not None:
                row |= {"price": price_words(each, found.budget), "verdict": each.price.verdict}
            elif each.name in found.prices_left_out:
                row["price"] = LEFT_OUT
        entries.append(row)
    circle = [] if matrix.circle is None else [*matrix.circle, matrix.circle[0]]
    return {
        "sentence": verdict(found, names),
        "value": fraction_text(matrix.means[first]),
        "words": f"{lead.name} {lead.verb('beats', 'beat')} {whom}",
        "says": findings(found, names),
        "circle": [
            {"name": names[found.names[i]].name, "p": fraction_text(matrix.values[i][j])} for i, j in pairwise(circle)
        ],
        "ties": ties,
        "tie_tap": f"look {TIES}={'' if ties else 'yes'}",
        "entries": entries,
        "cells": [[_cell(found, i, j) for j in order] for i in order],
    }


def _cell(found: Balance, row: int, column: int) -> dict[str, str]:
    """A pair, with the question that it stands for: all that either side says, and what it does not say as it is."""
    two = found.sided
    asked = minimal(two.model, found.request(row, column))
    said = {name: value for name, value in asked.items() if name not in found.given}
    tap = "fight " + "&".join(f"{name}={value_text(value)}" for name, value in said.items())
    return {
        "p": fraction_text(found.matrix.values[row][column]),
        "t": fraction_text(found.matrix.ties[row][column]),
        "tap": tap,
    }
