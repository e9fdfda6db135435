"""Several attacks on one target: one attack is the scenario itself, and each later one finds what is left."""

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.analysis.stages.sequence import MOST_ATTACKS, sequence, with_shared
from probcalc.cli import main
from probcalc.exact.law.distribution import Distribution
from probcalc.present.reports.sequence import curve_report, stages_report
from probcalc.present.writing.report import report_json
from probcalc.scenarios import registry
from probcalc.scenarios.carryover import Conditions, Losses
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Scenario
from tests.systems import harness

SMALL = {
    "models": (1, 4),
    "target_models": (1, 4),
    "hit_points": (1, 3),
    "attacks_each": (1, 2),
    "already_lost": (0, 3),
    "wounds": (1, 4),
    "noa": (1, 4),
    "attackers": (1, 3),
    "health": (1, 8),
    "figures": (1, 8),
    "dice": (1, 5),
    "attacks": (1, 3),
    "damage": (0, 3),
    "damage_die": (0, 4),
    "touched": (0, 3),
    "contacts": (1, 3),
    "split": st.just([3]),
    "skill": st.just(3),
    "turns": (1, 3),
}
FINISHED = {
    "chronopia.melee": "slain",
    "chronopia.shooting": "slain",
    "chronopia.free_slash": "slain",
    "mechanics.attack": "kills",
    "custom.roll": "kills",
    "custom.program": "kills",
    "tide_of_battle.melee": "wiped_out",
    "tide_of_battle.shooting": "wiped_out",
    "tide_of_battle.catapult": "wiped_out",
    "tide_of_battle.trample": "wiped_out",
    "tide_of_battle.blast": "wiped_out",
}
MODELS = [
    model for system in registry.systems() for model in system.scenarios if model.carryover is not Scenario.carryover
]


def limits(model):
    names = {p.name.rpartition(".")[2] for p in model.parameters()}
    return {name: limit for name, limit in SMALL.items() if name in names}


@st.composite
def attacks(draw, model):
    """A legal attack, and its scenario resolved."""
    request = draw(harness.requests(model, limits(model)))
    scenario, _ = resolve(model, request.given)
    try:
        return request, scenario.carryover()
    except InputError:
        assume(False)


def test_the_attacks_of_every_game_are_there():
    assert {model.id for model in MODELS} == FINISHED.keys() | {
        "oathmark.shooting",
        "oathmark.artillery",
        "oathmark.breath",
        "thud_and_blunder.attack",
    }


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.id)
@settings(max_examples=10)
@given(data=st.data())
def test_one_attack_is_the_scenario_itself(model, data):
    request, carried = data.draw(attacks(model))
    (stage,) = sequence([request]).stages
    answer = request.answer()
    if isinstance(carried, Losses):
        assert stage.law == answer[carried.result].map(lambda outcome: min(carried.left, outcome))
    else:
        assert stage.ended == answer[carried.result][carried.end]
    if model.id in FINISHED:
        assert stage.ended == answer[FINISHED[model.id]]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.id)
@settings(max_examples=20)
@given(data=st.data())
def test_two_attacks_are_every_state_of_the_target_asked_anew(model, data):
    first, carried = data.draw(attacks(model))
    second, other = data.draw(attacks(model))
    same = {name: value for name, value in first.given.items() if name in TARGET_FIELDS[model.id]}
    given = {name: value for name, value in second.given.items() if name not in TARGET_FIELDS[model.id]} | same
    try:
        other = resolve(model, given)[0].carryover()
        found = sequence([first, (model.id, given)])
    except InputError:
        assume(False)
    assert other.end == carried.end
    expected = {}
    for state, chance in found.stages[0].law.items():
        if state == carried.end:
            expected[state] = expected.get(state, 0) + chance
            continue
        try:
            answer = probcalc.odds(model.id, given | dict(other.asked(state)))
        except InputError:
            assume(False)  # What the rules refuse of a smaller target, such as braced ranks.
        for outcome, share in answer[other.result].items():
            after = other.after(state, outcome)
            expected[after] = expected.get(after, 0) + chance * share
    assert dict(found.stages[1].law) == {state: p for state, p in expected.items() if p}


