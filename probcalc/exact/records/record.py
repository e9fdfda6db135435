"""`Record`: the fields of a play that are results, each a tree or an event of its own, and any of them together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.joint import ReadOff
from probcalc.exact.records.fields import Fields, Memo
from probcalc.exact.records.rows import on_outcome, picker
from probcalc.exact.tree.steps import Event, Tree


class _Changed(Fields):
    """A play whose trees are changed when they are asked for."""

    __slots__ = ("change", "is_one_step", "is_whole", "play")

    def __init__(self, play: Fields, change: Callable[[Any], Any]) -> None:
        self.play, self.change = play, change
        self.is_whole, self.is_one_step = play.is_whole, play.is_one_step

    def only(self, *names: str, memo: Memo | None = None) -> Tree:
        changed: Tree = self.change(self.play.only(*names, memo=memo))
        return changed

    def read(self, name: str, memo: Memo | None = None) -> Tree | Event:
        changed: Tree | Event = self.change(self.play.read(name, memo))
        return changed

    def is_event(self, name: str) -> bool:
        return self.play.is_event(name)

    def reads(self, name: str) -> tuple[tuple[str, ...], Callable[[Any], Any]]:
        return self.play.reads(name)

    def is_endless(self, name: str) -> bool:
        return self.play.is_endless(name)


class Record(Mapping[str, Any]):
    """Results by name, made when they are asked for; those that are fields of a play have a joint law.

    What is shown beside is put before or after them with `|`.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> from probcalc.exact.readings.law import law_of
    >>> from probcalc.exact.records.play import Play
    >>> play = Play().roll(band=roll_under("Hit", 6, 2)).also(wounds=lambda band: 2 * (band == "success"))
    >>> record = {"models": 3} | play.happens(hurt=lambda wounds: wounds > 0).record("wounds", "hurt")
    >>> list(record), law_of(record["wounds"]), law_of(record.only("wounds", "hurt"))
    (['models', 'wounds', 'hurt'], Distribution(0: 2/3, 2: 1/3), Distribution((0, 0): 2/3, (2, 1): 1/3))
    """

    __slots__ = ("_memo", "_results", "fields", "play")

    def __init__(self, play: Fields, fields: Mapping[str, str], shown: Mapping[str, Any] | None = None) -> None:
        self.play, self.fields = play, fields
        self._memo = Memo()
        self._results: dict[str, Any] = dict.fromkeys(fields) if shown is None else dict(shown)

    def __getitem__(self, name: str) -> Any:
        found = self._results[name]
        if found is None and name in self.fields:
            found = self._results[name] = self.play.read(self.fields[name], self._memo)
        return found

    def is_event(self, name: str) -> bool:
        """Whether a result happens or not; of one that is a field no tree is made for that."""
        return self.play.is_event(self.fields[name]) if name in self.fields else isinstance(self[name], Event)

    def __iter__(self) -> Iterator[str]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)

    def __or__(self, other: Mapping[str, Any]) -> Record:
        """The same record with what is shown after it, or in the place of a result of that name."""
        fields = {name: field for name, field in self.fields.items() if name not in other}
        return Record(self.play, fields, {**self._results, **other})

    def __ror__(self, other: Mapping[str, Any]) -> Record:
        """The same record with what is shown before it."""
        return Record(self.play, self.fields, {**other, **self._results})

    def in_the_order(self, names: Iterable[str]) -> Record:
        """The same record, its results in the order of these names, of which some may be none of its results."""
        return Record(self.play, self.fields, {name: self._results[name] for name in names if name in self._results})

    def changed(self, change: Callable[[Any], Any]) -> Record:
        """The same record, every tree and event of it changed."""
        shown = {name: None if name in self.fields else change(found) for name, found in self._results.items()}
        return Record(_Changed(self.play, change), self.fields, shown)

    def reading(self, wanted: Collection[str]) -> Record:
        """The same record where no other results are read: nothing is kept together for the sake of those."""
        record = Record(self.play, self.fields, self._results)
        record._memo = Memo(frozenset([field for name, field in self.fields.items() if name in wanted]))
        return record

    def forget(self) -> None:
        """Forget the trees that were made: what is asked for again is made again.

        They hold each other in a circle, and there are thousands of records in a sweep.
        """
        self._memo.clear()
        self._results.update({name: None for name in self._results if name in self.fields})

    def only(self, *names: str) -> Tree:
        """A tree whose outcome is the result of that name, or a tuple of several; 1 for what happens, else 0."""
        return self.play.only(*[self.fields[name] for name in names], memo=self._memo)

    def law_where(
        self, name: str, known: Sequence[str], holds: Callable[[Mapping[str, Any]], bool]
    ) -> Distribution | None:
        """The law of an endless result where a condition holds of others; None of any other, or if it is unknown."""
        if name not in self.fields or not self.play.is_endless(self.fields[name]):
            return None
        fields = [self.fields[each] for each in known]
        return self.play.law_where(
            self.fields[name], fields, lambda values: holds(dict(zip(known, values, strict=True)))
        )

    def read_off(self, *names: str) -> tuple[ReadOff, ...]:
        """Several results that one play decides, each as it is read off the outcomes of one tree of what they need."""
        asked = [self.play.reads(self.fields[name]) for name in names]
        # In this order the fields of a play are no other tree.
        row = tuple(sorted({field for fields, _ in asked for field in fields}))
        tree = self.play.only(*row, memo=self._memo)
        seen = [None if fields == row else on_outcome(row, picker(row, fields)) for fields, _ in asked]
        return tuple([ReadOff(tree, read, see) for (_, read), see in zip(asked, seen, strict=True)])
