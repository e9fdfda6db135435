"""One figure from end to end: the curve, what one more is worth, which values are enough; and the formula in it.

The formula may leave a second figure free: in the address they stand as "armour,cc".
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from probcalc import links
from probcalc.analysis.beside.modifiers import modifiers
from probcalc.analysis.numbers.measure import Measure
from probcalc.exact.budget.bounds import TooLarge, metered
from probcalc.present.numbers.text import values_text
from probcalc.present.words.requests import parameter_words
from probcalc.scenarios.errors import InputError
from probcalc.web.controls.chance_rows import (
    chance_rows,
    chances_of,
    condition_from_rows,
    rows_after,
    rows_from_condition,
)
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.component import show
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.refusals import tell_in_one_line
from probcalc.web.controls.spoken import st
from probcalc.web.controls.view_choice import choose
from probcalc.web.controls.widget import widget
from probcalc.web.pages.answer.counted_number import measure_shown
from probcalc.web.pages.curve.amounts_panel import chance_of
from probcalc.web.pages.curve.figures import ROLES, figures
from probcalc.web.parts.controls import after_step, control
from probcalc.web.parts.markup import tag
from probcalc.web.state import visit as visits
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import FOLLOWING, spending
from probcalc.web.state.view_fields import LONGEST, LONGEST_CONDITION
from probcalc.web.state.visit import Visit

if TYPE_CHECKING:
    from probcalc.analysis.formulas.curve import Curve
    from probcalc.symbolic.formulas.values import SymbolicValue

_MOST_ROWS = 60
_RELATIONS = {">=": "at least", "<=": "at most", "=": "exactly"}
_LONGEST_DRAWN, _LONGEST_CODE, _SHORT_CODE = 2_000, 30_000, 600


def draw(stands: Standing, visit: Visit) -> None:
    """The figure to pick, then its curve, its tables and its formula."""
    # Here and not above: the algebra system is loaded when somebody opens this part, and not before.
    from probcalc.analysis.formulas.curve import SHARES, curve, number
    from probcalc.present.reports.curve import curve_report, enough_report

    scenario_id = stands.model.id
    view = visit.view(scenario_id)
    measure = measure_shown(stands.answered, view)
    names, still = _by_worth(stands, measure)
    live = [name for name in names if name not in stands.idle]
    if not view.over and len(live) == 1 and live[0] in still:
        st.caption("No number here changes the result.")
        return
    over, second = _figures_of_curve(names, view.over, scenario_id)
    chance = chance_of(stands.answered, view)
    with metered(spending()):
        found = curve(scenario_id, stands.given, over, measure)
    with metered(spending()):
        likely = found if chance == measure else curve(scenario_id, stands.given, over, chance)
    if not found.points:
        st.info(f"There is no value of {plain(names[over])} with an answer.")
        return
    show_report(curve_report(found, stands.answered), f"{scenario_id}:curve")
    if likely.measure.unit(stands.answered) == "chance":
        st.markdown("**Values that reach 50%, 75% and 90%**")
        show_report(enough_report(likely, stands.answered, SHARES), f"{scenario_id}:enough")
    # A condition that is refused does not hinder the formula.
    with tell_in_one_line(stands):
        _condition(found, stands)
    if second:
        with metered(spending()):
            value = number(scenario_id, stands.given, (over, second), measure)
        _formula(value, stands)
    else:
        _formula(found.value, stands)


def _by_worth(stands: Standing, measure: Measure) -> tuple[dict[str, str], set[str]]:
    """The figures by name, those first of which one step changes the number, and those of which it changes nothing."""
    listed = figures(stands)
    names = {p.name: parameter_words(p, stands.parties) for p in listed}
    try:
        with metered(spending(FOLLOWING)):
            found = modifiers(stands.model.id, stands.given, measure, tuple(ROLES))
    except InputError:
        return names, set()
    worth = dict.fromkeys(names, Fraction(0))
    for step in found.steps:
        if step.parameter.name in worth and step.change is not None:
            worth[step.parameter.name] = max(worth[step.parameter.name], abs(step.change))
    order = sorted(listed, key=lambda p: (p.name in stands.idle, not worth[p.name]))
    still = {name for name in names if not worth[name]}
    marked = {name: f"{names[name]} (one step does nothing)" for name in still}
    return {p.name: marked.get(p.name, names[p.name]) for p in order}, still


def _figures_of_curve(names: Mapping[str, str], chosen: str, scenario_id: str) -> tuple[str, str]:
    """The figure to run through, and the one that the formula leaves free beside it; "" for none."""
    first, _, second = chosen.partition(",")
    first = first if first in names else next(iter(names))
    others = {"": "nothing else"} | {name: label for name, label in names.items() if name != first and fit(first, name)}
    second = second if second in others else ""
    with st.grid(2, min_column_width=150, vertical_alignment="bottom", gap="small"):
        for label, listed, present, key, taken in (
            ("Vary", names, first, "over", partial(_look, scenario_id, beside=second)),
            ("Also keep as a variable", others, second, "free", partial(_look, scenario_id, first)),
        ):
            choose(label, listed, present, f"{scenario_id}:pick:{key}", taken)
    return first, second


def fit(first: str, second: str) -> bool:
    """Whether two figures have room in the address."""
    return len(first) + len(second) < LONGEST


def _look(scenario_id: str, over: str, beside: str) -> None:
    both = f"{over},{beside}" if beside and beside != over and fit(over, beside) else over
    visits.current().look(scenario_id, over=both)


def _condition(found: Curve, stands: Standing) -> None:
    """A condition that the reader writes, solved for the figure."""
    from probcalc.analysis.formulas.solve import solve
    from probcalc.analysis.numbers.named_numbers import measure_text

    scenario_id, name = stands.model.id, found.parameter.name
    named = measure_text(found.measure, stands.answered)
    example = f"{named} >= 1/2"
    key = f"{scenario_id}:condition"
    that = visits.current().view(scenario_id).that
    _tapped_condition(stands, that, named)
    written = st.text_input(
        "Or your own condition",
        that,
        max_chars=LONGEST_CONDITION,
        placeholder=example,
        help=plain("Compares results, P(result >= 2), mean(result) with numbers such as 1/2 or 50%; and, or, not."),
        **widget(key, that, partial(_write_that, scenario_id)),
    )
    # What a condition calls the number that counts is said in the words of the page.
    st.caption(plain(f"In a condition, {named} is: {found.measure.label(stands.answered)}"))
    if not written.strip():
        return
    values = solve(scenario_id, stands.given, for_=name, that=written, budget=spending())
    label = parameter_words(found.parameter, stands.parties)
    st.markdown(f"It holds for {plain(label)}: **{plain(values_text(values))}**")


def _tapped_condition(stands: Standing, that: str, first: str) -> None:
    """The condition in rows to tap, where rows can say it; the first is about the number that counts."""
    known = chances_of(stands.answered)
    rows = rows_from_condition(that, known)
    if rows is None or not known:
        return
    begin = first if first in known else next(iter(known))

    def put(rest: str) -> None:
        field, _, value = rest.partition("=")
        place, _, what = field.removeprefix("that").removeprefix(".").partition(".")
        after = condition_from_rows(rows_after(rows, place.removesuffix("[]"), what, value, begin))
        if len(after) <= LONGEST_CONDITION:
            _write_that(stands.model.id, after)

    item = chance_rows("that", rows, known, _RELATIONS, 0)
    card = tag("section.card.case", tag("h2", "Wanted odds"), tag("div.group", tag("div.chips", control(item))))
    show("that", card, {"set": put, "step": lambda rest: put(after_step([item], rest) or rest)})


def _write_that(scenario_id: str, text: str) -> None:
    visits.current().look(scenario_id, that=text.strip())


def _free_words(stands: Standing, name: str) -> str:
    """A figure by its name, with the word that the formula has for it: "Spearmen, figures (a.figures)"."""
    parameter = stands.model.parameter(name)
    words = name if parameter is None else parameter_words(parameter, stands.parties)
    return words if words.lower() == name else f"{words} ({name})"


def _formula(value: SymbolicValue, stands: Standing) -> None:
    """The formula: drawn where it is short, as a table of ranges, and as LaTeX to copy."""
    from probcalc.present.formulas.size import size_of
    from probcalc.present.reports.formula import ranges_report

    free = list(value.domain.parameters)
    words = " and ".join(_free_words(stands, name) for name in free)
    st.markdown(f"**The formula** in {plain(words)}")
    size = size_of(value)
    if not size.is_readable:
        st.info(f"Too long to show ({size.words}). This command saves it:")
        command = links.to_command(stands.model.id, stands.given).replace(" odds ", " formula ", 1)
        st.code(f"{command} --in {','.join(free)} --out formula.txt", language="bash", wrap_lines=True)
        return
    try:
        latex, table = value.latex(), value.table()
    except TooLarge as error:
        st.info(plain(str(error)))
        return
    if len(latex) <= _LONGEST_DRAWN:
        with st.container(key="formula"):
            st.latex(latex)
    if len(table) > _MOST_ROWS:
        st.caption(f"The table of ranges has {len(table):,} rows, more than a page shows; the command gives it.")
    elif len(table) > 1:
        ranges = ranges_report(table, f"The formula by ranges of {words}", stands.model.id)
        show_report(ranges, f"{stands.model.id}:ranges")
        if table.legend:
            lines = [f"- {plain(f'{x.letter} = {x.definition}')}: {plain(x.meaning)}" for x in table.legend]
            st.markdown("\n".join(lines))
    if len(latex) <= _LONGEST_CODE:
        st.caption("In LaTeX, to copy")
        st.code(latex, language="latex", wrap_lines=True, height=120 if len(latex) > _SHORT_CODE else "content")
    else:
        st.caption(f"In LaTeX it has {len(latex):,} characters, more than a page shows; the command gives it.")
    command = links.to_command(stands.model.id, stands.given).replace(" odds ", " formula ", 1)
    st.code(f"{command} --in {','.join(free)}", language="bash", wrap_lines=True)
