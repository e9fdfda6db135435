"""`Session`: a visit to the pages without a server, from an address and events to a page as plain data."""

from __future__ import annotations

import base64
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

from probcalc.present.charts.pictures import CardPicture, Picture
from probcalc.static.components import event_key
from probcalc.static.drawing import Again, Data, Drawing, File, Held, Stopped, Told, within
from probcalc.static.on_demand import OnDemand, Wanted
from probcalc.static.stand_in import install
from probcalc.web.redirects import elsewhere

_MOST_DRAWINGS = 20
_LATE = OnDemand(["sympy"])
"""Found after all that is there."""


def load() -> None:
    """Load all pages, with the stand-in in place of Streamlit, which must not have been loaded; once is enough."""
    install()
    if _LATE not in sys.meta_path:
        sys.meta_path.append(_LATE)
    import_module("probcalc.web.main")


def arrive(name: str) -> None:
    """A library that was wanted is there now."""
    _LATE.arrive(name)


class Session:
    """A visit, from its first page on.

    Args:
        url: the address as the browser has it.
        prefix: the path below which the pages lie, "" for the root of their host.
        theme: "light" or "dark".
        language: the browser's.
        told: is called with what is known before the page is drawn to its end: parts and progress.
    """

    def __init__(
        self, url: str, prefix: str = "", theme: str = "light", told: Told | None = None, language: str = ""
    ) -> None:
        load()
        seen = urlsplit(url)
        origin = f"{seen.scheme}://{seen.netloc}" if seen.netloc else ""
        self._held = Held(origin, prefix.rstrip("/"), "", {}, theme, told, language)
        self._go(url)
        self._drawing: Drawing | None = None
        self._passing: set[str] = set()
        self._shown = self._held.path

    def _go(self, url: str) -> None:
        seen = urlsplit(url)
        inside = seen.path.removeprefix(self._held.prefix).strip("/")
        last = inside.removesuffix("index.html").strip("/").removesuffix(".html")
        query = seen.query
        # Where the server redirects, here the page is drawn at once.
        if to := elsewhere(f"/{quote(last, safe='/%=&')}", query):
            last, query = unquote(to.name), to.query
        self._held.path = last
        self._held.query = parse_qs(query, keep_blank_values=True)

    def open_address(self, url: str) -> Data:
        """The page at another address: a link that was followed, or a step back or forward."""
        self._go(url)
        self._shown = self._held.path
        return self.tree()

    def tree(self) -> Data:
        """The page as it stands."""
        return _tell(self._draw)

    def take_events(self, events: Sequence[Mapping[str, Any]]) -> Data:
        """The page after these events, each answered in its turn."""
        if self._drawing is None and "page" not in (first := self.tree()):
            return first

        def draw_anew() -> Data:
            for event in events:
                self._happen(event)
            return self._draw()

        return _tell(draw_anew)

    def file(self, key: str) -> Data:
        """A file that the page offers, made now; a picture as the specification that it is drawn from."""
        found = self._drawing.files.get(key) if self._drawing else None
        if found is None:
            return {"failed": "The page offers no such file.", "detail": key}
        return _tell(lambda: {"name": found.name, "type": found.type, **_content_of(found)})

    def _happen(self, event: Mapping[str, Any]) -> None:
        """Answer one event: the value it brings, then what is to be done; what the page does not show does nothing."""
        drawing = self._drawing
        assert drawing is not None
        key, part = str(event.get("key", "")), event.get("name")
        widget = drawing.widgets.get(key if part is None else event_key(key, str(part)))
        if widget is None:
            return
        try:
            value = widget.read(event.get("value"))
        except ValueError:
            return
        self._held.state[key] = value if part is None else {str(part): value}
        if widget.passing:
            self._passing.add(key)
        with within(drawing):
            try:
                widget.use()
            except (Again, Stopped):
                # The page is drawn anew in any case.
                pass

    def _draw(self) -> Data:
        from probcalc.web.main import main

        for _ in range(_MOST_DRAWINGS):
            drawing = Drawing(self._held)
            try:
                with within(drawing):
                    main()
            except Again:
                continue
            except Stopped:
                pass
            else:
                drawing.whole()
            return self._answer(drawing)
        raise RuntimeError(f"the page was drawn {_MOST_DRAWINGS} times and wants to be drawn again")

    def _answer(self, drawing: Drawing) -> Data:
        self._drawing = drawing
        while self._passing:
            self._held.state.pop(self._passing.pop(), None)
        went, self._shown = self._held.path != self._shown, self._held.path
        found = {"page": drawing.root.as_data(), "title": drawing.title, "address": self._held.address()}
        found["language"] = drawing.language
        return found | ({"went": True} if went else {})


def _content_of(file: File) -> Data:
    """What is in a file; of a picture its specification."""
    if isinstance(file.content, Picture):
        return {"spec": file.content.spec, "scale": file.content.scale}
    if isinstance(file.content, CardPicture):
        return {"svg": file.content.svg}
    content = file.content() if callable(file.content) else file.content
    return {"base64": base64.b64encode(content).decode("ascii")} if isinstance(content, bytes) else {"text": content}


def _tell(made: Callable[[], Data]) -> Data:
    """What is made, or the library that it wants first, or the mistake that was met."""
    try:
        return made()
    except Wanted as wanted:
        return {"wants": [wanted.name]}
    except Exception as error:
        line = "".join(traceback.format_exception_only(error)).strip()
        where = "".join(traceback.format_exception(error))
        return {"failed": f"The page could not be drawn: {line}", "detail": where}
