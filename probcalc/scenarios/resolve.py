"""From what was given to a complete, checked scenario: validation, presets, derived defaults, refusals, notes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, Literal, TypeVar

from probcalc.exact.mass_function import MassFunction
from probcalc.exact.numerals import integer_text
from probcalc.exact.outcomes import own_number
from probcalc.scenarios.errors import InputError, nearest_name, unknown_parameter
from probcalc.scenarios.fields import NOTHING, Parameter, Section
from probcalc.scenarios.kinds import Wrong
from probcalc.scenarios.scenario import VARIANT, Scenario

S = TypeVar("S", bound=Scenario)
_MOST_NAMES = 400
_DEEPEST = 3
_KNOWN = {"builtins", "fractions", "decimal"}
_LONGEST_SHOWN = 40
_ENTRY = re.compile(r"-?[0-9]{1,8}")


def given_once(parameters: Mapping[str, Any] | None, named: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters in a mapping and as keywords in one mapping.

    >>> given_once({"cc": 11}, {"cc": 12})
    Traceback (most recent call last):
        ...
    probcalc.scenarios.errors.InputError: cc is given twice

    Raises:
        InputError: when the parameters are no mapping, or a name is given in both.
    """
    if parameters is not None and not isinstance(parameters, Mapping):
        raise InputError(f"parameters are a mapping of names to values, not of type {type(parameters).__name__}")
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
    found = "a text" if isinstance(requests, str) else shown(requests)
    raise InputError(f'requests are a list of pairs like ("chronopia.melee", {{"cc": 11}}), not {found}')


def flattened(given: Mapping[str, Any]) -> dict[str, Any]:
    """Nested mappings as flat names: {"a": {"models": 5}} is {"a.models": 5}.

    >>> flattened({"a": {"models": 5}, "b.models": 3})
    {'a.models': 5, 'b.models': 3}

    Raises:
        InputError: when it is no mapping, a name is given twice, nested and flat, or mappings are nested too deeply.
    """
    if not isinstance(given, Mapping):
        raise InputError(f"parameters are a mapping of names to values, not of type {type(given).__name__}")
    flat: dict[str, Any] = {}
    _flatten(given, "", _DEEPEST, flat)
    return flat


def _flatten(given: Mapping[str, Any], prefix: str, deeper: int, flat: dict[str, Any]) -> None:
    for key, value in given.items():
        name = f"{prefix}{key}"
        # An empty mapping gives nothing to a side, and is refused as the value of a field.
        if isinstance(value, Mapping) and not isinstance(value, MassFunction) and value:
            if not deeper:
                raise InputError(f"{shown(name)}: parameters are nested too deeply", shown(name))
            _flatten(value, f"{name}.", deeper - 1, flat)
        elif name in flat:
            raise InputError(f"{shown(name)} is given twice", shown(name))
        else:
            flat[name] = value


def shown(value: Any) -> str:
    """A given value for an error line: short and printable.

    >>> shown(True), shown([4, 4]), shown(10**5000)
    ('true', '[4, 4]', 'a whole number of 5001 digits')
    """
    try:
        named = type(value).__module__ in _KNOWN
        text = str(value).lower() if isinstance(value, bool) else str(value) if named else repr(value)
    except ValueError:
        # Python refuses to write out more than 4,300 digits.
        text = f"a whole number of {len(integer_text(abs(value)))} digits" if isinstance(value, int) else "such numbers"
    text = "".join(c if c.isprintable() else "?" for c in text[: _LONGEST_SHOWN + 1])
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"


