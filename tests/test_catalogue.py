"""What can be found and asked from Python: games, scenarios, and the questions that each can be asked."""

import copy
import inspect
import pickle
import re
import subprocess
import sys
from fractions import Fraction

import pytest
import sympy

import probcalc
from probcalc.analysis.numbers.measure import read_number
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.sheets.forms import ready_sheet

EVERY = [each for found in probcalc.games().values() for each in found.scenarios.values()]


def test_every_scenario_is_found_with_what_it_takes_and_answers():
    assert {each.id for each in EVERY} == {m.id for system in registry.systems() for m in system.scenarios}
    for entry in EVERY:
        assert entry.game.scenarios[entry.id.partition(".")[2]].model is entry.model
        assert tuple(entry.parameters) == tuple(p.name for p in entry.model.parameters())
        assert list(entry.results) == [result.name for result in entry.model.results]
        assert all(preset.scenario == entry.id for preset in entry.presets)
        assert len(repr(entry)) < 160
        assert entry.id in repr(entry)
        assert "\n" not in repr(entry)
    ready = sum(len(entry.presets) for entry in EVERY)
    assert ready == sum(len(found.system.presets) for found in probcalc.games().values()) > 200


def test_what_is_listed_is_what_can_be_asked():
    by_name = {name: {each.id for each in EVERY if name in each.questions} for name in EVERY[0].questions}
    assert by_name["odds"] == {each.id for each in EVERY}
    fights = {each.id for each in EVERY if "by_round" in each.questions}
    assert "chronopia.fight" in fights
    assert "chronopia.melee" not in fights
    for entry in EVERY:
        listed = {name for name in dir(entry) if not name.startswith("_")}
        assert set(entry.questions) <= listed
        if "by_round" not in entry.questions:
            assert "by_round" not in listed
            with pytest.raises(InputError, match="not fought in rounds"):
                entry.by_round()
        if "balance" not in entry.questions:
            with pytest.raises(InputError):
                entry.balance()
        if "advise" not in entry.questions:
            with pytest.raises(InputError, match="no decisions"):
                entry.advise()


def test_what_has_been_asked_still_travels_to_another_process():
    melee, chronopia = probcalc.scenario("chronopia.melee"), probcalc.game("chronopia")
    assert (melee.odds(cc=11)["slain"], "cc" in melee.parameters) == (Fraction(3, 10), True)
    assert "melee" in chronopia.scenarios
    for send in (copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))):
        assert send(melee).odds(cc=11)["slain"] == Fraction(3, 10)
        assert list(send(chronopia).scenarios) == list(chronopia.scenarios)


def test_a_method_is_the_function_with_the_scenario_named():
    melee, given = probcalc.scenario("chronopia.melee"), {"attacker": "the_cursed", "target": "spearmen"}
    assert melee.odds(**given)["slain"] == probcalc.odds("chronopia.melee", given)["slain"] == Fraction(369, 625)
    assert melee.joint(given, ["wounds", "slain"]) == melee.joint(results=["wounds", "slain"], **given)
    assert melee.table(rows="cc=9..11", **given) == probcalc.table("chronopia.melee", given, "cc=9..11")
    assert melee.advise(aim="slain", points=3, **given).value == Fraction(1827, 2500)
    both = melee.variant(text="d20=2d10", **given), probcalc.variant("chronopia.melee", given, "d20=2d10")
    assert both[0].changed["slain"] == both[1].changed["slain"]
    rounds = probcalc.scenario("mechanics.race").by_round(a={"hit_points": 1}, b={"hit_points": 1})
    assert rounds.rows[-1].winner["a"] == Fraction(2, 3)
    assert "given" in inspect.signature(melee.odds).parameters
    assert melee.formula.__doc__ == probcalc.formula.__doc__


