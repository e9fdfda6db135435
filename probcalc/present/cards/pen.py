"""What cards are drawn with, 1200 x 630: colours, texts that fit, boxes, and the foot that all of them have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal, TypeAlias
from unicodedata import category, east_asian_width

from probcalc.present.languages.language import said as in_language

Theme: TypeAlias = Literal["light", "dark"]

WIDTH, HEIGHT = 1200, 630
FOOT = 546
LEFT, RIGHT = 56, WIDTH - 56
_FAMILY = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif"
_COLOURS: dict[Theme, dict[str, str]] = {
    "light": {
        "bg": "#F6F5F1",
        "card": "#FFFFFF",
        "ink": "#15181C",
        "muted": "#565C64",
        "edge": "#85898F",
        "line": "#E2DFD8",
        "a": "#1B5FAF",
        "b": "#B4470B",
        "tie": "#858A90",
    },
    "dark": {
        "bg": "#0F1216",
        "card": "#171B21",
        "ink": "#ECEEF1",
        "muted": "#A6AEB8",
        "edge": "#6F7985",
        "line": "#2B323B",
        "a": "#68ACF2",
        "b": "#F0944E",
        "tie": "#7F8994",
    },
}
_NARROW, _BROAD = frozenset("ijltfrI.,:;'|!()[] -"), frozenset("mwMWQOGCDHNU%@")


@dataclass(frozen=True)
class Pen:
    """Writes marks in the colours of a theme."""

    colours: dict[str, str]

    def box(self, x: int, y: int, width: int, height: int, colour: str, radius: int = 0) -> str:
        """A box; there is always something to see of it."""
        fill = self.colours[colour]
        return f'<rect x="{x}" y="{y}" width="{max(1, width)}" height="{max(1, height)}" rx="{radius}" fill="{fill}"/>'

    def line(self, x: int, y: int, to_x: int, to_y: int, colour: str, width: int = 3) -> str:
        """A straight line."""
        return (
            f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" stroke="{self.colours[colour]}" stroke-width="{width}"/>'
        )

    def arrow(self, x: int, y: int) -> str:
        """The head of an arrow that ends at a place."""
        stroke = self.colours["edge"]
        return (
            f'<path d="M{x - 16} {y - 12} L{x} {y} L{x - 16} {y + 12}" fill="none" stroke="{stroke}" stroke-width="3"/>'
        )

    def text(
        self, x: int, y: int, said: str, size: int, colour: str = "ink", weight: int = 400, at: str = "start"
    ) -> str:
        """A line of text, escaped; `y` is where it stands."""
        return (
            f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{self.colours[colour]}" '
            f'text-anchor="{at}">{escape(in_language(said))}</text>'
        )


def pen_of(theme: Theme) -> Pen:
    """The pen of a theme."""
    return Pen(_COLOURS[theme])


def picture(pen: Pen, marks: Sequence[str], said: str, more: str = "") -> str:
    """Marks as a whole picture, with what it says to who does not see it, and more about it where there is more."""
    described = f"<desc>{escape(in_language(more))}</desc>" if more else ""
    told = f"<title>{escape(in_language(said))}</title>{described}"
    ground = pen.box(0, 0, WIDTH, HEIGHT, "card")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'role="img" font-family="{_FAMILY}">{told}{ground}{"".join(marks)}</svg>'
    )


def breadth(said: str, size: int) -> int:
    """About how broad a text is: letters have some 58 hundredths of their height, narrow ones half as much.

    >>> breadth("Moor", 100), breadth("\u6c7a\u6226", 100), breadth("e\u0301", 100)
    (231, 200, 58)
    """
    return sum(map(_hundredths, said)) * size // 100


def _hundredths(sign: str) -> int:
    if sign in _NARROW:
        return 30
    if sign in _BROAD:
        return 85
    if sign.isascii():
        return 58
    # Signs of Chinese and Japanese, and pictures, are as broad as they are high; what stands on a letter takes no room.
    return 100 if east_asian_width(sign) in "WF" else 0 if category(sign) in ("Mn", "Me") else 58


def fit(said: str, broad: int, sizes: Sequence[int]) -> tuple[list[str], int]:
    """A text in the largest size in which it fits, in up to two lines; cut where even the smallest is too large."""
    said = in_language(said)
    for size in sizes:
        lines = _lines(said, broad, size)
        if len(lines) <= (1 if size == sizes[0] else 2) and all(breadth(line, size) <= broad for line in lines):
            return lines, size
    smallest = sizes[-1]
    lines = _lines(said, broad, smallest)
    if len(lines) > 2:
        lines = [lines[0], f"{lines[1]}…"]
    return [_cut(line, broad, smallest) for line in lines], smallest


def _lines(said: str, broad: int, size: int) -> list[str]:
    lines = [""]
    for word in said.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and breadth(longer, size) > broad:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def one_line(texts: Sequence[str], broad: int, sizes: Sequence[int]) -> tuple[list[str], int]:
    """Texts that stand beside each other, in the largest size in which each is one line; cut where none is that small.

    >>> one_line(["33.0% Followers", "2.4% neither"], 350, (36, 30, 26))
    (['33.0% Followers', '2.4% neither'], 36)
    >>> one_line(["x" * 40], 350, (36, 30))[0][0]
    'xxxxxxxxxxxxxxxxxxx…'
    """
    texts = [in_language(said) for said in texts]
    size = next((size for size in sizes if all(breadth(said, size) <= broad for said in texts)), sizes[-1])
    return [_cut(said, broad, size) for said in texts], size


def _cut(said: str, broad: int, size: int) -> str:
    if breadth(said, size) <= broad:
        return said
    while said and breadth(f"{said}…", size) > broad:
        said = said[:-1]
    return f"{said.rstrip()}…"


def foot(pen: Pen, said: str) -> list[str]:
    """The foot: what it is about, and whose card it is."""
    lines, size = one_line([said], 800, (34, 30, 26))
    marks = [pen.box(0, FOOT, WIDTH, HEIGHT - FOOT, "bg"), pen.line(0, FOOT, WIDTH, FOOT, "line", 2)]
    marks.append(pen.text(LEFT, FOOT + 54, lines[0], size, "muted"))
    for n, (tall, colour) in enumerate(((24, "a"), (38, "a"), (13, "b"))):
        marks.append(pen.box(RIGHT - 212 + n * 16, FOOT + 62 - tall, 11, tall, colour, 2))
    marks.append(pen.text(RIGHT - 156, FOOT + 58, "probcalc", 36, weight=700))
    return marks
