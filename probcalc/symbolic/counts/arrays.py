"""Counts at many values of the parameters at once, as arrays of integers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np

from probcalc.symbolic.counts.linear import Atom, FreeParameter, Limited, LinearForm, Smaller

Integers: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
"""Integers of 64 bits, or Python's own where those might not hold them."""


def form_array(form: LinearForm, values: Mapping[str, Integers]) -> Integers:
    """The values of a form where the parameters have the values of these arrays, whose shapes fit together.

    >>> from probcalc.symbolic.counts.forms import unknown
    >>> saved = (unknown("armour", range(-10, 41)) - 10).lowest(19).highest(1)
    >>> form_array(saved, {"armour": np.array([-10, 12, 40])})
    array([ 1,  2, 19])
    """
    total: Any = np.int64(form.constant)
    for atom, coefficient in form.terms:
        total = total + coefficient * atom_array(atom, values)
    return np.asarray(total)


def atom_array(atom: Atom, values: Mapping[str, Integers]) -> Integers:
    """The same for one atom.

    Raises:
        TypeError: for an atom of another kind.
    """
    if isinstance(atom, FreeParameter):
        return values[atom.name]
    if isinstance(atom, Limited):
        count = form_array(atom.of, values)
        count = count if atom.low is None else np.maximum(count, atom.low)
        return count if atom.high is None else np.minimum(count, atom.high)
    if isinstance(atom, Smaller):
        return np.minimum(form_array(atom.one, values), form_array(atom.other, values))
    raise TypeError(f"{type(atom).__name__} has no arrays")
