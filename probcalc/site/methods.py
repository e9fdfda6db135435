"""The methods that dataclasses write for themselves, compiled when the engine is packed and not in every browser.

A dataclass is made by running a text that Python has to compile first, which took a fifth of the time from a loaded
engine to its first answer. The same text gives the same code, so that it can be compiled once for all.
"""

from __future__ import annotations

import builtins
import dataclasses
import marshal
from collections.abc import Mapping
from pkgutil import get_data
from types import CodeType
from typing import Any

FILE = "methods.bin"


def record() -> dict[str, CodeType]:
    """The code of every text that dataclasses run from now on, filled as they do."""
    found: dict[str, CodeType] = {}

    def run(text: str, names: dict[str, Any], made: dict[str, Any]) -> None:
        found[text] = compile(text, "<string>", "exec", dont_inherit=True)
        builtins.exec(found[text], names, made)  # noqa: S102 what dataclasses have written, as they run it

    _run_by(run)
    return found


def use(codes: Mapping[str, CodeType] | None = None) -> None:
    """Let dataclasses run these codes, by default those that were packed; a text without one is compiled as ever."""
    known = marshal.loads(get_data(__package__, FILE) or b"") if codes is None else codes

    def run(text: str, names: dict[str, Any], made: dict[str, Any]) -> None:
        builtins.exec(known.get(text, text), names, made)  # noqa: S102 as above

    _run_by(run)


def _run_by(run: Any) -> None:
    # A name of the module goes before a built-in one: a Python whose dataclasses ask otherwise compiles as ever.
    vars(dataclasses)["exec"] = run
