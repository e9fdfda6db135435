"""`probcalc sweep`: numbers for every combination of values of several parameters, written to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from probcalc.analysis.applying import with_all_values
from probcalc.cli.arguments import command, parameters_of, request_of
from probcalc.cli.names import ParameterName, ResultName
from probcalc.cli.output import progress_bar, put


@command(
    "Numbers for every combination of several parameters, as a file.",
    "probcalc sweep chronopia.melee --vary armour=10..40 --vary cc=1..30 --out odds.csv",
    "probcalc sweep chronopia.melee --vary weapon=all --vary modifier=-4..4 --vary charging --result slain "
    "--result 'P(wounds >= 2)' --where 'charging or modifier <= 0' --out odds.parquet",
    "probcalc sweep oathmark.combat --vary a.unit --vary b.unit --jobs 2 --out odds.jsonl --resume",
)
@request_of(with_all_values)
@click.option(
    "--vary",
    required=True,
    multiple=True,
    type=ParameterName(with_all_values),
    metavar="NAME[=VALUES]",
    help="A parameter that varies, up to six: armour=10..40, armour=10..40/5, weapon=sword,spear, weapon=all.",
)
@click.option(
    "--result",
    "results",
    multiple=True,
    type=ResultName(),
    metavar="NUMBER",
    help="A number to write down: slain, mean(wounds), 'P(wounds >= 2)' (default: the main result; repeatable).",
)
@click.option(
    "--where", default="", metavar="CONDITION", help="Which cells are wanted, as in 'charging and armour >= 20'."
)
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The file; its ending says what it is: .csv, .jsonl, .arrow or .parquet. - is standard output.",
)
@click.option(
    "--format", "form", default="", metavar="FORMAT", help="csv, jsonl, arrow or parquet, whatever the ending."
)
@click.option("--jobs", type=int, default=1, metavar="N", help="Number of processes.")
@click.option(
    "--cluster", default="", metavar="ADDRESS", help='Compute on a cluster of Dask: tcp://host:8786, or "local".'
)
@click.option("--split", is_flag=True, help="A folder, with a file for each value of the parameter varied first.")
@click.option("--resume", is_flag=True, help="Resume an interrupted sweep.")
@click.option("--estimate", "only_estimate", is_flag=True, help="Only estimate the time and size.")
@click.option(
    "--hours",
    type=click.FloatRange(min=0, min_open=True, max=1_000_000),
    default=12.0,
    metavar="N",
    help="Refuse sweeps longer than N hours (default 12).",
)
def sweep(
    scenario: str,
    words: tuple[str, ...],
    vary: tuple[str, ...],
    results: tuple[str, ...],
    where: str,
    out: Path,
    form: str,
    split: bool,
    only_estimate: bool,
    hours: float,
    **how: Any,
) -> None:
    """Numbers for every combination of values of up to six parameters, each an exact fraction with its decimal.

    The rule is read once as a formula and evaluated for all cells at once; where there is no formula, cell by cell.
    What is done stays when it is interrupted, and --resume goes on; the file is the same however it came about.
    """
    from probcalc.analysis.sweeps.asked import question
    from probcalc.analysis.sweeps.estimates import estimate
    from probcalc.present.sweeps.formats import format_of
    from probcalc.present.sweeps.parts import write_parts
    from probcalc.present.sweeps.writing import estimate_text, put_rows, require_hours, write_sweep

    kind = format_of(form or ("csv" if str(out) == "-" else ""), str(out)).name
    wanted = question(scenario, parameters_of(scenario, words), vary, results, where)
    for note in wanted.notes:
        click.echo(note, err=True)
    expected = estimate(wanted)
    if only_estimate:
        put(estimate_text(expected))
        return
    require_hours(expected, hours, how["jobs"])
    if str(out) == "-":
        put_rows(wanted, kind, expected)
        return
    try:
        with progress_bar("Sweeping", "cells") as progress:
            write = write_parts if split else write_sweep
            written = write(wanted, out, kind, expected=expected, progress=progress, **how)
    except KeyboardInterrupt:
        kept = out if split else Path(f"{out}.part")
        if kept.exists():
            click.echo(f"{kept} keeps what is done; the same command with --resume goes on", err=True)
        raise
    files = written.out.glob("*=*") if split else [written.out]
    put(f"{written.out}: {written.rows:,} cells, {sum(file.stat().st_size for file in files):,} bytes")
    if written.empty:
        click.echo(
            f"{written.empty:,} numbers are missing: the rules refuse the cell, or have no such result", err=True
        )
