"""What a question of a sheet says to advice: what its choices are for, and which number makes it too large."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from probcalc.scenarios.decisions import Advising
from probcalc.sheets import nodes
from probcalc.sheets.block_building import parts_of
from probcalc.sheets.question import Question


def costly_of(question: Question) -> str:
    """The first number that says how many dice are rolled, itself or by a step: with less of it less is played."""
    steps = question.steps()
    waiting = [count for step in steps for count in _counts(step.of)]
    made = {name: step.of for step in steps if not step.is_next for name in step.names}
    numbers = {declared.name: side for declared, side in reversed(question.parameters) if declared.what == "number"}
    for node in waiting:
        if isinstance(node, nodes.Name):
            name = node.name.lower()
            if name in numbers:
                side = numbers[name]
                return name if side is None else f"{question.scope.sides[side]}.{name}"
            if name in made:
                waiting.append(made.pop(name))
        waiting += parts_of(node)
    return ""


def _counts(node: Any) -> Iterator[Any]:
    """How many are rolled, in each pool of an expression."""
    if isinstance(node, (nodes.Pool, nodes.Times)) and node.count is not None:
        yield node.count
    for part in parts_of(node):
        yield from _counts(part)


def advising_of(question: Question) -> Advising | None:
    """What advice there is: for each thing that is chosen for, those choices are one side."""
    given = {key for line in question.lines for key in line.keys}
    choices = [choice for choice in question.choices() if choice.aim in given]
    if not choices:
        return None
    others = (shown.name.lower() for shown in question.results if not shown.lasts)
    aims = dict.fromkeys([*(choice.aim for choice in choices), *others])
    sides = {choice.purpose: () for choice in choices}
    return Advising(tuple(aims), sides, wants={purpose: (purpose,) for purpose in sides})
