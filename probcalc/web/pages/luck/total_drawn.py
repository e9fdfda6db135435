"""The law of a total with what came, and below it, on the same scale, one stroke for each roll."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Literal, NotRequired, TypeAlias, TypedDict

from probcalc.present.numbers.decimals import chart_number
from probcalc.web.parts.markup import Markup, stretched, tag
from probcalc.web.parts.numbers import mean_text, percent, width, with_minus

_HEIGHT = 1000
_MOST_BARS, _MOST_GAPS, _MOST_SAID, _MOST_TICKS = 240, 60, 8, 6
RAREST_DRAWN = Fraction(1, 10**6)
_MOST_BROAD, _MOST_ROWS, _LONGEST = 20, 60, 10


Mood: TypeAlias = Literal["bad", "good", "even"]


class Total(TypedDict):
    """A total with its law, what came, what was expected, and the luck of each roll."""

    unit: str
    outcomes: Sequence[tuple[Fraction, Fraction]]
    observed: Fraction
    expected: Fraction
    mood: Mood
    came: str
    strokes: Sequence[tuple[str, Fraction]]
    tail: NotRequired[str]
    upward: NotRequired[bool]


def total_picture(data: Total) -> Markup:
    """The law of a total as bars, what came and the mean as lines, and the luck of each roll as a walk between them.

    As bad or worse is filled where the mood is bad, as good or better where it is good, and where it is upward what
    came or more.
    """
    observed, expected, law = data["observed"], data["expected"], data["outcomes"]
    shown = [(x, p) for x, p in law if p >= RAREST_DRAWN or x == observed]
    walk = _walk(expected, data["strokes"])
    gaps = [after[0] - before[0] for before, after in pairwise(shown)]
    step = min(gaps, default=Fraction(1))
    places = [expected, *(x for x, _ in shown), *(end for _, start, end in walk for end in (start, end))]
    low, high = min(places) - step / 2, max(places) + step / 2
    scale = _Scale(low, high)
    filled = 1 if data.get("upward") else {"bad": -1, "good": 1}.get(data["mood"], 0)
    bars = _bars(shown, observed, filled, scale, step)
    at, mean = scale.at(observed), scale.at(expected)
    side = "right" if at <= Fraction(1, 2) else "left"
    arrow = ("", "▶ ", "◀ ")[filled]
    label = tag(
        f"div.named.{side}",
        tag("b", data["came"]),
        tag("span", f"{arrow}{data['tail']}") if data.get("tail") else None,
        style=f"{'left' if side == 'right' else 'right'}:{width(at if side == 'right' else 1 - at)}",
    )
    return tag(
        f"div.total.{data['mood']}",
        tag("div.plain", label, bars, tag("i.mid", style=f"left:{width(mean)}")),
        _axis(scale, observed),
        _strokes(walk, scale, mean) if walk else _mean_words(mean, expected),
        _mean_words(mean, expected) if walk else None,
        tag("i.came", style=f"left:{width(at)}"),
        role="img",
        aria_label=_describe(data, law, observed, expected),
    )


class _Scale:
    """Where a number lies between both ends of the picture."""

    def __init__(self, low: Fraction, high: Fraction) -> None:
        self.low, self.high = low, high

    def at(self, x: Fraction) -> Fraction:
        """Its share of the width."""
        return (x - self.low) / (self.high - self.low)


def _bars(
    shown: Sequence[tuple[Fraction, Fraction]], observed: Fraction, filled: int, scale: _Scale, step: Fraction
) -> Markup:
    """One bar an outcome; of more than a screen has room for, those beside each other are added up.

    Filled are what came and the bars below it (-1), or above it (1), or none (0).
    """
    span = (scale.high - scale.low) / step
    if span > _MOST_BARS:
        step = (scale.high - scale.low) / _MOST_BARS
    gap = Fraction(0) if span > _MOST_GAPS else step / 14
    heights: dict[int, Fraction] = {}
    for x, p in shown:
        place = int((x - scale.low) / step)
        heights[place] = heights.get(place, Fraction(0)) + p
    highest = max(heights.values())
    came = int((observed - scale.low) / step)
    paths: dict[bool, list[str]] = {False: [], True: []}
    for place, p in sorted(heights.items()):
        on = bool(filled) and (place - came) * filled >= 0
        left = scale.at(scale.low + place * step + gap) * _HEIGHT
        wide = (step - 2 * gap) / (scale.high - scale.low) * _HEIGHT
        tall = max(4, round(p / highest * _HEIGHT))
        paths[on].append(f"M{chart_number(left):.2f} {_HEIGHT}v-{tall}h{chart_number(wide):.2f}v{tall}z")
    drawn = [tag(f"path{'.on' if on else ''}", d="".join(path)) for on, path in paths.items() if path]
    return stretched(_HEIGHT, _HEIGHT, drawn)


def _axis(scale: _Scale, observed: Fraction) -> Markup:
    """Round numbers below the bars, and what came in bold; a number that would lie on it is left out."""
    span = scale.high - scale.low
    step = _round_step(span / _MOST_TICKS)
    first = -((-scale.low) // step) * step
    ticks = [first + n * step for n in range(int((scale.high - first) // step) + 1)]
    kept = [x for x in ticks if abs(x - observed) > span / 12 and span / 50 < x - scale.low < span * 49 / 50]
    words = [tag("span", _short(x), style=f"left:{width(scale.at(x))}") for x in kept]
    bold = tag("b", _short(observed), style=f"left:{width(scale.at(observed))}")
    return tag("div.places", words, bold)


def _round_step(least: Fraction) -> Fraction:
    """The least of 1, 2 and 5 times a power of ten that is not below.

    >>> _round_step(Fraction(7, 2)), _round_step(Fraction(3, 20))
    (Fraction(5, 1), Fraction(1, 5))
    """
    power = Fraction(1)
    while power > least:
        power /= 10
    while power * 10 < least:
        power *= 10
    return next(power * times for times in (1, 2, 5, 10) if power * times >= least)


def _short(x: Fraction) -> str:
    text = f"{x.numerator:,}" if x.denominator == 1 else mean_text(x)
    return with_minus(text)


Stroke = tuple[str, Fraction, Fraction]


def _walk(expected: Fraction, strokes: Sequence[tuple[str, Fraction]]) -> list[Stroke]:
    """Each roll from where those before it led to where it leads; of very many only the longest."""
    walk: list[Stroke] = []
    at = expected
    for name, luck in strokes:
        walk.append((name, at, at + luck))
        at += luck
    if len(walk) <= _MOST_ROWS:
        return walk
    longest = sorted(walk, key=lambda stroke: -abs(stroke[2] - stroke[1]))[:_LONGEST]
    return [stroke for stroke in walk if stroke in longest][:_LONGEST]


def _strokes(walk: Sequence[Stroke], scale: _Scale, mean: Fraction) -> Markup:
    longest = max(walk, key=lambda stroke: abs(stroke[2] - stroke[1]))
    rows = []
    for stroke in walk:
        name, start, end = stroke
        mood = "good" if end > start else "bad" if end < start else "even"
        left, right = sorted((scale.at(start), scale.at(end)))
        line = tag(f"i.{mood}", style=f"left:{width(left)};width:{width(right - left)}")
        told = None
        if stroke is longest and start != end:
            luck = f"{'+' if end > start else ''}{mean_text(end - start)}"
            is_left = left > 1 - right
            where = f"right:{width(1 - left)}" if is_left else f"left:{width(right)}"
            room = width(left if is_left else 1 - right)
            told = tag(
                "span", tag("u", name), tag(f"b.{mood}", luck), style=f"{where};max-width:calc({room} - 0.75rem)"
            )
        rows.append(tag("div", line, told))
    size = ".thin" if len(walk) > _MOST_BROAD else ""
    return tag(f"div.walk{size}", rows, aria_hidden="true")


def _mean_words(mean: Fraction, expected: Fraction) -> Markup:
    is_left = mean > Fraction(1, 2)
    words = f"{mean_text(expected)} expected ▲" if is_left else f"▲ {mean_text(expected)} expected"
    where = f"right:calc({width(1 - mean)} - 0.5em)" if is_left else f"left:calc({width(mean)} - 0.5em)"
    return tag("div.meant", tag("span", words, style=where))


def _describe(data: Total, law: Sequence[tuple[Fraction, Fraction]], observed: Fraction, expected: Fraction) -> str:
    likeliest = sorted(law, key=lambda pair: -pair[1])[:_MOST_SAID]
    listed = ", ".join(f"{_short(x)}: {percent(p)}" for x, p in likeliest)
    among = f"the likeliest of {len(law):,}, " if len(law) > _MOST_SAID else ""
    return f"{data['unit']}: {_short(observed)} came, {mean_text(expected)} expected; {among}{listed}"
