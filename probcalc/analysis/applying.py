"""What a scenario can be asked: for each question whether it applies, or the parameters to which it does.

The command line completes by it, and Python lists by it; what is asked of is loaded when the question is put.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from probcalc.scenarios.parameters import Parameter
    from probcalc.scenarios.scenario import Scenario


def with_all_values(model: type[Scenario]) -> list[Parameter]:
    """The parameters of which all values can be run through: neither texts nor lists."""
    return [p for p in model.parameters() if p.kind not in ("text", "list")]


def may_be_free(model: type[Scenario]) -> list[Parameter]:
    """The parameters that a formula may leave free, lists by one of their entries."""
    return [p for p in model.parameters() if p.kind != "text"]


def from_tables(model: type[Scenario]) -> list[Parameter]:
    """The parameters that pick from a table."""
    from probcalc.analysis.tables.presets import preset_parameters

    return preset_parameters(model)


def has_unlike_tables(model: type[Scenario]) -> bool:
    """Whether one table faces another whose entries do not fight each other in either place."""
    from probcalc.analysis.balance.sided import is_sided

    return has_two_tables(model) and not is_sided(model.id, by_table=True)


def has_two_tables(model: type[Scenario]) -> bool:
    """Whether one table faces another, that of the other side."""
    from probcalc.analysis.laboratory.matrix import facing_table

    return facing_table(from_tables(model)) is not None


def in_order(model: type[Scenario]) -> list[Parameter]:
    """The parameters whose values can be run through one after the other."""
    from probcalc.analysis.laboratory.along import can_be_run_through

    return [p for p in model.parameters() if can_be_run_through(p)]


def has_figures(model: type[Scenario]) -> bool:
    """Whether there are figures or modifiers of which all values can be tried."""
    from probcalc.analysis.laboratory.along import figures_of

    return bool(figures_of(model.parameters()))


def has_modifiers(model: type[Scenario]) -> bool:
    """Whether any parameter is a modifier."""
    return any(parameter.role == "modifier" for parameter in model.parameters())


def has_rulings(model: type[Scenario]) -> bool:
    """Whether any parameter is a ruling."""
    return any(parameter.role == "ruling" for parameter in model.parameters())


def has_laws(model: type[Scenario]) -> bool:
    """Whether a result has a law of its own when nothing else is said."""
    from probcalc.exact.law.distribution import Distribution
    from probcalc.exact.tree.steps import Tree
    from probcalc.scenarios.resolve import resolve

    results = resolve(model, {})[0].play()
    return any(isinstance(played, (Tree, Distribution)) for played in results.values())


def can_be_balanced(model: type[Scenario]) -> bool:
    """Whether it has two sides that can change places, of which one wins."""
    from probcalc.analysis.balance.sided import is_sided

    return is_sided(model.id)


def leaves_a_target(model: type[Scenario]) -> bool:
    """Whether another attack on the same target may follow."""
    from probcalc.scenarios.scenario import Scenario

    return model.carryover is not Scenario.carryover


def aims(model: type[Scenario]) -> tuple[str, ...]:
    """The results that advice may aim at; none where there is nothing to decide."""
    return () if model.advising is None else model.advising.aims


def amounts(model: type[Scenario]) -> list[Parameter]:
    """The whole numbers of which it may be asked how many are needed."""
    from probcalc.analysis.tables.needed import amount_parameters

    return amount_parameters(model)
