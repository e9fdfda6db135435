"""Formulas written down: a letter for each count of faces, a legend of the letters, the shortest form."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from probcalc.exact.numbers.numerals import integer_text
from probcalc.symbolic.counts.linear import Atom, FreeParameter
from probcalc.symbolic.ring.algebra import Algebra
from probcalc.symbolic.ring.quotients import definitions
from probcalc.symbolic.ring.weights import Chance, Inverse, Letter, Named, Scalar, Unknown, Weight
from probcalc.symbolic.writing.styles import LATEX, TEXT, Text, count_text, signed_sum
from probcalc.symbolic.writing.tidying import ProductForm, Quotient, SumForm, Tidier, places_in

_NAMED_LETTERS = "wvuxyzqk"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a legend: letter = definition, and what it counts; a free probability has no LaTeX definition."""

    letter: str
    definition: str
    latex: str
    meaning: str


class Notation:
    """The letters of the formulas of one reading, and the formulas written with them.

    Args:
        algebra: the unknowns.
        weights: everything that will be written, so that the letters suit it.
        middle: a value of each parameter and free probability, near the middle of what it may be.
        taken: names that no letter may repeat.
    """

    def __init__(
        self, algebra: Algebra, weights: Iterable[Scalar], middle: Mapping[str, Any], taken: Iterable[str] = ()
    ) -> None:
        self.algebra = algebra
        self._tidier = Tidier(algebra, middle)
        self._used = definitions([weight for weight in weights if isinstance(weight, Weight)])
        self.letters = _letters(algebra, self._used, set(taken) | set(middle))

    def quotient(self, weight: Scalar, total: int, style: Text = TEXT) -> str:
        """The quotient weight / total, in the shortest form."""
        return self._quotient(self._tidier.quotient(weight, total), style)

    def legend(self, shares: Iterable[tuple[Scalar, int]]) -> list[Line]:
        """What the letters of some formulas stand for, in an order in which each is known before it is used."""
        used: set[int] = set()
        waiting = [self._tidier.quotient(*share) for share in shares]
        while waiting:
            quotient = waiting.pop()
            for place in places_in(quotient.top) | (places_in(quotient.bottom) if quotient.bottom else set()):
                unknown = self.algebra.unknowns[place]
                if place not in used and isinstance(unknown, Named):
                    waiting.append(self._tidier.quotient(unknown.numerator, unknown.denominator))
                used.add(place)
        lines = []
        for place in sorted(used):
            unknown, label = self.algebra.unknowns[place], self.algebra.labels[place]
            if isinstance(unknown, Letter):
                continue
            if isinstance(unknown, Chance):
                lines.append(Line(unknown.name, "a probability", "", label))
            elif not isinstance(unknown, FreeParameter):
                text, latex = self._definition(unknown, TEXT), self._definition(unknown, LATEX)
                lines.append(Line(self.letters[place], text, latex, label))
        return lines

    def _definition(self, unknown: Unknown, style: Text) -> str:
        if isinstance(unknown, Named):
            return self.quotient(unknown.numerator, unknown.denominator, style)
        assert isinstance(unknown, Atom)
        return count_text(unknown, style)

    def _quotient(self, quotient: Quotient, style: Text) -> str:
        top, simple_top = self._sum(quotient.top, style), len(quotient.top.terms) < 2
        if quotient.whole == 1 and quotient.bottom is None:
            text, simple = top, simple_top
        else:
            below = [] if quotient.whole == 1 else [integer_text(quotient.whole)]
            simple_bottom = True
            if quotient.bottom is not None:
                bare = self._sum(quotient.bottom, style)
                single = not below
                below.append(bare if single else self._factor(quotient.bottom, style))
                simple_bottom = single and len(quotient.bottom.terms) == 1 and "*" not in bare
            text = style.fraction(top, style.product(below), simple_top, simple_bottom)
            simple = True
        if not quotient.from_one:
            return text
        return f"1 - {text if simple else style.bracket(text)}"

    def _sum(self, form: SumForm, style: Text) -> str:
        return signed_sum((term.coefficient, self._product(term, style)) for term in form.terms) or "0"

    def _product(self, term: ProductForm, style: Text) -> str:
        number = abs(term.coefficient)
        parts = [integer_text(number)] if number != 1 or not term.factors else []
        for factor, exponent in term.factors:
            base = style.name(self.letters[factor]) if isinstance(factor, int) else self._factor(factor, style)
            parts.append(style.power(base, exponent))
        return style.product(parts)

    def _factor(self, form: SumForm, style: Text) -> str:
        text = self._sum(form, style)
        simple = len(form.terms) == 1 and not form.terms[0].factors
        return text if simple else style.bracket(text)


def _letters(algebra: Algebra, used: Sequence[int], taken: set[str]) -> dict[int, str]:
    letters: dict[int, str] = {}
    for place in used:
        unknown = algebra.unknowns[place]
        if isinstance(unknown, (FreeParameter, Chance)):
            letters[place] = unknown.name
        elif isinstance(unknown, Inverse):
            continue
        else:
            wanted = _NAMED_LETTERS if isinstance(unknown, Named) else _initials(algebra.labels[place])
            letters[place] = free_letter(wanted, taken)
            taken.add(letters[place])
    return letters


def _initials(label: str) -> str:
    """Letters for a roll: the initials of its words from the last to the first, then its other letters."""
    roll, _, band = label.lower().partition(": ")
    words = re.findall(r"[a-z]+", f"{roll} {'' if band in ('success', 'failure') else band}")
    words = [word for word in words if word not in ("to", "of", "the", "a", "an", "for")]
    return "".join(word[0] for word in reversed(words)) + "".join(words[::-1]) + "cfgmn"


def free_letter(wanted: str, taken: Container[str]) -> str:
    """The first of the letters that names nothing yet, or that with a number.

    >>> free_letter("pq", {"p"}), free_letter("pq", {"p", "q"})
    ('q', 'p1')
    """
    # o and l read as numbers, e and i as constants, d as a differential, n as the number of copies.
    for letter in wanted:
        if letter not in taken and letter not in "oleidn":
            return letter
    number = 1
    while f"{wanted[0]}{number}" in taken:
        number += 1
    return f"{wanted[0]}{number}"
