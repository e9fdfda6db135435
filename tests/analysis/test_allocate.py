"""Who attacks whom: worked answers, refusals, and every plan and order played out on small tables."""

import json
from fractions import Fraction
from itertools import product
from math import lcm, prod
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.analysis.allocation.allocate import allocate
from probcalc.analysis.allocation.fixed import FixedPlans
from probcalc.analysis.allocation.looking import Looking
from probcalc.cli import main
from probcalc.exact.budget.bounds import Budget
from probcalc.present.reports.allocation import allocation_report
from probcalc.present.writing.report import report_rows
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from tests.twins.allocation import Table

CASES = Path(__file__).parent.parent / "cases"
PLAN = str(Path(__file__).parent.parent.parent / "examples" / "who_attacks_whom.json")


def listed(file):
    cases = json.loads((CASES / file).read_text("utf-8"))
    return [pytest.param(case, id=str(n)) for n, case in enumerate(cases) if case["call"] == "allocate"]


@pytest.mark.parametrize("case", listed("decisions.json"))
def test_worked_case(case):
    found = allocate(**case["arguments"]).to_json()
    assert {name: found[name] for name in ("value", "fixed", "looking", "naive")} == {
        name: case[name] for name in ("value", "fixed", "looking", "naive")
    }


@pytest.mark.parametrize("case", listed("decisions_errors.json"))
def test_refused(case):
    with pytest.raises(InputError) as caught:
        allocate(**case["arguments"])
    assert case["mentions"] in str(caught.value)
    assert "\n" not in str(caught.value)


@st.composite
def tables(draw):
    """A few attackers of one kind of counting, and one to three targets."""
    kind = draw(st.sampled_from(("mechanics", "chronopia", "thud", "oathmark")))
    names = ["x", "y", "z"][: draw(st.integers(1, 3))]
    numbers = st.integers(1, 3)
    attackers, targets = [], []
    for _ in range(draw(st.integers(1, 3))):
        if kind == "mechanics":
            said = {"attacks": draw(st.integers(1, 2)), "damage": draw(st.integers(0, 2)), "hit.target": draw(numbers)}
            attacker = {"scenario": "mechanics.attack", "parameters": said}
        elif kind == "chronopia":
            said = {"cc": draw(st.integers(5, 15)), "noa": draw(st.integers(1, 2))}
            attacker = {"scenario": "chronopia.melee", "parameters": said}
        elif kind == "thud":
            attacker = {"scenario": "thud_and_blunder.attack", "parameters": {"skill": draw(st.integers(0, 5))}}
        else:
            shot = draw(st.sampled_from(("shooting", "artillery")))
            attacker = {"scenario": f"oathmark.{shot}", "parameters": {}}
        if draw(st.booleans()):
            attacker["targets"] = sorted(draw(st.sets(st.sampled_from(names), min_size=1)))
        attackers.append(attacker)
    for name in names:
        said = {"mechanics": "health", "chronopia": "wounds", "oathmark": "figures"}.get(kind)
        parameters = {said: draw(numbers)} if said else {"armour_rating": draw(st.integers(5, 14))}
        targets.append({"name": name, "parameters": parameters, "points": draw(st.integers(0, 9))})
    reachable = set().union(*(attacker.get("targets", names) for attacker in attackers))
    targets = [target for target in targets if target["name"] in reachable]
    count = len(targets)
    aims = ["targets", "points", "all", f"at_least:{draw(st.integers(1, count))}", f"target:{targets[0]['name']}"]
    aims += [] if kind == "thud" else ["losses"]
    return attackers, targets, draw(st.sampled_from(aims)), draw(st.sampled_from(("listed", "free")))


@settings(max_examples=40)
@given(tables())
def test_as_every_plan_played_out(table):
    attackers, targets, aim, order = table
    slow = Table(attackers, targets)
    found = allocate(attackers, targets, aim, order=order)
    fixed, (taken, turn) = slow.fixed(aim, order)
    assert found.fixed == fixed
    assert found.pairs == tuple((str(a + 1), slow.names[taken[a]]) for a in turn)
    assert found.looking == slow.looking(aim, order)
    assert found.looking >= found.fixed
    naive = dict(found.naive)
    assert found.looking >= naive.pop("first_standing")
    assert all(found.fixed >= value for value in naive.values())


