"""`Distribution`: an immutable exact probability mass function."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias

from probcalc.exact.arguments import brief, require_function, require_outcome, require_several, require_whole
from probcalc.exact.errors import WrongValue
from probcalc.exact.kernels import weights as kernels
from probcalc.exact.law.comparison import Comparison, compare
from probcalc.exact.law.mass_function import require_end, require_law
from probcalc.exact.law.mixtures import exact_share, weights_of_mixture, weights_of_pairs
from probcalc.exact.law.orders import Order, is_number
from probcalc.exact.law.outcomes import NeverHolds, NoOutcome, in_declared_order, in_order, own_number
from probcalc.exact.law.sums import SumsOfLaws

Outcome: TypeAlias = Hashable


class Distribution(SumsOfLaws["Distribution"]):
    """A probability mass function: outcomes to exact fractions that sum to one.

    P(X = x) is `law[x]`, and 0 for an impossible outcome. Integer weights stand over one common total inside.

    >>> from fractions import Fraction
    >>> law = Distribution({0: Fraction(7, 9), 1: Fraction(2, 9)})
    >>> law
    Distribution(0: 7/9, 1: 2/9)
    >>> law.mean, law[1], law[5]
    (Fraction(2, 9), Fraction(2, 9), Fraction(0, 1))

    Raises:
        ValueError: when a probability is negative or they do not sum to one.
    """

    __slots__ = ()

    def __init__(self, probabilities: Mapping[Any, Fraction | int]) -> None:
        if not isinstance(probabilities, Mapping):
            raise WrongValue(f"a Distribution is made of outcomes and probabilities, not of {brief(probabilities)}")
        for value in probabilities.values():
            if isinstance(value, float):
                raise WrongValue("a Distribution takes exact fractions, not decimals")
        exact = {o: share for o, p in probabilities.items() if (share := exact_share(p))}
        if any(p < 0 for p in exact.values()) or sum(exact.values()) != 1:
            raise WrongValue("the probabilities of a Distribution are not negative and sum to one")
        total = lcm(*(p.denominator for p in exact.values()))
        self._weights = in_order({o: p.numerator * (total // p.denominator) for o, p in exact.items()})
        self._total = total
        self._hash = None
        self._order = None

    @classmethod
    def from_weights(cls, weights: Mapping[Any, int], total: int | None = None) -> Distribution:
        """The law proportional to integer weights.

        >>> Distribution.from_weights({"a": 3, "b": 1})
        Distribution(a: 3/4, b: 1/4)

        Raises:
            ValueError: when a weight is negative or no whole number, all are zero, or they do not sum to a given
                `total`.
        """
        if not isinstance(weights, Mapping):
            raise WrongValue(f"a Distribution is made of outcomes with their weights, not of {brief(weights)}")
        if not all(isinstance(w, int) for w in weights.values()):
            weights = {outcome: own_number(weight) for outcome, weight in weights.items()}
            if not all(isinstance(w, int) for w in weights.values()):
                raise WrongValue("the weights of a Distribution are whole numbers")
        whole = sum(weights.values())
        if whole <= 0 or any(w < 0 for w in weights.values()) or (total is not None and total != whole):
            raise WrongValue("the weights of a Distribution are not negative, not all zero, and sum to their total")
        return cls._make(*kernels.reduce_weights(dict(weights), whole))

    @classmethod
    def _make(cls, weights: Mapping[Any, int], total: int, order: Order | None = None) -> Distribution:
        return cls._make_ordered(in_order(weights), total, order)

    @classmethod
    def _make_ordered(cls, weights: dict[Any, int], total: int, order: Order | None = None) -> Distribution:
        """A law whose weights are in order and in lowest terms already."""
        law = object.__new__(cls)
        law._weights = weights
        law._total = total
        law._hash = None
        law._order = order
        return law

    @classmethod
    def _make_reduced(cls, weights: dict[Any, int], total: int) -> Distribution:
        """A law whose weights are in order already."""
        return cls._make_ordered(*kernels.reduce_weights(weights, total))

    @classmethod
    def constant(cls, outcome: Outcome) -> Distribution:
        """The law of what is certain.

        >>> Distribution.constant(3)
        Distribution(3: 1)
        """
        return cls._make({require_outcome(outcome): 1}, 1)

    @classmethod
    def mixture(cls, parts: Iterable[tuple[Fraction | int, Distribution]]) -> Distribution:
        """One of several laws, drawn with the probabilities given: P(x) = sum of p_i P_i(x).

        >>> from fractions import Fraction
        >>> half = Fraction(1, 2)
        >>> Distribution.mixture([(half, Distribution.constant(0)), (half, Distribution({1: half, 2: half}))])
        Distribution(0: 1/2, 1: 1/4, 2: 1/4)

        Raises:
            ValueError: when the shares do not sum to one, or are decimals.
            TooLarge: when the estimate exceeds the bound.
        """
        return cls._make(*weights_of_mixture(parts))

    # -- new laws --------------------------------------------------------------------------------------------------

    def map(self, function: Callable[[Any], Outcome]) -> Distribution:
        """The law of function(X).

        >>> Distribution.from_weights({-1: 1, 0: 1, 1: 1}).map(abs)
        Distribution(0: 1/3, 1: 2/3)
        """
        require_function("map", function)
        images = (require_outcome(function(o)) for o in self._weights)
        return Distribution._make(*kernels.reduce_weights(kernels.gather(images, self._weights.values()), self._total))

    def capped(self, cap: Any) -> Distribution:
        """The law of the lower of X and a cap; what lies beyond every number is the cap too.

        >>> Distribution.from_weights({1: 1, 2: 1, 5: 1}).capped(2)
        Distribution(1: 1/3, 2: 2/3)
        >>> Distribution.from_weights({1: 1, "never": 1}).capped(2)
        Distribution(1: 1/2, 2: 1/2)

        Raises:
            ValueError: when an outcome, or the cap, is neither a number nor a name with a place.
        """
        if self.is_numeric and is_number(cap):
            return self.map(lambda outcome: min(outcome, cap))
        place, highest, most = self.order.place, self.order.threshold(cap), own_number(cap)
        return self.map(lambda outcome: outcome if place(outcome) <= highest else most).in_the_order(self._order)

    def given(self, condition: Callable[[Any], bool]) -> Distribution:
        """The law of X, knowing that condition(X) holds: P(x) / P(condition).

        >>> Distribution.from_weights({1: 1, 2: 1, 3: 2}).given(lambda x: x > 1)
        Distribution(2: 1/3, 3: 2/3)

        Raises:
            ValueError: when the condition has probability zero.
        """
        require_function("given", condition)
        kept = {o: w for o, w in self._weights.items() if condition(o)}
        if not kept:
            raise NeverHolds
        return Distribution._make_ordered(*kernels.reduce_weights(kept, sum(kept.values())), self._order)

    def then(self, follow: Callable[[Any], Distribution | Outcome]) -> Distribution:
        """The law of a second stage that depends on the first: P(y) = sum of P(x) P(y | x).

        `follow` gives a law, or an outcome that is certain.

        >>> from probcalc.exact.dice.dice import d
        >>> d(2).then(lambda x: x @ d(2))
        Distribution(1: 1/4, 2: 3/8, 3: 1/4, 4: 1/8)
        >>> d(2).then(lambda x: d(2) if x == 2 else x)
        Distribution(1: 3/4, 2: 1/4)

        Raises:
            ValueError: when a step follows, which has no law of itself.
            TooLarge: when the estimate exceeds the bound.
        """
        require_function("then", follow)
        return Distribution.mixture((self[o], _law_after(follow(o))) for o in self._weights)

    def joint(self, other: Distribution) -> Distribution:
        """The law of the pair (x, y) of independent X and Y.

        >>> len(Distribution.from_weights({0: 1, 1: 1}).joint(Distribution.from_weights({0: 1, 1: 1})))
        4
        """
        return self.combine(other, lambda x, y: (x, y))

    def marginal(self, position: int) -> Distribution:
        """The law of one component of tuple outcomes, counted from 0.

        >>> Distribution.from_weights({(1, "a"): 1, (2, "b"): 2}).marginal(1)
        Distribution(a: 1/3, b: 2/3)

        Raises:
            ValueError: when an outcome has no such part.
        """
        position = require_whole("the place of a part", position)
        for outcome in self._weights:
            if not isinstance(outcome, tuple) or not -len(outcome) <= position < len(outcome):
                raise WrongValue(f"the outcome {outcome!r} has no part {position}")
        return self.map(lambda o: o[position])

    def combine(self, other: Distribution, function: Callable[[Any, Any], Outcome]) -> Distribution:
        """The law of function(x, y) for independent X and Y.

        >>> coin = Distribution.from_weights({0: 1, 1: 1})
        >>> coin.combine(coin, max)
        Distribution(0: 1/4, 1: 3/4)

        Raises:
            TooLarge: when the estimate exceeds the bound.
        """
        require_function("combine", function)
        require_law(other, "a combination")
        require_end(other, "a combination")
        return Distribution._make(
            *kernels.reduce_weights(weights_of_pairs(self, other, function), self._total * other._total)
        )

    # -- the order of names ----------------------------------------------------------------------------------------

    def listed_in(self, order: tuple[Any, ...]) -> Distribution:
        """The same law, its names with a declared order last, in it; numbers stay ascending.

        >>> Distribution.from_weights({"b": 1, 3: 1, "a": 1, 1: 1}).listed_in(("a", "b", 3, 1))
        Distribution(1: 1/4, 3: 1/4, a: 1/4, b: 1/4)
        """
        if self.is_numeric:
            return self
        names = tuple(name for name in require_several("the names of an order", order) if not is_number(name))
        weights = {o: self._weights[o] for o in in_declared_order(self._weights, names)}
        return self._make_ordered(weights, self._total, self._order)

    def in_the_order(self, order: Order | None) -> Distribution:
        """The same law, its names placed in an order; None takes the usual one.

        >>> Distribution.from_weights({1: 1, "lost": 1}).in_the_order(Order(("lost",), beyond=True)).at_least(2)
        Fraction(1, 2)
        """
        if order is not None and not isinstance(order, Order):
            raise WrongValue(f"an order is an Order of names, not {brief(order)}; ranked(...) takes the names alone")
        return self._make_ordered(self._weights, self._total, order)

    def ranked(self, *names: Any) -> Distribution:
        """The same law, its names ranked from the lowest to the highest; beside numbers they lie above every number.

        >>> Distribution.from_weights({"broken": 1, "passed": 2}).ranked("passed", "disordered", "broken").median
        'passed'

        A ranking belongs to what a law is: ranked otherwise, or not at all, it is another one.

        >>> coin = Distribution.from_weights({"heads": 1, "tails": 1})
        >>> coin.ranked("heads", "tails") == coin.ranked("tails", "heads")
        False

        Raises:
            ValueError: when a name is missing, stands twice, or is a number.
        """
        if len(set(map(require_outcome, names))) < len(names) or any(map(is_number, names)):
            raise WrongValue(f"the names of a ranking stand in it once each, without numbers, not {brief(names)}")
        order = Order(names, beyond=any(map(is_number, self._weights)))
        for outcome in self._weights:
            order.place(outcome)
        return self.in_the_order(order)

    # -- two laws, and samples -------------------------------------------------------------------------------------

    def compare(self, other: Distribution) -> Comparison:
        """How often X is above, equal to and below an independent Y.

        >>> from probcalc.exact.dice.dice import d
        >>> d(6).compare(d(4)).wins
        Fraction(7, 12)
        """
        return compare(self, other)

    def sample(self, count: int, seed: int) -> list[Any]:
        """`count` outcomes drawn with a seeded generator: a check of the engine, never a substitute for it.

        Raises:
            ValueError: when the count is negative.
            TooLarge: when the estimate exceeds the bound.
        """
        # Only samples need a random generator.
        from probcalc.exact.law.sampling import draw

        return draw(self, count, seed)


def _law_after(follow: Any) -> Any:
    """The law of what follows: a law as it is, or the outcome that is certain."""
    return follow if isinstance(follow, NoOutcome) else Distribution.constant(follow)
