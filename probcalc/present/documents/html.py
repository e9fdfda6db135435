"""A document as one HTML file: no request to anywhere, light and dark, and fit for print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from probcalc.analysis.findings.report import Report
from probcalc.present.charts.ramp import ramp_tokens
from probcalc.present.documents.document import Chapter, Document, Section
from probcalc.present.documents.shown import Shown, reasons_for_gaps, shown_table
from probcalc.present.writing.report import number_lines

_STYLE = """
:root { color-scheme: light dark; --bg: light-dark(#f6f5f1, #0f1216); --card: light-dark(#fff, #171b21);
  --ink: light-dark(#15181c, #eceef1); --muted: light-dark(#565c64, #a6aeb8); --line: light-dark(#e2dfd8, #2b323b);
  --a: light-dark(#1b5faf, #68acf2); --a-soft: light-dark(#dce9f7, #1d344e); RAMP }
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
th.up { font-weight: 500; padding: 0 .2rem .3rem; text-align: left; vertical-align: bottom; }
th.up span { writing-mode: sideways-lr; }
td.heat { border: 2px solid var(--card); border-radius: 6px; min-width: 2.2rem; padding: .3rem; text-align: center; }
td.bar, td.change { text-align: left; }
td.bar i, td.change i { background: var(--line); border-radius: 99px; display: inline-block; height: .55rem;
  margin-left: .6rem; position: relative; vertical-align: middle; width: 8rem; }
td.change i { background: none; }
i b { background: var(--a); border-radius: 99px; height: 100%; left: 0; position: absolute; }
td.change i b { left: 50%; }
td.change i b.less { background: light-dark(#c2571a, #f09a5e); left: auto; right: 50%; }
@media (max-width: 40rem) { td.bar i, td.change i { margin-left: .3rem; width: 4.5rem; } }
.found { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: .9rem 1.1rem; }
.found h2 { border: 0; font-size: 1.1rem; margin: 0 0 .4rem; padding: 0; }
.found ul { padding-left: 1.1rem; }
b.first { font-weight: 650; }
@page { margin: 14mm; }
@media print { body { background: #fff; color: #000; max-width: none; padding: 0; } section { border: 0; padding: 0; }
  .wide { overflow: visible; } table { font-size: .72rem; } td.sentence:not(:first-child) { min-width: 0; }
  h2 { break-before: page; } tr { break-inside: avoid; } h3 { break-after: avoid; }
  td, i b, i { print-color-adjust: exact; } a { color: inherit; text-decoration: none; } }
td a { color: inherit; text-decoration: none; }
td a:hover { text-decoration: underline; }
"""


_POLICY = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"


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
        f"<style>{_STYLE.replace('RAMP', ramp_tokens())}</style>\n</head>\n<body>\n<h1>{title}</h1>",
        *(f'<p class="facts">{escape(fact)}</p>' for fact in document.facts),
        *_what_stands_out(document),
        f'<nav aria-label="Contents"><ol>{contents}</ol></nav>\n<main>',
        *(line for chapter in document.chapters for line in _chapter(chapter)),
        "</main>\n</body>\n</html>",
    ]
    return "\n".join(parts)


def _what_stands_out(document: Document) -> Iterator[str]:
    if document.what_stands_out:
        listed = "".join(f"<li><b>{escape(about)}:</b> {escape(says)}</li>" for about, says in document.what_stands_out)
        yield f'<div class="found"><h2>What stands out</h2><ul>{listed}</ul></div>'


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield f'<h2 id="{chapter.anchor}">{escape(chapter.title)}</h2>'
    if chapter.words:
        yield f"<p>{escape(chapter.words)}</p>"
    for section in chapter.sections:
        yield from _section(section)


def _section(section: Section) -> Iterator[str]:
    yield f"<section><h3>{_link(escape(section.title), section.link)}</h3>"
    if section.words:
        yield f"<p>{escape(section.words)}</p>"
    yield report_html(section.report, section.links)
    yield "</section>"


def _link(markup: str, link: str) -> str:
    return f'<a href="{escape(link)}">{markup}</a>' if link else markup


def report_html(report: Report, links: Sequence[Sequence[str]] = ()) -> str:
    """One report: what it says, its table with what is drawn in it, its notes.

    >>> report_html(Report("odds", "Odds", (), (), says=("Even & fair.",)))
    '<p><b class=first>Even &amp; fair.</b></p>'
    """
    return "\n".join(filter(None, _report(report, links)))


def _report(report: Report, links: Sequence[Sequence[str]] = ()) -> Iterator[str]:
    for place, line in enumerate((*report.asked, *report.says)):
        yield f"<p>{f'<b class=first>{escape(line)}</b>' if not place else escape(line)}</p>"
    yield "".join(f"<p>{line}</p>" for line in number_lines(report, escape))
    yield from _table(report, links)
    for table in report.more:
        yield from _report(table)
    notes = "".join(f"<li>{escape(line)}</li>" for line in (*reasons_for_gaps(report), *report.notes))
    if notes:
        yield f'<ul class="notes">{notes}</ul>'


def _table(report: Report, links: Sequence[Sequence[str]]) -> Iterator[str]:
    table = shown_table(report, links)
    if table is None:
        return
    marks = [f' class="{words}"' if words else "" for words in table.words]
    heads = [
        f'<th class="up"><span>{escape(label)}</span></th>'
        if table.is_heat and place
        else f"<th{marks[place]}>{escape(label)}</th>"
        for place, label in enumerate(table.heading)
    ]
    yield f'<div class="wide"><table><thead><tr>{"".join(heads)}</tr></thead><tbody>'
    for row, is_present in zip(table.rows, table.present, strict=True):
        cells = [_cell(cell, mark) for cell, mark in zip(row, marks, strict=True)]
        yield f"<tr{' class=now' if is_present else ''}>{''.join(cells)}</tr>"
    yield "</tbody></table></div>"


def _cell(cell: Shown, mark: str) -> str:
    text = _link(escape(cell.text), cell.link)
    if cell.look == "heat":
        return f'<td class="heat" style="background:var(--q{cell.step});color:var(--i{cell.step})">{text}</td>'
    if cell.look == "bar":
        return f'<td class="bar">{text}<i><b style="width:{cell.percent}%"></b></i></td>'
    if cell.look == "change":
        less = " class=less" if cell.percent < 0 else ""
        return f'<td class="change">{text}<i><b{less} style="width:{abs(cell.percent) / 2}%"></b></i></td>'
    return f"<td{mark}>{text}</td>"
