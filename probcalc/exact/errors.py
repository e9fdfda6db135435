"""The root of all that probcalc refuses with an error of its own."""

from __future__ import annotations


class ProbcalcError(Exception):
    """What every error of this library is, whatever else it is: `except probcalc.ProbcalcError` catches them all."""
