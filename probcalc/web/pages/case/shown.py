"""What is the case, as data: the card of all inputs, and what would do in place of a refused request."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from functools import partial
from typing import Any

from probcalc import links
from probcalc.analysis.beside.modifiers import alternatives
from probcalc.present.asking.entries import is_accepted
from probcalc.present.words.phrases import all_words, capital
from probcalc.present.words.requests import parameter_words, value_words
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.scenarios.registry import Preset
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.sentences import lower_first
from probcalc.scenarios.value_text import value_from_text, value_text
from probcalc.web.controls.inputs import figure, item, items, pick_of
from probcalc.web.pages.answer.counts import counts
from probcalc.web.pages.case.drawn import Case, Figures
from probcalc.web.pages.fight.meeting import meet, section_names, ways_to_meet
from probcalc.web.parts.controls import Action, Control, Group
from probcalc.web.parts.numbers import with_minus
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.request_lists import ATTACKS
from probcalc.web.state.swapping import swap_sides
from probcalc.web.state.visit import Visit

_MOST_OPEN, _MOST_FIGURES, _MOST_TRIED, _MOST_OFFERS = 9, 6, 20, 4


def case(stands: Standing, visit: Visit, ready: Sequence[Preset], everything: bool, figures_open: bool) -> Case:
    """The card of inputs: circumstances first, then the figures in one line behind whose they are."""
    stands = replace(stands, idle={**stands.idle, **_closed(stands)})
    # What the match-up or the unit cards hold already is not offered again.
    met = meet(stands)
    named = {control["parameter"] for control in met.controls} if met else set()
    # A number that the roll does not ask for is not offered: nobody set it, and nothing can be done with it.
    settings = (p for p in stands.model.parameters() if p.role == "setting" and p.kind == "integer")
    named |= {p.name for p in settings if p.name in stands.idle and stands.values[p.name] is None}
    inputs = [p for p in stands.model.parameters() if p.role != "ruling" and p.name not in named]
    has_presets = any(p.role == "preset" for p in stands.model.parameters())
    figures = [p for p in inputs if p.role == "stat"]
    asked = [p for p in inputs if p.role != "stat"]
    # Without anybody picked by name, and with few figures, the figures are the question.
    if not has_presets and len(figures) <= _MOST_FIGURES:
        asked, figures = [*figures, *asked], []
    names = section_names(stands)
    meeting = {p.name for p in ways_to_meet(stands)}
    order = partial(_order, stands, meeting)
    groups: dict[str, list[Parameter]] = {}
    for parameter in sorted(asked, key=lambda p: order(p)[:3]):
        groups.setdefault(parameter.section, []).append(parameter)
    kept = {section: _keep_first(stands, parameters, everything, len(groups)) for section, parameters in groups.items()}
    listed: list[Group] = [
        {
            "of": names.get(section, section),
            "items": items(stands, visit, sorted(parameters, key=order)),
        }
        for section, parameters in kept.items()
    ]
    opened: list[Group] = []
    if figures_open and figures:
        for section in dict.fromkeys(p.section for p in figures):
            whose = names.get(section, "")
            own = [p for p in figures if p.section == section]
            heading = f"Stats of {whose}" if whose else "Stats"
            opened.append({"of": heading, "items": items(stands, visit, own)})
    counted = counts(stands.answer, visit.view(stands.model.id)) if stands.answer is not None else []
    examples = [_ready(stands, ready)] if ready else []
    listed.append({"of": "Result" if counted else "", "items": [*counted, *examples]})
    data: Case = {
        "title": "Situation",
        "groups": listed,
        "figures": _figure_lines(stands, figures, names),
        "opened": opened,
        "actions": _actions(stands, visit),
    }
    shown_now = sum(map(len, kept.values()))
    if everything or shown_now < len(asked):
        label = "Fewer" if everything else all_words(len(asked))
        data["more"] = {"label": label, "tap": "turn inputs", "open": everything}
    label = "Hide stats" if figures_open else "Edit stats"
    data["change"] = {"label": label, "tap": "turn figures", "open": figures_open}
    return data


def _closed(stands: Standing) -> dict[str, str]:
    """The circumstances that cannot be changed as things stand, with why: a tap on one would take the answer away.

    >>> from probcalc.web.state.answered_request import standing
    >>> _closed(standing("thud_and_blunder.attack", {}))["seeking"]
    'only in mode shooting, not in mode fighting'
    """
    found: dict[str, str] = {}
    for parameter in stands.model.parameters():
        if parameter.role not in ("modifier", "setting") or parameter.name in stands.idle:
            continue
        why = ""
        for value in alternatives(parameter, stands.values[parameter.name]):
            why = _refusal(stands, parameter, value)
            if not why:
                break
        if why:
            found[parameter.name] = why
    return found


def _refusal(stands: Standing, parameter: Parameter, value: Any) -> str:
    """Why a parameter cannot have a value as things stand; "" where it can, or where something else is in the way."""
    try:
        resolve(stands.model, {**stands.given, parameter.name: value})
    except InputError as error:
        # A circumstance that does not go with another is in its way whichever of them is named.
        is_switch = parameter.kind == "boolean" and parameter.role == "modifier" and not stands.refusal
        if is_switch or error.parameter == parameter.name:
            return str(error).removeprefix(f"{error.parameter}: ")
    return ""


def _order(stands: Standing, meeting: Set[str], parameter: Parameter) -> tuple[bool, bool, int, int]:
    """What the question is written in, then settings, then circumstances; of each chips, steppers, lists.

    Of circumstances first how the two meet, then what points are spent on, then the modifier that stands for all else.
    """
    kinds = ("boolean", "integer", "choice")
    last = parameter.name.rpartition(".")[2]
    is_question = parameter.kind == "text" and parameter.name == stands.model.costly
    return (
        not is_question,
        parameter.role != "setting",
        0 if parameter.name in meeting else 1 if parameter.cost else 2 if last == "modifier" else 3,
        kinds.index(parameter.kind) if parameter.kind in kinds else len(kinds),
    )


def _keep_first(stands: Standing, parameters: list[Parameter], everything: bool, groups: int) -> list[Parameter]:
    """Of many the first, those given, and no other; what has no effect now is not among the first."""
    most = max(4, _MOST_OPEN // groups)
    if everything or len(parameters) <= most + 1:
        return parameters
    # A line to type in takes the room of two rows: it is in view while something stands in it.
    live = [p for p in parameters if p.name not in stands.idle and (not _is_line(p) or stands.values[p.name])]
    first = {p.name for n, p in enumerate(live) if n < most or _is_line(p)}
    return [p for p in parameters if p.name in first or p.beside in first or stands.is_changed(p)]


def _is_line(parameter: Parameter) -> bool:
    return parameter.kind in ("list", "text")


def _stat(stands: Standing, parameter: Parameter) -> str:
    """A figure as it is read behind what it is called, unless it says that itself: a shield that is a shield."""
    value = figure(stands, parameter)
    return value if value.lower() == parameter.label.lower() else f"{parameter.label} {value}".strip()


def _figure_lines(stands: Standing, figures: list[Parameter], names: dict[str, str]) -> list[Figures]:
    lines: list[Figures] = []
    whose = {p.name: names.get(p.section, p.section) or _owner(stands, p) for p in figures}
    for owner in dict.fromkeys(whose.values()):
        shown = [
            (_stat(stands, p), stands.is_changed(p))
            for p in figures
            if whose[p.name] == owner
            and (stands.is_changed(p) or stands.values[p.name] not in (0, False, None, NOTHING))
        ]
        if shown:
            lines.append((owner, shown[:12]))
    return lines


def _owner(stands: Standing, parameter: Parameter) -> str:
    """The name of the one whose figure it is, where somebody has it."""
    place = ("attacker", "target").index(parameter.belongs_to) if parameter.belongs_to != "situation" else None
    if place is None or place >= len(stands.parties):
        return ""
    party = stands.parties[place]
    return party.name if party.as_written else capital(party.name)


def _actions(stands: Standing, visit: Visit) -> list[Action]:
    found: list[Action] = []
    if swap_sides(visit, stands.model.id, stands.given, stands.slot):
        found.append({"label": "Swap sides", "tap": "swap"})
    if stands.given:
        found.append({"label": "Clear", "tap": "clear"})
    if stands.carries_over():
        found.append({"label": "Add to attacks", "tap": "attack"})
        # What was added is told where it was tapped.
        if held := len(visit.requests(ATTACKS)):
            found.append({"label": f"Combined attacks ({held})", "tap": f"go {ATTACKS}"})
    if stands.answer is not None:
        found.append({"label": "Was that luck?", "tap": "record"})
    return found


def _ready(stands: Standing, ready: Sequence[Preset]) -> Control:
    wanted = links.minimal(stands.model, stands.given)
    now = next((n for n, p in enumerate(ready) if links.minimal(stands.model, p.parameters) == wanted), -1)
    names = {str(n): preset.name for n, preset in enumerate(ready)}
    return pick_of("ready-made", "Examples", str(now), names, "custom")


def _instead(stands: Standing, visit: Visit, parameter: Parameter) -> list[Action]:
    """What would do in place of a text that cannot be read: what was probably meant, or what stood there before."""
    words, before = parameter_words(parameter), value_text(stands.values[parameter.name])
    texts = dict.fromkeys(text for text in (item(stands, visit, parameter).get("repair"), before) if text)
    found: list[Action] = [
        {"label": f"{words} {with_minus(text)}", "tap": f"set {parameter.name}={text}"} for text in texts
    ]
    return found or [{"label": f"Without {lower_first(words)}", "tap": f"set {parameter.name}="}]


def _repair_to_tap(stands: Standing, repair: str) -> Action:
    """What was probably meant by a part of a link, to be tapped: "Attacker The Cursed"."""
    name, _, text = repair.partition("=")
    parameter = stands.model.parameter(name)
    assert parameter is not None
    words = value_words(parameter, value_from_text(parameter, text))
    return {"label": f"{parameter_words(parameter)} {with_minus(words)}", "tap": f"set {repair}"}


def offers(stands: Standing, visit: Visit) -> list[Action]:
    """What would do in place of a refused request: what was probably meant, or what it goes without."""
    if visit.doubts.lines and visit.doubts.scenario_id == stands.model.id:
        meant = [_repair_to_tap(stands, repair) for repair in visit.doubts.repairs[: _MOST_OFFERS - 1]]
        which = "it" if len(visit.doubts.lines) == 1 else "them"
        return [*meant, {"label": f"Answer without {which}", "tap": "anyway"}]
    if parameter := stands.model.parameter(stands.unread):
        return _instead(stands, visit, parameter)
    if stands.repair:
        return [{"label": stands.repair.partition("=")[2], "tap": f"set {stands.repair}"}]
    meant_names = _nearest_names(stands)
    found: list[Action] = []
    for name, value in list(stands.given.items())[-_MOST_TRIED:]:
        parameter = stands.model.parameter(name)
        if parameter is None or not is_accepted(stands.model, {n: v for n, v in stands.given.items() if n != name}):
            continue
        found.append(
            {
                "label": f"Without {lower_first(parameter_words(parameter))} {value_words(parameter, value)}",
                "tap": f"drop {name}",
            }
        )
    if stands.given:
        found.append({"label": "Start over", "tap": "clear"})
    return [*meant_names, *found[len(meant_names) - _MOST_OFFERS :]]


def _nearest_names(stands: Standing) -> list[Action]:
    """The name that a refusal proposes, where the request is answered with it: a bow for a sword that shoots."""
    try:
        resolve(stands.model, stands.given)
    except InputError as error:
        name, nearest = error.parameter, error.nearest
        if nearest and stands.model.parameter(name) and is_accepted(stands.model, {**stands.given, name: nearest}):
            return [_repair_to_tap(stands, f"{name}={nearest}")]
    return []
