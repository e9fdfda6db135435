"""What should I do? The best play for an aim, in sentences, with every fixed plan and what each point adds."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from probcalc.analysis.advise import MOST_POINTS, Advice, advise
from probcalc.analysis.advise_aim import Aim, aim_from
from probcalc.exact.steps import Event
from probcalc.present.reports.advice import advice_report, result_words
from probcalc.present.words import in_words, outcome_words
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.decisions import Advising
from probcalc.scenarios.errors import InputError
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.component import show
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.taps import answer
from probcalc.web.pages.shown import advice as shown
from probcalc.web.parts.changes import changes_card
from probcalc.web.parts.markup import tag
from probcalc.web.parts.setups import steps_card
from probcalc.web.state import visit as visits
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import spending
from probcalc.web.state.visit import View, Visit, show_in

_POINTS = 3
"""How many points there are at first."""
_MOST = 100


def fits(stands: Standing) -> bool:
    """Whether the rules leave a decision here."""
    return stands.answer is not None and stands.model.advising is not None


def draw(stands: Standing, visit: Visit) -> None:
    """What is aimed at and with how many points, and then the advice."""
    key = f"{stands.model.id}:advice"
    try:
        with st.container(horizontal=True):
            asked = _asked(stands, visit.view(stands.model.id), key)
        found = advise(stands.model.id, stands.given, budget=spending(), **asked)
    except InputError as error:
        st.info(plain(in_words(str(error), stands.model)))
        return
    cards = [steps_card(shown.steps(found)), *([changes_card(shown.choices(found))] if found.choices else [])]
    show("advice", tag("div.two.beside", *cards), partial(_taken, stands, found))
    show_report(replace(advice_report(found), says=(), to_do=(), notes=()), key, drawn=True)


def _taken(stands: Standing, found: Advice, tap: str) -> None:
    answer(tap, {"plan": lambda rest: _fixed(stands, found, rest)})


def _fixed(stands: Standing, found: Advice, place: str) -> None:
    """Ask the page for what was fixed beforehand."""
    if not place.isdecimal() or int(place) >= len(found.choices):
        return
    known = {name: v for name, v in found.choices[int(place)].values.items() if stands.model.parameter(name)}
    visits.current().ask(stands.slot, {**stands.given, **known})


def _asked(stands: Standing, view: View, key: str) -> dict[str, Any]:
    """The side, the aim, the points and whether the other side decides, as they are chosen; all stand in the link."""
    assert stands.answer is not None
    advising, scenario = stands.model.advising, stands.answer.scenario
    assert advising is not None
    page = stands.model.id
    asked: dict[str, Any] = {}
    sides = list(advising.sides)
    side = view.side if view.side in sides else sides[0]
    if len(sides) > 1:
        place = _shown(f"{key}:side", side)
        st.selectbox(
            "Who decides", sides, format_func=scenario.known_as, key=place, on_change=_side, args=(page, place)
        )
        asked["side"] = side
    asked["aim"] = _aimed(stands.answer, advising, side, view.aim, key)
    if advising.points:
        label = advising.points[0].upper() + advising.points[1:]
        asked["points"] = _POINTS if view.points is None else max(0, min(MOST_POINTS, view.points))
        place = _shown(f"{key}:points", asked["points"])
        st.number_input(label, 0, MOST_POINTS, key=place, on_change=_points, args=(page, place))
    if advising.contested:
        place = _shown(f"{key}:opponent", view.opponent == "best")
        st.checkbox("The other side plays its best", key=place, on_change=_opponent, args=(page, place))
        asked["opponent"] = view.opponent or "as_given"
    return asked


def _aimed(answer: Answer, advising: Advising, side: str, said: str, key: str) -> dict[str, Any]:
    """The aim that is chosen: the result, which number of it counts, and whether it is to be great or small."""
    page, scenario = answer.scenario.id, answer.scenario
    results = scenario.open_play(side, "as_given")
    aims = [name for name in advising.aims if name in results and _may(scenario, name)]
    aim = aim_from(said)
    if aim is None or aim.result not in aims:
        aim = Aim(aims[0])
    name = aim.result
    place = _shown(f"{key}:aim:{side}", name)
    st.selectbox(
        "Aim",
        aims,
        format_func=lambda each: result_words(scenario, each),
        key=place,
        on_change=_result,
        args=(page, place),
    )
    order = answer.declared(name).order or advising.orders.get(name, ())
    if isinstance(results[name], Event):
        aim = Aim(name, least=aim.least)
    elif any(isinstance(each, str) for each in order):
        aim = Aim(name, None, aim.outcome if aim.outcome in order else order[0], aim.least)
        place = _shown(f"{key}:{name}:is", aim.outcome)
        st.selectbox(
            "That it is",
            order,
            format_func=outcome_words,
            key=place,
            on_change=_part,
            args=(page, aim, place, "outcome"),
        )
    else:
        aim = Aim(name, aim.at_least, None, aim.least)
        place = _shown(f"{key}:{name}:least", aim.at_least)
        st.number_input(
            "At least",
            1,
            _MOST,
            None,
            placeholder="mean",
            key=place,
            on_change=_part,
            args=(page, aim, place, "at_least"),
        )
    place = _shown(f"{key}:{side}:wanted", "least" if aim.least else "most")
    st.selectbox("Wanted", ("most", "least"), key=place, on_change=_part, args=(page, aim, place, "least"))
    return aim.to_json()


def _shown(key: str, value: Any) -> str:
    """The key of a widget that shows this value."""
    show_in(key, value)
    return key


def _side(page: str, key: str) -> None:
    visits.current().look(page, side=st.session_state[key])


def _points(page: str, key: str) -> None:
    visits.current().look(page, points=int(st.session_state[key]))


def _opponent(page: str, key: str) -> None:
    visits.current().look(page, opponent="best" if st.session_state[key] else "")


def _result(page: str, key: str) -> None:
    visits.current().look(page, aim=Aim(st.session_state[key]).text())


def _part(page: str, aim: Aim, key: str, part: str) -> None:
    """Another part of the same aim."""
    chosen = st.session_state[key]
    value = chosen == "least" if part == "least" else chosen
    changed: dict[str, Any] = {part: int(value) if part == "at_least" and value is not None else value}
    visits.current().look(page, aim=replace(aim, **changed).text())


def _may(scenario: Any, name: str) -> bool:
    try:
        scenario.check_aim(name)
    except InputError:
        return False
    return True
