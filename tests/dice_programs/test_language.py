"""What programs mean, construct by construct: each answer was worked out by hand."""

from collections import Counter
from fractions import Fraction

import pytest

import probcalc
from probcalc.dice_programs.dice import EmptyDistribution
from probcalc.dice_programs.errors import ProgramError
from probcalc.dice_programs.running import run
from probcalc.exact.budget.bounds import MAX_STEPS, Budget, metered


def law(program: str) -> dict[int, Fraction]:
    return dict(run(program)[-1].distribution.items())


def shares(*pairs: tuple[int, str]) -> dict[int, Fraction]:
    return {outcome: Fraction(share) for outcome, share in pairs}


@pytest.mark.parametrize(
    ("expression", "certain"),
    [
        ("7 / 2", 3),
        ("-7 / 2", -3),
        ("7 / 0", 0),
        ("0 / 0", 0),
        ("2 ^ 10", 1024),
        ("2 ^ -1", 0),
        ("(-1) ^ -3", -1),
        ("-2 ^ 2", 4),
        ("1 + 2 * 3 ^ 2", 19),
        ("10 - 2 - 3", 5),
        ("1 | 0 & 0", 0),
        ("0 & 1 | 1", 1),
        ("!0 + !5", 1),
        ("#4711 + #0 + #-12", 7),
        ("#{1..5, 9}", 6),
        ("#(3d6)", 3),
        ("#3d6 * 0 + #(0d6)", 1),
        ("#(d{})", 0),
        ("#(2d(2d6))", 2),
        ("#(2d6 + 0)", 1),
        ("#(-(2d6))", 2),
        ("2 @ {7, 8, 9}", 8),
        ("4 @ {7, 8, 9}", 0),
        ("{1, 3} @ {7, 8, 9}", 16),
        ("2 @ 4711", 7),
        ("1 @ -42", -4),
        ("3 @ {d4:2, d8}", 3),
        ("5 @ {d4:2, d8}", 1),
        ("9 @ {2d4}", 0),
        ("{2, 2, 4} = 2", 2),
        ("3 > {1, 2, 3}", 2),
        ("{1, 2} = {1, 2}", 1),
        ("{4, 1} < {3, 3}", 0),
        ("{3} < {3, 1}", 1),
        ("{1, 2, 3} * 2", 12),
        ("-{1..4}", -10),
        ("#(+{1..4})", 4),
        ("#{5..1}", 0),
        ("#{1:0, 2:-3, 3:2}", 2),
        ("[absolute -5]", 5),
        ("[{1..5} contains 3] + [{1..5} contains 9]", 1),
        ("[count {1, 1, 2} in {1, 2, 2, 3}]", 4),
        ("[highest of 2 and 3] * 10 + [lowest of 2 and 3]", 32),
        ("[maximum of 2d6]", 12),
        ("[maximum of d{}]", 0),
        ("1 @ [reverse {1..3}]", 3),
        ("1 @ [sort {2, 3, 1}]", 3),
        ("#[sort {2, 3, 1}]", 3),
        ("{} + 5 - {}", 5),
        ("{} | {1}", 1),
        ("d0 + 0d20", 0),
    ],
)
def test_what_is_certain(expression: str, certain: int) -> None:
    assert law(f"output {expression}") == {certain: 1}


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("output d{1, 1, 4}", shares((1, "2/3"), (4, "1/3"))),
        ("output {1, 1, 4}", shares((1, "2/3"), (4, "1/3"))),
        ("output -2d2", shares((-4, "1/4"), (-3, "1/2"), (-2, "1/4"))),
        ("output d(-2)", shares((-2, "1/2"), (-1, "1/2"))),
        ("output (d2)d2", shares((1, "1/4"), (2, "3/8"), (3, "1/4"), (4, "1/8"))),
        ("output {1, 1}d2", shares((2, "1/4"), (3, "1/2"), (4, "1/4"))),
        ("output d2 = 1", shares((0, "1/2"), (1, "1/2"))),
        ("output 2d2 > d4", shares((0, "1/2"), (1, "1/2"))),
        ("output d6 >= {1, 2}", shares((0, "1/3"), (1, "2/3"))),
        ("output !(d3 - 1)", shares((0, "2/3"), (1, "1/3"))),
        ("output d{} + d2", shares((1, "1/2"), (2, "1/2"))),
        ("output d2 - d{}", shares((1, "1/2"), (2, "1/2"))),
        ("output d{} | d{0, 1}", shares((0, "1/2"), (1, "1/2"))),
        ("output 1 @ 2d2", shares((1, "1/4"), (2, "3/4"))),
        ("output {1, 1} @ 2d2", shares((2, "1/4"), (4, "3/4"))),
        ("output {1, 3} @ 3d2", shares((2, "1/8"), (3, "3/4"), (4, "1/8"))),
        ("output 2 @ 3d2", shares((1, "1/2"), (2, "1/2"))),
        ("output 5 @ 2d2", shares((0, "1"))),
        ("output d2 @ {5, 7}", shares((5, "1/2"), (7, "1/2"))),
        ('set "position order" to "lowest first" output 1 @ 2d2', shares((1, "3/4"), (2, "1/4"))),
        ('set "position order" to "lowest first" output 1 @ 42', shares((2, "1"))),
        ('set "position order" to "lowest first" output [middle 1 of 2d2]', shares((1, "3/4"), (2, "1/4"))),
        ("output [lowest 1 of 2d2]", shares((1, "3/4"), (2, "1/4"))),
        ("output [highest 5 of 2d2]", shares((2, "1/4"), (3, "1/2"), (4, "1/4"))),
        ("output [highest 0 of 2d2]", shares((0, "1"))),
        ("output [middle 1 of 3d2]", shares((1, "1/2"), (2, "1/2"))),
        ("output [middle 2 of 3d2]", shares((2, "1/8"), (3, "3/8"), (4, "1/2"))),
        ("output [highest of d2 and 2]", shares((2, "1"))),
        ("output [lowest of d2 and d2]", shares((1, "3/4"), (2, "1/4"))),
        ("output [count {2, 2, 1} in 2d2]", shares((2, "1/4"), (3, "1/2"), (4, "1/4"))),
        ("output [count d2 in {2}]", shares((0, "1/2"), (1, "1/2"))),
        ("output [2d2 contains 2]", shares((0, "1/4"), (1, "3/4"))),
        ("output [2d2 contains d2]", shares((0, "1/4"), (1, "3/4"))),
        ("output [explode d2]", shares((1, "1/2"), (3, "1/4"), (5, "1/8"), (6, "1/8"))),
        ('set "explode depth" to 0 output [explode d2]', shares((1, "1/2"), (2, "1/2"))),
        ("output [sort 2d2]", shares((2, "1/4"), (3, "1/2"), (4, "1/4"))),
        ("output [absolute d{-1..1}]", shares((0, "1/3"), (1, "2/3"))),
        ("function: twice X:n { result: X + X } output [twice d2]", shares((2, "1/2"), (4, "1/2"))),
        ("function: twice X { result: X + X } output [twice d2]", shares((2, "1/4"), (3, "1/2"), (4, "1/4"))),
        ("function: first X:s { result: 1 @ X } output [first 2d2]", shares((1, "1/4"), (2, "3/4"))),
        ("function: size X:s { result: #X } output [size 3d2]", shares((3, "1"))),
        ("function: size X:d { result: #X } output [size 3d2]", shares((3, "1"))),
        ("function: one X:d { result: X } output [one {2, 3}]", shares((5, "1"))),
        ("function: all X:s { result: X } output [all 2d2]", shares((2, "1/4"), (3, "1/2"), (4, "1/4"))),
        ("function: kept X:n { result: {X, X} } output [kept d2]", shares((2, "1/2"), (4, "1/2"))),
        ("function: again X:n { if X = 1 { result: d2 } result: X } output [again d2]", shares((1, "1/4"), (2, "3/4"))),
        # Only what is not the empty die counts.
        ("function: high X:n { if X < 3 { result: d{} } result: X } output [high d4]", shares((3, "1/2"), (4, "1/2"))),
        ("function: f A:n B:n { result: 10 * A + B } output [f d2 3]", shares((13, "1/2"), (23, "1/2"))),
        ("function: f X:n X:n { result: X } output [f 1 2]", shares((1, "1"))),
        ("function: { result: 3 } output []", shares((3, "1"))),
        ("function: if X:n to Y:n or else named { result: X - Y } output [if 5 to 3 or else named]", shares((2, "1"))),
        ("function: absolute X:n { result: 9 } output [absolute 1]", shares((9, "1"))),
        ("X: 1 loop N over {1..4} { X: X * N } output X", shares((24, "1"))),
        ("loop N over {3, 5} { X: N } output N + X", shares((10, "1"))),
        ("X: 2 if X = 1 { Y: 1 } else if X = 2 { Y: 7 } else { Y: 9 } output Y", shares((7, "1"))),
        ("X: 3 if X = 1 { Y: 1 } else if X = 2 { Y: 7 } else { Y: 9 } output Y", shares((9, "1"))),
        ("function: f { loop N over {1..9} { if N = 4 { result: N } } } output [f]", shares((4, "1"))),
        # A function sees the variables of its caller, and changes none of them.
        (
            "function: seen { result: X } function: outer { X: 2 result: [seen] } X: 1 output [outer] * 10 + X",
            shares((21, "1")),
        ),
        ("X: 1 function: change { X: 5 result: X } Y: [change] output X", shares((1, "1"))),
        # Within the calls for one die the variables live on; parameters are set anew.
        (
            "function: nth X:n { N: N + 1 result: N * 10 + X } N: 0 output [nth d{5, 7}]",
            shares((15, "1/2"), (27, "1/2")),
        ),
        (
            "function: f A:n B:n { N: N + 1 B: 0 result: 100 * N + A } N: 0 output [f d2 1]",
            shares((101, "1/2"), (202, "1/2")),
        ),
        # Two dice: the first parameter runs fastest.
        (
            "function: f A:n B:n { N: N * 10 + A result: N } N: 0 output [f d2 (d2)]",
            shares((1, "1/4"), (12, "1/4"), (121, "1/4"), (1212, "1/4")),
        ),
        # Several dice go from the highest roll down.
        (
            "function: f A:s { N: N * 100 + 10 * 1@A + 2@A result: N } N: 0 output [f 2d2]",
            shares((22, "1/4"), (2221, "1/2"), (222111, "1/4")),
        ),
        ('set "maximum function depth" to 3 function: f { result: 1 + [f] } output [f]', shares((3, "1"))),
        ("function: f X:n { if X = 0 { result: 0 } result: 1 + [f X - 1] } output [f 8]", shares((8, "1"))),
        # Several dice in the place of the faces are one die, that of their sum.
        ("output #(3d(2d6))", shares((3, "1"))),
        ("output 1 @ 2d(2d2)", shares((2, "1/16"), (3, "8/16"), (4, "7/16"))),
        ("output [count {4} in 2d(2d2)]", shares((0, "9/16"), (1, "6/16"), (2, "1/16"))),
        # The empty die before a sequence leaves it as it is; elsewhere the sequence is its sum.
        ("output d{} + {1, 5}", shares((1, "1/2"), (5, "1/2"))),
        ("output d{} | {1, 5}", shares((1, "1/2"), (5, "1/2"))),
        ("output {1, 5} + d{}", shares((6, "1"))),
        ("output {1, 5} | d{}", shares((6, "1"))),
        ("output d{} - {1, 5}", shares((-6, "1"))),
        ("function: f X:? { result: #X } output [f {1, 5}] + 10 * [f 3d6]", shares((32, "1"))),
        ('set "maximum function depth" to {1, 2} function: f { result: 1 + [f] } output [f]', shares((3, "1"))),
        ("\\ a comment \\ output \\ another \\ d2", shares((1, "1/2"), (2, "1/2"))),
    ],
)
def test_what_programs_mean(program: str, expected: dict[int, Fraction]) -> None:
    assert law(program) == expected


