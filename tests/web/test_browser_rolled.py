"""What was rolled, in a real browser: an evening and a die, tapped in with a thumb."""

import pytest
from playwright.sync_api import expect

from tests.web.browsing import loaded, query, settled, wait_for_query

pytestmark = pytest.mark.browser


def test_an_evening_is_tapped_in_and_taken_back(phone, address):
    loaded(phone, f"{address}/luck")
    phone.get_by_role("button", name="2d6", exact=True).click()
    settled(phone)
    phone.get_by_role("button", name="7 16.7").click()
    wait_for_query(phone, "record", "2d6 -> 7")
    expect(phone.get_by_text("That was about what these rolls give").first).to_be_visible()
    phone.get_by_role("button", name="Undo").click()
    expect(phone.get_by_text("Nothing yet.")).to_be_visible()
    settled(phone)
    assert "record" not in query(phone)


def test_the_faces_of_a_die_are_tapped_one_after_the_other(phone, address):
    loaded(phone, f"{address}/fair-dice")
    for face in (6, 6, 1):
        phone.get_by_role("button", name=f"{face}, ").click()
    wait_for_query(phone, "rolls", "6 6 1")
    expect(phone.get_by_text("Too few rolls to say anything").first).to_be_visible()
    expect(phone.get_by_label("1: 1 time, a fair die")).to_have_count(1)


def test_what_is_said_of_the_faces_stands_at_a_distance_from_their_key(phone, address):
    loaded(phone, f"{address}/fair-dice?die=6&rolls=6+6+6+6+1+2+6")
    key, told = phone.locator(".band-key").bounding_box(), phone.locator(".band-key + p").bounding_box()
    assert told["y"] >= key["y"] + key["height"] + 6


def test_both_sides_are_looked_at_and_the_tabs_lead_from_the_game_to_the_dice_and_back(phone, address):
    # Loaded: what was tapped in this visit before is still there.
    loaded(phone, f"{address}/luck?record=%40anna+12d6+%3E%3D+4+-%3E+3%0A%40ben+9d6+%3E%3D+5+-%3E+4")
    expect(phone.locator(".pc .total")).to_have_count(1)
    phone.get_by_role("button", name="Both").click()
    expect(phone.locator(".pc .total")).to_have_count(3)
    expect(phone.locator(".pc .walk i").first).to_be_visible()
    phone.get_by_role("button", name="The dice").click()
    phone.get_by_role("button", name="6, 0 so far").click()
    phone.get_by_role("button", name="The game 7 in 100").click()
    phone.wait_for_url("**/luck?*record=*")
    expect(phone.locator(".pc .total").first).to_be_visible()
