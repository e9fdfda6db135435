"""The functions that every program has: highest, lowest and middle dice, counting, exploding, sorting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from probcalc.dice_programs.dice import EMPTY, Dice, Sequence, Value
from probcalc.dice_programs.positions import sum_at_ranks
from probcalc.dice_programs.settings import Settings
from probcalc.dice_programs.spending import require_short, sequence_steps
from probcalc.exact.budget.bounds import meter
from probcalc.exact.budget.requirements import require_affordable

Words: TypeAlias = "tuple[str | None, ...]"


def contains(settings: Settings, values: Sequence | Dice, number: int) -> Value:
    """1 when a number is among the values, else 0; of dice with P = 1 - (1 - p)**n."""
    if not isinstance(values, Dice):
        meter().put_down(sequence_steps(values))
        return int(number in values)
    if values.is_empty:
        return EMPTY
    total = values.weight_of_all()
    meter().put_down(len(values.faces))
    weight = dict(values.faces).get(number, 0)
    all_faces = sum(w for _, w in values.faces)
    none = (all_faces - weight) ** values.count
    return Dice.single({0: none, 1: all_faces**values.count - none}, total)


def count_elements(settings: Settings, wanted: Sequence, values: Sequence | Dice) -> Value:
    """How often elements of one sequence stand in another, or show on dice."""
    meter().put_down(2 * sequence_steps(wanted))
    often = Counter(wanted)
    if not isinstance(values, Dice):
        meter().put_down(2 * sequence_steps(values))
        return sum(often[value] for value in values)
    if values.is_empty:
        return EMPTY
    worth: dict[int, int] = {}
    meter().put_down(len(values.faces))
    for face, weight in values.faces:
        worth[often[face]] = worth.get(often[face], 0) + weight
    return Dice.single(worth, values.total).copies(values.count).sum_of_dice()


def explode(settings: Settings, dice: Dice) -> Value:
    """The sum of dice, rolled again and added while it is the highest possible, as deep as the setting says.

    With w the weight of the highest face m over the total T and depth n, a face x after k highest ones gives k m + x,
    with the weight w**k T**(n - k); after n of them the highest face counts as any other.
    """
    law = dice.sum_of_dice()
    if not law.faces:
        return law
    (most, weight), rest = law.faces[-1], law.faces[:-1]
    depth = settings.explode_depth
    require_short((depth + 1) * law.bits)
    outcomes, bits = depth * len(rest) + len(law.faces), depth * law.total.bit_length()
    require_affordable("an exploding die", outcomes + depth, bits, outcomes)
    found: dict[int, int] = {}
    whole = law.total**depth
    for exploded in range(depth):
        meter().look()
        for outcome, share in rest:
            sum_of_all = exploded * most + outcome
            found[sum_of_all] = found.get(sum_of_all, 0) + share * whole
        whole = whole // law.total * weight
    for outcome, share in law.faces:
        sum_of_all = depth * most + outcome
        found[sum_of_all] = found.get(sum_of_all, 0) + share * whole
    return Dice.single(found, law.total ** (depth + 1))


def middle_dice(settings: Settings, number: int, dice: Dice) -> Value:
    """The sum of so many dice in the middle; where two choices are as near, the first in the position order."""
    first = 1 + max(0, dice.count - number) // 2
    last = min(first + number - 1, dice.count)
    if not settings.highest_first:
        first, last = dice.count + 1 - last, dice.count + 1 - first
    return _keep(dice, range(first, last + 1))


def _keep(dice: Dice, ranks: range) -> Value:
    return EMPTY if dice.is_empty else sum_at_ranks(dice, list(ranks))


def reversed_order(settings: Settings, values: Sequence) -> Value:
    """The elements from the last to the first."""
    meter().put_down(sequence_steps(values))
    return values[::-1]


def in_order(settings: Settings, values: Sequence) -> Value:
    """The elements by size, in the position order."""
    meter().put_down(4 * sequence_steps(values))
    return tuple(sorted(values, reverse=settings.highest_first))


LIBRARY: Final[Mapping[Words, tuple[tuple[str, ...], Callable[..., Value]]]] = {
    ("absolute", None): (("n",), lambda settings, number: abs(number)),
    (None, "contains", None): (("S", "n"), contains),
    ("count", None, "in", None): (("s", "S"), count_elements),
    ("explode", None): (("d",), explode),
    ("highest", None, "of", None): (
        ("n", "d"),
        lambda settings, number, dice: _keep(dice, range(1, min(number, dice.count) + 1)),
    ),
    ("highest", "of", None, "and", None): (("n", "n"), lambda settings, first, second: max(first, second)),
    ("lowest", None, "of", None): (
        ("n", "d"),
        lambda settings, number, dice: _keep(dice, range(max(1, dice.count - number + 1), dice.count + 1)),
    ),
    ("lowest", "of", None, "and", None): (("n", "n"), lambda settings, first, second: min(first, second)),
    ("maximum", "of", None): (("d",), lambda settings, dice: dice.count * dice.faces[-1][0] if dice.faces else 0),
    ("middle", None, "of", None): (("n", "d"), middle_dice),
    ("reverse", None): (("s",), reversed_order),
    ("sort", None): (("s",), in_order),
}
"""The functions by their words: the kinds of the arguments, and what each gives.

A kind in capitals takes dice as they are too, where all their rolls are known without going through them.
"""
