"""How answers, laws, tables and formulas show themselves in a notebook: an HTML table with a chart, LaTeX for formulas.

IPython knows the functions by the names of the classes, so nothing is loaded for a class that is not shown.
"""

from __future__ import annotations

import sys
from base64 import b64encode
from collections.abc import Callable, Iterable
from html import escape
from importlib.util import find_spec
from itertools import islice
from typing import TYPE_CHECKING, Any

from probcalc.analysis.findings.found import Found
from probcalc.analysis.findings.report import Column, Report, Row
from probcalc.exact.law.distribution import Distribution
from probcalc.present.charts.pictures import chart_svg
from probcalc.present.charts.ramp import ramp_tokens
from probcalc.present.charts.report import report_chart
from probcalc.present.declared.question import Asked
from probcalc.present.documents.html import report_html
from probcalc.present.reports.law import law_report, numbers_report
from probcalc.present.reports.law_table import law_table, table_of
from probcalc.present.sentences.headline import sentence
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.value_text import value_text

if TYPE_CHECKING:
    from probcalc.dice_programs.dice import ProgramOutput

_MOST_ROWS = 20
_STYLE = (
    "<style>.probcalc table{border-collapse:collapse}.probcalc td,.probcalc th{padding:.1em .8em .1em 0;"
    "text-align:right}.probcalc td:first-child,.probcalc th:first-child,.probcalc .words{text-align:left}"
    ".probcalc figure{background:#fff;margin:.5em 0;max-width:44em}.probcalc img{max-width:100%}"
    ".probcalc .up span{writing-mode:sideways-lr}.probcalc td.heat{padding:.2em .5em;text-align:center}"
    ".probcalc .bar i,.probcalc .change i{display:inline-block;height:.5em;margin-left:.6em;position:relative;"
    "width:8em}"
    ".probcalc .bar i{background:#8883}.probcalc i b{background:#1b5faf;height:100%;left:0;position:absolute}"
    ".probcalc .change i b{left:50%}.probcalc .change i b.less{background:#c2571a;left:auto;right:50%}"
    f".probcalc{{{ramp_tokens()}}}</style>"
)
# What is drawn in the cells of its table needs no picture beside it.
_IN_TABLES = ("", "heat map", "ranked", "changes")


def law_html(law: Distribution) -> str:
    """A law: a chart, and every outcome with its chance and its fraction.

    >>> from probcalc.exact.dice.dice import d
    >>> "16.7" in law_html(d(6)) and "1/6" in law_html(d(6))
    True
    """
    return _frame(_with_picture(law_report(table_of(law, "law", "Distribution", ""))))


def _with_picture(report: Report) -> str:
    """A report, with its chart where the library for pictures is there."""
    chart = None if report.drawing in _IN_TABLES or find_spec("vl_convert") is None else report_chart(report)
    if chart is None:
        return report_html(report)
    picture = b64encode(chart_svg(chart).encode()).decode()
    image = f'<img alt="{escape(chart.alt)}" src="data:image/svg+xml;base64,{picture}">'
    return f"<figure>{image}</figure>{report_html(report)}"


def answer_html(answer: Answer) -> str:
    """An answer: its sentence, its numbers, its laws."""
    parts = [f"<p><b>{escape(sentence(answer))}</b></p>", report_html(numbers_report(answer))]
    return _frame("".join([*parts, *(_with_picture(law_report(law_table(answer, name))) for name in answer.laws)]))


def question_html(found: Found) -> str:
    """What a question found, by the reports that the question declares.

    >>> from probcalc.analysis.laboratory.along import along
    >>> "No change from -10 to 31." in question_html(along("chronopia.armour", {"damage": 30}, "armour"))
    True
    """
    from probcalc.present import questions

    every = questions.all_questions().values()
    asked = next(each for each in every if each.kind is not None and isinstance(found, each.kind))
    return _reports_html(asked.reports(found, Asked("", {})))


def _reports_html(reports: Iterable[Report]) -> str:
    return _frame("".join(map(_with_picture, reports)))


def output_html(output: ProgramOutput) -> str:
    """What a program for dice puts out: its mean, and its law."""
    from probcalc.present.reports.programs import output_report

    return _reports_html([output_report(output)])


def sweep_html(sweep: Any) -> str:
    """A sweep: how many cells it has, and the first of them."""
    rows = [Row(tuple(map(_cell, row.values()))) for row in islice(sweep, _MOST_ROWS)]
    names = (*sweep.asked.names, *(column for column in sweep.columns if column not in sweep.asked.names))
    shown = [name for name in names if not name.endswith("_decimal")]
    more = f"The first {len(rows)} of {sweep.cells:,} cells." if sweep.cells > len(rows) else f"{sweep.cells:,} cells."
    columns = tuple(Column(name, "name") for name in shown)
    return _frame(report_html(Report("sweep", "Sweep", columns, tuple(rows), notes=(more,))))


def _cell(value: Any) -> str | None:
    return None if value is None else value_text(value)


def formula_latex(found: Any) -> str:
    """A formula, or all results of one, as LaTeX between dollar signs."""
    from probcalc.present.formulas.written import latex_text

    if hasattr(found, "latex"):
        return f"$\\displaystyle {found.latex()}$"
    parts = [part for part in latex_text(found).split("\n\n") if not part.startswith("%")]
    return "\n\n".join(f"$\\displaystyle {part}$" for part in parts)


def _frame(inner: str) -> str:
    return f'{_STYLE}<div class="probcalc">{inner}</div>'


_HTML: dict[str, Callable[[Any], str]] = {
    "probcalc.exact.law.distribution.Distribution": law_html,
    "probcalc.scenarios.answer.Answer": answer_html,
    "probcalc.dice_programs.dice.ProgramOutput": output_html,
    "probcalc.present.sweeps.sweep.Sweep": sweep_html,
    "probcalc.analysis.findings.found.Found": question_html,
}
_LATEX = (
    "probcalc.analysis.formulas.formula.Formula",
    "probcalc.symbolic.formulas.values.SymbolicValue",
    "probcalc.symbolic.formulas.laws.SymbolicDistribution",
)


def load_ipython_extension(shell: Any) -> None:
    """Tell a notebook how everything is shown; `import probcalc` within one does it by itself."""
    formatters = shell.display_formatter.formatters
    for name, show in _HTML.items():
        formatters["text/html"].for_type_by_name(*name.rsplit(".", 1), show)
    for name in _LATEX:
        formatters["text/latex"].for_type_by_name(*name.rsplit(".", 1), formula_latex)


def show_in_notebooks() -> None:
    """Register with the notebook that is running, if one is."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is not None:
        load_ipython_extension(shell)
