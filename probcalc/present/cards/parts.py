"""What a card shows: a number with its sentence, bars, rows with their shares, and the shares of a whole."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from probcalc.present.cards.pen import FOOT, LEFT, RIGHT, Pen, breadth, fit, one_line
from probcalc.present.numbers.decimals import PERCENT

BESIDE, _BASE = 600, 470
MOST_ROWS = 7
_PLACES = ((LEFT, "start"), ((LEFT + RIGHT) // 2, "middle"), (RIGHT, "end"))


class Number(NamedTuple):
    """A number: what it is of, how it is read, the sign or the words that stand smaller beside it, and what it means.

    >>> Number("A Cursed slays a Spearman", "66.4", "%", "about 2 in 3").sign
    '%'
    """

    sentence: str
    value: str
    sign: str = ""
    words: str = ""


class Bar(NamedTuple):
    """One bar: what stands below it, how high it is beside the others, what stands above it, and its colour."""

    name: str
    weight: Fraction
    above: str = ""
    colour: str = "a"


class Row(NamedTuple):
    """One row: its name, how its number is read, the share of the row that is filled, and its colour."""

    name: str
    value: str
    share: Fraction | None = None
    colour: str = "a"


def number_marks(pen: Pen, number: Number, right: int) -> list[str]:
    """A number with its sentence, from the left edge to `right`."""
    room = right - LEFT
    said, size = fit(number.sentence, room, (42, 36, 30, 26))
    words, small = fit(number.words, room, (46, 40, 34, 30)) if number.words else ([], 46)
    sizes = (170, 110, 56) if len(said) + len(words) < 4 else (110, 56)
    big = next((big for big in sizes if breadth(number.value, big) + big // 2 + 15 < room), 56)
    marks = [pen.text(LEFT, 268 + n * size * 11 // 10, line, size, weight=700) for n, line in enumerate(said)]
    base = 268 + (len(said) - 1) * size * 11 // 10 + big * 9 // 10
    marks.append(pen.text(LEFT - 6, base, number.value, big, "a", 700))
    beside = LEFT + breadth(number.value, big) + 6
    if number.sign == PERCENT or number.words or beside + breadth(number.sign, 40) < right:
        marks.append(pen.text(beside, base, number.sign, big // 2 if number.sign == PERCENT else 40, "a", 650))
    else:
        words, small = fit(number.sign, room, (46, 40, 34, 30))
    first = min(base + 62, FOOT - 22 - (len(words) - 1) * small * 11 // 10)
    marks += [pen.text(LEFT, first + n * small * 11 // 10, line, small, weight=700) for n, line in enumerate(words)]
    return marks


def chips_marks(pen: Pen, chips: Sequence[tuple[str, str]], top: int) -> list[str]:
    """Circumstances beside each other, each with the colour of whose it is; those without room are counted."""
    marks, x = [], LEFT
    for place, (said, colour) in enumerate(chips):
        more = len(chips) - place - 1
        broad = breadth(said, 28) + 38
        if x + broad > RIGHT - (270 if more else 170):
            marks.append(pen.text(x, top + 29, f"and {more + 1} more", 28, "muted"))
            break
        marks += [pen.box(x, top, broad, 40, "bg", 8), pen.box(x, top, 7, 40, colour, 3)]
        marks.append(pen.text(x + 20, top + 29, said, 28))
        x += broad + 12
    return marks


def bars_marks(pen: Pen, bars: Sequence[Bar], unit: str) -> list[str]:
    """Bars beside a number, and above them what they count."""
    broad = (RIGHT - BESIDE) // len(bars)
    gap = 14 if len(bars) <= 8 else 6 if len(bars) <= 20 else 2
    highest = max(bar.weight for bar in bars)
    every = max(1, -(-len(bars) // 9))
    marks = []
    for n, bar in enumerate(bars):
        x = BESIDE + n * broad
        tall = max(4, int(Fraction(200) * bar.weight / highest)) if highest else 4
        marks.append(pen.box(x, _BASE - tall, broad - gap, tall, bar.colour, 6))
        middle = x + (broad - gap) // 2
        if len(bars) <= 6 and bar.above:
            colour = bar.colour if bar.colour != "tie" else "ink"
            marks.append(pen.text(middle, _BASE - tall - 14, bar.above, 36, colour, 640, "middle"))
        if n % every == 0:
            lines, size = fit(bar.name, broad * every - 6, (34, 28, 24, 20))
            down = _BASE + 12 + size
            marks += [
                pen.text(middle, down + i * size, line, size, weight=700, at="middle") for i, line in enumerate(lines)
            ]
    marks.append(pen.line(BESIDE - 6, _BASE, RIGHT, _BASE, "edge"))
    if unit:
        marks.append(pen.text(RIGHT, 206, unit, 30, "muted", at="end"))
    return marks


def rows_marks(pen: Pen, rows: Sequence[Row], left: int, top: int, unit: str = "") -> list[str]:
    """Rows below each other, from `left` and `top` to the right edge and the foot, and above them what they count."""
    high = min(120, (FOOT - 14 - top) // len(rows))
    thick = max(6, high * 14 // 100)
    sizes = [min(most, high * part // 100) for most, part in ((58, 70), (50, 60), (40, 50))]
    values, large = one_line([row.value for row in rows], (RIGHT - left) * 3 // 5, sizes)
    beside = RIGHT - left - max(breadth(value, large) for value in values) - 24
    names, size = one_line([row.name for row in rows], beside, [size * 4 // 5 for size in sizes])
    marks = [pen.text(RIGHT, top - 4, unit, 30, "muted", at="end")] if unit else []
    for place, (row, name, value) in enumerate(zip(rows, names, values, strict=True)):
        y = top + place * high
        line = y + high - thick - high // 10 - max(8, high // 8)
        marks.append(pen.text(left, line, name, size, weight=650))
        marks.append(pen.text(RIGHT, line, value, large, row.colour if row.colour != "tie" else "muted", 700, "end"))
        if row.share is not None:
            below = y + high - thick - high // 10
            marks.append(pen.box(left, below, RIGHT - left, thick, "line", thick // 2))
            if row.share:
                marks.append(pen.box(left, below, int(row.share * (RIGHT - left)), thick, row.colour, thick // 2))
    return marks


def shares_marks(pen: Pen, shares: Sequence[tuple[Fraction, str, str]]) -> list[str]:
    """A whole in its parts, each with its colour and what stands below it."""
    x, marks = LEFT, []
    for chance, colour, _ in shares:
        long = int(chance * (RIGHT - LEFT))
        if chance:
            marks.append(pen.box(x, 404, max(long - 6, 4), 66, colour, 8))
        x += long
    texts, size = one_line([said for _, _, said in shares], 350, (36, 32, 28, 24))
    for (chance, colour, _), said, (place, at) in zip(shares, texts, _PLACES, strict=False):
        if said and (chance or colour != "tie"):
            marks.append(pen.text(place, 520, said, size, colour if colour != "tie" else "muted", 600, at))
    return marks
