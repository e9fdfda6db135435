"""Own units stay in the reader's browser: they are there after a reload, and nothing of them is on the server."""

import json

import pytest

from tests.web.test_rosters import TEXT

pytestmark = pytest.mark.browser
# An answer of the same server, for which nothing is drawn.
PLAIN = "_stcore/health"
QUESTION = "chronopia?s=chronopia.melee&v=1&attacker=the_cursed&target=spearmen"


def test_own_units_survive_a_reload(new_page, address):
    new_page.goto(f"{address}/{PLAIN}")
    kept = json.dumps({"chronopia": TEXT})
    new_page.evaluate("text => localStorage.setItem('probcalc.own', text)", kept)
    new_page.goto(f"{address}/{QUESTION}")
    new_page.wait_for_selector(".pc option:has-text('Brutes (own)')", state="attached")
    new_page.locator(".pc select[data-field=target]").select_option("own:brutes")
    new_page.wait_for_selector(".pc .say:has-text('A Cursed slays one of the Brutes')")
    new_page.wait_for_url("**armour=24*")
    new_page.reload()
    new_page.wait_for_selector(".pc .say:has-text('A Cursed slays one of the Brutes')")
    assert "Brutes" in new_page.evaluate("localStorage.getItem('probcalc.own')")
    # The name travels, and no word that means something in this browser alone.
    assert new_page.url.endswith("show.called=target%3ABrutes")
    assert "own" not in new_page.url


def test_another_browser_has_none_of_them(new_page, address):
    new_page.goto(f"{address}/{QUESTION}")
    new_page.wait_for_selector(".pc .say")
    assert new_page.locator(".pc option:has-text('(own)')").count() == 0


def test_two_tabs_keep_each_others_units(new_page, address):
    """A tap in a tab that was open before leaves the units of another, which are offered there too."""
    new_page.goto(f"{address}/{QUESTION}")
    new_page.wait_for_selector(".pc .say")
    other = new_page.context.new_page()
    other.goto(f"{address}/{PLAIN}")
    # As another tab writes it.
    other.evaluate("text => localStorage.setItem('probcalc.own', text)", json.dumps({"chronopia": TEXT}))
    new_page.locator(".pc button:has-text('Obstacle')").first.click()
    new_page.wait_for_url("**obstacle=true*")
    new_page.wait_for_selector(".pc option:has-text('Brutes (own)')", state="attached")
    assert "Brutes" in new_page.evaluate("localStorage.getItem('probcalc.own')")
