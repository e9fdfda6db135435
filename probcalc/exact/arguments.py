"""What a function of the engine is given: refused in one short line where it is of another kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from operator import index
from typing import Any

from probcalc.exact.budget.bounds import in_short
from probcalc.exact.errors import WrongValue

_LONGEST = 60


def brief(value: Any) -> str:
    """A value as a refusal names it: on one line, and short however long it is.

    >>> brief("two"), brief(10**5000), len(brief("x" * 10**6))
    ("'two'", 'over 10**4999', 60)
    """
    if isinstance(value, int) and not isinstance(value, bool):
        # A number this long is not even written down by Python.
        return in_short(value) if value > -(10**40) else f"less than -{in_short(-value).removeprefix('over ')}"
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        return f"a {type(value).__name__} too long to be shown"
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def whole_of(number: Any) -> Any:
    """A fraction that is a whole number as that number; anything else as it is.

    >>> whole_of(Fraction(10, 2)), whole_of(Fraction(5, 2)), whole_of("never")
    (5, Fraction(5, 2), 'never')
    """
    return number.numerator if isinstance(number, Fraction) and number.denominator == 1 else number


def require_whole(what: str, number: Any) -> int:
    """A whole number where one is meant, as Python's own whatever library it came from; what is none is refused.

    >>> require_whole("the number of dice", 2)
    2
    >>> require_whole("the number of dice", 2.5)
    Traceback (most recent call last):
        ...
    probcalc.exact.errors.WrongValue: the number of dice is a whole number, not 2.5

    Raises:
        ValueError: when it is none.
    """
    try:
        # A characteristic that is left free says itself that it has no value yet.
        return index(whole_of(number))
    except TypeError:
        raise WrongValue(f"{what} is a whole number, not {brief(number)}") from None


def require_exact(what: str, number: Any) -> int | Fraction:
    """A whole number or a fraction where one is meant.

    >>> require_exact("what is expected", Fraction(1, 2))
    Fraction(1, 2)
    >>> require_exact("what is expected", 0.5)
    Traceback (most recent call last):
        ...
    probcalc.exact.errors.WrongValue: what is expected is a whole number or a fraction, not 0.5

    Raises:
        ValueError: when it is none.
    """
    if not isinstance(number, (int, Fraction)):
        raise WrongValue(f"{what} is a whole number or a fraction, not {brief(number)}")
    return number


def require_function(what: str, function: Any) -> Callable[..., Any]:
    """A function where one is meant.

    >>> require_function("map", 5)
    Traceback (most recent call last):
        ...
    probcalc.exact.errors.WrongValue: map takes a function, not 5

    Raises:
        ValueError: when it cannot be called.
    """
    if not callable(function):
        raise WrongValue(f"{what} takes a function, not {brief(function)}")
    called: Callable[..., Any] = function
    return called


def require_several(what: str, values: Any) -> Iterable[Any]:
    """Several values where several are meant, and no text, whose letters nobody means.

    >>> list(require_several("the wild faces", (1, 2)))
    [1, 2]
    >>> require_several("the wild faces", 5)
    Traceback (most recent call last):
        ...
    probcalc.exact.errors.WrongValue: the wild faces are a list, a tuple or a set, not 5

    Raises:
        ValueError: when it is one value.
    """
    try:
        iter(values)
    except TypeError:
        raise WrongValue(f"{what} are a list, a tuple or a set, not {brief(values)}") from None
    several: Iterable[Any] = values
    return several


def require_outcome(outcome: Any) -> Any:
    """An outcome that can be looked up: a number, a name or a tuple of them.

    >>> require_outcome((2, "lost"))
    (2, 'lost')
    >>> require_outcome([2])
    Traceback (most recent call last):
        ...
    probcalc.exact.errors.WrongValue: an outcome is a number, a name or a tuple of them, not [2]

    Raises:
        ValueError: when it can change, as a list can.
    """
    try:
        hash(outcome)
    except TypeError:
        raise WrongValue(f"an outcome is a number, a name or a tuple of them, not {brief(outcome)}") from None
    return outcome
