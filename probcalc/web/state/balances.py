"""What everybody against everybody is asked, as its part of the page has it and as a link holds it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from probcalc.analysis.balance.entries import number
from probcalc.analysis.balance.sided import sided
from probcalc.scenarios.errors import InputError
from probcalc.web.state.view import View


class Asked(NamedTuple):
    """What is asked of a balance: who plays, None for all, what holds for all, and the points."""

    entries: list[Any] | None
    given: dict[str, Any]
    budget: str | None
    costs: dict[str, Any] | None
    places: str


def asked_of(scenario_id: str, given: Mapping[str, Any], view: View) -> Asked:
    """What the view of a question asks of everybody.

    >>> view = View(costs="troll=20,ogre=15", budget="60")
    >>> asked_of("oathmark.combat", {"die": 12, "a.unit": "troll"}, view)[:3]
    (['troll', 'ogre'], {'die': 12}, '60')

    Raises:
        InputError: for points that are not written like troll=20.
    """
    labels = labels_of(scenario_id)
    prefixes = sided(scenario_id).prefixes
    entries = ids_of(view.who, labels)
    costs = costs_of(view.costs, labels)
    if view.budget and not entries:
        # Whoever has points is meant.
        entries = list(costs)
    return Asked(
        entries or None,
        # What holds of a side of this question does not hold of everybody.
        {name: value for name, value in given.items() if not name.startswith(prefixes)},
        view.budget or None,
        (costs or None) if view.budget else None,
        view.places or "both",
    )


def labels_of(scenario_id: str) -> dict[str, str]:
    """The names of the table from which both sides pick, by their ids."""
    table = sided(scenario_id).table
    assert table is not None
    return {str(name): label for name, label in zip(table.choices, table.choice_labels, strict=True)}


def ids_of(written: str, labels: Mapping[str, str]) -> list[str]:
    """The ids of entries that are written by id or by name; what is neither stays as it is.

    >>> ids_of("Human Spearman, troll", {"troll": "Troll", "human_spearman": "Human Spearman"})
    ['human_spearman', 'troll']
    """
    ids = {label.casefold(): name for name, label in labels.items()}
    words = filter(None, (part.strip() for part in written.replace(";", ",").split(",")))
    return [ids.get(word.casefold(), word) for word in words]


def costs_of(written: str, labels: Mapping[str, str]) -> dict[str, Any]:
    r"""Points by id from lines or words like troll=20, or a name and a number side by side.

    >>> costs_of("troll=20, ogre = 15", {"troll": "Troll", "ogre": "Ogre"})
    {'troll': '20', 'ogre': '15'}
    >>> costs_of("Human Spearman\t4", {"human_spearman": "Human Spearman"})
    {'human_spearman': '4'}

    Raises:
        InputError: for a line that is not written so.
    """
    ids = {label.casefold(): name for name, label in labels.items()}
    found: dict[str, Any] = {}
    for line in filter(None, (part.strip() for part in written.replace(";", "\n").replace(",", "\n").split("\n"))):
        name, _, cost = line.rpartition("=" if "=" in line else "\t" if "\t" in line else " ")
        name, cost = name.strip(), cost.strip()
        if not name or number(cost) is None:
            raise InputError(f"points are written like {next(iter(labels))}=10, not {line[:40]}", "costs")
        key = ids.get(name.casefold(), name)
        if key in found:
            raise InputError(f"points: {name[:40]} is given twice", "costs")
        found[key] = cost
    return found
