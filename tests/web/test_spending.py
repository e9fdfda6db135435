"""Work on a page ends when nobody waits for it any more, and long work of one visit gives way to others."""

from time import process_time

import pytest

from benchmarks.questions import LONG_FRACTIONS
from probcalc.analysis.formulas.formula import formula_within
from probcalc.analysis.numbers.measure import Measure
from probcalc.analysis.numbers.trial import try_all
from probcalc.analysis.stages.rounds import by_round
from probcalc.exact.budget.bounds import Budget, metered
from probcalc.exact.dice.dice import keep_highest
from probcalc.exact.kernels.powers import power
from probcalc.exact.kernels.products import convolve
from probcalc.exact.kernels.weights import mixture
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.checks import faces, roll_under
from probcalc.exact.tree.steps import Constant, Tally, Turns
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.web.state import spending, turns
from probcalc.web.state.spending import Watch
from probcalc.web.state.turns import LEASE
from probcalc.web.state.turns import Turns as TakingTurns
from tests.exact.test_costs import long_row


class Left(BaseException):
    """What ends a script, as Streamlit's own exceptions do: no `except Exception` holds it up."""


HIT = roll_under("Hit", 20, 9)
LONG = {
    "a power by its recurrence": lambda: power(long_row(500, 30), 90),
    "a power of long weights": lambda: power(long_row(180, 6500), 5),
    "a sum of long laws": lambda: convolve(long_row(1200, 9000), long_row(1200, 9000, 2)),
    "many tallied dice": lambda: LawReader().weighted(Tally(faces("Die", 6), 45, tuple(range(1, 7)))),
    "turn after turn": lambda: LawReader().weighted(
        Turns("Walk", Constant(0), lambda x: HIT.map(lambda o: x + (o == "success")), 10**9, lambda x: False)
    ),
    "the best of many uneven dice": lambda: keep_highest(60, Distribution.from_weights(long_row(120, 8)), 30),
    "a mixture over long totals": lambda: mixture(
        list(long_row(60, 500).values()), [long_row(700, 900)] * 60, [3**600 + i for i in range(60)], 2**500
    ),
    "many requests": lambda: try_all(
        "mechanics.attack",
        [LONG_FRACTIONS | {"attacks": 1, "damage_die": n, "ward": w} for n in range(2, 21) for w in (3, 4, 5, 6)] * 9,
        Measure("hit"),
    ),
    "a fight round by round": lambda: by_round("oathmark.fight", {"a.figures": 20, "b.figures": 20}),
    "a formula": lambda: formula_within(
        "mechanics.pool", {"die": 90, "explode": True}, ["modifier", "reroll_dice=0..9"]
    ),
}


@pytest.mark.parametrize("work", LONG.values(), ids=LONG)
def test_work_that_nobody_waits_for_ends_within_two_seconds(work):
    registry.clear_caches()
    begun = process_time()

    def gone():
        if process_time() - begun > 0.2:
            raise Left

    try:
        with metered(Budget(10**9, gone)):
            work()
    except (Left, InputError):
        pass
    assert process_time() - begun < 2


def test_a_visit_that_has_left_is_noticed(monkeypatch):
    class Server:
        def is_active_session(self, session_id):
            return session_id != "gone"

    class Stopped(BaseException):
        pass

    def stop():
        raise Stopped

    monkeypatch.setattr(spending.Runtime, "exists", lambda: True)
    monkeypatch.setattr(spending.Runtime, "instance", Server)
    monkeypatch.setattr(spending.st, "stop", stop)
    monkeypatch.setattr(turns, "BETWEEN", 0)
    Watch("here", lambda: None)()
    with pytest.raises(Stopped):
        Watch("gone", lambda: None)()


def test_a_visit_that_waits_to_be_drawn_anew_is_noticed(monkeypatch):
    def anew():
        raise Left

    monkeypatch.setattr(turns, "BETWEEN", 0)
    with pytest.raises(Left):
        Budget(watch=Watch("here", anew)).spend("a sum", 1)


def test_a_look_costs_next_to_nothing_between_two():
    calls = []
    watch = Watch("here", lambda: calls.append(1))
    for _ in range(10_000):
        watch()
    assert len(calls) < 1000


def test_long_work_takes_turns():
    taking = TakingTurns()
    done = {"one": 0, "other": 0}
    # A clock of its own: both ask every 20 ms for three seconds, the other just after the one.
    for tick in range(150):
        for late, name in enumerate(done):
            done[name] += taking.is_of(name, tick * 0.02 + late * 0.001)
    assert min(done.values()) > 40
    # Whoever has stopped asking keeps nobody waiting.
    assert taking.is_of("a third", 3 + LEASE)
