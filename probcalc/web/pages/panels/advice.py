"""What should I do? The best play for an aim, in sentences, with every fixed plan and what each point adds."""

from __future__ import annotations

from typing import Any

import streamlit as st

from probcalc.analysis.advise import MOST_POINTS, advise
from probcalc.exact.steps import Event
from probcalc.present.reports.advice import advice_report, result_words
from probcalc.present.words import in_words, outcome_words
from probcalc.scenarios.decisions import Advising
from probcalc.scenarios.errors import InputError
from probcalc.web.controls.plain import plain
from probcalc.web.controls.showing import show_report
from probcalc.web.state.spending import spending
from probcalc.web.state.standing import Standing
from probcalc.web.state.visit import Visit


def fits(stands: Standing) -> bool:
    """Whether the rules leave a decision here."""
    return stands.answer is not None and stands.model.advising is not None


def draw(stands: Standing, visit: Visit) -> None:
    """What is aimed at and with how many points, and then the advice."""
    advising = stands.model.advising
    assert advising is not None
    key = f"{stands.model.id}:advice"
    try:
        asked = _asked(stands, advising, key)
        found = advise(stands.model.id, stands.given, budget=spending(), **asked)
    except InputError as error:
        st.info(plain(in_words(str(error), stands.model)))
        return
    show_report(advice_report(found), key)


def _asked(stands: Standing, advising: Advising, key: str) -> dict[str, Any]:
    """The side, the aim and the points that are chosen."""
    assert stands.answer is not None
    answer, scenario = stands.answer, stands.answer.scenario
    asked: dict[str, Any] = {}
    with st.container(horizontal=True):
        side = next(iter(advising.sides))
        if len(advising.sides) > 1:
            side = st.selectbox("Who decides", list(advising.sides), format_func=scenario.known_as, key=f"{key}:side")
            asked["side"] = side
        results = scenario.open_play(side, "as_given")
        aims = [name for name in advising.aims if name in results and _may(scenario, name)]
        name = st.selectbox("Aim", aims, format_func=lambda aim: result_words(scenario, aim), key=f"{key}:aim:{side}")
        aim: dict[str, Any] = {"result": name}
        order = answer.declared(name).order or advising.orders.get(name, ())
        if not isinstance(results[name], Event):
            if any(isinstance(each, str) for each in order):
                aim["outcome"] = st.selectbox("That it is", order, format_func=outcome_words, key=f"{key}:{name}:is")
            else:
                least = st.number_input("At least", 1, 100, None, placeholder="mean", key=f"{key}:{name}:least")
                aim["at_least"] = None if least is None else int(least)
        wanted = st.selectbox("Wanted", ("most", "least"), key=f"{key}:{side}:wanted")
        aim["least"] = wanted == "least"
        if advising.points:
            label = advising.points[0].upper() + advising.points[1:]
            asked["points"] = int(st.number_input(label, 0, MOST_POINTS, 3, key=f"{key}:points"))
        if advising.contested and st.checkbox("The other side plays its best", key=f"{key}:opponent"):
            asked["opponent"] = "best"
    return asked | {"aim": aim}


def _may(scenario: Any, name: str) -> bool:
    try:
        scenario.check_aim(name)
    except InputError:
        return False
    return True
