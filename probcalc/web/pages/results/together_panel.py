"""Two results together: a two-way table of what one play decides, such as the wounds beside whether it was dazed."""

from __future__ import annotations

from functools import partial

from probcalc.analysis.numbers.measure import headline_in
from probcalc.analysis.one_play.joint import joint
from probcalc.present.reports.joint import together_report
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.component import show
from probcalc.web.controls.inputs import pick_of
from probcalc.web.controls.spoken import st
from probcalc.web.pages.results.known import decided_together
from probcalc.web.parts.controls import pick_chip
from probcalc.web.parts.markup import tag
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import spending
from probcalc.web.state.view import View
from probcalc.web.state.visit import Visit

# What a phone has room for, beside the other result and the sum.
_MOST_COLUMNS = 4


def results_to_offer(stands: Standing, one: str = "") -> dict[str, str]:
    """The results that a play decides together, with their words; those beside `one` where one is named."""
    return {name: stands.answered.declared(name).label for name in decided_together(stands, one)}


def pair(stands: Standing, view: View) -> tuple[str, str]:
    """The two results as the link names them: the first one that which counts as long as none is, the other "" too."""
    one, _, other = view.together.partition(",")
    names = results_to_offer(stands)
    counting = (name for name in (one, view.result, headline_in(stands.answered), *names) if name in names)
    return next(counting, one), other


def draw(stands: Standing, visit: Visit) -> None:
    """Which two results, and then their table."""
    model, view = stands.model, visit.view(stands.model.id)
    one, other = pair(stands, view)
    beside = results_to_offer(stands, one)
    if other and other not in beside:
        # A link may name any two results; why they have no table is said below.
        beside[other] = stands.answer.declared(other).label if stands.answer else other
    picks = (
        pick_of("one", "Result", one, results_to_offer(stands)),
        pick_of("other", "together with", other, {"": "nothing", **beside}),
    )
    show("together", tag("div.chips", map(pick_chip, picks)), {"set": partial(_put, visit, model.id, one, other)})
    if not other:
        st.caption("Pick a second result to see how often each pair occurs.")
        return
    found = joint(model.id, stands.given, (one, other), spending())
    if view.given:
        st.caption("Overall, before any result is known.")
    # The table is to be taken in at a glance; what is copied has every outcome, and every pair exactly.
    whole = together_report(found, most_pairs=len(found.table))
    show_report(
        together_report(found, _MOST_COLUMNS, most_pairs=0),
        f"{model.id}:together",
        whole=whole,
        parties=found.answer.parties,
    )


def _put(visit: Visit, scenario_id: str, one: str, other: str, rest: str) -> None:
    name, _, chosen = rest.partition("=")
    pair = {"one": one, "other": other} | {name: chosen}
    if pair["one"] == pair["other"]:
        pair["other"] = one
    visit.look(scenario_id, together=",".join(filter(None, pair.values())))
