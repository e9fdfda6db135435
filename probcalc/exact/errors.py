"""The root of all that probcalc refuses with an error of its own."""

from __future__ import annotations


class ProbcalcError(Exception):
    """The base of every error of this library: `except probcalc.ProbcalcError` catches them all."""
