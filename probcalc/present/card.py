"""The card of an answer, 1200 x 630: who meets whom, the number in odds, the picture; one drawing for every place.

Previews of links, copied and saved pictures and embedded answers show this drawing, as SVG or as PNG.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any, Literal, TypeAlias

from probcalc.analysis.contest import Contest, contest_in
from probcalc.exact.distribution import Distribution
from probcalc.present.decimals import percent
from probcalc.present.headline import Headline, Named, counted_in, headline
from probcalc.present.words import outcome_words
from probcalc.scenarios import registry
from probcalc.scenarios.answer import Answer

Theme: TypeAlias = Literal["light", "dark"]

WIDTH, HEIGHT = 1200, 630
MOST_BARS = 130
_FOOT = 546
_LEFT, _RIGHT = 56, WIDTH - 56
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
class _Pen:
    """Writes marks in the colours of a theme."""

    colours: dict[str, str]

    def box(self, x: int, y: int, width: int, height: int, colour: str, radius: int = 0) -> str:
        fill = self.colours[colour]
        return f'<rect x="{x}" y="{y}" width="{max(1, width)}" height="{max(1, height)}" rx="{radius}" fill="{fill}"/>'

    def line(self, x: int, y: int, to_x: int, to_y: int, colour: str, width: int = 3) -> str:
        return (
            f'<line x1="{x}" y1="{y}" x2="{to_x}" y2="{to_y}" stroke="{self.colours[colour]}" stroke-width="{width}"/>'
        )

    def arrow(self, x: int, y: int) -> str:
        stroke = self.colours["edge"]
        return (
            f'<path d="M{x - 16} {y - 12} L{x} {y} L{x - 16} {y + 12}" fill="none" stroke="{stroke}" stroke-width="3"/>'
        )

    def text(
        self, x: int, y: int, said: str, size: int, colour: str = "ink", weight: int = 400, at: str = "start"
    ) -> str:
        return (
            f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{self.colours[colour]}" '
            f'text-anchor="{at}">{escape(said)}</text>'
        )


def card_svg(
    answer: Answer, at_least: int | None = None, result: str = "", outcome: Any = None, theme: Theme = "light"
) -> str:
    """The card of an answer, or of one of its results, as an SVG picture.

    >>> import probcalc
    >>> card_svg(probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen"))[:4]
    '<svg'
    """
    pen = _Pen(_COLOURS[theme])
    lead = headline(answer, at_least, result, outcome)
    shown = lead.result if isinstance(answer[lead.result], Distribution) else counted_in(answer, result)
    fought = contest_in(answer, lead.result)
    marks = _top(pen, answer, lead)
    if fought is not None:
        marks += _contest(pen, answer, lead, fought)
    else:
        law = answer[shown] if shown else None
        room = isinstance(law, Distribution) and 1 < len(law) <= MOST_BARS
        marks += _number(pen, lead, (_LEFT, 560) if room else (_LEFT, _RIGHT))
        if room and isinstance(law, Distribution):
            least = at_least if lead.result == shown else _least(lead, law)
            marks += _bars(pen, answer, law, least, answer.declared(shown).unit)
    game = registry.system_of(type(answer.scenario).id).name
    marks += _foot(pen, f"{game}: {type(answer.scenario).title}")
    return _picture(pen, marks, lead.text)


def compared_card_svg(answers: Sequence[Answer], names: Sequence[str], shared: str = "", theme: Theme = "light") -> str:
    """The card of several answers side by side, each with what it is called among them.

    >>> import probcalc
    >>> answers = [probcalc.odds("chronopia.melee", cc=cc) for cc in (11, 12)]
    >>> compared_card_svg(answers, ["CC 11", "CC 12"]).count("CC 1")
    4
    """
    pen = _Pen(_COLOURS[theme])
    leads = [headline(answer) for answer in answers]
    title, size = _fitted(shared or "Side by side", _RIGHT - _LEFT, (54, 46, 38, 34))
    marks = [pen.text(_LEFT, 84 + n * size * 11 // 10, line, size, weight=700) for n, line in enumerate(title)]
    top = 84 + len(title) * size * 11 // 10
    high = (_FOOT - 14 - top) // len(leads)
    # What is best can be said of one and the same thing alone.
    alike = len({(type(answer.scenario).id, lead.result) for answer, lead in zip(answers, leads, strict=True)}) == 1
    counts = alike and answers[0].declared(leads[0].result).better == "more"
    best = max((lead.exact for lead in leads if counts and lead.exact is not None), default=None)
    for place, (name, lead) in enumerate(zip(names, leads, strict=True)):
        y = top + place * high
        colour = "a" if best is None or lead.exact == best else "muted"
        said, small = _fitted(f"{chr(65 + place)}  {name}", 700, (40, 34, 28))
        marks.append(pen.text(_LEFT, y + 36, said[0], small, weight=650))
        marks.append(pen.text(_RIGHT, y + 44, lead.value, 58 if len(lead.value) < 9 else 40, colour, 700, "end"))
        if lead.kind == "probability" and lead.exact is not None:
            marks.append(pen.box(_LEFT, y + 56, _RIGHT - _LEFT, 14, "line", 7))
            marks.append(pen.box(_LEFT, y + 56, int(lead.exact * (_RIGHT - _LEFT)), 14, colour, 7))
    marks += _foot(pen, "Compare")
    return _picture(pen, marks, "; ".join(f"{name}: {lead.value}" for name, lead in zip(names, leads, strict=True)))


def general_card_svg(theme: Theme = "light") -> str:
    """The card of a link that asks nothing that can be answered.

    >>> "Exact odds for tabletop games" in general_card_svg()
    True
    """
    pen = _Pen(_COLOURS[theme])
    title = "Exact odds for tabletop games"
    marks = [
        pen.text(_LEFT, 150, title, 76, weight=700),
        pen.text(_LEFT, 220, "Any unit, any dice. Nothing is simulated.", 40, "muted"),
    ]
    for place, weights in enumerate(((34, 49, 17), (84, 10, 6), (3, 8, 14, 11, 17, 14, 11, 8, 3))):
        left, broad = _LEFT + place * 372, 344 // len(weights)
        for n, weight in enumerate(weights):
            colour = "a" if n >= len(weights) // 2 else "tie"
            marks.append(
                pen.box(
                    left + n * broad,
                    470 - weight * 180 // max(weights),
                    broad - 8,
                    weight * 180 // max(weights),
                    colour,
                    6,
                )
            )
    marks += _foot(pen, ", ".join(system.name for system in registry.systems()[:3]) + " and more")
    return _picture(pen, marks, title)


def card_png(svg: str, width: int = WIDTH) -> bytes:
    r"""A card as a PNG picture.

    >>> card_png(general_card_svg())[:4]
    b'\x89PNG'

    Raises:
        MissingExtra: where the library that paints is not installed.
    """
    from probcalc.scenarios.extras import need

    need("pictures", "report")
    import vl_convert

    painted: bytes = vl_convert.svg_to_png(svg, scale=width / WIDTH)
    return painted


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A card as a file, made when it is called; where there is no server the page paints it from the SVG."""

    svg: str
    kind: Literal["png", "svg"]

    def __call__(self) -> str | bytes:
        """The picture."""
        return self.svg if self.kind == "svg" else card_png(self.svg)


def _picture(pen: _Pen, marks: Sequence[str], said: str) -> str:
    ground = pen.box(0, 0, WIDTH, HEIGHT, "card")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'role="img" font-family="{_FAMILY}"><title>{escape(said)}</title>{ground}{"".join(marks)}</svg>'
    )


