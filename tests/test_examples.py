"""The examples run, and say what they are read for."""

import runpy
import sys
from pathlib import Path

import pytest

from probcalc.scenarios import registry

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))
SAYS = {
    "check_tree": "proved: a six among two dice, in 3 lines",
    "check_play": "proved: mean turns = 6, from 2 states",
    "discord_bot": "Exact odds of any roll",
    "one_attack": "Slain: 369/625, that is 59.0%",
    "unit_against_every_target": "Civilian                  68.4%     73.2%",
    "custom_mechanic": "exactly 38179/24576 and 189107297/100663296",
    "chronopia_charge": "3 Spearmen hold against the charge with 55.0%",
    "oathmark_any_die": "2d6, the best, at 5 or more: 5/9",
    "plain_dice_best_of_two": "On average 161/36 in place of 7/2",
    "reikhammer_retain": "1/6 when a never retains, 1/108 when it always does",
    "thud_and_blunder_split": "clothes        54.0%  74.0%  4+2    82.9%  4+2+0",
    "tide_of_battle_charge": "     40         4.75          56.0%      18.7%",
}


def test_every_system_has_an_example():
    texts = [path.read_text("utf-8") for path in EXAMPLES]
    asked = {"custom": "probcalc.roll("} | {name: f'"{name}.' for name in registry.system_ids() if name != "custom"}
    assert [name for name, words in asked.items() if not any(words in text for text in texts)] == []


def test_every_example_says_what_to_read_it_for():
    assert set(SAYS) == {path.stem for path in EXAMPLES}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(path, capsys):
    longest = sys.get_int_max_str_digits()
    try:
        runpy.run_path(str(path), run_name="__main__")
    finally:
        # An example that is a program may set this for itself; what runs after it in this process is as before.
        sys.set_int_max_str_digits(longest)
    said = capsys.readouterr().out
    assert said.strip()
    assert SAYS[path.stem] in said
