"""A law: how often each outcome comes up exactly, on a scale of its own, with the values on the bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any

from probcalc.web.parts.markup import NOTHING, Markup, joined, tag
from probcalc.web.parts.numbers import chance, mean_text, points, share, width

MOST_COLUMNS = 40
_MOST_SAID, _MOST_TAILS, _MOST_VALUES = 8, 8, 8
_MIDDLE = Fraction(1, 20)
_HEIGHT = 100


def law_bars(law: Mapping[str, Any]) -> Markup:
    """Bars over numbers; `law` is {unit, outcomes: [[x, p]], from?, event?, mean?, lowest?}.

    Up to eight outcomes have their values and the row "or more"; up to forty are bars; more are one line, with the
    middle nine tenths marked.
    """
    outcomes = [(str(x), share(p)) for x, p in law["outcomes"]]
    if len(outcomes) > MOST_COLUMNS:
        return _curve(law, outcomes)
    highest = max(p for _, p in outcomes)
    counted = _counted(law, outcomes)
    few = len(outcomes) <= _MOST_VALUES
    marked = set(range(len(outcomes))) if few else _marked(outcomes)
    bars = [
        tag(
            f"span.bar{'.on' if counted[n] else ''}",
            tag("b", points(p)) if n in marked else tag("b"),
            tag("i"),
            style=f"--v:{float(p / highest):.4f}",
            title=f"{x}: {chance(p)}",
        )
        for n, (x, p) in enumerate(outcomes)
    ]
    every = max(1, -(-len(outcomes) // 11))
    axis = [tag("span", x if n % every == 0 else "") for n, (x, _) in enumerate(outcomes)]
    rows = [
        *_event(law, counted),
        tag("div.lab.low", "exactly, %"),
        tag("div.cols.bars", bars),
        tag("div.lab", law.get("unit") or "outcome"),
        tag("div.cols.axis", axis, _mean(law, outcomes)),
    ]
    if law.get("ordered", True) and len(outcomes) <= _MOST_TAILS:
        # "Or more" of the lowest outcome is certain, unless outcomes below it were left out.
        tails = _tails(outcomes)
        first = counted.index(True) if any(counted) else -1
        cells = [tag(f"span{'.on' if n == first else ''}", points(t)) for n, t in enumerate(tails)]
        rows += [tag("div.lab", "or more, %"), tag("div.cols.more", cells)]
    size = "" if few else ".many"
    return tag(f"div.law{size}", rows, role="img", aria_label=_said(law, outcomes))


def _tails(outcomes: Sequence[tuple[str, Fraction]]) -> list[Fraction]:
    sums = list(accumulate((p for _, p in reversed(outcomes)), initial=Fraction(0)))[1:]
    return sums[::-1]


def _counted(law: Mapping[str, Any], outcomes: Sequence[tuple[str, Fraction]]) -> list[bool]:
    """Which outcomes count: those from `from` on; without it all do, and none stands out."""
    start = law.get("from")
    names = [x for x, _ in outcomes]
    if start is None or str(start) not in names:
        return [start is None] * len(outcomes)
    place = names.index(str(start))
    return [n >= place for n in range(len(outcomes))]


def _marked(outcomes: Sequence[tuple[str, Fraction]]) -> set[int]:
    """The highest bar; with it the ends, where they are not beside it."""
    top = max(range(len(outcomes)), key=lambda n: outcomes[n][1])
    apart = max(3, len(outcomes) // 8)
    return {top, *(n for n in (0, len(outcomes) - 1) if abs(n - top) >= apart)}


def _event(law: Mapping[str, Any], counted: Sequence[bool]) -> list[Markup]:
    if not law.get("event") or not any(counted):
        return []
    start = Fraction(counted.index(True), len(counted))
    return [tag("div.lab"), tag("div.evt", tag("span", law["event"], style=f"left:{width(start)}"))]


def _mean(law: Mapping[str, Any], outcomes: Sequence[tuple[str, Fraction]]) -> Markup:
    """The mean between the places of the outcomes that are next to it."""
    if law.get("mean") is None:
        return NOTHING
    mean = share(law["mean"])
    places = [Fraction(x) for x, _ in outcomes]
    below = max((n for n, x in enumerate(places) if x <= mean), default=0)
    above = min(below + 1, len(places) - 1)
    gap = places[above] - places[below]
    place = below + ((mean - places[below]) / gap if gap else 0)
    left = min(Fraction(1), max(Fraction(0), (place + Fraction(1, 2)) / len(places)))
    return tag("i.mean", style=f"left:{width(left)}")


def _said(law: Mapping[str, Any], outcomes: Sequence[tuple[str, Fraction]]) -> str:
    heading = str(law.get("title") or law.get("unit") or "outcomes").capitalize()
    listed = outcomes if len(outcomes) <= _MOST_SAID else sorted(outcomes, key=lambda o: -o[1])[:_MOST_SAID]
    said = ", ".join(f"{x}: {chance(p)}" for x, p in listed)
    if len(outcomes) > _MOST_SAID:
        said = f"the likeliest of {len(outcomes)}, {said}"
    mean = f"; mean {mean_text(law['mean'])}" if law.get("mean") is not None else ""
    return f"{heading}: {said}{mean}"


def middle(outcomes: Sequence[tuple[str, Fraction]]) -> tuple[int, int]:
    """The first and last place between which at least nine tenths lie, at most a twentieth on either side of them.

    >>> middle([("1", Fraction(1, 100)), ("2", Fraction(98, 100)), ("3", Fraction(1, 100))])
    (1, 1)
    """
    total = sum((p for _, p in outcomes), Fraction(0))
    below = list(accumulate(p for _, p in outcomes))
    first = next(n for n, p in enumerate(below) if p > total * _MIDDLE)
    last = next(n for n, p in enumerate(below) if p >= total * (1 - _MIDDLE))
    return first, last


def _curve(law: Mapping[str, Any], outcomes: Sequence[tuple[str, Fraction]]) -> Markup:
    """Many outcomes as one area in steps; what counts, or else the middle nine tenths, in colour."""
    highest = max(p for _, p in outcomes)
    heights = [f"{_HEIGHT * (1 - float(p / highest)):.2f}" for _, p in outcomes]
    start = law.get("from")
    names = [x for x, _ in outcomes]
    if start is not None and str(start) in names:
        first, last = names.index(str(start)), len(outcomes) - 1
    else:
        first, last = middle(outcomes)
    areas = [
        tag("path", d=_area(heights, 0, len(heights))),
        tag("path.on", d=_area(heights, first, last + 1)),
    ]
    svg = Markup(
        f'<svg viewBox="0 0 {len(outcomes)} {_HEIGHT}" preserveAspectRatio="none" aria-hidden="true">'
        f"{joined(*areas)}</svg>"
    )
    top = max(range(len(outcomes)), key=lambda n: outcomes[n][1])
    ticks = [
        tag("span", names[n], style=f"left:{width(Fraction(2 * n + 1, 2 * len(names)))}")
        for n in dict.fromkeys((0, top, len(names) - 1))
    ]
    return tag(
        "div.curve", svg, tag("div.ticks", ticks), _mean(law, outcomes), role="img", aria_label=_said(law, outcomes)
    )


def _area(heights: Sequence[str], first: int, last: int) -> str:
    steps = "".join(f"V{height}h1" for height in heights[first:last])
    return f"M{first} {_HEIGHT}{steps}V{_HEIGHT}Z"


def named_rows(law: Mapping[str, Any]) -> Markup:
    """A law over names as rows, in the order of the rule; `law` is {title, outcomes: [[name, p]], lead?}."""
    outcomes = [(str(x), share(p)) for x, p in law["outcomes"]]
    highest = max((p for _, p in outcomes), default=Fraction(1)) or Fraction(1)
    rows = [
        tag(
            f"div.nr{'.on' if x == law.get('lead') else ''}",
            tag("span", x),
            tag("i.tr", tag("u", style=f"--v:{float(p / highest):.4f}"), aria_hidden="true"),
            tag("b", chance(p)),
        )
        for x, p in outcomes
    ]
    return tag("div.names", rows, role="group", aria_label=str(law.get("title", "")))
