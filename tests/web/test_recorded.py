"""The pages as they are recorded are those that Streamlit draws, element by element."""

from __future__ import annotations

import ast
import itertools
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

import pytest

import probcalc
import probcalc.web
from probcalc import links
from probcalc.analysis.sweeps import regions
from probcalc.links.sheets import page_fragment
from probcalc.present.laboratory import REGISTER
from probcalc.present.sentences.headline import headline, sentence
from probcalc.scenarios import registry
from probcalc.static import stand_in
from probcalc.web.pages.rooms.panel import PARTS
from probcalc.web.paths import TOOLS, path_of
from tests.web.browsing import PLANNED
from tests.web.driver import PRESETS, SCENARIOS, Reader, bare
from tests.web.elements import elements, untimed
from tests.web.recording import recorded

Data = dict[str, Any]
WEB = Path(probcalc.web.__file__).parent
SERVED = ("__main__.py", "served.py")
PARTS_BY_ID = {part.id: part for part in PARTS}
# Each question with one part open, another one for the next.
OPEN = dict(zip((model.id for model in SCENARIOS), itertools.cycle(PARTS_BY_ID), strict=False))
OTHERS = ["/", *(f"/{tool.path}" for tool in TOOLS.values())]


@pytest.fixture(autouse=True)
def without_formulas_for_maps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser has no NumPy: maps there are computed cell by cell, and are smaller where that is too much."""
    monkeypatch.setattr(regions, "find_spec", lambda name: None)


def address(scenario_id: str, given: Any, *parts: str) -> str:
    query = links.to_query(scenario_id, given) | ({"show.turned": ",".join(parts)} if parts else {})
    return f"/{path_of(scenario_id.partition('.')[0])}?{urlencode(query)}"


def tap(part: str, text: str, when: list[int] = [0]) -> Data:  # noqa: B006
    """A tap on a part."""
    when[0] += 1
    return {"key": f"part:{part}", "name": "tap", "value": [[when[0], text]]}


class Streamlit:
    """The same visit with Streamlit."""

    def __init__(self) -> None:
        self.reader = Reader()

    def step(self, step: Any) -> list[Data]:
        """What is drawn after a step."""
        if isinstance(step, str):
            seen = urlsplit(step)
            self.reader.go(seen.path.strip("/"), {key: texts[0] for key, texts in parse_qs(seen.query).items()})
        else:
            [event] = step
            self._happen(event)
        return elements(self.reader.page.main)

    def _happen(self, event: Data) -> None:
        reader, key = self.reader, event["key"]
        if event.get("name") == "linked":
            reader._trigger(key, "linked", event["value"])
            return
        if "name" in event:
            reader.tap(key.removeprefix("part:"), event["value"][0][1])
            return
        widget = reader.widget(key)
        if widget.type == "button":
            widget.click()
        elif widget.type == "selectbox":
            widget.select_index(event["value"])
        elif widget.type == "button_group":
            widget.set_value(widget.options[event["value"]])
        else:
            widget.set_value(event["value"])
        reader.page.run()
        reader.checked()


def part(drawn: list[Data], name: str) -> str:
    """The markup of a recorded part, "" when the page does not show it."""
    for each in drawn:
        if each.get("key") == f"part:{name}":
            return str(each["data"]["markup"])
        if found := part(each.get("children", []), name):
            return found
    return ""


def alike(theirs: list[Data], ours: list[Data], where: str) -> None:
    """Hold each recorded element to the one that Streamlit draws in its place."""
    assert [each["kind"] for each in theirs] == [each["kind"] for each in ours], where
    for their, our in zip(theirs, ours, strict=True):
        here = f"{where} > {our['kind']} {our.get('key', '')}"
        for name in their.keys() - {"children"}:
            assert _own(our, name) == their[name], f"{here}: {name}"
        alike(their.get("children", []), our.get("children", []), here)


def _own(our: Data, name: str) -> Any:
    """What a recorded element says of itself, under the name that it has with Streamlit."""
    if name == "data":
        return untimed(our["data"])
    if name == "chosen":
        return our.get("value")
    if name == "longest":
        return our.get("max")
    if name == "rows" and our["kind"] == "chart":
        return our["spec"]["data"]["values"]
    if name == "spec":
        return {key: value for key, value in our["spec"].items() if key != "data"}
    if name in ("page", "query"):
        path, _, query = our["href"].partition("?")
        return path.removeprefix("/") if name == "page" else unquote(query)
    return our.get(name)


def held(
    *visits: Sequence[Any],
    seen: Callable[[Any, Reader], None] = lambda step, reader: None,
    of: Callable[[Any], bool] = lambda step: True,
) -> list[list[Data]]:
    """The recorded pages, held to those of Streamlit, `seen` as well, at the steps of these visits that `of` names."""
    # What is long is worked out at once where the answers are still known, so both sides begin without any.
    registry.clear_caches()
    shown = recorded([list(visit) for visit in visits])
    for visit, answers in zip(visits, shown, strict=True):
        theirs = Streamlit()
        for step, answer in zip(visit, answers, strict=True):
            assert "page" in answer, (step, answer.get("detail", answer))
            if not of(step):
                continue
            alike(theirs.step(step), answer["page"]["children"], str(step))
            assert parse_qs(urlsplit(answer["address"]).query) == {k: [v] for k, v in theirs.reader.query.items()}
            seen(step, theirs.reader)
    return shown


def games() -> dict[str, list[Any]]:
    """The scenarios by game."""
    found: dict[str, list[Any]] = {}
    for model in SCENARIOS:
        found.setdefault(model.id.partition(".")[0], []).append(model)
    return found


def test_pages_of_no_game() -> None:
    held(OTHERS)


def test_a_question_of_each_game_with_every_part_open() -> None:
    # Of few figures: the maps of two units of ten each take longer than all else.
    given = {"oathmark.combat": {"a.unit": "human_spearman", "a.figures": 5, "b.unit": "troll"}}
    firsts = [models[0].id for models in games().values()]
    assert given.keys() <= set(firsts)
    [answers] = held([address(first, given.get(first, {}), *PARTS_BY_ID) for first in firsts])
    for answer in answers:
        assert "Ignored" not in json.dumps(answer["page"])


def test_a_visit_with_taps_and_controls() -> None:
    melee = "chronopia.melee"
    held(
        [
            address(melee, {}, "others", "rulings", "grid"),
            [tap("case", "turn inputs")],
            [tap("case", "step modifier=1")],
            [tap("match", "set attacker=archers")],
            [tap("result", "set show.at_least=2")],
            [{"key": f"{melee}:tail", "value": 1}],
            [tap("case", "set cc=99")],
            [tap("case", "swap")],
            [tap("bar", "pin")],
            [tap("bar", "find spear")],
            "/compare",
            [tap("set-compare-1", "duplicate")],
            [tap("compared", "set show.tail=at_most")],
            "/own-units",
            [{"key": "own:game", "value": 1}],
            "/anydice",
            [{"key": "dice program", "value": "output 2d6"}],
            [{"key": "programs view", "value": 1}],
        ]
    )


def test_links_that_hold_games_of_somebodys_own() -> None:
    sheet = "game: Bog\ntarget: size 3 (1..9)\nhits = 5 d6 >= 4\nresult: hits in models\ncarry: size = size - hits\n"
    asked = {"1.s": "sheet_bog.bog", "2.s": "sheet_bog.bog", "2.size": "2"}

    def link(page: str, query: dict[str, str]) -> list[Data]:
        held = page_fragment(page, query, {"sheet_bog": sheet})
        return [{"key": "own store part", "name": "linked", "value": held}]

    [compared, attacked, changed, rolled] = held(
        ["/compare", link("compare", asked), [tap("set-compare-1", "duplicate")]],
        ["/attacks", link("attacks", asked), [tap("set-attacks-1", "remove")]],
        ["/laboratory", link("laboratory", {"s": "sheet_bog.bog", "size": "2"})],
        ["/luck", link("luck", {"record": "sheet_bog.bog -> 2"})],
    )
    assert "Bog" in part(compared[-1]["page"]["children"], "compared")
    assert "after 1 attack" in part(attacked[-1]["page"]["children"], "result")
    assert "Size 2" in part(changed[-1]["page"]["children"], "result")
    assert "Bog" in part(rolled[-1]["page"]["children"], "record")


def test_a_visit_to_what_was_rolled() -> None:
    held(
        [
            "/luck",
            [tap("adding rolls", "ask 2d6")],
            [tap("adding rolls", "came 3")],
            [tap("adding rolls", "side opponent")],
            [tap("adding rolls", "came 9")],
            "/luck?record=2d6",
            "/fair-dice",
            [tap("pad", "face 6")],
            [tap("pad", "die 4")],
            "/fair-dice?counts=18%2022%2015%2017%2020%2029&against=1%202%203%204%205%206",
        ]
    )


def test_a_visit_to_what_designers_and_generals_ask() -> None:
    melee = "chronopia.melee"
    asked = {"attacker": "the_cursed", "target": "spearmen", "variant": "d20=2d10"}
    laboratory = address(melee, asked).replace("/chronopia?", "/laboratory?")
    held(
        [
            address(melee, {"variant": "d20=3d6"}, "variant", "laboratory", "given", "maps", "advice"),
            [tap("house rules", "step rule.boost=1")],
            [tap("house rules", "set rule.d20=zz")],
            [tap("house rules", "set rule.d20=d20")],
            [tap("given", "set given=wounds >= 1")],
            [tap("given", "set given=hit or")],
            [tap("together", "set other=attacker_dazed")],
        ],
        [
            "/laboratory",
            [tap("laboratory start", f"go {laboratory.removeprefix('/')}")],
            f"{laboratory}&show.asked={','.join(name for name in REGISTER.names if name != 'design')},share",
            [tap("rules", "turn numbers")],
            [tap("rules", "step rule.boost=1")],
            [tap("two maps", "set show.columns=modifier")],
            [tap("rules", "set rule.d20=zz")],
            [tap("result", "go b")],
        ],
        [
            f"/{PLANNED}",
            *([tap("adding", text)] for text in ("set order=listed", "add chronopia.melee", "target")),
            "/allocate?1.s=no.such&show.aim=nothing",
            "/anydice?program=output%20%3Cb%3E",
            f"/anydice?{urlencode({'program': 'output 2d6 output [highest 3 of 4d6]'})}",
            address("mechanics.race", {"rounds": 3}, "rounds", "why"),
        ],
    )


@pytest.mark.slow
@pytest.mark.parametrize(("game", "models"), games().items(), ids=list(games()))
def test_every_question_with_one_of_the_parts_and_every_ready_made_one_show_their_answers(
    game: str, models: list[Any]
) -> None:
    asked = {address(model.id, {}, OPEN[model.id]): (model.id, {}) for model in models}
    ready = [preset for preset in PRESETS if preset.scenario.partition(".")[0] == game]
    # The others of a question show the same elements with other numbers: those are read where they are recorded.
    first = {preset.scenario: preset for preset in reversed(ready)}.values()
    asked |= {address(each.scenario, each.parameters): (each.scenario, each.parameters) for each in first}

    def seen(step: Any, reader: Reader) -> None:
        scenario_id, given = asked[step]
        assert reader.sentence == sentence(probcalc.odds(scenario_id, given)), step
        assert f">{registry.system(game).name}<" in reader.part("bar").replace("&amp;", "&")
        assert not reader.notices, step

    others = {address(each.scenario, each.parameters): (each.scenario, each.parameters) for each in ready}
    [shown] = held([*asked, *(step for step in others if step not in asked)], seen=seen, of=asked.__contains__)
    for answer, step in zip(shown[len(asked) :], (step for step in others if step not in asked), strict=True):
        said = headline(probcalc.odds(*others[step])).value.partition(" ")[0].removesuffix(".00")
        card = part(answer["page"]["children"], "result")
        number = bare(card[card.index('class="num') :].partition(">")[2].partition("</span>")[0])
        assert number.partition(" ")[0].removesuffix(".00") == said, step


def test_every_name_of_streamlit_that_the_pages_use_is_recorded() -> None:
    used = {
        node.attr
        for path in WEB.rglob("*.py")
        if path.name not in SERVED
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "st"
    }
    assert {"markdown", "session_state", "rerun"} <= used
    assert sorted(used - stand_in.names()) == []


def test_a_name_that_is_not_recorded_is_refused_by_its_name() -> None:
    with pytest.raises(stand_in.Missing, match=r"st\.balloons is not recorded"):
        _ = stand_in.Streamlit("streamlit").balloons
    assert not hasattr(stand_in.Streamlit("streamlit"), "audio_input")


def test_what_nobody_drew_does_nothing_and_what_is_no_value_changes_nothing() -> None:
    melee = address("chronopia.melee", {}, "rulings")
    key = "chronopia.melee:critical_wounds"
    nonsense: list[Data] = [{"key": key, "value": value} for value in (99, -1, "all", None, True, 1.5, {}, [1])]
    nonsense += [{"key": "nobody"}, {}, {"key": "part:case", "name": "tap", "value": "x"}, {"key": "part:case"}]
    nonsense += [{"key": "part:case", "name": "tap", "value": [[1, 2, 3], ["a", "b"], [None, "swap"], 7]}]
    [[before, after]] = recorded([[melee, nonsense]])
    assert after["page"] == before["page"]


def test_several_events_are_answered_in_their_order() -> None:
    melee = address("chronopia.melee", {})
    steps = [tap("case", "step modifier=1"), tap("match", "set attacker=archers"), tap("case", "step modifier=1")]
    [[_, together], [_, *one_by_one]] = recorded([[melee, steps], [melee, *([step] for step in steps)]])
    assert "modifier=2" in together["address"]
    assert together == one_by_one[-1]
