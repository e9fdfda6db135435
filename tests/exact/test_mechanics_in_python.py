"""Mechanics that take a few lines of Python, against every way the dice can fall, or sums done by hand."""

from collections import Counter
from fractions import Fraction
from itertools import product
from operator import add
from typing import Any

from probcalc import Distribution, d, deck, play, pool


def every(dice: int, reading: Any, sides: int = 6) -> dict[Any, Fraction]:
    found = Counter(reading(shown) for shown in product(range(1, sides + 1), repeat=dice))
    return {outcome: Fraction(ways, sides**dice) for outcome, ways in found.items()}


def the_sum(state: Any, total: Any) -> Any:
    return total


def test_equal_dice_cancel_and_further_sixes_add_one() -> None:
    def further(best: int, face: int, many: int) -> tuple[int, int]:
        return best or (face if many else 0), max(0, many - 1) if face == 6 else 0

    found = (pool(3, d(6)) - pool(3, d(6))).law(0, further, add)

    def by_hand(shown: tuple[int, ...]) -> int:
        left = list((Counter(shown[:3]) - Counter(shown[3:])).elements())
        return max(left, default=0) + max(0, left.count(6) - 1)

    assert dict(found) == every(6, by_hand)


def test_three_are_kept_and_every_further_six_adds_one() -> None:
    def extras(above: int, face: int, many: int) -> tuple[int, int]:
        kept = min(many, max(0, 3 - above))
        return above + many, face * kept + (many - kept if face == 6 else 0)

    def by_hand(shown: tuple[int, ...]) -> int:
        return sum(sorted(shown)[-3:]) + sorted(shown)[:-3].count(6)

    assert dict(pool(6, d(6)).law(0, extras, the_sum)) == every(6, by_hand)


def test_dice_that_reach_the_others_highest_less_theirs() -> None:
    def brawl(open_: tuple[bool, bool], face: int, mine: int, theirs: int) -> tuple[tuple[bool, bool], int]:
        return (open_[0] and not theirs, open_[1] and not mine), mine * open_[0] - theirs * open_[1]

    found = pool(3, d(6)).law((True, True), brawl, the_sum, against=[pool(3, d(6))])

    def by_hand(f: tuple[int, ...]) -> int:
        return sum(x >= max(f[3:]) for x in f[:3]) - sum(x >= max(f[:3]) for x in f[3:])

    assert dict(found) == every(6, by_hand)


def test_each_stress_die_cancels_the_highest_action_die_not_above_it() -> None:
    def cancel(stress: int, face: int, action: int, more: int) -> tuple[int, int]:
        gone = min(stress + more, action)
        return stress + more - gone, action - gone

    def by_hand(shown: tuple[int, ...]) -> int:
        action = sorted(shown[:3], reverse=True)
        for stress in sorted(shown[3:]):
            hit = next((die for die in action if die <= stress), None)
            if hit:
                action.remove(hit)
        return len(action)

    assert dict(pool(3, d(6)).law(0, cancel, the_sum, against=[pool(3, d(6))])) == every(6, by_hand)


def test_dice_like_a_hurt_die_are_out() -> None:
    def left(state: tuple[int, bool], face: int, action: int, push: int, hurt: int) -> tuple[tuple[int, bool], int]:
        if hurt or not action + push:
            return state, 0
        return state if state[0] else (face, action + push > 1), push

    found = pool(2, d(6)).law((0, False), left, lambda s, n: (*s, n), against=[pool(2, d(6)), pool(2, d(6))])

    def by_hand(f: tuple[int, ...]) -> tuple[int, bool, int]:
        action, push = ([x for x in part if x not in f[4:]] for part in (f[:2], f[2:4]))
        both = action + push
        return max(both, default=0), both.count(max(both, default=0)) > 1, len(push)

    assert dict(found) == every(6, by_hand)


def test_single_dice_are_rolled_again_beside_the_sets() -> None:
    def again(sizes: tuple[int, ...]) -> Any:
        kept = [size for size in sizes if size > 1]
        if not kept:
            return 1
        bonus = dict(enumerate(kept, 1))
        return pool(4 - sum(kept), d(6)).law(0, lambda best, face, n: (max(best, n + bonus.get(face, 0)), 0))

    def by_hand(f: tuple[int, ...]) -> int:
        first, more = f[:4], f[4:]
        single = [x for x in first if first.count(x) == 1]
        if len(single) == 4:
            return 1
        both = [x for x in first if x not in single] + list(more[: len(single)])
        return max(map(both.count, both))

    assert dict(pool(4, d(6)).sizes_of_sets(1).then(again)) == every(6, by_hand)


def test_tied_pairs_are_rolled_again() -> None:
    def rolled(state: tuple[int, int, int]) -> Distribution:
        won, lost, left = state
        return pool(left, d(6)).each_pair(pool(left, d(6))).map(lambda r: (won + r[0], lost + r[1], r[2]))

    found = play((0, 0, 2), rolled, lambda state: not state[2]).map(lambda state: state[0] - state[1])

    def by_hand(f: tuple[int, ...]) -> tuple[int, int]:
        pairs = list(zip(sorted(f[:2]), sorted(f[2:]), strict=True))
        return sum((a > b) - (a < b) for a, b in pairs), sum(a == b for a, b in pairs)

    first = every(4, by_hand)
    half = Fraction(1, 2)
    split = first[0, 0] + half * (first[1, 1] + first[-1, 1])
    assert found[0] == split / (1 - first[0, 2])


def test_play_to_the_end() -> None:
    assert play(5, lambda chips: d(2).map(lambda coin: chips + 2 * coin - 3), lambda c: c in (0, 15))[15] == Fraction(
        1, 3
    )

    def save(state: tuple[int, int]) -> Distribution:
        good, bad = state
        ends = {20: (3, bad), 1: (good, min(3, bad + 2))}
        return d(20).map(lambda r: ends.get(r) or ((good + 1, bad) if r >= 10 else (good, bad + 1)))

    survives = play((0, 0), save, lambda state: 3 in state).chance(lambda state: state[0] == 3)

    def by_hand(good: int, bad: int) -> Fraction:
        if good >= 3 or bad >= 3:
            return Fraction(good >= 3)
        further = 10 * by_hand(good + 1, bad) + 8 * by_hand(good, bad + 1) + by_hand(good, bad + 2)
        return (1 + further) / 20

    assert survives == by_hand(0, 0)


def test_wounds_do_not_spill_from_model_to_model() -> None:
    def shot(state: tuple[int, int, int]) -> Distribution:
        left, wounds, slain = state
        return d(3).map(lambda n: (left - 1, 2, slain + 1) if n >= wounds else (left - 1, wounds - n, slain))

    found = play((3, 2, 0), shot, lambda state: not state[0]).marginal(2)

    def by_hand(damage: tuple[int, ...]) -> int:
        wounds, slain = 2, 0
        for n in damage:
            wounds -= n
            if wounds <= 0:
                wounds, slain = 2, slain + 1
        return slain

    assert dict(found) == every(3, by_hand, sides=3)


def test_cards_of_one_suit_that_are_no_straight() -> None:
    def suit(state: Any, card: tuple[int, int], many: int) -> tuple[Any, int]:
        if not many or state == "mixed":
            return state, 0
        return ((card[1], (*state[1], card[0])) if state[0] in (None, card[1]) else "mixed"), 0

    found = deck([(rank, s) for rank in range(6) for s in range(3)]).deal(3).law((None, ()), suit)
    flush = found.chance(lambda hand: hand != "mixed" and hand[1][0] - hand[1][2] > 2)
    assert flush == Fraction(3 * (20 - 4), 816)
