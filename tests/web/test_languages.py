"""The pages in another language: every number is the English page's, and nothing of the other page is touched."""

from __future__ import annotations

import html
import json
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode

from probcalc import links
from probcalc.api.embeds import embed
from probcalc.present.languages.language import speaking
from probcalc.web.controls.charts_and_tables import said_chart
from probcalc.web.preview import preview
from tests.web.driver import Reader

_ASKED = links.to_query("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen", "charging": True})
_TAGS = re.compile(r"<[^>]+>")
_NUMBERS = re.compile(r"\d+(?:[.,]\d+)*")


def words(reader: Reader, part: str) -> str:
    return html.unescape(_TAGS.sub(" ", reader.part(part)))


def test_a_german_page_has_the_numbers_of_the_english_one_and_keeps_the_question() -> None:
    english, german = Reader().open(_ASKED), Reader().open(_ASKED | {"lang": "de"})
    assert "A Cursed slays a Spearman" in words(english, "result")
    assert "Cursed erschlägt Spearman" in words(german, "result")
    for part in ("result", "case", "help", "entries"):
        there, here = (_NUMBERS.findall(words(reader, part)) for reader in (english, german))
        # "All 20" and its like may stand elsewhere in a sentence, but no number is another.
        assert sorted(n.replace(",", ".") for n in here) == sorted(there), part
    assert "lang" not in english.page.query_params
    german.tap("bar", "language en")
    assert german.page.query_params["lang"] == "en"
    assert "A Cursed slays a Spearman" in words(german, "result")
    assert german.page.query_params["charging"] == "true"


def test_a_game_without_words_in_a_language_stays_english() -> None:
    there = links.to_query("oathmark.combat", {})
    assert Reader().open(there | {"lang": "de"}).part("result") == Reader().open(there).part("result")


def test_nothing_of_these_pages_is_left_in_english() -> None:
    """The first screen, why, and what to do; the command lists what is missing of all of them."""
    asked = urlencode(_ASKED)
    shots = urlencode(links.to_query("chronopia.shooting", {"attacker": "archers", "target": "followers"}))
    pages = [f"/chronopia?{query}&lang=de" for query in (asked, shots, f"{asked}&show.turned=why")]
    listed = (
        "import json, sys; from probcalc.site.languages import missing; print(json.dumps(missing('de', sys.argv[1:])))"
    )
    found = subprocess.run(
        [sys.executable, "-c", listed, *pages],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert json.loads(found.stdout) == []


def test_a_chart_is_said_with_the_signs_of_the_language() -> None:
    rows = [{"name": "own weapon: Two-handed\nBattle Axe", "group": "Weapon", "value": "66.4%"}]
    with speaking("de"):
        found = said_chart({"title": "chance", "data": {"values": rows}, "config": {"axis": {}}})
    [row] = found["data"]["values"]
    assert row == {
        "name": "eigene Waffe:\nZweihändige Streitaxt",
        "group": "Weapon",
        "value": "66,4\N{NO-BREAK SPACE}%",
    }
    assert found["config"]["locale"]["number"]["decimal"] == ","
    assert said_chart({"title": "chance"}) == {"title": "chance"}


def test_a_card_in_a_page_of_somebody_else_is_said_in_the_language_of_its_address() -> None:
    english, german = (
        embed(preview(f"{urlencode(_ASKED)}&lang={code}", "chronopia"), "https://example.org") for code in ("", "de")
    )
    assert '<html lang="en">' in english
    assert "66.4%" in english
    assert '<html lang="de">' in german
    assert "etwa 2 von 3" in german
    assert "&amp;lang=de" in german
    assert preview("s=oathmark.combat&lang=de", "oathmark").language == "en"
