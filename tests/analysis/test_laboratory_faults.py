"""The linter of rules finds what was planted, and nothing in a clean game; readings are as far apart as their laws."""

from fractions import Fraction
from typing import ClassVar, Literal

import pytest

import probcalc
from probcalc.analysis.laboratory.band_uses import see_rolls
from probcalc.analysis.laboratory.faults import faults, faults_of_all
from probcalc.analysis.laboratory.rulings import ruling_effects
from probcalc.exact.budget.bounds import Budget, metered
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.checks import faces, roll_under
from probcalc.exact.tree.counting import clamp
from probcalc.exact.tree.steps import NamedSum, Roll
from probcalc.present.reports.faults import readings_report
from probcalc.scenarios import registry
from probcalc.scenarios.evaluation import evaluate_within
from probcalc.scenarios.fields import flag, integer, preset, ruling
from probcalc.scenarios.registry import scenario
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Result, Scenario, refused

BOTH = ("wins", "loses")


class Clean(Scenario):
    """Does a model hit, and how badly?"""

    id: ClassVar[str] = "example.clean"
    title: ClassVar[str] = "A blow"
    results: ClassVar[tuple[Result, ...]] = (Result("hit", "Hits"), Result("outcome", "Outcome", BOTH))

    skill: int = integer(9, 2, 18, "Skill")
    cover: bool = flag("In cover: -2")
    ties: Literal["wins", "loses"] = ruling("wins", "Who wins a tie?", labels=BOTH)

    def play(self):
        test = roll_under("Blow", 20, NamedSum(("Skill", self.skill), ("cover", -2 if self.cover else 0)))
        duel = faces("Duel", 6).map(lambda face: BOTH[face < (3 if self.ties == "wins" else 4)])
        return {"hit": test.among("success"), "outcome": test.then(success=duel, failure="loses")}


class Faulty(Clean):
    """Does a model hit, by rules with faults?"""

    id: ClassVar[str] = "example.faulty"
    results: ClassVar[tuple[Result, ...]] = (
        Result("hit", "Hits"),
        Result("outcome", "Outcome", (*BOTH, "draws")),
        Result("sure", "Something happens"),
        Result("wounds", "Wounds"),
    )

    luck: int = integer(0, -3, 3, "Luck, which was forgotten", role="modifier")
    dusk: Literal["dark", "light"] = ruling("dark", "What is dusk?", labels=("dark", "light"))
    weapon: str = preset({"axe": "Axe", "hatchet": "Hatchet", "spear": "Spear"}, "Weapons", "Weapon")
    charge: int = integer(3, 0, 10, "A charge, refused where it is too long", role="setting")

    def check(self):
        if self.charge > 8:
            raise refused("charge", "it is too long")

    def play(self):
        edge = {"none": 0, "axe": 2, "hatchet": 2, "spear": 1}[self.weapon]
        target = NamedSum(("Skill", self.skill), ("weapon", edge), ("cover", -2 if self.cover else 0))
        # Every success is critical, as the critical faces reach beyond the target.
        hit = roll_under("Blow", 20, target, critical=19)
        wounds = hit.then(critical=2, success=1, failure=0)
        # The coin decides nothing; of the armour two bands lead to the same, and one has no face.
        coin = faces("Coin", 2).then(lambda face: faces("Duel", 6).map(lambda six: BOTH[six < 3]))
        save = clamp(self.charge, 1, 6)
        bands = {"saved": save, "grazed": 2, "wounded": 8 - save, "crushed": 0}
        armour = Roll("Armour", 10, bands).then(saved=0, grazed=1, wounded=1, crushed=2)
        rerolled = roll_under("Aim", 20, target)
        aimed = rerolled.then(success="wins", failure=rerolled)
        return {
            "hit": aimed.chance(lambda end: end in ("wins", "success")),
            "outcome": hit.then(critical=coin, success=coin, failure="loses"),
            "sure": faces("Die", 6).chance(lambda face: face > 0),
            "wounds": wounds + armour,
        }


PLANTED = {
    ("impossible outcome", "outcome"),
    ("result that is never in doubt", "sure"),
    ("parameter that never matters", "luck"),
    ("ruling with no effect", "dusk"),
    ("entries that are the same", "weapon"),
    ("criticals above the target", "Blow"),
    ("result no face gives", "Armour"),
    ("roll with no effect", "Coin"),
    ("die results with the same effect", "Armour"),
    ("order of re-roll and modifier", "Aim"),
    ("refused question", "charge=9"),
}


