"""The sentences that a result makes: with an amount, of one name, with its mean; and what is undecided."""

from __future__ import annotations

from typing import Any

from probcalc.analysis.numbers.contest import winner_in
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.orders import is_number
from probcalc.present.words.phrases import amount_text, count_words
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.scenario import Result
from probcalc.scenarios.sentences import fill_pattern, outcome_words

_MORE = "{amount} more than"


def mean_sentence(answer: Answer, declared: Result, law: Distribution) -> str:
    """What a result says with its mean in its place; "" where its sentence takes no amount.

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen", charging=True)
    >>> mean_sentence(answer, answer.declared("wounds"), answer["wounds"])
    'A Cursed causes 0.84 wounds on average'
    """
    if "{amount}" not in declared.says:
        return ""
    pattern, amount = with_mean(declared, law)
    return fill_pattern(pattern, answer.parties, amount, answer.scenario.meeting()) + on_average(law)


def on_average(law: Distribution) -> str:
    """What follows a mean in a sentence: nothing where nothing else can come out."""
    return " on average" if len(law) > 1 else ""


def with_mean(declared: Result, law: Distribution) -> tuple[str, str]:
    """The sentence of a result, and its mean as what it counts; a number below zero is "fewer".

    >>> from probcalc.exact.law.distribution import Distribution
    >>> score = Result("score", "Score", unit="points", says="[a] scores|score {amount} more than [b]")
    >>> with_mean(score, Distribution.from_weights({-1: 1, 0: 1}))
    ('[a] scores|score {amount} than [b]', '0.50 fewer points')
    """
    pattern, mean = declared.says, law.mean
    if _MORE not in pattern:
        return pattern, amount_text(mean, declared.unit)
    if mean == 0:
        return pattern.replace(_MORE, f"as many {declared.unit} as"), ""
    number, _, counts = amount_text(abs(mean), declared.unit).partition(" ")
    return pattern.replace(_MORE, "{amount} than"), f"{number} {'more' if mean > 0 else 'fewer'} {counts}"


def or_more(least: int, declared: Result) -> str:
    """At least that many of a result's unit.

    >>> import probcalc
    >>> or_more(2, probcalc.odds("oathmark.combat").declared("a_hits"))
    'at least 2 hits'
    """
    return f"at least {count_words(str(least), declared.unit)}"


def result_sentence(answer: Answer, declared: Result, amount: str) -> str:
    """What a result says with an amount in its place.

    >>> import probcalc
    >>> answer = probcalc.odds("oathmark.combat")
    >>> result_sentence(answer, answer.declared("a_hits"), "at least 2 hits")
    'The active unit scores at least 2 hits'
    """
    if declared.says:
        return fill_pattern(declared.says, answer.parties, amount, answer.scenario.meeting())
    return f"{declared.label}: {amount}" if amount.startswith(("at least", "exactly")) else declared.label


def outcome_sentence(answer: Answer, declared: Result, outcome: Any) -> str:
    """What one name of a law over names says: "20 Spearmen beat 3 Trolls".

    >>> import probcalc
    >>> answer = probcalc.odds("oathmark.combat")
    >>> outcome_sentence(answer, answer.declared("winner"), "tie")
    'The active unit ties with the enemy'
    >>> outcome_sentence(answer, answer.declared("a_hits"), 2)
    'The active unit scores exactly 2 hits'
    """
    pattern = pattern_of(declared, outcome)
    if pattern:
        return fill_pattern(pattern, answer.parties, "", answer.scenario.meeting())
    if is_number(outcome) and answer.laws[declared.name].has_mean:
        counted = count_words(str(outcome), declared.unit) if declared.says else outcome
        return result_sentence(answer, declared, f"exactly {counted}")
    return f"{declared.label}: {outcome_words(outcome, answer.sides)}"


def pattern_of(declared: Result, outcome: Any) -> str:
    """The declared sentence of one name of a law over names; "" where none is declared.

    >>> import probcalc
    >>> pattern_of(probcalc.odds("oathmark.combat").declared("winner"), "b")
    '[the active unit] [against] [the enemy] loses|lose'
    """
    return next((pattern for name, pattern in declared.each.items() if str(name) == str(outcome)), "")


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
