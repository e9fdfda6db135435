"""One spelling for a number, the same at every door."""

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner

import probcalc
from probcalc.analysis.measure import measure, read_number
from probcalc.cli import main
from probcalc.scenarios.errors import InputError

ASKED = {"attacker": "the_cursed", "target": "spearmen"}
NUMBERS = {
    "slain": lambda answer: answer["slain"],
    "wounds": lambda answer: answer["wounds"].mean,
    "mean wounds": lambda answer: answer["wounds"].mean,
    "mean(wounds)": lambda answer: answer["wounds"].mean,
    "wounds >= 2": lambda answer: answer["wounds"].at_least(2),
    "wounds>1": lambda answer: answer["wounds"].at_least(2),
    "P(wounds >= 2)": lambda answer: answer["wounds"].at_least(2),
    "wounds = 1": lambda answer: answer["wounds"][1],
}


def swept(text):
    """The number in the one cell of a sweep."""
    table = probcalc.sweep("chronopia.melee", ASKED, vary=["cc=10"], results=[text]).to_arrow()
    return Fraction(table.to_pylist()[0][table.column_names[1]])


@pytest.mark.parametrize("text", NUMBERS)
def test_every_door_reads_a_number_alike(text):
    answer = probcalc.odds("chronopia.melee", ASKED, cc=10)
    right = NUMBERS[text](answer)
    assert measure("chronopia.melee", text).of(answer) == right
    assert probcalc.table("chronopia.melee", ASKED, "cc=10", measured=text).cells[0][0].value == right
    assert swept(text) == right


def test_a_line_reads_it_too():
    words = [f"{name}={value}" for name, value in ASKED.items()]
    told = CliRunner().invoke(main, ["table", "chronopia.melee", *words, "--rows", "cc=10", "--result", "wounds >= 2"])
    flags = ["--result", "wounds", "--at-least", "2"]
    assert (
        told.output == CliRunner().invoke(main, ["table", "chronopia.melee", *words, "--rows", "cc=10", *flags]).output
    )
    aimed = CliRunner().invoke(main, ["advise", "chronopia.melee", *words, "--aim", "least wounds >= 2", "--json"])
    assert json.loads(aimed.output)["aim"] == {"result": "wounds", "at_least": 2, "outcome": "none", "least": True}


def test_an_outcome_by_name_is_one_of_its_own():
    answer = probcalc.odds("oathmark.combat")
    assert measure("oathmark.combat", "winner = tie").of(answer) == answer["winner"]["tie"]
    with pytest.raises(InputError, match="nobody is not a possible outcome of winner"):
        measure("oathmark.combat", "winner = nobody").of(answer)
    with pytest.raises(InputError, match="winner has names for outcomes and no mean"):
        measure("oathmark.combat", "mean winner").of(answer)


@pytest.mark.parametrize("text", ["wounds <", "wounds < 2", "wounds >= x", "1/2", "variance(wounds)", "=", " "])
def test_what_is_no_number_shows_how_one_is_written(text):
    with pytest.raises(InputError, match="a number is written like slain, mean wounds") as caught:
        read_number(text)
    assert "\n" not in str(caught.value)


def test_a_count_said_twice_is_refused():
    with pytest.raises(InputError, match="says what is counted"):
        measure("chronopia.melee", "wounds >= 2", at_least=3)
    with pytest.raises(InputError, match="says what is counted"):
        probcalc.advise("chronopia.melee", aim={"result": "wounds >= 2", "at_least": 3})
    told = CliRunner().invoke(main, ["odds", "chronopia.melee", "--result", "wounds >= 2", "--at-least", "3"])
    assert told.exit_code == 2
    assert "says what is counted" in told.output
