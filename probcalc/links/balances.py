"""Everybody against everybody on the command line and in Python, as a page has it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from probcalc.links.commands import literal, quote
from probcalc.links.defaults import minimal
from probcalc.scenarios import registry
from probcalc.scenarios.value_text import value_text


def to_balance_command(
    scenario_id: str,
    entries: Sequence[str] | None,
    given: Mapping[str, Any],
    budget: str | None = None,
    costs: Mapping[str, str] | None = None,
    places: str = "both",
    field: Mapping[str, str] | None = None,
) -> str:
    """The command that asks the same.

    >>> to_balance_command("oathmark.combat", ["troll", "ogre"], {"die": 12}, "60", {"troll": "20", "ogre": "15"})
    'probcalc balance oathmark.combat troll ogre die=12 --budget 60 --cost troll=20 --cost ogre=15'
    >>> to_balance_command("oathmark.combat", ["troll", "ogre"], {}, field={"ogre": "2"})
    'probcalc balance oathmark.combat troll ogre --field ogre=2'
    """
    words = [*(entries or ())]
    words += [f"{name}={value_text(value)}" for name, value in minimal(registry.scenario(scenario_id), given).items()]
    words += ["--budget", budget] if budget else []
    words += [word for name, cost in (costs or {}).items() for word in ("--cost", f"{name}={cost}")]
    words += [word for name, weight in (field or {}).items() for word in ("--field", f"{name}={weight}")]
    words += ["--places", places] if places != "both" else []
    return " ".join(["probcalc balance", scenario_id, *map(quote, words)])


def to_balance_python(
    scenario_id: str,
    entries: Sequence[Any] | None,
    given: Mapping[str, Any],
    budget: str | None = None,
    costs: Mapping[str, str] | None = None,
    places: str = "both",
    field: Mapping[str, str] | None = None,
) -> str:
    """The same in Python; entries may be set-ups.

    >>> print(to_balance_python("oathmark.combat", ["troll", {"name": "ogre", "fight": 2}], {}, places="first"))
    import probcalc
    found = probcalc.balance("oathmark.combat", ["troll", {"name": "ogre", "fight": 2}], places="first")
    print(found.to_json())
    >>> print(to_balance_python("oathmark.combat", ["troll", "ogre"], {}, field={"ogre": "2"}).splitlines()[1])
    found = probcalc.balance("oathmark.combat", ["troll", "ogre"], field={"ogre": "2"})
    """
    kept = minimal(registry.scenario(scenario_id), given)
    words = [json.dumps(scenario_id)]
    words += [f"[{', '.join(map(_entry, entries))}]"] if entries else []
    words += [f"given={_entry(kept)}"] if kept else []
    words += [f"budget={literal(budget)}"] if budget else []
    words += [f"costs={_entry(costs)}"] if costs else []
    words += [f"field={_entry(field)}"] if field else []
    words += [f"places={literal(places)}"] if places != "both" else []
    return f"import probcalc\nfound = probcalc.balance({', '.join(words)})\nprint(found.to_json())"


def _entry(said: Any) -> str:
    if not isinstance(said, Mapping):
        return literal(said)
    return "{" + ", ".join(f"{literal(name)}: {literal(value)}" for name, value in said.items()) + "}"
