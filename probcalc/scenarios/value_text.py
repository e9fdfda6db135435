"""Values of parameters as text and back: the spelling that the command line, links and tables share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any, TypeVar

from probcalc.scenarios.errors import InputError
from probcalc.scenarios.given_values import brief_value, wrong_value
from probcalc.scenarios.parameters import NOTHING, Parameter

T = TypeVar("T")
LONGEST_TEXT = 4000
_MOST_LISTS = 100_000
_INTEGER = re.compile(r"[+-]?[0-9]{1,30}")
_SMALL = re.compile(r"[+-]?[0-9]{1,9}")
_RANGE = re.compile(r"([+-]?[0-9]{1,9})\.\.([+-]?[0-9]{1,9})(?:/([0-9]{1,9}))?")


def value_text(value: Any) -> str:
    """A parameter's value as text: true and false, lists comma separated, "none" for what is absent.

    >>> value_text(True), value_text([4, 4, 3]), value_text(None), value_text(-2)
    ('true', '4,4,3', 'none', '-2')
    """
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(value_text(entry) for entry in value)
    return str(value)


def value_from_text(parameter: Parameter, text: str) -> Any:
    """The value that a text names, within the parameter's bounds; numbers are ASCII digits with an optional sign.

    >>> from probcalc.scenarios.parameters import Parameter
    >>> cc = Parameter("cc", "integer", 10, "", "CC", "stat", low=1, high=30)
    >>> value_from_text(cc, "11")
    11
    >>> value_from_text(cc, "1e3")
    Traceback (most recent call last):
        ...
    probcalc.scenarios.errors.InputError: cc must be a whole number from 1 to 30, not the text "1e3"

    Raises:
        InputError: one line that names the parameter, what is allowed and what was given.
    """
    if len(text) > LONGEST_TEXT:
        raise wrong_value(parameter, text)
    if parameter.kind == "text":
        if len(text) > parameter.longest or not parameter.may_hold(text):
            raise wrong_value(parameter, text)
        return text
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    if parameter.optional and text == NOTHING:
        return None
    if parameter.kind == "integer":
        return _integer(parameter, text)
    if parameter.kind == "boolean":
        if text.lower() not in ("true", "false"):
            raise wrong_value(parameter, text)
        return text.lower() == "true"
    if parameter.kind == "list":
        return _list(parameter, text)
    return _choice(parameter, text)


def _integer(parameter: Parameter, text: str) -> int:
    low, high = parameter.bounds
    if not _INTEGER.fullmatch(text):
        raise wrong_value(parameter, text)
    value = int(text)
    if not low <= value <= high:
        raise wrong_value(parameter, value)
    return value


def _list(parameter: Parameter, text: str) -> list[int]:
    low, high = parameter.bounds
    entries = [part.strip() for part in text.split(",")] if text else []
    if not all(_SMALL.fullmatch(entry) for entry in entries):
        raise wrong_value(parameter, text)
    values = [int(entry) for entry in entries]
    in_bounds = all(low <= value <= high for value in values)
    if not in_bounds or not parameter.shortest <= len(values) <= parameter.longest:
        raise wrong_value(parameter, text)
    return values


def _choice(parameter: Parameter, text: str) -> Any:
    for allowed in parameter.choices:
        if str(allowed) == text:
            return allowed
    # People write names as they read them: "The Cursed" for the_cursed.
    labels = zip(parameter.choices, parameter.choice_labels, strict=False)
    named = [allowed for allowed, label in labels if label.casefold() == text.casefold()]
    if len(named) == 1:
        return named[0]
    # ... and as sentences say them, letter for letter: "Spearmen", where an id may be "spearman".
    for word, choice in parameter.called:
        if word == text:
            return choice
    raise wrong_value(parameter, text)


def every_value(parameter: Parameter) -> list[Any]:
    """All values of a parameter in order: the bounds of an integer, both of a flag, every name of a choice but "none".

    >>> from probcalc.scenarios.parameters import Parameter
    >>> every_value(Parameter("parrying", "boolean", False, "", "Parrying", "modifier"))
    [False, True]

    Raises:
        InputError: for a list or a text, whose values cannot all be named.
    """
    if parameter.kind == "integer":
        low, high = parameter.bounds
        return list(range(low, high + 1))
    if parameter.kind == "boolean":
        return [False, True]
    if parameter.kind == "choice":
        return [c for c in parameter.choices if parameter.role != "preset" or c != NOTHING]
    raise InputError(f"{parameter.name} has no list of all its values; write them one by one", parameter.name)


def near(listed: Sequence[T], place: int, most: int) -> Sequence[T]:
    """All that are listed, or of many those around the present one.

    >>> near(range(-20, 21), 39, 5)
    range(16, 21)
    """
    start = max(0, min(place - most // 2, len(listed) - most))
    return listed[start : start + most]


def values_from_text(parameter: Parameter, text: str) -> list[Any]:
    """The values that a text names: "-3..3", "10..40/5" in steps of 5, "a,b,c", or "" and "all" for every one.

    The lists of a list parameter are separated by semicolons, "4,4;4,3", and an entry may be a range: "3..5,4" is three
    lists. Texts are separated by semicolons as well, or by | where they may hold semicolons, as variants do.

    >>> from probcalc.scenarios.parameters import Parameter
    >>> modifier = Parameter("modifier", "integer", 0, "", "Modifier", "modifier", low=-20, high=20)
    >>> values_from_text(modifier, "-1..2"), values_from_text(modifier, "0,5")
    ([-1, 0, 1, 2], [0, 5])
    >>> ratings = Parameter("ratings", "list", [4], "", "Ratings", "stat", low=0, high=8, shortest=1, longest=6)
    >>> values_from_text(ratings, "3..4,2;5")
    [[3, 2], [4, 2], [5]]

    Raises:
        InputError: when a value is not allowed, or one is named twice.
    """
    text = text.strip()
    if text in ("", "all"):
        return every_value(parameter)
    span = _RANGE.fullmatch(text)
    if span and parameter.kind in ("integer", "choice"):
        values = _span(parameter, text, int(span[1]), int(span[2]), int(span[3] or 1))
    elif parameter.kind == "list":
        values = [each for part in text.split(";") for each in _lists(parameter, part)]
    else:
        values = [value_from_text(parameter, part.strip()) for part in text.split(_between(parameter))]
    seen: set[str] = set()
    for written in map(value_text, values):
        if written in seen:
            raise InputError(f"{parameter.name} names {brief_value(written)} twice", parameter.name)
        seen.add(written)
    return values


def _between(parameter: Parameter) -> str:
    """What stands between two values."""
    if parameter.kind != "text":
        return ","
    return "|" if ";" in parameter.signs else ";"


def _lists(parameter: Parameter, text: str) -> list[list[int]]:
    """Every list that a text names: each of its entries a number, or all numbers of a range."""
    if ".." not in text:
        return [value_from_text(parameter, text)]
    entries: list[list[int]] = []
    for entry in map(str.strip, text.split(",")):
        span = _RANGE.fullmatch(entry if ".." in entry else f"{entry}..{entry}")
        if span is None:
            raise wrong_value(parameter, text)
        entries.append(_span(parameter, entry, int(span[1]), int(span[2]), int(span[3] or 1)))
    if not parameter.shortest <= len(entries) <= parameter.longest:
        raise wrong_value(parameter, text)
    if (lists := prod(map(len, entries))) > _MOST_LISTS:
        raise InputError(f"{parameter.name}: {lists:,} lists are too many (limit {_MOST_LISTS:,})")
    return [list(each) for each in product(*entries)]


def _span(parameter: Parameter, text: str, low: int, high: int, step: int) -> list[Any]:
    if step < 1:
        name = parameter.name
        raise InputError(f"{name}: the step of a range is 1 or more, as in 10..40/5, not {brief_value(text)}", name)
    if low > high:
        raise InputError(
            f"{parameter.name}: a range runs upwards, as in -3..3 or 10..40/5, not {brief_value(text)}", parameter.name
        )
    if parameter.kind == "choice":
        found = [c for c in parameter.choices if isinstance(c, int) and c in range(low, high + 1, step)]
        if not found:
            raise wrong_value(parameter, text)
        return found
    # The ends first: a range of a thousand million values is refused before it is written out.
    first, last = _integer(parameter, str(low)), _integer(parameter, str(high))
    return list(range(first, last + 1, step))
