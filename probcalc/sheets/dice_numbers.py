"""How many dice are rolled, and how far endless ones matter."""

from __future__ import annotations

from typing import Any

from probcalc.sheets.codes import Values
from probcalc.sheets.expression_types import Lacking

CAP = "\0cap"
ONE = "\0one"


class UnevenDice(Exception):
    """A number of dice below 0 where the dice are played one by one."""


def dice_number(value: Any, values: Values) -> int:
    """A number of dice: below 0 it is 0."""
    if isinstance(value, Lacking):
        return 0
    if value < 0:
        if ONE in values:
            raise UnevenDice
        return 0
    return int(value)
