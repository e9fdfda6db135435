"""The flow of one run of play: its rolls level by level, each a share of the one before, and what it comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from probcalc.web.pages.answer.drawn import Piece
from probcalc.web.pages.answer.law_drawn import Law, law_bars
from probcalc.web.parts.fit import fit_label, line_below, named_below, wrap_label
from probcalc.web.parts.markup import Child, Markup, tag
from probcalc.web.parts.numbers import in_percent, percent, width

Shade: TypeAlias = Literal["good", "best", "soft", "bad", "none"]
_MOST_CELLS = 20
# The sizes of type in a band: its name, what stands below it, and an outcome.
_NAME, _SMALL, _TALL = 13, 12, 15


@dataclass(frozen=True, slots=True)
class Band:
    """Faces that end alike: how likely among the faces of the roll, which share of all runs, and its runs of faces."""

    name: str
    p: Fraction
    width: Fraction
    kind: Shade
    faces: tuple[tuple[int, int], ...]
    said: str = ""


@dataclass(frozen=True, slots=True)
class Rolled:
    """One roll: what it needs, and from where to where it lies among all runs."""

    name: str
    needs: str
    start: Fraction
    width: Fraction
    bands: tuple[Band, ...]
    from_high: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """Runs that count already before the rolls of a level are made."""

    start: Fraction
    width: Fraction
    kind: Shade


StepLaw: TypeAlias = tuple[str, Law]
"""What a law is of, and the law."""


@dataclass(frozen=True, slots=True)
class UnitFlow:
    """One run of play, by what is rolled at each point of it.

    Here `side` is whose dice they are, `outcome` what it comes to, and `law` what all runs come to.
    """

    title: str = ""
    side: str = ""
    ends: str = ""
    levels: tuple[tuple[Rolled | Ended, ...], ...] = ()
    outcome: tuple[Piece, ...] = ()
    law: StepLaw | None = None


def unit_flow(unit: UnitFlow) -> Markup:
    """The picture of a run."""
    levels = [_level(level, unit.title) for level in unit.levels]
    outcome = None
    if unit.outcome:
        title = tag("p.lev", tag("b", unit.ends))
        pieces = [(kind, p, f"{percent(p)} {name}") for name, p, kind in unit.outcome]
        segments = [_segment(kind, p, fit_label("b", words, _TALL, percent(p, 0)), words) for kind, p, words in pieces]
        below = [named_below(kind, words, words, _TALL, p) for kind, p, words in pieces]
        said = ", ".join(f"{name} {percent(p)}" for name, p, _ in unit.outcome)
        outcome = [title, tag("div.strip.tall", segments, role="img", aria_label=said), line_below(below)]
    law = step_law(unit.law) if unit.law else None
    side = f".{unit.side}" if unit.side in ("a", "b") else ""
    return tag(f"div.unit-flow{side}", tag("h2", unit.title) if unit.title else None, levels, outcome, law)


def step_law(row: StepLaw) -> Markup:
    """A law with what it is of."""
    return tag("div.step-law", tag("h3", row[0]), law_bars(row[1]))


def _level(level: Sequence[Rolled | Ended], titled: str) -> list[Markup]:
    """The rolls made at one point of play: what they need, then their faces and bands under what leads to them.

    What the title of the run names already is not named again.
    """
    rolls = [piece for piece in level if isinstance(piece, Rolled)]
    names = dict.fromkeys((roll.name, roll.needs) for roll in rolls)
    told = [(None if titled.startswith(name) else tag("b", name, " "), needs) for name, needs in names]
    found = [tag("p.lev", heading, needs) for heading, needs in told if heading or needs]
    drawn: list[Markup] = []
    end = Fraction(0)
    for piece in sorted(level, key=lambda piece: piece.start):
        start, size = piece.start, piece.width
        if start > end:
            drawn.append(_segment("gap", start - end, None))
        if isinstance(piece, Rolled):
            drawn.append(_roll(piece, size))
        else:
            label = wrap_label("small", "no roll", _SMALL)
            drawn.append(_segment(piece.kind, size, label, f"no roll: {percent(size)}"))
        end = start + size
    if end < 1:
        drawn.append(_segment("gap", 1 - end, None))
    said = "; ".join(_read_roll(roll) for roll in rolls[:4])
    below = [_below(band) for roll in rolls for band in roll.bands]
    below += [
        named_below(p.kind, f"{percent(p.width)} no roll", "roll", _SMALL, p.width)
        for p in level
        if isinstance(p, Ended)
    ]
    return [*found, tag("div.strip", drawn, role="img", aria_label=said), line_below(list(dict.fromkeys(below)))]


def _below(band: Band) -> Markup:
    return named_below(band.kind, f"{percent(band.width)} {band.name}", band.name, _NAME, band.width)


def _read_roll(roll: Rolled) -> str:
    bands = ", ".join(f"{band.name} {percent(band.p)}" for band in roll.bands)
    return f"{roll.name}: {bands}"


def _roll(roll: Rolled, size: Fraction) -> Markup:
    cells = _cells(roll, size)
    bands = []
    for band in roll.bands:
        worth = in_percent(band.width, 0)
        label = fit_label("b", band.name, _NAME, "✕" if band.kind == "bad" else _SHORT.get(band.name, ""))
        if size < 1:
            label += fit_label("small", f"{percent(band.p, 0)} of {in_percent(size, 0)} = {worth}", _SMALL, worth)
        else:
            label += fit_label("small", worth, _SMALL)
        bands.append(_segment(band.kind, band.p, label, f"{band.name}: {percent(band.p)}{band.said}"))
    return tag("div.rolled", cells, tag("div.bands", bands), style=f"--w:{width(size)}")


_SHORT = {"critical": "crit"}


def _cells(roll: Rolled, size: Fraction) -> Markup | None:
    faces = [(face, band.kind) for band in roll.bands for first, last in band.faces for face in _run(first, last, roll)]
    # Where each band is one face by its number, the bands say all that the faces would.
    is_said = all([(band.name, band.name)] == [(str(a), str(b)) for a, b in band.faces] for band in roll.bands)
    if is_said or not faces or len(faces) > _MOST_CELLS:
        return None
    numbered = size >= Fraction(len(faces), 24)
    return tag("div.faces", [tag(f"i.{kind}", str(face) if numbered else None) for face, kind in faces])


def _run(first: int, last: int, roll: Rolled) -> Sequence[int]:
    """The faces of a run, from the high ones down where those are the good ones."""
    run = range(first, last + 1)
    return run[::-1] if roll.from_high else run


def _segment(kind: str, size: Fraction, inside: Child, title: str | None = None) -> Markup:
    return tag(f"div.sg.{kind}", inside, style=f"--w:{width(size)}", title=title)
