"""What would take too long is refused at once, with the bound and the estimate; long numbers stay whole."""

import json
import sys
import tracemalloc
from fractions import Fraction
from itertools import repeat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.exact.budget import bounds
from probcalc.exact.budget.bounds import MAX_BYTES, MAX_STEPS, Budget, TooLarge
from probcalc.exact.budget.requirements import require_affordable
from probcalc.exact.dice.contests import compare_in_order
from probcalc.exact.dice.dice import best_of, d, die, keep, keep_highest, keep_lowest, worst_of
from probcalc.exact.kernels.products import convolve
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.explosions import exploding
from probcalc.exact.numbers.numerals import fraction_text, integer_text
from probcalc.exact.play.course import Course
from probcalc.exact.readings.explanation import explain
from probcalc.exact.readings.law import law_of
from probcalc.exact.readings.sample import sample
from probcalc.exact.tree.cascades import Cascade
from probcalc.exact.tree.checks import faces, roll_under
from probcalc.exact.tree.compound import CompoundSum
from probcalc.exact.tree.leaders import Leaders
from probcalc.exact.tree.steps import Constant, Tally, Turns, together, total_of
from probcalc.scenarios.answer import result_data
from probcalc.scenarios.errors import InputError
from tests.counted import calls_below, reader_in

HIT = roll_under("Hit", 6, 3)
WIDE = Distribution.from_weights(dict.fromkeys(range(0, 60_000, 3), 1))

TOO_LARGE = {
    "a million dice added up": lambda: 10**6 @ d(6),
    "a million hits counted": lambda: 10**6 @ (d(6) > 3),
    "a million dice in a tree": lambda: law_of(faces("Die", 6).times(10**6)),
    "the best of a hundred million": lambda: best_of(10**8, d(6)),
    "the worst of ten million": lambda: worst_of(10**7, d(20)),
    "the best tenth of many": lambda: keep_highest(10**5, d(20), 10**4),
    "the lowest half of many": lambda: keep_lowest(5000, d(20), 2500),
    "ranks out of many": lambda: keep(1000, d(100), range(100, 500)),
    "pairs of huge laws": lambda: WIDE.joint(WIDE),
    "the difference of huge laws": lambda: WIDE.combine(WIDE, lambda x, y: abs(x - y)),
    "sums over and over": lambda: law_of(total_of(faces(f"Die {i}", 20) for i in range(2000))),
    "steps side by side": lambda: law_of(together(*[faces("Die", 20)] * 8)),
    "thousands of dice tallied": lambda: law_of(Tally(faces("Die", 6), 5000, tuple(range(1, 7)))),
    "a sum of very many terms": lambda: law_of(CompoundSum(faces("Dice", 1000), faces("Die", 20), lambda x: x)),
    "a die that explodes for ever": lambda: exploding(d(6), lambda face: face == 6, 10**5),
    "hundreds of dice in order": lambda: compare_in_order(d(100), 300, d(100), 300),
    "thousands of equals": lambda: law_of(Leaders(faces("Die", 20), 5000)),
    "a cascade of forty": lambda: law_of(Cascade((HIT.count("failure"),) * 40, (1,) * 40, frozenset(), 0)),
    "a die of a billion faces": lambda: d(10**9),
    "a die whose faces never end": lambda: die(repeat(6)),
    "a die of a billion faces in a tree": lambda: faces("Die", 10**9),
    "hundreds of dice with faces a billion apart": lambda: 300 @ die([0, 7, 10**9]),
    "the two best of ten million": lambda: keep_highest(10**7, d(6), 2),
    "the three best of dice with faces far apart": lambda: keep_highest(5, die([0, 7, 10**10]), 3),
    "a huge law after each face": lambda: d(1000).then(lambda x: WIDE),
    "a mixture without end": lambda: Distribution.mixture((Fraction(1, 10**9), WIDE) for _ in range(10**9)),
    "a tally of long fractions": lambda: law_of(Tally(faces("Die", 3), 4000, (1, 2, 3))),
    "a billion draws": lambda: d(6).sample(10**9, seed=1),
    "a billion plays": lambda: sample(faces("Die", 6), 10**9, seed=1),
}


@pytest.mark.parametrize("question", TOO_LARGE.values(), ids=TOO_LARGE)
def test_what_is_too_large_is_refused_at_once_in_one_line(question):
    with pytest.raises(TooLarge) as caught, calls_below(200_000):
        question()
    error = caught.value
    assert error.estimate > error.bound
    assert str(error).endswith(f"is too large: about {error.estimate:,} {error.unit} (limit {error.bound:,})")
    assert "\n" not in str(error)


@pytest.mark.slow
def test_refusing_takes_no_memory_to_speak_of():
    tracemalloc.start()
    for question in TOO_LARGE.values():
        with pytest.raises(TooLarge):
            question()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 60_000_000


