"""One control for each parameter, by its kind: steppers, toggles, segments, lists to choose from, short texts."""

from __future__ import annotations

from functools import partial
from typing import Any

from probcalc.present.numbers import with_minus
from probcalc.present.words_for_names import in_words
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import Parameter
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.value_text import value_from_text, value_text
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.spoken import st
from probcalc.web.controls.widget import widget
from probcalc.web.state import visit as visits

# A row of segments of at most so many characters fits a phone.
_MOST_SEGMENTS, _LONGEST_SEGMENTS = 4, 34
_FEW = 10
_LONGEST_LIST = 200
_MOST_IN_A_LINE = 400
_HEIGHT_OF_A_TEXT = 220


def key_of(slot: str, name: str) -> str:
    """The key of a parameter's widget; the request's slot stands in front, so that no two pages share one."""
    return f"{slot}:{name}"


def label_of(parameter: Parameter, value: Any) -> str:
    """A value of a choice in the player's words."""
    labels: dict[Any, str] = dict(zip(parameter.choices, parameter.choice_labels, strict=True))
    return labels.get(value, value_text(value))


def change_parameter(slot: str, scenario_id: str, name: str, value: Any) -> None:
    """A widget was used: its value becomes part of the request."""
    visit = visits.current()
    parameter = registry.scenario(scenario_id).parameter(name)
    key = key_of(slot, name)
    assert parameter is not None, name
    typed = value
    if parameter.kind in ("list", "text"):
        try:
            value = value_from_text(parameter, value)
        except InputError as error:
            visit.touch()
            visit.unread[key] = (typed, in_words(str(error), registry.scenario(scenario_id)))
            return
    visit.give(slot, scenario_id, name, value)
    visit.unread.pop(key, None)


def is_segmented(parameter: Parameter) -> bool:
    """Whether the choices of a parameter are few and short enough to lie side by side."""
    labels = parameter.choice_labels
    return (
        parameter.kind == "choice"
        and parameter.role != "preset"
        and len(labels) <= _MOST_SEGMENTS
        and sum(len(label) + 2 for label in labels) <= _LONGEST_SEGMENTS
    )


def control(
    slot: str, model: type[Scenario], parameter: Parameter, value: Any, idle: str = "", label: str = ""
) -> None:
    """The control of a parameter of the request in a slot; its help says why it is `idle`, if it is."""
    key = key_of(slot, parameter.name)
    told = plain(in_words(_help(parameter, idle), model))
    why = ""
    if parameter.kind in ("list", "text"):
        value, why = visits.current().unread.get(key, (value_text(value), ""))
    shared = widget(key, value, partial(change_parameter, slot, model.id, parameter.name))
    shared |= {"help": told, "disabled": bool(idle) and parameter.role != "ruling"}
    label = label or parameter.label
    if parameter.kind == "boolean":
        st.toggle(label, value, wrap=True, **shared)
    elif parameter.kind == "integer":
        _number(label, parameter, value, shared)
    elif parameter.kind == "choice":
        shared |= {"options": parameter.choices, "format_func": lambda choice: with_minus(label_of(parameter, choice))}
        # The dimmed label of a disabled choice names no input and fails the contrast rules; its help tells instead.
        shared["disabled"] = False
        if is_segmented(parameter):
            st.segmented_control(label, default=value, required=True, **shared)
        else:
            shared |= {"index": parameter.choices.index(value)}
            st.selectbox(label, filter_mode="fuzzy" if len(parameter.choices) > _FEW else None, **shared)
    else:
        _text(label, parameter, value, shared)
        if why:
            st.error(plain(why))


def _number(label: str, parameter: Parameter, value: int | None, shared: dict[str, Any]) -> None:
    low, high = parameter.bounds
    if not parameter.optional:
        st.number_input(label, low, high, value, 1, **shared)
        return
    # A stepper without a number has nothing to step from, and what a list begins with cannot be taken out of it.
    listed = (None, *range(low, high + 1))
    shared |= {"disabled": False, "format_func": lambda number: parameter.absent if number is None else str(number)}
    st.selectbox(label, listed, listed.index(value), filter_mode="fuzzy" if len(listed) > _FEW else None, **shared)


def _text(label: str, parameter: Parameter, value: str, shared: dict[str, Any]) -> None:
    longest = parameter.longest if parameter.kind == "text" else _LONGEST_LIST
    # What is longer than a line or two is a text of several lines.
    if longest > _MOST_IN_A_LINE:
        st.text_area(label, value, max_chars=longest, height=_HEIGHT_OF_A_TEXT, **shared)
    else:
        st.text_input(label, value, max_chars=longest, **shared)


def _help(parameter: Parameter, idle: str) -> str:
    told = parameter.help
    if parameter.kind == "list":
        told += f" ({parameter.values_in_words}, with commas between them)"
    if parameter.derived:
        told += f" (by default {parameter.derived})"
    if idle:
        told += f"{'' if told.endswith('?') else '.'} No effect now: {idle}."
    return told
