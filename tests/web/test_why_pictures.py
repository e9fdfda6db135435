"""The picture of "why": its widths add up to the number, every piece has words, and every strip says whose it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import probcalc
from probcalc.exact.tree.who_rolls import BOTH
from probcalc.present.reports.explanation import explanation
from probcalc.present.sentences.headline import headline
from probcalc.present.words.party_names import maker, name_all
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.web.pages.answer.counted_number import measure_shown
from probcalc.web.pages.fight.fates_drawn import fates_card
from probcalc.web.pages.why.drawn import why_card
from probcalc.web.pages.why.flow_drawn import Rolled, UnitFlow
from probcalc.web.pages.why.shown import picture
from probcalc.web.parts.look import LOOK
from probcalc.web.parts.markup import tag
from probcalc.web.state.view import View
from tests.looped import each

COMBAT = {"a.unit": "dwarf_soldier", "a.figures": 20, "b.unit": "human_soldier", "b.figures": 20}
CLASH = {"a.unit": "followers", "a.models": 5, "b.unit": "spearmen", "b.models": 5}


def _asked() -> Iterator[Any]:
    """Every question as it stands, and the first that is ready-made."""
    for system in registry.systems():
        ready = {preset.scenario: dict(preset.parameters) for preset in reversed(system.presets)}
        for model in system.scenarios:
            yield model.id, {}
            if model.id in ready:
                yield model.id, ready[model.id]


QUESTIONS = list(_asked())


def drawn(answer: Answer) -> dict[str, Any]:
    measure = measure_shown(answer, View())
    found = name_all(answer, explanation(answer, measure.result))
    return picture(answer, measure, found, headline(answer, None, measure.result, measure.outcome).sentence)


@cache
def shown(place: int) -> tuple[Answer, dict[str, Any] | None]:
    """The answer to a question and its picture, drawn once for all tests; None where there is nothing to explain."""
    scenario, given = QUESTIONS[place]
    answer = probcalc.odds(str(scenario), dict(given))
    try:
        return answer, drawn(answer)
    except InputError:
        return answer, None


def rolls_of(unit: UnitFlow) -> list[Rolled]:
    return [piece for level in unit.levels for piece in level if isinstance(piece, Rolled)]


PICTURES = each("place", range(len(QUESTIONS)), lambda place: str(QUESTIONS[place]))


@PICTURES
def test_the_widths_add_up_to_the_number(place: int) -> None:
    answer, card = shown(place)
    if card is None:
        return
    measure = measure_shown(answer, View())
    for unit in card["units"]:
        assert not unit.outcome or sum(p for _, p, _ in unit.outcome) == 1
        for roll in rolls_of(unit):
            assert sum(band.width for band in roll.bands) == roll.width
        if unit.law and unit.law[1].get("outcomes"):
            assert Fraction(95, 100) < sum(p for _, p in unit.law[1]["outcomes"]) <= 1
    if "facing" in card:
        won = {side: card["contest"][side] for side in ("a", "tie", "b")}
        assert sum(won.values()) == 1
        counts = card["contest"].get("counted")
        number = counts[2] if counts else won[str(measure.outcome or measure.result)[0]]
        assert number == measure.of(answer)
    if "decides" in card:
        law = dict(card["decides"][1]["outcomes"])
        assert sum(law[x] for x in card["decides"][1]["counted"]) == measure.of(answer)
    parts = card.get("sum", {}).get("parts")
    if parts:
        assert abs(sum(map(float, parts)) - float(100 * measure.of(answer))) < 0.3


@PICTURES
def test_every_piece_has_words(place: int) -> None:
    _, card = shown(place)
    if card is None:
        return
    for unit in card["units"]:
        names = [name for name, _, _ in unit.outcome]
        names += [band.name for roll in rolls_of(unit) for band in roll.bands]
        assert "0" not in names
        assert all(name.strip() for name in names)
    markup = str(why_card(card))
    for unit in card["units"]:
        for name, _, _ in unit.outcome:
            assert f"{name}</span>" in markup


@PICTURES
def test_every_strip_of_a_question_about_two_says_whose_dice_it_shows(place: int) -> None:
    answer, card = shown(place)
    if len(answer.parties) < 2 or card is None:
        return
    found = explanation(answer, measure_shown(answer, View()).result)
    by = {step.by for step in found.rolls}
    called = {text.lower() for party in answer.parties for text in (party.later, party.role.removeprefix("the "))}
    # A unit of which one figure is left is called by the name of that one.
    called |= {name.removesuffix("s") for name in called}
    called |= {text for text in by if text.startswith("the ")}
    for step, told in zip(found.rolls, name_all(answer, found).rolls, strict=True):
        if step.by == BOTH:
            assert maker(answer, step.by) is None
            continue
        # A question of whom it strikes is nobody's.
        is_nobodys = told.name.startswith("Who ")
        assert is_nobodys or any(name in told.name.lower() for name in called), told.name
    for unit in card["units"]:
        for roll in rolls_of(unit):
            is_nobodys = "each" in roll.needs or roll.name.startswith("Who ")
            assert is_nobodys or any(name in roll.name.lower() for name in called), roll.name


def test_whose_the_rolls_of_a_hit_are_and_the_parts_of_their_targets() -> None:
    answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen", charging=True)
    told = {step.name: [term.name for term in step.terms] for step in name_all(answer, explanation(answer)).rolls}
    assert told["Test to hit of the Cursed"] == [
        "Close Combat of the Cursed",
        "Agility of the Spearman",
        "shield of the Spearman",
    ]
    assert told["Armour save of the Spearman"][0] == "Armour of the Spearman"
    [unit] = drawn(answer)["units"]
    assert [roll.needs for roll in rolls_of(unit)] == [
        "d20, 10 or less",
        "d20, 4 or less",
    ]


def test_a_unit_of_the_readers_own_has_its_name_there() -> None:
    answer = probcalc.odds("chronopia.clash", CLASH).called({"b": "Iron Guard"})
    names = [step.name for step in name_all(answer, explanation(answer)).rolls]
    assert any("Iron Guard" in name for name in names)
    assert not any("Spearmen" in name for name in names)


@pytest.mark.parametrize(("scenario", "given"), [("oathmark.combat", COMBAT), ("chronopia.clash", CLASH)])
def test_two_sides_arrive_at_the_number_through_the_laws_of_both(scenario: str, given: dict[str, Any]) -> None:
    card = drawn(probcalc.odds(scenario, given))
    assert [unit.side for unit in card["units"]] == ["a", "b"]
    assert all(unit.law[1]["outcomes"] for unit in card["units"])
    markup = str(why_card(card))
    places = [markup.index(text) for text in ("together", "Face to face", 'class="wtl"', 'class="arrive"')]
    assert places == sorted(places)


def test_where_none_is_to_fail_the_runs_that_do_not_and_the_bar_of_none_count() -> None:
    card = drawn(probcalc.odds("thud_and_blunder.trial"))
    [unit] = card["units"]
    assert [(name, kind) for name, _, kind in unit.outcome] == [("no failures", "good"), ("1 failure", "none")]
    assert card["laws"][-1][1]["counted"] == [0]
    assert Fraction(dict(card["laws"][-1][1]["outcomes"])[0]) == Fraction(27, 125)
    hits = drawn(probcalc.odds("chronopia.free_slash", attacker="the_cursed", target="archers"))
    assert all("0" not in row["law"].get("counted", ()) for row in hits.get("laws", ()))


NAMELESS = """
() => [...document.querySelectorAll('.strip, .stack')].flatMap(row => {
  const visible = element => element.offsetParent !== null && getComputedStyle(element).display !== 'none';
  const below = [...row.parentElement.querySelectorAll('.below span')].filter(visible).map(e => e.innerText);
  return [...row.querySelectorAll('[title]')].flatMap(piece => {
    const name = piece.title.replace(/[:,].*/, '').replace(/[0-9.<>]+.%/g, '').trim();
    const inside = [...piece.children].filter(visible);
    const cut = inside.filter(e => e.scrollWidth > piece.clientWidth + 1).map(e => 'cut: ' + e.innerText);
    const said = [...inside.map(e => e.innerText), ...below].some(text => text.includes(name));
    return said ? cut : [...cut, 'without words: ' + piece.title];
  });
})
"""


@pytest.mark.parametrize("width", [375, 1280])
def test_no_piece_is_cut_or_without_words_on_a_screen(browser: Any, width: int) -> None:
    blocks = []
    for place in range(len(QUESTIONS)):
        answer, card = shown(place)
        if card is not None:
            blocks.append(tag("div", why_card(card)))
        if fates := fates_card(answer):
            blocks.append(fates)
    page = browser.new_page(viewport={"width": width, "height": 800})
    page.set_content(f'<body class="stApp"><style>{LOOK}</style><div class="pc">{"".join(map(str, blocks))}</div>')
    found = page.evaluate(NAMELESS)
    page.close()
    assert not found, found[:10]
    assert len(re.findall('class="strip', "".join(map(str, blocks)))) > 100
