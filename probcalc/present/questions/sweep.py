"""The question what every combination of values gives, written to a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from probcalc.analysis.applying import with_all_values
from probcalc.present.declared.question import Asked, Option, Question, Written

if TYPE_CHECKING:
    from probcalc.present.sweeps.sweep import Sweep


def _find(asked: Asked) -> Sweep:
    from probcalc.present.sweeps.sweep import sweep

    said = asked.said
    return sweep(asked.place, asked.given, vary=said["vary"], results=said["results"], where=said["where"])


def _write(found: Sweep, asked: Asked, _: str) -> Written:
    from probcalc.analysis.balance.entries import positive
    from probcalc.present.sweeps.formats import format_of
    from probcalc.present.sweeps.parts import write_parts
    from probcalc.present.sweeps.writing import estimate_text, require_hours, row_bytes, write_sweep

    said, out = asked.said, Path(asked.said["out"])
    is_shown = said["out"] == "-"
    form = format_of(said["format"] or ("csv" if is_shown else ""), said["out"]).name
    hours = positive("hours", said["hours"])
    for note in found.notes:
        asked.remark(note)
    expected = found.estimate()
    if said["estimate"]:
        return estimate_text(expected)
    how = {name: asked.chosen[name] for name in ("jobs", "cluster", "resume") if name in asked.chosen}
    require_hours(expected, hours, how.get("jobs", 1))
    if is_shown:
        return row_bytes(found.asked, form, expected)
    write = write_parts if said["split"] else write_sweep
    try:
        written = write(found.asked, out, form, expected=expected, progress=asked.progress, **how)
    except KeyboardInterrupt:
        kept = out if said["split"] else out.with_name(f"{out.name}.part")
        if kept.exists():
            asked.remark(f"{kept} keeps what is done; the same command with --resume goes on")
        raise
    if written.empty:
        asked.remark(f"{written.empty:,} numbers are missing: the rules refuse the cell, or have no such result")
    files = out.glob("*=*") if said["split"] else [out]
    return f"{out}: {written.rows:,} cells, {sum(file.stat().st_size for file in files):,} bytes"


QUESTION = Question(
    8,
    "Numbers for every combination of several parameters, as a file.",
    """Numbers for every combination of values of up to six parameters, each an exact fraction with its decimal.

    The rule is read once as a formula and evaluated for all cells at once; where there is no formula, cell by cell.
    What is done stays when it is interrupted, and --resume goes on; the file is the same however it came about.
    """,
    None,
    _find,
    lambda found, _: [],
    (
        "chronopia.melee --vary armour=10..40 --vary cc=1..30 --out odds.csv",
        (
            "chronopia.melee --vary weapon=all --vary modifier=-4..4 --vary charging --result slain "
            "--result 'wounds >= 2' --where 'charging or modifier <= 0' --out odds.parquet"
        ),
        "oathmark.combat --vary a.unit --vary b.unit --jobs 2 --out odds.jsonl --resume",
    ),
    applies=with_all_values,
    options=(
        Option(
            "vary",
            "A parameter that varies, up to six: armour=10..40, armour=10..40/5, weapon=sword,spear, weapon=all.",
            fits=with_all_values,
            is_required=True,
            is_list=True,
            form="NAME[=VALUES]",
        ),
        Option(
            "results",
            "A number to write down: slain, mean wounds, 'slain and not hit' (default: the main result; repeatable).",
            is_list=True,
            form="NUMBER",
            kind="result",
            flag="result",
        ),
        Option("where", "Which cells are wanted, as in 'charging and armour >= 20'.", form="CONDITION"),
        Option(
            "out",
            "The file; its ending says what it is: .csv, .jsonl, .arrow or .parquet. - is standard output.",
            is_required=True,
            form="FILE",
            kind="place",
        ),
        Option("format", "csv, jsonl, arrow or parquet, whatever the ending.", form="FORMAT"),
        Option("jobs", "Number of processes.", form="N", kind="number"),
        Option("cluster", 'Compute on a cluster of Dask: tcp://host:8786, or "local".', form="ADDRESS"),
        Option("split", "A folder, with a file for each value of the parameter varied first.", kind="flag"),
        Option("resume", "Resume an interrupted sweep.", kind="flag"),
        Option("estimate", "Only estimate the time and size.", kind="flag"),
        Option("hours", "Refuse sweeps longer than N hours (default 12).", form="N", default="12"),
    ),
    forms=(),
    writes=_write,
    counted="cells",
)
