"""The laboratory in a real browser: there from a question and back, and one map at a time on a phone."""

import pytest
from playwright.sync_api import expect

import probcalc
from probcalc.present.numbers.decimals import percent
from tests.web.browsing import CURSED, LABORATORY, MELEE, opened, query, settled, visit, wait_for_query

pytestmark = pytest.mark.browser


def slain(**changes):
    return percent(probcalc.odds("chronopia.melee", CURSED | changes)["slain"])


def test_a_question_is_taken_there_changed_and_brought_back_with_a_thumb(phone, address):
    visit(phone, address, f"{MELEE}&show.turned=laboratory")
    phone.get_by_role("link", name="Open the laboratory").click()
    phone.wait_for_url("**/laboratory?*")
    expect(phone.locator("#result .rule .n")).to_have_text([slain(), slain(variant="d20=2d10")])
    phone.get_by_role("button", name="3d6 instead of d20").click()
    wait_for_query(phone, "variant", "d20=3d6")
    expect(phone.locator("#result .rule .n").last).to_have_text(slain(variant="d20=3d6"))
    maps = phone.locator(".by-two .pair > div")
    expect(maps.first).to_be_visible()
    expect(maps.last).to_be_hidden()
    phone.get_by_role("radio", name="Rule B").check(force=True)
    expect(maps.last).to_be_visible()
    expect(maps.first).to_be_hidden()
    settled(phone)
    phone.get_by_role("link", name="Back to the question").click()
    phone.wait_for_url("**/chronopia?*")
    settled(phone)
    assert query(phone)["variant"] == "d20=3d6"
    assert query(phone)["attacker"] == "the_cursed"


def test_the_keyboard_opens_a_question_and_the_address_keeps_it(page, address):
    opened(page, f"{address}/{LABORATORY}")
    row = page.locator("summary", has_text="How random is it?")
    row.focus()
    row.press("Enter")
    wait_for_query(page, "show.asked", "swing")
    expect(page.locator(".stExpander details[open]")).to_have_count(1)
    page.reload()
    settled(page)
    expect(page.locator(".stExpander details[open]")).to_have_count(1)
    assert page.locator("h1").all_inner_texts() == ["Close combat attack, Laboratory"]


def test_on_a_phone_no_column_of_a_map_is_cut_in_two_and_no_heading_lies_on_a_row(phone, address):
    opened(phone, f"{address}/{LABORATORY}")
    heads = phone.locator(".by-two .pair thead th:visible")
    edges = heads.evaluate_all("all => all.map(each => each.getBoundingClientRect()).map(at => [at.left, at.right])")
    (_, names), *columns = edges
    assert len(columns) == 11
    assert columns[0][0] < names - 1, "nothing is scrolled"
    assert not [left for left, right in columns if left < names - 1 and right > names + 1]
    heading, row = phone.locator(".st-key-lab-rows h2"), phone.locator(".st-key-lab-rows details").first
    assert heading.bounding_box()["y"] + heading.bounding_box()["height"] < row.bounding_box()["y"]
