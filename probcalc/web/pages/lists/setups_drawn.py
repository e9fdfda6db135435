"""A set-up of a list: which it is, what comes of it, what can be done with it, and one thing of it to change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, TypedDict

from probcalc.scenarios.joining import join_words
from probcalc.web.parts.controls import Action, Control, Link, control, pick_chip
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import percent, signed_amount
from probcalc.web.parts.rows import track


class SetupMore(TypedDict, total=False):
    """What a list has to say of a set-up of its own; `run` is what the attacks before it come to, and with it."""

    tag: str
    colour: int
    name: str
    note: str
    sentence: str
    run: tuple[Fraction, Fraction]
    also: Sequence[Control]


class Added(NamedTuple):
    """How a list takes more: by a tap on one of several names, without them as a whole."""

    label: str
    tap: str
    names: Mapping[str, str] = {}


def setup_card(
    card: SetupMore, href: str, refused: str, controls: Sequence[Control], actions: Sequence[Action]
) -> Markup:
    """A set-up: which it is, what comes of it, its page, what of it can be changed, and what else can be done."""
    name = tag("span", card["name"], tag("small", card["note"]))
    head = tag(
        "div.head",
        tag(f"h2.which.set{card['colour']}", tag("span.letter", card["tag"]), name),
        tag("a.link", "Open", href=href, data_tap="open"),
    )
    return tag(
        "section.card.setup",
        head,
        _run(*card["run"]) if card.get("run") else None,
        tag("p", card["sentence"]) if card.get("sentence") else None,
        tag("p.refusal", refused, role="alert") if refused else None,
        tag("div.chips", map(control, (*card.get("also", ()), *controls))),
        tag("div.acts", [tag("button.link", a["label"], data_tap=a["tap"]) for a in actions]),
    )


def _run(before: Fraction, after: Fraction) -> Markup:
    """How far it has come by now: grey what was so before, blue what this one adds."""
    gain = f"{signed_amount(after - before, 'chance')} from this attack"
    return tag("div.run", track(before, after), tag("b", percent(after)), tag("small", gain))


def adding_card(title: str, told: str, picks: Sequence[Control], added: Added | None = None) -> Markup:
    """What a list takes next, by names that are added by one tap each, or as a whole."""
    names = added.names if added else {}
    button = tag("button.chip.strong", added.label, data_tap=added.tap) if added and not names else None
    chips = [tag("button.chip", f"+ {name}", data_tap=f"{added.tap} {entry}") for entry, name in names.items() if added]
    return tag(
        "section.card",
        tag("h2", title),
        tag("p.quiet", told) if told else None,
        tag("div.chips", map(pick_chip, picks), button) if picks or button else None,
        tag("div.chips.adds", chips, role="group", aria_label=added.label) if added and names else None,
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
