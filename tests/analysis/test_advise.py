"""Advice: worked answers, refusals, and the best play against every fixed plan, every policy and a seeded player."""

import json
from fractions import Fraction
from math import comb
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.analysis.advice.advise import advise
from probcalc.analysis.advice.aim import aim_from
from probcalc.exact.tree.decisions import Decision
from probcalc.exact.tree.steps import Event
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.resolve import resolve
from probcalc.systems.mechanics import single_rerolls
from tests.systems import harness
from tests.twins import decisions as twin

CASES = Path(__file__).parent.parent / "cases"
SMALL = {
    "noa": (1, 2),
    "multiplier": (1, 3),
    "critical_command_points": (0, 3),
    "wounds": (1, 4),
    "copies": (1, 3),
    "count": (0, 3),
    "die": (2, 6),
    "dice": (1, 2),
    "rolls": (1, 2),
    "throws": (1, 3),
    "tiers": (1, 3),
    "reroll_dice": (0, 3),
    "skill": (0, 1),
    "shooters": (2, 3),
    "models": (1, 2),
    "attacks_each": (1, 2),
    "target_models": (1, 3),
    "hit_points": (1, 2),
    "weapon_attacks": (0, 0),
    "combat_dice": (1, 2),
    "front": (1, 1),
    "shielding": (0, 2),
    "a_commands": st.lists(st.integers(0, 6), min_size=1, max_size=3),
    "b_commands": st.lists(st.integers(0, 6), min_size=1, max_size=3),
    "split": st.lists(st.integers(0, 1), min_size=1, max_size=2),
}
# Rolls on all histories of a play that is walked without merging any.
FEW = 20_000
MODELS = [model for system in registry.systems() for model in system.scenarios if model.advising is not None]


def listed(file, call="advise"):
    cases = [case for case in json.loads((CASES / file).read_text("utf-8")) if case["call"] == call]
    done = {model.id for model in MODELS} | {"chronopia.deviation"}
    return [
        pytest.param(case["arguments"], case, id=f"{n}-{case['arguments']['scenario']}")
        for n, case in enumerate(cases)
        if case["arguments"]["scenario"] in done
    ]


def asked(arguments):
    said = dict(arguments)
    return advise(said.pop("scenario"), said.pop("parameters"), **said)


@pytest.mark.parametrize(("arguments", "case"), listed("decisions.json"))
def test_worked_case(arguments, case):
    found = asked(arguments).to_json()
    assert found["value"] == case["value"]
    assert found["table"] == case["table"]
    assert [{name: plan[name] for name in ("set", "spent", "value")} for plan in found["choices"]] == case["choices"]
    assert found["policy"]
    assert all(sentence.endswith(".") for sentence in found["policy"])


@pytest.mark.parametrize(("arguments", "case"), listed("decisions_errors.json"))
def test_refused(arguments, case):
    with pytest.raises(InputError) as caught:
        asked(arguments)
    assert case["mentions"] in str(caught.value)
    assert "\n" not in str(caught.value)


