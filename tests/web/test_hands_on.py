"""What hands do on a page: arrows in a heat map, a number that is refused, sharing."""

import pytest

from tests.web.browsing import opened, settled

pytestmark = pytest.mark.browser
QUESTION = "chronopia?s=chronopia.melee&v=1&attacker=the_cursed&target=spearmen"
CELL = "document.activeElement.getAttribute('aria-label')"
SELECTED = "document.querySelector('.pc [role=gridcell][aria-selected]')?.getAttribute('aria-label')"
SHOWN = "text => document.querySelector('.pc input[data-field=modifier]')?.value === text"


def test_arrows_in_a_heat_map_go_from_cell_to_cell(page, address):
    """The columns stay, and the focus is on the cell that is present, in whichever row it stands now."""
    opened(page, f"{address}/{QUESTION}&show.turned=grid&show.columns=modifier")
    page.wait_for_selector(".pc [role=gridcell][aria-selected]")
    heads = page.locator(".pc .heat thead th").all_inner_texts()
    page.locator(".pc [role=gridcell][aria-selected]").focus()
    for value in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        page.wait_for_url(f"**modifier={value}*")
        page.wait_for_function(f"{SELECTED}?.includes(', +{value}:') && {CELL} === {SELECTED}")
    assert page.locator(".pc .heat thead th").all_inner_texts() == heads
    page.keyboard.press("ArrowDown")
    page.wait_for_url("**weapon=*")
    page.wait_for_function(f"{SELECTED}?.startsWith('Two-handed Battle Axe') === false && {CELL} === {SELECTED}")
    assert "+3" in page.evaluate(SELECTED)


def test_a_number_out_of_its_bounds_stands_in_its_control_with_the_reason_below(phone, address):
    """As it was typed, in a control that is drawn as always."""
    opened(phone, f"{address}/{QUESTION}")
    field = phone.locator(".pc input[data-field=modifier]")
    field.wait_for()
    settled(phone)
    before = field.locator("xpath=ancestor::div[contains(@class,'step')]").bounding_box()
    field.fill("99")
    field.press("Enter")
    phone.wait_for_selector(".pc .line.wrong p[role=alert]")
    settled(phone)
    step = phone.locator(".pc .line.wrong .step").bounding_box()
    assert field.input_value() == "99"
    assert abs(step["height"] - before["height"]) <= 1
    inside = field.bounding_box()
    assert step["y"] <= inside["y"]
    assert inside["y"] + inside["height"] <= step["y"] + step["height"] + 1
    assert phone.locator(".pc .line.wrong p[role=alert]").bounding_box()["y"] >= step["y"] + step["height"]


def test_a_number_has_its_own_sign_and_goes_on_with_the_arrow_keys(page, address):
    """A modifier says ±0 and −1; what is typed, with either sign, is what the arrows go on from."""
    opened(page, f"{address}/{QUESTION}")
    field = page.locator(".pc input[data-field=modifier]")
    field.wait_for()
    assert field.input_value() == "±0"
    field.press("ArrowDown")
    page.wait_for_url("**modifier=-1*")
    page.wait_for_function(SHOWN, arg="−1")
    field.fill("−4")
    field.press("ArrowUp")
    page.wait_for_url("**modifier=-3*")
    page.wait_for_function(SHOWN, arg="−3")
    field.fill("+2")
    field.press("Enter")
    page.wait_for_url("**modifier=2*")
    page.wait_for_function(SHOWN, arg="+2")


def test_sharing_brings_its_part_into_view(page, address):
    """The part that opens far below is where the reader is."""
    opened(page, f"{address}/{QUESTION}")
    page.wait_for_selector(".pc .say")
    page.locator(".pc [data-tap='turn share']").click()
    page.wait_for_function("document.activeElement?.innerText?.includes('Share: ')")
    settled(page)
    title = page.locator("details[open] > summary", has_text="Share: ").bounding_box()
    assert 0 <= title["y"] < 800


def test_on_a_phone_sharing_is_a_sheet_from_below(phone, address):
    """It leaves room above, where a tap closes it, as Escape does."""
    opened(phone, f"{address}/{QUESTION}")
    phone.wait_for_selector(".pc .say")
    sheet = phone.locator("[class*='-part-share'] details[open]")
    for close in (lambda: phone.keyboard.press("Escape"), lambda: phone.touchscreen.tap(180, 40)):
        phone.locator(".pc [data-tap='turn share']").click()
        sheet.locator("button", has_text="Copy line").wait_for()
        box = settled(phone) and sheet.bounding_box()
        assert (box["x"], box["width"], round(box["y"] + box["height"])) == (0, 375, 700)
        assert box["y"] >= 100
        close()
        sheet.wait_for(state="detached")


