"""Your own game: a text becomes a game among the others, for this visit alone."""

from __future__ import annotations

import html
import json
import re
from hashlib import sha256
from typing import Any
from urllib.parse import quote, urlencode

import pytest
import streamlit

from probcalc import Sheet, links
from probcalc.links.sheets import pack, sheet_query, sheet_url, shown_sheet_url, unpack
from probcalc.sheets.forms import FORMS, NEW, READY, ready_sheet
from probcalc.sheets.reading.words import HEADINGS
from tests.cli.commands import refused, said
from tests.web.driver import Reader

PAGE = "your-game"
VOLLEY = NEW.replace("My game", "Bog Volley")
BOG = """game: Bog
attacker: models 5 (1..20)
target: size 3 (1..12)
hits = models d6 >= 4
slain = min(hits, size)
result: slain in models
carry: size = size - slain
"""
FEN = BOG.replace("Bog", "Fen").replace("models 5", "models 6")


class Writer(Reader):
    """A reader who writes a game."""

    def __init__(self) -> None:
        super().__init__()
        self.go(PAGE)
        self.tell("")

    def data(self, name: str) -> dict[str, Any]:
        [found] = [e for e in self.page.get("bidi_component") if e.proto.id.endswith(name)]
        told: dict[str, Any] = json.loads(found.proto.json or found.proto.mixed.json)
        return told

    @property
    def editor(self) -> dict[str, Any]:
        return self.data("sheet editor")

    @property
    def fragment(self) -> str:
        """What stands behind the address."""
        return str(self.data("own store part")["fragment"])

    def write(self, text: str) -> Writer:
        self._trigger("sheet editor", "typed", {"text": text, "version": self.editor["version"]})
        return self

    def link(self, fragment: str) -> Writer:
        self._trigger("own store part", "linked", fragment)
        return self

    @property
    def kept(self) -> dict[str, str]:
        text = self.data("own store part")["text"]
        games: dict[str, str] = json.loads(text or "{}").get("games", {})
        return games


def test_a_text_becomes_the_page_of_a_game():
    reader = Writer()
    assert "Hits" in reader.part("result")
    assert reader.kept == {}
    reader.write(VOLLEY.replace("models 5", "models 10"))
    assert "5.00" in reader.part("result")
    assert list(reader.kept.values()) == [VOLLEY.replace("models 5", "models 10")]
    reader.tap("case", "step models=1")
    assert "5.50" in reader.part("result")
    # A setting changes no letter of the text, and survives an edit as long as its name does.
    reader.write(reader.editor["text"] + "expect: mean of hits is 5\n")
    assert "5.50" in reader.part("result")
    assert [mark["kind"] for mark in reader.editor["marks"]] == ["met"]
    assert reader.editor["read"]["5"].startswith("hits: how many dice succeed")


def test_the_page_says_when_a_token_is_spent():
    reader = Writer()
    reader.write(ready_sheet("token_reroll"))
    [game] = reader.page.session_state["visit"].games
    assert "boost" in reader.open_part(f"{game}.a_deed_with_a_token", "advice").part("advice")


def test_while_a_line_is_wrong_the_last_good_page_stays():
    reader = Writer()
    reader.write(VOLLEY.replace(">= skill", ">= skil"))
    assert "2.50" in reader.part("result")
    [mark] = reader.editor["marks"]
    assert (mark["line"], mark["kind"], mark["fix"]["text"]) == (5, "wrong", "skill")
    assert reader.editor["read"] == {}
    assert "did you mean skill?" in reader.part("sheet-foot")
    reader.write(VOLLEY + "expect: mean of hits is 2\n")
    [mark] = reader.editor["marks"]
    assert (mark["line"], mark["kind"], mark["fix"]["text"]) == (7, "failed", "5/2")


def test_a_kept_game_stands_among_the_others_and_is_found():
    reader = Writer()
    reader.write(VOLLEY)
    reader.go("")
    assert "Bog Volley" in reader.part("home")
    reader.tap("home", "find bog volley")
    assert "Bog Volley" in reader.part("home").split('class="hits"')[1]
    other = Reader().go("")
    assert "Bog Volley" not in other.part("home")


