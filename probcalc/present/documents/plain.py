"""A document as Markdown."""

from __future__ import annotations

from probcalc.present.documents.document import Document
from probcalc.present.grid import escape_markdown
from probcalc.present.report import report_markdown


def markdown_document(document: Document) -> str:
    """The whole text, with a table of contents.

    >>> print(markdown_document(Document("Odds", ("so it is",), ())))
    # Odds
    <BLANKLINE>
    so it is
    """
    contents = "\n".join(f"{n}. [{escape_markdown(c.title)}](#{c.anchor})" for n, c in enumerate(document.chapters, 1))
    blocks = [f"# {escape_markdown(document.title)}", *map(escape_markdown, document.facts), contents]
    for chapter in document.chapters:
        blocks += [f"## {escape_markdown(chapter.title)}", escape_markdown(chapter.words)]
        for section in chapter.sections:
            blocks += [f"### {escape_markdown(section.title)}", escape_markdown(section.words)]
            blocks.append(report_markdown(section.report))
    return "\n\n".join(filter(None, blocks))
