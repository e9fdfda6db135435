"""What the rules as they are written give, beside an answer by other rules."""

from __future__ import annotations

from probcalc.exact.budget.bounds import TooLarge, metered
from probcalc.present.numbers.decimals import average, percent
from probcalc.present.words.other_rules import rules_words
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.fights import Fight
from probcalc.scenarios.scenario import VARIANT
from probcalc.web.pages.answer.counted_number import measure_shown
from probcalc.web.pages.answer.drawn import Result
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.spending import spending
from probcalc.web.state.view import View


def beside(card: Result, stands: Standing, view: View) -> Result:
    """The result card of a question by other rules, with the number that the rules as written give.

    A fight to the end, which takes seconds, is not fought twice: its comparison stands in its own part.
    """
    text = stands.given.get(VARIANT.name)
    if not text or stands.answer is None or issubclass(stands.model, Fight):
        return card
    given = {name: value for name, value in stands.given.items() if name != VARIANT.name}
    try:
        with metered(spending()):
            original = registry.answer(stands.model.id, given)
        measure = measure_shown(stands.answer, view)
        value = measure.of(original)
    except (InputError, TooLarge, KeyError):
        return card
    rules = rules_words(text, registry.system(registry.system_id_of(stands.model.id)))
    shown = percent(value) if measure.unit(original) == "chance" else average(value)
    said = shown, f"house rule: {rules}. By the rules as printed"
    return card | {"side_facts": [*card.get("side_facts", ()), said]}
