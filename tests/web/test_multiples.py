"""Small maps over three things: each cell is the number of its question, and the line runs where it passes half."""

import re
from fractions import Fraction

import probcalc
from probcalc.present.numbers.decimals import percent
from probcalc.web.pages.heat.multiples_drawn import multiples_card
from tests.web.driver import Reader

CURSED = {"attacker": "the_cursed", "target": "spearmen"}
PICK = {
    "kind": "pick",
    "parameter": "show.rows",
    "label": "Down",
    "value": "a",
    "options": [("a", "A")],
    "shown": "A",
    "help": None,
}

Q = Fraction(1, 4)


def card(**changes):
    """Two maps of two by two, with one cell refused."""
    return {
        "sentence": "A Cursed slays a Spearman",
        "unit": "chance",
        "picks": [PICK, PICK, PICK],
        "rows": {"title": "Armour", "values": ["10", "11"]},
        "columns": {"title": "CC", "values": ["1", "2"]},
        "maps": [
            {
                "title": "Sword",
                "tap": "sets weapon=sword",
                "on": True,
                "cells": [[Q, 2 * Q], [None, 3 * Q]],
            },
            {
                "title": "Spear",
                "tap": "sets weapon=spear",
                "on": False,
                "cells": [[Q, Fraction(1, 3)], [Fraction(0), Fraction(1, 10)]],
            },
        ],
        "now": (1, 1),
    } | changes


def drawn(**changes):
    return str(multiples_card(**card(**changes))).replace("\N{NARROW NO-BREAK SPACE}", " ")


def test_the_line_runs_between_cells_of_which_one_reaches_one_half():
    first, second = re.findall(r"<svg.*?</svg>", drawn())
    assert re.findall(r'class="half" d="([^"]+)"', first) == ["M1 0v1"]
    assert 'class="half"' not in second
    assert re.findall(r'class="frame" d="([^"]+)"', first) == ["M1 1h1v1h-1z"]
    assert "frame" not in second
    assert drawn().count('aria-pressed="true"') == 1


def test_each_map_says_in_words_what_it_shows():
    assert "<small>25.0% to 75.0%; 50% or better in 67% of the map</small>" in drawn()
    assert "Armour 10 to 11 down, CC 1 to 2 across" in drawn()
    assert "<small>0.25 to 0.75</small>" in drawn(unit="number")
    assert 'class="half"' not in drawn(unit="number")
    nothing = [{"title": "Sword", "tap": "", "on": False, "cells": [[None, None], [None, None]]}]
    assert "refused everywhere" in drawn(maps=nothing)
    assert "<small>it carries no bow</small>" in drawn(maps=[nothing[0] | {"why": "it carries no bow"}])


def test_the_maps_of_a_page_hold_the_number_of_each_question_and_a_tap_takes_one_over():
    reader = Reader().ask("chronopia.melee", CURSED, rows="armour", columns="cc", each="weapon")
    shown = reader.open_part("chronopia.melee", "maps").part("multiples")
    assert shown.count("<svg") == 6
    told = re.search(r"<b>Dagger</b>.*?<small>([^<]+)</small>", shown)[1]
    low, high = re.search(r"(-?\d+) to (\d+) down", shown).groups()
    vary = {"armour": f"{low}..{high}", "cc": "all"}
    found = probcalc.sweep("chronopia.melee", CURSED, vary=vary, weapon="dagger")
    half = sum(row["slain"] >= Fraction(1, 2) for row in found)
    assert told.endswith(f"50% or better in {percent(Fraction(half, found.cells), 0)} of the map")
    (code,) = [code.value for code in reader.page.code if code.value.startswith("probcalc sweep")]
    assert code.endswith("--vary weapon --vary armour --vary cc --result slain --out odds.csv")
    reader.tap("multiples", "sets weapon=dagger")
    assert reader.query["weapon"] == "dagger"


def test_where_every_cell_has_to_be_answered_there_are_fewer_of_them(monkeypatch):
    monkeypatch.setattr("probcalc.web.pages.heat.multiples_panel.is_by_formula", lambda: False)
    monkeypatch.setattr("probcalc.analysis.sweeps.regions.is_by_formula", lambda: False)
    reader = Reader().ask("chronopia.melee", CURSED, rows="armour", columns="cc", each="weapon")
    shown = reader.open_part("chronopia.melee", "maps").part("multiples")
    assert shown.count("<svg") == 4
    assert shown.lower().count('viewbox="0 0 9 9"') == 4


def test_an_entry_that_cannot_do_it_says_so_and_others_stand_in_a_number_that_is_allowed():
    asked = {"unit": "elf_archer", "target": "human_spearman", "figures": 20}
    reader = Reader().ask("oathmark.shooting", asked, rows="defence", columns="modifier", each="unit")
    shown = reader.open_part("oathmark.shooting", "maps").part("multiples")
    told = dict(re.findall(r"<b>([^<]+)</b>.*?<small>([^<]+)</small>", shown))
    assert "it cannot shoot" in told.values()
    assert not told["Elf Archer"].startswith("it cannot")
    reader = Reader().ask("oathmark.shooting", asked, rows="defence", columns="modifier", each="target")
    shown = reader.open_part("oathmark.shooting", "maps").part("multiples")
    assert re.search(r"sets target=\w+&amp;figures=\d+", shown)
