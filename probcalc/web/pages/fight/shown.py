"""Two sides as data: their losses on one scale, and how what becomes of them is drawn."""

from __future__ import annotations

from fractions import Fraction

from probcalc.exact.law.distribution import Distribution
from probcalc.present.table import law_table
from probcalc.present.words import capital
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.scenario import Result
from probcalc.web.pages.answer.drawn import Facing, Losses
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
    a, b = _losses_of(answer, first.name), _losses_of(answer, second.name)
    if max(len(a["outcomes"]), len(b["outcomes"])) < 2:
        return None
    title = common_words(first.label, second.label)
    return {"title": title, "unit": first.unit, "names": [names["a"], names["b"]], "a": a, "b": b}


def _losses_of(answer: Answer, name: str) -> Losses:
    rows = law_table(answer, name).rows
    return {"outcomes": [(str(row.outcome), row.exactly) for row in rows], "mean": answer[name].mean}


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


def shorten(data: Facing) -> Facing:
    """The losses with few rows: of many numbers the least, and those in a row that hold most; the others added up.

    >>> side = {"outcomes": [(str(n), Fraction(1 + n, 136)) for n in range(16)], "mean": Fraction(10)}
    >>> both = {"title": "Losses", "unit": "wounds", "names": ["Orcs", "Trolls"], "a": side, "b": side}
    >>> [words for words, chance in shorten(both)["a"]["outcomes"]]
    ['0', '1–6', '7', '8', '9', '10', '11', '12', '13', '14', '15']
    """
    sides = [{int(x): p for x, p in losses["outcomes"]} for losses in (data["a"], data["b"])]
    low, high = (end(x for law in sides for x in law) for end in (min, max))
    every = list(range(low, high + 1))
    groups = [[x] for x in every]
    if len(every) > _MOST_ROWS:
        # The least number is often an end of its own, nobody left or nobody lost.
        rest, rows = every[1:], _MOST_ROWS - 1
        held = [max(law.get(x, Fraction(0)) for law in sides) for x in rest]
        start = max(range(len(rest) - rows + 1), key=lambda n: sum(held[n : n + rows]))
        groups = [
            [low],
            rest[: start + 1],
            *([x] for x in rest[start + 1 : start + rows - 1]),
            rest[start + rows - 1 :],
        ]
    a, b = (
        [(_run(group, high), sum((law.get(x, Fraction(0)) for x in group), Fraction(0))) for group in groups]
        for law in sides
    )
    return {**data, "a": {**data["a"], "outcomes": a}, "b": {**data["b"], "outcomes": b}}


def _run(group: list[int], high: int) -> str:
    """What a row is called: "3", "1–2" for several, "9+" for the last ones."""
    if len(group) == 1:
        return str(group[0])
    return f"{group[0]}+" if group[-1] == high else f"{group[0]}–{group[-1]}"


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
