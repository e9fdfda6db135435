"""What the tests of a die say as data: the verdict, how uneven a fair die is, and how many rolls notice a bias."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from probcalc.analysis.fair.noticing import fair_power
from probcalc.analysis.fair.rolled import Rolled
from probcalc.analysis.fair.tests import LEFT_OUT, Fairness
from probcalc.analysis.fair.unevenness import Unevenness, unevenness
from probcalc.exact.face_counts.power import power_curve
from probcalc.present.numbers.decimals import decimal
from probcalc.present.sentences.fair import FairVerdict, fair_verdict
from probcalc.present.sentences.verdict import cases, in_cases, number_words
from probcalc.web.pages.fair.noticed_drawn import Bias
from probcalc.web.pages.luck.rolled_drawn import Verdict
from probcalc.web.pages.luck.total_drawn import Mood, Total

_MOODS: dict[str, Mood] = {"fair": "even", "hint": "even", "unfair": "bad"}


def verdict_of(found: Fairness) -> Verdict:
    """The verdict card of a die.

    >>> import probcalc
    >>> card = verdict_of(probcalc.fair([18, 22, 15, 17, 20, 28]))
    >>> card["title"], card["number"], card["among"]
    ('Nothing speaks against this die', '39', 'in 100')
    """
    verdict: FairVerdict = fair_verdict(found)
    p = verdict.p
    if p is None and found["extreme"] != LEFT_OUT:
        p = found["extreme"]["corrected"]
    number, among = cases(p) if p is not None else (0, 0)
    rolls = f"{found['rolls']:,} roll{'' if found['rolls'] == 1 else 's'}"
    return {
        "title": verdict.lead,
        "mood": _MOODS[verdict.mood],
        "number": "Always" if p == 1 else str(number) if p is not None else "?",
        "among": "" if p in (None, 1) else f"in {number_words(among)}",
        "words": f"tests of {rolls} with a fair die {'is' if number == 1 else 'are'} as uneven or more",
        "said": list(verdict.sentences[1:] if verdict.sentences[0].startswith(verdict.lead) else verdict.sentences),
    }


def uneven_total(found: Fairness, mood: Mood) -> Total | None:
    """The law of chi-squared with what came, all that is as uneven or more filled; None where it is not drawn."""
    part = found["chi_squared"]
    law = None if part == LEFT_OUT else _law(found.rolled)
    if law is None:
        return None
    observed, p = part["statistic"], part["p"]
    outcomes = list(law.steps)
    if observed >= law.end:
        outcomes.append((observed, p))
    often = "always" if p == 1 else in_cases(p)
    return {
        "unit": "Chi-squared",
        "outcomes": outcomes,
        "observed": observed,
        "expected": law.expected,
        "mood": mood,
        "upward": True,
        "came": f"chi-squared {decimal(observed)}",
        "tail": f"as uneven or more: {often}",
        "strokes": [],
    }


def cut_words(found: Fairness) -> str:
    """What the picture leaves out; "" where it shows all."""
    if found["chi_squared"] == LEFT_OUT:
        return ""
    law = _law(found.rolled)
    if law is None:
        return "The picture of chi-squared is left out: with these counts it takes too long to draw."
    if not law.beyond:
        return ""
    but = ", but for what came" if found["chi_squared"]["statistic"] >= law.end else ""
    return f"Not drawn{but}: chi-squared of {decimal(law.end)} or more, {in_cases(law.beyond)}."


@lru_cache(maxsize=4)
def _law(seen: Rolled) -> Unevenness | None:
    return unevenness(seen)


_TIMES = {"Half as often again": Fraction(3, 2), "Twice as often": Fraction(2), "Three times as often": Fraction(3)}
_LEVEL, _POWER = Fraction(1, 20), Fraction(9, 10)


def biases_of(found: Fairness) -> list[Bias]:
    """Three biases of one face, and what notices them; none of a die that is uneven by itself."""
    faces, rolls = len(found.rolled.die.faces), found["rolls"]
    return [
        Bias(words, fair_power(faces, times / faces, rolls=rolls)["power"], *_curve(faces, times))
        for words, times in _TIMES.items()
        if found.rolled.die.is_even and times < faces
    ]


@lru_cache(maxsize=16)
def _curve(faces: int, times: Fraction) -> tuple[list[int], int | None]:
    return power_curve(faces, times / faces, _LEVEL, _POWER)
