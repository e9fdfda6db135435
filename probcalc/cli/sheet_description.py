"""What a sheet can be asked: its questions, figures as they are written, choices, results and tables."""

from __future__ import annotations

from collections.abc import Iterator

from probcalc.cli.output import strong
from probcalc.present.writing.grid import columns
from probcalc.sheets.games.game import Sheet
from probcalc.sheets.questions.question import Question
from probcalc.sheets.reading.declarations import Declared


def sheet_blocks(found: Sheet, question: str | None = None) -> list[str]:
    """The blocks of text that describe a sheet: all of its questions, or the one that is named."""
    names = found.questions if question is None else (found.name_of(question),)
    by_name = dict(zip(found.questions, zip(found.read, found.scenarios, strict=True), strict=True))
    blocks: list[str] = []
    tables: dict[str, str] = {}
    for name in names:
        asked, model = by_name[name]
        blocks.append(f"{strong(model.title)} ({model.id})\n  {model.question()}")
        if rows := list(_parameters(asked)):
            heading = ("name", "values", "from the start", "")
            blocks.append("\n".join([strong("Parameters"), *columns([heading, *rows], indent="  ")]))
        if choices := [(each.moment, f"for the {each.purpose_words}") for each in asked.choices()]:
            blocks.append("\n".join([strong("Choices"), *columns(choices, indent="  ")]))
        results = [(result.name, result.label) for result in model.results]
        blocks.append("\n".join([strong("Results"), *columns(results, indent="  ")]))
        for table in asked.tables.values():
            cells = [[cell.text for cell in row] for row in (table.columns, *table.rows)]
            tables[table.name] = "\n".join([strong(f"Table {table.shown}"), *columns(cells, indent="  ")])
    return [*blocks, *tables.values()]


def _parameters(question: Question) -> Iterator[tuple[str, str, str, str]]:
    sides = question.scope.sides
    for declared, side in question.parameters:
        if side != 1:
            name = declared.name if side is None else ", ".join(f"{each}.{declared.name}" for each in sides)
            yield name, _values(declared), _default(declared), declared.question or declared.label


def _values(declared: Declared) -> str:
    if declared.what == "switch":
        return "yes or no"
    if declared.what == "choice":
        return " | ".join(word if worth is None else f"{word} {worth}" for word, worth in declared.options)
    if declared.what == "row":
        return f"a row of {declared.table}, or none"
    if declared.what == "list":
        return f"up to {declared.most} numbers {declared.range}"
    return f"{declared.range} or none" if declared.optional else declared.range


def _default(declared: Declared) -> str:
    default = declared.default
    if default is None:
        return "none"
    if isinstance(default, bool):
        return "yes" if default else "no"
    if isinstance(default, tuple):
        return ",".join(map(str, default))
    return f"{default}{declared.sign}"
