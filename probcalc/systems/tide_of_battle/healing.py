"""Healers with all rolls to injure on the table: which injuries are rolled again, up to six, all named together."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import comb

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.tree.decisions import Decision, Option
from probcalc.exact.tree.steps import Tally, Tree, total_of

SIDE = "defender"
MOST_STEPS = 20_000_000
_KINDS = ("critical", "success", "failure", "nothing")


def heal(die: Tree, dice: int, worth: Mapping[str, Tree], once: Tree, most: int, *, late: bool, widest: int) -> Tree:
    """The hit points that all dice cost, when the defender names the injuries that are rolled again.

    Attributes:
        die: what one die ends in: "critical", "success", "failure" or "nothing".
        worth: what a die of each kind costs when it stays as it lies.
        once: what a die rolled again costs.
        most: how many injuries are rolled again at most.
        late: whether failures are rolled again afterwards, by poison.
        widest: the most hit points that one die costs.

    Raises:
        TooLarge: when there are too many ways in which the dice may lie.
    """
    laws = comb(dice + 3, 3) if late else comb(dice + 2, 2) * (most + 1)
    steps = laws * (dice * widest) ** 2
    if steps > MOST_STEPS:
        raise TooLarge(f"advice on {dice} dice with healers", steps, MOST_STEPS, "steps")
    kinds = _KINDS if late else ("critical", "success", "nothing")
    seen_of = die if late else die.map(lambda kind: "nothing" if kind == "failure" else kind)

    @cache
    def copies(kind: str, number: int) -> Tree:
        return (once if kind == "again" else worth[kind]).times(number)

    @cache
    def costs(criticals: int, plain: int, again: int) -> Tree:
        """So many injuries as they lie, and so many dice rolled again."""
        return total_of([copies("critical", criticals), copies("success", plain), copies("again", again)])

    def name_injuries(counts: tuple[int, ...]) -> Tree:
        criticals, plain = counts[0], counts[1]
        later = counts[2] if late else 0
        pairs = [(i, j) for i in range(min(criticals, most) + 1) for j in range(min(plain, most - i) + 1)]
        options = tuple(
            Option(_words(i, j, criticals, plain, most), costs(criticals - i, plain - j, i + j + later))
            for i, j in sorted(pairs, key=lambda pair: (sum(pair), -pair[0]))
        )
        seen = {"criticals are": criticals, "plain injuries are": plain}
        if late:
            seen["failures for the poison are"] = later
        return Decision("All rolls to injure on the table", options, SIDE, seen)

    return Tally(seen_of, dice, kinds).then(name_injuries)


def _words(criticals: int, plain: int, all_criticals: int, all_plain: int, most: int) -> str:
    """The order in words, so that orders alike are called alike however many dice there are."""
    if criticals == plain == 0 and all_criticals + all_plain > 0:
        return "roll no injury again"
    first = "every critical" if criticals == min(all_criticals, most) else f"{criticals or 'no'} criticals"
    room = min(all_plain, most - criticals)
    second = "every plain injury" if plain == room else f"{plain or 'no'} plain injuries"
    return f"roll {first} and {second} again, {most} at most"