@pytest.mark.parametrize(
    "expression",
    ["d{}", "2d{}", "5 * d{}", "d{} = 2", "d{} & 1", "d{} - d{}", "d{}d6", "{}", "-d{}", "!d{}", "[explode d{}]"],
)
def test_nothing_comes_of_the_empty_die(expression: str) -> None:
    output = run(f"output {expression}")[0].distribution
    assert isinstance(output, EmptyDistribution)
    assert list(output) == []
    with pytest.raises(ValueError, match="nothing to roll"):
        _ = output.mean


def test_a_roll_without_a_result_is_the_empty_die_and_the_others_share_its_chance() -> None:
    program = "function: high X:n { if X > 2 { result: X } } output [high d4] output 2d[high d4] output [high d4] + 1"
    first, second, third = (output.distribution for output in run(program))
    assert dict(first.items()) == shares((3, "1/2"), (4, "1/2"))
    assert dict(second.items()) == shares((6, "1/4"), (7, "1/2"), (8, "1/4"))
    assert dict(third.items()) == shares((4, "1/2"), (5, "1/2"))


@pytest.mark.parametrize("empty", ["[f]", "0d[f]", "[f]d0", "0d{}"])
def test_a_call_for_each_roll_of_the_empty_die_is_never_made(empty: str) -> None:
    program = f"function: f {{}} function: sum A:n B:s C:d {{ result: 1 }} X: {empty} output [sum "
    assert law(program + "1 1 X]") == {1: 1}
    assert law(program + "X 1 1]") == law(program + "1 X 1]") == {}


