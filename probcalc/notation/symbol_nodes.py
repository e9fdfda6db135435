"""Nodes with a number for each of several kinds: dice with symbols, and cards that are drawn."""

from __future__ import annotations

from dataclasses import dataclass, field


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
