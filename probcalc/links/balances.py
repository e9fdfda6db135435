"""Everybody against everybody on the command line and in Python, as a page has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from probcalc.links.commands import command, literal, options, request_words
from probcalc.links.defaults import values_to_write


def to_balance_command(scenario_id: str, asked: Mapping[str, Any]) -> str:
    """The command that asks the same: of which entries, given what, for how many points, and how often each is met.

    >>> asked = {"entries": ["troll", "ogre"], "given": {"die": 12}, "budget": "60", "costs": {"troll": "20"}}
    >>> to_balance_command("oathmark.combat", asked)
    'probcalc balance oathmark.combat troll ogre die=12 --budget 60 --cost troll=20'
    >>> to_balance_command("oathmark.combat", {"entries": ["troll", "ogre"], "field": {"ogre": "2"}})
    'probcalc balance oathmark.combat troll ogre --field ogre=2'
    """
    words = [*(asked.get("entries") or ()), *request_words(scenario_id, asked.get("given") or {})]
    words += ["--budget", asked["budget"]] if asked.get("budget") else []
    for option, name in (("--cost", "costs"), ("--field", "field")):
        words += options(option, (f"{entry}={number}" for entry, number in (asked.get(name) or {}).items()))
    words += ["--places", asked["places"]] if asked.get("places", "both") != "both" else []
    return command("balance", scenario_id, words)


def to_balance_python(scenario_id: str, asked: Mapping[str, Any]) -> str:
    """The same in Python; entries may be set-ups.

    >>> print(to_balance_python("oathmark.combat", {"entries": ["troll", {"name": "ogre"}], "places": "first"}))
    import probcalc
    found = probcalc.balance("oathmark.combat", ["troll", {"name": "ogre"}], places="first")
    print(found.to_json())
    >>> print(to_balance_python("oathmark.combat", {"entries": ["troll"], "field": {"ogre": "2"}}).splitlines()[1])
    found = probcalc.balance("oathmark.combat", ["troll"], field={"ogre": "2"})
    """
    words = [literal(scenario_id)]
    words += [f"[{', '.join(map(literal, asked['entries']))}]"] if asked.get("entries") else []
    said = {name: asked.get(name) for name in ("budget", "costs", "field", "places") if asked.get(name) != "both"}
    said = {"given": values_to_write(scenario_id, asked.get("given") or {}), **said}
    words += [f"{name}={literal(value)}" for name, value in said.items() if value]
    return f"import probcalc\nfound = probcalc.balance({', '.join(words)})\nprint(found.to_json())"
