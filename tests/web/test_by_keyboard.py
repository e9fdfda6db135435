"""One question from Home to the friend it is sent to, by keyboard alone, on the server and on the static pages."""

import pytest

from tests.web.browsing import expect_answer, opened, settled, visitor
from tests.web.static_site import LIVE

pytestmark = pytest.mark.browser

# Whatever has the focus is on the screen, and drawn so that it is seen: itself, what it lies over, or the bars of it.
SEEN = """() => {
    const held = document.activeElement;
    const box = held.getBoundingClientRect();
    const drawn = e => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(e);
        return (outlineStyle !== "none" && parseFloat(outlineWidth) >= 1) || boxShadow !== "none";
    };
    const around = [held, held.parentElement, held.closest(".pk, label, [role=group], [data-baseweb]")].filter(Boolean);
    return { name: held.ariaLabel || held.innerText?.slice(0, 40) || held.id || held.nodeName,
        in: box.bottom > 0 && box.top < innerHeight && box.width > 0,
        drawn: around.some(drawn), place: box.top + scrollY };
}"""
_MOST = 90


def reach(page, wanted, key="Tab"):
    """Press Tab until that has the focus; everything on the way is seen, and nothing holds the focus."""
    wanted = wanted.first
    wanted.wait_for(state="attached")
    before = None
    for _ in range(_MOST):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press(key)
        held = page.evaluate(SEEN)
        assert held["in"], f"the focus is out of view on {held['name']}"
        assert held["drawn"], f"the focus is not drawn on {held['name']}"
        assert held != before, f"the focus stays on {held['name']}"
        before = held
    raise AssertionError(f"the keyboard does not reach it, and is on {before}")


def by_keyboard(page):
    """A search, a unit, a chip, a stepper, what to do, the list of keys and the link."""
    part = page.locator(".pc")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.matches('[data-find]')")
    page.keyboard.type("cursed vs archers")
    found = part.locator(".hit", has_text="Close combat")
    reach(page, found)
    page.keyboard.press("Enter")
    asked = {"attacker": "the_cursed", "target": "archers"}
    expect_answer(page, **asked)
    settled(page)
    reach(page, page.locator("select[data-field=target]"))
    page.keyboard.type("Crystal Lotus Sp")
    asked |= {"target": "spearmen"}
    expect_answer(page, **asked)
    reach(page, part.get_by_role("button", name="Charging", exact=True))
    page.keyboard.press("Enter")
    asked |= {"charging": True}
    expect_answer(page, **asked)
    reach(page, page.locator("input[data-field=modifier]"))
    page.keyboard.press("ArrowUp")
    asked |= {"modifier": 1}
    expect_answer(page, **asked)
    # On a wide screen what to decide is open by itself, and stands behind its tab.
    reach(page, part.locator(".room", has_text="Decide"))
    part.locator(".best").wait_for()
    reach(page, part.locator("[data-field=points]"))
    reach(page, part.locator(".room", has_text="Why"))
    page.keyboard.press("?")
    page.locator("#pc-keys").wait_for(state="visible")
    page.keyboard.press("Escape")
    page.locator("#pc-keys").wait_for(state="hidden")
    reach(page, part.get_by_role("button", name="Share", exact=True), "Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_function(
        "() => document.activeElement.matches('summary') && document.activeElement.innerText.includes('Share')"
    )
    assert "modifier=1" in page.evaluate("navigator.clipboard.readText()")


WIDE = {"viewport": {"width": 1280, "height": 900}, "permissions": ["clipboard-read", "clipboard-write"]}


def test_a_question_is_asked_and_sent_by_keyboard_alone(new_page, address):
    new_page.context.grant_permissions(WIDE["permissions"])
    by_keyboard(opened(new_page, address))


def test_a_question_of_the_static_pages_is_asked_and_sent_by_keyboard_alone(browser, static_host):
    with visitor(browser, bypass_csp=True, service_workers="block", **WIDE) as page:
        page.goto(f"{static_host.address}/")
        page.wait_for_selector(LIVE, state="attached")
        by_keyboard(settled(page))
