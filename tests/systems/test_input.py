"""What Python callers and JSON may give: every other thing is refused in one line that names the parameter."""

import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.scenarios import registry

MODELS = [model for system in registry.systems() for model in system.scenarios]
MELEE, CLASH, LOSSES = "chronopia.melee", "chronopia.clash", "chronopia.half_strength"


def refusal(scenario, given_):
    """The line of the refusal, and the error itself."""
    with pytest.raises(probcalc.InputError) as caught:
        probcalc.odds(scenario, given_)
    line = str(caught.value)
    assert line.isprintable()
    assert len(line) < 300
    return line, caught.value


# -- values ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "given_", "line"),
    [
        (MELEE, {"cc": True}, "cc must be a whole number from 1 to 30, not true"),
        (MELEE, {"cc": 2.0}, "cc must be a whole number from 1 to 30, not 2.0"),
        (MELEE, {"cc": float("nan")}, "cc must be a whole number from 1 to 30, not nan"),
        (MELEE, {"cc": float("inf")}, "cc must be a whole number from 1 to 30, not inf"),
        (MELEE, {"cc": Fraction(21, 2)}, "cc must be a whole number from 1 to 30, not 21/2"),
        (MELEE, {"cc": "10"}, 'cc must be a whole number from 1 to 30, not the text "10"'),
        (MELEE, {"cc": "none"}, 'cc must be a whole number from 1 to 30, not the text "none"'),
        (MELEE, {"cc": b"10"}, "cc must be a whole number from 1 to 30, not b'10'"),
        (MELEE, {"cc": None}, "cc must be a whole number from 1 to 30, not None"),
        (MELEE, {"cc": [10]}, "cc must be a whole number from 1 to 30, not [10]"),
        (MELEE, {"cc": {}}, "cc must be a whole number from 1 to 30, not {}"),
        (MELEE, {"cc": -(10**400)}, f"cc must be 1 to 30, not -1{'0' * 37}…"),
        (MELEE, {"cc": 10**5000}, "cc must be 1 to 30, not a whole number of 5001 digits"),
        (MELEE, {"charging": 1}, "charging must be true or false, not 1"),
        (MELEE, {"charging": "true"}, 'charging must be true or false, not the text "true"'),
        (MELEE, {"charging": None}, "charging must be true or false, not None"),
        (MELEE, {"facing": None}, "facing must be front or back, not None"),
        (MELEE, {"facing": "bakc"}, "facing must be front or back, not bakc; did you mean back?"),
        ("chronopia.shooting", {"base_size": "30"}, 'base_size must be 25, 30, 40, 50, 80 or 100, not the text "30"'),
        ("chronopia.shooting", {"base_size": 30.0}, "base_size must be 25, 30, 40, 50, 80 or 100, not 30.0"),
        ("chronopia.shooting", {"base_size": True}, "base_size must be 25, 30, 40, 50, 80 or 100, not true"),
        ("tide_of_battle.save", {"stat": 0}, "stat must be none or 1 to 7, not 0"),
        ("tide_of_battle.save", {"stat": False}, "stat must be none or a whole number from 1 to 7, not false"),
        ("tide_of_battle.save", {"stat": "4"}, 'stat must be none or a whole number from 1 to 7, not the text "4"'),
        (LOSSES, {"losses": []}, "losses must be 1 to 7 whole numbers, each 0 to 30, not []"),
        (
            LOSSES,
            {"losses": [1] * 8},
            "losses must be 1 to 7 whole numbers, each 0 to 30, not [1, 1, 1, 1, 1, 1, 1, 1]",
        ),
        (LOSSES, {"losses": [True]}, "losses must be 1 to 7 whole numbers, each 0 to 30, not [True]"),
        (LOSSES, {"losses": [[1]]}, "losses must be 1 to 7 whole numbers, each 0 to 30, not [[1]]"),
        (LOSSES, {"losses": [1, 31]}, "losses must be 1 to 7 whole numbers, each 0 to 30, not [1, 31]"),
        (LOSSES, {"losses": 4}, "losses must be 1 to 7 whole numbers, each 0 to 30, not 4"),
        (LOSSES, {"losses": "4"}, 'losses must be 1 to 7 whole numbers, each 0 to 30, not the text "4"'),
        (LOSSES, {"losses": "--1,2"}, 'losses must be 1 to 7 whole numbers, each 0 to 30, not the text "--1,2"'),
        (LOSSES, {"losses": [10**5000]}, "losses must be 1 to 7 whole numbers, each 0 to 30, not such numbers"),
        ("oathmark.cascade", {"near": 5}, "near must be text of at most 300 characters, not 5"),
        ("oathmark.cascade", {"near": "1-2\n"}, 'near must be text of at most 300 characters, not the text "1-2?"'),
    ],
)
def test_values_of_another_kind_are_refused(scenario, given_, line):
    found, error = refusal(scenario, given_)
    assert found == line
    assert error.parameter == next(iter(given_))


@pytest.mark.parametrize(
    ("scenario", "given_", "name", "value"),
    [
        (MELEE, {"attacker": None}, "attacker", "none"),
        (MELEE, {"shield": None}, "shield", "none"),
        ("tide_of_battle.save", {"stat": None}, "stat", "none"),
        ("tide_of_battle.save", {"stat": "none"}, "stat", "none"),
        (LOSSES, {"losses": (1, 2)}, "losses", [1, 2]),
        (LOSSES, {"losses": " 1, 2"}, "losses", [1, 2]),
        (CLASH, {"a": {"models": 5}}, "a.models", 5),
        (CLASH, {"a": {}, "b": {"unit": "followers"}}, "b.cc", 11),
    ],
)
def test_other_spellings_mean_the_same(scenario, given_, name, value):
    assert probcalc.odds(scenario, given_).to_json()["parameters"][name] == value


