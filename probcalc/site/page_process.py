"""An interpreter that draws pages: a job as JSON on its standard input, each page as a line of JSON on its output."""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TextIO

from probcalc.site.prerender import Drawn

# A host that does not exist: in the files addresses begin with the path.
_ORIGIN = "http://site.invalid"
_AT_ONCE = 8
_prefix = ""


def main(asking: TextIO, answering: TextIO) -> None:
    """Answer one job: {"prefix": …, "pages": [[path, query], …]}."""
    job = json.load(asking)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count() or 1, context, initializer=begin, initargs=(job["prefix"],)) as pool:
        for page in pool.map(draw, job["pages"], chunksize=_AT_ONCE):
            answer = {"failed": page} if isinstance(page, str) else {"said": page}
            answering.write(f"{json.dumps(answer)}\n")
            answering.flush()


def begin(prefix: str) -> None:
    """Load the pages, once in each process; links in them begin with the prefix."""
    global _prefix
    from probcalc.static import session

    _prefix = prefix
    session.load()


def draw(wanted: Sequence[str]) -> Drawn | str:
    """A page, or why it cannot be drawn."""
    from probcalc.site.drawing import draw as drawing
    from probcalc.static import session
    from probcalc.web.preview import card_of, preview

    path, query = wanted
    address = f"{_ORIGIN}{_prefix}/{path}{f'?{query}' if query else ''}"
    found = session.Session(address, _prefix).tree()
    if "page" not in found:
        return f"{path}?{query} cannot be drawn: {found.get('failed', found)}"
    html = drawing(found["page"]).replace(f"{_ORIGIN}/", "/")
    asked = found["address"].partition("?")[2]
    said = preview(query or asked, path)
    cards = card_of(said.query, path=path), card_of(said.query, "dark", path)
    return Drawn(path, query, asked, html, (said.title, said.about, said.query), cards)


if __name__ == "__main__":
    # Whatever else prints, prints beside the answers.
    answering, sys.stdout = sys.stdout, sys.stderr
    main(sys.stdin, answering)
