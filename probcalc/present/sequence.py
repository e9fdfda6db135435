"""Several attacks on one target as rows, a sentence and plain data."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from probcalc.analysis.measure import Kind
from probcalc.analysis.sequence import AttackSequence, Stage
from probcalc.exact.distribution import Distribution
from probcalc.exact.numerals import fraction_text
from probcalc.present.analyses import Number, Rows, number_words
from probcalc.present.decimals import decimal, percent
from probcalc.present.words import lowered, outcome_words
from probcalc.scenarios.answer import result_data

_CHANCE: Kind = "probability"
_MEAN: Kind = "mean"


def stage_rows(found: AttackSequence, number: Number = number_words) -> Rows:
    """A row for each attack: gone by then, by this attack, and the mean of what is lost, or each condition.

    >>> from probcalc.analysis.sequence import sequence
    >>> spearmen = {"target": "spearmen"}
    >>> for row in stage_rows(sequence([("chronopia.melee", spearmen | {"attacker": "the_cursed"})])):
    ...     print(row)
    ('attack', 'slain by then', 'by this one', 'wounds caused by then, mean', 'added by this one')
    ('1', '59.0 %', '59.0 %', '0.5904', '0.5904')
    """
    heading = ["attack", f"{found.ending} by then", "by this one"]
    if found.order:
        heading += [outcome_words(condition) for condition in found.order[:-1]]
    else:
        heading += [f"{lowered(found.label)} by then, mean", "added by this one"]
    rows: Rows = [tuple(heading)]
    for stage in found.stages:
        row = [stage.name, number(stage.ended, _CHANCE), number(stage.ends_here, _CHANCE)]
        if found.order:
            row += [number(stage.law[condition], _CHANCE) for condition in found.order[:-1]]
        else:
            row += [number(stage.law.mean, _MEAN), number(stage.lost, _MEAN)]
        rows.append(tuple(row))
    return rows


def curve_rows(found: AttackSequence, number: Number = number_words) -> Rows:
    """The running curve: for every number lost, the chance of that many or more after each attack.

    Of named conditions it is the chance of that condition or a worse one.

    >>> from probcalc.analysis.sequence import sequence
    >>> blow = ("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"})
    >>> curve_rows(sequence([blow, blow]))
    [('wounds or more', 'after 1', 'after 2'), ('1', '59.0 %', '83.2 %')]
    """
    laws = [stage.law for stage in found.stages]
    states = list(found.order[1:]) or sorted({state for law in laws for state in law if state > 0})
    heading = f"{found.unit or 'condition'} or {'worse' if found.order else 'more'}"
    rows: Rows = [(heading, *(f"after {stage.name}" for stage in found.stages))]
    tails = [_tails(law, found.order) for law in laws]
    for state in states:
        rows.append((outcome_words(state), *(number(tail(state), _CHANCE) for tail in tails)))
    return rows


def _tails(law: Distribution, order: tuple[str, ...]) -> Any:
    if order:
        return lambda state: law.chance(lambda condition: order.index(condition) >= order.index(state))
    known = law.tails()
    listed = list(known)

    def tail(state: int) -> Any:
        return next((known[outcome] for outcome in listed if outcome >= state), Fraction(0))

    return tail


def sequence_sentence(found: AttackSequence) -> str:
    """The whole in a sentence.

    >>> from probcalc.analysis.sequence import sequence
    >>> blow = ("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"})
    >>> sequence_sentence(sequence([blow, blow]))
    '83.2 % slain after 2 attacks: 59.0 % after attack 1, 83.2 % after attack 2; 0.832 wounds on average.'
    """
    last = found.stages[-1]
    count = len(found.stages)
    text = f"{percent(last.ended)} {found.ending} after {count} attack{'s' if count > 1 else ''}"
    if count > 1:
        text += ": " + ", ".join(f"{percent(stage.ended)} after {_called(stage)}" for stage in found.stages)
    if not found.order:
        text += f"; {decimal(last.law.mean, 3)} {found.unit} on average"
    return text + "."


def _called(stage: Stage) -> str:
    return f"attack {stage.name}" if stage.name.isdigit() else stage.name


def sequence_data(found: AttackSequence) -> dict[str, Any]:
    """The sequence as plain data: fractions as text, the running law after each attack, and each answer."""
    stages = []
    for stage in found.stages:
        data: dict[str, Any] = {
            "name": stage.name,
            "scenario": stage.scenario_id,
            "ended": fraction_text(stage.ended),
            "ends_here": fraction_text(stage.ends_here),
            "law": result_data(stage.law),
        }
        if stage.lost is not None:
            data["lost"] = fraction_text(stage.lost)
        stages.append(data | {"answer": stage.answer.to_json()})
    head = {"counts": found.label, "unit": found.unit, "ending": found.ending, "end": found.end}
    return head | {"attacks": stages}
