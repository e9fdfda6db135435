"""The question what one side does best where the rules leave it a choice."""

from __future__ import annotations

from typing import Any

from probcalc.analysis.advice.advise import Advice, advise
from probcalc.analysis.applying import aims
from probcalc.present.declared.question import Asked, Option, Question
from probcalc.present.reports.advice import advice_report
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.given_values import brief_value


def _points(said: str) -> int:
    """The points, or the last of a span from 0 on: every number of points up to it is answered."""
    text = said.removeprefix("0..")
    if not text.isascii() or not text.isdigit() or len(text) > 3:
        raise InputError(
            f"points is 0..6, or a span from 0 on such as 0..6, not {brief_value(said) or 'nothing'}", "points"
        )
    return int(text)


def _find(asked: Asked) -> Advice:
    said: dict[str, Any] = {**asked.said, "outcome": asked.said["outcome"] or None}
    aim = {"result": said["aim"], **{name: said[name] for name in ("at_least", "outcome", "least")}}
    side, opponent, points = said["side"], said["opponent"], _points(said["points"])
    return advise(asked.place, asked.given, aim=aim, points=points, side=side, opponent=opponent)


QUESTION = Question(
    17,
    "The best decisions where the rules leave a choice.",
    """The best that a side can do, where the rules leave it a choice: the value, the policy, and every fixed plan.

    What a player knows at a decision are the dice rolled so far, the points left and the state of play.
    """,
    Advice,
    _find,
    lambda found, _: [advice_report(found)],
    (
        "chronopia.melee attacker=the_cursed target=spearmen --aim slain --points 3",
        "chronopia.melee noa=3 wounds=3 --aim wounds --at-least 2 --points 0..6",
        "chronopia.test value=12 --aim outcome --outcome perfect --points 3 --json",
    ),
    applies=aims,
    after="lab",
    options=(
        Option(
            "aim",
            "The result to optimise, or a condition on several (default: what the side wants).",
            form="RESULT",
            kind="result",
            results=aims,
        ),
        Option("at_least", "Report the chance of at least N instead of the average.", form="N", kind="number"),
        Option("outcome", "Its chance of this one outcome."),
        Option("least", "Minimise instead of maximise.", kind="flag"),
        Option("points", "Points to spend, 0 to 6; a span from 0 on, as 0..6.", form="N", default="0"),
        Option("side", "Whose decisions to find (default: Side A)."),
        Option("opponent", "How the opponent plays.", form="as_given|best", default="as_given"),
    ),
)
