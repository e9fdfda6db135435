"""Who makes a roll: said once where a rule is written, and told by every reading that names rolls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from probcalc.exact.tree.die import Die
from probcalc.exact.tree.steps import Given, Joint, Known, Mapped, Repeated, Roll, Sum, Then, Tree

Step = TypeVar("Step", bound=Tree)
BOTH = "both"
"""Who makes a roll of which each side makes a part."""


def made_by(step: Step, who: str) -> Step:
    """The same step, its rolls made by `who`: the key of a party or side, or whoever it is in words.

    What follows a roll is left as it is, for it may be another's.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> save = made_by(roll_under("Save", 20, 5).count("failure").times(2), "target")
    >>> save.source.source.by
    'target'
    """
    found: Any = step
    if isinstance(step, Roll):
        recipe = (step.recipe[0], partial(_remade, step.recipe[1], who)) if step.recipe else None
        # Made as a new roll: every request makes all of them, and `replace` takes three times as long.
        found = Roll(
            step.name,
            step.total,
            step.bands,
            step.dice,
            step.needs,
            step.target,
            step.rule,
            recipe,
            who,
            step.is_varied,
        )
    elif isinstance(step, Known):
        found = replace(step, by=who)
    elif isinstance(step, (Then, Mapped, Repeated, Given)):
        found = replace(step, source=made_by(step.source, who))
    elif isinstance(step, (Joint, Sum)):
        found = replace(step, parts=tuple(made_by(part, who) for part in step.parts))
    return found  # type: ignore[no-any-return]


def _remade(make: Callable[[Die], Tree], who: str, die: Die) -> Tree:
    return made_by(make(die), who)
