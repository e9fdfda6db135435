"""The first page, and the words and controls of the others that a player meets first."""

import html
import re

from probcalc import links
from probcalc.present.sentences.home import home_lines
from probcalc.scenarios.registry import systems
from tests.web.driver import Reader


def test_every_game_has_a_line_with_its_famous_question_answered_and_games_come_first():
    reader = Reader().open({})
    listed = re.findall(r'<span class="ht"><b>(.*?)</b><span>(.*?)</span>', reader.part("home"))
    assert [html.unescape(game) for game, _ in listed] == [system.name for system in systems()]
    first_without = next(place for place, system in enumerate(systems()) if not system.is_game)
    assert all(system.is_game for system in systems()[:first_without])
    assert not any(system.is_game for system in systems()[first_without:])
    for line in home_lines():
        assert line.headline.value.partition(" ")[0] in reader.part("home"), line.system.name


def test_a_tap_on_a_line_leads_to_its_question():
    reader = Reader().open({}).follow("home", 1)
    line = home_lines()[1]
    assert reader.number == line.headline.value
    assert reader.query == links.to_query(line.system.famous.scenario, line.system.famous.parameters)


def test_a_search_finds_and_leads_there_from_every_page():
    reader = Reader().open({}).tap("home", "find spear")
    titles = re.findall(r'<a class="hit"[^>]*><span class="t"><b>(.*?)</b>', reader.part("home"))
    assert len(titles) > 2
    assert all("pear" in title for title in titles[:2])
    reader = Reader().ask("oathmark.morale", {}).tap("bar", "find panic at half").follow("bar")
    assert reader.query["s"] == "chronopia.half_strength"
    assert 'class="hits"' not in reader.part("bar")
    reader.tap("bar", "find spear")
    assert 'class="hits"' in reader.part("bar")
    assert 'class="hits"' not in reader.tap("bar", "go compare").part("bar")


def test_words_that_nobody_knows_are_spelt_as_those_that_are():
    reader = Reader().open({}).tap("home", "find spaer")
    assert 'data-tap="find spear"' in reader.part("home")


def test_a_number_that_may_be_absent_is_picked_and_taken_back():
    reader = Reader().ask("tide_of_battle.melee", {})
    before = reader.sentence
    reader.change("tide_of_battle.melee:deflection", 3)
    assert reader.query["deflection"] == "3"
    assert reader.sentence != before
    reader.change("tide_of_battle.melee:deflection", None)
    assert "deflection" not in reader.query
    assert reader.sentence == before


def test_a_refusal_and_a_ranking_call_nothing_by_its_id():
    reader = Reader().ask("chronopia.clash", {"b.unit": "spearmen"})
    reader.change("chronopia.clash:a.unit", "civilian")
    assert reader.refusals == ["Side A, unit: a civilian has no CC and no weapon, it can only be a target"]
    reader.change("chronopia.clash:a.unit", "the_cursed")
    assert reader.sentence.startswith("3 Cursed beat 3 Spearmen: ")
    shown = " ".join(str(table.value.to_dict()) for table in reader.page.table)
    assert "a.unit" not in shown
