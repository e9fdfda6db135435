"""The root of all that probcalc refuses with an error of its own."""

from __future__ import annotations


class ProbcalcError(Exception):
    """The base of every error of this library: `except probcalc.ProbcalcError` catches them all."""


class WrongValue(ProbcalcError, ValueError):
    """What a function of the engine is given is refused, in one line that says what it takes."""


def suggestion(nearest: str, otherwise: str = "") -> str:
    """How a refusal of a name ends: with the one that was meant perhaps, else with something else.

    >>> suggestion("armour"), suggestion("", ".")
    ('; did you mean armour?', '.')
    """
    return f"; did you mean {nearest}?" if nearest else otherwise
