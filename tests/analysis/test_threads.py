"""Questions about many answers, formulas and rolls written down: asked by four threads at once, all come out right."""

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

import probcalc
from probcalc.analysis.beside.compare import compare
from probcalc.analysis.beside.modifiers import modifiers
from probcalc.analysis.stages.sequence import sequence
from probcalc.analysis.tables.needed import find_needed
from probcalc.analysis.tables.presets import presets

THREADS, ASKED = 4, 600
SPEARMEN = {"target": "spearmen"}


def rolled(text):
    return dict(probcalc.roll(text))


def law_of_formula(free, **point):
    found = probcalc.formula("chronopia.melee", {"attacker": "the_cursed", "noa": 2}, free=free)
    return found["slain"].subs(**point), dict(found["wounds"].subs(**point)), str(found["slain"])


def attacks(cc, wounds):
    blow = ("chronopia.melee", {"cc": cc, "wounds": wounds, "noa": 2})
    shot = ("chronopia.shooting", {"attacker": "archers", "wounds": wounds})
    return [(stage.law, stage.ended, stage.ends_here) for stage in sequence([shot, blow, blow]).stages]


def down(skill):
    stages = sequence([("thud_and_blunder.attack", {"skill": skill})] * 3).stages
    return [stage.law for stage in stages]


def side_by_side(cc):
    found = compare([("chronopia.melee", SPEARMEN | {"cc": cc}), ("chronopia.melee", {"cc": 12})])
    return [row.values for row in found.numbers], [(d.relation, d.wins, d.ties) for d in found.dominance]


def weapons(cc):
    return [(entry.id, entry.trial.value) for entry in presets("chronopia.melee", {"cc": cc}).ranked()]


def worths(cc):
    return [
        (step.parameter.name, step.new, step.change) for step in modifiers("chronopia.armour", {"damage": cc}).steps
    ]


QUESTIONS = [
    *[(rolled, f"{n}d6 >= {least} then d6 >= 5") for n in range(3, 9) for least in range(2, 7)],
    *[(rolled, f"best of {n}d10 + {more} vs 2d6 ties reroll") for n in range(1, 4) for more in range(3)],
    *[(rolled, text) for text in ("12d6 >=", "becst of 2d6", "2d6 exploding", "d20 >= 11 crit 25")],
    *[(attacks, cc, wounds) for cc in range(6, 12) for wounds in (1, 3)],
    *[(down, skill) for skill in range(5)],
    *[(side_by_side, cc) for cc in range(5, 15)],
    *[(weapons, cc) for cc in range(5, 9)],
    *[(worths, damage) for damage in range(5, 15)],
]
FORMULAS = [(["armour"], {"armour": a}) for a in (5, 20, 33)] + [
    (["armour", "cc"], {"armour": a, "cc": cc}) for a in (12, 25) for cc in (3, 15)
]


@pytest.fixture(autouse=True)
def _threads_take_turns_often():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def answered(question):
    """What a question gives: its answer, or its refusal."""
    ask, *asked = question
    try:
        return ask(*asked)
    except probcalc.InputError as error:
        return str(error)


def from_all_threads(work):
    ready = Barrier(THREADS)

    def begun(number):
        ready.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begun, range(THREADS)))


def test_600_analyses_and_rolls_from_4_threads_are_600_right_answers():
    right = [answered(question) for question in QUESTIONS]
    asked = [number % len(QUESTIONS) for number in range(ASKED)]
    random.Random(2).shuffle(asked)
    probcalc.clear_caches()
    found = from_all_threads(lambda thread: [(n, answered(QUESTIONS[n])) for n in asked[thread::THREADS]])
    answers = [pair for part in found for pair in part]
    assert len(answers) == ASKED
    assert [n for n, answer in answers if answer != right[n]] == []


def test_formulas_from_4_threads_are_those_of_one():
    right = [law_of_formula(free, **point) for free, point in FORMULAS]
    probcalc.clear_caches()

    def ask(thread):
        turned = FORMULAS[thread:] + FORMULAS[:thread]
        return [law_of_formula(free, **point) for free, point in turned]

    for thread, found in enumerate(from_all_threads(ask)):
        assert found == right[thread:] + right[:thread]
    for (_, point), (slain, wounds, _) in zip(FORMULAS, right, strict=True):
        direct = probcalc.odds("chronopia.melee", {"attacker": "the_cursed", "noa": 2} | point)
        assert (slain, wounds) == (direct["slain"], dict(direct["wounds"]))


def test_needed_amounts_from_4_threads_agree():
    def ask(thread):
        return [t.value for cc in range(8, 12) for t in find_needed("chronopia.melee", {"cc": cc}, "noa").thresholds]

    first, *others = from_all_threads(ask)
    assert others == [first] * (THREADS - 1)


def test_the_first_roll_and_the_first_formula_may_come_from_many_threads():
    # In an interpreter of its own, where neither the parser nor SymPy has been loaded.
    source = """
import sys, threading, probcalc
sys.setswitchinterval(1e-6)
found, ready = [], threading.Barrier(8)
def ask(number):
    ready.wait()
    if number % 2:
        found.append(str(probcalc.roll("12d6 >= 4 then d6 >= 5")["successes"]))
    else:
        found.append(str(probcalc.formula("chronopia.armour", {}, free=["armour"])["any_wound"]))
threads = [threading.Thread(target=ask, args=(n,)) for n in range(8)]
[thread.start() for thread in threads], [thread.join() for thread in threads]
print(len(found), len(set(found)))
"""
    ended = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert ended.stdout.split() == ["8", "2"]
