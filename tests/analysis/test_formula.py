"""Formulas of scenarios: equal to the answers everywhere, and read as a person would write them."""

import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from functools import cache, partialmethod
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.analysis.formulas.formula import formula
from probcalc.analysis.formulas.reading import Reading
from probcalc.analysis.formulas.solve import solve
from probcalc.exact.law.distribution import Distribution
from probcalc.present.formulas.written import formula_data, latex_text, sympy_text
from probcalc.present.reports.formula import formula_report
from probcalc.present.writing.report import report_text
from probcalc.scenarios import registry
from probcalc.scenarios.answer import evaluate
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.fights import Fight
from probcalc.scenarios.resolve import resolve
from probcalc.symbolic.cases import limits

SCENARIOS = [model for system in registry.systems() for model in system.scenarios]

# What is left free of each scenario, where the first two whole numbers would not show much.
FREE = {
    "chronopia.melee": ("armour", "cc"),
    "chronopia.shooting": ("armour", "rs"),
    "chronopia.initiative": ("a_activations=1..9", "previous"),
    "chronopia.clash": ("a.cc", "b.armour"),
    "chronopia.fight": ("a.cc=9..11", "b.ld=11..12"),
    "chronopia.swipe": ("cc", "ward"),
    "chronopia.free_slash": ("armour", "agility"),
    "chronopia.gossip": ("a.cc", "watchers"),
    "chronopia.break_test": ("ld", "ward"),
    "chronopia.half_strength": ("ld", "losses.1"),
    "mechanics.test": ("target", "critical_value"),
    "mechanics.attack": ("hit.target", "ward"),
    "mechanics.race": ("a.hit.target=1..8", "b.ward"),
    "mechanics.opposed": ("a.modifier", "ties"),
    "mechanics.pool": ("target", "modifier=-3..3"),
    "mechanics.keep": ("target",),
    "mechanics.push": ("stop_at=1..8",),
    "oathmark.combat": ("a.fight", "b.activation"),
    "oathmark.fight": ("a.fight=1..3", "b.activation=5..6"),
    "oathmark.cascade": ("activations.1", "activations.2"),
    "oathmark.initiative": ("die", "players"),
    "reikhammer.turn": ("a_commands.1", "b_commands.2"),
    "reikhammer.formation": ("command", "turns=1..6"),
    "thud_and_blunder.attack": ("skill", "destiny"),
    "thud_and_blunder.brawl": ("a.skill=2..4",),
    "thud_and_blunder.duel": ("a.skill", "b.destiny"),
    "thud_and_blunder.initiative": ("leaderships.1", "leaderships.2"),
    "tide_of_battle.melee": ("armor_class", "fortitude"),
    "tide_of_battle.engagement": ("a.melee", "b.fortitude"),
    "tide_of_battle.fight": ("a.melee=0..1", "a.models=1..2"),
    "tide_of_battle.rally": ("will", "distance=1..24"),
    "tide_of_battle.blast": ("fortitude", "reflex_modifier"),
    "tide_of_battle.catapult": ("bonus", "fortitude"),
    "tide_of_battle.trample": ("fortitude", "reflex"),
    "tide_of_battle.roll_off": ("players",),
    "tide_of_battle.will_saves": ("wills.1", "modifiers.2"),
}


def freed(model):
    """Two names of a scenario to leave free; None where it has nothing but text."""
    if model.id in FREE:
        return FREE[model.id]
    numbers = [p.name for p in model.parameters() if p.kind == "integer"]
    lists = [f"{p.name}.1" for p in model.parameters() if p.kind == "list"]
    return tuple((numbers + lists)[:2]) or None


def numeric(model, wanted):
    """The answer's results, computed anew, or None where it is refused."""
    try:
        return evaluate(resolve(model, wanted)[0])
    except InputError:
        return None


def symbolic(found, point):
    try:
        return found.subs(point)
    except InputError:
        return None