def attacker_of(number, kind):
    """One of two attackers of a kind, whose attacks depend on what the target has suffered."""
    said = {
        "artillery": [{"shoot": 4}, {"shoot": 5}],
        "mixed": [{"shoot": 5}, {}],
        "thud": [{"skill": 5}, {"skill": 0, "weapon_destiny": -2}],
        "melee": [{"cc": 12}, {"cc": 9, "noa": 2}],
    }
    scenarios = {"thud": "thud_and_blunder.attack", "melee": "chronopia.melee"}
    scenario = scenarios.get(kind, f"oathmark.{kind}")
    if kind == "mixed":
        scenario = ("oathmark.artillery", "oathmark.breath")[number]
    return {"scenario": scenario, "parameters": said[kind][number]}


@st.composite
def lines_of_two_kinds(draw):
    """Two to five attackers of two kinds in any order, on one to three targets."""
    kind = draw(st.sampled_from(("artillery", "mixed", "thud", "melee")))
    row = [0, *draw(st.lists(st.integers(0, 1), min_size=1, max_size=4))]
    targets = []
    for name in "xyz"[: draw(st.integers(1, 3))]:
        if kind == "thud":
            said = {"armour_rating": draw(st.integers(5, 14)), "shield": draw(st.sampled_from(("none", "large")))}
        elif kind == "melee":
            said = {"wounds": draw(st.integers(1, 2)), "armour": draw(st.integers(10, 20))}
        else:
            said = {"figures": draw(st.integers(2, 6)), "base": draw(st.sampled_from(("25x25", "50x50")))}
            said["defence"] = draw(st.integers(7, 10))
        targets.append({"name": name, "parameters": said, "points": draw(st.integers(0, 9))})
    aims = ["targets", "points", "all", "at_least:1", *([] if kind == "thud" else ["losses"])]
    return [attacker_of(n, kind) for n in row], targets, draw(st.sampled_from(aims))


@settings(max_examples=60, derandomize=True)
@given(lines_of_two_kinds(), st.sampled_from(("listed", "listed", "free")))
def test_attackers_alike_that_do_not_stand_side_by_side(drawn, order):
    attackers, targets, aim = drawn
    if order == "free":
        attackers = attackers[:4]
    elif len(attackers) > 2:
        attackers[2] = attackers[0]
    found, slow = allocate(attackers, targets, aim, order=order), Table(attackers, targets)
    assert found.fixed == slow.fixed_target_by_target(aim, order)
    moves = [(int(attacker) - 1, slow.names.index(target)) for attacker, target in found.pairs]
    blows = [tuple(a for a, t in moves if t == target) for target in range(len(targets))]
    laws = [slow.struck(target, own, {}) for target, own in enumerate(blows)]
    assert found.fixed == sum(
        prod(law[state] for law, state in zip(laws, states, strict=True)) * slow.worth(aim, states)
        for states in product(*laws)
    )
    assert all(found.fixed >= value for name, value in found.naive.items() if name != "first_standing")


def test_between_two_that_are_alike_another_may_strike():
    artillery = [{"scenario": "oathmark.artillery", "parameters": {"shoot": shoot}} for shoot in (5, 4, 5)]
    targets = [
        {"name": "t1", "parameters": {"figures": 6, "defence": 7, "health": 1, "base": "50x50"}},
        {"name": "t2", "parameters": {"figures": 6, "defence": 10, "health": 1, "base": "25x25"}},
    ]
    assert allocate(artillery, targets, "losses").fixed == Fraction(3860341, 500000)


@settings(max_examples=25)
@given(tables().filter(lambda table: "damage" in table[0][0]["parameters"]))
def test_what_is_lost_by_overkill(table):
    attackers, targets, aim, order = table
    found = allocate(attackers, targets, aim, order=order)
    slow = Table(attackers, targets)
    moves = [(int(attacker) - 1, slow.names.index(target)) for attacker, target in found.pairs]
    assert (found.overkill.attacks, found.overkill.beyond) == slow.overkill(moves, tuple(slow.start))


