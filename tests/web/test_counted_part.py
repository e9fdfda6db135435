"""The law under a number is the law of what the number counts, and what is marked in it adds up to the number."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

import probcalc
from probcalc.analysis.numbers.measure import headline_in
from probcalc.analysis.one_play.counted_part import counted_part
from probcalc.scenarios import registry
from probcalc.web.pages.answer.law_drawn import law_bars
from probcalc.web.pages.answer.shown import card
from probcalc.web.state.view import View
from tests.looped import each
from tests.web.driver import Reader


def _asked() -> Iterator[Any]:
    """Every question as it stands, and every one that is ready-made."""
    for system in registry.systems():
        for model in system.scenarios:
            yield model.id, {}
        for preset in system.presets:
            yield preset.scenario, dict(preset.parameters)


ASKED = list(_asked())


@each("scenario, given", ASKED)
def test_what_is_marked_below_a_chance_adds_up_to_it(scenario: str, given: dict[str, Any]) -> None:
    answer = probcalc.odds(scenario, given)
    shown = card(answer, View())
    if shown["kind"] != "probability" or "contest" in shown:
        return
    value = shown["value"]
    if "names" in shown:
        rows = dict(shown["names"]["outcomes"])
        assert sum(rows.values()) == 1
        assert sum(rows[name] for name in shown["names"]["counted"]) == value
    elif "outcomes" in shown.get("law", {}):
        law = dict(shown["law"]["outcomes"])
        if "from_" in shown["law"]:
            names = list(law)
            assert sum(law[x] for x in names[names.index(shown["law"]["from_"]) :]) == value
        elif shown["law"].get("titled"):
            assert shown["law"]["counted"] == []
            assert shown["law"]["title"] in str(law_bars(shown["law"]))
        else:
            assert sum(law[x] for x in shown["law"]["counted"]) == value


@each("scenario, given", ASKED)
def test_every_chance_of_an_answer_is_the_sum_of_the_outcomes_that_it_counts(
    scenario: str, given: dict[str, Any]
) -> None:
    answer = probcalc.odds(scenario, given)
    for name in answer:
        found = counted_part(answer, name)
        if found is not None:
            assert sum(piece.chance for piece in found.pieces) == 1
            assert sum(piece.chance for piece in found.pieces if piece.counts) == answer[name]


@pytest.mark.parametrize(
    ("scenario", "counted"),
    [
        ("reikhammer.action", [0]),
        ("thud_and_blunder.trial", [0]),
    ],
)
def test_the_bars_that_count_are_the_ones_in_colour(scenario: str, counted: list[int]) -> None:
    law = card(probcalc.odds(scenario), View())["law"]
    assert list(law["counted"]) == counted
    drawn = str(law_bars(law))
    assert drawn.count('class="bar on"') == len(counted)
    assert drawn.index('class="bar on"') < drawn.index('class="bar"')


@pytest.mark.parametrize(
    ("scenario", "rows", "counted"),
    [
        ("thud_and_blunder.fire", None, ["at once"]),
        ("tide_of_battle.rally", ["1", "2", "3", "leaves the table"], ["1", "2", "3"]),
        (
            "oathmark.initiative",
            ["the highest die decides", "the second die decides", "tie: roll again"],
            ["the highest die decides"],
        ),
    ],
)
def test_the_ends_that_do_not_count_stand_below_those_that_do(
    scenario: str, rows: list[str] | None, counted: list[str]
) -> None:
    names = card(probcalc.odds(scenario), View())["names"]
    assert names["counted"] == counted
    assert rows is None or [name for name, _ in names["outcomes"]] == rows


def test_the_law_of_something_else_says_what_it_is_of_and_marks_nothing() -> None:
    answer = probcalc.odds("reikhammer.rally")
    assert answer[headline_in(answer)] == 1
    law = card(answer, View())["law"]
    assert law["titled"]
    drawn = str(law_bars(law))
    assert "Shock at the end" in drawn
    assert 'class="bar on"' not in drawn


def test_what_a_row_says_is_not_said_again() -> None:
    for scenario_id, row in (("tide_of_battle.rally", "leaves the table"), ("chronopia.panic", "lost")):
        shown = card(probcalc.odds(scenario_id), View())
        assert row in [words for words, _ in shown["names"]["outcomes"]]
        assert not [fact for fact in shown["side_facts"] if row in fact[1]]


def test_outcomes_that_hardly_ever_come_up_are_one_row() -> None:
    shown = card(probcalc.odds("tide_of_battle.roll_off"), View())
    rows = dict(shown["names"]["outcomes"])
    assert list(rows) == ["1", "2", "3", "4 or more"]
    assert sum(map(Fraction, rows.values())) == 1


def test_a_ranking_of_equals_is_one_line() -> None:
    reader = Reader().ask("chronopia.deviation", {"rs": 12})
    assert any(text.endswith(" give the same result: 1.80.") for text in reader.texts)
