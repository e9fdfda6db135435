"""Runs once while the engine is packed: asks what the pages can ask, so that what they load is known."""

from __future__ import annotations

from probcalc.scenarios import registry
from probcalc.static import session

_ORIGIN = "http://localhost"
_OTHERS = ("compare", "attacks", "own-units", "anydice", "glossary", "")


def warm() -> None:
    """Draw one question of each game with every part open, every other page, and a formula."""
    session.load()
    for system in registry.systems():
        _draw(f"{_ORIGIN}/{system.id.replace('_', '-')}?s={system.scenarios[0].id}&v=1&show.turned={_parts()}")
    for name in _OTHERS:
        _draw(f"{_ORIGIN}/{name}")


def _parts() -> str:
    # The pages can be imported once the stand-in for Streamlit is there.
    from probcalc.web.pages.panels.panel import PARTS

    return ",".join(part.id for part in PARTS)


def _draw(address: str) -> None:
    visit = session.Session(address)
    found = visit.tree()
    while wanted := found.get("wants"):
        for name in wanted:
            visit.arrived(name)
        found = visit.tree()
    if "page" not in found:
        raise RuntimeError(f"{address}: {found.get('failed')}")
