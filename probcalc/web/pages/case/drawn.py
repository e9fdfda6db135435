"""What is the case: the card of all inputs, in groups, with what else can be done to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypeAlias, TypedDict

from probcalc.web.parts.controls import Action, Control, Group, Turn, control, fold
from probcalc.web.parts.markup import Markup, tag

Figures: TypeAlias = "tuple[str, Sequence[tuple[str, bool]]]"
"""Whose stats they are, and each as it is read, with whether it was changed."""


class Case(TypedDict):
    """Circumstances first, then the stats in one line behind whose they are, and what else can be done."""

    title: str
    groups: Sequence[Group]
    figures: Sequence[Figures]
    actions: Sequence[Action]
    opened: NotRequired[Sequence[Group]]
    more: NotRequired[Turn]
    change: NotRequired[Turn]


def case_card(case: Case) -> Markup:
    """The card of inputs."""
    helped = any(item.get("help") or item.get("kind") == "rows" for group in case["groups"] for item in group["items"])
    head = tag(
        "div.head",
        tag("h2", case["title"]),
        tag("button.link.what", "What is this?", data_explain=True, aria_expanded="false") if helped else None,
        fold(case.get("more")),
    )
    # Figures open below the words that open them, where they are looked for.
    opened = _groups(case.get("opened", ()), "div.group.even")
    links = [tag("button.link", action["label"], data_tap=action["tap"]) for action in case["actions"]]
    acts = tag("div.acts", links) if links else None
    return tag("section.card.case", head, _groups(case["groups"]), _figures(case), opened, acts)


def _groups(groups: Sequence[Group], place: str = "div.group") -> list[Markup]:
    return [
        tag(
            place,
            tag("h3", group["of"]) if group["of"] else None,
            tag(
                "div.chips",
                map(control, group["items"]),
                role="group" if group["of"] else None,
                aria_label=group["of"] or None,
            ),
            _explanations(group["items"]),
        )
        for group in groups
        if group["items"]
    ]


def _explanations(items: Sequence[Control]) -> Markup | None:
    """What each control means, in view while somebody wants to know."""
    told = [
        (tag("dt", item["label"], ": "), tag("dd", told_of.removeprefix(f"{item['label']}: ")))
        for shown in items
        for item in (shown, *next(iter(shown.get("rows", ())), ()))
        if (told_of := item.get("help")) and not item.get("off")
    ]
    return tag("dl.explain", told) if told else None


def _figures(case: Case) -> Markup | None:
    if not case["figures"]:
        return None
    told = [
        tag(
            "span",
            f"{of}: " if of else None,
            [
                (
                    # The dot never begins a line.
                    "\u00a0· " if n else None,
                    tag(f"b{'.changed' if is_changed else ''}", stat),
                )
                for n, (stat, is_changed) in enumerate(items)
            ],
        )
        for of, items in case["figures"]
    ]
    return tag("div.fig-line", told, fold(case.get("change")))
