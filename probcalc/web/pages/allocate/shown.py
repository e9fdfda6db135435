"""Who attacks whom as data: the plan with its names and what it may be for, what it comes to, and what is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NotRequired, TypedDict

from probcalc.analysis.allocation.allocate import Allocation
from probcalc.links.defaults import minimal
from probcalc.present.numbers.text import change_text, number_text
from probcalc.present.reports.allocation import aim_words, value_unit
from probcalc.present.words.phrases import count_words
from probcalc.scenarios.parameters import Given
from probcalc.web.pages.answer.drawn import Result, SideFact
from probcalc.web.pages.answer.shown import chance_card
from probcalc.web.pages.lists.offered import name_in
from probcalc.web.parts.numbers import with_minus
from probcalc.web.state import plans
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.plans import POINTS
from probcalc.web.state.view import View


def result(found: Allocation) -> Result:
    """The result card of the best plan.

    >>> from probcalc.analysis.allocation.allocate import allocate
    >>> archers = {"scenario": "chronopia.shooting", "parameters": {"attacker": "archers"}}
    >>> card = result(allocate([archers], [{"parameters": {"target": "spearmen"}}], "all"))
    >>> card["sentence"], card["value"]
    ('The best fixed plan for 1 attack on 1 target: the target removed', Fraction(1, 4))
    """
    unit = value_unit(found)
    attacks = count_words(str(len(found.plan.attackers)), "attacks")
    targets = count_words(str(len(found.plan.targets)), "targets")
    sentence = f"The best {'plan' if found.look else 'fixed plan'} for {attacks} on {targets}"
    other, words = (
        (found.fixed, "with everything planned in advance")
        if found.look
        else (found.looking, "when deciding after each result")
    )
    change = with_minus(change_text(other - found.value, unit, other))
    label = f"{words} ({change})" if other != found.value else f"{words} too"
    side_facts: list[SideFact] = [(number_text(other, unit), label)]
    if unit != "chance":
        name = aim_words(found).removesuffix(" on average")
        return {"sentence": sentence, "value": found.value, "kind": "number", "unit": name, "side_facts": side_facts}
    return chance_card(f"{sentence}: {aim_words(found)}", found.value, side_facts)


LETTERS = "ABCDE"


class Attacker(TypedDict):
    """Who attacks, as the file of a plan has it."""

    name: str
    scenario: str
    parameters: Given


class Target(TypedDict):
    """Whom they attack, and what it is worth."""

    name: str
    parameters: Given
    points: NotRequired[int]


class Plan(TypedDict):
    """Who attacks whom, as the file of a plan has it."""

    attackers: list[Attacker]
    targets: list[Target]


class AskedPlan(Plan):
    """A plan with what it is for, whether it looks, and in which order."""

    aim: str
    look: bool
    order: str


def plan_of(attackers: Sequence[Standing], targets: Sequence[Standing], points: Sequence[int | None]) -> Plan:
    """The attackers, and the targets with the `points` of each, by their names, as the file of a plan has them."""
    own = [
        {name: value for name, value in row.given.items() if name not in plans.of_target(row.model.id, row.given)}
        for row in attackers
    ]
    called = _names(attackers, targets)
    return {
        "attackers": [
            {"name": name, "scenario": row.model.id, "parameters": minimal(row.model, given)}
            for name, row, given in zip(called[0], attackers, own, strict=True)
        ],
        "targets": [_target(*said) for said in zip(called[1], targets, points, strict=True)],
    }


def _target(name: str, row: Standing, points: int | None) -> Target:
    bare: Target = {"name": name, "parameters": plans.of_target(row.model.id, minimal(row.model, row.given))}
    return bare if points is None else {**bare, "points": points}


def _names(attackers: Sequence[Standing], targets: Sequence[Standing]) -> tuple[list[str], list[str]]:
    """What each is called: its unit, with the mark of its card where several are called alike."""
    bare = [*(_name(row, "attacker") for row in attackers), *(_name(row, "target") for row in targets)]
    marks = [*map(str, range(1, len(attackers) + 1)), *LETTERS[: len(targets)]]
    often = Counter(bare)
    found = [f"{name} ({mark})" if often[name] > 1 else name for name, mark in zip(bare, marks, strict=True)]
    return found[: len(attackers)], found[len(attackers) :]


def _name(row: Standing, whose: str) -> str:
    return name_in(row.parties, whose) or ("Target" if whose == "target" else row.model.title)


def aims_of(plan: Plan) -> dict[str, str]:
    """What a plan may be for."""
    targets = plan["targets"]
    found = {"targets": "targets removed"}
    if targets and all(POINTS in target for target in targets):
        found[POINTS] = "points removed"
    if len(targets) > 1:
        found["all"] = "all of them removed"
        found |= {f"at_least:{n}": f"{n} or more removed" for n in range(1, len(targets))}
    found |= {f"target:{target['name']}": f"{target['name']} removed" for target in targets}
    return found | {"losses": "losses"}


def asked_of(plan: Plan, view: View) -> AskedPlan:
    """A plan as it is asked for in this view."""
    aims = aims_of(plan)
    aim = view.aim if view.aim in aims else next(iter(aims))
    return {**plan, "aim": aim, "look": view.look == "yes", "order": view.order or "listed"}
