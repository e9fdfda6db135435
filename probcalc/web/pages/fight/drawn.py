"""Who against whom: the match-up of one attack, and the unit cards of a fight face to face."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from probcalc.web.parts.controls import picker, stepper
from probcalc.web.parts.markup import Markup, tag

_ARROW = Markup(
    '<svg viewBox="0 0 80 12" preserveAspectRatio="xMaxYMid slice" fill="none" stroke="currentColor"'
    ' stroke-width="1.6" aria-hidden="true"><path d="M2 6h74M70 1.5 76 6l-6 4.5"></path></svg>'
)


def match_up(match: Mapping[str, Any]) -> Markup:
    """Both sides with what they bear; `match` is {left, verb, verbs?, right}.

    A side is {name, with, pick?, picks?}: a tap on its name opens the list to pick from, a tap on what it bears the
    second list. Without a right side there is nobody to face.
    """
    right = match.get("right")
    verb = picker(match["verbs"], "verb") if match.get("verbs") else tag("span", match.get("verb", ""))
    middle = tag("span.v", verb, _ARROW)
    if right is None:
        return tag("div.match.alone", _side(match["left"], "a"))
    return tag("div.match", _side(match["left"], "a"), middle, _side(right, "t"))


def _side(side: Mapping[str, Any], kind: str) -> Markup:
    name = picker(side["pick"], "name") if side.get("pick") else tag("b", side["name"])
    second = picker(side["second"], "with") if side.get("second") else tag("small", side.get("with", ""))
    return tag(f"div.u.{kind}", name, second)


def unit_cards(fight: Mapping[str, Any]) -> Markup:
    """Two units face to face; `fight` is {sides: [{side, title, pick?, count?, strikes?, facts}], middle, verb?}."""
    first, second = (_unit(side) for side in fight["sides"])
    middle = [picker(pick, "verb") for pick in fight["middle"][:1]]
    return tag("div.face", first, tag("span.v", middle or tag("span", fight.get("verb", "against")), _ARROW), second)


def _unit(side: Mapping[str, Any]) -> Markup:
    name = picker(side["pick"], "name") if side.get("pick") else tag("b", side["title"])
    count = stepper(side["count"]) if side.get("count") else None
    strikes = tag("p", side["strikes"]) if side.get("strikes") else None
    facts = tag("small", [tag("span", fact, " ") for fact in side["facts"]]) if side["facts"] else None
    return tag(f"div.unit.{side['side']}", name, count, strikes, facts)
