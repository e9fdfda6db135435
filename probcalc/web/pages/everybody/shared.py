"""Everybody against everybody, to hand on: a link, pictures, the command, and Python."""

from __future__ import annotations

from dataclasses import replace

from probcalc.analysis.balance.asking import Balance
from probcalc.links.commands import to_balance_command, to_balance_python
from probcalc.present.pictures import CardPicture
from probcalc.present.told_card import told_card_svg
from probcalc.scenarios import registry
from probcalc.web.controls.charts_and_tables import file_name
from probcalc.web.controls.handing_on import file_buttons, show_elsewhere, show_text
from probcalc.web.controls.spoken import st
from probcalc.web.pages.everybody.shown import picture_to_hand_on
from probcalc.web.state import address, games
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.balances import Asked
from probcalc.web.state.visit import Visit

_PART = "everybody"


def share(stands: Standing, visit: Visit, found: Balance, asked: Asked, key: str) -> None:
    """The same elsewhere: a link, pictures, the command, and Python."""
    scenario_id = stands.model.id
    page = visit.pages[registry.system_id_of(scenario_id)]
    view = replace(visit.view(scenario_id), turned=_PART)
    with st.popover("Share", key=key):
        link = address.link_to(page, address.query_of(scenario_id, stands.given, view))
        show_text("**Link**: who plays, and for how many points", link)
        picture, name = told_card_svg(picture_to_hand_on(found)), file_name(scenario_id, "balance")
        file_buttons(name, f"{key} ", {"png": CardPicture(picture, "png"), "svg": CardPicture(picture, "svg")})
        if games.game_of(scenario_id) is None:
            is_plain = asked.entries is None or all(isinstance(each, str) for each in asked.entries)
            command = to_balance_command(scenario_id, asked._asdict()) if is_plain else ""
            show_elsewhere("", command=command, python=to_balance_python(scenario_id, asked._asdict()))
