"""Search over units, weapons, questions, rules and terms; and the famous question of each game."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.present.asking.entries import Entry, entries_of, words_of
from probcalc.present.asking.search import search
from probcalc.present.sentences.home import home_lines
from probcalc.scenarios import registry
from probcalc.scenarios.resolve import resolve

ALL = [entry for system in registry.systems() for entry in entries_of(system)]


def titles(query, kind=None):
    return [entry.title for entry in search(query, most=200).entries if kind in (None, entry.kind)]


def test_a_spear_is_a_weapon_and_spearmen_are_units():
    assert titles("spear", "weapon")[:2] == ["Spear", "Long spear"]
    assert titles("spear", "unit") == ["Crystal Lotus Spearmen", "Human Spearman"]
    first = search("spear").entries
    assert {"weapon", "unit"} == {entry.kind for entry in first[:7]}


def test_panic_leads_to_the_questions_about_it():
    assert titles("panic", "question")[:3] == ["Panic at half strength", "Recovering from panic", "Cascading panic"]
    assert "Cascading panic" in titles("panic", "term")


def test_singular_and_plural_find_the_same():
    assert titles("spearmen", "unit") == titles("spearman", "unit") == titles("SPEARMEN", "unit")
    assert titles("trolls", "unit") == ["Troll"]


def test_a_unit_is_asked_about_at_full_strength():
    [troll] = [entry for entry in search("troll").entries if entry.kind == "unit"]
    assert (troll.scenario, troll.parameters) == ("oathmark.combat", {"a.unit": "troll", "a.figures": 3})


def test_a_rule_is_found_by_its_number_and_leads_to_a_question_that_covers_it():
    found = search("CH-22").entries
    assert found[0].kind == "rule"
    assert "CH-22" in registry.scenario(found[0].scenario).covers


def test_what_is_misspelt_is_offered_as_it_is_spelt():
    assert search("spaer").instead == ("spear",)
    assert search("human spaerman").instead == ("human spearman",)
    assert search("xqzzy").instead == ()


def test_own_units_come_first():
    own = [Entry("own", "Spear of Destiny", "Own weapon", "chronopia", "chronopia.melee", {"noa": 3})]
    assert search("spear", own).entries[0].kind == "own"


@pytest.mark.parametrize(
    ("query", "scenario", "asked"),
    [
        ("catapult vs giant", "oathmark.artillery", {"unit": "dwarf_light_catapult", "target": "giant"}),
        ("archers shoot spearmen", "chronopia.shooting", {"attacker": "archers", "target": "spearmen"}),
        ("wolf riders vs elves", "oathmark.combat", {"a.unit": "goblin_wolf_rider", "b.unit": "elf_soldier"}),
        (
            "cursed charge spearmen from behind",
            "chronopia.melee",
            {"attacker": "the_cursed", "target": "spearmen", "charging": True, "facing": "back"},
        ),
        (
            "20 spearmen charge 3 trolls",
            "oathmark.combat",
            {"a.unit": "human_spearman", "a.figures": 20, "b.unit": "troll", "b.figures": 3},
        ),
        ("trolls charge goblins", "oathmark.combat", {"a.unit": "troll", "b.unit": "goblin_soldier"}),
        (
            "cavalry charge 2 vs goblins",
            "oathmark.fight",
            {"a.unit": "human_cavalry", "a.charge": 2, "b.unit": "goblin_soldier"},
        ),
        ("5d6 count 4+", "custom.roll", {"roll": "5d6 >= 4"}),
        ("disadvantage +3 vs ac 12", "custom.roll", {"roll": "worst of 2d20 + 3 >= 12"}),
    ],
)
def test_what_players_type_is_read_as_a_question(query, scenario, asked):
    assert [entry.parameters for entry in search(query).entries if entry.scenario == scenario][:1] == [asked]


def test_who_shoots_asks_about_shooting_first_and_units_of_two_games_are_found_each():
    assert search("dwarfs shoot trolls").entries[0].scenario == "oathmark.shooting"
    assert {"oathmark", "chronopia"} <= {entry.system for entry in search("troll vs cursed").entries}


@pytest.mark.parametrize("query", ["", "   ", "!!!", "?*[", "\\", "a" * 5000, "ß", "💥 spear"])
def test_odd_queries_are_harmless(query):
    found = search(query)
    assert found.count >= len(found.entries)


@settings(max_examples=25)
@given(st.text(max_size=30))
def test_every_query_is_answered(query):
    found = search(query)
    wanted = words_of(query[:80])[:8]
    # Numbers are left out where nothing else is found, and only all of them.
    told = [part for part in wanted if not part.isdecimal()]
    for entry in found.entries:
        words = words_of(" ".join((entry.title, entry.keywords, entry.text, entry.system)))
        missing = [part for part in wanted if not any(word.startswith(part) for word in words)]
        assert not missing or (told and not set(missing) & set(told))


def test_every_entry_is_found_by_its_title_and_can_be_asked():
    for place, entry in enumerate(ALL):
        assert entry.note.strip()
        # Every tenth, and each that is longer than what is read of a query.
        if place % 10 == 0 or len(words_of(entry.title)) > 8 or len(entry.title) > 80:
            assert any(hit.title == entry.title for hit in search(entry.title, most=400).entries), entry
        if entry.scenario:
            resolve(registry.scenario(entry.scenario), entry.parameters)


def test_every_unit_and_question_is_in_the_index():
    listed = {(entry.system, entry.title) for entry in ALL}
    for system in registry.systems():
        for model in system.scenarios:
            assert (system.id, model.title) in listed
            for parameter in model.parameters():
                if parameter.role == "preset":
                    assert {(system.id, label) for label in parameter.choice_labels[1:]} <= listed


# -- home -----------------------------------------------------------------------------------------------------


def test_every_game_has_a_famous_question_of_its_own():
    assert [line.system for line in home_lines()] == list(registry.systems())
    assert all(system.famous.name.endswith("?") for system in registry.systems())


def test_the_famous_answers():
    values = {line.system.id: line.headline.exact for line in home_lines()}
    assert values["chronopia"] == Fraction(1659, 2500)
    assert values["oathmark"] == Fraction(16789181, 20000000)
    assert values["reikhammer"] == Fraction(1, 3)
    assert values["mechanics"] == Fraction(7, 12)
    for line in home_lines():
        answer = probcalc.odds(line.system.famous.scenario, line.system.famous.parameters)
        assert line.headline.text.startswith(line.headline.sentence)
        assert line.headline.result in answer
        assert line.answer == answer


def test_how_many_there_are_is_left_out_where_nothing_has_that_number():
    found = search("7 trolls").entries
    assert [entry.title for entry in found] == [entry.title for entry in search("trolls").entries]
    assert search("20 spearmen flank trolls").entries[0].scenario == "oathmark.combat"


def test_a_roll_is_found_as_it_is_written():
    [entry] = search("2d6 >= 9").entries
    assert (entry.scenario, entry.parameters) == ("custom.roll", {"roll": "sum of 2d6 >= 9"})
