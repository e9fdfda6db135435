"""The worker's side of a page in the browser: addresses and events in, pages as HTML out.

Everything passes as JSON texts, so that no object of one side is ever held by the other.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pkgutil import walk_packages
from types import ModuleType
from typing import Any

from probcalc.present.languages.language import language_of_game, speaking
from probcalc.scenarios import finding
from probcalc.scenarios.system import Heading
from probcalc.site import packed
from probcalc.site.drawing import charts, draw
from probcalc.static import session
from probcalc.static.on_demand import Wanted

_FIRST = "part:result"
_AWAY = "There is no connection, and what this needs was not loaded before."
_PAGES = "probcalc.web.pages"
_fetch: dict[str, Callable[[], bytes]] = {}


def libraries(files: str, games: str, fetched: Callable[[str], Any]) -> None:
    """Know what is fetched when it is asked for.

    Args:
        files: parts of the engine and libraries by name, as JSON.
        games: the headings of all games, as JSON.
        fetched: fetches a file.
    """
    _fetch.update((name, partial(_bytes, fetched, file)) for name, file in json.loads(files).items())
    packed.parts().fetch_by(_fetch)
    finding.know(Heading(*each) for each in json.loads(games))
    session.load()


def unopened() -> str:
    """The modules of pages, parts and games that nobody has opened yet, as JSON: loaded before, they open at once."""
    found = [each.name for each in walk_packages(import_module(_PAGES).__path__, f"{_PAGES}.")]
    wanted = [name for name in found if name.endswith(("page", "panel"))]
    wanted += [f"{finding.GROUP}.{name}" for name in finding.folders()]
    return json.dumps([name for name in wanted if name not in sys.modules])


def _bytes(fetched: Callable[[str], Any], file: str) -> bytes:
    return bytes(fetched(file).to_py())


def arrive(name: str) -> str:
    """Fetch a library, if it is not there yet, and make it importable; its path."""
    path = f"/lib/{name}.zip"
    fetch = _fetch.pop(name, None)
    if fetch is not None:
        with open(path, "wb") as file:
            file.write(fetch())
        sys.path.append(path)
        sys.meta_path.append(_InPackages(path))
        session.arrive(name)
    return path


class _InPackages(MetaPathFinder):
    """Finds what a library holds of packages that lie elsewhere: rooms of probcalc that no page needs."""

    def __init__(self, path: str) -> None:
        self._path = path

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where a module lies in it."""
        return PathFinder.find_spec(fullname, [f"{self._path}/{fullname.rpartition('.')[0].replace('.', '/')}"])


def told(ask: Callable[[str], str], text: str) -> str:
    """What a program is told that asks, once the libraries that the answer wants are there."""
    while True:
        try:
            return ask(text)
        except Wanted as wanted:
            arrive(wanted.name)


def card(query: str, theme: str, page: str = "", language: str = "") -> str:
    """The card of a link by its query and its page, as SVG, in a language that is wanted by its code."""
    from probcalc.web.paths import game_at
    from probcalc.web.preview import card_of

    with speaking(language_of_game(game_at(page.strip("/")), language)):
        return card_of(query, "dark" if theme == "dark" else "light", page)


def _html(found: Mapping[str, Any]) -> str:
    """A page as it is drawn, with the words around what is asked in the reader's language too."""
    with speaking(found["language"]):
        return draw(found["page"])


class Page:
    """One reader's pages.

    Args:
        prefix: the path below which the pages lie, "" for the root.
        tell: takes, as JSON, what is known before the page is drawn whole.
    """

    def __init__(self, prefix: str, tell: Callable[[str], None]) -> None:
        self._prefix, self._tell = prefix, tell
        self._visit: Any = None
        self._sent = ""

    def answer(self, text: str) -> str:
        """The answer to a message {open, theme} or {events}, as JSON."""
        message = json.loads(text)
        try:
            found = self._find(message)
        except Exception as error:
            found = {"failed": f"This page could not be drawn ({type(error).__name__}). Reload it to go on."}
        return json.dumps(found)

    def file(self, key: str) -> str:
        """The file that a button offers, as JSON."""
        if self._visit is None:
            return json.dumps({"failed": "The page offers no files yet."})
        made = partial(self._visit.file, key)
        return json.dumps(self._fetching(made(), made))

    def _find(self, message: Mapping[str, Any]) -> dict[str, Any]:
        if "theme" in message or self._visit is None:
            self._visit = session.Session(
                message["open"],
                self._prefix,
                message.get("theme", "light"),
                self._tell_progress,
                message.get("language", ""),
            )
            found = self._visit.tree()
        elif "open" in message:
            found = self._visit.open_address(message["open"])
        else:
            found = self._visit.take_events(message["events"])
        found = self._fetching(found, self._visit.tree)
        if "page" not in found:
            return {key: found[key] for key in ("failed", "detail") if key in found}
        return {key: found[key] for key in ("title", "address", "went", "language") if key in found} | {
            "html": _html(found),
            "charts": charts(found["page"]),
        }

    def _fetching(self, found: Mapping[str, Any], again: Callable[[], Mapping[str, Any]]) -> Mapping[str, Any]:
        """What was found, or what is found once the libraries that it wants are there."""
        while wanted := found.get("wants"):
            for name in wanted:
                self._tell_text("Loading what formulas need …")
                try:
                    arrive(name)
                except Exception:
                    return {"failed": _AWAY}
            found = again()
        return found

    def _tell_progress(self, told: Mapping[str, Any]) -> None:
        """Send the answer itself ahead of the rest of the page, and how far a long question has come."""
        node = told.get("part")
        if node is not None and node.get("key") == _FIRST:
            html = draw(node)
            if html != self._sent:
                self._sent = html
                self._tell(json.dumps({"part": {"id": f"k:{_FIRST}", "html": html}}))
        elif "text" in told:
            self._tell_text(told["text"])

    def _tell_text(self, text: str) -> None:
        self._tell(json.dumps({"said": text}))
