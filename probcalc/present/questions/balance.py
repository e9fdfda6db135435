"""The question how everybody does against everybody."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from typing import Any

from probcalc.analysis.applying import can_be_balanced
from probcalc.analysis.balance.asking import Balance, balance
from probcalc.analysis.balance.sided import sides_of
from probcalc.present.declared.question import Asked, Option, Question
from probcalc.present.reports.all_against_all import balance_report, matrix_csv_report
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.rosters import filled, places


def _find(asked: Asked) -> Balance:
    said = dict(asked.chosen)
    costs = _numbers("cost", said.pop("cost", ()))
    entries: list[Any] = list(said.pop("entries", ()))
    for each in _of_file(said.pop("file")) if "file" in said else ():
        if "cost" in each and "name" in each:
            costs.setdefault(str(each["name"]), each.pop("cost"))
        entries.append(each)
    return balance(
        asked.place,
        entries or None,
        asked.given,
        count=_count(said.pop("count", "own")),
        costs=costs or None,
        field=_numbers("field", said.pop("field", ())) or None,
        progress=asked.progress,
        own=_of_roster(asked),
        **said,
    )


def _count(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else text


def _numbers(name: str, words: Iterable[str]) -> dict[str, Any]:
    """Numbers of entries from words like troll=20."""
    found: dict[str, Any] = {}
    for word in words:
        entry, equals, value = word.rpartition("=")
        if not equals or not entry.strip():
            raise InputError(f"{name} is written like troll=20, not {word[:40]}", name)
        if entry.strip() in found:
            raise InputError(f"{name}: {entry.strip()[:40]} is given twice", name)
        found[entry.strip()] = value.strip()
    return found


def _of_roster(asked: Asked) -> dict[str, dict[str, Any]]:
    """The figures of the roster's entries that a side picks from, by their ids."""
    roster, two = asked.roster, sides_of(asked.place)
    if roster is None or two.table is None:
        return {}
    name = two.table.name
    ids = [key for place in places(asked.place, roster) if place.name == name for key in place.entries]
    return {key: {two.key(n): v for n, v in filled(asked.place, {name: key}, roster).items()} for key in ids}


def _of_file(text: str) -> list[dict[str, Any]]:
    """The entries of a file."""
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"file: {error}", "file") from error
    listed = found.get("entries")
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        raise InputError('file: entries are written [[entries]], each with name = "..." and its parameters', "file")
    if more := sorted(set(found) - {"entries"}):
        raise InputError(f"file: {more[0][:40]} is not known there; choose from entries", "file")
    return listed


QUESTION = Question(
    16,
    "All units against each other: who is too good, prices, perfect play.",
    """Every ENTRY of a question with two sides against every other: who is too good, and what each should cost.

    Words without = are entries, ids of the table of Side A; without any it is the whole table.
    """,
    Balance,
    _find,
    lambda found, _: [balance_report(found)],
    (
        "chronopia.clash",
        "oathmark.combat troll ogre goblin_slave --budget 60 --cost troll=20 --cost ogre=15 --cost goblin_slave=2",
        "oathmark.combat human_spearman human_cavalry --places first",
        "chronopia.clash spearmen followers greatswordsmen --of spearmen",
    ),
    applies=can_be_balanced,
    options=(
        Option("entries", "Who plays.", is_list=True, kind="entry"),
        Option("count", "How many of each fight (default: what the scenario or the entry says).", form="N"),
        Option("budget", "The points each side may spend; it brings as many as they buy.", form="POINTS"),
        Option("cost", "What one of an entry costs (default: the table's points).", is_list=True, form="ENTRY=POINTS"),
        Option("places", "Either in first place, or the row always.", form="both|first"),
        Option("field", "How often an opponent is met; else all alike.", is_list=True, form="ENTRY=WEIGHT"),
        Option("of", "The entry to balance: what would make it even.", form="ENTRY"),
        Option(
            "file",
            "More entries as TOML: [[entries]] with a name, a cost and parameters without their side.",
            form="FILE",
            kind="file",
            bounds=(0, 1_000_000),
        ),
    ),
    writes=lambda found, _, form: [matrix_csv_report(found) if form == "csv" else balance_report(found)],
)
