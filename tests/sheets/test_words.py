"""What a designer met who had never seen a sheet: what he meant is read, or told in one line what to write."""

import re
from fractions import Fraction

import pytest

from probcalc import Sheet, SheetError
from probcalc.present.reports.explanation import explanation_report
from probcalc.present.sentences.headline import headline, sentence
from probcalc.present.writing.report import report_text
from probcalc.scenarios.errors import InputError
from probcalc.sheets.games.understood import readings_by_line
from tests.cli.commands import said
from tests.sheets.test_cases import refused

HERO = "hero: keen 9 (2..12), left 3 (0..9), guard 8 (2..16), oil? yes\ngiven: footing firm 0 | mud 1 | water 2\n"


@pytest.mark.parametrize(
    ("faces", "chance"),
    [
        ("crit 9", Fraction(1, 12)),
        ("crit keen", Fraction(1, 12)),
        ("crit 9+", Fraction(4, 12)),
        ("crit keen+", Fraction(4, 12)),
        ("crit keen+ when oil", Fraction(4, 12)),
        ("crit keen..11", Fraction(3, 12)),
        ("crit 9 to 12", Fraction(4, 12)),
    ],
)
def test_a_critical_is_on_a_number_or_on_that_or_better(faces, chance):
    game = Sheet(f"{HERO}strike = d12 >= 2 {faces}\nresult: deep = strike is critical")
    assert game.odds()["deep"] == chance


def test_a_fumble_is_on_a_number_or_less():
    game = Sheet(f"{HERO}strike = d12 >= 9 fumble 3-\nresult: falls = strike is fumble")
    assert game.odds()["falls"] == Fraction(3, 12)


def test_of_so_many_pairs_the_better_die_counts():
    game = Sheet(f"{HERO}hits = left times highest of 2d12 >= guard\nresult: hits in hits")
    assert game.odds()["hits"].mean == 3 * (1 - Fraction(7, 12) ** 2)


def test_a_table_below_any_question_serves_all_of_them():
    game = Sheet("""
question: First
hero: crew Eel from crews, aim 2 (0..6)
result: done = d6 >= aim
question: Second
hero: crew Eel from crews, grit 2 (0..6)
result: done = d6 >= grit
table: crews
| name | aim | grit |
| Eel  | 3   | 5    |
""")
    assert (game.odds("first")["done"], game.odds("second")["done"]) == (Fraction(2, 3), Fraction(1, 3))


def test_settings_of_an_expectation_are_said_with_is_too_and_a_chance_of_a_result_is_that_result():
    text = f"{HERO}result: hit = d12 >= guard + 2 * oil\nexpect: chance of hit is 5/12 when oil is no"
    assert [met.wrong for met in Sheet(text).check()] == [None]


def test_check_says_how_each_line_was_read(tmp_path):
    path = tmp_path / "read.sheet"
    path.write_text(
        "hero: keen 10 (9..12), dice 3 (0..9), oil? yes\n"
        "strike = d12 >= 8 crit keen\n"
        "spend = choose keep | again | flare when oil for most wounds\n"
        "burn = 2 if spend is flare\n"
        "wounds = dice + burn d6 >= 4\n"
        "slain = (dice + burn) d6 >= 4 crit 5+\n"
        "result: wounds\nresult: slain\n",
        encoding="utf-8",
    )
    text = " ".join(said("sheet", "check", str(path)).split())
    for line in (
        "line 2 strike: yes or no, one roll; critical only on a natural keen",
        "spend: a choice; keep and again always, flare only when what stands behind it holds; for the most wounds",
        "line 5 wounds: yes or no",
        "slain: how many dice succeed, 0 to 11; critical on a natural 5 or more",
    ):
        assert line in text


