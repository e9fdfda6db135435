"""Nodes with several numbers at once: dice with symbols, cards that are drawn, and dice split into two sums."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from probcalc.notation.nodes import Dices, Node


@dataclass(frozen=True, slots=True)
class SymbolDie:
    """A die with symbols: the letters of its kinds, and on every face how many of each."""

    kinds: tuple[str, ...]
    faces: tuple[tuple[int, ...], ...]
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Deal:
    """So many cards drawn from a deck without putting any back: numbers, or letters that are counted like symbols.

    `cards` holds each with how many there are of it.
    """

    count: int
    cards: tuple[tuple[int | str, int], ...]
    at: int = field(default=0, compare=False)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The letters of its cards; none where they are numbers."""
        return tuple(card for card, _ in self.cards if isinstance(card, str))


@dataclass(frozen=True, slots=True)
class Split:
    """Dice of which so many are kept: the sum of those, k, and of the others, l."""

    dice: Dices
    number: int
    lowest: bool
    at: int = field(default=0, compare=False)


KEPT_AND_LEFT = ("k", "l")
"""The letters for the sum of the dice that are kept, and of those that are left."""


@dataclass(frozen=True, slots=True)
class With:
    """A roll of symbols, and a roll in which each of its letters stands for how many there are."""

    symbols: Node
    body: Node
    at: int = field(default=0, compare=False)
