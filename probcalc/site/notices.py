"""Whose work is in the folder, and under which licences."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.metadata import distribution
from json import loads
from pathlib import Path

from probcalc.site.tools import PYODIDE

_HEAD = f"""These pages are made with probcalc (MIT) and hold work of others.

Pyodide {PYODIDE} (Mozilla Public License 2.0) is shipped as it was published; only the ending .mjs of two files became
.js. Its source: https://github.com/pyodide/pyodide/tree/{PYODIDE}, the licence: https://www.mozilla.org/MPL/2.0/
It holds CPython 3.14 (Python Software Foundation License 2): https://github.com/python/cpython
The modules of Python's standard library, of lark, segno, SymPy and mpmath are shipped as bytecode, without most of
their documentation.
"""
_LIBRARIES = {"lark": "MIT", "segno": "BSD-3-Clause", "sympy": "BSD-3-Clause", "mpmath": "BSD-3-Clause"}
_NAMES = ("LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE", "COPYING")


def text(folders: Mapping[str, Path]) -> str:
    """The notices as one text: what comes from npm, then what comes from Python packages."""
    parts = [_HEAD]
    for folder in folders.values():
        told = loads((folder / "package.json").read_text("utf-8"))
        licence = next((folder / name for name in _NAMES if (folder / name).is_file()), None)
        said = licence.read_text("utf-8") if licence else ""
        parts.append(f"{told['name']} {told['version']} ({told['license']})\n\n{said}")
    for name in _LIBRARIES:
        held = distribution(name)
        files = [file for file in held.files or () if file.name in _NAMES and ".dist-info" in str(file)]
        said = Path(str(files[0].locate())).read_text("utf-8") if files else ""
        parts.append(f"{name} {held.version} ({_LIBRARIES[name]})\n\n{said}")
    return ("\n" + "-" * 72 + "\n\n").join(part.strip() + "\n" for part in parts)
