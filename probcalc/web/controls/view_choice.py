"""Lists to choose from, by names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from probcalc.web.controls.spoken import st
from probcalc.web.controls.widget import widget
from probcalc.web.state import visit as visits

_FEW = 10
V = TypeVar("V")


def choose(
    label: str, names: Mapping[V, str], present: V, key: str, taken: Callable[[V], None], help: str | None = None
) -> None:
    """A list of values by their names, of which one is present; many can be searched."""
    st.selectbox(
        label,
        list(names),
        list(names).index(present),
        format_func=lambda value: names.get(value, str(value)),
        filter_mode=None if len(names) <= _FEW else "fuzzy",
        help=help,
        **widget(key, present, taken),
    )


def pick(label: str, names: Mapping[str, str], chosen: str, scenario_id: str, field: str) -> str:
    """How an answer is looked at, which stands in the address; what is not among the names falls back to the first."""
    present = chosen if chosen in names else next(iter(names))
    visit = visits.current()
    choose(label, names, present, f"{scenario_id}:pick:{field}", lambda name: visit.look(scenario_id, **{field: name}))
    return present
