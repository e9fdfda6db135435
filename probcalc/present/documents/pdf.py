"""A document as PDF, laid out by ReportLab, with a table of contents and page numbers."""

from __future__ import annotations

import io
from collections.abc import Iterator
from html import escape
from typing import Any

from probcalc.analysis.report import Report
from probcalc.present.charts.report import report_chart
from probcalc.present.documents.document import Document
from probcalc.present.pictures import chart_png
from probcalc.present.report import numbered, remarks, report_rows

_WIDTH = 170
"""What may be written on of a page of 210 millimetres."""
_MOST_COLUMNS = 12
# What the font has no sign for.
_SIGNS = str.maketrans({"\u202f": " ", "−": "-", "→": "to", "…": "...", "▲": "^", "×": "x"})


def pdf_document(document: Document) -> bytes:
    r"""The whole file.

    >>> pdf_document(Document("Odds", ("so it is",), ()))[:5]
    b'%PDF-'
    """
    from reportlab.lib.pagesizes import A4
    from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate

    class Paged(BaseDocTemplate):  # type: ignore[misc]
        """Tells the table of contents where each heading stands."""

        def afterFlowable(self, flowable: Any) -> None:
            """Called by ReportLab for each part that was laid out."""
            level = getattr(flowable, "level", None)
            if level is not None:
                key = f"heading-{flowable.number}"
                self.canv.bookmarkPage(key)
                self.notify("TOCEntry", (level, flowable.getPlainText(), self.page, key))

    styles = _styles()
    out = io.BytesIO()
    made = Paged(out, pagesize=A4, title=document.title, author="probcalc", invariant=1)
    frame = Frame(20 * _MM, 18 * _MM, _WIDTH * _MM, A4[1] - 36 * _MM)
    made.addPageTemplates([PageTemplate(frames=[frame], onPage=_footer)])
    made.multiBuild(list(_story(document, styles)))
    return out.getvalue()


_MM = 72 / 25.4


def _styles() -> dict[str, Any]:
    import reportlab
    from reportlab.lib.colors import HexColor
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.pdfbase.pdfmetrics import registerFont, registerFontFamily
    from reportlab.pdfbase.ttfonts import TTFont

    folder = f"{reportlab.__path__[0]}/fonts"
    for name, file in (("Vera", "Vera"), ("Vera-Bold", "VeraBd")):
        registerFont(TTFont(name, f"{folder}/{file}.ttf"))
    registerFontFamily("Vera", normal="Vera", bold="Vera-Bold", italic="Vera", boldItalic="Vera-Bold")
    body = ParagraphStyle("body", fontName="Vera", fontSize=9, leading=13, spaceAfter=4)
    quiet = ParagraphStyle("quiet", body, textColor=HexColor("#565C64"), fontSize=7.5, leading=11)
    head = ParagraphStyle("head", body, fontName="Vera-Bold")
    return {
        "title": ParagraphStyle("title", head, fontSize=20, leading=26, spaceAfter=8),
        "chapter": ParagraphStyle("chapter", head, fontSize=14, leading=19, spaceBefore=12, spaceAfter=6),
        "section": ParagraphStyle("section", head, fontSize=10.5, leading=14, spaceBefore=9, spaceAfter=4),
        "body": body,
        "first": ParagraphStyle("first", head, spaceAfter=3),
        "quiet": quiet,
        "cell": ParagraphStyle("cell", body, fontSize=6.5, leading=8.5, spaceAfter=0),
        "contents": ParagraphStyle("contents", body, fontSize=9, leading=15),
    }


def _footer(canvas: Any, made: Any) -> None:
    canvas.setFont("Vera", 7)
    canvas.drawRightString(190 * _MM, 10 * _MM, str(made.page))
    canvas.drawString(20 * _MM, 10 * _MM, str(made.title).translate(_SIGNS))


def _story(document: Document, styles: dict[str, Any]) -> Iterator[Any]:
    from reportlab.platypus import PageBreak, Paragraph
    from reportlab.platypus.tableofcontents import TableOfContents

    def text(words: str, style: str) -> Any:
        return Paragraph(escape(words.translate(_SIGNS)), styles[style])

    yield text(document.title, "title")
    yield from (text(fact, "quiet") for fact in document.facts)
    contents = TableOfContents()
    contents.levelStyles = [styles["contents"]]
    yield contents
    for number, chapter in enumerate(document.chapters):
        yield PageBreak()
        heading = text(chapter.title, "chapter")
        heading.level, heading.number = 0, number
        yield heading
        if chapter.words:
            yield text(chapter.words, "body")
        for section in chapter.sections:
            yield text(section.title, "section")
            if section.words:
                yield text(section.words, "body")
            yield from _report(section.report, styles)


def _report(report: Report, styles: dict[str, Any]) -> Iterator[Any]:
    from reportlab.platypus import Image, Paragraph

    def text(words: str, style: str) -> Any:
        return Paragraph(escape(words.translate(_SIGNS)), styles[style])

    for place, line in enumerate(report.says):
        yield text(line, "body" if place else "first")
    yield from (text(line, "body") for line in numbered(report))
    chart = report_chart(report)
    if chart is not None:
        picture = Image(io.BytesIO(chart_png(chart)))
        share = min(_WIDTH * _MM / picture.imageWidth, 220 * _MM / picture.imageHeight, 0.36)
        picture.drawWidth, picture.drawHeight = picture.imageWidth * share, picture.imageHeight * share
        yield picture
    if report.rows and len(report.columns) <= _MOST_COLUMNS:
        yield _table(report, styles)
    elif report.rows:
        wide = f"The table has {len(report.columns)} columns, more than a page holds; as HTML and Markdown it is here."
        yield text(wide, "quiet")
    for table in report.more:
        yield from _report(table, styles)
    yield from (text(line, "quiet") for line in remarks(report))


def _table(report: Report, styles: dict[str, Any]) -> Any:
    from reportlab.lib.colors import HexColor
    from reportlab.platypus import Paragraph, Table

    rows = report_rows(report)
    cells = [[Paragraph(escape(cell.translate(_SIGNS)), styles["cell"]) for cell in row] for row in rows]
    longest = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    widths = [min(max(5 + 1.35 * length, 16), 60) for length in longest]
    scale = min(1, _WIDTH / sum(widths))
    line = HexColor("#D8D5CE")
    return Table(
        cells,
        colWidths=[width * scale * _MM for width in widths],
        repeatRows=1,
        hAlign="LEFT",
        style=[("LINEBELOW", (0, 0), (-1, -1), 0.4, line), ("VALIGN", (0, 0), (-1, -1), "TOP")],
        spaceBefore=4,
        spaceAfter=6,
    )
