"""Where play goes turn by turn or round by round: the chance after each of them, up to the number that is explained."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import Any

from probcalc.analysis.measure import Measure
from probcalc.analysis.rounds import by_round
from probcalc.exact.numerals import fraction_text
from probcalc.exact.steps import Event, Mapped, Then, Tree, Turns
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.fights import Fight

_MOST_ROWS = 8


def after_each(answer: Answer, measure: Measure, number: Fraction) -> dict[str, Any] | None:
    """The rows of the chance after each turn or round; None where play has none, or they do not end at the number.

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.panic", distance=12, move=5, ld=11)
    >>> after_each(answer, Measure("recovers"), answer["recovers"])["outcomes"]
    [['1', '11/20'], ['2', '319/400']]
    """
    is_fight = isinstance(answer.scenario, Fight)
    title, rows = ("", _rounds(answer, number)) if is_fight else _turns(answer, measure)
    if len(rows) < 2 or not number or rows[-1][1] != number:
        return None
    rows = [row for row in rows if row[1]]
    if len(rows) > _MOST_ROWS:
        last = len(rows) - 1
        rows = [rows[n * last // (_MOST_ROWS - 1)] for n in range(_MOST_ROWS)]
    listed = [[words, fraction_text(chance)] for words, chance in rows]
    return {"heading": "The chance after each", "title": title, "outcomes": listed, "counted": [listed[-1][0]]}


def _turns(answer: Answer, measure: Measure) -> tuple[str, list[tuple[str, Fraction]]]:
    """Of what comes to pass in one turn or another: what is told, and the chance that it has by then."""
    play = answer.scenario.play()
    event = play[measure.result]
    if not isinstance(event, Event) or not _goes_in_turns(event.source):
        return "", []
    name = next((name for name, tree in play.items() if tree is event.source and name in answer), "")
    if not name:
        return "", []
    law = answer[name]
    counted = [outcome for outcome in law if event.condition(outcome)]
    if not all(type(outcome) is int for outcome in counted):
        return "", []
    sums = accumulate(law[outcome] for outcome in sorted(counted))
    told = answer.declared(name).label
    return told, [(str(turn), chance) for turn, chance in zip(sorted(counted), sums, strict=True)]


def _goes_in_turns(tree: Tree) -> bool:
    while isinstance(tree, (Mapped, Then)):
        tree = tree.source
    return isinstance(tree, Turns)


def _rounds(answer: Answer, number: Fraction) -> list[tuple[str, Fraction]]:
    """Of a fight: the chance that the side in question has won it by then."""
    try:
        found = by_round(answer.scenario.id, answer.parameters)
    except InputError:
        return []
    side = next((side for side, chance in found.rows[-1].winner.items() if chance == number), "")
    named = {row.round: f"round {row.round}" if isinstance(row.round, int) else "in the end" for row in found.rows}
    return [(named[row.round], row.winner[side]) for row in found.rows] if side else []
