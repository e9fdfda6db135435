"""Two ways to write a formula, plain text and LaTeX, and linear forms in either."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from probcalc.symbolic.counts.forms import Form
from probcalc.symbolic.counts.linear import Atom, FreeParameter, Limited, Smaller


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
    return rf"\mathrm{{{escape(name)}}}"


def escape(text: str) -> str:
    """Any text so that LaTeX sets it as it stands."""
    signs = {"\\": r"\backslash ", "~": r"\sim ", "^": r"\hat{}", " ": r"\ "}
    return "".join(signs.get(c, "\\" + c if c in "_%#&${}" else c) for c in text)


def form_text(form: Any, style: Text = TEXT) -> str:
    """A linear form: what is added first, then what is taken away."""
    if not isinstance(form, Form):
        return str(form)
    terms = [(c, count_text(atom, style)) for atom, c in form.terms]
    parts = [(c, text if abs(c) == 1 else style.product([str(abs(c)), text])) for c, text in terms]
    if form.constant:
        number = (form.constant, str(abs(form.constant)))
        parts = [number, *parts] if form.constant > 0 and all(c < 0 for c, _ in parts) else [*parts, number]
    return signed_sum(sorted(parts, key=lambda p: p[0] < 0))


def signed_sum(parts: Iterable[tuple[int, str]]) -> str:
    """Parts one after the other, each added or taken away by the sign of its number.

    >>> signed_sum([(1, "x"), (-2, "2*y")])
    'x - 2*y'
    """
    text = ""
    for number, part in parts:
        text += (" - " if number < 0 else " + ") + part if text else ("-" if number < 0 else "") + part
    return text


def count_text(atom: Atom, style: Text) -> str:
    """A limited count, the smaller of two counts, or a parameter by its name."""
    if isinstance(atom, Limited):
        return style.clamp(form_text(atom.of, style), atom.low, atom.high)
    if isinstance(atom, Smaller):
        return style.smaller(form_text(atom.one, style), form_text(atom.other, style))
    assert isinstance(atom, FreeParameter)
    return style.name(atom.name)
