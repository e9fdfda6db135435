"""The pages in a real browser: they load, react, remember, withstand hostile links, and can be read and used by all."""

import csv
import json
import re
from contextlib import suppress
from fractions import Fraction
from urllib.parse import parse_qs, quote, urlsplit
from xml.etree import ElementTree

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error

import probcalc
from probcalc.present.sentence import sentence
from probcalc.scenarios import registry
from probcalc.web.main import path_of
from probcalc.web.parts import PARTS

pytestmark = pytest.mark.browser

MELEE = "chronopia?s=chronopia.melee&attacker=the_cursed&target=spearmen"
CURSED = {"attacker": "the_cursed", "target": "spearmen"}
CHART = '[data-testid="stVegaLiteChart"] svg.marks'
ANSWER = ".st-key-answer"
# Contrast, names of controls, and the order of headings: what a reader with a screen reader or weak eyes stumbles over.
AXE = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21aa"]}}
TOOLS = ("compare", "attacks", "own-units", "glossary")
PATHS = ["", *(path_of(name) for name in registry.SYSTEM_IDS), *TOOLS]


def visit(page, address, path=MELEE):
    page.goto(f"{address}/{path}")
    page.wait_for_selector(ANSWER)
    page.wait_for_selector(CHART, state="attached")
    return settled(page)


def settled(page):
    """Wait until the page has nothing more to draw."""
    page.wait_for_function("() => !document.querySelector('[data-testid=\"stStatusWidget\"]')")
    page.wait_for_timeout(150)
    return page


def expect_answer(page, **given):
    text = sentence(probcalc.odds("chronopia.melee", given))
    page.wait_for_function(
        "([where, text]) => document.querySelector(where)?.innerText.replaceAll('\u00a0', ' ').trim() === text",
        arg=[ANSWER, text],
    )


def query(page):
    return {key: texts[0] for key, texts in parse_qs(urlsplit(page.evaluate("location.href")).query).items()}


def wait_for_query(page, key, value):
    page.wait_for_function(
        "([key, value]) => new URLSearchParams(location.search).get(key) === value", arg=[key, value]
    )


@pytest.mark.parametrize("path", PATHS)
def test_each_page_loads_and_asks_no_other_host(page, address, path):
    hosts = set()
    page.on("request", lambda request: hosts.add(urlsplit(request.url).hostname))
    page.goto(f"{address}/{path}")
    page.wait_for_selector("h1")
    if path and path not in TOOLS:
        page.wait_for_selector(CHART)
    settled(page)
    assert page.locator('[data-testid="stException"]').count() == 0
    assert hosts <= {"127.0.0.1", None}


def test_a_stepper_changes_the_number_and_the_link(page, address):
    visit(page, address)
    expect_answer(page, **CURSED)
    page.locator('.st-key-chronopia-melee-modifier [data-testid="stNumberInputStepUp"]').click()
    expect_answer(page, **CURSED, modifier=1)
    wait_for_query(page, "modifier", "1")


def test_quick_taps_on_a_stepper_all_count(page, address):
    visit(page, address)
    stepper = page.locator('.st-key-chronopia-melee-modifier [data-testid="stNumberInputStepUp"]')
    for _ in range(5):
        stepper.click()
    expect_answer(page, **CURSED, modifier=5)
    wait_for_query(page, "modifier", "5")
    settled(page)
    expect_answer(page, **CURSED, modifier=5)


def test_a_toggle_changes_the_number(page, address):
    visit(page, address)
    page.locator(".st-key-chronopia-melee-charging label").click()
    expect_answer(page, **CURSED, charging=True)


def test_a_deep_link_restores_everything(page, address):
    visit(page, address, f"{MELEE}&charging=true&modifier=-2&shield_in_melee=twice&show.result=wounds&show.at_least=2")
    answer = probcalc.odds("chronopia.melee", CURSED, charging=True, modifier=-2, shield_in_melee="twice")
    assert page.locator(ANSWER).inner_text().replace("\N{NO-BREAK SPACE}", " ").strip() == sentence(answer, 2, "wounds")
    assert page.get_by_label("Modifier", exact=True).input_value() == "-2"
    assert page.get_by_role("switch", name="Charging").is_checked()
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
    assert page.title() == "Oathmark · probcalc"
    assert query(page)["courage"] == "2"


def test_a_bad_field_of_a_link_to_another_system_is_said_on_the_right_page(page, address):
    page.goto(f"{address}/chronopia?s=oathmark.morale&courage=inf")
    page.wait_for_url("**/oathmark?**")
    page.wait_for_selector(f"{ANSWER} p")
    notice = page.locator('[data-testid="stAlert"]')
    notice.wait_for()
    assert "courage is" in notice.inner_text()


