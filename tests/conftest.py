"""What every test may lean on: how long Hypothesis searches, and the browser of the page tests."""

import gc
import os
import sys
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from benchmarks.serving import CHROMIUM_NAMES, chromium

# On a machine that is busy with other things nothing is too slow.
UNTIMED = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])

# The same examples everywhere, so that a test fails for everybody or for nobody; `make fuzz` draws new ones.
settings.register_profile("same", UNTIMED, derandomize=True, database=None)
settings.register_profile("fuzz", UNTIMED, print_blob=True)
settings.load_profile("fuzz" if os.environ.get("FUZZ") else "same")


def pytest_collection() -> None:
    # Half a million objects are made while tests are found, and hardly any is thrown away.
    gc.disable()


def pytest_collection_finish() -> None:
    # They stay to the end, so that nobody needs to look through them again.
    gc.freeze()
    gc.enable()
    # What is old after that is little: it is looked through after a hundred rounds of what is young, not after ten.
    gc.set_threshold(700, 10, 100)


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """The Chromium on this machine; the test is skipped where there is none."""
    if path := chromium():
        return path
    pytest.skip(f"no Chromium here: none of {', '.join(CHROMIUM_NAMES)} is on the PATH")


@pytest.fixture(autouse=True)
def main_module_stays() -> Iterator[None]:
    """A run of pages puts its script in place of the main module, which processes begun later would run anew."""
    before = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = before
