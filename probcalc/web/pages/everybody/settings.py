"""What is asked of everybody: who plays, for how many points, what each costs, who is met, and who stands first."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import partial

from probcalc.analysis.balance.sided import sides_of
from probcalc.analysis.findings.findings import number_given
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import NOTHING
from probcalc.web.controls.component import Answers
from probcalc.web.controls.inputs import item, pick_of
from probcalc.web.controls.tap_actions import set_value, step_value
from probcalc.web.pages.everybody.drawn import fold_chip, opened_list, settings_chips
from probcalc.web.parts.controls import Control, chip_control, step_control
from probcalc.web.parts.markup import Markup
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.balances import costs_of, ids_of, labels_of, values_of_link, who_plays
from probcalc.web.state.view import View
from probcalc.web.state.view_fields import LONGEST_LIST
from probcalc.web.state.visit import Visit

_ORDERS = {"both": "either first, half and half", "first": "the row always first"}
_MOST_POINTS, _FIRST_BUDGET = 1_000_000, 50
_WHO, _COSTS, _FIELD = "who", "costs", "field"


def own_names(stands: Standing) -> Mapping[str, str]:
    """What the reader's own entries of the table are called, by their ids."""
    table = sides_of(stands.model.id).table
    place = stands.own.get(table.name) if table is not None else None
    return place.entries if place is not None else {}


def names_of(stands: Standing) -> dict[str, str]:
    """The names of all that may play, by their ids: those of the table, and the reader's own."""
    own = {name: f"{label} (own)" for name, label in own_names(stands).items()}
    return labels_of(stands.model.id) | own


def settings_of(stands: Standing, visit: Visit, view: View) -> Markup:
    """The chips, and what is open below them."""
    labels = {name: label for name, label in names_of(stands).items() if name != NOTHING}
    met = who_plays(view, labels)
    costs, weights = values_of_link(view.costs), values_of_link(view.field)
    table = [name for name in labels if name not in own_names(stands)]
    who = "all" if not met else f"{len(met)} of {len(labels)}"
    folds = [(_WHO, "Units", who)]
    items: list[Control] = []
    if sides_of(stands.model.id).headcount is not None:
        folds.append((_COSTS, "Costs", "your points" if costs else "none"))
        items.append(_number("budget", "Budget", view.budget, "no points"))
    folds.append((_FIELD, "Opponents", "as you say" if weights else "all equally likely"))
    items.append(pick_of("places", "Order", view.places or "both", _ORDERS))
    prefixes = sides_of(stands.model.id).prefixes
    items += [
        item(stands, visit, parameter)
        for parameter in stands.model.parameters()
        if parameter.role == "setting" and not parameter.name.startswith(prefixes)
    ]
    opened = open_of(stands, visit)
    chips = [fold_chip(label, value, f"turn {name}", name == opened) for name, label, value in folds]
    playing = {name: labels.get(name, name) for name in met or table}
    below = None
    if opened == _WHO:
        below = _units(view, labels, playing)
    elif opened == _COSTS:
        below = _numbers(_COSTS, "Points of each", playing, costs, view.costs)
    elif opened == _FIELD:
        below = _numbers(_FIELD, "How often each is met", playing, weights, view.field)
    return settings_chips(chips, items, below)


def open_of(stands: Standing, visit: Visit) -> str:
    """Which list is open: that of the points at once where a budget has none to go with."""
    view = visit.view(stands.model.id)
    return visit.picked.get(_key(stands), "") or (_COSTS if view.budget and not view.costs else "")


def _units(view: View, labels: Mapping[str, str], playing: Collection[str]) -> Markup:
    items: list[Control] = [chip_control(f"{_WHO}.{name}", label, name in playing) for name, label in labels.items()]
    names = {name: label for name, label in labels.items() if "," not in label}
    said = ", ".join(names.get(name, name) for name in ids_of(view.who, labels))
    first, *_, last = labels.values()
    typed = _text(_WHO, "Or type their names", said, f"like {first}, {last}; empty for all")
    return opened_list("Who plays", items, typed)


def _numbers(field: str, title: str, playing: Mapping[str, str], known: Mapping[str, str], whole: str) -> Markup:
    items = [_number(f"{field}.{name}", label, known.get(name, ""), "–") for name, label in playing.items()]
    example = f"like {next(iter(playing))}=10, one to a line"
    typed = _text(field, "Or paste them from a spreadsheet", whole.replace(",", "\n"), example)
    return opened_list(title, items, typed)


