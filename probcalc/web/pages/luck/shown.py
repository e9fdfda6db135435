"""An evening's luck as data of the parts: a card for each side, and the difference of two."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from probcalc.analysis.findings.findings import NONE
from probcalc.analysis.luck.series import Luck
from probcalc.exact.law.distribution import Distribution
from probcalc.present.numbers.decimals import decimal, nearest
from probcalc.present.sentences.luck import (
    POINTS,
    LuckVerdict,
    difference_sentence,
    request_label,
    side_name,
    side_sentences,
    unit_of,
    verdict_of,
)
from probcalc.present.sentences.verdict import cases, in_cases, number_words
from probcalc.present.words.phrases import count_words
from probcalc.web.pages.luck.rolled_drawn import Verdict
from probcalc.web.pages.luck.total_drawn import RAREST_DRAWN, Mood, Total
from probcalc.web.parts.numbers import with_minus

MOODS: dict[str, Mood] = {"unlucky": "bad", "lucky": "good", "average": "even"}
_TAILS = {"unlucky": "as bad or worse", "lucky": "as good or better"}
_MOST_APART, _PLACES = 2_000, 480


def number_of(verdict: LuckVerdict) -> tuple[int, int]:
    """The cases that the verdict goes by, and among how many."""
    return cases(verdict.tail) if verdict.mood != "average" else (nearest(verdict.tail * 100), 100)


def side_card(found: Luck, side: Mapping[str, Any]) -> Verdict:
    """The verdict on a side, with the law of its total and a stroke for each of its rolls."""
    verdict = verdict_of(side)
    number, among = number_of(verdict)
    strokes = [
        (line.asked.name or request_label(line.asked), data["luck"])
        for line, data in zip(found.lines, found["lines"], strict=True)
        if data["side"] == side["side"]
    ]
    tail = f"{_TAILS[verdict.mood]}: {in_cases(verdict.tail)}" if verdict.mood in _TAILS else "inside the usual range"
    unit = unit_of(found)
    return {
        "title": verdict.lead,
        "mood": MOODS[verdict.mood],
        "number": str(number),
        "among": f"in {number_words(among)}",
        "words": verdict.of_series,
        "rank": verdict.rank,
        "total": {
            **_total(side, unit, MOODS[verdict.mood], count_words(decimal(side["observed"]), unit)),
            "tail": tail,
            "strokes": strokes,
        },
        "note": " ".join(filter(None, [POINTS.get(found["statistic"], ""), _cut_words(side)])),
        "said": [line for line in side_sentences(found, side)[1:] if line != verdict.rank],
    }


def _cut_words(side: Mapping[str, Any]) -> str:
    """That the picture leaves out what is too rare to be seen; "" where it shows all."""
    law, observed = side["law"], side["observed"]
    rare = law.total // RAREST_DRAWN.denominator
    is_cut = any(weight < rare for outcome, weight in law.weights.items() if outcome != observed)
    return "Totals rarer than 1 in a million are not drawn." if is_cut else ""


def difference_card(found: Luck) -> tuple[str, Total]:
    """Of two sides in words which was the luckier, with the law of the difference as the first one sees it."""
    difference = found["difference"]
    first, second = map(side_name, difference["sides"])
    verdict = verdict_of(difference | {"side": NONE})
    ahead = difference["observed"]
    how = f"{decimal(abs(ahead))} {'ahead of' if ahead > 0 else 'behind'}" if ahead else "level with"
    other = "you" if second == "You" else second
    total = _total(difference, f"{first} less {other}", MOODS[verdict.mood], f"{first} {how} {other}")
    tails = {"unlucky": "as far behind or more", "lucky": "as far ahead or more"}
    tail = f"{tails[verdict.mood]}: {in_cases(verdict.tail)}" if verdict.mood in tails else ""
    return difference_sentence(found), {**total, "tail": tail}


def _total(data: Mapping[str, Any], unit: str, mood: Mood, came: str) -> Total:
    return {
        "unit": unit,
        "outcomes": _outcomes(data["law"]),
        "observed": data["observed"],
        "expected": data["expected"],
        "mood": mood,
        "came": with_minus(came),
        "strokes": [],
    }


def _outcomes(law: Distribution) -> list[tuple[Fraction, Fraction]]:
    """The totals with their chances; more than can be drawn are added up, each with those beside it."""
    if len(law) <= _MOST_APART:
        return [(Fraction(outcome), chance) for outcome, chance in law.items()]
    low, last = min(law), _PLACES - 1
    span = max(law) - low
    weights = [0] * _PLACES
    for outcome, weight in law.weights.items():
        weights[(outcome - low) * last // span] += weight
    step = Fraction(span) / last
    return [(low + place * step, Fraction(weight, law.total)) for place, weight in enumerate(weights) if weight]
