"""What a combat is asked for, in words, and what each side of it is after."""

from __future__ import annotations

from probcalc.scenarios.scenario import Result
from probcalc.systems.oathmark.rolls import MORALE_ORDER

RESULTS: tuple[Result, ...] = (
    Result("a_target_number", "Target Number of [the active unit]", better="less"),
    Result("b_target_number", "Target Number of [the enemy]", better="more"),
    Result("a_dice", "Combat Dice of [the active unit]", better="more"),
    Result("b_dice", "Combat Dice of [the enemy]", better="less"),
    Result(
        "a_hits_per_die",
        "Hits of one die of [the active unit]",
        better="more",
        unit="hits",
        says="One die of [the active unit] scores {amount}",
    ),
    Result(
        "b_hits_per_die",
        "Hits of one die of [the enemy]",
        better="less",
        unit="hits",
        says="One die of [the enemy] scores {amount}",
    ),
    Result(
        "a_hits",
        "Hits scored by [the active unit]",
        better="more",
        unit="hits",
        says="[the active unit] scores|score {amount}",
    ),
    Result(
        "b_hits", "Hits scored by [the enemy]", better="less", unit="hits", says="[the enemy] scores|score {amount}"
    ),
    Result(
        "winner",
        "Who wins",
        ("a", "tie", "b"),
        each={
            "a": "[the active unit] [against] [the enemy] wins|win",
            "tie": "[the active unit] [against] [the enemy] ties|tie",
            "b": "[the active unit] [against] [the enemy] loses|lose",
        },
    ),
    Result(
        "a_casualties",
        "Figures lost by [the active unit]",
        better="less",
        unit="figures",
        says="[the active unit] loses|lose {amount}",
    ),
    Result(
        "b_casualties",
        "Figures lost by [the enemy]",
        better="more",
        unit="figures",
        says="[the enemy] loses|lose {amount}",
    ),
    Result(
        "a_morale",
        "Morale of [the active unit]",
        MORALE_ORDER,
        each={
            "no_test": "[the active unit] takes|take no test",
            "passed": "[the active unit] passes|pass the morale test",
            "disordered": "[the active unit] ends|end disordered",
            "broken": "[the active unit] breaks|break",
            "destroyed": "[the active unit] is|are destroyed",
        },
        ranked="rising",
    ),
    Result(
        "b_morale",
        "Morale of [the enemy]",
        MORALE_ORDER,
        each={
            "no_test": "[the enemy] takes|take no test",
            "passed": "[the enemy] passes|pass the morale test",
            "disordered": "[the enemy] ends|end disordered",
            "broken": "[the enemy] breaks|break",
            "destroyed": "[the enemy] is|are destroyed",
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
    Result(
        "a_extra_hits",
        "Extra hits taken by [the active unit]",
        better="less",
        unit="hits",
        says="[the active unit] takes|take {amount} extra",
    ),
    Result(
        "b_extra_hits",
        "Extra hits taken by [the enemy]",
        better="more",
        unit="hits",
        says="[the enemy] takes|take {amount} extra",
    ),
)


def wants(own: str, enemy: str) -> tuple[str, ...]:
    """What a side of a combat is after, result by result."""
    hits, lost = f"{own}_hits", f"{own}_casualties"
    routs = f"{enemy}_morale = broken", f"{own}_morale = passed"
    return f"winner = {own}", hits, f"least {enemy}_hits", f"{enemy}_casualties", f"least {lost}", *routs
