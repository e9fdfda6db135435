"""The number that a roll is held against, as the sum of its named parts."""

from __future__ import annotations

from dataclasses import dataclass

from probcalc.exact.tree.counting import Count


@dataclass(frozen=True, slots=True)
class Term:
    """One named part of a target number: Close Combat 13, Agility of the target -2."""

    name: str
    value: Count


class NamedSum:
    """A number as the sum of its named parts, such as a target; parts that are plainly zero are not kept.

    >>> NamedSum(("Close Combat", 13), ("shield", -1), ("obstacle", 0)).value
    12
    """

    __slots__ = ("terms", "value")

    def __init__(self, *terms: tuple[str, Count]) -> None:
        value: Count = 0
        for _, amount in terms:
            value = value + amount
        self.value = value
        self.terms = tuple(Term(n, v) for n, v in terms if not (isinstance(v, int) and v == 0))
