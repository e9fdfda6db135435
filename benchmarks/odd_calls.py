"""`python -m benchmarks.odd_calls 20000`: so many odd calls of public names; an answer or one line, within bounds.

Every call is drawn as a line of Python: a public name, or a method of what one returned, with values of which most are
odd. All are made in one process with a limit of memory, each with one of time; the line that breaks a bound, or ends in
an error of Python's own, is printed and can be tried by itself (`tried`).
"""

from __future__ import annotations

import inspect
import json
import linecache
import os
import resource
import signal
import sys
import tempfile
import traceback
from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Any

from probcalc.exact.errors import ProbcalcError

MOST_SECONDS = 12
MOST_BYTES = 1 << 30
_MOST_MEMORY = 4 << 30
LONGEST_LINE = 400

ODD = (
    """
2**63|-1|0|1|7|10**30|-10**5000|10**5000|float("nan")|float("inf")|-0.0|0.5|NotImplemented|Decimal("Infinity")
Decimal("NaN")|Fraction(1, 3)|Fraction(-7, 2)|None|True|...|""|" "|"a"|"\\n"|"\\0"|"x" * 5000|"é–−"|b""|b"abc"|[]|()|{}
set()|[1]|(1, 2)|[[1], [2]]|{1: 2}|{"a": 1}|{"cc": "x"}|{1.5: -1}|{(): None}|range(10**9)|range(-3, 3)|count()
lambda *x: x|lambda *x: None|lambda *x: 1|lambda x: x|lambda x: -x|lambda x: [x]|object()|d(6)|d(6) - d(6)|pool(3, d(6))
die(["a", "b"])|die([1, "a"])|Distribution({})|nest|iter([1, 2])|1j|["a", 1]|[None]|[("chronopia.melee", {})]
[("chronopia.melee", {"cc": 99})]|"chronopia.melee"|"2d6"|"custom.roll"|"x=1..3"|"cc=1..3"|"hit"|"wounds"|"wounds >= 2"
"slain"|np.int64(3)|np.array([1, 2])|math.nan|frozenset([1])|explode(d(6))|turns_until(Fraction(1, 3))|10**6|10**9|50
d(10**5)|deck({"a": 4, "b": 9})|pool(40, d(100))|"1/0"|"'"|"$(x)"|{"variant": "d20=d6"}|["hit", "wounds"]|melee|sheet_
""".strip()
    .replace("\n", "|")
    .split("|")
)
"""Values, most of which nobody means."""

PLAIN = {
    "int": ["1", "2", "3", "6", "100", "1000"],
    "Distribution": ["d(6)", "d(20)", "die([0, 0, 1])", 'die(["a", "b"])', "2 @ d(6)", "explode(d(6))", "d(6) - d(6)"],
    "Callable": ["lambda *x: x[0]", "lambda *x: True", "lambda *x: 1", "lambda *x: d(6)", "lambda *x: x[0] > 4"],
    "Fraction": ["Fraction(1, 3)", "Fraction(1)"],
    "bool": ["True", "False"],
    "Mapping": ["{}", '{"cc": 12}', '{"armour": 18}', "{1: 2, 2: 3}", '{"die": 6}'],
    "requests": ['[("chronopia.melee", {}), ("chronopia.melee", {"cc": 5})]'],
    "str": ['"chronopia.melee"', '"chronopia.armour"', '"wounds"', '"hit"', '"cc=5..9"', '"2d6 >= 4"', '"keep"'],
    "Iterable": ["[1, 2, 3]", "[1]", '["hit", "wounds"]', "range(5)", '["1a", "2a"]'],
}
"""Values that are meant, by a word of what a parameter is declared as."""

BY_NAME = {
    "scenario": ['"chronopia.melee"', '"mechanics.pool"', '"oathmark.combat"', '"custom.roll"', '"chronopia.fight"'],
    "scenario_id": ['"chronopia.melee"', '"mechanics.test"', '"reikhammer.melee"', '"chronopia.fight"'],
    "notation": ['"4d6 keep 3"', '"2d6 >= 4 then d6"', '"d20 + x"'],
    "program": ['"output 3d6"', '"output [highest 2 of 3d{1, 1, 6}]"'],
    "text": ['"d20=2d10"', '"roll: 2d6 >= 7"'],
    "free": ['["cc"]', '"armour=10..20"'],
    "rows": ['"cc=5..9"'],
    "columns": ['"armour=10..12"', "None"],
    "results": ['["hit", "wounds"]'],
    "vary": ['["cc=1..5"]', '{"cc": "1..4"}'],
    "requests": PLAIN["requests"],
    "counts": ["[12, 8, 10, 9, 11, 10]"],
    "for_": ['"cc"'],
    "over": ['"cc"', "lambda x: x > 5"],
    "that": ['"hit >= 1/2"'],
    "progress": ["None"],
    "budget": ["None", "None", "None", "5"],
}

