"""Whatever a release could be called by is there until it has been announced that it goes: docs/promises.md."""

import json
import warnings
from pathlib import Path

import pytest

from probcalc.exact.deprecated import deprecated
from tests.promises.names import FOLDER, Names, names

RELEASES = sorted(FOLDER.glob("*.json"))
GONE: dict[tuple[str, str, str], str] = {}
"""What went, as (group, name, member), with the version in which it was announced."""


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
        assert [gone for gone in missing(before, now) if gone not in GONE] == [], (
            f"{release.name} promises these names: what goes is deprecated first, and told in GONE (docs/promises.md). "
            "Names of a version that is not released yet are written again: python -m tests.promises.names"
        )


def test_what_goes_is_seen() -> None:
    before: Names = {"commands": {"odds": ["--json", "--old"], "lab points": []}}
    now: Names = {"commands": {"odds": ["--json", "--new"]}}
    assert missing(before, now) == [("commands", "odds", "--old"), ("commands", "lab points", "")]


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
