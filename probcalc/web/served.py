"""The pages on a server: what has to be loaded and settled before the first visitor is loaded with this module."""

from __future__ import annotations

import streamlit as st

from probcalc.web import loading
from probcalc.web import main as pages

# Here and not in main(): whoever visits while this module is loaded for somebody else waits for all of it.
loading.load_late()
loading.stay_at_home()


def main() -> None:
    """Draw the page that the address names, with Streamlit, which makes a step back of every address it writes."""
    # No two connections have the same key, and one that ends may take with it what was sent last.
    pages.main(steps_back=True, connection=st.context.headers.get("Sec-WebSocket-Key") or "")
