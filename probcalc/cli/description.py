"""What a scenario can be asked: `probcalc describe`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from probcalc.cli.arguments import command, form
from probcalc.cli.names import ScenarioId
from probcalc.cli.output import put, put_data, strong

if TYPE_CHECKING:
    from probcalc.scenarios.scenario import Scenario


@command(
    "A scenario's parameters, rulings, tables and results.",
    "probcalc describe chronopia.melee",
    "probcalc describe chronopia.melee --json",
)
@click.argument("scenario", type=ScenarioId())
@form("json")
def describe(scenario: str, form: str | None) -> None:
    """What a scenario can be asked: parameters with range, default and meaning, rulings, tables and results."""
    from probcalc.scenarios import registry

    model = registry.scenario(scenario)
    if form == "json":
        from probcalc.present.writing.description import scenario_data

        put_data(scenario_data(model))
    else:
        put("\n\n".join(_scenario_blocks(model)))


def _scenario_blocks(model: type[Scenario]) -> list[str]:
    from probcalc.present.writing.grid import columns
    from probcalc.scenarios.fixed import fixed_numbers_of
    from probcalc.scenarios.value_text import value_text

    blocks = [f"{strong(model.title or model.id)} ({model.id})\n  {model.question()}"]
    plain = [p for p in model.parameters() if p.role not in ("ruling", "preset")]
    for section in dict.fromkeys(p.section for p in plain):
        rows = [("name", "values", "default", "")]
        for p in plain:
            if p.section == section:
                many = f"{p.shortest} to {p.longest} of {p.low}..{p.high}, with commas"
                values = many if p.kind == "list" else p.values_in_words
                rows.append((p.name, values, p.derived or value_text(p.default) or "empty", p.help))
        heading = strong(f"Parameters: {section}" if section else "Parameters")
        blocks.append("\n".join([heading, *columns(rows, indent="  ")]))
    for parameter in model.parameters():
        if parameter.role == "preset":
            entries = [(c, label) for c, label in zip(parameter.choices, parameter.choice_labels, strict=True)]
            lines = [f"{strong(parameter.name)}: {parameter.help}", *columns(entries[1:], indent="  ")]
            blocks.append("\n".join(lines))
    rulings = [p for p in model.parameters() if p.role == "ruling"]
    if rulings:
        lines = [strong("Rulings, the default first")]
        for ruling in rulings:
            lines.append(f"  {ruling.name}: {ruling.help}")
            entries = [(str(c), label) for c, label in zip(ruling.choices, ruling.choice_labels, strict=True)]
            lines += columns(entries, indent="    ")
        blocks.append("\n".join(lines))
    numbers = fixed_numbers_of(model)
    if numbers:
        rows = [(name, f"{each.low}..{each.high}", str(each.value), each.help) for name, each in numbers.items()]
        blocks.append("\n".join([strong("Numbers of the rules, for a variant"), *columns(rows, indent="  ")]))
    results = columns([(result.name, result.label) for result in model.results], indent="  ")
    blocks.append("\n".join([strong("Results"), *results]))
    if model.covers:
        blocks.append(f"Rules: {', '.join(model.covers)}")
    return blocks
