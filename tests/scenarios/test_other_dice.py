"""Every scenario of every game with other dice equals its slow twin, which rolls those dice face by face."""

import importlib
import pkgutil
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import probcalc
import tests.twins
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from tests.systems import harness, test_chronopia, test_oathmark, test_reikhammer, test_thud_and_blunder
from tests.systems import test_tide_of_battle as tide

GAMES = [system for system in registry.systems() if system.is_game]
MODELS = [model for system in GAMES for model in system.scenarios]
TWINS = {
    scenario: twin
    for game in (test_chronopia, test_oathmark, test_reikhammer, test_thud_and_blunder, tide)
    for scenario, twin in game.TWINS.items()
}
SIDES = {"chronopia": 20, "oathmark": 10, "reikhammer": 6, "thud_and_blunder": 10, "tide_of_battle": 6}


def kept(dice, sides, place):
    """By hand: of several dice in a row the one at this place, as faces of one die."""
    return Counter(sorted(faces)[place] for faces in product(range(1, sides + 1), repeat=dice))


def others(sides):
    """Other dice with the same results, each by its name and by its faces: not every result is as likely."""
    uneven = Counter([*range(1, sides + 1), 1, sides, *range(2, sides, 3), 3, 3])
    listed = ",".join(str(face) for face, count in uneven.items() for _ in range(count))
    return {
        f"best of 2d{sides}": kept(2, sides, 1),
        f"worst of 2d{sides}": kept(2, sides, 0),
        f"middle of 3d{sides}": kept(3, sides, 1),
        f"d{{{listed}}}": uneven,
    }


def modules():
    """The modules of all twins."""
    found = pkgutil.walk_packages(tests.twins.__path__, "tests.twins.")
    return [importlib.import_module(module.name) for module in found]


def roll_others(monkeypatch, sides, counts):
    """Let every twin roll a die with these faces in place of the one with so many sides."""
    enumeration = importlib.import_module("tests.twins.enumeration")
    law = {face: Fraction(count, sum(counts.values())) for face, count in counts.items()}
    plain = enumeration.each_face

    def each_face(wanted):
        return law if wanted == sides else plain(wanted)

    def each_roll(dice, wanted):
        found = {(): Fraction(1)}
        for _ in range(dice):
            found = {(*faces, face): p * q for faces, p in found.items() for face, q in each_face(wanted).items()}
        return found

    for module in modules():
        for name, other in {"each_face": each_face, "each_roll": each_roll, f"D{sides}": law}.items():
            if hasattr(module, name):
                monkeypatch.setattr(module, name, other)
        if hasattr(module, "attack_faces"):
            module.attack_faces.cache_clear()


def small(model):
    """Strategies for small requests of a scenario, as the tests of its game have them."""
    game, _, name = model.id.partition(".")
    if game == "oathmark":
        limits = {**test_oathmark.LIMITS.get(model.id, {}), "die": st.just(10)}
        return harness.requests(model, {n: limits[n] for n in limits if any(_bare(p) == n for p in model.parameters())})
    if game == "thud_and_blunder":
        # The twin of two against two to the end takes seconds.
        few = {"rounds": st.sampled_from([1, 2])} if name == "brawl" else {}
        return harness.requests(model, {**test_thud_and_blunder.LIMITS.get(model.id, {}), **few})
    if game == "tide_of_battle":
        return tide.requests(name, tide.FIGHT if name == "fight" else tide.SMALL)
    if game == "reikhammer":
        return harness.requests(model, {n: limit for n, limit in test_reikhammer.SMALL.items() if model.parameter(n)})
    return harness.requests(model, test_chronopia.FIGHT if name == "fight" else test_chronopia.SMALL)


def _bare(parameter):
    return parameter.name.rpartition(".")[2]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.id)
@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_scenario_with_another_die_equals_its_twin_that_rolls_it(model, monkeypatch, data):
    sides = SIDES[model.id.partition(".")[0]]
    dice = others(sides)
    name = data.draw(st.sampled_from(sorted(dice)))
    request = data.draw(small(model))
    answer = probcalc.odds(request.scenario, {**request.given, "variant": f"d{sides}={name}"})
    with monkeypatch.context() as patched:
        roll_others(patched, sides, dice[name])
        slow = TWINS[request.scenario](harness.resolved(answer))
    assert {result: harness.plain(answer[result]) for result in slow} == slow


# To the end too, but with few on each side.
FEW = {
    "tide_of_battle.fight": {"a.models": 3, "b.models": 2},
    "oathmark.fight": {"a.figures": 3, "b.figures": 2},
    "thud_and_blunder.brawl": {"a.figures": 1, "b.figures": 2},
}


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.id)
def test_whatever_is_rolled_is_answered_or_refused(model):
    sides = SIDES[model.id.partition(".")[0]]
    for die in ("d2", "d6 - 5", "d{-3,7,7,40}; lowest=0; highest=0", "middle of 5d4; lowest=2; highest=3", "2d20"):
        try:
            answer = probcalc.odds(model.id, FEW.get(model.id, {}), variant=f"d{sides}={die}")
        except InputError:
            continue
        harness.check_laws(answer)