def test_who_looks_wastes_no_attack_while_a_target_stands():
    attack = {"scenario": "mechanics.attack", "parameters": {"hit.target": 2}}
    targets = [{"name": name, "parameters": {"health": 1}} for name in "xy"]
    looking = allocate([attack] * 3, targets, "targets", look=True).overkill
    fixed = allocate([attack] * 3, targets, "targets").overkill
    # Only the third attack can come too late, when both before it have hit.
    assert looking.attacks == Fraction(25, 36)
    assert fixed.attacks > looking.attacks


@settings(max_examples=25)
@given(tables())
def test_the_sentences_reach_the_value_of_looking(table):
    attackers, targets, aim, order = table
    found = allocate(attackers, targets, aim, look=True, order=order)
    slow = Table(attackers, targets)
    assert followed(found, slow, aim) == found.looking
    if aim == "targets":
        assert sum(found.removed.values()) == found.looking


def followed(found, slow, aim):
    """The value when the rules are followed, the states read as the sentences name them."""
    names = [attacker.name for attacker in found.plan.attackers]

    def play(left, states):
        if not left:
            return Fraction(slow.worth(aim, states))
        facts = {}
        for target, state in zip(found.plan.targets, states, strict=True):
            if target.names:
                facts[f"{target.name} is"] = str(state).replace("_", " ")
            elif target.states == 2:
                facts[f"{target.name} is"] = target.ending if state else "standing"
            else:
                facts[f"the {target.unit} lost by {target.name} are"] = state
        facts["still to come are"] = " and ".join(f"attacker {names[a]}" for a in left)
        number = len(names) - len(left) + 1
        rules = [rule for rule in found.rules if rule.when.split(",")[0] == f"Attack {number}"]
        rule = next(rule for rule in rules if rule.holds(facts))
        who, _, whom = rule.best.removeprefix("attacker ").partition(" against ")
        attacker = names.index(who)
        assert found.order == "free" or attacker == left[0]
        target = slow.names.index(whom)
        rest = tuple(a for a in left if a != attacker)
        return sum(
            chance * play(rest, (*states[:target], after, *states[target + 1 :]))
            for after, chance in slow.attack(attacker, target, states[target]).items()
        )

    return play(tuple(range(len(names))), tuple(slow.start))


SHOT = {"scenario": "mechanics.attack", "parameters": {"attacks": 2}}
STANDING = {"name": "x", "parameters": {"health": 2}}
REFUSED = [
    (([], [STANDING], "targets"), "attackers: a list of 1 to 8, not 0"),
    (([SHOT], [], "targets"), "targets: a list of 1 to 5, not 0"),
    (([SHOT], [STANDING, STANDING], "targets"), "targets: two of them are called x"),
    (([SHOT], [STANDING], "points"), "points: target x has none"),
    (([SHOT], [STANDING], "at_least:2"), "in targets >= N, N is 1 to 1 here"),
    (([SHOT], [STANDING], "at_least:"), "aim"),
    (([SHOT], [STANDING | {"points": -1}], "points"), "points: those of target x are 0 to 10000, not -1"),
    (([SHOT], [{"name": "x", "parameters": {}}], "targets"), "attacker 1 on target x: health"),
    (
        ([{"scenario": "chronopia.armour"}], [STANDING | {"parameters": {}}], "targets"),
        "chronopia.armour leaves nothing",
    ),
    (([{"scenario": "chronopia.mele"}], [STANDING], "targets"), "did you mean chronopia.melee?"),
    (
        ([SHOT | {"parameters": {"attacks": 0}}], [STANDING], "targets"),
        "attacker 1 on target x: attacks must be 1 to 500",
    ),
    (([SHOT | {"weapon": 1}], [STANDING], "targets"), "weapon is not a part of an attacker"),
    (([SHOT], [STANDING | {"name": ""}], "targets"), "name"),
    (([SHOT], [STANDING | {"name": "a\nb"}], "targets"), "name: that of target 1 is a line of 1 to 100 characters"),
    (
        ([SHOT | {"name": "x" * 101}], [STANDING], "targets"),
        "name: that of attacker 1 is a line of 1 to 100 characters",
    ),
    (([{"scenario": "thud_and_blunder.attack"}], [{"name": "x"}], "losses"), "losses"),
    (([SHOT, {"scenario": "chronopia.melee"}], [STANDING], "targets"), "target x: chronopia.melee"),
    (([SHOT] * 8, [{"name": n, "parameters": {"health": 30}} for n in "abcde"], "targets"), "limit 200,000"),
    (([SHOT], [STANDING], 3), "aim is one of"),
    ((5, [STANDING], "targets"), "attackers"),
    (([5], [STANDING], "targets"), "attackers"),
]


