"""A sweep is every answer at once: each cell holds what the question alone is answered with."""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import probcalc
from probcalc.analysis.formulas.reading import Reading
from probcalc.analysis.sweeps import methods, regions
from probcalc.analysis.sweeps.answering import Answering
from probcalc.analysis.sweeps.asked import question
from probcalc.analysis.sweeps.blocks import Blocks
from probcalc.analysis.sweeps.estimates import CELLS_BY_FORMULA, CELLS_ONE_BY_ONE, estimate
from probcalc.analysis.sweeps.finished import Likeness
from probcalc.analysis.sweeps.methods import Asking, Methods
from probcalc.analysis.sweeps.recording import Read, parts_of, record
from probcalc.analysis.sweeps.settling import Settling
from probcalc.analysis.sweeps.units import Units
from probcalc.analysis.sweeps.wanted import Wanted
from probcalc.analysis.sweeps.ways import Ways
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.law import law_of
from probcalc.exact.tree.checks import roll_under
from probcalc.exact.tree.steps import Known, NamedSum, Tree
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.fields import integer
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Scenario
from probcalc.symbolic.counts.forms import unknown
from probcalc.symbolic.ring.algebra import Algebra
from probcalc.symbolic.ring.many_points import values_of
from probcalc.symbolic.ring.shares import Share


def _free(parameter):
    return parameter.kind in ("integer", "boolean", "choice")


MODELS = [model for system in registry.systems() for model in system.scenarios]
QUICK = [m for m in MODELS if not m.id.endswith(("fight", "brawl", "race")) and any(_free(p) for p in m.parameters())]


def whole(asked, most=CELLS_BY_FORMULA):
    """The fractions of all cells, result by result, and how many cells were answered one by one."""
    blocks, units = Blocks(asked), Units(asked.sizes, most)
    found = [[] for _ in asked.results]
    answered = 0
    for unit in units:
        block = blocks.of(unit)
        answered += block.answered
        for column, more in zip(found, block.columns, strict=True):
            column += more.fractions()
    return found, answered


def cell(asked, place):
    """The parameters of a cell by where it stands."""
    found = {}
    for axis in reversed(asked.axes):
        place, at = divmod(place, len(axis.values))
        found[axis.parameter.name] = axis.values[at]
    return {**asked.given, **found}


def plain(asked, place):
    """The numbers of a cell, asked as a question of its own."""
    try:
        answer = registry.answer(asked.scenario_id, cell(asked, place))
    except InputError:
        return [None] * len(asked.results)
    return [wanted.exact(answer) for wanted in asked.results]


def some_question(model, draw):
    """Up to three parameters of a scenario over some of their values."""
    free = [p for p in model.parameters() if _free(p)]
    vary = {}
    for parameter in draw.sample(free, min(len(free), 3)):
        if parameter.kind == "integer":
            low, high = parameter.bounds
            first = draw.randint(low, high)
            vary[parameter.name] = [None] * parameter.optional + list(range(first, min(high, first + 5) + 1))
        else:
            values = [False, True] if parameter.kind == "boolean" else list(parameter.choices)
            vary[parameter.name] = draw.sample(values, min(len(values), 3))
    return question(model.id, {}, vary)


@pytest.mark.parametrize("model", QUICK, ids=lambda model: model.id)
def test_a_sweep_of_any_scenario_says_what_each_question_says(model, monkeypatch):
    # Formulas also where so few cells are answered faster.
    monkeypatch.setattr(regions, "FEWEST_CELLS", 2)
    monkeypatch.setattr(regions, "_STEPS_PER_CELL", 40_000)
    draw = random.Random(model.id)
    asked = some_question(model, draw)
    found, _ = whole(asked)
    for place in draw.sample(range(asked.cells), min(asked.cells, 12)):
        assert [column[place] for column in found] == plain(asked, place), cell(asked, place)


def test_names_flags_and_numbers_in_one_sweep_with_several_results():
    vary = ["armour=8..30/2", "weapon=all", "charging", "ward=0,4,6", "cc=7..12"]
    asked = question(
        "chronopia.melee", {"attacker": "the_cursed"}, vary, ["slain", "wounds", "P(wounds >= 2) - hit / 3"]
    )
    found, answered = whole(asked, 3000)
    assert answered == 0
    assert len(found[0]) == asked.cells == 12 * 6 * 2 * 3 * 6
    for place in random.Random(1).sample(range(asked.cells), 200):
        assert [column[place] for column in found] == plain(asked, place)


