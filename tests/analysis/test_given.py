"""One result in the light of another: worked answers, refusals, and the play that decides results together."""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.analysis.conditions.nodes import RELATIONS
from probcalc.analysis.one_play.conditional import odds_given
from probcalc.analysis.one_play.decided import joint_results_in
from probcalc.analysis.one_play.joint import joint
from probcalc.analysis.stages.rounds import by_round
from probcalc.cli import main
from probcalc.exact.budget.bounds import Budget, TooLarge, metered
from probcalc.exact.readings.law import LawReader
from probcalc.exact.readings.sample import Player
from probcalc.exact.records.record import Record
from probcalc.exact.rounds.rounds import after_each_round
from probcalc.present.reports.rounds import rounds_report
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.evaluation import evaluate
from probcalc.scenarios.fights import Fight
from probcalc.scenarios.resolve import resolve
from tests.counted import reader_in
from tests.systems import harness

CASES = Path(__file__).parent.parent / "cases"
MODELS = [model for system in registry.systems() for model in system.scenarios]
FIGHTS = [model for model in MODELS if issubclass(model, Fight)]
OWN = [m for m in MODELS if not issubclass(m, Fight) and isinstance(resolve(m, {})[0].play(), Record)]
SMALL = {
    "noa": (1, 3),
    "multiplier": (1, 3),
    "models": (1, 3),
    "fighting": (1, 3),
    "attacks": (1, 3),
    "attacks_each": (1, 2),
    "copies": (1, 3),
    "dice": (1, 2),
    "hit_points": (1, 3),
    "target_models": (1, 5),
    "damage": (0, 3),
    "a_commands": st.just([4, 4]),
    "b_commands": st.just([4, 3]),
    "a_shocks": st.just([0, 1]),
    "b_shocks": st.just([0, 0]),
}


def cases(name):
    return json.loads((CASES / f"{name}.json").read_text("utf-8"))


def asked(case):
    arguments = case["arguments"]
    if case["call"] == "given":
        return probcalc.odds(arguments["scenario"], arguments["parameters"], given=arguments["given"]).to_json()
    return probcalc.joint(arguments["scenario"], arguments["parameters"], arguments["results"]).to_json()


@pytest.mark.parametrize("case", cases("given"), ids=lambda case: f"{case['call']} {case['arguments']['scenario']}")
def test_worked_case(case):
    found = asked(case)
    if case["call"] == "given":
        assert found["given"] == {"condition": case["arguments"]["given"], "probability": case["probability"]}
        assert found["results"] == case["results"]
    else:
        assert {name: found[name] for name in case["results"]} == case["results"]


@pytest.mark.parametrize("case", cases("given_errors"), ids=lambda case: case["mentions"])
def test_refused(case):
    with pytest.raises(probcalc.InputError, match=case["mentions"]):
        asked(case)


@pytest.mark.parametrize(
    ("scenario", "condition", "mentions"),
    [
        ("chronopia.melee", "hits", "hits"),
        ("chronopia.melee", "wounds", "wounds"),
        ("chronopia.melee", "hit >= 1", "hit"),
        ("chronopia.melee", "wounds > x", "wounds"),
        ("chronopia.melee", "", "given"),
        ("chronopia.melee", "hit and", "given"),
        ("chronopia.melee", "hit and not hit", "given"),
        ("chronopia.clash", "winner >= a", "winner"),
        ("chronopia.clash", "winner >= 1", "winner"),
        ("chronopia.clash", "winner = nobody", "nobody is not a possible outcome of winner; choose from"),
        ("chronopia.clash", "winner != aa", "aa is not a possible outcome of winner; did you mean a?"),
        ("chronopia.melee", "not wounds = x", "wounds: its outcomes are numbers, as in wounds = 2, and x is none"),
        ("oathmark.combat", "a_dice = 3", "a_dice"),
        ("mechanics.attack", "kills", "kills"),
        ("chronopia.armour", "wounds >= 1" * 200, "given"),
    ],
)
def test_a_condition_that_cannot_be_is_refused_by_name(scenario, condition, mentions):
    with pytest.raises(probcalc.InputError) as caught:
        probcalc.odds(scenario, {}, given=condition)
    line = str(caught.value)
    assert mentions in line
    assert "\n" not in line
    assert len(line) < 300


@pytest.mark.parametrize("wrong", [["hit", "hit"], ["hit"], [], "hit", ["hit", "slain", "wounds"], [1, 2]])
def test_two_different_results_are_asked_for(wrong):
    with pytest.raises(probcalc.InputError, match="results"):
        probcalc.joint("chronopia.melee", {}, wrong)


