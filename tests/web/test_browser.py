"""The pages in a real browser: they load, react, remember, and hand on what they show."""

import csv
import json
from fractions import Fraction
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

import probcalc
from probcalc.present.numbers.decimals import percent
from probcalc.present.sentences.headline import sentence
from tests.web.browsing import (
    ANSWER,
    COMPARED,
    CURSED,
    MELEE,
    NOTICE,
    expect_answer,
    loaded,
    opened,
    query,
    settled,
    tap,
    visit,
    wait_for_query,
)

pytestmark = pytest.mark.browser


def test_a_stepper_changes_the_number_and_the_link(page, address):
    visit(page, address)
    expect_answer(page, **CURSED)
    tap(page, "Modifier: one more")
    expect_answer(page, **CURSED, modifier=1)
    wait_for_query(page, "modifier", "1")


def test_quick_taps_on_a_stepper_all_count(page, address):
    visit(page, address)
    for _ in range(5):
        tap(page, "Modifier: one more")
    expect_answer(page, **CURSED, modifier=5)
    wait_for_query(page, "modifier", "5")
    settled(page)
    expect_answer(page, **CURSED, modifier=5)


def test_a_toggle_changes_the_number(page, address):
    visit(page, address)
    tap(page, "Charging")
    expect_answer(page, **CURSED, charging=True)


def test_a_deep_link_restores_everything(page, address):
    asked = "charging=true&modifier=-2&shield_in_melee=twice&show.result=wounds&show.at_least=2"
    loaded(page, f"{address}/{MELEE}&{asked}")
    answer = probcalc.odds("chronopia.melee", CURSED, charging=True, modifier=-2, shield_in_melee="twice")
    assert percent(answer["wounds"].at_least(2)) in page.locator(ANSWER).inner_text()
    assert page.get_by_label("Modifier", exact=True).input_value() == "−2"
    assert page.get_by_role("button", name="Charging", exact=True).get_attribute("aria-pressed") == "true"
    assert query(page)["show.at_least"] == "2"


def test_a_link_to_the_first_page_leads_to_the_page_of_its_question(page, address):
    page.goto(f"{address}/?s=oathmark.morale&courage=2")
    page.wait_for_selector(ANSWER)
    wait_for_query(page, "courage", "2")
    assert urlsplit(page.evaluate("location.href")).path == "/oathmark"


def test_a_link_to_the_page_of_another_system_leads_to_the_right_one(page, address):
    page.goto(f"{address}/chronopia?s=oathmark.morale&courage=2")
    wait_for_query(page, "s", "oathmark.morale")
    page.wait_for_url("**/oathmark?**")
    page.wait_for_selector(ANSWER)
    page.wait_for_function("/^[0-9.]+% · /.test(document.title)")
    wait_for_query(page, "courage", "2")


def test_a_bad_field_of_a_link_to_another_system_is_said_on_the_right_page(page, address):
    page.goto(f"{address}/chronopia?s=oathmark.morale&courage=inf")
    page.wait_for_url("**/oathmark?**")
    page.wait_for_selector(ANSWER)
    notice = page.locator(f"{NOTICE}, .pc .refused").first
    notice.wait_for()
    assert "courage must be" in notice.inner_text()


def test_back_and_forward_step_through_the_questions(page, address):
    visit(page, address)
    for value in (1, 2):
        tap(page, "Modifier: one more")
        expect_answer(page, **CURSED, modifier=value)
        wait_for_query(page, "modifier", str(value))
    page.go_back()
    expect_answer(page, **CURSED, modifier=1)
    page.go_back()
    expect_answer(page, **CURSED)
    page.go_forward()
    expect_answer(page, **CURSED, modifier=1)
    wait_for_query(page, "modifier", "1")


# Each address that was put in place of another.
REPLACED = """{
    const { replaceState } = history;
    Object.assign(window, { replaced: [] });
    history.replaceState = function (state, title, to) {
        replaced.push([location.search, String(to)]);
        return replaceState.call(this, state, title, to);
    };
}"""


