"""What the reports of one measured number share: the number in words, as data, and why requests have none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from probcalc.analysis.findings.report import Cell, Column, Point, Refused, Report, Row, Unit
from probcalc.analysis.numbers.measure import Measure
from probcalc.analysis.numbers.trial import Trial
from probcalc.exact.law.distribution import Distribution
from probcalc.present.words.labels import list_names
from probcalc.scenarios.answer import Answer, common_parties
from probcalc.scenarios.parties import Party, unnamed
from probcalc.scenarios.sentences import outcome_words

_MOST_NAMED = 8


def numbers_of(answer: Answer) -> list[Measure]:
    """The probabilities and means of an answer."""
    return [
        Measure(name)
        for name, value in answer.items()
        if isinstance(value, Fraction) or (isinstance(value, Distribution) and value.has_mean)
    ]


def drawn_points(points: Sequence[Point]) -> tuple[tuple[Point, ...], tuple[tuple[int, int], ...]]:
    """The points that a curve shows, and the first and last value of each end of which it leaves something out.

    Of an end along which nothing changes it shows one step, and all up to the present value. Of several curves each
    value has a point of each.

    >>> points = [Point(value, Fraction(number)) for value, number in enumerate([1, 1, 1, 1, 2, 3, 3])]
    >>> [point.value for point in drawn_points(points)[0]], drawn_points(points)[1]
    ([2, 3, 4, 5, 6], ((0, 3),))
    """
    at: dict[Any, list[Point]] = {}
    for point in points:
        at.setdefault(point.value, []).append(point)
    values = list(at)
    numbers = [[point.number for point in each] for each in at.values()]
    if all(number == numbers[0] for number in numbers):
        return tuple(points), ()
    low = next(place for place, number in enumerate(numbers) if number != numbers[0]) - 1
    high = next(place for place in reversed(range(len(numbers))) if numbers[place] != numbers[-1]) + 1
    here = [place for place, each in enumerate(at.values()) if any(point.is_present for point in each)]
    first, last = max(0, min([low, *here]) - 1), max([high, *here]) + 2
    flat = ((0, low, first > 0), (high, len(values) - 1, last < len(values)))
    shown = tuple(point for value in values[first:last] for point in at[value])
    return shown, tuple((values[a], values[b]) for a, b, is_cut in flat if is_cut)


def short_words(measure: Measure, answer: Answer | None) -> str:
    """The number as a heading: "slain", "wounds, mean", "winner: Trolls".

    >>> import probcalc
    >>> answer = probcalc.odds("oathmark.combat", {"b.unit": "troll"})
    >>> short_words(Measure("b_hits"), answer), short_words(Measure("winner"), answer)
    ('Trolls hits, mean', 'winner: active unit')
    """
    if answer is None or measure.result not in answer:
        return measure.result
    sides = {side: name.removeprefix("the ") for side, name in answer.sides.items()}
    name = outcome_words(measure.result, sides)
    if measure.at_least is not None:
        return f"{name} {measure.at_least}+"
    if measure.outcome is not None:
        return f"{name}: {outcome_words(measure.outcome, sides)}"
    value = answer[measure.result]
    if isinstance(value, Distribution) and not value.has_mean:
        return f"{name}: {outcome_words(measure.default_outcome(answer), sides)}"
    return f"{name}, mean" if measure.unit(answer) == "number" else name


def first_answer(trials: Iterable[Trial]) -> Answer | None:
    """The first answer that has the measured number."""
    return next((t.answer for t in trials if t.answer is not None and t.value is not None), None)


def number_in_words(measure: Measure, trials: Sequence[Trial], called: Sequence[Party] = ()) -> tuple[str, Unit]:
    """The measured number in words and what it is, as the first answered request declares it.

    Whose entry is exchanged from one request to the next is told by whom it stands in for, where that is known.

    >>> from probcalc.analysis.tables.presets import presets
    >>> found = presets("oathmark.combat", {"a.unit": "ogre", "b.unit": "troll"}, "a.unit")
    >>> here = found.present.answer.parties
    >>> number_in_words(found.measure, [entry.trial for entry in found.entries], here)
    ('Who wins: the replacement for the Ogres', 'chance')
    """
    answer = first_answer(trials)
    if answer is None:
        return measure.result, "number"
    parties = [_standing_in(party, called) for party in shared_parties(trials, called)]
    return measure.label(answer.taking_part(parties)), measure.unit(answer)


def _standing_in(party: Party, called: Sequence[Party]) -> Party:
    known = next((each for each in called if each.key == party.key and each.named), None)
    if party.named or known is None:
        return party
    return unnamed(party.key, party.role, called=f"the replacement for {known.later}")


def shared_parties(trials: Sequence[Trial], called: Sequence[Party] = ()) -> tuple[Party, ...]:
    """Who takes part in requests, those who are others from one to the next by their roles.

    >>> from probcalc.analysis.tables.table import table
    >>> found = table("oathmark.combat", {"b.unit": "troll"}, "a.unit=elf_soldier,orc_soldier", measured="winner")
    >>> [party.name for party in shared_parties([row[0] for row in found.cells])]
    ['The active unit', 'Trolls']
    """
    return common_parties([trial.answer for trial in trials if trial.answer is not None], called)


def measured_report(
    found: Any,
    number: tuple[str, Unit],
    id: str,
    title: str,
    columns: Iterable[Column],
    rows: Iterable[Row],
    **more: Any,
) -> Report:
    """The report of a scenario's measured number, in words and as what it is, with both named among its data."""
    data = {"scenario": found.scenario_id, "measure": measure_data(found.measure), **more.pop("data", {})}
    said = {"scenario": found.scenario_id, "counts": number[0], "unit": number[1]}
    return Report(id, title, tuple(columns), tuple(rows), data=data, **said, **more)