def test_a_link_holds_the_game_and_its_settings():
    reader = Writer()
    reader.link(sheet_url("", VOLLEY, "strike", {"models": 8, "cover": True}))
    assert "2.67" in reader.part("result")
    assert reader.kept == {}
    fragment = reader.fragment
    assert unpack(fragment.removeprefix("#g=").partition("&")[0]) == VOLLEY
    assert fragment.endswith("&question=strike&models=8&cover=yes")
    reader.tap("sheet-head", "do keep")
    assert list(reader.kept.values()) == [VOLLEY]
    for wrong in ("#g=1.zzzz", "#g=2.abc", "#g=", f"#g={pack('a' * 63_000)}"):
        reader.link(wrong)
        assert list(reader.kept.values()) == [VOLLEY]


def untimed(markup: str) -> str:
    """Markup without the time of the tap that it answers."""
    return re.sub(r' data-of="\d+"', "", markup)


def shared(writer: Writer, page: str, part: str) -> str:
    """What stands behind the address of a page, which shows somebody else the same as the writer."""
    other = Writer().link(writer.fragment)
    assert untimed(other.part(part)) == untimed(writer.part(part)) != ""
    assert other.notices == []
    assert other.kept == {}
    assert other.query == writer.query == {}
    assert other.fragment == writer.fragment
    assert any(each.value.endswith(f"/{page}{writer.fragment}") for each in other.page.code) or page == "laboratory"
    held, _, rest = writer.fragment.partition("&p=")
    assert unpack(held.removeprefix("#g=").partition("&")[0]) == BOG
    return rest


def test_the_link_of_a_comparison_holds_the_games_that_it_asks():
    writer = Writer()
    for text in (BOG, FEN):
        writer.go(PAGE).write(text).tap("sheet-head", "do keep").tap("bar", "pin").tap("sheet-head", "set game=new")
    writer.go("chronopia", links.to_query("chronopia.melee", {})).tap("bar", "pin").go("compare")
    told = "compare&1.s=sheet_g.bog&1.v=1&1.e=rule-sheet&2.s=sheet_g2.fen&2.v=1&2.e=rule-sheet&3.s=chronopia.melee"
    assert shared(writer, "compare", "compared").startswith(told)
    # From every other page the link to it holds them too, and so does the one to each question.
    fragment, one = writer.fragment, html.escape(sheet_url("/your-game", FEN, "fen"))
    assert f'href="{one}"' in writer.part("set-compare-2")
    assert f'href="/compare{html.escape(fragment)}"' in writer.go("fair-dice").part("bar")
    # No command knows such a game by its id.
    assert not any("probcalc compare" in each.value for each in writer.page.code)
    assert writer.tap("bar", "go compare").fragment == fragment
    writer.go("compare")
    # Without them the address is as that of any other comparison.
    writer.tap("set-compare-1", "remove").tap("set-compare-2", "remove")
    assert (writer.fragment, writer.query["1.s"]) == ("", "chronopia.melee")


def test_a_step_back_from_a_question_of_a_comparison_finds_the_comparison(monkeypatch):
    went, go = [], streamlit.switch_page

    def switch_page(page: Any, *, query_params: dict[str, str]) -> None:
        went.append(query_params)
        go(page, query_params=query_params)

    writer = Writer().write(BOG).tap("bar", "pin").tap("case", "step size=1").tap("bar", "pin").go("compare")
    monkeypatch.setattr(streamlit, "switch_page", switch_page)
    writer.tap("set-compare-1", "open")
    assert "2.28" in writer.part("result")
    # On its way the browser shows the query at the page that is left: a step back would have asked the question there.
    assert went == [{}]
    assert 'class="two beside"' in writer.go("compare").part("compared")


