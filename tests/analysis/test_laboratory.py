"""The laboratory against the plainest way to the same findings: odds asked one by one."""

from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.analysis.balance.entries import Entry
from probcalc.analysis.balance.pairs import Pairs
from probcalc.analysis.balance.sided import sides_of
from probcalc.analysis.laboratory.along import all_along, along
from probcalc.analysis.laboratory.design import design, wish
from probcalc.analysis.laboratory.fairness import evenness
from probcalc.analysis.laboratory.matrix import matrix, require_unlike
from probcalc.analysis.laboratory.swing import swings
from probcalc.analysis.laboratory.unknown import unknown
from probcalc.analysis.numbers.measure import Measure
from probcalc.present.reports.balance import fairness_report
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from tests.twins.contests import contest_of

CURSED = {"attacker": "the_cursed"}
TARGETS = ("spearmen", "archers", "lotus_guard", "followers", "greatswordsmen", "the_cursed", "civilian")


@pytest.mark.parametrize("variant", ["", "d20=2d10"])
def test_steps_are_differences_of_odds(variant):
    asked = {**CURSED, "target": "spearmen", "variant": variant}
    found = along("chronopia.melee", asked, "armour", Measure("slain"))
    odds = {armour: probcalc.odds("chronopia.melee", {**asked, "armour": armour})["slain"] for armour in range(-10, 41)}
    assert dict(found.points) == odds
    assert all(change == odds[other] - odds[one] for one, other, change in found.steps)
    most = max(abs(change) for *_, change in found.steps)
    assert {abs(change) for *_, change in found.breakpoints} == {most}
    flat = {value for first, last in found.flats for value in range(first, last)}
    assert flat == {value for value in range(-10, 40) if odds[value] == odds[value + 1]}


def test_a_letter_of_a_roll_is_run_through_the_values_that_are_named():
    found = along("custom.roll", {"roll": "d20 + y >= x", "y": 3}, "x=4..24")
    assert found.measure.result == "success"
    assert found.points == tuple((x, probcalc.roll(f"d20 + 3 >= {x}")["success"]) for x in range(4, 25))
    assert found.present is None
    assert along("custom.roll", {"roll": "d20 >= x", "x": 8}, "x=7..9").present == 8
    assert [value for value, _ in along("chronopia.armour", {"damage": 10}, "armour=20..22").points] == [20, 21, 22]
    with pytest.raises(InputError, match=r"x has 2,001 values .limit 101.; name fewer, as in x=1..20"):
        along("custom.roll", {"roll": "d20 >= x"}, "x")


def test_numbers_that_change_nothing_change_nothing():
    for each in all_along("chronopia.melee", {**CURSED, "target": "spearmen"}):
        if each.is_dead:
            assert len({number for _, number in each.points}) == 1
    assert along("chronopia.melee", {**CURSED}, "braced").is_dead
    assert not along("chronopia.melee", {**CURSED, "charging": True}, "braced").is_dead


def test_dominance_is_that_of_every_pair_of_odds():
    found = matrix("chronopia.melee", CURSED, "weapon", "target")
    odds = {
        (weapon, target): probcalc.odds("chronopia.melee", {**CURSED, "weapon": weapon, "target": target})["slain"]
        for weapon, target in product(found.row_names, TARGETS)
    }
    assert set(found.column_names) == set(TARGETS)
    for a, b in product(found.row_names, repeat=2):
        better = [odds[a, t] - odds[b, t] for t in TARGETS]
        assert found.dominates(a, b) == (min(better) >= 0 and max(better) > 0)
    best = {t: {w for w in found.row_names if odds[w, t] == max(odds[v, t] for v in found.row_names)} for t in TARGETS}
    sizes = range(1, len(found.row_names) + 1)
    enough = [c for n in sizes for c in combinations(found.row_names, n) if all(best[t] & set(c) for t in TARGETS)]
    assert len(found.needed()) == len(enough[0])
    assert found.needed() in enough
    assert set(found.never_best()) == set(found.row_names) - set().union(*best.values())


def test_two_sides_that_can_change_places_are_a_question_of_balance():
    with pytest.raises(
        InputError, match=r"^scenario: the two sides .* ask probcalc balance tide_of_battle\.engagement$"
    ):
        require_unlike("tide_of_battle.engagement")
    for scenario in ("chronopia.melee", "mechanics.race", "tide_of_battle.shooting"):
        require_unlike(scenario)


def test_swing_is_read_off_the_law():
    for swing in swings("chronopia.melee", {**CURSED, "target": "spearmen", "multiplier": 3}):
        law = probcalc.odds("chronopia.melee", {**CURSED, "target": "spearmen", "multiplier": 3})[swing.result]
        assert swing.nothing == law[0]
        assert swing.most == (max(law), law[max(law)])
        assert swing.relative == law.variance / law.mean**2


