"""Rolls in bands: every face is in the band that its words name, for over and under alike, and what may follow."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probcalc.exact.readings.law import law_of
from probcalc.exact.tree.checks import banded, faces, roll_over, roll_under
from probcalc.symbolic.counts.forms import unknown

SIDES = st.integers(2, 20)


def faces_named(words):
    """The faces that words like "2 to 19 on d20" name."""
    if words == "no face":
        return set()
    first, _, last = words.partition(" on ")[0].partition(" to ")
    assert last != first, "one face is named alone"
    return set(range(int(first), int(last or first) + 1))


def band_of(face, sides, target, direction, always, never, critical, fumble):
    """The band of one face, by the text of the rule."""
    place = face if direction == "under" else sides + 1 - face
    passes = place <= target if direction == "under" else face >= target
    if place > sides - never:
        return "fumble" if fumble else "failure"
    if place <= always or passes:
        return "critical" if critical is not None and place <= critical else "success"
    return "failure"


@given(
    st.data(),
    SIDES,
    st.integers(-3, 24),
    st.sampled_from(["over", "under"]),
    st.integers(0, 1),
    st.integers(0, 1),
    st.none() | st.integers(0, 5),
    st.booleans(),
)
def test_every_face_is_in_the_band_of_the_rule(data, sides, target, direction, always, never, critical, fumble):
    make = roll_over if direction == "over" else roll_under
    roll = make("Roll", sides, target, always=always, never=never, critical=critical, fumble=fumble)
    held = {}
    for face in range(1, sides + 1):
        band = band_of(face, sides, target, direction, always, never, critical, fumble)
        held.setdefault(band, set()).add(face)
    assert {band: faces_named(roll.needs[band]) for band in roll.bands} == {b: held.get(b, set()) for b in roll.bands}
    assert set(held) <= set(roll.bands)
    assert {band: len(found) for band, found in held.items()} == {b: n for b, n in roll.bands.items() if n}


def test_one_face_is_named_alone():
    roll = roll_under("Test", 20, 2, always=1, never=1, critical=1, fumble=True)
    assert dict(roll.needs) == {
        "critical": "1 on d20",
        "success": "2 on d20",
        "failure": "3 to 19 on d20",
        "fumble": "20 on d20",
    }


def test_bands_that_leave_a_face_out_are_refused_by_the_rolls_name():
    with pytest.raises(ValueError, match="Test: the bands hold 5 of 6 results"):
        banded("Test", 6, {"low": 2, "high": 3})


def test_what_follows_may_be_a_mapping_with_a_rest():
    roll = banded("Test", 6, {"natural 1": 1, "hit": 3, "miss": 2})
    followed = roll.then({"natural 1": faces("Fumble", 2)}, hit=5, otherwise=0)
    assert law_of(followed)[5] == law_of(roll)["hit"]
    assert law_of(roll.map({"natural 1": 1, "hit": 1, "miss": 0})) == law_of(roll.count("natural 1", "hit"))
    with pytest.raises(ValueError, match="Test: nothing is said to follow 'miss'"):
        law_of(roll.then({"natural 1": 0, "hit": 1}))


def test_a_characteristic_may_be_negated():
    free = unknown("armour", range(3, 9))
    assert str(-free) == "-armour"
    roll = roll_under("Save", 20, -free + 10)
    assert str(roll.bands["success"]) == "10 - armour"
