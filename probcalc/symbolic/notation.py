"""Formulas as text and as LaTeX: a letter for each count of faces, a legend of the letters, the shortest form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from probcalc.exact.numerals import integer_text
from probcalc.symbolic.algebra import Algebra, Scalar, Weight
from probcalc.symbolic.atoms import Atom, Limited, Parameter, Smaller
from probcalc.symbolic.counts import Form
from probcalc.symbolic.quotients import definitions
from probcalc.symbolic.tidying import Product, Quotient, Sum, Tidier, places_in
from probcalc.symbolic.unknowns import Chance, Inverse, Named, Unknown

_NAMED_LETTERS = "wvuxyzqk"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a legend: letter = definition, and what it counts; a free probability has no LaTeX definition."""

    letter: str
    definition: str
    latex: str
    meaning: str


class Text:
    """Plain text: h*(20 - s)/400, powers with ^."""

    def name(self, name: str) -> str:
        """A name of a parameter, probability or letter."""
        return name

    def power(self, base: str, exponent: int) -> str:
        """A factor with its exponent."""
        return base if exponent == 1 else f"{base}^{exponent}"

    def product(self, parts: Sequence[str]) -> str:
        """Factors side by side."""
        return "*".join(parts)

    def bracket(self, inside: str) -> str:
        """A sum as a factor."""
        return f"({inside})"

    def fraction(self, top: str, bottom: str, simple_top: bool, simple_bottom: bool) -> str:
        """A quotient; `simple_...` says which part needs no bracket."""
        above = top if simple_top else f"({top})"
        return f"{above}/{bottom if simple_bottom else f'({bottom})'}"

    def clamp(self, inside: str, low: int | None, high: int | None) -> str:
        """A count kept between limits."""
        if low is None:
            return f"min({inside}, {high})"
        return f"max({inside}, {low})" if high is None else f"clamp({inside}, {low}, {high})"

    def smaller(self, one: str, other: str) -> str:
        """The smaller of two counts."""
        return f"min({one}, {other})"


class Latex(Text):
    """LaTeX as KaTeX and every TeX set it."""

    def name(self, name: str) -> str:
        """A name of a parameter, probability or letter."""
        return latex_name(name)

    def power(self, base: str, exponent: int) -> str:
        """A factor with its exponent."""
        return base if exponent == 1 else f"{base}^{{{exponent}}}"

    def product(self, parts: Sequence[str]) -> str:
        """Factors side by side."""
        text = parts[0]
        for before, part in pairwise(parts):
            # Two numbers side by side would read as one, and so would two words.
            apart = before[-1].isdigit() and part[0].isdigit()
            words = r"\mathrm" in before or part.startswith(r"\mathrm")
            text += (r" \cdot " if apart else r" \, " if words else " ") + part
        return text

    def bracket(self, inside: str) -> str:
        """A sum as a factor."""
        return rf"\left({inside}\right)"

    def fraction(self, top: str, bottom: str, simple_top: bool, simple_bottom: bool) -> str:
        """A quotient; `simple_...` says which part needs no bracket."""
        return rf"\frac{{{top}}}{{{bottom}}}"

    def clamp(self, inside: str, low: int | None, high: int | None) -> str:
        """A count kept between limits."""
        if low is None:
            return rf"\min\left({inside}, {high}\right)"
        if high is None:
            return rf"\max\left({inside}, {low}\right)"
        return rf"\max\left({low}, \min\left({high}, {inside}\right)\right)"

    def smaller(self, one: str, other: str) -> str:
        """The smaller of two counts."""
        return rf"\min\left({one}, {other}\right)"


TEXT, LATEX = Text(), Latex()


def latex_name(name: str) -> str:
    r"""A name in LaTeX: letters as they are, words upright.

    >>> latex_name("h"), latex_name("w2"), latex_name("a.charge_damage")
    ('h', 'w_{2}', '\\mathrm{a.charge\\_damage}')
    """
    if re.fullmatch(r"[A-Za-z]", name):
        return name
    if match := re.fullmatch(r"([A-Za-z])([0-9]+)", name):
        return f"{match[1]}_{{{match[2]}}}"
    return rf"\mathrm{{{escaped(name)}}}"


