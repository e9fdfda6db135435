"""What programs take is counted as it is done: in steps, and with them in memory."""

import os
import sys
import tracemalloc
from random import Random

import pytest

from benchmarks.extremes import drawn_program
from probcalc.dice_programs.errors import ProgramError
from probcalc.dice_programs.running import MOST_BYTES, bytes_of, outputs_of, run
from probcalc.exact.budget.bounds import MAX_BYTES, MAX_STEPS, Budget, metered

A_FIFTIETH = MAX_STEPS // 50
A_LITTLE = 8 << 20


@pytest.mark.parametrize(
    "program",
    [
        "function: f X:n { result: Xd6 } output [f d400]",
        "function: f X:n { result: X d 6 } output [f 5d{0,7,300}]",
        "X: {} loop N over {1..5000} { X: {X, N} } output #X",
        "X: {1..20000} loop N over {1..1000} { Y: X = 3 } output Y",
        "X: {1..20000} loop N over {1..1000} { Y: X + 0 } output Y",
        "X: {1..20000} function: f X:s { result: 1 } loop N over {1..1000} { Y: [f X] } output Y",
        "X: {1..20000} loop N over {1..1000} { Y: [sort X] } output #Y",
        "X: {1..20000} loop N over {1..1000} { Y: [count X in X] } output Y",
        "X: {1..20000} loop N over {1..1000} { Y: X @ X } output Y",
        "X: d{1..20000} loop N over {1..1000} { X: -X } output 1 @ X",
        "loop N over {1..1000} { X: d5000 @ 1234 } output X",
        'set "explode depth" to 20 loop N over {1..100} { X: [explode 3d100] } output #X',
        'set "explode depth" to 1000000 loop N over {1..100} { X: [explode 1] } output X',
        "loop N over {1..100000} {" + " A: 1" * 50 + "} output A",
        "loop N over {1..10000} { function: f {" + " A: 1" * 50 + " } X: [f] } output 1",
        "loop N over {1..100} { X: {1..50000} } output #X",
        "function: f X:n { result: X } output [f [f [f 40d2000]]] output [f 30d2000] output [f 20d2000]",
        "function: f X:s { result: 1 } output [f 3000d2]",
        "output {1, 1} @ 3000d2",
        "output {1, 3, 5} @ 800d{1, 5, 9}",
    ],
)
def test_work_of_every_kind_is_counted_and_refused_at_its_bound(program):
    budget = Budget(2_000_000)
    with pytest.raises(ProgramError, match="limit 2,000,000"), metered(budget):
        run(program)


@pytest.mark.parametrize(
    ("program", "refusal"),
    [
        ("output 1000000d6", "^program, line 1, character 1: the law of a die is too large: about 2,000,000 bits"),
        ("output (d{0, 1000000000}) d 6", "a collection of dice is too large"),
        ("function: f X:s { result: 1 } output [f 1000000d1000000]", "calls .limit 2,000,000"),
        ("output [1000000d1000000 contains 5]", "bits .limit"),
        ("output [highest 3 of 1000000d6]", "bits .limit"),
        ("output d1000 ^ d1000", "bytes .limit"),
        (
            "function: f X:d { result: {X, X} } X: 1 loop N over {1..1000000} { X: [f X] } output 1",
            "a number is too large.*bits",
        ),
        ("function: f X:s { result: 1 } output [f 100000d2]", "steps .limit"),
    ],
)
def test_what_is_too_large_as_a_whole_is_not_begun(program, refusal):
    budget = Budget()
    with pytest.raises(ProgramError, match=refusal), metered(budget):
        run(program)
    assert budget.spent <= MAX_STEPS // 4


@pytest.mark.hypothesis
def test_drawn_programs_do_nothing_and_hold_nothing_that_is_not_counted():
    is_fuzz = bool(os.environ.get("FUZZ"))
    draw = Random(None if is_fuzz else 19)
    found = []
    # What is loaded for the first program of a process is no work of that one, whichever test comes first.
    run("output [highest 2 of 3d6]")
    for _ in range(100 if is_fuzz else 15):
        program = drawn_program(draw)[1]["program"]
        budget = Budget(A_FIFTIETH)
        calls = [0]

        def count(*_: object, calls: list[int] = calls) -> None:
            calls[0] += 1

        tracemalloc.start()
        sys.setprofile(count)
        try:
            with metered(budget):
                run(program)
        except ProgramError:
            pass
        finally:
            sys.setprofile(None)
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        if peak > MAX_BYTES // 50 + A_LITTLE or calls[0] > 2 * budget.spent + 50_000:
            found.append((program, peak, calls[0], budget.spent))
    assert found == []


def test_programs_that_are_remembered_take_no_more_than_their_bound():
    small = outputs_of("output d6")
    assert outputs_of("output d6") is small
    large = [outputs_of(f"output d{40_000 + n}") for n in range(5)]
    assert sum(map(bytes_of, large)) > MOST_BYTES > bytes_of(large[0])
    assert outputs_of("output d40004") is large[4]
    assert outputs_of("output d6") is not small
    huge = "output {1..150000}"
    assert outputs_of(huge) is not outputs_of(huge)
