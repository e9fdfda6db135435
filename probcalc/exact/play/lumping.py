"""States that lead alike, found by refinement: the coarsest partition that what follows does not tell apart."""

from __future__ import annotations

from collections.abc import Hashable, Sequence


def lump(rows: Sequence[dict[int, int]], colours: Sequence[Hashable]) -> list[int]:
    """The block of each state; states of a block have one colour, and lead into each block with the same weight.

    Blocks split others by the weights that lead into them, and of the parts of a split block the largest splits no
    further (Valmari and Franceschinis, TACAS 2010): O(m log n).

    >>> lump([{1: 1, 2: 1}, {0: 2}, {0: 2}, {3: 2}], ["on", "on", "on", "on"])
    [0, 0, 0, 0]
    >>> lump([{1: 1, 2: 1}, {3: 2}, {3: 2}, {}], ["on", "on", "on", "end"])
    [2, 0, 0, 1]
    """
    before: list[list[tuple[int, int]]] = [[] for _ in rows]
    for i, row in enumerate(rows):
        for j, weight in row.items():
            before[j].append((i, weight))
    by_colour: dict[Hashable, list[int]] = {}
    for i, colour in enumerate(colours):
        by_colour.setdefault(colour, []).append(i)
    blocks = [set(members) for members in by_colour.values()]
    block_of = [0] * len(rows)
    for number, block in enumerate(blocks):
        for i in block:
            block_of[i] = number
    waiting = list(range(len(blocks)))
    while waiting:
        splitter = waiting.pop()
        into: dict[int, int] = {}
        for j in blocks[splitter]:
            for i, weight in before[j]:
                into[i] = into.get(i, 0) + weight
        touched: dict[int, dict[int, list[int]]] = {}
        for i, weight in into.items():
            touched.setdefault(block_of[i], {}).setdefault(weight, []).append(i)
        for number, parts in touched.items():
            for members in _split(blocks[number], list(parts.values())):
                waiting.append(len(blocks))
                for i in members:
                    block_of[i] = len(blocks)
                blocks.append(set(members))
    return block_of


def _split(block: set[int], parts: list[list[int]]) -> list[list[int]]:
    """What leaves a block, which keeps the largest of the parts that are led alike, or the rest that is not led."""
    rest = len(block) - sum(map(len, parts))
    parts.sort(key=len)
    if rest < len(parts[-1]):
        unled = list(block.difference(*parts)) if rest else []
        parts.pop()
        if unled:
            parts.append(unled)
    for members in parts:
        block.difference_update(members)
    return parts
