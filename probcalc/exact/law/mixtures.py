"""The weights of laws made of other laws: one of several drawn by its share, and a function of two."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from math import lcm
from typing import Any

from probcalc.exact.arguments import brief, require_several
from probcalc.exact.budget.bounds import OBJECT_BYTES
from probcalc.exact.budget.requirements import require_affordable, require_steps
from probcalc.exact.errors import WrongValue
from probcalc.exact.kernels import weights as kernels
from probcalc.exact.kernels.extremes import extreme, is_extreme
from probcalc.exact.law.mass_function import MassFunction, require_end, require_law
from probcalc.exact.law.orders import Order
from probcalc.exact.law.outcomes import parts_of

_MANY, _TUPLE, _PART_BYTES = 10_000, 10, 60
"""From this many pairs on, outcomes of several parts are estimated: steps for each, and bytes for each part."""


def weights_of_mixture(
    parts: Iterable[tuple[Fraction | int, MassFunction]],
) -> tuple[dict[Any, int], int, Order | None]:
    """The weights of one of several laws, drawn by its share, with their total and the order that all share.

    Raises:
        ValueError: when the shares do not sum to one, or are decimals.
        TooLarge: when the estimate exceeds the bound.
    """
    listed: list[tuple[Fraction, MassFunction]] = []
    work = 0
    for share, law in map(_part, require_several("the parts of a mixture", parts)):
        if isinstance(share, float):
            raise WrongValue("the shares of a mixture are exact fractions, not decimals")
        if share:
            require_law(law, "a mixture")
            require_end(law, "a mixture")
            listed.append((exact_share(share), law))
            work += len(law)
            require_affordable("a mixture of laws", work, law._total.bit_length(), work, is_ahead=True)
    if any(p < 0 for p, _ in listed) or sum(p for p, _ in listed) != 1:
        raise WrongValue("the shares of a mixture are not negative and sum to one")
    total = lcm(*(p.denominator * law._total for p, law in listed))
    require_affordable("a mixture of laws", work, total.bit_length() // 2, 0, total.bit_length() // 2)
    merged: dict[Any, int] = {}
    for p, law in listed:
        factor = p.numerator * (total // (p.denominator * law._total))
        for o, w in law._weights.items():
            merged[o] = merged.get(o, 0) + factor * w
    orders = {law._order for _, law in listed if not law.is_numeric}
    return *kernels.reduce_weights(merged, total), orders.pop() if len(orders) == 1 else None


def weights_of_pairs(first: MassFunction, second: MassFunction, function: Callable[[Any, Any], Any]) -> dict[Any, int]:
    """The weights of function(x, y), over the product of both totals.

    Raises:
        TooLarge: when the estimate exceeds the bound.
    """
    if is_extreme(function, first._weights, second._weights):
        laws = (first._weights, first._total), (second._weights, second._total)
        return extreme(*laws, "a combination of two laws", lowest=function is min)
    work = len(first) * len(second)
    bits = first._total.bit_length(), second._total.bit_length()
    require_affordable("a combination of two laws", work, bits[0], work, bits[1])
    if work > _MANY:
        image = function(next(iter(first)), next(iter(second)))
        if isinstance(image, tuple):
            bytes_each = OBJECT_BYTES + bits[0] // 8 + bits[1] // 8 + _PART_BYTES * parts_of(image)
            require_steps("a combination of two laws", work * _TUPLE, work * bytes_each)
    merged: dict[Any, int] = {}
    for o, w in first._weights.items():
        for p, v in second._weights.items():
            image = function(o, p)
            merged[image] = merged.get(image, 0) + w * v
    return merged


def _part(part: Any) -> tuple[Any, Any]:
    if not isinstance(part, tuple) or len(part) != 2:
        raise WrongValue(f"the parts of a mixture are pairs of a share and a law, not {brief(part)}")
    return part


def exact_share(probability: Any) -> Fraction:
    """A probability as an exact fraction.

    >>> exact_share(1)
    Fraction(1, 1)

    Raises:
        ValueError: when it is none.
    """
    try:
        share = Fraction(probability)
        # Numbers of another library may be of so many bits only.
        return Fraction(int(share.numerator), int(share.denominator))
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        raise WrongValue(f"a probability is an exact fraction, not {brief(probability)}") from None
