"""The answer in one sentence, with a threshold that the reader may choose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from probcalc.analysis.measure import headline_in
from probcalc.exact.distribution import Distribution
from probcalc.exact.numerals import integer_text
from probcalc.present.decimals import decimal, percent
from probcalc.present.words import lowered, outcome_words, side_words
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.scenario import Result

_MOST_NAMES = 5


def sentence(answer: Answer, at_least: int | None = None, result: str = "") -> str:
    """The headline (or the result named), then a mean, then what may go wrong; `at_least` asks for that many.

    >>> import probcalc
    >>> answer = probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen")
    >>> sentence(answer)
    'Target slain: 59.0 %; wounds caused: 0.72 on average; attacker ends up Dazed: 9.8 %.'
    >>> sentence(answer, at_least=2)
    'Target slain: 59.0 %; wounds caused: 13.0 % for 2 or more, 0.72 on average; attacker ends up Dazed: 9.8 %.'
    """
    leader = result if result in answer else headline_in(answer)
    names = [leader]
    if not (isinstance(answer[leader], Distribution) and answer[leader].is_numeric):
        names += _means(answer)[-1:]
    # Of several risks the last is the one of the whole answer; those of a single roll stand before it.
    risks = [result.name for result in type(answer.scenario).results if result.better == "less"]
    names += [n for n in risks if n not in names and _is_chance(answer.get(n, 0)) and answer[n] != 0][-1:]
    counted = counted_in(answer, result)
    parts = [result_words(answer, name, at_least if name == counted else None) for name in names]
    text = "; ".join(parts)
    return text[:1].upper() + text[1:] + "."


def _means(answer: Answer) -> list[str]:
    """The laws over numbers; only those that are wanted, where some are: of several the last is the whole answer's."""
    means = [n for n, v in answer.items() if isinstance(v, Distribution) and v.is_numeric]
    return [n for n in means if answer.declared(n).better == "more"] or means


def counted_in(answer: Answer, result: str = "") -> str:
    """The law that a threshold belongs to: the leading one if it has numbers, else the one beside it; "" for none.

    >>> import probcalc
    >>> counted_in(probcalc.odds("chronopia.melee")), counted_in(probcalc.odds("oathmark.morale"))
    ('wounds', '')
    """
    leader = result if result in answer else headline_in(answer)
    value = answer[leader]
    if isinstance(value, Distribution) and value.is_extended:
        return leader
    return "" if result in answer else "".join(_means(answer)[-1:])


def _is_chance(value: Any) -> bool:
    return not isinstance(value, (Distribution, int, list))


def result_words(answer: Answer, name: str, at_least: int | None = None) -> str:
    """One result in a few words: what it is, then how much or how likely.

    >>> import probcalc
    >>> result_words(probcalc.odds("chronopia.melee", target="spearmen"), "wounds")
    'wounds caused: 0.2 on average'
    """
    value, declared = answer[name], answer.declared(name)
    # A unit with a capital is a name of the game, at the head of a label too: "Shock afterwards".
    is_name = declared.unit[:1].isupper() and declared.label.startswith(declared.unit)
    label = declared.label if is_name else lowered(declared.label)
    if isinstance(value, Distribution):
        return f"{label}: {_law_words(value, declared, at_least, side_words(type(answer.scenario)))}"
    return f"{label}: {_value_words(value)}"


def _value_words(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return integer_text(value) if isinstance(value, int) else percent(value)


def _law_words(law: Distribution, declared: Result, at_least: int | None, sides: Mapping[str, str]) -> str:
    # "Wounds caused" says itself what it counts; "Failed tests" needs its unit.
    says_unit = declared.unit.lower() in declared.label.lower()
    unit = "" if says_unit else f" {declared.unit}"
    if law.is_numeric:
        mean = decimal(law.mean, 3)
        if at_least is None:
            return f"{mean}{unit} on average"
        return f"{percent(law.at_least(at_least))} for {at_least} or more{unit}, {mean} on average"
    if at_least is not None and law.is_extended:
        return f"{percent(law.at_least(at_least))} for {at_least} or more{unit}"
    likely = sorted(law, key=lambda outcome: law[outcome], reverse=True)[:_MOST_NAMES]
    listed = [f"{outcome_words(outcome, sides)} {percent(law[outcome])}" for outcome in law if outcome in likely]
    if len(law) > len(likely):
        listed.append(f"others {percent(1 - sum(law[outcome] for outcome in likely))}")
    return ", ".join(listed)
