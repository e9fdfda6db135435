"""The tables of a document as they are drawn: cells with the text that stands there, and what is drawn behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, TypeAlias

from probcalc.analysis.findings.report import Cell, Refused, Report
from probcalc.present.charts.ramp import STEPS
from probcalc.present.numbers.text import short_text
from probcalc.present.writing.report import report_rows

Look: TypeAlias = Literal["", "heat", "bar", "change"]

_MOST_REASONS = 3
_WORDS_OF_A_SENTENCE = 4


@dataclass(frozen=True, slots=True)
class Shown:
    """A cell.

    Attributes:
        text: what stands in it.
        look: what is drawn behind it: a colour of the ramp, a bar from the left, a bar to both sides, or nothing.
        share: how much of that, from 0 to 1; of a change from -1 to 1.
        link: the page of its number, "" for none.
    """

    text: str
    look: Look = ""
    share: Fraction = Fraction(0)
    link: str = ""

    @property
    def step(self) -> int:
        """Its colour on the ramp.

        >>> Shown("50", "heat", Fraction(1, 2)).step
        10
        """
        return round(self.share * (STEPS - 1))

    @property
    def percent(self) -> int:
        """How long its bar is, in whole hundredths.

        >>> Shown("-3 pts", "change", Fraction(-1, 3)).percent
        -33
        """
        return round(self.share * 100)


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table.

    Attributes:
        heading: the labels of the columns.
        rows: its cells.
        words: what each column holds: numbers, words, or sentences, which need room.
        present: the rows of the request as it stands.
        is_heat: whether all cells but the first of a row are colours.
    """

    heading: tuple[str, ...]
    rows: tuple[tuple[Shown, ...], ...]
    words: tuple[Literal["", "words", "sentence"], ...]
    present: tuple[bool, ...]
    is_heat: bool


def shown_table(report: Report, links: Sequence[Sequence[str]] = ()) -> ShownTable | None:
    """The table of a report, with the pages of its cells row by row where they are known; None where it has no rows.

    >>> from probcalc.analysis.tables.presets import presets
    >>> from probcalc.present.reports.entries import entries_report
    >>> found = shown_table(entries_report(presets("chronopia.melee", {"target": "spearmen"})))
    >>> found.rows[0][1].text, found.rows[0][1].look, found.rows[0][1].percent
    ('43.8%', 'bar', 44)
    """
    if not report.rows:
        return None
    heading, *texts = report_rows(report)
    words = tuple(_words([row[place] for row in texts]) for place in range(len(heading)))
    is_heat = report.drawing == "heat map"
    drawn = range(1, len(heading)) if is_heat else (1,) if report.drawing in ("ranked", "changes") else ()
    top = _top(report, drawn)
    rows, present = list[tuple[Shown, ...]](), list[bool]()
    for number, (row, text) in enumerate(zip(report.rows, texts, strict=True)):
        if not is_heat and any(isinstance(row.cells[place], Refused) for place in drawn):
            # What has no number is named below the table.
            continue
        present.append(row.is_present)
        cells = [Shown(each) for each in text]
        for place in drawn:
            cells[place] = _cell_to_show(report, row.cells[place], text[place], top)
        if links:
            cells = [replace(cell, link=link) for cell, link in zip(cells, links[number], strict=True)]
        rows.append(tuple(cells))
    return ShownTable(heading, tuple(rows), words, tuple(present), is_heat)


def _cell_to_show(report: Report, cell: Cell, text: str, top: Fraction) -> Shown:
    if isinstance(cell, Refused) or not isinstance(cell, (int, Fraction)):
        return Shown("–" if isinstance(cell, Refused) else text)
    share = Fraction(cell) / top
    if report.drawing == "heat map":
        return Shown(short_text(cell, report.unit), "heat", share)
    return Shown(text, "change" if report.drawing == "changes" else "bar", share)


def _top(report: Report, drawn: Sequence[int]) -> Fraction:
    """What fills a cell: all that there is of chances, the greatest number of others."""
    if report.unit == "chance" and report.drawing != "changes":
        return Fraction(1)
    cells = [row.cells[place] for row in report.rows for place in drawn]
    return max((abs(Fraction(cell)) for cell in cells if isinstance(cell, (int, Fraction))), default=None) or Fraction(
        1
    )


def _words(cells: Sequence[str]) -> Literal["", "words", "sentence"]:
    """How a column is set: as numbers, as words, or as sentences, which need room and are broken into lines."""
    if any(cell.count(" ") >= _WORDS_OF_A_SENTENCE for cell in cells):
        return "sentence"
    return "words" if all(cell[:1].isalpha() or not cell for cell in cells) else ""


def reasons_for_gaps(report: Report) -> tuple[str, ...]:
    """Why cells have no number, in one line of names for each reason, without the rest.

    >>> reasons_for_gaps(Report("odds", "Odds", (), (), refusals=(("A, B, C, D", "no bow"),)))
    ('Without a number: A, B, C, D (no bow).',)
    """
    if not report.refusals:
        return ()
    reasons = [f"{names} ({why})" for names, why in report.refusals[:_MOST_REASONS]]
    more = len(report.refusals) - _MOST_REASONS
    end = f"; and {more} more" if more > 0 else ""
    return (f"Without a number: {'; '.join(reasons)}{end}.",)
