"""An answer as sentence, table, Markdown, CSV, JSON and terminal text."""

import csv
import io
import json
from fractions import Fraction

import pytest

import probcalc
from probcalc.exact.law.distribution import Distribution
from probcalc.present.numbers.decimals import percent
from probcalc.present.numbers.text import exact_text
from probcalc.present.reports.answer import answer_report
from probcalc.present.reports.law import numbers_report, outcomes_report
from probcalc.present.reports.law_table import law_table, table_of
from probcalc.present.sentences.headline import sentence
from probcalc.present.words.requests import given_words
from probcalc.present.writing.grid import escape_markdown
from probcalc.present.writing.json_text import spread_lines
from probcalc.present.writing.report import report_csv, report_markdown, report_text
from probcalc.scenarios import registry
from probcalc.scenarios.sentences import lower_first, outcome_words
from tests.looped import each

MODELS = [model for system in registry.systems() for model in system.scenarios]
every_scenario = each("model", MODELS, lambda model: model.id)


def duel(**more):
    return probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen", **more)


# -- sentences -----------------------------------------------------------------------------------------------


def test_the_headline_leads_then_a_mean_then_a_risk():
    said = "A Cursed slays a Spearman: 59.0% (about 3 in 5). 0.72 wounds on average. The Cursed ends up Dazed: 9.8%."
    assert sentence(duel()) == said


def test_the_reader_chooses_the_threshold():
    assert ". The Cursed causes at least 2 wounds: 13.0%. 0.72 wounds on average. " in sentence(duel(), at_least=2)
    assert ". The Cursed causes at least 3 wounds: 0%. " in sentence(duel(), at_least=3)


def test_the_reader_chooses_what_leads():
    assert sentence(duel(), result="hit").startswith("A Cursed hits with the first attack: 50.0% (1 in 2). ")
    assert sentence(duel(), at_least=1, result="wounds").startswith(
        "A Cursed causes at least 1 wound: 59.0% (about 3 in 5). 0.72 wounds on average. "
    )


def test_names_are_listed_with_their_chances():
    text = sentence(probcalc.odds("oathmark.combat"))
    assert text.startswith("The active unit beats the enemy: 37.7% (about 2 in 5). Tie: 24.6%. The enemy wins: 37.7%. ")


def test_what_cannot_happen_is_no_risk_worth_a_word():
    assert sentence(probcalc.odds("mechanics.test")) == "d6 gives 4 or more: 50.0% (1 in 2). 0.50 successes on average."


@every_scenario
def test_every_scenario_has_its_sentence(model):
    text = sentence(probcalc.odds(model.id))
    assert text.endswith(".")
    assert "\n" not in text
    assert "_" not in text


# -- tables --------------------------------------------------------------------------------------------------


@every_scenario
def test_rows_are_the_law_with_its_sums(model):
    answer = probcalc.odds(model.id)
    for name, law in answer.items():
        if not isinstance(law, probcalc.Distribution):
            continue
        found = law_table(answer, name, cut=False)
        assert {row.outcome: row.exactly for row in found.rows} == dict(law)
        if found.is_ordered:
            running = Fraction(0)
            for row in found.rows:
                assert row.at_least == 1 - running
                running += row.exactly
                assert row.at_most == running


def test_more_comes_after_every_number():
    found = law_table(probcalc.odds("oathmark.initiative"), "rolls", cut=False)
    assert [row.outcome for row in found.rows] == [1, 2, 3, 4, 5, 6, 7, 8, "more"]
    assert found.is_ordered
    assert found.mean is None


def test_names_have_no_at_least():
    found = law_table(probcalc.odds("oathmark.combat"), "winner")
    assert not found.is_ordered
    assert [row.at_least for row in found.rows] == [None, None, None]


def test_tails_below_one_in_a_million_are_cut_and_the_table_says_so():
    answer = probcalc.odds("mechanics.pool", count=100)
    whole, cut = law_table(answer, "hits", cut=False), law_table(answer, "hits")
    assert len(whole.rows) == 101
    first, last = cut.rows[0], cut.rows[-1]
    assert cut.left_out.startswith(f"Not shown: below {first.outcome} and above {last.outcome} (")
    assert first.at_most >= Fraction(1, 10**6) > answer["hits"].at_most(first.outcome - 1)
    assert last.at_least >= Fraction(1, 10**6) > answer["hits"].at_least(last.outcome + 1)
    assert law_table(duel(), "wounds").left_out == ""


def test_long_fractions_are_abbreviated_in_tables_and_whole_elsewhere():
    answer = probcalc.odds("mechanics.pool", count=200)
    row = law_table(answer, "hits").rows[0]
    text = exact_text(row.exactly)
    assert len(text) <= 60
    assert "digits" in text
    exact = answer["hits"][row.outcome]
    assert f"{exact.numerator}/{exact.denominator}" in report_csv(outcomes_report(answer))
    assert f"{exact.numerator}/{exact.denominator}" in spread_lines(answer.to_json())


def test_a_result_that_is_no_distribution_has_no_table():
    with pytest.raises(TypeError, match="slain is no distribution"):
        law_table(duel(), "slain")


def test_numbers_and_lists_stand_beside_the_probabilities():
    labels = [row.cells[0] for row in numbers_report(probcalc.odds("oathmark.combat")).rows]
    assert "Target Number of the active unit" in labels


# -- texts ---------------------------------------------------------------------------------------------------


@every_scenario
def test_json_is_the_answers_own(model):
    answer = probcalc.odds(model.id)
    text = spread_lines(answer.to_json())
    assert json.loads(text) == answer.to_json()
    assert text.isascii()


