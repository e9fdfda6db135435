"""Worked examples for pages of lists that are still empty: each with its answer, and a tap that opens it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from probcalc.analysis.allocate import allocate
from probcalc.analysis.measure import Measure, headline_in
from probcalc.analysis.sequence import sequence
from probcalc.links.lists import query_for
from probcalc.present.decimals import PERCENT, average
from probcalc.scenarios import registry
from probcalc.web.pages.lists import attacks_shown as attacks
from probcalc.web.parts.lines import GameLine, home_lines
from probcalc.web.parts.markup import Markup, join, tag
from probcalc.web.parts.numbers import points
from probcalc.web.parts.rows import Bar
from probcalc.web.state import address
from probcalc.web.state.visit import Visit

_CURSED = {"attacker": "the_cursed", "target": "spearmen"}
_SPEARMEN = {"a.unit": "human_spearman", "a.figures": 20, "b.unit": "troll", "b.figures": 3}
_SHOTS = ("chronopia.shooting", {"attacker": "archers", "target": "the_cursed"})
_VOLLEY = {"weapon": "bow", "models": 20, "target_models": 8}


@dataclass(frozen=True)
class Example:
    """An example: its game and question in words, the attacks or set-ups, and the targets of a plan."""

    game: str
    question: str
    requests: tuple[tuple[str, Mapping[str, Any]], ...]
    targets: tuple[Mapping[str, Any], ...] = ()

    def query(self) -> dict[str, str]:
        """The fields of its address."""
        aimed = {f"t{n}.{name}": str(value) for n, each in enumerate(self.targets, 1) for name, value in each.items()}
        return query_for(self.requests) | aimed


EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "compare": (
        Example(
            "Chronopia",
            "The Cursed: axe, two longswords or charging?",
            (
                ("chronopia.melee", _CURSED),
                ("chronopia.melee", {**_CURSED, "weapon": "two_longswords"}),
                ("chronopia.melee", {**_CURSED, "charging": True}),
            ),
        ),
        Example(
            "Oathmark",
            "20 Spearmen meet 3 Trolls: front, flank or rear?",
            tuple(("oathmark.combat", {**_SPEARMEN, "a.arc": arc}) for arc in ("front", "flank", "rear")),
        ),
        Example(
            "Custom rolls",
            "4d6 drop lowest, or 3d6: 15 or more?",
            (
                ("custom.roll", {"roll": "4d6 drop lowest >= 15"}),
                ("custom.roll", {"roll": "sum of 3d6 >= 15"}),
            ),
        ),
    ),
    "attacks": (
        Example(
            "Chronopia",
            "Two shots, then a blow: is a Cursed slain?",
            (_SHOTS, _SHOTS, ("chronopia.melee", {"attacker": "spearmen", "target": "the_cursed"})),
        ),
        Example(
            "Tide of Battle",
            "20 Bows, then 10 Lances: 8 models wiped out?",
            (
                ("tide_of_battle.shooting", _VOLLEY),
                ("tide_of_battle.melee", {"weapon": "lance", "models": 10, "target_models": 8, "charging": True}),
            ),
        ),
    ),
    "allocate": (
        Example(
            "Chronopia",
            "An Archer and a Cursed: how many of 2 slain?",
            (("chronopia.shooting", {"attacker": "archers"}), ("chronopia.melee", {"attacker": "the_cursed"})),
            ({"target": "spearmen"}, {"target": "the_cursed"}),
        ),
    ),
}


@cache
def answer_of(page: str, number: int) -> tuple[Fraction, str]:
    """The number that an example comes to, and whether it is a chance ("%") or a mean ("").

    >>> answer_of("compare", 0)
    (Fraction(1659, 2500), '%')
    """
    example = EXAMPLES[page][number]
    if page == "attacks":
        card = attacks.result(sequence(list(example.requests)))
        return card["value"], PERCENT if card["kind"] == "probability" else ""
    if page == "allocate":
        attackers = [{"scenario": name, "parameters": dict(given)} for name, given in example.requests]
        targets = [{"name": str(n), "parameters": dict(given)} for n, given in enumerate(example.targets, 1)]
        return allocate(attackers, targets, "targets").value, ""
    answers = [registry.answer(name, given) for name, given in example.requests]
    return max(Measure(headline_in(answer)).of(answer) for answer in answers), PERCENT


def draw(visit: Visit, page: str) -> Markup:
    """The examples of a page, below its empty card."""
    lines: list[GameLine] = []
    for number, example in enumerate(EXAMPLES[page]):
        value, unit = answer_of(page, number)
        shares: list[Bar] = [{"side": "a", "p": value}, {"side": "tie", "p": 1 - value}]
        lines.append(
            {
                "game": example.game,
                "question": example.question,
                "questions": "Try it",
                "value": points(value) if unit else average(value),
                "unit": unit,
                "bars": shares if unit else [],
                **address.way_to(visit, page, example.query()),
            }
        )
    return join(tag("h2.tries", "Try one of these"), home_lines(lines))
