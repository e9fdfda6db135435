"""Who against whom: the match-up of one attack, and the unit cards of a fight face to face."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict

from probcalc.web.parts.controls import Control, picker, stepper
from probcalc.web.parts.markup import Markup, tag

_ARROW = Markup(
    '<svg viewBox="0 0 80 12" preserveAspectRatio="xMaxYMid slice" fill="none" stroke="currentColor"'
    ' stroke-width="1.6" aria-hidden="true"><path d="M2 6h74M70 1.5 76 6l-6 4.5"></path></svg>'
)


class Party(TypedDict):
    """One who takes part: the list to pick it from, and what it bears, in words or as a second list."""

    pick: Control
    second: NotRequired[Control]
    bears: NotRequired[str]


class Match(TypedDict):
    """Who acts and whom they meet; without a right side there is nobody to face."""

    left: Party
    right: NotRequired[Party]
    verb: NotRequired[str]
    verbs: NotRequired[Control | None]


class Unit(TypedDict):
    """One of two units: who it is, how many, what they roll, and the stats that count."""

    side: str
    title: str
    pick: Control | None
    count: Control | None
    strikes: str
    facts: Sequence[str]


class Met(TypedDict):
    """Two units face to face, and what stands between them."""

    sides: Sequence[Unit]
    middle: Sequence[Control]
    verb: str


def match_up(match: Match) -> Markup:
    """Both sides with what they bear.

    A tap on a name opens the list to pick from, a tap on what it bears the second list.
    """
    right, verbs = match.get("right"), match.get("verbs")
    verb = picker(verbs, "verb") if verbs else tag("span", match.get("verb", ""))
    middle = tag("span.v", verb, _ARROW)
    if right is None:
        return tag("div.match.alone", _side(match["left"], "a"))
    return tag("div.match", _side(match["left"], "a"), middle, _side(right, "t"))


def _side(side: Party, kind: str) -> Markup:
    second = picker(side["second"], "with") if "second" in side else tag("small", side.get("bears", ""))
    return tag(f"div.u.{kind}", picker(side["pick"], "name"), second)


def unit_cards(fight: Met) -> Markup:
    """Two units face to face."""
    first, second = (_unit(side) for side in fight["sides"])
    middle = [picker(pick, "verb") for pick in fight["middle"][:1]]
    return tag("div.face", first, tag("span.v", middle or tag("span", fight["verb"]), _ARROW), second)


def _unit(side: Unit) -> Markup:
    name = picker(side["pick"], "name") if side["pick"] else tag("b", side["title"])
    count = stepper(side["count"]) if side["count"] else None
    strikes = tag("p", side["strikes"]) if side["strikes"] else None
    facts = tag("small", [tag("span", fact, " ") for fact in side["facts"]]) if side["facts"] else None
    return tag(f"div.unit.{side['side']}", name, count, strikes, facts)
