"""What a release can be called by: public names, command options, keys of links, fields of JSON, names of scenarios.

`python -m tests.promises.names` writes those of the present version, as long as it is not released.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

import probcalc
from probcalc.api.answering import refusal_of
from probcalc.cli import main as command_line
from probcalc.links import EDITION_KEY, SCENARIO_KEY, VERSION_KEY
from probcalc.links.sheets import QUESTION_KEY, SHEET_KEY
from probcalc.scenarios import registry
from probcalc.scenarios.errors import unknown_name
from probcalc.web.state.view import View
from probcalc.web.state.view_fields import PREFIX

FOLDER = Path(__file__).parent / "names"
CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"

Names = dict[str, dict[str, list[str]]]


def names() -> Names:
    """Everything that is promised by its name, in groups: of each thing what belongs to it."""
    return {
        "public names": {name: _arguments(getattr(probcalc, name)) for name in sorted(probcalc.__all__)},
        "commands": dict(_commands(command_line, "")),
        "links": {"keys": [SCENARIO_KEY, VERSION_KEY, EDITION_KEY, SHEET_KEY, QUESTION_KEY, *_shown()]},
        "json": _fields(),
        "parameters": {model.id: [p.name for p in model.parameters()] for model in _scenarios()},
        "results": {model.id: [result.name for result in model.results] for model in _scenarios()},
    }


def _scenarios() -> Iterator[Any]:
    return (model for system in registry.systems() for model in system.scenarios)


def _shown() -> list[str]:
    return [f"{PREFIX}{name}" for name in View.__dataclass_fields__]


def _arguments(found: Any) -> list[str]:
    """The arguments of a function, the public members of a class."""
    if inspect.isclass(found):
        return sorted(name for name in dir(found) if not name.startswith("_") and not hasattr(object, name))
    try:
        return [name for name in inspect.signature(found).parameters if not name.startswith("_")]
    except (TypeError, ValueError):
        return []


def _commands(group: click.Group, before: str) -> Iterator[tuple[str, list[str]]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from _commands(command, f"{before}{name} ")
        elif command is not None:
            options = [p for p in command.params if isinstance(p, click.Option)]
            yield f"{before}{name}", sorted(flag for option in options for flag in option.opts)


def _fields() -> dict[str, list[str]]:
    """The fields of an answer, of each kind of result, and of a refusal."""
    answer = probcalc.odds("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"}).to_json()
    found = {"answer": sorted(answer)}
    for result in (*answer["results"].values(), *probcalc.odds("oathmark.morale").to_json()["results"].values()):
        found[f"result: {result['kind']}"] = sorted(result)
    refusal = refusal_of(unknown_name("parameter", "armor", ["armour"]))
    assert refusal is not None
    return found | {"refusal": sorted({"type", "title", "status", "detail", *refusal.to_mend})}


def main() -> None:
    """Write the names of the present version."""
    if f"[Unreleased] {probcalc.__version__}" not in CHANGELOG.read_text(encoding="utf-8"):
        sys.exit(f"{probcalc.__version__} is released, and its names stay as they are")
    lines = []
    for group, members in names().items():
        told = ",\n".join(f"    {json.dumps(name)}: {json.dumps(each)}" for name, each in members.items())
        lines.append(f"  {json.dumps(group)}: {{\n{told}\n  }}")
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{probcalc.__version__}.json"
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
