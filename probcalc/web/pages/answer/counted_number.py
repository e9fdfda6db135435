"""What counts: the one number of an answer that its sentence leads with and that every table and chart weighs."""

from __future__ import annotations

from typing import Any

from probcalc.analysis.numbers.measure import Measure, headline_in
from probcalc.exact.law.distribution import Distribution
from probcalc.present.sentences.headline import headline, sentence
from probcalc.scenarios.answer import Answer
from probcalc.web.parts.numbers import with_minus
from probcalc.web.state.view import View


def measurable(answer: Answer) -> list[str]:
    """The results that hold a single number: all but lists."""
    return [name for name, value in answer.items() if not isinstance(value, list)]


def measure_shown(answer: Answer, view: View) -> Measure:
    """The number that counts; what a link or an earlier request asked for and this answer lacks falls away.

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.melee", target="spearmen")
    >>> measure_shown(answer, View()), measure_shown(answer, View(result="wounds", at_least=1))
    (Measure(result='slain', at_least=None, outcome=None), Measure(result='wounds', at_least=1, outcome=None))
    """
    names = measurable(answer)
    leading = headline_in(answer)
    name = next(name for name in (view.result, leading, names[0]) if name in names)
    law = answer[name]
    if not isinstance(law, Distribution):
        return Measure(name)
    if law.has_mean or (view.at_least is not None and law.is_extended):
        return Measure(name, at_least=view.at_least)
    outcomes = {str(outcome): outcome for outcome in outcomes_of(answer, name)}
    chosen = view.outcome if view.outcome in outcomes else str(Measure(name).default_outcome(answer))
    return Measure(name, outcome=outcomes.get(chosen, chosen))


def what_was_chosen(answer: Answer, view: View) -> tuple[int | None, str, Any]:
    """From which number on which result counts, and which outcome of it, where that was said; "" for the headline.

    >>> import probcalc
    >>> what_was_chosen(probcalc.odds("chronopia.melee"), View(result="wounds", at_least=2))
    (2, 'wounds', None)
    """
    measure = measure_shown(answer, view)
    chosen = "" if measure.result == headline_in(answer) else measure.result
    return view.at_least, chosen, measure.outcome if view.outcome else None


def outcomes_of(answer: Answer, name: str) -> list[Any]:
    """The outcomes of a law over names, in order; one that cannot happen at the moment may be asked for too.

    >>> import probcalc
    >>> outcomes_of(probcalc.odds("chronopia.gossip"), "victory")
    ['a_major', 'a_minor', 'draw', 'b_minor', 'b_major']
    """
    return list(dict.fromkeys([*answer.declared(name).order, *answer[name]]))


def sentence_of(answer: Answer, measure: Measure) -> str:
    """What counts, as the answer says it in front of the number.

    >>> import probcalc
    >>> sentence_of(probcalc.odds("mechanics.opposed"), Measure("margin", at_least=-2))
    'Result of A minus that of B, first roll: at least −2'
    """
    return with_minus(headline(answer, measure.at_least, measure.result, measure.outcome).sentence)


def answer_sentence(answer: Answer, view: View) -> str:
    """The answer in one sentence, with what the reader chose in front."""
    return sentence(answer, *what_was_chosen(answer, view))
