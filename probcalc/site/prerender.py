"""Every answer that has a file of its own, drawn in processes beside this one.

The pages are recorded with a stand-in for Streamlit, which a process that has it loaded already cannot take.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from probcalc.site.tools import CannotBuild

# A host that does not exist: in the files addresses begin with the path.
_ORIGIN = "http://site.invalid"
_AT_ONCE = 8


class Drawn(NamedTuple):
    """A page as it stands in its file.

    Attributes:
        path, query: what was asked.
        title: of the page.
        asked: the query that says the same in full; of a page as it opens, that of the question it opens with.
        html: the page.
    """

    path: str
    query: str
    title: str
    asked: str
    html: str


def drawn(prefix: str, asked: Sequence[tuple[str, str]]) -> Iterator[Drawn]:
    """The pages at these paths and queries, in this order.

    Raises:
        CannotBuild: when one of them cannot be drawn.
    """
    with _processes(prefix, os.cpu_count() or 1) as pool:
        yield from pool.map(_draw, asked, chunksize=_AT_ONCE)


def look() -> str:
    """The style sheet of the pages."""
    with _processes("", 1) as pool:
        return pool.submit(_look).result()


def _processes(prefix: str, count: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(count, context, initializer=_begin, initargs=(prefix,))


_prefix = ""


def _begin(prefix: str) -> None:
    global _prefix
    from probcalc.static import session

    _prefix = prefix
    session.load()


def _look() -> str:
    from probcalc.static import session

    return session.look()


def _draw(asked: tuple[str, str]) -> Drawn:
    from probcalc.site.drawing import draw
    from probcalc.static import session

    path, query = asked
    address = f"{_ORIGIN}{_prefix}/{path}{f'?{query}' if query else ''}"
    found = session.Session(address, _prefix).tree()
    if "page" not in found:
        raise CannotBuild(f"{path}?{query} cannot be drawn: {found.get('failed', found)}")
    html = draw(found["page"]).replace(f"{_ORIGIN}/", "/")
    return Drawn(path, query, found["title"], found["address"].partition("?")[2], html)
