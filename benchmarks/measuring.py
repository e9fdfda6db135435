"""One piece of work put to several implementations: first all must agree, then the median time of each is taken."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from importlib import import_module
from statistics import median
from time import process_time
from types import ModuleType
from typing import Any

from probcalc.exact.law.distribution import Distribution

PEERS = {"icepool": "icepool", "dyce": "dyce", "Lea": "lea"}
ALLOWANCE = 0.05


@dataclass(frozen=True)
class Work:
    """A question with the engine's answer, a hand-written one, and those of other libraries by name.

    `normal` makes answers of all of them comparable. `limit` is the documented time in milliseconds of the best plain
    Python for this one question; the engine may take `times` times as long, and `allowance` milliseconds more, or
    `at_most` where something else was agreed, or `beside` times as long as the hand-written one measured here. A peer
    that would take minutes is named in `too_slow` with its documented time in milliseconds and is not run.
    """

    name: str
    question: str
    ours: Callable[[], Any]
    limit: float | None = None
    plain: Callable[[], Any] | None = None
    peers: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    too_slow: Mapping[str, float] = field(default_factory=dict)
    times: float = 3
    allowance: float = ALLOWANCE
    at_most: float | None = None
    beside: float | None = None
    normal: Callable[[Any], Any] = lambda answer: law(answer)

    def allowed(self, plain: float | None) -> float | None:
        """The most that the engine may take, in milliseconds, where the hand-written one takes so long."""
        if self.beside is not None and plain is not None:
            return self.beside * plain
        if self.at_most is not None:
            return self.at_most
        return None if self.limit is None else self.times * self.limit + self.allowance


def law(outcomes: Any) -> dict[Any, Fraction]:
    """Outcomes with weights or chances as exact fractions that sum to one, so that all answers compare."""
    weights = outcomes.weights if isinstance(outcomes, Distribution) else outcomes
    whole = sum(weights.values())
    return {outcome: Fraction(weight) / whole for outcome, weight in weights.items() if weight}


def shares(counts: Any) -> tuple[Fraction, ...]:
    """Weights in a row as exact fractions that sum to one."""
    whole = sum(counts)
    return tuple(Fraction(count) / whole for count in counts)


def installed() -> dict[str, bool]:
    """Which of the other libraries are here."""
    found = {}
    for name, module in PEERS.items():
        try:
            import_module(module)
        except ImportError:
            found[name] = False
        else:
            found[name] = True
    return found


def forget(library: str) -> None:
    """Empty the caches of a library, so that it answers afresh like everybody else.

    A cache is a function with `cache_clear`, or a dictionary named as one: in a module, in a class, or in an object
    that a module holds, like icepool's evaluators, which remember whole answers.
    """
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == library:
            others = (value for value in vars(module).values() if not isinstance(value, ModuleType))
            for holder in (module, *others):
                for named, kept in list(getattr(holder, "__dict__", {}).items()):
                    held = getattr(kept, "__func__", kept)
                    if isinstance(held, dict) and named.endswith("_cache"):
                        held.clear()
                    elif hasattr(held, "cache_clear") and not isinstance(held, type):
                        held.cache_clear()


def milliseconds(
    work: Callable[[], Any], library: str = "", budget: float = 0.4, least: int = 5, most: int = 300
) -> float:
    """The median processor time of one call; the first is not counted, unless it took more than two seconds."""

    def timed() -> float:
        if library:
            forget(library)
        start = process_time()
        work()
        return process_time() - start

    first = timed()
    if first > 2:
        return 1000 * first
    taken: list[float] = []
    while len(taken) < least or (sum(taken) < budget and len(taken) < most):
        taken.append(timed())
    return 1000 * median(taken)


def disagreements(work: Work, here: Mapping[str, bool]) -> list[str]:
    """Who gives another answer than the engine."""
    answer = work.normal(work.ours())
    others = {name: ask for name, ask in work.peers.items() if here.get(name)}
    if work.plain is not None:
        others["plain"] = work.plain
    return [name for name, ask in others.items() if work.normal(ask()) != answer]


def shown(time: float | None) -> str:
    """A time in milliseconds, three digits of it."""
    if time is None:
        return ""
    return f"{time:.4f}" if time < 0.1 else f"{time:.3f}" if time < 10 else f"{time:,.1f}"


def print_row(cells: Sequence[str], widths: Sequence[int]) -> None:
    """One row of a table, the first cell to the left and the others to the right, at once."""
    first, *others = (cell.rjust(width) for cell, width in zip(cells, widths, strict=True))
    print("  ".join((first.strip().ljust(widths[0]), *others)).rstrip(), flush=True)
