"""Finds modules in the files of the engine, where the place of each is known: nothing is looked for in folders.

The engine comes in parts, one after another. A part that has not come when a module of it is asked for is fetched.
"""

from __future__ import annotations

import marshal
import os
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache, cached_property
from importlib.machinery import ModuleSpec, SourcelessFileLoader
from pkgutil import get_data
from types import CodeType

FILE = "packed.bin"
ROOT = "/packed"
_GZIP = 16 + zlib.MAX_WBITS
_MODULE, _PACKAGE = ".pyc", "/__init__.pyc"

FileSpan = tuple[str, int, int]
"""The part that holds a file, from which byte on, and how many bytes."""


class Parts:
    """The parts of the engine, in which Python finds its modules.

    Args:
        places: where each file lies, by its path.
    """

    def __init__(self, places: Mapping[str, FileSpan]) -> None:
        self._places = places
        self._fetch: dict[str, Callable[[], bytes]] = {}

    def fetch_by(self, fetch: Mapping[str, Callable[[], bytes]]) -> None:
        """Know how a part that has not come is fetched, as it is sent."""
        self._fetch = {part: load for part, load in fetch.items() if not os.path.exists(_file(part))}

    def come(self, part: str) -> None:
        """Know that a part is there: what is no module in it is laid out as files."""
        self._fetch.pop(part, None)
        for path, (held, begin, size) in self._places.items():
            if held == part and not path.endswith(_MODULE):
                os.makedirs(os.path.dirname(f"{ROOT}/{path}"), exist_ok=True)
                with open(f"{ROOT}/{path}", "wb") as file:
                    file.write(_read(part, begin, size))

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Where a module lies; None for one that is not here."""
        inside = fullname.replace(".", "/")
        if f"{inside}{_MODULE}" in self._places:
            return self._spec(fullname, f"{inside}{_MODULE}")
        if f"{inside}{_PACKAGE}" not in self._places:
            return None
        found = self._spec(fullname, f"{inside}{_PACKAGE}")
        found.submodule_search_locations = [f"{ROOT}/{inside}"]
        return found

    def code(self, path: str) -> CodeType:
        """The code of a module; its part is fetched when it has not come."""
        part, begin, size = self._places[path]
        if fetch := self._fetch.get(part):
            with open(_file(part), "wb") as file:
                file.write(zlib.decompress(fetch(), _GZIP))
            self.come(part)
        code: CodeType = marshal.loads(_read(part, begin, size))
        return code

    def modules(self, folder: str) -> Iterator[tuple[str, bool]]:
        """The modules in a folder by name, and whether each is a package."""
        yield from self._by_folder.get(folder, ())

    @cached_property
    def _by_folder(self) -> Mapping[str, list[tuple[str, bool]]]:
        """The same of every folder, in one go: the pages alone are some sixty."""
        found: dict[str, list[tuple[str, bool]]] = {}
        for path in self._places:
            folder, _, name = path.removesuffix(_PACKAGE).removesuffix(_MODULE).rpartition("/")
            if path.endswith(_MODULE) and name != "__init__":
                found.setdefault(folder, []).append((name, path.endswith(_PACKAGE)))
        return found

    def _spec(self, fullname: str, path: str) -> ModuleSpec:
        found = ModuleSpec(fullname, _Loader(self, fullname, path), origin=f"{ROOT}/{path}")
        found.has_location = True
        return found


class _Loader(SourcelessFileLoader):
    """Loads a module from its part."""

    def __init__(self, parts: Parts, fullname: str, path: str) -> None:
        super().__init__(fullname, f"{ROOT}/{path}")
        self._parts, self._place = parts, path

    def get_code(self, fullname: str) -> CodeType:
        """The code of the module."""
        return self._parts.code(self._place)


class FolderFinder:
    """A folder of the engine, for those who ask what lies in it."""

    def __init__(self, path: str) -> None:
        if path != ROOT and not path.startswith(f"{ROOT}/"):
            raise ImportError(path)
        self._folder = path.removeprefix(ROOT).lstrip("/")

    def find_spec(self, fullname: str, target: object = None) -> None:
        """Nothing: what is here was found before."""

    def iter_modules(self, prefix: str = "") -> Iterator[tuple[str, bool]]:
        """The modules, as `pkgutil` lists them."""
        for name, is_package in parts().modules(self._folder):
            yield f"{prefix}{name}", is_package


def _file(part: str) -> str:
    return f"{ROOT}/{part}.bin"


def _read(part: str, begin: int, size: int) -> bytes:
    opened = os.open(_file(part), os.O_RDONLY)
    try:
        return os.pread(opened, size, begin)
    finally:
        os.close(opened)


@cache
def parts() -> Parts:
    """The parts that this engine was packed in."""
    return Parts(marshal.loads(get_data(__package__, FILE) or b""))


def use() -> None:
    """Let Python find what is packed."""
    sys.meta_path.insert(0, parts())
    sys.path_hooks.insert(0, FolderFinder)
    sys.path.append(ROOT)
