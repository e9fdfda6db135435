"""`python -m probcalc.web`: `streamlit run app.py` in this folder, with every page loaded before anybody visits.

Streamlit alone loads the pages, and with them pandas and Altair, while the first visitor waits. What follows on the
command line are Streamlit's own options, `--server.port=8600` say.
"""

from __future__ import annotations

import sys
from importlib import import_module

from streamlit.web import cli

if __name__ == "__main__":
    import_module("probcalc.web.main")
    cli.main(["run", "app.py", *sys.argv[1:]], prog_name="streamlit")
