"""Models of play with published values, as what the doors take."""

import itertools
import json
from fractions import Fraction
from pathlib import Path

MODELS = json.loads((Path(__file__).parents[1] / "cases" / "published_plays.json").read_text(encoding="utf-8"))


def said_in(model):
    """What a model says in Python."""
    said = {"F": Fraction, "itertools": itertools}
    exec(model["python"], said)
    return said


def decisions_of(model, ask):
    """The play with choices of a model, and what is sought in it."""
    if "table" in model:
        table = model["table"]

        def options(state):
            rows = table["options"][state]
            return {n: {int(there): Fraction(p) for there, p in row.items()} for n, row in enumerate(rows)}

        start, over, wanted = table["start"], set(table["over"]).__contains__, set(table["wanted"]).__contains__

        def worth(state, option):
            return Fraction(table["worth"][state][option])
    else:
        said = said_in(model)
        start, options, over = said["start"], said["options"], said["over"]
        wanted = worth = said.get(ask.get("of"))
    sought = {"lowest": ask["ask"].startswith(("least", "fewest"))}
    if ask["ask"].endswith("chance"):
        sought["aim"] = wanted
    elif ask["ask"].endswith("total"):
        sought["worth"] = worth
    return (start, options, over), sought
