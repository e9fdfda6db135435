"""What the generators of an algebra stand for, beside parameters and limited counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from probcalc.symbolic.counts.atoms import Atom

if TYPE_CHECKING:
    from probcalc.symbolic.ring.weights import Weight


class Chance:
    """A free probability, between 0 and 1."""

    __slots__ = ("key", "name")

    def __init__(self, name: str) -> None:
        self.name, self.key = name, ("chance", name)


class Named:
    """A weight over a whole number under a name of its own: numerator / denominator."""

    __slots__ = ("denominator", "key", "numerator")

    def __init__(self, numerator: Weight, denominator: int) -> None:
        self.numerator, self.denominator = numerator, denominator
        self.key = ("named", numerator.key(), denominator)


class Inverse:
    """1 / of: what a law is multiplied by when something is known to have happened."""

    __slots__ = ("key", "of")

    def __init__(self, of: Weight) -> None:
        self.of = of
        self.key = ("inverse", of.key())


Unknown: TypeAlias = "Atom | Chance | Named | Inverse"
