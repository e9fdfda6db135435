"""The meter: what is counted in it belongs to one thread or task, whatever others do meanwhile."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from probcalc.dice_programs.running import run
from probcalc.exact.budget.bounds import METER, Budget, TooLarge, in_this_meter, meter, metered
from probcalc.exact.dice.dice import d
from probcalc.exact.readings.law import LawReader, law_of
from probcalc.exact.rounds.playthrough import Playthrough
from probcalc.exact.tree.checks import faces
from probcalc.notation import parse
from probcalc.notation.building import value_tree
from probcalc.scenarios import registry
from probcalc.scenarios.resolve import resolve
from probcalc.sheets.games.game import Sheet

PROGRAMS = [
    "output 3d6",
    "output [highest 3 of 4d6]",
    "loop N over {1..9} { output Nd10 > 20 }",
    "output [explode 4d6]",
]
"""Programs that take different numbers of steps."""
TOSSES = faces("Toss", 2).times(2000)


def spent_alone(program):
    with metered(Budget()) as budget:
        run(program)
    return budget.spent + budget.unspent


def test_programs_in_several_threads_count_each_in_its_own():
    alone = [spent_alone(program) for program in PROGRAMS]
    assert len(set(alone)) == len(PROGRAMS)
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(spent_alone, PROGRAMS * 5)) == alone * 5


def test_tasks_that_take_turns_count_each_in_its_own():
    async def task(steps):
        with metered(Budget(1000)) as budget:
            for _ in range(3):
                meter().spend("a sum", steps)
                await asyncio.sleep(0)
        return budget.spent

    async def all_tasks():
        return await asyncio.gather(*map(task, (1, 10, 100)))

    # Where a browser is open in another test, this thread has a loop of tasks already.
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(asyncio.run, all_tasks()).result() == [3, 30, 300]


def test_the_meter_of_before_comes_back_also_when_something_is_refused():
    with metered(Budget(1000)) as outer:
        with pytest.raises(ValueError, match="limit 5"), metered(Budget(5)):
            meter().spend("a sum", 6)
        assert meter() is outer
    assert meter() is not outer


def test_what_is_built_later_counts_where_it_was_asked_for():
    with metered(Budget()) as budget:
        later = in_this_meter(meter)
        tree = value_tree(parse("let x = d4 in best of 3d6 + x"))
    assert later() is budget
    before = budget.spent + budget.unspent
    law_of(tree)
    assert budget.spent + budget.unspent > before


def test_a_reader_counts_where_it_was_made_whoever_asks_it():
    with metered(Budget()) as budget:
        reader = LawReader()
    law_of(TOSSES)
    assert budget.spent == 0
    reader.distribution(TOSSES)
    assert budget.spent > 0


def spent_on(dice):
    with metered(Budget()) as budget:
        law_of(faces("Die", 6).times(dice).map(lambda total: total % 7))
    return budget.spent


def test_laws_read_in_two_threads_count_each_in_its_own():
    alone = [spent_on(dice) for dice in (100, 300)]
    assert alone[0] < alone[1]
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(spent_on, (100, 300) * 5)) == alone * 5


def test_play_that_is_asked_later_counts_where_it_was_made():
    with metered(Budget()) as budget:
        walk = Playthrough(0, lambda at: d(6) + at, lambda at: at > 300)
    before = budget.spent
    assert walk.turns.mean > 80
    assert budget.spent > before


def test_what_is_no_budget_opens_no_meter():
    with pytest.raises(ValueError, match="a budget is a Budget, not of type int"), metered(5):
        pass


def test_the_stages_of_a_roll_count_with_whoever_reads_them():
    asked, _ = resolve(registry.scenario("custom.roll"), {"roll": "12d6 >= 4 then d6 >= 5"})
    with metered(Budget()) as first:
        results, _ = asked.play_results()
    before = first.spent + first.unspent
    with metered(Budget()) as second:
        law_of(results["successes"])
    assert second.spent + second.unspent > 0
    assert first.spent + first.unspent == before


def test_what_a_sheet_keeps_of_its_rolls_holds_no_meter():
    sheet = Sheet("question: volley\ngiven: shots 5 (1..9)\nhits = shots d6 >= 4 reroll 1\nresult: hits")
    budgets = [Budget(), Budget(), Budget()]
    spent = []
    for budget in budgets:
        with metered(budget), sheet.along():
            registry.answer(sheet.id_of("volley"), {})
        spent.append([each.spent + each.unspent for each in budgets])
    # The first makes what is kept, and neither of the others changes what it spent.
    assert spent[0][0] == spent[1][0] == spent[2][0]
    assert 0 < spent[1][1] == spent[2][1] == spent[2][2] <= spent[0][0]


def test_a_program_is_refused_by_the_meter_of_whoever_asks_and_not_for_its_own_lines():
    asked, _ = resolve(registry.scenario("custom.program"), {"program": "output 5d7 + 1"})
    with metered(Budget(10)), pytest.raises(TooLarge, match="limit 10"):
        asked.play_results()


def test_a_function_that_opens_a_meter_counts_what_it_calls_in_the_same_and_closes_it():
    @metered(most=100)
    def count(deeper):
        before = meter().spent
        meter().spend("a sum", 40)
        return [before, *(count(deeper - 1) if deeper else ())]

    assert (count(1), count(1)) == ([0, 40], [0, 40])
    with pytest.raises(TooLarge, match="limit 100"):
        count(2)
    assert METER.get() is None
