"""What a combat is asked for, in words, and what each side of it is after."""

from __future__ import annotations

from functools import partial

from probcalc.scenarios.both_sides import of_both, who_wins
from probcalc.scenarios.scenario import Result
from probcalc.systems.oathmark.rolls import MORALE_ORDER

_ROLES = ("the active unit", "the enemy")
_both = partial(of_both, roles=_ROLES)

RESULTS: tuple[Result, ...] = (
    *_both("target_number", "Target Number of [own]", "less"),
    *_both("dice", "Combat Dice of [own]", "more"),
    *_both("hits_per_die", "Hits of one die of [own]", "more", "hits", "One die of [own] scores {amount}"),
    *_both("hits", "Hits scored by [own]", "more", "hits", "[own] scores|score {amount}"),
    who_wins("Who wins", "tie", "ties|tie", _ROLES),
    *_both("casualties", "Figures lost by [own]", "less", "figures", "[own] loses|lose {amount}"),
    *_both(
        "morale",
        "Morale of [own]",
        order=MORALE_ORDER,
        each={
            "no_test": "[own] takes|take no test",
            "passed": "[own] passes|pass the morale test",
            "disordered": "[own] ends|end disordered",
            "broken": "[own] breaks|break",
            "destroyed": "[own] is|are destroyed",
        },
        ranked="rising",
    ),
    Result(
        "pushback",
        "Who may push back",
        ("a", "a_held", "tie", "b", "none"),
        each={
            "a": "[the active unit] may push [the enemy] back",
            "a_held": "[the active unit] wins|win and is|are held by the defences",
            "tie": "[the active unit] [against] [the enemy] ties|tie",
            "b": "[the active unit] may be pushed back",
            "none": "Nobody is left to push back",
        },
    ),
    *_both("extra_hits", "Extra hits taken by [own]", "less", "hits", "[own] takes|take {amount} extra"),
)


def wants(own: str, enemy: str) -> tuple[str, ...]:
    """What a side of a combat is after, result by result."""
    hits, lost = f"{own}_hits", f"{own}_casualties"
    routs = f"{enemy}_morale = broken", f"{own}_morale = passed"
    return f"winner = {own}", hits, f"least {enemy}_hits", f"{enemy}_casualties", f"least {lost}", *routs
