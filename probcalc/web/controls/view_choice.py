"""A choice of how an answer is looked at, which stands in the address."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from probcalc.web.state import visit as visits
from probcalc.web.state.visit import show_in


def pick(label: str, names: Mapping[str, str], chosen: str, scenario_id: str, field: str) -> str:
    """A list to choose from: id to display name; what is not among them falls back to the first."""
    key = f"{scenario_id}:pick:{field}"
    present = chosen if chosen in names else next(iter(names))
    show_in(key, present)
    st.selectbox(
        label,
        list(names),
        key=key,
        format_func=lambda name: names.get(name, name),
        filter_mode=None if len(names) <= 10 else "fuzzy",
        on_change=_picked,
        args=(scenario_id, key, field),
    )
    return present


def _picked(scenario_id: str, key: str, field: str) -> None:
    visits.current().look(scenario_id, **{field: st.session_state[key]})