@pytest.mark.parametrize(("arguments", "said"), REFUSED)
def test_refused_in_one_line(arguments, said):
    with pytest.raises(InputError) as caught:
        allocate(*arguments)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("name", "value"), [("order", "best"), ("look", 1)])
def test_an_unknown_order_or_look_is_refused(name, value):
    with pytest.raises(InputError, match=name):
        allocate([SHOT], [STANDING], "targets", **{name: value})


@pytest.mark.parametrize(("aim", "least"), [("all", 5), ("at_least:3", 3), ("at_least:1", 1)])
def test_six_different_attackers_and_five_targets_as_every_plan_weighed(aim, least):
    attackers = [{"scenario": "chronopia.melee", "parameters": {"cc": 8 + n, "damage": 8 + n}} for n in range(6)]
    targets = [{"name": str(n), "parameters": {"armour": 16 + n}} for n in range(5)]
    found = allocate(attackers, targets, aim, order="free")
    misses = [
        [1 - probcalc.odds(a["scenario"], {**t["parameters"], **a["parameters"]})["slain"] for t in targets]
        for a in attackers
    ]
    whole = lcm(*(chance.denominator for row in misses for chance in row))
    parts = [[int(chance * whole) for chance in row] for row in misses]
    best = 0
    for taken in product(range(5), repeat=6):
        # The weights of 0, 1, ... targets removed: each stands with what all on it have missed.
        weights = [1]
        for target in range(5):
            on = [parts[a][target] for a in range(6) if taken[a] == target]
            stays, total = prod(on), whole ** len(on)
            weights = [
                stays * (weights[n] if n < len(weights) else 0) + (total - stays) * (weights[n - 1] if n else 0)
                for n in range(len(weights) + 1)
            ]
        best = max(best, sum(weights[least:]))
    assert found.fixed == Fraction(best, whole**6)


def test_two_attackers_of_one_name_are_told_apart_by_their_number():
    found = allocate([SHOT | {"name": "guns"}, SHOT | {"name": "guns"}], [STANDING], "targets", order="free")
    assert found.steps == ("guns (attacker 1) against x", "guns (attacker 2) against x")
    assert found.to_json()["attackers"] == ["guns", "guns"]


def test_equal_attackers_are_counted_once():
    found = allocate([SHOT] * 8, [{"name": n, "parameters": {"health": 3}} for n in "abc"], "at_least:2", order="free")
    assert len(found.rules) < 60
    assert found.looking > found.fixed


def test_rows_and_data():
    found = allocate([SHOT] * 2, [STANDING, {"name": "y", "parameters": {"health": 1}}], "all", look=True)
    data = json.loads(json.dumps(found.to_json()))
    assert Fraction(data["value"]) == found.looking
    report = allocation_report(found)
    assert len(report_rows(report)) == 3 + len(found.naive)
    assert [row[0] for row in report_rows(report.more[0])[1:]] == ["x", "y"]


def said(*words):
    found = CliRunner().invoke(main, ["allocate", *words])
    assert found.exit_code == 0, found.stderr
    return found.stdout


