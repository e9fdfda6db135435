"""Lines ready to be played: what each gives, and which of them are needed for what is wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from probcalc.sheets.playing.codes import Code, Values, apply


@dataclass(eq=False)
class Line:
    """A step ready to be played.

    Attributes:
        keys: what it gives: its name, and the parts that may be asked of it.
        run: for what the names stand for the value of the key that is asked for, of several a tuple; or the tree of it.
        needs: the keys of the names in it.
        random: whether anything is rolled in it.
        code: the expression, where it is one.
        level: how it depends on the counts of dice above.
        at: where it stands.
        chooses: whether it is a choice.
    """

    keys: tuple[str, ...]
    run: Callable[[Values, tuple[str, ...]], Any]
    needs: frozenset[str]
    random: bool
    level: str = ""
    code: Code | None = None
    at: int = 0
    chooses: bool = False


def count_mark(key: str) -> str:
    """Under which it is said how many dice of a line are played, for those that are there."""
    return f"#{key}"


def line_of(key: str, code: Code, at: int) -> Line:
    """The line of an expression."""
    value, outputs = code.run, code.outputs
    parts = {f"{part} of {key}": part for part in code.kind.parts}
    if not parts and not code.takes_number:

        def run(values: Values, asked: tuple[str, ...]) -> Any:
            return value(values)

    else:
        mark = count_mark(key) if code.takes_number else ""

        def run(values: Values, asked: tuple[str, ...]) -> Any:
            number = values.get(mark)
            wanted = tuple([parts[each] for each in asked if each != key])
            if number is None and not wanted:
                return value(values)
            assert outputs is not None
            found = outputs(values, wanted, number)
            if not wanted or key in asked:
                return found
            # The parts without the value before them.
            return apply(itemgetter(1) if len(wanted) == 1 else itemgetter(slice(1, None)), [found])

    return Line((key, *parts), run, code.free, code.random, code.level, code, at)


def lines_needed(lines: Sequence[Line], wanted: frozenset[str]) -> list[tuple[Line, frozenset[str]]]:
    """The lines that what is wanted takes, each with the keys that are needed behind it."""
    alive = wanted
    found: list[tuple[Line, frozenset[str]]] = []
    for line in reversed(lines):
        if not alive.isdisjoint(line.keys):
            found.append((line, alive))
            alive = (alive - set(line.keys)) | line.needs
    return found[::-1]
