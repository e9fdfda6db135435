"""Hostile links in a real browser: what cannot be used is said, and nothing of it is run or asked for."""

from contextlib import suppress
from urllib.parse import quote

import pytest
from playwright.sync_api import Error

from tests.web.browsing import ANSWER, CURSED, MELEE, NOTICE, WIDEST, expect_answer, loaded, opened, query, visit

pytestmark = pytest.mark.browser

# What is made of each field alone is asked of links without a browser.
HOSTILE = {
    "numbers": "noa=inf&cc=1e400&modifier=3..-3&show.at_least=NaN&fury=%D9%A1%D9%A1",
    "many digits": f"cc={'9' * 4000}",
    "markup": f"attacker={quote('<img src=x onerror=alert(1)>')}&{quote('[x](javascript:alert(1))')}=1"
    f"&cc={quote(':red[alarm] ![x](http://example.org/x.png)')}",
    "names": "&".join(["cc=11&cc=12&noa=%00&%00=1", *(f"unknown{n}={n}" for n in range(200))]),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_link_does_no_harm(page, address, text):
    alarms = []
    page.on("dialog", lambda dialog: alarms.append(dialog.message))
    loaded(page, f"{address}/{MELEE}&{text}")
    assert page.locator(f"{NOTICE}, .pc .refused").count() >= 1
    assert page.locator('[data-testid="stException"]').count() == 0
    assert page.locator(f"{NOTICE} img, {NOTICE} a").count() == 0
    assert page.locator(ANSWER).count() == 1
    assert not alarms
    assert query(page).items() >= {"s": "chronopia.melee", **({} if "attacker" in text else CURSED)}.items()


def test_a_link_of_a_million_characters_does_no_harm(page, address):
    # The server may answer that it is too long, or hang up.
    with suppress(Error):
        page.goto(f"{address}/{MELEE}&cc={'1' * 10**6}")
    visit(page, address)
    expect_answer(page, **CURSED)


def test_an_unknown_question_is_said(page, address):
    page.goto(f"{address}/chronopia?s=chronopia.meelee")
    page.wait_for_selector(NOTICE)
    assert "did you mean chronopia.melee" in page.locator(NOTICE).inner_text()


LONG = {
    "variant": f"{MELEE}&variant={quote('d20=d{' + ','.join(map(str, range(1, 90))) + '}')}",
    "name of an output": f"anydice?program={quote('output d6 named ' + chr(34) + 'W' * 300 + chr(34))}",
}


@pytest.mark.parametrize("path", LONG.values(), ids=LONG.keys())
def test_a_long_word_does_not_widen_a_phone(phone, address, path):
    opened(phone, f"{address}/{path}")
    assert phone.evaluate(WIDEST) == 375


@pytest.mark.parametrize(
    "name", ["W" * 10_000, "<img src=x onerror=alert(1)>", "\u202e" + quote('"><script>alert(1)</script>')]
)
def test_the_name_of_a_strangers_unit_is_a_plain_word_that_fits_a_phone(page, address, name):
    """A name that a link brings is shown, runs nothing, asks for nothing and makes no page wider than the phone."""
    alarms = []
    page.on("dialog", lambda dialog: alarms.append(dialog.message))
    page.set_viewport_size({"width": 375, "height": 700})
    named = quote(f"attacker:{name[:3000]}")
    visit(page, address, f"chronopia?s=chronopia.melee&target=spearmen&cc=14&show.called={named}")
    assert "slays a Spearman" in page.locator(".pc .say").first.inner_text()
    assert "The attacker" not in page.locator(".pc .say").first.inner_text()
    assert page.evaluate(WIDEST) <= 375
    cut = page.locator(".pc .chip, .pc .fig-line").evaluate_all(
        "all => all.filter(each => each.scrollWidth > each.clientWidth + 1).length"
    )
    assert cut == 0
    assert not alarms
    assert page.locator(".pc img[src=x], .pc script").count() == 0
