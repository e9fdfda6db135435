"""Dice on the table by how many show each face: what of them may be kept, and what a player calls it.

A hand is a tuple: how many dice show 1, how many 2, and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import product
from math import comb
from typing import Literal, TypeAlias

Hand: TypeAlias = "tuple[int, ...]"
Keeps: TypeAlias = Literal["alike", "pairs", "run", "high", "all"]


def groups(hand: Hand) -> list[tuple[int, int]]:
    """How many dice show a face, and the face: the largest group first, of equal ones that with the higher face.

    >>> groups((2, 0, 0, 1, 0, 2))
    [(2, 6), (2, 1), (1, 4)]
    """
    return sorted(((count, face) for face, count in enumerate(hand, 1) if count), reverse=True)


def longest_run(hand: Hand) -> range:
    """The faces of the longest run of consecutive faces, the highest of several.

    >>> longest_run((1, 1, 0, 2, 1, 0))
    range(4, 6)
    """
    best = range(0)
    first = 1
    for face, count in enumerate(hand, 1):
        if not count:
            first = face + 1
        elif face + 1 - first >= len(best):
            best = range(first, face + 1)
    return best


def is_full_house(hand: Hand) -> bool:
    """Whether three dice show one face and two another.

    >>> is_full_house((3, 0, 0, 0, 2, 0)), is_full_house((5, 0, 0, 0, 0, 0))
    (True, False)
    """
    found = groups(hand)
    return len(found) > 1 and found[0][0] >= 3 and found[1][0] >= 2


def _only(hand: Hand, faces: Collection[int]) -> Hand:
    return tuple(count if face in faces else 0 for face, count in enumerate(hand, 1))


def _alike(hand: Hand) -> Hand:
    return _only(hand, (groups(hand)[0][1],))


def _but_one(hand: Hand) -> Hand:
    most = groups(hand)[0][1]
    return tuple(count - (face == most) for face, count in enumerate(hand, 1))


def _and_one(hand: Hand) -> Hand:
    """The most alike, and the highest other die."""
    (_, most), *others = groups(hand)
    beside = max((face for _, face in others), default=0)
    return tuple(count if face == most else int(face == beside) for face, count in enumerate(hand, 1))


def _pairs(hand: Hand) -> Hand:
    return tuple(count if count > 1 else 0 for count in hand)


def _run(hand: Hand) -> Hand:
    run = longest_run(hand)
    return tuple(int(face in run) for face in range(1, len(hand) + 1))


def _high(hand: Hand) -> Hand:
    return _only(hand, range(len(hand) // 2 + 1 + len(hand) % 2, len(hand) + 1))


KEPT: Mapping[Keeps, Callable[[Hand], Hand]] = {
    "all": lambda hand: hand,
    "alike": _alike,
    "pairs": _pairs,
    "run": _run,
    "high": _high,
}
"""What each way to play keeps of a hand."""


def ways_to_fall(dice: int, die: int) -> int:
    """How many different hands so many dice of so many faces show.

    >>> ways_to_fall(2, 6)
    21
    """
    return comb(dice + die - 1, dice)


def least_rolled_on(keeps: Keeps, dice: int, die: int) -> int:
    """How many hands follow, at the least, when something is kept of every hand in turn and the others are rolled on.

    >>> least_rolled_on("high", 2, 6), least_rolled_on("all", 2, 6)
    (186, 21)
    """

    def following(rolled: int) -> int:
        return ways_to_fall(max(0, rolled), die)

    if keeps == "all":
        return ways_to_fall(dice, die)
    if keeps == "high":
        high = die // 2
        shown = ((n, ways_to_fall(n, die - high) * ways_to_fall(dice - n, high)) for n in range(dice + 1))
        return sum(following(n) * hands for n, hands in shown)
    # By how many different faces a hand shows: as many are the longest run at most, and the most alike are no more
    # than what the other faces leave.
    rolled: Mapping[Keeps, Callable[[int], int]] = {
        "alike": lambda different: different - 1,
        "pairs": lambda different: 2 * different - dice,
        "run": lambda different: dice - different,
    }
    most = min(dice, die)
    return sum(following(rolled[keeps](n)) * comb(die, n) * comb(dice - 1, n - 1) for n in range(1, most + 1))


def ways_to_keep(hand: Hand) -> Iterator[Hand]:
    """Every choice of dice to keep: all, then none, then by how many they are, the higher dice first.

    >>> list(ways_to_keep((1, 1)))
    [(1, 1), (0, 0), (0, 1), (1, 0)]
    """
    every = product(*(range(count + 1) for count in hand))
    yield hand
    yield from sorted((kept for kept in every if kept != hand), key=_fewest_first)


def _fewest_first(kept: Hand) -> tuple[int, ...]:
    return sum(kept), *(-count for count in reversed(kept))


def order(hand: Hand, kept: Hand) -> str:
    """What a player is told so that just these dice of a hand are kept.

    >>> order((2, 0, 1), (2, 0, 0)), order((2, 0, 1), (0, 0, 0))
    ('keep 1 1', 'roll all again')
    """
    if kept == hand:
        return "keep all"
    shown = [str(face) for face in range(len(kept), 0, -1) for _ in range(kept[face - 1])]
    return "keep " + " ".join(shown) if shown else "roll all again"


def other_orders(hand: Hand, kept: Hand) -> tuple[str, ...]:
    """What else says the same of a hand, and perhaps of many others too.

    >>> other_orders((2, 0, 1), (2, 0, 0))[:3]
    ('keep the most alike', 'keep all that are alike', 'keep every die of 1 or less')
    >>> other_orders((1, 0, 0), (0, 0, 0))[2:]
    ('keep every die of 2 or more', 'keep every die of 3 or more')
    """
    faces = range(1, len(hand) + 1)
    named = {
        "keep the most alike": _alike(hand),
        "keep all that are alike": _pairs(hand),
        "keep the most alike and the highest other die": _and_one(hand),
        "keep all but one of the most alike": _but_one(hand),
        "keep the longest run": _run(hand),
    }
    most, face = groups(hand)[0]
    found = [order for order, meant in named.items() if kept == meant]
    if 0 < kept[face - 1] == sum(kept) < most:
        found.append(f"keep {sum(kept)} of the most alike")
    found += [f"keep every die of {n} or more" for n in faces[1:] if kept == _only(hand, range(n, len(hand) + 1))]
    found += [f"keep every die of {n} or less" for n in faces[:-1] if kept == _only(hand, range(1, n + 1))]
    found += [f"keep one of each of {low} to {high}" for low, high in _singles(hand, kept)]
    return tuple(found)


def _singles(hand: Hand, kept: Hand) -> Iterator[tuple[int, int]]:
    """The ranges of faces of each of which one die is kept, and no other."""
    if max(kept) != 1:
        return
    inside = [face for face, count in enumerate(kept, 1) if count]
    # As far as no other face is shown, the range may be longer.
    lowest = next((n + 1 for n in range(inside[0] - 1, 0, -1) if hand[n - 1]), 1)
    highest = next((n - 1 for n in range(inside[-1] + 1, len(hand) + 1) if hand[n - 1]), len(hand))
    if all(kept[n - 1] or not hand[n - 1] for n in range(inside[0], inside[-1])):
        yield from product(range(lowest, inside[0] + 1), range(inside[-1], highest + 1))


def facts_of_hand(hand: Hand) -> dict[str, int]:
    """What tells a hand from others, by phrases that a number completes."""
    found = {"the most alike are": max(hand), "the longest run is": len(longest_run(hand))}
    found["different faces are"] = sum(1 for count in hand if count)
    for face in range(len(hand), 1, -1):
        found[f"dice of {face} or more are"] = sum(hand[face - 1 :])
    return found | {f"dice of {face} are": count for face, count in enumerate(hand, 1)}
