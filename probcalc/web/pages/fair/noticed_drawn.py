"""How many rolls it takes to notice a bias: a line for each, its letter where half of the cases are noticed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from probcalc.analysis.fair.noticing import fair_power
from probcalc.analysis.fair.tests import Fairness
from probcalc.exact.face_counts.power import MOST_SCANNED, power_curve
from probcalc.present.verdict import in_cases
from probcalc.web.parts.markup import Markup, stretched, tag
from probcalc.web.parts.numbers import width

_HEIGHT, _MOST_POINTS, _TICKS = 1000, 200, 5
_LETTERS = "ABC"
# The colours of lines that are told apart: those of set-ups, but for orange, which is a loss here.
_SETS = (0, 2, 3)


_TIMES = (
    (Fraction(3, 2), "Half as often again"),
    (Fraction(2), "Twice as often"),
    (Fraction(3), "Three times as often"),
)
_LEVEL, _POWER = Fraction(1, 20), Fraction(9, 10)
_ENDS = (50, 100, 200, 500, 1000, MOST_SCANNED)


def noticing_card(found: Fairness) -> Markup | None:
    """The power of more and more rolls for three biases of one face; None of a die that is uneven by itself."""
    faces, rolls = len(found.rolled.die.faces), found["rolls"]
    if not found.rolled.die.is_even:
        return None
    # How often each is noticed, in thousandths from no roll on, and how many rolls notice it 9 times in 10.
    biases = [(times, words, *_curve(faces, times)) for times, words in _TIMES if times < faces]
    reach = max([*(least or MOST_SCANNED for *_, least in biases), min(rolls, MOST_SCANNED)])
    end = next(end for end in _ENDS if end >= reach)
    lines, letters, rows, told = [], [], [], []
    for place, letter, (times, words, whole, least) in zip(_SETS, _LETTERS, biases, strict=False):
        curve = whole[: end + 1]
        lines.append(tag(f"path.set{place}", d=_path(curve)))
        at, height = _half(curve)
        where = f"left:{width(Fraction(at, end))};bottom:{width(Fraction(height, _HEIGHT))}"
        letters.append(tag(f"i.letter.set{place}", letter, style=where))
        power = fair_power(faces, times / faces, rolls=rolls)["power"]
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


@lru_cache(maxsize=16)
def _curve(faces: int, times: Fraction) -> tuple[list[int], int | None]:
    return power_curve(faces, times / faces, _LEVEL, _POWER)


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
