"""The questions of the laboratory, each a file of this folder that is named like it and declares `QUESTION`.

Every door has them from here: the command `probcalc lab`, its help and completion, the page, notebooks, the methods of
a scenario in Python, the interface for programs and the reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from probcalc.present.laboratory.question import Question

_DECLARED_IN = "question"


@cache
def names() -> tuple[str, ...]:
    """The names of all questions; none of them is loaded.

    >>> "fairness" in names(), "question" in names()
    (True, False)
    """
    return tuple(found.name for found in iter_modules(__path__) if found.name != _DECLARED_IN)


@cache
def question(name: str) -> Question[Any]:
    """The question of that name, which is loaded now."""
    found: Question[Any] = import_module(f"{__name__}.{name}").QUESTION
    return found


@cache
def questions() -> Mapping[str, Question[Any]]:
    """Every question by its name, in order.

    >>> list(questions())[:3]
    ['numbers', 'steps', 'dominance']
    """
    return dict(sorted(((name, question(name)) for name in names()), key=lambda each: each[1].order))