def test_names_of_outputs_show_variables() -> None:
    program = 'X: 3 S: {1} D: d6 output 1 output 2 named "[X] of [S] on [D], [NONE] [x]"'
    assert [output.name for output in run(program)] == ["output 1", "3 of {?} on d{?}, [NONE] [x]"]


def test_an_output_is_a_pair_of_a_name_and_a_law() -> None:
    name, found = probcalc.anydice('output 2d6 named "two dice"')[0]
    assert (name, found) == ("two dice", 2 @ probcalc.d(6))


@pytest.mark.parametrize(
    ("program", "refusal"),
    [
        ("output 2d6 +", "line 1, character 13: expected a number"),
        ("output\n  3 $ 4", 'line 2, character 5: "$" is no sign'),
        ("output X", "line 1, character 8: X has no value yet"),
        ("ROLL: 3\noutput ROL", "line 2, character 8: ROL has no value yet; did you mean ROLL?"),
        ("output [higest 1 of 2d6]", "did you mean [highest ... of ...]?"),
        ("if d6 { output 1 }", "line 1, character 4: a condition is a number, not dice"),
        ("loop N over d6 { output N }", "a loop goes over a sequence"),
        ("result: 3", "a result stands in a function"),
        ("function: f { output 3 } output [f]", "line 1, character 15: an output stands outside"),
        ('set "exploding depth" to 3', '"exploding depth" is no setting; did you mean explode depth?'),
        ('set "explode depth" to -1', "from 0 to"),
        ('set "position order" to "best first"', '"highest first" or "lowest first"'),
        ("\\ no end", "a comment begins here and has no end"),
        ('output 1 named "no end', "a text begins here and has no end"),
        ("output {1..d6}", "a range goes from number to number"),
        ("output " + "(" * 100 + "1" + ")" * 100, "deep inside of each other"),
        ("output 1" + "+1" * 1000, "operators stand in a row"),
        ("output " + "9" * 400, "at most 300 digits"),
        ("x" * 100_001, "at most 100,000 characters"),
    ],
)
def test_what_cannot_be_read_or_asked_is_refused_at_its_place(program: str, refusal: str) -> None:
    with pytest.raises(ProgramError) as error:
        run(program)
    assert refusal in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "program",
    [
        "output 9d{1..1000000}",
        "output 1000000d1000000",
        "output d10000000",
        "output 2 ^ 1000000000",
        "function: f X:s { result: 1 } output [f 20d20]",
        "function: f A:n B:n C:n { result: 1 } output [f d1000 (d1000) (d1000)]",
        "loop A over {1..10000} { loop B over {1..10000} { X: A } }",
        "output #{1..1000000000}",
        "function: f N:n { result: dN } output [f 2d9999]",
        "output #{{1..1000000}:1000000}",
        "X: d{0, 0, 1} loop N over {1..60} { X: (X & X) | (d3 = 2) } output X",
        'set "maximum function depth" to 100000 function: f X:n { result: [f X + 1] + [f X + 2] } output [f 1]',
        "X: 10 ^ 1000 loop N over {1..40} { X: X * X } output X",
    ],
)
def test_what_is_too_large_is_refused_with_estimate_and_bound(program: str) -> None:
    with pytest.raises(ProgramError, match=r"too large|too deep"):
        run(program)


