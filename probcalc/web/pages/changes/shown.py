"""What would help most, as data: the changes of one step ranked, and the entries of a table in place of the present."""

from __future__ import annotations

from fractions import Fraction

from probcalc.analysis.beside.modifiers import ModifierStep
from probcalc.analysis.numbers.measure import Measure
from probcalc.analysis.tables.presets import PresetTable, presets
from probcalc.exact.budget.bounds import metered
from probcalc.present.reports.modifiers import step_words
from probcalc.present.words.phrases import all_words, capital
from probcalc.present.words.requests import standing_in, table_words, value_words
from probcalc.scenarios.errors import InputError, TooMuch
from probcalc.scenarios.parameters import NOTHING, Parameter
from probcalc.scenarios.sentences import lower_first, with_names
from probcalc.scenarios.value_text import value_text
from probcalc.web.controls.tap_actions import tap_of
from probcalc.web.pages.answer.counted_number import measure_shown
from probcalc.web.pages.changes.drawn import Change, Changes, Ranking, Waiting
from probcalc.web.pages.changes.tried import affordable, moving, try_changes
from probcalc.web.parts.numbers import amount, with_minus
from probcalc.web.parts.rows import Row
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.view import View

MOST_FIRST = 3
_MOST_ENTRIES = 6
_ABSENT = frozenset({"no", "nobody", "none", "never", "nothing"})


def _label(step: ModifierStep, stands: Standing) -> str:
    """The change, by the name of whose it is."""
    return capital(with_minus(step_words(step, stands.parties)))


def _note(step: ModifierStep, stands: Standing) -> str:
    if step.parameter.kind == "choice":
        before = value_words(step.parameter, step.old)
        # Instead of nothing would say nothing.
        if before.partition(" ")[0] not in _ABSENT:
            return f"instead of {before}"
    told = with_names(step.parameter, stands.parties)
    # What the label says already is not said again.
    rest = told.help.removeprefix(f"{told.label}: ")
    return with_minus(capital(rest)) if rest != told.label else ""


def postpone(title: str, card: str) -> Waiting:
    """A card that is too much for every tap and waits until it is asked for."""
    told = "This takes a few seconds."
    return {"title": title, "quiet": told, "work": {"label": "Calculate", "tap": f"work {card}"}}


def changes(stands: Standing, view: View, everything: bool, worked: bool) -> Changes | Waiting | None:
    """The card of changes: the three best, or all of them with what is refused; None where nothing can be changed.

    Where no circumstance changes the number, one step of a figure may. Where all are too much for every tap, the best
    of a few are shown, and all of them when they are `worked`.
    """
    answer = stands.answer
    if answer is None:
        return None
    title = "What matters most"
    measure = measure_shown(answer, view)
    tried = try_changes(stands, measure, worked)
    if tried is None:
        return None
    if isinstance(tried, TooMuch) and not worked:
        return postpone(title, "changes")
    if isinstance(tried, InputError):
        return {"title": title, "quiet": stands.in_words(str(tried))}
    found, steps = tried.found, moving(tried.found)
    better = answer.declared(measure.result).better
    sign = -1 if better == "less" else 1
    gains = [step for step in steps if step.change is not None and step.change * sign > 0]
    helps = bool(gains) and bool(better)
    listed = steps if everything else _first(gains) if helps else _both_ways(steps)
    data: Changes = {
        "title": "What would help most" if helps else title,
        "now": measure.of(answer),
        "kind": measure.unit(answer),
        "better": better,
        "changes": [_row(step, stands) for step in listed],
    }
    if everything:
        idle = [_label(step, stands) for step in found.steps if step.change == 0]
        data["title"] = "All changes"
        data["quiet"] = f"No effect here: {'; '.join(idle)}." if idle else ""
        # Steps up and down, or to several values, are mostly refused for one reason.
        refused = (stands.in_words(step.trial.refusal) for step in found.steps if step.change is None)
        data["refused"] = list(dict.fromkeys(refused))
    if not steps:
        data["quiet"] = "None of these options changes the result."
    if tried.of:
        data["quiet"] = f"The best of {len(found.steps)} changes that were tried: each is played out to its end."
        data["all"] = {"label": all_words(tried.of), "tap": "work changes", "open": False}
    elif everything or len(found.steps) > len(listed):
        data["all"] = {
            "label": "Fewer" if everything else all_words(len(found.steps)),
            "tap": "turn changes",
            "open": everything,
        }
    return data


