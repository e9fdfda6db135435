"""The pages as they are recorded are those that Streamlit draws, element by element."""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from probcalc import links
from probcalc.web.main import path_of
from probcalc.web.pages.panels.panel import PARTS
from tests.web.driver import PRESETS, SCENARIOS, Reader
from tests.web.elements import elements
from tests.web.recording import recorded

Data = dict[str, Any]
OTHERS = ("/", "/compare", "/attacks", "/own-units", "/anydice", "/glossary")


def address(scenario_id: str, given: Any, parts: tuple[str, ...] = ()) -> str:
    query = links.to_query(scenario_id, given) | ({"show.turned": ",".join(parts)} if parts else {})
    return f"/{path_of(scenario_id.partition('.')[0])}?{urlencode(query)}"


def drawn(url: str) -> list[Data]:
    """What Streamlit draws at an address."""
    seen = urlsplit(url)
    query = {key: texts[0] for key, texts in parse_qs(seen.query).items()}
    return elements(Reader().go(seen.path.strip("/"), query).page.main)


def alike(theirs: list[Data], ours: list[Data], where: str) -> None:
    """Hold each recorded element to the one that Streamlit draws in its place."""
    kinds = [each["kind"] for each in theirs], [each["kind"] for each in ours]
    assert kinds[0] == kinds[1], where
    for their, our in zip(theirs, ours, strict=True):
        here = f"{where} > {our['kind']} {our.get('key', '')}"
        for name in their.keys() - {"children"}:
            assert _own(our, name) == their[name], f"{here}: {name}"
        alike(their.get("children", []), our.get("children", []), here)


def _own(our: Data, name: str) -> Any:
    """What a recorded element says of itself, under the name that it has with Streamlit."""
    if name == "chosen":
        return our.get("value")
    if name == "longest":
        return our.get("max")
    if name == "rows" and our["kind"] == "chart":
        return our["spec"]["data"]["values"]
    if name == "spec":
        return {key: value for key, value in our["spec"].items() if key != "data"}
    if name in ("page", "query"):
        path, mark, query = our["href"].partition("?")
        return path.removeprefix("/") if name == "page" else mark + query
    return our.get(name)


def held(urls: list[str]) -> None:
    """Hold the recorded pages at these addresses to those of Streamlit."""
    answers = recorded([[url] for url in urls])
    for url, [answer] in zip(urls, answers, strict=True):
        assert "page" in answer, (url, answer.get("detail", answer))
        alike(drawn(url), answer["page"]["children"], url)


def test_pages_of_no_game() -> None:
    held(list(OTHERS))


def test_a_question_of_each_game_with_every_part_open() -> None:
    first = {model.id.partition(".")[0]: model.id for model in reversed(SCENARIOS)}
    held([address(scenario_id, {}, tuple(part.id for part in PARTS)) for scenario_id in first.values()])


@pytest.mark.slow
def test_every_question_and_every_ready_made_one() -> None:
    held([address(model.id, {}) for model in SCENARIOS] + [address(p.scenario, p.parameters) for p in PRESETS])


@pytest.mark.slow
@pytest.mark.parametrize("part", [part.id for part in PARTS])
def test_every_part_of_every_question(part: str) -> None:
    held([address(model.id, {}, (part,)) for model in SCENARIOS])
