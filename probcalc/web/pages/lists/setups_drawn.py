"""A set-up of a list: which it is, what comes of it, what can be done with it, and one thing of it to change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from probcalc.present.decimals import PERCENT
from probcalc.web.parts.controls import control, pick_chip
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import amount, chance, points, share, signed, width


def setup_card(card: Mapping[str, Any]) -> Markup:
    """The card.

    `card` is {tag, colour, name, note, sentence, refused?, run?: {before, after}, page: {label, href, tap}, one: pick,
    control?: control, also?: [control], actions: [{label, tap}]}. `run` is what the attacks
    before it come to, and with it.
    """
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
    actions = [tag("button.link", a["label"], type="button", data_tap=a["tap"]) for a in card["actions"]]
    return tag(
        "section.card.setup",
        head,
        _run(card["run"]) if card.get("run") else None,
        said,
        refused,
        tag("div.chips", controls),
        tag("div.acts", actions),
    )


def _run(run: Mapping[str, Any]) -> Markup:
    """How far it has come by now: grey what was so before, blue what this one adds."""
    before, after = share(run["before"]), share(run["after"])
    track = tag(
        "span.tr",
        tag("i", style=f"width:{width(before)}"),
        tag("u", style=f"left:{width(before)};width:{width(after - before)}"),
        aria_hidden="true",
    )
    return tag("div.run", track, tag("b", chance(after)), tag("small", f"{signed(after - before)} from this attack"))


def adding_card(card: Mapping[str, Any]) -> Markup:
    """What a list takes next, by names that are added by one tap each, or as a whole.

    `card` is {title, told, picks: [pick], add?: {label, tap}, names?: {label, each: [{label, tap}]}}.
    """
    add, names = card.get("add"), card.get("names")
    button = tag("button.chip.strong", add["label"], type="button", data_tap=add["tap"]) if add else None
    picks = [pick_chip(pick) for pick in card["picks"]]
    return tag(
        "section.card",
        tag("h2", card["title"]),
        tag("p.quiet", card["told"]) if card["told"] else None,
        tag("div.chips", picks, button) if picks or button else None,
        _named(names) if names else None,
    )


def _named(names: Mapping[str, Any]) -> Markup:
    chips = [tag("button.chip", f"+ {each['label']}", type="button", data_tap=each["tap"]) for each in names["each"]]
    return tag("div.chips.adds", chips, role="group", aria_label=names["label"])


def steps_card(card: Mapping[str, Any]) -> Markup:
    """What to do, in order; `card` is {title, steps: [text], told}."""
    return tag("section.card", tag("h2", card["title"]), _steps(card))


def best_card(card: Mapping[str, Any]) -> Markup:
    """The best play; `card` is {over, title, value, kind, words, gain, steps: [text], told}."""
    number = tag("span.num", points(card["value"]), tag("i", PERCENT))
    if card["kind"] != "probability":
        number = tag("span.num", amount(card["value"], card["kind"]))
    beside = tag("span.verd", tag("b", card["words"]) if card["words"] else None, tag("small", card["gain"]))
    head = [tag("p.over", card["over"]), tag("h2.say", card["title"]), tag("div.big", number, beside)]
    return tag("section.card.best", head, _steps(card))


def _steps(card: Mapping[str, Any]) -> list[Markup | None]:
    told = tag("p.quiet", card["told"]) if card["told"] else None
    return [tag("ol.steps", [tag("li", step) for step in card["steps"]]), told]


LETTERS = "ABCD"
"""What set-ups beside each other are called."""


def pinned_line(count: int, href: str) -> Markup:
    """What has just been pinned, and what to do next: pin one more, or compare what is pinned."""
    letters = LETTERS[:count]
    if count < 2:
        told: list[Markup] = [tag("p", tag("b", f"{letters} is pinned"), "; pin one more to compare.")]
    else:
        names = f"{', '.join(letters[:-1])} and {letters[-1]}"
        label = "Compare the two" if count == 2 else f"Compare all {count}"
        told = [
            tag("p", tag("b", f"{names} are pinned.")),
            tag("a.chip.strong", label, href=href, data_tap="go compare"),
        ]
    return tag("section.card.pinned", told, role="status")


def empty_comparison(games: Sequence[Mapping[str, str]], pinned: int) -> Markup:
    """The page before there is anything to compare; `games` are [{label, href, tap}]."""
    missing = "Nothing is pinned yet" if not pinned else "One more set-up with an answer is needed"
    told = (
        f"{missing}. Open a question and tap the pin at the top to add it here: up to four set-ups, side by "
        "side. Or duplicate one and change one thing."
    )
    links = [tag("a.chip", game["label"], href=game["href"], data_tap=game["tap"]) for game in games]
    return tag("section.card", tag("h1.title", "Compare"), tag("p.quiet", told), tag("div.chips", links))