@st.composite
def questions(draw, model):
    """A legal request of a scenario, with an aim, points and a side."""
    request = draw(
        harness.requests(model, {n: s for n, s in SMALL.items() if any(p.name.endswith(n) for p in model.parameters())})
    )
    side = draw(st.sampled_from(list(model.advising.sides)))
    scenario, _ = resolve(model, request.given)
    results = {name: played for name, played in scenario.open_play(side, "as_given").items() if may_aim(scenario, name)}
    name = draw(st.sampled_from([name for name in model.advising.aims if name in results]))
    aim = {"result": name, "least": draw(st.booleans())}
    order = next((r.order for r in model.results if r.name == name), tuple(model.advising.orders.get(name, ())))
    if any(isinstance(each, str) for each in order):
        aim["outcome"] = draw(st.sampled_from(order))
    elif not isinstance(results[name], Event):
        kind = draw(st.sampled_from(("mean", "at_least", "outcome")))
        aim |= {} if kind == "mean" else {kind: draw(st.integers(0, 4))}
    points = draw(st.integers(0, 6)) if model.advising.points else 0
    return request.given, aim, points, side


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.id)
@settings(max_examples=15)
@given(data=st.data())
def test_the_best_play_is_never_below_a_fixed_plan_and_its_rules_reach_it(model, data):
    parameters, aim, points, side = data.draw(questions(model))
    try:
        found = advise(model.id, parameters, aim=aim, points=points, side=side)
    except InputError:
        assume(False)
    worse = (lambda a, b: a >= b) if aim["least"] else (lambda a, b: a <= b)
    assert all(worse(plan.value, found.value) for plan in found.choices)
    assert all(worse(before, after) for before, after in zip(found.table, found.table[1:], strict=False))
    for plan in found.choices:
        if "way" in plan.values:
            assert plan.value == number(probcalc.odds(model.id, parameters)[plan.values["way"]], found.aim)
            continue
        answer = probcalc.odds(model.id, {**parameters, **dict(plan.values)})
        assert plan.value == number(answer[found.aim.result], found.aim)
    tree, worth = found.aim.worth(found.scenario.open_play(side, "as_given")[found.aim.result])
    at_hand = found.scenario.points_at_hand(points)
    assume(twin.within(FEW, tree, at_hand))
    name = model.advising.points if at_hand else ""
    other = "ab".replace(side, "") if model.advising.contested else None
    assert twin.followed(tree, at_hand, worth, found.rules, name, aim["least"], other) == found.value
    assert twin.best(tree, at_hand, worth, aim["least"], other) == found.value


def may_aim(scenario, name):
    try:
        scenario.check_aim(name)
    except InputError:
        return False
    return True


def number(result, aim):
    if isinstance(result, Fraction):
        return result
    if aim.at_least is not None:
        return result.at_least(aim.at_least)
    return result.mean if aim.outcome is None else result[aim.outcome]


TINY = [
    ("chronopia.test", {"value": 12}, "success", 3, ""),
    ("chronopia.melee", {"cc": 12, "ward": 4}, "slain", 4, ""),
    ("chronopia.melee", {"boost_scope": "one_test"}, "wounds", 3, ""),
    ("chronopia.melee", {"critical_wounds": "paid", "multiplier": 3, "critic": 3, "wounds": 2}, "slain", 2, ""),
    ("chronopia.shooting", {"leadership_test": True}, "slain", 4, ""),
    ("mechanics.test", {"critical": [6]}, "critical", 1, ""),
    ("mechanics.test", {"copies": 2}, "successes", 2, ""),
    ("mechanics.pool", {"count": 2, "explode": True}, "hits", 1, ""),
    ("mechanics.keep", {"dice": 2, "rolls": 2, "die": 3}, "most_alike", 0, ""),
    ("mechanics.keep", {"dice": 2, "rolls": 2, "die": 3}, {"result": "total", "at_least": 5}, 0, ""),
    ("mechanics.push", {"throws": 3, "die": 4}, "points", 0, ""),
    ("oathmark.combat", {"b.shielding": 2}, "b_hits", 0, "b"),
    ("oathmark.combat", {"a.wild_charge": True, "a.front": 2, "b.front": 1, "die": 4}, "a_hits", 0, "a"),
    ("thud_and_blunder.attack", {"mode": "shooting", "weapon": "long_bow"}, "fumble", 1, ""),
    ("thud_and_blunder.attack", {"skill": 2}, {"result": "outcome", "outcome": "out", "least": True}, 1, "defender"),
    ("thud_and_blunder.volley", {"shooters": 2}, {"result": "outcome", "outcome": "out"}, 0, ""),
    ("tide_of_battle.melee", {"healers": True, "models": 1}, {"result": "hit_points_lost", "least": True}, 0, ""),
    ("reikhammer.turn", {"a_commands": [4, 3], "b_commands": [4, 4]}, "difference", 0, ""),
]


