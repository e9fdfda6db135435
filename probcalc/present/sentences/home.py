"""Every game in one line: a famous question with its answer, and how many more there are."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal

from probcalc.exact.law.distribution import Distribution
from probcalc.present.sentences.headline import Headline, headline
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.registry import System

_MOST_LINES = 256
_FACE_TO_FACE = 3


@dataclass(frozen=True)
class HomeLine:
    """A game on the first page.

    Attributes:
        system: the game, with its famous question.
        headline: the answer's first lines.
        law: the outcomes in order, each with its exact chance: of both sides, or of the number that counts.
        chart: whether that is a contest of two sides or a law over numbers; "" where there is neither.
    """

    system: System
    headline: Headline
    law: tuple[tuple[Any, Fraction], ...]
    chart: Literal["contest", "law", ""]


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
    head = headline(answer)
    found = answer[head.result]
    chart: Literal["contest", "law", ""] = ""
    law = found if isinstance(found, Distribution) else None
    if law is not None:
        chart = "law" if law.is_numeric else "contest" if len(law) <= _FACE_TO_FACE else ""
    else:
        law = next((one for one in answer.laws.values() if one.is_numeric), None)
        chart = "law" if law is not None else ""
    shown = tuple(law.items()) if law is not None and chart else ()
    return HomeLine(system, head, shown, chart)
