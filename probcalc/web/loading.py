"""What has to be settled before anybody is served: libraries that are loaded late, and an address nobody need ask for.

Altair looks into pandas as soon as its name is known, and Streamlit loads pandas when it draws the first table. Of two
first visits at once, one would draw a chart while the other is in the middle of loading.
"""

from __future__ import annotations

from importlib import import_module

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
    from streamlit import net_util

    # Not a public name: a version without it asks again, and nothing else changes.
    vars(net_util)["_external_ip"] = _ADDRESS
