"""What else an answer says beside its leading number, each in half a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from probcalc.analysis.numbers.measure import Measure
from probcalc.exact.law.distribution import Distribution
from probcalc.present.numbers.decimals import average, percent
from probcalc.present.sentences.results import on_average, or_more, pattern_of, with_mean
from probcalc.present.words.phrases import amount_text, unit_of
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.scenario import Result
from probcalc.scenarios.sentences import ending, fill_pattern, lower_first, outcome_words, predicate

MOST_NAMES = 5


@dataclass(frozen=True, slots=True)
class SideFact:
    """What else an answer says: a value and a few words.

    Attributes:
        result: the result that it is read off.
        value: "9.8%", "0.84".
        label: "the Cursed ends up Dazed", "wounds on average".
        said: both as a clause: "the Cursed ends up Dazed: 9.8%".
        exact: the number.
    """

    result: str
    value: str
    label: str
    said: str
    exact: Fraction


def other_names(
    answer: Answer, declared: Result, law: Distribution, leading: Fraction | None, outcome: Any
) -> list[SideFact]:
    """The other names of a law over names, the likeliest of them in the order of the rule, the rest together.

    >>> import probcalc
    >>> answer = probcalc.odds("custom.roll", roll="d6")
    >>> law = Distribution.from_weights(dict(zip("abcdefgh", range(1, 9))))
    >>> [each.label for each in other_names(answer, answer.declared("result"), law, None, "h")]
    ['d', 'e', 'f', 'g', 'anything else']
    """
    named = outcome if outcome is not None else Measure(declared.name).default_outcome(answer)
    others = [name for name in law if str(name) != str(named) and law[name]]
    likely = sorted(others, key=lambda name: law[name], reverse=True)[: MOST_NAMES - 1]
    found: list[SideFact] = []
    rest = Fraction(0)
    for name in others:
        if name not in likely:
            rest += law[name]
            continue
        found.append(_chance(declared.name, one_name(answer, declared, name), law[name]))
    if rest:
        found.append(_chance(declared.name, "anything else", rest))
    return found


def one_name(answer: Answer, declared: Result, name: Any) -> str:
    """What one name of a law over names says within a sentence that has named those who take part.

    >>> import probcalc
    >>> answer = probcalc.odds("oathmark.combat", {"b.unit": "troll"})
    >>> [one_name(answer, answer.declared("winner"), name) for name in ("a", "tie", "b")]
    ['the active unit wins', 'tie', 'the Trolls win']
    """
    pattern, parties = pattern_of(declared, name), answer.parties
    ends = within(ending(pattern, parties), answer)
    return ends or predicate(pattern, parties) or outcome_words(name, answer.sides)


def side_facts(answer: Answer, name: str, at_least: int | None) -> list[SideFact]:
    """A result beside the leading one: its chance, or its mean, after the chance of so many where that is asked for.

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen", charging=True)
    >>> [(fact.said, fact.exact) for fact in side_facts(answer, "attacker_dazed", None)]
    [('the Cursed ends up Dazed: 9.8%', Fraction(39, 400))]
    """
    declared, value = answer.declared(name), answer[name]
    if not isinstance(value, Distribution):
        return [_chance(name, _does(answer, declared) or half(answer, declared), value)]
    found: list[SideFact] = []
    if at_least is not None:
        label = half(answer, declared, or_more(at_least, declared))
        found.append(_chance(name, label, value.at_least(at_least)))
    return [*found, mean_beside(answer, declared, value)]


def half(answer: Answer, declared: Result, amount: str = "") -> str:
    """What a chance is the chance of, within a sentence that has named those who take part.

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen", charging=True)
    >>> half(answer, answer.declared("attacker_dazed"))
    'the Cursed ends up Dazed'
    """
    if declared.says:
        text = fill_pattern(declared.says, answer.parties, amount, answer.scenario.meeting(), again=True)
        return within(text, answer)
    label = lower_first(declared.label)
    return f"{label}, {amount}" if amount else label


def _does(answer: Answer, declared: Result) -> str:
    """What dice do that lead the sentence: they are long and not named again; "" of all others."""
    lead = answer.parties[0] if answer.parties else None
    if lead is None or not lead.as_written or not declared.says.startswith(f"[{lead.role}]"):
        return ""
    return predicate(declared.says, answer.parties)


def within(text: str, answer: Answer) -> str:
    """A sentence within another: a small first letter, unless it begins with a name as it is written."""
    keeps = any(text.startswith(party.later) for party in answer.parties)
    return text if keeps else text[:1].lower() + text[1:]


def _chance(name: str, label: str, chance: Fraction) -> SideFact:
    shown = percent(chance)
    return SideFact(name, shown, label, f"{label}: {shown}", chance)


def _unit_says(declared: Result) -> bool:
    """Whether the unit alone says what is counted: "wounds" for "Wounds caused", but not "models" for "Models lost"."""
    if declared.label.endswith(" lost") and declared.says:
        return False
    return bool(declared.unit) and "[" not in declared.pattern and declared.unit.lower() in declared.label.lower()


def mean_beside(answer: Answer, declared: Result, law: Distribution) -> SideFact:
    """The mean of a law in half a sentence.

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen", charging=True)
    >>> mean_beside(answer, answer.declared("wounds"), answer["wounds"]).said
    '0.84 wounds on average'
    """
    shown = average(law.mean)
    if _unit_says(declared) and law.mean != 0:
        said = f"{amount_text(law.mean, declared.unit)}{on_average(law)}"
        return SideFact(declared.name, shown, f"{unit_of(shown, declared.unit)} on average", said, law.mean)
    label = lower_first(declared.label)
    if "{amount}" in declared.says:
        pattern, amount = with_mean(declared, law)
        words = fill_pattern(pattern, answer.parties, amount, answer.scenario.meeting(), again=True)
        said = f"{within(words, answer)}{on_average(law)}"
    else:
        unit = f" {declared.unit}" if declared.unit and declared.unit.lower() not in label.lower() else ""
        said = f"{label}: {amount_text(law.mean, '')}{unit}{on_average(law)}"
    return SideFact(declared.name, shown, f"{label}, on average", said, law.mean)
