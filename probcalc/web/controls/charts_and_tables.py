"""Charts and tables as every page shows them; of a chart the words are said in the language of the reader."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, Literal

import altair as alt
from pandas import DataFrame

from probcalc.analysis.findings.report import Report
from probcalc.present.charts.chart import Chart, Spec
from probcalc.present.charts.report import report_chart
from probcalc.present.languages.language import number_signs, said
from probcalc.present.words.labels import in_words
from probcalc.present.writing.report import number_lines, remarks, report_csv, report_json, report_markdown, report_rows
from probcalc.scenarios import registry
from probcalc.scenarios.parties import Party
from probcalc.web.controls.component import show
from probcalc.web.controls.handing_on import file_buttons
from probcalc.web.controls.markdown_text import breakable, plain
from probcalc.web.controls.ranked import rows_of
from probcalc.web.controls.spoken import st
from probcalc.web.parts.markup import tag
from probcalc.web.parts.rows import rows_card

# Figures within a chart take no colour from the theme, so they are given the text's.
_TEXT = {"light": "#0A0C10", "dark": "#E8EAED"}
_TIGHT: Spec = {
    "axis": {"labelPadding": 6, "titlePadding": 8},
    "legend": {"offset": 8, "rowPadding": 4, "padding": 0},
}
_MOST_ROWS = 24
# What is drawn as rows with bars, which are chart and table in one.
_ROWS = ("ranked", "spent")
_TALLEST = 640
# In letters: a cell that no phone has room for, and a line that is long enough.
_LONG, _SHORT = 16, 9
_LONGEST_COPIED = 20_000
_FILES: Mapping[str, Callable[[Report], str]] = {"csv": report_csv, "md": report_markdown, "json": report_json}


def show_chart(chart: Chart, key: str) -> None:
    """A chart in the width that there is, with its words for those who cannot see it."""
    text = _TEXT["dark" if st.context.theme.type == "dark" else "light"]
    config = _TIGHT | {"background": "transparent", "text": {"fill": text, "fontSize": 12}, "rule": {"stroke": text}}
    for guide in ("axis", "legend"):
        config[guide] = {**_TIGHT[guide], "labelColor": text, "titleColor": text}
    look = said_chart(chart.spec | {"config": config})
    rows = look.pop("data")["values"]
    drawn = _of_look(json.dumps(look)).copy(deep=False)
    # The rows are not read against the grammar of charts: a curve may have a thousand.
    drawn.data = DataFrame(rows)
    st.altair_chart(drawn, width="stretch", key=key, alt=chart.alt)


@lru_cache(maxsize=64)
def _of_look(text: str) -> alt.Chart | alt.LayerChart:
    """A chart without its rows, kept while it is drawn again and again.

    A test holds every look to the one that Altair makes, so it need not be read against the grammar here.
    """
    look = json.loads(text)
    return (alt.LayerChart if "layer" in look else alt.Chart).from_dict(look, validate=False)


def in_short_lines(text: str) -> str:
    r"""A name that is broken between some words only: beside long fractions every word would get a line of its own.

    >>> in_short_lines("Your figure with the long sword").replace("\u00a0", "_")
    'Your_figure with_the_long sword'
    """
    lines: list[str] = []
    for word in text.split(" "):
        if lines and len(lines[-1]) < _SHORT:
            lines[-1] += f"\u00a0{word}"
        else:
            lines.append(word)
    return " ".join(lines)


def show_table(rows: Sequence[Sequence[str]], words: str, tallest: int = _MOST_ROWS) -> None:
    """A table whose first row is its heading, without empty columns; beyond `tallest` rows it scrolls within itself."""
    head, *body = rows
    filled = [i for i in range(len(head)) if any(row[i] for row in body)]
    if any(len(text) > _LONG for row in body for text in row[1:]):
        body = [[in_short_lines(row[0]), *row[1:]] for row in body]
    # Names of columns differ, or one would stand for both.
    columns = {plain(breakable(head[i])) or "\u200b" * (i + 1): [plain(row[i]) for row in body] for i in filled}
    height: int | Literal["content"] = _TALLEST if len(body) > tallest else "content"
    st.table(columns, border="horizontal", hide_index=True, height=height, alt=words)


def show_report(
    report: Report,
    key: str,
    drawn: bool = False,
    tallest: int = _MOST_ROWS,
    whole: Report | None = None,
    label: str = "Copy this table",
    parties: Sequence[Party] = (),
) -> None:
    """A report: what leads, what to do, its rows with bars or its chart and table, the remarks, the same to copy.

    A chart that is `drawn` already is not drawn again. What is copied is the `whole` where the report shown is a part
    of it; `label` says which it is, where a page has several tables of a kind. The remarks call the `parties` by their
    names.
    """
    if told := (*report.asked, *report.says):
        st.markdown("\n\n".join(map(plain, told)))
    elif report.counts and report.drawing not in _ROWS:
        st.caption(f"Result: {plain(report.counts)}")
    if report.to_do:
        st.markdown("\n".join(number_lines(report, plain)))
    model = registry.scenario(report.scenario) if report.scenario else None
    words = partial(in_words, model=model, parties=parties) if model else str
    if report.drawing in _ROWS:
        show(f"{key} rows", rows_card(*rows_of(report, words)))
    else:
        _show_unless_drawn(report, key, drawn, tallest)
    # In rows each refusal stands where its number would.
    if lines := remarks(replace(report, refusals=()) if report.drawing in _ROWS else report, words):
        st.caption("\n".join(f"- {plain(line)}" for line in lines))
    for table in report.more:
        if table.drawing not in _ROWS:
            st.markdown(f"**{plain(table.title)}**")
        # What is copied of a report holds its further tables.
        show_report(table, f"{key} {table.id}", label="")
    if label:
        copy_report(lambda: whole or report, file_name(report.scenario, report.id), key, label, report)


def _show_unless_drawn(report: Report, key: str, drawn: bool, tallest: int) -> None:
    """The chart of a report, unless it is drawn already, and its table."""
    chart = None if drawn else report_chart(report)
    if chart is not None:
        show_chart(chart, f"{key} chart")
    rows = report_rows(report, narrow=True)
    if len(rows) > 1 and report.drawing == "heat map":
        # The map has all of its numbers already.
        with st.popover("As a table", key=f"{key} table"):
            show_table(rows, report.title, tallest)
    elif len(rows) > 1:
        show_table(rows, report.title, tallest)


def file_name(scenario: str, table: str) -> str:
    """What the files of a table are called.

    >>> file_name("chronopia.melee", "wounds"), file_name("", "glossary")
    ('chronopia-melee-wounds', 'glossary')
    """
    return "-".join(part for part in (scenario.replace(".", "-"), table) if part)


def copy_report(
    report: Callable[[], Report], name: str, key: str, label: str = "Copy this table", shown: Report | None = None
) -> None:
    """The table of a report, to be copied as it is shown, and as files: CSV, Markdown, JSON, made when asked for."""
    text = "" if shown is None else cells_text(shown)
    if text := text if len(text) <= _LONGEST_COPIED else "":
        with st.container(horizontal=True, gap="small"):
            show(f"{key} hand", tag("button.chip", label, data_hand=text))
            _save_report(report, name, key, "Save as a file")
    else:
        _save_report(report, name, key, label)


def _save_report(report: Callable[[], Report], name: str, key: str, label: str) -> None:
    with st.popover(label, key=f"{key} copy"):
        file_buttons(name, f"{key} ", {ending: partial(_write, made, report) for ending, made in _FILES.items()})


def cells_text(report: Report) -> str:
    r"""The tables of a report as cells that a spreadsheet and a chat take: a line for each row, tabs between.

    >>> from fractions import Fraction
    >>> from probcalc.analysis.findings.report import Column, Row
    >>> columns = Column("weapon", "name"), Column("slain", "chance")
    >>> cells_text(Report("odds", "Odds", columns, (Row(("Axe", Fraction(1, 3))),)))
    'weapon\tslain\nAxe\t33.3%'
    """
    lines = ["\t".join(row) for row in report_rows(report)]
    return "\n\n".join(["\n".join(lines), *map(cells_text, report.more)])


def _write(write: Callable[[Report], str], report: Callable[[], Report]) -> str:
    return write(report())


# Rows are picked by these, and no reader sees them.
_PICKED_BY = ("align", "group", "side")
_SHOWN = ("title", "text")


def said_chart(spec: Spec) -> Spec:
    """The specification with its words said, and numbers written with the signs of the language.

    >>> from probcalc.present.languages.language import speaking
    >>> spec = {"title": "Situation", "data": {"values": [{"name": "Situation", "side": "Situation"}]}}
    >>> with speaking("de"):
    ...     found = said_chart(spec)
    >>> found["title"], found["data"]["values"], found["config"]["locale"]["number"]["decimal"]
    ('Lage', [{'name': 'Lage', 'side': 'Situation'}], ',')
    """
    signs = number_signs()
    if signs is None:
        return dict(spec)
    point, thousands = signs
    locale = {"number": {"decimal": point, "thousands": thousands, "grouping": [3], "currency": ["", ""]}}
    rows = spec.get("data", {}).get("values", [])
    names = {v for row in rows for key, v in row.items() if isinstance(v, str) and key not in _PICKED_BY}
    found = {key: _say_part(key, value, names) for key, value in spec.items() if key != "data"}
    found["data"] = {**spec.get("data", {}), "values": [_row(row) for row in rows]}
    return found | {"config": {**spec.get("config", {}), "locale": locale}}


def _row(row: Mapping[str, object]) -> dict[str, object]:
    return {k: _label(v) if isinstance(v, str) and k not in _PICKED_BY else v for k, v in row.items()}


def _label(text: str) -> str:
    """A label, in two lines of about one length where the English one has two."""
    if "\n" not in text:
        return said(text)
    words = said(text.replace("\n", " ")).split(" ")
    cuts = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    first, second = min(cuts, key=lambda cut: abs(len(cut[0]) - len(cut[1])), default=(words[0], ""))
    return f"{first}\n{second}".strip()


def _say_part(key: str, value: Any, names: set[str]) -> Any:
    """A part of the specification; a list of names that the rows hold is said as they are."""
    if isinstance(value, dict):
        return {inner: _say_part(inner, one, names) for inner, one in value.items()}
    if isinstance(value, list):
        return [_label(one) if isinstance(one, str) and one in names else _say_part(key, one, names) for one in value]
    return said(value) if key in _SHOWN and isinstance(value, str) else value
