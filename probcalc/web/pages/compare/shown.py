"""A comparison: which set-up is best, what all of them share, and what each has of its own."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from probcalc.analysis.findings.report import Unit
from probcalc.analysis.numbers.measure import Measure, law_of_threshold
from probcalc.exact.law.distribution import Distribution
from probcalc.present.numbers.text import change_text
from probcalc.present.sentences.headline import headline
from probcalc.present.words.phrases import count_words
from probcalc.scenarios.answer import Answer
from probcalc.web.pages.answer.law_drawn import MOST_COLUMNS, Law
from probcalc.web.pages.answer.law_shown import law_data
from probcalc.web.pages.answer.shown import contest, tail_of
from probcalc.web.pages.compare.drawn import Ridge, ridges_card, verdict_card
from probcalc.web.pages.lists.setup_words import shared_words, short_names
from probcalc.web.pages.lists.setups_drawn import LETTERS
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import mean_text, percent, with_minus
from probcalc.web.state.answered_request import Standing


def compare_setups(stands: Sequence[Standing]) -> tuple[Markup, str | None] | None:
    """The cards of set-ups that answer with the same kind of number, and the outcome from which on all of them count.

    Which is best, and the laws below each other; None where they do not.
    """
    answers = [row.answer for row in stands if row.answer is not None]
    measures = [_measure(answer) for answer in answers]
    units = {measure.unit(answer) for measure, answer in zip(measures, answers, strict=True)}
    if len(answers) != len(stands) or len(stands) < 2 or len(units) != 1 or units == {"count"}:
        return None
    [unit] = units
    values = [measure.of(answer) for measure, answer in zip(measures, answers, strict=True)]
    declared = answers[0].declared(measures[0].result)
    best = min(values) if declared.better == "less" else max(values)
    places = [n for n, value in enumerate(values) if value == best]
    names = short_names(stands)
    sets: list[Ridge] = []
    laws = [_law(answer, measure) for answer, measure in zip(answers, measures, strict=True)]
    # Where somebody wins, that is what counts, and not what is lost on the way.
    fought = [contest(answer, measure) for answer, measure in zip(answers, measures, strict=True)]
    outcomes = () if all(fought) else _outcomes(laws)
    starts = [_start(answer, measure, law) for answer, measure, law in zip(answers, measures, laws, strict=True)]
    for n, (answer, law) in enumerate(zip(answers, laws, strict=True)):
        shown = dict(law["outcomes"]) if law and outcomes else {}
        start = starts[n]
        mean = (
            f"{count_words(mean_text(law['mean']), law['unit'])} on average" if law and law["mean"] is not None else ""
        )
        sets.append(
            {
                "tag": LETTERS[n],
                "name": names[n],
                "note": mean if outcomes else headline(answer).sentence,
                "contest": fought[n] if all(fought) else None,
                "value": values[n],
                "law": [shown.get(x, Fraction(0)) for x in outcomes] if shown else [],
                "counted": [start is None or x >= start for x in outcomes] if shown else [],
            }
        )
    start = starts[0] if len(set(starts)) == 1 else None
    ahead = _rest(places, values, answers[places[0]], unit)
    verdict = verdict_card(_best(places, names, len(stands)), ahead, shared_words(stands))
    title = laws[0]["title"] if outcomes and laws[0] else declared.label
    cards = tag("div.two", verdict, ridges_card(title, unit, best, outcomes, sets))
    return cards, None if start is None else str(start)


def differing(stands: Sequence[Standing]) -> Markup | None:
    """The verdict on set-ups that count different things: each by its own number; None unless several answer."""
    told = [
        f"{LETTERS[n]}, {headline(row.answer).text.partition(';')[0].removesuffix('.')}"
        for n, row in enumerate(stands)
        if row.answer is not None
    ]
    if len(told) < max(2, len(stands)):
        return None
    lead = "These count different things, so none is best:"
    return verdict_card(lead, f"{'; '.join(told)}.", shared_words(stands))


def _measure(answer: Answer) -> Measure:
    head = headline(answer)
    value = answer[head.result]
    if isinstance(value, Distribution) and not value.has_mean:
        return Measure(head.result, outcome=Measure(head.result).default_outcome(answer))
    return Measure(head.result)


def _best(places: Sequence[int], names: Sequence[str], count: int) -> str:
    if len(places) == count:
        return "All are the same:"
    told = " and ".join(f"{LETTERS[n]} ({names[n]})" for n in places)
    return f"{told} {'are' if len(places) > 1 else 'is'} best:"


def _rest(places: Sequence[int], values: Sequence[Fraction], answer: Answer, unit: Unit) -> str:
    r"""What is best, and how far it is ahead of the next.

    >>> import probcalc
    >>> values = [Fraction(1, 2), Fraction(1, 4), Fraction(2, 5)]
    >>> _rest([0], values, probcalc.odds("custom.roll", roll="d6 >= 4"), "chance").rpartition(", ")[2]
    '10.0\xa0pts ahead of C.'
    """
    head = headline(answer)
    value = values[places[0]]
    text = percent(value) if unit == "chance" else f"{mean_text(value)} on average"
    others = [n for n in range(len(values)) if n not in places]
    said = head.spoken or f"{head.sentence}: {text}"
    if not others:
        return f"{said}."
    second = min(others, key=lambda n: abs(values[n] - value))
    gap = abs(values[second] - value)
    ahead = with_minus(change_text(gap, unit, max(value, values[second]))).removeprefix("+")
    return f"{said}, {ahead} ahead of {LETTERS[second]}."


def _law(answer: Answer, measure: Measure) -> Law:
    """The law over numbers beside what counts."""
    name = measure.result if law_of_threshold(answer, measure.result) else law_of_threshold(answer)
    if not name or not answer[name].is_numeric or len(answer[name]) > MOST_COLUMNS:
        return {}
    return law_data(answer, name)


def _start(answer: Answer, measure: Measure, law: Law) -> int | None:
    """The number from which on it counts."""
    value = answer[measure.result]
    return tail_of(answer[law["result"]], value) if law and isinstance(value, Fraction) else None


def _outcomes(laws: Sequence[Law]) -> Sequence[int]:
    """The numbers that any of the laws shows, where they are of one kind."""
    if not all(laws) or len({law["result"] for law in laws}) != 1:
        return ()
    found = sorted({x for law in laws for x, _ in law["outcomes"] if isinstance(x, int)})
    return range(found[0], found[-1] + 1) if found[-1] - found[0] < MOST_COLUMNS else ()
