"""How uneven a fair die is beside what came, as data of the picture of a total."""

from __future__ import annotations

from functools import lru_cache

from probcalc.analysis.fair.rolled import Rolled
from probcalc.analysis.fair.tests import LEFT_OUT, Fairness
from probcalc.analysis.fair.unevenness import Unevenness, unevenness
from probcalc.present.decimals import decimal
from probcalc.present.rarity import in_cases
from probcalc.web.pages.luck.total_drawn import Mood, Total


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
