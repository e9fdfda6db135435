"""What was given: names and values in one flat mapping, each value of its parameter's kind, or refused in one line."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from probcalc.exact.errors import suggestion
from probcalc.exact.law.mass_function import MassFunction
from probcalc.exact.law.outcomes import own_number
from probcalc.exact.numbers.numerals import integer_text, spans_in_full
from probcalc.scenarios.errors import InputError, nearest_name, unknown_parameter
from probcalc.scenarios.kinds import Wrong
from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.scenarios.scenario import Scenario

S = TypeVar("S", bound=Scenario)
_DEEPEST = 3
_KNOWN = {"builtins", "fractions", "decimal"}
_LONG_BITS = 14_000
_LONGEST_SHOWN = 40
_ENTRY = re.compile(r"-?[0-9]{1,8}")


def merge_given(parameters: Mapping[str, Any] | None, named: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters in a mapping and as keywords in one mapping; 1.0.0 called the mapping `given`.

    >>> merge_given({"cc": 11}, {"cc": 12})
    Traceback (most recent call last):
        ...
    probcalc.scenarios.errors.InputError: cc is given twice

    Raises:
        InputError: when the parameters are no mapping, or a name is given in both.
    """
    if parameters is not None and not isinstance(parameters, Mapping):
        raise InputError(f"parameters are a mapping of names to values, not of type {type(parameters).__name__}")
    if "given" in named and (named["given"] is None or isinstance(named["given"], Mapping)):
        warnings.warn("given= for parameters goes in 2.0; use parameters=", DeprecationWarning, _readers_line())
        rest = {name: value for name, value in named.items() if name != "given"}
        return merge_given(merge_given(parameters, named["given"] or {}), rest)
    given = dict(parameters or {})
    if twice := given.keys() & named.keys():
        raise InputError(f"{min(twice)} is given twice", min(twice))
    return given | dict(named)


def require_requests(requests: Any) -> None:
    """Refuse what is no list of requests, each a scenario with its parameters.

    >>> require_requests([("chronopia.melee", {"cc": 11})])
    >>> require_requests("chronopia.melee")
    Traceback (most recent call last):
        ...
    probcalc.scenarios.errors.InputError: requests are a list of pairs like ("chronopia.melee", {"cc": 11}), not a text

    Raises:
        InputError: in one line that shows what a request looks like.
    """
    pairs = isinstance(requests, Sequence) and not isinstance(requests, str)
    if pairs and all(isinstance(each, tuple) and len(each) == 2 for each in requests):
        return
    found = "a text" if isinstance(requests, str) else brief_value(requests)
    raise InputError(f'requests are a list of pairs like ("chronopia.melee", {{"cc": 11}}), not {found}')


def _readers_line() -> int:
    """How far above its caller the first line stands that is not of probcalc, as `warnings.warn` counts."""
    frame, above = sys._getframe(1), 1
    while frame.f_back and str(frame.f_globals.get("__name__")).partition(".")[0] == __name__.partition(".")[0]:
        frame, above = frame.f_back, above + 1
    return above


def require_names(names: Any) -> None:
    """Refuse what is no list of texts where things are named.

    >>> require_names(["a shot", "a blow"])
    >>> require_names(7)
    Traceback (most recent call last):
        ...
    probcalc.scenarios.errors.InputError: names are a list of texts, not 7

    Raises:
        InputError: in one line.
    """
    listed = isinstance(names, Sequence) and not isinstance(names, str)
    if not listed or not all(isinstance(name, str) for name in names):
        raise InputError(f"names are a list of texts, not {brief_value(names)}", "names")