@pytest.mark.parametrize("model", OWN, ids=lambda model: model.id)
@settings(max_examples=10)
@given(data=st.data())
def test_what_is_decided_together_has_the_laws_of_the_answer(model, data):
    names = {p.name.rpartition(".")[2] for p in model.parameters()}
    request = data.draw(harness.requests(model, {name: limit for name, limit in SMALL.items() if name in names}))
    scenario, _ = resolve(model, request.given)
    answer = evaluate(scenario)
    decided = joint_results_in(scenario, ())
    for name in decided.results:
        weights, total = decided.joint_weights([name, *decided.beside(name)], LawReader())
        found = {}
        for (value, *_), weight in weights.items():
            found[value] = found.get(value, 0) + Fraction(weight, total)
        expected = answer[name]
        if isinstance(expected, Fraction):
            assert found.get(1, 0) == expected, name
        else:
            assert found == harness.plain(expected), name


@settings(max_examples=25)
@given(st.integers(1, 3), st.sampled_from(["hit", "wounds >= 1", "not slain", "attacker_dazed", "hit and slain"]))
def test_an_answer_is_made_of_what_it_is_given_and_of_the_rest(noa, condition):
    request = {"noa": noa, "cc": 12, "critic": 3, "damage": 12}
    whole = probcalc.odds("chronopia.melee", request)
    yes = probcalc.odds("chronopia.melee", request, given=condition)
    share = yes.given[1]
    if " and " in condition:
        return
    opposite = condition.removeprefix("not ") if condition.startswith("not ") else f"not {condition}"
    no = probcalc.odds("chronopia.melee", request, given=opposite)
    assert no.given[1] == 1 - share
    for name in whole:
        assert share * mean_of(yes[name]) + (1 - share) * mean_of(no[name]) == mean_of(whole[name]), name


def initiative_by_hand(leaderships):
    """Every first roll of three players, whoever ties rolling again for the places that they share: first and tied."""
    found = {}
    for roll in product(range(1, 11), repeat=3):
        totals = [die + lead for die, lead in zip(roll, leaderships, strict=True)]
        leaders = [n for n, total in enumerate(totals) if total == max(totals)]
        tied = len(set(totals)) < 3
        for n in leaders:
            key = f"player_{n + 1}", int(tied)
            found[key] = found.get(key, 0) + Fraction(1, 1000) * among(leaders, n, leaderships)
    return found


def among(players, wanted, leaderships):
    """The chance that of so many players who roll until one is ahead it is that one, over all their rolls."""
    if len(players) == 1:
        return Fraction(1)
    chance = again = Fraction(0)
    share = Fraction(1, 10 ** len(players))
    for roll in product(range(1, 11), repeat=len(players)):
        totals = [die + leaderships[n] for die, n in zip(roll, players, strict=True)]
        best = [n for n, total in zip(players, totals, strict=True) if total == max(totals)]
        if len(best) == len(players):
            again += share
        elif wanted in best:
            chance += share * among(best, wanted, leaderships)
    return chance / (1 - again)


@pytest.mark.parametrize("leaderships", [[0, 0, 0], [2, 0, 1]])
def test_who_acts_first_and_whether_anybody_was_tied(leaderships):
    found = joint("thud_and_blunder.initiative", {"leaderships": leaderships}, ["first", "tie_first_roll"])
    assert {(a, b): chance for a, b, chance in found.table} == initiative_by_hand(leaderships)


def test_who_acts_first_of_more_players_is_found_without_the_order_of_all():
    five = joint("thud_and_blunder.initiative", {"leaderships": [2, 0, 1, 0, 3]}, ["first", "tie_first_roll"])
    assert sum(chance for _, _, chance in five.table) == 1


def test_what_the_next_die_decides_stands_beside_the_margin():
    dice = {"a.dice": 2, "b.dice": 2, "a.die": 4, "b.die": 3, "a.keep": "best", "b.keep": "best", "b.modifier": 1}
    found = joint("mechanics.opposed", {**dice, "ties": "next_die"}, ["margin", "a"])
    expected = {}
    for roll in product(range(1, 5), range(1, 5), range(1, 4), range(1, 4)):
        (a, x), (b, y) = sorted(roll[:2], reverse=True), sorted(roll[2:], reverse=True)
        key = a - b - 1, int((a - b - 1, x - y) > (0, 0))
        expected[key] = expected.get(key, 0) + Fraction(1, 144)
    assert {(margin, won): chance for margin, won, chance in found.table} == expected


