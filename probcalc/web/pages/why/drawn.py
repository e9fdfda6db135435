"""Why: the faces of each die as a strip, each following roll as a share of the one before, up to the number."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NotRequired, TypedDict

from probcalc.web.pages.answer.drawn import Contest, Facing, contest_bar, facing
from probcalc.web.pages.answer.law_drawn import Names, named_rows
from probcalc.web.pages.why.flow_drawn import StepLaw, UnitFlow, step_law, unit_flow
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import part, percent


class Square(TypedDict):
    """Two equal tries: the chance of each, what they are, and what both together come to."""

    p: Fraction
    both: str


class Sum(TypedDict):
    """The number that the picture arrives at, as it is written, with the parts that it is added up of."""

    value: str
    sentence: str
    fraction: str
    parts: NotRequired[Sequence[str]]


class Picture(TypedDict, total=False):
    """The picture that arrives at the number, of what there is.

    Of several runs of one kind two are a `square`, more the `laws` of two, three and all of them. Two sides are
    `facing` each other, with who is ahead how often, and the law of what `decides`.
    """

    units: Sequence[UnitFlow]
    square: Square
    laws: Sequence[StepLaw]
    facing: Facing
    contest: Contest
    decides: StepLaw
    after: tuple[str, Names]
    sum: Sum


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
        parts.append(tag("div.step-law", tag("h2", card["after"][0]), named_rows(card["after"][1])))
    if "sum" in card:
        parts.append(_sum(card["sum"]))
    return tag("section.why", parts)


def _square(square: Square) -> Markup:
    """Two equal tries as the unit square: the first from left to right, the second from top to bottom."""
    p = square["p"]
    both, one, none = p * p, p * (1 - p), (1 - p) ** 2
    cells = [
        tag("div.best", tag("b", percent(both)), tag("small", square["both"])),
        tag("div.good", tag("b", percent(one)), tag("small", "only the second")),
        tag("div.good", tag("b", percent(one)), tag("small", "only the first")),
        tag("div.none", tag("b", percent(none)), tag("small", "neither")),
    ]
    told = "First across, second down. Area = chance."
    size = f"--p:{part(p)}"
    said = f"Both {percent(both)}, one of them {percent(2 * one)}, neither {percent(none)}"
    return tag(
        "div.twice",
        tag("h2", "Both together"),
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
