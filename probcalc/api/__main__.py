"""`python -m probcalc.api`: the tools of an assistant over standard input and output, as `probcalc mcp` starts them."""

from __future__ import annotations

import sys

from probcalc.scenarios.extras import missing


def main() -> None:
    """Serve until standard input ends, or say in one line which libraries are missing."""
    if line := missing("assistants", "mcp"):
        sys.exit(line)
    from probcalc.api.assistants import server

    server().run("stdio")


if __name__ == "__main__":
    main()
