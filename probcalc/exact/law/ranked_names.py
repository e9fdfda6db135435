"""The order of a law's names: as they are listed, and as they are placed from the lowest to the highest."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Generic, TypeVar

from probcalc.exact.arguments import brief, require_outcome, require_several
from probcalc.exact.law.orders import Order, is_number
from probcalc.exact.law.outcomes import in_declared_order
from probcalc.exact.law.sums import SumsOfLaws

L = TypeVar("L", bound="RankedNames[Any]")
"""What is put in order: a law."""


class RankedNames(SumsOfLaws[L], Generic[L]):
    """A law of names in an order that is declared: `law.ranked("broken", "passed")`."""

    __slots__ = ()

    @classmethod
    @abstractmethod
    def _make_ordered(cls, weights: dict[Any, int], total: int, order: Order | None = None) -> L:
        """The law of weights in lowest terms whose outcomes are in order."""

    def listed_in(self, order: tuple[Any, ...]) -> L:
        """The same law, its names with a declared order last, in it; numbers stay ascending.

        >>> from probcalc.exact.law.distribution import Distribution
        >>> Distribution.from_weights({"b": 1, 3: 1, "a": 1, 1: 1}).listed_in(("a", "b", 3, 1))
        Distribution(1: 1/4, 3: 1/4, a: 1/4, b: 1/4)
        """
        if self.is_numeric:
            return self  # type: ignore[return-value]
        names = tuple(name for name in require_several("the names of an order", order) if not is_number(name))
        weights = {o: self._weights[o] for o in in_declared_order(self._weights, names)}
        return self._make_ordered(weights, self._total, self._order)

    def in_the_order(self, order: Order | None) -> L:
        """The same law, its names placed in an order; None takes the usual one.

        >>> from probcalc.exact.law.distribution import Distribution
        >>> Distribution.from_weights({1: 1, "lost": 1}).in_the_order(Order(("lost",), beyond=True)).at_least(2)
        Fraction(1, 2)
        """
        if order is not None and not isinstance(order, Order):
            raise ValueError(f"an order is an Order of names, not {brief(order)}; ranked(...) takes the names alone")
        return self._make_ordered(self._weights, self._total, order)

    def ranked(self, *names: Any) -> L:
        """The same law, its names ranked from the lowest to the highest; beside numbers they lie above every number.

        >>> from probcalc.exact.law.distribution import Distribution
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
            raise ValueError(f"the names of a ranking stand in it once each, without numbers, not {brief(names)}")
        order = Order(names, beyond=any(map(is_number, self._weights)))
        for outcome in self._weights:
            order.place(outcome)
        return self.in_the_order(order)
