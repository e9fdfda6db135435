"""Who attacks whom as data: the attackers and the targets with their names, and what a plan may be for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from probcalc.links.defaults import minimal
from probcalc.web.pages.lists.offered import name_in
from probcalc.web.state import plans
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.plans import POINTS

LETTERS = "ABCDE"


def plan_of(
    attackers: Sequence[Standing], targets: Sequence[Standing], points: Mapping[str, int]
) -> dict[str, list[dict[str, Any]]]:
    """The attackers and the targets with their names, as the file of a plan has them; `points` by slot."""
    own = [
        {name: value for name, value in row.given.items() if name not in plans.of_target(row.model.id, row.given)}
        for row in attackers
    ]
    called = _names(attackers, targets)
    return {
        "attackers": [
            {"name": name, "scenario": row.model.id, "parameters": minimal(row.model, given)}
            for name, row, given in zip(called[0], attackers, own, strict=True)
        ],
        "targets": [
            {"name": name, "parameters": plans.of_target(row.model.id, minimal(row.model, row.given))}
            | ({POINTS: points[row.slot]} if row.slot in points else {})
            for name, row in zip(called[1], targets, strict=True)
        ],
    }


def _names(attackers: Sequence[Standing], targets: Sequence[Standing]) -> tuple[list[str], list[str]]:
    """What each is called: its unit, with the mark of its card where several are called alike."""
    bare = [*(_name(row, "attacker") for row in attackers), *(_name(row, "target") for row in targets)]
    marks = [*map(str, range(1, len(attackers) + 1)), *LETTERS[: len(targets)]]
    often = Counter(bare)
    found = [f"{name} ({mark})" if often[name] > 1 else name for name, mark in zip(bare, marks, strict=True)]
    return found[: len(attackers)], found[len(attackers) :]


def _name(row: Standing, whose: str) -> str:
    return name_in(row.parties, whose) or ("Target" if whose == "target" else row.model.title)


def aims_of(plan: Mapping[str, list[dict[str, Any]]]) -> dict[str, str]:
    """What a plan may be for."""
    targets = plan["targets"]
    found = {"targets": "targets removed"}
    if targets and all(POINTS in target for target in targets):
        found[POINTS] = "points removed"
    if len(targets) > 1:
        found["all"] = "all of them removed"
        found |= {f"at_least:{n}": f"{n} or more removed" for n in range(1, len(targets))}
    found |= {f"target:{target['name']}": f"{target['name']} removed" for target in targets}
    return found | {"losses": "losses"}
