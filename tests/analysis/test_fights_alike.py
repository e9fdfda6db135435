"""Fights that come to the same are solved once: what is known of some serves others, as if each were asked alone."""

from random import Random

import pytest

from probcalc.analysis.balance import prices
from probcalc.analysis.balance.asking import balance
from probcalc.analysis.balance.entries import Entry
from probcalc.analysis.balance.pairs import Pairs
from probcalc.analysis.balance.sided import sides_of
from probcalc.analysis.balance.solved import Solved
from probcalc.analysis.beside.modifiers import modifiers
from probcalc.analysis.laboratory.along import all_along, figures_of, values_of
from probcalc.analysis.numbers.measure import Measure
from probcalc.exact.budget.bounds import Budget, TooLarge, metered
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, TooMuch
from probcalc.scenarios.resolve import resolve
from probcalc.systems.thud_and_blunder import brawl
from probcalc.systems.tide_of_battle import fight as tide_fight

SMALL = {
    "chronopia.fight": [
        {"a.models": 3, "b.models": 2, "a.unit": "spearmen", "b.unit": "followers"},
        {"a.models": 2, "b.models": 3, "half_strength_panic": "tested", "wounds_carried": "healed_between"},
        {"a.models": 4, "b.models": 2, "half_strength_panic": "tested", "a.charging": True, "a.banner": True},
    ],
    "oathmark.fight": [
        {"a.figures": 4, "b.figures": 3, "a.activation": 3, "b.health": 2},
        {"a.figures": 3, "b.figures": 6, "active": "alternate", "a.charge": 2, "b.braced": True, "a.shielding": 1},
        {"a.figures": 5, "b.figures": 2, "active": "initiative", "recovers": "both", "a.disordered": True},
    ],
    "thud_and_blunder.brawl": [
        {"a.figures": 1, "b.figures": 2},
        {"a.figures": 2, "b.figures": 2, "outnumbering": "counted", "a.weapon": "battle_axe"},
        {"a.figures": 2, "b.figures": 1, "target_first": "down", "a.knocked_down": True},
    ],
    "tide_of_battle.fight": [
        {"a.models": 5, "b.models": 4, "a.fighting": 3, "b.fighting": 2},
        {"a.models": 6, "b.models": 4, "a.fighting": 2, "b.fighting": 3, "a.rank_width": 2, "b.rank_width": 3}
        | {"ranks_shrink": "from_behind", "a.ranks": 3, "b.ranks": 1},
        {"a.models": 3, "b.models": 3, "a.fighting": 2, "b.fighting": 2, "a.hit_points": 2, "ranks_shrink": "never"},
    ],
}
BESIDE = {
    "chronopia.fight": {"a.models": range(1, 6), "b.models": range(1, 5), "a.wounds": (1, 2)},
    "oathmark.fight": {
        "a.figures": range(1, 7),
        "b.unit": ("troll", "goblin_slave"),
        "a.arc": ("flank", "rear"),
        "b.horrific": (False, True),
        "a.lower_elevation": (False, True),
        "hits_carried": ("carried", "lost"),
        "ranks_when": ("after", "before"),
    },
    "tide_of_battle.fight": {
        "a.models": range(2, 7),
        "b.models": range(2, 6),
        "a.fighting": (1, 2, 3),
        "a.healers": (False, True),
        "a.poisoned": (False, True),
        "a.weapon": ("spear", "none"),
        "b.ranks": (0, 1, 2),
    },
    "thud_and_blunder.brawl": {"a.figures": (1, 2), "b.figures": (1, 2), "a.weapon": ("none", "sword")},
}


