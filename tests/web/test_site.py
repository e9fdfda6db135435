"""What the static pages are made of, without building them: names, markup, documents, and what is refused."""

import dataclasses
import json
import marshal
import shutil
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from probcalc.cli import main
from probcalc.scenarios import registry
from probcalc.site import addresses, brought, build, methods, tools
from probcalc.site.controls import CONTROLS
from probcalc.site.document import POLICY, BuildPaths, document
from probcalc.site.drawing import charts, draw
from probcalc.site.making.kept import Kept
from probcalc.web.parts.markup import Markup, tag
from probcalc.web.paths import short_paths
from probcalc.web.preview import card_of, preview

SHELL = Path(build.__file__).parent / "shell"
EVIL = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>"
FIELDS = {
    "key": EVIL,
    "label": "label",
    "value": 0,
    "options": [EVIL, "b"],
    "min": 0,
    "max": 9,
    "placeholder": EVIL,
    "href": f"/odds/chronopia?x={EVIL}",
    "types": [EVIL],
    "text": EVIL,
    "alt": EVIL,
    "language": EVIL,
    "html": "<p>text</p>",
    "head": ["head"],
    "rows": [["cell"]],
    "svg": "<svg></svg>",
    "caption": "caption",
    "spec": {"mark": "bar"},
    "reports": True,
    "children": [{"kind": "code", "text": EVIL}],
}
GROUPS = ("page", "container", "grid", "form", "expander", "popover")
SHOWN = ("markdown", "caption", "info", "success", "error", "title", "header", "code", "latex", "image")


class Elements(HTMLParser):
    """The elements of some HTML, and those that were never closed."""

    EMPTY = ("br", "img", "input", "meta", "link")

    def __init__(self, html: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.open: list[str] = []
        self.attributes: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.attributes += [name for name, _ in attrs]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("kind", [*GROUPS, *SHOWN, "table", "chart", *CONTROLS])
def test_text_of_any_kind_of_element_stays_text(kind):
    value = "text" if kind.startswith("text") else FIELDS["value"]
    found = Elements(draw(FIELDS | {"kind": kind, "value": value}))
    assert not found.open
    assert "script" not in found.names
    assert "img" not in found.names
    assert not [name for name in found.attributes if name.startswith("on")]


def test_a_page_has_the_charts_that_lie_in_it():
    tree = {
        "kind": "page",
        "children": [
            {"kind": "expander", "key": "e", "label": "", "children": [FIELDS | {"kind": "chart", "key": "c"}]}
        ],
    }
    assert charts(tree) == {"c": {"mark": "bar"}}


def test_an_unknown_kind_of_element_is_an_error_and_not_left_out():
    with pytest.raises(KeyError):
        draw({"kind": "balloons"})


names = st.text("abz019_.-, =&+%é", max_size=12)


@given(st.lists(st.tuples(names.filter(bool), names), max_size=5), st.randoms())
def test_the_order_of_a_query_does_not_change_its_file(fields, random):
    from urllib.parse import urlencode

    mixed = list(fields)
    random.shuffle(mixed)
    assert addresses.file_name("oathmark", urlencode(fields)) == addresses.file_name("oathmark/", urlencode(mixed))


def test_every_answer_has_a_file_of_its_own_and_a_query_that_leads_to_it():
    asked = list(addresses.questions())
    assert len({addresses.file_name(*one) for one in asked}) == len(asked)
    scenarios = {dict(parse_qsl(query))["s"] for _, query in asked}
    assert scenarios == {model.id for system in registry.systems() for model in system.scenarios}
    assert len(asked) > sum(len(system.presets) for system in registry.systems())


def test_every_answer_has_a_preview_and_a_card_and_every_ready_made_question_is_one_of_them():
    """The static pages of the tests hold only some of them."""
    asked = list(addresses.questions())
    assert {addresses.address_of(*one) for one in short_paths().values()} <= set(asked)
    for path, query in asked:
        said = preview(query, path)
        assert said.query, query
        assert card_of(said.query, path=path).startswith("<svg"), query


def test_the_page_names_files_as_the_build_does():
    if not shutil.which("node"):
        pytest.skip("no Node here: the names of files in JavaScript were not compared")
    asked = [*list(addresses.questions())[::9], ("chronopia/", "x=a%20b&x=a+c&%C3%A9=%F0%9F%8E%B2&empty="), ("", "")]
    script = (SHELL / "names.js").read_text("utf-8")
    script += (
        f"console.log(JSON.stringify({json.dumps(asked)}.map(([path, query]) => probcalcName(path, '?' + query))));"
    )
    said = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True, timeout=300).stdout
    assert json.loads(said) == [addresses.file_name(*one) for one in asked]