SHOWN = """
pool(3, d(6)); pool(2, d(6)) + pool(1, d(4)); deck({"a": 4, "b": 9}); deck(range(20)); d(6); 3 @ d(6); die([-1, -2, 5])
die(["a", "b", "c"]); explode(d(6)); turns_until(Fraction(1, 3)); symbol_die("sa", ["", "s", "sa"]); melee; armour
rolled; opposed(d(6), d(8)); table_; formula_; formula_["hit"]; formula_["wounds"]; joint_; rounds_; compared; sequence_
variant_; advice_; overtaken; fair_; power_; sheet_; output_; sweep_; allocated; keep(3, d(6), [1, 3]); playthrough_
best_; pool(3, d(6)).sets(2); deck({"a": 4, "b": 9}).deal(3); melee["wounds"]; balance_; luck_; d(6).repeats([2])
"""
"""What methods are asked of: laws, pools and answers."""

_MADE = """
melee = probcalc.odds("chronopia.melee")
armour = probcalc.odds("chronopia.armour", damage=11)
rolled = probcalc.roll("4d6 keep 3")
table_ = probcalc.table("chronopia.melee", {}, "cc=5..7", "armour=10..11")
formula_ = probcalc.formula("chronopia.melee", free=["cc=5..9"])
joint_ = probcalc.joint("chronopia.melee", {}, ["hit", "wounds"])
rounds_ = probcalc.by_round("chronopia.fight", {})
compared = probcalc.compare([("chronopia.melee", {}), ("chronopia.melee", {"cc": 5})])
sequence_ = probcalc.sequence([("chronopia.melee", {}), ("chronopia.melee", {"cc": 5})])
variant_ = probcalc.variant("chronopia.armour", {}, "d20=2d10")
advice_ = probcalc.advise("mechanics.keep")
overtaken = probcalc.overtake("custom.roll", {"roll": "best of 2d20 >= x"}, {"roll": "d20+5 >= x"}, over="x=1..26")
fair_ = probcalc.fair([12, 8, 10, 9, 11, 10])
power_ = probcalc.fair_power(chance="1/5")
sheet_ = probcalc.sheet("hero: skill 3 (0..8)\\nresult: across = sum of 2d6 + skill >= 10")
output_ = probcalc.anydice("output 3d6")[0]
sweep_ = probcalc.sweep("chronopia.armour", vary=["damage=1..3"])
allocated = probcalc.allocate(
    [{"scenario": "chronopia.melee", "parameters": {"attacker": "the_cursed"}}] * 2,
    [{"name": n, "parameters": {"target": n}} for n in ("spearmen", "followers")],
    "targets",
)
playthrough_ = probcalc.playthrough(0, lambda s: s + d(2), lambda s: s > 3)
best_ = probcalc.best_play(0, lambda s: {"on": s + d(2)}, lambda s: s > 3)
balance_ = probcalc.balance("chronopia.clash", ["followers", "spearmen"])
luck_ = probcalc.luck("12d6 >= 4 -> 3")
nest = []
nest.append(nest)
"""


_SIGNS = ("+", "-", "*", "@", ">=", "<", "==", "!=", "&", "|", "//", "/", "%", "**")
_AROUND = ("repr(_)", "str(_)", "len(_)", "hash(_)", "list(_)", "bool(_)", "copy.deepcopy(_)")
_UNCHECKED = {"aim", "domain", "scenario", "sided"}
"""What is handed out as it is, for those who write rules."""
_NOT_CALLED = {"clear_caches", "load_ipython_extension"}
_LINE = "<line>"


Names = dict[str, Any]
"""What lines may name."""


class OutOfTime(BaseException):
    """A call took more than its seconds."""


