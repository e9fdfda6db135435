"""The static pages as a folder: pages that paint at once, the engine, the scripts, and what makes them work offline."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from probcalc import __version__
from probcalc.scenarios import registry
from probcalc.site import brought, icons, notices, prerender, travelling
from probcalc.site.addresses import file_name, questions
from probcalc.site.document import BuildPaths, document
from probcalc.site.tools import PYODIDE, CannotBuild, packages, run
from probcalc.web.icon import MANIFEST, manifest
from probcalc.web.parts.look import LOOK
from probcalc.web.parts.markup import Markup
from probcalc.web.paths import EDITOR, paths

_HERE = Path(__file__).parent
_SHELL, _MAKING = _HERE / "shell", _HERE / "making"
_QUALITY = {False: "11", True: "5"}
_MARK = "probcalc-site.json"
# What the engine is packed from; what is named `late` is fetched when it is first needed.
_APP = ("probcalc", "lark", "segno")
_LATE = {"sympy": ("sympy", "mpmath")}
# What the module for programs asks with: the commands, as by address.
_ASKING = (
    *("probcalc/api/", "probcalc/catalogue/", "probcalc/cli/"),
    *("probcalc/present/documents/", "probcalc/present/notebooks", "probcalc/present/sweeps/"),
    *("probcalc/analysis/beside/break_even", "probcalc/present/writing/description"),
    "probcalc/symbolic/formulas/playthrough",
)
_BESIDE = {"asking": {"click": ["click/"], "probcalc": list(_ASKING)}}
# What makes the pages, and is not there when they are read.
_MAKERS = (
    *("making/", "shell/", "brought", "build", "document", "icons", "languages"),
    *("notices", "page_process", "prerender", "tools", "travelling"),
)
_WITHOUT = (
    *_ASKING,
    *(f"probcalc/site/{name}" for name in _MAKERS),
    "probcalc/web/editor/",
    "lark/tools/",
    "lark/__pyinstaller/",
    "segno/cli",
)
# Beside the modules; the stub says of which module each public name is.
_ENDINGS = (".toml", ".lark", ".css", ".js", ".sheet", "probcalc/__init__.pyi")
# Each script is shipped as it is, under a name that every server knows the type of.
_PYODIDE = {
    "pyodide.mjs": "pyodide.js",
    "pyodide.asm.mjs": "pyodide.asm.js",
    "pyodide.asm.wasm": "pyodide.asm.wasm",
}
_LIBRARIES = {
    "vega": ("vega", "build/vega.min.js"),
    "vegaLite": ("vega-lite", "build/vega-lite.min.js"),
    "interpreter": ("vega-interpreter", "build/vega-interpreter.js"),
    "katex": ("katex", "dist/katex.min.js"),
}

Say = Callable[[str], None]


def build(out: Path, prefix: str, quick: bool, kept: Path, say: Say, games: Sequence[str] = (), host: str = "") -> None:
    """Write the static pages into a folder, in place of those that were built there before.

    They hold every game that is installed; `games` are folders with further ones, or names of some that must be there.
    With the name of their `host`, as in "https://example.org", previews name their pictures and there is a sitemap.

    Raises:
        CannotBuild: in one line, when the folder holds something else, a tool or package is missing, or a game is.
    """
    with brought.games(games):
        _build(out, prefix, quick, kept, say, host)


def _build(out: Path, prefix: str, quick: bool, kept: Path, say: Say, host: str) -> None:
    _is_free(out)
    _has_all_games()
    say("Fetching Pyodide, Vega and KaTeX ...")
    folders = packages(kept)
    with tempfile.TemporaryDirectory() as work:
        made = Path(work) / "site"
        app = Path(work) / "app"
        app.mkdir()
        say("Compiling the engine ...")
        _pack(folders["pyodide"], app, kept)
        _scripts(app, prefix, folders)
        place = BuildPaths(f"{prefix}/", f"app-{_sum(app)}", host)
        app.rename(_folder(made / place.app))
        _pyodide(made, folders["pyodide"])
        ready = _pages(made, place, prefix, say)
        _around(made, place, folders)
        _service(made, place, ready)
        say("Compressing ...")
        run(["node", str(_MAKING / "compress.mjs"), str(made), _QUALITY[quick], str(kept / "compressed")])
        if out.exists():
            shutil.rmtree(out)
        shutil.move(made, out)


def _folder(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _is_free(out: Path) -> None:
    """Refuse a folder with anything in it that no build has put there, or that cannot be written."""
    if out.is_dir() and any(out.iterdir()) and not (out / _MARK).is_file():
        raise CannotBuild(f"{out} is not empty, and no build of these pages has written it")
    if out.exists() and not out.is_dir():
        raise CannotBuild(f"{out} is a file")
    if not out.absolute().parent.is_dir():
        raise CannotBuild(f"there is no folder {out.absolute().parent}")
    try:
        # What is built takes minutes, and is put there in the end.
        with tempfile.TemporaryDirectory(dir=out.absolute().parent):
            pass
    except OSError as error:
        raise CannotBuild(f"nothing can be written to {out.absolute().parent}: {error.strerror}") from None


def _has_all_games() -> None:
    """Refuse pages without a game that is asked for."""
    for name, why in registry.refusals().items():
        raise CannotBuild(f"the static pages would be without {name}, which cannot be loaded: {why}")


def _source(name: str) -> Path:
    found = find_spec(name)
    if found is None or not found.submodule_search_locations:
        raise CannotBuild(f"the static pages need {name}, which is not installed: pip install {name}")
    return Path(next(iter(found.submodule_search_locations)))


def _pack(pyodide: Path, app: Path, kept: Path) -> None:
    late = [*(name for names in _LATE.values() for name in names), "click"]
    sources: list[dict[str, Any]] = [
        {"name": name, "folder": str(_source(name)), "without": _WITHOUT, "endings": _ENDINGS}
        for name in (*_APP, *brought.packages(), *late)
    ]
    with tempfile.TemporaryDirectory() as made:
        if points := brought.games_brought():
            # The engine in the browser finds them as they are found here.
            told = brought.write_entry_points(Path(made), points)
            sources.append({"name": told.name, "folder": str(told), "without": (), "endings": (".txt",)})
        job = {
            "sources": sources,
            "out": str(app),
            "kept": str(kept),
            "first": "probcalc.site.warm:first",
            "warm": "probcalc.site.warm:warm",
            "late": late,
            "libraries": _LATE,
            "beside": _BESIDE,
        }
        told_job = Path(made) / "job.json"
        told_job.write_text(json.dumps(job), "utf-8")
        run(["node", str(_MAKING / "pack.mjs"), str(pyodide), str(told_job)])


def _scripts(app: Path, prefix: str, folders: dict[str, Path]) -> None:
    """The scripts and style sheets, and the names of the files that they load."""
    for name in ("page.js", "worker.js", "keeper.js", "starting.js", "drawings.js", "probcalc.js", "embed.js"):
        shutil.copyfile(_SHELL / name, app / name)
    parts = _source("probcalc") / "web" / "parts"
    script = "".join((parts / name).read_text("utf-8") for name in ("check.js", "script.js", "store.js"))
    (app / "parts.js").write_text(script, "utf-8")
    shutil.copyfile(EDITOR, app / "editor.js")
    # What the pages say of themselves goes over what holds for all native elements.
    own = (_SHELL / "site.css").read_text("utf-8")
    (app / "look.css").write_text(f"{own}\n{LOOK}", "utf-8")
    for name, (package, file) in _LIBRARIES.items():
        shutil.copyfile(folders[package] / file, app / f"{name}.js")
    _interpreter(app / "interpreter.js")
    above = f"../pyodide-{PYODIDE}/"
    # The larger script is read while the WebAssembly is on its way.
    engine = f"""export {{ loadPyodide }} from "{above}pyodide.js";
