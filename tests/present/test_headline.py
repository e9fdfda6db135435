"""The first lines of an answer: who meets whom, the sentence, the verdict and the half-sentences."""

import json
import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import probcalc
from probcalc.present.sentences.headline import MatchUp, Named, headline
from probcalc.present.sentences.verdict import Verdict, verdict
from probcalc.scenarios import registry
from probcalc.scenarios.parties import article, one_of, rivals, unit_of
from probcalc.scenarios.sentences import fill_pattern
from probcalc.scenarios.tables import Row, Table, check_words
from tests.cli.commands import said
from tests.looped import each

MODELS = [model for system in registry.systems() for model in system.scenarios]
PRESETS = [preset for system in registry.systems() for preset in system.presets]
every_scenario = each("model", MODELS, lambda model: model.id)
NEVER = re.compile(r"\b(?i:unit|figure) [abAB]\b|\bside [abAB]\b|[\[\]{}|_]|\b(?i:none)\b")
ON_THE_FLANK = {"a.unit": "human_spearman", "a.figures": 20, "a.arc": "flank", "b.unit": "troll", "b.figures": 3}


def cursed(**more):
    return headline(probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen", **more))


# -- sentences -----------------------------------------------------------------------------------------------


def test_the_famous_charge():
    found = cursed(charging=True)
    assert (
        found.text
        == "A Cursed slays a Spearman: 66.4% (about 2 in 3). 0.84 wounds on average. The Cursed ends up Dazed: 9.8%."
    )
    assert (found.result, found.unit, found.exact) == ("slain", "chance", Fraction(1659, 2500))
    assert found.verdict == Verdict("likely", "about 2 in 3", 2, 3)
    beside = [("0.84", "wounds on average"), ("9.8%", "the Cursed ends up Dazed")]
    assert [(fact.value, fact.label) for fact in found.side_facts] == beside
    left, right = Named("The Cursed", "Two-handed Battle Axe"), Named("Spearmen", "Crystal Lotus · shield")
    assert found.match_up == MatchUp(left, "charge", right)


def test_two_units_face_to_face():
    found = headline(probcalc.odds("oathmark.combat", ON_THE_FLANK))
    assert found.text.startswith(
        "20 Spearmen attack the flank of 3 Trolls and win: 83.9% (about 5 in 6). Tie: 9.7%. The Trolls win: 6.4%. "
    )
    assert "The Trolls lose 1.17 figures on average" in found.text
    assert (found.match_up.left.name, found.match_up.verb, found.match_up.right.name) == (
        "Spearmen",
        "attack the flank of",
        "Trolls",
    )


def test_units_of_one_name_are_told_apart():
    sides = {"a.unit": "troll", "a.figures": 3, "b.unit": "troll", "b.figures": 2}
    answer = probcalc.odds("oathmark.combat", sides)
    assert headline(answer).sentence == "3 active Trolls charge 2 enemy Trolls and win"
    assert answer.declared("b_casualties").label == "Figures lost by the enemy Trolls"


def test_labels_of_sides_bear_their_names():
    answer = probcalc.odds("oathmark.combat", ON_THE_FLANK)
    assert answer.declared("a_casualties").label == "Figures lost by the Spearmen"
    assert answer.declared("b_morale").label == "Morale of the Trolls"
    assert answer.sides == {"a": "the Spearmen", "b": "the Trolls"}
    assert answer.by_roles().declared("a_casualties").label == "Figures lost by the active unit"


def test_a_name_of_the_readers_own_stands_in_the_sentence():
    answer = probcalc.odds("chronopia.melee", cc=15, target="spearmen").called({"attacker": "Iron Guard"})
    assert headline(answer).sentence == "An Iron Guard slays a Spearman"


@every_scenario
def test_every_result_of_every_scenario_can_lead(model):
    answer = probcalc.odds(model.id)
    for name in answer:
        text = headline(answer, result=name).text
        assert not NEVER.search(text), text
        assert text.endswith(".")
        assert "  " not in text


@every_scenario
def test_every_name_of_every_law_makes_a_sentence(model):
    answer = probcalc.odds(model.id)
    for name, law in answer.items():
        if isinstance(law, probcalc.Distribution) and answer.declared(name).each:
            assert set(answer.declared(name).order) <= set(answer.declared(name).each)
            for outcome in answer.declared(name).order:
                assert not NEVER.search(headline(answer, result=name, outcome=outcome).text)


@each("preset", PRESETS, lambda preset: f"{preset.scenario}: {preset.name}")
def test_every_ready_made_question_names_who_takes_part(preset):
    answer = probcalc.odds(preset.scenario, preset.parameters)
    found = headline(answer)
    assert not NEVER.search(found.text.replace("none", "") if preset.scenario == "custom.roll" else found.text)
    for party in answer.parties[:2]:
        if party.named and found.match_up is not None and not party.as_written:
            assert party.later.rpartition("the ")[2].lower() in str(found).lower(), party


@every_scenario
def test_sections_and_labels_speak_of_sides_by_letter_as_side_a_only(model):
    for parameter in model.parameters():
        for text in (parameter.section, parameter.label, parameter.help, *parameter.choice_labels):
            assert not re.search(r"\bside [abAB]\b|\b(?i:unit|figure|activations of|bonus of) [abAB]\b", text), text
    for result in model.results:
        assert not re.search(r"\bside [abAB]\b|\b(?i:of|unit|figure) [abAB]\b|[\[\]]", result.label), result.label


# -- names of table entries ----------------------------------------------------------------------------------


def tables():
    for system in registry.systems():
        if system.is_game:
            module = __import__(f"probcalc.systems.{system.id}", fromlist=["tables"])
            found = getattr(module, "tables", None)
            for name, value in vars(found).items() if found else ():
                if isinstance(value, Table):
                    yield f"{system.id}: {name}", value


def test_every_entry_of_every_table_has_a_short_name_and_a_plural():
    known = dict(tables())
    assert len(known) >= 10
    for name, table in known.items():
        check_words(table, name)
        assert all(row.short and row.plural for row in table.values())


@pytest.mark.parametrize("field", ["short", "plural"])
def test_a_missing_or_clashing_name_is_refused(field):
    spear = Row(name="Spear", short="spear", plural="spears")
    with pytest.raises(ValueError, match=f"x.toml: entry pike, field {field}: it is missing"):
        check_words({"pike": spear.with_values({field: ""})}, "x.toml")
    other = Row(name="Pike", short="pike", plural="pikes").with_values({field: getattr(spear, field)})
    with pytest.raises(ValueError, match=f"x.toml: entry pike, field {field}: entry spear is called"):
        check_words({"spear": spear, "pike": other}, "x.toml")


# -- parties and patterns ------------------------------------------------------------------------------------


def test_articles():
    assert [article(word) for word in ("Archer", "Elf Archer", "Ogre", "one-handed axe", "Giant")] == [
        *("an", "an", "an", "a", "a")
    ]


def test_a_known_party_is_named_with_the():
    ogre = Row(name="Ogre", short="Ogre", plural="Ogres")
    parties = rivals(one_of("a", "the hero", None), unit_of("b", "the foe", ogre, 2))
    assert fill_pattern("[the hero] slays|slay [the foe] and [the foe] is gone", parties) == (
        "The hero slays 2 Ogres and the Ogres is gone"
    )
    assert fill_pattern("[the foe] is|are gone", parties, again=True) == "The Ogres are gone"


# -- verdicts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chance", "word", "words"),
    [
        (Fraction(0), "impossible", "impossible"),
        (Fraction(1), "certain", "certain"),
        (Fraction(1, 100), "a long shot", "1 in 100"),
        (Fraction(1, 41), "a long shot", "1 in 41"),
        (Fraction(1, 40), "very unlikely", "1 in 40"),
        (Fraction(1, 8), "unlikely", "1 in 8"),
        (Fraction(27, 1000), "very unlikely", "about 1 in 37"),
        (Fraction(9, 40), "unlikely", "unlikely"),
        (Fraction(11, 20), "a little for", "11 in 20"),
        (Fraction(1, 1369), "a long shot", "about 1 in 1,400"),
        (Fraction(9, 11), "likely", "9 in 11"),
        (Fraction(8333, 10000), "likely", "about 5 in 6"),
        (Fraction(1, 10), "unlikely", "1 in 10"),
        (Fraction(17, 100), "unlikely", "about 1 in 6"),
        (Fraction(2, 5), "a little against", "2 in 5"),
        (Fraction(1, 2), "even", "1 in 2"),
        (Fraction(3, 5), "a little for", "3 in 5"),
        (Fraction(1659, 2500), "likely", "about 2 in 3"),
        (Fraction(19, 20), "very likely", "19 in 20"),
        (Fraction(99, 100), "nearly certain", "all but 1 in 100"),
        (Fraction(1, 10**7), "a long shot", "1 in 10,000,000"),
        (1 - Fraction(1, 10**12), "nearly certain", "all but 1 in 1e12"),
    ],
)
def test_verdicts(chance, word, words):
    assert (verdict(chance).word, verdict(chance).words) == (word, words)


