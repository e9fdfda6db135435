"""Every question by address: the same answers as the command line, the same refusals, and nothing else."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from html import unescape
from time import monotonic
from typing import Any
from urllib.parse import quote

import pytest
from openapi_spec_validator import validate
from starlette.applications import Starlette
from starlette.testclient import TestClient

import probcalc
from probcalc import Sheet, links
from probcalc.api.openapi import describe
from probcalc.api.questions import name_in_address, questions
from probcalc.api.server import Api
from probcalc.api.working import Allowances
from probcalc.exact.budget.bounds import Budget, TooLarge
from probcalc.links.sheets import pack
from probcalc.present.sentences.line import answer_line
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.value_text import value_text
from tests.cli.commands import said
from tests.web.driver import Reader

PRESETS = [preset for system in registry.systems() for preset in system.presets]


@pytest.fixture
def client() -> Iterator[TestClient]:
    api = Api()
    api.working.allowances = Allowances(10_000)
    with TestClient(Starlette(routes=api.routes)) as client:
        yield client


def asked_by_link(client: TestClient, scenario: str, given: dict[str, Any], **more: str) -> Any:
    query = {**links.to_query(scenario, given), **more}
    return client.get(f"/api/v1/odds/{scenario}", params=query)


def test_every_ready_made_question_is_answered_as_in_python(client: TestClient) -> None:
    differing = []
    for preset in random.Random(7).sample(PRESETS, 90):
        given = dict(preset.parameters)
        answer = probcalc.odds(preset.scenario, given).to_json()["results"]
        by_get = asked_by_link(client, preset.scenario, given)
        by_post = client.post(f"/api/v1/odds/{preset.scenario}", json={"parameters": given})
        if not by_get.json()["results"] == by_post.json()["results"] == json.loads(json.dumps(answer)):
            differing.append(preset.name)
    assert differing == []


def drawn(chosen: random.Random) -> tuple[str, dict[str, Any]]:
    """A ready-made question with some of its parameters drawn anew, within their bounds or just beyond."""
    preset = chosen.choice(PRESETS)
    given = dict(preset.parameters)
    parameters = list(registry.scenario(preset.scenario).parameters())
    for parameter in chosen.sample(parameters, min(3, len(parameters))):
        if parameter.kind == "integer" and parameter.bounds is not None and not parameter.headcount:
            low = parameter.bounds[0]
            given[parameter.name] = chosen.randint(-1 if low is None else low - 1, min(low or 0, 12) + 12)
        elif parameter.kind == "boolean":
            given[parameter.name] = chosen.random() < 0.5
        elif parameter.choices:
            given[parameter.name] = chosen.choice(list(parameter.choices))
    return preset.scenario, given


def test_random_requests_are_answered_or_refused_as_in_python(client: TestClient) -> None:
    chosen, answered, differing = random.Random(23), 0, []
    for _ in range(300):
        scenario, given = drawn(chosen)
        try:
            expected = probcalc.odds(scenario, given).to_json()["results"]
        except (InputError, TooLarge):
            expected = None
        answer = client.post(f"/api/v1/odds/{scenario}", json={"parameters": given})
        found = answer.json()
        answered += answer.status_code == 200
        if found.get("results") != expected or (expected is None and answer.status_code not in (400, 422)):
            differing.append((scenario, given, found, expected))
    assert differing[:3] == []
    assert answered > 180


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("weapons/chronopia.melee?target=spearmen", ["weapons", "chronopia.melee", "target=spearmen"]),
        ("table/chronopia.melee?rows=weapon", ["table", "chronopia.melee", "--rows", "weapon"]),
        ("roll?roll=2d6%20best", ["roll", "2d6 best"]),
        ("lab/swing/oathmark.combat", ["lab", "swing", "oathmark.combat"]),
        (
            "compare?requests=chronopia.melee%20cc%3D11&requests=cc%3D12",
            ["compare", "chronopia.melee", "cc=11", "vs", "cc=12"],
        ),
        ("systems", ["systems"]),
        ("scenarios/chronopia.armour", ["describe", "chronopia.armour"]),
        ("search?q=troll", ["search", "troll"]),
        (
            "formula/chronopia.armour?damage=11&in=armour",
            ["formula", "chronopia.armour", "damage=11", "--in", "armour"],
        ),
        (
            "balance/oathmark.combat?entries=troll,ogre&die=12",
            ["balance", "oathmark.combat", "troll", "ogre", "die=12"],
        ),
        ("odds/chronopia.melee?given=hit", ["odds", "chronopia.melee", "--given", "hit"]),
    ],
)
def test_an_address_answers_what_the_command_prints(client: TestClient, address: str, words: list[str]) -> None:
    assert client.get(f"/api/v1/{address}").json() == json.loads(said(*words, "--json"))


def test_forms_are_those_of_the_command(client: TestClient) -> None:
    address, words = "/api/v1/odds/chronopia.melee?cc=12&format=", ["odds", "chronopia.melee", "cc=12"]
    for form in ("csv", "markdown", "line", "bbcode"):
        assert client.get(f"{address}{form}").text == said(*words, f"--{form}")
    assert client.get(f"{address}text").text == said(*words)
    assert client.get(f"{address}svg").text.startswith("<svg")
    png = client.get(f"{address}png&width=400&theme=dark")
    assert png.content[:4] == b"\x89PNG"
    assert png.headers["content-type"] == "image/png"
    accepted = client.get("/api/v1/odds/chronopia.melee?cc=12", headers={"accept": "text/csv"})
    assert accepted.text == client.get(f"{address}csv").text


@pytest.mark.parametrize(
    ("address", "parameter", "words"),
    [
        ("odds/chronopia.melee?atacker=x", "atacker", "did you mean attacker?"),
        ("odds/chronopia.mele", "chronopia.mele", "did you mean chronopia.melee?"),
        ("odds/chronopia.melee?cc=99", "cc", "1 to 30"),
        ("odds", "scenario", "needs a scenario"),
        ("od/chronopia.melee", "od", "did you mean odds?"),
        ("roll?rol=2d6", "rol", "did you mean roll?"),
        ("roll", "roll", "is missing"),
        ("roll?roll=2d6%20bset", "roll", "did you mean best?"),
        ("odds/chronopia.melee?format=jsn", "jsn", "did you mean json?"),
        ("odds/chronopia.melee?at_least=x", "at_least", "at_least"),
        ("odds/chronopia.melee?option.at_lest=1", "at_lest", "did you mean at_least?"),
        ("odds/chronopia.melee/more", "", "one thing"),
        ("weapons/chronopia.melee?format=png", "format", "only odds and roll"),
        ("odds/chronopia.melee?format=png&width=9", "width", "200 to 2400"),
        ("compare?requests=%22", "requests", "never closed"),
        ("balance/oathmark.combat?entries=troll,ogr", "entries", "did you mean ogre?"),
        ("formula/chronopia.armour", "in", "in is missing: say it as in=..."),
        ("", "", "no question is named"),
    ],
)
def test_a_refusal_is_one_line_with_what_to_mend(client: TestClient, address: str, parameter: str, words: str) -> None:
    answer = client.get(f"/api/v1/{address}")
    problem = answer.json()
    assert answer.status_code == problem["status"] == 400
    assert answer.headers["content-type"] == "application/problem+json"
    assert words in problem["detail"]
    assert "\n" not in problem["detail"]
    assert "--" not in problem["detail"]
    assert problem.get("parameter", "") == parameter


def test_bodies_that_cannot_be_read_are_refused_in_one_line(client: TestClient) -> None:
    address = "/api/v1/odds/chronopia.melee"
    for body in (
        b"{",
        b"[]",
        b"[" * 50_000,
        b"\xff\xfe",
        b'{"cc": {"a": 1}}',
        b'{"cc": [[[[1]]]]}',
        b'{"parameters": 3}',
        b"x" * 10_000_000,
    ):
        answer = client.post(address, content=body)
        assert answer.status_code == (413 if len(body) > 100_000 else 400), body[:20]
        assert len(answer.json()["detail"]) < 300
    twice = client.post(f"{address}?cc=11", json={"cc": 12})
    assert "once is enough" in twice.json()["detail"]
    again = client.post(address, content='{"cc": 11, "cc": 12}')
    assert again.json()["detail"] == "cc stands in the body 2 times; once is enough"
    assert client.delete(address).status_code == 405
    assert client.options(address).headers["access-control-allow-origin"] == "*"


SHEET = "game: Two\nhero: skill 4+ (2+..6+)\nresult: hit = d6 >= skill\nresult: face = d6"


def test_a_game_of_ones_own_is_asked_by_its_text_or_by_what_its_link_has(client: TestClient) -> None:
    by_post = client.post("/api/v1/odds/sheet", json={"sheet": SHEET, "parameters": {"skill": "3+"}})
    assert by_post.json()["results"]["hit"]["value"] == "2/3"
    within = client.post("/api/v1/odds/sheet", json={"parameters": {"sheet": SHEET, "skill": "3+"}})
    assert within.content == by_post.content
    coded = {"g": pack(SHEET), "skill": "3"}
    assert client.get("/api/v1/odds/sheet.two", params=coded).content == by_post.content
    asked = {"sheet": SHEET, "result": "face"}
    answer = Sheet(SHEET).odds()
    line = answer_line(answer, result="face")
    assert client.get("/api/v1/odds/sheet", params={**asked, "format": "line"}).text.strip() == line
    drawn = client.get("/api/v1/odds/sheet", params={**asked, "format": "svg"})
    assert drawn.headers["content-type"].startswith("image/svg")
    assert client.get("/api/v1/table/sheet", params={"sheet": SHEET, "rows": "skill"}).json()["scenario"] == "sheet.two"
    assert client.get("/api/v1/scenarios/sheet", params={"sheet": SHEET}).json()["scenario"] == "sheet.two"
    for wrong, why in (
        ({}, "sheet is missing"),
        ({"sheet": SHEET, "skil": 3}, "did you mean skill?"),
        ({"sheet": "result: x = d6 >= y"}, "line 1, character 19"),
        ({"sheet": "result: x = " + "(" * 9_000}, "8 deep"),
        ({"sheet": ["x"]}, "sheet is missing"),
        ({"g": "1.zzzz"}, "damaged"),
    ):
        refused = client.post("/api/v1/odds/sheet", json=wrong)
        assert (refused.status_code, why in refused.json()["detail"]) == (400, True), refused.text
    # Nobody else is asked about a game that came along.
    assert client.get("/api/v1/odds/sheet.two").status_code == 400


def test_nothing_by_address_reads_or_writes_a_file(client: TestClient, tmp_path: Any) -> None:
    secret = tmp_path / "secret.json"
    secret.write_text("{}")
    for question, asks in questions().items():
        assert not {"roster", "file", "save", "out", "into"} & set(asks.options), question
    refused = client.get(f"/api/v1/odds/chronopia.melee?roster={quote(str(secret))}")
    assert refused.status_code == 400
    saved = client.get(f"/api/v1/variant/chronopia.melee?die=2d10&save={quote(str(tmp_path / 'new'))}")
    assert saved.status_code == 400
    assert not (tmp_path / "new").exists()


def test_an_option_that_is_null_is_not_said(client: TestClient) -> None:
    address = "/api/v1/odds/chronopia.melee"
    body = {"parameters": {"cc": 11}, "result": None, "at_least": None, "explain": None}
    assert client.post(address, json=body).json() == client.get(f"{address}?cc=11").json()


def test_what_is_too_large_says_so(client: TestClient) -> None:
    answer = client.get("/api/v1/roll", params={"roll": "keep 500 of 1000d1000"})
    assert answer.status_code in (400, 422)
    assert len(answer.text) < 500


def test_an_answer_is_known_by_its_mark(client: TestClient) -> None:
    first = client.get("/api/v1/odds/chronopia.armour?damage=7")
    again = client.get("/api/v1/odds/chronopia.armour?damage=7", headers={"if-none-match": first.headers["etag"]})
    other = client.get("/api/v1/odds/chronopia.armour?damage=8")
    assert (again.status_code, again.content) == (304, b"")
    assert other.headers["etag"] != first.headers["etag"]
    assert client.head("/api/v1/odds/chronopia.armour?damage=7").status_code == 200


def test_who_asks_for_much_is_told_to_wait() -> None:
    api = Api()
    api.working.allowances.spend("testclient", 31.0, monotonic())
    with TestClient(Starlette(routes=api.routes)) as client:
        answer = client.get("/api/v1/odds/chronopia.melee?cc=13")
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) >= 1


def test_the_description_is_valid_and_names_every_scenario_and_question() -> None:
    found = describe()
    # Scenarios are all described in one way, and to check every one of them takes long.
    left_out = [path for n, path in enumerate(found["paths"]) if path.startswith("/odds/") and n % 24]
    validate({**found, "paths": {path: said for path, said in found["paths"].items() if path not in left_out}})
    names = {model.id for system in registry.systems() for model in system.scenarios}
    assert {path.removeprefix("/odds/") for path in found["paths"] if path.startswith("/odds/")} == {*names, "sheet"}
    assert {asks.command.name for asks in questions().values()} >= {"roll", "table", "advise", "compare", "formula"}


def described_examples() -> Iterator[tuple[str, dict[str, Any]]]:
    """The address and the body of each example of the description."""
    for path, operations in describe()["paths"].items():
        body = operations["post"]["requestBody"]["content"]["application/json"]
        for place in operations["post"].get("parameters", ()):
            path = path.replace(f"{{{place['name']}}}", place["example"])
        if "example" in body:
            yield path, body["example"]


def test_every_example_of_the_description_runs_by_an_address_and_by_a_body(client: TestClient) -> None:
    failed = []
    examples = list(described_examples())
    for path, example in examples:
        sent = client.post(f"/api/v1{path}", json=example)
        fields = {key: json.dumps(said) if key == "plan" else said for key, said in example.items()}
        given = fields.pop("parameters", {})
        listed = {
            key: ",".join(map(str, v)) if isinstance(v, list) and path.startswith("/odds/") else v
            for key, v in (given | fields).items()
        }
        got = client.get(f"/api/v1{path}", params=listed)
        if not (sent.status_code == got.status_code == 200 and sent.content == got.content):
            failed.append((path, sent.text[:200], got.text[:200]))
    assert failed == []
    asked = {path.strip("/").partition("/")[0] for path, _ in examples}
    assert asked == {name_in_address(asks.name).partition("/")[0] for asks in questions().values()}


def test_every_question_is_described_by_an_address_and_by_a_body() -> None:
    paths = describe()["paths"]
    assert all(set(operations) == {"get", "post"} for operations in paths.values())
    names = {path.removesuffix(path[path.find("/{") :]) if "/{" in path else path for path in paths}
    assert {f"/{name_in_address(name)}" for name in questions() if name != "odds"} <= names
    for operations in paths.values():
        body = operations["post"]["requestBody"]["content"]["application/json"]["schema"]["properties"]
        query = {field["name"] for field in operations["get"]["parameters"] if field["in"] == "query"}
        assert set(body) == query


def test_work_ends_when_its_watch_says_so() -> None:
    from probcalc.api.answering import answer
    from probcalc.api.asked import asked

    class Gone(Exception):
        pass

    looks = []

    def look() -> None:
        looks.append(1)
        if len(looks) > 3:
            raise Gone

    with pytest.raises(Gone):
        answer(asked("odds", "tide_of_battle.fight", {"a.models": 20, "b.models": 19}), look)
    assert Budget().watch is None


def test_the_line_is_the_same_in_terminal_page_address_and_card(client: TestClient) -> None:
    differing = []
    for preset in random.Random(20).sample(PRESETS, 8):
        given = dict(preset.parameters)
        line = answer_line(probcalc.odds(preset.scenario, given))
        words = [f"{name}={value_text(value)}" for name, value in given.items()]
        svg = asked_by_link(client, preset.scenario, given, format="svg").text
        codes = shared_codes(preset.scenario, given)
        places = {
            "terminal": said("odds", preset.scenario, *words, "--line").strip(),
            "address": asked_by_link(client, preset.scenario, given, format="line").text.strip(),
            "card": unescape(svg.partition("<desc>")[2].partition("</desc>")[0]),
            "page": next((code.partition("\n")[0] for code in codes if code.startswith(line)), ""),
        }
        if set(places.values()) != {line}:
            differing.append((preset.name, line, places))
    assert differing == []


def shared_codes(scenario: str, given: dict[str, Any]) -> list[str]:
    """What the page of an answer offers to be copied."""
    reader = Reader().ask(scenario, given).open_part(scenario, "share")
    return [code.value for code in reader.page.code]
