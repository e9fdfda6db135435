"""Who may join a list by one tap on a name: the units of a table that is short enough for chips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import NOTHING, Given
from probcalc.scenarios.parties import Party
from probcalc.scenarios.resolve import resolve
from probcalc.web.pages.lists.setups_drawn import Added

_MOST_OFFERED = 10


def name_in(parties: Sequence[Party], whose: str) -> str:
    """What the attacker or the target is called; "" for one without a name."""
    mine = [party for party in parties if (party.key == "target") == (whose == "target")]
    return mine[0].name if mine and mine[0].named else ""


def entries_of(scenario_id: str, whose: str) -> tuple[str, Mapping[str, str]]:
    """Whose entries a list takes by one tap each: their parameter, and each by its name; of a long table none.

    >>> entries_of("chronopia.melee", "target")[0], list(entries_of("chronopia.melee", "target")[1].values())[:3]
    ('target', ['Spearmen', 'Archers', 'Lotus Guards'])
    >>> entries_of("oathmark.shooting", "target")
    ('', {})
    """
    model = registry.scenario(scenario_id)
    parameter = next((p for p in model.parameters() if p.role == "preset" and p.belongs_to == whose), None)
    if parameter is None or len(parameter.choices) > _MOST_OFFERED:
        return "", {}
    names: dict[str, str] = {}
    for value in parameter.choices:
        try:
            scenario, _ = resolve(model, {parameter.name: value})
        except InputError:
            continue
        if value != NOTHING and (name := name_in(scenario.parties(), whose)):
            names[str(value)] = name
    return (parameter.name, names) if names else ("", {})


def adding(scenario_id: str, begun: bool, tap: str) -> Added:
    """How another attack is added: by a tap on who attacks, or as a whole where nobody is named or too many are."""
    if names := entries_of(scenario_id, "attacker")[1]:
        return Added("Add an attacker", tap, names)
    return Added("Add this attack" if begun else "Add the first attack", tap)


def request_for_entry(scenario_id: str, whose: str, entry: str) -> Given:
    """The request for an entry that was tapped; empty for one that is not offered."""
    parameter, names = entries_of(scenario_id, whose)
    return {parameter: entry} if entry in names else {}
