"""The bar of a contest shows the number that stands above it."""

from __future__ import annotations

from fractions import Fraction

import pytest

import probcalc
from probcalc.analysis.numbers.measure import Measure
from probcalc.web.pages.answer.drawn import contest_bar, contest_segments
from probcalc.web.pages.answer.shown import contest, line

GIVEN = {"a.points": 6, "b.points": 6}


@pytest.mark.parametrize(("outcome", "at"), [("a_major", 0), ("a_minor", 0), ("b_minor", -1), ("b_major", -1)])
def test_the_number_that_counts_is_a_segment_at_the_end_of_its_side(outcome: str, at: int) -> None:
    answer = probcalc.odds("chronopia.gossip", GIVEN)
    found = contest(answer, Measure("victory", outcome=outcome))
    assert found is not None
    segments = contest_segments(found)
    assert segments[at] == (outcome[0], answer["victory"][outcome])
    assert sum((p for _, p in segments), Fraction(0)) == 1
    assert sum(p for name, p in segments if name.startswith(outcome[0])) == found[outcome[0]]
    assert f"</b> {outcome[2:]}" in str(contest_bar(found))


def test_a_number_that_is_the_whole_of_its_side_or_the_draw_is_one_segment() -> None:
    answer = probcalc.odds("chronopia.gossip", GIVEN)
    draw = contest(answer, Measure("victory", outcome="draw"))
    fought = probcalc.odds("oathmark.combat", {"a.unit": "human_spearman", "b.unit": "troll"})
    won = contest(fought, Measure("winner", outcome="a"))
    for found in (draw, won):
        assert found is not None
        assert "counted" not in found
        assert [name for name, _ in contest_segments(found)] == ["a", "tie", "b"]


def test_a_fight_that_is_not_over_is_no_draw() -> None:
    """Neither a draw nor a fight that is cut off is won; the grey part of the bar is both of them."""
    given = {"a.unit": "dwarf_soldier", "b.unit": "orc_soldier"}
    names = {}
    for rounds in (1, 2):
        found = contest(probcalc.odds("oathmark.fight", {**given, "rounds": rounds}), Measure("winner", outcome="a"))
        assert found is not None
        names[rounds] = found["names"][1]
    assert names == {1: "nobody", 2: "neither"}


def test_the_line_in_view_shows_the_same_segments() -> None:
    answer = probcalc.odds("chronopia.gossip", GIVEN)
    found = contest(answer, Measure("victory", outcome="a_major"))
    shown = line({"kind": "chance", "value": Fraction(1, 2), "sentence": "", "contest": found})
    assert [bar["side"] for bar in shown["spark"]] == ["a", "a.rest", "tie", "b"]
