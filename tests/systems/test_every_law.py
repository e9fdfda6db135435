"""Every distribution of every scenario, asked everything that a law can be asked: right, or refused in one line."""

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from probcalc.analysis.numbers.measure import Measure
from probcalc.exact.dice.contests import opposed
from probcalc.exact.dice.dice import best_of, keep_highest, worst_of
from probcalc.exact.law.comparison import compare, dominates
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.fights import Fight
from tests.systems import harness

MODELS = [model for system in registry.systems() for model in system.scenarios]
ROLLS = ("2d6 + 1", "d6 exploding once", "12d6 >= 4 then d6 >= 5", "2d6 vs 2d6", "d20 <= 11 crit 1-2 fumble 20")
PRESETS = [preset for system in registry.systems() for preset in system.presets]
LONGEST = 120

QUESTIONS = (
    lambda law: law.at_least(3),
    lambda law: law.at_most(3),
    lambda law: law.at_least(next(iter(law))),
    lambda law: law.at_most("never"),
    lambda law: law.tails(),
    lambda law: law.mean,
    lambda law: law.variance,
    lambda law: law.median,
    lambda law: law.quantile(Fraction(2, 3)),
    lambda law: law.mode,
    lambda law: law.compare(law),
    lambda law: opposed(law, law),
    lambda law: dominates(law, law),
    lambda law: best_of(2, law),
    lambda law: worst_of(2, law),
    lambda law: keep_highest(2, law, 1),
    lambda law: law + law,
    lambda law: law - law,
    lambda law: law + 1,
    lambda law: -law,
    lambda law: law.scale(2),
    lambda law: 2 @ law,
    lambda law: law.marginal(0),
)


def answered(request):
    """The answer, or None where the request is too large to be drawn here."""
    with suppress(InputError):
        return request.answer()
    return None


def asked(question):
    """What it answers, or None where it refuses in one line."""
    line = ""
    try:
        return question()
    except ValueError as refusal:
        line = str(refusal)
    assert line
    assert "\n" not in line
    return None


def laws_of(answer):
    return {name: value for name, value in answer.items() if isinstance(value, Distribution)}


@st.composite
def requests(draw, model):
    if model.id == "custom.roll":
        return harness.Request(model.id, {"roll": draw(st.sampled_from(ROLLS))})
    if issubclass(model, Fight):
        # Fought to the end, a drawn fight may take seconds; the questions ready to ask are as good.
        ready = [preset.parameters for preset in PRESETS if preset.scenario == model.id]
        return harness.Request(model.id, dict(draw(st.sampled_from([{}, *ready]))))
    return draw(harness.requests(model, {"shock": (0, 4)}))


def check_pair(first, second):
    """Two laws compared one way and the other: both answer, or both refuse."""
    there, back = asked(lambda: compare(first, second)), asked(lambda: compare(second, first))
    if there is None or back is None:
        assert there is back
        return
    assert (there.wins, there.ties, there.loses) == (back.loses, back.ties, back.wins)
    assert sum(there) == 1
    if dominates(first, second):
        assert there.wins >= there.loses


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.id)
@settings(max_examples=5)
@given(data=st.data())
def test_every_law_answers_every_question_or_refuses_in_one_line(model, data):
    one, other = (answered(data.draw(requests(model))) for _ in range(2))
    for name, law in laws_of(one or {}).items():
        if len(law) > LONGEST:
            continue
        for question in QUESTIONS:
            found = asked(lambda question=question, law=law: question(law))
            assert not isinstance(found, Distribution) or sum(found.values()) == 1
        # What stands beside numbers is declared to lie beyond them, and a number may be asked for as a threshold.
        assert law.is_extended or not any(isinstance(outcome, (int, Fraction)) for outcome in law)
        if law.is_extended:
            numbers = {outcome: p for outcome, p in law.items() if isinstance(outcome, (int, Fraction))}
            for least in (0, 1, 3, 10**6):
                expected = 1 - sum(p for outcome, p in numbers.items() if outcome < least)
                assert law.at_least(least) == expected == Measure(name, at_least=least).of(one)
        if law.has_order:
            even = compare(law, law)
            assert even.wins == even.loses
            assert sum(even) == 1
            assert law.at_least(law.median) >= Fraction(1, 2)
            assert law.at_most(law.median) >= Fraction(1, 2)
            tails = law.tails()
            assert all(tails[outcome] == law.at_least(outcome) for outcome in law)
        if isinstance(theirs := (other or {}).get(name), Distribution) and len(theirs) <= LONGEST:
            check_pair(law, theirs)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.id)
def test_names_beside_numbers_have_a_declared_place(model):
    """What ends a count ("never", "still down") is above every number, in Python as on the page."""
    for result in model.results:
        if any(isinstance(outcome, int) for outcome in result.order):
            order = result.outcome_order
            assert order is not None
            assert order.beyond
            names = [outcome for outcome in result.order if not isinstance(outcome, int)]
            assert list(order.names) == names


def defaults():
    """A law of every kind of outcome there is, out of all scenarios."""
    found = {}
    for model in MODELS:
        if not issubclass(model, Fight):
            for law in laws_of(registry.answer(model.id, {})).values():
                found[law.order, frozenset(map(type, law)), law.is_extended, tuple(law)[:3]] = law
    return list(found.values())


def test_laws_of_different_scenarios_are_compared_both_ways_or_not_at_all():
    laws = [law for law in defaults() if len(law) <= LONGEST]
    assert len(laws) > 30
    for place, first in enumerate(laws):
        for second in laws[: place + 1]:
            check_pair(first, second)
