"""Formulas: laws in free probabilities with every term written out, and scenarios in two stats."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import sympy
from sympy.core.cache import clear_cache

from benchmarks.measuring import Work
from probcalc.analysis.formulas.formula import Formula, formula
from probcalc.symbolic.reading.arithmetic import Polynomials
from probcalc.symbolic.ring.algebra import Algebra
from probcalc.symbolic.ring.weights import Chance, Weight

POINT = {"p": Fraction(1, 3), "q": Fraction(2, 5), "r": Fraction(1, 7)}
CURSED = {"attacker": "the_cursed", "target": "spearmen"}


def binomial() -> dict[int, Weight]:
    algebra = Algebra()
    p = algebra.generator(Chance("p"))
    return Polynomials(algebra).write_out({0: 1 - p, 1: p}, 1, 40)[0]


def expanded_binomial() -> dict[int, Any]:
    """The same with SymPy's expressions, which are kept for reuse unless they are cleared away."""
    clear_cache()
    p = sympy.Symbol("p")
    return {k: sympy.expand(comb(40, k) * p**k * (1 - p) ** (40 - k)) for k in range(41)}


def ten_attacks() -> dict[int, Weight]:
    algebra = Algebra()
    hit, wound, save = (algebra.generator(Chance(name)) for name in "pqr")
    one = hit * wound * (1 - save)
    return Polynomials(algebra).write_out({0: 1 - one, 1: one}, 1, 10)[0]


def expanded_attacks() -> dict[int, Any]:
    clear_cache()
    p, q, r = sympy.symbols("p q r")
    one = p * q * (1 - r)
    return {k: sympy.expand(comb(10, k) * one**k * (1 - one) ** (10 - k)) for k in range(11)}


def at_the_point(law: Any) -> dict[int, Fraction]:
    """The law at one point, so that all answers compare."""
    found = {}
    for outcome, weight in law.items():
        if isinstance(weight, Weight):
            found[outcome] = Fraction(weight.evaluate(POINT))
        else:
            value = sympy.sympify(weight).subs({name: sympy.Rational(str(x)) for name, x in POINT.items()})
            found[outcome] = Fraction(int(value.p), int(value.q))
    return found


def melee() -> Formula:
    return formula("chronopia.melee", CURSED, free=["armour", "cc"])


def combat() -> Formula:
    return formula("oathmark.combat", {}, free=["a.fight", "b.activation"])


def engagement() -> Formula:
    return formula("tide_of_battle.engagement", {}, free=["a.melee", "b.fortitude"])


def table() -> Any:
    return melee()["slain"].table()


def everywhere(found: Formula) -> list[Any]:
    """The headline at the ends and in the middle of every range."""
    first = found.domain.names[0]
    middle = found.domain.middle()
    return [found.subs({**middle, first: value}) for value in found.domain.values(first)[::9]]


WORKS = (
    Work(
        "S1",
        "the binomial law for n = 40 and a free p, all 861 terms written out (plain: SymPy expressions)",
        binomial,
        at_most=15,
        plain=expanded_binomial,
        too_slow={"Lea": 3165},
        normal=at_the_point,
    ),
    Work(
        "S2",
        "ten attacks that hit, wound and are saved with free p, q, r: all 506 terms (plain: SymPy expressions)",
        ten_attacks,
        at_most=15,
        plain=expanded_attacks,
        normal=at_the_point,
    ),
    Work("S3", "chronopia.melee in armour and cc", melee, at_most=1000, normal=everywhere),
    Work("S4", "oathmark.combat in a's Fight and b's Activation", combat, at_most=1000, normal=everywhere),
    Work("S5", "tide_of_battle.engagement in a's Melee and b's Fortitude", engagement, at_most=1000, normal=everywhere),
    Work("S6", "the case table of S3, from nothing", table, at_most=1000, normal=lambda found: str(found)),
)