def mean_of(result):
    return result if isinstance(result, Fraction) else result.mean


def test_the_rounds_given_that_we_win():
    answer = probcalc.odds("mechanics.race", {"a.hit_points": 3, "b.hit_points": 3}, given="winner = a")
    assert answer["b_left"][0] == 1
    assert answer.given[1] == probcalc.odds("mechanics.race", {"a.hit_points": 3, "b.hit_points": 3})["winner"]["a"]
    late = probcalc.odds("mechanics.race", {"rounds": 12}, given="rounds > 12")
    assert harness.plain(late["rounds"]) == {"later": 1}


# -- round by round ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", FIGHTS, ids=lambda model: model.id)
def test_each_round_is_the_fight_of_so_many_rounds(model):
    small = {name: 2 for name in ("a.models", "b.models", "a.figures", "b.figures") if model.parameter(name)}
    found = by_round(model.id, small)
    for row in found.rows[:3]:
        answer = probcalc.odds(model.id, {**small, "rounds": row.round})
        assert row.over == 1 - answer["winner"]["nobody"]
        assert row.winner == {name: answer["winner"][name] for name in ("a", "draw", "b")}
        assert (row.a_left, row.b_left) == (answer["a_left"].mean, answer["b_left"].mean)
    whole = probcalc.odds(model.id, small)
    assert found.rows[-1].round == "end"
    assert found.rows[-1].winner["a"] == whole["winner"]["a"]


@pytest.mark.parametrize("model", FIGHTS, ids=lambda model: model.id)
def test_how_long_a_fight_lasts_is_what_its_rounds_say(model):
    small = {name: 2 for name in ("a.models", "b.models", "a.figures", "b.figures") if model.parameter(name)}
    found = by_round(model.id, small)
    whole = probcalc.odds(model.id, small)["rounds"]
    won = probcalc.odds(model.id, small, given="winner = a")["rounds"]
    assert [found.lasts()[n] for n in range(1, 21)] == [whole[n] for n in range(1, 21)]
    assert [found.lasts("a")[n] for n in range(1, 21)] == [won[n] for n in range(1, 21)]
    chances = found.rows[-1].winner
    means = found.mean_rounds
    assert means["over"] == sum(means[name] * chance for name, chance in chances.items() if chance)
    assert found.to_json()["lasts"]["a"] == str(means["a"])
    assert rounds_report(found).says[0].startswith("It lasts ")


def test_a_fight_that_may_go_on_for_ever_lasts_as_long_as_those_that_are_over():
    healing = {"a.wounds": 2, "b.wounds": 2, "a.models": 1, "b.models": 1, "wounds_carried": "healed_between"}
    never = by_round("chronopia.fight", healing | {"a.immune_to_panic": True, "b.immune_to_panic": True})
    assert never.mean_rounds == {}
    assert not rounds_report(never).says
    for ask, line in (
        (never.lasts, "this fight is never over"),
        (lambda: never.lasts("c"), "winner: it is a, draw or b, not c"),
        (by_round("mechanics.race", {"rounds": 3}).lasts, "rounds: at most 3 are played"),
    ):
        with pytest.raises(InputError, match=line):
            ask()


@pytest.mark.parametrize("model", FIGHTS, ids=lambda model: model.id)
def test_a_seeded_player_fights_as_often_to_each_end(model):
    small = {name: 2 for name in ("a.models", "b.models", "a.figures", "b.figures") if model.parameter(name)}
    scenario, _ = resolve(model, {**small, "rounds": 2})
    player, law = Player(seed=11), probcalc.odds(model.id, {**small, "rounds": 2})["winner"]
    course = scenario.course()
    played = [player.play(course)[1].winner for _ in range(4000)]
    for outcome, chance in law.items():
        spread = (float(chance) * (1 - float(chance)) / 4000) ** 0.5
        assert abs(played.count(outcome) / 4000 - float(chance)) <= 5 * spread