def test_every_planted_fault_is_found():
    found = faults(Faulty, [{"charge": 9}, {"charge": 5, "cover": True}, {"skill": 12, "weapon": "spear"}])
    named = {(fault.kind, fault.where) for fault in found.faults}
    assert named >= PLANTED
    assert len(PLANTED) >= 10
    (says,) = (fault.says for fault in found.faults if fault.where == "sure")
    assert says.startswith("it is certain in all ")


def test_entries_that_are_alike_are_named_together():
    found = faults(Faulty, [{"cover": True}])
    (says,) = (fault.says for fault in found.faults if fault.kind == "entries that are the same")
    assert says == "Axe and Hatchet: the same in all 2 requests."


def test_a_clean_game_has_none():
    assert faults(Clean, [{"skill": 5}, {"cover": True}]).faults == ()


def test_the_order_of_re_roll_and_modifier_gives_both_answers():
    found = faults(Faulty, [{"cover": True}])
    (says,) = (fault.says for fault in found.faults if fault.kind == "order of re-roll and modifier")
    # By hand for the last request looked at that has modifiers: p after, or decided by the plain number before.
    assert says.startswith("a re-roll decided before modifiers gives ")
    before, after = (Fraction(word.strip(",.")) for word in (says.split()[6], says.split()[-1]))
    assert before != after
    twenty = range(21)
    pairs = [(Fraction(s, 20), Fraction(m, 20)) for s in twenty for m in twenty]
    assert (after, before) in {(1 - (1 - m) ** 2, min(m, s) + (1 - s) * m) for s, m in pairs}


@pytest.mark.parametrize("system", ["reikhammer", "thud_and_blunder"])
def test_readings_are_as_far_apart_as_their_laws(system):
    found, _ = ruling_effects([registry.system(system)])
    assert [each.distance for each in found] == sorted((each.distance for each in found), reverse=True)
    for each in found[:6]:
        one, other = (
            probcalc.odds(each.scenario_id, {**each.given, each.ruling.name: reading})[each.result]
            for reading in (each.first, each.second)
        )
        if isinstance(one, Distribution):
            assert each.distance == sum(abs(one[x] - other[x]) for x in {*one, *other}) / 2
        else:
            assert each.distance == abs(one - other)
    every = {(m.id, p.name) for m in registry.system(system).scenarios for p in m.parameters() if p.role == "ruling"}
    assert {(each.scenario_id, each.ruling.name) for each in found} <= every
    assert len(found) >= len(every) - 2


def test_several_scenarios_share_one_budget_and_the_short_ones_are_looked_at_whole():
    long, short = registry.scenario("thud_and_blunder.brawl"), registry.scenario("thud_and_blunder.initiative")
    budget = Budget(10_000_000)
    with metered(budget):
        brawl, initiative = faults_of_all([(long, [{"a.skill": 6}]), (short, ())])
    assert budget.spent <= budget.most
    assert brawl.left_out > 100
    assert initiative == faults(short)
    # What nothing is left for is no question that is refused.
    assert all(fault.kind != "refused question" for fault in brawl.faults)


def test_what_nothing_is_left_for_is_not_begun(monkeypatch):
    asked = []
    monkeypatch.setattr(
        "probcalc.analysis.laboratory.faults.evaluate_within",
        lambda *given: asked.append(given) or evaluate_within(*given),
    )
    with metered(Budget(8_000_000)):
        found = faults(registry.scenario("thud_and_blunder.brawl"))
    assert found.left_out > 100
    assert len(asked) == found.requests + 1


def test_rulings_for_which_nothing_is_left_are_left_out_and_said():
    registry.clear_caches()
    systems = [registry.system("thud_and_blunder"), registry.system("reikhammer")]
    budget = Budget(6_000_000)
    with metered(budget):
        found, left_out = ruling_effects(systems)
    assert budget.spent <= budget.most
    alone = {(each.scenario_id, each.ruling.name, each.distance) for each in ruling_effects([systems[1]])[0]}
    assert alone < {(each.scenario_id, each.ruling.name, each.distance) for each in found}
    assert {each.partition(" ")[0] for each in left_out} == {"thud_and_blunder.brawl"}
    assert f"(too large): {left_out[0]}" in readings_report("two games", found, left_out).notes[-1]
    assert not readings_report("what is left out", (), left_out).says


def test_a_play_of_many_results_is_walked_once_and_shows_what_each_of_them_shows():
    fight, _ = resolve(scenario("thud_and_blunder.brawl"), {"a.figures": 1, "b.figures": 1})
    played, once, each_alone = list(fight.play().values()), {}, {}
    see_rolls(played, LawReader(), once)
    for each in played:
        see_rolls([each], LawReader(), each_alone)
    assert once == each_alone
    assert len(once) > 3
