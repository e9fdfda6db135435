"""The static pages, built once for all tests, whichever process needs them first."""

import os
import time
from pathlib import Path

import pytest

from probcalc.site.build import build
from probcalc.site.tools import CannotBuild, kept_folder, missing_tools, packages

PREFIX = "/odds"
LIVE = "html[data-live]"
_LONGEST = 900.0


def built(folder: Path) -> Path:
    """The folder with the static pages in it, or the one that PROBCALC_STATIC_SITE names, built before.

    The tests are skipped where they cannot be built.
    """
    if before := os.environ.get("PROBCALC_STATIC_SITE"):
        return Path(before)
    if line := missing_tools():
        pytest.skip(f"the static pages were not tested: {line}")
    out, begun, failed = folder / "static-site", folder / "static-site.begun", folder / "static-site.failed"
    try:
        os.close(os.open(begun, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        _wait(out, failed)
        return out
    try:
        packages(kept_folder())
    except CannotBuild as error:
        failed.write_text(f"skipped: {error}")
        pytest.skip(f"the static pages were not tested: {error}")
    try:
        made = folder / "static-site.made"
        build(made, PREFIX, True, kept_folder(), print)
        # Whoever waits for it finds it whole.
        made.rename(out)
    except BaseException as error:
        failed.write_text(str(error) or repr(error))
        raise
    return out


def _wait(out: Path, failed: Path) -> None:
    until = time.monotonic() + _LONGEST
    while not out.is_dir():
        if failed.exists():
            said = failed.read_text()
            if said.startswith("skipped: "):
                pytest.skip(f"the static pages were not tested: {said.removeprefix('skipped: ')}")
            raise AssertionError(said)
        assert time.monotonic() < until, "the static pages were not built in time"
        time.sleep(0.5)
