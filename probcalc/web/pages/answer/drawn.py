"""The result card: what is asked in one sentence, the number, what it means, and the law behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NotRequired, TypeAlias, TypedDict

from probcalc.analysis.findings.report import Unit
from probcalc.present.numbers.decimals import PERCENT
from probcalc.present.sentences.verdict import Verdict
from probcalc.present.words.phrases import capital
from probcalc.web.pages.answer.law_drawn import Law, Names, law_bars, named_rows
from probcalc.web.parts.controls import Action
from probcalc.web.parts.fit import fit_label, line_below, named_below
from probcalc.web.parts.markup import Child, Markup, join, tag
from probcalc.web.parts.numbers import amount, in_percent, mean_text, part, percent, width, with_minus
from probcalc.web.parts.rows import Bar


class Contest(TypedDict):
    """Win, tie and loss, named in this order; `count` is what a tap on each of them counts.

    What is `counted` may be a part of a side's share, a major victory say: the side, what it is called, and its chance.
    """

    a: Fraction
    tie: Fraction
    b: Fraction
    names: Sequence[str]
    counted: NotRequired[tuple[str, str, Fraction]]
    count: NotRequired[dict[str, str]]


SideFact: TypeAlias = tuple[str, str]
"""Another number that is asked at once, as it is written, and what it counts."""


class Behind(TypedDict, total=False):
    """The law behind a number, over numbers or over names."""

    law: Law
    names: Names


class Result(Behind):
    """The result card: one sentence, the number, what it means, and one law behind it.

    Of a mean `spread` says between which outcomes most tries end; `of` is the time of the tap that it answers.
    """

    sentence: str
    value: Fraction
    kind: Unit
    fraction: NotRequired[str]
    unit: NotRequired[str]
    spread: NotRequired[str]
    verdict: NotRequired[Verdict]
    contest: NotRequired[Contest]
    side_facts: NotRequired[Sequence[SideFact]]
    of: NotRequired[int]


class Line(TypedDict):
    """An answer in one line, with its law or its contest very small."""

    value: str
    sentence: str
    spark: NotRequired[Sequence[Bar]]


class Losses(TypedDict):
    """One side's law and mean, to face the other's."""

    law: Mapping[int, Fraction]
    mean: Fraction


class Facing(TypedDict):
    """Two laws on one scale, in `rows` of one number, or of several that are added up."""

    title: str
    unit: str
    names: Sequence[str]
    a: Losses
    b: Losses
    rows: Sequence[Sequence[int]]
    foot: NotRequired[str]


Piece: TypeAlias = tuple[str, Fraction, str]
"""A fate in words, its chance, and its look."""


_LONGEST_FRACTION, _MOST_PIPS = 24, 10
# With longer names the chances of a contest take smaller letters, to stand in one line on a phone.
_LONGEST_NAMES = 22
_STACKED = 12
_FEW_ROWS = 8
_MEAN = ", on average"


def result_card(card: Result) -> Markup:
    """The card of the answer."""
    parts: list[Markup] = [
        tag(
            "div.answer",
            # The way to skip to the answer leads here.
            tag("h2.say", card["sentence"], tabindex="-1"),
            tag("div.big", big_number(card["value"], card["kind"]), _verdict(card)),
            aria_live="polite",
            aria_atomic="true",
        )
    ]
    if card.get("contest"):
        parts.append(contest_bar(card["contest"]))
    if card.get("law"):
        parts.append(law_bars(card["law"]))
    if card.get("names"):
        parts.append(named_rows(card["names"]))
    if card.get("side_facts"):
        parts.append(tag("div.side-facts", [_side_fact(*row) for row in card["side_facts"]]))
    parts.append(busy())
    return tag("section.card.result", parts, id="result", data_watch=True, data_of=card.get("of"))


def busy() -> Markup:
    """What is said while an answer is from before the last tap."""
    return tag(
        "p.busy",
        tag("i.ring", aria_hidden="true"),
        tag("span", "Updating … (previous result shown)"),
        tag("button.link", "Stop", data_stop=True),
    )


def _side_fact(value: str, label: str) -> Markup:
    """Another number: a chance behind what it is the chance of, an amount before what it counts."""
    if value.endswith(PERCENT):
        return tag("div", f"{capital(label)}: ", tag("b", value))
    if label.endswith(_MEAN):
        return tag("div", f"{capital(label.removesuffix(_MEAN))}: ", tag("b", value), " on average")
    return tag("div", tag("b", value), " ", label)


def big_number(value: Fraction, kind: Unit) -> Markup:
    """A number in large figures, one of many figures in smaller ones."""
    if kind == "chance":
        return tag("span.num", in_percent(value), tag("i", PERCENT))
    text = amount(value, kind)
    return tag(f"span.num{'.long' if len(text) > 6 else ''}", text)


def _verdict(card: Result) -> Markup:
    if card["kind"] == "number":
        said = tag("b", card.get("unit", ""), " on average")
        return tag("span.verd", said, tag("small", card.get("spread", "")))
    if card["kind"] == "count":
        return tag("span.verd", tag("b", card.get("unit", "")), tag("small", card.get("spread", "")))
    found = card["verdict"]
    fraction = str(card.get("fraction", ""))
    shown = fraction if "/" in fraction and len(fraction) <= _LONGEST_FRACTION else ""
    # In full or not at all.
    exactly = fit_label("span.n", shown, 12) if shown else None
    # Of "all but" dots would count what fails.
    dots = None if found.odds.startswith("all but") else pips(found.n, found.m)
    return tag("span.verd", tag("b", found.words), tag("small", dots, " ", exactly))


def pips(n: int, m: int) -> Markup | None:
    """So many in so many as dots, as many filled as count; None where that would be too many."""
    if not 0 < n < m <= _MOST_PIPS:
        return None
    return tag("span.pips", (tag("i.on" if place < n else "i") for place in range(m)), aria_hidden="true")


def contest_bar(contest: Contest) -> Markup:
    """Win, tie and loss as one bar.

    Where what counts is a part of one side's share, that part is in full colour, the rest of the side paler, and its
    chance stands with the side's.
    """
    shares = (("a", contest["a"]), ("tie", contest["tie"]), ("b", contest["b"]))
    sides = [(kind, p, name) for (kind, p), name in zip(shares, contest["names"], strict=True)]
    counts = contest.get("count", {})
    taps = {"a": counts.get("a"), "tie": counts.get("tie") or counts.get("draw"), "b": counts.get("b")}
    segments = [
        tag(f"i.{kind}", style=f"--w:{width(p)}", data_tap=f"count {tap}" if tap else None)
        for kind, p in contest_segments(contest)
        if p
        for tap in [taps[kind.partition(".")[0]]]
    ]
    part = contest.get("counted")
    worth = {part[0]: (percent(part[2]), part[1])} if part else {}
    labels = [
        tag(f"span.{kind}", tag("b", percent(p)), " ", name, _with(worth.get(kind)))
        for kind, p, name in sides
        if p or kind != "tie"
    ]
    said = ", ".join(f"{name} {percent(p)}{_words_for(worth.get(kind))}" for kind, p, name in sides)
    letters = sum(len(name) for _, p, name in sides if p) + sum(len(text) for pair in worth.values() for text in pair)
    tight = ".tight" if letters > _LONGEST_NAMES else ""
    return tag("div.contest", tag("div.wtl", segments, role="img", aria_label=said), tag(f"div.wtl-l{tight}", labels))


def contest_segments(contest: Contest) -> list[tuple[str, Fraction]]:
    """The segments of a contest's bar from left to right, what counts at the outer end of its side.

    >>> won, major = Fraction(3, 4), Fraction(1, 4)
    >>> contest_segments({"a": won, "tie": Fraction(0), "b": 1 - won, "names": ["Trolls", "tie", "Orcs"],
    ...     "counted": ("a", "major", major)})
    [('a', Fraction(1, 4)), ('a.rest', Fraction(1, 2)), ('tie', Fraction(0, 1)), ('b', Fraction(1, 4))]
    """
    part = contest.get("counted")
    found: list[tuple[str, Fraction]] = []
    for side, whole in (("a", contest["a"]), ("tie", contest["tie"]), ("b", contest["b"])):
        pieces = [(side, whole)]
        if part and side == part[0]:
            pieces = [(side, part[2]), (f"{side}.rest", whole - part[2])]
        found += reversed(pieces) if side == "b" else pieces
    return found


def _words_for(part: tuple[str, str] | None) -> str:
    return "" if part is None else f", {part[1]} {part[0]}"


def _with(part: tuple[str, str] | None) -> Child:
    return () if part is None else (", ", tag("b", part[0]), " ", part[1])


def draw_mirrored(losses: Facing) -> Markup:
    """Two laws facing each other as a card, of what `facing` is drawn from."""
    return tag("section.card", facing(losses))


def facing(losses: Facing) -> list[Markup | None]:
    """Two laws facing each other on one scale."""
    numbers = losses["rows"]
    names = [_row_words(row, numbers[-1][-1]) for row in numbers]
    a, b = (
        [sum((law.get(x, Fraction(0)) for x in row), Fraction(0)) for row in numbers]
        for law in (losses["a"]["law"], losses["b"]["law"])
    )
    # What is added up is on nobody's scale: its bar is pale, and no longer than the longest.
    highest = max(p for side in (a, b) for p, row in zip(side, numbers, strict=True) if len(row) == 1)
    rows = [
        join(_half("a", p, highest, len(row) > 1), tag("span.x", name), _half("b", q, highest, len(row) > 1))
        for row, name, p, q in zip(numbers, names, a, b, strict=True)
    ]
    heads = tag(
        "div.mh",
        tag("span.a", losses["names"][0], " ", tag("b", mean_text(losses["a"]["mean"]))),
        tag("span", losses["unit"], tag("span", ", %", aria_hidden="true")),
        tag("span.b", losses["names"][1], " ", tag("b", mean_text(losses["b"]["mean"]))),
    )
    said = "; ".join(
        f"{of}: {', '.join(f'{name}: {percent(p)}' for name, p in zip(names, side, strict=True) if p)}"
        for of, side in zip(losses["names"], (a, b), strict=True)
    )
    # On a phone the first of what would help stands on the first screen below them.
    body = tag(f"div.mirror{'.many' if len(rows) > _FEW_ROWS else ''}", rows, role="img", aria_label=said)
    foot = tag("p.foot", losses["foot"]) if losses.get("foot") else None
    return [tag("h2", losses["title"]), heads, body, foot]


def _row_words(row: Sequence[int], last: int) -> str:
    """What a row is called: "3", "1–2" for several, "9+" for the last ones."""
    first, end = (with_minus(str(x)) for x in (row[0], row[-1]))
    return first if len(row) == 1 else f"{first}+" if row[-1] == last else f"{first}–{end}"


def _half(side: str, p: Fraction, highest: Fraction, is_sum: bool) -> Markup:
    if not p:
        return tag(f"span.m{side}")
    bar = tag("i.sum" if is_sum else "i", style=f"--v:{part(min(p / highest, Fraction(1)))}")
    value = tag("b", in_percent(p))
    return tag(f"span.m{side}", *((value, bar) if side == "a" else (bar, value)))


def stack(side: str, outcomes: Sequence[Piece]) -> Markup:
    """One bar of 100%, each piece in its look."""
    shown = [(look, name, p) for name, p, look in outcomes if p]
    segments = [
        tag(
            f"span.{kind}",
            fit_label("span", f"{name} {in_percent(p)}", _STACKED),
            style=f"--w:{width(p)}",
            title=f"{name} {percent(p)}",
        )
        for kind, name, p in shown
    ]
    below = [
        named_below(kind, f"{name} {percent(p)}", f"{name} {in_percent(p)}", _STACKED, p) for kind, name, p in shown
    ]
    said = ", ".join(f"{name} {percent(p)}" for _, name, p in shown)
    row = tag(f"div.stack.{side}", segments, role="img", aria_label=said)
    return tag(f"div.stack-row.{side}", row, line_below(below))


def refused_card(reason: str, of: int | str, offers: Sequence[Action] = (), pointer: str = "") -> Markup:
    """No answer, and why; what would do instead. It answers the tap that was made at the time `of`."""
    chips = [tag("button.chip", offer["label"], data_tap=offer["tap"]) for offer in offers]
    return tag(
        "section.card.refused",
        tag("div.answer", tag("h2.say", "No answer", tabindex="-1"), tag("p", reason), aria_live="assertive"),
        tag("pre", pointer) if pointer else None,
        tag("div.chips", chips) if chips else None,
        id="result",
        data_watch=True,
        data_of=of,
    )


def answer_card(card: Result | None, why: str, of: int) -> Markup:
    """The card of an answer, or why there is none; `of` is the time of the tap that it answers."""
    return refused_card(why, of) if card is None else result_card({**card, "of": of})