def _first(steps: list[ModifierStep]) -> list[ModifierStep]:
    """The best step of each of the three best modifiers."""
    best: dict[str, ModifierStep] = {}
    # What else may be added to a roll is no choice of a player: it comes first only where there is nothing else.
    chosen = [step for step in steps if step.parameter.kind != "integer" or not _is_anything(step.parameter)]
    for step in chosen or steps:
        best.setdefault(step.parameter.name, step)
    return list(best.values())[:MOST_FIRST]


def _is_anything(parameter: Parameter) -> bool:
    """Whether a number stands for whatever else is added: the modifier of a roll."""
    return parameter.role == "modifier" and parameter.name.rpartition(".")[2] == "modifier"


def _both_ways(steps: list[ModifierStep]) -> list[ModifierStep]:
    """Where neither way is better the two that raise the number most, and the one that lowers it most."""
    up, down = ([step for step in steps if (step.change or 0) * sign > 0] for sign in (1, -1))
    raising = _first(up)
    lowering = _first(down)[: MOST_FIRST - min(len(raising), MOST_FIRST - 1)]
    return sorted([*raising[: MOST_FIRST - len(lowering)], *lowering], key=steps.index)


def _row(step: ModifierStep, stands: Standing) -> Change:
    return {
        "tap": f"set {step.parameter.name}={value_text(step.new)}",
        "label": _label(step, stands),
        "note": _note(step, stands),
        "new": step.trial.value or Fraction(0),
    }


def entries(
    stands: Standing, parameter: Parameter, measure: Measure, everything: bool, worked: bool
) -> Ranking | Waiting:
    """The card of a table's entries, best first; the present one is always among them.

    What is too much for every tap is computed when it is `worked`.
    """
    title = in_place_of(stands, parameter)
    budget = affordable(stands, len(parameter.choices), worked)
    if budget is None:
        return postpone(title, "entries")
    try:
        with metered(budget):
            found = presets(stands.model.id, stands.given, parameter.name, measure)
    except InputError as error:
        if isinstance(error, TooMuch) and not worked:
            return postpone(title, "entries")
        return {"title": title, "quiet": stands.in_words(str(error))}
    return _ranking(found, stands, title, everything)


def in_place_of(stands: Standing, parameter: Parameter) -> str:
    """What a table ranks: "In place of the Spearman" for who takes part, "Other weapons" for what is borne."""
    side, _, last = parameter.name.partition(".")
    for party in stands.parties:
        if party.named and party.key == side and stands.values[parameter.name] != NOTHING:
            return f"In place of {party.later}"
    return f"With another {lower_first(table_words(parameter, stands.parties) if last else parameter.label)}"


def _ranking(found: PresetTable, stands: Standing, title: str, everything: bool) -> Ranking | Waiting:
    name = found.parameter.name
    present, note = stands.values[name], "now"
    if present == NOTHING and (held := standing_in(stands.answered.scenario).get(name)):
        present, note = held, found.parameter.absent
    ranked = found.ranked()
    better = stands.answered.declared(found.measure.result).better
    measured = [entry for entry in ranked if entry.trial.value is not None]
    if better == "less":
        measured.reverse()
    listed = [*measured, *(entry for entry in ranked if entry.trial.value is None)]
    kind = found.measure.unit(stands.answered)
    if len(measured) > 1 and len({entry.trial.value for entry in measured}) == 1 and not everything:
        same = amount(measured[0].trial.value or Fraction(0), kind)
        return {"title": title, "quiet": f"{all_words(len(measured))} give the same result: {same}."}
    shown = listed if everything else listed[:_MOST_ENTRIES]
    if present != NOTHING and not any(entry.id == present for entry in shown):
        shown += [entry for entry in listed if entry.id == present]
    rows: list[Row] = [
        {
            "label": entry.label,
            "note": ", ".join(filter(None, (note if entry.id == present else "", entry.size))),
            "value": entry.trial.value,
            "now": entry.id == present,
            "tap": tap_of(stands, {found.parameter: entry.id}),
            "why": stands.in_words(entry.trial.refusal),
        }
        for entry in shown
    ]
    data: Ranking = {"title": title, "kind": kind, "rows": rows}
    if len(listed) > _MOST_ENTRIES:
        data["more"] = {
            "label": "Fewer" if everything else all_words(len(listed)),
            "tap": "turn ranking",
            "open": everything,
        }
    return data
