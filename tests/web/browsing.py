"""How a real browser is driven: pages are opened, settled, and asked for their answer and address."""

from contextlib import contextmanager
from itertools import count
from urllib.parse import parse_qs, urlencode, urlsplit

from axe_playwright_python.base import AXE_SCRIPT

import probcalc
from probcalc import links
from probcalc.present.numbers.decimals import percent
from probcalc.scenarios import registry
from probcalc.web.paths import path_of, paths

# In milliseconds: how long a machine that is busy with other things may take.
PATIENCE = 150_000
MELEE = "chronopia?s=chronopia.melee&attacker=the_cursed&target=spearmen"
CURSED = {"attacker": "the_cursed", "target": "spearmen"}
CHART = '[data-testid="stVegaLiteChart"] svg.marks'
ANSWER = "#result .answer"
NOTICE = ".pc .notice"
_LISTED = (
    "1.s=chronopia.melee&1.attacker=the_cursed&1.target=spearmen&2.s=chronopia.melee&2.attacker=the_cursed"
    "&2.target=spearmen&2.charging=true"
)
COMPARED, ATTACKED = f"compare?{_LISTED}", f"attacks?{_LISTED}"
PLANNED = (
    "allocate?1.s=chronopia.shooting&1.attacker=archers&2.s=chronopia.melee&2.attacker=the_cursed"
    "&t1.target=spearmen&t2.target=the_cursed&show.look=yes"
)
# Streamlit scrolls its pages within a frame, the static pages have none.
WIDEST = "Math.max(...[...document.querySelectorAll('html, .stMain')].map(e => e.scrollWidth))"
# What scrolls or is cut within its own place stays there.
SPILLED = """() => {
    const kept = e => { for (e = e.parentElement; !e.matches(".card, .u, .unit"); e = e.parentElement)
        if (getComputedStyle(e).overflowX !== "visible") return true; };
    const beyond = e => {
        const [own, card] = [e, e.closest(".card, .u, .unit")].map(each => each.getBoundingClientRect());
        return own.width && (own.left < card.left - 0.5 || own.right > card.right + 0.5);
    };
    const found = [...document.querySelectorAll(":is(.pc .card, .pc .u, .pc .unit) *")];
    const wide = [...document.querySelectorAll("html, .stMain")].map(e => e.scrollWidth);
    const far = Math.max(...wide) - innerWidth;
    return [...(far > 0 ? [`${far} pixels`] : []),
        ...found.filter(e => e.checkVisibility() && beyond(e) && !kept(e)).map(e => e.outerHTML.slice(0, 120))];
}"""
# A page that has nothing to do, and whose server listens.
IDLE = '.stApp[data-test-script-state="notRunning"][data-test-connection-state="CONNECTED"]'
# As a step back or forward: the page is drawn anew without being loaded anew. What was at the other address is gone
# once the server has begun with this one, or, should that have been too short to be seen, after a while.
STEP = """to => new Promise(begun => {
    const app = document.querySelector(".stApp");
    const seen = new MutationObserver(() => app.dataset.testScriptState === "running" && begun());
    seen.observe(app, { attributeFilter: ["data-test-script-state"] });
    setTimeout(begun, 5000);
    document.activeElement?.blur();
    document.querySelector("[data-testid=stMain]").scrollTo(0, 0);
    history.pushState({}, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
})"""
# How often a page has looked for the own units that its browser keeps.
LOOKS = """{
    const read = Storage.prototype.getItem;
    Object.assign(window, { looks: 0 });
    Storage.prototype.getItem = function (key) {
        if (key === "probcalc.own") window.looks += 1;
        return read.call(this, key);
    };
}"""
# Every page is drawn twice when it is opened: it asks what its browser keeps, and looks again when it knows it. What
# is drawn then has no more to come, no tap without an answer, nothing that moves, and, from when it is asked, has
# changed nothing for a while and some frames: what follows other colours or another width is not there at once.
RESTS = """([asked, quiet]) => {
    const changes = window.changes ??= (() => {
        const seen = { begin: () => Object.assign(seen, { frames: 0, last: performance.now() }) };
        const all = { attributes: true, characterData: true, childList: true, subtree: true };
        new MutationObserver(seen.begin).observe(document, all);
        return seen;
    })();
    if (changes.asked !== asked) changes.begin().asked = asked;
    changes.frames += 1;
    const ends = moved => moved.playState === "running" && moved.effect.getComputedTiming().endTime < Infinity;
    return document.querySelector(".stApp")?.dataset.testScriptState === "notRunning"
        && (window.looks ?? 2) > 1
        && !document.querySelector("[data-testid^=stSkeleton]")
        && !(document.body.classList.contains("pc-waits") && document.querySelector("[data-of]"))
        && !document.getAnimations().some(ends)
        && changes.frames > 4
        && performance.now() - changes.last > quiet;
}"""
STORED = "local_storage,indexeddb,cache_storage,service_workers"
_ASKED = count()
LABORATORY = "laboratory?s=chronopia.melee&attacker=the_cursed&target=spearmen"
PATHS = [*paths(), COMPARED, ATTACKED, PLANNED, LABORATORY]


@contextmanager
def visitor(browser, **given):
    """A page of a visitor who has seen none of the pages, and has patience with a machine that is busy."""
    context = prepare(browser.new_context(**given))
    try:
        yield context.new_page()
    finally:
        context.close()


