"""One result that is too large does not take the others with it, and all results of an answer share one budget."""

import pytest
from click.testing import CliRunner

import probcalc
from benchmarks.questions import LONG_FRACTIONS
from probcalc.cli import main
from probcalc.exact.budget.bounds import Budget, TooLarge, metered
from probcalc.exact.numbers.numerals import integer_text
from probcalc.scenarios import registry
from probcalc.scenarios.answer import evaluate, result_data
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.evaluation import MOST_DIGITS, count_writing, evaluate_within
from probcalc.scenarios.resolve import resolve
from tests.counted import calls_below


@pytest.mark.parametrize("attacks", [12, 40, 110])
def test_attacks_with_long_fractions_are_left_out_at_once_with_the_reason(attacks):
    with calls_below(50_000):
        answer = probcalc.odds("mechanics.attack", LONG_FRACTIONS, attacks=attacks)
    assert answer["hit"] == probcalc.odds("mechanics.attack", LONG_FRACTIONS)["hit"]
    assert "damage_per_attack" in answer
    assert "total_damage" not in answer
    assert answer.get("total_damage") is None
    reason = answer.left_out["total_damage"]
    assert "is too large: about" in reason
    assert f"Damage of all attacks is left out: {reason}." in answer.notes
    assert answer.to_json()["left_out"] == {"total_damage": reason}
    with pytest.raises(InputError, match=r"total_damage is left out: .* is too large") as refusal:
        answer["total_damage"]
    assert "\n" not in str(refusal.value)


def test_two_attacks_are_answered_as_before():
    answer = probcalc.odds("mechanics.attack", LONG_FRACTIONS, attacks=2)
    assert not answer.left_out
    one = answer["damage_per_attack"]
    assert answer["total_damage"].mean == 2 * one.mean
    assert answer["total_damage"][0] == one[0] ** 2


def test_nothing_left_of_an_answer_is_a_refusal():
    with pytest.raises(InputError, match=r"roll: .* is too large"):
        registry.answer("custom.roll", {"roll": "keep 500 of 1000d100"})


def test_an_answer_with_little_left_to_spend_is_refused_and_not_kept():
    given = {"attacks": 17, "damage_die": 19}
    with pytest.raises(InputError, match="steps"), metered(Budget(100)):
        registry.answer("mechanics.attack", given)
    assert registry.answer("mechanics.attack", given)["total_damage"].mean


def test_several_answers_share_a_budget():
    budget = Budget()
    for attacks in (3, 4, 5):
        before = budget.spent
        with metered(budget):
            registry.answer("mechanics.attack", {"attacks": attacks, "damage": 7})
        assert budget.spent > before


def test_every_result_of_an_answer_counts_against_one_budget():
    scenario, _ = resolve(registry.scenario("mechanics.attack"), {**LONG_FRACTIONS, "attacks": 2, "health": 20})
    enough = Budget()
    with metered(enough):
        assert not evaluate_within(scenario).refused
    with pytest.raises(TooLarge), metered(Budget(enough.spent - 1)):
        evaluate_within(scenario)
    with pytest.raises(TooLarge):
        evaluate(resolve(registry.scenario("mechanics.attack"), {**LONG_FRACTIONS, "attacks": 40})[0])


def test_writing_the_fractions_down_is_part_of_the_cost():
    budget = Budget()
    with metered(budget):
        count_writing("wounds", 10, 10**5)
    assert budget.spent > 10**6
    with pytest.raises(TooLarge, match="digits"):
        count_writing("wounds", 1000, MOST_DIGITS)
    with pytest.raises(TooLarge, match="writing down wounds"), metered(Budget(10**6)):
        count_writing("wounds", 10, 10**5)


@pytest.mark.parametrize("digits", [17_000, 60_000, 200_000])
def test_very_long_integers_are_written_digit_for_digit(digits):
    value = 7**digits // 3
    text = integer_text(value)
    # Read back in pieces that Python itself takes.
    read = 0
    for at in range(0, len(text), 4000):
        piece = text[at : at + 4000]
        read = read * 10 ** len(piece) + int(piece)
    assert read == value
    assert integer_text(10**digits) == "1" + "0" * digits


def test_a_left_out_result_leaves_plain_data():
    answer = probcalc.odds("mechanics.attack", LONG_FRACTIONS, attacks=40)
    assert result_data(answer["hit"])["kind"] == "probability"
    assert "left_out" not in probcalc.odds("mechanics.attack").to_json()


def test_a_table_of_values_says_on_standard_error_what_was_left_out():
    words = [f"{name}={','.join(map(str, v)) if isinstance(v, list) else v}" for name, v in LONG_FRACTIONS.items()]
    found = CliRunner().invoke(main, ["odds", "mechanics.attack", *words, "attacks=40", "--csv"])
    assert found.exit_code == 0
    assert "total_damage" not in found.stdout
    assert found.stderr.startswith("total_damage is left out: ")


NEVER = {"variant": "d6=d6 + 3; lowest=0"}
ONE_OF_TWO = [
    # Damage of one attack is known, of forty it is too large.
    ("mechanics.attack", LONG_FRACTIONS, "attacks=1,40", "total_damage = 2 or total_damage = 5", "critical or hit"),
    ("mechanics.attack", LONG_FRACTIONS, "attacks=1,40", "total_damage = 2 or total_damage = 5", "hit and critical"),
    # A unit that never rallies rallies in no turn.
    ("tide_of_battle.rally", NEVER, "modifier=0,-6", "turns_if_rallies = 2 or turns_if_rallies = 4", "not rallies"),
    ("tide_of_battle.rally", NEVER, "modifier=0,-6", "mean turns_if_rallies", "mean turns"),
]


@pytest.mark.parametrize(("scenario", "given", "vary", "lost", "kept"), ONE_OF_TWO)
@pytest.mark.parametrize("alone", [False, True])
def test_a_cell_without_one_of_its_numbers_keeps_the_others(scenario, given, vary, lost, kept, alone):
    results = [lost] if alone else [lost, kept]
    first, second = ([*row.values()][1:] for row in probcalc.sweep(scenario, given, vary=[vary], results=results))
    assert [number is None for number in first] == [False] * len(results)
    assert [number is None for number in second] == [True, False][: len(results)]
