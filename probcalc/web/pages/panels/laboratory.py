"""For designers: steps, dead numbers, dominance, swing, fairness, wanted odds, the unknown, rulings, faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from probcalc.analysis.balance.sided import is_sided
from probcalc.analysis.laboratory.along import all_along, along, can_be_run_through
from probcalc.analysis.laboratory.design import MOST_VARIED, design
from probcalc.analysis.laboratory.fairness import fairness
from probcalc.analysis.laboratory.faults import faults
from probcalc.analysis.laboratory.matrix import matrix
from probcalc.analysis.laboratory.readings import readings
from probcalc.analysis.laboratory.swing import swings
from probcalc.analysis.laboratory.unknown import unknown
from probcalc.analysis.measure import Measure, headline_of
from probcalc.analysis.presets import preset_parameters
from probcalc.analysis.report import Report
from probcalc.present.reports.along import along_report, numbers_report
from probcalc.present.reports.balance import fairness_report, swing_report
from probcalc.present.reports.faults import faults_report, readings_report
from probcalc.present.reports.matrix import dominance_report, matrix_report
from probcalc.present.reports.searching import design_report, unknown_report
from probcalc.present.words import parameter_words, table_words
from probcalc.scenarios import registry
from probcalc.web.controls.charts_and_tables import show_report
from probcalc.web.controls.markdown_text import plain
from probcalc.web.controls.spoken import st
from probcalc.web.controls.waiting import progress_bar
from probcalc.web.pages.counted_number import counted
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import spending
from probcalc.web.state.visit import Visit

_LONGEST = 400


@dataclass(frozen=True, slots=True)
class Kind:
    """One thing to look for: its words, for which requests it fits, and what makes its reports."""

    words: str
    fits: Callable[[Standing], bool]
    found: Callable[[Standing, Measure], Iterator[Report]]


def fits(stands: Standing) -> bool:
    """Whether there is an answer to look into."""
    return stands.answer is not None


def draw(stands: Standing, visit: Visit) -> None:
    """What is looked for, and what is found."""
    kinds = [kind for kind in KINDS if kind.fits(stands)]
    chosen = st.selectbox(
        "Question",
        range(len(kinds)),
        index=None,
        format_func=lambda place: kinds[place].words,
        placeholder="what a designer asks",
        key=f"{stands.model.id}:laboratory",
    )
    if chosen is None:
        st.caption("Exact, for the current setup.")
        return
    assert stands.answer is not None
    found = kinds[chosen].found(stands, counted(stands.answer, visit.view(stands.model.id)))
    for place, report in enumerate(found):
        # The question heads the first table; a further one says itself what it lists.
        if place:
            st.markdown(f"**{plain(report.title)}**")
        show_report(report, f"{stands.model.id}:laboratory:{report.id}", parties=stands.parties)


def _key(stands: Standing, name: str) -> str:
    return f"{stands.model.id}:laboratory:{name}"


def _numbers(stands: Standing, wanted: Measure) -> Iterator[Report]:
    found = all_along(stands.model.id, stands.given, wanted, budget=spending())
    yield numbers_report(found, stands.parties)
    if not found[0].is_dead:
        over = found[0].parameter.name
        yield along_report(along(stands.model.id, stands.given, over, wanted, budget=spending()), stands.parties)


def _steps(stands: Standing, wanted: Measure) -> Iterator[Report]:
    listed = sorted(filter(can_be_run_through, stands.model.parameters()), key=lambda each: each.kind != "integer")
    known = {each.name: parameter_words(each, stands.parties) for each in listed}
    over = st.selectbox("The number or choice", known, format_func=known.__getitem__, key=_key(stands, "over"))
    if over is not None:
        yield along_report(along(stands.model.id, stands.given, over, wanted, budget=spending()), stands.parties)


def _wanted(stands: Standing, _: Measure) -> Iterator[Report]:
    names = [p.name for p in stands.model.parameters() if p.kind == "integer" and p.role == "stat"]
    leading = headline_of(stands.model)
    vary = st.text_input(
        f"Search up to {MOST_VARIED}, like {', '.join(f'{name}=1..5' for name in names[:2])}",
        key=_key(stands, "vary"),
        max_chars=_LONGEST,
    )
    want = st.text_input(f"Wanted, like {leading}=50%", key=_key(stands, "want"), max_chars=_LONGEST)
    if not vary.strip() or not want.strip():
        st.caption("Choose which stats may change and the odds to aim for.")
        return
    searched = split_at_commas(vary)
    given = {name: value for name, value in stands.given.items() if name not in {s.partition("=")[0] for s in searched}}
    with progress_bar() as progress:
        found = design(stands.model.id, given, searched, split_at_commas(want), progress, spending())
    yield design_report(found)


def split_at_commas(written: str) -> list[str]:
    """The words of a line, where a comma between values of one name does not divide.

    >>> split_at_commas("cc=5..15, weapon=sword,spear")
    ['cc=5..15', 'weapon=sword,spear']
    """
    found: list[str] = []
    for part in filter(None, (each.strip() for each in written.split(","))):
        if found and not any(sign in part for sign in "=<>") and "=" in found[-1]:
            found[-1] += f",{part}"
        else:
            found.append(part)
    return found


def _unknown(stands: Standing, _: Measure) -> Iterator[Report]:
    listed = [p for p in stands.model.parameters() if p.role in ("preset", "stat")]
    known = {p.name: table_words(p, stands.parties) for p in listed}
    of = st.selectbox("Unknown input", known, format_func=known.__getitem__, key=_key(stands, "unknown"))
    written = st.text_input(
        "Its values, like 16..24 or spearmen:3,followers:1; empty for all",
        key=_key(stands, "values"),
        max_chars=_LONGEST,
    )
    if of is not None:
        given = {name: value for name, value in stands.given.items() if name != of}
        yield unknown_report(unknown(stands.model.id, given, of, written.strip(), spending()))


def _dominance(stands: Standing, wanted: Measure) -> Iterator[Report]:
    found = matrix(stands.model.id, stands.given, "", "", wanted, budget=spending())
    yield dominance_report(found, stands.parties)
    yield matrix_report(found, stands.parties)


def _swing(stands: Standing, _: Measure) -> Iterator[Report]:
    assert stands.answer is not None
    found = swings(stands.model.id, stands.given, spending())
    yield swing_report(stands.model.id, found, [stands.answer.declared(each.result).label for each in found])


def _fairness(stands: Standing, _: Measure) -> Iterator[Report]:
    assert stands.answer is not None
    yield fairness_report(fairness(stands.model.id, stands.given, spending()), stands.answer.sides)


def _faults(stands: Standing, _: Measure) -> Iterator[Report]:
    system = registry.system_of(stands.model.id)
    ready = [preset.parameters for preset in system.presets if preset.scenario == stands.model.id]
    yield faults_report(stands.model.title, [faults(stands.model, ready, spending())])


def _rulings(stands: Standing, _: Measure) -> Iterator[Report]:
    system = registry.system_of(stands.model.id)
    found, left_out = readings([replace(system, scenarios=(stands.model,))], budget=spending())
    yield readings_report(stands.model.title, found, left_out)


def _has_rulings(stands: Standing) -> bool:
    return any(parameter.role == "ruling" for parameter in stands.model.parameters())


def _always(_: Standing) -> bool:
    return True


def _has_unlike_tables(stands: Standing) -> bool:
    # Two sides that can change places have everybody against everybody.
    sides = {parameter.whose for parameter in preset_parameters(stands.model)}
    return len(sides) > 1 and not is_sided(stands.model.id, by_table=True)


def _is_contest(stands: Standing) -> bool:
    return stands.answer is not None and is_sided(stands.model.id)


KINDS = (
    Kind("How much each stat matters", _always, _numbers),
    Kind("What each point of a stat is worth", _always, _steps),
    Kind("Best and worst match-ups", _has_unlike_tables, _dominance),
    Kind("How random is it?", _always, _swing),
    Kind("Is it balanced? What would balance it?", _is_contest, _fairness),
    Kind("Find stats that give target odds", _always, _wanted),
    Kind("Odds against an unknown opponent", _always, _unknown),
    Kind("How much each ruling matters", _has_rulings, _rulings),
    Kind("Rule check: results and options that make no difference", _always, _faults),
)