def prepare(context):
    """A browser that has patience, and counts how often it is asked for own units."""
    context.set_default_timeout(PATIENCE)
    context.add_init_script(LOOKS)
    return context


@contextmanager
def newcomer(context):
    """A page of a browser that goes on afterwards, and then knows nothing of the visit."""
    first = context.pages[0]
    page = context.new_page()
    with at_home(context):
        try:
            yield page
        finally:
            places = {_origin(each.url) for each in context.pages}
            for each in context.pages[1:]:
                each.close()
            # The page that stays has been told of own units that were kept meanwhile.
            if first.evaluate("location.protocol === 'http:' && 'probcalc.own' in localStorage"):
                first.goto("about:blank")
            context.clear_permissions()
            context.clear_cookies()
            # All but what was fetched and compiled.
            told = context.new_cdp_session(first)
            for place in places:
                told.send("Storage.clearDataForOrigin", {"origin": place, "storageTypes": STORED})
            told.detach()


@contextmanager
def regular(context, scheme):
    """The page that stays in a browser: what is opened there next is a step away, which costs a quarter of a load."""
    page = context.pages[0]
    screen = page.viewport_size
    with at_home(context):
        try:
            yield page
        finally:
            for each in context.pages[1:]:
                each.close()
            context.clear_permissions()
            page.mouse.move(0, 0)
            page.emulate_media(media="null", color_scheme=scheme, reduced_motion="null", forced_colors="null")
            page.set_viewport_size(screen)


@contextmanager
def at_home(context):
    """Whatever is opened, no other host is asked for anything."""
    hosts = set()

    def hear(request):
        hosts.add(urlsplit(request.url).hostname)

    context.on("request", hear)
    yield
    context.remove_listener("request", hear)
    assert hosts <= {"127.0.0.1", None}


def _origin(address):
    return "{0.scheme}://{0.netloc}".format(urlsplit(address))


def loaded(page, address):
    """A page as somebody sees it who comes from elsewhere, wholly drawn."""
    page.goto(address)
    page.wait_for_selector(".pc .top")
    return settled(page)


def opened(page, address):
    """A page of any kind, wholly drawn: loaded, or a step away from another of that server."""
    if _origin(page.url) != _origin(address) or not page.locator(IDLE).count():
        return loaded(page, address)
    page.evaluate(STEP, address)
    page.wait_for_selector(".pc .top")
    return settled(page)


def visit(page, address, path=MELEE):
    opened(page, f"{address}/{path}")
    page.wait_for_selector(ANSWER)
    return page


def each_question(page, step, models):
    """Questions, one after the other in one page, which a step opens by their path: each when it is shown."""
    for model in models:
        system = registry.system(model.id.partition(".")[0])
        given = next((dict(p.parameters) for p in system.presets if p.scenario == model.id), {})
        step(f"{path_of(system.id)}?{urlencode(links.to_query(model.id, given))}")
        page.wait_for_function("id => document.querySelector('[data-field=scenario]')?.value === id", arg=model.id)
        yield model


def settled(page, quiet=150):
    """Wait until the page has nothing more to draw, and has changed nothing for so many milliseconds."""
    page.wait_for_function(RESTS, arg=[next(_ASKED), quiet])
    return page


def in_colours(page, scheme):
    """The page in the colours for the light or for the dark, which its frame takes over a moment after the window."""
    page.emulate_media(color_scheme=scheme)
    page.wait_for_function(
        "scheme => getComputedStyle(document.querySelector('.stApp')).colorScheme === scheme", arg=scheme
    )
    return settled(page)


def expect_answer(page, **given):
    text = percent(probcalc.odds("chronopia.melee", given)["slain"])
    page.wait_for_function("text => document.querySelector('#result .num')?.innerText.trim() === text", arg=text)


def tap(page, name):
    """Tap the control of a part by its name."""
    page.locator(".pc").get_by_role("button", name=name, exact=True).first.click()


def pick(page, label, value):
    """Pick from a list of a part."""
    page.get_by_label(label, exact=True).select_option(value)


def query(page):
    return {key: texts[0] for key, texts in parse_qs(urlsplit(page.evaluate("location.href")).query).items()}


def wait_for_query(page, key, value):
    page.wait_for_function(
        "([key, value]) => new URLSearchParams(location.search).get(key) === value", arg=[key, value]
    )


def tab_to(page, wanted):
    """Press Tab until a control has the focus."""
    wanted.wait_for()
    for _ in range(60):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the keyboard does not reach it")


def violations(page, rules=()):
    """What axe-core finds in a page at rest, with where: by all its rules, or by these."""
    # What is drawn by Streamlit is made reachable by keyboard a fifth of a second after its last change.
    settled(page, 400)
    # Of what passes nothing is told: the page would list each of its elements for each rule.
    only = {"runOnly": {"type": "rule", "values": list(rules)}} if rules else {}
    if page.evaluate("() => !window.axe"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(
        "asked => axe.run(asked).then(said => said.violations)", {"resultTypes": ["violations"]} | only
    )
    return [(v["id"], [node["html"][:160] for node in v["nodes"]][:3]) for v in found]


def spilled(page):
    """How far a page at rest is wider than its window, and what stands over the edge of its card."""
    found = page.evaluate(SPILLED)
    # A chart follows its place a moment after a window that was made narrower, the later the busier the machine is.
    for _ in range(300):
        if not found:
            break
        page.wait_for_timeout(100)
        found = page.evaluate(SPILLED)
    return found
