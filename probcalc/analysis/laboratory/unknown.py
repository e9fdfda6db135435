"""An opponent who is not known: a parameter as a distribution over numbers or units, and the odds over all of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from probcalc.analysis.findings.found import Found
from probcalc.analysis.sweeps.axes import axis
from probcalc.exact.budget.bounds import metered
from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError, TooMuch
from probcalc.scenarios.given_values import flatten
from probcalc.scenarios.parameters import NOTHING

_MOST = 200
_WEIGHT = re.compile(r"(.+):(\d{1,6})")


@dataclass(frozen=True, slots=True, repr=False)
class Unknown(Found):
    """The odds when a parameter is not known.

    Attributes:
        scenario_id: the scenario.
        parameter: the parameter.
        law: how likely each of its values is.
        answers: the answer for each value.
        results: the results over all values: chances, and laws.
        refused: the values that the rules refuse, where none were named and all others are meant.
    """

    scenario_id: str
    parameter: str
    law: Distribution
    answers: Mapping[Any, Answer]
    results: Mapping[str, Fraction | Distribution]
    refused: tuple[Any, ...] = ()


def unknown(scenario_id: str, parameters: Mapping[str, Any], parameter: str, values: str = "") -> Unknown:
    """The odds when a parameter may have several values.

    `values` are written as in a table ("16..24", "spearmen,followers"), each as likely as the others, or with weights
    ("spearmen:3,followers:1"); without any all entries of its table, or all its values, that the rules allow here.

    >>> found = unknown("chronopia.armour", {"damage": 10}, "armour", "18:1,20:3")
    >>> found.results["any_wound"], found.law[20]
    (Fraction(21, 40), Fraction(3, 4))

    Raises:
        InputError: when a name, a value or a request is refused.
    """
    weights = _weights(scenario_id, parameter, values)
    flat = flatten(parameters)
    if parameter in flat:
        raise InputError(f"{parameter} is given, so it is known", parameter)
    answers: dict[Any, Answer] = {}
    refused: dict[Any, InputError] = {}
    with metered():
        for value in weights:
            try:
                answers[value] = registry.answer(scenario_id, flat | {parameter: value})
            except TooMuch:
                raise
            except InputError as error:
                if values:
                    raise
                refused[value] = error
    if not answers:
        raise next(iter(refused.values()))
    law = Distribution.from_weights({value: weights[value] for value in answers})
    first = next(iter(answers.values()))
    results: dict[str, Fraction | Distribution] = {}
    for name in first:
        parts = [(law[value], answer[name]) for value, answer in answers.items() if name in answer]
        if len(parts) < len(answers):
            continue
        if all(isinstance(found, Fraction) for _, found in parts):
            results[name] = sum((share * found for share, found in parts), Fraction(0))
        elif all(isinstance(found, Distribution) for _, found in parts):
            order = first.declared(name).order
            mixed = Distribution.mixture(parts)
            results[name] = mixed.listed_in(order) if order else mixed
    return Unknown(scenario_id, parameter, law, answers, results, tuple(refused))


def _weights(scenario_id: str, parameter: str, values: str) -> dict[Any, int]:
    weights: dict[Any, int] = {}
    for part in values.split(",") if ":" in values else [values]:
        weighted = _WEIGHT.fullmatch(part.strip())
        if ":" in part and weighted is None:
            raise InputError(
                f"{parameter}: a value with its weight is written spearmen:3, not {part.strip()[:40]}", parameter
            )
        text, weight = weighted.groups() if weighted else (part.strip(), "1")
        for value in axis(scenario_id, parameter, text).values:
            if value != NOTHING:
                weights[value] = weights.get(value, 0) + int(weight)
    weights = {value: weight for value, weight in weights.items() if weight}
    if not 1 <= len(weights) <= _MOST:
        raise InputError(f"{parameter}: 1 to {_MOST} values are possible, not {len(weights)}", parameter)
    return weights
