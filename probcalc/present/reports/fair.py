"""The reports of dice: each face with its tails, all tests with their chances, and how many rolls notice a bias."""

from __future__ import annotations

from typing import Any

from probcalc.analysis.fair.noticing import Noticing
from probcalc.analysis.fair.tests import LEFT_OUT, Fairness
from probcalc.analysis.findings.findings import NONE
from probcalc.analysis.findings.report import Cell, Column, Report, Row
from probcalc.present.numbers.decimals import percent
from probcalc.present.numbers.text import times_text
from probcalc.present.sentences.fair import NOT_SAID, fair_verdict, power_sentence, rule_sentence


def fair_report(found: Fairness) -> Report:
    """A row for each face and a table of the tests; the verdict leads.

    >>> import probcalc
    >>> report = fair_report(probcalc.fair([3, 9, 4, 4, 5, 5]))
    >>> report.more[0].rows[0].cells[0]
    'as uneven or more (chi-squared)'
    """
    columns = (
        Column("face", "name"),
        Column("count", "count"),
        Column("expected", "number"),
        Column("so often or more", "chance"),
        Column("so often or less", "chance"),
        Column(f"its chance, {percent(found.confidence)} sure", "name"),
        Column("fair counts", "name", detail=True),
    )
    rows: list[Row] = []
    if found["faces"] == LEFT_OUT:
        rows = [Row((str(face), count, None, None, None, LEFT_OUT, "")) for face, count in found["counts"]]
    else:
        for face in found["faces"]:
            lower, upper = face["interval"]
            chance = f"{percent(lower)} to {percent(upper)}"
            tails = face["or_more"], face["or_fewer"]
            band = f"{face['band'][0]} to {face['band'][1]}"
            rows.append(Row((str(face["face"]), face["count"], face["expected"], *tails, chance, band)))
    return Report(
        "fair",
        "Whether the die is fair",
        columns,
        tuple(rows),
        says=fair_verdict(found).sentences,
        notes=(*found.notes, *NOT_SAID),
        data=found.to_json(),
        more=(_tests(found),),
    )


def rows_of_tests(found: Fairness) -> list[tuple[str, Any]]:
    """The tests that were made, in words, each with its chance; what is left out has None."""
    rows: list[tuple[str, Any]] = [
        ("as uneven or more (chi-squared)", found["chi_squared"]),
        ("counts no likelier than these", found["probability"]),
    ]
    for part, way, name in ((found["most"], "more", "greatest"), (found["least"], "less", "smallest")):
        often = f"the {name} count"
        if _is_there(part):
            often = f"a face comes {times_text(part['count'])} or {way}" if part["count"] else "a face never comes"
        rows.append((often, part))
    extreme = found["extreme"]
    face = f"some face is as far off as the {extreme['face']}" if _is_there(extreme) else "the most uncommon face"
    rows.append((face, extreme | {"p": extreme["corrected"]} if _is_there(extreme) else extreme))
    total = found["total"]
    if _is_there(total):
        rows.append((f"the sum is {total['observed']} or more", total | {"p": total["or_higher"]}))
        rows.append((f"the sum is {total['observed']} or less", total | {"p": total["or_lower"]}))
    order = found["order"]
    if _is_there(order):
        repeats, run = order["repeats"], order["longest_run"]
        again = f"a roll repeats the one before {times_text(repeats['count'])}"
        rows.append((f"{again} or more", {"p": repeats["or_more"]}))
        no_more = f"{again} or less" if repeats["count"] else "no roll repeats the one before"
        rows.append((no_more, {"p": repeats["or_fewer"]}))
        rows.append((f"a face comes {times_text(run['length'])} in a row", {"p": run["or_longer"]}))
    rows.append(("two dice alike differ as much or more", found["same"]))
    return [(words, part["p"] if _is_there(part) else None) for words, part in rows if part != NONE]


def _is_there(part: Any) -> bool:
    return part not in (NONE, LEFT_OUT)


def _tests(found: Fairness) -> Report:
    columns = (Column("how often a fair die does this", "name"), Column("chance", "chance"), Column("exact", "exact"))
    rows = [Row((words, *_cells(p))) for words, p in rows_of_tests(found)]
    return Report("tests", "The tests", columns, tuple(rows))


def _cells(p: Any) -> tuple[Cell, Cell]:
    """A chance as it is shown and exactly, or that it was left out.

    >>> _cells(1), _cells(None)[1]
    ((1, 1), None)
    """
    return (LEFT_OUT, None) if p is None else (p, p)


def power_report(found: Noticing) -> Report:
    """How many rolls notice a bias, and how often.

    >>> from probcalc.analysis.fair.noticing import fair_power
    >>> power_report(fair_power(6, "1/4")).rows[0].cells[:2]
    ('206', '44')
    """
    columns = (
        Column("rolls", "name"),
        Column("called unfair from", "name"),
        Column("of a fair die", "chance"),
        Column("of this die", "chance"),
        Column("exact", "exact"),
    )
    critical = str(found["critical"])
    row = Row((str(found["rolls"]), critical, found["level"], found["power"], found["power"]))
    says = tuple(filter(None, (power_sentence(found), rule_sentence(found))))
    title = "How many rolls notice it"
    return Report("fair_power", title, columns, (row,), says=says, notes=found.notes, data=found.to_json())
