"""What was rolled, in ten sizes: the luck of an evening up to the longest record, and dice up to a thousand rolls."""

from __future__ import annotations

from functools import partial
from typing import Any

from benchmarks.measuring import Work
from probcalc.analysis.fair.noticing import fair_power
from probcalc.analysis.fair.tests import fair
from probcalc.links.records import luck

MELEE = "chronopia.melee attacker=the_cursed target=spearmen charging=true -> wounds = 2, 0, 1"
EVENING = [MELEE, *(f"chronopia.melee cc={cc} -> wounds = 1, 0, 1" for cc in range(5, 18))]
PUBLISHED = (42, 47, 34, 42, 47, 45, 48, 43, 42, 45, 52, 50, 57, 57, 60, 68, 49, 67, 42, 63)
"""A d20 rolled a thousand times, as somebody asked of it in public."""


def seen(answer: Any) -> dict[str, Any]:
    """An answer as plain data."""
    found: dict[str, Any] = answer.to_json()
    return found


def tests(number: int) -> list[dict[str, Any]]:
    """So many tests, each by a number of its own."""
    return [{"roll": f"d100 >= {2 + line % 98}", "came": line % 3 == 0} for line in range(number)]


def _work(name: str, question: str, ours: Any, at_most: float) -> Work:
    return Work(name, question, ours, at_most=at_most, normal=seen)


WORKS = (
    _work("L1", "the luck of 12 dice in one line", partial(luck, "12d6 >= 4 -> 3"), 50),
    _work("L2", "the luck of 42 attacks of a game, each with a question of its own", partial(luck, EVENING), 500),
    _work("L3", "the luck of 2,000 tests, each by one of 98 numbers", partial(luck, tests(2000)), 6000),
    _work("L4", "the luck of 2,000 rolls of a d20", partial(luck, [{"roll": "d20", "came": [7] * 2000}]), 2000),
    _work("D1", "a d6 with 120 rolls: all tests", partial(fair, [18, 22, 15, 17, 20, 28]), 100),
    _work("D2", "a d6 with 600 rolls: all tests", partial(fair, [75, 120, 80, 125, 95, 105]), 3000),
    _work("D3", "a d20 with 100 rolls: all tests", partial(fair, [5] * 12 + [2, 2, 2, 10, 2, 8, 7, 7]), 500),
    _work("D4", "a d20 with 1,000 rolls: all tests but the one too large", partial(fair, PUBLISHED), 3500),
    _work(
        "D5",
        "two d6 against each other, 100 rolls each",
        partial(fair, [30, 10, 17, 13, 20, 10], against=[16, 26, 7, 17, 17, 17]),
        200,
    ),
    _work(
        "D6",
        "how many rolls notice that a face of a d20 has 3/40",
        partial(fair_power, 20, "3/40"),
        200,
    ),
)
