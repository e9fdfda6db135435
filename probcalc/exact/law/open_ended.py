"""Laws that list their outcomes up to a number, and all above it together as "more"."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NoReturn

from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.errors import WrongValue
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.explosions import MORE
from probcalc.exact.law.mass_function import MassFunction, require_end, require_law
from probcalc.exact.law.orders import ENDS, Order, is_number
from probcalc.exact.law.outcomes import own_number


class Unlisted(TooLarge):
    """A question about outcomes that stand together as "more"."""

    def __init__(self, asked: int, reach: int) -> None:
        super().__init__("what is asked of a law without an end", asked, reach, "outcomes")
        self.args = (f"a law without an end lists what is below {reach}, and 'more' is {reach} or anything above",)

    def __reduce__(self) -> tuple[Any, ...]:
        return Unlisted, (self.estimate, self.bound)


class OpenEnded(Distribution):
    """A law on whole numbers that lists those below a number, and what is as much or more as "more".

    "more" is no outcome of the play: nothing is made of it. Chances up to the number are exact; what would need to know
    what stands behind "more" is refused, and `capped` is the law with an end that can do everything else.

    >>> law = OpenEnded({1: 1, 2: 1, MORE: 2}, 4, 3)
    >>> law.at_least(3), law.capped(2)
    (Fraction(1, 2), Distribution(1: 1/4, 2: 3/4))
    >>> law.at_least(4)
    Traceback (most recent call last):
        ...
    probcalc.exact.law.open_ended.Unlisted: a law without an end lists what is below 3, and 'more' is ...
    """

    __slots__ = ("_reach",)
    _reach: int

    def __init__(self, weights: Mapping[Any, int], total: int, reach: int) -> None:
        law = Distribution.from_weights(weights, total)
        self._weights, self._total = law._weights, law._total
        self._hash = None
        self._order = None
        self._reach = reach

    @property
    def has_end(self) -> bool:
        """A law without an end lists only some of its outcomes."""
        return False

    # -- what is known -------------------------------------------------------------------------------------------------

    def __getitem__(self, outcome: Any) -> Fraction:
        if outcome != MORE:
            number = whole_number(outcome)
            if number is None:
                return Fraction(0)
            self._require_in_list(number + 1)
        return Distribution.__getitem__(self, outcome)

    def at_least(self, least: Any) -> Fraction:
        """P(X >= least), for a number up to that from which all counts as "more".

        >>> from probcalc.exact.dice.dice import d
        >>> from probcalc.exact.dice.endless_dice import explode
        >>> explode(d(6)).at_least(13)
        Fraction(1, 36)

        Raises:
            TooLarge: for a greater one.
        """
        return 1 - self._below(-(-least // 1)) if is_number(least) else Distribution.at_least(self, least)

    def at_most(self, most: Any) -> Fraction:
        """P(X <= most), for a number below that from which all counts as "more".

        >>> from probcalc.exact.dice.dice import d
        >>> from probcalc.exact.dice.endless_dice import explode
        >>> explode(d(6)).at_most(5)
        Fraction(5, 6)

        Raises:
            TooLarge: for a greater one.
        """
        return self._below(most // 1 + 1) if is_number(most) else Distribution.at_most(self, most)

    def _below(self, number: int) -> Fraction:
        self._require_in_list(number)
        found = sum(weight for outcome, weight in self._weights.items() if outcome != MORE and outcome < number)
        return Fraction(found, self._total)

    def _require_in_list(self, number: int) -> None:
        if number > self._reach:
            raise Unlisted(number, self._reach)

    def capped(self, cap: Any) -> Distribution:
        """The lower of X and a number: a law with an end.

        >>> from probcalc.exact.dice.dice import d
        >>> from probcalc.exact.dice.endless_dice import explode
        >>> explode(d(2)).capped(3)
        Distribution(1: 1/2, 3: 1/2)

        Raises:
            TooLarge: for a number above that from which all counts as "more".
        """
        cap = own_number(cap)
        if not is_number(cap):
            # Nothing lies beyond what is beyond every number.
            self.order.threshold(cap)
            return self
        weights, total = self._weights_below(-(-cap // 1))
        weights[cap] = total - sum(weights.values())
        return Distribution.from_weights(weights, total)

    def _weights_below(self, number: int) -> tuple[dict[Any, int], int]:
        """The weights of the outcomes below a number, and the total of the whole law."""
        self._require_in_list(number)
        return {o: w for o, w in self._weights.items() if o != MORE and o < number}, self._total

    def beside(self, other: MassFunction) -> Distribution:
        """The law as far as it matters beside one with an end: everything above that counts as one.

        >>> from probcalc.exact.dice.dice import d
        >>> from probcalc.exact.dice.endless_dice import explode
        >>> explode(d(6)).compare(d(8)).wins
        Fraction(35, 96)

        Raises:
            ValueError: when neither has an end.
        """
        require_law(other, "a comparison")
        if not other.has_end:
            raise WrongValue("of two laws that are compared at least one has an end")
        numbers = [outcome for outcome in other if is_number(outcome)]
        return self.capped(max(numbers) // 1 + 1 if numbers else min(o for o in self._weights if o != MORE))

    def quantile(self, share: Fraction | int) -> Any:
        """The smallest x with P(X <= x) >= share.

        Raises:
            ValueError: as for every law, and where it lies among what counts as "more".
        """
        found = Distribution.quantile(self, share)
        if found == MORE:
            self._refuse("so high a quantile")
        return found

    @property
    def mode(self) -> tuple[Any, ...]:
        """The most probable outcomes, in order.

        Raises:
            ValueError: when a more probable one may stand behind "more".
        """
        listed = Distribution.from_weights({o: w for o, w in self._weights.items() if o != MORE})
        if self._weights.get(MORE, 0) >= self._weights[listed.mode[0]]:
            self._refuse("the most probable outcome")
        return listed.mode

    def listed_in(self, order: tuple[Any, ...]) -> Distribution:
        """The same law: it has no names to be listed."""
        return self

    def in_the_order(self, order: Order | None) -> Distribution:
        """The same law: its names are none that could be placed.

        Raises:
            ValueError: for any other order than the usual one.
        """
        return self if order is None or order == ENDS else self._refuse("another order")

    # -- what would need all outcomes ----------------------------------------------------------------------------------

    def _refuse(self, what: str) -> NoReturn:
        require_end(self, what)
        raise AssertionError("a law without an end has none")

    def chance(self, condition: Callable[[Any], bool]) -> Fraction:
        """Refused: the condition can be asked of what is listed alone."""
        self._refuse("the chance of a condition")

    def map(self, function: Callable[[Any], Any]) -> Distribution:
        """Refused: the function can be asked for what is listed alone."""
        self._refuse("a function of the outcomes")

    def given(self, condition: Callable[[Any], bool]) -> Distribution:
        """Refused: the condition can be asked of what is listed alone."""
        self._refuse("a law given a condition")

    def then(self, follow: Callable[[Any], Any]) -> Distribution:
        """Refused: what follows can be asked for what is listed alone."""
        self._refuse("what follows an outcome")

    def combine(self, other: Distribution, function: Callable[[Any, Any], Any]) -> Distribution:
        """Refused: the function can be asked for what is listed alone."""
        self._refuse("a combination")

    def ranked(self, *names: Any) -> Distribution:
        """Refused: its names are none that could be ranked."""
        self._refuse("a ranking")


def whole_number(outcome: Any) -> int | None:
    """The whole number that an outcome is equal to, if any.

    >>> whole_number(Fraction(6, 2)), whole_number(5.0), whole_number(Fraction(1, 2)), whole_number("never")
    (3, 5, None, None)
    """
    own = own_number(outcome)
    return int(own) if isinstance(own, (int, Fraction, float)) and own // 1 == own else None