@pytest.mark.parametrize("reading", [law_of, explain])
def test_turns_count_against_the_bound_while_they_are_played(monkeypatch, reading):
    monkeypatch.setattr(bounds, "MAX_STEPS", 20_000)
    walk = Turns("Walk", Constant(0), lambda x: HIT.map(lambda o: x + (o == "success")), 10**9, lambda x: False)
    with pytest.raises(TooLarge, match=r"Walk|this question"):
        reading(walk)


def test_steps_and_bytes_have_bounds_of_their_own():
    require_affordable("enough", MAX_STEPS, 0)
    with pytest.raises(TooLarge, match="53,075,000 steps"):
        require_affordable("more", MAX_STEPS * 11 // 10, 0)
    with pytest.raises(TooLarge, match=f"limit {MAX_BYTES:,}"):
        require_affordable("wide", 1, 0, 10**8)
    # The same work on longer integers counts more, and most where both are long.
    with pytest.raises(TooLarge, match="steps"):
        require_affordable("long", MAX_STEPS // 2, 64 * 256)
    with pytest.raises(TooLarge, match="steps"):
        require_affordable("both long", MAX_STEPS // 20, 2000, other=2000)


def test_what_is_near_the_bound_is_still_exact():
    total = 1500 @ d(6)
    assert total.mean == 5250
    assert total[1500] == Fraction(1, 6**1500)
    assert sum(total.weights.values()) == total.total
    assert best_of(20_000, d(6))[1] == Fraction(1, 6**20_000)
    assert law_of(Tally(faces("Die", 2000), 1, tuple(range(1, 2001)))).total == 2000


def test_a_scenario_refuses_with_the_bound():
    with pytest.raises(InputError) as caught:
        probcalc.roll("400d1000")
    assert "\n" not in str(caught.value)


def _read(text):
    """What Python itself reads in a numeral or fraction, however long it is."""
    longest = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        return Fraction(text)
    finally:
        sys.set_int_max_str_digits(longest)


@settings(max_examples=25)
@given(st.integers(5_000, 20_000), st.integers(0, 10**18), st.booleans())
def test_numerals_of_any_length_come_back(digits, more, negative):
    value = (10 ** (digits - 1) + more * 7**3000) * (-1 if negative else 1)
    text = integer_text(value)
    assert len(text) >= digits
    assert _read(text) == value
    fraction = Fraction(value, 3**digits)
    assert _read(fraction_text(fraction)) == fraction


@given(st.integers())
def test_short_numerals_are_pythons_own(value):
    assert integer_text(value) == str(value)
    assert _read(str(value)) == value


def test_json_of_a_large_pool_holds_the_whole_fraction():
    given = {
        "target_models": 3,
        "models": 200,
        "attacks_each": 10,
        "melee": 2,
        "strength": 2,
        "deflection": 2,
        "poisoned": True,
    }
    answer = probcalc.odds("tide_of_battle.melee", given)
    lost = answer["models_lost"]
    # More digits than Python itself turns into text.
    assert lost.total > 10**5000
    data = json.loads(json.dumps(result_data(lost)))
    assert {outcome: _read(text) for outcome, text in data["outcomes"]} == dict(lost)
    assert sum(_read(text) for _, text in data["outcomes"]) == 1
    assert _read(data["mean"]) == lost.mean


def test_play_that_is_too_large_is_not_played_again_for_every_result(monkeypatch):
    turns = []
    play = Course.play
    monkeypatch.setattr(Course, "play", lambda course: turns.append(course.turn) or play(course))
    long = {"hit.die": 97, "hit.dice": 3, "hit.target": 100, "attacks": 500, "damage_die": 7, "hit_points": 20}
    given = {f"{side}.{name}": value for side in "ab" for name, value in long.items()} | {"b.attacks": 1}
    given |= {"b.damage": 0, "b.damage_die": 2, "order": "same_time", "rounds": 20, "a.damage": 0}
    with pytest.raises(InputError, match=r"a\.hit_points: .* is too large"):
        probcalc.odds("mechanics.race", given)
    assert turns == sorted(set(turns))


def test_a_law_added_to_itself_is_packed_once_and_the_same_as_to_its_like():
    law = {x: 3**200 + x for x in range(200)}
    assert convolve(law, law) == convolve(law, dict(law))


def test_one_roll_of_many_dice_of_many_faces_is_refused_before_its_hands_are_listed():
    with pytest.raises(InputError, match=r"dice: 10d15 in 1 roll come to [\d,]+ counts"):
        probcalc.odds("mechanics.keep", die=15, dice=10, rolls=1)
    assert probcalc.odds("mechanics.keep", die=6, dice=10, rolls=1)


def test_many_short_steps_are_counted_as_they_are_read():
    looked = []
    budget = Budget(20_000, watch=lambda: looked.append(1))
    reader = reader_in(budget)
    with pytest.raises(TooLarge):
        all(reader.weighted(faces("Die", 6)) for _ in range(1_000))
    assert len(looked) > 9
    assert budget.spent <= budget.most
