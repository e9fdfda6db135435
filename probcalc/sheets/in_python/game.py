"""A sheet as the modules of a game in Python: a class for each question, its tables, a catalogue of its lines."""

from __future__ import annotations

from keyword import iskeyword
from typing import Any

from probcalc.scenarios.variants import quote_toml
from probcalc.sheets.games.game import Sheet
from probcalc.sheets.in_python.classes import ClassWriter, class_name, plain
from probcalc.sheets.in_python.functions import TAKEN
from probcalc.sheets.in_python.layout import lay_out, requote
from probcalc.sheets.in_python.names import Unsaid
from probcalc.sheets.in_python.play import PlayWriter
from probcalc.sheets.questions.rows import column_name, read_value
from probcalc.sheets.reading.headings import read_sheet
from probcalc.sheets.reading.words import label_of

_ROW = '''

def row(table: dict[str, dict[str, Any]], name: str, *figures: str) -> dict[str, Any]:
    """These figures of a row, as far as it has them; of none, nothing."""
    return {figure: value for figure, value in table.get(name, {}).items() if figure in figures}
'''


def python_files(text: str, name: str) -> dict[str, str]:
    """The modules and texts of a game by their names.

    Raises:
        SheetError: when the sheet cannot be read.
        Unsaid: when a form of lines in it is not written in Python yet.
    """
    game, read = Sheet(text, name), read_sheet(text)
    found: dict[str, str] = {}
    rules: dict[str, str] = {}
    written = text.splitlines()
    for key, question, model in zip(game.questions, game.read, game.scenarios, strict=True):
        if key == "tables" or iskeyword(key) or not key.isidentifier() or class_name(key) in TAKEN:
            raise Unsaid(f"a question called {key}")
        play = PlayWriter(read, question, model().values())
        found[f"{key}.py"] = ClassWriter(name, key, question, model, play).write()
        rules |= {f"L-{step.line:02}": written[step.line - 1] for step in question.steps()}
    if any(question.tables for question in game.read):
        found["tables.py"] = _tables(game)
    found["catalogue.toml"] = _catalogue(rules)
    found["presets.toml"] = _presets(game)
    found["__init__.py"] = _init(game, name)
    return found


def _tables(game: Sheet) -> str:
    lines = ['"""The tables: what each row fills, by the name of the parameter."""', "", "from typing import Any", ""]
    tables: dict[str, dict[str, dict[str, Any]]] = {}
    for question in game.read:
        own = {declared.name: declared for declared, _ in question.parameters if declared.what != "row"}
        for table in question.tables.values():
            rows = tables.setdefault(table.name.upper(), {})
            for row in table.rows:
                filled = rows.setdefault(row[0].text, {})
                for column, cell in zip(map(column_name, table.columns[1:]), row[1:], strict=True):
                    if column in own and cell.text and cell.text != "-":
                        value = read_value(own[column], cell.text, cell.at, question)
                        if filled.setdefault(column, value) != value:
                            raise Unsaid("a table that two questions read in two ways")
    for name, rows in tables.items():
        told = (f"    {row!r}: {figures!r}," for row, figures in rows.items())
        lines += [f"{name}: dict[str, dict[str, Any]] = {{", *told, "}", ""]
    return lay_out(requote("\n".join(lines) + _ROW))


def _catalogue(rules: dict[str, str]) -> str:
    lines = ["# Every line of the sheet that is played, by its number in the sheet.", ""]
    for key, text in rules.items():
        title = label_of(text.partition("=")[0].strip())
        lines += [f'["{key}"]', f"title = {quote_toml(title)}", f"text = {quote_toml(text.strip())}", ""]
    return "\n".join(lines)


def _presets(game: Sheet) -> str:
    lines = ["# Questions ready to ask; the first of a scenario is what its page shows at first.", ""]
    for preset in game.system.presets:
        told = ", ".join(f"{_key(name)} = {_value(value)}" for name, value in preset.parameters.items())
        lines += ["[[preset]]", f'scenario = "{preset.scenario.partition(".")[2]}"']
        lines += [f"name = {quote_toml(preset.name)}", f"parameters = {{ {told} }}", ""]
    return "\n".join(lines)


def _key(name: str) -> str:
    return f'"{name}"' if "." in name else name


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int) else quote_toml("none" if value is None else str(value))


def _init(game: Sheet, name: str) -> str:
    imports = [f"from {name}.{key} import {class_name(key)}" for key in game.questions]
    classes = ", ".join(map(class_name, game.questions))
    lines = [f'"""{plain(game.title)}: its questions, and what they leave out."""', ""]
    lines += ["from __future__ import annotations", ""]
    lines += [*sorted([*imports, "from probcalc.scenarios.system import System"]), "", "SYSTEM = System("]
    lines += [f'    id="{name}",', f'    name="{plain(game.title)}",', '    dice="as its lines say",']
    lines += ['    edition="rule sheet",', f"    scenarios=({classes},),", f"    not_modelled={game.notes!r},", ")", ""]
    return "\n".join(lines)