def test_sharing_brings_its_part_into_view_however_late_it_comes(new_page, address):
    """What is tapped reaches a busy server twenty seconds later, by the clock of the page."""
    silent, held = [], []

    def between(browser):
        server = browser.connect_to_server()
        browser.on_message(lambda sent: held.append((server, sent)) if silent else server.send(sent))

    new_page.route_web_socket("**/_stcore/stream*", between)
    new_page.clock.install()
    new_page.goto(f"{address}/{QUESTION}")
    new_page.wait_for_selector(".pc .say")
    settled(new_page)
    silent.append(True)
    new_page.locator(".pc [data-tap='turn share']").click()
    while not held:
        new_page.wait_for_timeout(50)
    new_page.clock.fast_forward(20_000)
    silent.clear()
    for server, sent in held:
        server.send(sent)
    new_page.wait_for_function("document.activeElement?.innerText?.includes('Share: ')")


def test_a_question_has_a_title_and_a_heading_of_its_own(page, address):
    """In the tab, and for whoever reads by headings."""
    opened(page, f"{address}/{QUESTION}")
    page.wait_for_selector(".pc .say")
    page.wait_for_function("document.title.startsWith('59.0% · ')")
    assert page.locator("h1").all_inner_texts() == ["Close combat attack, Chronopia"]


def test_bars_are_read_with_arrows_and_tapped_with_a_finger(phone, address):
    """One stop for the keyboard reads every bar; a tap on one counts from it on, and its colours move at once."""
    opened(phone, f"{address}/custom?s=custom.roll&roll=sum+of+3d6")
    bars = phone.locator(".pc #result [role=slider]")
    bars.wait_for()
    settled(phone)
    bars.focus()
    for _ in range(12):
        phone.keyboard.press("ArrowRight")
    phone.wait_for_function("document.activeElement.ariaValueText?.startsWith('15 or more: 9.3')")
    phone.keyboard.press("Enter")
    phone.wait_for_url("**show.at_least=15*")
    settled(phone)
    box = bars.bounding_box()
    phone.mouse.click(box["x"] + box["width"] * 7.5 / 16, box["y"] + box["height"] - 4)
    phone.wait_for_url("**show.at_least=10*")
    phone.wait_for_function("document.querySelector('#result .num').innerText.startsWith('62.5')")


def test_a_row_that_is_opened_stays_under_the_finger(phone, address):
    opened(phone, f"{address}/{QUESTION}&show.turned=advice")
    phone.wait_for_selector(".pc .best")
    row = phone.locator("[data-tap='room more']")
    row.scroll_into_view_if_needed()
    before = row.bounding_box()["y"]
    row.click()
    phone.wait_for_function("document.querySelector(\"[data-tap='room more']\").ariaExpanded === 'true'")
    settled(phone)
    assert abs(row.bounding_box()["y"] - before) < 60


def test_a_phone_sends_the_line_the_link_and_the_picture_to_an_app(new_phone, address):
    """Where the browser hands files on the picture goes along; one that hands on nothing shows no button."""
    new_phone.add_init_script("delete Navigator.prototype.share")
    new_phone.goto(f"{address}/{QUESTION}&show.turned=share")
    new_phone.wait_for_selector(".pc .hand svg")
    assert not new_phone.locator("[data-send]").is_visible()
    new_phone.add_init_script(
        "navigator.share = (told) => (window.sent = told, Promise.resolve());"
        "navigator.canShare = ({ files }) => window.takesFiles && files.length === 1;"
    )
    new_phone.reload()
    send = new_phone.get_by_role("button", name="Send to an app")
    send.wait_for()
    settled(new_phone)
    for takes_files in (True, False):
        new_phone.evaluate("takesFiles => Object.assign(window, { takesFiles, sent: null }) && null", takes_files)
        send.tap()
        new_phone.wait_for_function("window.sent")
        found = new_phone.evaluate(
            "({ ...sent, files: sent.files?.map(({ name, type, size }) => [name, type, size > 2000]) })"
        )
        assert found["text"].startswith("The Cursed")
        assert "59.0%" in found["text"]
        assert "attacker=the_cursed" in found["url"]
        assert found.get("files") == ([["probcalc.png", "image/png", True]] if takes_files else None)
