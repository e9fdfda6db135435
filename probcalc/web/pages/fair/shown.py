"""What the tests of a die say as data: the verdict with its number."""

from __future__ import annotations

from probcalc.analysis.fair.tests import LEFT_OUT, Fairness
from probcalc.present.fair_words import FairVerdict, fair_verdict
from probcalc.present.rarity import cases, number_words
from probcalc.web.pages.luck.rolled_drawn import Verdict
from probcalc.web.pages.luck.total_drawn import Mood

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
