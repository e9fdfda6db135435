"""What was found, kept by what was read on the way to it.

What a rule reads decides what it gives, and what it reads next depends on what it read before: so what was found is
kept by what was read on the way to it, in that order.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, Protocol, TypeVar

from probcalc.analysis.sweeps.recording import Parts, Read

F = TypeVar("F")


class Step(Protocol):
    """What is asked of the parts of a scenario on the way to what is found."""

    @property
    def reads(self) -> Iterable[Read]:
        """All that is ever read for it."""

    def of(self, parts: Parts) -> Any:
        """What is said of other parts, as a key; None where that is not known."""


class _Way(Generic[F]):
    """A stretch of the way: steps that all have led one way so far, and then what was found, or where it parts.

    One object stands for many steps, as most ways go on alone once they have parted from all others.
    """

    __slots__ = ("found", "keys", "next", "parts_at", "steps")

    def __init__(self, steps: tuple[Step, ...], keys: tuple[Any, ...], found: tuple[F] | None) -> None:
        self.steps, self.keys, self.found = steps, keys, found
        self.parts_at: Step | None = None
        self.next: dict[Any, _Way[F]] = {}

    def part(self, place: int, key: Any, other: _Way[F]) -> None:
        """Let another way leave this one at a place, where this has gone on by its own key."""
        rest: _Way[F] = _Way(self.steps[place + 1 :], self.keys[place + 1 :], self.found)
        rest.parts_at, rest.next = self.parts_at, self.next
        self.parts_at, self.next = self.steps[place], {self.keys[place]: rest, key: other}
        self.steps, self.keys, self.found = self.steps[:place], self.keys[:place], None


class Ways(Generic[F]):
    """What was found, by what was read on the way to it.

    >>> from probcalc.analysis.sweeps.recording import Read, parts_of
    >>> from probcalc.scenarios.registry import scenario
    >>> parts = parts_of(scenario("chronopia.armour")(damage=11))
    >>> ways = Ways()
    >>> ways.keep([Read("", "damage")], parts, "eleven"), ways.look_up(parts)
    (1, ('eleven',))
    >>> ways.look_up(parts_of(scenario("chronopia.armour")(damage=12))) is None
    True
    """

    def __init__(self) -> None:
        self._start: _Way[F] | None = None

    def look_up(self, parts: Parts, steps: list[Step] | None = None) -> tuple[F] | None:
        """What was found for parts in which the same is read, and by which steps; None where that is not known."""
        way = self._start
        while way is not None:
            for step, key in zip(way.steps, way.keys, strict=True):
                if step.of(parts) != key:
                    return None
            if steps is not None:
                steps += way.steps
            if way.parts_at is None:
                return way.found
            if steps is not None:
                steps.append(way.parts_at)
            way = way.next.get(way.parts_at.of(parts))
        return None

    def keep(self, steps: Iterable[Step], parts: Parts, found: F) -> int:
        """Keep what was found by these steps; how many of them are new."""
        listed = tuple(dict.fromkeys(steps))
        keys = tuple([step.of(parts) for step in listed])
        if None in keys:
            return 0
        way, at = self._start, 0
        if way is None:
            self._start = _Way(listed, keys, (found,))
            return len(listed)
        while True:
            for place, step in enumerate(way.steps):
                if at == len(listed) or step != listed[at]:
                    # Read in another order than before, as by way of a set: another way cannot be told from this one.
                    return 0
                if way.keys[place] != keys[at]:
                    way.part(place, keys[at], _Way(listed[at + 1 :], keys[at + 1 :], (found,)))
                    return len(listed) - at
                at += 1
            if at == len(listed) or way.parts_at != listed[at]:
                if at == len(listed) and way.parts_at is None:
                    way.found = (found,)
                return 0
            after = way.next.get(keys[at])
            at += 1
            if after is None:
                way.next[keys[at - 1]] = _Way(listed[at:], keys[at:], (found,))
                return len(listed) - at + 1
            way = after
