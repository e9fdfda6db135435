"""The report of how much is needed: the smallest number of attacks, models or dice for each chance."""

from __future__ import annotations

from collections.abc import Sequence

from probcalc.analysis.findings.report import Column, Point, Report, Row
from probcalc.analysis.tables.needed import Needed, Threshold
from probcalc.present.numbers.decimals import percent
from probcalc.present.reports.measured import measured_report, number_in_words, refusals, shared_parties
from probcalc.present.words.requests import parameter_within, parameter_words
from probcalc.scenarios.parties import Party

NOT_REACHED, ANY = "not reached", "any value"


def needed_report(found: Needed, called: Sequence[Party] = ()) -> Report:
    """A row for each share: how many are needed, and the chance with that many.

    >>> from probcalc.analysis.tables.needed import find_needed
    >>> report = needed_report(find_needed("chronopia.melee", {"attacker": "spearmen", "target": "followers"}))
    >>> report.rows[0].cells[:2], report.points[2].number
    (('50%', 3), Fraction(39611, 64000))
    """
    trials = [trial for _, trial in found.tried]
    counts, unit = number_in_words(found.measure, trials, called)
    parties = shared_parties(trials, called)
    label, within = parameter_words(found.parameter, parties), parameter_within(found.parameter, parties)
    columns = (
        Column("for a chance of", "name"),
        Column(label, "name"),
        Column(counts, "chance"),
        Column("exact", "exact"),
    )
    notes = []
    same = len(trials) > 1 and len({trial.value for trial in trials}) == 1
    if found.best is not None and (same or any(threshold.value is None for threshold in found.thresholds)):
        best = percent(found.best[1])
        notes.append(f"{best} at every value." if same else f"Highest: {best}, at {within} {found.best[0]}.")
    if not found.complete:
        first, last = found.tried[0][0], found.tried[-1][0]
        notes.append(f"Only {within} {first} to {last} was tried, of up to {found.parameter.high}.")
    thresholds = [
        {"share": threshold.share, "value": threshold.value}
        | ({} if threshold.chance is None else {"chance": threshold.chance})
        for threshold in found.thresholds
    ]
    return measured_report(
        found,
        (counts, unit),
        "needed",
        f"{label} needed for {counts}",
        columns,
        (_row(threshold, same) for threshold in found.thresholds),
        notes=tuple(notes),
        refusals=refusals((f"{within} {value}", trial) for value, trial in found.tried),
        drawing="thresholds",
        axes=(label,),
        points=tuple(Point(value, trial.value) for value, trial in found.tried if trial.value is not None),
        marks=tuple(threshold.share for threshold in found.thresholds),
        data={
            "parameter": found.parameter.name,
            "thresholds": thresholds,
        },
    )


def _row(threshold: Threshold, same: bool) -> Row:
    value = NOT_REACHED if threshold.value is None else ANY if same else threshold.value
    return Row((percent(threshold.share, 0), value, threshold.chance, threshold.chance))