def names_of_python() -> dict[str, Any]:
    """What a drawn line may name: `probcalc`, its public names, and what was made with them."""
    import copy
    import math
    from decimal import Decimal
    from fractions import Fraction
    from itertools import count

    import numpy as np

    import probcalc

    names: dict[str, Any] = {name: getattr(probcalc, name) for name in probcalc.__all__}
    names |= {
        "probcalc": probcalc,
        "copy": copy,
        "math": math,
        "Decimal": Decimal,
        "Fraction": Fraction,
    }
    names |= {"count": count, "np": np}
    exec(compile(_MADE, "<made>", "exec"), names)  # noqa: S102
    return names


def public_calls() -> list[str]:
    """The public names that are called: functions, and the classes that a user makes himself."""
    import probcalc

    made = ("Deck", "Distribution", "Measure", "Pool", "Sheet")
    return [
        name
        for name in probcalc.__all__
        if name in made or (inspect.isfunction(getattr(probcalc, name)) and name not in _NOT_CALLED)
    ]


def drawn_value(draw: Random, parameter: inspect.Parameter | None, odd: float) -> str:
    """A value for a parameter, as it is written in Python."""
    if parameter is None or draw.random() < odd:
        return draw.choice(ODD)
    if parameter.name in BY_NAME:
        return draw.choice(BY_NAME[parameter.name])
    if parameter.default is not parameter.empty and draw.random() < 0.5:
        return repr(parameter.default) if type(parameter.default) in (int, str, bool, type(None)) else "None"
    declared = str(parameter.annotation)
    return draw.choice(next((PLAIN[word] for word in PLAIN if word in declared), ODD))


def drawn_arguments(draw: Random, called: Any) -> str:
    """The arguments of a call, in brackets."""
    try:
        parameters = list(inspect.signature(called).parameters.values())
    except (TypeError, ValueError):
        parameters = []
    odd = draw.choice([0.0, 0.2, 0.5, 0.9])
    given = []
    for each in parameters:
        if each.kind is each.VAR_KEYWORD:
            if draw.random() < 0.2:
                given.append(f"{draw.choice(['cc', 'armour', 'roll', 'x'])}={drawn_value(draw, None, odd)}")
        elif each.kind is each.VAR_POSITIONAL:
            given += [drawn_value(draw, each, odd) for _ in range(draw.choice([0, 1, 2]))]
        elif each.default is each.empty or draw.random() < 0.4:
            value = drawn_value(draw, each, odd)
            given.append(f"{each.name}={value}" if each.kind is each.KEYWORD_ONLY else value)
            if each.kind is each.POSITIONAL_ONLY and each.default is not each.empty:
                continue
        else:
            # What follows is given by its name.
            rest = parameters[parameters.index(each) + 1 :]
            given += [
                f"{later.name}={drawn_value(draw, later, odd)}"
                for later in rest
                if later.kind in (later.KEYWORD_ONLY, later.POSITIONAL_OR_KEYWORD)
                and (later.default is later.empty or draw.random() < 0.3)
            ]
            break
    return f"({', '.join(given)})"


def drawn_step(draw: Random, value: Any) -> str:
    """What is asked of a value, which the line calls `_`."""
    kind = draw.random()
    if kind < 0.12:
        sign, other = draw.choice(list(_SIGNS)), draw.choice(ODD)
        return draw.choice([f"_ {sign} ({other})", f"({other}) {sign} _"])
    if kind < 0.2:
        return draw.choice([f"_[{draw.choice(ODD)}]", f"({draw.choice(ODD)}) in _"])
    if kind < 0.25:
        return draw.choice(_AROUND)
    public = {
        name: None
        for name in (*dir(type(value)), *getattr(value, "__dict__", ()))
        if name[0] != "_" and name not in _UNCHECKED
    }
    if not public:
        return "repr(_)"
    name = draw.choice(list(public))
    member = inspect.getattr_static(type(value), name, None)
    is_called = inspect.isfunction(member) or isinstance(member, (classmethod, staticmethod))
    return f"_.{name}" + (drawn_arguments(draw, getattr(value, name)) if is_called else "")


