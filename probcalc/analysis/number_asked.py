"""One spelling for one number of an answer, wherever it is asked: `slain`, `mean wounds`, `wounds >= 2`."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from probcalc.analysis.condition_nodes import Joined, ResultNumber
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.given_values import brief_value

_FORM = "a number is written like slain, mean wounds, wounds >= 2 or winner = a"
_NAME = re.compile(r"[\w.]*")


class NumberAsked(NamedTuple):
    """The result that is looked at, and which of its numbers.

    Attributes:
        result: the result's name.
        at_least: of a distribution, the chance of so many or more.
        outcome: the chance of exactly this.
        is_mean: whether the mean is asked for by name.
    """

    result: str
    at_least: int | None = None
    outcome: Any = None
    is_mean: bool = False


def read_number(text: str) -> NumberAsked:
    """The number that a text asks for.

    >>> read_number("wounds >= 2"), read_number("winner = a")
    (NumberAsked(result='wounds', at_least=2, outcome=None, is_mean=False),
     NumberAsked(result='winner', at_least=None, outcome='a', is_mean=False))
    >>> read_number("mean wounds") == read_number("mean(wounds)"), read_number("P(wounds >= 2)").at_least
    (True, 2)
    >>> read_number("slain and not hit")
    Traceback (most recent call last):
        ...
    probcalc.scenarios.errors.InputError: slain and not hit: one result is measured; several joined by and, or, not are
    what is given
    >>> read_number("a < 2")
    Traceback (most recent call last):
        ...
    probcalc.scenarios.errors.InputError: a < 2: a number is written like slain, mean wounds, wounds >= 2 or winner = a

    Raises:
        InputError: in one line that shows how a number is written.
    """
    if not isinstance(text, str):
        raise InputError(f"what is measured is a result, not {brief_value(text)}; {_FORM}", "measured")
    if _NAME.fullmatch(text):
        return NumberAsked(text)
    # Here and not above: an answer need not wait for what reads conditions.
    from probcalc.analysis.conditions import chance_in, event

    node = chance_in(event(text, _FORM))
    if isinstance(node, Joined):
        raise InputError(
            f"{text.strip()[:60]}: one result is measured; several joined by and, or, not are what is given", "measured"
        )
    if not isinstance(node, ResultNumber) or node.kind in ("result", "variance"):
        raise _unread(text)
    if node.kind == "mean":
        return NumberAsked(node.name, is_mean=True)
    if node.kind == "=":
        return NumberAsked(node.name, outcome=node.outcome)
    if node.kind in (">=", ">") and isinstance(node.outcome, int):
        return NumberAsked(node.name, node.outcome + (node.kind == ">"))
    raise _unread(text)


def _unread(text: str) -> InputError:
    return InputError(f"{text.strip()[:60]}: {_FORM}", "measured")
