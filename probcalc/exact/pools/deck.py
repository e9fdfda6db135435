"""Cards in hand: `deck({...}).deal(5)`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from sys import maxsize
from typing import Any

from probcalc.exact.arguments import brief, require_whole
from probcalc.exact.budget.bounds import MAX_FACES, TooLarge
from probcalc.exact.budget.requirements import require_writable
from probcalc.exact.errors import WrongValue
from probcalc.exact.law.outcomes import count_outcomes
from probcalc.exact.pools.dice_pool import Pool
from probcalc.exact.pools.hands import Hand
from probcalc.exact.pools.on_table import OnTable


class Deck:
    """Cards, or tokens in a bag, with how many there are of each.

    >>> deck({1: 4, 2: 4}).deal(3)
    Pool of 3 dice or cards
    """

    __slots__ = ("cards",)

    def __init__(self, cards: Mapping[Any, int]) -> None:
        if not isinstance(cards, Mapping):
            raise WrongValue(f"a Deck is made of cards with the number of each, not of {brief(cards)}")
        self.cards = {card: require_whole("the number of copies of a card", n) for card, n in cards.items()}
        Hand(self.cards, 0)

    def __len__(self) -> int:
        number = sum(self.cards.values())
        if number > maxsize:
            raise TooLarge("the number of cards", number, maxsize, "cards")
        return number

    def __repr__(self) -> str:
        return f"Deck of {sum(self.cards.values())} cards"

    def deal(self, number: int) -> Pool:
        """A number of cards without putting any back.

        >>> deck({"ace": 4, "other": 48}).deal(5).counts({"ace"})[4]
        Fraction(1, 54145)

        Raises:
            ValueError: when there are not so many.
        """
        number = require_whole("the number of cards", number)
        return Pool(OnTable.of([Hand(self.cards, number)]))


def deck(cards: Mapping[Any, int] | Sequence[Any]) -> Deck:
    """A deck: cards with their number of copies, or a list that names a card once per copy.

    >>> deck([1, 1, 2]).deal(2).sum()
    Distribution(2: 1/3, 3: 2/3)

    Raises:
        ValueError: when a number of copies is negative or no whole number, or there is no card.
        TooLarge: when more than a million cards are listed.
    """
    if isinstance(cards, Mapping):
        return Deck(cards)
    if not isinstance(cards, Iterable):
        raise WrongValue(f"a deck is made of cards, or of cards with the number of each, not of {brief(cards)}")
    listed = count_outcomes(islice(cards, MAX_FACES + 1), "a card")
    require_writable("a deck", sum(listed.values()))
    return Deck(listed)
