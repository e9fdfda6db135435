"""The pages for every reader: on a phone, in the dark, on paper, by keyboard alone, with weak eyes or none."""

import re

import pytest

import probcalc
from probcalc.present.numbers.decimals import percent
from probcalc.scenarios import registry
from probcalc.web.pages.rooms.panel import PARTS
from tests.web.browsing import (
    ANSWER,
    CHART,
    COMPARED,
    CURSED,
    MELEE,
    PATHS,
    WIDEST,
    expect_answer,
    in_colours,
    loaded,
    opened,
    settled,
    spilled,
    tab_to,
    violations,
    visit,
    wait_for_query,
)

pytestmark = pytest.mark.browser

# A unit of a few figures: of two of ten each, the maps alone take longer than all else.
TROLL = "oathmark?s=oathmark.combat&a.unit=human_spearman&a.figures=2&b.unit=troll"
_ALL_OPEN = f"show.turned={','.join(part.id for part in PARTS)}"

# The page in the dark has the same elements and names, in other colours.
COLOURS = ("color-contrast", "link-in-text-block")
LIGHT = "matchMedia('(prefers-color-scheme: light)').matches"

SCROLLED = """() => [...document.querySelectorAll("pre, .katex-display")].every(
    e => (e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight) || e.tabIndex === 0)"""

