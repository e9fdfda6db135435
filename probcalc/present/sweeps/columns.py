"""The columns of a sweep's file, one for each parameter that varies and two for each number, and its rows as text."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import compress, product
from typing import Literal, TypeAlias

from probcalc.analysis.sweeps.asked import Question
from probcalc.analysis.sweeps.axes import Axis
from probcalc.analysis.sweeps.filling import Block, Column
from probcalc.exact.numbers.numerals import integer_text
from probcalc.present.numbers.decimals import nearest_numbers
from probcalc.present.writing.csv_text import csv_lines
from probcalc.scenarios.value_text import value_text

_BETWEEN_WORDS = re.compile(r"(?<=\w)\s+(?=\w)")

ColumnType: TypeAlias = Literal["integer", "boolean", "text"]


@dataclass(frozen=True, slots=True)
class Columns:
    """The names and kinds of the columns, in order.

    Attributes:
        parameters: of each parameter that varies its name and kind.
        numbers: of each number the names of the column with its fraction and of that with its decimal.
    """

    parameters: tuple[tuple[str, ColumnType], ...]
    numbers: tuple[tuple[str, str], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """All names."""
        return (*(name for name, _ in self.parameters), *(name for pair in self.numbers for name in pair))


def columns_of(asked: Question) -> Columns:
    """The columns of a sweep; a result that is called like a parameter that varies is told apart.

    >>> from probcalc.analysis.sweeps.asked import question
    >>> columns_of(question("chronopia.melee", {}, ["wounds=1..3"], ["wounds"])).names
    ('wounds', 'result_wounds', 'result_wounds_decimal')
    """
    parameters = tuple((axis.parameter.name, kind_of(axis)) for axis in asked.axes)
    texts = ["".join(_BETWEEN_WORDS.sub("_", result.text).split()) for result in asked.results]
    names = [f"result_{text}" if text in asked.names else text for text in texts]
    return Columns(parameters, tuple((name, f"{name}_decimal") for name in names))


def kind_of(axis: Axis) -> ColumnType:
    """What the values of a parameter are in a column; numbers among which one is absent stay numbers."""
    if axis.parameter.kind == "boolean":
        return "boolean"
    numbers = all(value is None or type(value) is int for value in axis.values)
    return "integer" if numbers and axis.parameter.kind in ("integer", "choice") else "text"


def value_in_column(value: object, kind: ColumnType) -> object:
    """A value as its column holds it."""
    return value_text(value) if kind == "text" else value


def quotient_text(number: tuple[int, int]) -> str:
    """A number in lowest terms as text.

    >>> quotient_text((9, 25)), quotient_text((2, 1))
    ('9/25', '2')
    """
    numerator, denominator = number
    if -_SMALL < numerator < _SMALL and denominator < _SMALL:
        return f"{numerator}/{denominator}" if denominator != 1 else str(numerator)
    return integer_text(numerator) + ("" if denominator == 1 else f"/{integer_text(denominator)}")


_SMALL = 1 << 512


def csv_rows(block: Block) -> bytes:
    """The cells of a block, a line each; a cell without a number has nothing there.

    >>> block = Block(((1, 2),), [Column([(1, 2)], [0, -1])])
    >>> print(csv_rows(block).decode(), end="")
    1,1/2,0.5
    2,,
    """
    sides = [[csv_lines([[value_text(value)]]) for value in side] for side in block.values]

    def write(exact: str | None, decimal: float | None) -> str:
        return f"{exact or ''},{'' if decimal is None else repr(decimal)}"

    return _lines("{}", ",", sides, [_texts(column, write) for column in block.columns], block)


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

    def writing(names: tuple[str, str]) -> Callable[[str | None, float | None], str]:
        name, decimal_name = map(json.dumps, names)
        return lambda exact, decimal: f"{name}: {json.dumps(exact)}, {decimal_name}: {json.dumps(decimal)}"

    numbers = [_texts(column, writing(names)) for column, names in zip(block.columns, columns.numbers, strict=True)]
    return _lines("{{{}}}", ", ", sides, numbers, block)


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