TARGET_FIELDS = {model.id: {"target", "armour"} for model in MODELS} | {
    model_id: {"target", "wounds", "armour", "heal", "ward", "watchers"}
    for model_id in ("chronopia.melee", "chronopia.shooting", "chronopia.free_slash")
}
for _name in ("mechanics.attack", "custom.roll", "custom.program"):
    TARGET_FIELDS[_name] = {"health"}
TARGET_FIELDS["thud_and_blunder.attack"] = {"target_knocked_down", "airborne"}
for _name in ("shooting", "artillery", "breath"):
    TARGET_FIELDS[f"oathmark.{_name}"] = {"target", "figures", "health", "unit_of_one"}
for _name in ("melee", "shooting", "catapult", "trample", "blast"):
    TARGET_FIELDS[f"tide_of_battle.{_name}"] = {"target_models", "hit_points", "already_lost"}


def test_archers_and_then_the_cursed_against_spearmen():
    spearmen = {"target": "spearmen"}
    shot = ("chronopia.shooting", {"attacker": "archers"})
    blow = ("chronopia.melee", {"attacker": "the_cursed"})
    found = sequence(with_shared(spearmen, [shot, blow]), ["archers", "the Cursed"])
    shots, blows = (probcalc.odds(name, spearmen | given)["slain"] for name, given in (shot, blow))
    assert [stage.ended for stage in found.stages] == [shots, 1 - (1 - shots) * (1 - blows)]
    assert found.stages[1].ends_here == (1 - shots) * blows
    assert [stage.name for stage in found.stages] == ["archers", "the Cursed"]


def test_wounds_beyond_the_last_are_not_counted_twice():
    attack = ("mechanics.attack", {"hit.always": [1, 2, 3, 4, 5, 6], "damage": 4, "health": 6})
    found = sequence([attack, attack, attack])
    assert [stage.law for stage in found.stages] == [Distribution.constant(n) for n in (4, 6, 6)]
    assert [stage.lost for stage in found.stages] == [4, 2, 0]
    assert [stage.ended for stage in found.stages] == [0, 1, 1]


def test_losses_before_the_first_attack_count():
    unit = {"target_models": 2, "hit_points": 3, "already_lost": 4}
    found = sequence([("tide_of_battle.melee", unit | {"models": 3})])
    assert found.end == 2
    assert found.stages[0].ended == probcalc.odds("tide_of_battle.melee", unit | {"models": 3})["wiped_out"]


def test_a_war_machine_has_fewer_dice_against_fewer_figures():
    found = sequence([("oathmark.breath", {"dice": 10, "activation": 10}), ("oathmark.artillery", {"figures": 10})])
    alone = probcalc.odds("oathmark.artillery", figures=10)
    assert found.stages[1].lost < alone["casualties"].mean


def test_a_figure_on_the_ground_is_easier_to_hit():
    found = sequence([("thud_and_blunder.attack", {})] * 3)
    standing = probcalc.odds("thud_and_blunder.attack")["outcome"]
    down = probcalc.odds("thud_and_blunder.attack", target_knocked_down=True)["outcome"]
    out = found.stages[0].ended + found.stages[0].law["standing"] * standing["out"]
    assert found.stages[1].ended == out + found.stages[0].law["knocked_down"] * down["out"]
    assert list(found.stages[2].law) == ["standing", "knocked_down", "out"]


REFUSED = [
    ([], f"1 to {MOST_ATTACKS} attacks can be combined, not 0"),
    ([("chronopia.armour", {})], "leaves nothing on a target"),
    ([("mechanics.attack", {})], "health: for several attacks on one target it must be 1 to 200, not 0"),
    ([("chronopia.melee", {}), ("tide_of_battle.melee", {})], "all are on one target"),
    ([("chronopia.melee", {"wounds": 2}), ("chronopia.melee", {})], "attack 2: its target has 1 wound left"),
    ([("oathmark.shooting", {}), ("oathmark.shooting", {"unit_of_one": True})], "all are on one target"),
    (
        [("chronopia.shooting", {"target": "spearmen"}), ("chronopia.melee", {"target": "lotus_guard"})],
        "attack 2: its target is Lotus Guards, and that of the first attack is Spearmen; all are on one target",
    ),
    ([("thud_and_blunder.attack", {}), ("thud_and_blunder.attack", {"target_knocked_down": True})], "is knocked down"),
    ([("chronopia.melee", {"cc": 99})], "cc must be 1 to 30, not 99"),
    ([("chronopia.mele", {})], "did you mean chronopia.melee?"),
]


