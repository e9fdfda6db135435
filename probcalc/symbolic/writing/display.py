"""A formula written down: the shortest form by cases, and what its letters stand for."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, TypeAlias

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.symbolic.cases.boxes import Box, side_text
from probcalc.symbolic.cases.by_cases import ByCases
from probcalc.symbolic.cases.case import Case
from probcalc.symbolic.cases.domain import Domain
from probcalc.symbolic.ring.algebra import Algebra, algebra_of
from probcalc.symbolic.ring.replacing import adopt
from probcalc.symbolic.ring.shares import Share
from probcalc.symbolic.ring.weights import Scalar, Weight
from probcalc.symbolic.writing.notation import Line, Notation
from probcalc.symbolic.writing.styles import LATEX, TEXT, Text, escape, latex_name

_LONGEST_NUMBER = 60
_SIGNS = {"=": "=", "!=": r"\ne", ">=": r"\ge", "<=": r"\le", "<": "<", ">": ">"}
NamedShares: TypeAlias = Sequence[tuple[str, Share]]
"""Shares with what stands before the equals sign of each, "" where nothing does."""


class Written:
    """Several shares of one domain written with the same letters; `box` says where they hold, when it is one box."""

    def __init__(self, shares: Sequence[Share], domain: Domain, box: Box | None = None) -> None:
        self.domain = domain
        self._middle = domain.middle(box)
        self.shares = list(shares)
        self._notations: list[Notation] = []
        try:
            algebra = Algebra()
            self.shares = [Share(adopt(algebra, share.weight), share.total) for share in shares]
            self._notations.append(self._notation(algebra, [share.weight for share in self.shares]))
        except TooLarge:
            # Too many unknowns for one alphabet: each share has letters of its own.
            self.shares = list(shares)

    def _notation(self, algebra: Algebra, weights: list[Scalar]) -> Notation:
        return Notation(algebra, weights, self._middle, self.domain.names)

    def _of(self, number: int) -> Notation | None:
        if self._notations:
            return self._notations[0]
        weight = self.shares[number].weight
        return self._notation(algebra_of(weight), [weight]) if isinstance(weight, Weight) else None

    def formula(self, number: int, style: Text = TEXT) -> str:
        """One of the shares as a formula."""
        share, notation = self.shares[number], self._of(number)
        if isinstance(share.weight, int) or notation is None:
            return fraction_text(Fraction(int(share.weight), share.total), _LONGEST_NUMBER if style is TEXT else None)
        return notation.quotient(share.weight, share.total, style)

    def legend(self, numbers: Sequence[int] | None = None) -> list[Line]:
        """What the letters of some of the shares stand for."""
        wanted = range(len(self.shares)) if numbers is None else numbers
        symbolic = [n for n in wanted if isinstance(self.shares[n].weight, Weight)]
        if self._notations:
            return self._notations[0].legend([self.shares[n] for n in symbolic])
        found: dict[str, Line] = {}
        for number in symbolic:
            notation = self._of(number)
            if notation is not None:
                found |= {line.letter: line for line in notation.legend([self.shares[number]])}
        return list(found.values())


def condition(box: Box, domain: Domain) -> str:
    """Where a case holds, in words: only what is not the whole range.

    >>> domain = Domain({"cc": (range(1, 31),), "noa": (range(1, 21),)})
    >>> condition(Box({"cc": range(1, 31), "noa": range(2, 3)}), domain)
    'noa 2'
    """
    return ", ".join(side_text(name, side) for name, side in domain.narrowed_sides(box).items()) or "always"


def legend_text(lines: Sequence[Line]) -> list[str]:
    """The legend as text, definitions and meanings in columns."""
    if not lines:
        return []
    texts = [f"{line.letter} = {line.definition}" for line in lines]
    width = min(max(map(len, texts)), 60)
    found = [f"{text.ljust(width)} {line.meaning}".rstrip() for text, line in zip(texts, lines, strict=True)]
    return [f"  with {found[0]}", *(f"       {line}" for line in found[1:])]


def equations(cases: Sequence[Case[NamedShares]], value: ByCases[Any]) -> tuple[list[str], list[Line]]:
    """The shares of each case of a value, each with its name before it where it has one; then the letters of all."""
    written = Written([share for case in cases for _, share in case.content], value.domain)
    formulas = map(written.formula, range(len(written.shares)))
    is_whole = len(cases) == 1 and not value.refused
    conditions = ["" if is_whole else f"{condition(case.box, value.domain)}:" for case in cases]
    width = max(map(len, conditions), default=0)
    lines = list[str]()
    for where, case in zip(conditions, cases, strict=True):
        found = [f"{name} = {next(formulas)}" if name else next(formulas) for name, _ in case.content]
        if is_whole:
            lines += found
        elif len(found) == 1:
            lines.append(f"{where.ljust(width)} {found[0]}")
        else:
            lines += [where, *(f"  {line}" for line in found)]
    return lines, written.legend()


def text(cases: Sequence[Case[NamedShares]], value: ByCases[Any]) -> str:
    """The equations of a value as text, the letters below."""
    lines, legend = equations(cases, value)
    return "\n".join(lines + legend_text(legend))


def latex_label(value: ByCases[Share]) -> str:
    r"""What stands before the equals sign: P(\text{slain}) for a probability."""
    words = [_SIGNS.get(word, word) for word in value.label.split(" ")]
    parts = [
        text if sign or text.lstrip("-").isdigit() else rf"\text{{{escape(text)}}}"
        for sign, text in ((sign, " ".join(group)) for sign, group in _group(words))
    ]
    name = " ".join(parts)
    return f"P({name})" if value.is_chance else name


def _group(words: Sequence[str]) -> list[tuple[bool, list[str]]]:
    """Runs of words between relation signs, each with whether it is a sign."""
    return [(sign, list(group)) for sign, group in groupby(words, key=lambda word: word in _SIGNS.values())]


def _right(value: ByCases[Share], written: Written, first: int) -> str:
    """The right side of an equation: one formula, or its cases; `first` is the number of the first case."""
    if len(value.cases) == 1 and not value.refused:
        return written.formula(first, LATEX)
    rows = [
        rf"{written.formula(first + i, LATEX)} & \text{{{escape(condition(case.box, value.domain))}}}"
        for i, case in enumerate(value.cases)
    ]
    return r"\begin{cases} " + r" \\ ".join(rows) + r" \end{cases}"


def latex_of_law(values: Sequence[ByCases[Share]], domain: Domain) -> str:
    """A law in LaTeX: a line for each outcome with the same letters, then the letters."""
    written = Written([case.content for value in values for case in value.cases], domain)
    lines, number = [], 0
    for value in values:
        lines.append((latex_label(value), _right(value, written, number)))
        number += len(value.cases)
    return align([*lines, *legend_latex(written.legend())])


def legend_latex(lines: Sequence[Line]) -> list[tuple[str, str]]:
    """The legend as left and right sides of equations; free probabilities need none."""
    return [(latex_name(line.letter), line.latex) for line in lines if line.latex]


def align(equations: Sequence[tuple[str, str]]) -> str:
    """Equations one under the other, at their equals signs."""
    rows = r" \\ ".join(f"{left} &= {right}" for left, right in equations)
    return rf"\begin{{aligned}} {rows} \end{{aligned}}"
