"""Pages and parts that are loaded when they are first shown: an answer does not wait for what nobody has opened."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

_PAGES = "probcalc.web.pages"


def late(module: str, name: str = "draw") -> Callable[..., Any]:
    """A function of a feature by its module, which is loaded when the function is first called.

    >>> from probcalc.web.state.view import View
    >>> late("share.panel", "for_others")(View(turned="why,share")).turned
    'why'
    """

    def call(*given: Any) -> Any:
        return getattr(import_module(f"{_PAGES}.{module}"), name)(*given)

    return call