def refusal_fault(error: BaseException) -> str:
    """What is wrong with an error: it is of Python, and of no function that the line itself holds, or it is no line."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [place for place, frame in enumerate(frames) if "/probcalc/" in frame.filename]
    named = f"{type(error).__name__}: {str(error)[:200]}"
    if not ours:
        # A call that does not fit, and what a list has not, is refused by Python.
        return named if isinstance(error, (AttributeError, OverflowError, ZeroDivisionError)) else ""
    if "<lambda>()" in named or any(frame.filename == _LINE for frame in frames[ours[-1] :]):
        return ""
    last = frames[ours[-1]]
    is_raised = linecache.getline(last.filename, last.lineno or 0).strip().startswith("raise")
    is_own = isinstance(error, ProbcalcError) or (is_raised and type(error) in (ValueError, TypeError))
    if not is_own:
        return f"{named}, {last.filename.rpartition('/probcalc/')[2]}:{last.lineno}"
    text = str(error)
    return "" if "\n" not in text and len(text) <= LONGEST_LINE else f"not one line: {text[:200]!r}, {len(text)} long"


def tried(line: str, names: dict[str, Any], value: Any = None) -> tuple[str, Any]:
    """What is wrong with a line, "" when nothing is, and what it came to; `_` in it is the value."""
    before, found = _most_bytes(), None
    used = int(process_time())
    resource.setrlimit(resource.RLIMIT_CPU, (used + 2 * MOST_SECONDS, resource.RLIM_INFINITY))
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
    try:
        try:
            found = eval(compile(line, _LINE, "eval"), names | {"_": value})  # noqa: S307
            fault = ""
        except OutOfTime:
            fault = f"longer than {MOST_SECONDS} seconds"
        except Exception as error:
            fault = refusal_fault(error)
        signal.setitimer(signal.ITIMER_PROF, 0)
    except OutOfTime:
        fault = f"longer than {MOST_SECONDS} seconds"
    if not fault and _most_bytes() - before > MOST_BYTES:
        fault = f"took {(_most_bytes() - before) >> 20:,} MiB"
    return fault, found


def _most_bytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def calls(names: Names, made: Names, seed: int, first: int, end: int) -> Iterator[tuple[int, str, str]]:
    """Every line that is drawn for the calls of these numbers, before it is tried, and again with what is wrong."""
    called = public_calls()

    def out_of_time(*_: object) -> None:
        raise OutOfTime

    signal.signal(signal.SIGPROF, out_of_time)
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    for number in range(first, end):
        draw = Random(f"{seed}:{number}")
        is_made = draw.random() < 0.5
        said = draw.choice(list(made)) if is_made else draw.choice(called)
        value = made[said] if is_made else None
        for _ in range(draw.choice([1, 1, 2])):
            step = drawn_step(draw, value) if is_made else said + drawn_arguments(draw, names[said])
            said = step.replace("_", f"({said})", 1) if is_made else step
            yield number, said, ""
            fault, value = tried(step, names, value)
            if fault:
                yield number, said, fault
            if fault or not type(value).__module__.startswith("probcalc"):
                break
            is_made = True


def _make(lines: Iterator[tuple[int, str, str]], writing: int) -> None:
    """Make the calls, each told through a pipe; the end of this process."""
    ended = 1
    try:
        with os.fdopen(writing, "w") as pipe, tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            for found in lines:
                pipe.write(json.dumps(found) + "\n")
                pipe.flush()
        ended = 0
    except BaseException:
        traceback.print_exc()
    os._exit(ended)


def faults(seed: int, first: int, end: int) -> Iterator[str]:
    """What is wrong with the calls of these numbers; a process that dies of one is begun anew behind it."""
    # What is asked is made once, before the processes part.
    names = names_of_python()
    shown = [each.strip() for each in SHOWN.replace("\n", ";").split(";") if each.strip()]
    made = {said: eval(said, names) for said in shown}  # noqa: S307
    while first < end:
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            _make(calls(names, made, seed, first, end), writing)
        os.close(writing)
        number, said = first, ""
        with os.fdopen(reading) as pipe:
            for text in pipe:
                number, said, fault = json.loads(text)
                if fault:
                    yield f"{number} {said}: {fault}"
        _, ended = os.waitpid(child, 0)
        if ended:
            yield f"{number} {said}: ends its process"
        first = number + 1 if ended else end


def main(words: list[str]) -> int:
    """So many calls, of this seed, from this number on; 1 when something is wrong with one."""
    count, seed, first = [*map(int, words), *(20_000, 1, 0)[len(words) :]]
    wrong = 0
    for fault in faults(seed, first, first + count):
        wrong += 1
        print(fault[:600], flush=True)
    print(f"{count:,} calls, {wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