def test_the_million_cells_of_the_figures_are_computed_by_formula():
    vary = ["armour=10..40", "cc=1..30", "modifier=-10..10", "damage_modifier=-12..12", "attacker_dazed=none,half"]
    asked = question("chronopia.melee", {"attacker": "the_cursed"}, vary, ["slain"])
    found, answered = whole(asked)
    assert answered == 0
    assert len(found[0]) == 976_500
    for place in random.Random(2).sample(range(asked.cells), 600):
        assert found[0][place] == plain(asked, place)[0]


def test_without_numpy_every_cell_is_answered_and_says_the_same(monkeypatch):
    asked = question("chronopia.melee", {}, ["armour=10..30", "charging"], ["slain"])
    by_formula, answered = whole(asked)
    assert answered == 0
    monkeypatch.setattr(regions, "find_spec", lambda name: None)
    assert whole(asked) == (by_formula, 42)


def test_a_condition_chooses_cells_and_the_others_are_not_computed(monkeypatch):
    asked = question("chronopia.melee", {}, ["armour=10..12", "charging"], ["slain"], "charging or armour = 11")
    monkeypatch.setattr(regions.Regions, "pieces", lambda *_: None)
    block = Blocks(asked).of((range(3), range(2)))
    assert block.chosen == [False, True, True, True, False, True]
    assert block.answered == 4
    assert [f is None for f in block.columns[0].fractions()] == [True, False, False, False, True, False]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("charging", 12),
        ("not charging and deflection >= 5", 4),
        ("deflection = none", 4),
        ("deflection > 4 or weapon = pike", 16),
        ("weapon != pike and deflection * 2 <= 8", 6),
        ("deflection != none", 20),
    ],
)
def test_conditions_on_numbers_names_flags_and_what_is_absent(text, kept):
    vary = ["deflection=none,2,3,4,5,6", "charging", "weapon=pike,great_weapon"]
    asked = question("tide_of_battle.melee", {}, vary, [""], text)
    table = asked.where.table([asked.axes[place].values for place in asked.where.axes])
    assert 24 // len(table) * sum(table) == kept


@pytest.mark.parametrize(
    ("vary", "results", "where", "said"),
    [
        (["armor=10..40"], [], "", "armor is not a parameter of chronopia.melee; did you mean armour?"),
        (["armour=10..99"], [], "", "armour must be -10 to 40, not 99"),
        (["armour", "armour"], [], "", "armour is varied twice"),
        ([], [], "", "vary: 1 to 6 parameters are varied, as in vary attacker"),
        (["cc"], [], "", "cc is given and varied; say one of them"),
        (["armour"], ["slian"], "", "slian is not a result of chronopia.melee; did you mean slain?"),
        (["armour"], ["slain", "slain"], "", "results: slain is asked for twice"),
        (["armour"], ["slain >= 1/2"], "", "slain: it happens or not, so the condition is slain or not slain"),
        (["armour"], [], "charging", "charging is not a varied parameter here; choose from armour"),
        (["weapon"], [], "weapon = spaer", "spaer is not a value of weapon here; did you mean spear?"),
        (["weapon"], [], "weapon > spear", "weapon: names have no order"),
        (["armour"], [], "armour > 60", 'no combination of values fulfils the condition "armour > 60"'),
        (["armour"], [], "armour >", '"armour >" breaks off'),
        (["armour"], [], "mean(armour) > 2", "armour is a parameter here and no result: compare its value"),
        (["armour"], [], "1 = 1", 'the condition "1 = 1" names no parameter that varies'),
    ],
)
def test_what_is_wrong_is_said_in_one_line(vary, results, where, said):
    with pytest.raises(InputError) as refused:
        question("chronopia.melee", {"cc": 10}, vary, results, where)
    assert str(refused.value).startswith(said)


@given(st.lists(st.integers(1, 7), min_size=1, max_size=5), st.integers(1, 60))
@settings(max_examples=30, deadline=None)
def test_units_are_the_grid_in_order(sizes, most):
    units = Units(tuple(sizes), most)
    seen = []
    for unit in units:
        assert prod(map(len, unit)) <= most
        rows = np.meshgrid(*unit, indexing="ij")
        seen += np.ravel_multi_index([row.ravel() for row in rows], sizes).tolist()
    assert seen == list(range(units.cells))


