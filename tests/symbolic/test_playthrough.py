"""Play with letters for chances: formulas against the same play with numbers, and against published values."""

from fractions import Fraction
from functools import partial
from random import Random

import pytest
import sympy

from probcalc.analysis.stages.playthrough import playthrough
from probcalc.exact.budget.bounds import TooLarge
from probcalc.symbolic.formulas.playthrough import SymbolicPlaythrough

F = Fraction
p, q, r = LETTERS = sympy.symbols("p q r")


def random_play(random):
    """States that lead to each other with chances in up to three letters, by the values of the letters."""
    size = random.randint(1, 5)
    drawn = []
    for _ in range(size):
        places = random.sample(range(size + 2), 3)
        drawn.append((random.randrange(3), random.randrange(5), places))

    def moves(letters, here):
        which, kind, (first, second, third) = drawn[here]
        letter = letters[which]
        return (
            {first: letter, second: 1 - letter},
            {first: letter * F(1, 2), second: letter * F(1, 2), third: 1 - letter},
            {first: letter**2, second: letter * (1 - letter), third: 1 - letter},
            {first: F(1, 3), second: F(2, 3)},
            {first: letter / (letter + 1), second: 1 / (1 + letter)},
        )[kind]

    return moves, {size, size + 1}


def readings(through, wanted, worth):
    """Much of what can be read of a play, as numbers or as formulas."""
    turns = through.turns
    return (
        through.chance(wanted.__eq__),
        turns.mean,
        through.mean_total(worth),
        turns.variance,
        turns[3],
        turns.at_most(4),
    )


@pytest.mark.slow
def test_random_plays_with_letters_equal_play_with_numbers_at_two_points():
    answered, seed = 0, 0
    while answered < 60:
        seed += 1
        random = Random(seed)
        moves, ends = random_play(random)
        wanted = max(ends)
        kept = {0} | {state for state in range(wanted + 1) if random.random() < 0.8}
        given = kept.__contains__ if random.random() < 0.3 else None

        def played(letters, moves=moves, ends=ends, given=given):
            return playthrough(0, partial(moves, letters), ends.__contains__, given)

        try:
            through = played(LETTERS)
        except ValueError as refusal:
            if "never" not in str(refusal):
                raise
            continue
        if not isinstance(through, SymbolicPlaythrough):
            continue
        answered += 1
        worth = [F(random.randint(-3, 5), random.randint(1, 3)) for _ in range(wanted)].__getitem__
        formulas = readings(through, wanted, worth)
        law = through.ends
        for _ in range(2):
            values = [F(random.randint(1, 9), 10) for _ in LETTERS]
            plain = played(values)
            point = {n: value for n, value in zip("pqr", values, strict=True) if n in through.domain.names}
            assert tuple(formula.subs(point) for formula in formulas) == readings(plain, wanted, worth), (seed, point)
            assert law.subs(point) == plain.ends, (seed, point)
            assert plain.kept == (1 if through.kept == 1 else through.kept.subs(point)), (seed, point)


def knuth_yao(state):
    after = {0: (1, 2), 1: (3, 4), 2: (5, 6), 3: (1, "one"), 4: ("three", "two"), 5: (2, "four"), 6: ("six", "five")}
    x = q if state in (1, 2) else p
    return {after[state][0]: x, after[state][1]: 1 - x}


def test_a_die_out_of_two_biased_coins_is_a_formula():
    die = playthrough(0, knuth_yao, lambda state: isinstance(state, str))
    two = die.chance(lambda state: state == "two")
    assert str(two) == "p*(1 - p)*(1 - q)/(1 - p*q)"
    assert sympy.simplify(two.expr - p * (1 - p) * (1 - q) / (1 - p * q)) == 0
    assert two.latex()
    assert die.turns.mean.subs(p=F(1, 2), q=F(1, 2)) == F(11, 3)
    assert die.ends.subs(p=F(1, 2), q=F(1, 2))["two"] == F(1, 6)
    assert set(die.ends) == {"one", "two", "three", "four", "five", "six"}
    assert die.map(len).mean.subs(p=F(1, 2), q=F(1, 2)) == F(11, 3)


def test_a_formula_is_refused_where_a_chance_is_none():
    die = playthrough(0, knuth_yao, lambda state: isinstance(state, str))
    for values, line in (
        ({"p": F(1), "q": F(1, 2)}, "every chance lies between 0 and 1, and p does not"),
        ({"p": F(1, 2)}, "q is free and has no value"),
        ({"p": F(1, 2), "q": 0.5}, "q is a whole number or a fraction, not 0.5"),
        ({"p": F(1, 2), "z": 1}, "z is no letter of this play"),
    ):
        with pytest.raises(ValueError, match=line):
            die.turns.mean.subs(values)


@pytest.mark.parametrize(
    ("step", "line"),
    [
        (lambda x: {0: p, 1: p}, "the chances from 0 sum to 2\\*p, not to 1"),
        (lambda x: {0: p, 2: 1 - p} if x == 0 else {2: 1}, "play never ends once it has come to 2"),
        (lambda x: {0: sympy.sin(p), 1: 1 - sympy.sin(p)}, "are fractions of polynomials in their letters"),
        (lambda x: {0: sympy.sqrt(p), 1: 1 - sympy.sqrt(p)}, "are fractions of polynomials in their letters"),
    ],
)
def test_what_is_no_play_with_letters_is_refused_in_one_line(step, line):
    with pytest.raises(ValueError, match=line) as caught:
        playthrough(0, step, lambda x: x == 1)
    assert "\n" not in str(caught.value)


def test_a_large_circle_with_letters_is_refused_with_the_bound():
    with pytest.raises(TooLarge, match="a circle is too large: about 99 states"):
        playthrough(50, lambda x: {x - 1: p, x + 1: 1 - p}, lambda x: x in (0, 100)).chance(bool)
