"""Files that are there whole or not at all, whatever ends the writing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replace_file(out: Path) -> Iterator[Path]:
    """Where to write what becomes the file at the end, in place of the one that is there; cut short, nothing stays.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     out = Path(folder) / "odds.csv"
    ...     with replace_file(out) as made:
    ...         _ = made.write_text("odds", "utf-8")
    ...     [path.name for path in Path(folder).iterdir()]
    ['odds.csv']
    """
    made = out.with_name(f"{out.name}.made")
    try:
        yield made
        os.replace(made, out)
    except BaseException:
        made.unlink(missing_ok=True)
        raise