@pytest.mark.parametrize("scenario_id", SMALL)
def test_what_is_known_of_other_fights_is_what_each_is_asked_alone(scenario_id):
    model = registry.scenario(scenario_id)
    figures = [each for each in figures_of(model.parameters()) if not each.name.endswith("hit_points")]
    random, solved, asked = Random(29), Solved(), 0
    for given in SMALL[scenario_id] * 5:
        changed = {
            each.name: random.choice(values_of(each)) for each in random.sample(figures, random.choice((1, 1, 3)))
        }
        name = random.choice(list(BESIDE[scenario_id]))
        changed |= {name: random.choice(BESIDE[scenario_id][name])}
        try:
            fight, _ = resolve(model, {**given, **changed})
        except InputError:
            continue
        winner = registry.answer(scenario_id, {**given, **changed})["winner"]
        assert solved.wins(fight) == (winner["a"], winner["b"]), (given, changed)
        asked += 1
    assert asked > 9


def few_priced(monkeypatch):
    """Entries are priced in up to four of them, not in all the numbers that the rules allow."""
    all_of_it = prices.in_every_number

    def in_few(*asked):
        numbers, why = all_of_it(*asked)
        return numbers[:4], why

    monkeypatch.setattr(prices, "in_every_number", in_few)


def test_prices_in_fights_to_the_end_are_those_of_fights_one_by_one(monkeypatch):
    few_priced(monkeypatch)
    costs = {"spearmen": 5, "followers": 4, "lotus_guard": 6}
    found = balance("chronopia.fight", list(costs), {"half_strength_panic": "tested"}, budget=12, costs=costs)
    entries = [each.entry for each in found.standings]
    assert not found.notes
    for each in found.standings:
        for number in (1, 3):
            results = []
            for other in (entry for entry in entries if entry is not each.entry):
                for own, theirs in ("ab", "ba"):
                    asked = {f"{own}.unit": each.name, f"{own}.models": number, "half_strength_panic": "tested"}
                    asked |= {f"{theirs}.unit": other.name, f"{theirs}.models": other.bought}
                    winner = registry.answer("chronopia.fight", asked)["winner"]
                    results.append(winner[own] + winner["draw"] / 2 + winner["nobody"] / 2)
            assert each.price.means[number - 1] == sum(results) / len(results)


@pytest.mark.parametrize(
    ("scenario_id", "given", "changes"),
    [
        (
            "tide_of_battle.fight",
            {"a.models": 4, "b.models": 4, "a.fighting": 2, "b.fighting": 2},
            ({"a.melee": 2}, {"a.modifier": 2}, {"b.armor_class": 2}),
        ),
        (
            "oathmark.fight",
            {"a.fight": 3, "b.defence": 8},
            ({"a.fight": 4}, {"a.modifier": -1}, {"b.defence": 7}, {"a.charge": 1}),
        ),
    ],
)
def test_figures_that_come_to_the_same_are_one_fight(scenario_id, given, changes):
    model = registry.scenario(scenario_id)
    begun = {(found.alike, found.first) for found in (resolve(model, given | each)[0].going_on() for each in changes)}
    assert len(begun) == 1


def test_who_stands_in_which_place_counts_for_nothing_in_a_brawl():
    model = registry.scenario("thud_and_blunder.brawl")
    given = {"a.figures": 2, "b.figures": 1, "a.skill": 5, "b.leadership": 4, "b.knocked_down": True}
    back = {{"a": "b", "b": "a"}[name[0]] + name[1:]: value for name, value in given.items()}
    one, other = (resolve(model, each)[0] for each in (given, back))
    assert one.going_on().exchanged == (other.going_on().alike, other.going_on().first, other.opening())
    solved = Solved()
    assert solved.wins(one) == solved.wins(other)[::-1] == Solved().wins(other)[::-1]


