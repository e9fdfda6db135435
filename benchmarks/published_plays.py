"""Plays with published values: `python -m benchmarks.published_plays` prints them beside ours, with both times.

What was published ran on other machines, years ago, and with reading the model's file; what is ours is processor time
here, with exploring it. So this is no race. The models are said in Python, one state a turn where the file has several.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from pathlib import Path
from time import process_time
from typing import Any

from probcalc.analysis.stages.playthrough import playthrough
from probcalc.exact.rounds.best_choices import best_play

MODELS = json.loads((Path(__file__).parent / "published_plays.json").read_text(encoding="utf-8"))
_LONG = 24


def said_in(model: dict[str, Any]) -> dict[str, Any]:
    """What a model says in Python."""
    said: dict[str, Any] = {"F": Fraction, "itertools": itertools}
    exec(model["python"], said)  # noqa: S102
    return said


def decisions_of(model: dict[str, Any], ask: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The play with choices of a model, and what is sought in it."""
    if "table" in model:
        table = model["table"]

        def options(state: int) -> dict[int, dict[int, Fraction]]:
            rows = table["options"][state]
            return {n: {int(there): Fraction(p) for there, p in row.items()} for n, row in enumerate(rows)}

        start, over, wanted = table["start"], set(table["over"]).__contains__, set(table["wanted"]).__contains__

        def worth(state: int, option: int) -> Fraction:
            return Fraction(table["worth"][state][option])
    else:
        said = said_in(model)
        start, options, over = said["start"], said["options"], said["over"]
        wanted = worth = said.get(ask.get("of"))
    sought: dict[str, Any] = {"lowest": ask["ask"].startswith(("least", "fewest"))}
    if ask["ask"].endswith("chance"):
        sought["aim"] = wanted
    elif ask["ask"].endswith("total"):
        sought["worth"] = worth
    return (start, options, over), sought


def answer(model: dict[str, Any], ask: dict[str, Any]) -> Any:
    """What is asked of a model: a number, or a formula where it has letters."""
    if model["kind"] == "decisions":
        arguments, sought = decisions_of(model, ask)
        return best_play(*arguments, **sought).value
    said = said_in(model)
    step, of = said["step"], said.get(ask.get("of"))
    if model["kind"] == "letters":
        from sympy import Symbol

        step = partial(step, **{name: Symbol(name) for name in model["letters"]})
    through = playthrough(said["start"], step, said["over"], said.get(ask.get("given")))
    question = ask["ask"].removeprefix("formula of ").removesuffix(" given")
    read: dict[str, Callable[[], Any]] = {
        "chance": lambda: through.chance(of),
        "mean turns": lambda: through.turns.mean,
        "mean total": lambda: through.mean_total(of),
        "by turn": lambda: through.turns.at_most(ask["n"]),
        "mean at the end": lambda: through.map(of).mean,
    }
    return read[question]()


def is_right(found: Any, ask: dict[str, Any]) -> bool:
    """Whether an answer is what was published, at every point of a formula."""
    if "points" not in ask:
        return bool(found == Fraction(ask["value"]))
    return all(
        found.subs({name: Fraction(value) for name, value in point.items() if name != "value"})
        == Fraction(point["value"])
        for point in ask["points"]
    )


def rows() -> Iterator[tuple[str, ...]]:
    """Model, question, value, our time, and what was published with what, where, and in what time."""
    for model in MODELS:
        published = "; ".join(
            f"{time['tool']}, {time['machine']}: "
            + (f"none in {time['seconds']} s" if "ended" in time else f"{time['seconds']} s")
            for time in model.get("published_times", ())
        )
        for ask in model["asks"]:
            begun = process_time()
            try:
                found = answer(model, ask)
            except ValueError as refused:
                found = refused
            taken = 1000 * (process_time() - begun)
            if "refused" in ask:
                value = "refused" if isinstance(found, ValueError) else "NOT REFUSED"
            else:
                value = short(ask.get("value", "a formula")) if is_right(found, ask) else "WRONG"
            yield model["name"], ask["ask"], value, f"{taken:.0f} ms", published or "no time", origin(model)


def origin(model: dict[str, Any]) -> str:
    """Where the value is from, and how the model was restated."""
    parts = [] if model.get("value_from", "published") == "published" else [f"value: {model['value_from']}"]
    return "; ".join([*parts, *([model["note"]] if "note" in model else [])])


def short(value: str) -> str:
    """A value, cut in the middle where it is long."""
    return value if len(value) <= _LONG else f"{value[:10]}...{value[-10:]} ({len(value)} signs)"


def report() -> list[str]:
    """Print the table; the models of which a value is wrong."""
    wrong = []
    for row in rows():
        print(" | ".join(row))
        if row[2].isupper():
            wrong.append(row[0])
    print("\nOurs: processor time here, with exploring the model. Published: whole runs on the machine that is named.")
    return wrong


if __name__ == "__main__":
    report()