@every_scenario
def test_csv_holds_every_outcome_exactly(model):
    answer = probcalc.odds(model.id)
    rows = list(csv.DictReader(io.StringIO(report_csv(outcomes_report(answer)))))
    for name, value in answer.items():
        found = [row for row in rows if row["result"] == name]
        if isinstance(value, probcalc.Distribution):
            assert {row["outcome"]: Fraction(row["exactly"]) for row in found} == {str(o): p for o, p in value.items()}
        elif not isinstance(value, list):
            assert Fraction(found[0]["exactly"]) == value


@every_scenario
def test_markdown_has_tables_of_even_rows(model):
    text = report_markdown(answer_report(probcalc.odds(model.id)))
    assert text.startswith(f"## {escape_markdown(f'{model.title} ({model.id})')}")
    for block in text.split("\n\n"):
        lines = block.splitlines()
        if lines[0].startswith("|"):
            assert len({line.replace("\\|", "").count("|") for line in lines}) == 1
            assert lines[0].strip("| ")


@every_scenario
def test_terminal_text_names_rulings_and_is_plain(model):
    answer = probcalc.odds(model.id)
    text = report_text(answer_report(answer))
    assert "\x1b" not in text
    for name, used in answer.rulings.items():
        assert f"{name}={used}" in text


def test_a_ruling_that_is_not_the_default_is_spelt_out():
    text = report_text(answer_report(duel(boost_scope="one_test")))
    assert "Ruling boost_scope: " in text
    assert "the first test only" in text
    assert "the first test only" in report_markdown(answer_report(duel(boost_scope="one_test")))


def test_notes_are_shown():
    answer = duel(braced=True)
    assert "Note: braced has no effect here: nobody charges." in report_text(answer_report(answer))
    assert "- Note: braced has no effect here: nobody charges." in report_markdown(answer_report(answer))


def test_what_leads_is_marked_where_the_terminal_can():
    assert report_text(answer_report(duel()), lambda text: f"<{text}>").startswith(
        "<Close combat attack (chronopia.melee)>"
    )


# -- words ---------------------------------------------------------------------------------------------------


def test_what_was_given_is_said_in_the_players_words():
    answer = probcalc.odds("oathmark.combat", {"a.unit": "orc_soldier", "b.command": True})
    assert given_words(answer) == ["10 Orc Soldiers", "Enemy, commander near: yes"]


def test_a_fight_is_told_by_who_takes_part_in_a_terminal_and_in_a_text_to_share():
    flank = {"a.unit": "human_spearman", "a.figures": 20, "a.arc": "flank", "b.unit": "troll", "b.figures": 3}
    answer = probcalc.odds("oathmark.combat", flank | {"b.disordered": True})
    told = "20 Human Spearmen, arc: flank; 3 Trolls, disordered"
    assert report_text(answer_report(answer)).splitlines()[1] == f"  {told}"
    assert report_markdown(answer_report(answer)).splitlines()[2] == told
    clash = probcalc.odds("chronopia.clash", {"a.unit": "lotus_guard", "b.unit": "followers", "a.charging": True})
    assert given_words(clash) == ["3 Lotus Guards, charging", "3 Devout Followers"]


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("lotus_guard", "followers", "The Lotus Guards score 0.67 more points than the Followers on average"),
        ("followers", "lotus_guard", "The Followers score 0.67 fewer points than the Lotus Guards on average"),
    ],
)
def test_who_is_ahead_is_half_a_sentence(first, second, said):
    answer = probcalc.odds("chronopia.clash", {"a.unit": first, "b.unit": second})
    assert said in sentence(answer)


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("Hits", "hits"),
        ("AR of the target", "AR of the target"),
        ("A tie: again", "a tie: again"),
        ("X marks", "X marks"),
        ("d6 rolled", "d6 rolled"),
    ],
)
def test_labels_within_a_sentence(label, text):
    assert lower_first(label) == text


def test_outcomes_in_words():
    assert [outcome_words(outcome) for outcome in (0, "no_test", ("a", 2))] == ["0", "no test", "a, 2"]


def test_markdown_shows_what_is_written():
    assert escape_markdown("[a](b) <c> *d* `e` | #f\n$g$") == r"\[a\](b) \<c> \*d\* \`e\` \| \#f \$g\$"


def test_a_sentence_names_the_five_likeliest_and_the_rest_as_anything_else():
    answer = probcalc.odds("thud_and_blunder.into_fight")
    said = sentence(answer, result="struck")
    law = answer["struck"]
    assert len(law) == 7
    unlikely = sorted(law, key=lambda outcome: law[outcome])[:2]
    assert f"Anything else: {percent(sum(law[outcome] for outcome in unlikely))}" in said
    assert said.count("%") == 6


def test_a_sentence_of_five_names_has_nothing_else():
    answer = probcalc.odds("chronopia.gossip", {"a.attempts": 20, "b.attempts": 20})
    assert len(answer["victory"]) == 5
    assert "nything else" not in sentence(answer)


def test_what_lies_beyond_all_numbers_is_listed_last_however_a_law_was_made():
    law = Distribution.from_weights({"never": 1, "later": 2, 3: 1})
    rows = table_of(law, "turns", "Turns", "turns").rows
    assert [row.outcome for row in rows] == [3, "later", "never"]
    assert [row.at_least for row in rows] == [1, Fraction(3, 4), Fraction(1, 4)]
    assert all(row.at_most == law.at_most(row.outcome) for row in rows)
