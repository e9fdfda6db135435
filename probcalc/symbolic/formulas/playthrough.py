"""One play with letters for chances, read in several ways, each as a formula."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from probcalc.exact.arguments import require_function
from probcalc.exact.errors import WrongValue
from probcalc.exact.play.exploring import ending, exact_number, require_state
from probcalc.symbolic.cases.boxes import Box
from probcalc.symbolic.cases.case import Case
from probcalc.symbolic.cases.domain import Domain, OutOfDomain
from probcalc.symbolic.formulas.case_laws import FormulaLaw
from probcalc.symbolic.formulas.laws import SymbolicDistribution
from probcalc.symbolic.formulas.letter_play import LetterPlay, Ratio
from probcalc.symbolic.formulas.values import SymbolicValue
from probcalc.symbolic.ring.algebra import Algebra
from probcalc.symbolic.ring.shares import Share
from probcalc.symbolic.ring.weights import Letter, Scalar

_NAME = "Play"
_BOX = Box({})


@dataclass(frozen=True)
class PlayDomain(Domain):
    """Letters for which every chance of a play lies between 0 and 1: one that is 0 or 1 may cut a way to the end."""

    shares: tuple[tuple[str, Scalar, Scalar], ...] = ()

    def values_in_words(self, name: str) -> str:
        """The values of a letter in words."""
        return "a fraction for which every chance lies between 0 and 1"

    def point(self, given: Mapping[str, Any], needed: Any = ()) -> dict[str, Any]:
        """The values given, checked.

        Raises:
            OutOfDomain: for an unknown name, a value that is not exact, one that is missing, or chances out of range.
        """
        found: dict[str, Any] = {}
        for name, value in given.items():
            if name not in self.names:
                raise OutOfDomain(f"{name} is no letter of this play; its letters are {', '.join(self.names)}")
            if isinstance(value, bool) or not isinstance(value, (int, Fraction)):
                raise OutOfDomain(f"{name} is a whole number or a fraction, not {value!r}")
            found[name] = Fraction(value)
        for name in needed:
            if name not in found:
                raise OutOfDomain(f"{name} is free and has no value")
        for text, top, bottom in self.shares:
            try:
                over = bottom if isinstance(bottom, int) else bottom.evaluate(found)
                value = Fraction(top if isinstance(top, int) else top.evaluate(found)) / over
            except KeyError:
                continue
            except ZeroDivisionError:
                value = Fraction(-1)
            if not 0 < value < 1:
                where = ", ".join(f"{name} = {number}" for name, number in found.items())
                line = f"the formula holds where every chance lies between 0 and 1, and {text} does not at {where}"
                raise OutOfDomain(line)
        return found


class SymbolicPlaythrough:
    """One play from state to state with letters for chances, until it is over.

    Attributes:
        kept: the probability that `given` holds; 1 without a condition.
    """

    def __init__(
        self,
        start: Any,
        step: Callable[[Any], Any],
        over: Callable[[Any], bool],
        given: Callable[[Any], bool] | None = None,
    ) -> None:
        is_over, thrown = ending(over, given)
        self._play = play = LetterPlay(_NAME, start, step, is_over)
        self._ends = [i for i, s in enumerate(play.steps) if s is None and play.states[i] not in thrown]
        self._is_thrown = bool(thrown)
        if not self._ends:
            raise WrongValue("what is given never happens" if thrown else f"{_NAME}: play never ends")
        names = [str(letter) for letter in play.letters]
        algebra = Algebra()
        shares = []
        for top, bottom in play.chances:
            text = str((top.as_expr() / bottom.as_expr()).factor())
            shares.append((text, _weight(algebra, top, names), _weight(algebra, bottom, names)))
        self.domain = PlayDomain({}, tuple((name,) for name in names), tuple(shares))

    @cached_property
    def _chances_kept(self) -> list[Ratio]:
        play = self._play
        if not self._is_thrown:
            return [play.ratio(1)] * len(play.states)
        return play.values([play.ratio(0)] * len(play.states), dict.fromkeys(self._ends, 1))

    @property
    def kept(self) -> SymbolicValue | Fraction:
        """The probability that `given` holds; 1 without a condition."""
        if not self._is_thrown:
            return Fraction(1)
        return self._value("kept", *self._pair(self._at_start(self._chances_kept)))

    @cached_property
    def ends(self) -> SymbolicDistribution:
        """The law of the state in which play ends."""
        return self.map(lambda end: end)

    def map(self, function: Callable[[Any], Any]) -> SymbolicDistribution:
        """The law of function(end)."""
        require_function("map", function)
        groups: dict[Any, list[int]] = {}
        for i in self._ends:
            outcome = function(self._play.states[i])
            require_state(outcome)
            groups.setdefault(outcome, []).append(i)
        none = [self._play.ratio(0)] * len(self._play.states)
        parts = [self._at_start(self._play.values(none, dict.fromkeys(group, 1))) for group in groups.values()]
        tops, bottom = self._play.over_one_bottom(parts)
        if self._is_thrown:
            # Over what is kept, which is the sum of them.
            bottom = sum(tops, self._play.ring.zero)
        algebra = Algebra()
        names = list(self.domain.names)
        content, primitive = bottom.primitive()
        inverse = 1 if primitive.is_ground else algebra.inverse(_weight(algebra, primitive, names))
        weights = {o: _weight(algebra, top, names) * inverse for o, top in zip(groups, tops, strict=True) if top}
        return SymbolicDistribution("end", (Case(_BOX, FormulaLaw(weights, int(content))),), self.domain)

    def chance(self, condition: Callable[[Any], bool]) -> SymbolicValue:
        """The chance that a condition holds of the state in which play ends."""
        require_function("a chance", condition)
        play = self._play
        wanted = {i: 1 for i in self._ends if condition(play.states[i])}
        return self._kept_value("chance", play.values([play.ratio(0)] * len(play.states), wanted), "probability")

    def mean_total(self, worth: Callable[[Any], Any]) -> SymbolicValue:
        """The mean sum of worth(state) over the turns that are played, each from a state."""
        require_function("a mean total", worth)
        play = self._play
        adds = [
            play.ratio(0) if follow is None else play.scale(kept, exact_number("a worth", worth(state)))
            for state, follow, kept in zip(play.states, play.steps, self._chances_kept, strict=True)
        ]
        return self._kept_value("mean total", play.values(adds, {}))

    @property
    def turns(self) -> SymbolicTurns:
        """The number of turns."""
        return SymbolicTurns(self)

    # -- how ---------------------------------------------------------------------------------------------------------

    def _at_start(self, values: list[Ratio]) -> Ratio:
        play = self._play
        found = play.combine([(weight, values[i]) for i, weight in play.start.items()])
        return play.divide(found, play.total)

    def _pair(self, value: Ratio) -> tuple[Any, Any]:
        return value.top, self._play.bottom(value)

    def _kept_value(self, label: str, values: list[Ratio], kind: Any = "value") -> SymbolicValue:
        top, bottom = self._pair(self._at_start(values))
        if self._is_thrown:
            over, under = self._pair(self._at_start(self._chances_kept))
            top, bottom = top * under, bottom * over
        return self._value(label, top, bottom, kind)

    def _value(self, label: str, top: Any, bottom: Any, kind: Any = "value") -> SymbolicValue:
        top, bottom = top.cancel(bottom)
        algebra, names = Algebra(), list(self.domain.names)
        content, primitive = bottom.primitive()
        if primitive.LC < 0:
            top, primitive = -top, -primitive
        weight = _weight(algebra, top, names)
        if not primitive.is_ground:
            weight = weight * algebra.inverse(_weight(algebra, primitive, names))
        return SymbolicValue(label, (Case(_BOX, Share(weight, int(content))),), self.domain, (), kind)


class SymbolicTurns:
    """The number of turns of a play with letters: its mean, its variance, and the chance of each number."""

    def __init__(self, through: SymbolicPlaythrough) -> None:
        self._through = through

    @property
    def mean(self) -> SymbolicValue:
        """The mean number of turns."""
        through = self._through
        return through._kept_value("mean turns", through._play.values(through._chances_kept, {}))

    @property
    def variance(self) -> SymbolicValue:
        """The variance of the number of turns."""
        through = self._through
        play = through._play
        turns = play.values(through._chances_kept, {})
        twice = [play.combine([(2, mean), (-1, kept)]) for mean, kept in zip(turns, through._chances_kept, strict=True)]
        top, bottom = through._pair(through._at_start(play.values(twice, {})))
        mean, under = through._pair(through._at_start(turns))
        kept, over = through._pair(through._at_start(through._chances_kept))
        # E[T^2 K] / E[K] - (E[T K] / E[K])^2, each over its own bottom.
        above = top * over * kept * under**2 - mean**2 * over**2 * bottom
        return through._value("variance of the turns", above, bottom * kept**2 * under**2)

    def __getitem__(self, number: int) -> SymbolicValue:
        return self._by(number, exactly=True)

    def at_most(self, number: int) -> SymbolicValue:
        """The chance that play is over after so many turns."""
        return self._by(number, exactly=False)

    def _by(self, number: int, exactly: bool) -> SymbolicValue:
        through = self._through
        play = through._play
        nothing = play.ratio(0)
        values = [play.ratio(1) if i in set(through._ends) else nothing for i in range(len(play.states))]
        for _ in range(number):
            values = [
                (nothing if exactly else values[i])
                if play.steps[i] is None
                else play.divide(
                    play.combine([(weight, values[there]) for there, weight in play.row(i).items()]), play.whole(i)
                )
                for i in range(len(play.states))
            ]
        return through._kept_value(f"turns {'=' if exactly else '<='} {number}", values, "probability")


def _weight(algebra: Algebra, polynomial: Any, names: list[str]) -> Scalar:
    """An element of a ring as a weight."""
    places = [algebra.generator(Letter(name)).places()[0] for name in names]
    parts = [
        algebra.product(tuple((place, e) for place, e in zip(places, monomial, strict=False) if e)) * int(coefficient)
        for monomial, coefficient in polynomial.items()
    ]
    return algebra.total(parts) if parts else 0
