"""A language is one file: its places fit, numbers stay what they are, and two readers are answered in their own."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from threading import Barrier

import pytest

import probcalc
from probcalc.present.cards.card import card_svg
from probcalc.present.languages.language import CODES, language, said, speaking
from probcalc.present.sentences.verdict import verdict

_SIGNS = re.compile(r"[\d%]+")
_WORDS = re.compile(r"[a-z]{3,}")
_PLACE = re.compile(r"\{(\w+)(?::(\w+))?\}")


@pytest.mark.parametrize("code", CODES)
def test_every_entry_has_the_same_places_on_both_sides_and_forms_that_the_file_has(code: str) -> None:
    found = language(code)
    for table in found.entries.values():
        for english, local in table.items():
            names = {name for name, _ in _PLACE.findall(local)}
            assert names <= {name for name, _ in _PLACE.findall(english)}, english
            # A number that is dropped would be another statement.
            assert {name for name, form in _PLACE.findall(english) if form == "number"} <= names, english
            assert {form for _, form in _PLACE.findall(local)} <= {*found.entries, "same", ""}, english
            assert local.strip() == local, english


@pytest.mark.parametrize("code", CODES)
def test_odds_in_words_keep_their_numbers(code: str) -> None:
    german = language(code)
    for thousandth in range(1, 1000):
        words = verdict(Fraction(thousandth, 1000)).odds
        if words:
            told = german.said(words)
            assert told != words
            assert re.sub(r"[.,]", "", "".join(_SIGNS.findall(told))) == "".join(_SIGNS.findall(words.replace(",", "")))


def test_numbers_have_the_signs_of_the_language() -> None:
    german = language("de")
    assert german.said("66.4%") == "66,4\N{NO-BREAK SPACE}%"
    assert german.said("all but about 1 in 1,400") == "alle bis auf etwa 1 von 1.400"
    assert german.said("<0.1%") == "<0,1\N{NO-BREAK SPACE}%"
    assert german.said("1659/2500") == "1659/2500"


def test_names_stay_and_sentences_go_around_them() -> None:
    german = language("de")
    assert german.said("A Cursed slays a Spearman") == "Cursed erschlägt Spearman"
    assert german.said("3 Cursed slay a Spearman") == "3 Cursed erschlagen Spearman"
    assert german.said("The attacker slays the target") == "Der Angreifer erschlägt das Ziel"
    assert german.said("Spearmen") == "Spearmen"


def test_what_the_file_does_not_hold_is_english_as_a_whole() -> None:
    text = "Situation: a thing that no page has ever said"
    assert language("de").said(text) == text


def test_two_readers_at_once_are_each_answered_in_their_own_language() -> None:
    meet = Barrier(2, timeout=20)

    def read(code: str) -> list[str]:
        with speaking(code):
            told = []
            for _ in range(50):
                meet.wait()
                told.append(said("about 2 in 3"))
            return told

    with ThreadPoolExecutor(2) as both:
        english, german = both.map(read, ("en", "de"))
    assert set(english) == {"about 2 in 3"}
    assert set(german) == {"etwa 2 von 3"}


@pytest.mark.parametrize("code", CODES)
def test_every_word_of_an_entry_is_one_that_the_pages_use(code: str) -> None:
    texts = (p.read_text("utf-8") for p in Path(probcalc.__file__).parent.rglob("*") if _is_source(p))
    used = {word for text in texts for word in _WORDS.findall(text.lower())}
    for english in (each for table in language(code).entries.values() for each in table):
        met = set(_WORDS.findall(re.sub(r"\{[^}]*\}", " ", english).lower()))
        unknown = {word for word in met if word not in used and word.removesuffix("s") not in used}
        assert not unknown, english


def _is_source(path: Path) -> bool:
    return path.suffix in (".py", ".js", ".toml") and path.name != "packed.js" and "languages" not in path.parts


def test_a_card_is_said_as_the_page_is() -> None:
    answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen", charging=True)
    english = card_svg(answer)
    with speaking("de"):
        german = card_svg(answer)
    assert ">66.4<" in english
    assert ">66,4<" in german
    assert ">Cursed erschlägt Spearman<" in german
    assert card_svg(answer) == english


@pytest.mark.parametrize(
    "english",
    [
        "As a table",
        "extra point adds +16.0 pts",
        "B gives 0.55 pts more.",
        "B gives 12 pts less.",
        "With B it is more in 59 of 121 cells, by 12.5 pts at most (armour 22 and CC 17).",
    ],
)
def test_what_stands_on_a_page_in_points_is_said_in_german(english: str) -> None:
    told = language("de").said(english)
    assert told != english
    assert re.findall(r"\d+", told) == re.findall(r"\d+", english)
