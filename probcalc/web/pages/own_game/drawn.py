"""What stands around the text of a game: which one it is, what came of its tests, and the guide to its lines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from probcalc.web.parts.markup import Markup, tag

_MOST = 16_000


def sheet_tabs(is_good: bool, value: str) -> Markup:
    """On a phone the text and the game are two tabs; each says what is new in it."""
    sign = "\N{CHECK MARK}" if is_good else "!"
    tabs = [("sheet", f"Sheet {sign}", True), ("game", f"Game {value}".strip(), False)]
    made = [
        tag("label", tag("input", type="radio", name="sheet-tab", value=name, checked=on), tag("span", label))
        for name, label, on in tabs
    ]
    return tag("fieldset.sheet-tabs", tag("legend.unseen", "Show"), made)


def editor_head(
    titles: Sequence[tuple[str, str]], present: str, is_kept: bool, ready: Sequence[tuple[str, str]]
) -> Markup:
    """Which game is written, whether it is kept, and others to begin with."""
    games = [tag("option", title, value=name, selected=name == present) for name, title in titles]
    new = tag("option", "New game", value="new")
    copies = [tag("option", title, value=name) for name, title in ready]
    first = tag("option", "Start from a copy of \N{HORIZONTAL ELLIPSIS}", value="", selected=True)
    change = "Remove" if is_kept else "Keep"
    return tag(
        "section.card.sheet-head",
        tag("h1.unseen", "Your own game"),
        tag("select", games, new, data_field="game", aria_label="Which game"),
        tag("select", first, copies, data_field="ready", aria_label="Start from a copy of a ready sheet"),
        tag("span.quiet", "Kept in this browser" if is_kept else "Not kept yet"),
        tag("button.chip", change, data_tap=f"do {change.lower()}"),
    )


def editor_foot(wrong: str, passed: int, failed: int, size: int) -> Markup:
    """Why the text cannot be read, or which tests hold, and how long it is."""
    none = "No tests yet; each line that begins with expect: is one"
    said = wrong or (f"{passed} of {passed + failed} tests hold" if passed + failed else none)
    state = "wrong" if wrong else "failed" if failed else "met" if passed else "none"
    told = tag("span.quiet", f"{size:,} of {_MOST:,} characters")
    return tag(f"div.sheet-foot.{state}", tag("span", said, role="status"), told)


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
