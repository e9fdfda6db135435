"""Dice and cards on the table: the highest of different dice, sets, straights, and two pools in order."""

from __future__ import annotations

from typing import Any

from benchmarks.measuring import Work
from probcalc.exact.pools.dice_questions import sum_of_ranks
from probcalc.exact.pools.hands import Hand
from probcalc.exact.pools.matching_dice import largest_set, sizes_of_sets, straight
from probcalc.exact.pools.opposing_dice import sorted_pairs
from probcalc.exact.readings.law import law_of
from probcalc.exact.tree.checks import faces

MIXED = ((4, 3), (6, 3), (8, 3))


def mixed_keep() -> Any:
    return law_of(sum_of_ranks([(faces(f"d{sides}", sides), n) for sides, n in MIXED], range(1, 5)))


def icepool_mixed_keep() -> Any:
    from icepool import Pool, d

    return Pool([d(sides) for sides, n in MIXED for _ in range(n)]).highest(4).sum()


def dyce_mixed_keep() -> Any:
    from dyce import H, P

    return P(*[H(sides) for sides, n in MIXED for _ in range(n)]).at(slice(-4, None))


def in_pairs() -> Any:
    six = faces("d6", 6)
    return law_of(sorted_pairs([(six, 11)], [(six, 11)], "won"))


def icepool_in_pairs() -> Any:
    from icepool import d

    return d(6).pool(11).sort_pair(">", d(6).pool(11)).size()


def sets_of_twenty() -> Any:
    return law_of(largest_set([(faces("d10", 10), 20)]))


def icepool_sets_of_twenty() -> Any:
    from icepool import d

    return d(10).pool(20).largest_count()


def seven_cards() -> Any:
    return law_of(sizes_of_sets([Hand(dict.fromkeys(range(13), 4), 7)]))


def icepool_seven_cards() -> Any:
    from icepool import Deck

    return Deck(tuple(range(13)) * 4).deal(7).all_counts(2)


def straight_in_seven_cards() -> Any:
    return law_of(straight([Hand(dict.fromkeys(range(13), 4), 7)]))


def icepool_straight_in_seven_cards() -> Any:
    from icepool import Deck

    return Deck(tuple(range(13)) * 4).deal(7).largest_straight()


def ten_keep_five() -> Any:
    return law_of(sum_of_ranks([(faces("d10", 10), 10)], range(1, 6)))


def icepool_ten_keep_five() -> Any:
    from icepool import d

    return d(10).highest(10, 5)


def dyce_ten_keep_five() -> Any:
    from dyce import H, P

    return P(*[H(10)] * 10).at(slice(-5, None))


WORKS = (
    Work(
        "T1",
        "the four highest of 3d4, 3d6 and 3d8",
        mixed_keep,
        peers={"icepool": icepool_mixed_keep, "dyce": dyce_mixed_keep},
        at_most=50,
    ),
    Work("T2", "11d6 against 11d6 in order: pairs won", in_pairs, peers={"icepool": icepool_in_pairs}, at_most=50),
    Work("T3", "the largest set of 20d10", sets_of_twenty, peers={"icepool": icepool_sets_of_twenty}, at_most=50),
    Work(
        "T4",
        "7 cards of 52: the sizes of all pairs and better",
        seven_cards,
        peers={"icepool": icepool_seven_cards},
        at_most=50,
    ),
    Work(
        "T5",
        "7 cards of 52: the longest straight",
        straight_in_seven_cards,
        peers={"icepool": icepool_straight_in_seven_cards},
        at_most=50,
    ),
    Work(
        "T6",
        "ten d10, the five highest",
        ten_keep_five,
        peers={"icepool": icepool_ten_keep_five, "dyce": dyce_ten_keep_five},
        at_most=50,
    ),
)
