"""Six hundred questions from four threads have six hundred right answers."""

import random
import sys
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from threading import Barrier

import pytest

import probcalc
from probcalc.exact.readings.explanation import explain
from probcalc.exact.readings.law import LawReader, law_of
from probcalc.exact.tree.checks import faces, roll_under
from probcalc.exact.tree.steps import Choice, Constant, Tally, Turns
from probcalc.scenarios import registry
from probcalc.scenarios.answer import evaluate
from probcalc.scenarios.resolve import resolve

THREADS = 4
QUESTIONS = [
    *[("chronopia.melee", {"cc": cc, "damage": damage, "noa": 3}) for cc in range(4, 16) for damage in range(6, 14)],
    *[("oathmark.activation", {"activation": n, "modifier": more}) for n in range(2, 7) for more in range(-3, 4)],
    *[("oathmark.combat", {"a.fight": fight, "b.defence": 9, "a.figures": n}) for fight in range(5) for n in (5, 7)],
    *[("tide_of_battle.melee", {"models": n, "strength": s, "healers": True}) for n in (1, 4, 9) for s in range(-5, 9)],
]  # fmt: skip


@pytest.fixture(autouse=True)
def _threads_take_turns_often():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def from_all_threads(work):
    """What `work(number of the thread)` gives in each of the threads, all begun at once."""
    ready = Barrier(THREADS)

    def begun(number):
        ready.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(begun, range(THREADS)))


def alone(scenario, given):
    """The answer of one thread, past every cache."""
    resolved, _ = resolve(registry.scenario(scenario), given)
    return evaluate(resolved)


@pytest.fixture(scope="module")
def right():
    return [alone(*question) for question in QUESTIONS]


def test_600_questions_from_4_threads_give_600_right_answers(right):
    asked = [number % len(QUESTIONS) for number in range(600)]
    random.Random(1).shuffle(asked)
    probcalc.clear_caches()

    def ask(thread):
        return [(number, dict(probcalc.odds(*QUESTIONS[number]))) for number in asked[thread::THREADS]]

    answers = [pair for found in from_all_threads(ask) for pair in found]
    assert len(answers) == 600
    assert sum(answer == right[number] for number, answer in answers) == 600


def test_threads_that_ask_the_same_and_clear_the_caches_agree(right):
    def ask(thread):
        found = []
        for number in range(0, len(QUESTIONS), 5):
            if thread == 0:
                probcalc.clear_caches()
            found.append(dict(probcalc.odds(*QUESTIONS[number])))
        return found

    assert from_all_threads(ask) == [right[::5]] * THREADS


def shared_tree():
    """One tree with a bit of everything."""
    hit, wound = roll_under("Hit", 20, 9, critical=2), roll_under("Wound", 6, 3)
    attack = hit.then(critical=wound.count("success") + 1, success=wound.count("success"), failure=0)
    play = Turns("Turns", Constant(0), lambda n: attack.map(lambda x: min(n + x, 5)), None, lambda n: n == 5)
    pick = Choice("Which", {"one": attack.times(3), "two": faces("Die", 6).given(lambda x: x > 2)}, "best", int)
    return Tally(wound, 4, ("success", "failure")).map(lambda counts: counts[0]) + attack.times(9) + pick + play


def test_threads_share_one_tree():
    tree = shared_tree()
    law, told = law_of(shared_tree()), [step.times for step in explain(shared_tree()).rolls]

    def read(thread):
        return [(law_of(tree), [step.times for step in explain(tree).rolls]) for _ in range(12)]

    for found in from_all_threads(read):
        assert found == [(law, told)] * 12


def test_threads_evaluate_one_resolved_scenario():
    resolved, _ = resolve(registry.scenario("chronopia.melee"), {"attacker": "the_cursed", "target": "spearmen"})
    for found in from_all_threads(lambda thread: [evaluate(resolved)["slain"] for _ in range(10)]):
        assert found == [Fraction(369, 625)] * 10


def test_a_law_read_by_threads_hashes_alike():
    law = 30 @ law_of(faces("Die", 20))
    assert len({hashed for hashed, _ in from_all_threads(lambda thread: (hash(law), law.mean))}) == 1
    assert LawReader().distribution(faces("Die", 2).times(3)).total == 8