@pytest.mark.parametrize(
    ("lines", "meant"),
    [
        (
            'wounds = left + 2 d6 >= 4\nresult: wounds in wounds "{amount} wounds"',
            "line 4, character 27: wounds is yes or no, and {amount} is a number",
        ),
        ("wounds = left >= 4\nresult: wounds in wounds", "line 4, character 9: wounds is yes or no"),
        ("hit = 2d12 keep best >= 7\nresult: hit", "highest of 2d12"),
        ("hit = left highest of 2d12 >= 7\nresult: hit", "hits times highest of 2d12"),
        (
            "a1 = d6 >= 2\nb1 = a1 if oil else d6 >= 3\nresult: c1 = b1 is critical",
            "b1 = outcome of … if … else outcome of …",
        ),
        ("die tide: {0, w}\nresult: hit = d6 >= 2", 'did you mean "die: tide {0, w}"?'),
        ("die: tide = {0, w}\nresult: hit = d6 >= 2", "faces in braces, such as {0, 1, 1, 2}"),
        ("die: tide {0, wave}\nresult: hit = d6 >= 2", "a letter for a symbol: w, two of it 2w, none 0"),
        ("result: hit = d6 >= 4\nexpect: hit is 1/2 with oil no", 'settings stand behind "when", as in when oil = no'),
        ("result: hit = d6 >= 4\nresult: slick = hit and oil", 'a line "hit = …", and below it "result: hit"'),
        ("injury: d6: 1-3 flesh, else out\nresult: injury", "what is rolled is injury = d6: 1-3 flesh, else out"),
        ("hero2: n 3 (1..6)\nresult: hit = d6 >= 4", "one letter is a symbol on dice; write two or more"),
    ],
)
def test_a_line_that_is_not_read_says_what_to_write(lines, meant):
    assert meant in refused(HERO + lines)


def test_a_blank_face_is_a_line():
    game = Sheet("die: tide {-, w, w, 2w}\npool = 2 tide\nresult: waves = w of pool")
    assert game.odds()["waves"].mean == 2


SIDES = """
sides: Lanterns, Herons
each: punts 4 (1..12), harm 2 (1..8), crew from crews
left of each = punts
result: ahead = left of Lanterns > left of Herons "[the Lanterns] hold the pier"
table: crews
| name   | harm |
| Eelmen | 1    |
"""


@pytest.mark.parametrize(
    ("name", "text", "meant"),
    [
        ("punts", "3", "whose punts? write lanterns.punts or herons.punts"),
        ("herons.harm", "2.5", "herons.harm is a whole number 1..8, not 2.5"),
        ("herons.harm", "", "herons.harm needs a value: 1..8"),
        ("herons.harm", "none", "herons.harm is a whole number 1..8, not none"),
        ("herons.crew", "Goblins", 'herons.crew: crews has no row "Goblins"; it is one of none, Eelmen'),
    ],
)
def test_a_wrong_setting_says_what_is_allowed(name, text, meant):
    with pytest.raises(InputError) as refusal:
        Sheet(SIDES).odds({name: text})
    assert str(refusal.value) == meant


def test_sides_go_by_their_own_names_and_plural_rows_take_plural_verbs():
    pier = Sheet(SIDES).odds({"lanterns.crew": "Eelmen", "herons.crew": "Eelmen"})
    assert headline(pier).sentence == "The Lanterns hold the pier"
    text = "hero: crew Eelmen from crews, harm 2 (1..8)\n" + SIDES[SIDES.index("table:") :]
    hits = Sheet(f'{text}| Heron | 2 |\nresult: hit = d6 >= harm "[the hero] strikes|strike"')
    assert headline(hits.odds()).sentence == "The Eelmen strike"
    assert headline(hits.odds(crew="Heron")).sentence == "A Heron strikes"


def test_a_wrong_word_of_a_choice_lists_the_others():
    with pytest.raises(InputError, match='footing is never "lava"; it is one of firm, mud, water'):
        Sheet(f"{HERO}result: hit = d6 >= 2").odds(footing="lava")


def test_weapons_are_ranked_before_other_tables(tmp_path):
    path = tmp_path / "armed.sheet"
    path.write_text(
        "hero: crew Eel from crews, weapon Oar from weapons, aim 2 (0..6), harm 1 (1..6)\n"
        "result: hit = d6 >= aim + harm, less is better\n"
        "table: crews\n| name | aim |\n| Eel | 1 |\ntable: weapons\n| name | harm |\n| Oar | 1 |\n| Gaff | 3 |\n",
        encoding="utf-8",
    )
    ranked = said("sheet", "weapons", str(path))
    assert "Gaff" in ranked
    assert "Eel" not in ranked.partition("\n")[2]
    assert "Eel" in said("sheet", "weapons", str(path), "--of", "crew")


