"""The chance of a condition on the results of an answer, as one more of them: `slain and not attacker_dazed`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from probcalc.analysis.conditions.nodes import (
    OPPOSITE,
    TURNED,
    Comparison,
    Condition,
    Expression,
    Joined,
    Number,
    Relation,
    ResultNumber,
    is_name,
    known_numbers_in,
    subjects_in,
)
from probcalc.analysis.conditions.reading import event_condition
from probcalc.analysis.one_play.conditional import Holds, is_ranking, observed
from probcalc.analysis.one_play.decided import joint_results_in
from probcalc.exact.budget.bounds import METER, TooLarge, meter, metered
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.steps import Event, Known
from probcalc.scenarios.answer import Answer, AskedBeside
from probcalc.scenarios.errors import InputError, TooMuch
from probcalc.scenarios.scenario import Played, Result, Scenario
from probcalc.scenarios.sentences import lower_first, outcome_words


def asking(answer: Answer, result: str) -> Answer:
    """The answer with the chance of a condition among its results, where one stands in place of a name.

    Of one result its own law says it, of several the play that decides them together.

    >>> import probcalc
    >>> answer = asking(probcalc.odds("chronopia.melee", attacker="the_cursed"), "wounds < 2 and not attacker_dazed")
    >>> list(answer)[-1], answer["wounds < 2 and not attacker_dazed"]
    ('wounds < 2 and not attacker_dazed', Fraction(110911, 160000))
    >>> answer.declared("wounds < 2 and not attacker_dazed").label
    'Wounds caused, less than 2 and not “Attacker ends up Dazed”'

    Raises:
        InputError: for a result that there is not, or cannot be compared so, and for several that share no play.
    """
    if is_name(result) or result in answer:
        return answer
    node = event_condition(result)
    names, holds = observed(node, _OfAnswer(answer))
    chance = _own_chance(answer, names[0], node, holds) if len(names) == 1 else _chance_together(answer, node)
    asked = AskedBeside(partial(condition_words, result), partial(condition_event, result))
    return answer.with_chance(result, chance, asked)


class _OfAnswer:
    """The results of an answer that a condition may name."""

    def __init__(self, answer: Answer) -> None:
        self.all_names = tuple(answer)
        self._answer = answer

    def require(self, name: str) -> None:
        """Refuse a result that the answer has not, or that comes of no dice."""
        value = self._answer[name]
        if not isinstance(value, (Fraction, Distribution)):
            raise InputError(f"{name} is {value} without a roll, so it is no part of a condition", name)

    def is_probability(self, name: str) -> bool:
        """Whether a result is the probability of one thing."""
        return isinstance(self._answer[name], Fraction)

    def declared(self, name: str) -> Result:
        """How a result is declared."""
        return self._answer.declared(name)

    def outcomes(self, name: str) -> tuple[Any, ...]:
        """The outcomes that it may have."""
        value = self._answer[name]
        return tuple(dict.fromkeys([*self.declared(name).order, *(value if isinstance(value, Distribution) else ())]))


def _own_chance(answer: Answer, name: str, node: Condition, holds: Holds) -> Fraction:
    law = answer[name]
    law = {1: law, 0: 1 - law} if isinstance(law, Fraction) else _as_far_as_asked(law, name, node)
    return sum((chance for outcome, chance in law.items() if holds({name: outcome})), Fraction(0))


def _as_far_as_asked(law: Distribution, name: str, node: Condition) -> Distribution:
    """The law up to the greatest number that is asked for, beyond which all outcomes are alike."""
    if law.has_end:
        return law
    try:
        return law.capped(max((n // 1 + 1 for n in known_numbers_in(node)), default=0))
    except TooLarge as error:
        raise InputError(f"{name}: {error}", name) from error


def _chance_together(answer: Answer, node: Condition) -> Fraction:
    if answer.given is None:
        return _chance(answer.scenario, node)
    condition, chance = answer.given
    return _chance(answer.scenario, Joined("and", (node, event_condition(condition)))) / chance


def _chance(scenario: Scenario, node: Condition) -> Fraction:
    whole, model = METER.get(), type(scenario)
    try:
        with metered(meter().part(model.most_steps)):
            return Fraction(LawReader().probability(_event(node, scenario, None)))
    except TooLarge as error:
        if whole is not None and error.budget is whole:
            raise TooMuch.of(scenario.id, error) from error
        raise InputError(f"{model.costly or scenario.id}: {error}", model.costly) from error


def condition_event(text: str, scenario: Scenario, played: Mapping[str, Played] | None = None) -> Event:
    """The event of a play whose chance a condition asks for; `played` are its results where it is played otherwise.

    >>> import probcalc
    >>> scenario = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen").scenario
    >>> LawReader().probability(condition_event("hit and not slain", scenario))
    Fraction(56, 625)

    Raises:
        InputError: for a result that there is not, or cannot be compared so, and for several that share no play.
    """
    return _event(event_condition(text), scenario, played)


def _event(node: Condition, scenario: Scenario, played: Mapping[str, Played] | None) -> Event:
    is_of_one = len(set(subjects_in(node))) == 1
    request = joint_results_in(scenario, (), played, is_of_one)
    names, holds = observed(node, request)
    for name in names[1:]:
        request.require_one_play(names[0], name)
    event = request.event(names, holds)
    if isinstance(event.source, Known) and not event.source.law.has_end:
        event = Event(Known(_as_far_as_asked(event.source.law, names[0], node)), event.condition)
    return event


_WORDS: Mapping[Relation, str] = {"<": "less than", "<=": "at most", ">=": "at least", ">": "more than"}
_WORDS_BESIDE: Mapping[Relation, str] = {**_WORDS, "=": "the same as", "!=": "not the same as"}
"""Of two results; one beside an outcome of its own is "Who wins: the Trolls"."""


def condition_words(text: str, answer: Answer) -> str:
    """A condition in the player's words.

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen")
    >>> condition_words("slain and not attacker_dazed", answer)
    'Target slain and not “Attacker ends up Dazed”'
    """
    words = _words(event_condition(text), answer)
    return words[:1].upper() + words[1:]


def _words(node: Condition, answer: Answer) -> str:
    if isinstance(node, Comparison):
        return _comparison_words(node, answer)
    parts = [_words(part, answer) for part in node.parts]
    if node.word == "not":
        return _opposite_words(node.parts[0], parts[0], answer)
    return f" {node.word} ".join(_within(part, words) for part, words in zip(node.parts, parts, strict=True))


def _opposite_words(part: Condition, words: str, answer: Answer) -> str:
    if isinstance(part, Comparison) and len(part.relations) == 1:
        return _comparison_words(replace(part, relations=(OPPOSITE[part.relations[0]],)), answer)
    # What a label says is not turned round within it: "Hits", "Critical hit", "Target slain".
    is_label = isinstance(part, Comparison) and not part.relations
    return f"not “{words}”" if is_label else f"not ({lower_first(words)})"


def _within(part: Condition, words: str) -> str:
    """The words of a part within those of the whole."""
    is_whole = isinstance(part, Joined) and part.word != "not"
    return f"({words})" if is_whole else lower_first(words)


def _comparison_words(node: Comparison, answer: Answer) -> str:
    if not node.relations:
        return answer.declared(_name(node.numbers[0])).label
    if is_ranking(node):
        _, *ranks = map(_said, node.numbers)
        is_not = "not " if node.relations[0] == "!=" else ""
        return f"{answer.declared(_name(node.numbers[0])).label}: {is_not}{'>'.join(ranks)}"
    pairs = zip(node.numbers, node.relations, node.numbers[1:], strict=False)
    parts = [_pair_words(left, relation, right, answer) for left, relation, right in pairs]
    return " and ".join([parts[0], *map(lower_first, parts[1:])])


def _pair_words(left: Expression, relation: Relation, right: Expression, answer: Answer) -> str:
    if not isinstance(left, ResultNumber):
        left, relation, right = right, TURNED[relation], left
    declared, words = answer.declared(_name(left)), _WORDS
    if not isinstance(right, ResultNumber):
        said = _said(right)
    elif right.name in answer and right.name not in declared.order:
        said, words = lower_first(answer.declared(right.name).label), _WORDS_BESIDE
    else:
        said = outcome_words(right.name, answer.sides)
    if relation == ">=" and isinstance(right, Number):
        return f"{declared.label}, {said} or more"
    how = words.get(relation, "")
    return f"{declared.label}, {how} {said}" if how else f"{declared.label}: {'not ' if relation == '!=' else ''}{said}"


def _said(node: Expression) -> str:
    return str(node.value) if isinstance(node, Number) else _name(node)


def _name(node: Expression) -> str:
    return node.name if isinstance(node, ResultNumber) else ""
