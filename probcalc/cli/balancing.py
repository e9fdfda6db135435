"""Who against whom: `probcalc balance`, everybody against everybody, and `probcalc allocate`, who attacks whom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from probcalc.analysis.applying import can_be_balanced
from probcalc.cli.arguments import command, current_roster, form, parameters_of, request_of
from probcalc.cli.names import EntryWord
from probcalc.cli.output import FILE, file_text, progress_bar, put_report, read_json


@command(
    "All units against each other: who is too good, prices, perfect play.",
    "probcalc balance chronopia.clash",
    "probcalc balance oathmark.combat troll ogre goblin_slave --budget 60 --cost troll=20 --cost ogre=15 "
    "--cost goblin_slave=2",
    "probcalc balance oathmark.combat human_spearman human_cavalry --places first",
    "probcalc balance chronopia.clash spearmen followers greatswordsmen --of spearmen",
)
@request_of(can_be_balanced, EntryWord())
@click.option("--count", metavar="N", help="How many of each fight (default: what the scenario or the entry says).")
@click.option("--budget", metavar="POINTS", help="The points each side may spend; it brings as many as they buy.")
@click.option(
    "--cost", multiple=True, metavar="ENTRY=POINTS", help="What one of an entry costs (default: the table's points)."
)
@click.option("--places", default="both", metavar="both|first", help="Either in first place, or the row always.")
@click.option("--field", multiple=True, metavar="ENTRY=WEIGHT", help="How often an opponent is met; else all alike.")
@click.option("--of", metavar="ENTRY", help="The entry to balance: what would make it even.")
@click.option(
    "--file",
    type=FILE,
    metavar="FILE",
    help="More entries as TOML: [[entries]] with a name, a cost and parameters without their side.",
)
@form("json", "csv", "markdown")
def balance(
    scenario: str,
    words: tuple[str, ...],
    count: str | None,
    cost: tuple[str, ...],
    field: tuple[str, ...],
    file: str | None,
    form: str | None,
    **said: Any,
) -> None:
    """Every ENTRY of a question with two sides against every other: who is too good, and what each should cost.

    Words without = are entries, ids of the table of Side A; without any it is the whole table.
    """
    from probcalc.analysis.balance.asking import balance as balanced
    from probcalc.present.reports.all_against_all import balance_report, matrix_csv_report

    entries: list[Any] = [word for word in words if "=" not in word]
    own, costs = _of_roster(scenario), _numbers("cost", cost)
    for each in _of_file(file):
        if "cost" in each and "name" in each:
            costs.setdefault(str(each["name"]), each.pop("cost"))
        entries.append(each)
    given = parameters_of(scenario, (word for word in words if "=" in word))
    with progress_bar("Computing") as progress:
        found = balanced(
            scenario,
            entries or None,
            given,
            count=_count(count),
            costs=costs or None,
            field=_numbers("field", field) or None,
            progress=progress,
            own=own,
            **said,
        )
    put_report(matrix_csv_report(found) if form == "csv" else balance_report(found), form)


def _count(text: str | None) -> int | str:
    if text is None:
        return "own"
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else text


def _numbers(name: str, words: Iterable[str]) -> dict[str, Any]:
    """Numbers of entries from words like troll=20."""
    from probcalc.scenarios.errors import InputError

    found: dict[str, Any] = {}
    for word in words:
        entry, equals, value = word.rpartition("=")
        if not equals or not entry.strip():
            raise InputError(f"{name} is written like troll=20, not {word[:40]}", name)
        if entry.strip() in found:
            raise InputError(f"{name}: {entry.strip()[:40]} is given twice", name)
        found[entry.strip()] = value.strip()
    return found


def _of_roster(scenario: str) -> dict[str, dict[str, Any]]:
    """The figures of the roster's entries that a side picks from, by their ids."""
    roster = current_roster()
    if roster is None:
        return {}
    from probcalc.analysis.balance.sided import sides_of
    from probcalc.scenarios.rosters import filled, places

    two = sides_of(scenario)
    if two.table is None:
        return {}
    ids = [key for place in places(scenario, roster) if place.name == two.table.name for key in place.entries]
    return {key: {two.key(n): v for n, v in filled(scenario, {two.table.name: key}, roster).items()} for key in ids}


_LONGEST_FILE = 1_000_000


def _of_file(file: str | None) -> list[dict[str, Any]]:
    """The entries of a file."""
    import tomllib

    from probcalc.scenarios.errors import InputError

    if file is None:
        return []
    try:
        found = tomllib.loads(file_text(file, "file", _LONGEST_FILE))
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"file: {error}", "file") from error
    listed = found.get("entries")
    if not isinstance(listed, list) or not all(isinstance(each, dict) for each in listed):
        raise InputError('file: entries are written [[entries]], each with name = "..." and its parameters', "file")
    if more := sorted(set(found) - {"entries"}):
        raise InputError(f"file: {more[0][:40]} is not known there; choose from entries", "file")
    return listed


_PARTS = ("attackers", "targets", "aim", "look", "order")


@command(
    "Which attacker attacks which target, and in which order.",
    "probcalc allocate --file examples/who_attacks_whom.json",
    "probcalc allocate --file examples/who_attacks_whom.json --aim all --look --order free",
)
@click.option(
    "--file",
    "plan",
    required=True,
    type=FILE,
    metavar="PLAN.json",
    help="The attackers and the targets, and what may stand there too: aim, look and order.",
)
@click.option("--aim", metavar="AIM", help="targets, points, all, at_least:K, target:NAME or losses.")
@click.option("--look", is_flag=True, default=None, help="See what has become of the targets before each attack.")
@click.option("--order", metavar="listed|free", help="As listed, or whichever attacker is best next.")
@form("json", "csv", "markdown")
def allocate(plan: str, form: str | None, **said: Any) -> None:
    """The best way to divide attacks among targets: planned in advance, and decided after each attack.

    The file holds {"attackers": [{"scenario", "parameters", "name", "targets"}], "targets": [{"name", "parameters",
    "points"}]}. Each attacker attacks once, and what an attack leaves behind is found by the next.
    """
    from probcalc.analysis.allocate import allocate as allocated
    from probcalc.present.reports.allocation import allocation_report

    told = {name: value for name, value in said.items() if value is not None}
    found = allocated(**{"attackers": (), "targets": (), "aim": "targets", **_read(plan), **told})
    put_report(allocation_report(found), form)


def _read(file: str) -> dict[str, Any]:
    from probcalc.scenarios.errors import InputError, unknown_name

    said = read_json(file_text(file, "plan", _LONGEST_FILE), "plan")
    if not isinstance(said, dict):
        raise InputError("the plan is a JSON object with attackers and targets", "plan")
    for name in said:
        if name not in _PARTS:
            raise unknown_name("part", name, _PARTS, " of a plan")
    return said
