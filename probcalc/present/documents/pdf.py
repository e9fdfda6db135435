"""A document as PDF, set by Typst: its contents, headings that keep to what they head, and no word broken."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.resources import files
from typing import Any

from probcalc.analysis.findings.report import Report
from probcalc.present.charts.ramp import RAMP
from probcalc.present.documents.document import Document
from probcalc.present.documents.shown import ShownTable, reasons_for_gaps, shown_table
from probcalc.present.writing.report import number_lines


def pdf_document(document: Document) -> bytes:
    r"""The whole file.

    >>> pdf_document(Document("Odds", ("so it is",), ()))[:5]
    b'%PDF-'
    """
    import typst

    data = {
        "title": document.title,
        "facts": list(document.facts),
        "found": [{"about": about, "says": says} for about, says in document.what_stands_out],
        "ramp": [colour for colour, _ in RAMP],
        "inks": [ink for _, ink in RAMP],
        "chapters": [
            {
                "title": chapter.title,
                "words": chapter.words,
                "sections": [
                    {
                        "title": section.title,
                        "words": section.words,
                        "link": section.link,
                        "report": _report(section.report, section.links),
                    }
                    for section in chapter.sections
                ],
            }
            for chapter in document.chapters
        ],
    }
    template = files(__package__).joinpath("report.typ").read_bytes()
    written = {"report": json.dumps(data, ensure_ascii=False)}
    return typst.compile(template, sys_inputs=written, ignore_system_fonts=True, timestamp=0)


def _report(report: Report, links: Sequence[Sequence[str]] = ()) -> dict[str, Any]:
    table = shown_table(report, links)
    return {
        "says": [*report.asked, *report.says, *number_lines(report)],
        "table": None if table is None else _table(table),
        "more": [_report(each) for each in report.more],
        "notes": [*reasons_for_gaps(report), *report.notes],
    }


def _table(table: ShownTable) -> dict[str, Any]:
    return {
        "heading": table.heading,
        "words": table.words,
        "present": table.present,
        "is_heat": table.is_heat,
        "rows": [
            [{key: getattr(cell, key) for key in ("text", "look", "step", "percent", "link")} for cell in row]
            for row in table.rows
        ],
    }
