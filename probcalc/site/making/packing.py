"""Runs in Pyodide, under Node: the standard library and every package that the engine needs, as zips of bytecode."""

import gzip
import json
import marshal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from importlib.abc import PathEntryFinder
from importlib.machinery import FileFinder
from importlib.util import source_hash
from itertools import chain
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED

from probcalc.site import methods
from probcalc.site.making import compiling
from probcalc.site.making.compiling import KEPT, Shipped, Wanted, of_folder, of_zip, zip_files

_ARCHIVE = "/lib/python314.zip"
_OUT = Path("/out")
_SOURCES = "/sources/"
_COMPILED = Path("/kept/compiled.bin")
_FIND = FileFinder.path_hook((Shipped, [".py"]))
# What of the standard library no page can ever want.
_NEVER = ("test/", "idlelib/", "tkinter/", "turtledemo/", "ensurepip/", "pydoc_data/")


def pack(text: str) -> None:
    """Write the library, the rest of it, the app in two, and what is loaded only when it is asked for."""
    job: dict[str, Any] = json.loads(text)
    # Another compiler has another version, or compiles in another way.
    compiler = f"{sys.version} {source_hash(Path(compiling.__file__).read_bytes()).hex()}"
    KEPT.read(_COMPILED, compiler)
    sys.path_hooks.insert(0, _shipped)
    sys.path_importer_cache.clear()
    codes = methods.record()
    _run(job["first"])
    at_first = set(sys.modules)
    made_at_first = marshal.dumps(dict(codes))
    _run(job["warm"])
    loaded = set(sys.modules)
    used = {path for path in map(_path, _from_archive()) for path in (f"{path}.py", f"{path}/__init__.py")}
    _write("library", of_zip(_ARCHIVE, used.__contains__))
    rest = list(of_zip(_ARCHIVE, lambda path: path not in used and not path.startswith(_NEVER)))
    _write("rest", rest)
    (_OUT / "rest.json").write_text(json.dumps([_module(path) for path, _ in rest]))
    late = set(job["late"])
    shipped = (_package(one, _is_shipped(one)) for one in job["sources"] if one["name"] not in late)
    app = dict(chain.from_iterable(shipped)) | {f"probcalc/site/{methods.FILE}": made_at_first}
    now = {path for path in app if _goes_with(path, app) in at_first}
    for name, paths in (("app", now), ("later", app.keys() - now)):
        files = ((path, app[path]) for path in sorted(paths))
        (_OUT / f"{name}.bin").write_bytes(gzip.compress(zip_files(files, ZIP_STORED), mtime=0))
    for library, names in job["libraries"].items():
        held = [one for one in job["sources"] if one["name"] in names]
        _write(library, chain.from_iterable(_package(one, lambda path: _is_near(path, loaded)) for one in held))
    by_name = {one["name"]: one for one in job["sources"]}
    for library, parts in job["beside"].items():
        _write(library, chain.from_iterable(_package(by_name[name], _below(begun)) for name, begun in parts.items()))
    KEPT.write(_COMPILED, compiler)


def _run(named: str) -> None:
    module, _, name = named.partition(":")
    run: Callable[[], None] = getattr(import_module(module), name)
    run()


def _goes_with(path: str, app: Mapping[str, bytes]) -> str:
    """The module that a file is, or else the package that its data belong to."""
    if path.endswith(".pyc"):
        return _module(path)
    folder = path.rpartition("/")[0]
    while folder and f"{folder}/__init__.pyc" not in app:
        folder = folder.rpartition("/")[0]
    return _module(folder)


def _shipped(folder: str) -> PathEntryFinder:
    """What is loaded from a package is compiled once, as it is shipped."""
    if not folder.startswith(_SOURCES):
        raise ImportError(folder)
    return _FIND(folder)


def _package(source: dict[str, Any], wanted: Wanted) -> Iterator[tuple[str, bytes]]:
    return of_folder(f"{_SOURCES}{source['name']}", source["name"], tuple(source["endings"]), wanted)


def _is_shipped(source: dict[str, Any]) -> Wanted:
    without = tuple(source["without"])
    return lambda path: not path.startswith(without)


def _below(begun: list[str]) -> Wanted:
    return lambda path: path.startswith(tuple(begun))


def _from_archive() -> set[str]:
    """The modules that are loaded and came from the standard library's zip."""
    return {name for name, one in sys.modules.items() if str(getattr(one, "__file__", "")).startswith(_ARCHIVE)}


def _module(path: str) -> str:
    return path.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")


def _path(module: str) -> str:
    return module.replace(".", "/")


def _is_near(path: str, loaded: set[str]) -> bool:
    """Whether a module lies in a package of which something was loaded, and is no test."""
    parent = path.rpartition("/")[0].replace("/", ".")
    return parent in loaded and "tests" not in parent.split(".")


def _write(name: str, files: Iterable[tuple[str, bytes]]) -> None:
    (_OUT / f"{name}.zip").write_bytes(zip_files(files, ZIP_DEFLATED))
