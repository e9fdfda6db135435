"""`Findings`: what an analysis found, by name, for Python and as plain data."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.outcomes import own_number
from probcalc.exact.numbers.lowest_terms import probability_texts
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.scenarios.by_name import ByName
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.given_values import brief_value

NONE = "none"
_FINEST = 10**6
_NUMBER = re.compile(r"[+-]?([0-9]{1,60}(/0{0,9}[1-9][0-9]{0,59}|\.[0-9]{0,60})?|\.[0-9]{1,60})")


class Findings(ByName):
    """Findings by name: exact numbers, laws, words, and groups of these.

    >>> found = Findings({"p": Fraction(1, 2), "most": {"faces": [1]}}, ["So be it."])
    >>> found["p"], found.to_json()
    (Fraction(1, 2), {'p': '1/2', 'most': {'faces': [1]}, 'notes': ['So be it.']})
    """

    __slots__ = ("notes",)

    def __init__(self, data: Mapping[str, Any], notes: tuple[str, ...] | list[str] = ()) -> None:
        super().__init__(data)
        self.notes = tuple(dict.fromkeys(notes))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {', '.join(self._results)}>"

    def to_json(self) -> dict[str, Any]:
        """Plain data: fractions as text, laws as pairs of an outcome and its chance."""
        data: dict[str, Any] = plain(self._results)
        return data | {"notes": list(self.notes)} if self.notes else data


def plain(value: Any) -> Any:
    """A finding as plain data.

    >>> plain({"interval": [Fraction(1, 4), Fraction(1)], "count": 3})
    {'interval': ['1/4', '1'], 'count': 3}
    """
    if isinstance(value, Distribution):
        pairs = probability_texts(value.weights, value.total)
        return [[fraction_text(Fraction(outcome)), text] for outcome, text in pairs]
    if isinstance(value, Mapping):
        return {key: plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return fraction_text(value) if isinstance(value, Fraction) else value


def number_given(value: Any) -> Fraction | None:
    """A number that was given: whole, a fraction, or text like "19/20" or "0.95"; None for what is no exact number.

    >>> number_given("2.5"), number_given(0.5), number_given(True), number_given("1/0"), number_given("1e9")
    (Fraction(5, 2), None, None, None, None)
    """
    if isinstance(value, str):
        return Fraction(value.strip()) if _NUMBER.fullmatch(value.strip()) else None
    own = own_number(value)
    return Fraction(own) if isinstance(own, (int, Fraction)) and not isinstance(own, bool) else None


def exact_number(value: Any, name: str, meant: str) -> Fraction:
    """A number that was given, as `number_given` reads it.

    >>> exact_number("19/20", "confidence", "between 0 and 1")
    Fraction(19, 20)
    >>> exact_number(0.5, "weight", "a fraction")
    Traceback (most recent call last):
        ...
    probcalc.scenarios.errors.InputError: weight is a fraction, written as in "19/20", not 0.5

    Raises:
        InputError: when it is none; the line names it and says what is meant.
    """
    found = number_given(value)
    if found is None:
        raise InputError(f'{name} is {meant}, written as in "19/20", not {brief_value(value)}', name)
    return found


def exact_share(value: Any, name: str) -> Fraction:
    """A number between 0 and 1 that was given, with a denominator up to a million.

    >>> exact_share("19/20", "confidence")
    Fraction(19, 20)

    Raises:
        InputError: when it is none.
    """
    share = exact_number(value, name, "between 0 and 1")
    if not 0 < share < 1 or share.denominator > _FINEST:
        line = f"{name} lies between 0 and 1, with a denominator up to {_FINEST:,}, not {brief_value(value)}"
        raise InputError(line, name)
    return share


def whole_number(value: Any, name: str, least: int, most: int) -> int:
    """A whole number that was given, also as text, within its bounds.

    >>> whole_number("20", "looked", 1, 1000)
    20

    Raises:
        InputError: when it is none, or out of its bounds.
    """
    if isinstance(value, str) and re.fullmatch(r"\s*[+-]?[0-9]{1,12}\s*", value):
        value = int(value)
    own = own_number(value)
    if not isinstance(own, int) or isinstance(own, bool) or not least <= own <= most:
        raise InputError(f"{name} must be a whole number from {least} to {most:,}, not {brief_value(value)}", name)
    return own