def test_a_step_forward_is_not_overwritten_by_the_page_of_the_step_back_before_it(new_page, address):
    late, held = [], []

    def between(browser):
        server = browser.connect_to_server()
        browser.on_message(server.send)
        server.on_message(lambda sent: held.append((browser, sent)) if late else browser.send(sent))

    new_page.route_web_socket("**/_stcore/stream*", between)
    new_page.add_init_script(REPLACED)
    visit(new_page, address)
    tap(new_page, "Modifier: one more")
    expect_answer(new_page, **CURSED, modifier=1)
    wait_for_query(new_page, "modifier", "1")
    settled(new_page)
    # The page of the step back is on its way when the reader steps forward again.
    late.append(True)
    new_page.evaluate("history.back()")
    new_page.wait_for_function("() => !location.search.includes('modifier')")
    while len(held) < 5:
        new_page.wait_for_timeout(50)
    new_page.evaluate("history.forward()")
    wait_for_query(new_page, "modifier", "1")
    late.clear()
    for browser, sent in held:
        browser.send(sent)
    settled(new_page)
    expect_answer(new_page, **CURSED, modifier=1)
    replaced = new_page.evaluate("replaced")
    assert [found for found in replaced if "modifier" in found[0] and "modifier" not in found[1]] == []


def test_a_step_back_is_not_overwritten_by_the_rest_of_the_page_before_it(new_page, address):
    late, held = [], []

    def between(browser):
        server = browser.connect_to_server()
        browser.on_message(server.send)

        def pass_on(sent):
            held.append((browser, sent)) if late else browser.send(sent)
            # The address of a page is told by a short message of its own, before the page is whole.
            if not late and not held and len(sent) < 500 and b"modifier=2" in sent:
                late.append(True)

        server.on_message(pass_on)

    new_page.route_web_socket("**/_stcore/stream*", between)
    new_page.add_init_script(REPLACED)
    visit(new_page, address)
    for value in (1, 2):
        tap(new_page, "Modifier: one more")
        wait_for_query(new_page, "modifier", str(value))
    while not held:
        new_page.wait_for_timeout(50)
    new_page.evaluate("history.back()")
    wait_for_query(new_page, "modifier", "1")
    late.clear()
    for browser, sent in held:
        browser.send(sent)
    settled(new_page)
    expect_answer(new_page, **CURSED, modifier=1)
    assert [found for found in new_page.evaluate("replaced") if "modifier=2" in found[1]] == []
    new_page.go_forward()
    expect_answer(new_page, **CURSED, modifier=2)


def test_an_address_that_is_lost_on_its_way_is_put_right(page, address):
    visit(page, address)
    # As when a step back crosses it: the server has written it, and the browser shows another.
    page.evaluate("{ const push = history.pushState; history.pushState = () => { history.pushState = push; }; } null")
    tap(page, "Modifier: one more")
    expect_answer(page, **CURSED, modifier=1)
    wait_for_query(page, "modifier", "1")


def test_a_link_that_leaves_something_out_is_left_with_one_step_back(new_page, address):
    # Where each begins, and a step back leads to, is no page of the calculator: nothing is drawn for it.
    begun = f"{address}/_stcore/health"
    new_page.goto(begun)
    before = new_page.evaluate("history.length")
    for path in ("chronopia?s=chronopia.melee&attacker=the_cursed", "chronopia", "glossary?x=1"):
        loaded(new_page, f"{address}/{path}")
        new_page.wait_for_function("asked => location.href !== asked", arg=f"{address}/{path}")
        settled(new_page)
        assert new_page.evaluate("history.length") == before + 1, path
        new_page.go_back()
        new_page.wait_for_url(begun)


def test_a_page_that_was_left_is_as_it_was(page, address):
    visit(page, address)
    tap(page, "Charging")
    expect_answer(page, **CURSED, charging=True)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Reikhammer").click()
    page.wait_for_url("**/reikhammer**")
    settled(page)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Chronopia").click()
    expect_answer(page, **CURSED, charging=True)


def test_a_reload_is_the_same_page(page, address):
    visit(page, address)
    tap(page, "Charging")
    wait_for_query(page, "charging", "true")
    page.reload()
    expect_answer(page, **CURSED, charging=True)


def test_a_reload_keeps_what_is_open_and_what_was_typed(page, address):
    visit(page, address)
    page.locator("[data-tap='room what_if']").click()
    page.locator("summary", has_text="Vary one stat").click()
    field = page.get_by_role("textbox", name="Or your own condition")
    field.fill("slain >= 1/2")
    field.press("Enter")
    wait_for_query(page, "show.that", "slain >= 1/2")
    page.reload()
    page.wait_for_selector(ANSWER)
    # A field is drawn empty and then takes its value.
    expect(field).to_have_value("slain >= 1/2")
    # The room opened its first part.
    wait_for_query(page, "show.turned", "grid,figure")


