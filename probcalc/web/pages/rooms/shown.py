"""What the row of each room says while it is closed: its own answer, where that costs no more than a tap may."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from probcalc.analysis.advice.advise import Advice
from probcalc.analysis.beside.modifiers import modifiers
from probcalc.analysis.numbers.measure import Measure
from probcalc.exact.budget.bounds import TooLarge, metered
from probcalc.present.reports.advice import aim_words, is_spent, points_words, value_unit
from probcalc.present.words.phrases import all_words
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.fights import Fight
from probcalc.scenarios.sentences import lower_first
from probcalc.web.pages.answer.counted_number import measure_shown
from probcalc.web.pages.changes.drawn import Changes, Ranking, Waiting
from probcalc.web.pages.changes.tried import affordable, moving
from probcalc.web.pages.rooms.drawn import Said
from probcalc.web.pages.why import shown as pictures
from probcalc.web.parts.numbers import with_minus
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.view import View

_MOST_RANKS = 4


@dataclass(frozen=True)
class Known:
    """What the first screen has worked out already.

    Attributes:
        ranking: the card of a table's entries, None without any.
        changes: the card of changes, None without any.
        advice: works out what to do, None where the rules leave no decision or it is refused.
    """

    ranking: Ranking | Waiting | None
    changes: Changes | Waiting | None
    advice: Advice | None = None


def decide(stands: Standing, view: View, known: Known) -> Said:
    """The best choice and what it gives, and for which aim, where that is not the number that counts on the page."""
    found = known.advice
    if found is None or stands.answer is None:
        if stands.answer is not None and issubclass(stands.model, Fight):
            return {"say": "Round by round"}
        return {"say": "How many do I need?"}
    if not found.rules:
        return {"say": "Nothing to decide here"}
    aim, kind = found.aim, value_unit(found)
    is_counted = Measure(aim.result, aim.at_least, aim.outcome) == measure_shown(stands.answer, view)
    aimed = "" if is_counted else aim_words(found)
    if len(found.choices) < 2:
        return {"aim": aimed, "say": "Best play", "value": found.value, "kind": kind}
    best = found.choices[0]
    spent = f": {points_words(found, best.spent)}" if is_spent(found) and best.spent else ""
    return {"aim": aimed, "say": f"{best.label}{spent}", "value": best.value, "kind": kind}


def why(stands: Standing, view: View, known: Known) -> Said:
    """What one of several attacks does, or what the first roll needs."""
    if stands.answer is None or isinstance(stands.answer.scenario, Fight):
        return {"say": "All results"}
    measure = measure_shown(stands.answer, view)
    one = pictures.one_of(stands.answer, measure)
    if one is not None:
        return {"say": f"Each of the {one[1]} alone", "value": one[0]}
    return {"say": pictures.in_short(stands.answer, measure) or "Every roll, up to the number"}


def what_if(stands: Standing, view: View, known: Known) -> Said:
    """The best entry of the table, else the change that moves the number most."""
    ranking, tried = known.ranking, known.changes
    if ranking is not None and "rows" in ranking:
        values = [(row, value) for row in ranking["rows"] if (value := row["value"]) is not None]
        if values:
            (best, value), kind, title = values[0], ranking["kind"], ranking["title"]
            is_borne = "another" in title
            said = f"Best {title.removeprefix('With another ')}" if is_borne else "Instead"
            held = " (held now)" if best["now"] and is_borne else ""
            ranks = [each for _, each in values[:_MOST_RANKS]] if kind == "chance" else []
            return {"say": f"{said}: {best['label']}{held}", "value": value, "kind": kind, "ranks": ranks}
    if tried is not None and "changes" in tried and tried["changes"]:
        now = tried["now"]
        first = max(tried["changes"], key=lambda row: abs(row["new"] - now))
        return {"say": first["label"], "value": first["new"], "kind": tried["kind"]}
    return {"say": "Other values and other rules"}


def more(stands: Standing, view: View, known: Known) -> Said:
    """The ruling that matters most, and the number that it gives."""
    rulings = [p for p in stands.model.parameters() if p.role == "ruling"]
    share_row = "Rules, share, your units"
    if not rulings or stands.answer is None:
        return {"say": share_row}
    many = f"{len(rulings)} ruling{'s' if len(rulings) > 1 else ''}"
    budget = affordable(stands, 2 * len(rulings), False)
    if budget is None:
        return {"say": f"{many}, rules, share"}
    try:
        with metered(budget):
            found = modifiers(stands.model.id, stands.given, measure_shown(stands.answer, view), ("ruling",))
    except (InputError, TooLarge):
        return {"say": f"{many}, rules, share"}
    steps = moving(found)
    if not steps:
        return {"say": f"{many}, {'none matters' if len(rulings) > 1 else 'no effect'} here"}
    matter = len({step.parameter.name for step in steps})
    first = max(steps, key=lambda step: abs(step.change or Fraction(0)))
    which = f"{matter} of {many}" if matter < len(rulings) else f"{all_words(matter)} rulings"
    of = "The ruling matters" if len(rulings) == 1 else f"{which} {'matters' if matter == 1 else 'matter'}"
    return {
        "say": with_minus(f"{of}: {lower_first(first.parameter.label)}"),
        "value": first.trial.value or Fraction(0),
        "kind": found.measure.unit(stands.answer),
    }
