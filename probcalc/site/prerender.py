"""Every answer that has a file of its own, drawn by an interpreter beside this one.

The pages are recorded with a stand-in for Streamlit, which a process that has it loaded already cannot take; and a pool
of processes begun here would run this one's main script anew, whatever that is.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from probcalc.site.tools import CannotBuild

_PROCESS = "probcalc.site.page_process"


class Drawn(NamedTuple):
    """A page as it stands in its file.

    Attributes:
        path, query: what was asked.
        asked: the query that says the same in full; of a page as it opens, that of the question it opens with.
        html: the page.
        preview: what its head says: title, description, and the query of its card, "" for the general one.
        cards: of a question its card as SVG, light and dark.
    """

    path: str
    query: str
    asked: str
    html: str
    preview: tuple[str, str, str]
    cards: tuple[str, str]


def draw_pages(prefix: str, asked: Sequence[tuple[str, str]]) -> Iterator[Drawn]:
    """The pages at these paths and queries, in this order.

    Raises:
        CannotBuild: when one of them cannot be drawn.
    """
    command = [sys.executable, "-m", _PROCESS]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        with process.stdin as asking:
            json.dump({"prefix": prefix, "pages": asked}, asking)
        for line in process.stdout:
            answer = json.loads(line)
            if "failed" in answer:
                raise CannotBuild(answer["failed"])
            yield Drawn(*answer["said"])
    if process.returncode:
        raise CannotBuild(f"the pages cannot be drawn: the process that draws them ended with {process.returncode}")