def test_the_links_of_attacks_the_laboratory_and_luck_hold_the_game_too():
    writer = Writer().write(BOG).tap("case", "attack").tap("case", "step size=1").tap("case", "attack")
    [game] = writer.kept
    told = shared(writer.go("attacks"), "attacks", "result")
    assert told == "attacks&1.s=sheet_g.bog&1.v=1&1.e=rule-sheet&2.s=sheet_g.bog&2.size=4"
    writer.go("allocate").tap("adding", f"add {game}.bog")
    told = shared(writer, "allocate", "result")
    assert told == "allocate&1.s=sheet_g.bog&1.v=1&1.e=rule-sheet&t1.points=none"
    writer.go("laboratory", {"s": f"{game}.bog", "models": "7"})
    assert shared(writer, "laboratory", "result") == "laboratory&s=sheet_g.bog&v=1&e=rule-sheet&models=7"
    writer.go("luck", {"record": f"d6 >= 4 -> 1\n{game}.bog models=7 -> slain = 2"})
    assert shared(writer, "luck", "verdicts").endswith("sheet_g.bog%20models%3D7%20-%3E%20slain%20%3D%202")


def test_a_game_of_ones_own_goes_to_the_laboratory_and_back_as_any_other():
    writer = Writer().write(BOG).tap("case", "step size=1")
    [game], number = writer.kept, writer.number
    writer.open_part(f"{game}.bog", "laboratory").tap("to questions", "go steps")
    told = "laboratory&s=sheet_g.bog&v=1&e=rule-sheet&size=4&show.turned=laboratory&show.asked=steps"
    assert shared(writer, "laboratory", "result") == told
    assert "Most changes (+0.50) from 1 to 2, 2 to 3, 3 to 4." in writer.texts
    assert writer.go("laboratory").tap("result", "go back").number == number


def test_games_that_are_too_long_for_one_link_are_told_of():
    writer = Writer()
    for text in (BOG, FEN, BOG.replace("Bog", "Moor")):
        # What cannot be compressed.
        long = "".join(f"# {sha256(f'{text}{line}'.encode()).hexdigest()}\n" for line in range(200))
        writer.go(PAGE).write(text + long).tap("bar", "pin").tap("sheet-head", "set game=new")
    writer.go("compare")
    assert any(said.startswith("Your own games on this page are too long for a link.") for said in writer.texts)
    assert not any("/compare" in each.value for each in writer.page.code)
    assert writer.query["1.s"].startswith("sheet_")


def test_a_damaged_link_of_a_comparison_says_so():
    for wrong in ("#g=1.zzzz&p=compare&1.s=sheet_g.bog", f"#g={pack(BOG)}&g2=1.zzzz&p=compare&1.s=sheet_g.bog"):
        assert "holds no game" in Writer().link(wrong).part("notices")
    # Whoever names no such page is led to none.
    assert "Bog" in Writer().link(f"#g={pack(BOG)}&p=nowhere&1.s=sheet_g.bog").part("bar")
    assert "sheet_g3.bog is not a scenario" in str(Writer().link(f"#g={pack(BOG)}&p=compare&1.s=sheet_g3.bog").notices)


def test_a_link_with_a_preview_opens_the_game_too():
    reader = Writer()
    query = sheet_query(VOLLEY, "strike", {"models": 8, "cover": True})
    reader.go(PAGE, query)
    assert "2.67" in reader.part("result")
    assert reader.kept == {}
    assert reader.fragment == sheet_url("", VOLLEY, "strike", {"models": 8, "cover": True})
    reader.open_part(next(iter(reader.page.session_state["visit"].games)) + ".strike", "share")
    query_told = urlencode(query, quote_via=quote)
    assert any(each.value.endswith(f"/{PAGE}?{query_told}") for each in reader.page.code)
    reader.go(PAGE, {"g": "1.zzzz"})
    assert "holds no game" in reader.part("notices")


def test_a_heavy_game_from_a_link_is_asked_for_first():
    heavy = "hero: skill 4+\nresult: done = sum of 900 times (best of 3d20)\n"
    reader = Writer()
    reader.link(sheet_url("", heavy))
    assert "Work it out" in reader.part("result")
    assert reader.editor["text"] == heavy


HEAVY = "game: Heap\nhero: many 1 (1..900)\nresult: done = sum of many times (best of 3d20)\nresult: hit = d6 >= 4\n"


def test_a_heavy_question_of_a_light_game_is_asked_for_first():
    assert "Work it out" not in Writer().link(sheet_url("", HEAVY)).part("result")
    assert "Work it out" in Writer().link(sheet_url("", HEAVY, "heap", {"many": 900})).part("result")


