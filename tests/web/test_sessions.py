"""A visit without a server: below a prefix, astray, with files, own units in the browser, and mistakes as data."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

_VISITS = """
import json, sys
from probcalc.static.session import Session

shown = {}
told = []
visit = Session("https://club.example/odds/", "/odds/", told=told.append)
shown["home"] = visit.tree()
tapped = [[1, "go chronopia?s=chronopia.melee"]]
shown["hit"] = visit.take_events([{"key": "part:home", "name": "tap", "value": tapped}])
shown["told"] = [node["part"]["key"] for node in told if "part" in node]
shown["astray"] = visit.open_address("https://club.example/odds/nowhere")
shown["astray below"] = visit.open_address("https://club.example/odds/club/nowhere?x=1")
shown["written out"] = visit.open_address("https://club.example/odds/chronopia%3Fs=chronopia.melee&cc=11")["address"]
shown["other letters"] = visit.open_address("https://club.example/odds/Tide_of_Battle?s=tide_of_battle.save")["address"]
shown["file name"] = visit.open_address("https://club.example/odds/oathmark/index.html?s=oathmark.combat")["address"]
visit.open_address("https://club.example/odds/chronopia?s=chronopia.melee&cc=11&show.turned=share")
shown["csv"], shown["png"] = visit.file("chronopia.melee:csv"), visit.file("chronopia.melee:png")
shown["none"] = visit.file("nothing")

visit = Session("/own-units")
[asks] = [n for n in visit.tree()["page"]["children"] if n.get("name") == "pc_store"]
shown["asks"] = asks["data"]
kept = {"key": "own store part", "name": "kept", "value": {"now": "", "before": ""}}
[asks] = [n for n in visit.take_events([kept])["page"]["children"] if n.get("name") == "pc_store"]
shown["asks no more"] = asks["data"]
visit.take_events([{"key": "part:own-units-new", "name": "tap", "value": [[7, "edit +"]]}])
shown["two forms"] = visit.take_events([{"key": "part:own-weapons-new", "name": "tap", "value": [[8, "edit +"]]}])
form = "own:chronopia:units:0:spearmen"
filled = [{"key": f"{form}:name", "value": "Moor <Guard>"}, {"key": f"{form}:cc", "value": 17}]
saved = visit.take_events([*filled, {"key": f"FormSubmitter:{form}-Add"}])
[asks] = [n for n in saved["page"]["children"] if n.get("name") == "pc_store"]
shown["saved"], shown["stored"] = saved, asks["data"]
visit = Session("/chronopia?s=chronopia.melee")
visit.tree()
shown["known again"] = visit.take_events([{**kept, "value": {"now": asks["data"]["text"], "before": ""}}])
picked = {"key": "part:match", "name": "tap", "value": [[9, "set attacker=own:moor_guard"]]}
shown["picked"] = visit.take_events([picked])

from probcalc.web import paths
visit = Session("/" + paths.TOOLS["own game"].path)
shown["sheet"] = visit.tree()

from probcalc.web.pages.home import glossary
def broken():
    raise ValueError("a mistake of ours")
mended, glossary.bar.draw = glossary.bar.draw, lambda *_, **__: broken()
visit = Session("/glossary")
shown["failed"] = visit.tree()
glossary.bar.draw = mended
shown["mended"] = visit.tree()
print(json.dumps(shown))
"""


@pytest.fixture(scope="module")
def shown() -> dict[str, Any]:
    found = subprocess.run(
        [sys.executable, "-c", _VISITS],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert found.returncode == 0, found.stderr
    answers: dict[str, Any] = json.loads(found.stdout)
    return answers


def test_below_a_prefix_every_link_stays_below_it(shown: dict[str, Any]) -> None:
    assert shown["home"]["address"] == "/odds/"
    assert "No page is called" not in json.dumps(shown["home"])
    assert "https://club.example/odds/compare" in json.dumps(shown["home"])
    assert shown["hit"]["address"].startswith("/odds/")
    assert "?s=" in shown["hit"]["address"]
    assert shown["hit"]["went"]
    assert shown["file name"].startswith("/odds/oathmark?s=oathmark.combat&")


def test_an_address_that_is_no_page_leads_home_with_a_notice(shown: dict[str, Any]) -> None:
    assert "No page is called nowhere" in json.dumps(shown["astray"]["page"])
    assert shown["astray"]["address"] == "/odds/"
    assert "No page is called nowhere" in json.dumps(shown["astray below"]["page"])
    assert shown["astray below"]["address"] == "/odds/"


def test_a_link_with_its_question_mark_written_out_is_read(shown: dict[str, Any]) -> None:
    assert shown["written out"].startswith("/odds/chronopia?s=chronopia.melee&")
    assert "cc=11" in shown["written out"]
    assert shown["other letters"].startswith("/odds/tide-of-battle?s=tide_of_battle.save&")


def test_the_result_is_told_before_what_stands_below_it(shown: dict[str, Any]) -> None:
    told = shown["told"]
    assert told.index("part:result") < told.index("part:help") < len(told) - 1
    assert told[-1] == "own store part"


def test_files_are_texts_and_pictures_are_drawings(shown: dict[str, Any]) -> None:
    assert shown["csv"]["name"] == "chronopia-melee.csv"
    assert shown["csv"]["text"].startswith("result,")
    assert shown["png"]["svg"].startswith("<svg")
    assert "failed" in shown["none"]


def test_the_browser_is_asked_once_for_what_it_keeps(shown: dict[str, Any]) -> None:
    assert shown["asks"]["asks"] is True
    assert shown["asks no more"]["asks"] is False


def test_a_file_is_picked_among_those_of_its_kinds(shown: dict[str, Any]) -> None:
    assert '"types": ["sheet", "txt"]' in json.dumps(shown["sheet"])


def test_own_units_go_to_the_browser_and_come_back(shown: dict[str, Any]) -> None:
    assert json.dumps(shown["two forms"]).count('"form_submit_button"') == 2
    assert "Moor &lt;Guard&gt; is in the roster." in json.dumps(shown["saved"]["page"])
    assert '\\"cc\\": 17' in shown["stored"]["text"].replace(" ", "").replace(":", ": ")
    assert "Moor &lt;Guard&gt;" in json.dumps(shown["known again"]["page"])
    assert "cc=17" in shown["picked"]["address"]


def test_a_mistake_is_told_in_a_line_and_the_visit_goes_on(shown: dict[str, Any]) -> None:
    assert shown["failed"]["failed"] == "The page could not be drawn: ValueError: a mistake of ours"
    assert shown["mended"]["title"] == "Glossary · probcalc"
