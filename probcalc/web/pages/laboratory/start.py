"""What the laboratory offers before a question is looked into: the famous question of each game."""

from __future__ import annotations

from functools import partial

from probcalc.present.sentences.home import HomeLine, home_lines
from probcalc.scenarios import registry
from probcalc.scenarios.variant_models import main_die
from probcalc.web.controls.component import show
from probcalc.web.pages.frame import bar
from probcalc.web.pages.laboratory.rules import has_rules, rule_b
from probcalc.web.parts import lines as part
from probcalc.web.parts.markup import Markup, join, tag
from probcalc.web.state import address
from probcalc.web.state.visit import Visit


def draw(visit: Visit) -> None:
    """What the page is for, and a question of each game to begin with."""
    lines = [line for line in home_lines() if has_rules(registry.scenario(line.system.famous.scenario))]
    told = tag(
        "section.card",
        tag("h1.title", "Laboratory"),
        tag(
            "p.quiet",
            "The same question under the printed rules and under yours: two maps, curves, breakpoints.",
        ),
    )
    start = part.home_lines([_line(visit, line) for line in lines])
    show(
        "laboratory start",
        join(told, tag("h2.tries", "Start with a fight"), start),
        {"go": partial(bar.go, visit)},
    )


def _line(visit: Visit, line: HomeLine) -> Markup:
    famous = line.system.famous
    rule = rule_b(registry.scenario(famous.scenario), {}).partition("=")[2]
    way = address.way_to(visit, "laboratory", address.query_of(famous.scenario, famous.parameters))
    return part.line_of(line, f"{rule} instead of {main_die(famous.scenario)}?", [], way)
