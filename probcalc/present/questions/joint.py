"""The question how two results of one play go together."""

from __future__ import annotations

from probcalc.analysis.one_play.joint import Together, joint
from probcalc.present.declared.question import Asked, Option, Question, Written
from probcalc.present.reports.joint import together_report


def _write(found: Together, _: Asked, form: str) -> Written:
    if form == "json":
        return found.to_json()
    # Whoever wants rows for a spreadsheet has every pair, however many there are.
    return [together_report(found, most_pairs=len(found.table)) if form == "csv" else together_report(found)]


QUESTION = Question(
    2,
    "Two results together: a two-way table, covariance and correlation.",
    """Two results that one play decides: a two-way table of their chances, covariance and correlation.

    The sums at the margins are either result alone; below, every pair is listed exactly. A probability has the
    outcomes 0 and 1, 1 when it happened: "no" and "yes" in the table.
    """,
    Together,
    lambda asked: joint(asked.place, asked.given, asked.said["results"]),
    lambda found, _: [together_report(found)],
    (
        "chronopia.melee attacker=the_cursed target=spearmen --results wounds,attacker_dazed",
        "oathmark.combat a.unit=troll --results a_casualties,b_casualties --json",
        "mechanics.race --results winner,rounds --csv",
    ),
    options=(Option("results", "The two results, both decided by the same play.", is_required=True, form="ONE,OTHER"),),
    writes=_write,
)