TIDE = """
game: Marsh
question: Calls "What does the marsh say?"
caller: crew Eel from crews, throws 3 (1..8), grit 4+, oil? yes, size 2 (1..3)
die: tide {-, w, w, h, h, s}
many = throws * size
pool = many tide
result: hooks = h of pool
question: Hits
caller: grit 5+
result: hit = d6 >= grit
table: crews
| name | throws | grit |
| Eel  | 2      | 3+   |
"""


def test_describe_shows_all_questions_as_they_are_written(tmp_path):
    path = tmp_path / "marsh.sheet"
    path.write_text(TIDE, encoding="utf-8")
    text = " ".join(said("sheet", "describe", str(path)).split())
    for shown in (
        "Calls (sheet.calls) What does the marsh say?",
        "grit 2+..6+ 4+ Grit oil yes or no yes Oil",
        "Hits (sheet.hits)",
        "Table crews name throws grit Eel 2 3+",
    ):
        assert shown in text
    assert "Calls" not in said("sheet", "describe", str(path), "--question", "hits")


def test_symbols_keep_their_letters_in_the_explanation_and_a_large_question_blames_its_dice():
    game = Sheet(TIDE)
    with game.along():
        text = report_text(explanation_report(game.odds()))
    assert "Tide (d6), expected 4 times" in text
    assert re.search(r"0, 0, 0 +a blank", text)
    assert [model.costly for model in game.scenarios] == ["throws", ""]


def test_the_explanation_tells_the_dice_of_both_sides_apart():
    game = Sheet("""
sides: Reds, Blues
each: models 2 (1..6), skill 4+
hits of each = models d6 >= skill
result: ahead = hits of Reds > hits of Blues
""")
    with game.along():
        text = report_text(explanation_report(game.odds({"blues.skill": 5})))
    assert "Hits of Reds (d6), expected 2 times" in text
    assert "Hits of Blues (d6), expected 2 times" in text


def test_a_roll_that_no_case_asks_for_is_not_made():
    """By hand: 5/12 hit at once; the token rolls 7/12 of the throws again, of which 5/12 hit."""
    game = Sheet("""
hero: token? yes
first  = d12 >= 8
spend  = choose keep | again when token for most done
second = d12 >= 8
done   = second if spend is again else first
result: done
""")
    assert game.odds()["done"] == Fraction(5, 12) + Fraction(7, 12) * Fraction(5, 12)
    with game.along():
        spent = report_text(explanation_report(game.odds()))
        kept = report_text(explanation_report(game.odds(token="no")))
    assert "Second (d12), expected 0.58 times" in spent
    assert "Second" not in kept.partition("Why")[2]
    assert game.odds(token="no")["done"] == Fraction(5, 12)


@pytest.mark.parametrize(
    ("named", "plain"),
    [
        ("keep left of 5d6", "keep 3 of 5d6"),
        ("keep (left - 1) of 5d6", "keep 2 of 5d6"),
        ("keep left of 2d6", "2d6"),
        ("drop lowest left of 5d6", "drop lowest 3 of 5d6"),
        ("best left of 5d6", "best 3 of 5d6"),
        ("middle left of 5d6", "middle 3 of 5d6"),
        ("best of (d6 and d8)", "best of d6, d8"),
    ],
)
def test_how_many_dice_are_kept_may_be_a_name(named, plain):
    of_name, of_number = (Sheet(f"{HERO}got = {line}\nresult: got").odds()["got"] for line in (named, plain))
    assert of_name == of_number


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("pairs of 3d6 against 2d6", "pairs won, pairs lost, pairs tied"),
        ("pairs of 3d6 wild 1", "largest set, straight"),
        ("4d6 drop lowest", "keep 2 of 3d6"),
        ("1 <= left <= 3", "ring >= 1 and ring <= 3"),
        ("if oil then d6 else d8", "d6 if edge, else d8"),
        ("oil is not yes", "write not oil"),
        ("d6 != left", "unequal is written with not"),
        ("keep rest of 3d6", "rest"),
        ("keep d3 of 3d6", 'expected "of"'),
        ("lunge + left >= 8 crit 12", "lunge is rolled in line 3, and its dice would have to stand here"),
    ],
)
def test_what_other_languages_write_is_told_what_to_write(line, told):
    assert told in refused(f"{HERO}lunge = d12\ngot = {line}\nresult: got")


