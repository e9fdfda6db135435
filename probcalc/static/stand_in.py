"""The names of Streamlit and Altair that the pages use, standing in for them where there is no server.

The modules are put in place once, before a page is imported, and then every page is drawn into the `Drawing` of its
thread. A name that is missing here is refused by its name.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import ModuleType, SimpleNamespace
from typing import Any, NoReturn

from probcalc.present.languages.language import code_of_language
from probcalc.static.components import component
from probcalc.static.containers import Container
from probcalc.static.drawing import Again, Drawing, Stopped, present, texts_of
from probcalc.static.words import Chart


class Missing(AttributeError):
    """A name of Streamlit that is not recorded here."""


class Page:
    """A page: what draws it, its title, and the last part of its address."""

    def __init__(self, draw: Callable[[], object], *, title: str, url_path: str = "", default: bool = False) -> None:
        self._draw, self.title, self.url_path, self.default = draw, title, url_path, default

    def run(self) -> None:
        """Draw it."""
        self._draw()


class QueryParams:
    """The query of the address."""

    @property
    def _query(self) -> dict[str, list[str]]:
        return present().held.query

    def __iter__(self) -> Iterator[str]:
        return iter(self._query)

    def get_all(self, key: str) -> list[str]:
        """The texts of a field."""
        return list(self._query.get(key, ()))

    def to_dict(self) -> dict[str, str]:
        """The last text of each field."""
        return {key: texts[-1] for key, texts in self._query.items()}

    def from_dict(self, query: Mapping[str, Any]) -> None:
        """Put another query in its place."""
        present().held.query = texts_of(query)


def navigation(pages: Sequence[Page], *, position: str = "sidebar") -> Page:
    """The page that the address names, the first one's for an address that names none."""
    held = present().held
    found = next((page for page in pages if page.url_path == held.path), None)
    if found is None:
        found = next(page for page in pages if page.default)
        held.path = found.url_path
    return found


def switch_page(page: Page, *, query_params: Mapping[str, Any] | None = None) -> NoReturn:
    """Draw another page instead."""
    held = present().held
    held.path, held.query = page.url_path, texts_of(query_params)
    raise Again


def rerun() -> NoReturn:
    """Draw the page anew."""
    raise Again


def stop() -> NoReturn:
    """Draw nothing more."""
    raise Stopped


def set_page_config(*, page_title: str, **_: Any) -> None:
    """The title of the page, and the language that it is in."""
    drawing = present()
    drawing.title, drawing.language = page_title, code_of_language()


def get_option(name: str) -> str:
    """The path below which the pages lie.

    Raises:
        Missing: for any other setting.
    """
    if name != "server.baseUrlPath":
        raise Missing(f"the setting {name} of Streamlit is not recorded")
    return present().held.prefix


class Streamlit(ModuleType):
    """The module: what a container can hold is put where the page is at present."""

    def __getattr__(self, name: str) -> Any:
        if name in _LOOKED_UP:
            return _LOOKED_UP[name](present())
        if name not in _PLACED:
            raise Missing(f"st.{name} is not recorded")

        def put(*args: Any, **kwargs: Any) -> Any:
            drawing = present()
            return getattr(Container(drawing, drawing.open[-1]), name)(*args, **kwargs)

        return put


def _context(drawing: Drawing) -> SimpleNamespace:
    held = drawing.held
    return SimpleNamespace(
        url=held.origin + held.address(), theme=SimpleNamespace(type=held.theme), locale=held.language
    )


_PLACED = {name for name in dir(Container) if not name.startswith("_")} - {"add", "drawing", "node", "open"}
_LOOKED_UP: dict[str, Callable[[Drawing], Any]] = {
    "session_state": lambda drawing: drawing.held.state,
    "context": _context,
}
_OWN: dict[str, Any] = {
    **{found.__name__: found for found in (Page, navigation, switch_page, rerun, stop, set_page_config, get_option)},
    "query_params": QueryParams(),
    "components": SimpleNamespace(v2=SimpleNamespace(component=component)),
}


def names() -> set[str]:
    """The names of Streamlit that are recorded."""
    return _PLACED | _LOOKED_UP.keys() | _OWN.keys()


class _Runtime:
    """There is no server."""

    @staticmethod
    def exists() -> bool:
        """Whether there is one."""
        return False


def install() -> None:
    """Put the modules in place of Streamlit; a second call does nothing.

    Raises:
        RuntimeError: when Streamlit itself is loaded already.
    """
    loaded = sys.modules.get("streamlit")
    if isinstance(loaded, Streamlit):
        return
    if loaded is not None:
        raise RuntimeError("Streamlit is loaded already, and nothing can stand in for it")
    made = Streamlit("streamlit")
    vars(made).update(_OWN)
    runtime, script = ModuleType("streamlit.runtime"), ModuleType("streamlit.runtime.scriptrunner")
    vars(runtime)["Runtime"] = _Runtime
    vars(script)["get_script_run_ctx"] = _no_context
    charts = ModuleType("altair")
    vars(charts).update(Chart=Chart, LayerChart=Chart)
    # Rows stay what they are.
    frames = ModuleType("pandas")
    vars(frames)["DataFrame"] = list
    sys.modules |= {module.__name__: module for module in (made, runtime, script, charts, frames)}


def _no_context(**_: Any) -> None:
    """No visitor of a server is served in this thread."""
