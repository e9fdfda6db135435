"""A long law as a table, twenty rows at a time, from just below its likeliest outcome on."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate

from probcalc.exact.law.distribution import Distribution
from probcalc.exact.numbers.numerals import fraction_text
from probcalc.present.decimals import percent
from probcalc.present.words import outcome_words
from probcalc.scenarios.answer import Answer
from probcalc.web.parts.rows import Table

AT_ONCE = 20
_LONGEST_FRACTION = 24


def rows(answer: Answer, name: str, start: int | None) -> Table:
    """Twenty rows of a law of an answer; without a start those around its likeliest outcome.

    >>> import probcalc
    >>> found = rows(probcalc.odds("custom.roll", roll="100d100"), "result", None)
    >>> len(found["rows"]), found["rows"][10][0], found["said"]
    (20, '5050', '4941 to 4960 of 9901')
    >>> rows(probcalc.odds("custom.roll", roll="2d6"), "result", None)["rows"][1]
    ['3', '5.6%', '97.2%', '8.3%', '1/18']
    """
    law: Distribution = answer[name]
    declared = answer.declared(name)
    outcomes, weights = list(law.weights), list(law.weights.values())
    count, names = len(outcomes), answer.outcome_names(name)
    if start is None:
        start = weights.index(max(weights)) - AT_ONCE // 2
    start = max(0, min(start, count - AT_ONCE))
    last = min(count, start + AT_ONCE)
    has_tails = law.is_extended
    below = [0, *accumulate(weights)]
    listed = []
    for n in range(start, last):
        row = [outcome_words(outcomes[n], names), percent(Fraction(weights[n], law.total))]
        if has_tails:
            row += [percent(Fraction(law.total - below[n], law.total)), percent(Fraction(below[n + 1], law.total))]
        listed.append([*row, fraction_text(Fraction(weights[n], law.total), longest=_LONGEST_FRACTION)])
    tails = ["or more", "or fewer"] if has_tails else []
    found: Table = {
        "title": declared.label,
        "head": [declared.unit or "outcome", "exactly", *tails, "as a fraction"],
        "rows": listed,
        "said": f"{start + 1} to {last} of {count}",
    }
    if start:
        found["before"] = {"label": f"{AT_ONCE} before", "tap": f"rows {name}={max(0, start - AT_ONCE)}"}
    if last < count:
        found["after"] = {"label": f"{AT_ONCE} after", "tap": f"rows {name}={last}"}
    return found
