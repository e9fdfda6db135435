"""Node and what comes from npm: found, fetched once, and held to what was tested."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import tarfile
from collections.abc import Sequence
from pathlib import Path

# Each package at one version, with what its archive hashes to.
PACKAGES: dict[str, str] = json.loads((Path(__file__).parent / "making" / "packages.json").read_text("utf-8"))
PYODIDE = next(name.partition("@")[2] for name in PACKAGES if name.startswith("pyodide@"))
_OLDEST_NODE = 20
_LONGEST = 900


class CannotBuild(Exception):
    """The pages cannot be built here; the message says why, in one line."""


def kept_folder() -> Path:
    """Where fetched packages and compressed files are kept from one build to the next."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "probcalc" / "site"


def missing_tools() -> str:
    """Which of Node and npm are missing or too old, in one line; "" when both are there."""
    gone = [name for name in ("node", "npm") if shutil.which(name) is None]
    if gone:
        return f"the static pages are built with Node {_OLDEST_NODE} or newer and npm; missing: {' and '.join(gone)}"
    said = run(["node", "--version"])
    found = re.match(r"v(\d+)", said)
    if found is None or int(found[1]) < _OLDEST_NODE:
        return f"the static pages are built with Node {_OLDEST_NODE} or newer, and this is {said.strip()}"
    return ""


def run(command: Sequence[str], folder: Path | None = None) -> str:
    """What a command says.

    Raises:
        CannotBuild: with the last line of what it said, when it fails.
    """
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=_LONGEST)
    except subprocess.TimeoutExpired:
        raise CannotBuild(f"{command[0]} did not end within {_LONGEST} seconds") from None
    if done.returncode:
        lines = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        raise CannotBuild(f"{command[0]} failed: {lines[-1].strip()[:300] if lines else done.returncode}")
    return done.stdout


def packages(kept: Path) -> dict[str, Path]:
    """The folder of each package by name, fetched where it is not kept already.

    Raises:
        CannotBuild: when one cannot be fetched, or is not the one that was tested.
    """
    return {name.rpartition("@")[0]: _package(name, sums, kept / "packages") for name, sums in PACKAGES.items()}


def _package(name: str, sums: str, kept: Path) -> Path:
    folder = kept / f"{name}-{sums[:8].replace('/', '_')}"
    if (folder / "package.json").is_file():
        return folder
    kept.mkdir(parents=True, exist_ok=True)
    said = run(["npm", "pack", name, "--json", "--ignore-scripts", "--pack-destination", str(kept)], kept)
    archive = kept / json.loads(said[said.index("[") :])[0]["filename"]
    found = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if found != sums:
        archive.unlink()
        raise CannotBuild(f"{name} is not the package that was tested: its archive has another hash")
    made = kept / f"{folder.name}.{os.getpid()}"
    with tarfile.open(archive) as held:
        held.extractall(made, filter="data")
    (made / "package").rename(folder)
    shutil.rmtree(made)
    archive.unlink()
    return folder
