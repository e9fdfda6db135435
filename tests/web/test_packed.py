"""Modules are found in the parts of the engine by their places, and a part that has not come is fetched."""

from __future__ import annotations

import gzip
import marshal
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import get_data, iter_modules

import pytest

from probcalc.site import packed

_FIRST = {
    "packed_trial/__init__.pyc": "WORDS = __doc__ or 'a package'",
    "packed_trial/near.pyc": "from packed_trial import WORDS\nNEAR = WORDS.upper()",
    "packed_trial/words.toml": "word = 'hit'",
}
_SECOND = {
    "packed_trial/far/__init__.pyc": "from packed_trial.near import NEAR",
    "packed_trial/far/away.pyc": "AWAY = __name__",
    "packed_trial/far/far.css": "b { color: red }",
}


def _part(part: str, files: dict[str, str]) -> tuple[bytes, dict[str, packed.Place]]:
    whole, places = b"between ", {}
    for path, text in files.items():
        content = marshal.dumps(compile(text, path, "exec")) if path.endswith(".pyc") else text.encode()
        places[path] = (part, len(whole), len(content))
        whole += content + b" and "
    return whole, places


@pytest.fixture
def fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Two parts, the second of which has not come: what was fetched."""
    monkeypatch.setattr(packed, "ROOT", str(tmp_path))
    (first, near), (second, far) = _part("first", _FIRST), _part("second", _SECOND)
    parts = packed.Parts(near | far)
    (tmp_path / "first.bin").write_bytes(first)
    asked: list[str] = []

    def fetch(part: str) -> bytes:
        asked.append(part)
        return gzip.compress(second)

    parts.fetch_by({part: lambda part=part: fetch(part) for part in ("first", "second", "third")})
    parts.come("first")
    monkeypatch.setattr(sys, "meta_path", [parts, *sys.meta_path])
    monkeypatch.setattr(sys, "path_hooks", [packed.FolderFinder, *sys.path_hooks])
    monkeypatch.setattr(packed, "parts", lambda: parts)
    monkeypatch.setattr(sys, "path_importer_cache", {})
    before = set(sys.modules)
    yield asked
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_what_has_come_is_loaded_and_its_data_are_files(fetched: list[str]) -> None:
    assert import_module("packed_trial.near").NEAR == "A PACKAGE"
    assert get_data("packed_trial", "words.toml") == b"word = 'hit'"
    assert fetched == []


def test_a_part_that_has_not_come_is_fetched_once_with_its_data(fetched: list[str]) -> None:
    assert import_module("packed_trial.far.away").AWAY == "packed_trial.far.away"
    assert import_module("packed_trial.far").NEAR == "A PACKAGE"
    assert get_data("packed_trial.far", "far.css") == b"b { color: red }"
    assert fetched == ["second"]


def test_a_part_that_came_by_itself_is_not_fetched(fetched: list[str], tmp_path: Path) -> None:
    (tmp_path / "second.bin").write_bytes(_part("second", _SECOND)[0])
    packed.parts().come("second")
    assert import_module("packed_trial.far").NEAR == "A PACKAGE"
    assert (tmp_path / "packed_trial" / "far" / "far.css").exists()
    assert fetched == []


def test_what_lies_in_a_package_is_listed(fetched: list[str]) -> None:
    package = import_module("packed_trial")
    assert {(one.name, one.ispkg) for one in iter_modules(package.__path__)} == {("near", False), ("far", True)}
    assert fetched == []


def test_other_modules_are_left_to_others(fetched: list[str], tmp_path: Path) -> None:
    assert packed.parts().find_spec("packed_trial.nowhere") is None
    assert packed.parts().find_spec("packed_trial.words") is None
    (tmp_path.parent / "elsewhere").mkdir()
    assert [*iter_modules([str(tmp_path.parent / "elsewhere")])] == []
    with pytest.raises(ModuleNotFoundError):
        import_module("packed_trial.nowhere")
    assert fetched == []
