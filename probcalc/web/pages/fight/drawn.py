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


def match_up(left: Party, right: Party | None, verb: str, verbs: Control | None) -> Markup:
    """Who acts and whom they meet, both sides with what they bear; without a right side there is nobody to face.

    A tap on a name opens the list to pick from, a tap on what it bears the second list.
    """
    if right is None:
        return tag("div.match.alone", _side(left, "a"))
    middle = tag("span.v", picker(verbs, "verb") if verbs else tag("span", verb), _ARROW)
    return tag("div.match", _side(left, "a"), middle, _side(right, "t"))


def _side(side: Party, kind: str) -> Markup:
    second = picker(side["second"], "with") if "second" in side else tag("small", side.get("bears", ""))
    return tag(f"div.u.{kind}", picker(side["pick"], "name"), second)


def unit_cards(first: Markup, second: Markup, verb: str, verbs: Control | None) -> Markup:
    """Two units face to face, and what stands between them."""
    return tag("div.face", first, tag("span.v", picker(verbs, "verb") if verbs else tag("span", verb), _ARROW), second)


def unit_card(
    side: str, title: str, pick: Control | None, count: Control | None, strikes: str, facts: Sequence[str]
) -> Markup:
    """One of two units: who it is, how many, what they roll, and the stats that count."""
    return tag(
        f"div.unit.{side}",
        picker(pick, "name") if pick else tag("b", title),
        stepper(count) if count else None,
        tag("p", strikes) if strikes else None,
        tag("small", [tag("span", fact, " ") for fact in facts]) if facts else None,
    )
