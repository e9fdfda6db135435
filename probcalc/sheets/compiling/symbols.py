"""From dice with symbols to codes."""

from __future__ import annotations

import operator
from functools import partial
from typing import Any

from probcalc.exact.pools.vectors import VectorSum
from probcalc.exact.tree.steps import Mapped, Roll, Tree
from probcalc.sheets.compiling.pools import PoolCompiler
from probcalc.sheets.errors import SheetError
from probcalc.sheets.playing.codes import Code, Values, dice_number, remember
from probcalc.sheets.playing.expression_types import ExpressionType
from probcalc.sheets.reading import nodes
from probcalc.sheets.reading.words import label_of


class SymbolCompiler(PoolCompiler):
    """Compiles symbols and their sums."""

    def _symbol_die(self, unit: nodes.Expression) -> tuple[nodes.Die, str] | None:
        """A die with symbols, and what it is called; None for anything else."""
        entry = self.scope.entries.get(unit.name.lower()) if isinstance(unit, nodes.Name) else None
        die, called = (entry.die, label_of(entry.shown)) if entry is not None else (unit, "")
        return (die, called) if isinstance(die, nodes.Die) and die.symbols else None

    def _pool(self, node: nodes.Pool) -> Code:
        found = self._symbol_die(node.unit)
        if found is None:
            return super()._pool(node)
        die, called = found
        count = None if node.count is None else self._count(node.count)
        _, kind, _ = self.unit(die)
        free = count.free if count else frozenset()
        made = Code(kind, lambda values: None, free, True, "", node.at)
        faces = die.symbols

        def symbol_lots(values: Values, letters: tuple[str, ...], sign: int) -> tuple[Tree, int]:
            return _symbol_roll(faces, letters, sign, called), dice_number(count.run(values), values) if count else 1

        made.symbols = symbol_lots
        made.run = partial(_symbols_run, [(1, made)], kind.letters)
        return made

    def _operation(self, node: nodes.Operation) -> Code:
        parts = self._symbol_terms(node, 1)
        if parts is None:
            return super()._operation(node)
        letters = tuple(dict.fromkeys(letter for _, code in parts for letter in code.kind.letters))
        free = frozenset().union(*(code.free for _, code in parts))
        run = partial(_symbols_run, parts, letters)
        return Code(ExpressionType("symbols", letters=letters), remember(run, free), free, True, "", node.at)

    def _symbol_terms(self, node: nodes.Expression, sign: int) -> list[tuple[int, Code]] | None:
        """The terms of a sum of symbols; None where the first is no symbols."""
        if isinstance(node, nodes.Operation) and node.sign in ("+", "-"):
            first = self._symbol_terms(node.parts[0], sign)
            if first is None:
                return None
            second = self._symbol_terms(node.parts[1], -sign if node.sign == "-" else sign)
            if second is None:
                raise SheetError("symbols are added to symbols, and this is a number", node.parts[1].at)
            return first + second
        if isinstance(node, nodes.Pool):
            return None if self._symbol_die(node.unit) is None else [(sign, self._pool(node))]
        if isinstance(node, nodes.Name):
            found = self.scope.entries.get(node.name.lower())
            if found is not None and found.kind.what == "symbols":
                return [(sign, self.of_entry(found, node))]
        return None


def _symbol_roll(
    faces: tuple[tuple[tuple[str, int], ...], ...], letters: tuple[str, ...], sign: int, called: str
) -> Roll:
    bands: dict[tuple[int, ...], int] = {}
    shown: dict[tuple[int, ...], str] = {}
    for face in faces:
        counted = dict(face)
        placed = tuple(sign * counted.get(letter, 0) for letter in letters)
        bands[placed] = bands.get(placed, 0) + 1
        shown[placed] = " + ".join(letter if n == 1 else f"{n}{letter}" for letter, n in face) or "a blank"
    dice = f"d{len(faces)}"
    return Roll(called or dice, len(faces), bands, dice, shown)


def _symbols_run(parts: list[tuple[int, Code]], letters: tuple[str, ...], values: Values) -> Any:
    rolled: list[tuple[Tree, int]] = []
    others: list[Any] = []
    for sign, code in parts:
        if code.symbols is not None:
            tree, n = code.symbols(values, letters, sign)
            if n:
                rolled.append((tree, n))
        else:
            value = code.run(values)
            counted = dict(zip(code.kind.letters, value, strict=True))
            others.append(tuple(sign * counted.get(letter, 0) for letter in letters))
    fixed = tuple(sum(other[place] for other in others) for place in range(len(letters)))
    if not rolled:
        return fixed
    whole: Tree = VectorSum(tuple(rolled))
    return Mapped(whole, lambda outcome: tuple(map(operator.add, fixed, outcome))) if any(fixed) else whole
