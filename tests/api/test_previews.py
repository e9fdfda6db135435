"""What a chat shows of a link, what another page frames, and what an assistant is given."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from html import unescape
from time import monotonic
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse
from starlette.routing import Route
from starlette.testclient import TestClient

import probcalc
from probcalc import Sheet, links
from probcalc.api.previews import Previews
from probcalc.api.server import Api
from probcalc.api.working import Allowances
from probcalc.links.lists import query_for
from probcalc.links.sheets import pack, shown_sheet_url
from probcalc.present.sentences.headline import headline
from probcalc.present.sentences.line import answer_line
from probcalc.scenarios import registry
from probcalc.web.tags import ABOUT, TITLE

FIRST = [
    next(p for p in s.presets if p.scenario == m.id)
    for s in registry.systems()
    for m in s.scenarios
    if any(p.scenario == m.id for p in s.presets)
]

CRAWLERS = [
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "WhatsApp/2.23.20.0",
    "TelegramBot (like TwitterBot)",
    "Twitterbot/1.0",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) facebookexternalhit/1.1 Facebot Twitterbot/1.0",
    "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
    "Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)",
    "Mastodon/4.5 (http.rb/5.3; +https://mastodon.example/) Bot",
    "Iframely/1.3.1 (+https://iframely.com/docs/about)",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
]


async def page(_: Any) -> HTMLResponse:
    return HTMLResponse('<html><head><title>x</title><link rel="shortcut icon" href="./favicon.png" /></head></html>')


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    api = Api()
    api.working.allowances = Allowances(10_000)
    routes = [*api.routes, Route("/{path:path}", page)]
    with TestClient(Starlette(routes=routes, middleware=[Middleware(Previews, working=api.working)])) as client:
        yield client


def meta(text: str, name: str) -> str:
    return unescape(text.partition(f'<meta property="{name}" content="')[2].partition('"')[0])


def test_a_link_of_every_scenario_has_its_sentence_its_line_and_its_card(client: TestClient) -> None:
    differing = []
    for n, preset in enumerate(FIRST):
        query = urlencode(links.to_query(preset.scenario, dict(preset.parameters)))
        text = client.get(f"/x?{query}", headers={"user-agent": CRAWLERS[n % len(CRAWLERS)]}).text
        answer = probcalc.odds(preset.scenario, dict(preset.parameters))
        title, about = headline(answer).text, answer_line(answer)
        is_cut = len(title) > 200 or len(about) > 300
        if not is_cut and (meta(text, "og:title"), meta(text, "og:description")) != (title, about):
            differing.append((preset.scenario, meta(text, "og:title"), title))
        assert "/api/v1/card.png?s=" in meta(text, "og:image")
    assert differing == []


@pytest.mark.parametrize(
    "query",
    [
        "",
        "s=nothing",
        "s=chronopia.melee&cc=9999",
        "s=custom.roll&roll=%3Cscript%3Ealert(1)%3C/script%3E",
        "s=" + "x" * 10_000,
        "s=chronopia.melee&" + "&".join(f"a{n}=1" for n in range(500)),
        "%ff=%00&s=%ff",
        "s=custom.program&program=output+1000d1000",
        "s=custom.roll&roll=999d999+exploding",
    ],
)
def test_a_link_that_cannot_be_answered_has_the_general_card(client: TestClient, query: str) -> None:
    answer = client.get(f"/?{query}")
    assert answer.status_code == 200
    assert meta(answer.text, "og:title") == TITLE
    assert "<script>alert" not in answer.text


def test_two_hundred_hostile_links_have_the_general_card(client: TestClient) -> None:
    chosen = random.Random(23)
    evil = ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "\0", "1e400", "9" * 500, "[" * 99]
    failed = []
    for n in range(200):
        preset = chosen.choice(FIRST)
        model = registry.scenario(preset.scenario)
        # A parameter that is asked for and cannot be read: another question would be answered than was meant.
        name = chosen.choice(
            [p.name for p in model.parameters() if p.kind in ("integer", "boolean", "choice")] or ["s"]
        )
        asked = {**links.to_query(preset.scenario, dict(preset.parameters)), name: f"{chosen.choice(evil)}{n}"}
        answer = client.get(f"/?{urlencode(asked)}", headers={"user-agent": "WhatsApp/2.23"})
        if answer.status_code != 200 or meta(answer.text, "og:title") != TITLE or "alert(1)" in answer.text:
            failed.append(asked)
        if n % 40 == 0:
            assert client.get(f"/api/v1/card.png?{urlencode(asked)}").content == client.get("/api/v1/card.png").content
    assert failed == []


def test_a_link_in_another_language_is_previewed_and_embedded_in_it(client: TestClient) -> None:
    address = "/chronopia?s=chronopia.melee&attacker=the_cursed&target=spearmen"
    english, german = client.get(address).text, client.get(f"{address}&lang=de").text
    assert meta(german, "og:title").startswith("Cursed erschlägt Spearman: 59,0\N{NO-BREAK SPACE}%")
    assert meta(german, "og:url").endswith("&lang=de")
    assert client.get(meta(german, "og:image")).content != client.get(meta(english, "og:image")).content
    asked = {"url": f"http://testserver{address}&lang=de&theme=dark", "maxwidth": "600"}
    said = client.get("/oembed", params=asked).json()
    assert said["title"] == meta(german, "og:title")
    assert "lang=de&amp;embed=1&amp;theme=dark" in said["html"]
    assert "lang" not in client.get("/oembed", params={"url": f"http://testserver{address}&lang=xx"}).json()["html"]


def test_what_counts_and_names_of_own_units_are_those_of_the_link(client: TestClient) -> None:
    address = "/chronopia?s=chronopia.melee&v=1&cc=15&show.result=wounds&show.at_least=1"
    text = client.get(f"{address}&show.called=attacker:Iron Guard&show.turned=why,grid&utm_source=x").text
    answer = probcalc.odds("chronopia.melee", cc=15).called({"attacker": "Iron Guard"})
    assert meta(text, "og:title") == headline(answer, 1, "wounds").text
    assert meta(text, "og:title").startswith("An Iron Guard")
    assert "show.called=attacker%3AIron%20Guard" in meta(text, "og:image")
    plain = client.get("/api/v1/card.png?s=chronopia.melee&cc=15").content
    assert client.get(f"/api/v1/card.png?{meta(text, 'og:image').partition('?')[2]}").content != plain


def test_a_comparison_has_a_card_of_its_own(client: TestClient) -> None:
    requests = [
        ("chronopia.melee", {"attacker": "the_cursed"}),
        ("chronopia.melee", {"attacker": "the_cursed", "charging": True}),
    ]
    query = urlencode(query_for(requests))
    text = client.get(f"/compare?{query}&show.result=slain&utm_source=x").text
    assert meta(text, "og:title").endswith("Charging: 78.8%")
    card = client.get(f"/api/v1/card.png?{meta(text, 'og:image').partition('?')[2]}")
    assert card.content[:4] == b"\x89PNG"
    assert card.content != client.get("/api/v1/card.png").content
    wrong = client.get(f"/compare?{query}&2.cc=99").text
    assert meta(wrong, "og:title").startswith("Compare: exact odds")
    assert "embed=1" in client.get(f"/oembed?{urlencode({'url': f'http://testserver/compare?{query}'})}").json()["html"]


CURSED = ("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"})
ARCHERS = ("chronopia.shooting", {"attacker": "archers"})
PAGES = [
    ("attacks", query_for([CURSED, CURSED]), "A Spearman is slain after 2 attacks: 83.2%. After attack 1: 59.0%."),
    (
        "allocate",
        {
            **query_for([("chronopia.melee", {"attacker": "the_cursed"}), ARCHERS]),
            "t1.target": "spearmen",
            "t1.points": "6",
        }
        | {"t2.target": "followers", "t2.points": "3", "show.aim": "all", "show.look": "yes"},
        "Best plan: all targets removed, 16.0%.",
    ),
    ("luck", {"record": "12d6 >= 4 -> 3"}, "You were a little unlucky: 7 in 100 evenings"),
    ("luck", {"record": "@anna d20 >= 11 -> no\n@ben 2d6 -> 12"}, "That was about what these rolls give for Anna"),
    ("fair-dice", {"counts": "18 22 15 17 20 28"}, "Nothing speaks against this die"),
    ("fair-dice", {"rolls": "3 6 6 5 2 1", "die": "6"}, "Nothing speaks against this die"),
    ("anydice", {"program": "output 3d6"}, "output 1: 10.50 on average"),
    ("anydice", {"program": 'output 2d6 named "<b>a</b>"\noutput 1d6'}, "<b>a</b>: 7.00 on average; output 2: 3.50"),
    (
        "oathmark",
        {"s": "oathmark.combat", "show.turned": "why,everybody", "show.budget": "60", "show.costs": "troll=20,ogre=15"},
        "At 60 points Trolls are too good: they beat the other",
    ),
    ("custom", {"s": "custom.roll", "roll": "best of 3d10 >= 7"}, "best of 3d10 >= 7 succeeds: 78.4%"),
]


@pytest.mark.parametrize(("path", "query", "title"), PAGES)
def test_every_page_that_holds_a_question_has_its_sentence_its_card_and_its_twin(
    client: TestClient, path: str, query: dict[str, str], title: str
) -> None:
    text = client.get(f"/{path}?{urlencode(query)}", headers={"user-agent": "Slackbot-LinkExpanding 1.0"}).text
    assert meta(text, "og:title").startswith(title)
    assert meta(text, "og:description") != ABOUT
    assert "<b>a" not in text
    general = client.get("/api/v1/card.png").content
    card = client.get(meta(text, "og:image")).content
    assert card[:4] == b"\x89PNG"
    assert card != general
    # What is canonical of the link is the same question.
    again = client.get(meta(text, "og:url")).text
    assert (meta(again, "og:title"), meta(again, "og:image")) == (meta(text, "og:title"), meta(text, "og:image"))
    twin = unescape(text.partition('type="application/json" href="')[2].partition('"')[0])
    assert client.get(twin).status_code == 200, twin
    framed = client.get(f"{meta(text, 'og:url')}&embed=1").text
    assert "<svg" in framed
    assert "Nothing is simulated" not in framed


VOLLEY = "game: Bog <b>Volley</b>\nhero: skill 4+ (2+..6+)\nresult: done = d6 >= skill\n"


def test_a_question_of_an_own_game_has_its_sentence_and_its_card(client: TestClient) -> None:
    address = shown_sheet_url("http://testserver/your-game", VOLLEY, "bog_b_volley_b", {"skill": 3})
    text = client.get(f"{address}&utm_source=x", headers={"user-agent": "WhatsApp/2.23"}).text
    answer = Sheet(VOLLEY).odds(skill=3)
    assert answer["done"] == Fraction(2, 3)
    assert "66.7%" in meta(text, "og:title")
    assert meta(text, "og:description").startswith("Bog <b>Volley</b>: ")
    assert "<b>" not in text
    assert meta(text, "og:url") == address
    card = client.get(meta(text, "og:image"))
    other = client.get(meta(text, "og:image").replace("skill=3", "skill=5"))
    assert card.content[:4] == other.content[:4] == b"\x89PNG"
    assert len({card.content, other.content, client.get("/api/v1/card.png").content}) == 3
    twin = unescape(text.partition('type="application/json" href="')[2].partition('"')[0])
    assert client.get(twin).json()["results"]["done"]["value"] == "2/3"
    framed = client.get(f"{address}&embed=1&theme=dark").text
    assert "66.7" in framed
    assert "<b>" not in framed
    assert client.get("/oembed", params={"url": address}).json()["title"] == meta(text, "og:title")


HEAVY = "hero: skill 4+\nresult: done = sum of 900 times (best of 3d20)\n"


@pytest.mark.parametrize(
    "query",
    [
        {"g": "1.zzzz"},
        {"g": "2.abc"},
        {"g": pack("a" * 63_000)},
        {"g": pack("result: done = " + "(" * 5_000)},
        {"g": pack(HEAVY)},
        {"g": pack(VOLLEY), "skill": "9+"},
        {"g": pack(VOLLEY), "skil": "3+"},
        {"g": pack(VOLLEY), "question": "<script>alert(1)</script>"},
        {"g": pack(VOLLEY), "pad": "x" * 9_000},
    ],
)
def test_a_hostile_sheet_has_the_general_card(client: TestClient, query: dict[str, str]) -> None:
    text = client.get(f"/your-game?{urlencode(query)}").text
    assert meta(text, "og:title") == f"Your own game: {TITLE[0].lower()}{TITLE[1:]}"
    assert "alert(1)" not in text
    assert meta(text, "og:image") == "http://testserver/api/v1/card.png"


@pytest.mark.parametrize(
    "address",
    [
        "attacks?1.s=chronopia.melee&1.cc=99",
        "attacks?1.s=chronopia.melee&1.zz=1",
        "attacks?1.s=chronopia.initiative",
        "allocate?1.s=chronopia.melee&1.attacker=the_cursed",
        "allocate?1.s=chronopia.melee&t1.target=nobody",
        "allocate?1.s=chronopia.melee&t1.target=spearmen&t1.points=-1",
        "luck?record=2d6",
        "luck?record=2d6+-%3E+99",
        "luck?record=" + "2d6+-%3E+7%0A" * 61,
        "fair-dice?counts=1+2&rolls=3",
        "fair-dice?counts=-1+x",
        "anydice?program=output+",
        "anydice?program=output+1000d1000",
        "anydice?program=1d6",
        "compare?1.s=chronopia.melee",
        "your-game?s=sheet_game.hit",
        "glossary?q=x",
    ],
)
def test_what_a_page_cannot_answer_at_once_has_the_general_card(client: TestClient, address: str) -> None:
    text = client.get(f"/{address}").text
    assert meta(text, "og:title").lower().endswith(TITLE.lower())
    assert meta(text, "og:image") == "http://testserver/api/v1/card.png"
    page, _, query = address.partition("?")
    card = client.get(f"/api/v1/card.png?page={page}&{query}")
    assert card.content == client.get("/api/v1/card.png").content


def test_a_page_says_in_its_title_what_its_link_asks(client: TestClient) -> None:
    asked = client.get("/x?s=chronopia.armour&damage=7")
    assert asked.text.count("<title>") == 1
    assert "<title>One hit causes at least one wound" in asked.text
    assert 'rel="canonical" href="http://testserver/chronopia?s=chronopia.armour' in asked.text
    assert "<title>Compare: exact odds" in client.get("/compare").text
    assert "<title>Chronopia: exact odds" in client.get("/chronopia").text
    program = client.get("/anydice?program=output+3d6+named+%22Three%22").text
    assert "program=output%203d6" in meta(program, "og:image")
    head = client.head("/x?s=chronopia.armour&damage=7")
    assert (head.status_code, head.content, head.headers["content-length"]) == (
        200, b"", asked.headers["content-length"]
    )  # fmt: skip


def test_who_asks_for_much_sees_general_cards_and_is_told_to_wait() -> None:
    api = Api()
    api.working.allowances.spend("testclient", 31.0, monotonic())
    routes = [*api.routes, Route("/{path:path}", page)]
    with TestClient(Starlette(routes=routes, middleware=[Middleware(Previews, working=api.working)])) as client:
        assert meta(client.get("/?s=chronopia.armour&damage=7").text, "og:title") == TITLE
        card = client.get("/api/v1/card.png?s=chronopia.armour&damage=7")
        assert (card.status_code, card.headers["cache-control"]) == (200, "no-store")
        assert client.get("/oembed?url=http://testserver/?s=chronopia.armour").status_code == 429


def test_below_a_path_every_address_holds_it() -> None:
    api = Api(base="odds/")
    routes = [*api.routes, Route("/odds/{path:path}", page)]
    with TestClient(
        Starlette(routes=routes, middleware=[Middleware(Previews, working=api.working, base="odds/")])
    ) as client:
        text = client.get("/odds/chronopia?s=chronopia.armour&damage=7").text
        assert meta(text, "og:url").startswith("http://testserver/odds/chronopia?s=chronopia.armour")
        assert meta(text, "og:image").startswith("http://testserver/odds/api/v1/card.png?s=chronopia.armour")
        assert client.get(meta(text, "og:image")).content[:4] == b"\x89PNG"
        said = client.get("/odds/oembed?url=http://testserver/odds/chronopia?s=chronopia.armour").json()
        assert 'src="http://testserver/odds/chronopia?s=' in said["html"]
        short = client.get("/odds/s/chronopia.melee/the-cursed-charge-spearmen", follow_redirects=False)
        assert short.headers["location"].startswith("../../chronopia?s=chronopia.melee")
        assert client.get("/odds/api/v1/openapi.json").json()["servers"] == [{"url": "http://testserver/odds/api/v1"}]
        assert client.get("/odds/s/nothing/here", follow_redirects=False).headers["location"] == "../../"


def test_a_page_has_its_icon_and_its_manifest_before_a_script_has_run(client: TestClient) -> None:
    text = client.get("/chronopia").text
    assert '<link rel="icon" type="image/svg+xml" href="http://testserver/icon.svg">' in text
    assert '<link rel="manifest" href="http://testserver/manifest.webmanifest">' in text
    assert "favicon" not in text


def test_texts_of_visitors_are_escaped(client: TestClient) -> None:
    text = client.get('/?s=custom.program&v=1&program=output 1d6 named "<b>&quot;"').text
    assert "<b>" not in text


def test_cards_are_pictures_and_kept(client: TestClient) -> None:
    for query in ("s=chronopia.melee&v=1&charging=true", "s=nothing", ""):
        card = client.get(f"/api/v1/card.png?{query}")
        assert card.content[:4] == b"\x89PNG"
        assert (
            client.get(f"/api/v1/card.png?{query}", headers={"if-none-match": card.headers["etag"]}).status_code == 304
        )


def test_only_the_card_alone_may_be_framed(client: TestClient) -> None:
    whole = client.get("/chronopia?s=chronopia.melee")
    assert whole.headers["content-security-policy"] == "frame-ancestors 'self'"
    card = client.get("/chronopia?s=chronopia.melee&embed=1&theme=dark")
    assert "x-frame-options" not in card.headers
    assert "<svg" in card.text
    assert "probcalc:height" in card.text
    said = client.get(
        "/oembed", params={"url": "http://testserver/chronopia?s=chronopia.melee", "maxwidth": "600"}
    ).json()
    assert (said["width"], said["height"]) == (600, 315)
    assert 'src="http://testserver/chronopia?s=chronopia.melee' in said["html"]
    assert client.get("/oembed", params={"url": "http://elsewhere/"}).status_code == 404


def test_json_of_a_line_is_the_same_everywhere(client: TestClient) -> None:
    found = json.loads(client.get("/api/v1/odds/chronopia.melee?cc=12").text)
    assert found["results"]["slain"]["value"] == str(probcalc.odds("chronopia.melee", cc=12)["slain"])