@pytest.mark.parametrize(
    ("asked", "part"),
    [
        ("compare&1.s=sheet_g.heap&2.s=sheet_g.heap&2.many=900", "compared"),
        ("attacks&1.s=sheet_g.heap&1.many=900", "result"),
        ("allocate&1.s=sheet_g.heap&1.many=900", "set-allocate-1"),
        ("laboratory&s=sheet_g.heap&many=900", "result"),
        ("luck&record=sheet_g.heap%20many%3D900%20-%3E%20hit%20%3D%20yes", "verdicts"),
    ],
    ids=lambda text: text.partition("&")[0],
)
def test_a_link_of_another_page_that_asks_much_shows_the_game_first(asked, part):
    reader = Writer().link(f"#g={pack(HEAVY)}&p={asked}")
    assert "Work it out" in reader.part("result")
    assert reader.editor["text"] == HEAVY
    assert "Work it out" not in str(reader.tap("result", "do run").part(part)) != ""
    # Where little is asked, the page is there at once.
    assert "Work it out" not in str(Writer().link(f"#g={pack(HEAVY)}&p={asked}".replace("900", "2")).part(part)) != ""


def test_of_a_text_that_is_too_long_nothing_is_cut_off():
    long = VOLLEY + "# x" * 10_000
    reader = Writer().write(long)
    assert f"the sheet has {len(long):,} characters" in reader.part("sheet-foot")
    assert reader.editor["text"] == long


def test_what_the_browser_keeps_is_taken_up_game_by_game():
    reader = Writer()
    reader.tell(json.dumps({"games": {"sheet_bog": VOLLEY, "chronopia": "x", "sheet_odd name": "y", "sheet_n": 3}}))
    assert list(reader.kept) == ["sheet_bog"]
    reader.go("", {})
    assert "Bog Volley" in reader.part("home")


def test_games_are_begun_copied_chosen_and_removed():
    reader = Writer()
    reader.write(VOLLEY)
    reader.tap("sheet-head", "set ready=border_war")
    assert reader.editor["text"] == ready_sheet("border_war")
    # The editor takes another text only with another version.
    assert len({game.stand for game in reader.page.session_state["visit"].games.values()}) == 2
    reader.tap("sheet-head", f"set game={next(iter(reader.kept))}")
    assert reader.editor["text"] == VOLLEY
    reader.tap("sheet-head", "do remove")
    assert list(reader.kept.values()) == [ready_sheet("border_war")]
    reader.go("")
    assert "Bog Volley" not in reader.part("home")


def test_every_form_of_the_guide_can_be_tapped_into_a_sheet():
    shown = "\n".join(form.text for form in FORMS)
    assert {f"{word}:" for word in HEADINGS} - {"sheet:"} <= {
        line.strip().partition(":")[0] + ":" for line in shown.splitlines()
    }
    text = "game: Guide\nhero: skill 3 (0..8)\nresult: scored = sum of 2d6\n"
    for form in FORMS:
        more = "" if form.text.startswith("hero: skill") or "scored =" in form.text else text
        last = "result: done = d6\n" if form.text.startswith(("question", "sides")) or not more else ""
        Sheet(f"{more}{form.text}\n{last}").check()
    assert len(READY) >= 12


def test_the_command_writes_both_links(tmp_path):
    sheet = tmp_path / "bog.sheet"
    sheet.write_text(VOLLEY)
    words = ["sheet", "link", str(sheet), "models=8", "--base", "https://odds.example.org/x/"]
    private, shown = (said(*words, *more).strip() for more in ((), ("--preview",)))
    assert private == sheet_url("https://odds.example.org/x/", VOLLEY, "strike", {"models": 8})
    assert shown == shown_sheet_url("https://odds.example.org/x/your-game", VOLLEY, "strike", {"models": 8})
    # What cannot be compressed: 200 lines of digits that follow no rule.
    long = NEW + "".join(f"# {sha256(bytes([line])).hexdigest()}\n" for line in range(200))
    sheet.write_text(long)
    assert "too long for a preview" in refused("sheet", "link", str(sheet), "--preview")
