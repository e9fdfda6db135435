"""What sums, products, comparisons and conditions come to, and what is known of them beforehand."""

from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial, reduce
from itertools import product
from typing import Any

from probcalc.exact.tree.counting import maximum, minimum
from probcalc.notation.operators import FUNCTIONS
from probcalc.sheets.errors import SheetError
from probcalc.sheets.playing.codes import Code, Values, add, apply
from probcalc.sheets.playing.expression_types import FAR, ExpressionType, Lacking, number


def joined_level(levels: list[str]) -> str:
    """How a sum depends on the counts of dice above, from how its terms do."""
    if "" in levels:
        return ""
    if all(level == "const" for level in levels):
        return "const"
    return "hom" if all(level == "hom" for level in levels) else "affine"


def terms_of(code: Code, sign: int) -> tuple[tuple[int, Code], ...]:
    """The terms of a sum, each with its sign."""
    return tuple((sign * own, term) for own, term in code.terms) if code.terms else ((sign, code),)


def _extreme(which: Callable[[Any, Any], Any], plain: Callable[..., Any], *values: Any) -> Any:
    if any(isinstance(value, Lacking) for value in values) or all(isinstance(value, int) for value in values):
        return plain(values)
    return reduce(which, values)


def require_divisor(code: Code, value: Any) -> None:
    """Refuse to divide by a number below 1.

    Raises:
        SheetError: naming what it is divided by.
    """
    if isinstance(value, int) and value < 1:
        raise SheetError(f"{code.name or 'this'} may be {value} here, and nothing is divided by less than 1", code.at)


def _divide(code: Code, at: str, first: Any, second: Any) -> Any:
    require_divisor(code, second)
    return -(-first // second) if at == "up" else first // second


def _multiply(code: Code, first: Any, second: Any) -> Any:
    found = first * second
    if isinstance(found, int) and abs(found) > FAR:
        raise SheetError(f"a product reaches beyond {FAR:,} here, and at most that much is computed", code.at)
    return found


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "min": partial(_extreme, minimum, min),
    "max": partial(_extreme, maximum, max),
    "abs": abs,
    "negative": operator.neg,
}
_RISING: dict[str, Callable[[list[int]], int]] = {"+": sum, "min": min, "max": max}
"""The operations that are least where all their parts are, and greatest where all of them are."""


def applying(function: Callable[..., Any], codes: list[Code]) -> Callable[[Values], Any]:
    """A function of what some codes give: of values where nothing is rolled in them, else the tree of it."""
    runs = [code.run for code in codes]
    if any(code.random for code in codes):
        return lambda values: apply(function, [run(values) for run in runs])
    if len(runs) == 1:
        (only,) = runs
        return lambda values: function(only(values))
    if len(runs) == 2:
        first, second = runs
        return lambda values: function(first(values), second(values))
    return lambda values: function(*[run(values) for run in runs])


def run_of(sign: str, codes: list[Code]) -> Callable[[Values], Any]:
    """How a sum, a product or another operation is worked out."""
    if sign == "+" and any(code.random for code in codes):
        first, second = codes[0].run, codes[1].run
        return lambda values: add((first(values), second(values)))
    if sign in ("/", "up"):
        return applying(partial(_divide, codes[1], sign), codes)
    return applying(partial(_multiply, codes[0]) if sign == "*" else _FUNCTIONS[sign], codes)


def level_of(sign: str, codes: list[Code]) -> str:
    """How an operation depends on the counts of dice above."""
    levels = [code.level for code in codes]
    if sign in ("+", "-"):
        return joined_level(["hom" if code.zero and len(set(levels)) > 1 else code.level for code in codes])
    if sign == "negative":
        return levels[0]
    if all(level == "const" for level in levels):
        return "const"
    if sign == "*" and "const" in levels:
        return next((level for level in levels if level != "const"), "")
    return ""


def kind_of(sign: str, kinds: list[ExpressionType]) -> ExpressionType:
    """Between which numbers an operation lies, and whether it may be none."""
    # The greatest of several is none where one lies above all numbers, or where all lie below them.
    none = [kind.lacking for kind in kinds if kind.lacking]
    lacking = none[0] if none else ""
    if sign in ("max", "min") and len(none) < len(kinds) and ("above" if sign == "max" else "below") not in none:
        lacking = ""
    spans = [(kind.low, kind.high) for kind in kinds]
    if sign == "abs":
        ends = FUNCTIONS["abs"].bounds(*spans[0])
    elif sign in _RISING:
        of = _RISING[sign]
        ends = of([low for low, _ in spans]), of([high for _, high in spans])
        # What may be none is no bound to the others where it is none.
        if sign == "min" and "above" in none:
            ends = ends[0], min((kind.high for kind in kinds if not kind.lacking), default=max(h for _, h in spans))
        elif sign == "max" and "below" in none:
            ends = max((kind.low for kind in kinds if not kind.lacking), default=min(low for low, _ in spans)), ends[1]
    elif sign in ("/", "up"):
        shares = [amount // max(1, by) for amount in spans[0] for by in spans[1]]
        ends = min(shares), max(shares) + (sign == "up")
    else:
        corners = [_FUNCTIONS[sign](*each) for each in product(*spans)]
        ends = min(corners), max(corners)
    found = number(*ends)
    return ExpressionType("number", found.low, found.high, lacking)
