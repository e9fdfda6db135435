"""What a heat map says in words holds for its cells, counted here one by one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from probcalc.analysis.table import table
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
