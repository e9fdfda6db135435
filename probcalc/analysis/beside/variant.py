"""A changed game beside the original: the same questions by other rules, and what the change turns round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar

from probcalc.analysis.beside.modifiers import Modifiers, modifiers_of_each
from probcalc.analysis.findings.found import Found
from probcalc.analysis.numbers.measure import Measure, measure_of
from probcalc.analysis.numbers.trial import Progress
from probcalc.analysis.tables.presets import PresetEntry, PresetTable, preset_parameters, presets_of_each
from probcalc.exact.budget.bounds import Budget, meter, metered
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError, TooMuch
from probcalc.scenarios.given_values import flatten, merge_given
from probcalc.scenarios.scenario import VARIANT
from probcalc.scenarios.variants import require_change

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Changed:
    """One entry of a table by both rules; its places are counted from 1, equal entries sharing the first."""

    original: PresetEntry
    variant: PresetEntry
    place: int | None
    new_place: int | None

    @property
    def change(self) -> Fraction | None:
        """How much more its number is by the rules of the variant."""
        before, after = self.original.trial.value, self.variant.trial.value
        return None if before is None or after is None else after - before


@dataclass(frozen=True, slots=True)
class BesideOriginal(Found):
    """What a variant changes.

    Attributes:
        scenario_id: the scenario.
        variant: the variant, as its parameter takes it.
        measure: the number that is compared where entries and modifiers are.
        original, changed: the answers by both rules.
        tables: the entries of the table that is varied first by both rules, None where the scenario has no table.
        modifiers: what each modifier is worth by both rules.
        left_out: why there are no tables or no modifiers, where all of them would take too long.
    """

    scenario_id: str
    variant: str
    measure: Measure
    original: Answer
    changed: Answer
    tables: tuple[PresetTable, PresetTable] | None
    modifiers: tuple[Modifiers, Modifiers] | None
    left_out: str = ""

    def __repr__(self) -> str:
        return f"<BesideOriginal of {self.scenario_id}, variant {self.variant}: {', '.join(self.original)}>"

    def entries(self) -> tuple[Changed, ...]:
        """The entries of the table, those whose number changes most first."""
        if self.tables is None:
            return ()
        before, after = self.tables
        places = _places(before), _places(after)
        found = [
            Changed(old, new, places[0].get(old.id), places[1].get(new.id))
            for old, new in zip(before.entries, after.entries, strict=True)
        ]
        return tuple(sorted(found, key=lambda each: -1 if each.change is None else abs(each.change), reverse=True))

    def turned(self) -> tuple[tuple[str, str], ...]:
        """The pairs of entries whose order is reversed in the variant."""
        known = [each for each in self.entries() if each.change is not None]
        return tuple(
            (one.original.label, other.original.label)
            for one in known
            for other in known
            if _value(one.original) > _value(other.original) and _value(one.variant) < _value(other.variant)
        )


def _value(entry: PresetEntry) -> Fraction:
    return entry.trial.value or Fraction(0)


def _places(table: PresetTable) -> dict[str, int]:
    values = [entry.trial.value for entry in table.entries if entry.trial.value is not None]
    return {
        entry.id: 1 + sum(value > entry.trial.value for value in values)
        for entry in table.entries
        if entry.trial.value is not None
    }


def variant(
    scenario_id: str,
    /,
    parameters: Mapping[str, Any] | None = None,
    text: str = "",
    measured: Measure | str | None = None,
    progress: Progress | None = None,
    budget: Budget | None = None,
    **named: Any,
) -> BesideOriginal:
    """The same questions under the variant's rules and under the game's own.

    >>> found = variant("chronopia.armour", text="d20=2d10", damage=10)
    >>> found.original["any_wound"], found.changed["any_wound"]
    (Fraction(1, 2), Fraction(11, 20))

    Raises:
        InputError: for a scenario, a request or a variant that is refused.
        TooMuch: when the two answers alone would take too long.
    """
    flat = flatten(merge_given(parameters, named))
    if VARIANT.name in flat:
        raise InputError("variant is given twice", VARIANT.name)
    require_change(text)
    with metered(budget):
        return _beside(scenario_id, flat, text, measured, progress)


def _beside(
    scenario_id: str,
    flat: dict[str, Any],
    text: str,
    measured: Measure | str | None,
    progress: Progress | None,
) -> BesideOriginal:
    requests = flat, flat | {VARIANT.name: text}
    answers, known = [], []
    for each in requests:
        before = meter().spent
        answers.append(registry.answer(scenario_id, each, written=False))
        known.append(meter().spent - before)
    original, changed = answers
    wanted = measure_of(scenario_id, measured, flat)
    tables = worth = None
    left_out = ""
    try:
        if preset_parameters(registry.scenario(scenario_id)):
            tables = presets_of_each(scenario_id, requests, "", wanted, progress, None, known)
        worth = modifiers_of_each(scenario_id, requests, wanted, ("modifier",), progress)
    except TooMuch as error:
        left_out = str(error)
    return BesideOriginal(
        scenario_id, changed.scenario.variant, wanted, original, changed, _pair(tables), _pair(worth), left_out
    )


def _pair(found: Sequence[T] | None) -> tuple[T, T] | None:
    return None if found is None else (found[0], found[1])
