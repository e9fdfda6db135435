"""Sharing: the link and its QR code, text for a chat, files, pictures, and the same answer elsewhere."""

from __future__ import annotations

from dataclasses import replace

from probcalc import links
from probcalc.present.cards.card import card_svg
from probcalc.present.charts.pictures import CardPicture
from probcalc.present.languages.language import said as in_language
from probcalc.present.reports.answer import answer_report
from probcalc.present.reports.law import outcomes_report
from probcalc.present.sentences.line import answer_bbcode, answer_line, answer_markdown
from probcalc.present.writing.json_text import spread_lines
from probcalc.present.writing.report import report_csv, report_markdown
from probcalc.scenarios import registry
from probcalc.web.controls.component import show
from probcalc.web.controls.handing_on import File, file_buttons, show_elsewhere, show_link, show_text
from probcalc.web.pages.answer.counted_number import what_was_chosen
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.paths import short_path
from probcalc.web.state import address, games
from probcalc.web.state.answered_request import Standing
from probcalc.web.state.view import View
from probcalc.web.state.view_fields import names_in
from probcalc.web.state.visit import Visit
from probcalc.web.tags import frame

_FRAME = (600, 315)
_FOR_ONESELF = ("share", "own", "recent")


def for_others(view: View) -> View:
    """The view without what is open for this reader alone.

    >>> for_others(View(turned="why,share")).turned
    'why'
    """
    return replace(view, turned=",".join(name for name in names_in(view.turned) if name not in _FOR_ONESELF))


def draw(stands: Standing, visit: Visit) -> None:
    """Link, files, and the request in other words."""
    answer = stands.answered
    scenario_id = stands.model.id
    view = visit.view(scenario_id)
    page = visit.pages[registry.system_id_of(scenario_id)]
    is_own = games.game_of(scenario_id) is not None
    link = (
        games.link_of_game(scenario_id, stands.given, address.link_to(page, {}))
        if is_own
        else address.link_to(page, address.query_of(scenario_id, stands.given, for_others(view)))
    )
    said = what_was_chosen(answer, view)
    svg, line = card_svg(answer, *said), answer_line(answer, *said)
    show("share", draw_handing_on(line, link, svg))
    show_link(link)
    if not is_own and for_others(view) == View() and (short := short_path(scenario_id, stands.given)):
        show_text(
            "**Short link** of this ready-made question", f"{link.partition('?')[0].removesuffix(page.url_path)}{short}"
        )
    if shown := games.link_of_game(scenario_id, stands.given, address.link_to(page, {}), is_shown=True):
        show_text("**With a preview** in a chat; the game is sent to the server of these pages", shown)
    leading = said[1]
    files: dict[str, File] = {
        "md": report_markdown(answer_report(answer, *said, in_full=True)),
        "csv": report_csv(outcomes_report(answer)),
        "json": spread_lines(answer.to_json()),
        "png": CardPicture(svg, "png"),
        "svg": CardPicture(svg, "svg"),
    }
    file_buttons(scenario_id.replace(".", "-"), f"{scenario_id}:", files)
    show_elsewhere(link, in_language(line))
    if link:
        show_text("**For a forum**", f"{in_language(answer_bbcode(answer, *said))}\n[url]{link}[/url]")
        show_text("**In Markdown**", in_language(answer_markdown(answer, *said, link)))
    if not is_own:
        source = f"{link}{'&' if '?' in link else '?'}embed=1&theme=auto"
        show_text("**On your own page**", frame(source, in_language(line), *_FRAME), "html")
        asked = scenario_id, stands.given, leading, view.at_least
        show_elsewhere("", command=links.to_command(*asked), python=links.to_python(*asked))
    else:
        show_elsewhere("", command=games.command(scenario_id, stands.given))


def draw_handing_on(line: str, link: str, svg: str) -> Markup:
    r"""The line and the picture, each with the button that copies it, and one that hands on both.

    >>> found = draw_handing_on("2d6: 7.00 on average", "http://localhost/custom?s=custom.roll", "<svg></svg>")
    >>> 'data-hand="2d6: 7.00 on average\nhttp://localhost/custom?s=custom.roll"' in found, "<svg></svg>" in found
    (True, True)
    """
    line = in_language(line)
    return tag(
        "section.card.hand",
        tag("p", line),
        # Shown by the script where the browser hands on to other apps.
        tag("button.chip.send", "Send to an app", data_send=line, data_link=link, hidden=True),
        tag("button.chip", "Copy line", data_hand=f"{line}\n{link}"),
        tag("div", Markup(svg)),
        tag("button.chip", "Copy picture", data_hand=""),
    )
