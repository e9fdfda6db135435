"""Worked examples for pages of lists that are still empty: each with its answer, and a tap that opens it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from shlex import split
from typing import NamedTuple

from probcalc.analysis.allocation.allocate import allocate
from probcalc.analysis.numbers.measure import Measure, headline_in
from probcalc.analysis.stages.sequence import sequence
from probcalc.links import read_words
from probcalc.links.lists import query_for
from probcalc.present.numbers.decimals import PERCENT, average
from probcalc.scenarios import registry
from probcalc.scenarios.parameters import Given
from probcalc.web.pages.lists import attacks_shown as attacks
from probcalc.web.parts.lines import game_line, home_lines
from probcalc.web.parts.markup import Markup, join, tag
from probcalc.web.parts.numbers import in_percent
from probcalc.web.parts.rows import Bar
from probcalc.web.state import address
from probcalc.web.state.visit import Visit

_CURSED = "chronopia.melee attacker=the_cursed target=spearmen"
_SPEARMEN = "oathmark.combat a.unit=human_spearman a.figures=20 b.unit=troll b.figures=3"
_SHOT = "chronopia.shooting attacker=archers target=the_cursed"
_BOWS = "tide_of_battle.shooting weapon=bow models=20 target_models=8"
_LANCES = "tide_of_battle.melee weapon=lance models=10 target_models=8 charging=true"


class Example(NamedTuple):
    """An example: its question in words, the attacks or set-ups as on the command line, and the targets of a plan."""

    question: str
    asked: tuple[str, ...]
    targets: tuple[str, ...] = ()

    @property
    def requests(self) -> list[tuple[str, Given]]:
        """The attacks or set-ups."""
        parted = ((scenario, words) for scenario, *words in map(split, self.asked))
        return [(scenario, read_words(scenario, words)) for scenario, words in parted]

    def query(self) -> dict[str, str]:
        """The fields of its address."""
        return query_for(self.requests) | {f"t{n}.target": name for n, name in enumerate(self.targets, 1)}


EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "compare": (
        Example(
            "The Cursed: axe, two longswords or charging?",
            (_CURSED, f"{_CURSED} weapon=two_longswords", f"{_CURSED} charging=true"),
        ),
        Example(
            "20 Spearmen meet 3 Trolls: front, flank or rear?",
            tuple(f"{_SPEARMEN} a.arc={arc}" for arc in ("front", "flank", "rear")),
        ),
        Example(
            "4d6 drop lowest, or 3d6: 15 or more?",
            tuple(f'custom.roll "roll={roll} >= 15"' for roll in ("4d6 drop lowest", "sum of 3d6")),
        ),
    ),
    "attacks": (
        Example(
            "Two shots, then a blow: is a Cursed slain?",
            (_SHOT, _SHOT, "chronopia.melee attacker=spearmen target=the_cursed"),
        ),
        Example("20 Bows, then 10 Lances: 8 models wiped out?", (_BOWS, _LANCES)),
    ),
    "allocate": (
        Example(
            "An Archer and a Cursed: how many of 2 slain?",
            ("chronopia.shooting attacker=archers", "chronopia.melee attacker=the_cursed"),
            ("spearmen", "the_cursed"),
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
        card = attacks.result(sequence(example.requests))
        return card["value"], PERCENT if card["kind"] == "chance" else ""
    if page == "allocate":
        attackers = [{"scenario": name, "parameters": given} for name, given in example.requests]
        targets = [{"name": str(n), "parameters": {"target": name}} for n, name in enumerate(example.targets, 1)]
        return allocate(attackers, targets, "targets").value, ""
    answers = [registry.answer(name, given) for name, given in example.requests]
    return max(Measure(headline_in(answer)).of(answer) for answer in answers), PERCENT


def draw(visit: Visit, page: str) -> Markup:
    """The examples of a page, below its empty card."""
    lines = []
    for number, example in enumerate(EXAMPLES[page]):
        value, unit = answer_of(page, number)
        shares: list[Bar] = [{"side": "a", "p": value}, {"side": "tie", "p": 1 - value}] if unit else []
        told = in_percent(value) if unit else average(value)
        game = registry.system_of(example.requests[0][0]).name
        way = address.way_to(visit, page, example.query())
        lines.append(game_line(game, example.question, "Try it", told, unit, shares, way))
    return join(tag("h2.tries", "Try one of these"), home_lines(lines))
