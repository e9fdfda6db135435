"""The guides in docs: what they show as Python runs, and what they name exists."""

import doctest
import re
from pathlib import Path

import pytest

from probcalc.scenarios import registry
from probcalc.scenarios.scenario import Scenario

DOCS = Path(__file__).parent.parent / "docs"
GUIDES = ["notation.md", "rosters.md", "sequence.md"]


@pytest.mark.parametrize("name", GUIDES)
def test_the_examples_run(name):
    found = doctest.testfile(str(DOCS / name), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert found.attempted > 3
    assert found.failed == 0


def test_the_guide_to_rosters_lists_every_kind():
    text = (DOCS / "rosters.md").read_text("utf-8")
    for system in registry.systems():
        if system.own:
            (row,) = re.findall(rf"^\| {re.escape(system.name)} \| (.+) \|$", text, flags=re.MULTILINE)
            assert sorted(re.findall(r"`(\w+)`", row)) == sorted(kind.id for kind in system.own)


def test_the_guide_to_sequences_lists_every_scenario_that_carries_on():
    text = (DOCS / "sequence.md").read_text("utf-8")
    for system in registry.systems():
        for model in system.scenarios:
            if model.carryover is not Scenario.carryover:
                assert f"`{model.id}`" in text or f"`.{model.id.partition('.')[2]}`" in text
