"""Refusals of rolls: one line, the character, what was expected there; hostile texts are harmless and quick."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import probcalc
from probcalc.links import from_query
from probcalc.notation import NotationError, parse
from probcalc.notation.errors import SIGNS
from probcalc.notation.limits import MOST_CHARACTERS
from probcalc.notation.repairing import repair


def refusal(text):
    """The refusal of a roll, or None where it is answered."""
    try:
        parse(text)
        if text.isprintable():
            probcalc.roll(text)
    except NotationError as error:
        return error
    return None


REFUSED = [
    ("!d6", 1, "an exploding die is written d6 exploding, and not is written not", ""),
    ("d6 != 3", 4, "unequal is written with not, as in not d6 = 3", ""),
    ("4+", 1, "4+ names no dice; write it like d6 >= 4", ""),
    ("12+ reroll 1", 1, "12+ names no dice; write it like d20 >= 12", ""),
    ("d6x2", 3, "times is written *", ""),
    ("2d6 at least 7", 5, "at least 7 is written >= 7", ""),
    ("5d6 count 6", 5, "successes are counted against a target", ""),
    ("2d20 take highest", 6, "keep highest 1 of 2d20", ""),
    ("d6^2", 3, "there are + - * / and abs, and nothing else", ""),
    ("sum(2d6)", 4, "the sum is written sum of 2d6", ""),
    ("2d6ro<3", 4, "what is rolled again once is written 2d6 reroll 1-2", ""),
    ("d6 and d8", 1, "rolls side by side stand in parentheses, as in best of (d6 and d8)", ""),
    ("turns of d6 until >= 6 at mol", 27, "expected most, not", ""),
    ("let x + 1 in d6", 7, 'expected "=", not', ""),
    ("them >= 3", 1, "them are the dice before with", ""),
    ("4d6 with them reroll 1", 15, "they are not rolled again", ""),
    ("4d6 with them >= 4 reroll failures", 10, "they are not rolled again", ""),
    ("9d20 with best of them", 1, "with looks at each of the 6,906,900 rolls of these dice", ""),
    ("d6! with best of them", 3, "without end is added up, kept or held against a number", ""),
    ("d1!", 3, "every face explodes, so the roll never ends", ""),
    ("d{-1,2} exploding on -1", 9, "takes away", ""),
    ("d6! * d6!", 3, "without end is added up, kept or held against a number", ""),
    ("let x = d6! in x + x", 11, "without end is added up, kept or held against a number", ""),
    ("d6! vs d8!", 8, "of two rolls against each other one has an end", ""),
    ("d6! then d6", 3, "say how often at most", ""),
    ("2d6 until >= 13", 1, "this never happens, so the turns never end", ""),
    ("total of d{-1,1} until >= 3", 1, "needs an end, as in total of d6 until >= 20 at most 5 turns", ""),
    ("total of d{0,-1} until >= 3", 1, "needs an end, as in total of d6 until >= 20 at most 5 turns", ""),
    ("turns of min(d6, 0) until total >= 3", 1, "needs an end, as in total of d6 until >= 20 at most 5 turns", ""),
    ("2d6 until total >= 3", 1, "a total is asked for as in total of d6 until >= 20", ""),
    ("3d{0,s} + 1", 11, "symbols are added to symbols, and this is a number", ""),
    ("best of 3d{0,s}", 9, "symbols are no number; ask for them as in 2d{0,s,s+a} with s >= 1", ""),
    ("3d{0,s} reroll 1", 1, "dice with symbols are rolled once", ""),
    ("3d{0,s} with a >= 1", 14, "a has no value here", ""),
    ("3d6 with s >= 1", 1, "with asks about symbols or them", ""),
    ("d{1,s}", 1, "a die with symbols has 0 for an empty face", ""),
    ("d{1+s}", 3, "a face is a number, or symbols such as s + 2a", ""),
    ("let s = d6 in s", 1, "a roll is let for x, y, z or a word, not for s", ""),
    ("3 from {2r, 1-4}", 1, "numbers or letters for cards, not both", ""),
    ("3 from {1,2}", 1, 'a number here must be 1 to 2, not "3"', ""),
    ("5 cards reroll 1", 9, "cards are dealt once", ""),
    ("5 cards >= 10 crit 13", 15, "crit is said of dice, and these are cards", ""),
    ("middle of 3d6 without d6", 11, "needs to know how many dice there are", ""),
    ("drop 1 of 3d6 without d6", 1, "say how many are kept", ""),
    ("pairs of 3d6 wild 1", 19, "wild faces stand for others in largest set and straight only", ""),
    ("d6 vs d6 first to 0", 19, "a number here must be 1 to 100", ""),
    ("", 1, "expected a number or dice such as 2d6, not the end", ""),
    ("becst of 2d6", 1, 'unknown word "becst"', "best"),
    ("2d6 worts", 5, 'unknown word "worts"', "worst"),
    ("d20 <= 11 critt 1", 11, 'unknown word "critt"', "crit"),
    ("12d6 >= 4 thn d6 >= 5", 11, 'unknown word "thn"', "then"),
    ("12d6 >=", 8, "expected a number or dice such as 2d6, not the end", ""),
    ("12d6 >= d4 crit 6", 12, "crit needs a number to roll against, and this is a roll", ""),
    ("x + d6", 1, "x has no value here; write let x = d6 in ...", ""),
    ("let x = d6 in let x = d4 in x", 15, "x stands for something already", ""),
    ("d6: 5+ good, 1-3 bad", 1, "the table has no row for 4", ""),
    ("d6: 6-5 good, else bad", 5, "the range 6-5 runs down; write 5-6", ""),
    ("3 from {1r}", 1, 'a number here must be 1, not "3"', ""),
    ("d6: 5+ good, else d4", 14, "all names or all rolls", ""),
    ("2 * (d6: 5+ good, else bad)", 6, "a table of names is a whole roll", ""),
    ("pairs won of 3d6", 1, "needs dice to hold them against: pairs won of 3d6 against 2d6", ""),
    ("straight of 3d6 against 2d6", 1, "is not asked against other dice", ""),
    ("ranks 2-4 of 3d6", 7, "the ranks of 3 dice are 1 to 3, 1 the highest", ""),
    ("middle 4 of 3d6", 8, "a number here must be 1 to 3", ""),
    ("d6 / 0", 6, "a number here must be 1 to ", ""),
    ("let x = d6 - 3 in (x then d6)", 20, "it can be below 0", ""),
    ("keep 8 of 3d4, 4d6", 6, "7 dice can keep 1 to 7, not 8", ""),
    ("4d6kh5", 4, "4 dice can keep 1 to 4, not 5", ""),
    ("(2d6 + 1", 9, 'expected ")"', ""),
    ("2d6)", 4, 'a comparison such as >= 4, ":", "+" or "-", then, vs or reroll, not ")"', ""),
    ("2d6 @ 3", 5, "not a sign that the notation does not have", ""),
    ("best of 5", 10, "expected times", ""),
    ("best of (d6 + 1)", 9, "best takes several dice, such as 2d6, and this is one number", ""),
    ("keep 5 of 4d6", 6, "4 dice can keep 1 to 4, not 5", ""),
    ("4d6 drop 4", 10, "4 dice can drop 0 to 3, not 4", ""),
    ("d6 exploding up to 21 times", 4, "at most 20 times, not 21", ""),
    ("d6 exploding up to 15 + d8 exploding up to 15", 28, "at most 20 times in the whole roll", ""),
    ("d20 >= 11 crit 20 crit 19", 19, "crit is said twice", ""),
    ("d6 reroll 1 reroll 2", 13, "this is said twice", ""),
    ("d20 >= 11 crit 2-1", 16, "a range runs upwards", ""),
    ("d20 >= 11 crit 2-2", 16, "a single face stands alone", ""),
    ("12d6 >=   ", 8, "expected a number or dice such as 2d6, not the end", ""),
    ("d20 >= 11 always 3 never 1-3", 26, "a natural 3 cannot both always and never succeed", ""),
    ("d20 >= 11 always 4-6,1-3 never 3-5", 32, "a natural 3 cannot both", ""),
    ("d20 >= 11 always 1-3 never 3", 28, "a natural 3 cannot both always and never succeed", ""),
    ("d20 + d4 >= 15 crit 20", 16, "crit names faces", ""),
    ("d6 - 2 then d6", 1, "it can say -1", ""),
    ("d6 vs d8 ties a ties b", 17, "ties is said twice", ""),
    ("(d6 vs d8) + 1", 1, "on the outside only", ""),
    ("6 vs 6 ties reroll", 1, "both sides always tie", ""),
    ("6d6 >= 4 reroll up to 2 failures exploding once", 10, "do not go together", ""),
    ("(d6 and d8) reroll 1", 13, "inside the parentheses", ""),
    ("1001d6", 1, "at most 1,000 dice, not 1,001", ""),
    ("0d6", 1, "at least one die, not 0", ""),
    ("2d1001", 3, "a die has 1 to 1,000 sides", ""),
    ("d0", 2, "a die has 1 to 1,000 sides", ""),
    ("1000d1000", 1, "results go up to 1,000,000 (limit 100,000)", ""),
    ("sum of (1000d1000) >= 5", 1, "results go up to 1,000,000 (limit 100,000)", ""),
    ("best of 3d6 + (1000d1000)", 15, "results go up to 1,000,000 (limit 100,000)", ""),
    ("keep 500 of 1000d1000", 1, "results go up to 500,000 (limit 100,000)", ""),
    ("10000000 + d6", 1, "a number here must be 0 to 100,000", ""),
    ("100d1000 * d1000", 1, "results go up to 100,000,000", ""),
    ("1000d100 + 500d100 - 1000d60", 1, "results go up to", ""),
    ("(((((((((d6)))))))))", 9, "parentheses stand at most 8 deep", ""),
    (" then ".join(["d2"] * 9), 65, "at most 8 steps follow one another", ""),
    ("d{" + ",".join(["1"] * 61) + "}", 1, "at most 60 faces are listed, not 61", ""),
    ("2d", 2, "a die needs a number of sides, for example d6", ""),
    ("d6 x 2", 4, "times is written *", ""),
    ("d6 + 1.5", 7, "numbers are whole", ""),
    ("d6 >= 4,5", 8, "numbers are whole", ""),
    ("d{1,,2}", 5, 'expected a number, not ","', ""),
    ("d20 disadvantage", 5, "the worse worst of 2d20", ""),
    ("d6 >= 4 crit 6 counts 1001", 16, "it counts at most 1,000, not 1,001", ""),
]


@pytest.mark.parametrize(("text", "character", "said", "nearest"), REFUSED)
def test_refused_at_the_character(text, character, said, nearest):
    with pytest.raises(NotationError) as caught:
        probcalc.roll(text)
    error = caught.value
    assert str(error).startswith(f"roll, character {character}: ")
    assert said in str(error)
    assert error.nearest == nearest
    assert nearest in str(error)
    assert error.at == character - 1
    assert error.pointer(text).splitlines()[-1] == " " * error.at + "^"
    assert "\n" not in str(error)


@pytest.mark.parametrize(
    "text",
    [
        "d6 exploding up to 20 times",
        "d6 exploding up to 10 + d8 exploding up to 10",
        "1000d2",
        "2d1000",
        " then ".join(["d2"] * 8),
        "d{" + ",".join(["1"] * 60) + "}",
        "d6 >= 4 crit 6 counts 1000",
        "((((((((d6))))))))",
        "100000 + 0 * d6",
    ],
)
def test_the_bounds_themselves_are_allowed(text):
    if "100000" not in text:
        parse(text)
    else:
        assert probcalc.roll(text)["result"][100_000] == 1


LARGE = [
    "1000d100",
    "500d100 * 2 vs 500d100",
    "1000d6 then 100d6",
    "1000d6 then d6 >= 4 then d6",
    "keep 500 of 1000d100",
    "100d100 then d10 then d10",
    "1000d6 >= 4 reroll up to 1000 failures then d20",
    "(d1000 and d1000 and d1000) >= 500",
    "keep 2 of (d1000 and d999 and d998)",
    "d1000 exploding on 1-1000 up to 20 times",
    "1000 times (d100 exploding on 1-100 up to 5)",
    "d300 * d300 + d300 * d300",
    "10 times (10 times (10 times (10 times (d10))))",
    "1000 times (best of 1000d100)",
    "1000d2 then 1000d2 >= 2",
    "1000d6 >= 4 crit 6 counts 100",
    "1000d6 >= 4 exploding on 1-6 up to 20",
    "1000d6 >= 4 crit 6 counts 2 then d6 >= 5 crit 6 counts 2 then d6 >= 5 crit 6 counts 2",
    "1000d6 >= 4 then d6 >= 5 then d6 <= 3 then d6 >= 2 then d6 >= 2 then d3",
]


@pytest.mark.parametrize("text", LARGE)
def test_a_large_roll_is_answered_or_refused_by_its_estimate(text):
    try:
        probcalc.roll(text)
    except probcalc.InputError as error:
        said = str(error)
    else:
        said = "within its limit"
    assert "too large" in said or "at most" in said or "limit" in said


CHEAP = {
    "3 times (sum of 58d20 reroll 1)": 3 * 58 * Fraction(439, 40),
    "keep 3 of 6d{1,2,3,4,5,6,7,8,9,1000}": None,
    "keep 5 of 10 times ((d10 exploding up to 9 times) reroll 1)": None,
    "10d1000": 5005,
    "keep 100 of 200d20": None,
}


@pytest.mark.parametrize(("text", "mean"), CHEAP.items())
def test_what_the_engine_does_quickly_is_not_refused(text, mean):
    answer = probcalc.roll(text)
    assert not answer.left_out
    assert mean is None or answer["result"].mean == mean


def test_the_estimate_stands_in_the_refusal():
    with pytest.raises(probcalc.InputError, match=r"too large: about [\d,]+ steps .limit 10,000,000"):
        probcalc.roll("keep 500 of 1000d100")


@pytest.mark.parametrize("text", ["x" * 10**6, "(" * 10**6, "d6 + " * 10**5, "9" * 10**6, "-" * 299, "(" * 299])
def test_hostile_texts_are_refused_in_a_short_line(text):
    with pytest.raises(probcalc.InputError) as caught:
        probcalc.roll(text)
    assert len(str(caught.value)) < 300
    with pytest.raises(NotationError):
        parse(text)


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("d0123456789+-*<>=(){}, ")), max_size=60))
def test_no_text_does_more_than_be_refused(text):
    error = refusal(text)
    if error is not None:
        assert 0 <= error.at <= len(text)
        assert "\n" not in str(error)
        assert not set(str(error)) & set("[]`|~#&$\\")


WORDS = ["d6", "3d6", "2d{0,1}", "best", "of", "worst", "keep", "drop", "2", "1-2", ">=", "<=", "4", "then", "vs", "("]
WORDS += [")", "+", "-", "*", "crit", "fumble", "reroll", "failures", "up", "to", "once", "exploding", "on", "and"]
WORDS += ["ties", "a", "reroll", "lower", "wins", "times", "counts", "always", "never", "sum", ","]


WORDS += [
    "d{0,s,s+a}",
    "s",
    "with",
    "or",
    "not",
    "until",
    "turns",
    "total",
    "of",
    "at",
    "most",
    "turns",
    "first",
    "cards",
]
WORDS += [
    "from",
    "{",
    "}",
    "without",
    "wild",
    "split",
    "largest set",
    "!",
    "let x =",
    "in",
    "x",
    "if",
    "else",
    ":",
    "/",
]


@given(st.lists(st.sampled_from(WORDS), max_size=12))
def test_no_order_of_words_does_more_than_be_refused(words):
    error = refusal(" ".join(words))
    assert error is None or 0 <= error.at <= len(" ".join(words))


@pytest.mark.parametrize(
    "text",
    [
        "1000d6!",
        "split 500 of 1000d6",
        "300d{0,s,a,t,s+a+t}",
        "largest set of 50d20 wild 1",
        "pairs won of 100d6 against 100d6",
        "(1000d6!) >= 5000",
        "total of d6 until >= 90000",
    ],
)
def test_what_is_too_large_is_refused_with_the_bound(text):
    with pytest.raises(probcalc.InputError, match=r"too large: about [0-9,]+ (steps|bytes|states) .limit"):
        probcalc.roll(text)


def test_many_conditions_and_turns_are_answered():
    found = probcalc.roll(" and ".join(["d6 >= 3"] * 20))
    assert found["success"] == Fraction(2, 3) ** 20
    late = probcalc.roll("turns of d6 until >= 6 at most 1000 turns")["result"]
    assert late["later"] == Fraction(5, 6) ** 1000


def test_random_texts_are_read_or_refused_in_one_line():
    chance = Random(14)
    signs = "d0123456789+-*/<>=(){},:!%sax "
    read = 0
    for _ in range(1_500):
        for text in ("".join(chance.choices(signs, k=8)), " ".join(chance.choices(WORDS, k=chance.randint(1, 9)))):
            error = unread(text)
            read += error is None
            assert error is None or (0 <= error.at <= len(text) and "\n" not in str(error)), text
    assert read > 15


def unread(text):
    """The refusal of a text, or None where it is read."""
    try:
        parse(text)
    except NotationError as error:
        return error
    return None


def test_numeric_answers_do_not_wait_for_the_parser():
    import subprocess
    import sys

    code = "import sys, probcalc; probcalc.odds('chronopia.melee'); print('lark' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert found.stdout.strip() == "False"


def test_a_link_brings_every_sign_of_the_notation():
    for text in [
        "12d6 >= 4 then d6 <= 3",
        "(2d6) * 2 - 1",
        "d{1,1,2}",
        "d% < 40",
        "sum of 2d6 ≥ 7",
        "2d6 – 1",
        "10d6 4+",
        "2d6 / 2",
        "3d6!",
        "d6: 4+ 1, else 0",
    ]:
        request = from_query({"s": "custom.roll", "roll": text})
        assert request.given == {"roll": text}
        assert request.notices == ()
    for text in ["<b>d6</b>", "[x](y)", "`d6`", "www.example.org", "http://localhost", "d6\n", "x" * 10**6]:
        request = from_query({"s": "custom.roll", "roll": text})
        assert request.given == {}
        assert len(request.notices) == 1
    assert not set(SIGNS) & set("[]`|~#&$\\\"';?@._")


def test_a_broken_roll_in_a_link_falls_back_with_a_notice():
    request = from_query({"s": "custom.roll", "roll": "becst of 2d6"})
    assert request.given == {}
    assert request.notices == ('Ignored: roll, character 1: unknown word "becst"; did you mean best?',)


def test_the_longest_roll_is_read():
    text = "d6" + " + d6" * ((MOST_CHARACTERS - 2) // 5)
    assert probcalc.roll(text)["result"].mean == (1 + (MOST_CHARACTERS - 2) // 5) * 7 / 2


@pytest.mark.parametrize(
    ("text", "at", "said", "meant"),
    [
        ("2d6 >= 7", 1, "none of them can succeed; their sum is written sum of 2d6 >= 7", "sum of 2d6 >= 7"),
        ("3d6 <= 10", 1, "every one of them succeeds; their sum is written sum of 3d6 <= 10", "sum of 3d6 <= 10"),
        ("4dF >= 2", 1, "none of them can succeed", "sum of 4dF >= 2"),
        ("12d6 >= 4 then 2d6 >= 7", 16, "their sum is written sum of 2d6 >= 7", "12d6 >= 4 then sum of 2d6 >= 7"),
        ("10d6 4+ then 3+ then 5+", 17, "dice of its own, as in", "10d6 4+ then d6 >= 3 then d6 >= 5"),
        ("d100 under 45", 6, "45 or less is written d100 <= 45", "d100 <= 45"),
        ("d100 percent 45", 6, "45 or less is written d100 <= 45", "d100 <= 45"),
        ("2d6 reroll ones", 12, "faces are written as numbers, as in 2d6 reroll 1", "2d6 reroll 1"),
        ("10 attacks hit 4+", 4, "attacks are written as dice, as in 10d6 >= 4", "10d6 >= 4"),
        ("if d20 >= 15 then 2d6 else 0", 1, "a choice is written", "(2d6) if d20 >= 15 else 0"),
        ("d20>=15 ? 2d6 : 0", 9, "a choice is written", "(2d6) if d20>=15 else 0"),
        ("six times 4d6 drop lowest", 1, "is written 6 times (4d6 drop lowest)", "6 times (4d6 drop lowest)"),
        ("6x 4d6 drop lowest", 2, "is written", "6 times (4d6 drop lowest)"),
        ("d20 over 12", 5, "45 or more d100 >= 45", "d20 >= 12"),
    ],
)
def test_what_players_type_is_answered_with_the_right_spelling(text, at, said, meant):
    with pytest.raises(NotationError) as refusal:
        probcalc.roll(text)
    assert f"character {at}: " in str(refusal.value)
    assert said in str(refusal.value)
    assert repair(text, refusal.value) == meant
    probcalc.roll(meant)


def test_a_target_is_read_as_in_the_rules_and_a_dash_as_the_sign():
    assert parse("10d6 4+ reroll 1") == parse("10d6 >= 4 reroll 1")
    assert parse("d20 + 5 15+") == parse("d20 + 5 >= 15")
    assert parse("d20: 10+ 2d6 4+, else 0") == parse("d20: 10+ 2d6 >= 4, else 0")
    assert parse("2d6 – 1") == parse("2d6 — 1") == parse("2d6 - 1")
    assert parse("2d6 >= 5 crit 5–6") == parse("2d6 >= 5 crit 5-6")


def test_a_count_may_be_all_or_none_where_numbers_are_varied():
    rows = probcalc.sweep("custom.roll", {"roll": "2d6 >= x"}, vary={"x": [1, 6, 7]})
    assert [row["successes"] for row in rows] == [2, Fraction(1, 3), 0]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("6d6 count>=5 explode", "6d6 >=5 explode"),
        ("6d6 explode count 5+", "6d6 5+ explode"),
        ("6d6 explode 6 count >=5", "6d6 >=5 explode on 6"),
        ("6d6 hits on 5+", "6d6 >= 5"),
        ("6d6 5+ hits", "6d6 5+"),
        ("6d6>=5!", "6d6>=5 exploding"),
        ("8d10 difficulty 8 explode 10", "8d10 >= 8 explode on 10"),
        ("8d10 tn 7", "8d10 >= 7"),
        ("d20+5 vs AC 15", "d20+5 >= 15"),
        ("d20+7 to hit AC 18", "d20+7 >= 18"),
        ("4d6 minus lowest", "4d6 drop lowest"),
        ("4d6-lowest", "4d6 drop lowest"),
        ("roll 4d6, drop the lowest", "4d6 drop lowest"),
        ("4d6 keep 3 highest", "4d6 keep highest 3"),
        ("2d20 take highest", "2d20 keep highest"),
        ("3d6, 6 times", "6 times (3d6)"),
        ("best of d6, d8", "keep 1 of d6, d8"),
        ("2d6 between 7 and 9", "2d6: 7-9 yes, else no"),
        ("2d6 = 7-9", "2d6: 7-9 yes, else no"),
        ("2d6: 10+ strong; 7-9 weak; 6- miss", "2d6: 10+ strong, 7-9 weak, 0-6 miss"),
        ("d6 ≠ 3", "not d6 = 3"),
        ("7+ on 2d6", "sum of 2d6 >= 7"),
        ("how many sixes in 10d6", "10d6 = 6"),
        ("2d6 doubles", "largest set of 2d6 >= 2"),
        ("2w6 at least 7", "sum of 2d6 >= 7"),
        ("3d6 + + 2", "3d6 + 2"),
        ("1d8+3 fire damage", "1d8+3"),
    ],
)
def test_what_is_offered_keeps_every_number_that_was_typed_and_is_answered(typed, meant):
    with pytest.raises(NotationError) as refusal:
        probcalc.roll(typed)
    assert repair(typed, refusal.value) == meant
    probcalc.roll(meant)


@pytest.mark.parametrize("typed", ["8d10>=7 again 10", "2d6 / 2 rounded up", "d6^2", "d6|d8"])
def test_a_roll_without_what_was_typed_is_not_offered(typed):
    with pytest.raises(NotationError) as refusal:
        probcalc.roll(typed)
    assert repair(typed, refusal.value) == ""


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("(turns of d6 until >= 6 at most 3 turns) + 1", 2),
        ("(turns of d6 until >= 6 at most 3 turns) * 2", 2),
        ("(turns of d6 until >= 6 at most 3 turns) / 2", 2),
        ("(turns of d6 until >= 6 at most 3 turns) >= 2", 2),
        ("(turns of d6 until >= 6 at most 3 turns): 1 a, else b", 2),
        ("turns of d6 until >= 6 at most 3 turns then d6", 1),
        ("d6 then turns of d6 until >= 6 at most 3 turns", 9),
        ("turns of d6 until >= 6 at most 3 turns vs d6", 1),
        ("let x = (turns of d6 until >= 6 at most 3 turns) in x + 1", 10),
        ("max((turns of d6 until >= 6 at most 3 turns), 2)", 6),
        ("3 times (turns of d6 until >= 6 at most 3 turns)", 10),
        ("spread of 3 times (turns of d6 until >= 6 at most 3 turns)", 20),
    ],
)
def test_turns_that_may_be_later_are_no_part_of_another_roll(text, at):
    with pytest.raises(
        NotationError, match=rf'^roll, character {at}: turns that may come out as "later" are no number'
    ):
        probcalc.roll(text)


def test_turns_that_may_be_later_are_handed_on_as_they_are():
    never = Fraction(125, 216)
    turns = "(turns of d6 until >= 6 at most 3 turns)"
    assert probcalc.roll(f"2 if d6 >= 4 else {turns}")["result"]["later"] == never / 2
    assert probcalc.roll(f"d6: 4+ {turns}, else 0")["result"]["later"] == never / 2
    assert probcalc.roll(f"worst of 2 times {turns}")["result"]["later"] == never**2
    assert probcalc.roll(f"best of 2 times {turns}")["result"]["later"] == 1 - (1 - never) ** 2


def test_sides_that_always_tie_never_win_three_times():
    with pytest.raises(
        NotationError, match=r"^roll, character 1: both sides always tie, so rolling ties again never ends"
    ):
        probcalc.roll("1 vs 1 first to 3")
    assert probcalc.roll("1 vs 1 first to 3 ties b")["b"] == 1


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("d20 + 5 vs 15", "d20 + 5 >= 15"),
        ("2d6 vs 7", "sum of 2d6 >= 7"),
        ("best of d6 + d8", "best of (d6 and d8)"),
        ("d20 worst", "worst of (d6 and d8)"),
        ("6d6! >= 5", "6d6 >= 5 exploding"),
        ("6d6 exploding on 5-6 once >= 5", "6d6 >= 5 exploding on 5-6 once"),
    ],
)
def test_what_can_be_read_but_may_have_been_meant_otherwise_says_so(text, instead):
    notes = probcalc.roll(text).notes
    assert [note for note in notes if f"write {instead}." in note] == [*notes]
    assert len(notes) == 1
    probcalc.roll(instead)


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("d6: 10+ good, else bad", "d6: the row 10+ has no effect; it cannot be rolled."),
        ("2d6: 1-3 a, 2-3 b, else c", "2d6: the row 2-3 has no effect; the rows before it hold it."),
    ],
)
def test_a_row_that_nothing_comes_to_is_said(text, note):
    assert probcalc.roll(text).notes == (note,)


@pytest.mark.parametrize(
    "text",
    ["d6: 4-6 a, 1-3 b, else c", "d20 vs 15 ties a", "best of 2d6", "6d6! >= 7", "6d6! <= 5", "d6 vs d6", "d6! >= 4"],
)
def test_what_can_be_meant_in_one_way_only_has_no_note(text):
    assert probcalc.roll(text).notes == ()
