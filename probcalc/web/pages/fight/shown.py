"""Two sides as data: their losses on one scale, and how what becomes of them is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from probcalc.exact.law.distribution import Distribution
from probcalc.present.reports.law_table import law_table
from probcalc.present.words.phrases import capital
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.scenario import Result
from probcalc.web.pages.answer.drawn import Facing
from probcalc.web.pages.answer.shown import side_names

_MOST_ROWS = 11
# Of five fates the first is that nothing was at stake.
_LOOKS = {
    1: ("s1",),
    2: ("s1", "s3"),
    3: ("s1", "s2", "s3"),
    4: ("s1", "s2", "s0", "s3"),
    5: ("s4", "s1", "s2", "s0", "s3"),
}
_MOST_LOOKS = 5


def pairs(answer: Answer) -> list[tuple[Result, Result]]:
    """The results of the same kind of both sides, "a_hits" with "b_hits"."""
    by_name = {result.name: result for result in type(answer.scenario).results}
    return [
        (result, by_name[f"b_{name.removeprefix('a_')}"])
        for name, result in by_name.items()
        if name.startswith("a_") and name in answer and f"b_{name.removeprefix('a_')}" in answer
    ]


def losses(answer: Answer) -> Facing | None:
    """The last pair of laws over numbers, which is that of the whole fight: what each side loses."""
    found = [
        pair
        for pair in pairs(answer)
        if all(isinstance(answer[r.name], Distribution) and law_table(answer, r.name).mean is not None for r in pair)
    ]
    if not found:
        return None
    names = side_names(answer)
    first, second = found[-1]
    if first.better != "less" and any(r.better == "less" for r, _ in found):
        first, second = [pair for pair in found if pair[0].better == "less"][-1]
    a, b = ({row.outcome: row.exactly for row in law_table(answer, each.name).rows} for each in (first, second))
    if max(len(a), len(b)) < 2:
        return None
    return {
        "title": common_words(first.label, second.label),
        "unit": first.unit,
        "names": [names["a"], names["b"]],
        "a": {"law": a, "mean": answer[first.name].mean},
        "b": {"law": b, "mean": answer[second.name].mean},
        "rows": few_rows(a, b),
    }


def common_words(first: str, second: str) -> str:
    """What two labels share, without whose it is.

    >>> common_words("Wounds caused by a", "Wounds caused by b")
    'Wounds caused'
    >>> common_words("Points of Side A in the end", "Points of Side B in the end")
    'Points in the end'
    """
    words, others = first.split(), second.split()
    shared = [word for word, other in zip(words, others, strict=False) if word == other]
    shared = " ".join(shared).replace("of Side ", "").split()
    while shared and shared[-1].lower() in ("by", "of", "for", "side", "the", "unit", "active", "figure", "to"):
        shared.pop()
    text = " ".join(shared) or first
    return capital(text)


def few_rows(*laws: Mapping[int, Fraction]) -> list[Sequence[int]]:
    """The numbers of laws in few rows: of many the least, and those in a row that hold most; the others together.

    >>> few_rows({n: Fraction(1 + n, 136) for n in range(16)})[:3]
    [range(0, 1), range(1, 7), range(7, 8)]
    """
    low, high = (end(x for law in laws for x in law) for end in (min, max))
    starts = [*range(low, high + 1), high + 1]
    if high - low >= _MOST_ROWS:
        # The least number is often an end of its own, nobody left or nobody lost.
        rest, rows = range(low + 1, high + 1), _MOST_ROWS - 1
        held = [max(law.get(x, Fraction(0)) for law in laws) for x in rest]
        start = max(range(len(rest) - rows + 1), key=lambda n: sum(held[n : n + rows]))
        starts = [low, low + 1, *rest[start + 1 : start + rows], high + 1]
    return [range(*pair) for pair in pairwise(starts)]


def looks(result: Result, law: Distribution) -> list[str]:
    """How each fate is drawn, by its place in the order of the rules: whole strong, worse soft, gone in ink.

    >>> import probcalc
    >>> answer = probcalc.odds("oathmark.fight")
    >>> looks(answer.declared("a_end"), answer["a_end"])
    ['s1', 's2', 's3']
    """
    order = list(dict.fromkeys([*result.order, *law]))
    of_many = _LOOKS.get(len(order), _LOOKS[_MOST_LOOKS])
    return [of_many[min(order.index(outcome), len(of_many) - 1)] for outcome in law]