@given(st.integers(1, 24), st.integers(2, 25), st.integers(-9, 9), st.booleans())
@settings(max_examples=12, deadline=None)
def test_weights_at_many_points_are_their_values_at_each(power, high, shift, named):
    algebra = Algebra()
    one = algebra.count(unknown("a", range(30)).highest(1).lowest(high))
    other = algebra.count(unknown("a", range(30)) - unknown("b", range(8)) + shift)
    weight = one * (30 - one) + other
    if named:
        weight, _ = algebra.name_weight(weight, 7)
    weight = weight**power * 3 - one if not named else weight**power * algebra.inverse(one * one + 1) - one
    share = Share(weight, 11)
    parameters = {"a": np.arange(30).reshape(30, 1), "b": np.arange(8).reshape(1, 8)}
    found = values_of(share, parameters)
    for a in (0, 1, 17, 29):
        for b in (0, 3, 7):
            place = np.broadcast_to(found.places, (30, 8))[a, b]
            exact = Fraction(int(found.numerators[place]), int(found.denominators[place]))
            assert exact == Fraction(weight.evaluate({"a": a, "b": b})) / 11


def test_where_something_known_cannot_happen_the_cell_is_answered_by_itself():
    algebra = Algebra()
    count = algebra.count(unknown("a", range(4)))
    found = values_of(Share(count * algebra.inverse(count * (3 - count)), 1), {"a": np.arange(4)})
    assert found.denominators[found.places].tolist() == [0, 2, 1, 0]


def test_an_estimate_knows_what_has_no_formula():
    by_formula = estimate(question("chronopia.melee", {}, ["armour", "cc", "charging"]))
    one_by_one = estimate(question("reikhammer.turn", {}, _names("reikhammer.turn")))
    assert by_formula.cells_at_once == CELLS_BY_FORMULA
    assert one_by_one.cells_at_once == CELLS_ONE_BY_ONE
    assert one_by_one.by_formula == 0
    assert one_by_one.seconds > 0


def _names(scenario):
    """Some parameters of a scenario that are names or flags."""
    parameters = registry.scenario(scenario).parameters()
    return [p.name for p in parameters if p.kind in ("boolean", "choice")][:3]


def test_a_number_without_a_name_is_the_main_result():
    asked = question("chronopia.melee", {}, ["armour"])
    assert [wanted.text for wanted in asked.results] == ["slain"]
    assert isinstance(asked.results[0], Wanted)


def test_in_python_rows_tables_and_files_are_the_same(tmp_path):
    import pandas
    import pyarrow.parquet

    vary = {"weapon": "all", "armour": [18, 20, 22], "charging": [True, False]}
    odds = probcalc.sweep("chronopia.melee", {"cc": 11}, vary=vary, results=["slain", "wounds"], where="armour > 18")
    rows = list(odds)
    assert len(rows) == 6 * 2 * 2
    assert [list(row) for row in rows] == [["weapon", "armour", "charging", "slain", "wounds"]] * len(rows)
    for row in rows:
        answer = probcalc.odds("chronopia.melee", {name: row[name] for name in vary}, cc=11)
        assert (row["slain"], row["wounds"]) == (answer["slain"], answer["wounds"].mean)
    table = pandas.DataFrame.from_arrow(odds)
    assert tuple(table.columns) == odds.columns
    assert [Fraction(text) for text in table["slain"]] == [row["slain"] for row in rows]
    assert table["charging"].tolist() == [row["charging"] for row in rows]
    written = odds.write(tmp_path / "odds.parquet")
    assert (written.rows, written.empty) == (24, 0)
    assert pyarrow.parquet.read_table(written.out).equals(odds.to_arrow())


def test_what_the_rules_refuse_has_no_number():
    model = registry.scenario("chronopia.clash")
    vary = {"a.models": [1, 2], "b.models": [1, 2], "a.unit": "all", "b.unit": "all"}
    rows = list(probcalc.sweep(model.id, vary=vary))
    missing = [row for row in rows if None in row.values()]
    assert missing
    for row in missing[:5]:
        with pytest.raises(InputError):
            probcalc.odds(model.id, {name: row[name] for name in vary})