@settings(max_examples=6, deadline=None)
@given(st.sampled_from(TARGETS), st.sampled_from(TARGETS), st.integers(1, 2))
def test_sides_that_change_places_change_their_chances(one, other, models):
    asked = {"a.unit": one, "b.unit": other, "a.models": models, "b.models": 1}
    if "civilian" in (one, other):
        return
    found = evenness("chronopia.clash", asked)
    back = evenness("chronopia.clash", {"a.unit": other, "b.unit": one, "a.models": 1, "b.models": models})
    assert (found.now.a, found.now.b) == (found.swapped.a, found.swapped.b)
    assert (found.now.a, found.now.b) == (back.now.b, back.now.a)
    assert found.first_mover == 0
    assert found.now.upset == min(found.now.a, found.now.b) <= Fraction(1, 2)


@pytest.mark.parametrize(
    ("scenario", "given"),
    [
        ("oathmark.combat", {"a.unit": "troll", "a.figures": 3, "b.unit": "human_spearman", "a.arc": "rear"}),
        ("mechanics.race", {"a.hit_points": 3, "b.hit_points": 4, "order": "a_first"}),
        ("thud_and_blunder.duel", {"a.weapon": "long_sword", "b.skill": 3}),
    ],
)
def test_the_exchange_of_places_is_a_reading_of_the_matrix(scenario, given):
    found, two = evenness(scenario, given), sides_of(scenario)
    one, other = (
        Entry(side, {key: given[side + key] for key in two.pairs if side + key in given}) for side in two.prefixes
    )
    rest = {name: value for name, value in given.items() if two.key(name) not in two.pairs}
    pairs = Pairs(two, rest, "first")
    assert found.now.lead == 2 * pairs.of(one, other).value - 1
    assert found.swapped.lead == 1 - 2 * pairs.of(other, one).value
    assert found.now.neither == pairs.of(one, other).ties
    assert found.first_mover == pairs.of(one, other).value + pairs.of(other, one).value - 1
    odds = contest_of(probcalc.odds(scenario, given))
    assert (odds.a, odds.b) == (found.now.a, found.now.b)


def test_what_evens_is_the_best_of_all_changes():
    found = evenness("reikhammer.strategy", {"a_rating": 5, "b_rating": 3})
    assert found.now.lead > 0
    by_name = {each.parameter: each for each in found.evening}
    for name, old, low, high in (("a_rating", 5, 0, 12), ("b_rating", 3, 0, 12)):
        leads = {
            new: abs(contest_of(probcalc.odds("reikhammer.strategy", {"a_rating": 5, "b_rating": 3, name: new})).lead)
            for new in range(low, high + 1)
        }
        least = min(leads.values())
        nearest = min((new for new in leads if leads[new] == least), key=lambda new: abs(new - old))
        assert by_name[name].new == nearest


def test_what_evens_lies_beyond_a_step_that_changes_nothing():
    # Of blows that cost 2, 4 hit points take as many as 3.
    given = {"a.damage": 2, "b.damage": 2, "a.hit_points": 3, "b.hit_points": 6}
    assert {each.parameter: each.new for each in evenness("mechanics.race", given).evening}["a.hit_points"] == 5


def test_a_side_wins_by_all_outcomes_that_are_for_it():
    answer = probcalc.odds("chronopia.gossip", {"a.points": 3})
    law = answer["victory"]
    found = evenness("chronopia.gossip", {"a.points": 3}).now
    assert found.a == law["a_major"] + law["a_minor"] > 0
    assert found.b == law["b_major"] + law["b_minor"]
    assert found.neither == law["draw"]


def test_what_has_no_two_sides_is_refused():
    with pytest.raises(InputError, match="no two sides"):
        evenness("chronopia.armour", {})


@settings(max_examples=12, deadline=None)
@given(st.integers(1, 99), st.integers(0, 40), st.sampled_from(["=", "<=", ">="]))
def test_inverse_design_equals_a_full_search(hit, critical, relation):
    wants = [f"hit={hit}%", f"critical{relation}{critical}%"]
    found = design("chronopia.melee", {"target": "spearmen"}, ["cc=5..15", "critic=0..4"], wants)

    def distance(cc, critic):
        odds = probcalc.odds("chronopia.melee", {"target": "spearmen", "cc": cc, "critic": critic})
        gap = odds["critical"] - Fraction(critical, 100)
        met = (relation == "<=" and gap <= 0) or (relation == ">=" and gap >= 0)
        return (odds["hit"] - Fraction(hit, 100)) ** 2 + (0 if met else gap**2)

    every = {(cc, critic): distance(cc, critic) for cc in range(5, 16) for critic in range(5)}
    least = min(every.values())
    assert [tuple(each.values.values()) for each in found.best] == [key for key, far in every.items() if far == least]
    assert {each.distance for each in found.best} == {least}
    assert [each.distance for each in found.near] == sorted(far for far in every.values() if far > least)[:10]


def test_what_is_given_is_not_searched():
    with pytest.raises(InputError, match="cc is given and searched; say one of them"):
        design("chronopia.melee", {"cc": 10}, ["cc"], ["hit=5%"])


