"""The last parts of the pages' addresses, by which links, the static pages and the navigation know them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, urlencode

from probcalc.links.defaults import minimal
from probcalc.scenarios import registry
from probcalc.scenarios.parameters import Given

_PARTED = re.compile(r"[\s_-]+")
_LONGEST = 80
EDITOR = Path(__file__).parent / "editor" / "packed.js"
"""The editor of sheets, one script with all that it needs."""


class Tool(NamedTuple):
    """A page of no game: the last part of its address, its title, what it is for, and other words for it."""

    path: str
    title: str
    note: str
    words: str = ""


TOOLS: Mapping[str, Tool] = {
    "compare": Tool("compare", "Compare", "up to four set-ups"),
    "attacks": Tool("attacks", "Combined attacks", "in order on one target", "several"),
    "allocate": Tool("allocate", "Assign targets", "the best target for each attack", "plan"),
    "laboratory": Tool("laboratory", "Laboratory", "house rules next to the printed rules", "designer variant dice"),
    "own units": Tool("own-units", "Your units", "and weapons", "own roster army list"),
    "own game": Tool("your-game", "Your own game", "your rules as a page of text", "sheet homebrew"),
    "programs": Tool("anydice", "AnyDice programs", "run them as they are"),
    "luck": Tool("luck", "Was that luck?", "how your evening compares with the odds", "lucky unlucky"),
    "fair": Tool("fair-dice", "Fair dice", "count what a die shows", "loaded"),
    "glossary": Tool("glossary", "Glossary", "the dice terms of each game"),
}
"""The pages of no game by the names under which the pages know each other; Home is none of them."""


def encode(query: Mapping[str, str]) -> str:
    """A query as it is written in an address."""
    return urlencode(query, quote_via=quote, safe=",")


def path_of(system_id: str) -> str:
    """The last part of the address of a system's page.

    >>> path_of("tide_of_battle")
    'tide-of-battle'
    """
    return system_id.replace("_", "-")


def game_at(path: str) -> str:
    """The system whose page has this last part of its address; "" for a page of no game.

    >>> game_at("tide-of-battle"), game_at("compare")
    ('tide_of_battle', '')
    """
    return next((name for name in registry.system_ids() if path_of(name) == path), "")


@cache
def short_paths() -> Mapping[str, tuple[str, Given]]:
    """The ready-made questions by short addresses of their own.

    >>> short_paths()["s/chronopia.melee/the-cursed-charge-spearmen"][1]["charging"]
    True
    """
    found: dict[str, tuple[str, Given]] = {}
    for system in registry.systems():
        for preset in system.presets:
            words = re.sub(r"[^a-z0-9]+", "-", preset.name.lower()).strip("-")
            found.setdefault(f"s/{preset.scenario}/{words}", (preset.scenario, dict(preset.parameters)))
    return found


def short_path(scenario_id: str, given: Given) -> str:
    """The short address of a request that is a ready-made one; "" for any other.

    >>> short_path("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen", "charging": True})
    's/chronopia.melee/the-cursed-charge-spearmen'
    """
    kept = minimal(registry.scenario(scenario_id), given)
    asked = ((short, known) for short, (name, known) in short_paths().items() if name == scenario_id)
    return next((short for short, known in asked if minimal(registry.scenario(scenario_id), known) == kept), "")


def page_by_name(name: str) -> str:
    """The last part of the address of the page that is meant, whatever its case and whatever parts its words; or "".

    >>> page_by_name("Tide_of_Battle"), page_by_name("Chronopia"), page_by_name("own units"), page_by_name("nowhere")
    ('tide-of-battle', 'chronopia', 'own-units', '')
    """
    meant = _PARTED.sub("-", name[:_LONGEST].strip().lower())
    return meant if meant in paths() else ""


def paths() -> list[str]:
    """The last parts of the addresses of all pages, Home first.

    >>> paths()[:3]
    ['', 'compare', 'attacks']
    """
    return ["", *(tool.path for tool in TOOLS.values()), *(path_of(name) for name in registry.system_ids())]
