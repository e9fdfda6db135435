"""Which variables a function looks up outside of itself: what it gives depends on them and its arguments alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from probcalc.dice_programs.expressions import Call, Variable
from probcalc.dice_programs.library import Words
from probcalc.dice_programs.spending import STEPS_PER_PART
from probcalc.dice_programs.statements import Function
from probcalc.exact.budget.bounds import meter


def names_looked_up(words: Words, functions: Mapping[Words, Function]) -> set[str]:
    """All names that a function, or one that it calls, may look up where it was called from.

    >>> from probcalc.dice_programs.reading import program
    >>> function = program("function: f X { result: X + Y + [g X] }")[0]
    >>> names_looked_up(function.words, {function.words: function})
    {'Y'}
    """
    found: set[str] = set()
    waiting, seen = [words], {words}
    while waiting:
        function = functions.get(waiting.pop())
        if function is None:
            continue
        meter().put_down(STEPS_PER_PART * function.parts)
        own = {parameter.name for parameter in function.parameters}
        for part in _parts(function.body):
            if isinstance(part, Variable) and part.name not in own:
                found.add(part.name)
            elif isinstance(part, Call) and part.words not in seen:
                seen.add(part.words)
                waiting.append(part.words)
    return found


def _parts(part: Any) -> Iterator[Any]:
    """A part and all parts in it."""
    waiting = [part]
    while waiting:
        here = waiting.pop()
        if isinstance(here, tuple):
            waiting.extend(here)
        elif is_dataclass(here):
            yield here
            waiting.extend(getattr(here, field.name) for field in fields(here))
