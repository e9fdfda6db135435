"""Every table of the pages can be copied as CSV, Markdown and JSON."""

import pytest

from tests.web.driver import Reader

SPEARMAN = {"attacker": "the_cursed", "target": "spearmen"}


def kept(reader):
    """The files that the page offers, by the keys of their buttons."""
    return {button.key for button in reader.page.get("download_button")}


def files_of(table):
    return {f"{table} {ending}" for ending in ("csv", "md", "json")}


@pytest.mark.parametrize(
    ("scenario", "given", "part", "table"),
    [
        ("chronopia.melee", SPEARMAN, "others", "chronopia.melee:numbers"),
        ("chronopia.melee", SPEARMAN, "others", "chronopia.melee:law wounds"),
        ("chronopia.melee", SPEARMAN, "rules", "chronopia.melee:rules"),
        ("custom.roll", {"roll": "100d100"}, "others", "custom.roll:result rows"),
        ("oathmark.morale", {}, "others", "oathmark.morale:law outcome"),
    ],
)
def test_a_table_of_a_scenario_can_be_copied(scenario, given, part, table):
    reader = Reader().ask(scenario, given).open_part(scenario, part)
    assert not reader.page.error
    assert files_of(table) <= kept(reader)


def test_the_glossary_can_be_copied():
    reader = Reader().go("glossary", {})
    assert files_of("glossary") | files_of("glossary chronopia") <= kept(reader)
