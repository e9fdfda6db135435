"""The link of one question, as it is looked at there: of a game that is known, or of one whose sheet the link holds."""

from __future__ import annotations

from dataclasses import replace

from probcalc import links
from probcalc.exact.budget.bounds import Budget, metered
from probcalc.links.addresses import SCENARIO_KEY
from probcalc.links.sheets import settings_of, sheet_query, unpack
from probcalc.present.cards.card import card_svg
from probcalc.present.cards.pen import Theme
from probcalc.present.sentences.headline import headline
from probcalc.present.sentences.line import answer_line
from probcalc.scenarios import registry
from probcalc.sheets.games.game import Sheet
from probcalc.web.pages.answer.counted_number import what_was_chosen
from probcalc.web.paths import TOOLS, encode, path_of
from probcalc.web.previewing.everybody import of_balance
from probcalc.web.previewing.found import Fields, Found, preview_of
from probcalc.web.state import called
from probcalc.web.state.answered_request import with_result
from probcalc.web.state.spending import FOLLOWING
from probcalc.web.state.view import View
from probcalc.web.state.view_fields import PREFIX, part_query, view_query

# How an answer is looked at beside these changes nothing of its card.
_SHOWN = ("result", "at_least", "outcome", "called")


def of_scenario(fields: Fields) -> Found | None:
    """What the link of one question shows; None where it asks nothing, or less than was meant."""
    if SCENARIO_KEY not in fields:
        return None
    rest, looked, wrong = part_query(fields)
    view = View(**{name: getattr(looked, name) for name in _SHOWN})
    asked = links.from_query(rest)
    if asked.scenario_id is None or asked.doubts:
        return None
    if not wrong and (everybody := of_balance(asked.scenario_id, asked.given, looked)) is not None:
        return everybody
    answer = registry.answer(asked.scenario_id, asked.given)
    names = called.holding(called.names_of_request(asked.scenario_id, view.called, asked.given), asked.given)
    answer = answer.called(names) if names else answer
    answer = with_result(answer, view.result)
    if view.result not in answer:
        view = replace(view, result="")
    counts = what_was_chosen(answer, view)
    request = links.to_query(asked.scenario_id, asked.given)
    title, line = headline(answer, *counts).text, answer_line(answer, *counts)
    path = path_of(registry.system_id_of(asked.scenario_id))
    twin = f"odds/{asked.scenario_id}?{encode(request)}"
    return Found(
        preview_of(title, line, path, request | view_query(view), twin), lambda theme: card_svg(answer, *counts, theme)
    )


_LOOKS = ("embed", "theme", "lang")
"""How a card is shown, where the sheet has no setting of that name."""


def of_sheet(fields: Fields) -> Found | None:
    """What a question of a game of somebody's own shows; None where the link holds none.

    Raises:
        InputError: where the sheet cannot be read, or a setting is none of it, or all of it costs too much.
    """
    code, question, settings = settings_of({key: texts[0] for key, texts in fields.items()})
    if not code:
        return None
    sheet = Sheet(unpack(code))
    name = sheet.name_of(question or None)
    with sheet.along():
        own = {parameter.name for parameter in registry.scenario(sheet.id_of(name)).parameters()}
        given = sheet.given(name, {key: text for key, text in settings.items() if key in own or not _is_look(key)})
        with metered(Budget(FOLLOWING)):
            answer = registry.answer(sheet.id_of(name), given)
        title, line = headline(answer).text, answer_line(answer)

    def card(theme: Theme) -> str:
        with sheet.along():
            return card_svg(answer, theme=theme)

    query = sheet_query(sheet.text, name, given)
    twin = f"odds/{sheet.id_of(name)}?{encode(sheet_query(sheet.text, '', given))}"
    return Found(preview_of(title, f"{sheet.title}: {line}", TOOLS["own game"].path, query, twin), card)


def _is_look(key: str) -> bool:
    return key in _LOOKS or key.startswith(PREFIX)
