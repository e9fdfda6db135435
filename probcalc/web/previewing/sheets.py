"""The link of a question of somebody's own game: the sheet stands in the link, and is a game for this answer alone."""

from __future__ import annotations

from probcalc.exact.budget.bounds import Budget, metered
from probcalc.links.sheets import settings_of, sheet_query, unpack
from probcalc.present.card import card_svg
from probcalc.present.card_pen import Theme
from probcalc.present.headline import headline
from probcalc.present.line import answer_line
from probcalc.scenarios import registry
from probcalc.sheets.game import Sheet
from probcalc.web.paths import TOOLS, encode
from probcalc.web.previewing.found import Fields, Found, preview_of
from probcalc.web.state.spending import FOLLOWING
from probcalc.web.state.view_fields import PREFIX

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
