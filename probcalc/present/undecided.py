"""What it is called that neither side of a contest wins: a tie, a draw, or several such outcomes together."""

from __future__ import annotations

from probcalc.analysis.contest import winner_in
from probcalc.exact.law.distribution import Distribution
from probcalc.present.words import outcome_words
from probcalc.scenarios.answer import Answer


def undecided_words(answer: Answer, result: str) -> str:
    """The one outcome that neither side wins, as a draw; "neither" for several together.

    >>> import probcalc
    >>> undecided_words(probcalc.odds("oathmark.combat"), "winner")
    'tie'
    """
    law = answer[result]
    if not isinstance(law, Distribution):
        return "tie"
    named = [outcome for outcome in (*answer.declared(result).order, *law) if not winner_in(outcome)]
    possible = dict.fromkeys(outcome for outcome in named if law[outcome])
    if len(possible) > 1:
        return "neither"
    return next((outcome_words(outcome) for outcome in (*possible, *named)), "tie")
