"""One test that asks the same of many things: all are tried, and what fails is told together."""

from __future__ import annotations

import functools
import inspect
import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

_MOST_TOLD = 5


def each(
    names: str, values: Iterable[Any], called: Callable[[Any], str] = str, parts: int = 1
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """As `pytest.mark.parametrize`, within one test: a test costs more than most of what is asked of a question.

    Args:
        names: the parameters of the test that are filled, with commas between them.
        values: what they are filled with; several parameters take a tuple.
        called: what a value is called in a failure.
        parts: into how many tests it is parted, where it takes long.
    """
    filled = [name.strip() for name in names.split(",")]
    held = list(values)
    assert held, "nothing is tried"

    def loops(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def tried(part: int = 0, **fixtures: Any) -> None:
            failed = list[str]()
            taken = held[part::parts]
            for value in taken:
                whole: Sequence[Any] = value if len(filled) > 1 else (value,)
                try:
                    test(**fixtures, **dict(zip(filled, whole, strict=True)))
                except (Exception, pytest.fail.Exception):
                    failed.append(f"{called(value)}\n{traceback.format_exc(limit=-2)}")
            if failed:
                told = "\n".join(failed[:_MOST_TOLD])
                pytest.fail(f"{len(failed)} of {len(taken)} fail, the first of them:\n{told}", pytrace=False)

        whole = inspect.signature(test)
        rest = [p for name, p in whole.parameters.items() if name not in filled]
        if parts == 1:
            tried.__signature__ = whole.replace(parameters=rest)  # type: ignore[attr-defined]
            return tried
        part = inspect.Parameter("part", inspect.Parameter.KEYWORD_ONLY)
        tried.__signature__ = whole.replace(parameters=[*rest, part])  # type: ignore[attr-defined]
        parted: Callable[..., None] = pytest.mark.parametrize("part", range(parts))(tried)
        return parted

    return loops
