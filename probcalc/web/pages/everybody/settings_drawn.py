"""What is asked of everybody, as chips in one line, and below them what one of these opens."""

from __future__ import annotations

from probcalc.web.pages.everybody.views import Settings
from probcalc.web.parts.controls import control
from probcalc.web.parts.markup import Markup, tag


def settings_chips(settings: Settings) -> Markup:
    """The chips, and the one list that is open."""
    folds = [
        tag(
            "button.chip.fold",
            tag("span", fold["label"], ":"),
            tag("b", fold["value"]),
            data_tap=fold["tap"],
            aria_expanded=fold["open"],
        )
        for fold in settings["folds"]
    ]
    chips = tag("div.chips", folds, map(control, settings["items"]))
    opened = settings["opened"]
    if opened is None:
        return tag("section.everybody-asked", chips)
    even = ".even" if any(item["kind"] == "step" for item in opened["items"]) else ""
    below = tag(
        f"div.group{even}.opened",
        tag("h4", opened["title"]),
        tag("div.chips", map(control, opened["items"])),
        control(opened["typed"]),
    )
    return tag("section.everybody-asked", chips, below)
