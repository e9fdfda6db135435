"""Why the number is what it is, in words: every roll, whose it is, what it needs and how often it is made."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from probcalc.exact.readings.explanation import Explanation, RollStep, Step
from probcalc.present.numbers.decimals import percent
from probcalc.present.numbers.text import times_text
from probcalc.present.reports.explanation import certain_band, rule_titles, step_title
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.sentences import outcome_words
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import with_minus

_MOST_STEPS, _MOST_BANDS = 24, 24


def words_card(answer: Answer, found: Explanation) -> Markup:
    """Every roll in words: whose it is, what it needs in named parts, its rule, how often; and what closes them."""
    titles = rule_titles(answer, found)
    steps = [step for step in found if not certain_band(step)]
    certain = dict.fromkeys(
        f"{step.name} ({certain_band(step, answer.sides)})" for step in found.rolls if certain_band(step)
    )
    closing = [f"Not rolled, certain here: {', '.join(certain)}"] if certain else []
    if len(steps) > _MOST_STEPS:
        closing.insert(0, f"Showing {_MOST_STEPS} of {len(steps)} steps.")
    told = [_step(step, titles, answer) for step in steps[:_MOST_STEPS]]
    return tag("section.words", tag("h2", "In words"), told, [tag("p.quiet", line) for line in closing])


def how_often(often: Fraction, varies: bool) -> str:
    """How often a roll is made, over all that may happen before it; on average where it hangs on that.

    >>> how_often(Fraction(3), False), how_often(Fraction(3, 2), True), how_often(Fraction(1), True)
    ('3 times', '1.50 times on average', 'once on average')
    """
    return f"{times_text(often)} on average" if varies else times_text(often)


def _step(step: Step, titles: dict[str, str], answer: Answer) -> Markup:
    if not isinstance(step, RollStep):
        return tag("div.st", tag("h3", tag("b", step_title(step))))
    dice = step.dice if step.dice != step.name else ""
    told = " · ".join(part for part in (dice, step.rule, how_often(step.times, step.varies)) if part)
    title = titles.get(step.rule, "")
    # A target without parts is said once, as what is needed.
    parts = step.terms if [term.name for term in step.terms] != ["target"] else ()
    terms = [_row(term.name, _with_sign(term.value, n)) for n, term in enumerate(parts)]
    if step.terms and step.target is not None:
        needed = target_in_words(step.target, [run for band in step.bands for run in band.ranges])
        terms.append(_row("needed", needed.removeprefix("target "), kind="tr.sum"))
    possible = [band for band in step.bands if band.probability]
    bands = [
        _row(outcome_words(band.name, answer.sides), band.needs, percent(band.probability))
        for band in (possible if len(possible) <= _MOST_BANDS else ())
    ]
    return tag(
        "div.st",
        tag("h3", tag("b", step.name), " ", told),
        [tag("table", tag("tbody", rows)) for rows in (terms, bands) if rows],
        tag("p.quiet", f"{step.rule}: {title}") if title else None,
    )


def _row(name: str, *texts: str, kind: str = "tr") -> Markup:
    return tag(kind, tag("th", name, scope="row"), [tag("td", text) for text in texts])


def _with_sign(value: Any, place: int) -> str:
    text = with_minus(str(value))
    return f"+{text}" if place and isinstance(value, int) and value > 0 else text


def needs(dice: str, target: Any, runs: Sequence[tuple[int, int]]) -> str:
    """What a roll is made with, and on which side of its target the faces part.

    >>> needs("d20", 10, [(1, 2), (3, 10), (11, 20)]), needs("d6", 3, [(3, 6), (1, 2)]), needs("d6", None, [(1, 6)])
    ('d20, 10 or less', 'd6, 3 or more', 'd6')
    """
    if target is None:
        return dice
    return f"{dice}, {target_in_words(target, runs)}"


def target_in_words(target: Any, runs: Sequence[tuple[int, int]]) -> str:
    """The target, and on which side of it the faces part.

    >>> target_in_words(10, [(1, 10), (11, 20)]), target_in_words(3, [(2, 4)])
    ('10 or less', 'target 3')
    """
    ends = any(last == target for _, last in runs)
    starts = any(first == target for first, _ in runs)
    if ends == starts:
        return with_minus(f"target {target}")
    return with_minus(f"{target} or {'less' if ends else 'more'}")