def test_on_the_command_line(tmp_path):
    assert "1. first archers against" in said("--file", PLAN)
    data = json.loads(said("--file", PLAN, "--look", "--order", "free", "--json"))
    assert data["value"] == data["looking"] == "87043928707323/8000000000000"
    assert said("--file", PLAN, "--csv").startswith("plan,value")
    assert said("--file", PLAN, "--markdown").startswith("**")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("{", "plan is no JSON"),
        ("[]", "the plan is a JSON object"),
        ('{"attacker": []}', "did you mean attackers?"),
        ("{}", "attackers: a list of 1 to 8"),
    ],
)
def test_a_file_that_is_no_plan_is_refused(tmp_path, text, line):
    file = tmp_path / "plan.json"
    file.write_text(text, "utf-8")
    found = CliRunner().invoke(main, ["allocate", "--file", str(file)])
    assert found.exit_code == 2
    assert line in found.stderr
    assert found.stdout == ""


# -- one budget for all of it ------------------------------------------------------------------------------------

LONG = [
    {"scenario": "mechanics.attack", "parameters": {"attacks": 400 + n, "damage": 3, "hit.die": 97, "hit.target": 3}}
    for n in range(8)
]


def test_plans_that_are_too_large_are_refused_before_any_is_weighed(monkeypatch):
    monkeypatch.setattr(Looking, "_solve", lambda looking, left: pytest.fail("a plan is weighed"))
    monkeypatch.setattr(FixedPlans, "best", lambda plans: pytest.fail("a plan is weighed"))
    targets = [{"parameters": {"health": 20 + n}} for n in range(3)]
    with pytest.raises(InputError, match=r"^attackers: all plans .* is too large: about [\d,]+ steps .limit"):
        allocate(LONG, targets, "losses", look=True)


def test_each_set_of_attackers_is_solved_once(monkeypatch):
    solved, solve = [], Looking._solve
    monkeypatch.setattr(Looking, "_solve", lambda looking, left: solved.append(left) or solve(looking, left))
    allocate([SHOT] * 3, [STANDING], "targets")
    assert solved == [0b100, 0b110, 0b111]


def test_a_smaller_budget_holds_for_the_whole_allocation():
    attack = {"scenario": "mechanics.attack", "parameters": {"damage": 2}}
    targets = [{"name": "x", "parameters": {"health": 9}}, {"name": "y", "parameters": {"health": 8}}]
    # Answers are kept, so that the second time is the one that counts.
    found = allocate([attack] * 4, targets, "losses", order="free")
    again = Budget()
    assert allocate([attack] * 4, targets, "losses", order="free", budget=again) == found
    with pytest.raises(InputError, match="limit"):
        allocate([attack] * 4, targets, "losses", order="free", budget=Budget(again.spent - 1))


def test_whoever_watches_may_end_an_allocation():
    class LeftError(Exception):
        pass

    def leave():
        raise LeftError

    # What is answered from memory takes no steps, so that nobody is asked.
    registry.clear_caches()
    with pytest.raises(LeftError):
        allocate([{"scenario": "mechanics.attack"}], [{}], "targets", budget=Budget(watch=leave))


def test_what_to_do_names_who_attacks_whom_in_either_order():
    archers = {"scenario": "chronopia.shooting", "parameters": {"attacker": "archers"}, "name": "Archers"}
    target = {"name": "Spearmen", "parameters": {"target": "spearmen"}}
    for order in ("listed", "free"):
        assert allocate([archers], [target], "all", look=True, order=order).policy == (
            "Attack 1: Archers against Spearmen.",
        )


@given(st.lists(st.integers(1, 4), min_size=1, max_size=3), st.lists(st.integers(1, 5), min_size=1, max_size=2))
@settings(max_examples=15)
def test_what_an_attack_removes_by_itself_is_the_plan_of_it_alone(damages, healths):
    attackers = [{"scenario": "mechanics.attack", "parameters": {"damage": each}} for each in damages]
    targets = [{"name": str(n), "parameters": {"health": each}} for n, each in enumerate(healths)]
    plan = allocate(attackers, targets, "targets").plan
    for a, attacker in enumerate(attackers):
        for t, target in enumerate(targets):
            assert plan.alone(a, t) == allocate([attacker], [target], "all").value
