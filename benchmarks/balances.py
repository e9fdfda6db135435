"""Two sides: sweeps of who wins over all units and numbers, and tables of everybody against everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import product
from typing import Any

from benchmarks.measuring import Work
from probcalc.analysis.balance.asking import balance
from probcalc.analysis.balance.sided import sides_of
from probcalc.analysis.laboratory.along import all_along
from probcalc.analysis.sweeps.answering import Answering
from probcalc.scenarios.parameters import NOTHING

POINTS = {
    "troll": 25,
    "orc_linebreaker": 9,
    "ogre": 20,
    "dwarf_linebreaker": 10,
    "human_linebreaker": 9,
    "human_spearman": 6,
    "dwarf_soldier": 8,
    "revenant_warrior": 7,
    "human_soldier": 6,
    "elf_soldier": 10,
    "human_militia": 4,
    "orc_soldier": 7,
    "goblin_soldier": 5,
    "goblin_slave": 3,
    "elf_archer": 10,
    "human_archer": 7,
}


class _Winner:
    """Who wins, of every cell."""

    def __init__(self, scenario_id: str) -> None:
        two = sides_of(scenario_id)
        self.scenario_id, self.given, self.results = scenario_id, dict[str, Any](), two.wins


def swept(scenario_id: str, axes: Mapping[str, Iterable[Any] | None]) -> int:
    """How many cells have a winner; an axis without values is the whole table."""
    two = sides_of(scenario_id)
    assert two.table is not None
    table = [choice for choice in two.table.choices if choice != NOTHING]
    values = [list(table if each is None else each) for each in axes.values()]
    answering = Answering(_Winner(scenario_id))
    cells = (dict(zip(axes, cell, strict=True)) for cell in product(*values))
    return sum(answering.numbers(cell)[0] is not None for cell in cells)


def work(name: str, question: str, seconds: float, ours: Callable[[], Any]) -> Work:
    """What may take so many seconds."""
    return Work(name, question, ours, at_most=1000 * seconds, normal=lambda answer: answer)


_UNITS: dict[str, Iterable[Any] | None] = {"a.unit": None, "b.unit": None}
_WEAPONS: dict[str, Iterable[Any] | None] = {"a.weapon": None, "b.weapon": None}
_FIGURES = {"a.figures": range(1, 21, 2), "b.figures": range(1, 21, 2)}

WORKS = (
    work("B1", "78,400 combats", 3, partial(swept, "oathmark.combat", _UNITS | _FIGURES)),
    work(
        "B2",
        "13,500 engagements",
        3,
        partial(swept, "tide_of_battle.engagement", _WEAPONS | {"a.models": range(1, 61)}),
    ),
    work("B3", "2,916 duels", 3, partial(swept, "thud_and_blunder.duel", _WEAPONS | {"a.skill": range(1, 5)})),
    work(
        "B4",
        "9,408 clashes",
        3,
        partial(swept, "chronopia.clash", _UNITS | {"a.cc": range(1, 25), "a.noa": range(1, 9)}),
    ),
    work("B5", "28 units against each other", 1.5, partial(balance, "oathmark.combat")),
    work(
        "B6",
        "16 units at 60 points with prices",
        6,
        partial(balance, "oathmark.combat", list(POINTS), budget=60, costs=POINTS),
    ),
    work("B7", "27 weapons against each other", 3, partial(balance, "thud_and_blunder.duel")),
    work("B8", "6 units in fights to the end", 3, partial(balance, "chronopia.fight")),
    work(
        "B9",
        "16 units at 60 points in fights to the end, with prices",
        120,
        partial(balance, "oathmark.fight", list(POINTS), budget=60, costs=POINTS),
    ),
    work("B10", "every number of a fight to the end", 20, partial(all_along, "oathmark.fight", dict[str, Any]())),
)
