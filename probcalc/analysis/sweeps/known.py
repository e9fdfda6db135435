"""What was found for parts of a scenario, kept by what was read of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Generic, TypeVar

from probcalc.analysis.sweeps.recording import Parts, Read
from probcalc.analysis.sweeps.ways import Step, Ways
from probcalc.scenarios.fields import Section

F = TypeVar("F")
MOST_KEPT = 200_000


class Known(Generic[F]):
    """What is known of cells: by what is ever read of each part at once, else by what was read one after the other.

    Of no more than so many cells and parts, `most`, anything is kept.

    >>> from probcalc.analysis.sweeps.recording import parts_of
    >>> from probcalc.scenarios.registry import scenario
    >>> known = Known()
    >>> known.keep([Read("", "damage")], parts_of(scenario("chronopia.armour")(damage=11)), "eleven")
    >>> known.look_up(parts_of(scenario("chronopia.armour")(damage=11, armour=3)))
    ('eleven',)
    """

    def __init__(self, most: int | None = None) -> None:
        self._most = MOST_KEPT if most is None else most
        self._ways: dict[type[Section], Ways[F]] = {}
        self._read: dict[str, list[Read]] = {}
        self._seen: set[Read] = set()
        self._classes: dict[int, tuple[int, Section]] = {}
        self._numbers: dict[Any, int] = {}
        self._found: dict[tuple[int, ...], tuple[F]] = {}
        self.kept = 0

    @property
    def reads(self) -> Collection[Read]:
        """All that was ever read."""
        return self._seen

    def look_up(self, parts: Parts) -> tuple[F] | None:
        """What was found for parts in which the same is read; None where that is not known."""
        found = self._found.get(self._key(parts))
        if found is None:
            ways, steps = self._ways.get(type(parts[""])), list[Step]()
            found = None if ways is None else ways.look_up(parts, steps)
            if found is not None:
                self.note(steps)
                self._found[self._key(parts)] = found
        return found

    def keep(self, steps: Sequence[Step], parts: Parts, found: F) -> None:
        """Keep what was found for parts by what was read of them."""
        if self.kept > self._most:
            self._forget_ways()
        self.kept += self._ways.setdefault(type(parts[""]), Ways()).keep(steps, parts, found)
        self.note(steps)
        self._found[self._key(parts)] = (found,)

    def note(self, steps: Iterable[Step]) -> None:
        """Count what is read for these steps among all that is ever read."""
        seen = self._seen
        new = [read for step in steps for read in step.reads if read not in seen]
        if new:
            for read in dict.fromkeys(new):
                seen.add(read)
                self._read.setdefault(read.part, []).append(read)
            # More counts now: what looked alike may not be.
            self._forget()

    def clear(self) -> None:
        """Forget what was found; what was ever read is known on."""
        self._forget_ways()
        self._forget()

    def _forget_ways(self) -> None:
        self._ways.clear()
        self.kept = 0

    def _key(self, parts: Parts) -> tuple[int, ...]:
        if len(self._classes) > self._most or len(self._found) > self._most:
            self._forget()
        classes = self._classes
        try:
            return tuple([classes[id(part)][0] for part in parts.values()])
        except KeyError:
            return tuple([self._class_of(name, part) for name, part in parts.items()])

    def _class_of(self, name: str, part: Section) -> int:
        """A number for all that was ever read of a part, as it is in this one."""
        one = {name: part}
        said = type(part), *(read.of(one) for read in self._read.get(name, ()))
        number = self._numbers.setdefault(said, len(self._numbers))
        # The part is kept beside it, so that its identity is not taken over.
        self._classes[id(part)] = number, part
        return number

    def _forget(self) -> None:
        """Forget what parts are alike."""
        self._classes.clear()
        self._numbers.clear()
        self._found.clear()
