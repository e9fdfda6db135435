"""The page about the notation: its examples run, and every roll that it names in a table can be read."""

import re
from pathlib import Path

import pytest

import probcalc
from probcalc.notation import limits, operators, parse

PAGE = Path(__file__).parent.parent.parent / "docs" / "notation.md"
TABLE_ROWS = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
FORMS = [line.split(" | ") for line in TABLE_ROWS if line.count(" | ") == 2]
CODE = re.compile(r"`([^`]+)`")
CONDITIONS = ("crit", "fumble", "always", "never", "reroll", "exploding")


@pytest.mark.parametrize(
    "text", [text for row in TABLE_ROWS if row.count(" | ") < 2 for text in CODE.findall(row.split("|")[1])]
)
def test_what_a_table_names_can_be_read(text):
    parse(f"6d6 >= 4 {text}" if text.startswith(CONDITIONS) else text)


def test_the_bounds_on_the_page_are_those_of_the_code():
    text = " ".join(PAGE.read_text("utf-8").split())
    assert f"at most {limits.MOST_CHARACTERS} characters, parentheses {limits.MOST_NESTING} deep" in text
    assert f"{limits.MOST_DICE:,} dice of {limits.MOST_SIDES:,} sides in a pool" in text
    assert f"{limits.MOST_FACES} listed faces, {limits.MOST_THEN} steps" in text
    assert f"{limits.MOST_EXPLOSIONS} explosions; its results reach at most {limits.MOST_REACH:,}" in text
    assert limits.MOST_STEPS == 10_000_000


@pytest.mark.parametrize(
    ("written", "comes_to"), [(written[3:-1], told.removesuffix(" |")) for written, _, told in FORMS]
)
def test_what_the_table_of_forms_says_comes_out(written, comes_to):
    answer = probcalc.odds("custom.roll", roll=written, **({"x": 3, "y": 5} if "xd" in written else {}))
    what, _, number = comes_to.rpartition(" ")
    law = next(answer[name] for name in ("success", "successes", "result", "a", "named") if name in answer)
    found = {"": lambda: law, "first": lambda: law, "mean": lambda: law.mean, "by 3:": lambda: law.at_most(3)}
    assert str(found[what]() if what in found else law[what]) == number


def test_the_table_of_forms_has_every_word_of_the_grammar():
    grammar = (Path(probcalc.notation.__file__).parent / "grammar.lark").read_text("utf-8")
    words = {*re.findall(r'^[A-Z_]+: "([a-z]+)"$', grammar, re.MULTILINE), *operators.WORDS}
    assert not words - set(re.findall("[a-z]+", " ".join(" ".join(row) for row in FORMS)))