def _breadth(said: str, size: int) -> int:
    """About how broad a text is: letters have some 58 hundredths of their height, narrow ones half as much."""
    parts = sum(30 if c in _NARROW else 85 if c in _BROAD else 58 for c in said)
    return parts * size // 100


def _fitted(said: str, broad: int, sizes: Sequence[int]) -> tuple[list[str], int]:
    """A text in the largest size in which it fits, in up to two lines; cut where even the smallest is too large."""
    for size in sizes:
        lines = _lines(said, broad, size)
        if len(lines) <= (1 if size == sizes[0] else 2) and all(_breadth(line, size) <= broad for line in lines):
            return lines, size
    lines = _lines(said, broad, sizes[-1])[:2]
    while lines[-1] and _breadth(f"{lines[-1]}…", sizes[-1]) > broad:
        lines[-1] = lines[-1][:-1]
    return [*lines[:-1], f"{lines[-1].rstrip()}…"], sizes[-1]


def _lines(said: str, broad: int, size: int) -> list[str]:
    lines = [""]
    for word in said.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and _breadth(longer, size) > broad:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _top(pen: _Pen, answer: Answer, lead: Headline) -> list[str]:
    meets = lead.match_up
    if meets is None or meets.right is None:
        said = type(answer.scenario).title if meets is None else meets.left.name
        lines, size = _fitted(said, _RIGHT - _LEFT, (74, 60, 48, 40))
        marks = [pen.text(_LEFT, 110 + n * size * 11 // 10, line, size, weight=700) for n, line in enumerate(lines)]
        if meets is not None and meets.left.bears:
            marks.append(pen.text(_LEFT, 120 + len(lines) * size * 11 // 10 - size // 2, meets.left.bears, 34, "muted"))
        return marks
    marks = [pen.box(0, 44, 14, 100, "a", 4), pen.box(WIDTH - 14, 44, 14, 100, "b", 4)]
    left, right = _named(answer, 0, meets.left), _named(answer, 1, meets.right)
    marks += _side(pen, left, 46, "start") + _side(pen, right, WIDTH - 46, "end")
    verb, middle = meets.verb, WIDTH // 2
    lines, size = _fitted(verb, 190, (34, 28, 24))
    marks += [
        pen.text(middle, 82 - (len(lines) - 1 - n) * size, line, size, "muted", at="middle")
        for n, line in enumerate(lines)
    ]
    marks.append(pen.line(middle - 60, 108, middle + 56, 108, "edge"))
    marks.append(pen.arrow(middle + 60, 108))
    return marks


def _named(answer: Answer, place: int, named: Named) -> Named:
    """A side in its number, where it has one."""
    party = answer.parties[place]
    if party.subject[:1].isdigit() and not party.as_written:
        return Named(party.subject, "" if named.bears[:1].isdigit() else named.bears)
    return named


def _side(pen: _Pen, named: Named, x: int, at: str) -> list[str]:
    lines, size = _fitted(named.name, 430, (58, 50, 40, 34))
    marks = [pen.text(x, 92 + n * size * 11 // 10, line, size, weight=700, at=at) for n, line in enumerate(lines)]
    if named.bears:
        below, small = _fitted(named.bears, 430, (34, 30, 26))
        y = 92 + (len(lines) - 1) * size * 11 // 10 + 44
        marks.append(pen.text(x, y, below[0], small, "muted", at=at))
    return marks


def _value(lead: Headline) -> tuple[str, str]:
    """The number without its sign, and the sign or unit that stands smaller beside it."""
    shown = lead.value
    if lead.kind == "probability":
        return shown.removesuffix("%").rstrip(), "%"
    number, _, rest = shown.partition(" ")
    return (number, rest) if number[-1:].isdigit() else (shown, "")


def _number(pen: _Pen, lead: Headline, room: tuple[int, int]) -> list[str]:
    left, right = room
    said, size = _fitted(lead.sentence, right - left, (42, 36, 30, 26))
    number, sign = _value(lead)
    big = (
        170 if _breadth(number, 170) + 100 < right - left else 110 if _breadth(number, 110) + 80 < right - left else 56
    )
    marks = [pen.text(left, 268 + n * size * 11 // 10, line, size, weight=700) for n, line in enumerate(said)]
    base = 268 + (len(said) - 1) * size * 11 // 10 + big * 9 // 10
    marks.append(pen.text(left - 6, base, number, big, "a", 700))
    words = lead.verdict.words if lead.verdict is not None else ""
    beside = left + _breadth(number, big) + 6
    if sign == "%" or words or beside + _breadth(sign, 36) < right:
        marks.append(pen.text(beside, base, sign, big // 2 if sign == "%" else 36, "a", 650))
    else:
        words = sign
    marks.append(pen.text(left, min(base + 62, _FOOT - 22), words, 46, weight=700))
    return marks


def _least(lead: Headline, law: Distribution) -> int | None:
    """From which number on a chance that leads counts in the law beside it, where it does."""
    if lead.exact is None or not law.is_extended:
        return None
    return next((n for n in law if isinstance(n, int) and law.at_least(n) == lead.exact), None)


def _bars(pen: _Pen, answer: Answer, law: Distribution, least: int | None, unit: str) -> list[str]:
    left, base = 600, 470
    broad = (_RIGHT - left) // len(law)
    gap = 14 if len(law) <= 8 else 6 if len(law) <= 20 else 2
    highest = max(law.values())
    few = len(law) <= 6
    every = max(1, -(-len(law) // 9))
    marks = []
    for n, (outcome, chance) in enumerate(law.items()):
        x, tall = left + n * broad, int(Fraction(206) * chance / highest)
        counts = least is None or (isinstance(outcome, int) and outcome >= least)
        colour = "a" if counts else "tie"
        marks.append(pen.box(x, base - max(tall, 4), broad - gap, max(tall, 4), colour, 6))
        middle = x + (broad - gap) // 2
        if few:
            above = percent(chance).removesuffix("%").rstrip()
            marks.append(pen.text(middle, base - tall - 14, above, 36, "a" if counts else "ink", 640, "middle"))
        if n % every == 0:
            words = outcome_words(outcome, answer.sides)
            lines, size = _fitted(words, broad * every, (34, 28, 24, 20))
            down = base + 12 + size
            marks += [
                pen.text(middle, down + i * size, line, size, weight=700, at="middle") for i, line in enumerate(lines)
            ]
    marks.append(pen.line(left - 6, base, _RIGHT, base, "edge"))
    if unit:
        marks.append(pen.text(_RIGHT, 214, unit, 30, "muted", at="end"))
    return marks


def _contest(pen: _Pen, answer: Answer, lead: Headline, fought: Contest) -> list[str]:
    number, sign = _value(lead)
    marks = [pen.text(_LEFT - 6, 370, number, 190, "a", 700)]
    beside = _LEFT + _breadth(number, 190) + 8
    marks.append(pen.text(beside, 370, sign, 95, "a", 650))
    left = beside + 130
    said, size = _fitted(lead.sentence, _RIGHT - left, (42, 36, 30, 26))
    top = 290 - (len(said) - 1) * size
    marks += [pen.text(left, top + n * size * 11 // 10, line, size, weight=700) for n, line in enumerate(said)]
    words = lead.verdict.words if lead.verdict is not None else ""
    marks.append(pen.text(left, 366, words, 54, weight=700))
    shares = ((fought.a, "a"), (fought.neither, "tie"), (fought.b, "b"))
    x = _LEFT
    for chance, colour in shares:
        long = int(chance * (_RIGHT - _LEFT))
        if chance:
            marks.append(pen.box(x, 404, max(long - 6, 4), 66, colour, 8))
        x += long
    sides = answer.sides
    names = [_bare(sides.get("a", "A")), "neither", _bare(sides.get("b", "B"))]
    for (chance, colour), name, (place, at) in zip(
        shares, names, ((_LEFT, "start"), (WIDTH // 2, "middle"), (_RIGHT, "end")), strict=True
    ):
        if not chance and colour == "tie":
            continue
        text = f"{percent(chance)} {name}"
        cut, small = _fitted(text, 350, (36, 30, 26))
        marks.append(pen.text(place, 520, cut[0], small, colour if colour != "tie" else "muted", 600, at))
    return marks


def _bare(name: str) -> str:
    return name.removeprefix("the ")


def _foot(pen: _Pen, said: str) -> list[str]:
    lines, size = _fitted(said, 800, (34, 30, 26))
    marks = [pen.box(0, _FOOT, WIDTH, HEIGHT - _FOOT, "bg"), pen.line(0, _FOOT, WIDTH, _FOOT, "line", 2)]
    marks.append(pen.text(_LEFT, _FOOT + 54, lines[0], size, "muted"))
    for n, (tall, colour) in enumerate(((24, "a"), (38, "a"), (13, "b"))):
        marks.append(pen.box(_RIGHT - 212 + n * 16, _FOOT + 62 - tall, 11, tall, colour, 2))
    marks.append(pen.text(_RIGHT - 156, _FOOT + 58, "probcalc", 36, weight=700))
    return marks