def test_every_kind_of_decision_is_tried_in_full():
    assert {scenario for scenario, *_ in TINY} == {model.id for model in MODELS}


@pytest.mark.parametrize(("scenario", "parameters", "aim", "points", "side"), TINY)
def test_no_policy_of_all_is_better(scenario, parameters, aim, points, side):
    found = advise(scenario, parameters, aim=aim, points=points, side=side)
    tree, worth = found.aim.worth(found.scenario.open_play(found.side, "as_given")[found.aim.result])
    values = list(twin.of_every_policy(tree, points, worth))
    assert len(values) > 1
    assert (min if found.aim.least else max)(values) == found.value


PAID = {"noa": 2, "cc": 12, "critic": 3, "damage": 10, "multiplier": 3, "critical_wounds": "paid", "wounds": 3}
# Five dice, three rolls: known from a game that everybody plays.
KNOWN = [
    ({"result": "most_alike", "at_least": 5}, Fraction(347897, 7558272)),
    ({"result": "longest_run", "at_least": 5}, Fraction(319695199, 1224440064)),
    ({"result": "total"}, Fraction(70, 3)),
]


@pytest.mark.parametrize(("aim", "value"), KNOWN)
def test_five_dice_and_three_rolls(aim, value):
    assert advise("mechanics.keep", {}, aim=aim).value == value


def test_an_order_that_fits_many_hands_is_said_once():
    found = advise("mechanics.keep", {}, aim="most_alike")
    assert found.policy == (
        "With the dice on the table: if the most alike are 2 or more, keep the most alike.",
        "With the dice on the table: in all other cases, roll all again.",
    )


def test_pushing_on_up_to_nineteen_points_is_best():
    found = advise("mechanics.push", {"throws": 20}, aim="points")
    assert found.policy == (
        "After a throw: if points so far are 2 to 19, throw again.",
        "After a throw: in all other cases, stop.",
    )
    assert found.choices[0].values == {"stop_at": 20, "stop_after": None}


FOLLOWED = [
    ("chronopia.melee", PAID, "slain", 6, ""),
    ("chronopia.melee", {**PAID, "boost_scope": "one_test"}, "wounds", 4, ""),
    ("chronopia.shooting", {"leadership_test": True, "ld": 12, "wounds": 2, "noa": 2}, "slain", 4, ""),
    ("chronopia.test", {"value": 12}, {"result": "outcome", "outcome": "perfect"}, 3, ""),
    ("oathmark.combat", {"a.wild_charge": True}, "a_hits", 0, "a"),
    ("oathmark.combat", {"b.shielding": 2, "a.wild_charge": True}, "b_hits", 0, "b"),
    ("reikhammer.turn", {"a_commands": [4, 3, 5], "b_commands": [4, 4, 2]}, "difference", 0, "b"),
    ("thud_and_blunder.attack", {"skill": 4, "weapon": "long_sword"}, {"result": "outcome", "outcome": "out"}, 1, ""),
    ("thud_and_blunder.attack", {"skill": 2}, {"result": "outcome", "outcome": "out", "least": True}, 1, "defender"),
    ("thud_and_blunder.volley", {"shooters": 3}, {"result": "outcome", "outcome": "out"}, 0, ""),
    ("tide_of_battle.melee", {"healers": True, "models": 4}, {"result": "models_lost", "least": True}, 0, ""),
    ("mechanics.test", {"copies": 4, "dice": 2, "die": 6, "target": 8}, "successes", 3, ""),
    ("mechanics.pool", {"count": 4, "tiers": 3, "tier_step": 1, "explode": True}, "hits", 3, ""),
    ("mechanics.keep", {"dice": 3}, "most_alike", 0, ""),
    ("mechanics.keep", {"rolls": 2}, "full_house", 0, ""),
    ("mechanics.keep", {"rolls": 2}, {"result": "longest_run", "at_least": 5}, 0, ""),
    ("mechanics.push", {"throws": 6}, "points", 0, ""),
]
GAMES = 60_000


