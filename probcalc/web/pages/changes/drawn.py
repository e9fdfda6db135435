"""What would help most: changes ranked by what they are worth, each one tap away; and entries of a table likewise."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NotRequired, TypedDict, final

from probcalc.analysis.findings.report import Unit
from probcalc.web.parts.controls import Action, Control, Turn, fold, picker
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.parts.numbers import amount, full_bar, signed_amount
from probcalc.web.parts.rows import Row, entry_rows, track


class Change(TypedDict):
    """One step: the tap that makes it, what it is called, and the number after it."""

    tap: str
    label: str
    note: str
    new: Fraction


@final
class Changes(TypedDict):
    """What the number is now, and what it is after each change."""

    title: str
    now: Fraction
    kind: Unit
    changes: Sequence[Change]
    better: NotRequired[str]
    all: NotRequired[Turn]
    quiet: NotRequired[str]
    refused: NotRequired[Sequence[str]]


@final
class Ranking(TypedDict):
    """The entries of a table, best first."""

    title: str
    kind: Unit
    rows: Sequence[Row]
    pick: NotRequired[Control]
    more: NotRequired[Turn]


@final
class Waiting(TypedDict):
    """Why nothing is ranked, and the tap that has it done."""

    title: str
    quiet: str
    work: NotRequired[Action]
    pick: NotRequired[Control]


def changes_card(card: Changes | Waiting) -> Markup:
    """The card.

    The track is grey up to the present value, then blue to the new one, or orange back to it; where less is better
    the other way round.
    """
    if "changes" not in card:
        return _without_rows("help", card)
    more = card.get("all")
    head = tag("div.head", tag("h2", card["title"]), fold(more))
    top = full_bar((card["now"], *(change["new"] for change in card["changes"])), card["kind"])
    rows = [_change(change, card, top) for change in card["changes"]]
    every = ".every" if more and more["open"] else ""
    every += "" if card["kind"] == "chance" else ".free"
    said = tag("p.quiet", card["quiet"]) if card.get("quiet") else None
    refused = [tag("p.quiet", tag("b", "Refused now: "), row) for row in card.get("refused", ())]
    return tag("section.card.help", head, tag(f"div.chg{every}", rows) if rows else None, said, refused)


def _without_rows(name: str, card: Waiting) -> Markup:
    work = card.get("work")
    button = tag("button.link", work["label"], data_tap=work["tap"]) if work else None
    head = tag("div.head", tag("h2", card["title"]), button)
    return tag(f"section.card.{name}", head, _table_picker(card), tag("p.quiet", card["quiet"]))


def _table_picker(card: Ranking | Waiting) -> Markup | None:
    """Which table is ranked, to pick another."""
    return tag("span.chip.pick", picker(card["pick"])) if card.get("pick") else None


def _change(change: Change, card: Changes, top: Fraction) -> Markup:
    """A change as a row to tap; what is for the worse is marked, whether more or less is wanted.

    >>> now: Changes = {"title": "", "now": Fraction(1, 2), "kind": "chance", "better": "less", "changes": []}
    >>> change: Change = {"tap": "", "label": "Leather", "note": "", "new": Fraction(1, 4)}
    >>> ["neg" in _change(change, {**now, "better": wanted}, Fraction(1)) for wanted in ("less", "more")]
    [False, True]
    """
    now, new = card["now"], change["new"]
    low, high = sorted((max(Fraction(0), min(now, top)), max(Fraction(0), min(new, top))))
    less = ".neg" if (new > now if card.get("better") == "less" else new < now) else ""
    return tag(
        "button",
        tag("span.t", change["label"]),
        track(low / top, high / top, f"u{less}"),
        # As it is read aloud: what changes, what that means, the number after it, the difference.
        tag("small", change["note"], title=change["note"]) if change.get("note") else None,
        tag("small.new", amount(new, card["kind"])),
        tag(f"span.d{less}", signed_amount(new - now, card["kind"])),
        data_tap=change["tap"],
    )


def entries_card(card: Ranking | Waiting) -> Markup:
    """Every entry of a table, best first."""
    if "rows" not in card:
        return _without_rows("entries", card)
    head = tag("div.head", tag("h2", card["title"]), fold(card.get("more")))
    return tag("section.card.entries", head, _table_picker(card), entry_rows(card["kind"], card["rows"]))
