"""Programs against plain enumeration: every die rolled out, every function written a second time in Python."""

import operator
import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from probcalc.dice_programs.errors import ProgramError
from probcalc.dice_programs.running import run

SIGNS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda a, b: int(Fraction(a, b)) if b else 0,
    "=": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "&": lambda a, b: int(a != 0 and b != 0),
    "|": lambda a, b: int(a != 0 or b != 0),
}

faces = st.lists(st.integers(-2, 4), min_size=1, max_size=4)


def text_of(die: list[int]) -> str:
    return "{" + ", ".join(map(str, die)) + "}"


def laid_out(rolls: Iterator[Any]) -> dict[int, Fraction]:
    counted = Counter(rolls)
    total = sum(counted.values())
    return {outcome: Fraction(count, total) for outcome, count in counted.items()}


def law(program: str) -> dict[int, Fraction]:
    return dict(run(program)[-1].distribution.items())


@st.composite
def calculations(draw: st.DrawFn, depth: int = 3) -> tuple[str, list[list[int]], Callable[[Iterator[int]], int]]:
    """A text, the dice in it, and what it comes to when they show certain faces."""
    kind = draw(st.sampled_from(["number", "dice", "both", "not", "minus"])) if depth else "dice"
    if kind == "number":
        number = draw(st.integers(0, 3))
        return str(number), [], lambda shown: number
    if kind == "dice":
        die, count = draw(faces), draw(st.integers(1, 2))
        return f"{count}d{text_of(die)}", [die] * count, lambda shown: sum(next(shown) for _ in range(count))
    text, dice, value = draw(calculations(depth=depth - 1))
    if kind == "not":
        return f"!({text})", dice, lambda shown: int(not value(shown))
    if kind == "minus":
        return f"-({text})", dice, lambda shown: -value(shown)
    sign = draw(st.sampled_from(sorted(SIGNS)))
    other_text, other_dice, other = draw(calculations(depth=depth - 1))

    def both(shown: Iterator[int]) -> int:
        left = value(shown)
        return SIGNS[sign](left, other(shown))

    return f"({text}) {sign} ({other_text})", dice + other_dice, both


@settings(max_examples=150, deadline=None)
@given(calculations())
def test_calculations_with_dice_are_what_enumeration_gives(
    calculation: tuple[str, list[list[int]], Callable[[Iterator[int]], int]],
) -> None:
    text, dice, value = calculation
    if prod(map(len, dice)) > 4_000:
        return
    assert law(f"output {text}") == laid_out(value(iter(shown)) for shown in product(*dice))


POOLS: dict[str, Callable[[list[int]], int]] = {
    "[highest 2 of POOL]": lambda roll: sum(roll[:2]),
    "[lowest 2 of POOL]": lambda roll: sum(roll[-2:]),
    "[middle 1 of POOL]": lambda roll: roll[(len(roll) - 1) // 2],
    "{1, 3} @ POOL": lambda roll: roll[0] + (roll[2] if len(roll) > 2 else 0),
    "{2, 2} @ POOL": lambda roll: 2 * roll[1] if len(roll) > 1 else 0,
    "[count {1, 2, 2} in POOL]": lambda roll: roll.count(1) + 2 * roll.count(2),
    "[POOL contains 3]": lambda roll: int(3 in roll),
    "[maximum pair POOL]": lambda roll: max((face for face in roll if roll.count(face) > 1), default=-9),
    "[spread POOL]": lambda roll: roll[0] - roll[-1],
    "[equals POOL]": lambda roll: sum(a == b for a in roll for b in roll),
}
OWN = """
function: maximum pair S:s { loop N over S { if (S = N) > 1 { result: N } } result: -9 }
function: spread S:s { result: 1 @ S - #S @ S }
function: equals S:s { X: 0 loop N over S { X: X + (S = N) } result: X }
"""


@pytest.mark.parametrize("question", POOLS)
@settings(max_examples=25, deadline=None)
@given(die=faces, count=st.integers(1, 5))
def test_questions_about_dice_are_what_enumeration_gives(question: str, die: list[int], count: int) -> None:
    twin = POOLS[question]
    expected = laid_out(twin(sorted(shown, reverse=True)) for shown in product(die, repeat=count))
    assert law(f"{OWN} POOL: {count}d{text_of(die)} output {question}") == expected


@settings(max_examples=50, deadline=None)
@given(first=faces, second=faces, count=st.integers(1, 3))
def test_a_function_of_two_rolls_is_what_enumeration_gives(first: list[int], second: list[int], count: int) -> None:
    program = f"""
    function: strike A:s against B:n {{ if (A >= B) > 1 {{ result: d{{1, 2}} }} result: B - 1 @ A }}
    output [strike {count}d{text_of(first)} against d{text_of(second)}]
    """

    def outcomes() -> Iterator[int]:
        for shown in product(first, repeat=count):
            for other in second:
                better = sum(face >= other for face in shown) > 1
                # Twice each, as the wound is one of two.
                yield from (1, 2) if better else (other - max(shown),) * 2

    assert law(program) == laid_out(outcomes())


@settings(max_examples=30, deadline=None)
@given(die=faces, depth=st.integers(0, 3))
def test_an_exploding_die_is_what_enumeration_gives(die: list[int], depth: int) -> None:
    def total(shown: tuple[int, ...]) -> int:
        found = 0
        for face in shown:
            found += face
            if face != max(die):
                break
        return found

    expected = laid_out(total(shown) for shown in product(die, repeat=depth + 1))
    assert law(f'set "explode depth" to {depth} output [explode d{text_of(die)}]') == expected


PIECES = [
    *(
        "output",
        "named",
        "function",
        ":",
        "if",
        "else",
        "loop",
        "over",
        "result",
        "set",
        "to",
        "d",
        "d6",
        "2d6",
        "X",
        "Y",
    ),
    *(
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        "1",
        "2",
        "0",
        "-",
        "+",
        "*",
        "/",
        "^",
        "@",
        "#",
        "!",
        "&",
        "|",
        "=",
        "!=",
        "<",
        ">=",
    ),
    *(
        "..",
        ",",
        '"a"',
        '"[X]"',
        "\\ c \\",
        "highest",
        "of",
        "count",
        "in",
        "explode",
        ":n",
        ":s",
        "\n",
        "§",
        '"',
        "\\",
    ),
]


def test_whatever_is_typed_has_an_answer_or_a_refusal_in_one_line() -> None:
    chance = random.Random(7)
    read = 0
    for _ in range(3_000):
        text = " ".join(chance.choices(PIECES, k=chance.randint(1, 12)))
        if chance.random() < 0.5:
            text = "X: 2d4 output " + text
        said = refusal(text)
        read += said is None
        assert said is None or (said.startswith("program, line ") and "\n" not in said), text
    assert read > 15


def refusal(text: str) -> str | None:
    try:
        run(text)
    except ProgramError as error:
        return str(error)
    return None
