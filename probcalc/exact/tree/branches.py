"""What steps say of outcomes: what follows each by its name, which are counted, which are so much or more."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from probcalc.exact.errors import WrongValue
from probcalc.exact.law.orders import ENDS
from probcalc.exact.tree.counting import Count


class Branches(dict[Any, Any]):
    """What follows each outcome by name; a key of `otherwise` stands for all others."""

    __slots__ = ("source",)

    source: object

    def __missing__(self, outcome: Any) -> Any:
        if "otherwise" in self:
            return self["otherwise"]
        name = getattr(self.source, "name", "")
        raise WrongValue(f"{name or 'the step'}: nothing is said to follow {outcome!r}")


class Counted(dict[Any, int]):
    """1 for the outcomes that are counted."""

    __slots__ = ()

    def __missing__(self, outcome: Any) -> int:
        return 0


def is_among(outcomes: tuple[Hashable, ...], outcome: Any) -> bool:
    """Whether the outcome is one of those named."""
    return outcome in outcomes


def reaches(least: Count, outcome: Any) -> bool:
    """Whether the outcome is so much or more; what lies beyond every number is.

    >>> reaches(3, 4), reaches(3, "never"), reaches(3, 2)
    (True, True, False)
    """
    if isinstance(outcome, (str, tuple)):
        return ENDS.reaching(least)(outcome)
    return bool(outcome >= least)


def plus(amount: int, outcome: Any) -> Any:
    """So much more.

    >>> plus(2, 3)
    5

    Raises:
        ValueError: when the outcome is a name.
    """
    if isinstance(outcome, (str, tuple)):
        raise WrongValue(f"only numbers can be added up, and the outcome {outcome!r} is none")
    return outcome + amount