def test_a_sheet_is_asked_whatever_a_scenario_is_asked():
    game = probcalc.sheet(ready_sheet("unit_fight"))
    listed = set(dir(game))
    with game.along():
        entry = probcalc.scenario(game.id_of())
        assert set(entry.questions) <= listed
    assert game.odds(reds={"models": 5}) == game.odds({"reds.models": 5})
    shot = probcalc.sheet(
        "hero: skill 4+ (2+..6+), dice 3\nquestion: One\nresult: hit = d6 >= skill\n"
        "question: All\nhits = dice d6 >= skill\nresult: hits\nresult: any = hits >= 1"
    )
    assert shot.odds(skill="3+")["hit"] == shot.odds(1, {"skill": "3+"})["hit"] == Fraction(2, 3)
    assert [row[0].value for row in shot.table("all", {"skill": "5+"}, rows="dice=3..4").cells] == [1, Fraction(4, 3)]
    assert str(shot.formula("one", free=["skill"])["hit"]) == "(7 - skill)/6"
    assert shot.odds("all", given="any")["hits"][0] == 0
    with pytest.raises(InputError, match="did you mean one"):
        shot.joint("oen", results=["hit"])
    with pytest.raises(InputError, match="did you mean skill"):
        shot.joint("all", results=["hits", "any"], skil="5+")


def test_a_name_with_a_slip_is_met_with_the_nearest():
    with pytest.raises(InputError, match=r"did you mean chronopia\.melee\?"):
        probcalc.scenario("chronopia.mele")
    with pytest.raises(InputError, match="did you mean reikhammer"):
        probcalc.game("reikhamer")
    with pytest.raises(InputError, match="did you mean attacker"):
        probcalc.scenario("chronopia.melee").joint(results=["wounds", "slain"], atacker="spearmen")
    with pytest.raises(InputError, match="cc is given twice"):
        probcalc.table("chronopia.melee", {"cc": 9}, "armour=20..21", cc=9)
    with pytest.raises(InputError, match=r"as in cc=9\.\.12"):
        probcalc.scenario("chronopia.melee").table()


def what_comes_back():
    """Something of every class of ours that the public functions and methods give back."""
    d, entry = probcalc.d, probcalc.scenario
    melee, request = entry("chronopia.melee"), ("chronopia.melee", {"attacker": "the_cursed"})
    own = probcalc.sheet("hero: skill 4+\nresult: done = d6 >= skill\nexpect: chance of done is 1/2")
    yield from (melee, melee.game, own, *own.check(), *melee.parameters.values(), *melee.results.values())
    yield from (rule for game in probcalc.games().values() for rule in (game, *game.rules))
    yield from (preset for each in EVERY for preset in each.presets)
    yield from (melee.odds(), melee.table(rows="cc=9..12"), melee.joint(results=["wounds", "slain"]), melee.modifiers())
    yield from (melee.needed(measured="wounds >= 1"), melee.ranking(measured="mean wounds"), melee.advise(points=3))
    yield from (melee.variant(text="d20=2d10"), melee.overtake({"weapon": "none"}, {}, over="cc"))
    yield from (melee.formula(free=["cc"]), melee.sweep(vary=["cc=9..12"]), melee.steps(over="cc"), melee.numbers())
    yield from (melee.dominance(), melee.swing(), melee.rulings(), melee.faults(), melee.unknown(of="cc"))
    yield from (melee.design(vary="cc", want="slain=50%"), entry("oathmark.combat").fairness())
    yield from (entry("mechanics.race").by_round(), entry("chronopia.clash").balance(["followers", "spearmen"]))
    yield from (probcalc.compare([request, request]), probcalc.sequence([request, request]), probcalc.search("spear"))
    yield from (probcalc.allocate([{"scenario": "oathmark.shooting"}], [{}], "losses"), probcalc.luck("12d6 >= 4 -> 3"))
    yield from (probcalc.fair([0, 12]), probcalc.fair_power(die=6, chance="1/4", rolls=2), read_number("wounds >= 2"))
    yield from (*probcalc.anydice("output d1000"), d(1000), probcalc.pool(20, d(1000)), probcalc.deck({1: 4, 2: 4}))
    yield from (probcalc.playthrough(0, lambda _: d(6), lambda face: face == 6), coin_with_letters())
    yield probcalc.best_play(0, lambda n: {"roll": d(6) + n, "step": n + 3}, lambda n: n >= 20, aim=lambda n: n)


def coin_with_letters():
    p = sympy.Symbol("p")
    return probcalc.playthrough(0, lambda lead: {lead + 1: p, lead - 1: 1 - p}, lambda lead: abs(lead) == 2)


