"""The sentences that a result makes: with an amount, of one name, with its mean."""

from __future__ import annotations

from typing import Any

from probcalc.exact.distribution import Distribution
from probcalc.present.decimals import average
from probcalc.present.words import counted, outcome_words
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.scenario import Result
from probcalc.scenarios.sentences import filled

_MORE, _LESS = "{amount} more than", "{amount} less than"


def mean_sentence(answer: Answer, declared: Result, law: Distribution) -> str:
    """What a result says with its mean in its place; "" where its sentence takes no amount.

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen", charging=True)
    >>> mean_sentence(answer, answer.declared("wounds"), answer["wounds"])
    'The Cursed cause 0.84 wounds on average'
    """
    if "{amount}" not in declared.says:
        return ""
    pattern, amount = with_mean(declared, law)
    return f"{filled(pattern, answer.parties, amount, how_they_meet(answer))} on average"


def with_mean(declared: Result, law: Distribution) -> tuple[str, str]:
    """The sentence of a result, and its mean as what it counts; a number below zero "more" is so many "less".

    >>> from probcalc.exact.distribution import Distribution
    >>> score = Result("score", "Score", unit="points", says="[a] scores|score {amount} more than [b]")
    >>> with_mean(score, Distribution.from_weights({-1: 1, 0: 1}))
    ('[a] scores|score {amount} less than [b]', '0.50 points')
    """
    pattern, mean = declared.says, law.mean
    if mean < 0 and _MORE in pattern:
        pattern, mean = pattern.replace(_MORE, _LESS), -mean
    return pattern, counted(average(mean), declared.unit)


def or_more(least: int, declared: Result) -> str:
    """So many of a result's unit, or more.

    >>> import probcalc
    >>> or_more(2, probcalc.odds("oathmark.combat").declared("a_hits"))
    '2 or more hits'
    """
    return f"{least} or more {declared.unit}".strip()


def how_they_meet(answer: Answer) -> str:
    """How those who take part meet: "charging", "against".

    >>> import probcalc
    >>> how_they_meet(probcalc.odds("oathmark.combat", {"a.charge": 1}))
    'charging'
    """
    return answer.scenario.meeting() or "against"


def result_sentence(answer: Answer, declared: Result, amount: str) -> str:
    """What a result says with an amount in its place.

    >>> import probcalc
    >>> answer = probcalc.odds("oathmark.combat")
    >>> result_sentence(answer, answer.declared("a_hits"), "2 or more hits")
    'The active unit scores 2 or more hits'
    """
    if declared.says:
        return filled(declared.says, answer.parties, amount, how_they_meet(answer))
    return f"{declared.label}, {amount}" if amount[:1].isdigit() else declared.label


def outcome_sentence(answer: Answer, declared: Result, outcome: Any) -> str:
    """What one name of a law over names says: "20 Spearmen on the flank of 3 Trolls win".

    >>> import probcalc
    >>> answer = probcalc.odds("oathmark.combat")
    >>> outcome_sentence(answer, answer.declared("winner"), "tie")
    'The active unit against the enemy ties'
    """
    pattern = pattern_of(declared, outcome)
    if pattern:
        return filled(pattern, answer.parties, "", how_they_meet(answer))
    return f"{declared.label}: {outcome_words(outcome, answer.sides)}"


def pattern_of(declared: Result, outcome: Any) -> str:
    """The declared sentence of one name of a law over names; "" where none is declared.

    >>> import probcalc
    >>> pattern_of(probcalc.odds("oathmark.combat").declared("winner"), "b")
    '[the active unit] [against] [the enemy] loses|lose'
    """
    return next((pattern for name, pattern in declared.each.items() if str(name) == str(outcome)), "")