def test_every_kind_of_decision_is_followed():
    assert {scenario for scenario, *_ in FOLLOWED} == {model.id for model in MODELS}


@pytest.mark.parametrize(("scenario", "parameters", "aim", "points", "side"), FOLLOWED)
def test_seeded_players_who_follow_the_sentences_reach_the_value(scenario, parameters, aim, points, side):
    found = advise(scenario, parameters, aim=aim, points=points, side=side)
    tree, worth = found.aim.worth(found.scenario.open_play(found.side, "as_given")[found.aim.result])
    name = type(found.scenario).advising.points if points else ""
    decide = twin.by_rules(found.rules, name)
    assert found.rules
    values = twin.crowd(tree, points, worth, decide, Random(20240611), GAMES)
    assert values.total() == GAMES
    mean = sum(value * count for value, count in values.items()) / GAMES
    spread = float(sum((value - mean) ** 2 * count for value, count in values.items()) / GAMES)
    assert spread > 0
    assert abs(float(mean - found.value)) < 5 * (spread / GAMES) ** 0.5


@st.composite
def contests(draw):
    """A small request of a scenario in which both sides decide."""
    if draw(st.booleans()):
        commands = st.lists(st.integers(2, 5), min_size=2, max_size=3)
        parameters = {"a_commands": draw(commands), "b_commands": draw(commands)}
        return "reikhammer.turn", parameters, {"result": "difference", "least": draw(st.booleans())}
    parameters = {"a.wild_charge": True, "a.front": draw(st.integers(1, 2)), "b.front": draw(st.integers(1, 2))}
    parameters["b.shielding"] = draw(st.integers(0, 1))
    return "oathmark.combat", parameters, {"result": "winner", "outcome": "a", "least": draw(st.booleans())}


@settings(max_examples=15)
@given(contests(), st.sampled_from(("a", "b")))
def test_an_opponent_who_plays_its_best_is_never_better_for_the_aim(contest, side):
    scenario, parameters, aim = contest
    found = advise(scenario, parameters, aim=aim, side=side, opponent="best")
    as_given = advise(scenario, parameters, aim=aim, side=side)
    assert found.choices == ()
    assert found.value >= as_given.value if aim["least"] else found.value <= as_given.value
    tree, worth = found.aim.worth(found.scenario.open_play(side, "best")[aim["result"]])
    assert twin.best(tree, 0, worth, aim["least"], opponent="ab".replace(side, "")) == found.value


def test_a_policy_best_of_the_other_side_is_its_best_play():
    for opponent in ("as_given", "best"):
        found = advise("reikhammer.turn", {"b_policy": "best"}, aim="difference", opponent=opponent)
        assert found.value == advise("reikhammer.turn", {}, aim="difference", opponent="best").value
        assert found.choices == ()


