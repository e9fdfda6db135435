"""A set-up of a list: which it is, what comes of it, what can be done with it, and one thing of it to change."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NotRequired, TypedDict

from probcalc.scenarios.joining import join_words
from probcalc.web.parts.controls import Action, Control, Link, control, pick_chip
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import chance, signed_amount, width


class One(TypedDict):
    """The one thing of a set-up that may be changed, picked by its name, and its control."""

    one: Control
    control: NotRequired[Control]


class SetupMore(TypedDict, total=False):
    """What a list has to say of a set-up of its own; `run` is what the attacks before it come to, and with it."""

    tag: str
    colour: int
    name: str
    note: str
    sentence: str
    run: tuple[Fraction, Fraction]
    also: Sequence[Control]


class Setup(One, SetupMore):
    """A set-up: which it is, what comes of it, its page, and what else can be done."""

    page: Link
    actions: Sequence[Action]
    refused: NotRequired[str]


class Offered(TypedDict):
    """Names of which each is added by a tap."""

    label: str
    each: Sequence[Action]


class Added(TypedDict, total=False):
    """How a list takes more: as a whole, or by a tap on one of several names."""

    add: Action
    names: Offered


class Adding(Added):
    """What a list takes next."""

    title: str
    told: str
    picks: Sequence[Control]


def setup_card(card: Setup) -> Markup:
    """The card."""
    link = card["page"]
    head = tag(
        "div.head",
        tag(
            f"h2.which.set{card['colour']}",
            tag("span.letter", card["tag"]),
            tag("span", card["name"], tag("small", card["note"])),
        ),
        tag("a.link", link["label"], href=link["href"], data_tap=link["tap"]),
    )
    said = tag("p", card["sentence"]) if card.get("sentence") else None
    refused = tag("p.refusal", card["refused"], role="alert") if card.get("refused") else None
    chosen = [control(card["control"])] if card.get("control") else []
    controls = [*map(control, card.get("also", ())), pick_chip(card["one"]), *chosen]
    actions = [tag("button.link", a["label"], data_tap=a["tap"]) for a in card["actions"]]
    return tag(
        "section.card.setup",
        head,
        _run(*card["run"]) if card.get("run") else None,
        said,
        refused,
        tag("div.chips", controls),
        tag("div.acts", actions),
    )


def _run(before: Fraction, after: Fraction) -> Markup:
    """How far it has come by now: grey what was so before, blue what this one adds."""
    track = tag(
        "span.tr",
        tag("i", style=f"width:{width(before)}"),
        tag("u", style=f"left:{width(before)};width:{width(after - before)}"),
        aria_hidden="true",
    )
    return tag(
        "div.run",
        track,
        tag("b", chance(after)),
        tag("small", f"{signed_amount(after - before, 'probability')} from this attack"),
    )


def adding_card(card: Adding) -> Markup:
    """What a list takes next, by names that are added by one tap each, or as a whole."""
    add, names = card.get("add"), card.get("names")
    button = tag("button.chip.strong", add["label"], data_tap=add["tap"]) if add else None
    picks = [pick_chip(pick) for pick in card["picks"]]
    each = names["each"] if names else ()
    chips = [tag("button.chip", f"+ {one['label']}", data_tap=one["tap"]) for one in each]
    return tag(
        "section.card",
        tag("h2", card["title"]),
        tag("p.quiet", card["told"]) if card["told"] else None,
        tag("div.chips", picks, button) if picks or button else None,
        tag("div.chips.adds", chips, role="group", aria_label=names["label"]) if names else None,
    )


def steps_card(steps: Sequence[str], told: str) -> Markup:
    """What to do, in order."""
    return tag("section.card", tag("h2", "What to do"), steps_list(steps, told))


def steps_list(steps: Sequence[str], told: str) -> list[Markup | None]:
    """What to do, one thing after another, and what is to be said of it."""
    return [tag("ol.steps", [tag("li", step) for step in steps]), tag("p.quiet", told) if told else None]


LETTERS = "ABCD"
"""What set-ups beside each other are called."""


def pinned_line(count: int, href: str) -> Markup:
    """What has just been pinned, and what to do next: pin one more, or compare what is pinned."""
    letters = LETTERS[:count]
    if count < 2:
        told: list[Markup] = [tag("p", tag("b", f"{letters} is pinned"), "; pin one more to compare.")]
    else:
        label = "Compare the two" if count == 2 else f"Compare all {count}"
        told = [
            tag("p", tag("b", f"{join_words(letters)} are pinned.")),
            tag("a.chip.strong", label, href=href, data_tap="go compare"),
        ]
    return tag("section.card.pinned", told, role="status")


def empty_comparison(games: Sequence[Link], pinned: int) -> Markup:
    """The page before there is anything to compare."""
    missing = "Nothing is pinned yet" if not pinned else "One more set-up with an answer is needed"
    told = (
        f"{missing}. Open a question and tap the pin at the top to add it here: up to four set-ups, side by "
        "side. Or duplicate one and change one thing."
    )
    links = [tag("a.chip", game["label"], href=game["href"], data_tap=game["tap"]) for game in games]
    return tag("section.card", tag("h1.title", "Compare"), tag("p.quiet", told), tag("div.chips", links))
