"""Where play goes turn by turn or round by round: the number after each of them, up to the one that is explained."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import accumulate
from typing import Any

from probcalc.analysis.numbers.measure import Measure
from probcalc.analysis.stages.rounds import by_round
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.tree.steps import Event, Known, Mapped, Then, Tree, Turns, step_of
from probcalc.present.words.phrases import capital
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.fights import Fight
from probcalc.web.pages.answer.law_drawn import Names
from probcalc.web.state.spending import spending, watched_law

_MOST_ROWS, _MOST_TURNS = 8, 40


def after_each(answer: Answer, measure: Measure, number: Fraction) -> tuple[str, Names] | None:
    """The number after each turn or round, with its heading; None without any, or where they do not end at the number.

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.panic", distance=12, move=5, ld=11)
    >>> after_each(answer, Measure("recovers"), answer["recovers"])[1]["outcomes"]
    [('1', Fraction(11, 20)), ('2', Fraction(319, 400))]
    >>> answer = probcalc.odds("tide_of_battle.rally")
    >>> after_each(answer, Measure("rallies"), answer["rallies"])[1]["outcomes"]
    [('turn 1', Fraction(2, 3)), ('turn 2', Fraction(8, 9)), ('turn 3', Fraction(221, 243))]
    """
    is_chance = measure.unit(answer) == "chance"
    title, rows = "", _turn_by_turn(answer, measure)
    if not rows and is_chance and isinstance(answer.scenario, Fight):
        rows = _rounds(answer, number)
    elif not rows and is_chance:
        title, rows = _turns(answer, measure)
    if len({value for _, value in rows}) < 2 or not number or rows[-1][1] != number:
        return None
    rows = [row for row in rows if row[1]]
    if len(rows) > _MOST_ROWS:
        last = len(rows) - 1
        rows = [rows[n * last // (_MOST_ROWS - 1)] for n in range(_MOST_ROWS)]
    heading = f"Chance after each {rows[0][0].rpartition(' ')[0] or 'turn'}"
    if not is_chance:
        heading = f"{capital(answer.declared(measure.result).unit) or 'Total'}, on average after each"
    counted = [rows[-1][0]]
    return heading, {"title": title, "outcomes": rows, "counted": counted, "amounts": not is_chance}


def _turn_by_turn(answer: Answer, measure: Measure) -> list[tuple[str, Fraction]]:
    """The number as it stands when play is broken off after each turn, up to the last that changes anything."""
    question = answer.play().get(measure.result)
    tree = question.source if isinstance(question, Event) else question
    functions: list[Callable[[Any], Any]] = []
    while isinstance(tree, Mapped):
        functions.insert(0, tree.function)
        tree = tree.source
    if not isinstance(tree, Turns) or not tree.name.endswith("s") or not (tree.turns or 0) > 1:
        return []
    name = tree.name.removesuffix("s")
    name = name if " " in name else name.lower()
    law = watched_law(step_of(tree.start))
    rows: list[tuple[str, Fraction]] = []
    for number in range(1, (tree.turns or 0) + 1):
        if all(map(tree.ended, law)):
            # A mean of what is broken off says nothing where play ends by itself.
            return rows if measure.unit(answer) == "chance" else []
        if number > _MOST_TURNS:
            return []
        law = watched_law(replace(tree, start=Known(law), turns=1))
        rows.append((f"{name} {number}", _read(law, functions, question, measure)))
    return rows


def _read(law: Distribution, functions: list[Callable[[Any], Any]], question: Any, measure: Measure) -> Fraction:
    """The number of a question whose play stands so."""
    for function in functions:
        law = law.map(function)
    if isinstance(question, Event):
        return sum((chance for outcome, chance in law.items() if question.condition(outcome)), Fraction(0))
    if measure.at_least is not None:
        return law.at_least(measure.at_least)
    if measure.outcome is not None:
        return sum((chance for outcome, chance in law.items() if str(outcome) == str(measure.outcome)), Fraction(0))
    return law.mean if law.has_mean else Fraction(0)


def _turns(answer: Answer, measure: Measure) -> tuple[str, list[tuple[str, Fraction]]]:
    """Of what comes to pass in one turn or another: what is told, and the chance that it has by then."""
    play = answer.play()
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
        found = by_round(answer.scenario.id, answer.parameters, spending())
    except InputError:
        return []
    side = next((side for side, chance in found.rows[-1].winner.items() if chance == number), "")
    named = {row.round: f"round {row.round}" if isinstance(row.round, int) else "in the end" for row in found.rows}
    return [(named[row.round], row.winner[side]) for row in found.rows] if side else []
