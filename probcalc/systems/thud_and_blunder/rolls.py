"""The dice that all scenarios share: attack rolls, the fumble die, Destiny of both kinds, opposed rolls."""

from __future__ import annotations

from collections.abc import Mapping

from probcalc.exact.checks import banded, roll_over
from probcalc.exact.counting import Count, clamp
from probcalc.exact.play.first_turn import turn_of
from probcalc.exact.steps import Joint, NamedSum, Roll, Tree
from probcalc.systems.thud_and_blunder.rulings import DestinyNaturals, HitRulings

WOUND_ORDER = ("unharmed", "knocked_down", "out")
WORST_LAST = ("missed", *WOUND_ORDER)


def _falling(name: str, bands: Mapping[str, Count], target: NamedSum | None, rule: str) -> Roll:
    """A d10 whose bands are listed from the highest faces to the lowest."""
    return banded(name, 10, bands, target, from_high=True, rule=rule)


def attack_roll(target: NamedSum, rulings: HitRulings, rule: str, *, automatic: bool = False) -> Roll:
    """One attack roll: hit, miss, or natural 1, which misses and asks for the fumble die.

    `target` is what the face must reach or exceed: the Armour Rating less everything added to the roll. An
    `automatic` attack misses on a natural 1 only.

    >>> attack_roll(NamedSum(("Armour Rating", 11), ("skill", -3), ("weapon", -3)), HitRulings(), "TH-09").bands
    {'hit': 6, 'miss': 3, 'natural 1': 1}
    """
    least = 1 if rulings.natural_10 == "hits" else 0
    above = 11 if rulings.hit_compare == "at_least" else 10
    hit: Count = 9 if automatic else clamp(above - target.value, least, 9)
    return _falling("Attack roll", {"hit": hit, "miss": 9 - hit, "natural 1": 1}, target, rule)


def fumble_die(rule: str = "TH-16") -> Roll:
    """The second d10 after a natural 1: fumble on another natural 1, else a miss and nothing more."""
    return _falling("Fumble die", {"miss": 9, "fumble": 1}, None, rule)


def combat_destiny(name: str, needed: NamedSum, naturals: DestinyNaturals, rule: str) -> Roll:
    """The Destiny roll of a figure that was hit: above the number unharmed, equal knocked_down, below out.

    >>> combat_destiny("Destiny", NamedSum(("Destiny", 8), ("weapon", 2)), "override", "TH-17").bands
    {'unharmed': 1, 'knocked_down': 0, 'out': 9}
    """
    edge = 1 if naturals == "override" else 0
    above = clamp(10 - needed.value, edge, 10 - edge)
    reached = clamp(11 - needed.value, edge, 10 - edge)
    return _falling(name, {"unharmed": above, "knocked_down": reached - above, "out": 10 - reached}, needed, rule)


def plain_destiny(name: str, needed: NamedSum, rule: str) -> Roll:
    """The Destiny roll for everything else: a success from the number on, natural 1 never, natural 10 always.

    >>> plain_destiny("Destiny", NamedSum(("Destiny", 12)), "TH-18").bands
    {'success': 1, 'failure': 9}
    """
    return roll_over(name, 10, needed, always=1, never=1, rule=rule)


def plain_or_natural_1(name: str, needed: NamedSum, rule: str) -> Roll:
    """A plain Destiny roll whose natural 1 is told apart from every other failure."""
    success = clamp(11 - needed.value, 1, 9)
    return _falling(name, {"success": success, "failure": 9 - success, "natural 1": 1}, needed, rule)


def lower_of_two(roll: Roll, best_first: tuple[str, ...]) -> Tree:
    """Two dice of which the lower decides: the worse of two results, for the lower face never has the better one."""

    def worse(*results: str) -> str:
        return max(results, key=best_first.index)

    return Joint((roll, roll), worse)


def opposed_roll(name: str, lead: NamedSum, natural_1_fails: bool, rule: str) -> Roll:
    """Both sides roll a d10: a is higher or not, `lead` being what a adds beyond what b adds.

    Of the 100 pairs of faces, face x of a is higher with clamp(x + lead - 1, 0, 10) faces of b.

    >>> opposed_roll("Disarm", NamedSum(("bonus of a", 6), ("bonus of b", -4)), True, "TH-11").bands
    {'higher': 62, 'not higher': 28, 'natural 1': 10}
    """
    first = 2 if natural_1_fails else 1
    higher = sum(clamp(face + lead.value - 1, 0, 10) for face in range(first, 11))
    bands: dict[str, Count] = {"higher": higher, "not higher": 10 * (11 - first) - higher}
    needs = {"higher": "the attacker's total is the higher"}
    if natural_1_fails:
        bands["natural 1"] = 10
        needs["natural 1"] = "the attacker's face is 1"
    return Roll(name, 100, bands, "d10 each", needs, lead, rule)


def strikes_first(lead: NamedSum, rule: str) -> Tree:
    """Both sides roll a d10 until the totals differ: a or b, `lead` being what a adds beyond what b adds."""
    a = sum(clamp(face + lead.value - 1, 0, 10) for face in range(1, 11))
    a_or_tie = sum(clamp(face + lead.value, 0, 10) for face in range(1, 11))
    bands = {"a": a, "tie": a_or_tie - a, "b": 100 - a_or_tie}
    needs = {"a": "the total of a is the higher", "tie": "equal totals, rolled again", "b": "that of b is the higher"}
    return Roll("Initiative", 100, bands, "d10 each", needs, lead, rule).given(lambda first: first != "tie")


def first_time(name: str, step: Tree, wanted: str, times: int, never: str) -> Tree:
    """The number of the first of several tries with the outcome wanted, or the name for none of them.

    >>> from probcalc.exact.readings.law import law_of
    >>> recovery = plain_destiny("Destiny", NamedSum(("Destiny", 5)), "")
    >>> law_of(first_time("Recovery", recovery, "success", 2, "still_down"))
    Distribution(1: 3/5, 2: 6/25, still_down: 4/25)
    """
    return turn_of(step, lambda outcome: bool(outcome == wanted), never, name, times)
