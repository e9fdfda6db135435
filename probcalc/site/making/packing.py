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
from types import CodeType
from typing import Any

from probcalc.site import methods, packed
from probcalc.site.making import compiling
from probcalc.site.making.compiling import HEAD, KEPT, Shipped, Wanted, of_folder, of_zip, zip_files

_ARCHIVE = "/lib/python314.zip"
_OUT = Path("/out")
_SOURCES = "/sources/"
_COMPILED = Path("/kept/compiled.bin")
_FIND = FileFinder.path_hook((Shipped, [".py"]))
# What finds the rest.
_BEGINNING = ("probcalc", "probcalc.site", "probcalc.site.packed", "probcalc.site.methods")
# What of the standard library no page can ever want.
_NEVER = ("test/", "idlelib/", "tkinter/", "turtledemo/", "ensurepip/", "pydoc_data/")


def pack(text: str, begun: Iterable[str], codes: Mapping[str, CodeType]) -> None:
    """Write what Python begins with, the app in parts, and what is loaded only when it is asked for.

    Args:
        text: what is to be packed, as JSON.
        begun: the modules that are loaded before anything that is packed can be found.
        codes: the code of what dataclasses have written since, which grows.
    """
    job: dict[str, Any] = json.loads(text)
    # Another compiler has another version, or compiles in another way.
    compiler = f"{sys.version} {source_hash(Path(compiling.__file__).read_bytes()).hex()}"
    KEPT.read(_COMPILED, compiler)
    sys.path_hooks.insert(0, _shipped)
    sys.path_importer_cache.clear()
    _run(job["first"])
    at_first = set(sys.modules)
    made_at_first = marshal.dumps(dict(codes))
    _run(job["warm"])
    loaded = set(sys.modules)
    _write_engine(job, {*begun, *_BEGINNING}, at_first, loaded, made_at_first)
    _write_libraries(job, loaded)
    KEPT.write(_COMPILED, compiler)


def _write_engine(
    job: Mapping[str, Any], begins: set[str], at_first: set[str], loaded: set[str], made_at_first: bytes
) -> None:
    """Write what Python begins with, and the parts of all that it finds from then on."""
    shipped = (_package(one, _is_shipped(one)) for one in job["sources"] if one["name"] not in job["late"])
    app = dict(chain.from_iterable(shipped))
    library = dict(of_zip(_ARCHIVE, lambda path: not path.startswith(_NEVER)))
    begun = {path: held.pop(path) for held in (library, app) for path in [*held] if _module(path) in begins}
    now = {path for path in app if _goes_with(path, app) in {*at_first, ""}} | _of(at_first, library)
    later = (app.keys() | _of(loaded, library)) - now
    parts = {"app": now, "later": later, "rest": library.keys() - now - later}
    places = _write_parts(parts, app | library)
    told = {methods.FILE: made_at_first, packed.FILE: marshal.dumps(places)}
    _write("library", chain(begun.items(), ((f"probcalc/site/{name}", held) for name, held in told.items())))


def _write_libraries(job: Mapping[str, Any], loaded: set[str]) -> None:
    """Write what is fetched by its name: whole packages, as far as they are near what was loaded, and parts of some."""
    for library, names in job["libraries"].items():
        held = [one for one in job["sources"] if one["name"] in names]
        _write(library, chain.from_iterable(_package(one, lambda path: _is_near(path, loaded)) for one in held))
    by_name = {one["name"]: one for one in job["sources"]}
    for library, parts in job["beside"].items():
        _write(library, chain.from_iterable(_package(by_name[name], _below(begun)) for name, begun in parts.items()))


def _of(modules: set[str], library: Mapping[str, bytes]) -> set[str]:
    """The files of these modules that are in the standard library."""
    return {path for path in library if _module(path) in modules}


def _write_parts(parts: Mapping[str, Iterable[str]], files: Mapping[str, bytes]) -> dict[str, packed.FileSpan]:
    """Write each part as the contents of its files one behind another, modules without their heads; where each lies."""
    places: dict[str, packed.FileSpan] = {}
    for part, paths in parts.items():
        whole = bytearray()
        for path in sorted(paths):
            content = files[path][HEAD if path.endswith(".pyc") else 0 :]
            places[path] = (part, len(whole), len(content))
            whole += content
        (_OUT / f"{part}.bin").write_bytes(gzip.compress(whole, mtime=0))
    return places


def _run(named: str) -> None:
    module, _, name = named.partition(":")
    run: Callable[[], None] = getattr(import_module(module), name)
    run()


def _goes_with(path: str, app: Mapping[str, bytes]) -> str:
    """The module that a file is, or else the package that its data belong to; "" where there is none."""
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


def _module(path: str) -> str:
    return path.removesuffix(".pyc").removesuffix(".pyi").removesuffix("/__init__").replace("/", ".")


def _is_near(path: str, loaded: set[str]) -> bool:
    """Whether a module lies in a package of which something was loaded, and is no test."""
    parent = path.rpartition("/")[0].replace("/", ".")
    return parent in loaded and "tests" not in parent.split(".")


def _write(name: str, files: Iterable[tuple[str, bytes]]) -> None:
    (_OUT / f"{name}.zip").write_bytes(zip_files(files))
