"""What a tree says of itself: expected numbers by hand, samples in the shape of the law, choices, refusals."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import prod, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from probcalc.exact.law.distribution import Distribution
from probcalc.exact.pools.limited_rerolls import LimitedRerolls
from probcalc.exact.readings.explanation import DecisionStep, NotFollowed, explain
from probcalc.exact.readings.law import LawReader, law_of, probability_of
from probcalc.exact.readings.sample import sample
from probcalc.exact.tree.cascades import Cascade
from probcalc.exact.tree.checks import FacesInWords, faces, roll_over, roll_under
from probcalc.exact.tree.compound import CompoundSum
from probcalc.exact.tree.counting import clamp, maximum, minimum
from probcalc.exact.tree.exchanges import Exchange
from probcalc.exact.tree.leaders import Leaders
from probcalc.exact.tree.margins import Margin
from probcalc.exact.tree.ranking import Ranking
from probcalc.exact.tree.steps import (
    Choice,
    Constant,
    Joint,
    Known,
    NamedSum,
    Roll,
    Shortcut,
    Sum,
    Tally,
    Tree,
    Turns,
    together,
    total_of,
)
from probcalc.scenarios import registry
from probcalc.scenarios.resolve import resolve
from probcalc.systems.chronopia.volley import volley_on

THIRD = Fraction(1, 3)
HIT = roll_under("Hit", 6, 3)
WOUND = roll_under("Wound", 6, 2)
SAVE = roll_under("Save", 6, 1)
COIN = Roll("Coin", 2, {"heads": 1, "tails": 1})


def expected_rolls(tree):
    """How often each roll is expected, by its name."""
    return {step.name: step.times for step in explain(tree).rolls}


# -- how often each roll is expected -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        (HIT.then(success=WOUND, failure=0), {"Hit": 1, "Wound": Fraction(1, 2)}),
        (HIT.then(success=WOUND, failure=WOUND), {"Hit": 1, "Wound": 1}),
        (HIT.count("success").times(5), {"Hit": 5}),
        (HIT.count("success").times(0), {}),
        (HIT.then(success=WOUND.then(success=SAVE, failure=0), failure=0).count("failure").times(12),
         {"Hit": 12, "Wound": 6, "Save": 2}),
        (WOUND.given(lambda outcome: outcome == "success"), {"Wound": 3}),
        (Tally(COIN, 7, ("heads", "tails")), {"Coin": 7}),
        (together(HIT, WOUND, HIT), {"Hit": 2, "Wound": 1}),
        (HIT.count("success") + HIT.count("success") + 3, {"Hit": 2}),
        (total_of([]), {}),
        (Turns("Turns", Constant(0), lambda won: HIT.map(lambda o: won + (o == "success")), 2, lambda won: won == 1),
         {"Hit": Fraction(3, 2)}),
        (Turns("Turns", Constant(0), lambda won: HIT.map(lambda o: won + (o == "success")), None, lambda won: won == 3),
         {"Hit": 6}),
        (Choice("Which", {"hit": HIT, "wound": WOUND}, "wound", lambda o: 1), {"Wound": 1}),
        (CompoundSum(faces("Shots", 3), HIT.count("success"), lambda shots: shots), {"Shots": 1, "Hit": 2}),
        (Leaders(faces("Roll-off", 6), 3), {"Roll-off": 3}),
        # Three dice, each "tails" with 1/2: one of them is rolled again unless all show heads.
        (LimitedRerolls(COIN, 3, 1, ("tails",), {"heads": 1, "tails": 0}, HIT.count("success")),
         {"Coin": 3, "Hit": Fraction(7, 8)}),
        # The neighbour of the start is tested once, the one behind it when the first has fallen.
        (Cascade((WOUND.count("failure"),) * 3, (1, 1, 1), frozenset({(0, 1), (1, 2)}), 0), {"Wound": 1 + 2 * THIRD}),
    ],
)  # fmt: skip
def test_each_roll_is_expected_as_often_as_by_hand(tree, expected):
    assert expected_rolls(tree) == expected


def test_an_event_is_explained_by_its_step():
    assert expected_rolls(HIT.times(1).at_least(1).source) == expected_rolls(HIT)
    assert [step.name for step in explain(HIT.among("success"))] == ["Hit"]


def test_a_roll_tells_its_faces_its_target_and_its_rule():
    roll = roll_over("Hit", 6, NamedSum(("skill", 5), ("cover", 1), ("range", 0)), bonus=2, never=1, rule="XX-1")
    (step,) = explain(roll.count("success").times(3))
    assert (step.name, step.dice, step.rule, step.target, step.times) == ("Hit", "d6", "XX-1", 6, 3)
    assert [(term.name, term.value) for term in step.terms] == [("skill", 5), ("cover", 1)]
    success, failure = step.bands
    assert (success.name, success.needs, success.probability, success.expected) == (
        "success", "4 to 6 on d6", Fraction(1, 2), Fraction(3, 2),
    )  # fmt: skip
    assert failure.faces == 3


def test_rolls_that_agree_in_everything_are_one_step_and_others_are_not():
    tree = together(roll_under("Hit", 6, 3), roll_under("Hit", 6, 3), roll_under("Hit", 6, 4))
    assert [(step.times, step.bands[0].faces) for step in explain(tree).rolls] == [(2, 3), (1, 4)]


def test_a_decision_tells_its_options_and_what_is_taken():
    tree = HIT.then(
        success=Choice("Spend", {"keep": Constant(1), "again": WOUND.count("success")}, "best", int), failure=0
    )
    decision = next(step for step in explain(tree) if isinstance(step, DecisionStep))
    assert (decision.chosen, decision.options, decision.times) == ("keep", ("keep", "again"), Fraction(1, 2))


def test_a_named_law_is_a_step_with_its_outcomes_as_bands():
    (step,) = explain(Known(Distribution.from_weights({2: 1, 3: 2}), "Two dice", "XX-2").times(3))
    assert (step.name, step.rule, step.times) == ("Two dice", "XX-2", 3)
    assert [(band.name, band.expected) for band in step.bands] == [(2, 1), (3, 2)]


def test_a_walk_that_stops_says_how_much_lies_beyond():
    tree = HIT.then(success=WOUND, failure=SAVE)
    short = explain(tree, limit=3)
    assert not short.is_complete
    assert short.steps[-1] == NotFollowed(3, Fraction(1, 2))
    assert explain(tree).is_complete


def every_scenario():
    return [model for system in registry.systems() for model in system.scenarios]


# Fights with few on each side are not followed to an end, but for two rounds.
FEW = {
    "tide_of_battle.fight": {"a.models": 4, "b.models": 4, "rounds": 2},
    "oathmark.fight": {"a.figures": 4, "b.figures": 4, "rounds": 2},
    "thud_and_blunder.brawl": {"rounds": 2},
}


@pytest.mark.slow
@pytest.mark.parametrize("model", every_scenario(), ids=lambda model: model.id)
def test_every_scenario_can_be_explained_completely(model):
    scenario, _ = resolve(model, FEW.get(model.id, {}))
    reader = LawReader()
    for result in scenario.play().values():
        source = getattr(result, "source", result)
        if isinstance(source, Tree):
            explanation = explain(source, reader)
            assert explanation.is_complete
            assert all(sum(band.expected for band in step.bands) == step.times > 0 for step in explanation.rolls)


# -- samples -----------------------------------------------------------------------------------------------

PLAYS = 1500
TREES = {
    "roll": HIT,
    "known": Known(Distribution.from_weights({1: 1, 4: 3})),
    "constant": Constant(3),
    "then": HIT.then(success=WOUND, failure="missed"),
    "mapped": faces("Die", 6).map(lambda face: face // 2),
    "repeated": HIT.count("success").times(3),
    "given": faces("Die", 6).given(lambda face: face > 2),
    "joint": Joint((HIT, WOUND), lambda hit, wound: hit == wound),
    "sum": Sum((faces("Die", 4), faces("Die", 6), Constant(-1))),
    "tally": Tally(HIT, 3, ("success", "failure")),
    "turns": Turns("T", Constant(0), lambda x: HIT.map(lambda o: x + (o == "success")), 4, lambda x: x == 2),
    "to the end": Turns("T", Constant(2), lambda x: COIN.map(lambda o: x + (1 if o == "heads" else -1)), None,
                        lambda x: x in (0, 5)),
    "choice": Choice("C", {"a": HIT.count("success"), "b": WOUND.count("success")}, "best", lambda x: -x),
    "compound": CompoundSum(faces("Shots", 3), HIT.count("success"), lambda shots: shots),
    "leaders": Leaders(faces("Die", 4), 3),
    "rerolls": LimitedRerolls(COIN, 4, 2, ("tails",), {"heads": 1, "tails": 0}, HIT.count("success")),
    "margin": Margin(faces("A", 6), lambda x: faces("B", 6), lambda x: (x, x + 2), lambda x, k: k),
    "ranking": Ranking((faces("A", 4), faces("B", 6)), (), lambda state, group: group, lambda state: True),
    "cascade": Cascade((HIT.count("failure"),) * 4, (1, 2, 1, 1), frozenset({(0, 1), (1, 2), (0, 2), (2, 3)}), 0),
}  # fmt: skip


@pytest.mark.parametrize("tree", TREES.values(), ids=TREES)
def test_a_sample_has_the_shape_of_the_law(tree):
    law = law_of(tree)
    played = sample(tree, PLAYS, seed=20)
    counted = Counter(played)
    assert set(counted) <= set(law)
    for outcome, chance in law.items():
        assert abs(counted[outcome] - PLAYS * chance) <= 6 * sqrt(PLAYS * chance * (1 - chance))
    assert sample(tree, 20, seed=20) == played[:20]


def test_a_sample_of_an_event_says_whether_it_came_about():
    happened = sample(HIT.among("success"), 400, seed=1)
    assert set(happened) == {True, False}
    assert abs(sum(happened) - 200) < 60


def test_what_never_holds_is_refused_by_every_reading():
    never = HIT.given(lambda outcome: outcome == "fumble")
    for reading in (law_of, explain):
        with pytest.raises(ValueError, match="never holds"):
            reading(never)


# -- rolls, choices and shared branches --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("total", "bands", "message"),
    [
        (6, {"hit": 3, "miss": 2}, "Test: the bands hold 5 of 6 results"),
        (6, {"hit": 3, "miss": 4}, "Test: the bands hold 7 of 6 results"),
        (6, {"hit": 7, "miss": -1}, "Test: the band 'miss' holds -1 results"),
        (0, {}, "Test: a roll has 1 or more results"),
    ],
)
def test_bands_that_do_not_partition_the_faces_are_refused_by_the_rolls_name(total, bands, message):
    with pytest.raises(ValueError, match=message):
        Roll("Test", total, bands)


def test_an_outcome_that_nothing_follows_is_refused_by_the_rolls_name():
    with pytest.raises(ValueError, match="Hit: nothing is said to follow 'failure'"):
        law_of(HIT.then(success=1))


@given(st.integers(-9, 30), st.integers(0, 2), st.integers(0, 2), st.none() | st.integers(0, 25), st.booleans())
def test_roll_under_counts_the_faces_one_by_one(target, always, never, critical, fumble):
    def band(face):
        if fumble and face > 20 - never:
            return "fumble"
        if not (face <= always or (face <= target and face <= 20 - never)):
            return "failure"
        return "critical" if critical is not None and face <= critical else "success"

    roll = roll_under("Test", 20, target, always=always, never=never, critical=critical, fumble=fumble)
    counted = Counter(band(face) for face in range(1, 21))
    assert {name: count for name, count in roll.bands.items() if count} == counted
    for name, count in counted.items():
        shown = [face for face in range(1, 21) if band(face) == name]
        words = f"{shown[0]} on d20" if count == 1 else f"{shown[0]} to {shown[-1]} on d20"
        assert roll.needs[name] == words


@given(st.integers(-9, 30), st.integers(-3, 3), st.integers(0, 2), st.integers(0, 2))
def test_roll_over_counts_the_faces_one_by_one(target, bonus, always, never):
    shown = [face for face in range(1, 11) if face > 10 - always or (face + bonus >= target and face > never)]
    assert roll_over("Test", 10, target, bonus=bonus, always=always, never=never).bands["success"] == len(shown)


@given(st.integers(), st.integers(), st.integers())
def test_counts_are_limited_from_below_and_above(x, low, high):
    assert clamp(x, low, high) == max(low, min(high, x)) == maximum(low, minimum(high, x))


def test_faces_in_words_hold_the_bands_and_nothing_else():
    words = FacesInWords({"low": 1, "none": 0, "high": 5}, "d6")
    assert dict(words) == {"low": "1 on d6", "none": "no face", "high": "2 to 6 on d6"}
    assert "middle" not in words
    with pytest.raises(KeyError):
        words["middle"]


def test_a_choice_follows_its_policy_or_takes_the_best():
    options = {"keep": HIT.count("success"), "wild": WOUND.map(lambda o: 4 if o == "success" else -1)}
    assert law_of(Choice("C", options, "keep", int)) == law_of(options["keep"])
    assert law_of(Choice("C", options, "best", int)) == law_of(options["wild"])
    assert law_of(Choice("C", options, "best", lambda x: -abs(x))) == law_of(options["keep"])
    assert LawReader().chosen(Choice("C", {"a": HIT, "b": HIT}, "best", lambda o: 1)) == "a"


@pytest.mark.parametrize(("options", "policy"), [({}, "best"), ({"keep": HIT}, "kep")])
def test_a_choice_without_the_option_is_refused_by_name(options, policy):
    with pytest.raises(ValueError, match="Spend: the policy is best or an option"):
        Choice("Spend", options, policy, int)


def test_a_shared_branch_is_read_once():
    calls = []
    branch = faces("Die", 6).map(lambda face: calls.append(face) or face)
    law = law_of(HIT.then(success=branch, failure=branch) + branch.times(2) + branch)
    assert sorted(calls) == [1, 2, 3, 4, 5, 6]
    assert law.mean == 14


def test_two_results_of_one_reader_share_their_branches():
    calls = []
    branch = faces("Die", 6).map(lambda face: calls.append(face) or face)
    reader = LawReader()
    assert reader.probability(branch.at_least(5)) == THIRD
    assert reader.mean(branch.times(2)) == 7
    assert len(calls) == 6


def test_a_tally_counts_every_kind_and_names_every_outcome():
    law = law_of(Tally(faces("Die", 3), 4, (3, 1, 2)))
    assert law[1, 2, 1] == Fraction(12, 81)
    assert len(law) == 15
    assert law_of(Tally(HIT, 0, ("success", "failure"))) == Distribution.constant((0, 0))
    assert law_of(Tally(Constant("x"), 5, ("x",))) == Distribution.constant((5,))
    with pytest.raises(ValueError, match="names every outcome"):
        law_of(Tally(HIT, 3, ("success",)))


def test_what_is_no_step_has_no_law():
    class Unknown(Tree):
        __slots__ = ()

    with pytest.raises(TypeError, match="Unknown is no step"):
        law_of(Unknown())


# -- shortcuts against the same step written out -----------------------------------------------------------

WEIGHTS = st.dictionaries(st.integers(-3, 4), st.integers(1, 5), min_size=1, max_size=4).map(Distribution.from_weights)


@given(WEIGHTS, st.integers(1, 4))
def test_leaders_are_the_greatest_of_all_results(law, n):
    leaders = Leaders(Known(law), n)
    assert law_of(leaders) == law_of(leaders.plain())


def test_leaders_of_nobody_are_refused():
    with pytest.raises(ValueError, match="1 or more"):
        Leaders(HIT, 0)


@st.composite
def cascades(draw):
    size = draw(st.integers(1, 4))
    near = draw(st.sets(st.sampled_from(list(combinations(range(size), 2))))) if size > 1 else set()
    tests = tuple(roll_under(f"Test {i}", 4, draw(st.integers(0, 4))).count("failure") for i in range(size))
    lives = tuple(draw(st.integers(1, 2)) for _ in range(size))
    turned = frozenset((b, a) if draw(st.booleans()) else (a, b) for a, b in near)
    return Cascade(tests, lives, turned, draw(st.integers(0, size - 1)))


@settings(max_examples=50)
@given(cascades())
def test_cascades_fall_as_one_member_after_the_other(cascade):
    assert law_of(cascade) == law_of(cascade.plain())


@given(WEIGHTS, WEIGHTS, st.integers(0, 3))
def test_compound_sums_are_explained_as_written_out(first, one, shift):
    compound = CompoundSum(Known(first, "First"), Known(one, "One"), lambda x: max(0, x + shift))
    assert expected_rolls(compound) == expected_rolls(compound.plain())


def test_copies_below_zero_are_refused():
    with pytest.raises(ValueError, match="0 or more terms"):
        law_of(CompoundSum(faces("Die", 3), HIT.count("success"), lambda x: x - 2))


@given(st.lists(st.integers(0, 5), min_size=3, max_size=3).filter(any), st.integers(0, 5), st.integers(0, 3))
def test_limited_rerolls_are_explained_as_written_out(weights, n, most):
    kinds = dict(zip(("good", "poor", "bad"), weights, strict=True))
    source = Roll("First", sum(weights), kinds)
    worth = {"good": WOUND.count("success"), "poor": SAVE.count("success"), "bad": 0}
    pool = LimitedRerolls(source, n, most, ("bad", "poor"), worth, HIT.count("success"))
    assert expected_rolls(pool) == expected_rolls(pool.plain())


ENDS = st.dictionaries(st.tuples(st.integers(-3, 3), st.integers(0, 2)), st.integers(1, 5), min_size=1, max_size=5).map(
    Distribution.from_weights
)


def as_it_is(left):
    return left


@given(ENDS, st.lists(ENDS, min_size=3, max_size=3), st.sampled_from([bool, as_it_is]))
def test_an_exchange_of_volleys_is_one_after_the_other(volley, answers, kept):
    exchange = Exchange(Known(volley), [Known(law) for law in answers].__getitem__, kept)
    assert law_of(exchange) == law_of(exchange.plain())


def test_the_rolls_of_an_exchange_are_those_of_one_volley_after_the_other():
    def answer(left):
        return volley_on(SAVE.count("failure"), len(left), (1, 1), capped=False) if left else Constant((0, (1, 1)))

    exchange = Exchange(volley_on(WOUND.count("success"), 3, (1, 2), capped=True), answer, as_it_is)
    assert expected_rolls(exchange) == expected_rolls(exchange.plain())


def shortcuts(kind):
    return {kind}.union(*(shortcuts(sub) for sub in kind.__subclasses__()))


def test_every_shortcut_has_a_fast_law_and_is_written_out():
    every_scenario()
    for kind in shortcuts(Shortcut) - {Shortcut}:
        assert kind.weighted is not Shortcut.weighted
        assert kind.plain is not Shortcut.plain
    with pytest.raises(TypeError, match="has no fast law"):
        law_of(Shortcut())
    with pytest.raises(TypeError, match="is not written out"):
        explain(Shortcut())


def test_probabilities_of_events():
    assert probability_of(HIT.among("success")) == Fraction(1, 2)
    assert probability_of(faces("Die", 6).chance(lambda face: face % 3 == 0)) == THIRD
    assert probability_of(HIT.count("success").times(2).at_least(1)) == Fraction(3, 4)


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (lambda: Sum(()), "at least one part"),
        (lambda: Tally(faces("Die", 2), -1, (1, 2)), "0 or more copies, not -1"),
        (lambda: Turns("Walk", Constant(0), Constant, -3, bool), "Walk: the turns are 0 or more"),
        (lambda: Ranking((), 0, lambda state, group: state, bool), "at least one step"),
        (lambda: Cascade((), (), frozenset(), 0), "starts with one of them"),
        (lambda: law_of(roll_under("Hit", 6, 3).times(2)), "only numbers can be added up, and the outcome 'success'"),
    ],
)
def test_steps_that_make_no_sense_are_refused_in_one_line(step, reason):
    with pytest.raises(ValueError, match=reason):
        step()


@settings(max_examples=30, deadline=None)
@given(
    st.integers(1, 19),
    st.integers(0, 7),
    st.lists(st.integers(1, 3), min_size=1, max_size=4),
    st.booleans(),
    st.booleans(),
)
def test_models_that_are_struck_together_are_those_struck_one_after_the_other(
    faces_hit, attacks, wounds, capped, healed
):
    attack = roll_under("Wound", 20, faces_hit, critical=1).then(critical=2, success=1, failure=0)
    each, more = divmod(attacks, len(wounds))
    laws = [law_of(attack.times(each + (place < more))) for place in range(len(wounds))]
    expected = Counter()
    for suffered in product(*laws):
        both = list(zip(suffered, wounds, strict=True))
        caused = sum(min(pair) if capped else pair[0] for pair in both)
        left = tuple(sorted(had if healed else had - lost for lost, had in both if lost < had))
        expected[caused, left] += prod(law[lost] for law, lost in zip(laws, suffered, strict=True))
    assert dict(law_of(volley_on(attack, attacks, tuple(wounds), capped=capped, healed=healed)).items()) == expected


def test_how_often_a_roll_is_made_varies_unless_it_is_so_in_every_play():
    hit, save = roll_under("Hit", 20, 10), roll_under("Save", 20, 5)
    on_a_hit = hit.then(success=save.count("failure"), failure=0)
    either_way = hit.then(success=save.count("failure"), failure=roll_under("Save", 20, 5).count("success"))
    twice_on_a_hit = hit.then(success=save.count("failure").times(2), failure=0)
    for tree, expected in (
        (hit.count("success").times(3), {"Hit": (3, False)}),
        (on_a_hit.times(2), {"Hit": (2, False), "Save": (1, True)}),
        (twice_on_a_hit, {"Hit": (1, False), "Save": (1, True)}),
        (either_way.times(4), {"Hit": (4, False), "Save": (4, False)}),
        (on_a_hit, {"Hit": (1, False), "Save": (Fraction(1, 2), True)}),
    ):
        assert {step.name: (step.times, step.varies) for step in explain(tree).rolls} == expected
