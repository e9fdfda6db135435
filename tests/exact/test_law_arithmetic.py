"""Laws in expressions are what every pair of their outcomes gives."""

import operator
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probcalc.exact.dice.dice import best_of, d, worst_of
from probcalc.exact.law.distribution import Distribution

laws = st.dictionaries(st.integers(-3, 4), st.integers(1, 4), min_size=1, max_size=4).map(Distribution.from_weights)
SIGNS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    ">=": operator.ge,
    ">": operator.gt,
    "<=": operator.le,
    "<": operator.lt,
}


@given(laws, laws, st.sampled_from(sorted(SIGNS)))
def test_two_laws_are_what_every_pair_of_outcomes_gives(a: Distribution, b: Distribution, sign: str) -> None:
    found: Counter[int] = Counter()
    for x, v in a.weights.items():
        for y, w in b.weights.items():
            found[int(SIGNS[sign](x, y))] += v * w
    assert SIGNS[sign](a, b) == Distribution.from_weights(found)


@given(laws, st.integers(-3, 3).filter(bool), st.sampled_from(sorted({**SIGNS, "//": 0, "%": 0})))
def test_a_law_and_a_number_are_what_every_outcome_gives(law: Distribution, number: int, sign: str) -> None:
    function = {**SIGNS, "//": operator.floordiv, "%": operator.mod}[sign]
    assert function(law, number) == law.map(lambda x: int(function(x, number)))
    if sign not in ("//", "%") or 0 not in law:
        assert function(number, law) == law.map(lambda x: int(function(number, x)))


@given(laws, laws)
def test_logic_is_that_of_zero_and_not_zero(a: Distribution, b: Distribution) -> None:
    true = [law.chance(bool) for law in (a, b)]
    assert (a & b)[1] == true[0] * true[1]
    assert (a | b)[0] == (1 - true[0]) * (1 - true[1])
    assert (~a)[1] == 1 - true[0]
    assert abs(a) == a.map(abs)


@given(laws)
def test_the_higher_of_two_is_the_best_of_two(law: Distribution) -> None:
    assert law.higher(law) == best_of(2, law)
    assert law.lower(law) == worst_of(2, law)
    assert law.same_as(law)[1] == sum(chance**2 for chance in law.values())
    assert list(law.cdf().values())[-1] == 1
    assert all(chance == law.at_most(x) for x, chance in law.cdf().items())


def test_a_random_number_of_dice_is_rolled_one_by_one() -> None:
    assert d(2) @ d(6) == Distribution.mixture([(Fraction(1, 2), d(6)), (Fraction(1, 2), 2 @ d(6))])
    assert d(6).then(lambda x: x) == d(6)


def test_parts_that_belong_together_covary() -> None:
    pair = d(6).then(lambda x: d(2).map(lambda y: (x, x + y)))
    assert pair.covariance() == d(6).variance
    assert pair.covariance(1, 1) == d(6).variance + d(2).variance
    assert d(6).joint(d(6)).covariance() == 0


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: bool(d(6) >= 4),
        lambda: d(6) // 0,
        lambda: 3 % (d(2) - 1),
        lambda: d(6) * 0.5,
        lambda: d(6) > "three",
        lambda: Distribution({"won": 1}) * 2,
        lambda: Distribution({"won": 1}) >= 2,
        lambda: abs(Distribution({"won": 1})),
        lambda: d(6).covariance(),
        lambda: d(6).joint(Distribution({"won": 1})).covariance(),
        lambda: (d(3) - 3) @ d(6),
    ],
)
def test_what_has_no_meaning_is_refused_in_one_line(wrong: Callable[[], Any]) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        wrong()


def test_equality_stays_structural_and_laws_stay_keys() -> None:
    assert d(6) == d(6)
    assert {d(6): "die"}[Distribution.from_weights(dict.fromkeys(range(1, 7), 1))] == "die"
