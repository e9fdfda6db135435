"""What a question of the laboratory asks for beside the request, to tap: stats to search, wanted odds, possible values.

What is tapped is kept as the text that the command line takes, so that a question is asked in one way at every door.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from probcalc.analysis.measure import Measure, headline_of
from probcalc.analysis.named_numbers import measure_text
from probcalc.exact.law.distribution import Distribution
from probcalc.present.question import Option
from probcalc.present.reports.measured import measure_words
from probcalc.present.words import capital, table_words
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.web.controls.inputs import options, pick_of
from probcalc.web.parts.controls import Control, Group
from probcalc.web.state.answered_request import Standing

_WISH = re.compile(r"(.+?)(<=|>=|=)([0-9]{1,3})%")
_NUMBER = r"(-?[0-9]{1,4})"
_RANGE = re.compile(rf"{_NUMBER}\.\.{_NUMBER}")
_RELATIONS = {"=": "about", ">=": "at least", "<=": "at most"}
_AROUND, _MOST_WISHES, _MOST_WEIGHT, _MOST_THRESHOLDS = 2, 4, 20, 12


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
    items = [_chip(option.name, p.name, table_words(p, stands.parties), p.name in chosen) for p in fitting]
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
    typed = _typed_number(value)
    if typed is None:
        return text
    number = min(high, max(low, typed))
    first, last = (number, max(number, last)) if end == "from" else (min(first, number), number)
    return f"{first}..{last}"


def _typed_number(value: str) -> int | None:
    """A number as it is typed into a stepper; None where it is none."""
    found = re.fullmatch(_NUMBER, value.strip())
    return int(found[1]) if found else None


def _range(parameter: Parameter, text: str) -> tuple[int, int]:
    found = _RANGE.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else parameter.bounds


def _ends(field: str, parameter: Parameter, text: str) -> list[Control]:
    low, high = parameter.bounds
    return [
        {"kind": "step", "parameter": f"{field}.{end}", "label": capital(end), "value": value, "low": low, "high": high}
        for end, value in zip(("from", "to"), _range(parameter, text), strict=True)
    ]


def _names(field: str, parameter: Parameter, chosen: Iterable[str] | None) -> list[Control]:
    """A chip for each name; all of them are chosen where that is None."""
    known = None if chosen is None else set(chosen)
    listed = [(value, label) for value, label in options(parameter) if value != NOTHING]
    return [_chip(field, value, label, known is None or value in known) for value, label in listed]


def _chip(field: str, name: str, label: str, chosen: bool) -> Control:
    return {"kind": "chip", "parameter": f"{field}.{name}", "label": capital(label), "value": chosen}


def _wanted(stands: Standing, option: Option, text: str, _: str) -> list[Group]:
    """A row for each wish: which chance, and about, at least or at most how many in a hundred."""
    assert stands.answer is not None
    known = _chances(stands.answer)
    rows: list[list[Control]] = []
    for place, (what, how, much) in enumerate(wishes(text)):
        field = f"{option.name}.{place}"
        share: Control = {"kind": "step", "parameter": f"{field}.much", "label": "Chance, %", "value": much}
        rows.append(
            [
                pick_of(f"{field}.what", "Result", what, known, what),
                pick_of(f"{field}.how", "Wanted", how, _RELATIONS),
                {**share, "low": 0, "high": 100},
            ]
        )
    item: Control = {"kind": "rows", "label": "", "names": [option.name], "rows": rows}
    return [{"of": "", "items": [{**item, "shortest": 1, "longest": _MOST_WISHES}]}]


def wishes(text: str) -> list[tuple[str, str, int]]:
    """What is wanted: the number, how it is compared, and with how many percent.

    >>> wishes("slain=40%,wounds>=2<=60%")
    [('slain', '=', 40), ('wounds>=2', '<=', 60)]
    """
    found = (_WISH.fullmatch(part) for part in split_at_commas(text))
    return [(match[1], match[2], int(match[3])) for match in found if match]


def _chances(answer: Answer) -> dict[str, str]:
    """The numbers that are chances, as they are written, each in words."""
    found: list[Measure] = []
    for name in answer:
        value = answer[name]
        if not isinstance(value, Distribution):
            found.append(Measure(name))
        elif answer.declared(name).order or not all(isinstance(each, int) for each in value):
            found += [Measure(name, outcome=str(each)) for each in value]
        else:
            found += [Measure(name, at_least=each) for each in sorted(value)[1 : _MOST_THRESHOLDS + 1]]
    chances = [each for each in found if each.kind(answer) == "probability"]
    return {measure_text(each, answer): capital(measure_words(each, answer)) for each in chances}


def _after_wanted(stands: Standing, text: str, name: str, inner: str, value: str) -> str:
    listed = [list(map(str, each)) for each in wishes(text)]
    fields = ("what", "how", "much")
    if not name:
        listed = [*listed, listed[-1]] if value == "1" else listed[:-1]
    elif name.isdecimal() and int(name) < len(listed) and inner in fields:
        if inner == "much":
            typed = _typed_number(value)
            value = str(min(100, max(0, typed))) if typed is not None else ""
        listed[int(name)][fields.index(inner)] = value or listed[int(name)][fields.index(inner)]
    return ",".join(f"{what}{how}{much}%" for what, how, much in listed[:_MOST_WISHES])


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
    steps: list[Control] = [
        {
            "kind": "step",
            "parameter": f"{field}.weight {name}",
            "label": known.get(name, name),
            "value": weight,
            "low": 1,
            "high": _MOST_WEIGHT,
        }
        for name, weight in weights.items()
    ]
    groups: list[Group] = [{"of": "", "items": _names(field, parameter, weights)}]
    return [*groups, {"of": "How likely each is beside the others", "items": steps}] if len(steps) > 1 else groups


def _weights(text: str) -> dict[str, int]:
    """The weights of names.

    >>> _weights("spearmen:3,followers:1")
    {'spearmen': 3, 'followers': 1}
    """
    pairs = (part.partition(":") for part in text.split(",") if part)
    return {name: int(weight) for name, _, weight in pairs if weight.isdecimal()}


def _after_possible(stands: Standing, text: str, name: str, inner: str, value: str) -> str:
    parameter = stands.model.parameter(name)
    if parameter is None:
        return text
    if parameter.kind == "integer":
        return _moved(parameter, text, inner, value)
    weights, known = _weights(text), [each for each, _ in options(parameter)]
    of = inner.removeprefix("weight ")
    if of != inner:
        typed = _typed_number(value)
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
    known = _chances(stands.answer)
    headline = headline_of(stands.model)
    return f"{next((each for each in (headline, *known) if each in known), headline)}=50%"


def numbers_of(groups: Iterable[Group]) -> dict[str, int]:
    """What the steppers show, by the names of their fields."""
    items = [item for group in groups for item in group["items"]]
    inner = [entry for item in items for row in item.get("rows", ()) for entry in row]
    return {item["parameter"]: item["value"] for item in (*items, *inner) if item["kind"] == "step"}