def test_a_program_counts_in_the_budget_it_is_given_and_whoever_watches_ends_it():
    class Gone(Exception):
        pass

    def watch() -> None:
        if budget.spent > 1000:
            raise Gone

    budget = Budget(watch=watch)
    with pytest.raises(Gone), metered(budget):
        run("loop N over {1..1000} { X: N }\noutput X")
    assert 1000 < budget.spent < 4000
    with pytest.raises(ProgramError, match="limit 500"), metered(Budget(500)):
        run("loop N over {1..1000} { X: N }\noutput X")


@pytest.mark.parametrize(
    "text",
    [
        "X: 1\nloop I over {1..20} { X: X * 1d20 }\noutput X",
        "X: 1\nloop I over {1..30} { X: X * 1d10 }\noutput X",
        "X: 1d6\nloop I over {1..20} { X: X * X }\noutput X",
        "X: 1d20\nloop I over {1..10} { X: X + X }\noutput X",
        "output 3d1000 * 3d1000",
        "output 4d1000000",
    ],
)
def test_all_that_a_program_calculates_shares_one_budget_and_is_refused_early(text):
    budget = Budget()
    with pytest.raises(ProgramError, match=r"too large: about [\d,]+ (steps|bytes) .limit"), metered(budget):
        run(text)
    assert budget.spent < MAX_STEPS // 4


def test_rounds_that_grow_a_little_are_gone_through():
    (output,) = run("X: 1\nloop I over {1..12} { X: X * 1d6 }\noutput X")
    law = {1: Fraction(1)}
    for _ in range(12):
        products = Counter()
        for outcome, chance in law.items():
            for face in range(1, 7):
                products[outcome * face] += chance / 6
        law = products
    assert dict(output.distribution) == law


def test_a_loop_of_too_many_outputs_is_not_begun():
    budget = Budget()
    with pytest.raises(ProgramError, match=r"about 1,000,000 outputs .limit 1,000"), metered(budget):
        run("loop I over {1..1000000} { output 9d6 }")
    assert budget.spent < MAX_STEPS // 10


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("outptu 3d6", "output"),
        ('output 3d6 nmaed "x"', "named"),
        ("functon: f X:n { result: X }", "function"),
        ("function: f X:n { reslt: X }", "result"),
        ("output d6 mod 2", ""),
    ],
)
def test_a_mistyped_word_is_refused_with_the_nearest(typed, nearest):
    with pytest.raises(ProgramError) as refusal:
        probcalc.anydice(typed)
    assert refusal.value.nearest == nearest
    assert str(refusal.value).endswith(f"; did you mean {nearest}?") == bool(nearest)
