"""Own units and weapons: `probcalc roster`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from probcalc.cli.arguments import command, current_roster, read_roster
from probcalc.cli.names import SystemId
from probcalc.cli.output import FILE, put, strong

if TYPE_CHECKING:
    from probcalc.scenarios.rosters import Roster


@command(
    "Own units and weapons: check a file of them, or begin one.",
    "probcalc roster --example chronopia",
    "probcalc roster --example tide_of_battle",
)
@click.argument(
    "file",
    required=False,
    type=FILE,
    metavar="[FILE|-]",
    expose_value=False,
    is_eager=True,
    callback=read_roster,
)
@click.option(
    "--example", "system", type=SystemId(lambda system: system.own), metavar="SYSTEM", help="A file to begin with."
)
@click.option("--json", "as_json", is_flag=True, help="The whole roster, every figure written out.")
def roster(system: str | None, as_json: bool) -> None:
    """Own units and weapons, checked figure by figure, and where in a request each may be named.

    A roster is a JSON file with the units and weapons of one system under ids of one's own; --example writes one to
    begin with. Every command that asks a scenario takes it with --roster FILE, and then the ids stand like those of the
    built-in tables: attacker=own_unit. What they fill are plain figures, so a link of such a request needs no roster.
    A FILE called - is standard input.
    """
    from probcalc.scenarios.errors import InputError
    from probcalc.scenarios.rosters import exported

    if system is not None:
        put(exported(example(system)).rstrip())
        return
    found = current_roster()
    if found is None:
        raise InputError("name a FILE, - for standard input, or --example SYSTEM for one to begin with")
    put(exported(found).rstrip() if as_json else "\n".join(_lines(found)))


def _lines(found: Roster) -> list[str]:
    from probcalc.present.writing.grid import columns
    from probcalc.scenarios import registry
    from probcalc.scenarios.rosters import places

    fits: dict[str, list[str]] = {}
    for model in registry.system(found.system).scenarios:
        for place in places(model.id, found):
            for key in place.entries:
                fits.setdefault(f"{place.kind}.{key}", []).append(f"{model.id.partition('.')[2]} {place.name}")
    lines = [strong(f"{found.name} ({registry.system(found.system).name})")]
    for kind, entries in found.entries.items():
        rows = [(key, entry.name, ", ".join(fits.get(f"{kind}.{key}", []))) for key, entry in entries.items()]
        lines += ["", strong(kind), *columns(rows, indent="  ")] if rows else []
    return lines


def example(system: str) -> Roster:
    """A roster with one entry of each kind, to be changed by hand."""
    from probcalc.scenarios import registry
    from probcalc.scenarios.own_kinds import OwnTable
    from probcalc.scenarios.parameters import NOTHING
    from probcalc.scenarios.rosters import Roster, figures_of_entry, with_entry

    found = Roster(system, "My roster", {})
    for kind in registry.system(system).own:
        if isinstance(kind, OwnTable):
            rows = {key: figures_of_entry(system, kind.id, key) for key in kind.table}
            figures = next(r for r in rows.values() if all(r[name] == value for name, value in kind.only.items()))
        else:
            figures = {f.name: NOTHING if f.default is None else f.default for f in kind.figures}
        singular = kind.id.removesuffix("s")
        found = with_entry(found, kind.id, f"own_{singular}", f"Own {singular.replace('_', ' ')}", figures)
    if not found.entries:
        from probcalc.scenarios.rosters.roster import kinds_of

        kinds_of(system)
    return found
