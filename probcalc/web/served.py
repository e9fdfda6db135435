"""The pages on a server: what has to be loaded and settled before the first visitor is loaded with this module."""

from __future__ import annotations

import streamlit as st
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route
from streamlit import config

from probcalc.web import loading
from probcalc.web import main as pages
from probcalc.web.controls.editor import FILE
from probcalc.web.paths import EDITOR as PACKED

# Here and not in main(): whoever visits while this module is loaded for somebody else waits for all of it.
loading.load_late()
loading.stay_at_home()


def own_files() -> list[Route]:
    """What a page of ours fetches by itself: the editor of sheets, below the path of the pages."""
    base = str(config.get_option("server.baseUrlPath") or "").strip("/")
    return [Route(f"{f'/{base}' if base else ''}/{FILE}", _editor)]


async def _editor(request: Request) -> Response:
    return FileResponse(PACKED, media_type="text/javascript", headers={"cache-control": "no-cache"})


def main() -> None:
    """Draw the page that the address names, with Streamlit, which makes a step back of every address it writes."""
    # No two connections have the same key, and one that ends may take with it what was sent last.
    pages.main(steps_back=True, connection=st.context.headers.get("Sec-WebSocket-Key") or "")
