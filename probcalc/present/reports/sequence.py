"""The reports of several attacks on one target: what each attack adds, and the running curve."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from probcalc.analysis.findings.report import Cell, Column, Report, Row
from probcalc.analysis.stages.sequence import TARGET, AttackSequence, Stage
from probcalc.exact.law.distribution import Distribution
from probcalc.present.numbers.decimals import average, percent
from probcalc.present.words.labels import notes_in_words
from probcalc.present.words.phrases import capital, count_words
from probcalc.scenarios.answer import result_data
from probcalc.scenarios.sentences import lower_first, outcome_words


def stages_report(found: AttackSequence, legend: Sequence[str] = ()) -> Report:
    """A row for each attack: gone by then, by this attack, and the mean of what is lost, or each condition.

    >>> from probcalc.analysis.stages.sequence import sequence
    >>> spearmen = {"target": "spearmen"}
    >>> report = stages_report(sequence([("chronopia.melee", spearmen | {"attacker": "the_cursed"})]))
    >>> [column.label for column in report.columns]
    ['attack', 'slain so far', 'this attack', 'wounds caused so far, mean', 'added']
    >>> report.rows[0].cells[:2]
    ('1', Fraction(369, 625))
    """
    columns = [Column("attack", "name"), Column(f"{found.ending} so far", "chance"), Column("this attack", "chance")]
    if found.order:
        columns += [Column(outcome_words(condition), "chance") for condition in found.order[:-1]]
    else:
        columns += [Column(f"{lower_first(found.label)} so far, mean", "number"), Column("added", "number")]
    rows = []
    for stage in found.stages:
        cells: list[Cell] = [stage.name, stage.ended, stage.ends_here]
        if found.order:
            cells += [stage.law[condition] for condition in found.order[:-1]]
        else:
            cells += [stage.law.mean, stage.lost]
        rows.append(Row(tuple(cells)))
    return Report(
        "sequence",
        "What each attack adds",
        tuple(columns),
        tuple(rows),
        counts=f"{found.ending} so far",
        says=(sequence_sentence(found),),
        notes=_notes(found, legend),
        drawing="rising",
        data=sequence_data(found),
    )


def curve_report(found: AttackSequence, legend: Sequence[str] = ()) -> Report:
    """The running curve: for every number lost, the chance of that many or more after each attack.

    Of named conditions it is the chance of that condition or a worse one.

    >>> from probcalc.analysis.stages.sequence import sequence
    >>> blow = ("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"})
    >>> [row.cells for row in curve_report(sequence([blow, blow])).rows]
    [('1', Fraction(369, 625), Fraction(325089, 390625))]
    """
    laws = [stage.law for stage in found.stages]
    states = list(found.order[1:]) or sorted({state for law in laws for state in law if state > 0})
    heading = f"{found.unit or 'condition'} or {'worse' if found.order else 'more'}"
    tails = [_tails(law, found.order) for law in laws]
    return Report(
        "curve",
        f"The chance of that many {found.unit or 'conditions'} or more after each attack",
        (Column(heading, "name"), *(Column(f"after {_name_of(stage)}", "chance") for stage in found.stages)),
        tuple(Row((outcome_words(state), *(tail(state) for tail in tails))) for state in states),
        counts=found.label,
        says=(sequence_sentence(found),),
        notes=_notes(found, legend),
        drawing="laws" if len(states) > 1 and not found.order else "",
        axes=("at least",),
        data=sequence_data(found),
    )


def _notes(found: AttackSequence, legend: Sequence[str]) -> tuple[str, ...]:
    return (*legend, *(f"{stage.name}: {note}" for stage in found.stages for note in notes_in_words(stage.answer)))


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

    >>> from probcalc.analysis.stages.sequence import sequence
    >>> blow = ("chronopia.melee", {"attacker": "the_cursed", "target": "spearmen"})
    >>> sequence_sentence(sequence([blow, blow], ["one", "two"]))
    'A Spearman is slain after 2 attacks: 83.2%. After one: 59.0%. 0.83 wounds on average.'
    """
    last = found.stages[-1]
    count = len(found.stages)
    text = f"{target_words(found)} after {count} attack{'s' if count > 1 else ''}: {percent(last.ended)}"
    if count > 1:
        text += ". " + ". ".join(f"After {_name_of(stage)}: {percent(stage.ended)}" for stage in found.stages[:-1])
    if not found.order:
        text += f". {count_words(average(last.law.mean), found.unit)} on average"
    return text + "."


def target_words(found: AttackSequence) -> str:
    """What becomes of whoever is attacked: "A Spearman is slain", "The target is slain"."""
    parties = found.stages[0].answer.parties
    party = next((party for party in parties if party.key == TARGET), None)
    if party is None:
        return f"The target is {found.ending}"
    name = party.subject if party.as_written else capital(party.subject)
    return f"{name} {'are' if party.plural else 'is'} {found.ending}"


def _name_of(stage: Stage) -> str:
    return f"attack {stage.name}" if stage.name.isdigit() else stage.name


def sequence_data(found: AttackSequence) -> dict[str, Any]:
    """The sequence as plain data: the running law after each attack, and each answer."""
    stages = []
    for stage in found.stages:
        data: dict[str, Any] = {
            "name": stage.name,
            "scenario": stage.scenario_id,
            "ended": stage.ended,
            "ends_here": stage.ends_here,
            "law": result_data(stage.law),
        }
        if stage.lost is not None:
            data["lost"] = stage.lost
        stages.append(data | {"answer": stage.answer.to_json()})
    head = {"counts": found.label, "unit": found.unit, "ending": found.ending, "end": found.end}
    return head | {"attacks": stages}
