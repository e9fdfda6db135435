"""Sums of a random number of terms: as many copies of a step as another step's outcome says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from probcalc.exact.errors import WrongValue
from probcalc.exact.immutable import immutable
from probcalc.exact.kernels.products import is_dense, row_product
from probcalc.exact.law.orders import require_addends
from probcalc.exact.tree.arithmetic import Weighted
from probcalc.exact.tree.steps import Constant, Shortcut, Sum, Then, Tree, step_of

Groups: TypeAlias = "Mapping[int, Mapping[Any, Any]]"


@immutable
class CompoundSum(Shortcut):
    """The outcome x of a step, plus the sum of `copies(x)` independent copies of another step.

    With counted=False the outcome only says how many copies there are: the sum of the copies alone; `begun` says what
    they are added to where that is not the outcome itself.

    With G_m the generating function of the outcomes x for which copies(x) = m, and H that of one copy, the law is
    G_0 + H (G_1 + H (G_2 + ...)): Horner's scheme, so equal numbers and equal sums are never followed twice.

    >>> from probcalc.exact.tree.checks import faces, roll_under
    >>> from probcalc.exact.readings.law import law_of
    >>> save = roll_under("Save", 6, 3).count("success")
    >>> law_of(CompoundSum(faces("Hits", 2), save, lambda hits: hits))
    Distribution(1: 1/4, 2: 3/8, 3: 1/4, 4: 1/8)
    >>> law_of(CompoundSum(faces("Hits", 2), save, lambda hits: hits, counted=False))
    Distribution(0: 3/8, 1: 1/2, 2: 1/8)

    Raises:
        ValueError: when a number of copies is negative, or what is added up is no number.
    """

    source: Tree
    one: Tree
    copies: Callable[[Any], int]
    counted: bool = True
    begun: Callable[[Any], int] | None = None

    def _begin(self, x: Any) -> Any:
        return self.begun(x) if self.begun is not None else x if self.counted else 0

    def weighted(self, reader: Any) -> Weighted:
        """The law by Horner's scheme, the greatest number of copies first."""
        weights, total = reader.weighted(self.source)
        one, sides = reader.weighted(self.one)
        require_addends(one)
        if self.counted:
            require_addends(list(map(self._begin, weights)))
        groups: dict[int, dict[Any, Any]] = {}
        for x, weight in weights.items():
            group = groups.setdefault(self.copies(x), {})
            begun = self._begin(x)
            group[begun] = group.get(begun, 0) + weight
        if min(groups) < 0:
            raise WrongValue(f"a sum has 0 or more terms, not {min(groups)}")
        bits = total.bit_length() + max(groups) * sides.bit_length() // 2
        reader.spend(_operations(groups, one), bits, sides.bit_length())
        in_rows = (
            reader.arithmetic.is_whole
            and is_dense({x: 1 for group in groups.values() for x in group})
            and is_dense(one)
        )
        law, scale = _by_rows(groups, one, sides) if in_rows else _by_terms(groups, one, sides)
        reduced: Weighted = reader.arithmetic.reduce(law, total * scale)
        return reduced

    def made_of(self, reader: Any) -> list[tuple[Tree, Any]]:
        """The first step once, the other as often as the first says on average."""
        return [(self.source, 1), (self.one, reader.mean(self.source, self.copies))]

    def plain(self) -> Tree:
        """The first step, then as many of the second."""
        known: dict[int, Tree] = {}

        def follow(x: Any) -> Tree:
            copies = self.copies(x)
            if copies not in known:
                known[copies] = step_of(self.one).times(copies)
            return Sum((known[copies], Constant(self._begin(x)))) if self.counted else known[copies]

        return Then(self.source, follow)


def _by_terms(groups: Groups, one: Mapping[Any, Any], sides: Any) -> Weighted:
    """Horner's scheme on weights of any kind."""
    law: dict[Any, Any] = {}
    scale: Any = 1
    for copies in range(max(groups), -1, -1):
        for x, weight in groups.get(copies, {}).items():
            law[x] = law.get(x, 0) + weight * scale
        if copies:
            longer: dict[Any, Any] = {}
            for step, ways in one.items():
                for x, weight in law.items():
                    longer[x + step] = longer.get(x + step, 0) + weight * ways
            law, scale = longer, scale * sides
    return law, scale


def _by_rows(groups: Groups, one: Mapping[int, int], sides: int) -> tuple[dict[int, int], int]:
    """Horner's scheme on whole rows of integers, from the least sum to the greatest."""
    most = max(groups)
    low, row, scale = min(groups[most]), [0], 1
    for copies in range(most, -1, -1):
        if group := groups.get(copies):
            least, greatest = min(group), max(group)
            if least < low:
                row = [0] * (low - least) + row
                low = least
            row += [0] * (greatest - low - len(row) + 1)
            for x, weight in group.items():
                row[x - low] += weight * scale
        if copies:
            low, row, scale = low + min(one), row_product(one, row), scale * sides
    return {low + k: weight for k, weight in enumerate(row) if weight}, scale


def _operations(groups: Groups, one: Mapping[Any, Any]) -> int:
    """The most multiplications that Horner's scheme takes: sums stay between the least and the greatest possible."""
    most, work, held = max(groups), 0, 0
    lowest, highest = min(groups[most]), max(groups[most])
    for copies in range(most, 0, -1):
        if group := groups.get(copies):
            held += len(group)
            lowest, highest = min(lowest, *group), max(highest, *group)
        # Beyond two to the power of 64 the sums are as many as fit between the two in any case.
        work += min(highest - lowest + 1, held * len(one) ** min(most - copies, 64)) * len(one)
        lowest, highest = lowest + min(one), highest + max(one)
    return work