def spoken(found):
    """The chance that spoken odds stand for."""
    odds = Fraction(found.n, found.m)
    return 1 - odds if found.odds.startswith("all but") else odds


@given(st.fractions(0, 1))
def test_spoken_odds_are_within_a_tenth_of_the_chance(chance):
    found = verdict(chance)
    if not found.odds:
        assert chance in (0, 1) or Fraction(1, 5) < chance < Fraction(4, 5)
        return
    assert abs(spoken(found) - chance) <= min(chance, 1 - chance) / 10
    assert ("about" in found.odds) == (spoken(found) != chance)


def test_of_a_thousand_chances_none_is_spoken_falsely_and_ten_are_not_spoken():
    found = {k: verdict(Fraction(k, 1000)) for k in range(1, 1000)}
    assert [k for k, each in found.items() if not each.odds] == [*range(223, 228), *range(773, 778)]
    assert all(
        abs(spoken(each) - Fraction(k, 1000)) <= Fraction(min(k, 1000 - k), 10_000)
        for k, each in found.items()
        if each.odds
    )


def test_who_takes_part_makes_no_cases_of_a_formula():
    found = probcalc.formula("oathmark.combat", {"a.unit": "human_spearman"}, free=["a.figures=10..14"])
    assert len(found["a_dice"].cases) == 1


