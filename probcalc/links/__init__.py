"""Requests as links, JSON, command lines and Python: one spelling for all of them, and safe ways back.

A request is a scenario's id with the parameters given. Going out, parameters that only repeat their defaults are left
out. Coming in, a command line is refused as a whole when a word of it is wrong; a link or a JSON text never is: what
cannot be used is ignored, and a notice says so.
"""

from probcalc.links.addresses import (
    EDITION_KEY,
    SCENARIO_KEY,
    VERSION_KEY,
    from_json,
    from_query,
    from_url,
    own_fields,
    to_json,
    to_query,
    to_url,
)
from probcalc.links.commands import read_words, to_command, to_python
from probcalc.links.defaults import minimal
from probcalc.links.reading import MOST_NOTICES, Request, harmless

__all__ = [
    "EDITION_KEY",
    "MOST_NOTICES",
    "SCENARIO_KEY",
    "VERSION_KEY",
    "Request",
    "from_json",
    "from_query",
    "from_url",
    "harmless",
    "minimal",
    "own_fields",
    "read_words",
    "to_command",
    "to_json",
    "to_python",
    "to_query",
    "to_url",
]
