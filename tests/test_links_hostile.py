"""Links and JSON from strangers: whatever cannot be used is ignored with a harmless notice."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from probcalc import links
from probcalc.links import reading
from probcalc.scenarios import registry
from probcalc.scenarios.resolve import resolve

MARKUP = set("<>[]()!*`|$\\{}&@/'")
LONG = "9" * 10**6

HOSTILE = {
    "infinite": {"cc": "inf"},
    "not a number": {"cc": "nan"},
    "an exponent": {"cc": "1e400"},
    "a point": {"cc": "10.0"},
    "a million digits": {"cc": LONG},
    "a million characters for a name": {"x" * 10**6: "1"},
    "other digits": {"cc": "١٢"},
    "superscripts": {"cc": "1²"},
    "underscores": {"cc": "1_0"},
    "hexadecimal": {"cc": "0x10"},
    "an unknown name": {"dmage": "11"},
    "an unknown unit": {"target": "spearman"},
    "markup in a name": {"<script>alert(1)</script>": "1", "[a](https://example.org)": "1"},
    "markup in a value": {"target": "<img src=x onerror=alert(1)>", "cc": "![a](https://example.org/a.png)"},
    "an address": {"target": "www.example.org", "cc": "https://example.org"},
    "a null character": {"cc": "1\x001", "\x00": "1"},
    "control characters": {"target": "spear\nmen\r\x1b[31m"},
    "half of a pair": {"cc": "\ud800", "\ud800": "1"},
    "a template": {"cc": "{{7*7}}", "target": "${jndi:x}"},
    "a path": {"target": "../../etc/passwd"},
    "nothing": {"cc": "", "": ""},
    "attributes of Python": {"__class__": "1", "target.__init__": "1", "a.b.c.d.e": "1"},
    "out of bounds": {"cc": "31", "noa": "-1"},
    "a truth for a number": {"cc": "true", "charging": "1"},
    "twice": {"cc": ["11", "99"]},
    "an empty list": {"cc": []},
    "no text at all": {"cc": [None, 3], "noa": [b"1"]},
    "another version": {"v": "2<b>", "cc": "11"},
    "many names": {f"n{number}": "1" for number in range(5000)},
}


def test_only_so_many_fields_of_a_link_are_read_and_that_is_said():
    names = {f"n{number}": "1" for number in range(reading.MOST_FIELDS)}
    assert not any("Only the first" in notice for notice in links.from_query({"s": "chronopia.melee", **names}).notices)
    found = links.from_query({"s": "chronopia.melee", **names, "cc": "11"})
    assert found.notices[0] == "Only the first 300 of 301 fields were read."
    assert found.given == {}


def test_how_many_more_were_ignored_and_how_many_more_names_there_are_is_said():
    many = links.from_query({"s": "chronopia.melee", **{f"n{number}": "1" for number in range(20)}})
    assert many.notices[-1] == f"{20 - links.MOST_NOTICES} more fields were ignored."
    units = registry.scenario("chronopia.melee").parameter("target").choices
    [said] = links.from_query({"s": "chronopia.melee", "target": "zzzz"}).notices
    # Six are named, and "none" is no entry of the table.
    assert said.endswith(f" and {len(units) - 7} more.")


def test_a_name_is_read_in_letters_of_any_size():
    found = links.from_query({"s": "chronopia.melee", "attacker": "tHE cURSED"})
    assert (found.given, found.notices) == ({"attacker": "the_cursed"}, ())


@pytest.mark.parametrize("query", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_link_is_read_without_harm(query):
    found = links.from_query({"s": "chronopia.melee", **query})
    assert found.scenario_id == "chronopia.melee"
    resolve(registry.scenario(found.scenario_id), found.given)
    assert found.given in ({}, {"cc": 11})
    assert len(found.notices) <= links.MOST_NOTICES + 1
    for notice in found.notices:
        assert len(notice) < 250
        assert "www." not in notice
        assert not set(notice) & MARKUP, notice
        assert notice.isascii()


IDS = [
    "",
    "chronopia",
    "chronopia.",
    ".melee",
    "chronopia.mele",
    "Chronopia.melee",
    "x" * 10**6,
    "<b>",
    "os.system",
    "s",
]


@pytest.mark.parametrize("scenario_id", IDS, ids=lambda text: text[:20] or "empty")
def test_an_unknown_scenario_is_none_with_a_notice(scenario_id):
    found = links.from_query({"s": scenario_id, "cc": "11"})
    assert found.scenario_id is None
    assert found.given == {}
    assert len(found.notices) == 1
    assert len(found.notices[0]) < 200
    assert not set(found.notices[0]) & MARKUP


def test_the_nearest_scenario_is_suggested():
    assert links.from_query({"s": "chronopia.mele"}).notices[0].endswith("did you mean chronopia.melee?")


def test_a_link_without_a_scenario_asks_nothing():
    assert links.from_query({}) == links.Request(None, {}, ())


def test_one_wrong_field_does_not_cost_the_others():
    found = links.from_query({"s": "chronopia.melee", "v": "1", "cc": "99", "noa": "2", "target": "spearmen"})
    assert found.given == {"noa": 2, "target": "spearmen"}
    assert found.notices == ("Ignored: cc must be 1 to 30, not 99.",)


def test_of_two_values_the_first_counts():
    found = links.from_query({"s": "chronopia.melee", "cc": ["11", "12"]})
    assert found.given == {"cc": 11}
    assert found.notices == ("cc stands in the link 2 times; the first counts.",)


@settings(max_examples=200)
@given(query=st.dictionaries(st.text(max_size=20), st.text(max_size=30) | st.lists(st.text(max_size=9), max_size=3)))
def test_no_text_at_all_makes_a_link_fail(query):
    found = links.from_query(query | {"s": "oathmark.cascade"})
    resolve(registry.scenario("oathmark.cascade"), found.given)


@settings(max_examples=200)
@given(
    text=st.text() | st.sampled_from(["s=", "?s=chronopia.melee&cc=%ff", "http://[", "s=chronopia.melee;cc=11", "%"])
)
def test_no_text_at_all_makes_an_address_fail(text):
    links.from_url(text)
    links.from_url(f"http://localhost/?s=chronopia.melee&{text}")


def test_an_address_of_a_million_characters_is_no_link():
    assert links.from_url("s=chronopia.melee&" + "a=1&" * 10**6).scenario_id is None


# -- hostile JSON --------------------------------------------------------------------------------------------

BAD_JSON = [
    "",
    "null",
    "[]",
    "[" * 100_000,
    '{"a":' * 10_000,
    '{"scenario": 3}',
    '{"scenario": "chronopia.melee", "given": [1]}',
    '{"scenario": "chronopia.melee", "given": {"cc": NaN}}',
    '{"scenario": "chronopia.melee", "given": {"cc": 1e400}}',
    '{"scenario": "chronopia.melee", "given": {"cc": 11.0}}',
    '{"scenario": "chronopia.melee", "given": {"cc": true}}',
    '{"scenario": "chronopia.melee", "given": {"cc": {"cc": 1}}}',
    '{"scenario": "chronopia.melee", "given": {"cc": ' + "9" * 5000 + "}}",
    '{"scenario": "chronopia.melee", "given": {"cc": ' + "9" * 20 + "}}",
    "x" * 10**6,
]


@pytest.mark.parametrize("text", BAD_JSON, ids=lambda text: text[:60] or "empty")
def test_hostile_json_is_read_without_harm(text):
    found = links.from_json(text)
    assert found.given == {}
    if found.scenario_id is None:
        assert found.notices


@given(text=st.text())
def test_no_text_at_all_makes_json_fail(text):
    links.from_json(text)
