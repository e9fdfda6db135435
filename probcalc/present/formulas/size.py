"""How large a formula is, and what is said of one that nobody can read."""

from __future__ import annotations

from typing import NamedTuple

from probcalc.analysis.formulas.results import Symbolic
from probcalc.scenarios.errors import InputError
from probcalc.symbolic.formulas.laws import SymbolicDistribution
from probcalc.symbolic.formulas.values import SymbolicValue
from probcalc.symbolic.ring.weights import Scalar, Weight

MOST_READ = 1000
MOST_TERMS_READ = 10_000
MOST_WRITTEN = 1_000_000


class FormulaSize(NamedTuple):
    """The size of one result: its cases, the formulas in them (one for each outcome), and the terms of those.

    >>> size = FormulaSize(cases=201, formulas=20_301, terms=20_301)
    >>> size.is_readable
    False
    >>> size.words
    '201 cases with 20,301 formulas, 20,301 terms in all'
    """

    cases: int
    formulas: int
    terms: int

    @property
    def is_readable(self) -> bool:
        """Whether it is short enough to be shown."""
        return self.formulas <= MOST_READ and self.terms <= MOST_TERMS_READ

    @property
    def words(self) -> str:
        """The size in words."""
        cases = f"{self.cases:,} case{'' if self.cases == 1 else 's'}"
        return f"{cases} with {self.formulas:,} formulas, {self.terms:,} terms in all"

    @property
    def summary(self) -> str:
        """What stands in place of the formulas."""
        return f"{self.words}: too long to show; --out FILE saves it whole."


def size_of(result: Symbolic) -> FormulaSize:
    """The size of a result.

    >>> from probcalc.analysis.formulas.formula import formula
    >>> size_of(formula("chronopia.armour", {"damage": 10}, free=["armour"])["any_wound"])
    FormulaSize(cases=1, formulas=1, terms=2)
    """
    weights = _weights(result)
    terms = sum(len(weight.packed) if isinstance(weight, Weight) else 1 for weight in weights)
    return FormulaSize(len(result.cases), len(weights), terms)


def _weights(result: Symbolic) -> list[Scalar]:
    if isinstance(result, SymbolicDistribution):
        return [weight for case in result.cases for weight in case.content.weights.values()]
    return [case.content.weight for case in result.cases] if isinstance(result, SymbolicValue) else []


def is_known(result: Symbolic) -> bool:
    """Whether nothing is unknown in any of its cases."""
    return not any(isinstance(weight, Weight) for weight in _weights(result))


def require_writable(name: str, size: FormulaSize) -> None:
    """Refuse a formula that is too long even for a file.

    Raises:
        InputError: when it has more than a million terms.
    """
    if size.terms > MOST_WRITTEN:
        raise InputError(f"{name} has {size.words} (limit {MOST_WRITTEN:,})", name)