def flatten(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Nested mappings as flat names: {"a": {"models": 5}} is {"a.models": 5}.

    >>> flatten({"a": {"models": 5}, "b.models": 3})
    {'a.models': 5, 'b.models': 3}

    Raises:
        InputError: when it is no mapping, a name is given twice, nested and flat, or mappings are nested too deeply.
    """
    if not isinstance(parameters, Mapping):
        raise InputError(f"parameters are a mapping of names to values, not of type {type(parameters).__name__}")
    flat: dict[str, Any] = {}
    _flatten(parameters, "", _DEEPEST, flat)
    return flat


def _flatten(parameters: Mapping[str, Any], prefix: str, deeper: int, flat: dict[str, Any]) -> None:
    for key, value in parameters.items():
        name = f"{prefix}{key}"
        # An empty mapping gives nothing to a side, and is refused as the value of a field.
        if isinstance(value, Mapping) and not isinstance(value, MassFunction) and value:
            if not deeper:
                raise InputError(f"{brief_value(name)}: parameters are nested too deeply", brief_value(name))
            _flatten(value, f"{name}.", deeper - 1, flat)
        elif name in flat:
            raise InputError(f"{brief_value(name)} is given twice", brief_value(name))
        else:
            flat[name] = value


def brief_value(value: Any) -> str:
    """A given value for an error line: short and printable, and a text without letters in quotes.

    >>> brief_value(True), brief_value([4, 4]), brief_value(10**5000), brief_value(" ")
    ('true', '[4, 4]', 'a whole number of 5001 digits', '" "')
    """
    if type(value) is int and value.bit_length() > _LONG_BITS:
        return f"a whole number of {len(integer_text(abs(value)))} digits"
    try:
        named = type(value).__module__ in _KNOWN
        text = str(value).lower() if isinstance(value, bool) else str(value) if named else repr(value)
    except ValueError:
        # Python refuses to write out more than 4,300 digits.
        text = "such numbers"
    text = "".join(c if c.isprintable() else "?" for c in text[: _LONGEST_SHOWN + 1])
    if isinstance(value, str) and not text.strip():
        return f'"{text[:_LONGEST_SHOWN]}"'
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"


def wrong_value(parameter: Parameter, value: Any) -> InputError:
    """The refusal of a value, with what is allowed and the nearest valid name.

    >>> from probcalc.scenarios.parameters import Parameter
    >>> cc = Parameter("cc", "integer", 10, "", "CC", "stat", low=1, high=30)
    >>> str(wrong_value(cc, 99))
    'cc must be 1 to 30, not 99'
    """
    names = [str(c) for c in parameter.choices]
    # "30" where the number 30 is meant looks like what is allowed unless it is called a text.
    as_text = isinstance(value, str) and (parameter.kind != "choice" or value in names or not value.strip())
    text = brief_value(value)
    given = text if not as_text else f"the text {text}" if not value.strip() else f'the text "{text}"'
    nearest = ""
    if parameter.kind == "choice" and isinstance(value, str) and not as_text:
        nearest = nearest_name(value, names)
    hint = suggestion(nearest)
    allowed = parameter.values_in_words
    if parameter.kind == "integer" and type(value) is not int:
        allowed = f"{'none or ' if parameter.optional else ''}a whole number from {parameter.low}..{parameter.high}"
    return InputError(f"{parameter.name} must be {spans_in_full(allowed)}, not {given}{hint}", parameter.name, nearest)


def own_value(value: Any) -> Any:
    """A whole number, true or false of another library, as a row of a data frame brings it, as Python's own."""
    is_flag = getattr(getattr(value, "dtype", None), "kind", "") == "b" and getattr(value, "shape", None) == ()
    return bool(value) if is_flag else own_number(value)


def _to_type(parameter: Parameter, value: Any) -> Any:
    """What Python callers may write for a value: "none", None, comma separated text for lists, numbers of a library."""
    value = own_value(value)
    if parameter.optional and (value is None or value == NOTHING):
        return None
    if parameter.kind == "choice" and value is None and NOTHING in parameter.choices:
        return NOTHING
    if parameter.kind == "choice" and (type(value) is bool or not isinstance(value, (str, int))):
        raise wrong_value(parameter, value)
    if parameter.kind == "choice" and type(value) is int and value not in parameter.choices:
        # Among dice a plain number is written as they are: 1, d3, d6.
        value = str(value)
    if parameter.kind == "choice" and value not in parameter.choices:
        raise wrong_value(parameter, value)
    if parameter.kind == "text" and isinstance(value, str) and not parameter.may_hold(value):
        raise wrong_value(parameter, value)
    if parameter.kind == "list":
        if isinstance(value, str):
            # Text without a comma would be text in place of a number, which Python callers may not give.
            parts = [part.strip() for part in value.split(",")]
            if len(parts) < 2 or not all(_ENTRY.fullmatch(part) for part in parts):
                raise wrong_value(parameter, value)
            value = [int(part) for part in parts]
        if isinstance(value, (list, tuple)):
            value = [own_number(number) for number in value]
        if not isinstance(value, list) or not all(type(v) is int for v in value):
            raise wrong_value(parameter, value)
        low, high = parameter.bounds
        if any(not low <= v <= high for v in value):
            raise wrong_value(parameter, value)
    return value


def _nest(values: Mapping[str, Any]) -> dict[str, Any]:
    nested: dict[str, Any] = {}
    for name, value in values.items():
        *path, last = name.split(".")
        place = nested
        for part in path:
            place = place.setdefault(part, {})
        place[last] = value
    return nested


def require_parameters(model: type[Scenario], parameters: Mapping[str, Any]) -> None:
    """Refuse a name that is no parameter of a scenario; an empty mapping may stand for a side.

    >>> from probcalc.scenarios.registry import scenario
    >>> require_parameters(scenario("chronopia.armour"), {"armor": 24})
    Traceback (most recent call last):
        ...
    probcalc.scenarios.errors.InputError: armor is not a parameter of chronopia.armour; did you mean armour?

    Raises:
        InputError: in one line.
    """
    for name, value in parameters.items():
        if not isinstance(name, str) or model.parameter(name) is None:
            names = [p.name for p in model.parameters()]
            if value != {} or not any(known.startswith(f"{name}.") for known in names):
                raise unknown_parameter(model.id, str(name), names)


def check_fields(model: type[S], parameters: Mapping[str, Any]) -> S:
    """The model with every given value checked on its own; no variant is looked for, and no preset applied.

    >>> from probcalc.scenarios.registry import scenario
    >>> check_fields(scenario("chronopia.armour"), {"armour": 24}).armour
    24

    Raises:
        InputError: for an unknown name or a value that is not allowed.
    """
    require_parameters(model, parameters)
    known = ((name, model.parameter(name)) for name in parameters)
    typed = {name: _to_type(parameter, parameters[name]) for name, parameter in known if parameter is not None}
    try:
        made = model(**_nest(typed))
    except Wrong as wrong:
        parameter = model.parameter(".".join(wrong.path))
        if parameter is None:
            raise InputError(f"{model.id} cannot take what was given: {brief_value(wrong)}") from None
        raise wrong_value(parameter, own_number(parameters[parameter.name])) from None
    return made
