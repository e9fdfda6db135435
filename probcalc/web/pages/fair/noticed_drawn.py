"""How many rolls it takes to notice a bias: a line for each, its letter where half of the cases are noticed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypedDict

from probcalc.web.parts.markup import Markup, stretched, tag
from probcalc.web.parts.numbers import width

_HEIGHT, _MOST_POINTS, _TICKS = 1000, 200, 5
_LETTERS = "ABC"
# The colours of lines that are told apart: those of set-ups, but for orange, which is a loss here.
_SETS = (0, 2, 3)


class Bias(TypedDict):
    """How often a bias is noticed, in thousandths from no roll on; `least` rolls notice it 9 times in 10."""

    words: str
    now: str
    least: int | None
    curve: Sequence[int]


class Noticing(TypedDict):
    """The power of more and more rolls, up to an `end`; none was looked for beyond `most`."""

    rolls: int
    end: int
    most: int
    sets: Sequence[Bias]


def noticing_card(card: Noticing) -> Markup:
    """The power of more and more rolls."""
    end = card["end"]
    lines, letters, rows = [], [], []
    for place, letter, row in zip(_SETS, _LETTERS, card["sets"], strict=False):
        lines.append(tag(f"path.set{place}", d=_path(row["curve"][: end + 1])))
        at, height = _half(row["curve"][: end + 1])
        where = f"left:{width(Fraction(at, end))};bottom:{width(Fraction(height, _HEIGHT))}"
        letters.append(tag(f"i.letter.set{place}", letter, style=where))
        least = f"{row['least']:,}" if row["least"] else f"over {card['most']:,}"
        told = tag("span", tag("b", row["words"]), tag("small", row["now"]))
        number = tag("span.so", tag("b", least), tag("small", " rolls"))
        rows.append(tag("li", tag(f"i.letter.set{place}", letter), told, number))
    svg = stretched(end, _HEIGHT, lines)
    is_in = card["rolls"] <= end
    cut = tag("i.cut", style=f"left:{width(Fraction(card['rolls'], end))}") if is_in else None
    nine = tag("i.nine", tag("span", "9 in 10"))
    return tag(
        "section.card.noticing",
        tag("h2", "How many rolls to notice?"),
        tag("p.quiet", "One face comes too often. Noticed 9 times in 10, false alarm at most 1 in 20."),
        tag("div.plot", nine, cut, svg, letters, role="img", aria_label=_describe(card)),
        _axis(card["rolls"] if is_in else 0, end),
        tag("ul", rows),
    )


def _path(curve: Sequence[int]) -> str:
    every = max(1, len(curve) // _MOST_POINTS)
    return "M" + "L".join(f"{n} {_HEIGHT - curve[n]}" for n in range(0, len(curve), every))


def _half(curve: Sequence[int]) -> tuple[int, int]:
    place = next((n for n, power in enumerate(curve) if power >= _HEIGHT // 2), len(curve) - 1)
    return place, curve[place]


def _axis(rolls: int, end: int) -> Markup:
    ticks = [end * n // _TICKS for n in range(_TICKS + 1)]
    words = []
    for n in ticks:
        if rolls and abs(n - rolls) <= end // 12:
            continue
        name = "span.first" if not n else "span.last" if n == end else "span"
        words.append(tag(name, f"{n:,}", style=f"left:{width(Fraction(n, end))}"))
    now = tag("b", f"{rolls:,}", style=f"left:{width(Fraction(rolls, end))}") if rolls else None
    return tag("div.places", words, now, aria_hidden="true")


def _describe(card: Noticing) -> str:
    told = []
    for row in card["sets"]:
        least = f"{row['least']:,} rolls" if row["least"] else f"more than {card['most']:,} rolls"
        told.append(f"{row['words'].lower()}: {least}")
    return f"Rolls that notice it 9 times in 10: {'; '.join(told)}"
