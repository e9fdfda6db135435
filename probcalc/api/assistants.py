"""The calculator as tools of an assistant, by the Model Context Protocol."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from probcalc import __version__
from probcalc.api.answering import Refusal, answer, refused
from probcalc.api.questions import asked
from probcalc.links import given_from_words, to_command, to_query
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.value_text import value_text

_INSTRUCTIONS = (
    "Exact odds for tabletop rules. Search finds scenarios, units and rules; describe lists the parameters of a "
    "scenario; odds, compare and advise answer; roll and program answer for any dice. Fractions are exact and written "
    'as text, "1659/2500". A refusal names the parameter and the nearest valid name: mend it and ask again.'
)
_GUIDES = Path(__file__).resolve().parents[2] / "docs"


def server() -> MCPServer:
    """A server with every tool; it keeps nothing between calls."""
    made: MCPServer = MCPServer("probcalc", title="probcalc", instructions=_INSTRUCTIONS, version=__version__)
    for tool in (search, describe, odds, roll, compare, advise, formula, program):
        made.add_tool(tool)
    for guide in sorted(_GUIDES.glob("*.md")):
        text = guide.read_text(encoding="utf-8")
        made.resource(f"probcalc://guides/{guide.stem}", title=text.partition("\n")[0].lstrip("# "))(_read(guide))
    return made


def _read(guide: Path) -> Any:
    def read() -> str:
        return guide.read_text(encoding="utf-8")

    return read


def _said(name: str, place: str, fields: Mapping[str, Any], form: str = "json") -> str:
    try:
        return answer(asked(name, place, fields, form)).text
    except (Refusal, InputError) as error:
        raise ToolError(str(error)) from None
    except Exception as error:
        found = refused(error)
        if found is None:
            raise
        raise ToolError(str(found)) from None


def _found(name: str, place: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    said: dict[str, Any] = json.loads(_said(name, place, fields))
    return said


def search(words: str) -> dict[str, Any]:
    """Find scenarios, units, weapons, rules and circumstances by words, such as "troll" or "charge axe"."""
    return _found("search", "", {"search": words})


def describe(scenario: str) -> dict[str, Any]:
    """What a scenario such as chronopia.melee can be asked: parameters with bounds and names, results, rulings."""
    return _found("describe", scenario, {})


def odds(scenario: str, parameters: dict[str, Any] | None = None, given: str = "") -> dict[str, Any]:
    """The exact answer to a scenario: {"attacker": "the_cursed", "charging": true}; given is a condition, "hit"."""
    said = dict(parameters or {})
    condition = {"option.given": given} if given else {}
    found = _found("odds", scenario, {"parameters": said, **condition})
    line = _said("odds", scenario, {"parameters": said, **condition}, "line")
    asked_for = _resolved(scenario, said)
    query = urlencode(to_query(scenario, asked_for), quote_via=quote, safe=",")
    return {"line": line, "link": f"?{query}", "command": to_command(scenario, asked_for), **found}


def _resolved(scenario: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    return given_from_words(scenario, [f"{name}={value_text(value)}" for name, value in parameters.items()])


def roll(notation: str) -> dict[str, Any]:
    """The exact answer to any roll: "4d6 drop 1", "best of 2d20 >= 15", "2d6 + 1 vs 2d6", "10d6 >= 4 then d6 >= 5"."""
    return {"line": _said("roll", "", {"roll": notation}, "line"), **_found("roll", "", {"roll": notation})}


def compare(requests: list[str]) -> dict[str, Any]:
    """Two to four requests side by side, each "chronopia.melee cc=11"; a later one may say only its changes."""
    return _found("compare", "", {"requests": requests})


def advise(
    scenario: str, parameters: dict[str, Any] | None = None, aim: str = "", at_least: int | None = None, points: int = 0
) -> dict[str, Any]:
    """What to do where the rules leave a choice, and what each choice is worth."""
    options = {"option.aim": aim or None, "option.at_least": at_least, "option.points": points or None}
    return _found(
        "advise", scenario, {"parameters": parameters or {}, **{k: v for k, v in options.items() if v is not None}}
    )


def formula(scenario: str, free: list[str], parameters: dict[str, Any] | None = None) -> dict[str, Any]:
    """The results as formulas in some parameters: free=["armour", "cc=5..20"]."""
    return _found("formula", scenario, {"parameters": parameters or {}, "option.in": free})


def program(text: str) -> dict[str, Any]:
    """Run a program in the language of AnyDice, exactly: output [highest 3 of 4d6]."""
    return _found("anydice", "", {"program": text})
