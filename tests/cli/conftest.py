"""Packages with games of their own, installed for one test."""

import sys

import pytest

from probcalc.scenarios import finding


@pytest.fixture
def bring(tmp_path, monkeypatch):
    """Install packages for one test: each a folder on the path with the entry points that it names."""
    monkeypatch.syspath_prepend(str(tmp_path))
    brought = []

    def install(package, text="", points=None):
        brought.append(package)
        (tmp_path / f"{package}.py").write_text(text, "utf-8") if text else None
        told = tmp_path / f"{package}-1.0.dist-info"
        told.mkdir()
        (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n", "utf-8")
        lines = [f"{name} = {value}" for name, value in (points or {package: f"{package}:SYSTEM"}).items()]
        (told / "entry_points.txt").write_text("\n".join([f"[{finding.GROUP}]", *lines, ""]), "utf-8")
        finding.forget()

    yield install
    for name in [name for name in sys.modules if name.partition(".")[0] in brought]:
        del sys.modules[name]
    monkeypatch.undo()
    finding.forget()
