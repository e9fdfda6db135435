"""The laboratory: a question by the rules as printed and by those that a designer makes of them, side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from probcalc.analysis.tables.table import OddsTable
from probcalc.present.reports.two_rules import breakpoints_report, two_rules_report
from probcalc.present.words.other_rules import rules_words
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, TooMuch
from probcalc.scenarios.parameters import Given
from probcalc.scenarios.scenario import VARIANT, Scenario
from probcalc.scenarios.variant_models import main_die
from probcalc.web.controls.charts_and_tables import copy_report
from probcalc.web.controls.component import Answers, show
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.refusals import refusal_of_lines
from probcalc.web.controls.spoken import st
from probcalc.web.controls.tap_actions import set_value, set_values
from probcalc.web.pages.answer import counts
from probcalc.web.pages.answer.counted_number import measure_shown
from probcalc.web.pages.answer.drawn import Line, refused_card
from probcalc.web.pages.frame import bar
from probcalc.web.pages.frame.drawn import paper_foot
from probcalc.web.pages.heat import panel as grid
from probcalc.web.pages.heat.axes import has_numbers
from probcalc.web.pages.laboratory import rows, shown, start
from probcalc.web.pages.laboratory.axes import telling_sides
from probcalc.web.pages.laboratory.drawn import halves_card, lines_card, rules_maps, rules_verdict
from probcalc.web.pages.laboratory.rules import has_rules, rule_b, rules_card, set_rule, step_rule
from probcalc.web.parts.markup import join, tag
from probcalc.web.parts.numbers import amount
from probcalc.web.state import address, rosters
from probcalc.web.state import visit as visits
from probcalc.web.state.answered_request import standing, with_typed
from probcalc.web.state.carrying import turn_to
from probcalc.web.state.spending import FOLLOWING
from probcalc.web.state.view_fields import keep_known
from probcalc.web.state.visit import Visit

PAGE = "laboratory"
# Rows, columns and cells of each map at most; the fewer where more would be too much at once.
_SIZES = ((11, 11, 121), (5, 3, 15))
_AT_ONCE = 2 * FOLLOWING


def draw() -> None:
    """The page, from the address to the address."""
    visit = visits.current()
    scenario_id = _question_at_hand(visit)
    if not scenario_id:
        bar.draw(visit, PAGE, bar.ALL[PAGE])
        start.draw(visit)
        address.write(visit, {})
        return
    model, system = registry.scenario(scenario_id), registry.system_of(scenario_id)
    given = visit.given.setdefault(scenario_id, system.first_example(scenario_id))
    both, why = _both(visit, model, given)
    query = address.query_of(scenario_id, given, visit.view(scenario_id))
    _bar(visit, model, both, query)
    if both is None:
        show("result", refused_card(why, visit.time_of_last_tap))
    else:
        both = _draw_both(visit, both)
        rows.draw(visit, both, address.link_of(visit, PAGE, query))
    show("paper", paper_foot(f"{system.name}, {system.edition}."))
    address.put(visit, PAGE, address.query_of(scenario_id, given, visit.view(scenario_id)))


def _question_at_hand(visit: Visit) -> str:
    """The question that is looked into: that of a link that was opened, else the one that was looked into before."""
    query = address.query_of_news(visit)
    if query is not None and (named := address.read(visit, query)) is not None:
        what = "no question of the laboratory"
        visit.views[named], notices = keep_known(visit.view(named), "asked", rows.all_rows(), what)
        visit.notices += notices
        visit.chosen[PAGE] = named
    return visit.chosen.get(PAGE, "")


def _both(visit: Visit, model: type[Scenario], given: Given) -> tuple[shown.Both | None, str]:
    """The question by both rules; None with the reason where it has no answer by the rules as printed."""
    if visit.doubts.scenario_id == model.id and visit.doubts.lines:
        return None, refusal_of_lines(visit.doubts.lines)
    own = rosters.own_places(visit, model.id, given)
    view = visit.view(model.id)
    as_printed = {name: value for name, value in given.items() if name != VARIANT.name}
    printed = standing(model.id, as_printed, own=own, result=view.result)
    typed = {place: told for place, told in visit.unread.items() if place != (model.id, VARIANT.name)}
    printed = with_typed(printed, typed)
    if printed.answer is None:
        return None, printed.refusal
    measure = measure_shown(printed.answer, view)
    if not has_rules(model):
        return shown.Both(printed, printed, "", measure), ""
    text = rule_b(model, given)
    changed = standing(model.id, {**printed.given, VARIANT.name: text}, own=own, result=view.result)
    try:
        rule = rules_words(text, registry.system_of(model.id))
    except InputError:
        rule = text
    if changed.answer is not None and measure.result not in changed.answer:
        changed = replace(changed, answer=None, refusal="This rule has no such result.")
    return shown.Both(printed, changed, rule, measure), ""


def _bar(visit: Visit, model: type[Scenario], both: shown.Both | None, query: Mapping[str, str]) -> None:
    options = [
        (system.name, [(each.id, each.title) for each in system.scenarios])
        for system in registry.all_systems()
        if system.is_game or system.id == registry.system_id_of(model.id)
    ]
    line: Line = {"value": "No answer", "sentence": ""}
    if both is not None and both.printed.answer is not None:
        unit = both.measure.unit(both.printed.answer)
        values = [amount(value, unit) for value in both.values if value is not None]
        line = {"value": " → ".join(values), "sentence": both.rule or model.title}
    bar.draw(
        visit,
        PAGE,
        model.title,
        bar.ALL[PAGE],
        bar.question_pick(model, options),
        [{"icon": "share", "label": "Share", "tap": "turn share"}],
        {"set": partial(_choose, visit), "turn": partial(rows.turn, visit, model.id)},
        line,
        query=query,
    )


def _choose(visit: Visit, rest: str) -> None:
    """Another question is looked into; what both know goes along."""
    scenario_id = rest.removeprefix("scenario=")
    if any(model.id == scenario_id for system in registry.all_systems() for model in system.scenarios):
        turn_to(visit, PAGE, visit.chosen.get(PAGE, ""), scenario_id)


def _draw_both(visit: Visit, both: shown.Both) -> shown.Both:
    """Both rules: their numbers, what B changes, and the maps; with the maps that were worked out."""
    scenario_id, answer = both.printed.model.id, both.printed.answered
    answers = _answers(visit, both.printed.model)
    ways = _ways(visit, both)
    if not both.rule:
        show("result", rules_verdict(both, "", ways, visit.time_of_last_tap), answers)
        return both
    with st.container(key="lab"):
        with st.container(key="lab-verdict"):
            die = main_die(scenario_id)
            show("result", rules_verdict(both, die, ways, visit.time_of_last_tap), answers)
        with st.container(key="lab-rules"):
            text = rule_b(both.printed.model, visit.given[scenario_id])
            counted = counts.counts(answer, visit.view(scenario_id))
            show("rules", rules_card(both.printed.model, visit, text, "Rule B", counted), answers)
        with st.container(key="lab-found"):
            return _with_maps(visit, both, answers)


def _with_maps(visit: Visit, both: shown.Both, answers: Answers) -> shown.Both:
    """The maps by both rules, the lines along them and the breakpoints, where there are two numbers to vary."""
    stands, view = both.printed, visit.view(both.printed.model.id)
    if both.changed.answer is None or not has_numbers(stands):
        return both
    down, across = telling_sides(stands, view, both.measure)

    is_asked = visit.works("maps", stands.model.id)

    def compute_with_size(size: tuple[int, int, int]) -> tuple[OddsTable, OddsTable]:
        # The largest maps come by themselves where they are there at once.
        steps = _AT_ONCE if size == _SIZES[0] and not is_asked else None
        one, other = (
            grid.table_of(stands, visit, each.given, down, across, both.measure, (size,), steps)
            for each in (stands, both.changed)
        )
        return one, other

    try:
        both = replace(both, maps=grid.first_affordable(compute_with_size, _SIZES))
    except TooMuch as error:
        st.caption(f"No maps: {plain(str(error))}")
        return both
    assert both.maps is not None
    more = None
    if (len(both.maps[0].cells), len(both.maps[0].cells[0])) == _SIZES[-1][:2] and not is_asked:
        more = tag("button.chip", "Larger maps", data_tap="work maps")
    show("two maps", join(rules_maps(both), more), answers)
    show("breakpoints", tag("div.lab-below", lines_card(both), halves_card(both)), answers)
    maps, parties = both.maps, stands.parties
    with st.container(horizontal=True, gap="small"):
        key = f"{stands.model.id}:laboratory"
        copy_report(partial(two_rules_report, *maps, parties), "two-rules", f"{key} maps", "Copy the maps")
        copy_report(partial(breakpoints_report, *maps, parties), "breakpoints", f"{key} halves", "Copy the breakpoints")
    return both


def _ways(visit: Visit, both: shown.Both) -> dict[str, str]:
    """The addresses of the question by each of the rules, and as it was asked."""
    model, view = both.printed.model, visit.view(both.printed.model.id)
    page = visit.pages[registry.system_id_of(model.id)]
    asked = {"a": both.printed.given, "b": both.changed.given, "back": visit.given[model.id]}
    return {name: address.question_link(page, model.id, given, view) for name, given in asked.items()}


def _answers(visit: Visit, model: type[Scenario]) -> Answers:
    def rule() -> str:
        return rule_b(model, visit.given.get(model.id, {}))

    return {
        "set": lambda rest: _set(visit, model.id, rule(), rest),
        "sets": partial(set_values, visit, model.id),
        "step": lambda rest: step_rule(visit, model.id, rule(), rest),
        "turn": partial(rows.turn, visit, model.id),
        "go": partial(_go, visit, model.id),
        "work": partial(_larger, visit, model.id),
    }


def _set(visit: Visit, scenario_id: str, rule: str, rest: str) -> None:
    if rest.startswith("show."):
        counts.look_at(visit, scenario_id, rest)
    elif not set_rule(visit, scenario_id, rule, rest):
        set_value(visit, scenario_id, scenario_id, rest)


def _larger(visit: Visit, scenario_id: str, card: str) -> None:
    """Work out the largest maps, however long it takes: what the small ones ran over is let go."""
    visit.ranges = {place: values for place, values in visit.ranges.items() if place[0] != scenario_id}
    visit.work(card, scenario_id)


def _go(visit: Visit, scenario_id: str, where: str) -> None:
    """Go to the question as it was asked, or by one of the two rules."""
    given = dict(visit.given[scenario_id])
    if where == "a":
        given.pop(VARIANT.name, None)
    elif where == "b":
        given[VARIANT.name] = rule_b(registry.scenario(scenario_id), given)
    elif where != "back":
        return
    # The addresses of both pages say the same, so that it is no news which question is meant.
    visit.ask(scenario_id, given)
    visit.chosen[registry.system_id_of(scenario_id)] = scenario_id
    visit.going = registry.system_id_of(scenario_id), address.query_of(scenario_id, given, visit.view(scenario_id))
