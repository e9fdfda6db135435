"""What a question of the laboratory asks for beside the request, to tap: stats to search, wanted odds, possible values.

What is tapped is kept as the text that the command line takes, so that a question is asked in one way at every door.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from probcalc.analysis.numbers.measure import headline_of
from probcalc.present.declared.question import Option
from probcalc.present.reports.searching import RELATIONS
from probcalc.present.words.phrases import capital
from probcalc.present.words.requests import table_words
from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.web.controls.chance_rows import NUMBER, ChanceRow, chance_rows, chances_of, rows_after, typed_number
from probcalc.web.controls.inputs import options
from probcalc.web.parts.controls import Control, Group, chip_control, step_control
from probcalc.web.state.answered_request import Standing

_WISH = re.compile(r"(.+?)(<=|>=|=)([0-9]{1,3})%")
_RANGE = re.compile(rf"{NUMBER}\.\.{NUMBER}")
_AROUND, _MOST_WEIGHT = 2, 20


class Form(NamedTuple):
    """How an option is tapped: its controls as it stands, and its text after a field was set."""

    groups: Callable[[Standing, Option, str, str], list[Group]]
    after: Callable[[Standing, str, str, str, str], str]


def split_at_commas(written: str) -> list[str]:
    """The words of a line, where a comma between values of one name does not divide.

    >>> split_at_commas("cc=5..15, weapon=sword,spear")
    ['cc=5..15', 'weapon=sword,spear']
    """
    found: list[str] = []
    for part in filter(None, (each.strip() for each in written.split(","))):
        if found and not any(sign in part for sign in "=<>") and "=" in found[-1]:
            found[-1] += f",{part}"
        else:
            found.append(part)
    return found


def _searched(stands: Standing, option: Option, text: str, _: str) -> list[Group]:
    """A chip for each stat, and for those that are searched from where to where, or which of its names."""
    assert option.fits is not None
    chosen = _parts(text)
    fitting = [p for p in option.fits(stands.model) if p.role in ("stat", "preset", "modifier")]
    items = [
        chip_control(f"{option.name}.{p.name}", capital(table_words(p, stands.parties)), p.name in chosen)
        for p in fitting
    ]
    listed: list[Group] = [{"of": "", "items": items}]
    for parameter in (p for p in fitting if p.name in chosen and p.kind != "boolean"):
        field, words = f"{option.name}.{parameter.name}", table_words(parameter, stands.parties)
        inside = (
            _ends(field, parameter, chosen[parameter.name])
            if parameter.kind == "integer"
            else _names(field, parameter, chosen[parameter.name].split(",") if chosen[parameter.name] else None)
        )
        listed.append({"of": words, "items": inside})
    return listed


def _after_searched(stands: Standing, text: str, name: str, inner: str, value: str) -> str:
    chosen, parameter = _parts(text), stands.model.parameter(name)
    if parameter is None:
        return text
    if not inner:
        chosen.pop(name, None)
        if value == "true":
            chosen[name] = _around(parameter, stands.values[name]) if parameter.kind == "integer" else ""
    elif name in chosen and parameter.kind == "integer":
        chosen[name] = _moved(parameter, chosen[name], inner, value)
    elif name in chosen:
        known = [each for each, _ in options(parameter)]
        before = chosen[name].split(",") if chosen[name] else known
        kept = [each for each in known if (value == "true" if each == inner else each in before)]
        chosen[name] = "" if kept in ([], known) else ",".join(kept)
    # A name alone behind a list of names would be one of these.
    listed = sorted(chosen.items(), key=lambda pair: bool(pair[1]))
    return ",".join(f"{each}={values}" if values else each for each, values in listed)


def _parts(text: str) -> dict[str, str]:
    """What is searched, by name, each with its values as they are written; "" for all.

    >>> _parts("charging,cc=5..15,weapon=sword,spear")
    {'charging': '', 'cc': '5..15', 'weapon': 'sword,spear'}
    """
    pairs = (part.partition("=") for part in split_at_commas(text))
    return {name: values for name, _, values in pairs}


def _around(parameter: Parameter, present: int | None) -> str:
    """The values near the present one."""
    low, high = parameter.bounds
    middle = low + _AROUND if present is None else present
    return f"{max(low, middle - _AROUND)}..{min(high, middle + _AROUND)}"


def _moved(parameter: Parameter, text: str, end: str, value: str) -> str:
    """A range with another end; the other end goes along where it would be passed."""
    low, high = parameter.bounds
    first, last = _range(parameter, text)
    typed = typed_number(value)
    if typed is None:
        return text
    number = min(high, max(low, typed))
    first, last = (number, max(number, last)) if end == "from" else (min(first, number), number)
    return f"{first}..{last}"


def _range(parameter: Parameter, text: str) -> tuple[int, int]:
    found = _RANGE.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else parameter.bounds


def _ends(field: str, parameter: Parameter, text: str) -> list[Control]:
    low, high = parameter.bounds
    return [
        step_control(f"{field}.{end}", capital(end), value, low, high)
        for end, value in zip(("from", "to"), _range(parameter, text), strict=True)
    ]


def _names(field: str, parameter: Parameter, chosen: Iterable[str] | None) -> list[Control]:
    """A chip for each name; all of them are chosen where that is None."""
    known = None if chosen is None else set(chosen)
    listed = [(value, label) for value, label in options(parameter) if value != NOTHING]
    return [
        chip_control(f"{field}.{value}", capital(label), known is None or value in known) for value, label in listed
    ]


def _wanted(stands: Standing, option: Option, text: str, _: str) -> list[Group]:
    """A row for each wish: which chance, and about, at least or at most how many in a hundred."""
    known = chances_of(stands.answered)
    return [{"of": "", "items": [chance_rows(option.name, wishes(text), known, RELATIONS, 1)]}]


def wishes(text: str) -> list[ChanceRow]:
    """What is wanted: the number, how it is compared, and with how many percent.

    >>> wishes("slain=40%,wounds>=2<=60%")
    [ChanceRow(what='slain', how='=', much=40), ChanceRow(what='wounds>=2', how='<=', much=60)]
    """
    found = (_WISH.fullmatch(part) for part in split_at_commas(text))
    return [ChanceRow(match[1], match[2], int(match[3])) for match in found if match]


def _after_wanted(stands: Standing, text: str, name: str, inner: str, value: str) -> str:
    return ",".join(f"{what}{how}{much}%" for what, how, much in rows_after(wishes(text), name, inner, value))


def _possible(stands: Standing, option: Option, text: str, of: str) -> list[Group]:
    """From where to where a number may be; which names may be, and how likely each is beside the others."""
    parameter = stands.model.parameter(of)
    if parameter is None:
        return []
    field = f"{option.name}.{of}"
    if parameter.kind == "integer":
        return [{"of": "", "items": _ends(field, parameter, text)}]
    known, weights = dict(options(parameter)), _weights(text)
    if parameter.kind == "boolean":
        return []
    steps = [
        step_control(f"{field}.weight {name}", known.get(name, name), weight, 1, _MOST_WEIGHT)
        for name, weight in weights.items()
    ]
    groups: list[Group] = [{"of": "", "items": _names(field, parameter, weights)}]
    return (
        [*groups, {"of": "How likely each is compared with the others", "items": steps}] if len(steps) > 1 else groups
    )


def _weights(text: str) -> dict[str, int]:
    """The weights of names; one without a weight counts once, as where it is asked.

    >>> _weights("spearmen:3,followers")
    {'spearmen': 3, 'followers': 1}
    """
    pairs = (part.strip().partition(":") for part in text.split(",") if part.strip())
    return {name: int(weight or 1) for name, _, weight in pairs if weight.isdecimal() or not weight}


def _after_possible(stands: Standing, text: str, name: str, inner: str, value: str) -> str:
    parameter = stands.model.parameter(name)
    if parameter is None:
        return text
    if parameter.kind == "integer":
        return _moved(parameter, text, inner, value)
    weights, known = _weights(text), [each for each, _ in options(parameter)]
    of = inner.removeprefix("weight ")
    if of != inner:
        typed = typed_number(value)
        weights[of] = min(_MOST_WEIGHT, max(1, weights.get(of, 1) if typed is None else typed))
    elif value == "true":
        weights[of] = 1
    else:
        weights.pop(of, None)
    return ",".join(f"{each}:{weights[each]}" for each in known if each in weights)


FORMS: Mapping[str, Form] = {
    "NAME[=VALUES]": Form(_searched, _after_searched),
    "ODDS": Form(_wanted, _after_wanted),
    "VALUES": Form(_possible, _after_possible),
}
"""How options are tapped, by how they are written."""


def parted_field(stands: Standing, field: str) -> tuple[str, str]:
    """The parameter of a field, whose name may have a dot in it, or the place of a wish; and what of it is set."""
    names = [p.name for p in stands.model.parameters() if f"{field}.".startswith(f"{p.name}.")]
    name = max(names, key=len, default=field.partition(".")[0])
    return name, field[len(name) :].removeprefix(".")


def first_text(stands: Standing, option: Option) -> str:
    """What an option says before anything was tapped: one half for what the question is about, nothing of others."""
    if option.form != "ODDS" or stands.answer is None:
        return ""
    known = chances_of(stands.answer)
    headline = headline_of(stands.model)
    return f"{next((each for each in (headline, *known) if each in known), headline)}=50%"
