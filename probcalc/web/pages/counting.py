"""What counts: the one number of an answer that its sentence leads with and that every table and chart weighs."""

from __future__ import annotations

from functools import partial
from math import ceil, floor
from typing import Any

import streamlit as st

from probcalc.analysis.measure import Measure, headline_in
from probcalc.exact.distribution import Distribution
from probcalc.exact.orders import is_number
from probcalc.present.sentence import sentence
from probcalc.present.words import outcome_words
from probcalc.scenarios.answer import Answer
from probcalc.web.controls.plain import plain
from probcalc.web.state import visit as visits
from probcalc.web.state.visit import View, show_in

MEAN = -(10**9)
_MOST_LISTED = 40


def measurable(answer: Answer) -> list[str]:
    """The results that hold a single number: all but lists."""
    return [name for name, value in answer.items() if not isinstance(value, list)]


def counted(answer: Answer, view: View) -> Measure:
    """The number that counts; what a link or an earlier request asked for and this answer lacks falls away.

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.melee", target="spearmen")
    >>> counted(answer, View()), counted(answer, View(result="wounds", at_least=1))
    (Measure(result='slain', at_least=None, outcome=None), Measure(result='wounds', at_least=1, outcome=None))
    """
    names = measurable(answer)
    leading = headline_in(answer)
    name = next(name for name in (view.result, leading, names[0]) if name in names)
    law = answer[name]
    if not isinstance(law, Distribution):
        return Measure(name)
    if law.is_numeric or (view.at_least is not None and law.is_extended):
        return Measure(name, at_least=view.at_least)
    outcomes = {str(outcome): outcome for outcome in outcomes_of(answer, name)}
    chosen = view.outcome if view.outcome in outcomes else str(Measure(name).default_outcome(answer))
    return Measure(name, outcome=outcomes.get(chosen, chosen))


def outcomes_of(answer: Answer, name: str) -> list[Any]:
    """The outcomes of a law over names, in order; one that cannot happen at the moment may be asked for too.

    >>> import probcalc
    >>> outcomes_of(probcalc.odds("chronopia.gossip"), "victory")
    ['a_major', 'a_minor', 'draw', 'b_minor', 'b_major']
    """
    return list(dict.fromkeys([*answer.declared(name).order, *answer[name]]))


def spoken(answer: Answer, view: View) -> str:
    """The answer in one sentence, with what the reader chose in front."""
    measure = counted(answer, view)
    threshold = view.at_least
    chosen = "" if measure.result == headline_in(answer) else measure.result
    return sentence(answer, threshold, chosen)


def draw_choice(answer: Answer, view: View) -> None:
    """The controls for what counts: the result, and its threshold or outcome."""
    scenario_id = answer.scenario.id
    measure = counted(answer, view)
    names = measurable(answer)
    if len(names) == 1 and not isinstance(answer[names[0]], Distribution):
        return
    with st.grid(2, min_column_width=150, vertical_alignment="bottom", gap="small"):
        key = f"{scenario_id}:what counts"
        show_in(key, measure.result)
        st.selectbox(
            "What counts",
            names,
            key=key,
            format_func=lambda name: answer.declared(name).label,
            filter_mode=None,
            on_change=_looked,
            args=(scenario_id, key, "result"),
        )
        law = _threshold_law(answer, measure)
        if law is not None:
            _threshold(answer, view, law, law == measure.result)
        if measure.outcome is not None:
            key = f"{scenario_id}:outcome"
            show_in(key, str(measure.outcome))
            st.selectbox(
                "Which outcome",
                [str(outcome) for outcome in outcomes_of(answer, measure.result)],
                key=key,
                format_func=partial(outcome_words, sides=answer.sides),
                filter_mode=None,
                on_change=_looked,
                args=(scenario_id, key, "outcome"),
            )


def _threshold_law(answer: Answer, measure: Measure) -> str | None:
    """The law that the threshold of the sentence belongs to: the one that counts, else the first over numbers."""
    counts = answer[measure.result]
    if isinstance(counts, Distribution):
        return measure.result if counts.is_extended else None
    return next((n for n, v in answer.items() if isinstance(v, Distribution) and v.is_numeric), None)


def _threshold(answer: Answer, view: View, name: str, counts: bool) -> None:
    """From which number on; `counts` says whether the law is the one that every table and chart weighs."""
    law: Distribution = answer[name]
    scenario_id = answer.scenario.id
    declared = answer.declared(name)
    numbers = [outcome for outcome in law if is_number(outcome)]
    low, high = floor(min(numbers, default=0)), ceil(max(numbers, default=0))
    key = f"{scenario_id}:at least"
    show_in(key, view.at_least)
    shared: dict[str, Any] = {
        "label": f"At least how many {declared.unit}" if declared.unit else "At least",
        "placeholder": "the mean" if counts and law.is_numeric else "any number",
        "key": key,
        "on_change": _looked,
        "args": (scenario_id, key, "at_least"),
    }
    # A stepper without a number has nothing to step from, so that as many as a list shows are picked from one.
    if high - low <= _MOST_LISTED:
        listed = {*range(low + 1, high + 1), *([] if view.at_least is None else [view.at_least])}
        st.selectbox(options=sorted(listed or {max(high, 1)}), index=None, filter_mode=None, **shared)
    else:
        least, most = min(low, 0, view.at_least or 0), max(high, 1, view.at_least or 0)
        st.number_input(min_value=least, max_value=most, value=None, step=1, **shared)


def _looked(scenario_id: str, key: str, field: str) -> None:
    visits.current().look(scenario_id, **{field: st.session_state[key]})


def draw_sentence(answer: Answer, view: View) -> None:
    """The sentence, large."""
    st.markdown(f"**{plain(spoken(answer, view))}**")


def value_of(measure: Measure, answer: Answer) -> Any:
    """The exact number that counts."""
    return measure.of(answer)