def test_whatever_comes_back_is_of_a_public_type_and_shown_in_one_short_line():
    public = {each for name in probcalc.__all__ if inspect.isclass(each := getattr(probcalc, name))}
    seen = set()
    for each in what_comes_back():
        assert type(each) in public, type(each)
        assert re.fullmatch(r".{1,200}", repr(each)), repr(each)
        seen.add(type(each))
    assert {each for each in public - seen if not issubclass(each, Exception)} == set()
    assert repr(melee := probcalc.scenario("chronopia.melee")) == f"<chronopia.melee: {melee.about}>"
    assert repr(melee.parameters["cc"]) == "<cc: Close Combat of the attacker; 1..30>"
    assert repr(melee.results["slain"]) == "<slain: Target slain>"
    assert repr(melee.presets[0]) == "<chronopia.melee: The Cursed charge Spearmen>"
    assert repr(melee.numbers()) == "<Numbers of chronopia.melee>"
    assert repr(probcalc.deck({1: 4, 2: 4})) == "Deck of 8 cards"
    own = probcalc.sheet("hero: skill 4+\nresult: done = d6 >= skill\nexpect: chance of done is 1/2")
    assert repr(own.check()) == "[<line 3: chance of done is 1/2>]"


def test_what_is_asked_of_no_scenario_is_not_loaded_for_one():
    code = (
        "import sys, probcalc\n"
        "asked = probcalc.scenario('chronopia.melee').questions\n"
        "print('odds' in asked, 'probcalc.dice_programs.running' in sys.modules)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=True)
    assert found.stdout == "True False\n"


def test_what_help_shows_of_a_question_is_what_is_still_to_be_said():
    melee = probcalc.scenario("chronopia.melee")
    for name in melee.questions:
        assert not {"scenario", "scenario_id", "place"} & set(inspect.signature(getattr(melee, name)).parameters), name
    assert (melee.steps.__name__, melee.table.__name__) == ("steps", "table")
    assert inspect.signature(melee.steps).return_annotation is type(melee.steps(over="cc=1..3"))


@pytest.mark.parametrize("named", [{"over": 5}, {"over": ["cc"]}])
def test_what_is_said_in_another_kind_is_refused_by_its_name(named):
    with pytest.raises(InputError, match=r"over: a text is expected, and not"):
        probcalc.scenario("chronopia.melee").steps(**named)


def test_several_texts_and_two_results_in_one_are_read():
    melee = probcalc.scenario("chronopia.melee")
    with pytest.raises(InputError, match=r"vary: a text is expected, or several, and not 5"):
        melee.design(vary=5, want="slain=50%")
    with pytest.raises(InputError, match=r"named by a text like cc or cc=9\.\.12, not 5"):
        melee.needed(parameter=5)
    with pytest.raises(InputError, match="rulin is not a role; did you mean ruling"):
        melee.modifiers(roles=("rulin",))
    assert melee.joint(results="wounds, slain") == melee.joint(results=["wounds", "slain"])


def test_a_law_beside_a_number_is_a_law_and_beside_a_law_one_value_or_two():
    die = probcalc.d(6)
    assert (die == 4)[1] == Fraction(1, 6) == (die == 4)[1] == (die != 4)[0]
    assert (3 @ (die == 6)).mean == Fraction(1, 2)
    assert (die == probcalc.die([1, 2, 3, 4, 5, 6])) is True
    assert (die != probcalc.d(8)) is True
    assert (die == "4") is False
    assert (die != "4") is True
    with pytest.raises(ValueError, match="neither true nor false"):
        assert die == 4


def test_every_type_that_a_public_function_or_method_gives_back_can_be_imported():
    public = {getattr(probcalc, name) for name in probcalc.__all__}
    asked = [getattr(entry, name) for entry in EVERY for name in entry.questions]
    entries = (probcalc.ScenarioEntry, probcalc.GameEntry, probcalc.Sheet)
    members = [inspect.getattr_static(each, name) for each in entries for name in dir(each) if name[0] != "_"]
    members = [getattr(member, "fget", None) or getattr(member, "func", member) for member in members]
    for function in [*asked, *filter(inspect.isfunction, [*public, *members])]:
        returned = inspect.signature(function).return_annotation
        if inspect.isclass(returned):
            assert returned in public or not returned.__module__.startswith("probcalc"), function
        else:
            named = set(re.findall(r"\b[A-Z]\w+", str(returned)))
            assert named <= {*probcalc.__all__, "Any", "Iterator", "Mapping", "None"}, function
