"""Reading what a stranger wrote: field by field, with a notice for each thing that cannot be used."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from probcalc.exact.errors import suggestion
from probcalc.exact.numbers.numerals import spans_in_full
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError, NotLoaded, nearest_name, unknown_name
from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.value_text import value_from_text, value_text

MOST_FIELDS = 300
MOST_NOTICES = 12
_MOST_NAMED = 6


class Request(NamedTuple):
    """What could be read of a link or a JSON text.

    Attributes:
        scenario_id: the scenario, or None when none was named or it is unknown.
        given: the parameters that can be used, by flat name; together they are not refused.
        notices: a sentence for each thing that was ignored; of a stranger's text only what makes no link or tag.
        doubts: those of the notices without which another question would be answered than was meant.
        repairs: what was probably meant by these, as "attacker=the_cursed".
    """

    scenario_id: str | None
    given: dict[str, Any]
    notices: tuple[str, ...]
    doubts: tuple[str, ...] = ()
    repairs: tuple[str, ...] = ()


def request_of(scenario_id: str, texts: Mapping[str, str], notices: list[str]) -> Request:
    """The request of a scenario with its parameters as texts; what was noticed before comes first."""
    try:
        model = registry.scenario(scenario_id)
    except NotLoaded:
        # Why is for whoever runs the pages; a stranger only learns which game it is.
        return Request(None, {}, (f"{harmless(scenario_id.partition('.')[0])} cannot be loaded.",))
    except InputError as error:
        if not scenario_id.strip():
            return Request(None, {}, ("The link names no scenario.",))
        hint = suggestion(error.nearest, ".")
        return Request(None, {}, (f"{harmless(scenario_id)} is not a scenario{hint}",))
    given: dict[str, Any] = {}
    doubts: list[str] = []
    repairs: list[str] = []
    listed = list(texts.items())
    if len(listed) > MOST_FIELDS:
        notices.append(f"Only the first {MOST_FIELDS} of {len(listed)} fields were read.")
    for name, text in listed[:MOST_FIELDS]:
        try:
            given |= _field(model, name, text)
        except InputError as error:
            notices.append(_say_ignored(error))
            if found := _repair(model, name, text, error):
                repairs.append(found)
            # What nothing here is called like is of another program, and no part of the question.
            if found or model.parameter(name) is not None:
                doubts.append(notices[-1])
    while given:
        try:
            resolve(model, given)
        except InputError as error:
            notices.append(_say_ignored(error))
            doubts.append(notices[-1])
            if found := meant_roll(given, error):
                repairs.append(found)
            # A refusal that names nothing given is about the values together, so that none of them can be kept.
            given = {n: v for n, v in given.items() if n != error.parameter} if error.parameter in given else {}
        else:
            break
    if len(notices) > MOST_NOTICES:
        more = len(notices) - MOST_NOTICES
        notices = [*notices[:MOST_NOTICES], f"{more} more fields were ignored."]
    return Request(model.id, given, tuple(notices), tuple(doubts[:MOST_NOTICES]), tuple(repairs))


def meant_roll(parameters: Mapping[str, Any], error: InputError) -> str:
    """A parameter with the roll that was probably meant by one that is refused, "" for none.

    >>> given = {"roll": "2d6>=9"}
    >>> try:
    ...     resolve(registry.scenario("custom.roll"), given)
    ... except InputError as error:
    ...     meant_roll(given, error)
    'roll=sum of 2d6>=9'
    """
    # Here and not above: nobody else needs the words of a roll.
    from probcalc.notation.errors import NotationError
    from probcalc.notation.repairing import repair

    text = parameters.get(error.parameter)
    meant = repair(text, error) if isinstance(error, NotationError) and isinstance(text, str) else ""
    return f"{error.parameter}={meant}" if meant else ""


def _say_ignored(error: InputError) -> str:
    return f"Ignored: {error}{'' if str(error).endswith('?') else '.'}"


def _repair(model: type[Scenario], name: str, text: str, error: InputError) -> str:
    """What was probably meant by a field that cannot be read, "" when nothing is like it."""
    meant = name
    if model.parameter(name) is None:
        meant = nearest_name(name[:80], [p.name for p in model.parameters()])
    elif error.nearest:
        text = error.nearest
    try:
        return "&".join(f"{n}={value_text(value)}" for n, value in _field(model, meant, text).items()) if meant else ""
    except InputError:
        return ""


def _field(model: type[Scenario], name: str, text: str) -> dict[str, Any]:
    parameter = model.parameter(name)
    if parameter is None:
        error = unknown_name("parameter", name[:80], [p.name for p in model.parameters()], f" of {model.id}")
        hint = suggestion(error.nearest)
        raise InputError(f"{harmless(name)} is not a parameter of {model.id}{hint}")
    plain = text.translate({ord(sign): "-" for sign in parameter.signs})
    if parameter.kind == "text" and plain != harmless(plain, max(parameter.longest, 40)):
        raise InputError(
            f"{name} must be {spans_in_full(parameter.values_in_words)} without any markup, not {harmless(text)}"
        )
    try:
        return {name: value_from_text(parameter, text)}
    except InputError as error:
        if parameter.role == "preset":
            raise _in_no_table(parameter, text, error.nearest) from None
        # The same refusal, of the harmless text.
        value_from_text(parameter, harmless(text))
        raise


def _in_no_table(parameter: Parameter, text: str, nearest: str) -> InputError:
    """The refusal of what is no entry of a table, with the names of those that are."""
    names = dict(zip(parameter.choices, parameter.choice_labels, strict=True))
    names.pop(NOTHING, None)
    words = {word.lower(): word for word in (*names.values(), *(word for word, _ in parameter.called))}
    near = names.get(nearest) or words.get(nearest_name(text, words), "")
    listed = [*names.values()][:_MOST_NAMED]
    more = f" and {len(names) - len(listed)} more" if len(names) > len(listed) else ""
    hint = suggestion(near, f"; there are {', '.join(listed)}{more}")
    said = f"{parameter.name}: no entry of {parameter.table} is called {harmless(text)}{hint}"
    keys = {label: key for key, label in names.items()} | dict(parameter.called)
    return InputError(said, parameter.name, keys.get(near, ""))


def harmless(text: str, longest: int = 40) -> str:
    """A stranger's text as a notice may show it: short, and with nothing that a page could take for markup.

    >>> harmless("<b>[x](https://example.org)</b>")
    '?b??x??https???example.org???b?'
    >>> harmless("1.5"), harmless("a.models"), harmless("www.example.org")
    ('1.5', 'a.models', 'www?example.org')
    """
    kept = re.sub(r"[^A-Za-z0-9 .,+=_-]", "?", text[: longest + 1])
    # Without the slashes only this beginning still makes a link of an address.
    kept = re.sub(r"(?i)(?<=www)\.", "?", kept)
    return kept if len(kept) <= longest else kept[: longest - 3] + "..."
