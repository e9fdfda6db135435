"""Reikhammer: worked cases, slow twins, presets, and what every player takes for granted."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import probcalc
from probcalc.scenarios import registry
from probcalc.scenarios.contract import faults
from tests.systems import harness
from tests.twins.reikhammer import TWINS

SMALL = {
    "turns": (1, 4),
    "units": (1, 6),
    "shock": (0, 6),
    "starts": st.sampled_from(["a", "b"]),
    "a_commands": st.just([4, 2, 5]),
    "b_commands": st.lists(st.integers(0, 8), min_size=1, max_size=3),
    "a_shocks": st.lists(st.integers(0, 2), min_size=3, max_size=3),
}


@pytest.mark.parametrize("case", harness.cases("reikhammer"))
def test_worked_case(case):
    harness.check_case(case)


@pytest.mark.parametrize("case", harness.error_cases("reikhammer"))
def test_refused(case):
    harness.check_refused(case)


@pytest.mark.parametrize("model", harness.scenarios("reikhammer"), ids=harness.name)
@given(data=st.data())
def test_twin(model, data):
    request = data.draw(harness.requests(model, {k: v for k, v in SMALL.items() if model.parameter(k)}))
    harness.check_laws(request.answer())
    harness.check_twin(request, TWINS)


@given(request=harness.requests(harness.registry.scenario("reikhammer.strategy"), {"turns": (1, 5)}))
def test_swapping_the_sides_mirrors_the_strategy_test(request):
    harness.check_mirrored(
        request,
        {"a_wins": "b_wins", "b_wins": "a_wins"},
        {"a_turns": lambda won: request.answer().parameters["turns"] - won},
    )


@given(data=st.data())
def test_swapping_the_sides_mirrors_a_turn(data):
    request = data.draw(harness.requests(harness.registry.scenario("reikhammer.turn"), SMALL))
    pairs = {"a_chosen": "b_chosen", "a_shock_gained": "b_shock_gained"}
    harness.check_mirrored(request, pairs, {"difference": lambda difference: -difference})


@given(command=st.integers(0, 7), modifier=st.integers(-6, 6), shock=st.integers(0, 3), retaining=st.booleans())
def test_a_better_rating_never_hurts(command, modifier, shock, retaining):
    circumstances = {"modifier": modifier, "shock": shock, "retaining": retaining}
    worse, better = (probcalc.odds("reikhammer.action", circumstances, command=c) for c in (command, command + 1))
    assert better["passes"] >= worse["passes"]
    assert better["shock_after"].mean <= worse["shock_after"].mean


@given(data=st.data())
def test_choosing_best_gains_what_never_retaining_gains(data):
    given = data.draw(harness.requests(harness.registry.scenario("reikhammer.turn"), SMALL)).given
    best, never = (probcalc.odds("reikhammer.turn", {**given, "a_policy": p}) for p in ("best", "never"))
    assert best["difference"].mean >= never["difference"].mean


def test_command_ratings_of_the_page():
    passes = [probcalc.odds("reikhammer.action", command=c)["passes"] for c in range(9)]
    assert passes == [0, Fraction(1, 6), Fraction(1, 3), Fraction(1, 2), Fraction(2, 3), Fraction(5, 6), 1, 1, 1]


@pytest.mark.parametrize(
    ("rounding", "left"), [("removed_down", (0, 1, 2, 2, 3, 3, 4, 4)), ("removed_up", (0, 1, 1, 2, 2, 3, 3, 4))]
)
def test_shock_left_after_one_passed_rally_test(rounding, left):
    for shock, expected in enumerate(left, 1):
        answer = probcalc.odds("reikhammer.rally", shock=shock, command=6, rounding=rounding)
        assert dict(answer["shock_after"]) == {expected: 1}


def test_a_formation_with_nothing_to_rally_from_says_so():
    steady = probcalc.odds("reikhammer.rally", shock=0, command=6, turns=3, rounding="removed_up")
    # In the order in which they are declared, in every run.
    said = [note.partition(" has no effect here")[0] for note in steady.notes]
    assert said == ["command", "rounding", "turns"]
    assert steady["clear"] == 1


def test_the_shock_of_a_broken_formation_has_no_effect_unless_it_counts_in_the_rally_test():
    reason = "shock has no effect here: a broken formation has the Shock of its units when it rallies."
    for scenario in ("reikhammer.rally", "reikhammer.formation"):
        assert reason in probcalc.odds(scenario, broken=True, shock=3).notes
        assert not probcalc.odds(scenario, broken=True, shock=3, rally_shock="yes").notes


@harness.every_preset("reikhammer")
def test_preset_with_every_pair_of_modifiers(preset):
    harness.check_preset(preset)


def test_declarations_catalogue_and_ready_made_questions_agree():
    assert faults(registry.system("reikhammer")) == []
