"""Kernels on weighted outcomes: a law is integer weights over one common total.

Every function takes and returns plain dictionaries and lists; none knows what the outcomes mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import accumulate
from math import gcd, lcm, prod
from operator import itemgetter
from typing import Any

from probcalc.exact.budget import costs
from probcalc.exact.budget.bounds import OBJECT_BYTES
from probcalc.exact.budget.requirements import look, require_affordable, require_steps
from probcalc.exact.kernels.products import convolve as convolve
from probcalc.exact.kernels.products import quotient as quotient

_MIXTURE, _LOWEST = "a mixture of laws", "a law in lowest terms"
LONG = 2000
_SUMS = 8
_SMALL_FACTORS = prod(n ** (30 // n.bit_length()) for n in range(2, 100) if all(n % d for d in range(2, n)))
"""Each prime below a hundred some times over: few dice have more faces."""


def gather(outcomes: Iterable[Any], weights: Iterable[Any]) -> dict[Any, Any]:
    """Weights by their outcomes: what comes up several times has the sum of its weights.

    >>> gather("aba", [1, 2, 3])
    {'a': 4, 'b': 2}
    """
    found: dict[Any, Any] = {}
    for outcome, weight in zip(outcomes, weights, strict=True):
        found[outcome] = found[outcome] + weight if outcome in found else weight
    return found


def reduce_weights(weights: Mapping[Any, int], total: int) -> tuple[dict[Any, int], int]:
    """Divide weights and total by their greatest common divisor, and drop outcomes of weight zero.

    >>> reduce_weights({0: 4, 1: 2, 2: 0}, 6)
    ({0: 2, 1: 1}, 3)

    Raises:
        TooLarge: when the numbers are so long that the estimate exceeds what is left.
    """
    values = weights.values()
    if total.bit_length() > LONG:
        return _divide(weights, total)
    common = gcd(total, *values)
    if common == 1:
        if 0 not in values and isinstance(weights, dict):
            return weights, total
        return {o: w for o, w in weights.items() if w}, total
    return {o: w // common for o, w in weights.items() if w}, total // common


def _possible(weights: Mapping[Any, int]) -> dict[Any, int]:
    """The outcomes that can happen: most often all of them."""
    if isinstance(weights, dict) and 0 not in weights.values():
        return weights
    return {o: w for o, w in weights.items() if w}


def _divide(weights: Mapping[Any, int], total: int) -> tuple[dict[Any, int], int]:
    """The same for long weights: a common divisor of long numbers takes far longer than a division.

    What divides the sums of every eighth weight mostly divides every weight; to find out is the division that is
    wanted in the end.
    """
    values = weights.values()
    listed = list(values)
    if listed == [total]:
        return dict.fromkeys(weights, 1), 1
    # Powers of laws, which are most of what is long, have ends without a common divisor.
    common = common_divisor(total, (listed[0], listed[-1]))
    if common > 1:
        common = common_divisor(common, (sum(listed[first::_SUMS]) for first in range(_SUMS)))
    if common == 1:
        return _possible(weights), total
    _spend(len(weights) * costs.quotient(total.bit_length(), common.bit_length()))
    # By what weights were divided, and their shares: it becomes less when it does not divide the next one.
    parts: list[tuple[int, list[int]]] = [(common, [])]
    for weight in values:
        share, rest = divmod(weight, common)
        if rest:
            common = common_divisor(common, (rest,))
            if common == 1:
                return _possible(weights), total
            parts.append((common, []))
            share = weight // common
        parts[-1][1].append(share)
    shares = [share * growth for growth, part in ((by // common, part) for by, part in parts) for share in part]
    return {o: share for o, share in zip(weights, shares, strict=True) if share}, total // common


def lighten(weights: Mapping[Any, int], total: int) -> tuple[dict[Any, int], int]:
    """The same law over long numbers with small common factors taken out, which takes no longer than to read them.

    >>> lighten({0: 4, 1: 2, 2: 0}, 6)
    ({0: 2, 1: 1}, 3)

    Raises:
        TooLarge: when the estimate exceeds what is left.
    """
    kept = {o: w for o, w in weights.items() if w}
    if list(kept.values()) == [total]:
        return dict.fromkeys(kept, 1), 1
    factor = _SMALL_FACTORS
    while True:
        bits = factor.bit_length() if factor is not _SMALL_FACTORS else 1
        _spend((len(kept) + 1) * costs.quotient(total.bit_length(), bits))
        common = gcd(factor, total)
        for weight in kept.values():
            if common == 1:
                return kept, total
            common = gcd(common, weight % common)
        if common == 1:
            return kept, total
        kept, total = {o: w // common for o, w in kept.items()}, total // common
        # What they had in common once they may have again, and more.
        factor = common * common


def common_divisor(whole: int, others: Iterable[int]) -> int:
    """The greatest common divisor of a long number and others, counted for what it takes.

    >>> common_divisor(12, [18, 8])
    2
    """
    common = whole
    for number in others:
        if common == 1:
            break
        bits = min(common.bit_length(), number.bit_length())
        # What is divided by the others so far most often divides the next as well, and that is soon seen.
        _spend(costs.common_divisor(bits) if common is whole else costs.quotient(number.bit_length(), bits))
        found = gcd(common, number)
        if found != common is not whole:
            _spend(costs.common_divisor(bits))
        common = found
    return common


def divisor_of_all(whole: int, laws: Iterable[Mapping[Any, int]]) -> int:
    """The greatest common divisor of a number and the weights of some laws, counted for what it takes.

    >>> divisor_of_all(12, [{0: 18}, {0: 8, 1: 6}])
    2
    """
    listed = [weight for law in laws for weight in law.values()]
    if whole.bit_length() <= LONG:
        return gcd(whole, *listed)
    # Where they have nothing in common, the sums of every eighth mostly show it.
    common = common_divisor(whole, (sum(listed[first::_SUMS]) for first in range(_SUMS)))
    return common_divisor(common, listed)


def _spend(nanoseconds: int) -> None:
    require_steps(_LOWEST, nanoseconds // costs.NANOSECONDS_PER_STEP)


def over_one_total(collected: Mapping[Any, Mapping[int, Any]]) -> tuple[dict[Any, Any], int]:
    """Weights that were collected over several totals, each outcome's over one common total.

    >>> over_one_total({"a": {2: 1, 3: 1}, "b": {6: 1}})
    ({'a': 5, 'b': 1}, 6)

    Raises:
        TooLarge: when the totals are so long that the estimate exceeds what is left.
    """
    totals = sorted({total for parts in collected.values() for total in parts})
    over, found = 1, []
    for total in totals:
        if total.bit_length() > LONG:
            _spend(costs.quotient(total.bit_length(), over.bit_length()))
        # The totals of one play mostly divide one another.
        growth, rest = divmod(total, over)
        short = 1
        if rest:
            common = common_divisor(over, (rest,))
            growth, short = total // common, over // common
        over *= growth
        found.append((total, short, growth))
    factors, grown = {}, 1
    for total, short, growth in reversed(found):
        factors[total] = short * grown
        grown *= growth
    if over.bit_length() > LONG:
        entries = Counter(total for parts in collected.values() for total in parts)
        taken = [count * costs.product(t.bit_length(), factors[t].bit_length()) for t, count in entries.items()]
        _spend(sum(taken))
    return {o: sum(w * factors[total] for total, w in parts.items()) for o, parts in collected.items()}, over


def mixture(shares: Iterable[Any], laws: list[Any], totals: list[int], total: int) -> tuple[dict[Any, Any], int]:
    """The law that is one of several laws, drawn with the shares of a total; what is no dictionary is certain.

    The weights are integers or polynomials; the totals are whole numbers in any case.

    >>> mixture([1, 2], [{0: 1, 1: 1}, 5], [2, 1], 3)
    ({0: 1, 1: 1, 5: 4}, 6)

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    multiple = totals[0]
    # The usual case needs no common multiple: the totals are all alike.
    if totals.count(multiple) < len(totals):
        multiple = lcm(*totals)
        if multiple.bit_length() > LONG:
            return _long_mixture(shares, laws, totals, total)
    whole = total * multiple
    if whole.bit_length() >= LONG:
        work = sum(len(law) for law in laws if isinstance(law, dict))
        require_affordable(_MIXTURE, work, multiple.bit_length(), 0, total.bit_length())
    merged: dict[Any, Any] = {}
    for share, law, own in zip(shares, laws, totals, strict=True):
        if own != multiple:
            share = share * (multiple // own)
        if not isinstance(law, dict):
            merged[law] = merged[law] + share if law in merged else share
        elif not merged:
            # The first is only put down.
            merged = {outcome: share * weight for outcome, weight in law.items()}
        else:
            for outcome, weight in law.items():
                part = share * weight
                merged[outcome] = merged[outcome] + part if outcome in merged else part
    return merged, whole


def _long_mixture(shares: Iterable[Any], laws: list[Any], totals: list[int], total: int) -> tuple[dict[Any, Any], int]:
    """The same over long totals, the shortest first: only what is there already grows with each."""
    in_order = sorted(zip(totals, shares, laws, strict=True), key=itemgetter(0))
    reached = list(accumulate((whole for whole, _, _ in in_order), lcm))
    _require_affordable_mixture(in_order, reached, total)
    merged: dict[Any, Any] = {}
    before = 1
    for multiple, (whole, share, law) in zip(reached, in_order, strict=True):
        look()
        if multiple != before:
            growth = multiple // before
            merged = {outcome: weight * growth for outcome, weight in merged.items()}
        before = multiple
        factor = share * (multiple // whole)
        for outcome, weight in law.items() if isinstance(law, dict) else ((law, 1),):
            merged[outcome] = merged.get(outcome, 0) + factor * weight
    return merged, total * before


def _require_affordable_mixture(in_order: list[tuple[int, Any, Any]], reached: list[int], total: int) -> None:
    """Refuse a mixture over long totals, before the first law is taken up; the totals on the way are known by now."""
    share_bits = total.bit_length()
    outcomes: set[Any] = set()
    taken, before = 0, 1
    for multiple, (whole, _, law) in zip(reached, in_order, strict=True):
        bits, longer = multiple.bit_length(), multiple.bit_length() - before.bit_length()
        taken += costs.steps(len(outcomes) if longer else 0, before.bit_length(), longer)
        entries = len(law) if isinstance(law, dict) else 1
        taken += costs.steps(entries, whole.bit_length(), share_bits + bits - whole.bit_length())
        outcomes.update(law if isinstance(law, dict) else (law,))
        before = multiple
    require_steps(_MIXTURE, taken, len(outcomes) * (OBJECT_BYTES + before.bit_length() // 8))
