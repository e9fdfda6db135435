"""What a heat map says in words holds for its cells, counted here one by one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from probcalc.analysis.tables.table import table
from probcalc.present.reports.table import table_report
from probcalc.present.reports.table_says import table_says

WEAPONS = "weapon=dagger,sword,spear,two_handed_sword,two_longswords,two_handed_battle_axe"
DUEL = {"attacker": "the_cursed", "target": "spearmen"}


def _parts(crossed: str) -> list[tuple[str, str]]:
    """The rows that are above one half always, from somewhere on, and never."""
    found = {"always": "", "": "", "never": ""}
    for part in crossed.removeprefix("50% or better: ").removesuffix(".").split("; "):
        found[next((end for end in ("always", "never") if part.endswith(f" {end}")), "")] = part
    return [(named, f" {end}") for end, named in found.items()]


@pytest.mark.parametrize("modifiers", ["-8..8", "0..5"])
def test_what_it_says_of_weapons_and_a_modifier(modifiers: str) -> None:
    """Where one half is crossed, which side is worth more, the greatest and the least cell."""
    found = table("chronopia.melee", DUEL, WEAPONS, f"modifier={modifiers}", "slain")
    crossed, worth, ends = table_says(found)
    assert found.columns is not None
    rows = {
        label: {value: cell.value for value, cell in zip(found.columns.values, cells, strict=True) if cell.value}
        for label, cells in zip(found.rows.labels(), found.cells, strict=True)
    }
    rows = {label: cells for label, cells in rows.items() if cells}
    always, some, never = (named.removesuffix(end) for named, end in _parts(crossed))
    for label, cells in rows.items():
        halves = [value >= Fraction(1, 2) for value in cells.values()]
        if label in always.split(", "):
            assert all(halves)
        elif label in never.split(", "):
            assert not any(halves)
        else:
            start = next(one for one in some.split(", ") if one.startswith(f"{label} from ")).split()[-1]
            assert halves == [other >= int(start.replace("−", "-")) for other in cells]
    spread = max(max(cells.values()) - min(cells.values()) for cells in rows.values())
    assert f"(up to {float(100 * spread):.1f} pts)" in worth
    highest = max(value for cells in rows.values() for value in cells.values())
    assert ends.startswith(f"Highest: {float(100 * highest):.1f}%")
    assert {crossed, worth, ends} <= set(table_report(found).notes)


def test_of_means_no_half_is_said_and_of_one_number_only_that() -> None:
    """Wounds have no half; where nothing matters, that is said."""
    means = table_says(table("chronopia.melee", DUEL, "weapon=dagger,spear", "modifier=0..2", "wounds"))
    assert len(means) == 2
    assert means[0].startswith("Weapon matters most") or means[0].startswith("Modifier matters most")
    alike = table_says(table("chronopia.melee", DUEL, "watchers=0", "slayer=false", "slain"))
    assert alike == ("It is 59.0% everywhere.",)
    assert table_says(table("chronopia.melee", DUEL, "modifier=0..2", measured="slain")) == ()


@pytest.mark.parametrize(
    ("down", "across"), [("modifier=-4..4", "damage_modifier=-5..5"), ("cc=5..14", "armour=10..30")]
)
def test_what_it_says_of_two_numbers_holds_row_by_row(down: str, across: str) -> None:
    """Rows that follow one another alike stand as one, and what is varied across is named once."""
    found = table("chronopia.melee", DUEL, down, across, "slain")
    assert found.columns is not None
    name, told = table_says(found)[0].removeprefix("50% or better, by ").removesuffix(".").split(": ")
    assert name.lower() == found.rows.parameter.label.lower()
    numbers = found.columns.values
    assert told.count(found.columns.parameter.label.lower()) == 1
    said = {}
    for part in told.replace("−", "-").replace("+", "").split("; "):
        first, _, words = part.partition(" ")
        last = first
        if words.startswith("to "):
            _, last, words = words.split(" ", 2)
        said |= dict.fromkeys(range(int(first), int(last) + 1), words)
    for value, cells in zip(found.rows.values, found.cells, strict=True):
        halves = [cell.value is not None and cell.value >= Fraction(1, 2) for cell in cells]
        ends, number = said[value].split()[0], said[value].split()[-1]
        if ends in ("always", "never"):
            assert set(halves) == {ends == "always"}
        else:
            assert halves == [n >= int(number) if ends == "from" else n <= int(number) for n in numbers]


def test_of_many_rows_that_cross_a_few_are_named_and_of_names_across_how_many() -> None:
    """Five rows and how many more; how many of the weapons reach one half."""
    many = table("chronopia.melee", DUEL, "cc=5..17", "armour=10..30", "slain")
    assert table_says(many)[0].endswith("13 up to 23; 14 up to 24; 2 more.")
    weapons = table("chronopia.melee", DUEL, "modifier=-2..0", WEAPONS, "slain")
    assert table_says(weapons)[0].endswith("−2 only with Two-handed Battle Axe; −1 to 0 with 2 of 6.")
