"""The columns of a sweep's file: one for each parameter that varies, and two for each number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from probcalc.analysis.sweeps.asked import Question
from probcalc.analysis.sweeps.axes import Axis
from probcalc.exact.numbers.numerals import integer_text
from probcalc.scenarios.value_text import value_text

_BETWEEN_WORDS = re.compile(r"(?<=\w)\s+(?=\w)")

Kind: TypeAlias = Literal["integer", "boolean", "text"]


@dataclass(frozen=True, slots=True)
class Columns:
    """The names and kinds of the columns, in order.

    Attributes:
        parameters: of each parameter that varies its name and kind.
        numbers: of each number the names of the column with its fraction and of that with its decimal.
    """

    parameters: tuple[tuple[str, Kind], ...]
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


def kind_of(axis: Axis) -> Kind:
    """What the values of a parameter are in a column; numbers among which one is absent stay numbers."""
    if axis.parameter.kind == "boolean":
        return "boolean"
    numbers = all(value is None or type(value) is int for value in axis.values)
    return "integer" if numbers and axis.parameter.kind in ("integer", "choice") else "text"


def value_in_column(value: object, kind: Kind) -> object:
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
