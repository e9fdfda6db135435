"""The pages for every reader: on a phone, in the dark, on paper, by keyboard alone, with weak eyes or none."""

import re

import pytest

from probcalc.scenarios import registry
from probcalc.web.pages.panels.panel import PARTS
from tests.web.browsing import (
    ANSWER,
    AXE,
    CHART,
    CURSED,
    MELEE,
    PATHS,
    TOOLS,
    expect_answer,
    settled,
    tab_to,
    violations,
    visit,
    wait_for_query,
)

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("path", [MELEE, *PATHS])
def test_a_phone_shows_the_answer_first_and_never_scrolls_sideways(phone, address, path):
    phone.goto(f"{address}/{path}")
    phone.wait_for_selector("h1")
    if path and path not in TOOLS:
        phone.wait_for_selector(CHART, state="attached")
        settled(phone)
        box = phone.locator(ANSWER).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 700
    settled(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 375
    assert phone.evaluate("document.querySelector('[data-testid=\"stMain\"]').scrollWidth") <= 375


def test_on_a_phone_the_answer_stays_in_view_while_inputs_are_changed(phone, address):
    visit(phone, address)
    phone.locator(".st-key-chronopia-melee-watchers").scroll_into_view_if_needed()
    phone.wait_for_timeout(300)
    box = phone.locator(ANSWER).bounding_box()
    assert 0 <= box["y"] <= 200


def test_on_a_phone_steppers_and_toggles_are_large_enough_for_a_thumb(phone, address):
    visit(phone, address)
    for where in ('[data-testid="stNumberInputStepUp"]', ".st-key-chronopia-melee-charging label"):
        box = phone.locator(where).first.bounding_box()
        assert box["height"] >= 38, where
        assert box["width"] >= 40, where


@pytest.mark.parametrize("width", [760, 1280])
def test_the_title_is_not_covered_while_the_list_of_pages_is_closed(page, address, width):
    page.set_viewport_size({"width": width, "height": 900})
    visit(page, address)
    if width > 768:
        page.locator('[data-testid="stSidebar"]').hover()
        page.locator('[data-testid="stSidebarCollapseButton"] button').click()
    page.wait_for_selector('[data-testid="stExpandSidebarButton"]')
    bar = page.locator('[data-testid="stHeader"]').bounding_box()
    assert page.locator("h1").bounding_box()["y"] >= bar["y"] + bar["height"]


def test_the_dark_theme_is_dark(phone, address):
    visit(phone, address)
    colour = phone.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor")
    assert max(int(part) for part in re.findall(r"\d+", colour)[:3]) < 60


def test_a_page_prints_dark_on_white_without_what_is_clicked(phone, address):
    visit(phone, address)
    phone.emulate_media(media="print")
    assert not phone.locator('[data-testid="stSidebar"]').is_visible()
    assert not phone.locator(".st-key-chronopia-melee-swap").is_visible()
    assert not phone.locator(".st-key-chronopia-melee-part-share").locator("details").is_visible()
    assert phone.locator(".st-key-chronopia-melee-part-entries").locator("details").is_visible()
    style = phone.locator(f"{ANSWER} p").evaluate("element => getComputedStyle(element).color")
    assert style == "rgb(0, 0, 0)"
    for where in (CHART, ".stSelectbox [role=group]"):
        ground = phone.locator(where).first.evaluate("element => getComputedStyle(element).backgroundColor")
        assert ground == "rgb(255, 255, 255)", where
    height = phone.evaluate("document.documentElement.scrollHeight")
    assert height > 1500, "all of the page is printed, not the part on the screen"


def test_the_keyboard_alone_is_enough(page, address):
    visit(page, address)
    tab_to(page, page.get_by_label("Modifier", exact=True))
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect_answer(page, **CURSED, modifier=1)
    toggle = page.get_by_role("switch", name="Charging")
    toggle.focus()
    page.keyboard.press("Space")
    expect_answer(page, **CURSED, modifier=1, charging=True)


def test_the_keyboard_leads_from_the_first_page_to_another_question_and_opens_a_part(page, address):
    page.goto(address)
    page.wait_for_selector("h1")
    link = page.locator('[data-testid="stSidebarNav"]').get_by_role("link", name="Chronopia")
    tab_to(page, link)
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{ANSWER} p")
    settled(page)
    questions = page.get_by_role("combobox", name="Question", exact=True)
    tab_to(page, questions)
    page.keyboard.press("ArrowDown")
    page.get_by_role("option").first.wait_for()
    page.keyboard.press("Enter")
    second = registry.system("chronopia").scenarios[1].id
    wait_for_query(page, "s", second)
    settled(page)
    part = page.locator("summary", has_text="Why this number")
    part.focus()
    page.keyboard.press("Enter")
    wait_for_query(page, "show.turned", "why")
    page.locator('[class*="part-why"]').get_by_text("The rolls behind").wait_for()


def test_contrast_and_names_of_controls_with_every_part_open(page, address):
    visit(page, address, f"{MELEE}&show.turned={','.join(part.id for part in PARTS if not part.is_open)}")
    page.wait_for_selector(".katex")
    settled(page)
    # A table that is wider than its place scrolls; browsers let the keyboard do it without being told.
    rules = {"scrollable-region-focusable": {"enabled": False}}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        settled(page)
        assert violations(page, {**AXE, "rules": rules}) == [], scheme


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", [MELEE, *PATHS])
def test_contrast_and_names_of_controls(page, address, path, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{address}/{path}")
    page.wait_for_selector("h1")
    if path and path not in TOOLS:
        page.wait_for_selector(CHART)
    settled(page)
    assert violations(page, AXE) == []
