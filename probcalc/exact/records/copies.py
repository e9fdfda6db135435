"""Copies of plays, added up field by field, and as many copies of a step as a field says."""

from __future__ import annotations

from operator import add as plus
from typing import Any

from probcalc.exact.pools.vectors import VectorSum
from probcalc.exact.records.fields import Fields, Memo
from probcalc.exact.records.rows import Row, picker
from probcalc.exact.tree.compound import CompoundSum
from probcalc.exact.tree.steps import Constant, Joint, Repeated, Sum, Tree, itself


class Added(Fields):
    """Independent plays, each so many times, added up field by field; of some fields those of the first copy."""

    __slots__ = ("first", "parts")

    def __init__(self, parts: tuple[tuple[Fields, int], ...], first: tuple[str, ...] = ()) -> None:
        self.parts, self.first = parts, first

    def only(self, *names: str, memo: Memo | None = None) -> Tree:
        """Sums of numbers where one field is asked for, of tuples where there are several."""
        first = tuple(name for name in names if name in self.first)
        if not first:
            return _sum_of(tuple((part.only(*names, memo=memo), n) for part, n in self.parts), len(names))
        ((play, n),) = self.parts
        if first == names or (type(n) is int and n == 1):
            return play.only(*names, memo=memo)
        rest = tuple(name for name in names if name not in first)
        begun = play.only(*first, *rest, memo=memo)
        more = _sum_of(((play.only(*rest, memo=memo), n - 1),), len(rest))
        finish, ends = picker((*first, *rest), names), len(first)

        def add(one: Any, other: Any) -> Any:
            if len(rest) == 1:
                return finish((*one[:ends], one[ends] + other))
            return finish((*one[:ends], *map(plus, one[ends:], other)))

        return Joint((begun, more), add)


def _sum_of(parts: tuple[tuple[Tree, int], ...], width: int) -> Tree:
    """Steps, each so many times, added up; their outcomes are tuples of so many parts, or numbers."""
    if len(parts) == 1 and type(parts[0][1]) is int and parts[0][1] == 1:
        return parts[0][0]
    if width > 1:
        return VectorSum(parts)
    laws, plus = [], 0
    for tree, n in parts:
        if isinstance(tree, Constant) and type(n) is int:
            plus += tree.outcome * n
        else:
            laws.append(tree if type(n) is int and n == 1 else Repeated(tree, n))
    if not laws:
        return Constant(plus)
    law = laws[0] if len(laws) == 1 else Sum(tuple(laws))
    return law + plus if plus else law


class AsMany:
    """As many copies of a step as a field says, added to another field or to nothing."""

    __slots__ = ("one",)

    def __init__(self, one: Tree) -> None:
        self.one = one

    def __call__(self, copies: int, begin: int = 0) -> Any:
        """So many copies and what they are added to."""
        return Sum((Constant(begin), Repeated(self.one, copies))) if copies else begin

    def sum_of_copies(self, tree: Tree, row: Row, reads: Row) -> Tree:
        """The same where nothing of the row is kept: by Horner's scheme over the numbers of copies."""
        if len(row) == 1:
            return CompoundSum(tree, self.one, itself, counted=len(reads) > 1)
        copies, begin = (row.index(name) for name in reads)
        return CompoundSum(tree, self.one, lambda outcome: outcome[copies], begun=lambda outcome: outcome[begin])