REFUSED = [
    ({"scenario": "reikhammer.retain", "parameters": {}, "aim": "chosen"}, "reikhammer.retain"),
    (
        {"scenario": "chronopia.melee", "parameters": {}, "aim": "slain", "points": 7},
        "points must be a whole number from 0 to 6, not 7",
    ),
    (
        {"scenario": "chronopia.melee", "parameters": {}, "aim": "slain", "points": True},
        "points must be a whole number from 0 to 6, not true",
    ),
    (
        {"scenario": "chronopia.melee", "parameters": {}, "aim": {"result": "wounds", "at_least": 1, "outcome": 2}},
        "outcome",
    ),
    ({"scenario": "chronopia.melee", "parameters": {}, "aim": "slain", "opponent": "best"}, "opponent"),
    ({"scenario": "chronopia.melee", "parameters": {}, "aim": "slain", "opponent": "bset"}, "did you mean best?"),
    ({"scenario": "chronopia.melee", "parameters": {"cc": 99}, "aim": "slain"}, "cc must be 1 to 30, not 99"),
    ({"scenario": "chronopia.test", "parameters": {}, "aim": "outcome"}, "outcome"),
    ({"scenario": "chronopia.test", "parameters": {}, "aim": {"result": "outcome", "outcome": "perfekt"}}, "perfect"),
    ({"scenario": "chronopia.melee", "parameters": {}, "aim": {"result": "wounds", "leats": True}}, "least"),
    ({"scenario": "chronopia.melee", "parameters": {}, "aim": {"result": "wounds", "at_least": 1.5}}, "at_least"),
    ({"scenario": "chronopia.melee", "parameters": {}, "aim": 3}, "aim"),
    ({"scenario": "chronopia.melee", "parameters": "cc=3", "aim": "slain"}, "parameters"),
    ({"scenario": "chronopia.melee", "parameters": {}, "aim": "slain", "side": 3}, "side"),
    ({"scenario": "mechanics.test", "parameters": {"copies": 2}, "aim": "success"}, "copies"),
    (
        {
            "scenario": "mechanics.pool",
            "parameters": {"count": 200, "tiers": 9, "tier_step": 1, "die": 20},
            "aim": "hits",
        },
        "count",
    ),
]


@pytest.mark.parametrize(("arguments", "mentions"), REFUSED)
def test_refused_in_one_line(arguments, mentions):
    with pytest.raises(InputError) as caught:
        asked(arguments)
    assert mentions in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.id)
def test_what_each_side_is_after_can_be_asked_for(model):
    given = {"airborne": True} if model.parameter("airborne") else {}
    assert set(model.advising.wants) <= set(model.advising.sides)
    for side, texts in model.advising.wants.items():
        aims = [aim_from(text) for text in texts]
        assert len({aim.result for aim in aims}) == len(texts)
        for aim, text in zip(aims, texts, strict=True):
            assert advise(model.id, given, aim=aim, side=side).aim.text() == text


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.id)
def test_without_an_aim_a_side_is_after_what_it_wants(model):
    for side in model.advising.sides:
        wanted = model.advising.wants.get(side, model.advising.aims)
        for nothing in ("", {"result": "", "at_least": None, "outcome": None, "least": False}):
            assert advise(model.id, aim=nothing, side=side).aim.text() in wanted


def test_what_is_added_besides_is_one_step_for_every_way_in_which_the_dice_lie():
    scenario = advise("mechanics.pool", {"count": 4, "explode": True}, aim="hits").scenario
    tree = scenario.open_play("attacker", "as_given")["hits"]
    stops = {}

    def note(decision, so_far, left, values):
        total, added = decision.seen["the total is"], decision.seen["dice still to be added are"]
        stops.setdefault((total, added), set()).add(id(decision.options[0].follow))
        return values[0]()

    twin.value(tree, 0, lambda hits: hits, note)
    assert len(stops) > 5
    assert all(len(steps) == 1 for steps in stops.values())


# Many dice and few points, where dice that cannot all be rolled again are taken together; and added dice.
LYING = [
    ({"count": 4, "explode": True}, 2),
    ({"count": 3, "tiers": 3, "tier_step": 1, "explode": True}, 2),
    ({"count": 5, "tiers": 2, "tier_step": 1, "always": [1], "target": 5}, 2),
    ({"count": 3, "tiers": 2, "tier_step": 1, "die": 8, "explode": True}, 3),
]
AIMS = (
    {"result": "hits"},
    {"result": "hits", "least": True},
    {"result": "hits", "at_least": 4},
    {"result": "hits", "outcome": 3},
    {"result": "none", "least": True},
)
# Each aim with some of the dice, and all dice but the dearest with two aims.
LYING_AIMS = [(*LYING[place], AIMS[n]) for place in range(3) for n in range(5) if (n + place) % 5 < 2]
LYING_AIMS.append((*LYING[3], AIMS[2]))


