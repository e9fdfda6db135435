"""probcalc: exact odds for tabletop rules.

>>> import probcalc
>>> probcalc.odds("chronopia.armour", damage=11)["any_wound"]
Fraction(11, 20)
"""

from __future__ import annotations

import sys
from typing import Any

__version__ = "1.0.0"

# Loaded on first use: a command that shows its help, or a script that rolls two dice, should not wait for the rest.
# Each name stands once, in the stub beside this file: "from its.module import name as name", as type checkers read it.
_STUB = __spec__.loader.get_data(f"{__path__[0]}/__init__.pyi").decode()
_HOMES = {line.split()[-1]: line.split()[1] for line in _STUB.splitlines() if line.startswith("from probcalc.")}
_FORMULAS = ("Formula", "SymbolicPlaythrough", "formula", "overtake", "solve")

__all__ = sorted([*_HOMES, "__version__"])


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        from importlib import import_module

        if name in _FORMULAS:
            from probcalc.scenarios.extras import MissingExtra, missing

            if line := missing("formulas", "symbolic"):
                # Whoever looks at all names, or takes all of them, asks for no formula yet.
                def lacking(*_: Any, **__: Any) -> Any:
                    raise MissingExtra(line)

                lacking.__name__, lacking.__doc__ = name, f"{line}."
                return lacking
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'probcalc' has no attribute {name!r}")


def __dir__() -> list[str]:
    return list(__all__)


def load_ipython_extension(shell: Any) -> None:
    """Show answers, laws, tables and formulas in a notebook; `import probcalc` within one does it by itself."""
    from probcalc.present.notebooks import load_ipython_extension as load

    load(shell)


if "IPython" in sys.modules:
    from probcalc.present.notebooks import show_in_notebooks

    show_in_notebooks()