def test_equal_cells_are_computed_once_and_say_what_each_question_says():
    vary = ["weapon=all", "target_weapon=all", "charging", "charged"]
    asked = question("tide_of_battle.melee", {"models": 3}, vary, ["hit_points_lost"])
    answering = Answering(asked.scenario_id, asked.given, asked.results)
    for place in range(0, asked.cells, 7):
        given = cell(asked, place)
        assert list(answering.numbers({name: given[name] for name in asked.names})) == plain(asked, place)
    assert answering.computed < asked.cells // 7


def test_what_is_kept_of_equal_cells_is_bounded(monkeypatch):
    for name in ("known.MOST_KEPT", "settling._MOST_KEPT"):
        monkeypatch.setattr(f"probcalc.analysis.sweeps.{name}", 100)
    asked = question("chronopia.melee", {}, ["cc", "armour=0..9"], ["slain"])
    answering = Answering(asked.scenario_id, asked.given, asked.results)
    for place in range(0, 300, 3):
        assert answering.numbers(cell(asked, place)) == tuple(plain(asked, place))
        assert answering._known.kept < 300


TWO_SIDES = {
    "chronopia.clash": ({"b.models": 2}, ["a.unit=all", "b.unit=all", "a.cc=1..24", "a.noa=1..3", "b.first_strike"]),
    "oathmark.combat": ({"a.charge": 1}, ["a.unit=all", "b.unit=all", "a.figures=1..20", "b.figures=1..20", "die"]),
    "tide_of_battle.engagement": ({}, ["a.weapon=all", "b.weapon=all", "a.models=1..60", "b.charging"]),
}


@pytest.mark.parametrize("kept", [None, 40])
@pytest.mark.parametrize("scenario", TWO_SIDES)
def test_what_one_side_does_is_made_once_and_says_what_each_question_says(scenario, kept, monkeypatch):
    if kept:
        for name in ("_MOST_KEPT", "_MOST_NUMBERS"):
            monkeypatch.setattr(methods, name, kept)
    asked = question(scenario, *TWO_SIDES[scenario], ["winner[a]"])
    answering = Answering(asked.scenario_id, asked.given, asked.results)
    for place in sorted(random.Random(5).sample(range(asked.cells), 60)):
        given = cell(asked, place)
        assert list(answering.numbers({name: given[name] for name in asked.names})) == plain(asked, place), given


def test_stats_that_come_to_the_same_target_are_computed_once():
    asked = question("oathmark.combat", {}, ["a.fight=1..6", "b.defence=8..13"], ["winner[a]"])
    answering = Answering(asked.scenario_id, asked.given, asked.results)
    for place in range(asked.cells):
        given = cell(asked, place)
        assert list(answering.numbers({name: given[name] for name in asked.names})) == plain(asked, place), given
    assert answering.computed == 11


TEST = roll_under("Test", 10, 5)


def _in_a_circle(number):
    def one():
        return number, other

    def other():
        return one

    return one


@pytest.mark.parametrize(
    "unlike",
    [
        (1, True, 1.0, "1", Fraction(1), None),
        ((1, 2), (1, (2,)), ((1,), 2)),
        tuple(map(TEST.map, ({1: 2}.get, {1: 2}.__getitem__, {2: 1}.get))),
        tuple(TEST.map(partial(_in_a_circle, *given, **named)) for given, named in [((1,), {}), ((), {"number": 1})]),
        tuple(map(TEST.map, (lambda one=1: one, lambda one=2: one, lambda *, one=1: one))),
        tuple(map(TEST.map, (_in_a_circle(1), _in_a_circle(2), _in_a_circle(1)()[1]))),
        (NamedSum(("One", 2), ("Other", 1)), NamedSum(("One", 2)), 3),
        (Known(Distribution.constant(3)), Known(Distribution.constant(4))),
    ],
)
def test_only_what_is_made_alike_has_the_same_number(unlike):
    likeness = Likeness()
    numbers = [likeness.of(made).number for made in unlike]
    assert len({*numbers}) == len(unlike)
    assert [likeness.of(made).number for made in unlike] == numbers


def test_what_is_made_alike_has_one_number_though_it_holds_itself_or_its_parts_have_other_names():
    likeness = Likeness()
    assert likeness.of(TEST.map(_in_a_circle(1))) == likeness.of(TEST.map(_in_a_circle(1)))
    one, other = NamedSum(("One", 2), ("Other", 1)), NamedSum(("Both", 3))
    assert likeness.of(roll_under("Test", 10, one)) == likeness.of(roll_under("Test", 10, other))