def test_a_search_by_formula_equals_one_by_one(monkeypatch):
    vary = ["cc=8..12", "weapon=spear,sword", "armour=20..24", "charging"]
    asked = "chronopia.melee", {"target": "spearmen"}, vary, ["slain=40%", "wounds<=1/2"]
    found = design(*asked)
    monkeypatch.setattr("probcalc.analysis.laboratory.design.numbers_by_formula", lambda *_: {})
    assert design(*asked) == found
    assert found.searched == 100


def test_what_the_rules_refuse_is_counted_in_a_search():
    found = design("chronopia.clash", {}, ["a.unit=spearmen,civilian", "a.cc=9..14"], ["winner=60%"])
    assert (found.searched, found.refused) == (12, 6)


def test_wishes_are_read_or_refused():
    assert wish("chronopia.melee", "wounds>=2~1/3").gap(Fraction(1, 2)) == Fraction(1, 6)
    assert [wish("chronopia.melee", f"hit={text}").value for text in ("0.5/2", "1/5 + 5%", " 1/4 ")] == [
        Fraction(1, 4)
    ] * 3
    for text in ("hit", "hit=", "hit=a", "hit=1/0", "hits=3%", "=5%", 7, "hit==5%", "hit<5%", "hit=1/2/"):
        with pytest.raises(InputError):
            wish("chronopia.melee", text)


@pytest.mark.parametrize(
    ("vary", "want"),
    [
        ([], ["hit=5%"]),
        (["cc"], []),
        (["cc", "cc=1..2"], ["hit=5%"]),
        (["cc=1..30", "armour", "agility", "critic"], ["hit=5%"]),
        (["cc"], ["hit=5e-1"]),
        (["cc"], ["hit=1/0"]),
    ],
)
def test_searches_that_cannot_be_are_refused(vary, want):
    with pytest.raises(InputError, match=r"^(vary|want): "):
        design("chronopia.melee", {}, vary, want)


@pytest.mark.parametrize(
    ("of", "values"), [("target", ""), ("armour", "16..24"), ("armour", "16:2,20:5,24:1"), ("cc", "9..12")]
)
def test_an_unknown_opponent_is_the_mixture_of_all(of, values):
    found = unknown("chronopia.melee", CURSED, of, values)
    parts = [(found.law[value], probcalc.odds("chronopia.melee", {**CURSED, of: value})) for value in found.law]
    assert sum(share for share, _ in parts) == 1
    assert found.results["slain"] == sum(share * odds["slain"] for share, odds in parts)
    wounds = {n: sum(share * odds["wounds"][n] for share, odds in parts) for n in range(9)}
    assert {n: chance for n, chance in wounds.items() if chance} == dict(found.results["wounds"].items())


def test_what_is_mixed_is_listed_as_it_is_declared():
    found = unknown("chronopia.gossip", {}, "a.points").results["victory"]
    assert list(found) == ["a_major", "a_minor", "draw", "b_minor"]


def test_who_cannot_be_the_opponent_is_left_out_where_nobody_is_named():
    found = unknown("chronopia.melee", {"target": "spearmen"}, "attacker")
    assert found.refused == ("civilian",)
    assert set(found.law) == set(TARGETS) - {"civilian"}
    with pytest.raises(InputError, match="can only be a target"):
        unknown("chronopia.melee", {"target": "spearmen"}, "attacker", "civilian,spearmen")


def test_what_is_given_is_known():
    with pytest.raises(InputError, match="so it is known"):
        unknown("chronopia.melee", {"armour": 20}, "armour", "16..24")
    for values in ("spearmen:", "spearmen:x", "spearmen:0", "nobody"):
        with pytest.raises(InputError):
            unknown("chronopia.melee", CURSED, "target", values)


@pytest.mark.parametrize(
    "scenario", [model.id for system in registry.systems() if system.is_game for model in system.scenarios]
)
def test_swing_is_asked_of_every_scenario(scenario):
    assert all(0 <= swing.nothing <= 1 for swing in swings(scenario, {}))


def test_fairness_names_the_sides_and_their_numbers():
    asked = {"a.unit": "followers"}
    report = fairness_report(evenness("chronopia.clash", asked))
    assert report.says[0] == "The Followers win: 39.2%. Side B wins: 24.8%. Neither: 36.0%."
    assert "CC of Side B" in {row.cells[0] for row in report.rows}


def test_a_side_of_one_wins_and_a_side_of_several_win() -> None:
    lead = fairness_report(evenness("oathmark.combat", {})).says[0]
    assert lead.startswith("The active unit wins: 37.7%. The enemy wins: 37.7%.")
    sides = {"a.unit": "troll", "a.figures": 3, "b.unit": "ogre", "b.figures": 1}
    lead = fairness_report(evenness("oathmark.combat", sides)).says[0]
    assert "The Trolls win: " in lead
    assert "The Ogre wins: " in lead
