"""The report of a record's luck: the lines as they came, and the sides."""

from __future__ import annotations

from probcalc.analysis.findings.findings import NONE
from probcalc.analysis.findings.report import Column, Report, Row
from probcalc.analysis.luck.series import Luck
from probcalc.present.sentences.luck import (
    NOT_SAID,
    POINTS,
    difference_sentence,
    request_words,
    side_name,
    side_sentences,
    unit_of,
)


def luck_report(found: Luck) -> Report:
    """A row for each line and a table of the sides; the verdict on each side leads.

    >>> import probcalc
    >>> report = luck_report(probcalc.luck("12d6 >= 4 -> 3"))
    >>> report.says[1], report.rows[0].cells[:3]
    ('Unluckier than 92 of 100 players who roll the same.', ('1', '12d6 >= 4', '3'))
    """
    two = found["sides"][0]["side"] != NONE
    says = [line for side in found["sides"] for line in side_sentences(found, side)]
    if between := difference_sentence(found):
        says.append(between)
    columns = (
        Column("line", "name"),
        *((Column("side", "name"),) if two else ()),
        Column("asked", "name"),
        Column("came", "name"),
        Column("as bad or worse", "chance"),
        Column("as good or better", "chance"),
        Column("luck", "number"),
        Column("exact luck", "exact", "number"),
    )
    rows = []
    for line, data in zip(found.lines, found["lines"], strict=True):
        asked = line.asked.name or request_words(line.asked)
        side = (side_name(line.asked.side),) if two else ()
        chances = data["or_worse"], data["or_better"]
        rows.append(Row((str(line.asked.place), *side, asked, data["came"], *chances, data["luck"], data["luck"])))
    return Report(
        "luck",
        "How lucky that was",
        columns,
        tuple(rows),
        counts=unit_of(found),
        unit="number",
        says=tuple(says),
        notes=(*found.notes, *filter(None, [POINTS.get(found["statistic"])]), *NOT_SAID),
        data=found.to_json(),
        more=(_sides(found),),
    )


def _sides(found: Luck) -> Report:
    columns = (
        Column("side", "name"),
        Column("lines", "count"),
        Column("came", "number"),
        Column("expected", "number"),
        Column("as bad or worse", "chance"),
        Column("as good or better", "chance"),
        Column("exact chance of as bad or worse", "exact"),
    )
    rows = [
        Row(
            (
                "all lines" if side["side"] == NONE else side_name(side["side"]),
                side["lines"],
                side["observed"],
                side["expected"],
                side["or_worse"],
                side["or_better"],
                side["or_worse"],
            )
        )
        for side in found["sides"]
    ]
    return Report("sides", "The sides", columns, tuple(rows), counts=unit_of(found), unit="number")
