"""The pages on a server: what has to be loaded and settled before the first visitor is loaded with this module.

Altair looks into pandas as soon as its name is known, and Streamlit loads pandas when it draws the first table. Of two
first visits at once, one would draw a chart while the other is in the middle of loading.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module

import streamlit as st
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route
from streamlit import config, net_util

from probcalc.web import main as pages
from probcalc.web.controls.editor import FILE
from probcalc.web.icon import ICON, MANIFEST, SVG, icon_svg, manifest
from probcalc.web.paths import EDITOR as PACKED

_LATE = ("pyarrow", "pandas", "altair", "segno")
_ADDRESS = "127.0.0.1"


def load_late() -> None:
    """Load the libraries; a second call does nothing."""
    for name in _LATE:
        import_module(name)


def stay_at_home() -> None:
    """Let no page of another host make the server ask an outside service for its own address.

    Streamlit does so, and everybody waits, before it refuses a connection from there. It keeps the answer, so it is
    given one: the loopback address, which is allowed anyway.
    """
    # Not a public name: a version without it asks again, and nothing else changes.
    vars(net_util)["_external_ip"] = _ADDRESS


# Here and not in main(): whoever visits while this module is loaded for somebody else waits for all of it.
load_late()
stay_at_home()


def own_files() -> list[Route]:
    """What a page of ours fetches by itself, below the path of the pages: the editor of sheets, icon and manifest."""
    base = str(config.get_option("server.baseUrlPath") or "").strip("/")
    start = f"/{base}" if base else ""
    held = {
        ICON: (icon_svg(), "image/svg+xml"),
        MANIFEST: (manifest(f"{start}/", [{**SVG, "src": f"{start}/{ICON}"}]), "application/manifest+json"),
    }
    return [
        Route(f"{start}/{FILE}", _editor),
        *(Route(f"{start}/{name}", partial(_answer, *what)) for name, what in held.items()),
    ]


async def _answer(text: str, kind: str, request: Request) -> Response:
    return Response(text, media_type=kind, headers={"cache-control": "public, max-age=86400"})


async def _editor(request: Request) -> Response:
    return FileResponse(PACKED, media_type="text/javascript", headers={"cache-control": "no-cache"})


def main() -> None:
    """Draw the page that the address names, with Streamlit, which makes a step back of every address it writes."""
    # No two connections have the same key, and one that ends may take with it what was sent last.
    pages.main(steps_back=True, connection=st.context.headers.get("Sec-WebSocket-Key") or "")