@pytest.mark.parametrize(("parameters", "points", "aim"), LYING_AIMS)
def test_dice_taken_together_are_worth_what_every_single_history_is(parameters, points, aim):
    found = advise("mechanics.pool", parameters, aim=aim, points=points)
    tree, worth = found.aim.worth(found.scenario.open_play("attacker", "as_given")[aim["result"]])
    for spent, value in enumerate(found.table):
        assert twin.best(tree, spent, worth, found.aim.least) == value
    assert twin.followed(tree, points, worth, found.rules, "re-roll points", found.aim.least, None) == found.value


def test_twenty_dice_with_tiers_and_added_dice_are_answered():
    given = {"count": 20, "tiers": 3, "tier_step": 1, "explode": True}
    found = advise("mechanics.pool", given, aim="hits", points=6)
    # A die brings one hit on average, one that is added a sixth of it; a failure rolled again one more.
    failures = [Fraction(comb(20, number), 2**20) for number in range(21)]
    gained = [sum(min(number, points) * chance for number, chance in enumerate(failures)) for points in range(7)]
    assert found.table == tuple(20 + Fraction(20, 6) + gain for gain in gained)
    assert found.policy == (
        "With the dice on the table: if failures not rolled again yet are 1 or more, roll a failure again.",
        "With the dice on the table: in all other cases, stop.",
    )


@pytest.mark.parametrize("aim", [{"result": "hits"}, {"result": "hits", "at_least": 12}])
@pytest.mark.parametrize("added", [False, True])
def test_about_as_many_situations_are_met_as_are_foreseen(monkeypatch, aim, added):
    given = {"count": 8, "tiers": 2, "tier_step": 1, "die": 8, "explode": added}
    met = []
    monkeypatch.setattr(single_rerolls, "Decision", lambda *told, **named: met.append(told) or Decision(*told, **named))
    advise("mechanics.pool", given, aim=aim, points=4)
    monkeypatch.setattr(single_rerolls, "MOST_TABLES", len(met) * 9 // 10)
    with pytest.raises(InputError, match=r"count: advice on 8 dice .* situations"):
        advise("mechanics.pool", given, aim=aim, points=4)
    monkeypatch.setattr(single_rerolls, "MOST_TABLES", len(met) * 5)
    assert advise("mechanics.pool", given, aim=aim, points=4).value > 0


def test_what_would_take_too_long_is_refused_before_it_is_begun(monkeypatch):
    given = {"count": 20, "tiers": 3, "tier_step": 1, "die": 8, "explode": True}
    monkeypatch.setattr("probcalc.analysis.advice.advise.BestPlay", None)
    with pytest.raises(InputError, match=r"count: .* situations .limit [0-9,]+"):
        advise("mechanics.pool", given, aim={"result": "hits", "at_least": 30}, points=6)


def test_a_dazed_model_spends_nothing():
    found = advise("chronopia.melee", {"attacker_dazed": "half"}, aim="slain", points=6)
    assert len(set(found.table)) == 1
    assert [plan.spent for plan in found.choices] == [0]
    assert any("Command Points" in note for note in found.notes)


def test_what_is_decided_plays_no_part_when_it_is_given():
    plain = advise("chronopia.melee", {}, aim="slain", points=4)
    found = advise("chronopia.melee", {"reroll": True, "command_boost": True}, aim="slain", points=4)
    assert (found.value, found.table, found.choices) == (plain.value, plain.table, plain.choices)
    assert any(note.startswith("reroll was given and plays no part") for note in found.notes)


def test_without_an_aim_it_is_the_first_that_there_is():
    given = {"attacker": "the_cursed", "target": "spearmen"}
    assert (
        advise("chronopia.melee", given, points=3).value
        == advise("chronopia.melee", given, aim="slain", points=3).value
    )