def wrong_value(parameter: Parameter, value: Any) -> InputError:
    """The refusal of a value, with what is allowed and the nearest valid name.

    >>> from probcalc.scenarios.fields import Parameter
    >>> cc = Parameter("cc", "integer", 10, "", "CC", "stat", low=1, high=30)
    >>> str(wrong_value(cc, 99))
    'cc is 1..30, not 99'
    """
    names = [str(c) for c in parameter.choices]
    # "30" where the number 30 is meant looks like what is allowed unless it is called a text.
    as_text = isinstance(value, str) and (parameter.kind != "choice" or value in names or not value.strip())
    given = f'the text "{shown(value)}"' if as_text else shown(value)
    nearest = ""
    if parameter.kind == "choice" and isinstance(value, str) and not as_text:
        nearest = nearest_name(value, names)
    hint = f"; did you mean {nearest}?" if nearest else ""
    allowed = parameter.allowed
    if parameter.kind == "integer" and type(value) is not int:
        allowed = f"{'none or ' if parameter.optional else ''}a whole number {parameter.low}..{parameter.high}"
    return InputError(f"{parameter.name} is {allowed}, not {given}{hint}", parameter.name, nearest)


def _typed(parameter: Parameter, value: Any) -> Any:
    """What Python callers may write for a value: "none", None, comma separated text for lists, numbers of a library."""
    value = own_number(value)
    if parameter.optional and (value is None or value == NOTHING):
        return None
    if parameter.kind == "choice" and value is None and NOTHING in parameter.choices:
        return NOTHING
    if parameter.kind == "choice" and (type(value) is bool or not isinstance(value, (str, int))):
        raise wrong_value(parameter, value)
    if parameter.kind == "choice" and value not in parameter.choices:
        raise wrong_value(parameter, value)
    if parameter.kind == "text" and isinstance(value, str) and not parameter.may_hold(value):
        raise wrong_value(parameter, value)
    if parameter.kind == "list":
        if isinstance(value, str):
            value = _list_from_text(parameter, value)
        if isinstance(value, (list, tuple)):
            value = [own_number(number) for number in value]
        if not isinstance(value, list) or not all(type(v) is int for v in value):
            raise wrong_value(parameter, value)
        low, high = parameter.bounds
        if any(not low <= v <= high for v in value):
            raise wrong_value(parameter, value)
    return value


def _list_from_text(parameter: Parameter, text: str) -> list[int]:
    # Text without a comma would be text in place of a number, which Python callers may not give.
    parts = [part.strip() for part in text.split(",")]
    if len(parts) < 2 or not all(_ENTRY.fullmatch(part) for part in parts):
        raise wrong_value(parameter, text)
    return [int(part) for part in parts]


def _nested(values: Mapping[str, Any]) -> dict[str, Any]:
    nested: dict[str, Any] = {}
    for name, value in values.items():
        *path, last = name.split(".")
        place = nested
        for part in path:
            place = place.setdefault(part, {})
        place[last] = value
    return nested


def validated(model: type[S], given: Mapping[str, Any]) -> S:
    """The model with every given value checked on its own, by the rules of the variant; presets are not applied yet.

    Raises:
        InputError: for an unknown name or a value that is not allowed.
    """
    if len(given) > _MOST_NAMES:
        raise InputError(f"a request names at most {_MOST_NAMES} parameters, not {len(given)}")
    model = by_variant(model, given.get(VARIANT.name))
    names = [p.name for p in model.parameters()]
    typed: dict[str, Any] = {}
    for name, value in given.items():
        if name == VARIANT.name:
            continue
        parameter = model.parameter(name) if isinstance(name, str) else None
        if parameter is None and value == {} and any(known.startswith(f"{name}.") for known in names):
            continue
        if parameter is None:
            raise unknown_parameter(model.id, str(name), names)
        typed[name] = _typed(parameter, value)
    try:
        made = model(**_nested(typed))
    except Wrong as wrong:
        parameter = model.parameter(".".join(wrong.path))
        if parameter is None:
            raise InputError(f"{model.id} cannot take what was given: {shown(wrong)}") from None
        raise wrong_value(parameter, own_number(given[parameter.name])) from None
    if getattr(made, VARIANT.name, ""):
        from probcalc.scenarios.variants import require_rolls

        require_rolls(made)
    return made