def test_dice_of_either_case_are_told_by_their_own_faces():
    game = Sheet(f"{HERO}got = (best of 2d12 if oil, else d12) + left >= 8 crit 12\nresult: got")
    with game.along():
        assert "12 on best of 2d12" in report_text(explanation_report(game.odds()))
        assert "12 on d12" in report_text(explanation_report(game.odds(oil="no")))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("hit == d6\nresult: hit", "hit = d6"),
        ("hero skill 4+\nresult: hit = d6 >= skill", "hero: skill 4+"),
        ("hero cover?\nresult: hit = d6 >= 4", "hero: cover?"),
    ],
)
def test_a_line_that_nothing_begins_is_offered_with_its_sign(text, meant):
    with pytest.raises(SheetError, match=re.escape(f'did you mean "{meant}"?')):
        Sheet(text)
    assert Sheet(text.replace(text.partition("\n")[0], meant)).questions


def test_a_full_stop_ends_no_sentence_before_its_number():
    game = Sheet('hero: skill 4+\nresult: hit = d6 >= skill "[the hero] hits|hit."')
    assert sentence(game.odds()).startswith("The hero hits: 50.0%")


@pytest.mark.parametrize(
    ("deck", "line"),
    [("{13-1}", "the range 13-1 runs down; write 1-13"), ("{1-2000}", "a deck has at most 1,000 different cards")],
)
def test_a_deck_that_is_too_large_is_not_said_to_run_down(deck, line):
    with pytest.raises(SheetError, match=re.escape(line)):
        Sheet(f"result: drawn = sum of 2 from {deck}")


@pytest.mark.parametrize("words", ["crit 6 to 5", "reroll 6-5", "crit 1, 6..5"])
def test_a_range_of_faces_that_runs_down_is_refused(words):
    with pytest.raises(SheetError, match=r"line 1, character 2[0-9]: the range 6-5 runs down; write 5-6"):
        Sheet(f"hit = d6 >= 4 {words}\nresult: hit")


BANDS = "how = 2d6: 10+ strong, 7-9 weak, else miss\nresult: outcome = how, "


def test_words_that_an_order_leaves_out_are_named():
    game = Sheet(f"{BANDS}miss < strong, more is better")
    assert game.odds().notes == ("Outcome has no order: weak is left out of miss < strong.",)
    assert "no order, as weak is left out of miss < strong" in readings_by_line(game)[2]
    whole = Sheet(f"{BANDS}miss < weak < strong, more is better").odds()
    assert (whole.notes, whole["outcome"].at_least("weak")) == ((), Fraction(7, 12))


def test_a_word_that_stands_twice_in_an_order_is_refused():
    with pytest.raises(SheetError, match="line 2, character 38: miss stands twice in this order"):
        Sheet(f"{BANDS}miss < weak < miss")


@pytest.mark.parametrize(
    ("clauses", "error"),
    [
        ("less is better, more is better", "40: less is better is said already"),
        ("more is better, more is better", "40: more is better is said already"),
        ("miss < weak < strong, strong < weak < miss", "46: miss < weak < strong is said already"),
    ],
)
def test_a_result_with_two_orders_is_refused(clauses, error):
    with pytest.raises(SheetError, match=f"line 2, character {error}"):
        Sheet(f"{BANDS}{clauses}")


FIGHT = """left = 2
state = "fresh"
rounds: at most 3
  hit = d6 >= 4
  next left = left - hit
  next state = "dead" if left - hit = 0, "hurt" if hit, else state
until: left = 0
result: end = state, """


def test_words_that_stem_from_rounds_are_known():
    assert Sheet(f"{FIGHT}fresh < dead").odds().notes == ("End has no order: hurt is left out of fresh < dead.",)
    whole = Sheet(f"{FIGHT}dead < hurt < fresh, more is better").odds()
    assert (whole.notes, whole["end"].at_least("hurt")) == ((), Fraction(1, 2))
    # A result may stand above the rounds.
    early = FIGHT.replace("rounds:", "result: end = state, dead < hurt < fresh\nrounds:").rpartition("result:")[0]
    assert Sheet(early).odds()["end"] == whole["end"]


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("fresh < dead", "fresh < ded", "line 8, character 30"),
        ("until: left = 0", "until: state is ded", "line 7, character 17"),
        ("d6 >= 4", "d6 >= 4 if state is ded else yes", "line 4, character 29"),
    ],
)
def test_a_word_that_no_round_brings_is_refused(old, new, place):
    with pytest.raises(SheetError, match=f'{place}: state is never "ded"; did you mean dead?'):
        Sheet(f"{FIGHT}fresh < dead".replace(old, new))