def left_out_notes(names: Iterable[str]) -> tuple[str, ...]:
    """What is to be said where nothing of a budget was left for some; nothing where there are none.

    >>> left_out_notes(["Armour", "Damage"]), left_out_notes([])
    (('Not calculated (too large): Armour; Damage.',), ())
    """
    listed = "; ".join(names)
    return (f"Not calculated (too large): {listed}.",) if listed else ()


def cell(trial: Trial) -> Fraction | Refused:
    """The number of a request, or why it has none."""
    return Refused(trial.refusal) if trial.value is None else trial.value


def exact(cell: Fraction | Refused) -> Cell:
    """The number once more, for its fraction."""
    return None if isinstance(cell, Refused) else cell


def refusals(named: Iterable[tuple[str, Trial]]) -> tuple[tuple[str, str], ...]:
    """The names of the refused requests for each reason.

    >>> refusals([("a", Trial({}, None, None, "x must be 1 to 6, not 9")), ("b", Trial({}, None, Fraction(1), ""))])
    (('a', 'x must be 1 to 6, not 9'),)
    """
    reasons: dict[str, list[str]] = {}
    for name, trial in named:
        if trial.refusal:
            reasons.setdefault(trial.refusal, []).append(name)
    return tuple((list_names(names), reason) for reason, names in reasons.items())


def refused_cells(
    rows: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[Trial]], between: str = ""
) -> tuple[tuple[str, str], ...]:
    """Why cells of a table have no number, each reason once: by the row or the column that it holds for, else by cell.

    `between` stands between the names of a cell, and before that of a column.

    >>> trials = {why: Trial({}, None, None, why) for why in ("x", "y", "")}
    >>> refused_cells(["a", "b"], ["c", "d"], [[trials["x"], trials["x"]], [trials[""], trials["y"]]], "against")
    (('a', 'x'), ('against d', 'y'))
    >>> refused_cells(["a", "b", "e"], ["c", "d"], [*[[trials["x"], trials[""]]] * 2, [trials[""]] * 2], "with")
    (('a, b with c', 'x'),)
    """
    alone: dict[str, list[str]] = {}
    parts: dict[str, dict[tuple[str, ...], list[str]]] = {}
    for name, row in zip(rows, cells, strict=True):
        for why in dict.fromkeys(trial.refusal for trial in row if trial.refusal):
            here = [m for m, trial in enumerate(row) if trial.refusal == why]
            known = alone.setdefault(why, [])
            if len(here) == len(row):
                known.append(name)
                continue
            whole = [m for m in here if all(each[m].refusal for each in cells)]
            known += [n for n in (f"{between} {columns[m]}".strip() for m in whole) if n not in known]
            if some := tuple(columns[m] for m in here if m not in whole):
                parts.setdefault(why, {}).setdefault(some, []).append(name)
    return tuple((list_names([*names, *_cells(parts.get(why, {}), between)]), why) for why, names in alone.items())


def _cells(found: Mapping[tuple[str, ...], Sequence[str]], between: str) -> Iterator[str]:
    """Rows that are refused in the same columns, one after the other with these."""
    for columns, rows in found.items():
        yield " ".join(filter(None, (", ".join(rows), between, ", ".join(columns))))


def trial_data(trial: Trial) -> dict[str, Any]:
    """The exact number of a request, or why there is none."""
    return {"refused": trial.refusal} if trial.value is None else {"value": trial.value}


def measure_data(wanted: Measure) -> dict[str, Any]:
    """The measure by its names."""
    data: dict[str, Any] = {"result": wanted.result}
    if wanted.at_least is not None:
        data["at_least"] = wanted.at_least
    return data if wanted.outcome is None else data | {"outcome": wanted.outcome}


def few(names: Sequence[str]) -> str:
    """The names in a row, of many the first with how many more there are.

    >>> few(["Spear", "Sword"]), few(["d4"] * 10)[-13:]
    ('Spear, Sword', 'd4 and 2 more')
    """
    shown = ", ".join(names[:_MOST_NAMED])
    return shown if len(names) <= _MOST_NAMED else f"{shown} and {len(names) - _MOST_NAMED} more"
