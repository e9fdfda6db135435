"""The pages on a server: what has to be loaded and settled before the first visitor is loaded with this module."""

from __future__ import annotations

from probcalc.web import loading
from probcalc.web import main as pages

# Here and not in main(): whoever visits while this module is loaded for somebody else waits for all of it.
loading.load_late()
loading.stay_at_home()


def main() -> None:
    """Draw the page that the address names, with Streamlit, which makes a step back of every address it writes."""
    pages.main(steps_back=True)
