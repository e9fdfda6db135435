"""The last answers of this visit, each a link back to its question."""

from __future__ import annotations

from probcalc.scenarios import registry
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.spoken import st
from probcalc.web.state.address import query_of
from probcalc.web.state.visit import Visit


def draw(visit: Visit) -> None:
    """The answers, the last one first."""
    for asked in visit.recent:
        model = registry.scenario(asked.scenario_id)
        label = f"{model.title}: {asked.sentence}"
        query = query_of(asked.scenario_id, asked.given, asked.view)
        page = visit.pages[registry.system_id_of(asked.scenario_id)]
        st.page_link(page, label=plain(label), query_params=query)
