"""Cards dealt from a deck, or tokens drawn from a bag, without putting them back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from math import comb
from typing import Any, TypeAlias

from probcalc.exact.errors import WrongValue
from probcalc.exact.tree.steps import Constant, Roll, Then, Tree

Contents: TypeAlias = "tuple[tuple[Any, int], ...]"
"""Cards with how many copies there are of each."""


@dataclass(frozen=True, slots=True)
class Hand:
    """So many cards of a deck: every set of `number` of its cards is equally likely.

    >>> Hand({"ace": 4, "other": 48}, 5).ways
    2598960

    Raises:
        ValueError: when a card is there a negative number of times, there is none, or fewer than are dealt.
    """

    cards: Mapping[Any, int]
    number: int

    def __post_init__(self) -> None:
        if any(copies < 0 for copies in self.cards.values()):
            raise WrongValue(f"a card is in a deck 0 or more times, not {min(self.cards.values())}")
        if not self.size:
            raise WrongValue("a deck has at least one card")
        if not 0 <= self.number <= self.size:
            raise WrongValue(f"of a deck of {self.size} cards 0 to {self.size} are dealt, not {self.number}")

    @property
    def size(self) -> int:
        """How many cards the deck has."""
        return sum(self.cards.values())

    @property
    def ways(self) -> int:
        """In how many ways the hand can be dealt, C(size, number)."""
        return comb(self.size, self.number)

    def one_by_one(self) -> Tree:
        """The same hand card after card; the outcome is the tuple of them, in the order in which they are dealt."""
        return _deal(tuple((card, copies) for card, copies in self.cards.items() if copies), self.number, ())

    def single(self) -> Tree:
        """One card of the deck."""
        return _card(tuple((card, copies) for card, copies in self.cards.items() if copies))


def _card(left: Contents) -> Roll:
    whole = sum(copies for _, copies in left)
    return Roll("Card", whole, dict(left), f"a deck of {whole}")


def _deal(left: Contents, number: int, hand: tuple[Any, ...]) -> Tree:
    if not number:
        return Constant(hand)
    return Then(_card(left), partial(_after, left, number, hand))


def _after(left: Contents, number: int, hand: tuple[Any, ...], card: Any) -> Tree:
    fewer = tuple((face, copies - (face == card)) for face, copies in left if copies > (face == card))
    return _deal(fewer, number - 1, (*hand, card))
