"""`Measure`: the one exact number of an answer that an analysis looks at, and its one spelling wherever it is asked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from probcalc.analysis.conditions.nodes import NUMBER_FORM, RELATIONS, Condition, ResultNumber, is_name, subjects_in
from probcalc.analysis.findings.report import Unit
from probcalc.exact.arguments import brief, require_several
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.law.orders import is_number
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.given_values import brief_value
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.sentences import outcome_words

KINDS: Mapping[Unit, str] = {"chance": "probability", "number": "mean", "count": "number"}
"""What the units of numbers are called in JSON, beside the kinds of results."""

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Measure:
    """A number taken from an answer: a probability, the mean of a distribution, one of its chances, or a whole number.

    Attributes:
        result: the result's name; or a condition on results, as in "slain and not panic", whose chance is the number.
        at_least: of a distribution, P(at least this many) in place of the mean.
        outcome: of a distribution, P(exactly this) in place of the mean; a law over names needs one, and
            without it the first name of its declared order counts.
        of_several: whether the outcome is one of any of several answers that are measured alike; where it cannot
            happen its chance is 0.
        is_mean: whether the mean is asked for by name, so that nothing else is shown in its place.
    """

    result: str
    at_least: int | None = None
    outcome: Any = None
    of_several: bool = field(default=False, repr=False)
    is_mean: bool = field(default=False, repr=False)

    def of(self, answer: Answer) -> Fraction:
        """The number.

        >>> import probcalc
        >>> answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen")
        >>> Measure("slain").of(answer), Measure("wounds", at_least=2).of(answer)
        (Fraction(369, 625), Fraction(81, 625))

        Raises:
            InputError: when the answer has no such result, or the result no such number or outcome.
        """
        answer = self.asked(answer)
        value = answer[self.result]
        if self.is_mean and not (isinstance(value, Distribution) and value.has_mean):
            what = "names for outcomes" if isinstance(value, Distribution) else "one number"
            raise InputError(f"{self.result} has {what} and no mean", self.result)
        if isinstance(value, Distribution):
            return self._of_law(value, answer)
        if self.at_least is not None or self.outcome is not None:
            raise InputError(f"{self.result} is no distribution, so it has no single outcomes", self.result)
        if isinstance(value, list):
            raise InputError(f"{self.result} is a list and no single number", self.result)
        return Fraction(value)

    @property
    def is_condition(self) -> bool:
        """Whether it is the chance of a condition."""
        return isinstance(self.result, str) and not is_name(self.result)

    @property
    def text(self) -> str:
        """The number as it is written.

        >>> Measure("wounds", at_least=2).text, read_number("P(winner = a)").text, read_number("mean wounds").text
        ('wounds >= 2', 'winner = a', 'mean wounds')
        """
        if self.at_least is not None:
            return f"{self.result} >= {self.at_least}"
        if self.outcome is not None:
            return f"{self.result} = {_written(self.outcome)}"
        return f"mean {self.result}" if self.is_mean else self.result

    @property
    def results(self) -> tuple[str, ...]:
        """The results that it looks at."""
        if not self.is_condition:
            return (self.result,)
        from probcalc.analysis.conditions.reading import event_condition

        return tuple(dict.fromkeys(subjects_in(event_condition(self.result))))

    def asked(self, answer: Answer) -> Answer:
        """The answer with what is measured among its results: the chance of a condition stands after them.

        Raises:
            InputError: when the answer has no such result.
        """
        if not isinstance(answer, Answer):
            raise InputError(f"a number is measured in an answer, not in {brief(answer)}")
        if isinstance(self.result, str) and self.result in answer:
            return answer
        if self.is_condition:
            # Here and not above: an answer need not wait for what reads conditions.
            from probcalc.analysis.one_play.asked import asking

            return asking(answer, self.result)
        if not isinstance(self.result, str) or self.result not in answer.left_out:
            raise unknown_name("result", self.result, answer, f" of {answer.scenario.id} here")
        return answer

    def _of_law(self, law: Distribution, answer: Answer) -> Fraction:
        if self.at_least is not None:
            if not law.is_extended:
                names = ", ".join(str(outcome) for outcome in law)
                raise InputError(f"{self.result} has names for outcomes: {names}; it has no 'at least'", self.result)
            return law.at_least(self.at_least)
        if self.outcome is not None:
            return law[self._outcome_in(law, answer)]
        return law.mean if law.has_mean else law[self.default_outcome(answer)]

    def _outcome_in(self, law: Distribution, answer: Answer) -> Any:
        """The outcome that is written so; a number, or a declared name, may be one that cannot happen here."""
        if self.of_several:
            return self.outcome
        known = dict.fromkeys([*law, *answer.declared(self.result).order])
        text = str(self.outcome)
        for outcome in known:
            if str(outcome) == text:
                return outcome
        if any(map(is_number, known)) and _WHOLE.fullmatch(text):
            return self.outcome
        raise unknown_name("possible outcome", text, map(str, known), f" of {self.result}")

    def default_outcome(self, answer: Answer) -> Any:
        """The outcome that counts of a law over names when none is named: its declared one, else the likeliest.

        >>> import probcalc
        >>> Measure("symbols").default_outcome(probcalc.odds("custom.roll", roll="2d{0,s,s+a}"))
        (1, 0)
        """
        law = self.asked(answer)[self.result]
        declared = answer.declared(self.result)
        if declared.lead:
            return declared.lead
        if declared.order:
            return declared.order[0]
        if not isinstance(law, Distribution):
            raise InputError(f"{self.result} is no distribution, so it has no outcomes", self.result)
        return max(law, key=lambda outcome: law[outcome])

    def for_all(self, answers: Sequence[Answer]) -> Measure:
        """The measure that reads the same number off every one of several answers.

        A distribution stands for its mean only where all of them have one; else one outcome counts in all of them: the
        declared one, the first declared name where there are numbers too, or the likeliest in all.

        >>> import probcalc
        >>> rolls = [probcalc.odds("custom.roll", roll="2d6 + x: 10+ great, 7-9 so-so, else bad", x=x) for x in (-2, 6)]
        >>> [str(Measure("named").for_all(rolls).of(answer)) for answer in rolls]
        ['1/36', '11/12']
        """
        if self.at_least is not None or self.outcome is not None or self.is_mean:
            return self
        if any(not isinstance(answer, Answer) for answer in require_several("the answers", answers)):
            raise InputError("a number is measured in answers")
        answers = [answer for answer in answers if isinstance(answer.get(self.result), Distribution)]
        without = next((answer for answer in answers if not answer[self.result].has_mean), None)
        if without is None:
            return self
        declared = without.declared(self.result)
        possible = dict.fromkeys(outcome for answer in answers for outcome in answer[self.result])
        outcome: Any = declared.lead
        if not outcome and any(map(is_number, possible)):
            outcome = next((name for name in declared.order if name in possible and not is_number(name)), None)
        elif not outcome and declared.order:
            outcome = declared.order[0]
        if outcome is None or outcome == "":
            outcome = max(possible, key=lambda each: sum(answer[self.result][each] for answer in answers))
        return Measure(self.result, outcome=outcome, of_several=True)

    def unit(self, answer: Answer) -> Unit:
        """Whether the number is a chance, a count, which is whole, or another number: a mean."""
        if self.is_condition:
            return "chance"
        value = self.asked(answer)[self.result]
        if isinstance(value, Distribution):
            chance = self.at_least is not None or self.outcome is not None or not value.has_mean
            return "chance" if chance else "number"
        return "chance" if isinstance(value, Fraction) else "count"

    def kind(self, answer: Answer) -> str:
        """The same by the word of JSON: a probability, a mean or a number, which is whole."""
        return KINDS[self.unit(answer)]

    def label(self, answer: Answer) -> str:
        """The number in words: "Target slain", "Wounds caused, mean", "Wounds caused, 2 or more".

        >>> import probcalc
        >>> Measure("wounds", at_least=2).label(probcalc.odds("chronopia.melee"))
        'Wounds caused, 2 or more'
        """
        answer = self.asked(answer)
        value = answer[self.result]
        words = answer.declared(self.result).label
        if self.at_least is not None:
            return f"{words}, {self.at_least} or more"
        if self.outcome is not None:
            return f"{words}: {outcome_words(self.outcome, answer.sides)}"
        if not isinstance(value, Distribution):
            return words
        if value.has_mean:
            return f"{words}, mean"
        return f"{words}: {outcome_words(self.default_outcome(answer), answer.sides)}"


def read_number(text: str, model: type[Scenario] | None = None) -> Measure:
    """The number that a text asks for, of a scenario.

    >>> read_number("wounds >= 2"), read_number("winner = a")
    (Measure(result='wounds', at_least=2, outcome=None), Measure(result='winner', at_least=None, outcome='a'))
    >>> read_number("mean wounds") == read_number("mean(wounds)"), read_number("P(wounds >= 2)").at_least
    (True, 2)
    >>> read_number("hit and  not slain").result, read_number("wounds < 2").result
    ('hit and not slain', 'wounds < 2')
    >>> read_number("a + 2")
    Traceback (most recent call last):
        ...
    probcalc.scenarios.errors.InputError: a + 2: a number is written like slain, mean wounds, wounds >= 2, winner = a or
    slain and not panic

    Raises:
        InputError: in one line that shows how a number is written.
    """
    if not isinstance(text, str):
        raise InputError(f"what is measured is a result, not {brief_value(text)}; {NUMBER_FORM}", "measured")
    if is_name(text):
        return Measure(text)
    from probcalc.analysis.conditions.reading import number_or_condition

    node = number_or_condition(text, model)
    if isinstance(node, Condition):
        return Measure(" ".join(text.split()))
    if isinstance(node, ResultNumber):
        if node.kind in ("result", "mean"):
            return Measure(node.name, is_mean=node.kind == "mean")
        if node.kind == "=":
            return Measure(node.name, outcome=node.outcome)
        if node.kind in (">=", ">") and isinstance(node.outcome, int):
            return Measure(node.name, node.outcome + (node.kind == ">"))
        if node.kind in RELATIONS:
            return Measure(f"{node.name} {node.kind} {_written(node.outcome)}")
    raise InputError(f"{text.strip()[:60]}: {NUMBER_FORM}", "measured")


def _written(outcome: Any) -> str:
    text = str(outcome)
    return text if text.isidentifier() or isinstance(outcome, int) else f'"{text}"'


def headline_of(model: type[Scenario]) -> str:
    """The name of the result that a sentence leads with."""
    return model.headline or model.results[0].name


def headline_in(answer: Answer) -> str:
    """The name of the result that leads this answer: the headline, or the first where this request has none such."""
    name = headline_of(type(answer.scenario))
    return name if name in answer else next(iter(answer))


def means_in(answer: Answer) -> list[str]:
    """The laws over numbers; only those that are wanted, where some are: of several the last is the whole answer's.

    >>> import probcalc
    >>> means_in(probcalc.odds("chronopia.melee")), means_in(probcalc.odds("oathmark.morale"))
    (['wounds'], [])
    """
    means = [name for name, law in answer.laws.items() if law.has_mean]
    return [n for n in means if answer.declared(n).better == "more"] or means


def law_of_threshold(answer: Answer, result: str = "") -> str:
    """The law that a threshold belongs to: the leading one if it has numbers, else the one beside it; "" for none.

    >>> import probcalc
    >>> law_of_threshold(probcalc.odds("chronopia.melee")), law_of_threshold(probcalc.odds("oathmark.morale"))
    ('wounds', '')
    """
    leader = result if result in answer else headline_in(answer)
    value = answer[leader]
    if isinstance(value, Distribution) and value.is_extended:
        return leader
    return "" if result in answer else "".join(means_in(answer)[-1:])


def _leading(model: type[Scenario], parameters: Mapping[str, Any] | None) -> str:
    if parameters is None:
        return headline_of(model)
    # Where a number is missing because it is what varies, any value tells which result leads.
    varied = {p.name: 2 for p in model.parameters() if p.role == "setting" and p.kind == "integer"}
    for asked in (parameters, {**varied, **parameters}):
        try:
            return headline_in(registry.answer(model.id, asked))
        except InputError:
            continue
    return headline_of(model)


def measure(
    scenario_id: str,
    result: str = "",
    at_least: int | None = None,
    outcome: Any = None,
    parameters: Mapping[str, Any] | None = None,
) -> Measure:
    """The measure of a scenario as it is written, "slain" or "wounds >= 2"; without any, of what leads the answer.

    >>> measure("chronopia.melee")
    Measure(result='slain', at_least=None, outcome=None)
    >>> measure("chronopia.melee", "wounds >= 2") == measure("chronopia.melee", "wounds", at_least=2)
    True
    >>> measure("chronopia.melee", "wound")
    Traceback (most recent call last):
        ...
    probcalc.scenarios.errors.InputError: wound is not a result of chronopia.melee; did you mean wounds?

    Raises:
        InputError: for a name that is no result; the nearest is suggested.
    """
    model = registry.scenario(scenario_id)
    if at_least is not None and outcome is not None:
        raise InputError("use --at-least or --outcome, not both", "outcome")
    said = read_number(result, model)
    if said.is_condition or (said.at_least, said.outcome) != (None, None):
        if (at_least, outcome) != (None, None):
            raise InputError(f"{result} says what is counted; leave --at-least and --outcome out", "result")
        at_least, outcome = said.at_least, said.outcome
    name = said.result or _leading(model, parameters)
    names = [r.name for r in model.results]
    for each in Measure(name).results:
        # Results that are numbered (unit_1, unit_2, ...) depend on the request and are looked for in each answer.
        if each not in names and not each.rpartition("_")[2].isdigit():
            raise unknown_name("result", each, names, f" of {model.id}")
    return Measure(name, at_least, outcome, is_mean=said.is_mean)


def measure_of(scenario_id: str, measured: Measure | str | None, parameters: Mapping[str, Any]) -> Measure:
    """The measure that is handed in, or the one that a text names; of nothing, what leads the answer.

    >>> measure_of("chronopia.melee", "wounds >= 2", {})
    Measure(result='wounds', at_least=2, outcome=None)

    Raises:
        InputError: for a text that names no number of the scenario.
    """
    return measured if isinstance(measured, Measure) else measure(scenario_id, measured or "", parameters=parameters)