# A way past the bar is seen once it has the focus; of a list of its own, Streamlit counts the frame around it.
SMALL = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
    .filter(e => e.checkVisibility({ visibilityProperty: true }) && e.type !== "file")
    .filter(e => !e.closest("[popover], .busy, .stale, .bar1, .stMarkdown, .stCaption, .quiet"))
    .map(e => [e, e.closest(".stSelectbox [role=group]") ?? (e.nodeName === "INPUT" && e.closest("label"))])
    .map(([e, around]) => [e.ariaLabel || e.textContent, (around || e).getBoundingClientRect()])
    .filter(([_, box]) => box.height < 43.5 || box.width < 43.5)
    .map(([name, box]) => `${name}: ${box.width} x ${box.height}`)"""


# A page is drawn once for all that is asked of it: as wide as a laptop, then as narrow as a phone. It stays in the
# colours that were asked about last, and the next begins in them: what holds in any colours is asked in those.
@pytest.mark.parametrize(
    "path",
    [
        *(*PATHS, "chronopia?s=chronopia.fear"),
        *(f"{path}&{_ALL_OPEN}" for path in (MELEE, TROLL)),
    ],
)
def test_a_page_keeps_every_rule_for_readers_and_fits_a_phone_and_a_thumb(laptop, address, path):
    laptop.set_viewport_size({"width": 1280, "height": 900})
    opened(laptop, f"{address}/{path}")
    assert laptop.locator('[data-testid="stException"]').count() == 0
    if path.startswith(MELEE):
        laptop.wait_for_selector(".katex")
        settled(laptop)
    laptop.wait_for_function(SCROLLED)
    assert violations(laptop) == []
    assert violations(in_colours(laptop, "dark" if laptop.evaluate(LIGHT) else "light"), COLOURS) == []
    laptop.set_viewport_size({"width": 375, "height": 700})
    settled(laptop)
    assert laptop.evaluate(SMALL) == []
    assert spilled(laptop) == []
    laptop.set_viewport_size({"width": 320, "height": 700})
    assert spilled(laptop) == []


@pytest.mark.parametrize(
    ("path", "part"),
    [
        ("mechanics?s=mechanics.race&show.turned=rounds", "Round by round"),
        (
            "oathmark?s=oathmark.fight&a.unit=human_linebreaker&a.figures=5&b.figures=5&show.turned=rounds",
            "Round by round",
        ),
        ("mechanics?s=mechanics.race&show.turned=given&show.together=b_left,rounds", "If you already know"),
    ],
)
def test_on_a_phone_the_last_column_of_a_wide_table_is_in_view(phone, address, path, part):
    opened(phone, f"{address}/{path}")
    table = phone.locator(".stExpander").filter(has_text=part).locator(".stTable table").last
    table.wait_for()
    assert table.locator("th").count() == 6
    assert table.evaluate("table => table.parentElement.scrollWidth <= table.parentElement.clientWidth")


def test_on_a_phone_the_number_stays_in_view_when_its_card_has_left_the_screen(phone, address):
    visit(phone, address)
    line = phone.locator(".pc .bar1")
    assert not line.is_visible()
    phone.locator(".pc .entries").scroll_into_view_if_needed()
    phone.mouse.wheel(0, 900)
    line.wait_for(state="visible")
    settled(phone)
    box = line.bounding_box()
    assert box["y"] == 0
    assert box["height"] <= 48
    assert percent(probcalc.odds("chronopia.melee", CURSED)["slain"]) in line.inner_text().replace("\u202f", " ")


def test_the_line_that_stands_in_for_a_number_goes_when_the_card_it_watched_went_out_of_view(phone, address):
    visit(phone, address)
    phone.locator(".pc .entries").scroll_into_view_if_needed()
    phone.mouse.wheel(0, 900)
    phone.locator(".pc .bar1").wait_for(state="visible")
    phone.locator("#result").evaluate("card => card.replaceWith(card.cloneNode(true))")
    # By the card itself: a wheel that turns while the page is drawn may be lost.
    phone.locator("#result").scroll_into_view_if_needed()
    phone.locator(".pc .bar1").wait_for(state="hidden", timeout=20_000)


def test_the_tools_that_streamlit_lays_over_a_chart_are_not_in_the_way_of_the_keyboard(page, address):
    opened(page, f"{address}/{MELEE}&show.turned=others,share")
    page.wait_for_selector(CHART)
    assert page.locator(".stElementToolbar button").evaluate_all("all => all.filter(e => e.checkVisibility())") == []


def test_the_dark_theme_is_dark(phone, address):
    visit(phone, address)
    colour = phone.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor")
    assert max(int(part) for part in re.findall(r"\d+", colour)[:3]) < 60


def test_a_page_prints_dark_on_white_without_what_is_clicked(new_phone, address):
    visit(new_phone, address, f"{MELEE}&show.turned=others")
    new_phone.wait_for_selector(CHART)
    assert not new_phone.locator(".pc .paper").is_visible()
    new_phone.emulate_media(media="print")
    new_phone.evaluate("dispatchEvent(new Event('beforeprint'))")
    foot = new_phone.locator(".pc .paper").inner_text()
    assert registry.system("chronopia").edition in foot
    assert new_phone.url in foot
    assert not new_phone.locator(".pc .top").is_visible()
    assert not new_phone.locator(".pc .acts").is_visible()
    assert not new_phone.locator(".st-key-chronopia-melee-part-share").locator("details").is_visible()
    assert new_phone.locator(".st-key-chronopia-melee-part-others").locator("details").is_visible()
    style = new_phone.locator(f"{ANSWER} h2").evaluate("element => getComputedStyle(element).color")
    assert style == "rgb(0, 0, 0)"
    for where in ("html", "body", CHART, ".pc .card"):
        ground = new_phone.locator(where).first.evaluate("element => getComputedStyle(element).backgroundColor")
        assert ground == "rgb(255, 255, 255)", where
    # A grid keeps the height of its rows when a card moves to the next page, and what follows lies over the card.
    for where in (".st-key-board", ".st-key-rooms"):
        assert new_phone.locator(where).evaluate("element => getComputedStyle(element).display") == "block", where
    height = new_phone.evaluate("document.documentElement.scrollHeight")
    assert height > 1500, "all of the page is printed, not the part on the screen"


def test_the_keyboard_may_skip_to_the_answer_before_anything_else_of_the_page(page, address):
    loaded(page, f"{address}/{MELEE}")
    skip = page.get_by_role("link", name="Skip to the answer")
    assert skip.bounding_box()["y"] < 0
    first = page.locator(".pc").locator("a, button, input, select").first
    tab_to(page, skip)
    assert first.evaluate("element => element === document.activeElement"), "it is the first of all that has the focus"
    assert skip.bounding_box()["y"] >= 0
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.closest('#result')")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.pc .top, .pc .match') === null"), "the bar is behind"


def test_a_page_without_an_answer_is_skipped_to_as_well(page, address):
    loaded(page, address)
    skip = page.get_by_role("link", name="Skip to the page")
    tab_to(page, skip)
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.pc .top') === null"), "the bar is behind"


def test_on_a_phone_a_table_that_is_too_wide_is_scrolled_by_keyboard_too(phone, address):
    # Of the half width, as with letters of twice the size.
    phone.set_viewport_size({"width": 188, "height": 700})
    visit(phone, address, f"{MELEE}&show.turned=advice,modifiers")
    wide = "[...document.querySelectorAll('.stTable > div')].filter(e => e.scrollWidth > e.clientWidth)"
    phone.wait_for_function(f"() => {wide}.length && {wide}.every(e => e.tabIndex === 0)")
    assert violations(phone) == []


def test_why_keeps_its_words_whole_on_a_laptop(page, address):
    visit(page, address, f"{MELEE}&show.turned=why")
    label = page.locator(".pc .why .wraps").first
    label.wait_for()
    assert label.bounding_box()["height"] < 34, "two lines, not a letter in each"


@pytest.mark.parametrize("path", ["", MELEE, TROLL, COMPARED])
def test_letters_of_twice_the_size_leave_a_phone_without_sideways_scrolling(phone, address, path):
    # To a page, letters of twice the size are a screen of half the width.
    phone.set_viewport_size({"width": 188, "height": 700})
    opened(phone, f"{address}/{path}")
    assert phone.evaluate(WIDEST) <= 188
    sides = phone.locator(".pc .u, .pc .unit").evaluate_all("all => all.map(side => side.getBoundingClientRect().left)")
    assert len(set(sides)) <= 1, "who meets whom is stacked"


def test_nothing_moves_for_those_who_ask_for_less_motion(page, address):
    moving = """() => [".law .bar i", ".tr u", ".chip", ".bar1", ".busy .ring"].map(which => {
        const style = getComputedStyle(document.querySelector(`.pc ${which}`));
        return style.transitionDuration !== "0s" || style.animationName !== "none";
    })"""
    visit(page, address)
    assert all(page.evaluate(moving))
    page.emulate_media(reduced_motion="reduce")
    assert not any(page.evaluate(moving))


def test_the_keyboard_alone_is_enough(page, address):
    loaded(page, f"{address}/{MELEE}")
    tab_to(page, page.get_by_label("Modifier", exact=True))
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect_answer(page, **CURSED, modifier=1)
    toggle = page.get_by_role("button", name="Charging", exact=True)
    toggle.focus()
    page.keyboard.press("Space")
    expect_answer(page, **CURSED, modifier=1, charging=True)


def test_the_keyboard_leads_from_the_first_page_to_another_question_and_opens_a_part(page, address):
    page.goto(address)
    page.wait_for_selector(".pc .top")
    settled(page)
    tab_to(page, page.get_by_role("button", name="Menu"))
    page.keyboard.press("Enter")
    tab_to(page, page.locator(".menu-list").get_by_role("link", name="Chronopia"))
    page.keyboard.press("Enter")
    page.wait_for_selector(ANSWER)
    settled(page)
    questions = page.get_by_role("combobox", name="Question", exact=True)
    tab_to(page, questions)
    page.keyboard.press("ArrowDown")
    second = registry.system("chronopia").scenarios[1].id
    wait_for_query(page, "s", second)
    settled(page)
    part = page.locator("[data-tap='room why']")
    part.focus()
    page.keyboard.press("Enter")
    wait_for_query(page, "show.turned", "why")
    page.locator('[class*="part-why"]').get_by_text("In words").wait_for()
