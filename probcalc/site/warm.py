"""Runs once while the engine is packed: asks what is asked first, and what can be, so that what they load is known."""

from __future__ import annotations

import json
from collections.abc import Iterable

from probcalc.scenarios import registry
from probcalc.static import session
from probcalc.web.paths import path_of, paths

_ORIGIN = "http://localhost"


def first() -> None:
    """Answer for Home and every game as they open, as a worker does: what a first answer loads."""
    from probcalc.site.live import Page

    reader = Page("", lambda _: None)
    for path in _first_paths():
        found = json.loads(reader.answer(json.dumps({"open": f"{_ORIGIN}/{path}", "theme": "light"})))
        if "html" not in found:
            raise RuntimeError(f"{path}: {found.get('failed')}")


def _first_paths() -> list[str]:
    return ["", *map(path_of, registry.system_ids())]


def warm() -> None:
    """After the first answers, draw one question with every part open, a formula among them, and all other pages."""
    session.load()
    # The parts of other games load no more than those of the first, and Pyodide draws slowly.
    first = registry.systems()[0]
    _draw(f"{_ORIGIN}/{path_of(first.id)}?s={first.scenarios[0].id}&v=1&show.turned={_parts()}")
    _draw_pages(path for path in paths() if path not in _first_paths())
    _ask_as_programs()


def _ask_as_programs() -> None:
    """Ask what no page shows: a formula as an expression of SymPy, and where a polynomial has its roots."""
    from probcalc.analysis.formulas.formula import formula
    from probcalc.analysis.formulas.solve import solve
    from probcalc.present.formulas.written import formula_data

    formula_data(formula("chronopia.armour", {"damage": 11}, free="armour"))
    solve("chronopia.melee", {"ward": 5}, for_="p = Ward Save", that="slain = 1/4")


def pages() -> None:
    """Draw every page as it opens."""
    session.load()
    _draw_pages(paths())


def _draw_pages(asked: Iterable[str]) -> None:
    for path in asked:
        _draw(f"{_ORIGIN}/{path}")


def _parts() -> str:
    # The pages can be imported once the stand-in for Streamlit is there.
    from probcalc.web.pages.rooms.panel import PARTS

    return ",".join(part.id for part in PARTS)


def _draw(address: str) -> None:
    visit = session.Session(address)
    found = visit.tree()
    while wanted := found.get("wants"):
        for name in wanted:
            session.arrive(name)
        found = visit.tree()
    if "page" not in found:
        raise RuntimeError(f"{address}: {found.get('failed')}")
