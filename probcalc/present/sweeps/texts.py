"""Blocks of a sweep as lines of text: comma separated values, and JSON lines."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import compress, product

from probcalc.analysis.sweeps.filling import Block, Column
from probcalc.present.csv_text import csv_lines
from probcalc.present.decimals import nearest_numbers
from probcalc.present.sweeps.columns import Columns, quotient_text, value_in_column
from probcalc.scenarios.value_text import value_text


def csv_rows(block: Block) -> bytes:
    """The cells of a block, a line each; a cell without a number has nothing there.

    >>> block = Block(((1, 2),), [Column([(1, 2)], [0, -1])])
    >>> print(csv_rows(block).decode(), end="")
    1,1/2,0.5
    2,,
    """
    sides = [[csv_lines([[value_text(value)]]) for value in side] for side in block.values]
    return _lines("{}", ",", sides, [_texts(column, _csv_number) for column in block.columns], block)


def json_rows(block: Block, columns: Columns) -> bytes:
    """The cells of a block, an object on each line; a cell without a number has null there.

    >>> block = Block(((1, 2),), [Column([(1, 2)], [0, -1])])
    >>> print(json_rows(block, Columns((("cc", "integer"),), (("hit", "hit_decimal"),))).decode(), end="")
    {"cc": 1, "hit": "1/2", "hit_decimal": 0.5}
    {"cc": 2, "hit": null, "hit_decimal": null}
    """
    sides = [
        [f"{json.dumps(name)}: {json.dumps(value_in_column(value, kind))}" for value in side]
        for (name, kind), side in zip(columns.parameters, block.values, strict=True)
    ]
    numbers = [
        _texts(column, partial(_json_number, json.dumps(exact), json.dumps(decimal)))
        for column, (exact, decimal) in zip(block.columns, columns.numbers, strict=True)
    ]
    return _lines("{{{}}}", ", ", sides, numbers, block)


def _csv_number(exact: str | None, decimal: float | None) -> str:
    return f"{exact or ''},{'' if decimal is None else repr(decimal)}"


def _json_number(name: str, decimal_name: str, exact: str | None, decimal: float | None) -> str:
    return f"{name}: {json.dumps(exact)}, {decimal_name}: {json.dumps(decimal)}"


def _texts(column: Column, write: Callable[[str | None, float | None], str]) -> Iterable[str]:
    """The text of each cell's number, every different one written once."""
    exact = map(quotient_text, column.numbers)
    # A cell without a number has the place -1, which is the last.
    different = [*map(write, exact, nearest_numbers(column.numbers)), write(None, None)]
    places = column.places if isinstance(column.places, list) else column.places.tolist()
    return map(different.__getitem__, places)


def _lines(
    row: str, between: str, sides: Sequence[Sequence[str]], numbers: Iterable[Iterable[str]], block: Block
) -> bytes:
    """The wanted cells as lines."""
    before, after = row.format("\n").split("\n")
    cells = map(between.join, zip(map(between.join, product(*sides)), *numbers, strict=True))
    wanted = list(cells if block.chosen is None else compress(cells, block.chosen))
    return (before + f"{after}\n{before}".join(wanted) + f"{after}\n").encode() if wanted else b""
