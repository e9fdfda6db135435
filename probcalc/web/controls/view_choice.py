"""A choice of how an answer is looked at, which stands in the address."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from probcalc.web.controls.spoken import st
from probcalc.web.controls.widget import widget
from probcalc.web.state import visit as visits


def pick(label: str, names: Mapping[str, str], chosen: str, scenario_id: str, field: str) -> str:
    """A list to choose from: id to display name; what is not among them falls back to the first."""
    key = f"{scenario_id}:pick:{field}"
    present = chosen if chosen in names else next(iter(names))
    st.selectbox(
        label,
        list(names),
        list(names).index(present),
        format_func=lambda name: names.get(name, name),
        filter_mode=None if len(names) <= 10 else "fuzzy",
        **widget(key, present, partial(_pick, scenario_id, field)),
    )
    return present


def _pick(scenario_id: str, field: str, name: str) -> None:
    visits.current().look(scenario_id, **{field: name})
