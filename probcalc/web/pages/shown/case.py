"""What is the case, as data: who against whom, and every parameter as a control with its value and its reason."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from probcalc import links
from probcalc.exact.distribution import Distribution
from probcalc.exact.orders import is_number
from probcalc.present.headline import Named, match_up
from probcalc.present.words import in_words, lowered, outcome_words, parameter_words, preset_words, value_words
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.fields import Parameter
from probcalc.scenarios.registry import Preset
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.sides import exchanged_names
from probcalc.scenarios.value_text import NONE, value_text
from probcalc.web.controls.control import key_of
from probcalc.web.controls.taps import OWN
from probcalc.web.pages.counting import counted, measurable, outcomes_of
from probcalc.web.pages.shown.result import side_names
from probcalc.web.parts.numbers import MINUS
from probcalc.web.state.standing import Standing
from probcalc.web.state.visit import View, Visit

_MOST_OPEN, _MOST_FIGURES, _MOST_FACTS, _LONGEST_LIST, _MOST_LISTED = 9, 6, 4, 200, 40
_MOST_TRIED, _MOST_OFFERS = 20, 4
_COST = re.compile(r"(\d+) ([A-Z])\w+ ([A-Z])\w+\b")
_TARGETS = ("target", "target_weapon", "terrain")
_COUNTS = ("models", "figures")


def item(stands: Standing, visit: Visit, parameter: Parameter) -> dict[str, Any]:
    """One parameter as a control; its label says nothing of the side, which the group says already."""
    name, value = parameter.name, stands.values[parameter.name]
    changed = stands.is_changed(parameter)
    idle = "" if changed else stands.idle.get(name, "")
    told = in_words(parameter.help, stands.model)
    if parameter.derived:
        told += f" (by default {parameter.derived})"
    data: dict[str, Any] = {
        "parameter": name,
        "label": parameter.label,
        "spoken": parameter_words(parameter),
        "help": told,
        "changed": changed and parameter.role == "stat",
        "off": in_words(idle, stands.model) if parameter.role != "ruling" else "",
    }
    if parameter.kind == "boolean":
        return data | {"kind": "chip", "value": bool(value), "cost": _short(parameter.cost)}
    if parameter.kind == "integer":
        low, high = parameter.bounds
        data |= {"kind": "step", "value": value, "low": low, "high": high, "optional": parameter.optional}
        typed, why = visit.unread.get(key_of(stands.slot, name), ("", ""))
        return data | ({"refused": why, "repair": _nearest_number(typed, low, high)} if why else {})
    if parameter.kind == "choice":
        value, text = _present(stands, parameter)
        return data | {"kind": "pick", "value": value, "options": options(parameter, stands), "shown": text}
    typed, why = visit.unread.get(key_of(stands.slot, name), (value_text(value), ""))
    is_list = parameter.kind == "list"
    example = f"for example {value_text(parameter.default)}" if is_list and parameter.default else ""
    return data | {
        "kind": "line",
        "value": typed,
        "refused": why,
        "repair": ",".join(re.findall(r"\d+", typed)) if why and is_list else "",
        "example": f"{parameter.allowed[:1].upper()}{parameter.allowed[1:]}{'; ' + example if example else ''}",
        "longest": _LONGEST_LIST if is_list else parameter.longest,
    }


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


def _short(cost: str) -> str:
    """A cost as a chip has room for it: "3 CP" for "3 Command Points"."""
    return _COST.sub(r"\1 \2\3", cost)


def options(parameter: Parameter, stands: Standing | None = None) -> list[tuple[str, str]]:
    """What a list offers: the value in an address, and its name; for none what holds instead."""
    labels = dict(zip(parameter.choices, parameter.choice_labels, strict=True))
    if stands is not None and stands.answer is not None and parameter.role == "preset":
        labels[NONE] = preset_words(stands.answer.scenario, parameter, NONE)
    own = stands.own.get(parameter.name) if stands is not None else None
    mine = [(f"{OWN}{key}", f"{name} (own)") for key, name in own.entries.items()] if own else []
    return [*mine, *((value_text(value), str(label)) for value, label in labels.items())]


def shown(parameter: Parameter, value: Any) -> str:
    """What a list shows as picked."""
    return value_words(parameter, value).replace(" -", f" {MINUS}")


def _present(stands: Standing, parameter: Parameter) -> tuple[Any, str]:
    """What is picked at present and how it is read: an own unit or weapon by its name."""
    own = stands.own.get(parameter.name)
    if own is not None and own.name:
        return f"{OWN}{own.used}", own.name
    value = stands.values[parameter.name]
    return value, shown(parameter, value)


def picked(stands: Standing, parameter: Parameter) -> dict[str, Any]:
    """A parameter as a list to pick from, without a label of its own."""
    value, text = _present(stands, parameter)
    if value == NONE:
        text = f"Any {lowered(parameter.label)}"
    return {
        "parameter": parameter.name,
        "label": parameter.label,
        "spoken": parameter_words(parameter),
        "value": value,
        "options": options(parameter, stands),
        "shown": text,
        "help": None,
    }


def sections(stands: Standing) -> list[str]:
    """The sides of the request, where it has two with names of their own."""
    return list(dict.fromkeys(p.section for p in stands.model.parameters() if p.section))


def is_two_sided(stands: Standing) -> bool:
    """Whether two sides face each other, each with inputs of its own."""
    sided = [p.name for p in stands.model.parameters() if p.section]
    return len(sections(stands)) == 2 and all(name.startswith(("a.", "b.")) for name in sided)


def match(stands: Standing) -> dict[str, Any] | None:
    """Who against whom, of a request without sides: who is picked first, what they bear, and whom they meet."""
    presets = [p for p in stands.model.parameters() if p.role == "preset" and not p.section]
    if not presets:
        return None
    targets = [p for p in presets if p.name in _TARGETS]
    own = [p for p in presets if p not in targets]
    lead = (own or targets)[0]
    left: dict[str, Any] = {"pick": picked(stands, lead)}
    meets = match_up(stands.answer) if stands.answer is not None else None
    rest = [p for p in own if p is not lead]
    if rest:
        left["second"] = picked(stands, rest[0])
        if left["second"]["value"] == NONE:
            left["second"]["shown"] = rest[0].absent
    else:
        left["with"] = facts(stands, lead)
    found: dict[str, Any] = {"left": left}
    if own and targets:
        right = {"pick": picked(stands, targets[0]), "with": facts(stands, targets[0])}
        found |= {"verb": "against", "right": right}
    if meets is not None:
        _named(left, meets.left)
        if meets.right is not None and "right" in found:
            _named(found["right"], meets.right)
            found["verb"] = meets.verb
    return found


def _named(side: dict[str, Any], named: Named) -> None:
    """A side by its name in this answer; a list that says nothing of its own shows what is borne."""
    if side["pick"]["value"] != NONE:
        side["pick"]["shown"] = named.name
    if named.bears:
        if side.get("second"):
            side["second"]["shown"] = named.bears
        else:
            side["with"] = named.bears


def facts(stands: Standing, parameter: Parameter) -> str:
    """What is asked about whoever is picked, where they have no weapon to name."""
    return parameter.label if stands.values[parameter.name] != "none" else "figures below"


def fight(stands: Standing) -> dict[str, Any]:
    """Two sides face to face: whom each is, how many, and the figures that count."""
    sides: list[dict[str, Any]] = []
    for side, section in zip(("a", "b"), sections(stands), strict=True):
        parameters = [p for p in stands.model.parameters() if p.section == section]
        preset = next((p for p in parameters if p.role == "preset"), None)
        count = next((p for p in parameters if p.name.rpartition(".")[2] in _COUNTS), None)
        sides.append(
            {
                "side": side,
                "title": section,
                "pick": picked(stands, preset) if preset else None,
                "count": _counter(stands, count) if count else None,
                "facts": _facts(stands, [p for p in parameters if p not in (preset, count)]),
            }
        )
    middle = [p for p in stands.model.parameters() if not p.section and p.kind == "choice" and p.role == "modifier"]
    if stands.answer is not None:
        for side, name in side_names(stands.answer).items():
            pick = sides["ab".index(side)]["pick"]
            if pick is None:
                sides["ab".index(side)]["title"] = name
            elif pick["value"] != NONE:
                pick["shown"] = name
    meets = match_up(stands.answer) if stands.answer is not None else None
    verb = meets.verb if meets is not None and meets.verb else "against"
    return {"sides": sides, "middle": [picked(stands, p) for p in middle], "verb": verb}


def _counter(stands: Standing, parameter: Parameter) -> dict[str, Any]:
    low, high = parameter.bounds
    return {
        "parameter": parameter.name,
        "label": parameter.label,
        "spoken": parameter_words(parameter),
        "value": stands.values[parameter.name],
        "low": low,
        "high": high,
        "optional": parameter.optional,
        "help": parameter.help,
    }


def _facts(stands: Standing, parameters: Sequence[Parameter]) -> list[str]:
    told = [p for p in parameters if p.role == "stat" and p.kind == "integer" and stands.values[p.name]]
    return [f"{p.label} {figure(stands, p)}" for p in told[:_MOST_FACTS]]


def figure(stands: Standing, parameter: Parameter) -> str:
    """A figure as it is read."""
    return value_words(parameter, stands.values[parameter.name]).replace("-", MINUS)


def case(
    stands: Standing, visit: Visit, ready: Sequence[Preset], everything: bool, figures_open: bool
) -> dict[str, Any]:
    """The card of inputs: circumstances first, then the figures in one line behind whose they are."""
    named = set(_above(stands))
    inputs = [p for p in stands.model.parameters() if p.role != "ruling" and p.name not in named]
    has_presets = any(p.role == "preset" for p in stands.model.parameters())
    figures = [p for p in inputs if p.role == "stat"]
    asked = [p for p in inputs if p.role != "stat"]
    # Without anybody picked by name, and with few figures, the figures are the question.
    if not has_presets and len(figures) <= _MOST_FIGURES:
        asked, figures = [*figures, *asked], []
    names = section_names(stands)
    groups: dict[str, list[Parameter]] = {}
    for parameter in asked:
        groups.setdefault(parameter.section, []).append(parameter)
    kept = {section: _kept(stands, parameters, everything, len(groups)) for section, parameters in groups.items()}
    listed = [
        {"of": names.get(section, section), "items": [item(stands, visit, p) for p in sorted(parameters, key=_order)]}
        for section, parameters in kept.items()
    ]
    if figures_open and figures:
        for section in dict.fromkeys(p.section for p in figures):
            whose = names.get(section, "")
            own = [p for p in figures if p.section == section]
            heading = f"Figures of {whose}" if whose else "Figures"
            listed.append({"of": heading, "items": [item(stands, visit, p) for p in own]})
    if stands.answer is not None and (items := counts(stands.answer, visit.view(stands.model.id))):
        listed.append({"of": "What counts", "items": items})
    if ready:
        listed.append({"of": "", "items": [_ready(stands, ready)]})
    data: dict[str, Any] = {
        "title": "What is the case",
        "groups": listed,
        "figures": _figure_lines(stands, figures, names),
        "actions": _actions(stands),
    }
    shown_now = sum(map(len, kept.values()))
    if everything or shown_now < len(asked):
        label = "Fewer" if everything else f"All {len(asked)}"
        data["more"] = {"label": label, "tap": "turn inputs", "open": "true" if everything else "false"}
    label = "Close the figures" if figures_open else "Change a figure"
    data["change"] = {"label": label, "tap": "turn figures", "open": "true" if figures_open else "false"}
    return data


def _order(parameter: Parameter) -> tuple[bool, int]:
    """Settings before circumstances, chips before steppers before lists: what is alike stands together."""
    kinds = ("boolean", "integer", "choice")
    return parameter.role != "setting", kinds.index(parameter.kind) if parameter.kind in kinds else len(kinds)


def _above(stands: Standing) -> list[str]:
    """The parameters that the match-up or the unit cards hold already."""
    if is_two_sided(stands):
        data = fight(stands)
        held = [side[key]["parameter"] for side in data["sides"] for key in ("pick", "count") if side[key]]
        return [*held, *(pick["parameter"] for pick in data["middle"][:1])]
    data = match(stands) or {}
    sides = [data[side] for side in ("left", "right") if data.get(side)]
    return [side[key]["parameter"] for side in sides for key in ("pick", "second") if side.get(key)]


def section_names(stands: Standing) -> dict[str, str]:
    """The sides as their inputs are headed, each with the name of its unit; empty without two sides."""
    if stands.answer is None or not is_two_sided(stands):
        return {}
    names = side_names(stands.answer)
    return dict(zip(sections(stands), (names["a"], names["b"]), strict=True))


def _kept(stands: Standing, parameters: list[Parameter], everything: bool, groups: int) -> list[Parameter]:
    """Of many the first, those given, and no other; what has no effect now is not among the first."""
    most = max(4, _MOST_OPEN // groups)
    if everything or len(parameters) <= most + 1:
        return parameters
    live = [p for p in parameters if p.name not in stands.idle]
    first = {p.name for p in live[:most]}
    return [p for p in parameters if p.name in first or stands.is_changed(p) or p.kind in ("list", "text")]


def _figure_lines(stands: Standing, figures: list[Parameter], names: dict[str, str]) -> list[dict[str, Any]]:
    lines = []
    whose = {p.name: names.get(p.section, p.section) or _owner(stands, p) for p in figures}
    for owner in dict.fromkeys(whose.values()):
        items = [
            {"label": p.label, "value": figure(stands, p), "changed": stands.is_changed(p)}
            for p in figures
            if whose[p.name] == owner
            and (stands.is_changed(p) or stands.values[p.name] not in (0, False, None, "none"))
        ]
        if items:
            lines.append({"of": owner, "items": items[:12]})
    return lines


def _owner(stands: Standing, parameter: Parameter) -> str:
    """The name of the one whose figure it is, where somebody has it."""
    place = ("attacker", "target").index(parameter.whose) if parameter.whose != "situation" else None
    if stands.answer is None or place is None or place >= len(stands.answer.parties):
        return ""
    party = stands.answer.parties[place]
    return party.name if party.as_written else party.name[:1].upper() + party.name[1:]


def _actions(stands: Standing) -> list[dict[str, str]]:
    found = []
    if exchanged_names(stands.model):
        found.append({"label": "Swap sides", "tap": "swap"})
    if stands.given:
        found.append({"label": "Clear", "tap": "clear"})
    if stands.carries_over():
        found.append({"label": "Add to attacks", "tap": "attack"})
    return found


def pick_of(name: str, label: str, value: str, names: Mapping[str, str], placeholder: str = "") -> dict[str, Any]:
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
        "help": None,
    }


def _ready(stands: Standing, ready: Sequence[Preset]) -> dict[str, Any]:
    wanted = links.minimal(stands.model, stands.given)
    now = next((n for n, p in enumerate(ready) if links.minimal(stands.model, p.parameters) == wanted), -1)
    names = {str(n): preset.name for n, preset in enumerate(ready)}
    return pick_of("ready-made", "Ready-made", str(now), names, "your own")


def table_pick(parameters: Sequence[Parameter], chosen: Parameter) -> dict[str, Any]:
    """Which table is ranked."""
    names = {p.name: parameter_words(p) for p in parameters}
    return pick_of("show.entries", "Rank by", chosen.name, names)


def counts(answer: Answer, view: View) -> list[dict[str, Any]]:
    """What counts: the result, and its threshold or outcome."""
    names = measurable(answer)
    measure = counted(answer, view)
    value = answer[measure.result]
    found: list[dict[str, Any]] = []
    if len(names) > 1:
        labels = {name: answer.declared(name).label for name in names}
        found.append(pick_of("show.result", "Counted", measure.result, labels))
    if not isinstance(value, Distribution):
        return found
    if measure.outcome is not None:
        outcomes = {str(o): outcome_words(o, answer.sides) for o in outcomes_of(answer, measure.result)}
        found.append(pick_of("show.outcome", "Outcome", str(measure.outcome), outcomes))
    if value.is_extended:
        numbers = [int(o) for o in value if is_number(o)]
        low, high = min(numbers, default=0), max(numbers, default=1)
        if high - low <= _MOST_LISTED:
            listed = {"": "the mean"} if value.is_numeric else {"": "any number"}
            listed |= {str(n): f"{n} or more" for n in range(low + 1, high + 1)}
            present = "" if view.at_least is None else str(view.at_least)
            found.append(pick_of("show.at_least", "How many", present, listed, f"{present} or more"))
        else:
            found.append(
                {
                    "kind": "step",
                    "parameter": "show.at_least",
                    "label": "At least",
                    "value": view.at_least,
                    "low": low,
                    "high": high,
                    "optional": True,
                }
            )
    return found


def offers(stands: Standing) -> list[dict[str, str]]:
    """What would do in place of a refused request: each thing given that it goes without."""
    if stands.repair:
        return [{"label": stands.repair.partition("=")[2], "tap": f"set {stands.repair}"}]
    found: list[dict[str, str]] = []
    for name, value in list(stands.given.items())[-_MOST_TRIED:]:
        parameter = stands.model.parameter(name)
        if parameter is None:
            continue
        rest = {n: v for n, v in stands.given.items() if n != name}
        try:
            resolve(stands.model, rest)
        except InputError:
            continue
        found.append(
            {
                "label": f"Without {lowered(parameter_words(parameter))} {value_words(parameter, value)}",
                "tap": f"drop {name}",
            }
        )
    if stands.given:
        found.append({"label": "Begin anew", "tap": "clear"})
    return found[-_MOST_OFFERS:]