# -- names -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "given_", "line"),
    [
        (CLASH, {"models": 5}, "models is not a parameter of chronopia.clash; did you mean a.models?"),
        (CLASH, {"b.modles": 5}, "b.modles is not a parameter of chronopia.clash; did you mean b.models?"),
        (CLASH, {"c.models": 5}, "c.models is not a parameter of chronopia.clash; did you mean a.models?"),
        (CLASH, {"a": {"modles": 5}}, "a.modles is not a parameter of chronopia.clash; did you mean a.models?"),
        (CLASH, {"a": 5}, "a is not a parameter of chronopia.clash; probcalc describe chronopia.clash lists them"),
        (CLASH, {"a": {"models": 5}, "a.models": 5}, "a.models is given twice"),
        (MELEE, {"cc": {"a": 3}}, "cc.a is not a parameter of chronopia.melee; did you mean cc?"),
        (MELEE, {"": 1}, '"" is not a parameter of chronopia.melee; probcalc describe chronopia.melee lists them'),
        (MELEE, {5: 1}, "5 is not a parameter of chronopia.melee; probcalc describe chronopia.melee lists them"),
        (MELEE, {"c\nc": 1}, "c?c is not a parameter of chronopia.melee; did you mean cc?"),
        (
            MELEE,
            {"q" * 9999: 1},
            f"{'q' * 60} is not a parameter of chronopia.melee; probcalc describe chronopia.melee lists them",
        ),
        ("chronopia.mele", {}, "chronopia.mele is not a scenario; did you mean chronopia.melee?"),
        ("", {}, '"" is not a scenario; probcalc systems lists them'),
        (None, {}, "None is not a scenario; probcalc systems lists them"),
        (MELEE, [("cc", 5)], "parameters are a mapping of names to values, not of type list"),
        (MELEE, "cc", "parameters are a mapping of names to values, not of type str"),
    ],
)
def test_names_that_do_not_exist_are_refused(scenario, given_, line):
    assert refusal(scenario, given_)[0] == line


def test_a_parameter_is_given_once():
    with pytest.raises(probcalc.InputError, match=r"^cc is given twice$"):
        probcalc.odds(MELEE, {"cc": 10}, cc=10)


def test_a_value_is_never_answered_as_an_equal_one_of_another_kind():
    assert probcalc.odds(MELEE, cc=1)["hit"] == probcalc.odds(MELEE, cc=Fraction(1))["hit"] > 0
    for value in (True, 1.0, "1"):
        with pytest.raises(probcalc.InputError, match="cc must be a whole number"):
            probcalc.odds(MELEE, cc=value)
    assert probcalc.odds(LOSSES, losses=[1, 2])
    for entries in ([True, 2], [1.0, 2]):
        with pytest.raises(probcalc.InputError, match="losses must be"):
            probcalc.odds(LOSSES, losses=entries)


def test_mappings_within_themselves_are_refused():
    endless: dict[str, object] = {}
    endless["a"] = endless
    assert refusal(CLASH, endless)[0] == "a.a.a.a: parameters are nested too deeply"
    assert "at most 400" in refusal(MELEE, {f"n{i}": 1 for i in range(401)})[0]
    assert "n0 is not a parameter" in refusal(MELEE, {f"n{i}": 1 for i in range(400)})[0]


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([10**400, "none", "", "4,4", b"x", 1j])
    | st.floats()
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=120)
@given(data=st.data(), model=st.sampled_from(MODELS))
def test_whatever_is_given_is_answered_or_refused_in_one_line(data, model):
    names = st.sampled_from([p.name for p in model.parameters()]) | st.text(max_size=12)
    given_ = data.draw(st.dictionaries(names, JUNK, min_size=1, max_size=3))
    try:
        probcalc.odds(model.id, given_)
    except probcalc.InputError as error:
        line = str(error)
    else:
        line = ""
    assert line.isprintable()
    assert len(line) < 400


def test_what_is_too_much_to_write_is_left_out_and_takes_nothing_else_with_it():
    request = {"die": 97, "dice": 10, "target": 480, "critical": [500, 510], "critical_value": 10, "copies": 500}
    answer = probcalc.odds("mechanics.test", request)
    assert list(answer.left_out) == ["successes"]
    assert "limit 60,000,000" in answer.left_out["successes"]
    assert answer["success"] == probcalc.odds("mechanics.test", {**request, "copies": 1})["success"]
    with pytest.raises(probcalc.InputError, match="successes is left out"):
        answer["successes"]


# -- kept answers ------------------------------------------------------------------------------------------


def test_nobody_can_change_an_answer_that_is_kept():
    request = {"skill": 3, "split": [2, 1]}
    first = probcalc.odds("thud_and_blunder.attack", request)
    before = first.to_json()
    first.parameters["split"].append(9)
    first.parameters.clear()
    first["best_split"].append(9)
    first.to_json()["results"]["best_split"]["value"].append(9)
    assert probcalc.odds("thud_and_blunder.attack", request).to_json() == before


def test_threads_that_ask_first_get_the_same_answer():
    # In an interpreter of its own, where nothing has been loaded or built before.
    source = """
import sys, threading, probcalc
sys.setswitchinterval(1e-6)
found, ready = [], threading.Barrier(8)
def ask():
    ready.wait()
    found.append(str(probcalc.odds("oathmark.combat").to_json()))
threads = [threading.Thread(target=ask) for _ in range(8)]
[thread.start() for thread in threads], [thread.join() for thread in threads]
print(len(found), len(set(found)))
"""
    ended = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert ended.stdout.split() == ["8", "1"]
