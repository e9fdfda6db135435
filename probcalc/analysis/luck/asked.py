"""One entry of a record: what was asked, what came, and how it counts; every key checked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import NoneType
from typing import Any, Literal

from probcalc.analysis.findings.findings import NONE, exact_number
from probcalc.analysis.numbers.measure import read_number
from probcalc.exact.law.outcomes import own_number
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.given_values import brief_value, flatten

KEYS = (
    "roll",
    "scenario",
    "parameters",
    "result",
    "came",
    "at_least",
    "at_most",
    "wants",
    "order",
    "weight",
    "side",
    "name",
)
Wants = Literal["more", "less", ""]
Ordered = tuple[tuple[str, ...], ...]
MOST_WEIGHT = 1000
_SIDE = re.compile(r"[^\W\d_][\w-]{0,29}")


@dataclass(frozen=True, slots=True)
class Asked:
    """An entry of a record.

    Attributes:
        place: its number in the record, from 1.
        where: where it stands, as a refusal says it.
        scenario, given: the request.
        is_roll: whether it was written as a roll.
        result: which result; "" for the main one.
        came: the outcomes that were seen, as they were written.
        at_least, at_most: the threshold that makes it yes or no; None without.
        wants: which end is good; "" as the result declares it.
        order: the names from the lowest to the highest, those together that count alike; () without.
        weight: what one point is worth.
        side: whose luck it is.
        name: what the reader calls it.
    """

    place: int
    where: str
    scenario: str
    given: Mapping[str, Any]
    is_roll: bool
    result: str
    came: tuple[Any, ...]
    at_least: Any
    at_most: Any
    wants: Wants
    order: Ordered
    weight: Fraction
    side: str
    name: str


def check_entry(entry: Any, place: int, where: str) -> Asked:
    """An entry with its keys checked; what the request itself refuses is refused when it is asked.

    >>> check_entry({"roll": "2d6", "came": 7, "weight": "3/2"}, 1, "line 1").weight
    Fraction(3, 2)

    Raises:
        InputError: one line that names the key and what is wrong with it.
    """
    if not isinstance(entry, Mapping):
        raise InputError(f"record: a line has keys like roll and came, and is not {brief_value(entry)}", "record")
    for key in entry:
        if key not in KEYS:
            raise unknown_name("key", str(key), KEYS, " of a line")
    scenario, given = _request(entry)
    if entry.get("at_least") is not None and entry.get("at_most") is not None:
        raise InputError("at_most cannot stand beside at_least: one of them makes the line yes or no", "at_most")
    for key in ("at_least", "at_most"):
        if not isinstance(own_number(entry.get(key)), (str, int, Fraction, NoneType)):
            raise InputError(f"{key} is a number or a name, not {brief_value(entry[key])}", key)
    wants: Any = entry.get("wants") or ""
    if wants not in ("", "more", "less"):
        raise InputError(f"wants is more or less, not {brief_value(wants)}", "wants")
    result = entry.get("result") or ""
    if not isinstance(result, str):
        raise InputError(f"result is the name of a result, not {brief_value(result)}", "result")
    number, at_least = read_number(result), entry.get("at_least")
    if number.is_mean:
        raise InputError(
            f"result: a line counts a result, or whether something came, as in wounds >= 2 or winner = a, not {result}",
            "result",
        )
    if number.at_least is not None:
        if at_least is not None or entry.get("at_most") is not None:
            raise InputError(f"{result} says what is counted; leave at_least and at_most out", "result")
        at_least = number.at_least
    name = entry.get("name") or ""
    if not isinstance(name, str) or len(name) > 100 or not name.isprintable():
        raise InputError(f"name is a text of at most 100 characters, not {brief_value(name)}", "name")
    return Asked(
        place,
        where,
        scenario,
        given,
        "roll" in entry,
        number.result if number.outcome is None else number.text,
        _came(entry),
        at_least,
        entry.get("at_most"),
        wants,
        _order(entry.get("order")),
        _weight(entry.get("weight", 1)),
        _side(entry.get("side")),
        name,
    )


def _request(entry: Mapping[Any, Any]) -> tuple[str, dict[str, Any]]:
    roll, scenario, parameters = (entry.get(key) for key in ("roll", "scenario", "parameters"))
    if roll is not None:
        if scenario is not None or parameters is not None:
            raise InputError("roll and scenario cannot both be asked in one line", "roll")
        if not isinstance(roll, str):
            raise InputError(f'roll is text in the notation, like "2d6", not {brief_value(roll)}', "roll")
        return "custom.roll", {"roll": roll}
    if not isinstance(scenario, str):
        missing = "a line asks for a scenario, with its parameters, or for a roll"
        raise InputError(missing if scenario is None else f"scenario is an id, not {brief_value(scenario)}", "scenario")
    if parameters is not None and not isinstance(parameters, Mapping):
        raise InputError(f"parameters are a mapping of names to values, not {brief_value(parameters)}", "parameters")
    return scenario, flatten(parameters or {})


def _came(entry: Mapping[Any, Any]) -> tuple[Any, ...]:
    if entry.get("came") is None:
        raise InputError("came, the outcome that was seen, is needed", "came")
    came = entry["came"]
    found = tuple(came) if isinstance(came, (list, tuple)) else (came,)
    if not found:
        raise InputError("came is empty; without an outcome leave the line out", "came")
    return found


def _weight(weight: Any) -> Fraction:
    found = exact_number(1 if weight is None else weight, "weight", "a fraction")
    if not 0 < found <= MOST_WEIGHT or found.denominator > MOST_WEIGHT:
        bounds = f"above 0 and at most {MOST_WEIGHT}, with a denominator up to {MOST_WEIGHT}"
        raise InputError(f"weight is {bounds}, not {found}", "weight")
    return found


def _side(side: Any) -> str:
    if side is None:
        return NONE
    if not isinstance(side, str) or not _SIDE.fullmatch(side):
        rest = "a letter, then up to 29 letters, digits, _ or -"
        raise InputError(f"side is a name of {rest}, not {brief_value(side)}", "side")
    return side


def _order(order: Any) -> Ordered:
    if order is None:
        return ()
    if not isinstance(order, Sequence) or isinstance(order, (str, bytes)) or not order:
        raise InputError(f"order lists names from the lowest to the highest, and is not {brief_value(order)}", "order")
    groups = []
    for entry in order:
        group = entry if isinstance(entry, (list, tuple)) else [entry]
        if not group or not all(isinstance(name, str) for name in group):
            raise InputError(
                f"order lists names, or lists of names that count alike, not {brief_value(entry)}", "order"
            )
        groups.append(tuple(group))
    names = [name for group in groups for name in group]
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise InputError(f"order names {brief_value(twice)} twice", "order")
    return tuple(groups)