class Late(Scenario):
    """A rule of which some methods give what is not done with reading."""

    one: int = integer(1, 0, 9, "One")
    other: int = integer(1, 0, 9, "Other")

    def at_once(self) -> Tree:
        return roll_under("Test", 10, self.one)

    def later(self) -> Tree:
        return roll_under("Test", 10, 5).map(lambda band: self.one + self.other)

    def listed(self) -> list[int]:
        return [self.one]

    def by_and_by(self) -> Iterator[int]:
        yield self.one


def test_what_is_not_done_with_reading_is_made_anew():
    known = Methods(lambda parts: parts[""])

    def asked(one, other):
        steps, scenario = [], Late(one=one, other=other)
        return record(scenario, steps, Asking(known, scenario, parts_of(scenario), steps).asked), steps

    def reads(steps):
        return {read for step in steps for read in step.reads}

    first, steps = asked(1, 1)
    kept, law = first.at_once(), dict(law_of(first.later()))
    assert (reads(steps), law) == ({Read("", "one"), Read("", "other")}, {2: 1})
    second, steps = asked(1, 3)
    assert second.at_once() is kept
    assert reads(steps) == {Read("", "one")}
    assert dict(law_of(second.later())) == {4: 1}
    assert reads(steps) == {Read("", "one"), Read("", "other")}
    assert [second.listed(), second.listed() is second.listed()] == [[1], False]
    assert [next(second.by_and_by()), next(second.by_and_by())] == [1, 1]
    assert asked(2, 1)[0].at_once() is not kept


def test_a_rule_that_reads_in_another_order_is_computed_again():
    parts = parts_of(registry.scenario("chronopia.melee")(armour=1, cc=2, agility=2))
    armour, cc, agility = (Read("", name) for name in ("armour", "cc", "agility"))
    ways = Ways()
    ways.keep([armour, cc], parts, "first")
    for reads in ([cc, armour], [armour, agility], [armour]):
        ways.keep(reads, parts, "second")
    assert ways.look_up(parts) == ("first",)
    assert ways.look_up(parts_of(registry.scenario("chronopia.melee")(armour=1, cc=3))) is None


SETTLED = {
    "oathmark.combat": {
        **dict.fromkeys(("a.unit", "b.unit"), ("troll", "human_spearman", "none")),
        "a.figures": (1, 4, 12),
        "a.front": (1, 3),
        "b.full_ranks": (0, 2),
        "a.charge": (0, 2),
        "die": (8, 10),
    },
    "tide_of_battle.fight": {
        **dict.fromkeys(("a.weapon", "b.weapon"), ("spear", "lance", "none")),
        "a.charging": (False, True),
        "a.weapon_melee": (1, 2),
        "b.first_strike": (True,),
        "a.models": (1, 3, 40),
    },
    "chronopia.clash": {
        **dict.fromkeys(("a.unit", "b.unit"), ("followers", "civilian", "none")),
        "a.models": (1, 3),
        "b.models": (1, 2),
        "a.heal": (2,),
        "shield_in_melee": ("no", "yes"),
    },
    "thud_and_blunder.brawl": {
        **dict.fromkeys(("a.weapon", "b.weapon"), ("club", "net", "none")),
        "a.figures": (1, 2, 3),
        "b.knocked_down": (True,),
    },
}


def test_cells_settled_side_by_side_are_as_each_request_is():
    chosen = random.Random(2)
    wrong = []
    for scenario, values in SETTLED.items():
        model = registry.scenario(scenario)
        names = [name for name in values if model.parameter(name)]
        settling = Settling(model, {"a.modifier": 1})
        for _ in range(150):
            given = {name: chosen.choice(values[name]) for name in names if chosen.random() < 0.6}
            try:
                wanted = parts_of(resolve(model, {"a.modifier": 1, **given})[0])
            except InputError:
                wanted = None
            found = settling.parts(given)
            if found is not None:
                found = parts_of(settling.whole(found))
            if found != wanted:
                wrong.append((scenario, given))
    assert not wrong


