"""A law: how often each outcome comes up exactly, on a scale of its own, with the values on the bars."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import NotRequired, TypeAlias, TypedDict

from probcalc.present.languages.language import said
from probcalc.present.words.phrases import capital
from probcalc.web.parts.markup import NOTHING, Attribute, Markup, join, stretched, tag
from probcalc.web.parts.numbers import full_bar, in_percent, mean_text, part, percent, width, with_minus

Chance: TypeAlias = tuple[str, Fraction]
"""An outcome in words, and its chance."""


Outcome: TypeAlias = int | Fraction | str
"""A number, or in words what lies beyond all numbers."""
Outcomes: TypeAlias = "Sequence[tuple[Outcome, Fraction]]"
Read: TypeAlias = tuple[Outcome, Fraction, Fraction]
"""An outcome with its own chance and that of it or more."""


class Law(TypedDict, total=False):
    """A law over numbers: up to 40 outcomes one by one, or more of them as one outline.

    What counts is what is `counted`, or all `from_` an outcome on. `titled` is a law of something else than the number
    above it. `count` is the result whose threshold a tap on a bar sets. Bars are as high as `highest`, of several laws
    the same, or else their own. Heights are thousandths of the highest, places shares of the width.
    """

    result: str
    title: str
    unit: str
    mean: Fraction | None
    titled: bool
    count: str
    outcomes: Outcomes
    highest: Fraction
    from_: int
    counted: Sequence[Outcome]
    event: str
    ordered: bool
    heights: Sequence[int]
    low: Outcome
    top: Outcome
    high: Outcome
    top_at: Fraction
    between: tuple[Fraction, Fraction]
    mean_at: Fraction | None
    reads: Sequence[Read]


class Names(TypedDict):
    """A law over names as rows, in the order of the rule; with `amounts` the rows are averages, without a whole.

    `raw` are the names as an address has them, which a tap on a row counts.
    """

    title: str
    counted: Sequence[str]
    outcomes: Sequence[Chance]
    result: NotRequired[str]
    raw: NotRequired[Sequence[str]]
    count: NotRequired[str]
    amounts: NotRequired[bool]


MOST_COLUMNS = 40
_MOST_SAID, _MOST_TAILS, _MOST_VALUES, _MOST_TICKS = 8, 8, 8, 11
# Of so many bars the values at both ends have room beyond the ends; of more only where no higher bar is beside them.
_MOST_BEYOND = 20
_HIGHEST = 1000


def law_bars(law: Law) -> Markup:
    """Bars over numbers.

    Up to eight outcomes have their values and the row "or more"; up to forty are bars; more are one outline.
    """
    if "heights" in law:
        return _curve(law)
    outcomes = law["outcomes"]
    highest = law.get("highest") or max(p for _, p in outcomes)
    counted = _which_count(law, outcomes)
    few = len(outcomes) <= _MOST_VALUES
    marked = {n for n in (range(len(outcomes)) if few else _places_to_mark(outcomes)) if outcomes[n][1]}
    bars = [
        tag(
            f"span.bar{'.on' if counted[n] else ''}",
            tag("b", in_percent(p)) if n in marked else tag("b"),
            tag("i"),
            style=f"--v:{part(p / highest)}",
            title=None if law.get("count") else f"{with_minus(str(x))}: {percent(p)}",
        )
        for n, (x, p) in enumerate(outcomes)
    ]
    touched: Mapping[str, Attribute] = {}
    tip = None
    if law.get("count"):
        tails = _tails(outcomes)
        reads = [(x, p, tail) for (x, p), tail in zip(outcomes, tails, strict=True)]
        at = counted.index(True) if any(counted) and not all(counted) else -1
        touched, tip = _touch_data(law, reads, at), tag("span.tip", aria_hidden="true")
    rows = [
        *_event(law, counted),
        # The label of the whole and the slider tell all of it.
        tag("div.lab.low", "exactly, %", aria_hidden="true"),
        tag("div.cols.bars", bars, tip, **touched),
        tag("div.lab", law.get("unit") or "outcome", aria_hidden="true"),
        tag("div.cols.axis", axis_words([x for x, _ in outcomes]), _mean(law, outcomes), aria_hidden="true"),
    ]
    if law.get("ordered", True) and len(outcomes) <= _MOST_TAILS:
        # "Or more" of the lowest outcome is certain, unless outcomes below it were left out.
        tails = _tails(outcomes)
        # Bold is the threshold from which on all counts, where there is one.
        first = counted.index(True) if counted[-1] and not counted[0] else -1
        cells = [tag(f"span{'.on' if n == first else ''}", in_percent(t)) for n, t in enumerate(tails)]
        rows += [tag("div.lab", "or more, %", aria_hidden="true"), tag("div.cols.more", cells, aria_hidden="true")]
    size = "" if few else ".many.beyond" if len(outcomes) <= _MOST_BEYOND else ".many"
    # A law of something else than the number above it says what it is of.
    heading = tag("p.of", law["title"]) if law.get("titled") else None
    role = "group" if law.get("count") else "img"
    return join(heading, tag(f"div.law{size}", rows, role=role, aria_label=_describe(law, outcomes)))


def axis_words(outcomes: Sequence[Outcome]) -> list[Markup]:
    """The outcomes below their bars, of many every so manyth.

    >>> axis_words([-1, 0]), axis_words(range(12))[1:3]
    (['<span>−1</span>', '<span>0</span>'], ['<span></span>', '<span>2</span>'])
    """
    every = max(1, -(-len(outcomes) // _MOST_TICKS))
    return [tag("span", with_minus(str(x)) if n % every == 0 else "") for n, x in enumerate(outcomes)]


def _touch_data(law: Law, reads: Sequence[Read], at: int) -> Mapping[str, Attribute]:
    """What lets bars be read and tapped: a slider over them, one stop for the keyboard, each place with its chances.

    `at` is the place from which on counts.
    """
    words = [_read(read) for read in reads]
    taps = [f"count {law['count']}={x}" if isinstance(x, int) else "" for x, _, _ in reads]
    place = max(0, at)
    return {
        "role": "slider",
        "tabindex": "0",
        "aria_label": f"{capital(str(law.get('unit') or 'outcome'))}, that many or more",
        "aria_valuemin": 0,
        "aria_valuemax": len(reads) - 1,
        "aria_valuenow": place,
        "aria_valuetext": words[place],
        "data_reads": json.dumps([said(each) for each in words], ensure_ascii=False, separators=(",", ":")),
        "data_counts": json.dumps(taps, separators=(",", ":")),
        "data_at": at,
    }


def _read(read: Read) -> str:
    """A place in words.

    >>> _read((15, Fraction(1, 10), Fraction(1, 5))), _read(("more", Fraction(1, 100), Fraction(1, 100)))
    ('15 or more: 20.0% · exactly 15: 10.0%', 'more: 1.0%')
    """
    x, exactly, more = read
    shown = with_minus(str(x))
    if not isinstance(x, int):
        return f"{shown}: {percent(exactly)}"
    return f"{shown} or more: {percent(more)} · exactly {shown}: {percent(exactly)}"


def _tails(outcomes: Outcomes) -> list[Fraction]:
    sums = list(accumulate((p for _, p in reversed(outcomes)), initial=Fraction(0)))[1:]
    return sums[::-1]


def _which_count(law: Law, outcomes: Outcomes) -> list[bool]:
    """Which outcomes count: those of `counted`, or from `from_` on; without either all do, and none stands out."""
    start = law.get("from_")
    names = [x for x, _ in outcomes]
    if "counted" in law:
        return [x in law["counted"] for x in names]
    if start is None or start not in names:
        return [start is None] * len(outcomes)
    place = names.index(start)
    return [n >= place for n in range(len(outcomes))]


def _places_to_mark(outcomes: Outcomes) -> set[int]:
    """The highest bar; with it the ends, where they are not beside it.

    >>> _places_to_mark([(n, Fraction(weight)) for n, weight in enumerate((1, 1, 2, 5, 9, 5, 3, 2))])
    {0, 4, 7}
    """
    top = max(range(len(outcomes)), key=lambda n: outcomes[n][1])
    apart = max(3, len(outcomes) // 8)
    ends = [(n, beside) for n, beside in ((0, 1), (-1, -2)) if abs(n % len(outcomes) - top) >= apart]
    if len(outcomes) > _MOST_BEYOND:
        ends = [(n, beside) for n, beside in ends if outcomes[beside][1] - outcomes[n][1] <= outcomes[top][1] / 10]
    return {top, *(n % len(outcomes) for n, _ in ends)}


def _event(law: Law, counted: Sequence[bool]) -> list[Markup]:
    if not law.get("event") or not any(counted):
        return []
    start, end = counted.index(True), len(counted) - counted[::-1].index(True)
    place = f"left:{width(Fraction(start, len(counted)))};right:{width(1 - Fraction(end, len(counted)))}"
    return [tag("div.lab"), tag("div.evt", tag("span", law["event"], style=place), aria_hidden="true")]


def _mean(law: Law, outcomes: Outcomes) -> Markup:
    """The mean between the places of the outcomes that are next to it."""
    mean = law.get("mean")
    if mean is None:
        return NOTHING
    places = [Fraction(x) for x, _ in outcomes]
    below = max((n for n, x in enumerate(places) if x <= mean), default=0)
    above = min(below + 1, len(places) - 1)
    gap = places[above] - places[below]
    place = below + ((mean - places[below]) / gap if gap else 0)
    left = min(Fraction(1), max(Fraction(0), (place + Fraction(1, 2)) / len(places)))
    return tag("i.mean", style=f"left:{width(left)}")


def _describe(law: Law, outcomes: Outcomes) -> str:
    heading = capital(str(law.get("title") or law.get("unit") or "outcomes"))
    listed = outcomes if len(outcomes) <= _MOST_SAID else sorted(outcomes, key=lambda o: -o[1])[:_MOST_SAID]
    said = ", ".join(f"{with_minus(str(x))}: {percent(p)}" for x, p in listed)
    if len(outcomes) > _MOST_SAID:
        said = f"the likeliest of {len(outcomes)}, {said}"
    mean = law.get("mean")
    return f"{heading}: {said}" if mean is None else f"{heading}: {said}; mean {mean_text(mean)}"


def _curve(law: Law) -> Markup:
    """Many outcomes as one outline; what counts, or else the middle nine tenths, in colour."""
    heights = [f"{_HIGHEST - height}" for height in law["heights"]]
    count = len(heights)
    first, last = (round(place * count) for place in law["between"])
    areas = [tag("path", d=_area(heights, 0, count)), tag("path.on", d=_area(heights, first, max(first + 1, last)))]
    svg = stretched(count, _HIGHEST, areas)
    ticks = [
        tag("span", with_minus(str(outcome)), style=f"left:{width(place)}")
        for outcome, place in ((law["low"], Fraction(0)), (law["top"], law["top_at"]), (law["high"], Fraction(1)))
    ]
    place = law.get("mean_at")
    mean = None if place is None else tag("i.mean", style=f"left:{width(place)}")
    heading = capital(str(law.get("title") or law.get("unit") or "outcomes"))
    said = with_minus(f"{heading}: from {law['low']} to {law['high']}, the likeliest {law['top']}")
    if not law.get("count"):
        return tag("div.curve", svg, tag("div.ticks", ticks), mean, role="img", aria_label=said)
    touched = _touch_data(law, law["reads"], -1)
    wide = tag("div.over", svg, mean, tag("span.tip", aria_hidden="true"), **touched)
    return tag("div.curve", wide, tag("div.ticks", ticks), role="group", aria_label=said)


def _area(heights: Sequence[str], first: int, last: int) -> str:
    steps = "".join(f"V{height}h1" for height in heights[first:last])
    return f"M{first} {_HIGHEST}{steps}V{_HIGHEST}Z"


def named_rows(law: Names) -> Markup:
    """A law over names as rows, in the order of the rule; a track is the whole of 100%, of averages there is none."""
    said = mean_text if law.get("amounts") else percent
    outcomes = law["outcomes"]
    whole = full_bar((p for _, p in outcomes), "number" if law.get("amounts") else "chance")
    rows = [
        tag(
            f"div.nr{'.on' if x in law['counted'] else ''}",
            tag("span", x),
            tag("i.tr", tag("u", style=f"--v:{part(p / whole)}"), aria_hidden="true"),
            tag("b", said(p)),
            data_tap=f"count {law['count']}={raw}" if law.get("count") and raw else None,
        )
        for (x, p), raw in zip(outcomes, law.get("raw", [""] * len(outcomes)), strict=True)
    ]
    title = str(law.get("title", ""))
    # Bare numbers say nothing of themselves: turns, steps or zones.
    heading = tag("p.of", title) if any(x.isdecimal() for x, _ in outcomes) else None
    return join(heading, tag(f"div.names{'.free' if law.get('amounts') else ''}", rows, role="group", aria_label=title))