def placed(model, base, point):
    """The request with the values of a point, entries of lists put into their lists."""
    wanted = dict(base)
    for name, value in point.items():
        owner, _, entry = name.rpartition(".")
        if model.parameter(name) is None:
            entries = list(wanted.get(owner) or resolve(model, base)[0].value_of(owner))
            entries[int(entry) - 1] = value
            wanted[owner] = entries
        else:
            wanted[name] = value
    return wanted


# Fights small enough to be played to the end again and again.
SMALL = {"tide_of_battle.fight": {"b.models": 3}, "oathmark.fight": {"a.figures": 3, "b.figures": 3}}


def bases(model):
    """The defaults, and the first ready-made question, or two rounds of a fight."""
    if issubclass(model, Fight):
        return [SMALL.get(model.id, {}), {"rounds": 2}]
    system = registry.system(model.id.partition(".")[0])
    return [{}, *(preset.parameters for preset in system.presets if preset.scenario == model.id)][:2]


WITH_NUMBERS = [model for model in SCENARIOS if freed(model)]


def check_everywhere(model, base, examples):
    """Random points, the ends of every range among them."""
    fresh = {name: value for name, value in base.items() if name not in freed(model)}
    found = formula(model.id, fresh, free=freed(model))

    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.fixed_dictionaries({name: st.sampled_from(found.domain.values(name)) for name in found.free}))
    def agrees(point):
        expected, result = numeric(model, placed(model, fresh, point)), symbolic(found, point)
        assert result == expected
        for name, value in (expected or {}).items():
            if hasattr(value, "outcomes"):
                assert result[name].outcomes == value.outcomes

    agrees()


