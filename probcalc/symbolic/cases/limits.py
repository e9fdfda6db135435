"""What an exploration may take: how many cases, how many steps, and until when it may still be refused."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import sqrt
from random import Random
from typing import NamedTuple

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.errors import ProbcalcError
from probcalc.symbolic.cases.boxes import Box
from probcalc.symbolic.cases.waiting import Waiting
from probcalc.symbolic.counts.needs import NeedsValue

MOST_CASES = 2000
MOST_STEPS = 20_000_000
EACH = 3_000
"""In steps: what is counted for each part, whatever is computed in it."""
_JUDGED_AT = 3_000_000
"""In steps, not quite a second: what is not foreseen to be too much by then may take a little more than the bound."""
_LITTLE_MORE = 1.5
_LATE = 4_000_000
"""In steps: what is found to be too much by then is refused; later what was read is kept and the rest left out."""
_PROBED_AT, PROBED = 1_500_000, 1_000_000
"""In steps: when the wide parts that are left are probed, and what that may take beside the bound."""
_DOUBT, _SMALL_DOUBT = 3, 1
_FAR = 2


class TooManyCases(ProbcalcError, ValueError):
    """A question that falls into more cases than the bounds allow; the message says which of them."""


class Work:
    """The steps taken so far: those of the readings, and a few for each."""

    def __init__(self, spent: Callable[[], int]) -> None:
        self._spent, self._before, self._parts = spent, spent(), 0
        self.is_probed = False
        self.foretold = 0

    def begin(self) -> None:
        """Another part is read."""
        self._parts += 1

    def probe(self, read: Callable[[], bool]) -> Probe:
        """Read something that is not counted, and say what it took."""
        before = self._spent()
        is_case = read()
        taken = self._spent() - before
        self._before += taken
        return Probe(taken + EACH, is_case)

    @property
    def steps(self) -> int:
        """How many there were."""
        return self._spent() - self._before + EACH * self._parts


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of one exploration, and how it looks ahead."""

    most: int
    steps: int
    watch: Callable[[], None] | None = None
    aside: Callable[[Box], object] | None = None
    least: Callable[[Box], int] | None = None
    partly: bool = False

    def check(self, cases: int, spent: int) -> None:
        """Refuse more cases than there may be, and what has taken too long."""
        if self.watch is not None:
            self.watch()
        if cases > self.most:
            raise TooManyCases(f"more than {self.most:,} cases")
        if spent > (_LITTLE_MORE if spent > _JUDGED_AT else 1) * self.steps:
            raise TooManyCases(f"more than {self.steps:,} steps, with {cases:,} cases so far")

    def is_kept(self, work: Work, cases: int) -> bool:
        """Whether so much was read, and some case found, that it is better kept than refused."""
        return self.partly and cases > 0 and work.steps > _LATE

    def look_ahead(self, done: int, work: Work, before: int, waiting: Waiting, refusal: type[Exception]) -> None:
        """Refuse what shows that it will be too much, after a part before which so many steps were taken."""
        if (likely := done + waiting.parts()) > _FAR * self.most:
            raise TooManyCases(f"more than {self.most:,} cases (about {likely:,})")
        self.foresee(done + len(waiting), work.steps, before, *waiting.ahead())
        if not work.is_probed and work.steps >= _PROBED_AT:
            work.is_probed = True
            self.probe(done, work, waiting, refusal)

    def foresee(self, cases: int, spent: int, before: int, ahead: float, samples: float) -> None:
        """Refuse what will clearly take too long: with every sample of what a part takes there is less doubt.

        Judged once with little doubt, when `spent` comes to the mark, and before and after it with more.
        """
        is_judged = before < _JUDGED_AT <= spent
        doubt = 1 + (_SMALL_DOUBT if is_judged else _DOUBT) / max(1.0, samples)
        if spent + ahead > doubt * self.steps * (_LITTLE_MORE if before >= _JUDGED_AT else 1):
            raise TooManyCases(f"about {int(spent + ahead):,} steps for {cases:,} cases (limit {self.steps:,})")

    def foretell(self, work: Work, part: Box, cases: int, refusal: type[Exception]) -> None:
        """Refuse parts of which it is known before they are read that together they take too long."""
        if self.least is None:
            return
        try:
            work.foretold += self.least(part)
        except (NeedsValue, refusal):
            return
        if work.foretold > _LITTLE_MORE * self.steps:
            raise TooManyCases(f"at least {work.foretold:,} steps for {cases:,} cases (limit {self.steps:,})")

    def probe(self, done: int, work: Work, waiting: Waiting, refusal: type[Exception]) -> None:
        """Refuse what will clearly fall into too many parts one by one, as a few pairs of neighbouring points show."""
        wide, read = waiting.wide, self.aside
        if not wide or read is None:
            return

        def is_case(part: Box) -> bool:
            if self.watch is not None:
                self.watch()
            try:
                read(part)
            except (NeedsValue, TooLarge):
                return False
            except refusal:
                pass
            return True

        ahead = foreseen(wide, lambda part: work.probe(lambda: is_case(part)), PROBED)
        cases, steps = done + len(waiting) - len(wide) + ahead.cases, work.steps + ahead.steps
        if steps > _LITTLE_MORE * self.steps:
            raise TooManyCases(f"about {steps:,} steps for {cases:,} cases (limit {self.steps:,})")
        if cases > _LITTLE_MORE * self.most:
            raise TooManyCases(f"more than {self.most:,} cases (about {cases:,})")


