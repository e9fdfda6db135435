"""What is asked that nobody should ask: one line as RFC 9457 has it, and never an error of the server's own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from probcalc.api.server import Api
from probcalc.api.working import Allowances

ODDS = "odds/chronopia.melee"
ADDRESSES = [
    "", "/", "odds", "odds/%00", "odds/%ff", "odds/..%2f..%2fetc", f"{ODDS}/x/y", f"{ODDS}?cc=%00", f"{ODDS}?cc=%ff%fe",
    f"{ODDS}?=x", f"{ODDS}?cc", f"{ODDS}?cc=1e3", f"{ODDS}?cc=11&cc=12", f"{ODDS}?format=", f"{ODDS}?format=jpeg",
    f"{ODDS}?format=json&format=csv", f"{ODDS}?format=png&width=99999999999999999999", f"{ODDS}?format=svg&theme=pink",
    f"{ODDS}?result=%0a", f"{ODDS}?given=import os", f"{ODDS}?given={'(' * 5000}", f"{ODDS}?explain=maybe",
    f"{ODDS}?option.json=true", f"{ODDS}?help=true", f"{ODDS}?parameters=x",
    f"{ODDS}?{'a' * 60_000}", f"{ODDS}?format=png&width=²", "odds/--help",
    "--help", "roll?roll=--help", f"roll?roll={'(' * 9000}", "roll?roll=999999d999999", "roll?q=2d6&roll=3d6",
    f"search?q={'x' * 20_000}", "table/chronopia.melee", "needed/chronopia.melee?percent=101", "compare?requests=",
    "compare?requests=vs", "compare?requests=chronopia.melee&requests=--roster /etc/passwd", "program?program=%00",
    f"program?program=output {'d6+' * 2000}", "luck?record=[[[[", "luck?record={}", "fair?counts=a b", "fair",
    "fair?counts=99999999999999999999 1 1 1 1 1", "allocate?plan=[]", "allocate?plan={}", "advise/chronopia.initiative",
    "formula/chronopia.melee?in=", "solve/chronopia.melee?for=cc&that=x", "lab", "sweep/chronopia.melee", "serve",
]  # fmt: skip
DEEP = 9000
BODIES: list[tuple[str, Any]] = [
    *((ODDS, said) for said in (
        None, 1, "x", [], {"cc": None}, {"cc": 1.5}, {"cc": True}, {"cc": {}}, {"charging": 1}, {"attacker": 5},
        {"format": {}}, {"format": ["csv"]}, {"parameters": None}, {"parameters": {"cc": {"a": 1}}}, {"at_least": {}},
        {"at_least": [1, 2]}, {"result": {}}, {"explain": {}}, {"given": 5}, {"": 1}, {"cc": "\ud800"},
    )),
    *(("roll", {"roll": said}) for said in ([1, 2], {}, None, True, "2d6 bset")),
    ("roll", {"roll": "2d6", "format": "png", "width": {}}), ("roll", {"roll": "2d6", "format": "svg", "theme": []}),
    ("program", {"program": {"a": 1}}), ("luck", {"record": [[1]]}), ("luck", {"record": "2d6 -> 7", "looked": -5}),
    ("fair", {"counts": [[1]]}), ("fair", {"rolls": [1, 2, 3]}), ("compare", {"requests": 5}),
    ("compare", {"requests": [{"scenario": 5}, {"scenario": []}]}), ("compare", {"requests": [[], []]}),
    ("allocate", {"plan": {"attackers": 5, "targets": {}}}), ("allocate", {"plan": {"attackers": [5], "targets": [5]}}),
    ("table/chronopia.melee", {"rows": ["cc", "armour"]}), ("systems", {"x": 1}), ("search", {"search": []}),
    ("solve/chronopia.melee", {"for": [], "that": {}}), ("variant/chronopia.melee", {"die": {}}), ("card.png", {}),
]  # fmt: skip
RAW = [
    b"{", b'{"cc":}', b'{"cc": NaN}', b'{"cc": 1e400}', b'{"cc": ' + b"9" * 90_000 + b"}", b"\xef\xbb\xbf{}",
    b"\xff\xfe", b"[" * 90_000, b'{"cc": ' + b"[" * DEEP + b"]" * DEEP + b"}", b'{"a":' * DEEP + b"1" + b"}" * DEEP,
    b"x" * 10_000_000,
]  # fmt: skip


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    api = Api()
    api.working.allowances = Allowances(10_000)
    with TestClient(Starlette(routes=api.routes), raise_server_exceptions=False) as client:
        yield client


def held(answer: Any) -> bool:
    """Whether an answer refuses in one line that a person can read."""
    if answer.status_code not in (400, 413, 422) or answer.headers["content-type"] != "application/problem+json":
        return False
    problem = answer.json()
    is_whole = {"type", "title", "status", "detail"} <= set(problem) and problem["status"] == answer.status_code
    return is_whole and "\n" not in problem["detail"] and 0 < len(problem["detail"]) < 400


def test_odd_addresses_are_refused_in_one_line(client: TestClient) -> None:
    answers = {address[:60]: client.get(f"/api/v1/{address}") for address in ADDRESSES}
    assert {address: found.text[:200] for address, found in answers.items() if not held(found)} == {}


def test_bodies_of_another_kind_are_refused_in_one_line(client: TestClient) -> None:
    answers = [(path, said, client.post(f"/api/v1/{path}", content=json.dumps(said))) for path, said in BODIES]
    answers += [(ODDS, said[:30], client.post(f"/api/v1/{ODDS}", content=said)) for said in RAW]
    assert [(path, said, found.text[:200]) for path, said, found in answers if not held(found)] == []


def test_methods_forms_and_marks_are_those_of_http(client: TestClient) -> None:
    address = f"/api/v1/{ODDS}"
    got = client.get(address, headers={"origin": "https://table.example"})
    assert got.headers["access-control-allow-origin"] == "*"
    head = client.head(address)
    assert (head.status_code, head.content, head.headers["etag"]) == (200, b"", got.headers["etag"])
    asked = client.options(
        address, headers={"origin": "https://table.example", "access-control-request-method": "POST"}
    )
    assert "POST" in asked.headers["access-control-allow-methods"]
    for method in ("PUT", "DELETE", "PATCH"):
        refused = client.request(method, address)
        assert (refused.status_code, refused.headers["allow"]) == (405, "GET, POST")
        assert refused.json()["detail"] == f"{method} asks nothing; ask with GET or POST"
    for mark in (got.headers["etag"], f"W/{got.headers['etag']}", f'"other", {got.headers["etag"]}', "*"):
        assert client.get(address, headers={"if-none-match": mark}).status_code == 304
    assert client.get(address, headers={"if-none-match": '"other"'}).status_code == 200
    assert client.get(address, headers={"accept": "application/xml"}).headers["content-type"] == "application/json"


@pytest.mark.parametrize("url", ["", "javascript:alert(1)", "http://testserver@evil/", "http://testserver.evil/"])
def test_only_own_pages_are_embedded(client: TestClient, url: str) -> None:
    assert client.get("/oembed", params={"url": url}).status_code == 404


def test_sizes_of_an_embedded_card_keep_their_bounds(client: TestClient) -> None:
    url = "http://testserver/chronopia?s=chronopia.melee"
    for width, expected in (
        ("600", 600),
        ("-5", 1200),
        ("1e9", 1200),
        ("1", 200),
        ("999999", 1200),
        ("٣", 1200),
        ("²", 1200),
    ):
        said = client.get("/oembed", params={"url": url, "maxwidth": width}).json()
        assert (said["width"], said["height"]) == (expected, expected * 630 // 1200)
    said = client.get("/oembed", params={"url": f'{url}&show.called=attacker:"><script>'}).json()
    assert "<script>" not in unescape(said["html"].replace("&lt;", ""))
