"""A reader's own size of letters and own colours: everything grows with the letters, and marks stay to be seen."""

import pytest

from tests.web.browsing import WIDEST, visit

pytestmark = pytest.mark.browser

QUESTIONS = (
    "chronopia?s=chronopia.melee&attacker=the_cursed&target=spearmen&charging=true",
    "oathmark?s=oathmark.combat&a.unit=human_spearman&b.unit=troll",
)
LETTERS = "() => parseFloat(getComputedStyle(document.querySelector('.pc .say')).fontSize)"
# The fill of a mark of what counts, and that of the card below it.
FILLS = """() => ["#result .bar.on i, #result .wtl .a", "#result"].map(
    which => getComputedStyle(document.querySelector(which)).backgroundColor)"""


def test_letters_twice_as_large_fit_a_phone(new_page, address):
    new_page.set_viewport_size({"width": 375, "height": 700})
    # As a reader sets it once for all pages.
    new_page.context.new_cdp_session(new_page).send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    for question in QUESTIONS:
        visit(new_page, address, question)
        assert new_page.evaluate(LETTERS) == 30, question
        assert new_page.evaluate(WIDEST) <= 375, question


def test_bars_stay_with_colours_of_the_readers_own(page, address):
    page.emulate_media(forced_colors="active")
    page.set_viewport_size({"width": 375, "height": 700})
    for question in QUESTIONS:
        visit(page, address, question)
        mark, card = page.evaluate(FILLS)
        assert mark != card, question
        if pressed := page.locator(".pc .chip[aria-pressed=true]").all():
            plain = page.locator(".pc .chip[aria-pressed=false]").first
            fill = "e => getComputedStyle(e).backgroundColor"
            assert pressed[0].evaluate(fill) != plain.evaluate(fill), question