MOST_PROBES = 40
_GOLDEN = (sqrt(5) - 1) / 2


class Probe(NamedTuple):
    """What the reading of a few points took, and whether they are one case."""

    steps: int
    is_case: bool


class Foreseen(NamedTuple):
    """How many cases parts will fall into at the least, as far as probes can tell, and in how many steps."""

    cases: int
    steps: int


def foreseen(parts: Sequence[Box], read: Callable[[Box], Probe], most_steps: int) -> Foreseen:
    """What becomes of wide parts, from probes that take about so many steps.

    Two neighbours that differ are two cases. The probes lie evenly among all neighbours along one parameter; from what
    they say on the average one standard error is taken away.

    >>> parts = [Box({"n": range(1, 1001)})]
    >>> foreseen(parts, lambda box: Probe(10, is_case=box.is_fixed() or box.sides["n"][0] > 500), 10_000)
    Foreseen(cases=409, steps=8181)
    """
    draw = Random(0)
    lines = [(part, name, pairs) for part in parts for name, pairs in _lines(part)]
    ends = list(accumulate(pairs for _, _, pairs in lines))
    # One that takes nothing and says nothing is put to them, so that a few alike are not taken for all.
    divided: list[int] = [False]
    steps: list[int] = [0]
    while len(steps) <= MOST_PROBES and sum(steps) < most_steps:
        at = int(len(steps) * _GOLDEN % 1 * ends[-1])
        part, name, pairs = lines[bisect_right(ends, at)]
        along = (at - ends[bisect_right(ends, at)] + pairs) * (len(part.sides[name]) - 1) // pairs
        pair = _pair(draw, part, name, along)
        # A line beside the part, which sums of parameters bound, meets no case.
        probe = read(pair) if pair.is_possible() else Probe(0, is_case=True)
        # What is divided is read once more, one after the other.
        alone = 0 if probe.is_case else read(pair.with_side(name, pair.sides[name][:1])).steps
        divided.append(not probe.is_case)
        steps.append(probe.steps + alone)
    parted = [taken * is_divided for taken, is_divided in zip(steps, divided, strict=True)]
    return Foreseen(
        len(parts) + int(ends[-1] * _at_least(divided)),
        int(len(parts) * sum(steps) / len(steps) + ends[-1] * _at_least(parted)),
    )


def _lines(part: Box) -> list[tuple[str, int]]:
    """The parameters with several values, and along each the neighbours that count.

    A case that is cut off aslant is met along every parameter, and counts once.
    """
    several = [name for name, side in part.parameters.items() if len(side) > 1]
    return [(name, max(1, (len(part.sides[name]) - 1) // (len(several) if part.sums else 1))) for name in several]


def _pair(draw: Random, part: Box, axis: str, along: int) -> Box:
    """Two neighbouring points along one parameter."""
    sides = {
        name: side if name in part.sums else side[at : at + 1]
        for name, side in part.sides.items()
        for at in [draw.randrange(len(side))]
    }
    return Box({**sides, axis: part.sides[axis][along : along + 2]}, part.sums)


def _at_least(found: Sequence[int]) -> float:
    mean = sum(found) / len(found)
    variance = sum((one - mean) ** 2 for one in found) / (len(found) - 1)
    return max(0.0, mean - sqrt(variance / len(found)))