def test_words_go_from_name_to_name_through_rounds():
    game = Sheet("""
first = "calm"
second = "calm"
rounds: at most 3
  next first = second
  next second = "wild" if d6 >= 3 else second
result: first, calm < wild, more is better""")
    assert game.odds()["first"]["wild"] == 1 - Fraction(1, 3) ** 2


def test_a_rule_sees_what_rounds_bring():
    game = Sheet("""
state = "fresh"
left = 0
rule: blow
  done = d6 >= 4 if state is hurt, else d6 >= 2
rule: far
  reached = sum of 1d20 exploding - left >= 0
far_once = no
rounds: at most 2
  hit = blow
  next state = "hurt" if hit, else state
  next left = 200
  next far_once = far
result: end = state, fresh < hurt
result: far_once""")
    assert game.odds()["end"]["fresh"] == Fraction(1, 36)
    # A d20 comes to 200 by ten natural 20s.
    assert game.odds()["far_once"] == Fraction(1, 20) ** 10


@pytest.mark.parametrize("condition", ["d6 >= 3", "no"])
def test_words_without_an_else_are_refused(condition):
    with pytest.raises(SheetError, match='a word is nothing where its condition does not hold; write else "…"'):
        Sheet(f'how = "a" if {condition}\nresult: how')


def test_a_choice_that_is_worth_a_number_needs_no_else():
    game = Sheet("given: cover light 1 | heavy 2\nextra = cover if d6 >= 3\nresult: extra")
    assert game.odds(cover="heavy")["extra"].mean == Fraction(4, 3)


def test_a_line_of_each_side_may_ask_for_a_word_that_one_of_them_comes_to():
    text = """
sides: Reds, Blues
each: models 5 (1..20)
mood of each = "calm"
rounds: at most 2
  more of each = 1 if mood is MOOD else 0
  next mood of Blues = "wild" if d6 >= 4 else mood
result: mood of Blues, calm < wild
result: mood of Reds"""
    assert Sheet(text.replace("MOOD", "wild")).odds()["blues.mood"]["wild"] == Fraction(3, 4)
    with pytest.raises(SheetError, match='line 6, character 31: mood is never "wilt"; did you mean wild'):
        Sheet(text.replace("MOOD", "wilt"))


def test_a_result_called_by_a_word_of_the_language_says_so():
    for word in ("best", "after"):
        with pytest.raises(SheetError, match=f'line 1, character 9: "{word}" is a word of the language and cannot be'):
            Sheet(f"result: {word} = d6 >= 4")
    assert Sheet("result: a = d6 >= 4").odds()["a"] == Sheet("result: round = d6 >= 4").odds()["round"]


def test_how_the_lines_of_a_rule_were_read_is_said_too():
    text = "rule: blow\n  hit = d20 >= 11 crit 20\n  harm = d6 if hit\nall_harm = 2 times blow\nresult: all_harm"
    read = readings_by_line(Sheet(text))
    assert read == {
        2: "hit: yes or no, one roll; critical only on a natural 20",
        3: "harm: a number, 0 to 6",
        4: "all_harm: a number, 0 to 12",
    }


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("seen = best of 2d20", "seen: a number, 1 to 20"),
        ("seen = keep lowest 2 of 3d{-1,0,1}", "seen: a number, -2 to 2"),
        ("seen = best of (d6 and d8)", "seen: a number, 1 to 8"),
        ("seen = keep 2 of (d6 and d8 and d4)", "seen: a number, 2 to 16"),
        ("seen = sum of d4, d6", "seen: a number, 2 to 10"),
        ("seen = best of 3d6 exploding once", "seen: a number, 1 to 12"),
        ("seen = 6", "seen: the number 6"),
        ("seen of each = left", "seen of each: a number, 0 to 20"),
        ("seen of Reds = 0 + left", "seen of Reds: a number, 0 to 20"),
        ("seen = d6 >= 4 crit 6 when left of Reds = 3", "critical only on a natural 6 when its condition holds"),
    ],
)
def test_how_a_line_was_read_says_between_which_numbers_it_lies(line, said):
    read = readings_by_line(Sheet(f"sides: Reds, Blues\neach: left 3\n{line}\nresult: done = d6 >= 4"))
    assert read[3].endswith(said)
