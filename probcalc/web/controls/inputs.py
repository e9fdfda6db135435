"""One parameter as a control with its value and its reason, and lists to pick from."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from probcalc.present.words.labels import spans_in_words
from probcalc.present.words.phrases import capital
from probcalc.present.words.requests import parameter_words, preset_words, table_words, value_words
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import CUSTOM, NOTHING, Parameter
from probcalc.scenarios.sentences import lower_first, with_names
from probcalc.scenarios.value_text import value_from_text, value_text
from probcalc.web.controls.places import pointed
from probcalc.web.controls.tap_actions import OWN
from probcalc.web.parts.controls import Control, Key
from probcalc.web.parts.numbers import with_minus
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.visit import Visit

_LONGEST_LIST, _MOST_FACES = 200, 24
# A row of segments of at most so many characters fits a phone.
_MOST_SEGMENTS, _LONGEST_SEGMENTS = 4, 34


def item(stands: Standing, visit: Visit, parameter: Parameter) -> Control:
    """One parameter as a control; its label says nothing of the side, which the group says already."""
    name, value = parameter.name, stands.values[parameter.name]
    changed = stands.is_changed(parameter)
    idle = "" if changed else stands.idle.get(name, "")
    parameter = with_names(parameter, stands.parties)
    help_text = stands.in_words(parameter.help)
    told = help_text
    if parameter.derived:
        told += f" (by default {parameter.derived})"
    data: Control = {
        "parameter": name,
        "label": parameter.label,
        "spoken": parameter_words(parameter),
        "help": told,
        "changed": changed and parameter.role == "stat",
        "off": stands.in_words(idle) if parameter.role != "ruling" else "",
    }
    if parameter.kind == "boolean":
        return {**data, "kind": "chip", "value": bool(value), "cost": parameter.cost_short}
    if parameter.kind == "integer":
        low, high = parameter.bounds
        # What is added to a roll or a target has its sign; a figure has one only below nought.
        signed = parameter.role == "modifier" and low < 0
        data = {**data, "kind": "step", "value": value, "low": low, "high": high, "signed": signed}
        data["absent"] = absent(parameter)
        typed, why = visit.unread.get((stands.slot, name), ("", ""))
        if not why:
            return data
        return {**data, "refused": with_minus(why), "typed": typed, "repair": _nearest_number(typed, low, high)}
    if parameter.kind == "choice":
        value, text = _present(stands, parameter)
        if is_segmented(parameter) and parameter.name not in stands.own:
            keys = [Key(label, name, name == value_text(value)) for name, label in options(parameter, stands)]
            return {**data, "kind": "segment", "keys": keys}
        return {**data, "kind": "pick", "value": value, "options": options(parameter, stands), "shown": text}
    typed, why = visit.unread.get((stands.slot, name), (value_text(value), ""))
    if not why and (sides := faces_of(stands, parameter)):
        return {**data, "kind": "faces", "keys": _faces(list(value), sides)}
    is_list = parameter.kind == "list"
    example = f"for example {_example(parameter)}" if is_list else ""
    allowed = spans_in_words(parameter.values_in_words)
    # What a text may hold is told by its help alone; of a list, how many numbers and which.
    hint = f"{help_text}. {capital(allowed)}; {example}" if is_list else help_text
    return {
        **data,
        "kind": "line",
        "value": typed,
        "refused": f"{why}; {example}" if why and example else why,
        "repair": _nearest_list(parameter, typed) if why and is_list else "",
        "example": hint,
        "longest": _LONGEST_LIST if is_list else parameter.longest,
    }


def is_segmented(parameter: Parameter) -> bool:
    """Whether the choices of a parameter are few and short enough to lie side by side."""
    labels = parameter.choice_labels
    return (
        parameter.kind == "choice"
        and parameter.role != "preset"
        and len(labels) <= _MOST_SEGMENTS
        and sum(len(label) + 2 for label in labels) <= _LONGEST_SEGMENTS
    )


def faces_of(stands: Standing, parameter: Parameter) -> int:
    """How many faces the die has of which a list names some; 0 of another list, and of a die too large to be drawn."""
    if parameter.kind != "list" or parameter.shortest or parameter.bounds[0] != 1:
        return 0
    side, dot, _ = parameter.name.rpartition(".")
    sides = stands.values.get(f"{side}{dot}die", 0)
    known = stands.values[parameter.name]
    return sides if sides <= _MOST_FACES and all(face <= sides for face in known) else 0


def _faces(chosen: Sequence[int], sides: int) -> list[Key]:
    """The faces of a die, each with the list that a tap on it leaves.

    >>> _faces([2], 2)
    [Key(label='1', value='1,2', chosen=False), Key(label='2', value='', chosen=True)]
    """
    found = []
    for face in range(1, sides + 1):
        others = [each for each in chosen if each != face]
        after = others if face in chosen else sorted([*others, face])
        found.append(Key(str(face), ",".join(map(str, after)), face in chosen))
    return found


def rows(stands: Standing, visit: Visit, lists: Sequence[Parameter]) -> Control:
    """Lists that belong together as rows, one for each place; those of other lengths are typed."""
    return {
        "kind": "rows",
        "label": with_names(lists[0], stands.parties).label if len(lists) == 1 else "",
        "names": [parameter.name for parameter in lists],
        "rows": [
            [_entry(stands, with_names(parameter, stands.parties), place) for parameter in lists]
            for place in range(len(stands.values[lists[0].name]))
        ],
        "shortest": max(parameter.shortest for parameter in lists),
        "longest": min(parameter.longest for parameter in lists),
    }


def _entry(stands: Standing, parameter: Parameter, place: int) -> Control:
    """One entry of a list: so or not where it is 0 or 1, else a number."""
    low, high = parameter.bounds
    value = stands.values[parameter.name][place]
    data: Control = {
        "parameter": f"{parameter.name}[{place}]",
        "label": parameter.label,
        "help": stands.in_words(parameter.help),
    }
    if whole := stands.model.parameter(parameter.shares):
        data["label"], high = whole.label, stands.values[whole.name]
        # One part alone is the whole.
        low = low if len(stands.values[parameter.name]) > 1 else high
    spoken = f"{parameter_words(parameter)}, {place + 1}"
    if (low, high) == (0, 1):
        return {**data, "kind": "chip", "value": bool(value), "values": ("0", "1"), "spoken": spoken}
    signed = parameter.role == "modifier" and low < 0
    return {**data, "kind": "step", "value": value, "low": low, "high": high, "signed": signed, "spoken": spoken}


def items(stands: Standing, visit: Visit, parameters: Sequence[Parameter]) -> list[Control]:
    """Parameters as controls in their order, lists that belong together as rows where the first of them stands."""
    found: list[Control] = []
    done: set[str] = set()
    # What points at the rows of a list comes behind them.
    for parameter in sorted(parameters, key=lambda p: bool(p.places)):
        if parameter.name in done:
            continue
        lead = parameter.beside or parameter.name
        # A list that may be empty is typed, where no die shows its faces.
        beside = [p for p in parameters if lead in (p.name, p.beside)]
        lists = [p for p in beside if p.kind == "list" and p.shortest > 0]
        lengths = {len(stands.values[p.name]) for p in lists}
        typed = any((stands.slot, p.name) in visit.unread for p in lists)
        if not lists or len(lengths) > 1 or typed:
            found.append(item(stands, visit, parameter))
            continue
        lists.sort(key=lambda p: p.name != lead)
        found.append(rows(stands, visit, lists))
        pointing = [p for p in parameters if p.places == lead and (stands.slot, p.name) not in visit.unread]
        found += [pointed(stands, p) for p in pointing]
        done |= {p.name for p in (*lists, *pointing)}
    return found


def absent(parameter: Parameter) -> str:
    """What holds where a number may be left out; "" where it may not."""
    return parameter.absent if parameter.optional else ""


def _example(parameter: Parameter) -> str:
    """A list that is accepted, as people may write it.

    >>> from probcalc.scenarios import registry
    >>> _example(registry.scenario("thud_and_blunder.attack").parameter("split"))
    '2,1 or 2+1'
    >>> _example(registry.scenario("tide_of_battle.will_saves").parameter("wills"))
    '4,4,4 or 4+4+4'
    """
    numbers = list(parameter.default)
    if len(numbers) < 2:
        low, high = parameter.low or 0, parameter.high or 0
        numbers = [min(high, max(low, number)) for number in (2, 1)]
    return f"{value_text(numbers)} or {'+'.join(map(str, numbers))}"


def _nearest_list(parameter: Parameter, typed: str) -> str:
    """The numbers that were typed, where they are a list that is accepted; else one that is.

    >>> from probcalc.scenarios import registry
    >>> split = registry.scenario("thud_and_blunder.attack").parameter("split")
    >>> _nearest_list(split, "2 x 1"), _nearest_list(split, "x")
    ('2,1', '2,1')
    """
    text = ",".join(re.findall(r"\d+", typed))
    try:
        value_from_text(parameter, text)
    except InputError:
        text = ""
    return text or _example(parameter).partition(" ")[0]


def _nearest_number(typed: str, low: int, high: int) -> str:
    """The number within its bounds that is nearest to what was typed; "" where no number was.

    >>> _nearest_number("99", 0, 20), _nearest_number("-3", 0, 20), _nearest_number("x", 0, 20)
    ('20', '0', '')
    """
    found = re.fullmatch(r"\s*([+-]?)([0-9]+)\s*", typed)
    if found is None:
        return ""
    # Of a number of very many digits its first nine say enough.
    return str(min(high, max(low, int(found[1] + found[2].lstrip("0")[:9].rjust(1, "0")))))


def options(parameter: Parameter, stands: Standing | None = None) -> list[tuple[str, str]]:
    """What a list offers: the value in an address, and its name; for none what holds instead."""
    labels = dict(zip(parameter.choices, parameter.choice_labels, strict=True))
    if stands is not None and stands.answer is not None and parameter.role == "preset":
        labels[NOTHING] = preset_words(stands.answer.scenario, parameter, NOTHING)
    own = stands.own.get(parameter.name) if stands is not None else None
    if own is not None and own.called and not own.used:
        labels[NOTHING] = own.called
    mine = [(f"{OWN}{key}", f"{name} (own)") for key, name in own.entries.items()] if own else []
    return [*mine, *((value_text(value), with_minus(str(label))) for value, label in labels.items())]


def _present(stands: Standing, parameter: Parameter) -> tuple[Any, str]:
    """What is picked at present and how it is read: an own unit or weapon by its name."""
    own = stands.own.get(parameter.name)
    if own is not None and own.called and not own.used:
        return stands.values[parameter.name], own.called
    if own is not None and own.name:
        return f"{OWN}{own.used}", own.name
    value = stands.values[parameter.name]
    return value, with_minus(value_words(parameter, value))


def pick_list(stands: Standing, parameter: Parameter) -> Control:
    """A parameter as a list to pick from, without a label of its own."""
    value, text = _present(stands, parameter)
    if value == NOTHING and not (parameter.name in stands.own and stands.own[parameter.name].called):
        # Whose it is says its place; what holds without a name may say more: a plain weapon, open ground.
        kind = lower_first(parameter.label).removeprefix(f"{parameter.belongs_to} ")
        text = f"Custom {kind}" if parameter.absent == CUSTOM else capital(parameter.absent)
    return {
        "parameter": parameter.name,
        "label": parameter.label,
        "spoken": table_words(parameter, stands.parties),
        "value": value,
        "options": options(parameter, stands),
        "shown": text,
    }


def pick_of(name: str, label: str, value: str, names: Mapping[str, str], placeholder: str = "") -> Control:
    """A list to pick from that is no parameter."""
    listed = list(names.items())
    if value not in names:
        listed.insert(0, ("", placeholder))
    return {
        "kind": "pick",
        "parameter": name,
        "label": label,
        "value": value if value in names else "",
        "options": listed,
        "shown": names.get(value, placeholder),
    }


def table_names(stands: Standing, parameters: Sequence[Parameter]) -> dict[str, str]:
    """The tables that can be ranked, by whose entries they are."""
    return {p.name: table_words(p, stands.parties) for p in parameters}


def figure(stands: Standing, parameter: Parameter) -> str:
    """A figure as it is read; what holds is told by its name alone: "Horrific".

    >>> from probcalc.web.state.answered_request import standing
    >>> stands = standing("thud_and_blunder.attack", {"armour": "half_plate"})
    >>> figure(stands, stands.model.parameter("armour"))
    'Half-plate'
    """
    if stands.values[parameter.name] is True:
        return ""
    return with_minus(value_words(parameter, stands.values[parameter.name]))
