"""`probcalc chart`: the picture of what a question finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from probcalc.analysis.applying import amounts, from_tables, has_laws, has_modifiers, has_two_tables, in_order
from probcalc.cli.arguments import ChosenNumber, choose_number, command, parameters_of, request_of
from probcalc.cli.names import Fits, ParameterName, ScenarioByKind
from probcalc.cli.output import ending_of, put, put_file

if TYPE_CHECKING:
    from probcalc.analysis.findings.report import Report
    from probcalc.analysis.numbers.measure import Measure
    from probcalc.present.charts.chart import Chart

_PICTURES = (".svg", ".png", ".pdf")
_KINDS: dict[str, Fits] = {
    "law": has_laws,
    "weapons": from_tables,
    "modifiers": has_modifiers,
    "needed": amounts,
    "steps": in_order,
    "matrix": has_two_tables,
}
"""The kinds of charts, each with the scenarios of which it can be drawn."""


@command(
    "One picture: a distribution, weapons, modifiers, how many are needed, steps, a matrix.",
    "probcalc chart weapons chronopia.melee attacker=the_cursed target=spearmen",
    "probcalc chart law chronopia.melee attacker=the_cursed --result wounds --out wounds.png",
    "probcalc chart steps chronopia.melee target=spearmen --over cc --out cc.pdf",
)
@click.argument("kind", type=click.Choice(list(_KINDS)))
@request_of(ScenarioByKind(_KINDS))
@click.option(
    "--over",
    type=ParameterName(in_order),
    default="",
    metavar="NAME[=VALUES]",
    help="The parameter that steps, weapons or needed vary.",
)
@choose_number
@click.option("--out", metavar="FILE", help="Where to: .svg, .png or .pdf; without it SVG is written here.")
def chart(
    kind: str,
    scenario: str,
    words: tuple[str, ...],
    over: str,
    number: ChosenNumber,
    out: str | None,
) -> None:
    """The picture that belongs to a table, for a paper, a forum or a rulebook."""
    from probcalc.present.charts.pictures import chart_pdf, chart_png, chart_svg, with_heading
    from probcalc.present.charts.report import report_chart
    from probcalc.scenarios.errors import InputError
    from probcalc.scenarios.extras import need

    form = ending_of(out, _PICTURES) if out else ".svg"
    need("charts", "report")
    given = parameters_of(scenario, words)
    wanted = number.measure(scenario, given)
    if kind == "law":
        picture = _law(scenario, given, wanted.result if number.result else "")
    else:
        found = _report_of(kind, scenario, given, over, wanted if kind != "needed" or number.is_chosen else None)
        drawn = report_chart(found)
        if drawn is None:
            raise InputError(f"{kind}: there is nothing to draw for this request")
        picture = with_heading(drawn, [found.title])
    if not out:
        put(chart_svg(picture))
        return
    put_file(out, {".svg": lambda p: chart_svg(p).encode(), ".png": chart_png, ".pdf": chart_pdf}[form](picture))


def _law(scenario: str, parameters: dict[str, object], result: str) -> Chart:
    """The law of a result, without a name the first that the answer has."""
    from probcalc.present.charts.law import law_chart
    from probcalc.present.charts.pictures import with_heading
    from probcalc.present.reports.law import law_report
    from probcalc.present.reports.law_table import law_table
    from probcalc.present.sentences.headline import sentence
    from probcalc.scenarios import registry
    from probcalc.scenarios.errors import InputError

    answer = registry.answer(scenario, parameters)
    laws = list(answer.laws)
    if not laws:
        raise InputError(f"law: no result of {scenario} has a distribution here, each is one chance or one number")
    if result and result not in laws:
        raise InputError(f"law: {result} has no distribution; those that have are {', '.join(laws)}")
    law = law_table(answer, result or laws[0])
    return with_heading(law_chart(law_report(law)), [law.label, sentence(answer)])


def _report_of(kind: str, scenario: str, parameters: dict[str, object], over: str, wanted: Measure | None) -> Report:
    """The report that is drawn: of a question, or the matrix, which is drawn of two sides that change places too."""
    from probcalc.analysis.laboratory.matrix import matrix
    from probcalc.analysis.tables.needed import amount_parameter
    from probcalc.present import laboratory, questions
    from probcalc.present.declared.question import Asked
    from probcalc.present.reports.matrix import matrix_report

    if kind == "matrix":
        return matrix_report(matrix(scenario, parameters, over, "", wanted))
    if kind == "steps":
        over = over or amount_parameter(scenario).name
    question = (laboratory if kind == "steps" else questions).REGISTER.question(kind)
    said = {each.name: over if each.name in ("of", "over") else each.unsaid for each in question.options}
    asked = Asked(scenario, parameters, said, wanted)
    report: Report = question.reports(question.find(asked), asked)[0]
    return report
