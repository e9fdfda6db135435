"""Why: the faces of each die as a strip, each following roll as a share of the one before, up to the number."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NotRequired, TypedDict

from probcalc.web.pages.answer.drawn import After, Contest, Facing, contest_bar, facing
from probcalc.web.pages.answer.law_drawn import named_rows
from probcalc.web.pages.why.flow_drawn import StepLaw, UnitFlow, step_law, unit_flow
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import chance, part


class Square(TypedDict):
    """Two equal tries: the chance of each, what they are, and what both together come to."""

    p: Fraction
    title: str
    both: str


class Several(TypedDict, total=False):
    """Several runs of one kind: two as a square, more as the laws of two, three and all of them."""

    square: Square
    laws: Sequence[StepLaw]


class Faced(TypedDict):
    """Two sides facing each other, who is ahead how often, and the law of what decides."""

    facing: Facing
    contest: Contest
    decides: NotRequired[StepLaw]


class Sum(TypedDict):
    """The number that the picture arrives at, as it is written, with the parts that it is added up of."""

    value: str
    sentence: str
    fraction: str
    parts: NotRequired[Sequence[str]]


class Picture(TypedDict):
    """The picture that arrives at the number."""

    units: Sequence[UnitFlow]
    square: NotRequired[Square]
    laws: NotRequired[Sequence[StepLaw]]
    facing: NotRequired[Facing]
    contest: NotRequired[Contest]
    decides: NotRequired[StepLaw]
    after: NotRequired[After]
    sum: NotRequired[Sum]


class Told(TypedDict):
    """A step in words: its title, how it is rolled, its target in parts, and its bands."""

    title: str
    told: str
    terms: Sequence[tuple[str, str]]
    bands: Sequence[tuple[str, str, str]]
    needed: NotRequired[str]
    note: NotRequired[str]


def why_card(card: Picture) -> Markup:
    """The picture that arrives at the number."""
    parts: list[Markup | None] = [unit_flow(unit) for unit in card["units"]]
    if "square" in card:
        parts.append(_square(card["square"]))
    parts += [step_law(row) for row in card.get("laws", ())]
    if "facing" in card:
        parts.append(tag("div.step-law", facing(card["facing"]), contest_bar(card["contest"])))
    if "decides" in card:
        parts.append(step_law(card["decides"]))
    if "after" in card:
        parts.append(tag("div.step-law", tag("h2", card["after"]["heading"]), named_rows(card["after"])))
    if "sum" in card:
        parts.append(_sum(card["sum"]))
    return tag("section.why", parts)


def _square(square: Square) -> Markup:
    """Two equal tries as the unit square: the first from left to right, the second from top to bottom."""
    p = square["p"]
    both, one, none = p * p, p * (1 - p), (1 - p) ** 2
    cells = [
        tag("div.best", tag("b", chance(both)), tag("small", square["both"])),
        tag("div.good", tag("b", chance(one)), tag("small", "only the second")),
        tag("div.good", tag("b", chance(one)), tag("small", "only the first")),
        tag("div.none", tag("b", chance(none)), tag("small", "neither")),
    ]
    told = "First across, second down. Area = chance."
    size = f"--p:{part(p)}"
    said = f"Both {chance(both)}, one of them {chance(2 * one)}, neither {chance(none)}"
    return tag(
        "div.twice",
        tag("h2", square["title"]),
        tag("p.quiet", told),
        tag("div.square", cells, style=size, role="img", aria_label=said),
    )


def _sum(total: Sum) -> Markup:
    parts = [[tag("span", " + ") if n else None, tag("span", each)] for n, each in enumerate(total.get("parts", ()))]
    return tag(
        "div.arrive",
        tag("p", parts, " ", tag("strong", f"= {total['value']}")),
        tag("p.quiet", total["sentence"]),
        tag("p.quiet", "exactly ", tag("span.n", total["fraction"])) if total.get("fraction") else None,
    )


def words_card(steps: Sequence[Told], closing: Sequence[str]) -> Markup:
    """Every roll in words, and what is to be said of all of them."""
    told = [tag("p.quiet", line) for line in closing]
    return tag("section.words", tag("h2", "In words"), map(_step, steps), told)


def _step(step: Told) -> Markup:
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