def test_the_command_line_says_what_it_is_given_and_writes_both_results():
    run = CliRunner()
    asked_for = ["chronopia.melee", "attacker=the_cursed", "target=spearmen"]
    found = run.invoke(
        main, ["odds", "chronopia.melee", "attacker=the_cursed", "target=spearmen", "--given", "wounds >= 1"]
    )
    assert "Given wounds >= 1, which has a chance of 59.0% (369/625)\n" in found.stdout
    words = ["joint", *asked_for, "--results", "wounds,attacker_dazed"]
    assert json.loads(run.invoke(main, [*words, "--json"]).stdout)["covariance"] == "-171/5000"
    assert "Covariance -0.0342 (-171/5000)" in run.invoke(main, words).stdout
    refused = run.invoke(main, ["joint", "chronopia.melee", "--results", "wounds"])
    assert refused.exit_code == 2
    assert refused.stdout == ""
    fought = run.invoke(main, ["odds", "mechanics.race", "a.hit_points=1", "b.hit_points=1", "--by-round", "--json"])
    assert json.loads(fought.stdout)["rounds"][0] == {
        "round": 1,
        "over": "3/4",
        "winner": {"a": "1/2", "draw": "0", "b": "1/4"},
        "a_left": "3/4",
        "b_left": "1/2",
    }


def test_what_is_asked_given_something_counts_in_the_budget_of_whoever_asks():
    melee = {"attacker": "the_cursed", "target": "spearmen"}
    spent = [Budget(), Budget()]
    with metered(spent[0]):
        odds_given("chronopia.melee", melee, "hit")
    joint("chronopia.melee", melee, ["hit", "wounds"], spent[1])
    assert all(budget.spent > 0 for budget in spent)
    with pytest.raises(InputError, match="limit 5"), metered(Budget(5)):
        odds_given("chronopia.melee", melee, "hit")


def test_rounds_that_will_be_too_much_are_refused_after_the_first_few():
    hit = {"a.hit.die": 100, "a.hit.dice": 10, "a.hit.modifier": 100, "a.hit.target": 1100}
    asked = hit | {"a.attacks": 332, "a.ward": 6, "b.hit.direction": "under", "b.hit_points": 23}
    fight, _ = resolve(registry.scenario("mechanics.race"), asked)
    course, budget = fight.by_the_rules(), Budget()
    with pytest.raises(TooLarge, match="turns is too large"):
        list(after_each_round(course, reader_in(budget)))
    assert budget.spent < budget.most // 5


MELEE = {"attacker": "the_cursed", "target": "spearmen", "noa": 2, "wounds": 3}
EVENTS = st.recursive(
    st.sampled_from(
        ["hit", "critical", "slain", "wounds >= 1", "wounds = 2", "2 > wounds", "1 <= wounds <= 2", "fumble"]
    ),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda parts: "({} {} {})".format(*parts)),
        inner.map(lambda part: f"not ({part})"),
    ),
    max_leaves=4,
)


def chance(condition):
    """How likely a condition is; 0 where it never holds."""
    try:
        return odds_given("chronopia.melee", MELEE, condition).given[1]
    except InputError as refusal:
        if "never holds" not in str(refusal):
            raise
        return 0


@settings(max_examples=25, deadline=None)
@given(EVENTS, EVENTS)
def test_events_add_up_as_events_do(one, other):
    assert chance(f"({one}) or ({other})") == chance(one) + chance(other) - chance(f"({one}) and ({other})")
    assert chance(f"not ({one})") == 1 - chance(one)


def test_two_results_of_one_play_are_held_against_each_other():
    both = joint("oathmark.combat", {}, ["a_casualties", "b_casualties"]).table
    for relation, compare in RELATIONS.items():
        condition = f"a_casualties {relation} b_casualties"
        known = odds_given("oathmark.combat", {}, condition)
        assert known.given[1] == sum(share for a, b, share in both if compare(a, b))
        ones = sum(share for a, b, share in both if compare(a, b) and b == 1)
        assert known["b_casualties"][1] == ones / known.given[1]


@pytest.mark.parametrize(
    ("condition", "line"),
    [
        ("wounds", "wounds: it has several outcomes, so the condition compares it, as in wounds = 1"),
        ("hit >= 1", "hit: it happens or not, so the condition is hit or not hit"),
        ("hit = slain", "hit: it happens or not"),
        ("wounds >=", 'given: "wounds >=" breaks off; a condition is written like hit, not slain or wounds >= 2'),
        ("", "breaks off"),
        ("mean(wounds) > 1", r"given: mean\(wounds\) is no outcome of this play; compare a result, as in wounds >= 2"),
        ("wounds + 1 > 1", "given: what is calculated is no outcome"),
        ("1 > 2", "given: what is calculated is no outcome|no outcome of this play"),
        ("wonds > 1", "did you mean wounds"),
        ("x" * 2000, "at most 300 characters"),
    ],
)
def test_what_cannot_be_known_is_refused_in_one_line(condition, line):
    with pytest.raises(InputError, match=line) as caught:
        odds_given("chronopia.melee", {}, condition)
    assert "\n" not in str(caught.value)
