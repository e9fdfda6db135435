"""A document as one HTML file: no request to anywhere, light and dark, and fit for print."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape
from importlib.util import find_spec

from probcalc.analysis.report import Report
from probcalc.present.charts.report import report_chart
from probcalc.present.documents.document import Chapter, Document, Section
from probcalc.present.pictures import chart_svg
from probcalc.present.report import numbered, remarks, report_rows

_STYLE = """
:root { color-scheme: light dark; --bg: light-dark(#f6f5f1, #0f1216); --card: light-dark(#fff, #171b21);
  --ink: light-dark(#15181c, #eceef1); --muted: light-dark(#565c64, #a6aeb8); --line: light-dark(#e2dfd8, #2b323b);
  --a: light-dark(#1b5faf, #68acf2); --a-soft: light-dark(#dce9f7, #1d344e); }
* { box-sizing: border-box; }
body { background: var(--bg); color: var(--ink); font: 15px/1.5 system-ui, "Segoe UI", Roboto, Arial, sans-serif;
  font-variant-numeric: tabular-nums; margin: 0 auto; max-width: 72rem; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 2rem; letter-spacing: -.02em; line-height: 1.15; margin: 0 0 .5rem; }
h2 { border-top: 1px solid var(--line); font-size: 1.4rem; margin: 2.5rem 0 .5rem; padding-top: 1.2rem; }
h3 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; }
p, ul { margin: .4rem 0; max-width: 46rem; }
a { color: var(--a); }
.facts, .notes, figcaption { color: var(--muted); font-size: .87rem; }
nav ol { columns: 2 22rem; margin: .8rem 0; padding-left: 1.4rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: 14px; margin: .9rem 0;
  padding: .9rem 1.1rem; }
section h3 { margin-top: 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .87rem; }
th { border-bottom: 1px solid var(--line); color: var(--muted); font-weight: 600; text-align: right;
  vertical-align: bottom; }
th, td { padding: .2rem .7rem .2rem 0; }
td { border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
th:first-child, td:first-child, td.words, th.words, td.sentence, th.sentence { text-align: left; white-space: normal; }
td:first-child { min-width: 6.5rem; }
td.sentence:not(:first-child) { min-width: min(17rem, 46vw); }
tr.now td { background: var(--a-soft); }
figure { background: #fff; border-radius: 10px; margin: .8rem 0; padding: .6rem; width: fit-content; max-width: 100%; }
figure img { display: block; height: auto; max-width: 100%; }
figcaption { color: #565c64; padding-top: .3rem; }
b.first { font-weight: 650; }
@page { margin: 14mm; }
@media print { body { background: #fff; color: #000; max-width: none; padding: 0; } section { border: 0; padding: 0; }
  .wide { overflow: visible; } table { font-size: .72rem; } td.sentence:not(:first-child) { min-width: 0; }
  h2 { break-before: page; } figure, tr { break-inside: avoid; } a { color: inherit; text-decoration: none; } }
"""


_WORDS_OF_A_SENTENCE = 4
_POLICY = (
    '<meta http-equiv="Content-Security-Policy" '
    "content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">"
)


def html_document(document: Document) -> str:
    """The whole file.

    >>> "<title>Odds &amp; &lt;ends&gt;</title>" in html_document(Document("Odds & <ends>", ("so it is",), ()))
    True
    """
    title = escape(document.title)
    contents = "".join(f'<li><a href="#{c.anchor}">{escape(c.title)}</a></li>' for c in document.chapters)
    parts = [
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        _POLICY,
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>",
        *(f'<p class="facts">{escape(fact)}</p>' for fact in document.facts),
        f'<nav aria-label="Contents"><ol>{contents}</ol></nav>\n<main>',
        *(line for chapter in document.chapters for line in _chapter(chapter)),
        "</main>\n</body>\n</html>",
    ]
    return "\n".join(parts)


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield f'<h2 id="{chapter.anchor}">{escape(chapter.title)}</h2>'
    if chapter.words:
        yield f"<p>{escape(chapter.words)}</p>"
    for section in chapter.sections:
        yield from _section(section)


def _section(section: Section) -> Iterator[str]:
    yield f"<section><h3>{escape(section.title)}</h3>"
    if section.words:
        yield f"<p>{escape(section.words)}</p>"
    yield report_html(section.report)
    yield "</section>"


def report_html(report: Report) -> str:
    """One report: what it says, its chart where the library for pictures is there, its table, its notes.

    >>> report_html(Report("odds", "Odds", (), (), says=("Even & fair.",)))
    '<p><b class=first>Even &amp; fair.</b></p>'
    """
    return "\n".join(filter(None, _report(report)))


def _report(report: Report) -> Iterator[str]:
    for place, line in enumerate(report.says):
        yield f"<p>{f'<b class=first>{escape(line)}</b>' if not place else escape(line)}</p>"
    yield "".join(f"<p>{line}</p>" for line in numbered(report, escape))
    chart = report_chart(report)
    if chart is not None and find_spec("vl_convert") is not None:
        picture = b64encode(chart_svg(chart).encode()).decode()
        yield f'<figure><img alt="{escape(chart.alt)}" src="data:image/svg+xml;base64,{picture}">'
        yield f"<figcaption>{escape(report.title)}</figcaption></figure>"
    if report.rows:
        yield from _table(report)
    for table in report.more:
        yield from _report(table)
    notes = "".join(f"<li>{escape(line)}</li>" for line in remarks(report))
    if notes:
        yield f'<ul class="notes">{notes}</ul>'


def _table(report: Report) -> Iterator[str]:
    heading, *rows = report_rows(report)
    marks = [_mark([row[place] for row in rows]) for place in range(len(heading))]

    def cells(row: tuple[str, ...], tag: str) -> str:
        return "".join(f"<{tag}{mark}>{escape(cell)}</{tag}>" for cell, mark in zip(row, marks, strict=True))

    yield f'<div class="wide"><table><thead><tr>{cells(heading, "th")}</tr></thead><tbody>'
    for row, told in zip(rows, report.rows, strict=True):
        yield f"<tr{' class=now' if told.is_present else ''}>{cells(row, 'td')}</tr>"
    yield "</tbody></table></div>"


def _mark(cells: Sequence[str]) -> str:
    """How a column is set: as numbers, as words, or as sentences, which need room and are broken into lines."""
    if any(cell.count(" ") >= _WORDS_OF_A_SENTENCE for cell in cells):
        return ' class="sentence"'
    return ' class="words"' if all(cell[:1].isalpha() or not cell for cell in cells) else ""
