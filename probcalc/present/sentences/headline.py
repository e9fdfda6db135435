"""`Headline`: who meets whom, one sentence, its number, a verdict in words, and what else is worth a half-sentence.

Plain data, drawn by the pages as cards and read out by `sentence` in terminals, files and links.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from probcalc.analysis.findings.report import Unit
from probcalc.analysis.numbers.measure import Measure, headline_in, law_of_threshold, means_in
from probcalc.exact.law.distribution import Distribution
from probcalc.exact.numbers.numerals import integer_text
from probcalc.present.numbers.decimals import average, percent
from probcalc.present.sentences.results import mean_sentence, or_more, outcome_sentence, result_sentence
from probcalc.present.sentences.side_facts import MOST_NAMES, SideFact, mean_beside, other_names, side_facts
from probcalc.present.sentences.verdict import Verdict, verdict
from probcalc.present.words.phrases import capital
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.parties import Party
from probcalc.scenarios.scenario import Result
from probcalc.scenarios.sentences import conjugate, lower_first, outcome_words

# What dice come to has no name beside the dice themselves.
_ITSELF = "Result"


@dataclass(frozen=True, slots=True)
class Named:
    """One side of a match-up: its name, and what it bears."""

    name: str
    bears: str = ""


@dataclass(frozen=True, slots=True)
class MatchUp:
    """Who does what to whom: "The Cursed", "charge", "Spearmen"; a question about one alone has nobody at the right."""

    left: Named
    verb: str
    right: Named | None


@dataclass(frozen=True, slots=True)
class Headline:
    """An answer's first lines.

    Attributes:
        match_up: who meets whom; None where nobody takes part.
        result: the result that leads.
        sentence: what its number is the chance or the mean of: "A Cursed slays a Spearman".
        value: the number as it is read: "66.4%", "2.31 on average".
        exact: the number, None of a law that has no single one.
        unit: whether it is a chance, a mean or a count.
        verdict: a chance in words, else None.
        side_facts: what else is worth saying.
        spoken: sentence and number in one where they are said so: "A Cursed causes 0.84 wounds on average"; else "".
    """

    match_up: MatchUp | None
    result: str
    sentence: str
    value: str
    exact: Fraction | None
    unit: Unit
    verdict: Verdict | None
    side_facts: tuple[SideFact, ...]
    spoken: str = ""

    @property
    def text(self) -> str:
        """All of it in sentences."""
        lead = self.spoken or f"{self.sentence}: {self.value}"
        if self.verdict is not None and self.verdict.in_brackets:
            lead += f" ({self.verdict.in_brackets})"
        return ". ".join([lead, *(capital(fact.said) for fact in self.side_facts)]) + "."


def headline(answer: Answer, at_least: int | None = None, result: str = "", outcome: Any = None) -> Headline:
    """The headline of an answer, or of the result named; `at_least` asks for so many, `outcome` for one name.

    >>> import probcalc
    >>> found = headline(probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen", charging=True))
    >>> found.sentence, found.value, found.verdict.words, [fact.said for fact in found.side_facts]
    ('A Cursed slays a Spearman', '66.4%', 'about 2 in 3', ['0.84 wounds on average', 'the Cursed ends up Dazed: 9.8%'])
    >>> found.match_up.left, found.match_up.verb, found.match_up.right.name
    (Named(name='The Cursed', bears='Two-handed Battle Axe'), 'charge', 'Spearmen')
    """
    leader = result if result in answer else headline_in(answer)
    declared, value = answer.declared(leader), answer[leader]
    counted = law_of_threshold(answer, result)
    threshold = at_least if leader == counted else None
    words, shown, exact, unit = _lead(answer, declared, value, threshold, outcome)
    beside: list[SideFact] = []
    if isinstance(value, Distribution) and value.has_mean and unit == "chance":
        beside.append(mean_beside(answer, declared, value))
    if unit == "chance" and isinstance(value, Distribution) and threshold is None and not value.has_mean:
        beside += other_names(answer, declared, value, exact, outcome)
    for name in _beside(answer, leader):
        beside += side_facts(answer, name, at_least if name == counted else None)
    chance = verdict(exact) if unit == "chance" and exact is not None else None
    spoken = mean_sentence(answer, declared, value) if unit == "number" else ""
    return Headline(match_up(answer), leader, words, shown, exact, unit, chance, tuple(beside), spoken)


def _beside(answer: Answer, leader: str) -> list[str]:
    """The results beside the leading one: of several laws, and of several risks, the last is that of the whole."""
    value = answer[leader]
    means = [] if isinstance(value, Distribution) and value.has_mean else means_in(answer)[-1:]
    risks = [result.name for result in type(answer.scenario).results if result.better == "less"]
    whole = [n for n in risks if n != leader and isinstance(answer.get(n), Fraction) and answer[n]][-1:]
    if "tie" not in answer:
        return [*means, *whole]
    # Who wins, and who else may, comes to 100%; by how much comes after it.
    tie = ["tie"] if answer["tie"] and leader != "tie" else []
    return [*tie, *whole, *means]


def match_up(answer: Answer) -> MatchUp | None:
    """Who meets whom in an answer; None where nobody takes part."""
    if not answer.parties:
        return None
    left = answer.parties[0]
    right = answer.parties[1] if len(answer.parties) > 1 else None
    met = answer.scenario.meeting() or ("against" if right is not None else "")
    verb = conjugate(met, left.heads_many)
    return MatchUp(_name_of(left), verb, _name_of(right) if right is not None else None)


def _name_of(party: Party) -> Named:
    name = party.name if party.as_written else capital(party.name)
    return Named(name, party.bears)


def _lead(
    answer: Answer, declared: Result, value: Any, at_least: int | None, outcome: Any
) -> tuple[str, str, Fraction | None, Unit]:
    """The leading sentence, its number in words, exactly, and what it is."""
    if isinstance(value, Distribution):
        if at_least is not None:
            chance = value.at_least(at_least)
            words = result_sentence(answer, declared, or_more(at_least, declared))
            return words, percent(chance), chance, "chance"
        if value.has_mean and outcome is None:
            return _counts(answer, declared), f"{average(value.mean)} on average", value.mean, "number"
        if not value.is_extended or outcome is not None:
            named = outcome if outcome is not None else Measure(declared.name).default_outcome(answer)
            chance = Measure(declared.name, outcome=named).of(answer)
            return outcome_sentence(answer, declared, named), percent(chance), chance, "chance"
        return result_sentence(answer, declared, declared.unit), _list_likeliest(value, answer), None, "count"
    if isinstance(value, list):
        return result_sentence(answer, declared, ""), ", ".join(map(str, value)), None, "count"
    if isinstance(value, int):
        return result_sentence(answer, declared, ""), integer_text(value), Fraction(value), "count"
    return result_sentence(answer, declared, ""), percent(value), value, "chance"


def _counts(answer: Answer, declared: Result) -> str:
    """What a mean is of, where its number is said beside it: "Hit points lost", of dice "10d6: hits"."""
    if "{amount}" not in declared.says:
        return result_sentence(answer, declared, "")
    dice = [party.name for party in answer.parties if party.as_written]
    if len(dice) != 1:
        return declared.label
    return dice[0] if declared.label == _ITSELF else f"{dice[0]}: {lower_first(declared.label)}"


def _list_likeliest(law: Distribution, answer: Answer) -> str:
    """The likeliest outcomes of numbers and names, the rest together."""
    likely = sorted(law, key=lambda outcome: law[outcome], reverse=True)[:MOST_NAMES]
    sides = answer.sides
    listed = [f"{outcome_words(outcome, sides)} ({percent(law[outcome])})" for outcome in law if outcome in likely]
    if len(law) > len(likely):
        listed.append(f"others ({percent(1 - sum(law[outcome] for outcome in likely))})")
    return ", ".join(listed)


def sentence(answer: Answer, at_least: int | None = None, result: str = "", outcome: Any = None) -> str:
    """Who does what to whom, and how likely that is; then a mean, then what may go wrong.

    The headline leads, or the result named; `at_least` asks for so many, `outcome` for one name of a law over names.

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen")
    >>> sentence(answer)
    'A Cursed slays a Spearman: 59.0% (about 3 in 5). 0.72 wounds on average. The Cursed ends up Dazed: 9.8%.'
    >>> sentence(answer, at_least=2, result="wounds")
    'A Cursed causes at least 2 wounds: 13.0% (about 1 in 8). 0.72 wounds on average. The Cursed ends up Dazed: 9.8%.'
    """
    return headline(answer, at_least, result, outcome).text
