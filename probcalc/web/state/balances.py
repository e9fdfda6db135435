"""What everybody against everybody is asked, as its part of the page has it and as a link holds it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from probcalc.analysis.balance.sided import sides_of
from probcalc.analysis.findings.findings import number_given
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import NOTHING, Given
from probcalc.web.state.view import View


class Asked(NamedTuple):
    """What is asked of a balance: who plays, None for all, what holds for all, the points, and who is met."""

    entries: list[Any] | None
    parameters: Given
    budget: str | None
    costs: dict[str, str] | None
    places: str
    field: dict[str, str] | None = None


def question_of_view(scenario_id: str, given: Given, view: View, own: Mapping[str, str] | None = None) -> Asked:
    """What the view of a question asks of everybody; `own` has the names of the reader's own entries by their ids.

    >>> view = View(costs="troll=20,ogre=15", budget="60")
    >>> question_of_view("oathmark.combat", {"die": 12, "a.unit": "troll"}, view)[:3]
    (['troll', 'ogre'], {'die': 12}, '60')

    Raises:
        InputError: for points that are not written like troll=20.
    """
    labels = labels_of(scenario_id) | dict(own or {})
    prefixes = sides_of(scenario_id).prefixes
    entries = ids_of(view.who, labels)
    costs, weights = costs_of(view.costs, labels), costs_of(view.field, labels)
    if view.budget and not entries:
        # Whoever has points is meant.
        entries = list(costs)
    return Asked(
        entries or None,
        # What holds of a side of this question does not hold of everybody.
        {name: value for name, value in given.items() if not name.startswith(prefixes)},
        view.budget or None,
        (_of(entries, costs, labels) or None) if view.budget else None,
        view.places or "both",
        _of(entries, weights, labels) or None,
    )


def _of(entries: Collection[str], numbers: Mapping[str, str], labels: Mapping[str, str]) -> dict[str, str]:
    """The numbers of those who play: whoever is left out keeps them for later, and a mistake is still told."""
    return {n: each for n, each in numbers.items() if not entries or n in entries or n not in labels}


def who_plays(view: View, labels: Mapping[str, str]) -> list[str]:
    """Who plays as far as it is said; nobody where all do.

    >>> who_plays(View(costs="troll=20,ogre=15", budget="60"), {"troll": "Troll"})
    ['troll', 'ogre']
    """
    return ids_of(view.who, labels) or (list(values_of_link(view.costs)) if view.budget else [])


def values_of_link(written: str) -> dict[str, str]:
    """What a link says of each, be it a number or not.

    >>> values_of_link("troll=20,ogre=x,elf")
    {'troll': '20', 'ogre': 'x'}
    """
    return {name: each for name, sign, each in (part.partition("=") for part in written.split(",")) if sign}


def labels_of(scenario_id: str) -> dict[str, str]:
    """The names of the table from which both sides pick, by their ids."""
    table = sides_of(scenario_id).table
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


def costs_of(written: str, labels: Mapping[str, str]) -> dict[str, str]:
    r"""Points by id from words like troll=20, or from rows of a spreadsheet, with a headline or without one.

    >>> labels = {"none": "None", "troll": "Troll", "ogre": "Ogre"}
    >>> costs_of("troll=20, ogre = 15", labels)
    {'troll': '20', 'ogre': '15'}
    >>> costs_of("Unit\tPoints\nTroll\t20\nOgre\t4,5", labels) == costs_of("troll,20\nogre,4.5", labels)
    True

    Raises:
        InputError: for what is not written so.
    """
    ids = {label.casefold(): name for name, label in labels.items()}
    found: dict[str, str] = {}
    lines = list(filter(None, (line.strip() for line in written.splitlines())))
    if len(lines) > 1 and _is_headline(lines[0], {*ids, *labels}):
        del lines[0]
    for name, cost in (pair for line in lines for pair in _pairs(line)):
        if not name or number_given(cost) is None:
            example = next(each for each in labels if each != NOTHING)
            raise InputError(f"points are written like {example}=10, not {f'{name} {cost}'.strip()[:40]}", "costs")
        key = ids.get(name.casefold(), name)
        if key in found:
            raise InputError(f"points: {name[:40]} is given twice", "costs")
        found[key] = cost
    return found


_CELLS = re.compile(r"[\t;]")
_DECIMAL_COMMA = re.compile(r"\d+,\d+")


def _is_headline(line: str, known: Collection[str]) -> bool:
    """Whether a line names columns: words alone, and no entry."""
    cells = [cell.strip().casefold() for cell in re.split("[\t;,]", line)]
    return len(cells) > 1 and not any(cell in known or any(map(str.isdigit, cell)) or "=" in cell for cell in cells)


def _pairs(line: str) -> Iterator[tuple[str, str]]:
    """The names of a line, each with what stands beside it."""
    waiting = ""
    for cell in filter(None, (each.strip(' "') for each in _cells(line))):
        if waiting:
            yield waiting, cell
            waiting = ""
            continue
        name, sign, cost = cell.rpartition("=" if "=" in cell else " ")
        if sign == "=" or (name and number_given(cost) is not None):
            yield name.strip(), cost.strip()
        elif number_given(cell) is not None:
            yield "", cell
        else:
            waiting = cell
    if waiting:
        yield waiting, ""


def _cells(line: str) -> Iterator[str]:
    """The cells of a line; a comma ends a cell too, but for that of a number like 4,5 between others."""
    for cell in _CELLS.split(line):
        if cell != line and _DECIMAL_COMMA.fullmatch(cell.strip()):
            yield cell.replace(",", ".")
        else:
            yield from cell.split(",")
