"""Several laws as lines in one picture: that many or more, or fewer, or exactly, each with its letter."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from probcalc.web.pages.answer.law_drawn import axis_words
from probcalc.web.pages.compare.curves_shown import LawsShown
from probcalc.web.pages.lists.setups_drawn import LETTERS
from probcalc.web.parts.controls import pick_chip
from probcalc.web.parts.markup import Markup, stretched, tag
from probcalc.web.parts.numbers import part, percent, width

_HEIGHT = 1000
_HALF = Fraction(1, 2)
_MOST_SAID = 8
# On a phone a picture is about so wide and high; a mark that would lie on another moves aside by its own width.
_WIDE, _HIGH, _MARK = 300, 200, 22
_ASIDE = (0, 1, -1, 2, -2, 3)


def curves_card(laws: LawsShown, names: Sequence[str], start: str | None) -> Markup:
    """The card of the laws of several set-ups, by short `names`; `start` is the outcome from which on counts.

    The letter of a line stands where it crosses one half, of exact chances at the highest. Without an order each
    outcome has a row of bars.
    """
    picks = tag("div.chips", map(pick_chip, laws.picks)) if laws.picks else None
    picture = (
        _picture(laws, names, start) if laws.is_ordered else [_draw_outcome(laws, n) for n in range(len(laws.outcomes))]
    )
    return tag("section.card.curves", tag("h2", laws.report.counts), picks, picture)


def _letters(laws: LawsShown) -> list[str]:
    return [LETTERS[place] for place in laws.places]


def _picture(laws: LawsShown, names: Sequence[str], start: str | None) -> list[Markup]:
    way, outcomes = laws.way, laws.outcomes
    top = max(p for law in laws.columns for p in law) if way == "exactly" else Fraction(1)
    count = len(outcomes)
    lines = [tag(f"path.set{n}", d=_path(law, way, top)) for n, law in enumerate(laws.columns)]
    svg = stretched(count, _HEIGHT, lines)
    cut = None
    if start in outcomes:
        cut = tag("i.cut", style=f"left:{width(_middle(outcomes.index(start), count))}")
    half = None if way == "exactly" else tag("i.half", tag("span", "50%"))
    plot = tag(
        "div.plot",
        tag("span.peak", percent(top)),
        half,
        cut,
        svg,
        _marks(laws, top),
        role="img",
        aria_label=_describe(laws),
    )
    words = {"at least": ", or more", "at most": ", or fewer", "exactly": ", exactly"}[way]
    sets = enumerate(zip(laws.places, _letters(laws), strict=True))
    key = tag("div.key", [tag(f"span.set{n}", tag("i.letter", letter), names[at]) for n, (at, letter) in sets])
    unit = laws.report.columns[0].label or "outcome"
    return [key, plot, tag("div.cols.axis", axis_words(outcomes)), tag("p.foot", f"{unit}{words}")]


def _path(law: Sequence[Fraction], way: str, top: Fraction) -> str:
    """The steps of a line: a chance of so many or more falls at its outcome, one of so many or fewer rises there."""
    heights = [_HEIGHT - round(p / top * _HEIGHT) for p in law]
    if way == "exactly":
        return f"M0 {_HEIGHT}{''.join(f'V{y}h1' for y in heights)}V{_HEIGHT}"
    if way == "at most":
        return f"M0 {_HEIGHT}h.5{''.join(f'V{y}h1' for y in heights[:-1])}V{heights[-1]}h.5"
    return f"M0 {heights[0]}h.5{''.join(f'V{y}h1' for y in heights[1:])}V{_HEIGHT}"


def _middle(place: int, count: int) -> Fraction:
    return Fraction(2 * place + 1, 2 * count)


def _crossing(law: Sequence[Fraction], way: str, top: Fraction) -> tuple[int, Fraction]:
    """Where the letter of a line stands: the outcome at which it passes one half, in the middle of that step."""
    if way == "exactly":
        place = max(range(len(law)), key=lambda n: law[n])
        return place, law[place] / top
    if way == "at most":
        place = next((n for n, p in enumerate(law) if p >= _HALF), len(law) - 1)
        return place, (law[place] + (law[place - 1] if place else 0)) / 2
    place = max((n for n, p in enumerate(law) if p >= _HALF), default=0)
    return place, (law[place] + (law[place + 1] if place + 1 < len(law) else 0)) / 2


def _marks(laws: LawsShown, top: Fraction) -> list[Markup]:
    marks: list[Markup] = []
    taken: list[tuple[Fraction, Fraction]] = []

    def is_free(x: Fraction, y: Fraction) -> bool:
        return all(abs(x - other) >= _MARK - 2 or abs(y - height) >= _MARK - 2 for other, height in taken)

    for n, (letter, law) in enumerate(zip(_letters(laws), laws.columns, strict=True)):
        place, height = _crossing(law, laws.way, top)
        left = _middle(place, len(law))
        x, y = left * _WIDE, height * _HIGH
        aside = next((side * _MARK for side in _ASIDE if is_free(x + side * _MARK, y)), 0)
        taken.append((x + aside, y))
        where = f"bottom:{width(height)};left:calc({width(left)} + {aside}px)"
        marks.append(tag(f"i.letter.set{n}", letter, style=where))
    return marks


def _describe(laws: LawsShown) -> str:
    every = max(1, -(-len(laws.outcomes) // _MOST_SAID))
    told = []
    for letter, law in zip(_letters(laws), laws.columns, strict=True):
        pairs = list(zip(laws.outcomes, law, strict=True))[::every]
        told.append(f"{letter}: {', '.join(f'{x} {percent(p)}' for x, p in pairs)}")
    return f"{laws.report.counts}, {laws.way}. {'; '.join(told)}"


def _draw_outcome(laws: LawsShown, place: int) -> Markup:
    """One outcome without an order among them: a bar of each set-up."""
    rows = [
        tag(
            f"div.nr.set{n}",
            tag("i.letter", letter),
            tag("i.tr", tag("u", style=f"--v:{part(law[place])}"), aria_hidden="true"),
            tag("b", percent(law[place])),
        )
        for n, (letter, law) in enumerate(zip(_letters(laws), laws.columns, strict=True))
    ]
    return tag("div.names", tag("h3", laws.outcomes[place]), rows, role="group")