def _sections(model: Section, prefix: str = "") -> Iterator[tuple[str, Section]]:
    """The parts of a model, each after its own parts and with the prefix of its fields, and the model last."""
    for name in type(model).fields():
        value = getattr(model, name)
        if isinstance(value, Section):
            yield from _sections(value, f"{prefix}{name}.")
    yield prefix, model


def given_names(model: Section, prefix: str = "") -> set[str]:
    """The flat names of the fields that were given explicitly."""
    names: set[str] = set()
    for name in model.fields_given():
        value = getattr(model, name)
        names |= given_names(value, f"{prefix}{name}.") if isinstance(value, Section) else {prefix + name}
    return names


def resolve(model: type[S], given: Mapping[str, Any]) -> tuple[S, list[str]]:
    """The complete scenario for what was given, and the notes about it.

    Presets fill fields that were not given, derived defaults follow, then combinations are checked.

    Raises:
        InputError: when a name, a value or a combination is refused.
    """
    flat = flattened(given)
    scenario = validated(model, flat)
    explicit = given_names(scenario)
    notes: list[str] = []
    scenario = settled(scenario, explicit, notes)
    for name, reason in idle_names(scenario).items():
        parameter = model.parameter(name)
        if name in explicit and parameter and scenario.value_of(name) != parameter.default:
            notes.append(f"{name} has no effect here: {reason}.")
    return scenario, notes + scenario.notes()


def idle_names(scenario: Scenario) -> dict[str, str]:
    """The parameters that have no effect with the present settings, each with the reason."""
    # The parts come first: what the whole scenario says about a field of a part stands in place of the part's reason.
    return {prefix + name: reason for prefix, part in _sections(scenario) for name, reason in part.idle().items()}


def by_variant(model: type[S], text: Any) -> type[S]:
    """The scenario by the rules of the variant that was given; the scenario itself where none was.

    Raises:
        InputError: when it is no variant of this game.
    """
    if text in (None, "", NOTHING):
        return model
    if not isinstance(text, str):
        raise wrong_value(VARIANT, text)
    # Only who asks for a variant pays for what reads it.
    from probcalc.scenarios.variants import model_of

    return model_of(model, text)


def preset_values(scenario: Scenario, explicit: Set[str]) -> dict[str, Any]:
    """What the presets fill, by flat name; what `explicit` names was given and stays."""
    return _staged(scenario, "fills", explicit)[1]


def _staged(
    scenario: S, stage: Literal["fills", "derived"], explicit: Set[str], notes: list[str] | None = None
) -> tuple[S, dict[str, Any]]:
    """The scenario with what the presets fill, or what follows from other fields, and these values by flat name.

    What is explicit stays, with a note for each value of its own.
    """
    found: dict[str, Any] = {}
    # The sides first, then the scenario, which may look at the sides.
    for whole in (False, True):
        values: dict[str, Any] = {}
        for prefix, part in _sections(scenario):
            if (part is scenario) == whole:
                values |= {prefix + name: value for name, value in getattr(part, stage)().items()}
        if notes is not None:
            notes += [
                f"{name} = {shown(given)} was given and stands in place of the preset's {shown(value)}."
                for name, value in values.items()
                if name in explicit and (given := scenario.value_of(name)) != value
            ]
        values = {name: value for name, value in values.items() if name not in explicit}
        scenario = scenario.replaced(values)
        found |= values
    return scenario, found


def settled(scenario: S, explicit: Set[str], notes: list[str] | None = None) -> S:
    """The scenario with its presets' figures and derived defaults in place, its combinations checked.

    What `explicit` names stays as it is; `notes` takes a sentence for each figure of a preset that it stands in for.
    Values may be unknown counts: whatever asks too much of them raises what they raise.

    Raises:
        InputError: when a combination is refused.
    """
    scenario, _ = _staged(scenario, "fills", explicit, notes)
    scenario, _ = _staged(scenario, "derived", explicit)
    for prefix, part in _sections(scenario):
        try:
            part.check()
        except InputError as error:
            if not prefix:
                raise
            raise InputError(prefix + str(error), prefix + error.parameter, error.nearest) from None
    return scenario
