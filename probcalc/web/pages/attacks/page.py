"""Several attacks on one target, in order: what is left of it after each, with overkill counted right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from probcalc.analysis.stages.sequence import AttackSequence, sequence
from probcalc.present.charts.report import report_chart
from probcalc.present.reports.sequence import curve_report, sequence_sentence, stages_report
from probcalc.scenarios import registry
from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.scenarios.scenario import Scenario
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.component import show
from probcalc.web.controls.inputs import options, pick_of
from probcalc.web.controls.refusals import found_or_why
from probcalc.web.controls.spoken import st
from probcalc.web.controls.tap_actions import set_value
from probcalc.web.pages.answer import shown as result
from probcalc.web.pages.answer.counted_number import answer_sentence
from probcalc.web.pages.answer.drawn import answer_card
from probcalc.web.pages.frame import bar
from probcalc.web.pages.lists import attacks_shown as shown
from probcalc.web.pages.lists import cards, tried
from probcalc.web.pages.lists import share as share_list
from probcalc.web.pages.lists.offered import adding, request_for_entry
from probcalc.web.pages.lists.setups_drawn import SetupMore, adding_card
from probcalc.web.parts.controls import Control
from probcalc.web.parts.markup import Markup, join
from probcalc.web.state import request_lists
from probcalc.web.state import visit as visits
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import spending
from probcalc.web.state.view import View
from probcalc.web.state.visit import Slot, Visit

LISTING = request_lists.ATTACKS
MOST = 8
NEXT = "next attack"
"""Under which key a visit holds the kind of attack that is added next."""
_TARGET = "target"


def attack_questions() -> dict[str, str]:
    """The scenarios whose attacks leave something behind, with their titles."""
    found: dict[str, str] = {}
    for system in registry.all_systems():
        for model in system.scenarios:
            # Only a scenario that says what it leaves behind has a `carryover` of its own.
            if model.carryover is not Scenario.carryover:
                found[model.id] = f"{system.name}: {model.title}"
    return found


def questions_like(slots: Sequence[Slot]) -> dict[str, str]:
    """The attacks that may stand beside others: those of the same game, or all where there are none yet."""
    questions = attack_questions()
    game = registry.system_id_of(slots[0].scenario_id) if slots else ""
    # A link may have named a game without attacks.
    return {name: text for name, text in questions.items() if registry.system_id_of(name) == game} or questions


def draw() -> None:
    """The page, from the address to the address."""
    visit = visits.current()
    request_lists.read(visit, LISTING, MOST)
    slots = visit.requests(LISTING)
    stands = [cards.standing_of(visit, slot) for slot in slots]
    found, why = _together(stands)
    card = None if found is None else shown.result(found)
    bar.draw(visit, "attacks", bar.ALL["attacks"], line=result.line(card) if card else None)
    with st.container(key="board"):
        if stands:
            with st.container(key="left-answer"):
                show("result", answer_card(card, why, visit.time_of_last_tap))
        with st.container(key="right-adding" if stands else "adding"):
            told = "Each attack hits what the earlier ones left. Damage beyond the last wound is wasted."
            title = "Combined attacks on one target"
            added = attacks_to_add(visit, LISTING, MOST, title, told, *_target_picks(visit))
            show(
                "adding",
                added if slots else join(added, tried.draw(visit, LISTING)),
                {"set": partial(_set, visit), "add": partial(_add, visit), "go": partial(bar.go, visit)},
            )
    if stands:
        with st.grid(min_column_width=300, gap="small"):
            for place, row in enumerate(stands):
                more: SetupMore = {"tag": str(place + 1), "colour": 0}
                if found is not None:
                    stage = found.stages[place]
                    more["run"] = stage.ended - stage.ends_here, stage.ended
                # The card's own number is what is so by then; what the attack does on a fresh target says so.
                if found is not None and place and row.answer is not None:
                    more["sentence"] = f"On a fresh target: {answer_sentence(row.answer, View())}"
                cards.draw(visit, LISTING, place, row, MOST, more)
    link = request_lists.write(visit, LISTING)
    if stands:
        _numbers(found, stands, link)
        cards.draw_foot(stands)


def _together(stands: Sequence[Standing]) -> tuple[AttackSequence | None, str]:
    """All attacks in order, or why they cannot be."""
    requests = [(row.model.id, row.given) for row in stands]
    return found_or_why(partial(sequence, requests, budget=spending())) if stands else (None, "")


def attacks_to_add(visit: Visit, listing: str, most: int, title: str, told: str, *picks: Control) -> Markup:
    """What kind of attack comes next in a list, and what else is picked; while there is room, how one is added."""
    slots = visit.requests(listing)
    fitting = questions_like(slots)
    chosen = visit.picked.get(NEXT, "")
    chosen = chosen if chosen in fitting else next(iter(fitting))
    added = adding(chosen, bool(slots), f"add {chosen}") if len(slots) < most else None
    return adding_card(title, told, [pick_of("kind", "Attack", chosen, fitting), *picks], added)


def _target_picks(visit: Visit) -> list[Control]:
    """The target of all attacks, where the game has names for targets."""
    target = _named_target(visit)
    if target is None:
        return []
    return [pick_of(_TARGET, "Target of all", _present_target(visit) or NOTHING, dict(options(target)))]


def _set(visit: Visit, rest: str) -> None:
    name, _, text = rest.partition("=")
    if name == "kind":
        visit.pick(NEXT, text)
    elif name == _TARGET:
        for slot in visit.requests(LISTING):
            if registry.scenario(slot.scenario_id).parameter(_TARGET) is not None:
                set_value(visit, slot.name, slot.scenario_id, rest)


def _add(visit: Visit, rest: str) -> None:
    scenario_id, _, entry = rest.partition(" ")
    if scenario_id not in attack_questions() or len(visit.requests(LISTING)) >= MOST:
        return
    system = registry.system_of(scenario_id)
    ready = system.first_example(scenario_id)
    target = _present_target(visit)
    if attacker := request_for_entry(scenario_id, "attacker", entry):
        ready = {**attacker, **{name: value for name, value in ready.items() if name == _TARGET}}
    if target is not None and registry.scenario(scenario_id).parameter(_TARGET) is not None:
        ready[_TARGET] = target
    visit.add(LISTING, scenario_id, ready)


def _present_target(visit: Visit) -> str | None:
    for slot in visit.requests(LISTING):
        if _TARGET in visit.given[slot.name]:
            return str(visit.given[slot.name][_TARGET])
    return None


def _named_target(visit: Visit) -> Parameter | None:
    parameters = [registry.scenario(slot.scenario_id).parameter(_TARGET) for slot in visit.requests(LISTING)]
    return next((p for p in parameters if p is not None and p.role == "preset"), None)


def _numbers(found: AttackSequence | None, stands: Sequence[Standing], link: str) -> None:
    """The same in tables and charts, and what to hand on."""
    requests = [(row.model.id, row.given) for row in stands]
    if found is None:
        share_list.draw("sequence", link, requests)
        return
    stages, running = stages_report(found), curve_report(found)
    with st.container(key="numbers"):
        # How far each attack gets stands on its card.
        show_report(replace(stages, says=()), "attacks:stages", drawn=True)
        if len(running.rows) > 1:
            st.markdown("**Running total**")
            show_report(replace(running, says=(), notes=()), "attacks:running")
    lines = ["Combined attacks on one target", *stages.says]
    share_list.draw("sequence", link, requests, stages, report_chart(stages), lines, sequence_sentence(found))
