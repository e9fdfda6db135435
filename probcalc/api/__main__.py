"""`python -m probcalc.api`: the tools of an assistant over standard input and output, as `probcalc mcp` starts them.

What follows on the command line is the address of the pages, where the links in answers lead.
"""

from __future__ import annotations

import sys

from probcalc.scenarios.extras import missing


def main() -> None:
    """Serve until standard input ends, or say in one line which libraries are missing."""
    if line := missing("assistants", "mcp"):
        sys.exit(line)
    from probcalc.api.assistants import server

    server(sys.argv[1] if sys.argv[1:] else "").run("stdio")


if __name__ == "__main__":
    main()
