"""Drives the pages without a browser: opens links, uses widgets, and reads what is shown."""

from __future__ import annotations

import html
import io
import json
import re
import time
from pathlib import Path
from typing import Any

import pyarrow
from streamlit.components.v2.component_manager import BidiComponentManager
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest

from probcalc import links
from probcalc.scenarios.registry import systems
from probcalc.scenarios.value_text import value_text
from probcalc.web.pages.rooms.panel import PARTS
from probcalc.web.state.view_fields import with_name

APP = Path(__file__).parents[2] / "app.py"
SCENARIOS = [model for system in systems() for model in system.scenarios]
PRESETS = [preset for system in systems() for preset in system.presets]


class Reader:
    """One visit to the pages."""

    def __init__(self) -> None:
        self.page = AppTest.from_file(str(APP), default_timeout=150)
        # Streamlit would look through every installed library for components that it brings, and there are none.
        self.page._bidi_component_manager = BidiComponentManager()
        self.last: list[Any] = []

    def open(self, query: dict[str, str]) -> Reader:
        """Follow a link."""
        self._shows(query)
        self.page.run()
        return self.checked()

    def go(self, path: str, query: dict[str, str] | None = None) -> Reader:
        """Open a page by the last part of its address."""
        if not self.page._registered_pages:
            self.page.run()
        known = {info["url_pathname"]: page for page, info in self.page._registered_pages.items()}
        self.page._page_hash = known[path]
        return self.open(query or {})

    def ask(self, scenario_id: str, given: dict[str, Any], /, **shown: str) -> Reader:
        """Open the link of a request."""
        return self.open(links.to_query(scenario_id, given) | {f"show.{key}": text for key, text in shown.items()})

    def checked(self) -> Reader:
        assert not self.page.exception, [error.value for error in self.page.exception]
        return self

    def widget(self, key: str) -> Any:
        for kind in ("number_input", "toggle", "selectbox", "button_group", "text_input", "text_area", "button"):
            for widget in self.page.get(kind):
                if widget.key and widget.key.partition("#")[0] == key:
                    return widget
        raise AssertionError(f"no widget {key} here")

    def part(self, name: str) -> str:
        """The markup of a part, "" when the page does not show it."""
        for element in self.page.get("bidi_component"):
            if element.proto.id.endswith(f"part:{name}"):
                return str(json.loads(element.proto.json or element.proto.mixed.json)["markup"])
        return ""

    def states(self) -> Any:
        """What the browser says of its widgets with each change."""
        return self.page._tree.get_widget_states()

    def tap(self, part: str, tap: str, states: Any = None) -> Reader:
        """Tap on a part, as its script reports it, with what the browser says of its widgets at that moment."""
        assert self.part(part), f"no part {part} here"
        self.last = [time.time_ns(), tap]
        return self._trigger(f"part:{part}", "tap", [self.last], states)

    def follow(self, part: str, place: int = 0) -> Reader:
        """Tap on a link of a part that leads to a question, or to a page that asks something."""
        ways = re.findall(r'data-tap="(go [^"?]*\?[^"]*)"', self.part(part))
        return self.tap(part, html.unescape(ways[place]))

    def again(self, part: str, query: dict[str, str]) -> Reader:
        """The browser sends the last tap once more, since it never heard that it was answered."""
        self._shows(query)
        return self._trigger(f"part:{part}", "tap", [self.last])

    def tell(self, text: str, query: dict[str, str] | None = None, wide: bool = False) -> Reader:
        """The browser tells that it keeps other own units, with the address that it shows at that moment."""
        if query is not None:
            self._shows(query)
        return self._trigger("own store part", "kept", {"now": text, "before": "", "wide": wide})

    def _shows(self, query: dict[str, str]) -> None:
        self.page.query_params.clear()
        self.page.query_params.update(query)

    def _trigger(self, key: str, event: str, value: Any, states: Any = None) -> Reader:
        [element] = [e for e in self.page.get("bidi_component") if e.proto.id.endswith(key)]
        state = WidgetState(id=f"$$STREAMLIT_INTERNAL_KEY_{element.proto.id}__events")
        state.json_trigger_value = json.dumps([{"event": event, "value": value}])
        states = self.states() if states is None else states
        states.widgets.append(state)
        self.page._run(states)
        return self.checked()

    def change(self, key: str, value: Any) -> Reader:
        """Use the widget of that key, or the control of that parameter in a part."""
        slot, _, name = key.partition(":")
        if self.part(f"set-{slot}"):
            return self.tap(f"set-{slot}", f"set {name}={value_text(value)}")
        if any(model.id == slot for model in SCENARIOS) and (part := self.part_of(name)):
            return self.tap(part, f"set {name}={value_text(value)}")
        self.widget(key).set_value(value)
        self.page.run()
        return self.checked()

    def part_of(self, name: str) -> str:
        """The part with a control of that name; what is folded away is opened first."""
        marks = (f'data-field="{name}"', f'data-tap="set {name}=')
        for _ in range(2):
            for part in ("match", "case", "help", "entries"):
                if any(mark in self.part(part) for mark in marks):
                    return part
            if not self.part("case"):
                return ""
            for fold in ("inputs", "figures"):
                if f'data-tap="turn {fold}" aria-expanded="false"' in self.part("case"):
                    self.tap("case", f"turn {fold}")
        return ""

    def press(self, key: str) -> Reader:
        slot, _, name = key.partition(":")
        if self.part(f"set-{slot}"):
            return self.tap(f"set-{slot}", name)
        self.widget(key).click()
        self.page.run()
        return self.checked()

    @property
    def query(self) -> dict[str, str]:
        """The address as it stands."""
        texts = self.page.query_params
        visit = self.page.session_state["visit"]
        if visit.completes:
            # The browser puts it in place of the link that was opened.
            return dict(visit.written)
        return {key: texts[key] if isinstance(texts[key], str) else texts[key][0] for key in texts}

    @property
    def sentence(self) -> str:
        """The answer's sentence, as it is read."""
        if self.part("result"):
            return str(self.page.session_state["visit"].recent[0].sentence)
        return _read(self.page.markdown[0].value.strip("*"))

    @property
    def number(self) -> str:
        """The number on the result card, as it is read."""
        [found] = re.findall(r'<span class="num[^"]*">(.*?)</span>', self.part("result"))
        return bare(found)

    @property
    def refusals(self) -> list[str]:
        """Why there is no answer."""
        return [
            bare(text) for text in re.findall(r"<p>(.*?)</p>", self.part("result")) if "refused" in self.part("result")
        ]

    @property
    def notices(self) -> list[str]:
        """What was ignored of a link."""
        return [bare(text) for text in re.findall(r"<(?:p|li)>(.*?)</(?:p|li)>", self.part("notices"))]

    @property
    def texts(self) -> list[str]:
        """Everything written on the page."""
        kinds = ("markdown", "caption", "warning", "error", "info")
        parts = [
            json.loads(e.proto.json or e.proto.mixed.json).get("markup", "") for e in self.page.get("bidi_component")
        ]
        written = [bare(text) for part in parts for text in re.findall(r">([^<]+)<", part)]
        return [_read(element.value) for kind in kinds for element in self.page.get(kind)] + written

    def charts(self) -> list[tuple[str, list[dict[str, Any]]]]:
        """The words and the rows of every chart on the page."""
        return [(element.proto.alt, chart_rows(element.proto)) for element in self.page.get("vega_lite_chart")]

    def chart(self, words: str) -> list[dict[str, Any]]:
        """The rows of the one chart whose words begin so."""
        [rows] = [rows for said, rows in self.charts() if said.startswith(words)]
        return rows

    def open_part(self, scenario_id: str, *names: str) -> Reader:
        """Open parts of a scenario's page."""
        visit = self.page.session_state["visit"]
        for part in (part for part in PARTS if part.id in names):
            visit.look(scenario_id, turned=with_name(visit.view(scenario_id).turned, part.id, True))
        self.page.run()
        return self.checked()


def chart_rows(proto: Any) -> list[dict[str, Any]]:
    """The rows of a chart as they are sent."""
    [held] = proto.datasets
    rows: list[dict[str, Any]] = pyarrow.ipc.open_stream(io.BytesIO(held.data.data)).read_all().to_pylist()
    return rows


def _read(text: str) -> str:
    """Markdown of plain text as it is read."""
    return text.replace("\\", "").replace("\N{NO-BREAK SPACE}", " ")


def bare(markup: str) -> str:
    """The text of markup, as it is read."""
    text = html.unescape(re.sub(r"<[^>]*>", "", markup))
    return text.replace("\N{NARROW NO-BREAK SPACE}", " ").replace("\N{MINUS SIGN}", "-")
