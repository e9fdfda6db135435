"""Why: the faces of each die as a strip, each following roll as a share of the one before, up to the number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from probcalc.web.parts.fit import fitted, line_below, named_below, wrapped
from probcalc.web.parts.law import law_bars, named_rows
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import chance, part, points, share, width
from probcalc.web.parts.result import contest_bar, facing

_MOST_CELLS = 20
# The sizes of type in a band: its name, what stands below it, and an outcome.
_NAME, _SMALL, _TALL = 13, 12, 15


def why_card(card: Mapping[str, Any]) -> Markup:
    """The picture that arrives at the number.

    `card` is {units: [unit], laws: [{title, law}], square?, facing?, contest?, decides?: {title, law}, after?:
    {heading, outcomes, counted}, sum?: {parts, value, sentence, fraction}}, `after` the rows after each turn; a unit is
    {title, side, ends, levels: [{rolls: [roll], ended: [{start, width, kind}]}], outcome: [{name, p, kind}], law?:
    {title, law}}; a roll is {name, dice, needs, start, width, bands}, a band {name, p, start, width, kind, faces:
    [[first, last]], said}. `kind` is "good", "best", "soft", "bad" or "none", `side` that of whose dice they are.
    """
    parts: list[Markup | None] = [_unit(unit) for unit in card["units"]]
    if card.get("square"):
        parts.append(_square(card["square"]))
    parts += [_law(row) for row in card.get("laws", ())]
    if card.get("facing"):
        parts.append(tag("div.step-law", facing(card["facing"]), contest_bar(card["contest"])))
    if card.get("decides"):
        parts.append(_law(card["decides"]))
    if card.get("after"):
        parts.append(tag("div.step-law", tag("h2", card["after"]["heading"]), named_rows(card["after"])))
    if card.get("sum"):
        parts.append(_sum(card["sum"]))
    return tag("section.why", parts)


def _unit(unit: Mapping[str, Any]) -> Markup:
    levels = [_level(level) for level in unit["levels"]]
    outcome = None
    if unit["outcome"]:
        title = tag("p.lev", tag("b", unit["ends"]))
        pieces = [(row["kind"], share(row["p"]), f"{chance(row['p'])} {row['name']}") for row in unit["outcome"]]
        segments = [_segment(kind, p, fitted("b", words, _TALL, chance(p, 0)), words) for kind, p, words in pieces]
        below = [named_below(kind, words, words, _TALL, p) for kind, p, words in pieces]
        said = ", ".join(f"{row['name']} {chance(row['p'])}" for row in unit["outcome"])
        outcome = [title, tag("div.strip.tall", segments, role="img", aria_label=said), line_below(below)]
    law = _law(unit["law"]) if unit.get("law") else None
    side = f".{unit['side']}" if unit.get("side") in ("a", "b") else ""
    return tag(f"div.unit-flow{side}", tag("h2", unit["title"]) if unit["title"] else None, levels, outcome, law)


def _law(row: Mapping[str, Any]) -> Markup:
    return tag("div.step-law", tag("h3", row["title"]), law_bars(row["law"]))


def _level(level: Mapping[str, Any]) -> list[Markup]:
    """The rolls made at one point of play: what they need, then their faces and bands under what leads to them."""
    names = dict.fromkeys((roll["name"], roll["needs"]) for roll in level["rolls"])
    found = [tag("p.lev", tag("b", name), " ", needs) for name, needs in names]
    pieces: list[Markup] = []
    end = Fraction(0)
    ended = level["ended"]
    for piece in sorted([*level["rolls"], *ended], key=lambda piece: share(piece["start"])):
        start, size = share(piece["start"]), share(piece["width"])
        if start > end:
            pieces.append(_segment("gap", start - end, None))
        if "bands" in piece:
            pieces.append(_roll(piece, size))
        else:
            label = wrapped("small", "no roll", _SMALL)
            pieces.append(_segment(piece["kind"], size, label, f"no roll: {chance(size)}"))
        end = start + size
    if end < 1:
        pieces.append(_segment("gap", 1 - end, None))
    said = "; ".join(_read_out(roll) for roll in level["rolls"][:4])
    below = [_below(band) for roll in level["rolls"] for band in roll["bands"]]
    below += [named_below(p["kind"], f"{chance(p['width'])} no roll", "roll", _SMALL, share(p["width"])) for p in ended]
    return [*found, tag("div.strip", pieces, role="img", aria_label=said), line_below(list(dict.fromkeys(below)))]


def _below(band: Mapping[str, Any]) -> Markup:
    width = share(band["width"])
    return named_below(band["kind"], f"{chance(width)} {band['name']}", str(band["name"]), _NAME, width)


def _read_out(roll: Mapping[str, Any]) -> str:
    bands = ", ".join(f"{band['name']} {chance(band['p'])}" for band in roll["bands"])
    return f"{roll['name']}: {bands}"


def _roll(roll: Mapping[str, Any], size: Fraction) -> Markup:
    cells = _cells(roll, size)
    bands = []
    for band in roll["bands"]:
        p = share(band["p"])
        total = share(band["width"])
        name, worth = str(band["name"]), points(total, 0)
        label = fitted("b", name, _NAME, "✕" if band["kind"] == "bad" else _SHORT.get(name, ""))
        if size < 1:
            label += fitted("small", f"{chance(p, 0)} of {points(size, 0)} = {worth}", _SMALL, worth)
        else:
            label += fitted("small", worth, _SMALL)
        bands.append(_segment(band["kind"], p, label, f"{band['name']}: {chance(p)}{band['said']}"))
    return tag("div.rolled", cells, tag("div.bands", bands), style=f"--w:{width(size)}")


_SHORT = {"critical": "crit"}


def _cells(roll: Mapping[str, Any], size: Fraction) -> Markup | None:
    faces = [
        (face, band["kind"])
        for band in roll["bands"]
        for first, last in band["faces"]
        for face in _run(first, last, roll)
    ]
    if not faces or len(faces) > _MOST_CELLS:
        return None
    numbered = size >= Fraction(len(faces), 24)
    return tag("div.faces", [tag(f"i.{kind}", str(face) if numbered else None) for face, kind in faces])


def _run(first: int, last: int, roll: Mapping[str, Any]) -> Sequence[int]:
    """The faces of a run, from the high ones down where those are the good ones."""
    run = range(first, last + 1)
    return run[::-1] if roll.get("from_high") else run


def _segment(kind: str, size: Fraction, inside: Any, title: str | None = None) -> Markup:
    return tag(f"div.sg.{kind}", inside, style=f"--w:{width(size)}", title=title)


def _square(square: Mapping[str, Any]) -> Markup:
    """Two equal tries as the unit square: the first from left to right, the second from top to bottom."""
    p = share(square["p"])
    both, one, none = p * p, p * (1 - p), (1 - p) ** 2
    cells = [
        tag("div.best", tag("b", chance(both)), tag("small", square["both"])),
        tag("div.good", tag("b", chance(one)), tag("small", "only the second")),
        tag("div.good", tag("b", chance(one)), tag("small", "only the first")),
        tag("div.none", tag("b", chance(none)), tag("small", "neither")),
    ]
    told = "First attack across, second attack down. Area = chance."
    size = f"--p:{part(p)}"
    said = f"Both {chance(both)}, one of them {chance(2 * one)}, neither {chance(none)}"
    return tag(
        "div.twice",
        tag("h2", square["title"]),
        tag("p.quiet", told),
        tag("div.square", cells, style=size, role="img", aria_label=said),
    )


def _sum(total: Mapping[str, Any]) -> Markup:
    parts = tag("span", f"{total['parts']} ") if total.get("parts") else None
    return tag(
        "div.arrive",
        tag("p", parts, tag("strong", f"= {total['value']}")),
        tag("p.quiet", total["sentence"]),
        tag("p.quiet", "exactly ", tag("span.n", total["fraction"])) if total.get("fraction") else None,
    )


def words_card(card: Mapping[str, Any]) -> Markup:
    """The same in words.

    `card` is {title, steps: [{title, told, terms: [[words, text]], needed?, bands: [[name, needs, chance]], note?}],
    closing: [text]}.
    """
    steps = [_step(step) for step in card["steps"]]
    closing = [tag("p.quiet", line) for line in card["closing"]]
    return tag("section.words", tag("h2", card["title"]), steps, closing)


def _step(step: Mapping[str, Any]) -> Markup:
    terms = [tag("tr", tag("th", words, scope="row"), tag("td", text)) for words, text in step["terms"]]
    if step.get("needed"):
        terms.append(tag("tr.sum", tag("th", "needed", scope="row"), tag("td", step["needed"])))
    bands = [
        tag("tr", tag("th", name, scope="row"), tag("td", needs), tag("td", text))
        for name, needs, text in step["bands"]
    ]
    return tag(
        "div.st",
        tag("h3", tag("b", step["title"]), " ", step["told"]),
        tag("table", tag("tbody", terms)) if terms else None,
        tag("table", tag("tbody", bands)) if bands else None,
        tag("p.quiet", step["note"]) if step.get("note") else None,
    )
