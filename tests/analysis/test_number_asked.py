"""One spelling for a number, the same at every door."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from sympy.parsing.sympy_parser import parse_expr

import probcalc
from probcalc.analysis.balance.entries import weights_of
from probcalc.analysis.formulas.curve import curve
from probcalc.analysis.laboratory.design import wish
from probcalc.analysis.numbers.measure import measure, read_number
from probcalc.analysis.sweeps.axes import axis
from probcalc.analysis.sweeps.where import where
from probcalc.cli import main
from probcalc.present.declared.answer_forms import with_lead
from probcalc.present.sentences.headline import headline
from probcalc.scenarios.errors import InputError
from probcalc.web.state.view import View
from probcalc.web.state.view_fields import view_from, view_query

ASKED = {"attacker": "the_cursed", "target": "spearmen"}
NUMBERS = {
    "slain": lambda answer: answer["slain"],
    "wounds": lambda answer: answer["wounds"].mean,
    "mean wounds": lambda answer: answer["wounds"].mean,
    "mean(wounds)": lambda answer: answer["wounds"].mean,
    "wounds >= 2": lambda answer: answer["wounds"].at_least(2),
    "wounds>1": lambda answer: answer["wounds"].at_least(2),
    "P(wounds >= 2)": lambda answer: answer["wounds"].at_least(2),
    "2 <= wounds": lambda answer: answer["wounds"].at_least(2),
    "wounds = 1": lambda answer: answer["wounds"][1],
    "wounds >= 4/2": lambda answer: answer["wounds"].at_least(2),
    "wounds < 2": lambda answer: 1 - answer["wounds"].at_least(2),
    "wounds != 1": lambda answer: 1 - answer["wounds"][1],
    'wounds != "1"': lambda answer: 1 - answer["wounds"][1],
    "P(wounds != 1)": lambda answer: 1 - answer["wounds"][1],
    "not slain": lambda answer: 1 - answer["slain"],
    "slain and wounds < 2": lambda answer: answer["wounds"][1],
    "1 <= wounds <= 2": lambda answer: answer["wounds"].at_least(1),
    "not (slain or attacker_dazed)": lambda answer: 1 - chance_of_either(answer),
}


def chance_of_either(answer):
    """That the target is slain or the attacker dazed, added up from both together."""
    both = probcalc.joint("chronopia.melee", answer.parameters, ["slain", "attacker_dazed"]).table
    return sum(chance for slain, dazed, chance in both if slain or dazed)


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
    asked = [*(f"{name}={value}" for name, value in ASKED.items()), "--in", "cc=10..11", "--result", text, "--json"]
    told = CliRunner().invoke(main, ["formula", "chronopia.melee", *asked])
    [found] = json.loads(told.output)["results"].values()
    if found["kind"] == "distribution":
        assert text == "wounds"
    else:
        assert Fraction(str(parse_expr(found["sympy"]).subs("cc", 10))) == right
    answer, lead = with_lead(answer, {"result": text, "at_least": None})
    assert headline(answer, *lead).exact == right
    assert curve("chronopia.melee", ASKED, "cc", measure("chronopia.melee", text)).at(10) == right
    aimed = probcalc.advise("chronopia.melee", ASKED, cc=10, aim=text)
    assert aimed.value == right


def test_a_number_below_nothing_is_read_too():
    opposed = probcalc.odds("mechanics.opposed")
    for text in ("margin >= -1", "-1 <= margin", "margin > -2"):
        assert measure("mechanics.opposed", text).of(opposed) == opposed["margin"].at_least(-1)


def test_the_sentence_of_an_answer_leads_with_the_outcome_that_is_asked():
    said = CliRunner().invoke(main, ["odds", "oathmark.combat", "--result", "winner = b"]).output
    assert "\nThe active unit loses to the enemy: 37.7% (about 2 in 5). The active unit wins: 37.7%." in said
    line = CliRunner().invoke(main, ["odds", "chronopia.melee", "--result", "wounds = 1", "--line"]).output
    assert "exactly 1 wound: 27.5% (11/40), 0.28 wounds on average" in line
    panic = CliRunner().invoke(main, ["odds", "chronopia.panic", "--result", "turns >= 2", "--line"]).output
    assert panic == "Chronopia, the unit: at least 2 turns: 40.0% (2/5), the unit leaves the table: 40.0%\n"
    for text, why in (("winner = c", "c is not a possible outcome of winner"), ("mean winner", "and no mean")):
        told = CliRunner().invoke(main, ["odds", "oathmark.combat", "--result", text])
        assert told.exit_code == 2
        assert why in told.output


@pytest.mark.parametrize("question", [["steps", "--over", "cc"], ["dominance"], ["numbers"]])
def test_a_number_that_nothing_has_is_refused_by_the_laboratory(question):
    name, *options = question
    told = CliRunner().invoke(main, ["lab", name, "chronopia.melee", *options, "--result", "slain = 1"])
    assert told.exit_code == 2
    assert told.output == "slain is no distribution, so it has no single outcomes\n"


def test_a_line_reads_it_too():
    words = [f"{name}={value}" for name, value in ASKED.items()]
    told = CliRunner().invoke(main, ["table", "chronopia.melee", *words, "--rows", "cc=10", "--result", "wounds >= 2"])
    flags = ["--result", "wounds", "--at-least", "2"]
    assert (
        told.output == CliRunner().invoke(main, ["table", "chronopia.melee", *words, "--rows", "cc=10", *flags]).output
    )
    aimed = CliRunner().invoke(main, ["advise", "chronopia.melee", *words, "--aim", "least wounds >= 2", "--json"])
    assert json.loads(aimed.output)["aim"] == {"result": "wounds", "at_least": 2, "outcome": "none", "least": True}
    aimed = CliRunner().invoke(main, ["advise", "chronopia.melee", *words, "--aim", "mean wounds", "--json"])
    assert json.loads(aimed.output)["aim"]["result"] == "wounds"
    chart = ["chart", "law", "chronopia.melee", *words, "--result"]
    assert (
        CliRunner().invoke(main, [*chart, "mean wounds"]).output == CliRunner().invoke(main, [*chart, "wounds"]).output
    )


def test_an_outcome_by_name_is_one_of_its_own():
    answer = probcalc.odds("oathmark.combat")
    assert measure("oathmark.combat", "winner = tie").of(answer) == answer["winner"]["tie"]
    with pytest.raises(InputError, match="nobody is not a possible outcome of winner"):
        measure("oathmark.combat", "winner = nobody").of(answer)
    with pytest.raises(InputError, match="winner has names for outcomes and no mean"):
        measure("oathmark.combat", "mean winner").of(answer)


@pytest.mark.parametrize(
    "text", ["wounds <", "slain and", "1/2", "variance(wounds)", "wounds + 1 > 2", "not mean wounds > 1", "=", " "]
)
def test_what_is_no_number_shows_how_one_is_written(text):
    with pytest.raises(InputError, match="a number is written like slain, mean wounds") as caught:
        read_number(text)
    assert "\n" not in str(caught.value)


def test_a_name_that_never_comes_is_refused_before_a_formula_is_made():
    asked = ["oathmark.combat", "--in", "a.fight=1..3", "--result", "winner = c"]
    solved = ["oathmark.combat", "--for", "a.fight=1..3", "--that", "winner[c] >= 0"]
    for told in (CliRunner().invoke(main, ["formula", *asked]), CliRunner().invoke(main, ["solve", *solved])):
        assert told.exit_code == 2
        assert told.output == "c is not a possible outcome of winner; choose from a, tie, b\n"


@pytest.mark.parametrize(
    ("condition", "on", "off"),
    [
        ("charging = true", True, False),
        ("charging != true", False, True),
        ("charging = false", False, True),
        ("true = charging", True, False),
        ("charging = 1", True, False),
        ("charging", True, False),
        ("not charging", False, True),
    ],
)
def test_what_is_on_is_true(condition, on, off):
    wanted = where(condition, [axis("chronopia.melee", "charging")])
    assert (wanted.holds([True]), wanted.holds([False])) == (on, off)


def test_what_is_wanted_may_lie_below_nothing():
    assert wish("mechanics.opposed", "mean margin = -1").value == -1
    assert wish("mechanics.opposed", "margin >= -1 = 50%").measure.at_least == -1


def test_a_record_reads_it_too():
    asked = "chronopia.melee attacker=the_cursed target=spearmen -> "
    counted, flagged = (probcalc.luck(f"{asked}{came}") for came in ("wounds >= 2 = yes", "wounds = yes ; at_least 2"))
    assert counted["sides"] == flagged["sides"]
    for came, why in (
        ("wounds >= 2 = yes ; at_least 2", "says what is counted"),
        ("mean wounds = 1", "whether something came, as in wounds >= 2 or winner = a"),
        ("slain and wonds < 2 = yes", "wonds is not a result of chronopia.melee; did you mean wounds"),
        ("slain and wounds < 2 = 3", "came is yes or no for slain and wounds < 2, not 3"),
    ):
        with pytest.raises(InputError, match=why):
            probcalc.luck(asked + came)


def test_an_address_of_the_pages_reads_it_too():
    assert view_from({"show.result": "wounds >= 2"}) == (View(result="wounds", at_least=2), ())
    assert view_from({"show.result": "winner=a"}) == (View(result="winner", outcome="a"), ())
    assert view_from({"show.result": "mean wounds"}) == (View(result="wounds"), ())
    for text in ("wounds = 2", "wounds < 2", "slain and not attacker_dazed"):
        assert view_from({"show.result": text}) == (View(result=text), ())
        assert view_from(view_query(View(result=text)))[0].result == text
    for text in ("a b c", "wounds >= 99999999", "x" * 200 + " >= 1"):
        view, [notice] = view_from({"show.result": text})
        assert view == View()
        assert notice.startswith("Ignored: show.result is a name, or a number like mean wounds")


def test_the_aim_of_a_plan_and_a_test_in_a_sheet_read_it_too():
    plan = json.loads(Path("examples/who_attacks_whom.json").read_text(encoding="utf-8"))
    for said, old in (("targets >= 2", "at_least:2"), ('target = "a spearman"', "target:a spearman")):
        assert probcalc.allocate(**plan | {"aim": said}).value == probcalc.allocate(**plan | {"aim": old}).value
    named = json.loads(json.dumps(plan).replace("a spearman", "A >= B: C"))
    for aim in ("target:A >= B: C", 'target = "A >= B: C"'):
        assert probcalc.allocate(**named | {"aim": aim}).value == probcalc.allocate(**plan | {"aim": old}).value
    for said in ("mean hits", "mean(hits)", "mean of hits"):
        game = probcalc.sheet(f"hits = 4d6 >= 4\nresult: hits\nexpect: {said} is 2")
        assert [met.wrong for met in game.check()] == [None]


def test_a_count_said_twice_is_refused():
    with pytest.raises(InputError, match="says what is counted"):
        measure("chronopia.melee", "wounds >= 2", at_least=3)
    with pytest.raises(InputError, match="says what is counted"):
        probcalc.advise("chronopia.melee", aim={"result": "wounds >= 2", "at_least": 3})
    told = CliRunner().invoke(main, ["odds", "chronopia.melee", "--result", "wounds >= 2", "--at-least", "3"])
    assert told.exit_code == 2
    assert "says what is counted" in told.output


@pytest.mark.parametrize("three", ["3", "+3", "3.0", "3.", " 6/2 ", Fraction(3)])
def test_a_number_that_is_given_is_read_alike_at_every_door(three):
    assert probcalc.fair(rolls=[1, three, 5], die=6) == probcalc.fair(rolls=[1, 3, 5], die=6)
    luck = [probcalc.luck([{"roll": "d6", "came": came, "weight": came}]) for came in (three, 3)]
    assert luck[0]["sides"] == luck[1]["sides"]
    assert weights_of({"troll": three, "ogre": 1}, ["troll", "ogre"]) == [Fraction(3, 4), Fraction(1, 4)]


@pytest.mark.parametrize("none", ["", "1/0", "1e3", "0.5/2", "three", 0.5, True, None])
def test_what_is_no_exact_number_is_refused_at_every_door(none):
    for ask in (
        lambda: probcalc.fair(rolls=[none], die=6),
        lambda: probcalc.luck([{"roll": "d6", "came": 1, "weight": none or "no"}]),
        lambda: weights_of({"troll": none}, ["troll", "ogre"]),
    ):
        with pytest.raises(InputError):
            ask()