def test_the_command_line_calls_units_of_a_roster_by_their_names(tmp_path):
    file = tmp_path / "mine.json"
    entry = {"name": "Iron Guard", "like": "spearmen", "cc": 15}
    text = json.dumps({"probcalc_roster": 1, "system": "chronopia", "units": {"guard": entry}})
    file.write_text(text, "utf-8")
    shown = said("odds", "chronopia.melee", "attacker=guard", "target=archers", "--roster", str(file))
    assert "\nAn Iron Guard slays an Archer: " in shown


@pytest.mark.parametrize("name", ["[the target]", "{amount}", "wins|win", "A" * 40, "<b>", "the", "7", "[", "'s"])
def test_a_readers_own_name_is_text_whatever_it_holds(name):
    melee = probcalc.odds("chronopia.melee").called({"attacker": name, "target": name})
    assert name in headline(melee).sentence
    assert name in headline(melee, at_least=2, result="wounds").text
    combat = probcalc.odds("oathmark.combat").called({"a": name, "b": "Ogres"})
    assert name in combat.declared("a_casualties").label
    assert name in headline(combat).text


def test_a_roll_of_symbols_leads_with_its_likeliest_outcome():
    answer = probcalc.odds("custom.roll", roll="3d{0,s,s,s+s,a,a,s+a,a+a} - 2d{0,s,s+s,a,a,a,a+a,s+a}")
    law, found = answer["symbols"], headline(answer)
    assert found.exact == max(law.values())
    assert found.text.startswith("Symbols of each kind: 1, 0: 7.5%")
    assert found.sentence == "Symbols of each kind: 1, 0"
