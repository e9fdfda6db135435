"""Dice, and the best, worst or kept ones of several."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice

from probcalc.exact.arguments import brief, require_whole
from probcalc.exact.budget.bounds import MAX_FACES, Budget, in_short, metered
from probcalc.exact.budget.requirements import require_affordable_powers, require_steps, require_writable
from probcalc.exact.dice.contests import opposed as opposed
from probcalc.exact.errors import WrongValue
from probcalc.exact.kernels.order_statistics import weights_at_ranks, weights_of_highest
from probcalc.exact.law.distribution import Distribution, Outcome
from probcalc.exact.law.mass_function import require_end, require_law
from probcalc.exact.law.outcomes import count_outcomes


def d(sides: int) -> Distribution:
    """One fair die with faces 1 to `sides`: P(x) = 1 / sides.

    >>> d(6)[4]
    Fraction(1, 6)

    Raises:
        ValueError: when there is no face, or the sides are no whole number.
        TooLarge: when there are more than a million.
    """
    sides = require_whole("the number of faces", sides)
    if sides < 1:
        raise WrongValue(f"a die has at least one face, not {brief(sides)}")
    require_writable("a die", sides)
    return Distribution._make_ordered(dict.fromkeys(range(1, sides + 1), 1), sides)


def die(faces: Iterable[Outcome]) -> Distribution:
    """One fair die with any faces; a face listed twice is twice as likely.

    >>> die([0, 0, 0, 1, 1, 2])
    Distribution(0: 1/2, 1: 1/3, 2: 1/6)

    Raises:
        ValueError: when there are no faces, or faces come with weights.
        TooLarge: when there are more than a million.
    """
    if not isinstance(faces, Iterable):
        raise WrongValue(
            f"a die of your own is a list of its faces, not {brief(faces)}; d({brief(faces)}) has as many as that"
        )
    if isinstance(faces, Mapping):
        raise WrongValue("a die of your own is a list of its faces; with weights it is Distribution.from_weights(...)")
    listed = count_outcomes(islice(faces, MAX_FACES + 1), "a face")
    require_writable("a die", sum(listed.values()))
    if not listed:
        raise WrongValue("a die has at least one face")
    return Distribution.from_weights(listed)


def best_of(n: int, law: Distribution, budget: Budget | None = None) -> Distribution:
    """The highest of n independent outcomes: P(X <= x) = P(one <= x)**n.

    >>> best_of(2, d(6)).at_least(5)
    Fraction(5, 9)

    Raises:
        ValueError: when n is less than 1, or an outcome is a name without a place.
        TooLarge: when the estimate exceeds the bound.
    """
    with metered(budget):
        return _extreme(n, law, highest=True)


def worst_of(n: int, law: Distribution, budget: Budget | None = None) -> Distribution:
    """The lowest of n independent outcomes: P(X >= x) = P(one >= x)**n.

    >>> worst_of(2, d(20))[20]
    Fraction(1, 400)

    Raises:
        ValueError: when n is less than 1, or an outcome is a name without a place.
        TooLarge: when the estimate exceeds the bound.
    """
    with metered(budget):
        return _extreme(n, law, highest=False)


def _extreme(n: int, law: Distribution, highest: bool) -> Distribution:
    n = _dice_of(n, law)
    rising = law.rising()
    if not highest:
        rising.reverse()
    require_affordable_powers(f"the best or worst of {in_short(n)} dice", len(law), n * law.total.bit_length())
    reached = power = 0
    found = {}
    for outcome, weight in rising:
        before = power
        reached += weight
        power = reached**n
        found[outcome] = power - before
    # In lowest terms like the law itself: a prime that divides every difference divides every weight.
    if not highest or law._order is not None:
        found = {outcome: found[outcome] for outcome in law}
    return Distribution._make_ordered(found, law.total**n, law._order)


def keep_highest(n: int, law: Distribution, k: int, budget: Budget | None = None) -> Distribution:
    """The sum of the k highest of n dice.

    >>> keep_highest(4, d(6), 3)[18]
    Fraction(7, 432)

    Raises:
        ValueError: when k is not 0 to n, or an outcome is not an integer.
        TooLarge: when the estimate exceeds the bound.
    """
    n, k = _require_kept(n, law, k)
    with metered(budget):
        return _keep_the_highest(n, law, k)


def keep_lowest(n: int, law: Distribution, k: int, budget: Budget | None = None) -> Distribution:
    """The sum of the k lowest of n dice.

    >>> keep_lowest(2, d(6), 1) == worst_of(2, d(6))
    True

    Raises:
        ValueError: when k is not 0 to n, or an outcome is not an integer.
        TooLarge: when the estimate exceeds the bound.
    """
    n, k = _require_kept(n, law, k)
    with metered(budget):
        return -_keep_the_highest(n, -law, k)


def _keep_the_highest(n: int, law: Distribution, k: int) -> Distribution:
    if k in (0, n):
        return k @ law
    if k == 1:
        return _extreme(n, law, highest=True)
    return Distribution._make_reduced(weights_of_highest(law._weights, n, k), law.total**n)


def keep(n: int, law: Distribution, ranks: Iterable[int]) -> Distribution:
    """The sum of the dice at the given ranks, 1 the highest and n the lowest.

    >>> keep(3, d(6), [2])  # the middle one of three
    Distribution(1: 2/27, 2: 5/27, 3: 13/54, 4: 13/54, 5: 5/27, 6: 2/27)

    Raises:
        ValueError: when a rank is not 1 to n or stands twice, or an outcome is not an integer.
        TooLarge: when the estimate exceeds the bound.
    """
    if not isinstance(ranks, Iterable):
        raise WrongValue(f"the ranks that are kept are a list such as [2], not {brief(ranks)}")
    n, _ = _require_kept(n, law, 0)
    require_steps("what is kept of several dice", n)
    # More ranks than dice are refused by their number, however many more there are.
    listed = [require_whole("a rank", rank) for rank in islice(ranks, n + 1)]
    if len(set(listed)) < len(listed) or not all(1 <= rank <= n for rank in listed):
        raise WrongValue(f"the ranks of {n} dice are 1 to {n}, each at most once, not {listed}")
    if max(listed, default=0) == len(listed):
        return keep_highest(n, law, len(listed))
    if min(listed) == n - len(listed) + 1:
        return keep_lowest(n, law, len(listed))
    marked = tuple(rank in listed for rank in range(1, n + 1))
    return Distribution._make_reduced(weights_at_ranks(law._weights, n, marked), law.total**n)


def _dice_of(n: int, law: Distribution) -> int:
    require_law(law, "the best or worst of several")
    require_end(law, "the best or worst of several")
    n = require_whole("the number of dice", n)
    if n < 1:
        raise WrongValue(f"the best and the worst are of 1 or more dice, not {brief(n)}")
    return n


def _require_kept(n: int, law: Distribution, k: int) -> tuple[int, int]:
    require_law(law, "what is kept of several")
    require_end(law, "what is kept of several")
    n, k = require_whole("the number of dice", n), require_whole("the number of dice kept", k)
    if not 0 <= k <= n:
        raise WrongValue(f"of {n} dice 0 to {n} can be kept, not {brief(k)}")
    for outcome in law:
        if type(outcome) is not int:
            raise WrongValue(f"only dice with whole numbers can be added up, and the outcome {outcome!r} is none")
    return n, k
