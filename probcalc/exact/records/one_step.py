"""Plays of one step: results that are read off its outcomes, and how rounds end, which are such a step.

Results belong together if the same object is left of each once all that only names, counts or asks of an outcome is
peeled off.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.joint import read_off
from probcalc.exact.records.fields import Fields, Memo
from probcalc.exact.records.record import Record
from probcalc.exact.rounds.ends import Ends
from probcalc.exact.rounds.rounds import Rounds
from probcalc.exact.tree.steps import Event, Known, Outcome, Tree

_WHOLE = ("",)
"""The field that is the outcome of the step as it is."""


class OneStep(Fields):
    """Results that are read off the outcomes of one step, by name.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> from probcalc.exact.readings.law import law_of
    >>> roll = roll_under("Hit", 20, 9, critical=2)
    >>> play = OneStep({"hits": roll.count("critical", "success"), "critical": roll.among("critical")})
    >>> law_of(play.only("hits", "critical")), play.is_event("hits")
    (Distribution((0, 0): 11/20, (1, 0): 7/20, (1, 1): 1/10), False)
    """

    __slots__ = ("results", "seen")
    is_whole = is_one_step = True

    def __init__(self, results: Mapping[str, Tree | Event]) -> None:
        self.results = results
        self.seen = {name: read_off(result) for name, result in results.items()}

    def only(self, *names: str, memo: Memo | None = None) -> Tree:
        """The step with these results of its outcomes."""
        if names == _WHOLE:
            return next(iter(self.seen.values())).source
        reads = [self.seen[name] for name in names]
        if len(reads) == 1:
            return reads[0].source.map(reads[0].read)
        return reads[0].source.map(lambda outcome: tuple([each.read(outcome) for each in reads]))

    def read(self, name: str, memo: Memo | None = None) -> Tree | Event:
        """The result as it is."""
        return self.results[name]

    def is_event(self, name: str) -> bool:
        """Whether the result happens or not."""
        return isinstance(self.results[name], Event)

    def reads(self, name: str) -> tuple[tuple[str, ...], Callable[[Any], Any]]:
        """Each result is read off the outcome of the step as it is."""
        return _WHOLE, self.seen[name].read

    def record(self, *names: str) -> Record:
        """These results as a record."""
        return Record(self, {name: name for name in names})


class RoundsPlay(OneStep):
    """How rounds end: in which round by one name, by the others what is read off whatever is left then.

    Where they are played to the end and nobody asks in which round, they are not told apart.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> from probcalc.exact.readings.law import law_of
    >>> test = roll_under("Test", 6, 2)
    >>> falls = Rounds("Falls", 2, lambda left: test.count("failure").map(lambda lost: left - 1 - lost), None,
    ...                lambda left: left <= 0, lambda left: left)
    >>> record = RoundsPlay(falls, "turns", left=abs).record("turns", "left")
    >>> law_of(record["turns"]), law_of(record.reading(["left"])["left"])
    (Distribution(1: 2/3, 2: 1/3), Distribution(0: 7/9, 1: 2/9))
    """

    __slots__ = ("_ends",)

    def __init__(self, course: Rounds, round: str, **reads: Callable[[Any], Outcome]) -> None:
        def left(read: Callable[[Any], Outcome]) -> Tree:
            return course.map(lambda end: read(end[1]))

        super().__init__({round: course.map(lambda end: end[0])} | {name: left(read) for name, read in reads.items()})
        last = Ends(course) if course.rounds is None else None
        self._ends = {} if last is None else {name: last.map(read) for name, read in reads.items()}

    def read(self, name: str, memo: Memo | None = None) -> Tree | Event:
        """The result, of what is left alone where nothing else is read."""
        is_enough = memo is not None and memo.wanted is not None and memo.wanted <= self._ends.keys()
        return self._ends[name] if is_enough else self.results[name]


def plays_of(results: Mapping[str, Any]) -> dict[str, Record]:
    """The record of each result that is rolled: that of which it is a field, else one for all that one step decides.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> roll = roll_under("Hit", 20, 9, critical=2)
    >>> found = plays_of({"dice": 1, "hits": roll.count("critical", "success"), "critical": roll.among("critical")})
    >>> list(found), found["hits"] is found["critical"]
    (['hits', 'critical'], True)
    >>> [read.of("success") for read in found["hits"].read_off("hits", "critical")]
    [1, 0]
    """
    found: dict[str, Record] = {}
    if isinstance(results, Record) and not results.play.is_one_step:
        found = {name: results for name, field in results.fields.items() if not results.play.is_endless(field)}
    steps: dict[int, dict[str, Tree | Event]] = {}
    for name in [name for name in results if name not in found]:
        result = Known(results[name]) if isinstance(results[name], Distribution) else results[name]
        if isinstance(result, (Tree, Event)):
            steps.setdefault(id(read_off(result).source), {})[name] = result
    for step in steps.values():
        found |= dict.fromkeys(step, OneStep(step).record(*step))
    return {name: found[name] for name in results if name in found}
