"""Every scenario's answer with its default parameters, computed afresh, generated from the registry."""

from __future__ import annotations

from functools import partial

from benchmarks.measuring import milliseconds, print_row, shown
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer, evaluate
from probcalc.scenarios.fights import Fight
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Scenario

BUDGET = 5.0
FIGHT_BUDGET = 2000.0
"""A fight to the end is as many rounds as it takes."""
WIDTHS = (32, 8, 6)


def answered(model: type[Scenario]) -> Answer:
    """The default answer, past the store of answers."""
    scenario, notes = resolve(model, {})
    return Answer(scenario, evaluate(scenario), notes)


def report() -> list[str]:
    """Print the table; the ids of scenarios over the budget."""
    over = []
    print(f"Default answers, computed afresh; budget {BUDGET:g} ms each, fights {FIGHT_BUDGET:g} ms")
    print_row(("scenario", "ms", "within"), WIDTHS)
    for system in registry.systems():
        for model in system.scenarios:
            time = milliseconds(partial(answered, model), budget=0.1, most=60)
            budget = FIGHT_BUDGET if issubclass(model, Fight) else BUDGET
            if time > budget:
                over.append(model.id)
            print_row((model.id, shown(time), "NO" if time > budget else "yes"), WIDTHS)
    return over
