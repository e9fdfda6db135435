"""Advice for reading: the best value in a sentence, the policy, the plans beside it, and what points add."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from probcalc.analysis.advise import Advice, FixedPlan
from probcalc.exact.numerals import fraction_text
from probcalc.exact.steps import Event
from probcalc.present.decimals import decimal, percent, points, signed_decimal
from probcalc.present.headline import headline
from probcalc.scenarios import registry
from probcalc.scenarios.scenario import Scenario

Rows = list[tuple[str, ...]]


def is_chance(advice: Advice) -> bool:
    """Whether the value is a chance, and no mean.

    >>> from probcalc.analysis.advise import advise
    >>> is_chance(advise("chronopia.melee", aim="slain")), is_chance(advise("chronopia.melee", aim="wounds"))
    (True, False)
    """
    aim = advice.aim
    if aim.at_least is not None or aim.outcome is not None:
        return True
    return isinstance(advice.scenario.open_play(advice.side, advice.opponent)[aim.result], Event)


def number_words(advice: Advice, value: Fraction) -> str:
    """A value as a percentage, or as a mean."""
    return percent(value) if is_chance(advice) else decimal(value)


def aim_words(advice: Advice) -> str:
    """What the advice is for: "The Cursed slay a Spearman", "Wounds caused on average"."""
    aim = advice.aim
    answer = registry.answer(advice.scenario.id, advice.given)
    if aim.result in answer and is_chance(advice) and not isinstance(aim.outcome, int):
        return headline(answer, aim.at_least, aim.result, aim.outcome).sentence
    label = result_words(advice.scenario, aim.result)
    if aim.outcome is not None:
        return f"{label}: {str(aim.outcome).replace('_', ' ')}"
    return label if is_chance(advice) else f"{label} on average"


def result_words(scenario: Scenario, name: str) -> str:
    """What a result is called, with the names of who takes part.

    >>> from probcalc.analysis.advise import advise
    >>> result_words(advise("reikhammer.turn", aim="difference").scenario, "difference")
    'Chosen actions, the first side minus the second side'
    """
    found = next((result for result in type(scenario).results if result.name == name), None)
    return found.named(scenario.parties()).label if found is not None else name.replace("_", " ").capitalize()


def advice_sentence(advice: Advice) -> str:
    """The whole in a sentence.

    >>> from probcalc.analysis.advise import advise
    >>> given = {"attacker": "the_cursed", "target": "spearmen"}
    >>> advice_sentence(advise("chronopia.melee", given, aim="slain", points=3))
    'The Cursed slay a Spearman: 73.1 % at best with 3 Command Points.'
    """
    best = "at least" if advice.aim.least else "at best"
    advising = type(advice.scenario).advising
    spent = ""
    if advising is not None and advising.points and advice.points:
        spent = f" with {_counted(advice.points, advising.points)}"
    return f"{aim_words(advice)}: {number_words(advice, advice.value)} {best}{spent}."


def _counted(count: int, name: str) -> str:
    return f"{count} {name.removesuffix('s') if count == 1 else name}"


def cost_words(advice: Advice, plan: FixedPlan) -> str:
    """What a plan is worth beside the best play, signed: in percentage points, or in what is counted."""
    return difference_words(advice, plan.value - advice.value)


def difference_words(advice: Advice, difference: Fraction) -> str:
    """A difference of two values, signed."""
    if not difference:
        return "±0"
    return points(difference) if is_chance(advice) else signed_decimal(difference)


def choice_rows(advice: Advice) -> Rows:
    """The fixed plans with their value, what they cost at most, and what they lack beside the best play."""
    rows: Rows = [("fixed beforehand", "value", "fraction", "spends", "beside the best")]
    for plan in advice.choices:
        text = fraction_text(plan.value)
        rows.append((plan.label, number_words(advice, plan.value), text, str(plan.spent), cost_words(advice, plan)))
    return rows


def point_rows(advice: Advice) -> Rows:
    """The best value with so many points, and what each further point adds."""
    rows: Rows = [("points to spend", "at best", "fraction", "the last one adds")]
    before: Fraction | None = None
    for count, value in enumerate(advice.table):
        added = "" if before is None else difference_words(advice, value - before)
        rows.append((str(count), number_words(advice, value), fraction_text(value), added))
        before = value
    return rows


def advice_part(advice: Advice) -> dict[str, Any]:
    """What a page draws: the question, the plans with their cost, the policy, and the best value by points spent."""
    best = max(range(len(advice.table)), key=lambda n: (_sign(advice) * advice.table[n], -n))
    return {
        "question": type(advice.scenario).question(),
        "aim": aim_words(advice),
        "value": fraction_text(advice.value),
        "chance": is_chance(advice),
        "choices": [
            {
                "label": plan.label,
                "note": _note(advice, plan),
                "value": fraction_text(plan.value),
                "cost": cost_words(advice, plan),
                "set": dict(plan.values),
            }
            for plan in advice.choices
        ],
        "policy": list(advice.policy),
        "frontier": [
            {"spent": n, "value": fraction_text(value), "name": "", "best": n == best}
            for n, value in enumerate(advice.table)
        ],
    }


def _sign(advice: Advice) -> int:
    return -1 if advice.aim.least else 1


def _note(advice: Advice, plan: FixedPlan) -> str:
    advising = type(advice.scenario).advising
    if advising is None or not advising.points:
        return ""
    if not plan.spent:
        return "no points"
    left = advice.points - plan.spent
    return f"{_counted(plan.spent, advising.points)}, keeps {left or 'none'}"
