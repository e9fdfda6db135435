"""The report of a game: whole, alone in its file, readable on a phone and on paper."""

import re
import zlib
from contextlib import suppress
from dataclasses import replace

import pytest

import probcalc
from probcalc.analysis.findings.report import Column, Report, Row
from probcalc.analysis.numbers.measure import Measure, headline_in
from probcalc.present.documents.document import Chapter, Document, Section, markdown_document
from probcalc.present.documents.game import game_document
from probcalc.present.documents.html import html_document
from probcalc.present.documents.pdf import pdf_document
from probcalc.present.numbers.text import short_text
from probcalc.scenarios import registry
from probcalc.scenarios.errors import InputError
from tests.cli.commands import run, said


def uncompressed(pdf):
    """The parts of a PDF as they were before they were compressed."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, flags=re.DOTALL)
    found = [pdf]
    for stream in streams:
        with suppress(zlib.error):
            found.append(zlib.decompress(stream))
    return b"".join(found)


HOSTILE = "<script>alert(1)</script> \"'&</style>"


@pytest.fixture(scope="module")
def reikhammer():
    return game_document(registry.system("reikhammer"), probcalc.__version__)


def test_a_report_holds_every_question_and_every_chapter(reikhammer):
    text = markdown_document(reikhammer)
    for preset in registry.system("reikhammer").presets:
        assert preset.name in text
    titles = [chapter.title for chapter in reikhammer.chapters]
    assert titles[0] == "Questions and answers"
    assert {"What each number can change", "Rulings that matter", "Findings"} <= set(titles)
    assert "battle phases page" in text
    assert probcalc.__version__ in text


def test_its_html_asks_nobody_for_anything_and_has_every_anchor(reikhammer):
    page = html_document(reikhammer)
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert "://" not in page
    anchors = re.findall(r'href="#([^"]+)"', page)
    assert anchors == re.findall(r'<h2 id="([^"]+)"', page)
    assert len(anchors) == len(reikhammer.chapters) == len(set(anchors))


def test_sentences_have_room_and_numbers_stand_in_columns(reikhammer):
    page = html_document(reikhammer)
    answer = reikhammer.chapters[0].sections[0].report.rows[0].cells[1]
    assert f'<td class="sentence">{answer}</td>' in page
    assert re.search(r"<td>[0-9.]+%</td>", page)


def test_names_are_never_markup():
    report = Report("odds", HOSTILE, (Column(HOSTILE, "name"),), (Row((HOSTILE,)),), says=(HOSTILE,), notes=(HOSTILE,))
    document = Document(HOSTILE, (HOSTILE,), (Chapter(HOSTILE, (Section(HOSTILE, report, HOSTILE),), HOSTILE),))
    page = html_document(document)
    assert "<script" not in page
    assert page.count("</style>") == 1
    assert pdf_document(document)[:5] == b"%PDF-"
    assert "<script>" not in markdown_document(document).replace("\\<", "")


def test_a_variant_changes_the_answers_and_is_named():
    system = registry.system("chronopia")
    with pytest.raises(InputError, match="a die is written"):
        game_document(system, "1", "d20=zz")
    with pytest.raises(InputError, match="not a number of the rules"):
        game_document(system, "1", "nonsense=3")
    found = game_document(registry.system("reikhammer"), "1", "d6=d8")
    assert "d6=d8" in found.facts[0]
    rows = [row.cells for row in found.chapters[0].sections[0].report.rows]
    for preset, (name, before, after, change) in zip(registry.system("reikhammer").presets, rows, strict=True):
        both = [probcalc.odds(preset.scenario, preset.parameters, **more) for more in ({}, {"variant": "d6=d8"})]
        leading = Measure(headline_in(both[0]))
        assert (name, before, after) == (preset.name, *map(leading.of, both))
        assert change == after - before
    assert "Two fresh formations" in said("variant", "reikhammer", "--die", "d8")


@pytest.fixture(scope="module")
def chronopia():
    """The report with numbers that lead somewhere, and what each of them asks there."""
    asked = []

    def link(scenario, given):
        asked.append((scenario, dict(given)))
        return f"https://odds.example.org/{len(asked)}"

    system = registry.system("chronopia")
    # The others fill the same chapters, as those of the whole game above do.
    few = tuple(model for model in system.scenarios if model.id in ("chronopia.melee", "chronopia.gossip"))
    return game_document(replace(system, scenarios=few), "1", "", None, link), asked


def test_a_report_says_first_what_stands_out(chronopia):
    found, _ = chronopia
    assert (
        "Close combat attack",
        "Two-handed Battle Axe is best against everything; none of the other 5 ever beats it.",
    ) in found.what_stands_out
    page = html_document(found)
    assert page.index("What stands out") < page.index("<nav")


def test_numbers_lead_to_their_pages(chronopia):
    document, asked = chronopia
    page = html_document(document)
    for preset in registry.system("chronopia").presets:
        assert (preset.scenario, dict(preset.parameters)) in asked
    pair = ("chronopia.melee", {"weapon": "spear", "target": "spearmen"})
    number = short_text(probcalc.odds(pair[0], pair[1])["slain"], "chance")
    assert f'<a href="https://odds.example.org/{asked.index(pair) + 1}">{number}</a>' in page
    assert b"https://odds.example.org/1" in uncompressed(pdf_document(document))


def test_the_pdf_has_pages_and_a_contents(reikhammer):
    found = pdf_document(reikhammer)
    assert found[:5] == b"%PDF-"
    assert int(re.search(rb"/Type/Pages/Count (\d+)", found)[1]) > len(reikhammer.chapters)
    assert pdf_document(reikhammer) == found


def listing(rows):
    """A report of so many rows, with a sentence and a note."""
    columns = (Column("name", "name"), Column("number", "count"))
    cells = tuple(Row((f"row {n}", n)) for n in range(rows))
    return Report("x", "Rows", columns, cells, says=("So it is.",), notes=("And this.",))


def pages_of_links(pdf):
    """The addresses that the parts of a page lead to, page by page."""
    text = uncompressed(pdf)
    targets = dict(re.findall(rb"\n(\d+) 0 obj\n<<[^>]*?/URI/URI\(([^)]*)\)", text))
    lists = re.findall(rb"/Annots ?\[([^\]]*)\]", text)
    return [[targets[n] for n in re.findall(rb"(\d+) 0 R", each) if n in targets] for each in lists]


def test_a_heading_stands_on_the_page_of_its_table():
    links = tuple((f"https://odds.example.org/{n}", "") for n in range(8))
    torn = []
    for filled in range(24, 44):
        under = Section("Question", listing(8), "What is asked.", link="https://odds.example.org/heading", links=links)
        chapter = Chapter("All", (Section("Before", listing(filled)), under))
        found = pages_of_links(pdf_document(Document("Odds", (), (chapter,))))
        if [len(page) for page in found if page] != [9]:
            torn.append(filled)
    assert torn == []


@pytest.mark.parametrize("kind", ["law", "weapons", "modifiers", "needed", "steps", "matrix"])
def test_charts_are_written_as_pictures(kind, tmp_path):
    words = ["chart", kind, "chronopia.melee", "attacker=the_cursed", "target=spearmen"]
    words += ["--over", "cc"] if kind == "steps" else []
    said(*words, "--out", str(tmp_path / "picture.svg"))
    picture = (tmp_path / "picture.svg").read_text("utf-8")
    assert picture.startswith("<svg")
    assert picture.count("<path") > 3


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["report", "reikhamer"], "did you mean reikhammer"),
        (["report", "reikhammer", "--out", "x.doc"], "ends in .html, .md or .pdf, not .doc"),
        (["report", "reikhammer", "--out", "/nowhere/x.md"], "cannot be written"),
        (["chart", "law", "chronopia.melee", "--result", "slain"], "those that have are wounds"),
        (["chart", "matrix", "reikhammer.action"], "picks nothing from a table"),
        (["chart", "law", "chronopia.melee", "--out", "x.gif"], "not .gif"),
        (["chart", "steps", "chronopia.melee", "--over", "weapn"], "weapn is not a parameter"),
    ],
)
def test_what_cannot_be_written_is_refused_in_one_line(words, why):
    refused = run(*words)
    assert refused.exit_code != 0
    assert why in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert not refused.stdout


def test_a_game_without_dice_of_its_own_or_ready_questions_has_no_empty_parts():
    sheet = probcalc.sheet("game: Coin\nresult: done = d6 >= 4")
    with sheet.along():
        document = game_document(sheet.system, "1")
    assert document.facts[0] == "rule sheet; by its own rules."
    assert "Questions and answers" not in [chapter.title for chapter in document.chapters]
