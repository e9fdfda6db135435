"""Probes: a few pairs of neighbouring points that show into how many cases wide parts will fall, before they do."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate
from math import sqrt
from random import Random
from typing import NamedTuple

from probcalc.symbolic.cases.boxes import Box

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
        probe = read(pair) if pair.possible() else Probe(0, is_case=True)
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
