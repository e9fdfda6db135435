"""How many rolls it takes to notice a bias: a line for each, its letter where half of the cases are noticed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from probcalc.exact.face_counts.power import MOST_SCANNED
from probcalc.present.sentences.verdict import in_cases
from probcalc.web.parts.markup import Markup, stretched, tag
from probcalc.web.parts.numbers import width

_HEIGHT, _MOST_POINTS, _TICKS = 1000, 200, 5
_LETTERS = "ABC"
# The colours of lines that are told apart: those of set-ups, but for orange, which is a loss here.
_SETS = (0, 2, 3)
_ENDS = (50, 100, 200, 500, 1000, MOST_SCANNED)


class Bias(NamedTuple):
    """One face that comes too often.

    Attributes:
        words: how often it comes.
        power: the chance that the rolls there are notice it.
        curve: how often more and more rolls notice it, in thousandths from no roll on.
        least: how many notice it 9 times in 10; None for more than are looked at.
    """

    words: str
    power: Fraction
    curve: Sequence[int]
    least: int | None


def noticing_card(rolls: int, biases: Sequence[Bias]) -> Markup:
    """The power of more and more rolls for each bias, and of so many."""
    reach = max([*(bias.least or MOST_SCANNED for bias in biases), min(rolls, MOST_SCANNED)])
    end = next(end for end in _ENDS if end >= reach)
    lines, letters, rows, told = [], [], [], []
    for place, letter, (words, power, whole, least) in zip(_SETS, _LETTERS, biases, strict=False):
        curve = whole[: end + 1]
        lines.append(tag(f"path.set{place}", d=_path(curve)))
        at, height = _half(curve)
        where = f"left:{width(Fraction(at, end))};bottom:{width(Fraction(height, _HEIGHT))}"
        letters.append(tag(f"i.letter.set{place}", letter, style=where))
        often = f"in {in_cases(power, 'of', 'cases')}" if power else "never"
        yours = f"your {rolls:,} roll{' notices' if rolls == 1 else 's notice'} it {often}"
        number = f"{least:,}" if least else f"over {MOST_SCANNED:,}"
        name = tag("span", tag("b", words), tag("small", yours))
        so = tag("span.so", tag("b", number), tag("small", " rolls"))
        rows.append(tag("li", tag(f"i.letter.set{place}", letter), name, so))
        told.append(f"{words.lower()}: {f'{least:,}' if least else f'more than {MOST_SCANNED:,}'} rolls")
    svg = stretched(end, _HEIGHT, lines)
    is_in = rolls <= end
    cut = tag("i.cut", style=f"left:{width(Fraction(rolls, end))}") if is_in else None
    nine = tag("i.nine", tag("span", "9 in 10"))
    said = f"Rolls that notice it 9 times in 10: {'; '.join(told)}"
    return tag(
        "section.card.noticing",
        tag("h2", "How many rolls to notice?"),
        tag("p.quiet", "One face comes too often. Noticed 9 times in 10, false alarm at most 1 in 20."),
        tag("div.plot", nine, cut, svg, letters, role="img", aria_label=said),
        _axis(rolls if is_in else 0, end),
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
