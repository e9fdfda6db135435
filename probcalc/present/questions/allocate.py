"""The question which attacker attacks which target."""

from __future__ import annotations

from probcalc.analysis.allocation.allocate import Allocation, allocate
from probcalc.present.declared.question import Asked, Option, Question
from probcalc.present.reports.allocation import allocation_report
from probcalc.present.writing.json_text import read_json
from probcalc.scenarios.errors import InputError, unknown_name

_PARTS = ("attackers", "targets", "aim", "look", "order")


def _find(asked: Asked) -> Allocation:
    said = dict(asked.chosen)
    plan = read_json(said.pop("plan"), "plan")
    if not isinstance(plan, dict):
        raise InputError("the plan is a JSON object with attackers and targets", "plan")
    for name in plan:
        if name not in _PARTS:
            raise unknown_name("part", name, _PARTS, " of a plan")
    return allocate(**{"attackers": (), "targets": (), "aim": "targets", **plan, **said})


QUESTION = Question(
    18,
    "Which attacker attacks which target, and in which order.",
    """The best way to divide attacks among targets: planned in advance, and decided after each attack.

    The file holds {"attackers": [{"scenario", "parameters", "name", "targets"}], "targets": [{"name", "parameters",
    "points"}]}. Each attacker attacks once, and what an attack leaves behind is found by the next.
    """,
    Allocation,
    _find,
    lambda found, _: [allocation_report(found)],
    (
        "--file examples/who_attacks_whom.json",
        "--file examples/who_attacks_whom.json --aim all --look --order free",
    ),
    of="nothing",
    options=(
        Option(
            "plan",
            "The attackers and the targets, and what may stand there too: aim, look and order.",
            is_required=True,
            form="PLAN.json",
            kind="file",
            bounds=(0, 1_000_000),
            flag="file",
        ),
        Option("aim", "targets, points, all, 'targets >= 2', 'target = NAME' or losses.", form="AIM"),
        Option("look", "See what has become of the targets before each attack.", kind="flag"),
        Option("order", "As listed, or whichever attacker is best next.", form="listed|free"),
    ),
)
