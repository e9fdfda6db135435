"""The page of a system: one of its scenarios, with the answer on top and everything about it below."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from probcalc.analysis.beside.compare import MOST_REQUESTS
from probcalc.analysis.tables.presets import preset_parameters
from probcalc.links.defaults import minimal
from probcalc.present.words.labels import notes_in_words
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.registry import Preset, System
from probcalc.scenarios.scenario import VARIANT
from probcalc.web.controls.component import Answers, show
from probcalc.web.controls.inputs import pick_of, table_names
from probcalc.web.controls.refusals import refusal_of_lines
from probcalc.web.controls.spoken import st
from probcalc.web.controls.tap_actions import set_value, set_values, step_value
from probcalc.web.pages.advice import panel as advice
from probcalc.web.pages.answer import as_written, counted_number, sliding
from probcalc.web.pages.answer import shown as result
from probcalc.web.pages.answer.counts import count, look_at
from probcalc.web.pages.answer.drawn import Line, Result, draw_mirrored, refused_card, result_card
from probcalc.web.pages.case import shown as cases
from probcalc.web.pages.case.drawn import case_card
from probcalc.web.pages.changes import shown as changes
from probcalc.web.pages.changes.drawn import Changes, Ranking, Waiting, changes_card, entries_card
from probcalc.web.pages.fight import meeting
from probcalc.web.pages.fight import shown as fight
from probcalc.web.pages.fight.fates_drawn import fates_card
from probcalc.web.pages.fight.meeting import VERB
from probcalc.web.pages.frame import bar
from probcalc.web.pages.frame.drawn import IconAction, paper_foot
from probcalc.web.pages.lists.setups_drawn import pinned_line
from probcalc.web.pages.rooms import panel as rooms
from probcalc.web.pages.rooms.shown import Known
from probcalc.web.parts.markup import Markup, join, tag
from probcalc.web.parts.numbers import amount
from probcalc.web.state import address, games, records, rosters
from probcalc.web.state import visit as visits
from probcalc.web.state.answered_request import Standing, standing, with_typed
from probcalc.web.state.called import names_text
from probcalc.web.state.carrying import turn_to
from probcalc.web.state.request_lists import ATTACKS, COMPARE
from probcalc.web.state.swapping import swap
from probcalc.web.state.view import View
from probcalc.web.state.view_fields import keep_known, names_in
from probcalc.web.state.visit import Asked, Visit

_FOLDS = ("inputs", "figures", "changes", "ranking")


def draw(system: System, beside: Callable[[str], None] | None = None) -> None:
    """The page of a system, from the address to the address; `beside` draws what stands beside it, told the number.

    Where something does, the question is that of the visitor's own game, which the address holds behind it.
    """
    visit = visits.current()
    scenario_id = _scenario(visit, system)
    ready = ready_questions(system, scenario_id)
    # A first visit begins with a question that somebody might ask, not with nobody striking nobody.
    given = visit.given.setdefault(scenario_id, dict(ready[0].parameters) if ready else {})
    own = rosters.own_places(visit, scenario_id, given)
    looked_at = visit.view(scenario_id).result
    stands = with_typed(standing(scenario_id, given, own=own, result=looked_at), visit.unread)
    doubts = visit.doubts.lines if visit.doubts.scenario_id == scenario_id else ()
    if doubts:
        # A question that is not the one meant gets no answer before the reader says so.
        stands = replace(stands, answer=None, refusal=stands.in_words(refusal_of_lines(doubts)))
    # What is the reader's own goes by its name wherever the link is opened.
    names = names_text({place: found.name for place, found in own.items() if found.name})
    view = visit.views[scenario_id] = replace(visit.view(scenario_id), called=names)
    card = _card(stands, view)
    st.set_page_config(page_title=_title(stands, system, card))
    query = {} if beside else address.query_of(scenario_id, given, view)
    _bar(visit, system, stands, card, query)
    if visit.pinned:
        count = len(visit.requests(COMPARE))
        show("pinned", pinned_line(count, bar.link(visit, "compare")), {"go": partial(bar.go, visit)})
    if beside is None:
        _draw_answer(visit, system, stands, view, card, ready)
        if not doubts:
            address.write(visit, address.query_of(scenario_id, given, visit.view(scenario_id)))
        return
    with st.container(key="sheet"):
        with st.container(key="sheet-text"):
            beside(str(result.line(card)["value"]) if card else "")
        with st.container(key="sheet-game"):
            _draw_answer(visit, system, stands, view, card, ready)
    visit.fragment = games.link_of_game(scenario_id, given, "")
    address.write(visit, {})


def _title(stands: Standing, system: System, card: Result | None) -> str:
    """What the browser calls the page: the number first, so that two tabs are told apart."""
    if card is None:
        return f"{stands.model.title} · {system.name} · probcalc"
    return f"{amount(card['value'], card['kind'])} · {card['sentence']}"


def _draw_answer(
    visit: Visit, system: System, stands: Standing, view: View, card: Result | None, ready: list[Preset]
) -> None:
    """The answer and everything about it."""
    with st.container(key="board"):
        known = _board(visit, stands, view, card, ready)
    rooms.draw(stands, visit, known)
    show("paper", paper_foot(f"{system.name}, {system.edition}."))


def _scenario(visit: Visit, system: System) -> str:
    """The scenario to show: the address decides when it is news, else what was chosen before."""
    query = address.query_of_news(visit)
    if query is not None:
        named = address.read(visit, query)
        if named is not None:
            visit.views[named], notices = keep_known(
                visit.view(named), "turned", [part.id for part in rooms.PARTS], "not a part of this page"
            )
            visit.notices += notices
            owner = registry.system_id_of(named)
            visit.chosen[owner] = named
            if owner != system.id:
                st.switch_page(visit.pages[owner], query_params={key: texts[0] for key, texts in query.items()})
    return visit.chosen.setdefault(system.id, system.scenarios[0].id)


def ready_questions(system: System, scenario_id: str) -> list[Preset]:
    """The ready-made questions of a scenario; that of Home is the last, where it is none of them."""
    found = [preset for preset in system.presets if preset.scenario == scenario_id]
    home = system.famous
    if home.scenario != scenario_id or not home.parameters:
        return found
    asked = minimal(registry.scenario(scenario_id), home.parameters)
    if any(minimal(registry.scenario(scenario_id), preset.parameters) == asked for preset in found):
        return found
    return [*found, Preset(scenario_id, home.name.partition(":")[0], home.parameters)]


def _bar(visit: Visit, system: System, stands: Standing, card: Result | None, query: Mapping[str, str]) -> None:
    titles = [(model.id, model.title) for model in system.scenarios]
    held = len(visit.requests(COMPARE))
    actions: list[IconAction] = []
    if held < MOST_REQUESTS:
        label = f"Pin to compare ({held} pinned)" if held else "Pin to compare"
        actions.append(
            {"icon": "pin", "label": label, "tap": "pin", "on": held > 0, "count": str(held) if held else ""}
        )
    else:
        actions.append({"icon": "pin", "label": "Compare", "tap": "go compare", "on": True, "count": str(held)})
    actions.append({"icon": "share", "label": "Share", "tap": "turn share"})
    line: Line = result.line(card) if card else {"value": "No answer", "sentence": stands.refusal}
    bar.draw(
        visit,
        system.id,
        stands.model.title,
        f"{system.name} (modified rules)" if stands.given.get(VARIANT.name) else system.name,
        bar.question_pick(stands.model, titles) if len(titles) > 1 else None,
        actions,
        {
            "set": partial(_choose, system),
            "pin": lambda _: _pin(visit, stands),
            "turn": partial(turn, visit, stands.model.id),
        },
        line,
        query=query,
    )


def _pin(visit: Visit, stands: Standing) -> None:
    visit.add(COMPARE, stands.model.id, dict(stands.given), like=stands.model.id)
    visit.pinned = True


def _choose(system: System, rest: str) -> None:
    visit = visits.current()
    scenario_id = rest.removeprefix("scenario=")
    if any(model.id == scenario_id for model in system.scenarios):
        turn_to(visit, system.id, visit.chosen.get(system.id, system.scenarios[0].id), scenario_id)


def turn(visit: Visit, scenario_id: str, name: str) -> None:
    """Open what is closed, close what is open; only panels stand in the address."""
    if name in _FOLDS:
        visit.turn(name)
        return
    opened = name in names_in(visit.view(scenario_id).turned)
    visit.look(scenario_id, room="", turned="" if opened else name)


def _board(visit: Visit, stands: Standing, view: View, card: Result | None, ready: list[Preset]) -> Known:
    answers = _answers(visit, stands.model.id, ready)
    opened = visit.unfolded
    name = visit.drawn
    drawn = sliding.along(visit, stands)
    sides = meeting.is_two_sided(stands)
    if met := meeting.meet(stands):
        show("match", met.card, answers)
    lost = _losses(stands) if sides else None
    fates = fates_card(stands.answer) if sides and stands.answer is not None else None
    tried: Changes | Waiting | None = None
    ranked: Ranking | Waiting | None = None
    # What can be changed stands beside the answer, or below it where something else does. Everything is drawn in the
    # order of reading, which is that of a phone; a wide screen has two columns.
    below = bool(lost or fates)
    with _column("left", "answer"):
        cards = sliding.cards(name, drawn, lambda each: _result(each, _card(each, view), visit))
        show("result", join(_result(stands, card, visit), cards), answers)
    if card is not None and stands.answer is not None:
        visit.remember(
            Asked(stands.model.id, dict(stands.given), counted_number.answer_sentence(stands.answer, view), view)
        )
        if lost:
            with _column("right", "losses"):
                show("losses", join(lost, sliding.cards(name, drawn, _losses)), answers)
    if card is not None and stands.answer is not None:
        worked = visit.works("changes", stands.model.id)
        if tried := changes.changes(stands, view, "changes" in opened, worked):
            some = sliding.nearest(drawn, sum(p.role == "modifier" for p in stands.model.parameters()))
            helps = sliding.cards(name, some, lambda each: _helps(each, view, "changes" in opened))
            with _column("right", "help"):
                show("help", join(changes_card(tried), helps), answers)
    with _column("left" if below else "right", "case"):
        show("case", case_card(cases.case(stands, visit, ready, "inputs" in opened, "figures" in opened)), answers)
    if stands.answer is not None:
        if preset_parameters(stands.model):
            with _column("right" if below else "left", "entries"):
                ranked = _entries(visit, stands, stands.answer, view, answers)
        if fates:
            with _column("right", "fates"):
                show("fates", fates, answers)
        if stands.answer.notes:
            with _column("right", "notes"):
                lines = [tag("p.quiet", note) for note in notes_in_words(stands.answer)]
                show("notes", tag("section.card", tag("h2", "Notes"), lines), answers)
    return Known(ranked, tried, advice.in_short(stands, visit))


def _go_to_record(visit: Visit) -> None:
    """Go to the record with the present question, to tap what came of it."""
    visit.pick(records.ASKING, records.request_text(visit.recent[0]))
    bar.go(visit, "luck")


def _column(side: str, what: str) -> Any:
    """A place of the board, in one of the two columns of a wide screen."""
    return st.container(key=f"{side}-{what}")


def _card(stands: Standing, view: View) -> Result | None:
    return None if stands.answer is None else as_written.beside(result.card(stands.answer, view), stands, view)


def _result(stands: Standing, card: Result | None, visit: Visit) -> Markup:
    if card is not None:
        return result_card({**card, "of": visit.time_of_last_tap})
    return refused_card(stands.refusal, visit.time_of_last_tap, cases.offers(stands, visit), stands.pointer)


def _entries(visit: Visit, stands: Standing, answer: Answer, view: View, answers: Answers) -> Ranking | Waiting:
    parameters = preset_parameters(stands.model)
    chosen = next((p for p in parameters if p.name == view.entries), parameters[0])
    measure = counted_number.measure_shown(answer, view)
    worked = visit.works("entries", stands.model.id)
    data = changes.entries(stands, chosen, measure, "ranking" in visit.unfolded, worked)
    if len(parameters) > 1:
        data["pick"] = pick_of("show.entries", "Rank by", chosen.name, table_names(stands, parameters))
    show("entries", entries_card(data), answers)
    return data


def _losses(stands: Standing) -> Markup | None:
    found = None if stands.answer is None else fight.losses(stands.answer)
    return None if found is None else draw_mirrored(found)


def _helps(stands: Standing, view: View, everything: bool) -> Markup | None:
    found = changes.changes(stands, view, everything, worked=False)
    return None if found is None else changes_card(found)


def _answers(visit: Visit, scenario_id: str, ready: list[Preset]) -> Answers:
    answers: Answers = {
        "set": partial(_set, visit, scenario_id, ready),
        "sets": partial(set_values, visit, scenario_id),
        "step": partial(step_value, visit, scenario_id, scenario_id),
        "turn": partial(turn, visit, scenario_id),
        # A number begins to be drawn along its range, or, without a name, is let go.
        "draw": partial(setattr, visit, "drawn"),
        "count": partial(count, visit, scenario_id),
        "swap": lambda _: swap(visit, scenario_id, scenario_id),
        "clear": lambda _: visit.ask(scenario_id, {}),
        "anyway": lambda _: visit.touch(),
        "record": lambda _: _go_to_record(visit),
        "go": partial(bar.go, visit),
        "attack": lambda _: visit.add(ATTACKS, scenario_id, visit.given.get(scenario_id, {}), like=scenario_id),
        "drop": partial(visit.drop, scenario_id),
        "work": partial(visit.work, scenario_id=scenario_id),
    }
    return {word: partial(_let_go, visit, word, does) for word, does in answers.items()}


def _let_go(visit: Visit, word: str, does: Callable[[str], object], rest: str) -> None:
    """A number that is drawn along its range is let go by whatever else is tapped."""
    if word != "set" or not rest.startswith(f"{visit.drawn}="):
        visit.drawn = ""
    does(rest)


def _set(visit: Visit, scenario_id: str, ready: list[Preset], rest: str) -> None:
    name, _, text = rest.partition("=")
    if name == "ready-made":
        if text.isdecimal() and int(text) < len(ready):
            visit.ask(scenario_id, ready[int(text)].parameters)
    elif name == VERB:
        set_values(visit, scenario_id, text)
    elif name.startswith("show."):
        look_at(visit, scenario_id, rest)
    else:
        set_value(visit, scenario_id, scenario_id, rest)
