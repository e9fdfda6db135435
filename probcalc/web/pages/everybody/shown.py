"""A balance as its card and its picture show it: who leads, each with its rank and its price, and every fight."""

from __future__ import annotations

from probcalc.analysis.balance.asking import Balance, Standing
from probcalc.analysis.balance.matrix import HALF
from probcalc.analysis.balance.names import Called, names_by_entry
from probcalc.links.defaults import minimal
from probcalc.present.cards.parts import Number, Row
from probcalc.present.cards.told import Told
from probcalc.present.numbers.decimals import in_percent, percent
from probcalc.present.reports.all_against_all import verdict
from probcalc.present.reports.what_evens import points_text
from probcalc.scenarios import registry
from probcalc.scenarios.value_text import value_text


def leader_words(found: Balance) -> str:
    """Whom the first of all beats.

    >>> from probcalc.analysis.balance.asking import balance
    >>> leader_words(balance("oathmark.combat", ["troll", "ogre"]))
    'Trolls beat the other'
    """
    first, others = found.matrix.by_rank[0], found.matrix.size - 1
    beaten = sum(value > HALF for place, value in enumerate(found.matrix.values[first]) if place != first)
    lead = names_by_entry(found)[found.names[first]]
    whom = f"{beaten} of {others} others" if beaten < others else "the other" if others == 1 else f"all {others} others"
    return f"{lead.name} {lead.verb('beats', 'beat')} {whom}"


def count_words(each: Standing, name: Called) -> str:
    """How many of an entry fight, with its name."""
    return f"{each.count} {name.name}" if each.count is not None and (name.many or each.count == 1) else name.name


def fight_tap(found: Balance, row: int, column: int) -> str:
    """The question that a pair stands for: all that either side says, and what it does not say as it is.

    >>> from probcalc.analysis.balance.asking import balance
    >>> fight_tap(balance("oathmark.combat", ["troll", "ogre"]), 0, 1)
    'fight a.unit=troll&b.unit=ogre'
    """
    asked = minimal(found.sided.model, found.request(row, column))
    said = {name: value for name, value in asked.items() if name not in found.given}
    return "fight " + "&".join(f"{name}={value_text(value)}" for name, value in said.items())


def picture_to_hand_on(found: Balance) -> Told:
    """The picture to hand on: how often whoever leads wins, and beside it the others by their rank."""
    names, matrix, order = names_by_entry(found), found.matrix, found.matrix.by_rank
    rows = [
        Row(names[found.names[place]].name, percent(matrix.means[place]), matrix.means[place], "a" if n == 0 else "tie")
        for n, place in enumerate(order)
    ]
    leads = in_percent(matrix.means[order[0]])
    number = Number(leader_words(found), leads, "%", "on average, ties count half")
    game = registry.system_of(found.sided.scenario_id).name
    foot = f"{game}: {found.sided.model.title}"
    heading = "Everybody against everybody"
    heading += f" at {points_text(found.budget)} points" if found.budget is not None else ""
    return Told(heading, foot, verdict(found, names), number, rows, unit="on average")
