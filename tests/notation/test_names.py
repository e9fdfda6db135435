"""A roll that is let for a word is the same as one that is let for a letter, however it is asked or written."""

import re
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import probcalc
from probcalc.notation import parse
from probcalc.notation.errors import NotationError
from probcalc.notation.names import names_as_signs
from probcalc.notation.reading import WORDS
from probcalc.notation.writing import write

ROLLS = (
    "let x = 4d6 >= 4 in (x > 2) + x",
    "let x = d6 in let y = x + d4 in y * x - y",
    "let x = d6 >= 4 in best of 2d12 if x else d12",
    "let x = 5d6 >= 4 in let y = (x then d6 >= 5) in x - y",
    "let x = d6 in 3d20 >= x",
    "let x = d6 in x: 5+ good, else bad",
    "let z = 2d6 in let x = d6 in z > x",
)
NAMES = st.text("abcdefghijklmnopqrstuvwxyz", min_size=2, max_size=20).filter(lambda word: word not in WORDS)


@given(st.sampled_from(ROLLS), st.lists(NAMES, min_size=3, max_size=3, unique=True))
def test_words_mean_what_letters_mean(roll, words):
    told = re.sub(r"\b[xyz]\b", lambda found: words["xyz".index(found[0])], roll)
    by_letters, by_words = probcalc.roll(roll), probcalc.roll(told)
    assert {name: by_letters[name] for name in by_letters} == {name: by_words[name] for name in by_words}
    said = re.sub(r"\b[xyz]\b", lambda found: words["xyz".index(found[0])], write(parse(roll)))
    assert write(parse(told)) == said
    assert write(parse(said)) == said
    assert len(names_as_signs(told, WORDS)) == len(told)


def test_several_counts_are_carried_through_a_sequence():
    left = probcalc.roll("let hits = 2d6 >= 4 in let saved = (hits then d6 >= 5) in hits - saved")["result"]
    count = [0, 0, 0]
    for first, second, one, other in product(range(1, 7), repeat=4):
        count[sum(hit >= 4 and save < 5 for hit, save in ((first, one), (second, other)))] += 1
    assert [left[n] for n in range(3)] == [Fraction(each, 6**4) for each in count]


def test_a_name_is_free_again_behind_its_parentheses():
    answer = probcalc.roll("(let good = d6 in good) + d4: 5+ good, else bad")
    assert answer["named"]["good"] == Fraction(3, 4)


def test_a_number_beside_the_roll_stays_out_of_names():
    answer = probcalc.odds("custom.roll", roll="let axes = xd6 in axes + y", x=2, y=1)
    assert answer["result"].mean == 8
    by_word, by_letter = (
        probcalc.formula("custom.roll", {"roll": f"let {name} = d20 + x in {name} >= 15"}, free=["x=0..9"])["result"]
        for name in ("foxy", "z")
    )
    assert str(by_word) == str(by_letter)


@pytest.mark.parametrize(
    ("roll", "refusal"),
    [
        ("let hits = 3d6 in hist - 1", 'roll, character 19: unknown word "hist"; did you mean hits?'),
        ("let best = d6 in best", "roll, character 5: best is a word of the notation; take another name"),
        ("let hits2 = d6 in hits2", "roll, character 5: a name is 1 to 20 letters, not hits2"),
        ("let hits = d6 in let hits = d6 in hits", "roll, character 18: hits stands for something already"),
        ("hits + let hits = d6 in hits", "roll, character 1: "),
        ("let hits = d6 in 2d6 hits", "roll, character 22: expected "),
        (f"let {'a' * 21} = d6 in 3", "roll, character 5: a name is 1 to 20 letters"),
    ],
)
def test_a_name_that_is_wrong_is_refused_where_it_stands(roll, refusal):
    with pytest.raises(NotationError, match=re.escape(refusal)):
        parse(roll)
