"""`python -m benchmarks.extremes 3000 300 400`: so many extreme requests, formulas and programs, against their bounds.

Every request is drawn from the declared parameters, mostly at the ends of their ranges, and every program in the
language of AnyDice from its parts with extreme numbers; each is answered in a process of its own. The report says how
long the longest took, how much memory, how soon refusals came, and how far the estimates lie from the time.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import sys
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

import probcalc
from probcalc.exact.budget.bounds import MAX_BYTES, Budget, metered
from probcalc.exact.budget.costs import NANOSECONDS_PER_STEP
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import Parameter
from probcalc.scenarios.scenario import Scenario

MOST_SECONDS = 10
REFUSED_WITHIN = 1
WORTH_ESTIMATING = 0.05
FACTOR = 5
_GIVEN_UP = 60
_MOST_MEMORY = 6 << 30
_ATTEMPTS = 40

Request = tuple[str, dict[str, Any], tuple[str, ...]]
"""A scenario with what is given and what is left free; a program is one of the scenario `PROGRAM`."""
PROGRAM = "program"


def drawn_value(draw: Random, parameter: Parameter) -> Any:
    """A value of a parameter, mostly at an end of its range."""
    if parameter.kind == "boolean":
        return draw.random() < 0.6
    if parameter.kind == "integer":
        low, high = parameter.bounds
        if parameter.optional and draw.random() < 0.2:
            return None
        return draw.choice([high, high, high, low, draw.randint(low, high), draw.randint(low, high)])
    if parameter.kind == "integers":
        low, high = parameter.bounds
        return [draw.choice([high, draw.randint(low, high)]) for _ in range(draw.choice([1, 3, 8]))]
    return draw.choice(list(parameter.choices)) if parameter.choices else parameter.default


def drawn_roll(draw: Random) -> str:
    """A roll in the notation, as large as its bounds allow or a little less."""

    def dice() -> str:
        faces = draw.choice(["6", "10", "20", "100", "1000", "{1,2,3,4,5,6,7,8,9,1000}", "{0,7,300}"])
        return f"{draw.choice([1, 2, 3, 8, 40, 200, 1000])}d{faces}"

    def pool() -> str:
        again = draw.choice(["", "", " reroll 1", " exploding once", " exploding up to 9 times"])
        kept = draw.choice(["", "", "", f"keep {draw.choice([1, 3, 20])} of ", "best of ", "worst of "])
        return f"{kept}{dice()}{again}"

    def value() -> str:
        return draw.choice(
            [
                pool,
                pool,
                lambda: f"{pool()} + {pool()}",
                lambda: f"{dice()} * {dice()}",
                lambda: f"{draw.choice([2, 3, 8, 50])} times (sum of {dice()} reroll 1)",
                lambda: f"{draw.choice([2, 5, 30])} times ({draw.choice([2, 4])} times ({dice()} - {dice()}))",
            ]
        )()

    def check() -> str:
        after = draw.choice(["", "", " reroll failures", " exploding up to 9 times", " reroll up to 5 failures"])
        return f"{dice()} >= {draw.choice([2, 4, 5, 19])}{after}"

    return draw.choice([value, check, lambda: f"{check()} then {check()}", lambda: f"{value()} vs {value()}"])()


def drawn_request(draw: Random, models: list[type[Scenario]], free: int = 0) -> Request:
    """An extreme request that is not refused for what it combines."""
    for _ in range(_ATTEMPTS):
        model = draw.choice(models)
        if model.id == "custom.roll":
            if free:
                continue
            return model.id, {"roll": drawn_roll(draw)}, ()
        parameters = model.parameters()
        given = {p.name: drawn_value(draw, p) for p in parameters if draw.random() < 0.8}
        ranges = [p.name for p in parameters if p.kind in ("integer", "boolean", "choice")]
        names = tuple(draw.sample(ranges, min(free, len(ranges))))
        given = {name: value for name, value in given.items() if name not in names}
        # Combinations that the rules refuse say nothing about size: parameters go, one after the other.
        while given and _is_refused(model, given):
            del given[draw.choice(list(given))]
        if len(names) == free:
            return model.id, given, names
    raise AssertionError("every drawn request is refused")


def drawn_program(draw: Random) -> Request:
    """A program in the language of AnyDice whose numbers, loops, pools and recursions are extreme."""
    numbers = [0, 1, 2, 5, 20, 50, 100, 1000, 3000, 10**5, 10**6, 10**9, 10**40]

    def number(most: int = 10**40) -> str:
        return str(draw.choice([each for each in numbers if each <= most]))

    def sequence() -> str:
        return draw.choice(
            [
                f"{{1..{number(10**9)}}}",
                f"{{{number()}, 7, 300}}",
                f"{{0, 7, 300:{number(10**6)}}}",
                f"{{5:{number()}}}",
            ]
        )

    def die() -> str:
        return f"d{draw.choice(['6', '10', '100', '1000', number(10**6), '{0,7,300}', '{1,1,6}', sequence()])}"

    def dice() -> str:
        return draw.choice([f"({number(3000)}){die()}", f"5{die()}", die(), f"({dice()}){die()}" if deep() else "2d6"])

    def deep() -> bool:
        return draw.random() < 0.25

    def value() -> str:
        sign = draw.choice(["+", "-", "*", "^", "/", "=", ">", "&", "@"])
        called = draw.choice(["f", "g", "explode", "sort", "reverse", "absolute", "maximum of"])
        kept = draw.choice(["highest", "lowest", "middle"])
        shapes: list[Callable[[], str]] = [
            dice,
            dice,
            lambda: f"({value()}) {sign} ({value()})",
            lambda: f"{dice()} {sign} {number(1000)}",
            lambda: f"[{called} {value()}]",
            lambda: f"[{called} {dice()}]",
            lambda: f"[{kept} {number(1000)} of {dice()}]",
            lambda: f"[count {sequence()} in {dice()}]",
            lambda: f"[{dice()} contains {number()}]",
            lambda: f"#{sequence()}",
            lambda: f"{sequence()} {sign} {sequence()}",
            lambda: f"{sequence()}@{dice()}",
        ]
        return draw.choice(shapes)()

    def function(name: str) -> str:
        body = draw.choice(
            [
                f"result: X {draw.choice(['d', '*', '+', '^'])} {number(1000)}",
                "result: X * X + X",
                "result: {X, X}",
                f"if X > {number(1000)} {{ result: 1 }} result: [{name} X + 1] + [{name} X + X]",
                f"loop N over {sequence()} {{ X: X + N }} result: X",
                f"result: X = {value()}",
            ]
        )
        return f"function: {name} X:{draw.choice('nsd')} {{ {body} }}"

    lines = [function("f"), function("g")]
    if draw.random() < 0.5:
        lines.append(f'set "explode depth" to {number(1000)}')
    if draw.random() < 0.5:
        lines.append(f'set "maximum function depth" to {number(10**6)}')
    lines.append(f"X: {value()}")
    again = draw.choice(["X: X + N", "X: {X, N}", "X: X * X", "X: [f X]", f"X: X + {dice()}", f"output X {value()}"])
    again = draw.choice([again, f"output {value()}", f"output Nd{number(1000)}"]) if deep() else again
    if draw.random() < 0.6:
        lines.append(f"loop N over {{1..{number(10**6)}}} {{ {again} }}")
    lines += [f"output {value()}" for _ in range(draw.choice([1, 1, 3]))]
    return PROGRAM, {"program": "\n".join([*lines, "output X"])}, ()


def _is_refused(model: type[Scenario], given: dict[str, Any]) -> bool:
    from probcalc.scenarios.resolve import resolve

    try:
        resolve(model, given)
    except InputError as error:
        return "too large" not in str(error) and "(limit " not in str(error)
    return False


def answered(request: Request) -> dict[str, Any]:
    """One request: how it ended, the seconds it took and those that its steps stand for."""
    scenario_id, given, free = request
    budget = Budget()
    began = process_time()
    try:
        if scenario_id == PROGRAM:
            with metered(budget):
                _run(given["program"])
            return _measured("answered", began, budget)
        if free:
            from probcalc.present.reports.formula import formula_report
            from probcalc.present.writing.report import report_text

            found = probcalc.formula(scenario_id, given, free=list(free))
            report_text(formula_report(found))
            ended = "left out" if found.left_out else "answered"
        else:
            with metered(budget):
                answer = registry.answer(scenario_id, given)
            computed = process_time() - began
            answer.to_json()
            ended = "left out" if answer.left_out else "answered"
            return _measured(ended, began, budget) | {"computed": computed}
    except InputError as error:
        ended = "too large" if "(limit " in str(error) or "would need" in str(error) else "refused"
        return _measured(ended, began, budget) | {"line": str(error)}
    return _measured(ended, began, budget)


def _run(program: str) -> None:
    """The outputs of a program and its table, as a file of it holds them."""
    from probcalc.dice_programs.running import run
    from probcalc.present.reports.programs import write_outputs
    from probcalc.present.writing.report import report_csv

    for report in write_outputs(run(program), "normal", side_by_side=True):
        report_csv(report)


def _measured(ended: str, began: float, budget: Budget) -> dict[str, Any]:
    taken = process_time() - began
    return {"ended": ended, "seconds": taken, "estimate": budget.spent * NANOSECONDS_PER_STEP / 1e9}


def in_a_process(work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What work comes to in a process of its own, with the memory that it took; given up after a minute."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (_GIVEN_UP, _GIVEN_UP))
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        try:
            found = work()
        except BaseException as error:
            found = {"ended": "failed", "seconds": 0.0, "estimate": 0.0, "line": repr(error)[:300]}
        found["bytes"] = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * 1024
        with os.fdopen(writing, "w") as pipe:
            json.dump(found, pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text) if text else {"ended": "given up", "seconds": _GIVEN_UP, "estimate": 0.0, "bytes": 0}


def all_models() -> list[type[Scenario]]:
    """Every scenario, those without a game three times: nothing but their own bounds keeps them small."""
    models = [model for system in registry.systems() for model in system.scenarios]
    return models + [model for model in models if model.id.startswith(("mechanics.", "custom."))] * 2


def faults(request: Request, found: dict[str, Any]) -> list[str]:
    """Which bounds a request breaks."""
    told = []
    # A program is refused where it stands when its bound is reached.
    late = MOST_SECONDS + REFUSED_WITHIN if request[0] == PROGRAM else REFUSED_WITHIN
    is_refused = found["ended"] in ("too large", "refused")
    if found["ended"] in ("failed", "given up"):
        told.append(found["ended"])
    if found["seconds"] > MOST_SECONDS and not is_refused:
        told.append("longer than ten seconds")
    if is_refused and found["seconds"] > late:
        told.append("refused late")
    if found["bytes"] > MAX_BYTES:
        told.append("more than a gibibyte")
    return told


def report(kind: str, asked: list[tuple[Request, dict[str, Any]]]) -> int:
    """Print one part of the table; the number of bounds broken."""
    broken = 0
    ends = [found["ended"] for _, found in asked]
    counts = ", ".join(f"{ends.count(end):,} {end}" for end in dict.fromkeys(ends))
    taken = sorted(found["seconds"] for _, found in asked)
    refusals = [found["seconds"] for _, found in asked if found["ended"] in ("too large", "refused")]
    print(f"{len(asked):,} {kind}: {counts}")
    print(f"  seconds: median {taken[len(taken) // 2]:.3f}, 99 of 100 {taken[len(taken) * 99 // 100]:.2f}", end="")
    print(f", longest {taken[-1]:.2f}; longest refusal {max(refusals, default=0):.2f}")
    print(f"  memory at most {max(found['bytes'] for _, found in asked) / 2**20:,.0f} MiB")
    long = [found for _, found in asked if found["estimate"] and found["seconds"] > WORTH_ESTIMATING]
    if long:
        near = [found for found in long if 1 / FACTOR < found["seconds"] / found["estimate"] < FACTOR]
        print(f"  estimate within a factor of {FACTOR} in {len(near)} of {len(long)} above {WORTH_ESTIMATING} s")
    for request, found in asked:
        for fault in faults(request, found):
            broken += 1
            print(f"  {fault}: {found['seconds']:.2f} s, estimated {found['estimate']:.2f} s, {json.dumps(request)}")
            print(f"    {found.get('line', '')[:200]}")
    return broken


def main(words: list[str]) -> int:
    """Draw, answer, report; 1 when a bound is broken. The fourth word is the seed."""
    requests, formulas, programs, seed = [*map(int, words), *(3000, 300, 400, 1)[len(words) :]]
    draw = Random(seed)
    models = all_models()
    # What is loaded once is loaded before the processes part.
    str(probcalc.formula("mechanics.test", free=["target"])["success"])
    probcalc.roll("2d6 >= 4 then d6").to_json()
    # What is there already is not looked through again in every process, which would count as its work.
    gc.collect()
    gc.freeze()
    broken = 0
    kinds: tuple[tuple[str, int, Callable[[], Request]], ...] = (
        ("requests", requests, lambda: drawn_request(draw, models)),
        ("formulas", formulas, lambda: drawn_request(draw, models, draw.choice([2, 3]))),
        ("programs", programs, lambda: drawn_program(draw)),
    )
    for kind, count, drawn in kinds:
        asked = []
        for _ in range(count):
            request = drawn()
            asked.append((request, in_a_process(lambda asked=request: answered(asked))))  # type: ignore[misc]
            if os.environ.get("EXTREMES_LOG"):
                with open(os.environ["EXTREMES_LOG"], "a") as log:
                    log.write(json.dumps([request, asked[-1][1]]) + "\n")
        if asked:
            broken += report(kind, asked)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