def _text(name: str, label: str, value: str, example: str) -> Control:
    return {
        "kind": "line",
        "parameter": name,
        "label": label,
        "value": value,
        "example": example,
        "longest": LONGEST_LIST,
    }


def _number(name: str, label: str, text: str, absent: str) -> Control:
    value = number_given(text)
    least = 0 if name.startswith(_FIELD) else 1
    found = step_control(name, label, None if value is None else int(value), least, _MOST_POINTS, absent)
    if not text:
        return found
    found["typed"] = text
    if value is None:
        found["refused"] = "a number, like 10 or 4.5"
    return found


def answers(stands: Standing, visit: Visit) -> Answers:
    """What is set, made greater or smaller, opened or closed."""
    return {
        "set": partial(_set, stands, visit),
        "step": partial(_step, stands, visit),
        "turn": partial(_turn, stands, visit),
    }


def _turn(stands: Standing, visit: Visit, name: str) -> None:
    visit.pick(_key(stands), "" if name == open_of(stands, visit) else name)


def _set(stands: Standing, visit: Visit, rest: str) -> None:
    """Names become ids, as a link has them; what cannot be read stays, and the page says so."""
    scenario_id = stands.model.id
    name, _, text = rest.partition("=")
    field, _, whom = name.partition(".")
    view, labels = visit.view(scenario_id), names_of(stands)
    if stands.model.parameter(name) is not None:
        set_value(visit, stands.slot, scenario_id, rest)
    elif name == "places":
        visit.look(scenario_id, places=text if text in _ORDERS else "")
    elif name == "budget":
        visit.look(scenario_id, budget=text.strip().replace(",", ".")[:LONGEST_LIST])
    elif name == _WHO:
        visit.look(scenario_id, who=",".join(ids_of(text.replace("\n", ","), labels))[:LONGEST_LIST])
    elif name in (_COSTS, _FIELD):
        visit.look(scenario_id, **{name: _list_by_ids(text, labels)})
    elif field == _WHO and whom in labels:
        visit.look(scenario_id, who=_with(stands, view, whom, text == "true"))
    elif field in (_COSTS, _FIELD) and whom:
        _give(visit, scenario_id, field, whom, text.strip().replace(",", "."))


def _step(stands: Standing, visit: Visit, rest: str) -> None:
    name, _, text = rest.partition("=")
    if stands.model.parameter(name) is not None:
        step_value(visit, stands.slot, stands.model.id, rest)
        return
    field, _, whom = name.partition(".")
    view = visit.view(stands.model.id)
    known = {
        "budget": view.budget,
        _COSTS: values_of_link(view.costs).get(whom),
        _FIELD: values_of_link(view.field).get(whom),
    }
    if field not in known or text not in ("1", "-1"):
        return
    value = number_given(known[field])
    low = Fraction(0 if field == _FIELD else 1)
    after = Fraction(_FIRST_BUDGET if field == "budget" else 1) if value is None else max(low, value + int(text))
    _set(stands, visit, f"{name}={fraction_text(after)}")


def _list_by_ids(text: str, labels: Mapping[str, str]) -> str:
    """Points or weights as a link has them, by ids where they can be read."""
    with suppress(InputError):
        return ",".join(f"{name}={each}" for name, each in costs_of(text, labels).items())[:LONGEST_LIST]
    return ",".join(filter(None, (part.strip() for part in re.split("[,;\n]", text))))[:LONGEST_LIST]


def _with(stands: Standing, view: View, whom: str, plays: bool) -> str:
    """Who plays with one more or one fewer, in the order of the table; "" for all of it."""
    known = [name for name in names_of(stands) if name != NOTHING]
    table = [name for name in known if name not in own_names(stands)]
    met = who_plays(view, names_of(stands)) or table
    after = [name for name in met if name != whom]
    if plays:
        after = [name for name in known if name == whom or name in after]
    return "" if after == table and not view.budget else ",".join(after)


def _give(visit: Visit, scenario_id: str, field: str, whom: str, text: str) -> None:
    known = values_of_link(getattr(visit.view(scenario_id), field))
    after = {**known, whom: text} if text else {name: each for name, each in known.items() if name != whom}
    visit.look(scenario_id, **{field: ",".join(f"{name}={each}" for name, each in after.items())[:LONGEST_LIST]})


def _key(stands: Standing) -> str:
    return f"{stands.model.id}:everybody:open"