@pytest.mark.parametrize("variant", ["d20=2d10", "Armour save=d12"])
def test_a_variant_is_swept_like_the_game(variant):
    asked = question("chronopia.melee", {"variant": variant}, ["armour=0..30", "cc=5..15", "charging"], ["slain"])
    found, _ = whole(asked)
    for place in random.Random(3).sample(range(asked.cells), 25):
        assert found[0][place] == plain(asked, place)[0]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"vary": 5}, "vary names parameters with their values, as in armour=10..40"),
        ({"vary": {5: "1"}}, "vary names parameters with their values, as in armour=10..40"),
        ({"vary": {"armour": [1, 1]}}, "armour names 1 twice"),
        ({"vary": {"armour": ["x"]}}, 'armour must be a whole number from -10 to 40, not the text "x"'),
        ({"vary": {"armour": [10**30]}}, "armour must be -10 to 40, not 1000000000000000000000000000000"),
        ({"vary": {"armour": []}}, "armour names no value for the table"),
        ({"vary": "armour", "results": 5}, "results are numbers in words, as in slain or P(wounds >= 2)"),
        ({"vary": "armour", "where": 5}, "where is a condition in words, as in charging and armour >= 20"),
        ({"vary": "armour", "results": "slain / 0"}, "the condition divides by zero"),
    ],
)
def test_whatever_python_is_given_is_refused_in_one_line(wrong, said):
    with pytest.raises(InputError) as refused:
        probcalc.sweep("chronopia.melee", **wrong)
    assert str(refused.value) == said


def test_a_variant_varies_like_any_parameter():
    vary = {"variant": ["", "d20=2d10"], "armour": "10..20", "cc": [8, 12]}
    for row in list(probcalc.sweep("chronopia.melee", vary=vary))[::5]:
        assert row["slain"] == probcalc.odds("chronopia.melee", {name: row[name] for name in vary})["slain"]


def test_a_formula_that_needs_what_is_missing_is_done_without(monkeypatch):
    def missing(*_, **__):
        raise ImportError("No module named 'sympy'")

    asked = question("chronopia.melee", {}, ["armour=10..30", "charging"], ["slain"])
    by_formula, _ = whole(asked)
    monkeypatch.setattr(Reading, "explored", missing)
    assert whole(asked) == (by_formula, 42)


FIGHTS = [
    ("chronopia.fight", {"a.cc": "5..6"}),
    ("tide_of_battle.fight", {"a.armor_class": "3..4"}),
    ("thud_and_blunder.into_fight", {"friend_destiny": "8..9"}),
]


def test_a_rule_that_makes_copies_of_its_sides_is_swept():
    for scenario, vary in FIGHTS:
        asked = question(scenario, {}, vary)
        found, _ = whole(asked)
        assert [column[1] for column in found] == plain(asked, 1), scenario


def test_what_a_column_is_does_not_depend_on_the_other_cells():
    given = {"distance": 1, "ld": 14}
    asked = question("chronopia.panic", given, {"unit": ["lotus_guard"]}, ["turns"])
    assert whole(asked)[0] == [[1]]
    with pytest.raises(InputError, match=r"unit=none turns has names .* no mean; say turns\[lost\]"):
        question("chronopia.panic", given, {"unit": ["lotus_guard", "none"]}, ["turns"])
    with pytest.raises(InputError, match=r"no mean; say turns\[lost\]"):
        question("chronopia.panic", given, {"unit": ["none", "lotus_guard"]}, ["turns"])


def test_a_column_says_which_outcome_it_counts():
    asked = question("oathmark.morale", {}, ["activation=5..6"], ["outcome"])
    assert [wanted.text for wanted in asked.results] == ["outcome[passed]"]


def test_a_number_of_dice_that_varies_keeps_its_result_where_it_is_one():
    asked = question("custom.roll", {"roll": "xd6 >= y"}, ["x=1..3", "y=3..5"])
    assert asked.notes == ()
    rows = [Fraction(x * (7 - y), 6) for x in (1, 2, 3) for y in (3, 4, 5)]
    assert whole(asked)[0] == [rows]


def test_cells_that_have_no_such_result_are_told_of():
    asked = question("custom.roll", {"roll": "best of 2d6", "x": 1}, ["health=0..2"], ["damage"])
    assert asked.notes == ("With health=0 there is no damage but result: such cells are empty.",)
    assert whole(asked)[0] == [[None, Fraction(161, 36), Fraction(161, 36)]]
