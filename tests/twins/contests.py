"""Who wins, from a plain answer: by the first result that says it, names before chances."""

from probcalc.analysis.numbers.contest import contest_in
from probcalc.exact.law.distribution import Distribution


def contest_of(answer):
    """Who wins, None where no result says it."""
    named = sorted(answer, key=lambda name: not isinstance(answer[name], Distribution))
    return next(filter(None, (contest_in(answer, name) for name in named)), None)