def escaped(text: str) -> str:
    """Any text so that LaTeX sets it as it stands."""
    signs = {"\\": r"\backslash ", "~": r"\sim ", "^": r"\hat{}", " ": r"\ "}
    return "".join(signs.get(c, "\\" + c if c in "_%#&${}" else c) for c in text)


def form_text(form: Any, style: Text = TEXT) -> str:
    """A linear form: what is added first, then what is taken away."""
    if not isinstance(form, Form):
        return str(form)
    terms = [(c, _count(atom, style)) for atom, c in form.terms]
    parts = [(c, text if abs(c) == 1 else style.product([str(abs(c)), text])) for c, text in terms]
    if form.constant:
        number = (form.constant, str(abs(form.constant)))
        parts = [number, *parts] if form.constant > 0 and all(c < 0 for c, _ in parts) else [*parts, number]
    text = ""
    for c, part in sorted(parts, key=lambda p: p[0] < 0):
        text += (" - " if c < 0 else " + ") + part if text else ("-" if c < 0 else "") + part
    return text


def _count(atom: Atom, style: Text) -> str:
    if isinstance(atom, Limited):
        return style.clamp(form_text(atom.of, style), atom.low, atom.high)
    if isinstance(atom, Smaller):
        return style.smaller(form_text(atom.one, style), form_text(atom.other, style))
    assert isinstance(atom, Parameter)
    return style.name(atom.name)


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
            if isinstance(unknown, Chance):
                lines.append(Line(unknown.name, "a probability", "", label))
            elif not isinstance(unknown, Parameter):
                text, latex = self._definition(unknown, TEXT), self._definition(unknown, LATEX)
                lines.append(Line(self.letters[place], text, latex, label))
        return lines

    def _definition(self, unknown: Unknown, style: Text) -> str:
        if isinstance(unknown, Named):
            return self.quotient(unknown.numerator, unknown.denominator, style)
        assert isinstance(unknown, Atom)
        return _count(unknown, style)

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

    def _sum(self, form: Sum, style: Text) -> str:
        text = ""
        for term in form.terms:
            part = self._product(term, style)
            text += (
                (" - " if term.coefficient < 0 else " + ") + part
                if text
                else (("-" if term.coefficient < 0 else "") + part)
            )
        return text or "0"

    def _product(self, term: Product, style: Text) -> str:
        number = abs(term.coefficient)
        parts = [integer_text(number)] if number != 1 or not term.factors else []
        for factor, exponent in term.factors:
            base = style.name(self.letters[factor]) if isinstance(factor, int) else self._factor(factor, style)
            parts.append(style.power(base, exponent))
        return style.product(parts)

    def _factor(self, form: Sum, style: Text) -> str:
        text = self._sum(form, style)
        simple = len(form.terms) == 1 and not form.terms[0].factors
        return text if simple else style.bracket(text)


def _letters(algebra: Algebra, used: Sequence[int], taken: set[str]) -> dict[int, str]:
    letters: dict[int, str] = {}
    for place in used:
        unknown = algebra.unknowns[place]
        if isinstance(unknown, (Parameter, Chance)):
            letters[place] = unknown.name
        elif isinstance(unknown, Inverse):
            continue
        else:
            wanted = _NAMED_LETTERS if isinstance(unknown, Named) else _initials(algebra.labels[place])
            letters[place] = _free_letter(wanted, taken)
            taken.add(letters[place])
    return letters


def _initials(label: str) -> str:
    """Letters for a roll: the initials of its words from the last to the first, then its other letters."""
    roll, _, band = label.lower().partition(": ")
    words = re.findall(r"[a-z]+", f"{roll} {'' if band in ('success', 'failure') else band}")
    words = [word for word in words if word not in ("to", "of", "the", "a", "an", "for")]
    return "".join(word[0] for word in reversed(words)) + "".join(words[::-1]) + "cfgmn"


def _free_letter(wanted: str, taken: set[str]) -> str:
    # o and l read as numbers, e and i as constants, d as a differential, n as the number of copies.
    for letter in wanted:
        if letter not in taken and letter not in "oleidn":
            return letter
    number = 1
    while f"{wanted[0]}{number}" in taken:
        number += 1
    return f"{wanted[0]}{number}"
