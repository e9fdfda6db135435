"""What is searched for doctests: a file in which there is one."""

from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """A file in which nothing is asked is not imported and searched once more for what is asked."""
    found = yield
    if file_path.suffix == ".py" and ">>>" not in file_path.read_text(encoding="utf-8"):
        return [one for one in found if not isinstance(one, DoctestModule)]
    return found