@pytest.mark.parametrize(("requests", "said"), REFUSED)
def test_refused_in_one_line(requests, said):
    with pytest.raises(InputError) as caught:
        sequence(requests)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_target_in_too_many_states_is_refused(monkeypatch):
    breath = ("oathmark.breath", {"dice": 3, "figures": 5})
    assert len(sequence([breath, ("oathmark.artillery", {"figures": 5})]).stages) == 2
    monkeypatch.setattr("probcalc.analysis.stages.sequence.MOST_STATES", 3)
    with pytest.raises(InputError, match=r"attack 2: oathmark\.artillery is asked anew for each of 4 states"):
        sequence([breath, ("oathmark.artillery", {"figures": 5})])


def test_a_shared_parameter_that_no_attack_knows_is_refused():
    with pytest.raises(InputError, match="did you mean target"):
        with_shared({"targe": "spearmen"}, [("chronopia.melee", {})])


def test_rows_and_data():
    blow = ("chronopia.melee", {"attacker": "the_cursed", "target": "followers", "wounds": 3})
    found = sequence([blow, blow])
    stages, curve = stages_report(found), curve_report(found)
    assert len(stages.rows) == len(found.stages)
    for number, *tails in (row.cells for row in curve.rows):
        assert tails == [stage.law.at_least(int(number)) for stage in found.stages]
    data = json.loads(report_json(stages))
    assert [Fraction(stage["ended"]) for stage in data["attacks"]] == [stage.ended for stage in found.stages]


def test_the_curve_of_conditions_counts_that_one_or_a_worse():
    found = sequence([("thud_and_blunder.attack", {})] * 2)
    down, out = (row.cells for row in curve_report(found).rows)
    laws = [stage.law for stage in found.stages]
    assert down == ("knocked down", *(law["knocked_down"] + law["out"] for law in laws))
    assert out == ("out", *(law["out"] for law in laws))


def test_a_condition_never_gets_better():
    order = ("standing", "knocked_down", "out")
    fate = Conditions("outcome", order, "standing", "out", {"standing": {}, "knocked_down": {}})
    after = {(state, outcome): fate.after(state, outcome) for state in order for outcome in (*order, "missed")}
    assert after["knocked_down", "standing"] == after["knocked_down", "missed"] == "knocked_down"
    assert {after["out", outcome] for outcome in order} == {"out"}


def said(*words):
    found = CliRunner().invoke(main, ["sequence", *words])
    assert found.exit_code == 0, found.stderr
    return found.stdout


def test_on_the_command_line():
    text = said("target=spearmen", "chronopia.shooting", "attacker=archers", "then", "chronopia.melee", "cc=13")
    assert "1: chronopia.shooting attacker=archers\n2: chronopia.melee cc=13" in text
    again = json.loads(said("chronopia.melee", "wounds=3", "then", "wounds=3", "then", "charging=true", "--json"))
    assert [stage["answer"]["parameters"]["charging"] for stage in again["attacks"]] == [False, False, True]
    assert said("chronopia.melee", "--csv").startswith("attack,slain so far,this attack,")
    assert said("chronopia.melee", "--markdown", "--curve").startswith("**")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["charge=1", "chronopia.melee"], "charge is not a parameter of any request; did you mean charging?"),
        (["target=spearmen"], "the first request names a scenario"),
        (["cc=1", "cc=2", "chronopia.melee"], "cc is given twice"),
        (["chronopia.melee", "then", "cc=99"], "cc must be 1 to 30, not 99"),
    ],
)
def test_refused_on_the_command_line(words, line):
    found = CliRunner().invoke(main, ["sequence", *words])
    assert found.exit_code == 2
    assert line in found.stderr
    assert found.stdout == ""
