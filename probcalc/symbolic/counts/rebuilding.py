"""Counts made again with some of their atoms replaced."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from probcalc.exact.tree.counting import maximum, minimum
from probcalc.symbolic.counts.forms import Form
from probcalc.symbolic.counts.linear import Atom, Key, Limited, LinearForm, Smaller


def rebuild(form: LinearForm, changes: Mapping[Key, Any]) -> Any:
    """The count that a form is when atoms are replaced by counts, named by their keys.

    >>> from probcalc.symbolic.counts.forms import unknown
    >>> armour = unknown("armour", range(-10, 41))
    >>> rebuild(20 - (armour - 11).lowest(19).highest(1), {("parameter", "armour"): 17})
    14
    """
    result: Any = form.constant
    for atom, c in form.terms:
        result = result + rebuild_atom(atom, changes) * c
    return result


def rebuild_atom(atom: Atom, changes: Mapping[Key, Any]) -> Any:
    """The same for one atom."""
    if atom.key in changes:
        return changes[atom.key]
    if isinstance(atom, Limited):
        count = rebuild(atom.of, changes)
        if atom.high is not None:
            count = minimum(count, atom.high)
        return count if atom.low is None else maximum(count, atom.low)
    if isinstance(atom, Smaller):
        return minimum(rebuild(atom.one, changes), rebuild(atom.other, changes))
    return Form(0, {atom: 1})
