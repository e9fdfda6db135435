"""Sharing: the link and its QR code, text for a chat, files, pictures, and the same answer elsewhere."""

from __future__ import annotations

from dataclasses import replace

from probcalc import links
from probcalc.present.card import card_svg
from probcalc.present.csv_text import csv_text
from probcalc.present.json_text import json_text
from probcalc.present.languages.language import said as in_language
from probcalc.present.line import answer_bbcode, answer_line, answer_markdown
from probcalc.present.markdown import markdown
from probcalc.present.pictures import CardPicture
from probcalc.scenarios import registry
from probcalc.web.controls.component import show
from probcalc.web.controls.handing_on import file_button, show_link, show_qr
from probcalc.web.controls.spoken import st
from probcalc.web.pages.answer.counted_number import what_was_chosen
from probcalc.web.pages.share.drawn import draw_handing_on
from probcalc.web.paths import short_path
from probcalc.web.state import address, games
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.view import View
from probcalc.web.state.view_fields import parts_turned
from probcalc.web.state.visit import Visit
from probcalc.web.tags import frame

_FRAME = (600, 315)
_FOR_ONESELF = ("share", "own", "recent")


def for_others(view: View) -> View:
    """The view without what is open for this reader alone.

    >>> for_others(View(turned="why,share")).turned
    'why'
    """
    return replace(view, turned=",".join(name for name in parts_turned(view) if name not in _FOR_ONESELF))


def draw(stands: Standing, visit: Visit) -> None:
    """Link, files, and the request in other words."""
    assert stands.answer is not None
    answer = stands.answer
    scenario_id = stands.model.id
    view = visit.view(scenario_id)
    page = visit.pages[registry.system_id_of(scenario_id)]
    link = games.link_of_game(scenario_id, stands.given, address.link_to(page, {})) or address.link_to(
        page, address.query_of(scenario_id, stands.given, for_others(view))
    )
    is_own = games.game_of(scenario_id) is not None
    said = what_was_chosen(answer, view)
    svg, line = card_svg(answer, *said), answer_line(answer, *said)
    show("share", draw_handing_on(line, link, svg))
    show_link(link)
    if not is_own and for_others(view) == View() and (short := short_path(scenario_id, stands.given)):
        st.markdown("**Short link** of this ready-made question")
        st.code(f"{link.partition('?')[0].removesuffix(page.url_path)}{short}", language=None, wrap_lines=True)
    if shown := games.link_of_game(scenario_id, stands.given, address.link_to(page, {}), is_shown=True):
        st.markdown("**With a preview** in a chat; the game is sent to the server of these pages")
        st.code(shown, language=None, wrap_lines=True)
    with st.container(horizontal=True, gap="small"):
        name = scenario_id.replace(".", "-")
        leading = said[1]
        text = markdown(answer, view.at_least, leading)
        files = {"Markdown": (text, "md", "text/markdown"), "CSV": (csv_text(answer), "csv", "text/csv")}
        files["JSON"] = (json_text(answer), "json", "application/json")
        for title, (content, ending, kind) in files.items():
            file_button(title, content, f"{name}.{ending}", kind, f"{scenario_id}:{ending}")
        for picture, kind in ((CardPicture(svg, "png"), "image/png"), (CardPicture(svg, "svg"), "image/svg+xml")):
            file, key = f"{name}.{picture.kind}", f"{scenario_id}:{picture.kind}"
            file_button(picture.kind.upper(), picture, file, kind, key)
    show_qr(link)
    st.markdown("**For a chat**")
    st.code(f"{in_language(line)}\n{link}", language=None, wrap_lines=True)
    st.markdown("**For a forum**")
    st.code(f"{in_language(answer_bbcode(answer, *said))}\n[url]{link}[/url]", language=None, wrap_lines=True)
    st.markdown("**In Markdown**")
    st.code(in_language(answer_markdown(answer, *said, link)), language=None, wrap_lines=True)
    if not is_own:
        st.markdown("**On your own page**")
        source = f"{link}{'&' if '?' in link else '?'}embed=1&theme=auto"
        st.code(frame(source, in_language(line), *_FRAME), language="html", wrap_lines=True)
    st.markdown("**On the command line**")
    asked = games.command(scenario_id, stands.given) if is_own else ""
    command = asked or links.to_command(scenario_id, stands.given, leading, view.at_least)
    st.code(command, language="bash", wrap_lines=True)
    if is_own:
        return
    st.markdown("**In Python**")
    st.code(links.to_python(scenario_id, stands.given, leading, view.at_least), language="python", wrap_lines=True)
