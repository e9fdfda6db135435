"""A reader's own size of letters and own colours: everything grows with the letters, and marks stay to be seen."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from tests.web.browsing import WIDEST, visit, visitor
from tests.web.conftest import QUIET

pytestmark = pytest.mark.browser

QUESTIONS = (
    "chronopia?s=chronopia.melee&attacker=the_cursed&target=spearmen&charging=true",
    "oathmark?s=oathmark.combat&a.unit=human_spearman&b.unit=troll",
)
LETTERS = "() => parseFloat(getComputedStyle(document.querySelector('.pc .say')).fontSize)"
# The fill of a mark of what counts, and that of the card below it.
FILLS = """() => ["#result .bar.on i, #result .wtl .a", "#result"].map(
    which => getComputedStyle(document.querySelector(which)).backgroundColor)"""


@pytest.fixture(scope="module")
def large(playwright: Playwright, chromium_path: str) -> Iterator[Browser]:
    """A browser whose reader has letters twice as large as usual."""
    arguments = [*QUIET, "--blink-settings=defaultFontSize=32"]
    found = playwright.chromium.launch(executable_path=chromium_path, args=arguments)
    yield found
    found.close()


def test_letters_twice_as_large_fit_a_phone(large, address):
    with visitor(large, viewport={"width": 375, "height": 700}) as page:
        for question in QUESTIONS:
            visit(page, address, question)
            assert page.evaluate(LETTERS) == 30, question
            assert page.evaluate(WIDEST) <= 375, question


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
