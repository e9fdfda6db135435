"""All attacks of a weapon with what Command Points buy for them."""

from __future__ import annotations

from probcalc.exact.counting import minimum
from probcalc.exact.steps import Roll, Tree
from probcalc.systems.chronopia.profile import CommandFields
from probcalc.systems.chronopia.rolls import attacks, warded_wound


def wounds_of(
    blow: CommandFields, first: Roll, later: Roll, hit: Tree, critical: Tree, *, fumble_ends: bool = False
) -> Tree:
    """The wounds of all attacks; a critical is worth all its wounds, or those that are paid for.

    The points are paid for the first critical of all the attacks; a later one is one wound.
    """
    paid = cheap = critical
    if blow.critical_wounds == "paid":
        cheap = warded_wound(blow.ward)
        paid = cheap.times(minimum(blow.multiplier, 1 + blow.critical_command_points))
    return attacks(
        blow.noa,
        first,
        later,
        critical=lambda fresh: paid if fresh else cheap,
        hit=hit,
        reroll=blow.reroll,
        fumble_ends=fumble_ends,
    )


def fumbles_of(blow: CommandFields, first: Roll, later: Roll) -> Tree:
    """The number of fumbles that stand."""
    return attacks(blow.noa, first, later, critical=lambda _: 0, hit=0, fumble=1, reroll=blow.reroll)
