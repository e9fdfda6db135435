"""The inputs of a scenario: who and with what, the circumstances, then the figures, side by side on two sides."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from probcalc.present.words import value_words
from probcalc.scenarios.fields import Parameter
from probcalc.web.controls.control import control, is_segmented
from probcalc.web.controls.plain import plain
from probcalc.web.state.standing import Standing

_TYPED = ("list", "text")
_MOST_OPEN_FIGURES, _MOST_OPEN_TEXTS = 6, 4
_MOST_NAMED = 4
_INNER, _NARROW, _WIDE, _SEGMENTS = 126, 145, 190, 240


def sections_of(stands: Standing) -> dict[str, list[Parameter]]:
    """The parameters by section in order of declaration, rulings left out; what belongs to no side comes first."""
    found: dict[str, list[Parameter]] = {"": []}
    for parameter in stands.model.parameters():
        if parameter.role != "ruling":
            found.setdefault(parameter.section, []).append(parameter)
    return {name: parameters for name, parameters in found.items() if parameters}


def draw(stands: Standing) -> None:
    """All inputs of a scenario but its rulings."""
    sections = sections_of(stands)
    sides = [name for name in sections if name]
    if "" in sections:
        _section(stands, "", sections[""])
    if sides:
        for place, name in zip(st.columns(len(sides)), sides, strict=True):
            with place.container(border=True):
                st.markdown(f"**{name}**")
                _section(stands, name, sections[name])


def _section(stands: Standing, name: str, parameters: Sequence[Parameter]) -> None:
    texts = [p for p in parameters if p.kind in _TYPED]
    typed = {p.name for p in texts}
    by_role: dict[str, list[Parameter]] = {}
    for parameter in parameters:
        if parameter.name not in typed:
            by_role.setdefault(parameter.role, []).append(parameter)
    presets, modifiers, figures = (by_role.get(role, []) for role in ("preset", "modifier", "stat"))
    _grid(stands, presets, _WIDE)
    _grid(stands, by_role.get("setting", []), _NARROW)
    if len(texts) <= _MOST_OPEN_TEXTS:
        _grid(stands, texts, _WIDE)
        texts = []
    # Without anybody picked by name, and with few figures, the figures are the question.
    if not presets and len(figures) <= _MOST_OPEN_FIGURES:
        _grid(stands, figures, _NARROW)
        figures = []
    _grid(stands, modifiers, _NARROW)
    if figures or texts:
        _more(stands, name, [*figures, *texts])


def _more(stands: Standing, name: str, parameters: Sequence[Parameter]) -> None:
    changed = [p for p in parameters if stands.is_changed(p)]
    presets = [p for p in stands.model.parameters() if p.role == "preset" and p.section == name]
    nobody = all(stands.values[p.name] == "none" for p in presets)
    label = "More: all figures"
    if changed:
        shown = ", ".join(f"{p.label} {value_words(p, stands.values[p.name])}" for p in changed[:_MOST_NAMED])
        label += f" ({shown}{', ...' if len(changed) > _MOST_NAMED else ''})"
    # What was changed is named on the closed list, or the list is open.
    is_open = nobody or len(changed) > _MOST_NAMED
    with st.expander(plain(label), expanded=is_open, key=f"{stands.slot}:more:{name}"):
        _grid(stands, parameters, _INNER)


def _grid(stands: Standing, parameters: Sequence[Parameter], width: int) -> None:
    """Controls in columns of at least that width: toggles, which need less height, then segments, then the others."""
    toggles = [p for p in parameters if p.kind == "boolean"]
    segments = [p for p in parameters if is_segmented(p)]
    others = [p for p in parameters if p not in toggles and p not in segments]
    for group, least in ((toggles, width), (others, width), (segments, _SEGMENTS)):
        if not group:
            continue
        with st.grid(len(group) if len(group) < 3 else "auto", min_column_width=least, vertical_alignment="bottom"):
            for parameter in group:
                # What was given stays within reach, even when it has no effect.
                idle = "" if stands.is_changed(parameter) else stands.idle.get(parameter.name, "")
                control(stands.slot, stands.model, parameter, stands.values[parameter.name], idle)
