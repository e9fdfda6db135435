"""Libraries that only some doors need: whether they are there, and how to get those that are not."""

from __future__ import annotations

import re
from functools import cache
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import find_spec

from probcalc.exact.errors import ProbcalcError

# What package installers call probcalc: the name by itself belongs to somebody else's package.
DISTRIBUTION = "tabletop-odds"

# The module that each package is imported as, where that is not its own name.
_MODULES = {"vl-convert-python": "vl_convert"}
_WITHOUT_METADATA = {
    "symbolic": ("sympy",),
    "sweep": ("numpy", "pyarrow"),
    "cluster": ("distributed",),
    "report": ("typst", "vl-convert-python"),
    "mcp": ("mcp",),
    "web": ("altair", "segno", "streamlit", "sympy", "vl-convert-python"),
}


class MissingExtra(ProbcalcError, ImportError):
    """Libraries are missing that a door needs; the message says which, and what installs them."""


def need(what: str, extra: str) -> None:
    """Refuse a door whose libraries are not installed.

    >>> need("formulas", "symbolic")

    Raises:
        MissingExtra: in one line with the command that installs them, in a clone and beside a wheel alike.
    """
    if line := missing(what, extra):
        raise MissingExtra(line)


def missing(what: str, extra: str) -> str:
    """What is missing for a door and how to install it, in one line; "" when all is there.

    >>> missing("formulas", "symbolic")
    ''
    """
    gone = [asked for asked in _packages_of(extra) if find_spec(_module(asked)) is None]
    if not gone:
        return ""
    names = ", ".join(_name(asked) for asked in gone)
    quoted = " ".join(f"'{asked}'" for asked in gone)
    return f"{what} need {names}, which {'is' if len(gone) == 1 else 'are'} not installed: pip install {quoted}"


def _name(asked: str) -> str:
    found = re.match(r"[\w.-]+", asked)
    return found[0] if found else asked


def _module(asked: str) -> str:
    name = _name(asked)
    return _MODULES.get(name, name)


@cache
def _packages_of(extra: str) -> tuple[str, ...]:
    """The packages of an extra with their versions, as this installation declares them."""
    try:
        declared = requires(DISTRIBUTION) or []
    except PackageNotFoundError:
        declared = []
    found = []
    for line in declared:
        package, _, marker = (part.strip() for part in line.partition(";"))
        if re.fullmatch(rf"extra\s*==\s*['\"]{extra}['\"]", marker):
            found.append(package)
    return tuple(found) or _WITHOUT_METADATA[extra]
