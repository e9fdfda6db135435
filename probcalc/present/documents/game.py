"""The report of a game: every weapon against every target, breakpoints, balance, rulings that matter, findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import count
from typing import Any

from probcalc.analysis.balance.asking import balance
from probcalc.analysis.balance.sided import is_sided, sides_of
from probcalc.analysis.beside.modifiers import modifiers
from probcalc.analysis.findings.report import Column, Report, Row
from probcalc.analysis.laboratory.along import all_along
from probcalc.analysis.laboratory.fairness import evenness
from probcalc.analysis.laboratory.faults import faults
from probcalc.analysis.laboratory.matrix import Matrix, facing_table, matrix
from probcalc.analysis.laboratory.rulings import ruling_effects
from probcalc.analysis.numbers.trial import Progress
from probcalc.analysis.tables.presets import points_of, preset_parameters, presets
from probcalc.exact.budget.bounds import Budget, metered
from probcalc.present.documents.beside import game_beside
from probcalc.present.documents.document import Chapter, Document, Section
from probcalc.present.numbers.text import change_text
from probcalc.present.reports.all_against_all import balance_report
from probcalc.present.reports.along import numbers_report
from probcalc.present.reports.balance import fairness_report
from probcalc.present.reports.entries import entries_report
from probcalc.present.reports.faults import faults_report, readings_report
from probcalc.present.reports.matrix import dominance_report, matrix_report
from probcalc.present.reports.modifiers import modifiers_report
from probcalc.present.sentences.headline import sentence
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.fights import Fight
from probcalc.scenarios.joining import join_words
from probcalc.scenarios.scenario import VARIANT, Scenario
from probcalc.scenarios.system import System
from probcalc.scenarios.variants import read_variant

Tell = Callable[[], None]
"""Is called for each part that is begun."""
Link = Callable[[str, Mapping[str, Any]], str]
"""The address of the page of a request; of none, where no pages are known."""
_STEPS = 200_000_000
_WHOLE = 60
"""About as many parts a game has; all of them are said to be done before the last is."""
_MOST_FAULTS = 12
_ALONE = 2
_FEW = 3


def no_link(_scenario_id: str, _given: Mapping[str, Any]) -> str:
    """The address of a page where no pages are known."""
    return ""


def game_document(
    system: System, version: str, variant: str = "", progress: Progress | None = None, link: Link = no_link
) -> Document:
    """The report of a game by its own rules, or by those of a variant beside them.

    What would take too long is left out of it, with the reason in its place.

    Raises:
        InputError: when the variant is none of this game.
    """
    given: dict[str, Any] = {VARIANT.name: read_variant(variant).text} if variant else {}
    if given:
        registry.answer(system.scenarios[0].id, given)
    # A fight is many clashes: its tables would be hours of work.
    models = [model for model in system.scenarios if not issubclass(model, Fight)]
    begun = count(1)

    def tell() -> None:
        if progress is not None:
            progress(min(next(begun), _WHOLE), _WHOLE)

    chapters = (
        _questions(system, given, link),
        _chapter("Every weapon and every unit", partial(_tables, link=link), models, given, tell),
        _chapter("What each number can change", _numbers, models, given, tell),
        _chapter("What each modifier is worth", _modifiers, models, given, tell),
        _chapter("Balance", _balance, models, given, tell),
        *(() if variant else (_rulings(system, tell), _findings(system, models, tell))),
    )
    by = f"by a variant of its rules: {given[VARIANT.name]}" if given else "by its own rules"
    # A game on a page of text says nothing of its dice.
    made_from = "; ".join(filter(None, (system.dice, system.edition, by)))
    facts = (f"{made_from}.", f"Exact odds, computed by probcalc {version}.")
    linked = [
        replace(chapter, sections=tuple(_with_page(section, models, given, link) for section in chapter.sections))
        for chapter in chapters
        if chapter.sections
    ]
    return Document(f"{system.name}: the odds of its rules", facts, tuple(linked))


def _with_page(
    section: Section, models: Sequence[type[Scenario]], parameters: Mapping[str, Any], link: Link
) -> Section:
    """A section of a question, with the address of its page."""
    found = next((model for model in models if section.report.scenario == model.id), None)
    return section if found is None else replace(section, link=link(found.id, parameters))


def _chapter(
    title: str,
    sections: Callable[[type[Scenario], Mapping[str, Any]], Iterator[Section]],
    models: list[type[Scenario]],
    parameters: Mapping[str, Any],
    tell: Tell,
) -> Chapter:
    found: list[Section] = []
    for model in models:
        tell()
        try:
            found += sections(model, parameters)
        except InputError as error:
            found.append(Section(model.title, Report("left out", model.title, (), (), notes=(f"Left out: {error}.",))))
    return Chapter(title, tuple(found))


def _questions(system: System, parameters: Mapping[str, Any], link: Link) -> Chapter:
    """The ready-made questions with their answers; by a variant, beside those of the rules as they are."""
    title = "Questions and answers"
    if not system.presets:
        return Chapter(title, ())
    report = game_beside(system, parameters[VARIANT.name]) if parameters else _answers(system, title)
    pages = [link(preset.scenario, {**preset.parameters, **parameters}) for preset in system.presets]
    links = tuple((page,) * len(report.columns) for page in pages)
    stands_out = report.says[0] if report.says else ""
    section = Section("The ready-made questions", replace(report, says=()), "", stands_out, links=links)
    return Chapter(title, (section,))


def _answers(system: System, title: str) -> Report:
    rows = []
    for preset in system.presets:
        try:
            rows.append(Row((preset.name, sentence(registry.answer(preset.scenario, preset.parameters)))))
        except InputError as error:
            rows.append(Row((preset.name, f"Left out: {error}.")))
    return Report("questions", title, (Column("question", "name"), Column("answer", "name")), tuple(rows))


def _tables(model: type[Scenario], parameters: Mapping[str, Any], link: Link) -> Iterator[Section]:
    tables = preset_parameters(model)
    if not tables or is_sided(model.id, by_table=True):
        # Two sides that can change places stand in the chapter on balance.
        return
    across = facing_table(tables)
    if across is None:
        with metered(Budget(_STEPS)):
            listed = presets(model.id, parameters)
        yield Section(model.title, entries_report(listed))
        return
    # A table of one entry compares nothing.
    first = next(
        (each for each in tables if each.belongs_to == tables[0].belongs_to and len(each.choices) > _ALONE), tables[0]
    )
    with metered(Budget(_STEPS)):
        found = matrix(model.id, parameters, first.name, across.name)
    if len({trial.value for trial in found.trials.values() if trial.value is not None}) < _ALONE:
        # Whoever it is changes nothing.
        return
    report = matrix_report(found)
    ids = {label: name for name, label in found.row_names.items()}
    links = tuple(
        (
            "",
            *(
                link(model.id, {**parameters, first.name: ids[str(row.cells[0])], across.name: c})
                for c in found.column_names
            ),
        )
        for row in report.rows
    )
    yield Section(f"{model.title}: who against whom", report, links=links)
    if len(report.rows) > 1:
        best = dominance_report(found)
        yield Section(f"{model.title}: what is best, and what never is", best, stands_out=_best(found))


def _best(found: Matrix) -> str:
    """Which entries are enough, where few are."""
    needed = [found.row_names[name] for name in found.needed()]
    able = sum(map(found.is_able, found.row_names))
    if len(needed) > _FEW or 2 * len(needed) > able:
        return ""
    if len(needed) == 1:
        return f"{needed[0]} is best against everything; none of the other {able - 1} ever beats it."
    return f"of {able}, {join_words(needed)} are enough: one of them is always best."


def _numbers(model: type[Scenario], parameters: Mapping[str, Any]) -> Iterator[Section]:
    with metered(Budget(_STEPS)):
        found = all_along(model.id, parameters)
    if any(not each.is_dead for each in found):
        yield Section(model.title, numbers_report(found), model.question())


def _modifiers(model: type[Scenario], parameters: Mapping[str, Any]) -> Iterator[Section]:
    with metered(Budget(_STEPS)):
        found = modifiers(model.id, parameters)
    if any(step.change for step in found.steps):
        report = modifiers_report(found)
        yield Section(model.title, report, model.question(), _matters_most(report))


def _matters_most(report: Report) -> str:
    """The circumstance that changes most."""
    name, change, *_ = report.rows[0].cells
    return f"{name} matters most, {change_text(Fraction(change), report.unit)}." if isinstance(change, Fraction) else ""


def _balance(model: type[Scenario], parameters: Mapping[str, Any]) -> Iterator[Section]:
    try:
        costs = _points_of_all(model)
        budget = max(costs.values()) * _headcount(model) if costs else None
        all_met = balance(model.id, list(costs) or None, parameters, budget=budget, steps=Budget(_STEPS))
    except InputError:
        # Nobody picks from a table there, or all against all is too much for a page.
        pass
    else:
        yield Section(f"{model.title}: everybody against everybody", balance_report(all_met), model.question())
    try:
        with metered(Budget(_STEPS)):
            found = evenness(model.id, parameters)
    except InputError:
        return
    yield Section(model.title, fairness_report(found), model.question())


def _points_of_all(model: type[Scenario]) -> Mapping[str, int]:
    """The game's own points of whoever fights, none where it says none; in fights to the end prices take too long.

    >>> [len(_points_of_all(registry.scenario(name))) for name in ("chronopia.clash", "oathmark.combat")]
    [6, 0]
    """
    two = sides_of(model.id)
    return {} if two.table is None or not _headcount(model) else points_of(model.id, two.table)


def _headcount(model: type[Scenario]) -> int:
    """How many fight where nothing is said, of whom the points buy at least as many; 0 where it is not asked."""
    headcount = sides_of(model.id).headcount
    found = 0 if headcount is None or issubclass(model, Fight) else headcount.default
    return found if type(found) is int else 0


def _rulings(system: System, tell: Tell) -> Chapter:
    tell()
    words = "Where a rule is ambiguous, how much the ruling matters."
    listed, left_out = ruling_effects([system])
    found = [each for each in listed if each.distance]
    report = readings_report(system.name, found, left_out)
    sections = (Section("Rulings", report),) if found or left_out else ()
    return Chapter("Rulings that matter", sections, words)


def _findings(system: System, models: list[type[Scenario]], tell: Tell) -> Chapter:
    tell()
    found = [faults(m, [p.parameters for p in system.presets if p.scenario == m.id][:_MOST_FAULTS]) for m in models]
    words = "Possible problems: places to look, not verdicts."
    return Chapter("Findings", (Section("Found in many requests", faults_report(system.name, found)),), words)
