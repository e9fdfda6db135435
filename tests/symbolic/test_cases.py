"""Boxes of values: divided where more must be known, merged where nothing differs."""

import pytest

from probcalc.exact.bounds import TooLarge
from probcalc.symbolic.boxes import Box
from probcalc.symbolic.cases import Case, TooManyCases, explore, merged
from probcalc.symbolic.needs import NeedsValue


class Refused(ValueError):
    pass


def test_a_box_is_divided_where_a_rule_branches():
    found = explore([Box({"n": range(10)})], lambda box, _: "low" if box.counts()["n"] < 4 else "high", refusal=Refused)
    assert [(str(case.box), case.content) for case in found.cases] == [
        ("n from 0 to 3", "low"),
        ("n from 4 to 9", "high"),
    ]


def test_names_and_flags_are_always_single():
    found = explore([Box({"on": (False, True), "name": ("a", "b")})], lambda box, _: box.counts(), refusal=Refused)
    assert [case.content for case in found.cases] == [
        {"on": on, "name": name} for on in (False, True) for name in ("a", "b")
    ]


def test_refused_parts_are_kept_with_their_reason():
    def run(box, _):
        if box.counts()["n"] > 6:
            raise Refused("too many")
        return 1

    found = explore([Box({"n": range(10)})], run, refusal=Refused)
    assert [(str(case.box), case.content) for case in found.refused] == [("n from 7 to 9", "too many")]


def test_what_is_too_large_is_divided_value_by_value():
    def run(box, _):
        if not isinstance(box.counts()["n"], int):
            raise TooLarge("a formula", 2, 1, "products")
        return box.counts()["n"] % 2

    found = explore([Box({"n": range(4), "m": range(9)})], run, refusal=Refused)
    assert len(found.cases) == 4


def test_what_no_parameter_settles_is_passed_on():
    def run(box, _):
        raise NeedsValue("")

    with pytest.raises(NeedsValue):
        explore([Box({})], run, refusal=Refused)


def test_there_are_bounds_on_cases_and_on_time():
    with pytest.raises(TooManyCases, match="more than 50 cases"):
        explore([Box({"n": range(100)})], lambda box, _: int(box.counts()["n"]), refusal=Refused, most=50)
    with pytest.raises(TooManyCases, match="more than 0 seconds"):
        explore([Box({"n": range(100)})], lambda box, _: int(box.counts()["n"]), refusal=Refused, seconds=0)


def test_neighbours_with_the_same_content_are_joined_in_every_direction():
    cases = [Case(Box({"n": range(n, n + 1), "on": (on,)}), n > 2) for n in range(6) for on in (False, True)]
    joined = merged(cases, lambda content: content)
    assert [str(case.box) for case in joined] == ["n from 0 to 2, on false or true", "n from 3 to 5, on false or true"]


def test_boxes_have_a_common_part():
    a = Box({"n": range(5), "name": ("a", "b")})
    b = Box({"n": range(3, 9), "name": ("b", "c")})
    assert str(a.common(b)) == "n from 3 to 4, name b"
    assert a.common(Box({"n": range(7, 9), "name": ("a",)})) is None
