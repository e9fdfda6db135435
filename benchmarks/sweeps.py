"""Sweeps: one question for thousands of parameters."""

from __future__ import annotations

from itertools import product
from math import comb, gcd
from typing import Any

from benchmarks.measuring import Work, shares
from probcalc.exact.law.distribution import Distribution

CELLS = tuple(product(range(1, 6), range(1, 6), range(1, 7)))
DICE = range(1, 41)


def sweep() -> Any:
    """Wounds of 1 to 40 dice, for every number of faces that hit, injure and are not saved."""
    known: dict[Distribution, list[Distribution]] = {}
    found = []
    for h, i, s in CELLS:
        law = Distribution.from_weights({0: 216 - h * i * s, 1: h * i * s})
        if law not in known:
            known[law] = law.repeats(DICE)
        found += known[law]
    return found


def plain_sweep() -> Any:
    rows = [[comb(n, k) for k in range(n + 1)] for n in range(41)]
    known: dict[tuple[int, int], list[list[int]]] = {}
    found = []
    for h, i, s in CELLS:
        hit = h * i * s
        common = gcd(hit, 216)
        pair = hit // common, 216 // common
        if pair not in known:
            p, q = pair[0], pair[1] - pair[0]
            ps, qs = [p**k for k in range(41)], [q**k for k in range(41)]
            known[pair] = [[c * x * y for c, x, y in zip(rows[n], ps, qs[n::-1], strict=False)] for n in DICE]
        found += known[pair]
    return found


def icepool_sweep() -> Any:
    from icepool import coin

    found = []
    for h, i, s in CELLS:
        one = coin(h * i * s, 216)
        found += [(n @ one).quantities() for n in DICE]
    return found


def dyce_sweep() -> Any:
    from dyce import H

    found = []
    for h, i, s in CELLS:
        one = H({0: 216 - h * i * s, 1: h * i * s}).lowest_terms()
        found += [list((n @ one).values()) for n in DICE]
    return found


def _rows(answer: Any) -> Any:
    return [shares(list(cell.weights.values()) if isinstance(cell, Distribution) else cell) for cell in answer]


WORKS = (
    Work(
        "W8",
        "6,000 cells: hit x injure x save x 1 to 40 dice",
        sweep,
        4.4,
        plain_sweep,
        {"icepool": icepool_sweep, "dyce": dyce_sweep},
        {"Lea": 1050},
        times=2,
        normal=_rows,
    ),
)
