"""The command line: `probcalc COMMAND ...`; the commands live one family to a module and are loaded when called."""

from __future__ import annotations

from probcalc.cli.group import Questions

# The module that holds each command, under the command's own name; a question that is declared needs no line here.
HOMES = {
    "link": "probcalc.cli.links",
    "sheet": "probcalc.cli.sheets",
    "systems": "probcalc.cli.catalogue",
    "describe": "probcalc.cli.description",
    "presets": "probcalc.cli.catalogue",
    "rules": "probcalc.cli.catalogue",
    "search": "probcalc.cli.catalogue",
    "roster": "probcalc.cli.rosters",
    "chart": "probcalc.cli.charts",
    "lab": "probcalc.cli.laboratory",
    "new": "probcalc.cli.authors",
    "app": "probcalc.cli.programs",
    "serve": "probcalc.cli.programs",
    "mcp": "probcalc.cli.programs",
    "site": "probcalc.cli.programs",
    "completion": "probcalc.cli.programs",
}

main = Questions(
    "probcalc",
    "probcalc.present.questions",
    HOMES,
    help="""Exact odds for tabletop rules.

\b
  probcalc systems                                        the games and their scenarios
  probcalc describe chronopia.melee                       its parameters, defaults and results
  probcalc odds chronopia.melee cc=11 target=spearmen     an answer
  probcalc odds chronopia.melee cc=11 --explain           ... and why
  probcalc weapons chronopia.melee target=spearmen        every weapon against it
  probcalc roll "12d6 >= 4 then d6 >= 5"                  dice of your own

A scenario is asked with words like cc=11, charging=true, weapon=spear or a.models=5; anything you leave out keeps
its default. Every number is computed exactly; the fractions stand beside the decimals, and --json gives them whole.
""",
)
