"""The dice that all scenarios share: attack rolls, the fumble die, Destiny of both kinds, opposed rolls."""

from __future__ import annotations

from probcalc.exact.play.first_turn import turn_of
from probcalc.exact.tree.checks import banded, roll_over
from probcalc.exact.tree.counting import Count, clamp
from probcalc.exact.tree.die import Die, on_die
from probcalc.exact.tree.steps import Joint, NamedSum, Roll, Tree
from probcalc.exact.tree.who_rolls import BOTH
from probcalc.systems.thud_and_blunder.rulings import DestinyNaturals, HitRulings

WOUND_ORDER = ("unharmed", "knocked_down", "out")
WORST_LAST = ("missed", *WOUND_ORDER)


@on_die(10)
def attack_roll(
    die: Die, target: NamedSum, rulings: HitRulings, rule: str, *, by: str = "attacker", automatic: bool = False
) -> Roll:
    """One attack roll: hit, miss, or natural 1, which misses and asks for the fumble die.

    `target` is what the face must reach or exceed: the Armour Rating less everything added to the roll. An
    `automatic` attack misses on a natural 1 only.

    >>> attack_roll(NamedSum(("Armour Rating", 11), ("skill", -3), ("weapon", -3)), HitRulings(), "TH-09").bands
    {'hit': 6, 'miss': 3, 'natural 1': 1}
    """
    least = die.high_end if rulings.natural_10 == "hits" else 0
    most = die.results - die.low_end
    needed = target.value if rulings.hit_compare == "at_least" else target.value + 1
    hit: Count = most if automatic else clamp(die.over(needed), least, most)
    bands = {"hit": hit, "miss": most - hit, "natural 1": die.low_end}
    return banded("Attack roll", die, bands, target, from_high=True, rule=rule, by=by)


@on_die(10)
def fumble_die(die: Die, rule: str = "TH-16", by: str = "attacker") -> Roll:
    """The second d10 after a natural 1: fumble on another natural 1, else a miss and nothing more."""
    bands = {"miss": die.results - die.low_end, "fumble": die.low_end}
    return banded("Fumble die", die, bands, from_high=True, rule=rule, by=by)


@on_die(10)
def combat_destiny(die: Die, name: str, needed: NamedSum, naturals: DestinyNaturals, rule: str) -> Roll:
    """The Destiny roll of a figure that was hit: above the number unharmed, equal knocked_down, below out.

    >>> combat_destiny("Destiny", NamedSum(("Destiny", 8), ("weapon", 2)), "override", "TH-17").bands
    {'unharmed': 1, 'knocked_down': 0, 'out': 9}
    """
    least, most = (die.high_end, die.results - die.low_end) if naturals == "override" else (0, die.results)
    above = clamp(die.over(needed.value + 1), least, most)
    reached = clamp(die.over(needed.value), least, most)
    bands = {"unharmed": above, "knocked_down": reached - above, "out": die.results - reached}
    return banded(name, die, bands, needed, from_high=True, rule=rule, by="target")


def plain_destiny(name: str, needed: NamedSum, rule: str, by: str = "") -> Roll:
    """The Destiny roll for everything else: a success from the number on, natural 1 never, natural 10 always.

    >>> plain_destiny("Destiny", NamedSum(("Destiny", 12)), "TH-18").bands
    {'success': 1, 'failure': 9}
    """
    return roll_over(name, 10, needed, always=1, never=1, rule=rule, by=by)


@on_die(10)
def plain_or_natural_1(die: Die, name: str, needed: NamedSum, rule: str, by: str = "") -> Roll:
    """A plain Destiny roll whose natural 1 is told apart from every other failure."""
    most = die.results - die.low_end
    success = clamp(die.over(needed.value), die.high_end, most)
    bands = {"success": success, "failure": most - success, "natural 1": die.low_end}
    return banded(name, die, bands, needed, from_high=True, rule=rule, by=by)


def lower_of_two(roll: Roll, best_first: tuple[str, ...]) -> Tree:
    """Two dice of which the lower decides: the worse of two results, for the lower face never has the better one."""

    def worse(*results: str) -> str:
        return max(results, key=best_first.index)

    return Joint((roll, roll), worse)


@on_die(10)
def opposed_roll(die: Die, name: str, lead: NamedSum, natural_1_fails: bool, rule: str) -> Roll:
    """Both sides roll a d10: a is higher or not, `lead` being what a adds beyond what b adds.

    Of the 100 pairs of faces, face x of a is higher with clamp(x + lead - 1, 0, 10) faces of b.

    >>> opposed_roll("Disarm", NamedSum(("bonus of a", 6), ("bonus of b", -4)), True, "TH-11").bands
    {'higher': 62, 'not higher': 28, 'natural 1': 10}
    """
    pairs = die.total**2
    failing = die.at_most(die.lowest - 1 + die.low_end) * die.total if natural_1_fails else 0
    least = die.lowest + (die.low_end if natural_1_fails else 0)
    higher = sum(n * die.at_most(face + lead.value - 1) for face, n in die.by_result().items() if face >= least)
    bands: dict[str, Count] = {"higher": higher, "not higher": pairs - failing - higher}
    needs = {"higher": "the attacker's total is higher"}
    if natural_1_fails:
        bands["natural 1"] = failing
        needs["natural 1"] = f"the attacker's face is {die.lowest}"
    return Roll(name, pairs, bands, f"{die.name} each", needs, lead, rule, by=BOTH)


@on_die(10)
def both_strike(die: Die, lead: NamedSum, rule: str) -> Roll:
    """Both sides roll a d10: a, tie or b, `lead` being what a adds beyond what b adds."""
    by_result = die.by_result().items()
    a = sum(n * die.at_most(face + lead.value - 1) for face, n in by_result)
    a_or_tie = sum(n * die.at_most(face + lead.value) for face, n in by_result)
    bands = {"a": a, "tie": a_or_tie - a, "b": die.total**2 - a_or_tie}
    needs = {"a": "the higher total", "tie": "equal totals, rolled again", "b": "the higher total"}
    return Roll("Initiative", die.total**2, bands, f"{die.name} each", needs, lead, rule, by=BOTH)


def strikes_first(lead: NamedSum, rule: str) -> Tree:
    """Both sides roll a d10 until the totals differ: a or b, `lead` being what a adds beyond what b adds."""
    return both_strike(lead, rule).given(lambda first: first != "tie")


def first_time(name: str, step: Tree, wanted: str, times: int, never: str) -> Tree:
    """The number of the first of several tries with the outcome wanted, or the name for none of them.

    >>> from probcalc.exact.readings.law import law_of
    >>> recovery = plain_destiny("Destiny", NamedSum(("Destiny", 5)), "")
    >>> law_of(first_time("Recovery", recovery, "success", 2, "still_down"))
    Distribution(1: 3/5, 2: 6/25, still_down: 4/25)
    """
    return turn_of(step, lambda outcome: bool(outcome == wanted), never, name, times)
