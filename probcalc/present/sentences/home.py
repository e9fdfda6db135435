"""Every game in one line: a famous question with its answer, and how many more there are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from probcalc.present.sentences.headline import Headline, headline
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.registry import System

_MOST_LINES = 256


@dataclass(frozen=True)
class HomeLine:
    """A game on the first page.

    Attributes:
        system: the game, with its famous question.
        headline: the answer's first lines.
        answer: the answer.
    """

    system: System
    headline: Headline
    answer: Answer


def home_lines() -> tuple[HomeLine, ...]:
    """A line for each game, then for the dice without one, in the order in which they are offered.

    >>> [(line.system.name, line.headline.value) for line in home_lines()][:2]
    [('Chronopia', '66.4%'), ('Oathmark', '83.9%')]
    """
    found: list[HomeLine] = []
    for system in registry.all_systems():
        try:
            found.append(home_line(system))
        except InputError:
            # A game of somebody's own whose question is refused is listed on its page, and not here.
            continue
    return tuple(found)


@lru_cache(_MOST_LINES)
def home_line(system: System) -> HomeLine:
    """The line of a game; the answer is computed once."""
    famous = system.famous
    answer = registry.answer(famous.scenario, famous.parameters)
    return HomeLine(system, headline(answer), answer)
