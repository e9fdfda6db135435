"""A play as the explicit files that PRISM and Storm read: every move with its exact chance.

`tra` has the moves, `lab` the labels "init", "over" and "thrown", `srew` a reward of 1 for each turn, so that there
`P=? [F "over"]` and `R=? [F "over"]` ask what `chance` and `turns.mean` answer here. What is over stays where it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from probcalc.exact.errors import WrongValue

_LABELS = ("init", "deadlock", "over", "thrown")


def explicit_files(
    moves: Sequence[Sequence[Sequence[Sequence[Any]]]],
    start: Sequence[Sequence[Any]],
    over: Iterable[int],
    thrown: Iterable[int] = (),
    names: Sequence[Sequence[str]] | None = None,
) -> dict[str, str]:
    """The text of each file; `names` are those of the options where somebody chooses.

    >>> files = explicit_files([[[[1, "1/2"], [0, "1/2"]]], []], [[0, "1"]], [1])
    >>> print(files["tra"])
    2 3
    0 0 1/2
    0 1 1/2
    1 1 1
    <BLANKLINE>

    Raises:
        ValueError: when the start is drawn: these files have one.
    """
    if len(start) != 1:
        raise WrongValue("an explicit model begins in one state, and this play begins in one of several")
    lines = []
    choices = 0
    for here, options in enumerate(moves):
        for place, row in enumerate(options or [[[here, "1"]]]):
            choices += 1
            option = [] if names is None else [str(place)]
            action = [] if names is None else [_action(names[here][place] if options else "over")]
            lines += [
                " ".join([str(here), *option, str(j), p, *action])
                for j, p in sorted(row, key=lambda move: int(move[0]))
            ]
    counts = [len(moves), choices, len(lines)] if names is not None else [len(moves), len(lines)]
    ends = {"init": {start[0][0]}, "over": set(over), "thrown": set(thrown)}
    labels = [" ".join(f'{number}="{label}"' for number, label in enumerate(_LABELS))]
    for state in range(len(moves)):
        known = [str(number) for number, label in enumerate(_LABELS) if state in ends.get(label, ())]
        if known:
            labels.append(f"{state}: {' '.join(known)}")
    going = [f"{state} 1" for state, options in enumerate(moves) if options]
    return {
        "tra": "\n".join([" ".join(map(str, counts)), *lines, ""]),
        "lab": "\n".join([*labels, ""]),
        "srew": "\n".join([f"{len(moves)} {len(going)}", *going, ""]),
    }


def _action(name: str) -> str:
    """The name of an option as an identifier."""
    found = re.sub(r"\W+", "_", name.strip("'\"")).strip("_")
    return found if re.match("[A-Za-z_]", found) else f"option_{found}"
