"""A tap that overtakes what a run draws: the browser still sends what its widgets showed before, or nothing of them."""

from __future__ import annotations

from typing import Any

import pytest
import streamlit as st
from streamlit.proto.WidgetStates_pb2 import WidgetStates

from probcalc.scenarios import registry
from probcalc.scenarios.parameters import Parameter
from probcalc.web.controls.inputs import is_segmented
from probcalc.web.pages import scenario as page
from tests.web.driver import SCENARIOS, Reader


def _kind(parameter: Parameter) -> str:
    return "segmented" if is_segmented(parameter) else parameter.kind


def _rulings() -> list[Any]:
    """A ruling of each kind of control, with a value that it does not have by itself."""
    found: dict[str, Any] = {}
    for model in SCENARIOS:
        for ruling in (p for p in model.parameters() if p.role == "ruling"):
            low, high = ruling.bounds if ruling.kind == "integer" else (0, 0)
            values = ruling.choices or (range(low, high + 1) if ruling.kind == "integer" else (False, True))
            other = next(value for value in values if value != ruling.default)
            found.setdefault(_kind(ruling), pytest.param(model.id, ruling.name, other, id=_kind(ruling)))
    return list(found.values())


def _shown(widget: Any) -> Any:
    """What a browser shows that sees this drawing of a widget first."""
    default = widget.proto.default
    if widget.type == "button_group":
        return widget.options[default[0]]
    return widget.options[default] if widget.type == "selectbox" else default


@pytest.mark.parametrize(("scenario", "name", "value"), _rulings())
def test_what_was_cleared_does_not_come_back_with_a_tap_that_overtakes_it(scenario: str, name: str, value: Any) -> None:
    reader = Reader().ask(scenario, {name: value}, turned="rulings")
    before = reader.states()
    reader.tap("case", "clear")
    assert name not in reader.query
    reader.tap("case", "turn inputs", before)
    assert name not in reader.query
    parameter = registry.scenario(scenario).parameter(name)
    assert parameter is not None
    assert reader.widget(f"{scenario}:{name}").value == parameter.default


@pytest.mark.parametrize(("scenario", "name", "value"), _rulings())
def test_a_value_of_a_link_stands_in_its_control_however_soon_the_page_is_drawn_again(
    scenario: str, name: str, value: Any
) -> None:
    reader = Reader().ask(scenario, {name: value}, turned="rulings")
    first = _shown(reader.widget(f"{scenario}:{name}"))
    # Nothing of the first drawing has reached the browser, so it knows no widget.
    reader.tap("case", "turn inputs", WidgetStates())
    again = reader.widget(f"{scenario}:{name}")
    assert _shown(again) == first
    assert again.value == value
    assert not again.proto.set_value


def test_a_change_of_a_widget_that_was_replaced_is_not_heard() -> None:
    name = "multiplier_specials"
    reader = Reader().ask("chronopia.melee", {name: "each_die"}, turned="rulings")
    others = reader.widget(f"chronopia.melee:{name}").options
    before = reader.states()
    reader.tap("case", "clear")
    [picked] = [state for state in before.widgets if state.string_value == others[1]]
    picked.string_value = others[2]
    reader.tap("case", "turn inputs", before)
    assert name not in reader.query
    # The one in its place is heard.
    reader.change(f"chronopia.melee:{name}", "single_roll")
    assert reader.query[name] == "single_roll"


def test_a_list_of_how_an_answer_is_looked_at_is_not_overtaken() -> None:
    reader = Reader().ask("chronopia.melee", {}, turned="figure", over="cc")
    before = reader.states()
    reader.open(dict(reader.query) | {"show.over": "damage_modifier"})
    assert reader.widget("chronopia.melee:pick:over").value == "damage_modifier"
    reader.tap("case", "turn inputs", before)
    assert reader.query["show.over"] == "damage_modifier"


def test_a_step_back_that_is_overtaken_by_a_step_forward_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader().ask("chronopia.melee", {"modifier": 1})
    later, said = dict(reader.query), reader.sentence
    with monkeypatch.context() as patched:
        # The step forward comes while the page of the step back is drawn.
        patched.setattr(page, "paper_foot", lambda _: st.stop())
        reader.open({key: text for key, text in later.items() if key != "modifier"})
    reader.open(later)
    assert reader.query == later
    assert reader.sentence == said


def test_what_another_tab_tells_takes_no_tap_back() -> None:
    reader = Reader().ask("chronopia.melee", {"modifier": 1})
    early = dict(reader.query)
    reader.tap("case", "set charging=true")
    later, said = dict(reader.query), reader.sentence
    assert later != early
    # It is told before the address of the tap has reached the browser.
    reader.tell("{}", early)
    assert reader.sentence == said
    # Nothing is written that would be one more step back.
    assert reader.query == early
    reader.open(later)
    assert (reader.query, reader.sentence) == (later, said)
    # A step back is one, whether or not something was told before.
    assert reader.tell("{}", later).open(early).query == early
    assert reader.sentence != said


def test_a_tap_whose_answer_was_lost_on_the_way_stays_and_counts_once() -> None:
    reader = Reader().ask("chronopia.melee", {})
    early = dict(reader.query)
    reader.tap("case", "step modifier=1")
    later, said = dict(reader.query), reader.sentence
    assert reader.again("case", early).sentence == said
    # The browser puts its address right by itself.
    assert reader.page.session_state["visit"].written == later


def test_a_connection_that_ended_in_the_middle_of_an_answer_takes_no_tap_back() -> None:
    reader = Reader().ask("chronopia.melee", {})
    early = dict(reader.query)
    reader.tap("case", "step modifier=1")
    said = reader.sentence
    # A new connection is answered with the address that the old one brought last; nothing was tapped.
    reader.page.session_state["visit"].connection = "the one before"
    assert reader.open(early).sentence == said
    # The next is a step back.
    assert reader.open(early).query == early
    assert reader.sentence != said
