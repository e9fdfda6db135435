"""Your own game: a text becomes a game among the others, for this visit alone."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any
from urllib.parse import quote, urlencode

from probcalc import Sheet
from probcalc.links.sheets import pack, sheet_query, sheet_url, shown_sheet_url, unpack
from probcalc.sheets.forms import FORMS, NEW, READY, ready_sheet
from probcalc.sheets.words import HEADINGS
from tests.cli.commands import refused, said
from tests.web.driver import Reader

PAGE = "your-game"
VOLLEY = NEW.replace("My game", "Bog Volley")


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
    [game] = reader.page.session_state["own games"]
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
    fragment = reader.data("own store part")["fragment"]
    assert unpack(fragment.removeprefix("#g=").partition("&")[0]) == VOLLEY
    assert fragment.endswith("&question=strike&models=8&cover=yes")
    reader.tap("sheet-head", "do keep")
    assert list(reader.kept.values()) == [VOLLEY]
    for wrong in ("#g=1.zzzz", "#g=2.abc", "#g=", f"#g={pack('a' * 63_000)}"):
        reader.link(wrong)
        assert list(reader.kept.values()) == [VOLLEY]


def test_a_link_with_a_preview_opens_the_game_too():
    reader = Writer()
    query = sheet_query(VOLLEY, "strike", {"models": 8, "cover": True})
    reader.go(PAGE, query)
    assert "2.67" in reader.part("result")
    assert reader.kept == {}
    assert reader.data("own store part")["fragment"] == sheet_url("", VOLLEY, "strike", {"models": 8, "cover": True})
    reader.open_part(next(iter(reader.page.session_state["own games"])) + ".strike", "share")
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
    assert len({game.stand for game in reader.page.session_state["own games"].values()}) == 2
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
