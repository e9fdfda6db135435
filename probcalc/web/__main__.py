"""`python -m probcalc.web`: `streamlit run app.py` in this folder, or one line that says which libraries are missing.

What follows on the command line are Streamlit's own options, `--server.port=8600` say.
"""

from __future__ import annotations

import sys

from probcalc.scenarios.extras import missing


def main() -> None:
    """Serve the pages, or say in one line which libraries they lack."""
    if line := missing("the pages", "web"):
        sys.exit(line)
    from streamlit.web import cli

    cli.main(["run", "app.py", *sys.argv[1:]], prog_name="streamlit")


if __name__ == "__main__":
    main()
