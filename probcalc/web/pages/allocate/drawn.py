"""Who attacks whom as a map: the chance of each attack against each target, the chosen pairs framed."""

from __future__ import annotations

from fractions import Fraction

from probcalc.analysis.allocation.allocate import Allocation
from probcalc.present.charts.ramp import STEPS
from probcalc.web.pages.heat.drawn import column_head
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import in_percent


def pairs_card(found: Allocation) -> Markup:
    """The map of attacks and targets, the pairs of the plan that is fixed beforehand framed."""
    attackers = [each.name for each in found.plan.attackers]
    targets = [each.name for each in found.plan.targets]
    title = "What each attack removes by itself, %"
    head = tag("tr", tag("th.corner", "attack ↓ target →", scope="col"), map(column_head, targets))
    rows = []
    for a, name in enumerate(attackers):
        cells = [_pair(found.plan.alone(a, t), (name, target) in found.pairs) for t, target in enumerate(targets)]
        rows.append(tag("tr", tag("th", name, scope="row"), cells))
    removed = [tag("td.plain", in_percent(found.removed[name], 0)) for name in targets]
    end = tag("tr.sum", tag("th", "removed in the end", scope="row"), removed)
    table = tag("table", tag("thead", head), tag("tbody", rows, end))
    told = "Framed: the fixed plan." if not found.look else "Framed: the best plan made in advance."
    return tag(
        "section.card.heat.pairs",
        tag("h3.of", title),
        tag("div.heat-wide", table, tabindex="0", role="group", aria_label=title),
        tag("p.quiet", told),
    )


def _pair(value: Fraction | None, is_chosen: bool) -> Markup:
    """The chance of one attack on one target, None where it may not be made; whether the plan makes it."""
    if value is None:
        return tag("td.no", "–", aria_label="may not attack it")
    step = round(value * (STEPS - 1))
    return tag(
        f"td{'.now' if is_chosen else ''}",
        in_percent(value, 0),
        tag("span.unseen", " chosen") if is_chosen else None,
        style=f"background:var(--q{step});color:var(--i{step})",
    )
