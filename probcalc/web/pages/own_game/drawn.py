"""What stands around the text of a game: which one it is, what came of its tests, and the guide to its lines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TypedDict

from probcalc.web.parts.markup import Markup, tag

_MOST = 16_000


class Held(TypedDict):
    """The text of a game: which of the reader's games it is, the number beside it, its tests, and how long it is."""

    titles: Sequence[tuple[str, str]]
    present: str
    kept: bool
    value: str
    ready: Sequence[tuple[str, str]]
    wrong: bool
    said: str
    passed: int
    failed: int
    size: int


def sheet_tabs(held: Held) -> Markup:
    """On a phone the text and the game are two tabs; each says what is new in it."""
    sign = "!" if held["wrong"] or held["failed"] else "\N{CHECK MARK}"
    tabs = [("sheet", f"Sheet {sign}", True), ("game", f"Game {held['value']}".strip(), False)]
    made = [
        tag("label", tag("input", type="radio", name="sheet-tab", value=name, checked=on), tag("span", label))
        for name, label, on in tabs
    ]
    return tag("fieldset.sheet-tabs", tag("legend.unseen", "Show"), made)


def editor_head(held: Held) -> Markup:
    """Which game is written, where it is kept, and others to begin with."""
    games = [tag("option", title, value=name, selected=name == held["present"]) for name, title in held["titles"]]
    new = tag("option", "New game", value="new")
    ready = [tag("option", title, value=name) for name, title in held["ready"]]
    first = tag("option", "Start from a copy of \N{HORIZONTAL ELLIPSIS}", value="", selected=True)
    kept = "Kept in this browser" if held["kept"] else "Not kept yet"
    keep = None if held["kept"] else tag("button.chip", "Keep", data_tap="do keep")
    remove = tag("button.chip", "Remove", data_tap="do remove") if held["kept"] else None
    return tag(
        "section.card.sheet-head",
        tag("h1.unseen", "Your own game"),
        tag("select", games, new, data_field="game", aria_label="Which game"),
        tag("select", first, ready, data_field="ready", aria_label="Start from a copy of a ready sheet"),
        tag("span.quiet", kept),
        keep,
        remove,
    )


def editor_foot(held: Held) -> Markup:
    """Whether the text can be read, which tests hold, and how long it is."""
    passed, failed = held["passed"], held["failed"]
    none = "No tests yet; each line that begins with expect: is one"
    said = held["said"] or (f"{passed} of {passed + failed} tests hold" if passed + failed else none)
    state = "wrong" if held["wrong"] else "failed" if failed else "met" if passed else "none"
    size = tag("span.quiet", f"{held['size']:,} of {_MOST:,} characters")
    return tag(f"div.sheet-foot.{state}", tag("span", said, role="status"), size)


def draw_before_play(runs: bool) -> Markup:
    """In place of an answer: the text cannot be read yet, or the reader is asked before a heavy one is played."""
    if runs:
        return tag("section.card", tag("p", "The page of the game stands here as soon as the sheet can be read."))
    words = tag("p", "This game came with a link, and its first answer may take several seconds.")
    return tag("section.card", words, tag("button.chip", "Work it out", data_tap="do run"))


def guide(forms: Sequence[tuple[str, str, str]]) -> Markup:
    """An example for each form of lines; a tap puts it below the line of the cursor."""
    groups = [
        tag(
            "div",
            tag("h3", group),
            tag(
                "div.forms",
                [
                    tag("button.form", tag("small", title), tag("code", text), data_insert=text)
                    for _, title, text in found
                ],
            ),
        )
        for group, found in groupby(forms, key=lambda form: form[0])
    ]
    told = tag("p.quiet", "Each line is played once, from the top; its name then means what came up.")
    return tag("section.card.sheet-guide", tag("h2", "Forms of lines: tap to add one"), told, groups)