@pytest.mark.parametrize("model", WITH_NUMBERS, ids=lambda model: model.id)
def test_a_formula_is_the_answer_at_every_point(model):
    for base in bases(model):
        check_everywhere(model, base, (16 if issubclass(model, Fight) else 40) // len(bases(model)))


# Outcomes on both sides of zero: -1 and -2 have one hash, and must not be taken for each other.
BELOW_ZERO = [
    ("tide_of_battle.engagement", {}, ["a.higher_ground=0..3", "b.higher_ground=0..3"]),
    ("tide_of_battle.engagement", {}, ["a.higher_ground=0..1", "b.higher_ground=2..4", "a.melee=0..1"]),
    ("chronopia.gossip", {"a.attempts": 1, "b.attempts": 1}, ["a.points=-3..3", "a.sure=0..3"]),
    ("chronopia.clash", {}, ["a.models=1..2", "b.noa=1..3"]),
    ("mechanics.opposed", {}, ["a.modifier=-2..2", "b.modifier=-2..2"]),
    ("mechanics.pool", {}, ["modifier=-4..0", "count=1..2"]),
    ("reikhammer.turn", {}, ["a_commands.1=1..3", "b_commands.1=1..3"]),
    ("custom.roll", {"roll": "d6 + x - y"}, ["x=-6..0", "y=-3..3"]),
]


def test_chances_below_zero_are_those_of_the_answer_and_sum_to_one():
    for scenario, given_, free in BELOW_ZERO:
        found, model = formula(scenario, given_, free=free), registry.scenario(scenario)
        for values in product(*(found.domain.values(name) for name in found.free)):
            point = dict(zip(found.free, values, strict=True))
            expected = numeric(model, placed(model, given_, point))
            assert symbolic(found, point) == expected, (scenario, point)
            for name, law in (expected or {}).items():
                if hasattr(law, "has_mean") and law.has_mean:
                    assert found[name].mean.subs(point) == law.mean, (scenario, name, point)
                    assert found[name].at_least(-1).subs(point) == law.at_least(-1), (scenario, name, point)


def test_a_formula_whose_chances_do_not_sum_to_one_is_not_handed_out(monkeypatch):
    monkeypatch.setattr("probcalc.analysis.formulas.results._join_laws", lambda cases: [without_one(c) for c in cases])
    with pytest.raises(InputError, match="wounds: the chances of this formula do not sum to one at armour from"):
        formula("chronopia.melee", {"noa": 1}, free=["armour"])


def without_one(case):
    weights = dict(list(case.content.weights.items())[:-1])
    return replace(case, content=case.content._replace(weights=weights))


def short(model):
    """The parameters that make a request quick: one round of a fight."""
    return {"rounds": 1} if issubclass(model, Fight) else {}


def offered(model, name):
    """The formula, or the line that refuses it."""
    try:
        return formula(model.id, short(model), free=[name])
    except InputError as refusal:
        return str(refusal)


def of_either_side(model):
    """The whole numbers of a scenario; of what both sides have, those of one side and of the other in turn."""
    numbers = [p for p in model.parameters() if p.kind == "integer" and p.high - p.low <= 100]
    names = {p.name for p in numbers}
    shared = [p.name[2:] for p in numbers if p.name.startswith("a.") and f"b.{p.name[2:]}" in names]
    left = {f"{'ab'[place % 2]}.{name}" for place, name in enumerate(shared)}
    return [p for p in numbers if p.name not in left]


@pytest.mark.parametrize("model", SCENARIOS, ids=lambda model: model.id)
def test_every_whole_number_offers_its_formula_or_says_why_not(model):
    for parameter in of_either_side(model):
        found = offered(model, parameter.name)
        if isinstance(found, str):
            assert parameter.name in found
            assert "\n" not in found
            continue
        for value in (parameter.low, parameter.high):
            point = {parameter.name: value}
            assert symbolic(found, point) == numeric(model, short(model) | point)


CURSED = {"attacker": "the_cursed", "target": "spearmen"}


def test_the_cursed_against_armour_and_cc():
    f = probcalc.formula("chronopia.melee", {"attacker": "the_cursed"}, free=["armour", "cc"])
    expected = probcalc.odds("chronopia.melee", attacker="the_cursed", armour=20, cc=11)
    assert f["slain"].subs(armour=20, cc=11) == expected["slain"]
    assert f["wounds"].subs(armour=20, cc=11) == expected["wounds"]
    assert f["wounds"][2].subs({"armour": 20, "cc": 11}) == expected["wounds"][2]
    assert f.subs(armour=20, cc=11)["hit"] == expected["hit"]
    assert str(f["slain"]).split("\n")[0] == "w*(2 - w)"


def test_the_case_table_reads_as_ranges():
    f = probcalc.formula("chronopia.armour", {"damage": 10}, free=["armour", "strength"])
    assert str(f["any_wound"].table()).split("\n") == [
        "armour - strength  any_wound",
        "-30 to 11          19/20",
        "12 to 28           (strength + 30 - armour)/20",
        "29 to 50           1/20",
    ]


DICE = [
    ("mechanics.test", {}, ["target"], "success", "r/6"),
    ("mechanics.test", {"reroll": "failures"}, ["target"], "success", "r*(12 - r)/36"),
    ("mechanics.attack", {"save_on": True}, ["hit.target", "save.target"], "hit", "h/6"),
    ("mechanics.pool", {"count": 10}, ["target"], "none", "(1 - w)^10"),
]


@pytest.mark.parametrize(("scenario", "given_", "free", "result", "first"), DICE)
def test_dice_without_a_game_have_short_formulas(scenario, given_, free, result, first):
    found = formula(scenario, given_, free=free)[result]
    assert str(found).split("\n")[0] == first
    assert len(found.cases) == 1


def test_two_modifiers_are_one_difference():
    table = formula("mechanics.opposed", {}, free=["a.modifier", "b.modifier"])["a"].table()
    assert table.names == ("a.modifier - b.modifier",)
    assert len(table) == 7


@given(st.integers(-10, 40), st.integers(1, 30))
def test_expr_is_the_same_formula(armour, cc):
    value = f_cursed()["slain"]
    found = value.expr.subs({"armour": armour, "cc": cc})
    assert Fraction(int(found.p), int(found.q)) == value.subs(armour=armour, cc=cc)


@cache
def f_attacks():
    return formula("chronopia.melee", {"armour": 18}, free=["noa=1..9", "cc"])


@cache
def f_cursed():
    return formula("chronopia.melee", {"attacker": "the_cursed"}, free=["armour", "cc"])


@given(st.integers(-10, 39), st.integers(1, 30))
def test_a_difference_is_what_one_more_is_worth(armour, cc):
    value = f_cursed()["slain"]
    step = value.difference("armour")
    assert step.subs(armour=armour, cc=cc) == value.subs(armour=armour + 1, cc=cc) - value.subs(armour=armour, cc=cc)


@given(st.integers(1, 30), st.integers(-3, 3).filter(bool))
def test_a_difference_crosses_cases(cc, by):
    noa = f_attacks()["slain"]
    step = noa.difference("noa", by)
    start = 5
    assert step.subs(noa=start, cc=cc) == noa.subs(noa=start + by, cc=cc) - noa.subs(noa=start, cc=cc)


@given(st.fractions(0, 1, max_denominator=12))
def test_free_probabilities_are_the_faces_of_the_roll(p):
    f = formula("chronopia.melee", {"noa": 3, "wounds": 2, "cc": 12}, free=["p = Ward Save"])
    faces = p * 20
    if faces.denominator == 1:
        assert (
            f["slain"].subs(p=p) == probcalc.odds("chronopia.melee", noa=3, wounds=2, cc=12, ward=int(faces))["slain"]
        )
    slope = f["slain"].derivative("p")
    h = Fraction(1, 10**6)
    near = min(max(p, h), 1 - h)
    chord = (f["slain"].subs(p=near + h) - f["slain"].subs(p=near - h)) / (2 * h)
    assert abs(slope.subs(p=near) - chord) < Fraction(1, 10**4)


def test_moments_and_the_law_agree():
    law = f_cursed()["wounds"]
    point = {"armour": 22, "cc": 14}
    exact = law.subs(point)
    assert law.mean.subs(point) == exact.mean
    assert law.variance.subs(point) == exact.variance
    assert law.at_least(1).subs(point) == exact.at_least(1)
    assert law.at_most(1).subs(point) == exact.at_most(1)
    assert law.factorial_moment(2).subs(point) == sum(k * (k - 1) * p for k, p in exact.items())
    generating = law.pgf().subs({"armour": 22, "cc": 14})
    assert generating.subs({"z": 1}) == 1
    assert generating.diff("z").subs({"z": 1}) == law.mean.expr.subs({"armour": 22, "cc": 14})


def test_a_law_can_be_multiplied_and_asked_for_any_number_of_copies():
    law = formula("tide_of_battle.melee", {"models": 3}, free=["p = To hit", "q = To injure"])["hit_points_lost"]
    point = {"p": Fraction(1, 2), "q": Fraction(1, 3)}
    copies = law.copies
    assert copies.is_binomial
    assert copies.subs(3, point) == law.subs(point)
    assert copies.one.times(4).subs(point) == copies.subs(4, point)
    assert copies.mean.subs({"n": 3, "p": "1/2", "q": "1/3"}) == Fraction(1, 2)
    assert copies.variance.subs({"n": 3, **point}) == law.variance.subs(point)
    assert copies.factorial_moment(2).subs({"n": 3, **point}) == law.factorial_moment(2).subs(point)
    assert copies.probability(2).subs({"n": 3, **point}) == law[2].subs(point)


def test_the_number_of_copies_may_be_free_as_well():
    law = formula("chronopia.melee", {}, free=["noa=2..9", "cc"])["wounds"]
    assert len(law.cases) == 8
    assert law.copies.subs(7, noa=2, cc=12) == law.subs(noa=7, cc=12)


def test_entries_of_lists_and_names_with_dots():
    f = formula("oathmark.cascade", {"activations": [5, 5, 6]}, free=["activations.3"])
    assert f["broken"].subs(activations__3=4) == probcalc.odds("oathmark.cascade", activations=[5, 5, 4])["broken"]
    f = formula("mechanics.attack", {}, free=["hit.target=2..6"])
    assert f["hit"].subs(hit__target=4) == Fraction(1, 2)


def test_names_flags_and_none_are_cases():
    f = formula("tide_of_battle.melee", {}, free=["deflection", "poisoned", "weapon"])
    for point in (
        {"deflection": None, "poisoned": True, "weapon": "sword"},
        {"deflection": "none", "poisoned": False, "weapon": "none"},
        {"deflection": 3, "poisoned": True, "weapon": "great_weapon"},
    ):
        assert f.subs(point)["wiped_out"] == probcalc.odds("tide_of_battle.melee", point)["wiped_out"]


REFUSED = {"a.figures": 4, "a.front": 2}


def test_what_is_refused_stays_refused():
    f = formula("oathmark.combat", {}, free=["a.figures", "a.front"])
    with pytest.raises(InputError, match=r"a\.front"):
        f["a_hits"].subs(a__figures=2, a__front=4)
    assert f["a_hits"].subs(a__figures=4, a__front=2) == probcalc.odds("oathmark.combat", REFUSED)["a_hits"]


WRONG = [
    ({"armour": 99, "cc": 3}, "armour must be -10 to 40, not 99"),
    ({"armour": True, "cc": 3}, "armour must be -10 to 40, not true"),
    ({"armour": 3}, "cc is free and has no value: it may be 1 to 30"),
    ({"armr": 3}, "armr is not free here; did you mean armour?"),
    ({"wards": 3, "cc": 1}, "wards is not free here; free are armour, cc"),
]


@pytest.mark.parametrize(("point", "line"), WRONG)
def test_a_wrong_point_is_refused_by_name(point, line):
    with pytest.raises(InputError) as caught:
        f_cursed()["slain"].subs(point)
    assert str(caught.value) == line


@pytest.mark.parametrize(
    ("scenario", "free", "words"),
    [
        ("chronopia.melee", ["armur"], "did you mean armour"),
        ("chronopia.melee", [], "at least one parameter free, as in cc"),
        ("chronopia.melee", ["armour", "armour"], "armour is left free twice"),
        ("chronopia.melee", ["armour=3..99"], "armour ranges within -10..40, not 3..99"),
        ("chronopia.melee", ["shield=1..2"], "shield is none, shield or warshield and has no range"),
        ("chronopia.melee", ["p = Test to hit"], 'as in "p, q, r = Test to hit", not 1'),
        ("chronopia.melee", ["p = Test to hurt"], "did you mean Test to hit?"),
        ("chronopia.melee", ["cc = Test to hit"], "cc is a parameter"),
        ("chronopia.melee", ["1 = Test to hit"], "cannot name a probability"),
        ("chronopia.melee", ["p, p = Ward Save"], "p is named twice"),
        ("chronopia.melee", ["p = Heal", "q = Heal"], "Heal is left free twice"),
        ("chronopia.clash", ["p = Break Test of Side A"], "is rolled against different targets here"),
        ("reikhammer.turn", ["a_commands"], "a_commands is a list; leave one of its entries free"),
        ("reikhammer.turn", ["a_commands.9"], "a_commands has the entries 1..3 here, not 9"),
        ("oathmark.cascade", ["near"], "near is a text"),
        (
            "mechanics.attack",
            ["attacks", "hit.die", "damage_die"],
            "cases, each with a different distribution; leave fewer",
        ),
    ],
)
def test_what_cannot_be_free_is_refused_in_one_line(scenario, free, words):
    with pytest.raises(InputError) as caught:
        formula(scenario, {}, free=free)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_free_probabilities_stay_within_their_sum():
    f = formula("chronopia.melee", {"critic": 0}, free=["p, q = Test to hit"])
    assert f["hit"].subs(p=Fraction(1, 3), q=Fraction(2, 3)) == Fraction(1, 3)
    with pytest.raises(InputError, match=r"p \+ q is at most 1"):
        f["hit"].subs(p=Fraction(2, 3), q=Fraction(2, 3))
    with pytest.raises(InputError, match=r"a fraction from 0 to 1, not 0\.5"):
        f["hit"].subs(p=0.5, q=0)


def test_a_number_needs_no_algebra_system():
    program = (
        "import sys, probcalc; probcalc.odds('chronopia.melee', cc=11); probcalc.odds('oathmark.combat');"
        "from probcalc.cli import main; assert not [m for m in sys.modules if m.split('.')[0] in ('sympy', 'mpmath')]"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_curve_is_the_value_at_every_point():
    slain = f_cursed()["slain"]
    curve = slain.curve("armour", cc=11)
    assert [armour for armour, _ in curve] == list(range(-10, 41))
    assert all(value == slain.subs(armour=armour, cc=11) for armour, value in curve)


def test_a_refusal_of_a_whole_range_says_between_which_numbers_it_lies():
    request = {"damage": 50, "damage_die": 20, "critical_multiplier": 3}
    with pytest.raises(InputError, match=r"about 94,500 to 105,000 points .limit 20,000"):
        formula("mechanics.attack", request, free=["attacks=450..500"])
    found = formula("mechanics.attack", request, free=["attacks"])
    with pytest.raises(InputError, match="about 105,000 points"):
        found.subs(attacks=500)
    assert (
        found.subs(attacks=3)["total_damage"] == probcalc.odds("mechanics.attack", request, attacks=3)["total_damage"]
    )


def test_a_name_given_twice_is_refused_and_never_wins_silently():
    with pytest.raises(InputError, match=r"^cc is given twice$"):
        formula("chronopia.melee", {"cc": 1}, cc=2, free="armour")
    with pytest.raises(InputError, match=r"^cc is given twice$"):
        solve("chronopia.melee", {"cc": 1}, cc=2, for_="armour", that="slain > 1/2")
    found = formula("chronopia.melee", free=["armour", "cc"])
    for question in (found, found["slain"], found["wounds"]):
        with pytest.raises(InputError, match=r"^cc is given twice$"):
            question.subs({"cc": 1, "armour": 20}, cc=2)


def test_a_formula_keeps_to_the_order_of_its_outcomes():
    found = formula("thud_and_blunder.trial", free=["destiny"])["first_failure"]
    law = probcalc.odds("thud_and_blunder.trial", destiny=4)["first_failure"]
    assert found.at_least(3).subs(destiny=4) == law.at_least(3)
    assert found.at_most(3).subs(destiny=4) == law.at_most(3)
    assert found.subs(destiny=4).order == law.order
    with pytest.raises(ValueError, match="'lost' has no place among numbers and never"):
        found.at_least("lost")


@pytest.mark.parametrize(
    "free",
    [
        "cc=9..10,weapon=spear,dagger,noa",
        "weapon=spear,dagger,cc=9..10,noa",
        "noa, weapon = spear, dagger, cc=9..10",
        "noa;weapon=spear,dagger;cc=9..10",
    ],
)
def test_names_that_narrow_a_choice_stand_beside_other_names_in_one_text(free):
    found = formula("chronopia.melee", free=free)
    assert found.free == {"cc": "9..10", "weapon": "spear or dagger", "noa": "1..20"}


def test_too_many_cases_over_names_are_refused_with_a_narrower_request_that_is_taken():
    with pytest.raises(InputError, match="or narrow a range, as in ") as caught:
        formula("thud_and_blunder.duel", free="a.skill, b.skill, turns, b.weapon")
    narrower = str(caught.value).rpartition("as in ")[2]
    found = formula("thud_and_blunder.duel", free=narrower)
    name, _, values = narrower.partition("=")
    assert found.free == {name: " or ".join(values.split(","))}
    for value in values.split(","):
        answer = probcalc.odds("thud_and_blunder.duel", {name: value})
        assert found.subs({name: value}) == dict(answer.items())


@pytest.mark.parametrize(
    ("free", "line"),
    [
        ("b.weapon=1..5", "and has no range; a few names are b.weapon=none,"),
        ("b.weapon=sabre", "sabre is not a value of b.weapon"),
        ("b.weapon=long_swor", "did you mean long_sword"),
    ],
)
def test_names_are_narrowed_by_names(free, line):
    with pytest.raises(InputError, match=line):
        formula("thud_and_blunder.duel", free=[free])


def test_cases_that_are_each_long_are_refused_early(monkeypatch):
    readings = set()
    one = Reading.read

    def read(reading, *given):
        readings.add(reading)
        return one(reading, *given)

    monkeypatch.setattr(Reading, "read", read)
    given = {"hit.die": 2, "hit.dice": 10, "hit.keep": "best", "hit.target": 2, "attacks": 500, "ward": 4}
    with pytest.raises(InputError, match=r"would need (about [\d,]+ steps|more than 2,000 cases)"):
        probcalc.formula("mechanics.attack", given, free=["damage", "damage_die", "save.target"])
    assert sum(reading.steps for reading in readings) < 4_000_000


# -- what is left out of too much --------------------------------------------------------------------------------


@pytest.fixture
def little_is_read(monkeypatch):
    """Formulas of which little may be read, and what is read is kept from the first case on."""
    monkeypatch.setattr(limits, "_LATE", 0)
    monkeypatch.setattr(Reading, "explored", partialmethod(Reading.explored, steps=30_000))


def test_a_formula_that_is_read_in_part_says_what_is_left_out(little_is_read):
    given, free = {"target": "spearmen", "multiplier": 2}, ["cc=5..14", "noa=1..6"]
    found = probcalc.formula("chronopia.melee", given, free=free)
    assert re.fullmatch(
        r"left out: all of it would need .* steps, with \d+ cases so far, each with a different distribution; "
        r"leave fewer names free, or narrow a range, as in cc=\d+..\d+",
        found.left_out,
    )
    read, left = 0, 0
    for cc, noa in product(range(5, 15), range(1, 7)):
        point = {"cc": cc, "noa": noa}
        if any(box.holds(point) for box in found.boxes_left_out):
            left += 1
            with pytest.raises(InputError, match="left out: all of it would need"):
                found.subs(point)
        else:
            read += 1
            answer = probcalc.odds("chronopia.melee", {**given, **point})
            assert found.subs(point) == dict(answer.items())
    assert read
    assert left
    text = report_text(formula_report(found))
    assert text.count(found.left_out) == 1
    assert f"# {found.left_out}" in sympy_text(found).split("\n")
    assert f"% {found.left_out}" in latex_text(found).split("\n")
    data = formula_data(found)
    assert data["left_out"]["why"] == found.left_out
    assert len(data["left_out"]["when"]) == len(found.boxes_left_out)
    assert all(result["refused"] == [] for result in data["results"].values())


def test_what_needs_the_whole_formula_takes_no_part_of_it(little_is_read):
    given = {"target": "spearmen", "multiplier": 2}
    with pytest.raises(InputError, match=r"^noa would need .* steps"):
        solve("chronopia.melee", given, for_="noa=1..20", that="slain > 1/2")
    with pytest.raises(InputError, match=r"^noa would need .* steps"):
        probcalc.overtake("chronopia.melee", given, {**given, "cc": 5}, over="noa=1..20")


def test_a_whole_formula_leaves_nothing_out():
    found = probcalc.formula("chronopia.armour", {"damage": 10}, free=["armour"])
    assert found.left_out == ""
    assert found.boxes_left_out == ()
    assert "left_out" not in formula_data(found)


def test_of_results_at_one_point_those_that_are_asked_for_are_evaluated(monkeypatch):
    found = probcalc.formula("chronopia.melee", {"attacker": "the_cursed"}, free=["armour=19..21"])
    made = []
    monkeypatch.setattr(Distribution, "from_weights", lambda *asked: made.append(asked))
    there = found.at({"armour": 20})
    assert there["slain"] == found["slain"].subs(armour=20)
    assert made == []
    monkeypatch.undo()
    assert dict(there) == found.subs(armour=20)
    with pytest.raises(InputError, match="armour"):
        found.at({"armour": 22})
