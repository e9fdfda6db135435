"""Writes docs/reference.md, every public name with its docstring, and the forms of lines in docs/sheets.md.

`python docs/write_reference.py`
"""

from __future__ import annotations

import inspect
import re
from dataclasses import fields, is_dataclass
from html import escape
from pathlib import Path
from typing import Any

import probcalc
from probcalc.catalogue.asked import Asked, declarations
from probcalc.sheets.forms import FORMS

PLACE = Path(__file__).parent / "reference.md"
SHEETS = Path(__file__).parent / "sheets.md"
FORMS_HEADING = "## Every form of a line"
GROUPS = {
    "What there is to ask": ("scenario", "game", "games", "search"),
    "Questions about a game": ("odds", "roll", "joint", "by_round", "compare", "sequence", "table", "sweep", "variant"),
    "What to do": ("advise", "allocate", "balance", "play", "playthrough", "best_play"),
    "What was rolled": ("luck", "fair", "fair_power"),
    "Formulas": ("formula", "solve", "overtake"),
    "Dice and laws": (
        *("d", "die", "best_of", "worst_of", "keep", "keep_highest", "keep_lowest", "opposed"),
        *("explode", "turns_until", "pool", "deck", "symbol_die", "symbols", "anydice", "sheet", "Sheet", "SheetError"),
    ),
    "What comes back": (
        *("Answer", "Distribution", "Pool", "Deck", "Sweep", "Advice", "Allocation", "Balance", "Measure", "Together"),
        *("ByRound", "RequestComparison", "AttackSequence", "OddsTable", "BesideOriginal", "Formula", "BreakEven"),
        *("ProgramOutput", "ScenarioEntry", "GameEntry", "Found", "Needed", "PresetTable", "Modifiers"),
        *("Playthrough", "SymbolicPlaythrough", "BestPlaythrough", "Luck", "Fairness", "Noticing"),
        *("Parameter", "Result", "Preset", "Rule", "Met"),
    ),
    "What the laboratory gives back": (
        *("Along", "Numbers", "Matrix", "Swings", "Evenness", "Designed", "Unknown", "Rulings", "Faults"),
    ),
    "Refusals, and what is kept": ("ProbcalcError", "InputError", "TooLarge", "TooMuch", "NeverHolds", "clear_caches"),
}
HEAD = """# Every public name

All of them can be had from `probcalc`, and this page is written from their docstrings. Whatever refuses its input
raises `InputError`, or a `ValueError` where no parameter of a scenario is meant, in one line; both are a
`ProbcalcError`.

```python
>>> from fractions import Fraction
>>> from probcalc import *

```"""


def _signature(name: str, found: Any) -> str:
    try:
        signature = str(inspect.signature(found))
    except (TypeError, ValueError):
        return name
    plain = re.sub(r"probcalc(\.\w+)*\.", "", signature)
    unquoted = re.sub(r"(: |-> )'([^']*)'", r"\1\2", plain)
    return name + re.sub(r"^\(self, ?", "(", unquoted).replace("(self)", "()")


def _said(found: Any) -> str:
    """The docstring, its examples as code."""
    text = inspect.cleandoc(found.__doc__ or "")
    blocks = []
    for block in text.split("\n\n"):
        if block.startswith(">>>"):
            blocks.append(f"```python\n{block}\n\n```")
        elif re.match(r"(Raises|Args|Attributes):\n", block):
            title, *lines = block.splitlines()
            listed = re.sub(r"\n(?=\S)", "\n- ", "\n".join(line.removeprefix("    ") for line in lines))
            blocks.append(f"*{title.removesuffix(':')}*\n\n- " + re.sub(r"\n +", " ", listed))
        else:
            blocks.append(block)
    return "\n\n".join(blocks)


def _members(found: type) -> list[tuple[str, Any]]:
    """The public methods and properties that say something, those of its bases too."""
    names = dict.fromkeys(name for base in reversed(found.__mro__[:-1]) for name in vars(base))
    listed = []
    for name in names:
        member = inspect.getattr_static(found, name)
        called = getattr(member, "__func__", getattr(member, "fget", member))
        ours = str(getattr(called, "__module__", "")).startswith("probcalc")
        if not name.startswith("_") and ours and inspect.isfunction(called) and called.__doc__:
            listed.append((name, called))
    return listed


def reference() -> str:
    """The whole page."""
    blocks = [HEAD]
    for title, names in GROUPS.items():
        blocks.append(f"## {title}")
        for name in names:
            found = getattr(probcalc, name)
            blocks += [f"### `{name}`", f"    {_signature(name, found)}" if not inspect.isclass(found) else ""]
            blocks.append(_said(found))
            if inspect.isclass(found) and not issubclass(found, Exception):
                first = [(n, (m.__doc__ or "").strip().splitlines()[0]) for n, m in _members(found)]
                table = ["| of it | |", "| --- | --- |", *(f"| `{n}` | {words} |" for n, words in first)]
                if is_dataclass(found) and "Attributes:" not in str(found.__doc__):
                    names_of_fields = (f"`{each.name}`" for each in fields(found) if not each.name.startswith("_"))
                    blocks.append(f"*Attributes*: {', '.join(names_of_fields)}.")
                blocks.append("\n".join(table) if first else "")
        if title == "Questions about a game":
            blocks += _of_laboratory()
    return "\n\n".join(filter(None, blocks)) + "\n"


def _of_laboratory() -> list[str]:
    """The questions that are methods of a scenario alone, those of the laboratory among them."""
    rows = []
    for name, each in declarations().items():
        if hasattr(Asked, name):
            continue
        keywords = [
            key for key, it in inspect.signature(each.function).parameters.items() if it.kind is it.KEYWORD_ONLY
        ]
        rows.append(f"| `{name}({', '.join(keywords)})` | {each.about.splitlines()[0]} |")
    told = 'Each is a method of a scenario, beside all questions above: `scenario("chronopia.melee").steps(over="cc")`.'
    return ["## Questions of the laboratory", told, "\n".join(["| question | finds |", "| --- | --- |", *rows])]


def with_forms(guide: str) -> str:
    """The guide of sheets with the table of every form of a line, as the page has them to add."""
    rows = []
    for group in dict.fromkeys(form.group for form in FORMS):
        rows.append(f"| **{group}** | |")
        rows += [f"| {form.title} | {_as_cell(form.text)} |" for form in FORMS if form.group == group]
    before, _, rest = guide.partition(FORMS_HEADING)
    told = "Each of them stands on the page to be added by a tap."
    table = "\n".join([FORMS_HEADING, "", told, "", "| what | as it is written |", "| --- | --- |", *rows, "", ""])
    return f"{before}{table}## {rest.partition(chr(10) + '## ')[2]}"


def _as_cell(text: str) -> str:
    """Lines of a sheet in a cell of a table, which ends at a bar."""
    lines = [escape(line, quote=False).replace("|", "&#124;").replace("  ", "&nbsp; ") for line in text.splitlines()]
    return "<br>".join(f"<code>{line}</code>" if line else "" for line in lines)


if __name__ == "__main__":
    PLACE.write_text(reference(), encoding="utf-8")
    SHEETS.write_text(with_forms(SHEETS.read_text(encoding="utf-8")), encoding="utf-8")
