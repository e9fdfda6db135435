"""Play with letters for chances: the value of every state as a polynomial over a product of known factors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any, NamedTuple

from sympy import QQ, ZZ, Expr, Poly, Rational, Symbol, fraction, sympify, together
from sympy.polys.orderings import grlex
from sympy.polys.polyerrors import CoercionFailed, PolynomialError
from sympy.polys.rings import PolyRing

from probcalc.exact.arguments import brief
from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.errors import WrongValue
from probcalc.exact.law.outcomes import NoOutcome
from probcalc.exact.numbers.elimination import solve_rows
from probcalc.exact.play.equations import Value
from probcalc.exact.play.exploring import Graph, weighted_chances
from probcalc.exact.play.lumping import lump
from probcalc.exact.readings.law import LawReader

MOST_STATES = 20_000
MOST_IN_A_CIRCLE = 24
MOST_TERMS = 20_000
_MANY = 12


class Ratio(NamedTuple):
    """top / (whole * the product of the factors to their exponents)."""

    top: Any
    whole: int = 1
    factors: tuple[tuple[int, int], ...] = ()


class LetterPlay(Graph):
    """The states of a play with letters for chances, and the polynomials by which each leads to others.

    Attributes:
        letters: the names of the letters, in order.
        ring: the polynomials in them.
        chances: every chance that has a letter in it, as (top, bottom).
    """

    def __init__(self, name: str, start: Any, step: Callable[[Any], Any], is_over: Callable[[Any], bool]) -> None:
        self._reader = LawReader()
        first = self._read("the chances of the start", start)
        super().__init__(name, ({}, 1))
        laws: list[Mapping[Any, Any] | None] = []
        self.states = list(first)
        number = {state: i for i, state in enumerate(self.states)}
        for state in self.states:
            if is_over(state):
                laws.append(None)
                continue
            law = self._read(f"the chances from {brief(state)}", step(state))
            for after in law:
                if after not in number:
                    number[after] = len(self.states)
                    self.states.append(after)
            laws.append(law)
            if len(self.states) > MOST_STATES:
                raise TooLarge(f"{name} with letters", len(self.states), MOST_STATES, "states")
        found = {letter for each in (first, *laws) if each for p in each.values() for letter in _letters(p)}
        self.letters = sorted(found, key=str)
        if len({str(letter) for letter in found}) < len(found):
            raise WrongValue("two letters have one name: symbols of one name need the same assumptions")
        self.ring = PolyRing([str(letter) for letter in self.letters] or ["x"], ZZ, grlex)
        self._written: dict[Any, tuple[Any, Any]] = {}
        self._factors: list[Any] = []
        self._number: dict[Any, int] = {}
        self.start, self.total = self._row("the chances of the start", first, number)
        for i, follow in enumerate(laws):
            if follow is None:
                self.add(None, {}, self.ring.one, self.ring.zero)
                continue
            moves, total = self._row(f"the chances from {brief(self.states[i])}", follow, number)
            staying = moves.pop(i, self.ring.zero)
            self.add(follow, moves, total - staying, staying)
        self.order = self.circles()

    # -- reading -----------------------------------------------------------------------------------------------------

    def _read(self, what: str, follow: Any) -> Mapping[Any, Any]:
        if isinstance(follow, Mapping) and not isinstance(follow, NoOutcome):
            if not any(isinstance(chance, Expr) for chance in follow.values()):
                weights, total = weighted_chances(what, follow)
                return {outcome: Fraction(weight, total) for outcome, weight in weights.items()}
            return follow
        weights, total = self._reader.weighted(follow)
        return {outcome: Fraction(weight, total) for outcome, weight in weights.items()}

    def _polynomials(self, what: str, chance: Any) -> tuple[Any, Any]:
        """A chance as a top and a bottom."""
        found = self._written.get(chance)
        if found is None:
            if isinstance(chance, (int, Fraction)):
                pair = chance.numerator, chance.denominator
                found = self.ring(pair[0]), self.ring(pair[1])
            else:
                top, bottom = fraction(together(sympify(chance)))
                try:
                    found = _whole(self.ring, top, bottom, self.letters)
                except (PolynomialError, CoercionFailed, ArithmeticError):
                    line = f"{what} are fractions of polynomials in their letters, not {brief(chance)}"
                    raise WrongValue(line) from None
            self._written[chance] = found
        return found

    def _row(self, what: str, law: Mapping[Any, Any], number: Mapping[Any, int]) -> tuple[dict[int, Any], Any]:
        """The weights of a law over a total, which is its common denominator."""
        pairs = {number[outcome]: self._polynomials(what, chance) for outcome, chance in law.items()}
        total = self.ring.one
        for _, bottom in pairs.values():
            total = total.lcm(bottom)
        moves = {there: top * total.exquo(bottom) for there, (top, bottom) in pairs.items() if top}
        if sum(moves.values(), self.ring.zero) != total:
            left = (sum(moves.values(), self.ring.zero).as_expr() / total.as_expr()).cancel()
            raise WrongValue(f"{what} sum to {left}, not to 1")
        return moves, total

    @property
    def chances(self) -> list[tuple[Any, Any]]:
        """Every chance that has a letter in it."""
        return [(top, bottom) for top, bottom in self._written.values() if not (top.is_ground and bottom.is_ground)]

    # -- sums of quotients -------------------------------------------------------------------------------------------

    def ratio(self, value: Any) -> Ratio:
        """A number as a ratio."""
        exact = Fraction(value)
        return Ratio(self.ring(exact.numerator), exact.denominator)

    def scale(self, value: Ratio, number: Value) -> Ratio:
        """A ratio times a number."""
        return self._light(value.top * number.numerator, value.whole * number.denominator, dict(value.factors))

    def divide(self, value: Ratio, by: Any) -> Ratio:
        """A ratio divided by a polynomial, whose primitive part is one of the factors."""
        content, primitive = by.primitive()
        if primitive.LC < 0:
            content, primitive = -content, -primitive
        content = int(content)
        top = value.top if content > 0 else -value.top
        whole = value.whole * abs(content)
        factors = dict(value.factors)
        if not primitive.is_ground:
            place = self._number.setdefault(primitive, len(self._factors))
            if place == len(self._factors):
                self._factors.append(primitive)
            quotient, rest = divmod(top, primitive)
            if not rest:
                top = quotient
            else:
                factors[place] = factors.get(place, 0) + 1
        return self._light(top, whole, factors)

    def _light(self, top: Any, whole: int, factors: dict[int, int]) -> Ratio:
        if not top:
            return Ratio(self.ring.zero)
        if len(top) > MOST_TERMS:
            raise TooLarge(f"{self.name} with letters: a formula", len(top), MOST_TERMS, "terms")
        shared = gcd(whole, int(top.content()))
        if shared > 1:
            top, whole = top.quo_ground(shared), whole // shared
        return Ratio(top, whole, tuple(sorted(factors.items())))

    def combine(self, parts: Sequence[tuple[Any, Ratio]]) -> Ratio:
        """The sum of polynomials times ratios."""
        whole, factors = self._common_parts([value for _, value in parts])
        total = self.ring.zero
        for weight, value in parts:
            total += self._over(value, whole, factors) * weight
        return self._light(total, whole, factors)

    def bottom(self, value: Ratio) -> Any:
        """What stands below the line."""
        found = self.ring(value.whole)
        for place, exponent in value.factors:
            found *= self._factors[place] ** exponent
        return found

    # -- solving -----------------------------------------------------------------------------------------------------

    def values(self, adds: Sequence[Ratio], ends: Mapping[int, Any]) -> list[Ratio]:
        """The value of each state: what a turn adds, and the mean of the values that follow."""
        found = [Ratio(self.ring.zero)] * len(self.states)
        for component in reversed(self.order):
            here = component[0]
            if len(component) > 1:
                self._solve(component, adds, found)
            elif self.steps[here] is None:
                if here in ends:
                    found[here] = self.ratio(ends[here])
            else:
                found[here] = self.divide(self._beyond(here, adds, found, ()), self.leaving[here])
        return found

    def _beyond(self, state: int, adds: Sequence[Ratio], found: Sequence[Ratio], inside: Any) -> Ratio:
        known = [(weight, found[there]) for there, weight in self.moves[state].items() if there not in inside]
        return self.combine([(self.whole(state), adds[state]), *known])

    def _solve(self, component: list[int], adds: Sequence[Ratio], found: list[Ratio]) -> None:
        inside = {state: i for i, state in enumerate(component)}
        right = [self._beyond(state, adds, found, inside) for state in component]
        rows = [
            {inside[there]: weight for there, weight in self.row(state).items() if there in inside}
            for state in component
        ]
        totals = list(map(self.whole, component))
        blocks = list(range(len(component)))
        if len(component) > _MANY:
            # Only rows of one total are compared: those of others are told apart by it.
            blocks = lump(rows, [(total, *value) for total, value in zip(totals, right, strict=True)])
        first: dict[int, int] = {}
        for i, block in enumerate(blocks):
            first.setdefault(block, i)
        number = {block: k for k, block in enumerate(first)}
        size = len(first)
        if size > MOST_IN_A_CIRCLE:
            raise TooLarge(f"{self.name} with letters: a circle", size, MOST_IN_A_CIRCLE, "states")
        chosen = [right[i] for i in first.values()]
        whole, factors = self._common_parts(chosen)
        matrix: list[list[Any]] = []
        for i in first.values():
            line = [self.ring.zero] * (size + 1)
            for j, weight in rows[i].items():
                line[number[blocks[j]]] -= weight
            line[number[blocks[i]]] += totals[i]
            line[size] = self._over(right[i], whole, factors)
            matrix.append(line)
        values, determinant = solve_rows(matrix)
        solution = [
            self.divide(self._light(value, whole, dict(factors)), determinant) if value else Ratio(self.ring.zero)
            for value in values
        ]
        for state, block in zip(component, blocks, strict=True):
            found[state] = solution[number[block]]

    def _common_parts(self, values: Sequence[Ratio]) -> tuple[int, dict[int, int]]:
        """A whole number and factors over which all of them stand."""
        most: dict[int, int] = {}
        for value in values:
            for place, exponent in value.factors:
                most[place] = max(exponent, most.get(place, 0))
        return lcm(*[value.whole for value in values]), most

    def _over(self, value: Ratio, whole: int, factors: Mapping[int, int]) -> Any:
        top = value.top * (whole // value.whole)
        own = dict(value.factors)
        for place, exponent in factors.items():
            if exponent > own.get(place, 0):
                top = top * self._factors[place] ** (exponent - own.get(place, 0))
        return top

    def over_one_bottom(self, values: Sequence[Ratio]) -> tuple[list[Any], Any]:
        """Ratios over one bottom."""
        whole, factors = self._common_parts(values)
        tops = [self._over(value, whole, factors) for value in values]
        return tops, self.bottom(Ratio(self.ring.one, whole, tuple(factors.items())))


def _letters(chance: Any) -> set[Symbol]:
    return set(chance.free_symbols) if isinstance(chance, Expr) else set()


def _whole(ring: Any, top: Any, bottom: Any, letters: Sequence[Symbol]) -> tuple[Any, Any]:
    """Two expressions as polynomials with whole coefficients, in lowest terms."""
    pairs = []
    for part in (top, bottom):
        polynomial = Poly(part, *letters, domain=QQ) if letters else None
        terms = dict(polynomial.terms()) if polynomial is not None else {(0,): Rational(part)}
        pairs.append({monomial: Fraction(int(c.p), int(c.q)) for monomial, c in terms.items()})
    whole = lcm(*[c.denominator for terms in pairs for c in terms.values()])
    tops = [ring.from_dict({m: int(c * whole) for m, c in terms.items() if c}) for terms in pairs]
    above, below = tops[0].cancel(tops[1])
    return (above, below) if below.LC > 0 else (-above, -below)
