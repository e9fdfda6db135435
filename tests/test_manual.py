"""The manual: every page is built, every link leads somewhere, every example opens as what it shows."""

import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from docs import manual
from docs.manual_examples import below
from probcalc import Sheet, links
from probcalc.links.sheets import unpack
from probcalc.scenarios import registry
from probcalc.web.paths import paths


class Links(HTMLParser):
    """What a page links to, and what it loads."""

    def __init__(self, text):
        super().__init__()
        self.to, self.loaded, self.ids, self.opens = [], [], set(), []
        self._opens = False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.ids.add(given.get("id"))
        if tag == "p":
            self._opens = given.get("class") == "opens"
        if tag == "a" and given.get("href"):
            (self.opens if self._opens else self.to).append(given["href"])
        if tag in ("script", "img", "iframe") and given.get("src"):
            self.loaded.append(given["src"])
        if tag == "link" and given.get("rel") in ("stylesheet", "icon", "preload", "modulepreload"):
            self.loaded.append(given["href"])

    def handle_endtag(self, tag):
        self._opens = self._opens and tag != "p"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    if shutil.which("zensical") is None and not (Path(manual.sys.executable).parent / "zensical").exists():
        pytest.skip("no Zensical here")
    out = tmp_path_factory.mktemp("site") / "manual"
    manual.build(out)
    return {path.name: Links(path.read_text("utf-8")) for path in out.glob("*.html")}, out


def test_every_guide_has_its_page_and_its_place(built):
    pages, out = built
    placed = {"index", *(name for names in manual.PATHS.values() for name in names)}
    assert set(manual.sources()) == placed | {"changelog"}
    assert {f"{name}.html" for name in manual.sources()} <= set(pages)
    listed = re.findall(r"\((\w+\.md)\)", (out / "llms.txt").read_text("utf-8"))
    assert sorted(listed) == sorted(f"{name}.md" for name in (placed - {"index"}) | {"changelog"})
    assert all((out / name).is_file() for name in listed)


def test_every_link_leads_somewhere_and_nothing_is_loaded_from_elsewhere(built):
    pages, out = built
    for name, page in pages.items():
        if name == "404.html":
            continue
        assert all(not urlsplit(source).netloc for source in page.loaded), name
        for link in page.to:
            at = urlsplit(link)
            if at.scheme or at.netloc:
                continue
            assert not at.path or (out / unquote(at.path)).exists(), (name, link)
            there = pages.get(at.path or name)
            if at.fragment and there:
                assert at.fragment in there.ids, (name, link)


def test_every_example_opens_as_what_it_shows(built):
    pages, _ = built
    opened = [link for page in pages.values() for link in page.opens]
    assert len(opened) > 80
    sheets = []
    for link in opened:
        at = urlsplit(link.removeprefix("../"))
        assert at.path in paths(), link
        if at.path == "your-game":
            sheets.append(Sheet(unpack(at.fragment.removeprefix("g="))).odds())
        query = parse_qs(at.query)
        if "s" in query:
            request = links.from_query(query)
            assert (request.notices, request.scenario_id) == ((), query["s"][0]), link
            registry.answer(request.scenario_id, request.given)
    assert len(sheets) > 10


def test_what_is_asked_of_nobody_opens_nothing():
    for block in ("    make test", "```text\nprobcalc\n```", "    probcalc odds nobody.knows", ">>> odds('x')"):
        assert below(block) == ""


def test_a_program_a_roll_and_a_sheet_can_run_where_they_stand():
    assert 'data-kind="roll" data-text="2d6 best"' in below('    probcalc roll "2d6 best"')
    text = '>>> import probcalc\n>>> game = probcalc.sheet("""\n... game: Ditch\n... \n... result: a = d6 >= 4""")\n'
    assert 'data-kind="sheet" data-text="game: Ditch&#10;&#10;result: a = d6 &gt;= 4"' in below(text)
    assert below('>>> probcalc.sheet("result: a = d6 >= x")') == ""
    text = '```python\n>>> import probcalc\n>>> program = """output 2d6"""\n>>> probcalc.anydice(program)\n```'
    assert 'data-kind="program" data-text="output 2d6"' in below(text)
