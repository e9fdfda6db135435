"""Every entry of a preset table in the present request: every weapon, every attacker, every target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from probcalc.analysis.findings.found import Found
from probcalc.analysis.numbers.measure import Measure, measure_of
from probcalc.analysis.numbers.trial import Progress, Trial, alike, try_all, try_one
from probcalc.analysis.tables.legal_size import in_place
from probcalc.exact.budget.bounds import metered
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.given_values import flatten, merge_given, require_parameters
from probcalc.scenarios.own_kinds import OwnTable
from probcalc.scenarios.parameters import NOTHING, Parameter, named_or_first
from probcalc.scenarios.rosters import Roster, filled, own_rows, places
from probcalc.scenarios.scenario import Scenario


@dataclass(frozen=True, slots=True)
class PresetEntry:
    """One entry of the table: its id, its display name, what came of it, its points, and the size at which it stands.

    The size is said where it is not that of the request: "10 figures, the most".
    """

    id: str
    label: str
    trial: Trial
    points: int | None = None
    size: str = ""


@dataclass(frozen=True, slots=True)
class PresetTable(Found):
    """All entries of a preset table, in the table's order, beside the present request.

    Attributes:
        scenario_id: the scenario.
        parameter: the preset parameter that was varied.
        measure: the number that was measured.
        present: the request as it stands.
        entries: one for each entry, refused ones too.
    """

    scenario_id: str
    parameter: Parameter
    measure: Measure
    present: Trial
    entries: tuple[PresetEntry, ...]

    def __repr__(self) -> str:
        return f"<PresetTable of {self.scenario_id}: {len(self.entries)} entries of {self.parameter.name}>"

    def ranked(self) -> tuple[PresetEntry, ...]:
        """The entries by falling number, those refused at the end."""
        measured = [e for e in self.entries if e.trial.value is not None]
        refused = [e for e in self.entries if e.trial.value is None]
        return (*sorted(measured, key=lambda e: e.trial.value or 0, reverse=True), *refused)


def preset_parameters(model: type[Scenario]) -> list[Parameter]:
    """The parameters of a scenario that pick from a table, the one first that it declares as varied first."""
    return sorted((p for p in model.parameters() if p.role == "preset"), key=lambda parameter: parameter.turn)


def preset_parameter(scenario_id: str, name: str = "") -> Parameter:
    """The preset parameter of that name; without a name the one that is varied first.

    >>> preset_parameter("chronopia.melee").name, preset_parameter("chronopia.melee", "target").name
    ('weapon', 'target')

    Raises:
        InputError: when the scenario has none, or none of that name.
    """
    found = preset_parameters(registry.scenario(scenario_id))
    if not found:
        raise InputError(f"{scenario_id} picks nothing from a table")
    return named_or_first(found, name, "table", f" that {scenario_id} picks from")


def presets(
    scenario_id: str,
    /,
    parameters: Mapping[str, Any] | None = None,
    parameter: str = "",
    measured: Measure | str | None = None,
    progress: Progress | None = None,
    roster: Roster | None = None,
    **named: Any,
) -> PresetTable:
    """Every entry of a preset table in place of the one given, all else as it is; those of a roster follow.

    >>> found = presets("chronopia.melee", attacker="the_cursed", target="spearmen")
    >>> best = found.ranked()[0]
    >>> best.label, best.trial.value
    ('Two-handed Battle Axe', Fraction(369, 625))

    Raises:
        InputError: for a scenario or a preset parameter that does not exist.
        TooMuch: when all entries together would take too long.
    """
    return presets_of_each(scenario_id, (merge_given(parameters, named),), parameter, measured, progress, roster)[0]


def presets_of_each(
    scenario_id: str,
    givens: Sequence[Mapping[str, Any]],
    parameter: str = "",
    measured: Measure | str | None = None,
    progress: Progress | None = None,
    roster: Roster | None = None,
    known: Sequence[int] = (),
) -> list[PresetTable]:
    """The same table in each of several requests, all entries of which are asked together.

    Raises:
        InputError: for a scenario or a preset parameter that does not exist.
        TooMuch: when all entries together would take too long; what requests like them took is `known`.
    """
    varied = preset_parameter(scenario_id, parameter)
    flats = [flatten(given) for given in givens]
    model = registry.scenario(scenario_id)
    for flat in flats:
        require_parameters(model, flat)
    wanted = measure_of(scenario_id, measured, flats[0])
    labels = dict(zip(varied.choices, varied.choice_labels, strict=True))
    names = [name for name in varied.choices if name != NOTHING]
    own = _own_entries(scenario_id, varied, roster)
    refused: dict[tuple[int, str], Trial] = {}
    asked: dict[tuple[int, str], Mapping[str, Any]] = {}
    sizes: dict[tuple[int, str], str] = {}
    for at in ((place, name) for place in range(len(flats)) for name in (*names, *own)):
        with own_rows(roster):
            placed = in_place(model, flats[at[0]], {varied.name: at[1]})
        sizes[at] = placed.words(model)
        try:
            if placed.why:
                raise InputError(placed.why)
            asked[at] = placed.given if roster is None else filled(scenario_id, placed.given, roster)
        except InputError as error:
            refused[at] = Trial(placed.given, None, None, str(error))
    with metered():
        trials = try_all(scenario_id, list(asked.values()), wanted, progress, known=known)
        presents = [try_one(scenario_id, flat, wanted) for flat in flats]
    found = refused | dict(zip(asked, trials, strict=True))
    tables = []
    for place, present in enumerate(presents):
        now, (present, *trials) = alike([present, *(found[place, name] for name in (*names, *own))], wanted)
        entries = tuple(
            PresetEntry(
                name, labels.get(name) or own[name], trial, _points(scenario_id, name, roster), sizes[place, name]
            )
            for name, trial in zip((*names, *own), trials, strict=True)
        )
        tables.append(PresetTable(scenario_id, varied, now, present, entries))
    return tables


def points_of(scenario_id: str, parameter: Parameter) -> dict[str, int]:
    """What the entries of a table cost in the game's points, those of which it is said.

    >>> points_of("chronopia.melee", preset_parameter("chronopia.melee", "attacker"))["the_cursed"]
    12
    >>> points_of("chronopia.melee", preset_parameter("chronopia.melee", "weapon"))
    {}
    """
    found = {name: _points(scenario_id, name, None) for name in parameter.choices if name != NOTHING}
    return {name: points for name, points in found.items() if points is not None}


def _points(scenario_id: str, name: str, roster: Roster | None) -> int | None:
    """What an entry costs in the game's points; None where nothing is said."""
    for kind in registry.system_of(scenario_id).own:
        own = roster.entries.get(kind.id, {}) if roster is not None else {}
        found: Any = None
        if name in own:
            found = own[name].figures.get("points")
        elif isinstance(kind, OwnTable) and name in kind.table:
            found = getattr(kind.table[name], "points", None)
        if type(found) is int and found > 0:
            return found
    return None


def _own_entries(scenario_id: str, varied: Parameter, roster: Roster | None) -> dict[str, str]:
    found = places(scenario_id, roster) if roster is not None else ()
    return {key: label for place in found if place.name == varied.name for key, label in place.entries.items()}