@pytest.mark.parametrize(("winner", "first"), [("b", 0), ("draw", 1)])
def test_numbers_of_a_small_brawl_are_those_of_its_answers(winner, first, monkeypatch):
    # Every other figure with one winner, those between with the other.
    monkeypatch.setattr("probcalc.analysis.laboratory.along.figures_of", lambda listed: figures_of(listed)[first::2])
    given = {"a.figures": 1, "b.figures": 1, "b.skill": 4}
    found = all_along("thud_and_blunder.brawl", given, Measure("winner", outcome=winner))
    assert len(found) > 9
    for each in found:
        for value, trial in each.trials[:: max(1, len(each.trials) // 3)]:
            answer = registry.answer("thud_and_blunder.brawl", {**given, each.parameter.name: value})
            assert trial.value == answer["winner"][winner]


@pytest.mark.parametrize("scenario_id", SMALL)
def test_what_modifiers_of_a_fight_are_worth_is_what_its_answers_say(scenario_id):
    given = SMALL[scenario_id][0]
    found = modifiers(scenario_id, given)
    assert found.measure.result == "winner"
    for step in found.steps[::5]:
        changed_request = {**given, step.parameter.name: step.new}
        if step.trial.value is None:
            with pytest.raises(InputError) as refused:
                registry.answer(scenario_id, changed_request)
            assert step.trial.refusal == str(refused.value)
            continue
        changed = registry.answer(scenario_id, changed_request)
        assert step.trial.value == changed["winner"]["a"]
        assert step.change == changed["winner"]["a"] - found.present.answer["winner"]["a"]
        assert step.notes == tuple(note for note in changed.notes if note not in found.present.answer.notes)


@pytest.mark.parametrize(
    ("scenario_id", "module", "headcount", "names"),
    [
        ("tide_of_battle.fight", tide_fight, "models", ("sword", "pike")),
        ("thud_and_blunder.brawl", brawl, "figures", ("long_sword", "club")),
    ],
)
def test_who_wins_is_known_of_fights_too_large_to_be_asked_for_everything(
    scenario_id, module, headcount, names, monkeypatch
):
    two = sides_of(scenario_id)
    one, other = (Entry(name, {two.key(two.table.name): name, headcount: 2}) for name in names)
    whole = Pairs(two, {}, "first").of(one, other)
    for limit in ("MOST_TO_THE_END", "MOST_IN_ROUNDS"):
        monkeypatch.setattr(module, limit, 1, raising=False)
    request = two.request({}, one.values, other.values)
    with pytest.raises(InputError, match="limit 1"):
        registry.answer(scenario_id, request)
    pairs = Pairs(two, {}, "first")
    assert not pairs.reason_to_refuse(one, other)
    assert pairs.of(one, other) == whole
    assert balance(scenario_id, list(names), count=2).matrix.values[0][1] == Pairs(two, {}, "both").of(one, other).value
    if scenario_id == "tide_of_battle.fight":
        in_rounds = Pairs(two, {"rounds": 2}, "first")
        assert "limit 1" in in_rounds.reason_to_refuse(one, other)
        with pytest.raises(InputError, match="limit 1"):
            in_rounds.of(one, other)


def test_near_the_bound_one_fight_is_tried_in_another_way_and_all_together_are_refused(monkeypatch):
    model = registry.scenario("tide_of_battle.fight")
    given = {"a.models": 4, "b.models": 3, "a.fighting": 2, "b.fighting": 2}
    fight, _ = resolve(model, given)
    budget = Budget()
    with metered(budget):
        value = Solved().chance(fight, "a")
    with pytest.raises(TooLarge), metered(Budget(budget.spent - 1)):
        Solved().chance(fight, "a")
    with metered(Budget(budget.spent)):
        assert Solved().chance(fight, "a") == value
    whole, changed = modifiers("tide_of_battle.fight", given), Measure("winner", outcome="a")
    monkeypatch.setattr(model, "most_steps", budget.spent - 1)
    assert Solved().chance(fight, "a") is None
    monkeypatch.undo()
    spent = Budget()
    with metered(spent):
        assert modifiers("tide_of_battle.fight", given, changed).steps == whole.steps
    with pytest.raises(TooMuch, match=r"too much at once|too large"), metered(Budget(spent.spent // 2)):
        modifiers("tide_of_battle.fight", given, changed)
