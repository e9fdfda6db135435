"""What conditions and numbers are made of, once they are read, and what they say of results."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any, Literal, TypeAlias

from probcalc.scenarios.errors import InputError

NUMBER_FORM = "a number is written like slain, mean wounds, wounds >= 2, winner = a or slain and not panic"
_NAME = re.compile(r"[\w.]*")

Relation: TypeAlias = Literal["<", "<=", "=", "!=", ">=", ">"]


@dataclass(frozen=True, slots=True)
class Number:
    """A known number."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class ResultNumber:
    """A result that is a number, or of a distribution a chance or a moment.

    `kind` is "result", "mean" or "variance", or the relation to `outcome` of a chance.
    """

    name: str
    kind: str = "result"
    outcome: Any = None


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """Two numbers and the sign between them."""

    sign: Literal["+", "-", "*", "/"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Comparison:
    """Numbers in a row with the relations between them."""

    numbers: tuple[Expression, ...]
    relations: tuple[Relation, ...]


@dataclass(frozen=True, slots=True)
class Joined:
    """Conditions joined by and, or, not."""

    word: Literal["and", "or", "not"]
    parts: tuple[Condition, ...]


Expression: TypeAlias = "Number | ResultNumber | Arithmetic"
Condition: TypeAlias = Comparison | Joined
Node: TypeAlias = "Expression | Condition"

TURNED: Mapping[Relation, Relation] = {"<": ">", "<=": ">=", "=": "=", "!=": "!=", ">=": "<=", ">": "<"}
OPPOSITE: Mapping[Relation, Relation] = {"<": ">=", "<=": ">", "=": "!=", "!=": "=", ">=": "<", ">": "<="}
RELATIONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": lambda a, b: bool(a < b),
    "<=": lambda a, b: bool(a <= b),
    "=": lambda a, b: bool(a == b),
    "!=": lambda a, b: bool(a != b),
    ">=": lambda a, b: bool(a >= b),
    ">": lambda a, b: bool(a > b),
}


def is_name(text: str) -> bool:
    """Whether a text is the name of a result, and no condition.

    >>> is_name("wounds"), is_name("wounds >= 2")
    (True, False)
    """
    return _NAME.fullmatch(text) is not None


def results_in(node: Node) -> Iterator[str]:
    """The names of the results that stand in it."""
    for number in numbers_in(node):
        yield number.name


def conditions_in(node: Node) -> tuple[str, ...]:
    """The conditions that stand in it in place of a result's name."""
    return tuple(dict.fromkeys(name for name in results_in(node) if not is_name(name)))


def numbers_in(node: Node) -> Iterator[ResultNumber]:
    """What stands in it of the results.

    >>> from probcalc.analysis.conditions.reading import condition
    >>> [(number.name, number.kind) for number in numbers_in(condition("slain >= 1/2 and mean(wounds) > 1"))]
    [('slain', 'result'), ('wounds', 'mean')]
    """
    if isinstance(node, ResultNumber):
        yield node
    for part in _parts(node):
        yield from numbers_in(part)


def _parts(node: Node) -> tuple[Node, ...]:
    if isinstance(node, Arithmetic):
        return node.left, node.right
    if isinstance(node, Comparison):
        return node.numbers
    return node.parts if isinstance(node, Joined) else ()


def value_of(node: Expression, read: Callable[[ResultNumber], Any]) -> Any:
    """The number, with `read` for what stands in the results.

    Raises:
        InputError: for a division by zero.
    """
    if isinstance(node, Number):
        return node.value
    if isinstance(node, ResultNumber):
        return read(node)
    left, right = value_of(node.left, read), value_of(node.right, read)
    if node.sign == "+":
        return left + right
    if node.sign == "-":
        return left - right
    if node.sign == "*":
        return left * right
    if right == 0:
        raise InputError("the condition divides by zero")
    if not isinstance(right, Fraction):
        raise InputError("a condition on a free probability divides by plain numbers only")
    return left * (1 / right)


def known_numbers_in(node: Condition) -> Iterator[Fraction]:
    """The numbers with which results are compared.

    >>> from probcalc.analysis.conditions.reading import event_condition
    >>> list(map(str, known_numbers_in(event_condition("slain or 1 <= wounds < 5/2"))))
    ['1', '5/2']
    """
    for comparison in comparisons_in(node):
        yield from (number.value for number in comparison.numbers if isinstance(number, Number))


def subjects_in(node: Condition) -> Iterator[str]:
    """The results that are looked at, one for each comparison; what they are compared with may be an outcome.

    >>> from probcalc.analysis.conditions.reading import event_condition
    >>> list(subjects_in(event_condition("winner = a and not 2 > wounds")))
    ['winner', 'wounds']
    """
    for comparison in comparisons_in(node):
        yield next((number.name for number in comparison.numbers if isinstance(number, ResultNumber)), "")


def comparisons_in(node: Condition) -> Iterator[Comparison]:
    """The comparisons that a condition joins, in the order in which they are written."""
    if isinstance(node, Comparison):
        yield node
    else:
        for part in node.parts:
            yield from comparisons_in(part)


def holds(node: Condition, is_met: Callable[[Comparison], bool]) -> bool:
    """Whether the condition holds, with `is_met` for each of its comparisons."""
    if isinstance(node, Comparison):
        return is_met(node)
    parts = (holds(part, is_met) for part in node.parts)
    if node.word == "not":
        return not next(parts)
    return all(parts) if node.word == "and" else any(parts)


def compare(comparison: Comparison, read: Callable[[ResultNumber], Any]) -> bool:
    """Whether the comparison is met, with `read` for what stands in the results."""
    numbers = [value_of(number, read) for number in comparison.numbers]
    return all(RELATIONS[r](a, b) for (a, b), r in zip(pairwise(numbers), comparison.relations, strict=True))