def test_the_files_that_are_shared_hold_the_numbers_of_the_page(page, address, tmp_path):
    visit(page, address, f"{MELEE}&charging=true&show.tail=at_most&show.turned=share")
    answer = probcalc.odds("chronopia.melee", CURSED, charging=True)
    files = {}
    for title in ("Markdown", "CSV", "JSON", "PNG", "SVG"):
        with page.expect_download() as started:
            page.get_by_role("button", name=title, exact=True).click()
        files[title] = tmp_path / started.value.suggested_filename
        started.value.save_as(files[title])
    assert json.loads(files["JSON"].read_text()) == answer.to_json()
    lines = files["CSV"].read_text().splitlines()
    rows = {(row["result"], row["outcome"]): row for row in csv.DictReader(lines)}
    assert Fraction(rows["slain", ""]["exactly"]) == answer["slain"]
    for wounds, chance in answer["wounds"].items():
        assert Fraction(rows["wounds", str(wounds)]["exactly"]) == chance
    assert sentence(answer) in files["Markdown"].read_text().replace("\\", "")
    assert files["PNG"].read_bytes().startswith(b"\x89PNG\r\n")
    picture = ElementTree.parse(files["SVG"]).getroot()
    # A long sentence runs over several lines.
    written = " ".join(text.replace("\xa0", " ") for text in picture.itertext())
    assert all(text in written for text in ("Close combat attack", sentence(answer), "about 2 in 3"))


def test_a_stepper_drawn_to_the_side_is_a_slider_whose_number_follows_at_once(page, address):
    visit(page, address)
    field = page.locator("[data-field=modifier]").first
    box = page.locator(".step label:has([data-field=modifier])").first.bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    seen = set()
    for along in range(1, 41):
        page.mouse.move(middle[0] + along, middle[1])
        seen.add(field.input_value())
    assert {"+2", "+3", "+4", "+5", "+6", "+7"} <= seen
    # Once the cards of every value are there, the number follows within the frame, and nobody is asked for it.
    page.wait_for_function("document.querySelectorAll('section.help + [data-slide]').length")
    settled(page)
    asked = page.url
    for along, value in ((18, 3), (42, 7)):
        page.mouse.move(middle[0] + along, middle[1])
        odds = probcalc.odds("chronopia.melee", CURSED, modifier=value)["slain"]
        assert page.locator("#result .num").inner_text().strip() == percent(odds)
    assert page.url == asked
    page.mouse.up()
    wait_for_query(page, "modifier", "7")
    expect_answer(page, **CURSED, modifier=7)
    # A tap without a draw types, as before.
    field.click()
    assert field.evaluate("element => element === document.activeElement")


def test_a_comparison_that_has_no_chart_leaves_its_room_to_the_names(page, address):
    opened(page, f"{address}/{COMPARED}&3.s=oathmark.combat")
    names = page.locator(".ridges .who b")
    expect(names).to_have_text(["Close combat attack, without charging", "Close combat attack, charging", "Combat"])
    first, _, last = (each.bounding_box() for each in names.all())
    assert first["height"] == last["height"], "broken into lines"


def test_what_a_chart_counts_stands_unbroken_beside_it_on_a_phone(phone, address):
    opened(phone, f"{address}/reikhammer?s=reikhammer.rally&command=5&broken=true&units=5&turns=3")
    labels = phone.locator("#result .law .lab")
    expect(labels).to_have_text(["exactly, %", "withdrawals", "or more, %"])
    assert len({each.bounding_box()["height"] for each in labels.all()}) == 1


def test_no_name_at_the_side_of_a_heat_map_is_broken_within_a_word(phone, address):
    opened(phone, f"{address}/{MELEE}&show.turned=grid&show.rows=attacker")
    name = phone.locator(".heat th", has_text="Greatswordsmen Followers")
    first_word = """head => {
        const word = document.createRange();
        word.setStart(head.firstChild, 0);
        word.setEnd(head.firstChild, "Greatswordsmen".length);
        return word.getClientRects().length;
    }"""
    assert name.evaluate(first_word) == 1


def test_what_has_no_effect_stands_below_the_changes_at_a_distance(phone, address):
    opened(phone, f"{address}/{MELEE}")
    phone.get_by_role("button", name="All 20").click()
    expect(phone.locator(".help .quiet").first).to_contain_text("No effect here")
    settled(phone)
    last = phone.locator(".help .chg button").last.bounding_box()
    note = phone.locator(".help .quiet").first.bounding_box()
    assert note["y"] >= last["y"] + last["height"] + 4


def test_all_cards_of_own_units_are_of_one_colour(page, address):
    opened(page, f"{address}/own-units")
    cards = page.locator("[class*='st-key-own-'][class*='-card']")
    assert len(cards.all()) == 2
    colours = {card.evaluate("card => getComputedStyle(card).backgroundColor") for card in cards.all()}
    assert len(colours) == 1
    assert "As a file" in cards.last.inner_text()
