"""The parts of the laboratory: both rules with their numbers, what B changes, lines along a number, breakpoints."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NotRequired, TypedDict

from probcalc.analysis.measure import Kind
from probcalc.present.reports.two_rules import Breakpoints as Row
from probcalc.present.reports.two_rules import Step
from probcalc.web.pages.answer.drawn import busy
from probcalc.web.parts.controls import Control, Group, Link, Turn, control, fold
from probcalc.web.parts.markup import Markup, join, stretched, tag
from probcalc.web.parts.numbers import amount, part, points, signed_amount, width


class Rule(TypedDict):
    """The number by one of both rules, or why there is none; its name is the way to the question by that rule."""

    letter: str
    name: str
    value: Fraction | None
    why: str
    href: str


class ByRules(TypedDict):
    """One number by both rules, and by how much they differ."""

    sentence: str
    setup: str
    kind: Kind
    rows: Sequence[Rule]
    lead: str
    notes: Sequence[str]
    back: str


class Rules(TypedDict):
    """What rule B changes: `numbers` of the rules are folded away, `counts` is what both are looked at for."""

    title: str
    groups: Sequence[Group]
    numbers: Sequence[Control]
    counts: NotRequired[Sequence[Control]]
    more: NotRequired[Turn]


class Figure(TypedDict):
    """A row of the maps as two lines, A and B, and the places where they reach one half."""

    title: str
    present: bool
    lines: Sequence[Sequence[Fraction | None]]
    halves: Sequence[int | None]


class Along(TypedDict):
    """Rows of the maps along the same number."""

    title: str
    kind: Kind
    top: Fraction
    heads: Sequence[str]
    figures: Sequence[Figure]


class Breakpoints(TypedDict):
    """Those of all rows; without the heading `half`, or `step`, there are no such columns."""

    rows: str
    half: str
    step: str
    kind: Kind
    each: Sequence[Row]
    present: int


_LETTERS = "AB"
_WIDE, _HIGH = 100, 100
# Where two labels at the end of the lines would lie on each other, in hundredths of the height.
_APART = 15


def rules_verdict(card: ByRules, of: int | str = 0) -> Markup:
    """One number by both rules, and by how much they differ; `of` is the time of the tap that it answers."""
    values = [row["value"] for row in card["rows"] if row["value"] is not None]
    top = Fraction(1) if card["kind"] == "probability" else max([*values, Fraction(0)]) or Fraction(1)
    rows = [_rule(row, n, card["kind"], top) for n, row in enumerate(card["rows"])]
    back = tag("a.link", "Back to the question", href=card["back"], data_tap="go back")
    answer = tag(
        "div.answer",
        tag("h2.say", card["sentence"], tabindex="-1"),
        tag("p.quiet", card["setup"]),
        tag("div.rules", rows),
        tag("p.lead", tag("b", card["lead"])) if card["lead"] else None,
        aria_live="polite",
        aria_atomic="true",
    )
    notes = [tag("p.quiet", note) for note in card["notes"]]
    return tag("section.card.result.by-rules", back, answer, notes, busy(), id="result", data_watch=True, data_of=of)


def _rule(row: Rule, place: int, kind: str, top: Fraction) -> Markup:
    value = row["value"]
    if value is None:
        number = tag("span.refusal", row["why"])
    else:
        bar = tag("i.tr", tag("u", style=f"--v:{part(value / top)}"), aria_hidden="true")
        number = join(bar, tag("b.n", amount(value, kind)))
    if not row["name"]:
        return tag("div.rule.alone", number)
    name = tag("a.name", row["name"], href=row["href"], data_tap=f"go {row['letter'].lower()}")
    return tag(f"div.rule.set{place}", tag("span.letter", row["letter"]), name, number)


def rules_case(card: Rules) -> Markup:
    """What rule B changes."""
    groups = [_group_of(group["of"], group["items"], "div.group") for group in card["groups"]]
    numbers = _group_of("Numbers of the rules", card["numbers"], "div.group.even") if card["numbers"] else None
    rules = tag("section.card.case.of-rules", tag("h2", card["title"]), groups, fold(card.get("more")), numbers)
    counted = card.get("counts")
    if not counted:
        return rules
    counts = tag("section.card.case", tag("h2", "Result"), _group_of("", counted, "div.group"))
    return tag("div.two", rules, counts)


def option_form(title: str, groups: Sequence[Group]) -> Markup:
    """What a question asks for beside the request."""
    parts = [
        _group_of(of, items, "div.group.even" if items[0]["kind"] == "step" else "div.group")
        for of, items in ((group["of"], group["items"]) for group in groups)
        if items
    ]
    return tag("section.card.case", tag("h2", title), parts)


def _group_of(name: str, items: Sequence[Control], place: str) -> Markup:
    return tag(place, tag("h3", name) if name else None, tag("div.chips", map(control, items)))


def lines_card(card: Along) -> Markup:
    """Small pictures of two lines each, A and B along the same number; a dot stands where a line reaches one half."""
    told = "up: 0 to 100%; dots: where it reaches 50%" if card["kind"] == "probability" else "up: from 0"
    figures = [_figure(card, figure) for figure in card["figures"]]
    return tag("section.card.along", tag("h3.of", card["title"]), tag("p.quiet", told), tag("div.few", figures))


def _figure(card: Along, figure: Figure) -> Markup:
    top = card["top"] or Fraction(1)
    laws = [[None if p is None else p / top for p in law] for law in figure["lines"]]
    svg = stretched(_WIDE, _HIGH, [tag(f"path.set{n}", d=_path(law)) for n, law in enumerate(laws)])
    half = tag("i.half") if card["kind"] == "probability" else None
    dots = [
        _dot(card, law, place, n, figure["halves"])
        for n, (law, place) in enumerate(zip(laws, figure["halves"], strict=True))
    ]
    plot = tag("div.plot", half, svg, dots, _ends(card, figure, laws), role="img", aria_label=_describe(card, figure))
    heads = card["heads"]
    ticks = [heads[0], heads[(len(heads) - 1) // 2], heads[-1]]
    title = tag("figcaption", tag("b", figure["title"]), tag("small", " now") if figure["present"] else None)
    return tag("figure", title, plot, tag("div.ends-of", [tag("span", tick) for tick in ticks], aria_hidden="true"))


def _path(law: Sequence[Fraction | None]) -> str:
    """A line through the values that there are."""
    last = max(1, len(law) - 1)
    steps, moves = [], True
    for n, p in enumerate(law):
        if p is None:
            moves = True
            continue
        steps.append(f"{'M' if moves else 'L'}{round(n * _WIDE / last, 2)} {_HIGH - round(p * _HIGH)}")
        moves = False
    return "".join(steps)


def _dot(
    card: Along, law: Sequence[Fraction | None], place: int | None, n: int, places: Sequence[int | None]
) -> Markup | None:
    """Where a line reaches one half, with the value there: of the one further left at its left."""
    if place is None or law[place] is None:
        return None
    others = [p for p in places if p is not None]
    side = "l" if place < max(others) or (place == max(others) and n == 0) else "r"
    at = Fraction(place, max(1, len(law) - 1))
    where = f"left:{width(at)};bottom:{width(law[place] or Fraction(0))}"
    return tag(f"i.dot.set{n}.{side}", tag("b", card["heads"][place]), style=where)


def _ends(card: Along, figure: Figure, laws: Sequence[Sequence[Fraction | None]]) -> list[Markup]:
    """The last value of each line behind its letter, the two apart."""
    heights = [next((p for p in reversed(law) if p is not None), None) for law in laws]
    if any(height is None for height in heights):
        return []
    at = [round((height or Fraction(0)) * _HIGH) for height in heights]
    upper = 0 if at[0] > at[1] else 1
    if abs(at[0] - at[1]) < _APART:
        middle = min(_HIGH - _APART // 2, sum(at) // 2)
        at[upper], at[1 - upper] = middle + (_APART + 1) // 2, middle - _APART // 2
    return [
        tag(f"span.end.set{n}", f"{_LETTERS[n]} {_last(figure['lines'][n], card['kind'])}", style=f"bottom:{at[n]}%")
        for n in range(len(laws))
    ]


def _last(law: Sequence[Fraction | None], kind: str) -> str:
    value = next(p for p in reversed(law) if p is not None)
    return points(value, 0) if kind == "probability" else amount(value, kind)


def _describe(card: Along, figure: Figure) -> str:
    told = []
    for letter, law in zip(_LETTERS, figure["lines"], strict=True):
        pairs = [
            f"{head} {amount(p, card['kind'])}" for head, p in zip(card["heads"], law, strict=True) if p is not None
        ]
        told.append(f"{letter}: {', '.join(pairs)}")
    return f"{figure['title']}. {'; '.join(told)}"


def halves_card(card: Breakpoints) -> Markup:
    """From where each row is one half or more, and the step that is worth most, by both rules."""
    groups = [name for name in (card["half"], card["step"]) if name]
    above = tag(
        "tr",
        tag("th", card["rows"], scope="col", rowspan=2),
        [tag("th.over", name, scope="colgroup", colspan=2) for name in groups],
    )
    letters = [tag(f"th.set{n}", letter, scope="col") for _ in groups for n, letter in enumerate(_LETTERS)]
    body = [_halves(card, each, n == card["present"]) for n, each in enumerate(card["each"])]
    table = tag("table", tag("thead", above, tag("tr", letters)), tag("tbody", body), aria_label="Breakpoints")
    wide = tag("div.heat-wide", table, tabindex="0", role="group", aria_label="Breakpoints")
    return tag("section.card.halves", tag("h3.of", "Breakpoints"), wide)


def _halves(card: Breakpoints, row: Row, is_present: bool) -> Markup:
    shown = ["all" if text == "throughout" else text for text in row.half]
    cells = [tag(f"td.set{n}", tag("b", text)) for n, text in enumerate(shown)] if card["half"] else []
    if card["step"]:
        cells += [_step(step, n, card["kind"]) for n, step in enumerate(row.step)]
    return tag(f"tr{'.on' if is_present else ''}", tag("th", row.label, scope="row"), cells)


def _step(step: Step | None, place: int, kind: str) -> Markup:
    if step is None:
        return tag("td.none", "none")
    gap = tag("b", signed_amount(step.gap, kind))
    return tag(f"td.set{place}", gap, " ", tag("small", f"at {step.to}"))


def ways_to(rows: Sequence[Link]) -> Markup:
    """The way to the laboratory, the first, and to each of its questions."""
    first, *rest = (
        tag("a.chip" if n else "a.chip.strong", row["label"], href=row["href"], data_tap=row["tap"])
        for n, row in enumerate(rows)
    )
    return tag("div.to-lab", first, tag("div.chips", rest))
