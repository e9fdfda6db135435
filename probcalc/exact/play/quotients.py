"""A play with the states made one that lead alike."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from probcalc.exact.kernels.weights import gather
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.play.chains import AbsorbingChain
from probcalc.exact.play.equations import lump_rows
from probcalc.exact.play.exploring import Graph
from probcalc.exact.tree.reader import Reader


def lump_play(play: Graph, label: Callable[[int], Hashable], reader: Reader) -> AbsorbingChain:
    """The play on blocks of states that lead alike to ends of one label.

    A state of the new play is the number of the first state of its block.
    """
    states = range(len(play.states))
    rows, totals = list(map(play.row, states)), list(map(play.whole, states))
    labels = [("over", label(i)) if play.steps[i] is None else "on" for i in states]
    blocks = lump_rows(totals, rows, labels)
    first: dict[int, int] = {}
    for i, block in enumerate(blocks):
        first.setdefault(block, i)
    place = [first[block] for block in blocks]

    def law(weights: dict[int, Any]) -> dict[int, int]:
        return gather([place[i] for i in weights], weights.values())

    def step(state: int) -> Distribution:
        return Distribution._make_reduced(law(rows[state]), totals[state])

    return AbsorbingChain(reader, play.name, (law(play.start), play.total), step, lambda i: play.steps[i] is None)
