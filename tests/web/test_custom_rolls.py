"""Custom rolls on their page: laws without an end, symbols of several kinds, and what may never come about."""

import re

import pytest

from tests.web.driver import Reader

SHOWN = [
    ("3d6 exploding", "12.6"),
    ("d{0,s,s+a} + d{a,0}", "1, 2"),
    ("turns of d6 until >= 6 at most 2 turns", "later"),
]


@pytest.mark.parametrize(("roll", "said"), SHOWN)
def test_a_roll_is_shown(roll, said):
    visit = Reader().ask("custom.roll", {"roll": roll})
    assert said in re.sub("<[^>]+>", " ", visit.part("result"))
