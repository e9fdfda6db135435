"""The parts of the laboratory: both rules with their numbers, what B changes, lines along a number, breakpoints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from probcalc.analysis.findings.report import Unit
from probcalc.present.reports.table_says import cell_words, signed_labels
from probcalc.present.reports.two_rules import (
    Step,
    along_sentence,
    breakpoints,
    cell_unit,
    half_way,
    two_rules_sentence,
)
from probcalc.present.words.phrases import capital
from probcalc.present.words.requests import table_words
from probcalc.web.pages.answer.drawn import busy
from probcalc.web.pages.heat.axes import place_of
from probcalc.web.pages.heat.drawn import two_maps_card
from probcalc.web.pages.heat.shown import heat
from probcalc.web.pages.laboratory.shown import Both, difference, drawn_rows
from probcalc.web.pages.lists.cards import summary
from probcalc.web.parts.controls import Control, Group, Link, Turn, control, fold
from probcalc.web.parts.markup import Markup, join, stretched, tag
from probcalc.web.parts.numbers import amount, full_bar, in_percent, part, signed_amount, width

_LETTERS = "AB"
_WIDE, _HIGH = 100, 100
# Where two labels at the end of the lines would lie on each other, in hundredths of the height.
_APART = 15


def rules_verdict(both: Both, die: str, ways: Mapping[str, str], of: int | str = 0) -> Markup:
    """One number by both rules, and by how much they differ; `of` is the time of the tap that it answers.

    The `ways` lead to the question by "a", by "b", and "back".
    """
    unit = both.measure.unit(both.printed.answered)
    names = [f"{die}, as printed" if die else "", capital(both.rule)]
    top = full_bar(both.values, unit)
    numbers = [
        tag("span.refusal", stands.refusal) if value is None else _bar(value, unit, top)
        for stands, value in zip((both.printed, both.changed), both.values, strict=False)
    ]
    rows = [_rule(n, names[n], ways["ab"[n]], number) for n, number in enumerate(numbers)]
    back = tag("a.link", "Back to the question", href=ways["back"], data_tap="go back")
    lead = difference(both.values, unit)
    answer = tag(
        "div.answer",
        tag("h2.say", both.sentence, tabindex="-1"),
        tag("p.quiet", summary(both.printed)),
        tag("div.rules", rows),
        tag("p.lead", tag("b", lead)) if lead else None,
        aria_live="polite",
        aria_atomic="true",
    )
    notes = [tag("p.quiet", note) for note in both.notes]
    return tag("section.card.result.by-rules", back, answer, notes, busy(), id="result", data_watch=True, data_of=of)


def _bar(value: Fraction, unit: Unit, top: Fraction) -> Markup:
    bar = tag("i.tr", tag("u", style=f"--v:{part(value / top)}"), aria_hidden="true")
    return join(bar, tag("b.n", amount(value, unit)))


def _rule(place: int, name: str, href: str, number: Markup) -> Markup:
    if not name:
        return tag("div.rule.alone", number)
    way = tag("a.name", name, href=href, data_tap=f"go {'ab'[place]}")
    return tag(f"div.rule.set{place}", tag("span.letter", _LETTERS[place]), way, number)


def rules_maps(both: Both) -> Markup:
    """The two maps, with what they say: along the present row, and in all cells."""
    assert both.maps is not None
    answer, parties = both.printed.answered, both.printed.parties
    counts = both.measure.label(answer)
    found = zip((both.printed, both.changed), both.maps, strict=True)
    cards = [heat(table, stands, both.sentence, like=both.maps[0]) for stands, table in found]
    row = max(0, place_of(both.maps[0].rows, both.printed))
    return two_maps_card(
        f"{counts}, %" if both.measure.unit(answer) == "chance" else counts,
        along_sentence(*both.maps, row, parties),
        two_rules_sentence(*both.maps, parties),
        list(zip(("As printed", capital(both.rule)), cards, strict=True)),
    )


def rules_case(
    title: str, groups: Sequence[Group], numbers: Sequence[Control], more: Turn, counts: Sequence[Control] = ()
) -> Markup:
    """What rule B changes: `numbers` of the rules are folded away, `counts` is what both are looked at for."""
    drawn = [_group_of(group["of"], group["items"], "div.group") for group in groups]
    opened = _group_of("Numbers of the rules", numbers, "div.group.even") if numbers else None
    rules = tag("section.card.case.of-rules", tag("h2", title), drawn, fold(more), opened)
    if not counts:
        return rules
    return tag("div.two", rules, tag("section.card.case", tag("h2", "Result"), _group_of("", counts, "div.group")))


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


def lines_card(both: Both) -> Markup | None:
    """Small pictures of two lines each, A and B along the same number, for up to four rows of the maps.

    A dot stands where a line reaches one half. None where the maps run along names.
    """
    assert both.maps is not None
    rules, variant = both.maps
    assert rules.columns is not None
    if rules.columns.parameter.kind != "integer" or len(rules.columns.values) < 3:
        return None
    parties, present = both.printed.parties, place_of(rules.rows, both.printed)
    labels, heads = signed_labels(rules.rows), signed_labels(rules.columns)
    rows = [(n, each) for n, each in enumerate(breakpoints(rules, variant)) if n in drawn_rows(len(labels), present)]
    values = [[[trial.value for trial in row] for row in found.cells] for found in both.maps]
    is_chance = cell_unit(rules) == "chance"
    top = full_bar((value for found in values for row in found for value in row), cell_unit(rules))
    figures = []
    for n, each in rows:
        title = capital(cell_words(rules.rows.parameter, labels[n], parties))
        plot = _plot(title, heads, [found[n] for found in values], each.places if is_chance else None, top)
        caption = tag("figcaption", tag("b", title), tag("small", " now") if n == present else None)
        ticks = [tag("span", heads[at]) for at in (0, (len(heads) - 1) // 2, -1)]
        figures.append(tag("figure", caption, plot, tag("div.ends-of", ticks, aria_hidden="true")))
    told = "up: 0 to 100%; dots: where it reaches 50%" if is_chance else "up: from 0"
    heading = tag("h3.of", f"Along {table_words(rules.columns.parameter, parties)}")
    return tag("section.card.along", heading, tag("p.quiet", told), tag("div.few", figures))


Line: TypeAlias = "Sequence[Fraction | None]"


def _plot(
    title: str, heads: Sequence[str], lines: Sequence[Line], halves: tuple[int | None, int | None] | None, top: Fraction
) -> Markup:
    """Both lines in one picture; of chances with the places where they reach one half, of means without."""
    laws = [[None if p is None else p / top for p in line] for line in lines]
    svg = stretched(_WIDE, _HIGH, [tag(f"path.set{n}", d=_path(law)) for n, law in enumerate(laws)])
    dots = [_dot(heads, law, n, halves) for n, law in enumerate(laws)] if halves else None
    unit: Unit = "chance" if halves else "number"
    told = [
        f"{letter}: {', '.join(f'{x} {amount(p, unit)}' for x, p in zip(heads, line, strict=True) if p is not None)}"
        for letter, line in zip(_LETTERS, lines, strict=True)
    ]
    said = f"{title}. {'; '.join(told)}"
    half = tag("i.half") if halves else None
    return tag("div.plot", half, svg, dots, _ends(lines, laws, unit), role="img", aria_label=said)


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


def _dot(heads: Sequence[str], law: Line, n: int, places: tuple[int | None, int | None]) -> Markup | None:
    """Where a line reaches one half, with the value there: of the one further left at its left."""
    place = places[n]
    if place is None or law[place] is None:
        return None
    others = [p for p in places if p is not None]
    side = "l" if place < max(others) or (place == max(others) and n == 0) else "r"
    at = Fraction(place, max(1, len(law) - 1))
    where = f"left:{width(at)};bottom:{width(law[place] or Fraction(0))}"
    return tag(f"i.dot.set{n}.{side}", tag("b", heads[place]), style=where)


def _ends(lines: Sequence[Line], laws: Sequence[Line], unit: Unit) -> list[Markup]:
    """The last value of each line behind its letter, the two apart."""
    ends = [[p for p in law if p is not None][-1:] for law in laws]
    if not all(ends):
        return []
    at = [round(height * _HIGH) for [height] in ends]
    upper = 0 if at[0] > at[1] else 1
    if abs(at[0] - at[1]) < _APART:
        middle = min(_HIGH - _APART // 2, sum(at) // 2)
        at[upper], at[1 - upper] = middle + (_APART + 1) // 2, middle - _APART // 2
    last = [next(p for p in reversed(line) if p is not None) for line in lines]
    said = [in_percent(value, 0) if unit == "chance" else amount(value, unit) for value in last]
    return [tag(f"span.end.set{n}", f"{_LETTERS[n]} {said[n]}", style=f"bottom:{at[n]}%") for n in range(len(laws))]


def halves_card(both: Both) -> Markup:
    """From where each row is one half or more, and the step that is worth most, by both rules."""
    assert both.maps is not None
    rules, variant = both.maps
    assert rules.columns is not None
    is_chance, has_steps = cell_unit(rules) == "chance", rules.columns.parameter.kind == "integer"
    groups = [f"50% {half_way(rules, variant)}"] if is_chance else []
    groups += ["best single step"] if has_steps else []
    above = tag(
        "tr",
        tag("th", table_words(rules.rows.parameter, both.printed.parties), scope="col", rowspan=2),
        [tag("th.over", name, scope="colgroup", colspan=2) for name in groups],
    )
    letters = [tag(f"th.set{n}", letter, scope="col") for _ in groups for n, letter in enumerate(_LETTERS)]
    body, present = [], place_of(rules.rows, both.printed)
    for n, row in enumerate(breakpoints(rules, variant)):
        shown = ["all" if text == "throughout" else text for text in row.half] if is_chance else []
        cells = [tag(f"td.set{place}", tag("b", text)) for place, text in enumerate(shown)]
        if has_steps:
            cells += [_step(step, place, "chance" if is_chance else "number") for place, step in enumerate(row.step)]
        body.append(tag(f"tr{'.on' if n == present else ''}", tag("th", row.label, scope="row"), cells))
    table = tag("table", tag("thead", above, tag("tr", letters)), tag("tbody", body), aria_label="Breakpoints")
    wide = tag("div.heat-wide", table, tabindex="0", role="group", aria_label="Breakpoints")
    return tag("section.card.halves", tag("h3.of", "Breakpoints"), wide)


def _step(step: Step | None, place: int, unit: Unit) -> Markup:
    if step is None:
        return tag("td.none", "none")
    gap = tag("b", signed_amount(step.gap, unit))
    return tag(f"td.set{place}", gap, " ", tag("small", f"at {step.to}"))


def ways_to(rows: Sequence[Link]) -> Markup:
    """The way to the laboratory, the first, and to each of its questions."""
    first, *rest = (
        tag("a.chip" if n else "a.chip.strong", row["label"], href=row["href"], data_tap=row["tap"])
        for n, row in enumerate(rows)
    )
    return tag("div.to-lab", first, tag("div.chips", rest))
