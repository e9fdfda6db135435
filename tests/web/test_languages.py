"""The pages in another language: every number is the English page's, and nothing of the other page is touched."""

from __future__ import annotations

import html
import re

from probcalc import links
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
