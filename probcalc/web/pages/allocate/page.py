"""Who attacks whom: attackers and targets, the best plan fixed beforehand and the best that looks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from probcalc.analysis.allocation.allocate import Allocation, allocate
from probcalc.analysis.allocation.said import MOST_ATTACKERS, MOST_POINTS, MOST_TARGETS
from probcalc.present.reports.allocation import allocation_report, allocation_sentence, overkill_sentence
from probcalc.scenarios import registry
from probcalc.web.controls.charts_and_tables import copy_report
from probcalc.web.controls.component import Answers, show
from probcalc.web.controls.handing_on import file_button, show_elsewhere, show_link
from probcalc.web.controls.inputs import item, pick_of
from probcalc.web.controls.ranked import rows_of
from probcalc.web.controls.refusals import found_or_why
from probcalc.web.controls.spoken import st
from probcalc.web.controls.tap_actions import step_value
from probcalc.web.pages.allocate import shown
from probcalc.web.pages.allocate.drawn import pairs_card
from probcalc.web.pages.allocate.shown import LETTERS, Plan, aims_of, asked_of, plan_of
from probcalc.web.pages.answer import shown as result
from probcalc.web.pages.answer.drawn import answer_card
from probcalc.web.pages.attacks.page import NEXT, attack_questions, attacks_to_add
from probcalc.web.pages.frame import bar
from probcalc.web.pages.lists import cards, tried
from probcalc.web.pages.lists.offered import entries_of, request_for_entry
from probcalc.web.pages.lists.setups_drawn import Added, SetupMore, adding_card, steps_card
from probcalc.web.parts.controls import Control, after_step, step_control
from probcalc.web.parts.markup import join, tag
from probcalc.web.parts.rows import rows_card
from probcalc.web.state import games, plans
from probcalc.web.state import visit as visits
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.plans import ATTACKERS, POINTS, TARGETS
from probcalc.web.state.spending import spending
from probcalc.web.state.visit import Slot, Visit

_ORDERS = {"listed": "as listed", "free": "best order"}
_LOOKS = {"no": "plan in advance", "yes": "decide after each attack"}


def draw() -> None:
    """The page, from the address to the address."""
    visit = visits.current()
    plans.read(visit)
    attackers = [cards.standing_of(visit, slot) for slot in visit.requests(ATTACKERS)]
    targets = [cards.standing_of(visit, slot) for slot in plans.targets(visit)]
    plan = plan_of(attackers, targets, [visit.points.get(row.slot) for row in targets])
    aims = aims_of(plan)
    found, why = _find(visit, plan)
    card = None if found is None else shown.result(found)
    bar.draw(visit, ATTACKERS, bar.ALL["allocate"], line=result.line(card) if card else None)
    answer = answer_card(card, why, visit.time_of_last_tap)
    if found is not None:
        steps = steps_card(found.policy if found.look else found.steps, overkill_sentence(found))
        show("result", tag("div.two.beside", answer, steps))
        _draw_numbers(found)
    elif attackers and targets:
        show("result", answer)
    _draw_aim(visit, aims, bool(attackers))
    _draw_cards(visit, attackers, targets, plan)
    link = plans.write(visit)
    if attackers:
        _share(link, plan, found)
        cards.draw_foot(attackers)


def _draw_numbers(found: Allocation) -> None:
    """Each attack on each target, other plans beside the best, and the same to copy."""
    report = allocation_report(found)
    title, told, kind, plans = rows_of(report)
    plans.sort(key=lambda row: Fraction(1) if row["value"] is None else -row["value"])
    parts = tag("div.two.beside", pairs_card(found), rows_card(title, told, kind, plans))
    show("numbers", parts)
    copy_report(lambda: report, "who-attacks-whom", "allocate:plan", "Copy the numbers", report)


def _find(visit: Visit, plan: Plan) -> tuple[Allocation | None, str]:
    """The allocation, or why there is none."""
    if not plan["attackers"] or not plan["targets"]:
        return None, ""
    return found_or_why(partial(allocate, **asked_of(plan, visit.view(ATTACKERS)), budget=spending()))


def _draw_aim(visit: Visit, aims: dict[str, str], begun: bool) -> None:
    """What the plan is for, and what is added to it."""
    view = visit.view(ATTACKERS)
    wanted = [
        pick_of("aim", "Aim", view.aim if view.aim in aims else next(iter(aims)), aims),
        pick_of("look", "Plan", view.look or "no", _LOOKS),
        pick_of("order", "Order", view.order or "listed", _ORDERS),
    ]
    slots = visit.requests(ATTACKERS)
    title = "Attackers" if begun else bar.ALL["allocate"]
    told = "Each unit attacks once. An attack on a removed target is wasted."
    body = [attacks_to_add(visit, ATTACKERS, MOST_ATTACKERS, title, told)]
    if begun:
        whom = Added("Add a target", "target", entries_of(slots[0].scenario_id, "target")[1])
        has_room = len(visit.requests(TARGETS)) < MOST_TARGETS
        body.append(adding_card("Targets and goal", "", wanted, whom if has_room else None))
    shown_body = tag("div.two.beside", join(*body)) if begun else join(body[0], tried.draw(visit, ATTACKERS))
    answers: Answers = {
        "set": partial(_set, visit),
        "add": partial(_add, visit),
        "target": partial(_add_target, visit),
        "go": partial(bar.go, visit),
    }
    show("adding", shown_body, answers)


def _set(visit: Visit, rest: str) -> None:
    name, _, text = rest.partition("=")
    if name == "kind":
        visit.pick(NEXT, text)
    elif name == "aim":
        visit.look(ATTACKERS, aim=text)
    elif (name, text) in (("look", "yes"), ("look", "no")):
        visit.look(ATTACKERS, look=text if text == "yes" else "")
    elif name == "order" and text in _ORDERS:
        visit.look(ATTACKERS, order=text if text == "free" else "")


def _add(visit: Visit, rest: str) -> None:
    """Add an attack, by the entry of a table that was tapped: "chronopia.melee the_cursed"."""
    scenario_id, _, entry = rest.partition(" ")
    if scenario_id not in attack_questions() or len(visit.requests(ATTACKERS)) >= MOST_ATTACKERS:
        return
    system = registry.system_of(scenario_id)
    ready = system.first_example(scenario_id)
    mine = plans.of_target(scenario_id, ready)
    theirs = {name: value for name, value in ready.items() if name not in mine}
    visit.add(ATTACKERS, scenario_id, request_for_entry(scenario_id, "attacker", entry) or theirs)
    if not visit.requests(TARGETS):
        visit.add(TARGETS, scenario_id, mine)


def _add_target(visit: Visit, entry: str) -> None:
    targets = plans.targets(visit)
    if visit.requests(ATTACKERS) and len(targets) < MOST_TARGETS:
        first = visit.requests(ATTACKERS)[0].scenario_id
        like = visit.given[targets[-1].name] if targets else {}
        visit.add(TARGETS, first, request_for_entry(first, "target", entry) or like)


def _draw_cards(visit: Visit, attackers: Sequence[Standing], targets: Sequence[Standing], plan: Plan) -> None:
    with st.grid(min_column_width=300, gap="small"):
        for place, row in enumerate(attackers):
            name = plan["attackers"][place]["name"]
            more: SetupMore = {
                "tag": str(place + 1),
                "colour": 0,
                "name": name,
                "sentence": "",
                "also": _unit(visit, row, "attacker"),
            }
            cards.draw(visit, ATTACKERS, place, row, MOST_ATTACKERS, more, whose=("attacker", "situation"))
        for place, row in enumerate(targets):
            name = plan["targets"][place]["name"]
            bounds = step_control(POINTS, "Points", visit.points.get(row.slot), 0, MOST_POINTS, "none")
            points: Control = {**bounds, "spoken": f"Points of {name}"}
            also = [*_unit(visit, row, "target"), points]
            more = {"tag": LETTERS[place], "colour": 1, "name": name, "note": "Target", "sentence": "", "also": also}
            slot = Slot(row.slot, row.model.id)
            answers: Answers = {
                "set": partial(_set_target, visit, slot),
                "step": partial(_step_target, visit, slot, points),
            }
            cards.draw(visit, TARGETS, place, row, MOST_TARGETS, more, whose=("target",), answers=answers)


def _unit(visit: Visit, row: Standing, whose: str) -> list[Control]:
    """The lists of units and weapons of a side."""
    return [item(row, visit, p) for p in row.model.parameters() if p.role == "preset" and p.belongs_to == whose]


def _set_target(visit: Visit, slot: Slot, rest: str) -> None:
    name, _, text = rest.partition("=")
    if name != POINTS:
        cards.set_one(visit, slot, rest)
        return
    visit.touch()
    if text.strip().isdecimal() and len(text) < 9:
        visit.points[slot.name] = min(MOST_POINTS, int(text))
    elif not text.strip():
        visit.points.pop(slot.name, None)


def _step_target(visit: Visit, slot: Slot, points: Control, rest: str) -> None:
    if after := after_step([points], rest):
        _set_target(visit, slot, after)
    else:
        step_value(visit, slot.name, slot.scenario_id, rest)


def _share(link: str, plan: Plan, found: Allocation | None) -> None:
    """The link, and the plan as a file for the command line."""
    with st.expander("Share: link, QR code, plan as a file, command line", key="allocate:share"):
        show_link(link)
        if found is None:
            return
        said = allocation_sentence(found)
        if any(games.game_of(each["scenario"]) is not None for each in plan["attackers"]):
            # No command knows a game of the visitor's own by its id.
            show_elsewhere(link, said)
            return
        asked = {**plan, "aim": found.aim.text, "look": found.look, "order": found.order}
        text = json.dumps(asked, indent=2, ensure_ascii=False)
        file_button("The plan as a file", text, "plan.json", "allocate:file")
        show_elsewhere(link, said, "probcalc allocate --file plan.json")
