"""What is measured is right, whoever answers; how long it takes is for `make bench` to say."""

import sys
from functools import lru_cache
from types import ModuleType

import pytest

from benchmarks import __main__ as bench
from benchmarks.measuring import PEERS, Work, disagreements, forget, installed, milliseconds, shown
from benchmarks.scenarios import answered
from probcalc.exact.readings.law import law_of
from probcalc.scenarios import registry

QUICK = [work for work in bench.WORKS if work.plain is not None and (work.limit or 0) < 30]
NOBODY = dict.fromkeys(PEERS, False)


@pytest.mark.parametrize("work", QUICK, ids=lambda work: work.name)
def test_the_engine_agrees_with_plain_python(work):
    assert disagreements(work, NOBODY) == []


def test_somebody_who_is_wrong_is_named():
    work = Work("wrong", "", lambda: {1: 1, 2: 1}, plain=lambda: {1: 1, 2: 2}, peers={"dyce": lambda: {1: 2, 2: 2}})
    assert disagreements(work, {"dyce": True}) == ["plain"]


def test_libraries_that_are_not_here_are_said_to_be_missing(monkeypatch, capsys):
    monkeypatch.setattr("benchmarks.__main__.installed", lambda: NOBODY)
    monkeypatch.setattr("benchmarks.__main__.milliseconds", lambda *_: 1.0)
    assert bench.main(["W5b"]) == 0
    told = capsys.readouterr().out
    assert all(f"{name} is not installed" in told for name in PEERS)


def test_a_module_that_does_not_exist_is_not_installed(monkeypatch):
    monkeypatch.setitem(PEERS, "icepool", "no_such_module_anywhere")
    assert installed()["icepool"] is False


def test_what_may_be_taken_is_three_times_the_limit_and_a_little_more():
    assert Work("", "", dict, limit=0.25).allowed(None) == pytest.approx(0.8)
    assert Work("", "", dict, limit=0.25, at_most=2).allowed(9.0) == 2
    assert Work("", "", dict).allowed(1.0) is None
    assert Work("", "", dict, limit=0.25, beside=2).allowed(0.2) == pytest.approx(0.4)


def test_a_median_is_positive_and_short_to_read():
    assert milliseconds(lambda: sum(range(1000)), budget=0.001) > 0
    assert [shown(time) for time in (None, 0.01234, 1.2345, 12345.6)] == ["", "0.0123", "1.234", "12,345.6"]


def test_a_library_forgets_what_it_remembers_wherever_it_does(monkeypatch):
    class Evaluator:
        seen = staticmethod(lru_cache(abs))

    library, part, other = ModuleType("library"), ModuleType("library.part"), ModuleType("other")
    part.twice = lru_cache(abs)
    part.row_cache = {1: 1}
    part.Evaluator = Evaluator
    part.evaluator = Evaluator()
    part.evaluator._cache = {2: 2}
    part.cached = lru_cache
    part.kept = {3: 3}
    part.other = other
    other.row_cache = {4: 4}
    part.twice(1)
    Evaluator.seen(1)
    for module in (library, part, other):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    forget("library")
    assert part.row_cache == part.evaluator._cache == {}
    assert part.twice.cache_info().currsize == Evaluator.seen.cache_info().currsize == 0
    assert part.kept
    assert other.row_cache


def test_every_scenario_has_a_default_answer_to_measure():
    for system in registry.systems():
        for model in system.scenarios:
            assert set(answered(model)), model.id


def test_the_first_attack_is_the_documented_one():
    from benchmarks.attacks import ATTACK, attack

    assert tuple(law_of(attack()).weights.values()) == ATTACK