export const createPyodideModule = async (settings) => (await import("{above}pyodide.asm.js")).default(settings);
"""
    (app / "engine.js").write_text(engine, "utf-8")
    lock = json.loads((folders["pyodide"] / "pyodide-lock.json").read_text("utf-8"))
    files = {"pyodide": above, "library": "library.zip", "app": "app.bin", "lock": lock["info"]}
    files |= {name: f"{name}.js" for name in _LIBRARIES}
    libraries = {name: f"{name}.bin" for name in ("later", "rest")} | {n: f"{n}.zip" for n in (*_LATE, *_BESIDE)}
    names = {
        "prefix": prefix,
        "files": files,
        "libraries": libraries,
        "games": registry.headings(),
        "sizes": _sizes(app, folders["pyodide"]),
        "version": __version__,
    }
    text = "".join(f"export const {name} = {json.dumps(value)};\n" for name, value in names.items())
    (app / "files.js").write_text(text, "utf-8")


def _sizes(app: Path, pyodide: Path) -> dict[str, int]:
    """The bytes of the large files that a first visit fetches, of which the page says how much has come."""
    large = (app / "app.bin", app / "library.zip", pyodide / "pyodide.asm.wasm")
    return {path.name: path.stat().st_size for path in large}


def _interpreter(path: Path) -> None:
    """The interpreter takes its few helpers from Vega, which is loaded before it."""
    text = path.read_text("utf-8")
    line, _, rest = text.partition("\n")
    if not line.startswith("import {") or "vega-util" not in line:
        raise CannotBuild("vega-interpreter is not the file that was tested")
    path.write_text(f"const {line[line.index('{') : line.index('}') + 1]} = globalThis.vega;\n{rest}", "utf-8")


def _pyodide(made: Path, package: Path) -> None:
    folder = made / f"pyodide-{PYODIDE}"
    folder.mkdir()
    for name, shipped in _PYODIDE.items():
        shutil.copyfile(package / name, folder / shipped)


def _pages(made: Path, place: BuildPaths, prefix: str, say: Say) -> list[str]:
    """Write every page and every answer that has a file of its own, and return the names of the latter."""
    asked = [(path, "") for path in paths()]
    answers = list(questions())
    (made / "ready").mkdir()
    (made / "cards").mkdir()
    ready = []
    heads = {}
    say(f"Drawing {len(asked)} pages and {len(answers)} answers ...")
    for page in prerender.draw_pages(prefix, [*asked, *answers]):
        name = file_name(page.path, page.query or page.asked)
        head = heads[page.path, page.query] = travelling.Head(place, page)
        html = document(place, head.tags, Markup(page.html), name)
        head.write_card(made / "cards")
        if page.query:
            ready.append(name)
            (made / "ready" / f"{name}.html").write_text(html, "utf-8")
        else:
            _folder(made / page.path / "index.html").write_text(html, "utf-8")
    shutil.copyfile(made / "index.html", made / "404.html")
    travelling.write_short_pages(made, place, heads)
    travelling.write_map(made, place, heads)
    script = _ready(ready) + "".join((_SHELL / name).read_text("utf-8") for name in ("names.js", "head.js"))
    (made / place.app / "head.js").write_text(script, "utf-8")
    return ready


def _ready(names: Iterable[str]) -> str:
    return f"const probcalcReady = new Set({json.dumps(' '.join(sorted(names)))}.split(' '));\n"


def _around(made: Path, place: BuildPaths, folders: dict[str, Path]) -> None:
    """What lies beside the pages: the manifest, the icons, and whose work is in the folder."""
    icons.write(made / "icons")
    (made / MANIFEST).write_text(manifest(place.base, icons.list_icons(f"{place.base}icons/")), "utf-8")
    # Under a name that stays, for programs: the module of this version, and its types.
    (made / "probcalc.js").write_text(f'export * from "./{place.app}/probcalc.js";\n', "utf-8")
    shutil.copyfile(_SHELL / "probcalc.d.ts", made / "probcalc.d.ts")
    (made / "notices.txt").write_text(notices.text(folders), "utf-8")


def _service(made: Path, place: BuildPaths, ready: list[str]) -> None:
    """The service worker, with the list of what it keeps: everything but the answers and what comes late."""
    late = {f"{place.app}/{name}.zip" for name in _LATE}
    late |= {f"{place.app}/{name}.zip" for name in _BESIDE} | {"404.html", "robots.txt", "sitemap.xml"}
    files = sorted(file.relative_to(made).as_posix() for file in made.rglob("*") if file.is_file())
    kept = [name for name in files if not name.startswith(("ready/", "cards/", "s/")) and name not in late]
    held = {"base": place.base, "version": _sum(made), "kept": kept}
    text = f"{_ready(ready)}const probcalcKept = {json.dumps(held)};\n"
    text += "".join((_SHELL / name).read_text("utf-8") for name in ("names.js", "service.js"))
    (made / "service.js").write_text(text, "utf-8")
    (made / _MARK).write_text(json.dumps({"version": held["version"], "prefix": place.base}), "utf-8")


def _sum(folder: Path) -> str:
    """Eight signs that change with any file of a folder."""
    total = hashlib.sha256()
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            total.update(file.relative_to(folder).as_posix().encode())
            total.update(file.read_bytes())
    return total.hexdigest()[:8]