def test_back_and_forward_step_through_the_questions(page, address):
    visit(page, address)
    stepper = page.locator('.st-key-chronopia-melee-modifier [data-testid="stNumberInputStepUp"]')
    for value in (1, 2):
        stepper.click()
        expect_answer(page, **CURSED, modifier=value)
        wait_for_query(page, "modifier", str(value))
    page.go_back()
    expect_answer(page, **CURSED, modifier=1)
    page.go_back()
    expect_answer(page, **CURSED)
    page.go_forward()
    expect_answer(page, **CURSED, modifier=1)
    assert query(page)["modifier"] == "1"


def test_a_page_that_was_left_is_as_it_was(page, address):
    visit(page, address)
    page.locator(".st-key-chronopia-melee-charging label").click()
    expect_answer(page, **CURSED, charging=True)
    sidebar = page.locator('[data-testid="stSidebarNav"]')
    sidebar.get_by_role("link", name="Reikhammer").click()
    page.wait_for_url("**/reikhammer**")
    settled(page)
    sidebar.get_by_role("link", name="Chronopia").click()
    expect_answer(page, **CURSED, charging=True)


def test_a_reload_is_the_same_page(page, address):
    visit(page, address)
    page.locator(".st-key-chronopia-melee-charging label").click()
    wait_for_query(page, "charging", "true")
    page.reload()
    expect_answer(page, **CURSED, charging=True)


def test_a_reload_keeps_what_is_open_and_what_was_typed(page, address):
    visit(page, address)
    page.get_by_text("One figure from end to end", exact=False).click()
    field = page.get_by_role("textbox", name="Or any condition")
    field.fill("slain >= 1/2")
    field.press("Enter")
    wait_for_query(page, "show.that", "slain >= 1/2")
    page.reload()
    page.wait_for_selector(f"{ANSWER} p")
    field.wait_for()
    assert field.input_value() == "slain >= 1/2"
    wait_for_query(page, "show.turned", "figure")


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
    texts = {text.replace("\xa0", " ") for text in picture.itertext()}
    assert texts >= {"Close combat attack", sentence(answer), "at most"}


HOSTILE = {
    "infinite": "noa=inf",
    "huge exponent": "noa=1e400&cc=1e400",
    "not a number": "show.at_least=NaN&cc=nan",
    "reversed range": "modifier=3..-3",
    "many digits": f"cc={'9' * 4000}",
    "markup": f"attacker={quote('<img src=x onerror=alert(1)>')}&{quote('[x](javascript:alert(1))')}=1",
    "directive": f"cc={quote(':red[alarm] ![x](http://example.org/x.png)')}",
    "unknown names": "&".join(f"unknown{n}={n}" for n in range(200)),
    "twice": "cc=11&cc=12",
    "null": "cc=%00&%00=1",
    "digits of other scripts": "cc=%D9%A1%D9%A1",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_link_does_no_harm(page, address, text):
    alarms = []
    page.on("dialog", lambda dialog: alarms.append(dialog.message))
    hosts = set()
    page.on("request", lambda request: hosts.add(urlsplit(request.url).hostname))
    visit(page, address, f"{MELEE}&{text}")
    assert page.locator('[data-testid="stAlert"]').count() >= 1
    assert page.locator('[data-testid="stException"]').count() == 0
    assert page.locator('[data-testid="stAlert"] img, [data-testid="stAlert"] a').count() == 0
    assert page.locator(CHART).count() >= 1
    assert not alarms
    assert hosts <= {"127.0.0.1", None}
    assert query(page).items() >= {"s": "chronopia.melee", **({} if "attacker" in text else CURSED)}.items()


def test_a_link_of_a_million_characters_does_no_harm(page, address):
    # The server may answer that it is too long, or hang up.
    with suppress(Error):
        page.goto(f"{address}/{MELEE}&cc={'1' * 10**6}")
    visit(page, address)
    expect_answer(page, **CURSED)


def test_an_unknown_question_is_said(page, address):
    page.goto(f"{address}/chronopia?s=chronopia.meelee")
    page.wait_for_selector(ANSWER)
    assert "did you mean chronopia.melee" in page.locator('[data-testid="stAlert"]').inner_text()


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


def tab_to(page, wanted):
    """Press Tab until a control has the focus."""
    wanted.wait_for()
    for _ in range(60):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the keyboard does not reach it")


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


def violations(page, options):
    """What axe-core finds, with where."""
    found = Axe().run(page, options=options).response["violations"]
    return [(v["id"], [node["html"][:160] for node in v["nodes"]][:3]) for v in found]
