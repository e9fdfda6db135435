"""What the names of a condition stand for: numbers of an answer, or formulas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from probcalc.analysis.conditions.nodes import Node, ResultNumber, numbers_in
from probcalc.analysis.numbers.measure import Measure
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.orders import is_number
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError, unknown_name


def number_of(results: Mapping[str, Any], wanted: ResultNumber) -> Any:
    """The number that a name of a condition stands for, out of numeric results or of formulas.

    >>> from probcalc.exact.law.distribution import Distribution
    >>> law = Distribution.from_weights({0: 1, 1: 2, 2: 1})
    >>> number_of({"wounds": law}, ResultNumber("wounds", ">=", 1))
    Fraction(3, 4)
    >>> number_of({"wounds": law}, ResultNumber("wounds"))
    Traceback (most recent call last):
        ...
    probcalc.scenarios.errors.InputError: wounds is a distribution: say P(wounds >= 1), wounds[1] or mean(wounds)

    Raises:
        InputError: for a name that is no result, or a result that has no such number.
    """
    if wanted.name not in results:
        raise unknown_name("result", wanted.name, results, " here")
    found = results[wanted.name]
    # A law of numbers or of formulas has tails; a number or a formula can be subtracted from, a list cannot.
    if hasattr(found, "at_least"):
        return _of_law(found, wanted)
    if wanted.kind != "result":
        raise InputError(f"{wanted.name} is one number and no distribution", wanted.name)
    if isinstance(found, int):
        return Fraction(found)
    if hasattr(found, "__rsub__"):
        return found
    raise InputError(f"{wanted.name} is a list and no single number", wanted.name)


def require_numbers(scenario_id: str, parameters: Mapping[str, Any], node: Node) -> None:
    """Refuse a distribution where a number is meant, or no outcome, before formulas are made: any answer shows them.

    >>> from probcalc.analysis.conditions.reading import expression
    >>> require_numbers("chronopia.melee", {}, expression("wounds"))
    Traceback (most recent call last):
        ...
    probcalc.scenarios.errors.InputError: wounds is a distribution: say P(wounds >= 1), wounds[1] or mean(wounds)

    Raises:
        InputError: when there is one; the message says what can be asked of it.
    """
    try:
        known = registry.answer(scenario_id, parameters)
    except InputError:
        # Whoever makes the formula says why, or finds that it is no matter elsewhere.
        return
    for number in numbers_in(node):
        if number.kind == "result" and number.name in known and isinstance(known[number.name], Distribution):
            number_of(known, number)
    require_outcomes(node, known)


def require_outcomes(node: Node, answer: Answer) -> None:
    """Refuse a name that is none of the outcomes which a result declares, or counts: it never comes, whatever is given.

    >>> import probcalc
    >>> from probcalc.analysis.conditions.reading import expression
    >>> require_outcomes(expression("winner = c"), probcalc.odds("oathmark.combat"))
    Traceback (most recent call last):
        ...
    probcalc.scenarios.errors.InputError: c is not a possible outcome of winner; choose from a, tie, b

    Raises:
        InputError: when there is one.
    """
    for number in numbers_in(node):
        if number.kind in ("=", "!=") and number.name in answer:
            declared = answer.declared(number.name)
            if declared.order or declared.unit:
                Measure(number.name, outcome=number.outcome).of(answer)


def _of_law(law: Any, wanted: ResultNumber) -> Any:
    name = wanted.name
    if wanted.kind == "result":
        first = next((o for o in law if o == 1), next(iter(law), 0))
        ways = f"P({name} >= 1), {name}[1] or mean({name})" if law.is_numeric else f"{name}[{first}]"
        raise InputError(f"{name} is a distribution: say {ways}", name)
    if wanted.kind in ("mean", "variance"):
        if not law.is_numeric:
            named = next(outcome for outcome in law if not is_number(outcome))
            line = f"{name} has names for outcomes and no {wanted.kind}; say {name}[{named}] for the chance of one"
            raise InputError(line, name)
        return getattr(law, wanted.kind)
    outcome = _outcome(law, wanted.outcome)
    if wanted.kind == "=":
        return law[outcome]
    if wanted.kind == "!=":
        return _rest(law[outcome], wanted)
    if not law.has_order or not law.order.holds(outcome):
        names = ", ".join(str(o) for o in law)
        raise InputError(f"{name} is not ordered by {outcome}; its outcomes are {names}", name)
    # X < 2 is not (X >= 2), and X > 2 is not (X <= 2): names such as "never" lie beyond every number.
    if wanted.kind in (">=", "<"):
        chance = law.at_least(outcome)
        return chance if wanted.kind == ">=" else _rest(chance, wanted)
    chance = law.at_most(outcome)
    return chance if wanted.kind == "<=" else _rest(chance, wanted)


def _rest(chance: Any, wanted: ResultNumber) -> Any:
    """One minus a chance; as a formula it is called what is wanted, and is a chance as well."""
    rest = 1 - chance
    if not hasattr(rest, "label"):
        return rest
    return replace(rest, label=f"{wanted.name} {wanted.kind} {wanted.outcome}", kind=chance.kind)


def _outcome(law: Any, named: Any) -> Any:
    """The outcome that is written so; an impossible outcome stays as it is when it is a number."""
    for outcome in law:
        if outcome == named or str(outcome) == str(named):
            return outcome
    return named


def measured_number(measure: Measure, answer: Answer) -> ResultNumber:
    """What a measure reads off answers like this one, as conditions and formulas name it.

    >>> import probcalc
    >>> measured_number(Measure("wounds"), probcalc.odds("chronopia.melee"))
    ResultNumber(name='wounds', kind='mean', outcome=None)
    """
    answer = measure.asked(answer)
    found = answer[measure.result]
    if measure.is_condition:
        # Here and not above: most numbers are names of results, and nothing has to be read.
        from probcalc.analysis.conditions.reading import number_or_condition

        number = number_or_condition(measure.result, type(answer.scenario))
        return number if isinstance(number, ResultNumber) else ResultNumber(measure.result)
    if not isinstance(found, Distribution):
        return ResultNumber(measure.result)
    if measure.at_least is not None:
        return ResultNumber(measure.result, ">=", measure.at_least)
    if measure.outcome is None and found.is_numeric:
        return ResultNumber(measure.result, "mean")
    outcome = measure.default_outcome(answer) if measure.outcome is None else measure.outcome
    return ResultNumber(measure.result, "=", outcome)


def measure_text(measure: Measure, answer: Answer) -> str:
    """A number as a condition names it.

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.melee")
    >>> measure_text(Measure("slain"), answer), measure_text(Measure("wounds", at_least=2), answer)
    ('slain', 'P(wounds >= 2)')
    """
    wanted = measured_number(measure, answer)
    if wanted.kind == "result":
        return wanted.name
    if wanted.kind in ("mean", "variance"):
        return f"{wanted.kind}({wanted.name})"
    text = str(wanted.outcome)
    if wanted.kind != "=":
        return f"P({wanted.name} {wanted.kind} {text})"
    return f"{wanted.name}[{text if text.isidentifier() or text.lstrip('-').isdigit() else _quote(text)}]"


def _quote(text: str) -> str:
    return f'"{text}"'