def test_a_document_holds_the_policy_and_no_script_of_its_own():
    html = document(BuildPaths("/odds/", "app-1"), tag("title", f"{EVIL} title"), Markup("<p>page</p>"), "abc")
    assert POLICY in html
    assert "<p>page</p>" in html
    assert "unsafe-inline'" not in POLICY.replace("style-src-attr 'unsafe-inline'", "")
    assert "alert(1)</script>" not in html
    assert html.count("<script") == 2
    assert html.count("<script src=") == 2


def test_a_folder_with_something_else_in_it_is_refused(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(tools.CannotBuild, match="no build of these pages has written it"):
        build.build(tmp_path, "", True, tmp_path, print)
    assert (tmp_path / "mine.txt").read_text() == "mine"
    with pytest.raises(tools.CannotBuild, match="is a file"):
        build.build(tmp_path / "mine.txt", "", True, tmp_path, print)
    with pytest.raises(tools.CannotBuild, match="there is no folder"):
        build.build(tmp_path / "no" / "such", "", True, tmp_path, print)


def test_pages_without_a_game_are_refused_and_not_built_without_it(tmp_path, monkeypatch):
    monkeypatch.setattr(registry, "refusals", lambda: {"oathmark": "units.toml: line 3"})
    with pytest.raises(tools.CannotBuild, match=r"without oathmark, which cannot be loaded: units\.toml: line 3"):
        build.build(tmp_path / "out", "", True, tmp_path, print)
    assert not (tmp_path / "out").exists()


def test_a_game_of_ones_own_is_found_by_its_folder_or_its_name(tmp_path):
    CliRunner().invoke(main, ["new", "game", "dusk", "--into", str(tmp_path)])
    for folder in (tmp_path / "dusk", tmp_path / "dusk" / "dusk"):
        with brought.games([str(folder)]):
            assert registry.system("dusk").scenarios
            assert brought.games_brought() == {"dusk": "dusk:SYSTEM"}
            assert brought.packages() == ("dusk",)
            # A process that is begun finds it too.
            asked = "from probcalc.scenarios import registry; print(registry.system('dusk').name)"
            command = [sys.executable, "-c", asked]
            assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "Dusk\n"
        assert "dusk" not in registry.system_ids()
        sys.modules.pop("dusk", None)
    with brought.games(["oathmark"]):
        assert not brought.games_brought()


@pytest.mark.parametrize(
    ("named", "why"),
    [("oathmrk", "did you mean oathmark?"), ("zzz", "name its folder, or install it"), (".", "holds no game")],
)
def test_what_is_no_game_is_refused_before_anything_is_built(named, why, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(main, ["site", "build", str(tmp_path / "out"), "--with", named])
    assert found.exit_code
    assert why in found.output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("prefix", ["/od ds", "https://example.org/", "/a/../b", "/<b>", "/a?b"])
def test_a_prefix_that_is_no_path_is_refused(prefix, tmp_path):
    found = CliRunner().invoke(main, ["site", "build", str(tmp_path / "out"), "--prefix", prefix])
    assert found.exit_code == 2
    assert "is no path like /odds" in found.output
    assert not (tmp_path / "out").exists()


def test_without_node_the_command_says_so_in_one_line(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    found = CliRunner().invoke(main, ["site", "build", str(tmp_path / "out")])
    assert found.exit_code != 0
    assert "missing: node and npm" in found.output
    assert "Traceback" not in found.output


def test_a_disk_that_cannot_be_written_is_said_in_one_line(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(tools, "missing_tools", lambda: "")
    monkeypatch.setattr(build, "build", full)
    found = CliRunner().invoke(main, ["site", "build", str(tmp_path / "out")])
    assert found.exit_code != 0
    assert "No space left on device" in found.output
    assert "Traceback" not in found.output


def test_a_package_with_another_hash_is_not_taken(tmp_path, monkeypatch):
    def packed(command, folder=None):
        (tmp_path / "packages" / "vega-6.4.0.tgz").write_bytes(b"something else")
        return json.dumps([{"filename": "vega-6.4.0.tgz"}])

    monkeypatch.setattr(tools, "PACKAGES", {"vega@6.4.0": tools.PACKAGES["vega@6.4.0"]})
    monkeypatch.setattr(tools, "run", packed)
    with pytest.raises(tools.CannotBuild, match="not the package that was tested"):
        tools.packages(tmp_path)
    assert not list((tmp_path / "packages").iterdir())


def test_all_questions_load_without_what_is_packed_for_programs():
    code = f"""
import sys

class Beside:
    def find_spec(self, name, path=None, target=None):
        place = name.replace(".", "/") + "/"
        if any(place.startswith(each if each.endswith("/") else each + "/") for each in {build._ASKING!r}):
            raise AssertionError(name + " is packed for programs alone")

sys.meta_path.insert(0, Beside())
from probcalc.present.questions import all_questions
print(len(all_questions()))
"""
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    assert (found.returncode, found.stderr) == (0, "")
    assert int(found.stdout) > 20


def test_the_pages_are_drawn_whatever_script_asks_for_them(tmp_path):
    """A pool of processes would run the script anew, whose main module a test of pages may have put in place."""
    script = tmp_path / "script.py"
    script.write_text(
        "import streamlit\n"
        "from probcalc.site.prerender import draw_pages\n"
        "print(*(page.preview[0] for page in draw_pages('/odds', [('', ''), ('glossary', '')])), sep='; ')\n"
    )
    said = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True).stdout
    assert said.splitlines() == ["Exact odds for tabletop games; Glossary: exact odds for tabletop games"]


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a folder that nobody can write to")
def test_a_folder_that_cannot_be_written_is_refused_before_anything_is_built(tmp_path, monkeypatch):
    monkeypatch.setattr(build, "packages", lambda kept: pytest.fail("something is fetched"))
    with pytest.raises(tools.CannotBuild, match=r"^nothing can be written to /proc: [\w ]+$"):
        build.build(Path("/proc/pages"), "", True, tmp_path, print)


def test_a_dataclass_runs_what_was_compiled_when_the_engine_was_packed(monkeypatch):
    monkeypatch.setattr(dataclasses, "exec", exec, raising=False)
    missed = []

    class Packed(dict):
        def get(self, text, other=None):
            if text not in self:
                missed.append(text)
            return super().get(text, other)

    def made(of):
        @dataclasses.dataclass(frozen=True, slots=True, order=True)
        class Roll:
            die: of
            face: of = 6

        return Roll

    codes = methods.record()
    before = made(int)
    methods.use(Packed(marshal.loads(marshal.dumps(dict(codes)))))
    after = made(int)
    assert missed == []
    assert repr(after(8)) == repr(before(8))
    assert after(8, 1) < after(8) == after(8, 6) != before(8)
    with pytest.raises(dataclasses.FrozenInstanceError):
        after(8).face = 1

    @dataclasses.dataclass
    class Other:
        name: str

    assert Other("d10").name == "d10"
    assert missed


def test_what_one_build_has_compiled_serves_the_next_while_source_and_compiler_are_the_same(tmp_path):
    def compiled(sources, compiler):
        kept, asked = Kept(), []
        kept.read(file, compiler)
        found = [kept.make(name, source, lambda source: asked.append(source) or source * 2) for name, source in sources]
        kept.write(file, compiler)
        assert found == [source * 2 for _, source in sources]
        return asked

    file = tmp_path / "compiled.bin"
    both = [("a.py", b"a"), ("b.py", b"b")]
    assert compiled([*both, both[0]], "one") == [b"a", b"b"]
    changed = [("a.py", b"a"), ("b.py", b"c")]
    assert compiled(changed, "one") == [b"c"]
    # What nobody asked for is not kept.
    assert compiled(changed[:1], "one") == []
    assert compiled(changed, "one") == [b"c"]
    assert compiled(both, "another") == [b"a", b"b"]
    whole = file.read_bytes()
    for damaged in (b"", whole[:-3], b"nothing that was written here"):
        file.write_bytes(damaged)
        assert compiled(both, "another") == [b"a", b"b"]
    assert list(tmp_path.iterdir()) == [file]
