"""The page about the notation: its examples run, and every roll that it names in a table can be read."""

import re
from pathlib import Path

import pytest

from probcalc.notation import limits, parsed

PAGE = Path(__file__).parent.parent.parent / "docs" / "notation.md"
TABLE_ROWS = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
CODE = re.compile(r"`([^`]+)`")
CONDITIONS = ("crit", "fumble", "always", "never", "reroll", "exploding")


@pytest.mark.parametrize("text", [text for row in TABLE_ROWS for text in CODE.findall(row.split("|")[1])])
def test_what_a_table_names_can_be_read(text):
    parsed(f"6d6 >= 4 {text}" if text.startswith(CONDITIONS) else text)


def test_the_bounds_on_the_page_are_those_of_the_code():
    text = " ".join(PAGE.read_text("utf-8").split())
    assert f"at most {limits.MOST_CHARACTERS} characters, parentheses {limits.MOST_NESTING} deep" in text
    assert f"{limits.MOST_DICE:,} dice of {limits.MOST_SIDES:,} sides in a pool" in text
    assert f"{limits.MOST_FACES} listed faces, {limits.MOST_THEN} steps" in text
    assert f"{limits.MOST_EXPLOSIONS} explosions; its results reach at most {limits.MOST_REACH:,}" in text
    assert limits.MOST_STEPS == 10_000_000
