"""The report of advice: the best value in a sentence, the policy, the plans beside it, and what points add."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from probcalc.analysis.advice.advise import Advice
from probcalc.analysis.conditions.nodes import is_name
from probcalc.analysis.findings.report import Column, Point, Report, Row, Unit
from probcalc.exact.tree.steps import Event
from probcalc.present.numbers.text import number_text
from probcalc.present.sentences.headline import headline
from probcalc.scenarios import registry
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.sentences import fill_pattern


def advice_report(found: Advice) -> Report:
    """The fixed plans beside the best play, and what each further point adds.

    >>> from probcalc.analysis.advice.advise import advise
    >>> given = {"attacker": "the_cursed", "target": "spearmen"}
    >>> report = advice_report(advise("chronopia.melee", given, aim="slain", points=3))
    >>> report.to_do[0]
    'Before the first test to hit: do not boost.'
    >>> report.rows[1].cells
    ('Boost', Fraction(1071, 1600), Fraction(-2457, 40000), 1, Fraction(1071, 1600))
    >>> report.more[0].rows[1].cells
    ('1', Fraction(1071, 1600), Fraction(1071, 1600), Fraction(3159, 40000))
    """
    unit = value_unit(found)
    columns = (
        Column("fixed plan", "name"),
        Column("value", unit),
        Column("vs best", "change", unit),
        *([Column("spends", "number")] if is_spent(found) else []),
        Column("fraction", "exact", unit),
    )
    rows = [
        Row((plan.label, plan.value, plan.value - found.value, *([plan.spent] if is_spent(found) else []), plan.value))
        for plan in found.choices
    ]
    aimed = aim_words(found)
    return Report(
        "advice",
        "Fixed plans and the best play",
        columns,
        tuple(rows),
        scenario=found.scenario.id,
        counts=aimed,
        unit=unit,
        says=(advice_sentence(found),),
        to_do=found.policy,
        notes=found.notes,
        drawing="ranked",
        data=found.to_json(),
        more=(_points_report(found, unit, aimed),) if len(found.table) > 1 else (),
    )


def _points_report(found: Advice, unit: Unit, aimed: str) -> Report:
    """The best value with so many points, and what each further point adds."""
    columns = (
        Column("points to spend", "name"),
        Column("at best", unit),
        Column("fraction", "exact", unit),
        Column("extra point adds", "change", unit),
    )
    table: Sequence[Fraction] = found.table
    rows = [
        Row((str(count), value, value, value - table[count - 1] if count else None), is_present=count == found.points)
        for count, value in enumerate(table)
    ]
    return Report(
        "points",
        "What each point buys",
        columns,
        tuple(rows),
        scenario=found.scenario.id,
        counts=aimed,
        unit=unit,
        drawing="spent",
        axes=("points to spend",),
        points=tuple(_points(found)),
    )


def _points(found: Advice) -> Iterator[Point]:
    """The best value with so many points, by its plan where it is one; then the plans that are not the best."""
    plans = {(plan.spent, plan.value): plan.label for plan in reversed(found.choices)}
    for count, value in enumerate(found.table):
        yield Point(count, value, count == found.points, plans.get((count, value), ""))
    for plan in found.choices:
        if plan.spent < len(found.table) and plan.value != found.table[plan.spent]:
            yield Point(plan.spent, plan.value, of=plan.label)


def is_spent(advice: Advice) -> bool:
    """Whether points are spent here at all.

    >>> from probcalc.analysis.advice.advise import advise
    >>> is_spent(advise("chronopia.melee", aim="slain")), is_spent(advise("mechanics.push", aim="points"))
    (True, False)
    """
    advising = type(advice.scenario).advising
    return advising is not None and bool(advising.points)


def value_unit(advice: Advice) -> Unit:
    """What the value is: a chance, or a mean.

    >>> from probcalc.analysis.advice.advise import advise
    >>> value_unit(advise("chronopia.melee", aim="slain")), value_unit(advise("chronopia.melee", aim="wounds"))
    ('chance', 'number')
    """
    aim = advice.aim
    if aim.at_least is not None or aim.outcome is not None:
        return "chance"
    played = aim.played(advice.scenario, advice.scenario.open_play(advice.side, advice.opponent))
    return "chance" if isinstance(played, Event) else "number"


def aim_words(advice: Advice) -> str:
    """What the advice is for: "A Cursed slays a Spearman", "Wounds caused on average"."""
    aim = advice.aim
    answer = registry.answer(advice.scenario.id, advice.given)
    if not is_name(aim.result):
        from probcalc.analysis.one_play.asked import condition_words

        return condition_words(aim.result, answer)
    if aim.result in answer and value_unit(advice) == "chance" and not isinstance(aim.outcome, int):
        return headline(answer, aim.at_least, aim.result, aim.outcome).sentence
    label = result_words(advice.scenario, aim.result)
    if aim.outcome is not None:
        advising = type(advice.scenario).advising
        sentence = advising.orders.get(aim.result, {}).get(aim.outcome, "") if advising is not None else ""
        return fill_pattern(sentence, answer.parties) if sentence else f"{label}: {str(aim.outcome).replace('_', ' ')}"
    return label if value_unit(advice) == "chance" else f"{label} on average"


def result_words(scenario: Scenario, name: str) -> str:
    """What a result is called, with the names of who takes part.

    >>> from probcalc.analysis.advice.advise import advise
    >>> result_words(advise("reikhammer.turn", aim="difference").scenario, "difference")
    'Lead of Side A over Side B in chosen actions'
    """
    found = next((result for result in type(scenario).results if result.name == name), None)
    return found.with_names(scenario.parties()).label if found is not None else name.replace("_", " ").capitalize()


def advice_sentence(advice: Advice) -> str:
    """The whole in a sentence.

    >>> from probcalc.analysis.advice.advise import advise
    >>> given = {"attacker": "the_cursed", "target": "spearmen"}
    >>> advice_sentence(advise("chronopia.melee", given, aim="slain", points=3))
    'A Cursed slays a Spearman: 73.1% with best play and 3 Command Points.'
    """
    value = number_text(advice.value, value_unit(advice))
    best = f"as little as {value}" if advice.aim.least else value
    spent = f" and {points_words(advice, advice.points)}" if is_spent(advice) and advice.points else ""
    return f"{aim_words(advice)}: {best} with best play{spent}."


def points_words(advice: Advice, count: int) -> str:
    """So many points, as they are called here.

    >>> from probcalc.analysis.advice.advise import advise
    >>> points_words(advise("chronopia.melee", aim="slain"), 1)
    '1 Command Point'
    """
    advising = type(advice.scenario).advising
    name = advising.points if advising is not None else ""
    return f"{count} {name.removesuffix('s') if count == 1 else name}"
