"""Pools, hands and symbols against every roll and every deal, one by one."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product
from math import comb, factorial, prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.dice.dice import d, die
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.pools import dice_questions, matching_dice, opposing_dice
from probcalc.exact.pools.deck import deck
from probcalc.exact.pools.dice_pool import Pool, pool
from probcalc.exact.pools.faces import FaceByFace
from probcalc.exact.pools.hands import Hand
from probcalc.exact.pools.vectors import VectorSum, symbol_die, symbols
from probcalc.exact.readings.law import LawReader, law_of
from probcalc.exact.tree.checks import faces
from probcalc.exact.tree.steps import step_of

Way = tuple[tuple[Any, ...], int]

small_dice = st.tuples(st.lists(st.integers(-1, 5), min_size=1, max_size=4), st.integers(1, 3))
small_decks = st.tuples(
    st.dictionaries(st.integers(-1, 5), st.integers(1, 3), min_size=1, max_size=4), st.integers(1, 3)
)


def dealt(cards: dict[Any, int], number: int) -> list[Way]:
    """Every deal, in any order of the cards."""
    single = [card for card, copies in cards.items() for _ in range(copies)]
    return [(hand, 1) for hand in combinations(single, number)]


@st.composite
def lots(draw: st.DrawFn) -> tuple[Pool, list[Way]]:
    """A pool and all that it may show."""
    if draw(st.booleans()):
        faces, number = draw(small_dice)
        return pool(number, die(faces)), [(shown, 1) for shown in product(faces, repeat=number)]
    cards, number = draw(small_decks)
    number = min(number, sum(cards.values()))
    return deck(cards).deal(number), dealt(cards, number)


@st.composite
def pools(draw: st.DrawFn) -> tuple[Pool, list[Way]]:
    """One or two lots side by side."""
    found, ways = draw(lots())
    if draw(st.booleans()):
        other, others = draw(lots().filter(lambda lot: len(lot[1]) < 30))
        found, ways = found + other, [((*a, *b), v * w) for a, v in ways for b, w in others]
    return found, [(tuple(sorted(shown, reverse=True)), weight) for shown, weight in ways]


def every(ways: list[Way], asked: Callable[..., Any]) -> Distribution:
    found: Counter[Any] = Counter()
    for shown, weight in ways:
        found[asked(shown)] += weight
    return Distribution.from_weights(found)


def with_wild(shown: tuple[int, ...], wild: set[int], faces: list[int]) -> int:
    """The longest run of faces, each joker standing for each face in turn."""
    natural = [face for face in shown if face not in wild]
    best = 0
    for stands in product(set(faces), repeat=len(shown) - len(natural)):
        there = {*natural, *stands}
        run = 0
        for face in range(min(faces) - 1, max(faces) + 2):
            run = run + 1 if face in there else 0
            best = max(best, run)
    return best


ONE: dict[str, tuple[Callable[[Pool], Distribution], Callable[[tuple[int, ...]], Any]]] = {
    "sum": (Pool.sum, sum),
    "highest": (Pool.highest, max),
    "lowest": (Pool.lowest, min),
    "kept and dropped": (lambda p: p.kept_and_dropped(1), lambda s: (s[0], sum(s[1:]))),
    "kept lowest and dropped": (lambda p: p.kept_and_dropped(1, lowest=True), lambda s: (s[-1], sum(s[:-1]))),
    "largest set with jokers": (
        lambda p: p.largest_set(wild={1, 2}),
        lambda s: max([s.count(f) for f in s if f > 2 or f < 1], default=0) + s.count(1) + s.count(2),
    ),
    "widest set": (Pool.widest_set, lambda s: max((s.count(face), face) for face in s)),
    "best set": (Pool.best_set_sum, lambda s: max(s.count(face) * face for face in s)),
    "counts": (lambda p: p.counts({5, 4}, {4, 1}), lambda s: (s.count(5) + s.count(4), s.count(4) + s.count(1))),
    "one count": (lambda p: p.counts({3}), lambda s: s.count(3)),
    "worth": (lambda p: p.total_of(lambda face: face % 3), lambda s: sum(face % 3 for face in s)),
    "missing": (
        lambda p: p.missing({1: 1, 3: 2}),
        lambda s: 3 - min(1, s.count(1)) - min(2, s.count(3)),
    ),
    "own question": (
        lambda p: p.law((), lambda state, face, many: ((*state, face) if many == 1 else state, 0), rising=True),
        lambda s: tuple(sorted(face for face in s if s.count(face) == 1)),
    ),
}


@pytest.mark.parametrize("name", ONE)
@settings(max_examples=15, deadline=None)
@given(lot=pools())
def test_what_is_asked_of_dice_and_cards_is_what_every_way_gives(name: str, lot: tuple[Pool, list[Way]]) -> None:
    question, twin = ONE[name]
    found, ways = lot
    assert question(found) == every(ways, twin)


@settings(max_examples=40, deadline=None)
@given(
    faces=st.lists(st.integers(-1, 5), min_size=1, max_size=4),
    number=st.integers(1, 4),
    wild=st.sets(st.integers(-1, 5)),
)
def test_a_straight_with_jokers_is_the_best_they_can_stand_for(faces: list[int], number: int, wild: set[int]) -> None:
    ways = [(shown, 1) for shown in product(faces, repeat=number)]
    found = pool(number, die(faces)).straight(wild=wild)
    assert found == every(ways, lambda shown: with_wild(shown, wild, faces))


BOTH: dict[str, tuple[Callable[[Pool, Pool], Pool], Callable[[Counter[int], Counter[int]], Counter[int]]]] = {
    "+": (lambda a, b: a + b, lambda a, b: a + b),
    "-": (lambda a, b: a - b, lambda a, b: a - b),
    "&": (lambda a, b: a & b, lambda a, b: a & b),
    "|": (lambda a, b: a | b, lambda a, b: a | b),
    "unlike": (Pool.unlike, lambda a, b: Counter({face: n for face, n in a.items() if face not in b})),
}


@pytest.mark.parametrize("name", BOTH)
@settings(max_examples=15, deadline=None)
@given(first=pools().filter(lambda lot: len(lot[1]) < 200), second=lots().filter(lambda lot: len(lot[1]) < 20))
def test_pools_with_pools_are_multisets(name: str, first: Any, second: Any) -> None:
    join, twin = BOTH[name]
    ways = [((a, b), v * w) for a, v in first[1] for b, w in second[1]]

    def left(both: Any) -> list[int]:
        return sorted(twin(Counter(both[0]), Counter(both[1])).elements(), reverse=True)

    found = join(first[0], second[0])
    assert found.size() == every(ways, lambda both: len(left(both)))
    assert found.highest() == every(ways, lambda both: (left(both) or [0])[0])
    assert found.spread() == every(ways, lambda both: left(both)[0] - left(both)[-1] if left(both) else 0)


@settings(max_examples=25, deadline=None)
@given(cards=st.dictionaries(st.integers(0, 3), st.integers(1, 3), min_size=1, max_size=3), number=st.integers(0, 3))
def test_a_hand_card_by_card_is_the_hand_at_once(cards: dict[int, int], number: int) -> None:
    hand = Hand(cards, min(number, sum(cards.values())))
    asked = matching_dice.sizes_of_sets([hand, (step_of(d(2)), 1)])
    assert law_of(asked.plain()) == law_of(asked)
    against = opposing_dice.sorted_pairs([hand], [(step_of(d(2)), 2)], "won")
    assert law_of(against.plain()) == law_of(against)


def test_hands_of_poker() -> None:
    ranks = deck(dict.fromkeys(range(2, 15), 4))
    sizes = ranks.deal(5).sizes_of_sets()
    ways = {(2,): 1098240, (2, 2): 123552, (3,): 54912, (3, 2): 3744, (4,): 624}
    assert {found: sizes[found] * comb(52, 5) for found in ways} == ways
    assert ranks.deal(5).straight()[5] == Fraction(9 * 4**5, comb(52, 5))

    def flush(state: Any, card: tuple[int, int], many: int) -> tuple[Any, int]:
        return (state if not many else card[1] if state in (None, card[1]) else "mixed"), 0

    whole = deck([(rank, suit) for rank in range(13) for suit in range(4)])
    of_one_suit = whole.deal(5).law(None, flush).chance(lambda suit: suit != "mixed")
    assert of_one_suit == Fraction(4 * comb(13, 5), comb(52, 5))
    assert deck(range(1, 53)).deal(7).sum().mean == Fraction(7 * 53, 2)
    assert ranks.deal(52).sum() == Distribution.constant(4 * sum(range(2, 15)))


vectors = st.lists(st.tuples(st.integers(-1, 2), st.integers(0, 2)), min_size=1, max_size=4)


@settings(max_examples=30, deadline=None)
@given(first=vectors, second=vectors, many=st.integers(1, 3), few=st.integers(-1, 2))
def test_symbols_are_added_up_kind_by_kind(first: Any, second: Any, many: int, few: int) -> None:
    sign = 1 if few >= 0 else -1
    rolls = product(*([first] * many + [second] * abs(few)))
    ways = [(roll, 1) for roll in rolls]

    def added(roll: Any) -> tuple[int, ...]:
        signed = [[part * (1 if place < many else sign) for part in face] for place, face in enumerate(roll)]
        return tuple(map(sum, zip(*signed, strict=True)))

    assert symbols((many, die(first)), (few, die(second))) == every(ways, added)
    if few >= 0:
        step = VectorSum(((step_of(die(first)), many), (step_of(die(second)), few)))
        assert law_of(step.plain()) == law_of(step)


def test_a_die_with_letters() -> None:
    good = symbol_die("sat", ["", "s", "ssa", "st", "-a"])
    assert dict(good) == dict.fromkeys([(0, 0, 0), (1, 0, 0), (2, 1, 0), (1, 0, 1), (0, -1, 0)], Fraction(1, 5))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda: pool(3, "d6"), "a pool is of dice such as d"),
        (lambda: deck({1: 2}).deal(3), "of a deck of 2 cards 0 to 2 are dealt, not 3"),
        (lambda: deck({1: -2}), "0 or more times"),
        (lambda: Hand({1: -2}, 1), "0 or more times, not -2"),
        (lambda: deck({}), "at least one card"),
        (lambda: (pool(2, d(6)) - pool(1, d(6))).in_pairs(pool(1, d(6))), "in order against"),
        (lambda: pool(3, d(6)).highest(4), "of 3 dice 0 to 3 can be kept, not 4"),
        (lambda: deck({"a": 1, "b": 1}).deal(1).highest(), "'[ab]' is high or low"),
        (lambda: pool(2, d(6)).ranks([3]), "ranks of 2 dice"),
        (lambda: symbol_die("s", ["x"]), "the symbol 'x', and the kinds are s"),
        (lambda: symbols((1, d(6))), "each of its faces is a tuple of counts"),
        (lambda: symbols(), "at least one die"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(asked: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError, match=said) as refused:
        asked()
    assert "\n" not in str(refused.value)


def test_what_is_too_large_is_refused_before_it_is_computed() -> None:
    wide = die([(k, k * k % 997) for k in range(1000)])
    with pytest.raises(TooLarge):
        symbols((1000, wide))
    with pytest.raises(TooLarge):
        (pool(60, d(1000)) + pool(60, d(999))).sizes_of_sets()


def test_sums_that_spread_far_are_refused_before_they_do(monkeypatch: pytest.MonkeyPatch) -> None:
    swept: list[Any] = []
    sweep = FaceByFace._sweep

    def noted(question: FaceByFace, waiting: Any, ended: Any, face: Any, *rest: Any) -> Any:
        swept.append(face)
        return sweep(question, waiting, ended, face, *rest)

    monkeypatch.setattr(FaceByFace, "_sweep", noted)
    with pytest.raises(TooLarge, match="steps") as refusal:
        pool(120, d(20)).kept_and_dropped(60)
    # Nothing was spent on it, so what else is asked may be answered.
    assert refusal.value.budget is None
    # Of the highest face every die adds the same; with the next the sums would lie far apart.
    assert swept == [20]
    with pytest.raises(TooLarge, match="122,605,512,120 bytes"):
        pool(12, d(20)).counts(*({face} for face in range(1, 21)))
    assert swept == [20]


@pytest.mark.parametrize(
    ("number", "groups"), [(30, ({1}, {2, 3}, {6})), (25, ({1}, {7}, {2, 3, 4, 5, 6})), (12, ({1}, {2}, {3}, {4}))]
)
def test_counts_of_equal_dice_are_those_asked_face_by_face(number: int, groups: tuple[set[int], ...]) -> None:
    step: Any = dice_questions.counts_of([(faces("d6", 6), number)], groups)
    assert not isinstance(step, FaceByFace)
    assert law_of(step) == law_of(step.asked)
    assert list(law_of(step)) == sorted(law_of(step))


def test_counts_of_many_equal_dice_are_far_from_the_bound() -> None:
    reader = LawReader()
    law = reader.distribution(dice_questions.counts_of([(faces("d20", 20), 80)], [{1}, {2}, {3}]))
    assert len(law) == comb(83, 3)
    assert reader.budget.spent < 10 * len(law)


def test_counts_of_many_groups_are_those_of_every_way_to_share_out_the_dice() -> None:
    law = pool(4, d(20)).counts(*({face} for face in range(1, 21)))
    assert len(law) == comb(23, 4)
    for counts, chance in law.items():
        assert chance == Fraction(factorial(4), prod(map(factorial, counts)) * 20**4)
    # Two hundred dice, most of which show none of the faces.
    few = pool(200, d(20)).counts({1}, {2, 3})
    assert few[7, 30] == Fraction(comb(200, 7) * comb(193, 30) * 2**30 * 17**163, 20**200)
    three = pool(30, d(20)).counts({1}, {1, 2}, {20})
    assert three[2, 5, 1] == Fraction(comb(30, 2) * comb(28, 3) * comb(25, 1) * 17**24, 20**30)


@pytest.mark.parametrize("most", [0, 10_000])
@settings(max_examples=40, deadline=None)
@given(found=pools(), groups=st.lists(st.sets(st.integers(-1, 5)), min_size=2, max_size=4))
def test_counts_of_groups_against_every_roll(most: int, found: tuple[Pool, list[Way]], groups: list[set[int]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dice_questions, "_MOST_PLACES", most)
        asked, ways = found
        assert asked.counts(*groups) == every(ways, lambda shown: tuple(sum(f in g for f in shown) for g in groups))
        other = pool(2, d(3))
        less = asked - other
        taken = [
            (tuple((Counter(shown) - Counter(gone)).elements()), weight)
            for shown, weight in ways
            for gone in product((1, 2, 3), repeat=2)
        ]
        assert less.counts(*groups) == every(taken, lambda shown: tuple(sum(f in g for f in shown) for g in groups))


def test_many_dice_at_once() -> None:
    assert pool(11, d(6)).in_pairs(pool(11, d(6))).mean == pool(11, d(6)).in_pairs(pool(11, d(6)), "lost").mean
    assert pool(10, d(10)).highest(5)[50] == pool(10, d(10)).counts({10}).at_least(5)


@settings(max_examples=40, deadline=None)
@given(
    faces=st.lists(st.integers(0, 5), min_size=1, max_size=4),
    number=st.integers(1, 3),
    wild=st.sets(st.integers(0, 5), min_size=1),
    others=st.lists(st.integers(-1, 6), min_size=1, max_size=3),
)
def test_jokers_stand_for_no_face_that_only_dice_taken_against_have(
    faces: list[int], number: int, wild: set[int], others: list[int]
) -> None:
    ways = [(shown, 1) for shown in product(product(faces, repeat=number), others)]

    def left(both: tuple[tuple[int, ...], int]) -> int:
        return with_wild(tuple(face for face in both[0] if face != both[1]), wild, faces)

    found = pool(number, die(faces)).unlike(pool(1, die(others))).straight(wild=wild)
    assert found == every(ways, left)
