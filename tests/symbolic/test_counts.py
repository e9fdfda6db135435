"""Counts that are not known yet: what they are worth, what they settle, and how they ask."""

import operator
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probcalc.exact.tree.counting import clamp, maximum, minimum
from probcalc.symbolic.counts.forms import Form, unknown
from probcalc.symbolic.counts.needs import NeedsValue, settle
from probcalc.symbolic.ring.replacing import rebuild

RANGES = {"armour": range(-10, 41), "cc": range(1, 31), "critic": range(21)}
UNKNOWN = {name: unknown(name, known) for name, known in RANGES.items()}
POINTS = st.fixed_dictionaries({name: st.sampled_from(known) for name, known in RANGES.items()})


@st.composite
def built(draw, depth=3):
    """The same count twice: as a form, and as a function of the parameters' values."""
    kind = draw(
        st.sampled_from(["number", "parameter"] if depth == 0 else ["parameter", "sum", "times", "limit", "pair"])
    )
    if kind == "number":
        number = draw(st.integers(-25, 25))
        return number, lambda values: number
    if kind == "parameter":
        name = draw(st.sampled_from(sorted(RANGES)))
        return UNKNOWN[name], lambda values: values[name]
    form, value = draw(built(depth - 1))
    if kind == "times":
        factor = draw(st.integers(-3, 3))
        return form * factor, lambda values: value(values) * factor
    if kind == "limit":
        low = draw(st.integers(-20, 20))
        high = low + draw(st.integers(0, 20))
        return clamp(form, low, high), lambda values: max(low, min(high, value(values)))
    other, theirs = draw(built(depth - 1))
    if kind == "sum":
        return form - other, lambda values: value(values) - theirs(values)
    if draw(st.booleans()):
        return minimum(form, other), lambda values: min(value(values), theirs(values))
    return maximum(form, other), lambda values: max(value(values), theirs(values))


def asked_or_answered(question):
    try:
        return question(), None
    except NeedsValue as need:
        return None, need


def at(form, values):
    return form.value(values) if isinstance(form, Form) else form


@given(built(), POINTS)
def test_a_form_has_the_value_of_what_it_was_made_of(pair, values):
    form, value = pair
    assert at(form, values) == value(values)


@given(built(), POINTS)
def test_a_form_lies_within_its_bounds(pair, values):
    form, _ = pair
    if isinstance(form, Form):
        low, high = form.bounds()
        assert low <= form.value(values) <= high


@given(built(), st.integers(-30, 30), st.sampled_from([operator.lt, operator.le, operator.eq, operator.ge]), POINTS)
def test_a_comparison_is_settled_rightly_or_asks_for_a_division(pair, number, relation, values):
    form, value = pair
    answer, asked = asked_or_answered(lambda: relation(form, number))
    if asked is None:
        assert answer == relation(value(values), number)
    else:
        assert len(asked.parts) > 1
        divided = [v for part in asked.parts for v in part]
        if asked.axis is None:
            assert divided == list(RANGES[asked.name])
        else:
            assert asked.name == str(asked.axis)
            assert asked.axis.value(values) in divided


@given(built(), POINTS)
def test_a_form_can_be_rebuilt_with_known_parameters(pair, values):
    form, value = pair
    if isinstance(form, Form):
        assert rebuild(form, {("parameter", name): v for name, v in values.items()}) == value(values)


def test_limits_that_are_never_reached_are_dropped():
    armour = UNKNOWN["armour"]
    assert clamp(armour, -10, 40) is armour
    assert str(clamp(armour, -20, 19)) == "min(armour, 19)"
    assert str(clamp(armour, 1, 99)) == "max(armour, 1)"


def test_nested_limits_become_one():
    hit = clamp(UNKNOWN["cc"] - 3, 1, 19)
    assert str(minimum(hit, 2)) == "clamp(cc - 3, 1, 2)"
    assert str(minimum(20 - hit, 5)) == "20 - clamp(cc - 3, 15, 19)"
    assert minimum(hit, 1) == 1


def test_a_known_parameter_is_a_number():
    assert unknown("cc", range(7, 8)) + 3 == 10


def test_names_are_not_equal_to_counts():
    assert UNKNOWN["cc"] != "none"
    assert UNKNOWN["cc"] is not None


@pytest.mark.parametrize(
    "use",
    [
        range,
        hash,
        bool,
        int,
        lambda x: [1, 2, 3][x],
        lambda x: x // 2,
        lambda x: x % 2,
        lambda x: x / 3,
        lambda x: 2**x,
        lambda x: Fraction(x, 6),
        lambda x: x * 0.5,
        lambda x: {1: "a"}[x],
        lambda x: "ab" * x,
        lambda x: max(x, 3),
        lambda x: x * x,
    ],
)
def test_a_use_as_a_number_asks_for_a_division(use):
    with pytest.raises(NeedsValue) as need:
        use(unknown("n", range(5)))
    assert need.value.name == "n"
    assert sorted(v for part in need.value.parts for v in part) == [0, 1, 2, 3, 4]


def test_values_with_the_same_quotient_stay_together():
    with pytest.raises(NeedsValue) as need:
        unknown("figures", range(1, 21)) // 5
    assert need.value.parts == (range(1, 5), range(5, 10), range(10, 15), range(15, 20), range(20, 21))


def test_what_depends_on_one_sum_divides_the_sum():
    level = clamp(UNKNOWN["cc"] - UNKNOWN["critic"], 0, 8)
    with pytest.raises(NeedsValue) as need:
        bool(2 * level >= 7)
    assert str(need.value.axis) == "cc - critic"
    assert need.value.parts == (range(-19, 4), range(4, 31))


def test_what_is_known_of_a_sum_settles_more():
    sums = (((UNKNOWN["cc"] - UNKNOWN["critic"]), range(4, 31)),)
    cc, critic = (unknown(name, RANGES[name], sums) for name in ("cc", "critic"))
    assert cc - critic > 3
    assert critic - cc <= -4


def test_of_several_parameters_the_one_with_the_fewest_values_is_divided():
    with pytest.raises(NeedsValue) as need:
        bool(UNKNOWN["cc"].lowest(9) > UNKNOWN["critic"])
    assert need.value.name == "critic"
    assert len(need.value.parts) == 21


def test_what_is_the_same_everywhere_needs_no_division():
    assert settle({"cc": range(1, 31)}, lambda values: values["cc"] > 0)
    assert (UNKNOWN["cc"] // 100) == 0


def test_a_comparison_over_many_values_looks_at_few_of_them():
    a, b = unknown("a", range(10**9)), unknown("b", range(10**6))
    with pytest.raises(NeedsValue) as alone:
        bool(a < 5)
    assert alone.value.parts == (range(5), range(5, 10**9))
    with pytest.raises(NeedsValue) as together:
        bool(b + 3 > a)
    assert together.value.name == "a - b"
    assert together.value.parts == (range(1 - 10**6, 3), range(3, 10**9))


def test_counts_that_are_settled_are_compared_by_their_values():
    # The form is the same in two boxes, and so is the hash of -1 and -2; what it is worth there is not.
    values = range(3)
    axis = unknown("a", values) - unknown("b", values)
    bands = [((axis, range(lead, lead + 1)),) for lead in (-1, -2)]
    here, there = (unknown("a", values, band) - unknown("b", values, band) for band in bands)
    assert (hash(here), hash(there)) == (-2, -2)
    assert here != there
    assert len({here: 1, there: 1}) == 2
    assert len({here: 1, -1: 1}) == 1
