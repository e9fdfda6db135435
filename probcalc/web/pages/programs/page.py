"""Programs in the language of AnyDice: a text, or a link that holds one, and the law of each of its outputs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from urllib.parse import parse_qs, urlsplit

from probcalc.dice_programs.dice import EmptyDistribution, ProgramOutput
from probcalc.dice_programs.running import outputs_of
from probcalc.exact.budget.bounds import meter, metered
from probcalc.present.reports.programs import View, outputs_report, writing_steps
from probcalc.present.writing.report import report_rows
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.web.controls.charts_and_tables import copy_report, show_table
from probcalc.web.controls.component import show
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.spoken import st
from probcalc.web.controls.widget import widget
from probcalc.web.pages.answer.law_drawn import MOST_COLUMNS, Law
from probcalc.web.pages.answer.law_shown import bare_law
from probcalc.web.pages.frame import bar
from probcalc.web.pages.programs.drawn import output_card
from probcalc.web.parts.controls import Way
from probcalc.web.parts.markup import tag
from probcalc.web.state import address
from probcalc.web.state import visit as visits
from probcalc.web.state.spending import spending
from probcalc.web.state.visit import Visit

FIELD = "program"
MOST_IN_A_LINK = 4_000
_KEY = "dice program"
_EXAMPLE = "\n".join(
    (
        "function: successes of ROLL:n {",
        "  if ROLL = 6 { result: 1 + [successes of d6] }",
        "  result: ROLL = 5",
        "}",
        "",
        'set "maximum function depth" to 3',
        "loop SKILL over {2..4} {",
        '  output (SKILL)d[successes of d6] named "skill [SKILL]"',
        "}",
    )
)
_VIEWS: dict[str, View] = {"Exactly": "normal", "At least": "at-least", "At most": "at-most"}
_MOST_CARDS = 30
_MOST_CELLS = 5_000
_MOST_WRITTEN = 10_000_000
_STEPS_PER_BAR = 5
_SYSTEM, _SCENARIO = "custom", "custom.program"


def draw() -> None:
    """The page, from the address to the address."""
    visit = visits.current()
    query = address.query_of_news(visit)
    if query is not None and query.get(FIELD):
        visit.picked[_KEY] = str(query[FIELD][0])
    text = visit.picked.get(_KEY, _EXAMPLE)
    bar.draw(visit, "programs", "AnyDice programs")
    st.title("Programs in the language of AnyDice", anchor=False)
    st.caption("Paste a program, or a link to this page that holds one. Every chance is an exact fraction.")
    with st.container(key="program-text"):
        st.text_area("Program", text, height=260, **widget(_KEY, text, partial(_take_text, visit)))
        # To leave the text is to run it; a phone has nothing else to tap for that.
        st.button("Run", key="run program")
    program = program_in_text(text)
    _answer(visit, program)
    fits = len(program) <= MOST_IN_A_LINK
    if not fits:
        st.caption(f"A program of more than {MOST_IN_A_LINK:,} characters is too long for a link; keep it as a file.")
    address.write(visit, {FIELD: program} if fits and program.strip() else {})


def program_in_text(text: str) -> str:
    """The program in what was pasted: the text itself, or the one that a link of these pages holds.

    >>> program_in_text("http://localhost:8501/anydice?program=output%20d6"), program_in_text("output 2d6")
    ('output d6', 'output 2d6')
    """
    stripped = text.strip()
    if stripped.startswith(("http://", "https://")) and "\n" not in stripped:
        try:
            held = parse_qs(urlsplit(stripped).query).get(FIELD)
        except ValueError:
            return text
        return held[0] if held else text
    return text


def _take_text(visit: Visit, text: str) -> None:
    visit.touched = True
    visit.picked[_KEY] = text


def _answer(visit: Visit, program: str) -> None:
    if program.strip().startswith(("http://", "https://")):
        st.error("This link holds no program. Open it, copy the text of the program, and paste that here.")
        return
    budget = spending()
    try:
        with metered(budget):
            outputs = outputs_of(program)
        if not outputs:
            raise InputError("program: it has no output; add one, for example output 2d6", FIELD)
    except InputError as refusal:
        st.error(plain(str(refusal)))
        return
    shown = outputs[:_MOST_CARDS]
    with metered(budget):
        laws = [_law(output) for output in shown]
    on_one_scale([law for law in laws if law is not None])
    cards = [
        output_card(output.name, law, _further(visit, program, n) if law is not None else None)
        for n, (output, law) in enumerate(zip(shown, laws, strict=True), 1)
    ]
    show("outputs", tag("div.outputs", cards), {"ask": partial(_ask, visit, program)})
    if len(outputs) > _MOST_CARDS:
        st.caption(f"The first {_MOST_CARDS} of {len(outputs)} outputs are drawn; the table holds all.")
    _table(outputs)


def _table(outputs: Sequence[ProgramOutput]) -> None:
    """All outputs side by side, drawn where they are few, and as files where these are soon written."""
    outcomes = len({outcome for output in outputs for outcome in output.distribution})
    if writing_steps(outputs, outcomes) > _MOST_WRITTEN:
        st.caption(
            f"{outcomes:,} different outcomes are too many for a table here. "
            "In the terminal, probcalc anydice FILE --csv writes them down."
        )
        return
    chosen = st.segmented_control("Chance of", list(_VIEWS), default="Exactly", required=True, key="programs view")
    drawn = None
    if outcomes * len(outputs) > _MOST_CELLS:
        st.caption(f"A table of {outcomes:,} rows is too long to be drawn here; its files hold them all.")
    else:
        drawn = outputs_report(outputs, _VIEWS[chosen])
        with st.expander("All outputs as a table"):
            show_table(report_rows(drawn), drawn.title)
    # The files are made when they are asked for.
    copy_report(lambda: outputs_report(outputs, _VIEWS[chosen]), "outputs", "programs", shown=drawn)


def _law(output: ProgramOutput) -> Law | None:
    law = output.distribution
    meter().spend("the outputs", _STEPS_PER_BAR * len(law))
    return None if isinstance(law, EmptyDistribution) else bare_law(law, output.name)


def on_one_scale(laws: Sequence[Law]) -> None:
    """Several laws over the same outcomes, and bars as high as the highest of all, where these are not too many.

    >>> from probcalc.exact.dice.dice import d
    >>> laws = [bare_law(d(sides), "") for sides in (1, 2)]
    >>> on_one_scale(laws)
    >>> laws[0]["outcomes"], laws[1]["highest"]
    ([(1, Fraction(1, 1)), (2, Fraction(0, 1))], Fraction(1, 1))
    """
    outcomes = {x for law in laws for x, _ in law.get("outcomes", ())}
    numbers = [x for x in outcomes if isinstance(x, int)]
    if len(laws) < 2 or not all("outcomes" in law for law in laws) or len(numbers) < len(outcomes):
        return
    low, high = min(numbers), max(numbers)
    if high - low >= MOST_COLUMNS:
        return
    highest = max(p for law in laws for _, p in law["outcomes"])
    for law in laws:
        known = dict(law["outcomes"])
        law["outcomes"] = [(x, known.get(x, Fraction(0))) for x in range(low, high + 1)]
        law["highest"] = highest


def _further(visit: Visit, program: str, number: int) -> Way | None:
    """The way to the output as a question of its own, where it is one."""
    parameter = registry.scenario(_SCENARIO).parameter(FIELD)
    if parameter is None or len(program) > parameter.longest:
        return None
    return {"href": address.link_to(visit.pages[_SYSTEM], _query(program, number)), "tap": f"ask {number}"}


def _query(program: str, number: int) -> dict[str, str]:
    return address.query_of(_SCENARIO, {"program": program, "output": number})


def _ask(visit: Visit, program: str, number: str) -> None:
    if number.isascii() and number.isdecimal() and 1 <= int(number) <= _MOST_CARDS:
        visit.going = _SYSTEM, _query(program, int(number))
