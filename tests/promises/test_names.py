"""Whatever a release could be called by is there until it has been announced that it goes: docs/promises.md."""

import json
import warnings
from collections.abc import Callable
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

import pytest

import probcalc
from probcalc.catalogue.asked import questions_of
from probcalc.exact.deprecated import deprecated
from probcalc.scenarios.errors import InputError
from tests.promises.names import FOLDER, Names, names

RELEASES = sorted(FOLDER.glob("*.json"))
GONE: dict[tuple[str, str, str], str] = {}
"""What went, as (group, name, member), with the version in which it was announced."""
HIT = {"damage": 11}
CLASH = {"test_naturals": "plain"}
DEPRECATED: dict[tuple[str, str, str], tuple[Callable[[], Any], Callable[[], Any]]] = {
    ("public names", "balance", "given"): (
        lambda: probcalc.balance("chronopia.clash", ["followers", "spearmen"], given=CLASH).to_json(),
        lambda: probcalc.balance("chronopia.clash", ["followers", "spearmen"], parameters=CLASH).to_json(),
    ),
    ("public names", "formula", "given"): (
        lambda: str(probcalc.formula("chronopia.armour", given=HIT, free="armour")["any_wound"]),
        lambda: str(probcalc.formula("chronopia.armour", parameters=HIT, free="armour")["any_wound"]),
    ),
    ("public names", "solve", "given"): (
        lambda: probcalc.solve("chronopia.armour", given=HIT, for_="armour", that="any_wound >= 1/2"),
        lambda: probcalc.solve("chronopia.armour", parameters=HIT, for_="armour", that="any_wound >= 1/2"),
    ),
    ("public names", "table", "given"): (
        lambda: probcalc.table("chronopia.armour", given=HIT, rows="armour=20..24"),
        lambda: probcalc.table("chronopia.armour", parameters=HIT, rows="armour=20..24"),
    ),
    ("public names", "variant", "given"): (
        lambda: probcalc.variant("chronopia.armour", given=HIT, text="d20=2d10").changed,
        lambda: probcalc.variant("chronopia.armour", parameters=HIT, text="d20=2d10").changed,
    ),
}
"""Keywords that go in 2.0 and stand in no signature: a call by each, and the call that stands in its place."""


def missing(before: Names, now: Names) -> list[tuple[str, str, str]]:
    """What was there and is not there now."""
    found = []
    for group, members in before.items():
        for name, each in members.items():
            here = now[group].get(name)
            found += [(group, name, "")] if here is None else [(group, name, one) for one in each if one not in here]
    return found


def test_what_a_release_is_called_by_stays() -> None:
    now = names()
    for release in RELEASES:
        before = json.loads(release.read_text(encoding="utf-8"))
        assert [gone for gone in missing(before, now) if gone not in GONE and gone not in DEPRECATED] == [], (
            f"{release.name} promises these names: what goes is deprecated first, and told in GONE (docs/promises.md). "
            "Names of a version that is not released yet are written again: python -m tests.promises.names"
        )


def test_what_goes_is_seen() -> None:
    before: Names = {"commands": {"odds": ["--json", "--old"], "lab points": []}}
    now: Names = {"commands": {"odds": ["--json", "--new"]}}
    assert missing(before, now) == [("commands", "odds", "--old"), ("commands", "lab points", "")]


@pytest.mark.parametrize("name", DEPRECATED, ids="/".join)
def test_a_deprecated_keyword_works_as_before_and_says_what_to_write(name: tuple[str, str, str]) -> None:
    before, now = DEPRECATED[name]
    with pytest.warns(DeprecationWarning, match=r"^given= .* 2\.0; use parameters=$") as told:
        found = before()
    # One line, which shows the reader's own.
    assert [Path(each.filename).name for each in told] == ["test_names.py"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert found == now()


def test_a_question_that_is_declared_shows_the_readers_line_too() -> None:
    armour = probcalc.scenario("chronopia.armour")
    with pytest.warns(DeprecationWarning, match="use parameters=") as told:
        found = armour.steps(given=HIT, over="armour")
    assert [Path(each.filename).name for each in told] == ["test_names.py"]
    assert found == armour.steps(parameters=HIT, over="armour")


def test_every_question_about_a_scenario_takes_parameters_by_their_name() -> None:
    armour = probcalc.scenario("chronopia.armour")
    assert probcalc.odds("chronopia.armour", parameters=HIT) == armour.odds(parameters=HIT) == armour.odds(HIT)
    assert probcalc.odds("chronopia.melee", parameters={"cc": 12}, given="hit")["hit"] == 1
    questions = [name for name in questions_of(armour.model) if name != "overtake"]
    asked = {name: signature(getattr(armour, name)).parameters["parameters"].kind for name in questions}
    assert set(asked.values()) == {Parameter.POSITIONAL_OR_KEYWORD}


def test_a_sheet_reads_what_a_deprecated_keyword_gives() -> None:
    own = probcalc.Sheet("hero: skill 4+ (2+..6+), bonus 0 (0..3)\nresult: done = d6 + bonus >= skill")
    with pytest.warns(DeprecationWarning, match="use parameters=") as told:
        found = own.table(given={"skill": "3+"}, rows="bonus")
    assert [Path(each.filename).name for each in told] == ["test_names.py"]
    assert found == own.table({"skill": "3+"}, rows="bonus") == own.table(parameters={"skill": "3+"}, rows="bonus")


def test_a_stat_of_a_sheet_may_have_the_name_of_an_option() -> None:
    for stat in ("rows", "measured", "budget"):
        own = probcalc.Sheet(f"hero: {stat} 4+ (2+..6+), bonus 0 (0..3)\nresult: done = d6 + bonus >= {stat}")
        found = own.table(parameters={stat: "3+"}, rows="bonus")
        assert found == own.table({stat: "3+"}, rows="bonus") != own.table(rows="bonus")


def test_what_is_given_twice_by_both_names_is_refused() -> None:
    with pytest.warns(DeprecationWarning, match="use"), pytest.raises(InputError, match="damage is given twice"):
        probcalc.table("chronopia.armour", HIT, given={"damage": 12}, rows="armour")


@deprecated("armor goes in 2.0; use armour")
def armor(value: int) -> int:
    return value


@deprecated("Laws goes in 2.0; use Distribution")
class Laws:
    def __init__(self, value: int) -> None:
        self.value = value


class Own(Laws):
    pass


def test_a_deprecated_name_works_and_says_what_to_write_instead() -> None:
    with pytest.warns(DeprecationWarning, match="use armour") as told:
        assert armor(24) == 24
    with pytest.warns(DeprecationWarning, match="use Distribution"):
        assert Laws(3).value == 3
    # The line that is shown is the reader's own.
    assert Path(told[0].filename).name == "test_names.py"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Own(4).value == 4
