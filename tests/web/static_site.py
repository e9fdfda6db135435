"""The static pages, built once for all tests, whichever process needs them first."""

import os
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from probcalc.site import build as building
from probcalc.site import travelling
from probcalc.site.addresses import address_of, questions
from probcalc.site.tools import CannotBuild, kept_folder, missing_tools, packages
from probcalc.web.paths import short_paths

PREFIX = "/odds"
LIVE = "html[data-live]"
_LONGEST = 900.0
_EACH = 23


def answers() -> list[tuple[str, str]]:
    """Some of the answers that have a file: the first of each game, and one of so many of all.

    All are drawn in the same way; that each can be previewed and has its card is asked without a file.
    """
    found = list(questions())
    paths = [path for path, _ in found]
    firsts = {paths.index(path) for path in paths}
    return [found[place] for place in sorted(firsts | set(range(0, len(found), _EACH)))]


def shorts() -> dict[str, tuple[str, Mapping[str, Any]]]:
    """The ready-made questions among these answers, by their short address."""
    drawn = set(answers())
    return {short: asked for short, asked in short_paths().items() if address_of(*asked) in drawn}


def step_to(page: Page, address: str) -> None:
    """Open an address in a page that lives, as a link within it does."""
    page.evaluate("to => { history.pushState({}, '', to); dispatchEvent(new PopStateEvent('popstate')); }", address)
    wait_until_drawn(page)


def wait_until_drawn(page: Page) -> None:
    """Until a page that lives has drawn what was asked of it."""
    page.wait_for_function("() => document.querySelector('.stApp')?.dataset.testScriptState === 'notRunning'")


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
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(building, "questions", answers)
            patch.setattr(travelling, "short_paths", shorts)
            building.build(made, PREFIX, True, kept_folder(), print)
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
