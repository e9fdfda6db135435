"""A document as Markdown."""

from __future__ import annotations

from probcalc.present.documents.document import Document
from probcalc.present.grid import markdown_escaped
from probcalc.present.report import report_markdown


def markdown_document(document: Document) -> str:
    """The whole text, with a table of contents.

    >>> print(markdown_document(Document("Odds", ("so it is",), ())))
    # Odds
    <BLANKLINE>
    so it is
    """
    contents = "\n".join(f"{n}. [{markdown_escaped(c.title)}](#{c.anchor})" for n, c in enumerate(document.chapters, 1))
    blocks = [f"# {markdown_escaped(document.title)}", *map(markdown_escaped, document.facts), contents]
    for chapter in document.chapters:
        blocks += [f"## {markdown_escaped(chapter.title)}", markdown_escaped(chapter.words)]
        for section in chapter.sections:
            blocks += [f"### {markdown_escaped(section.title)}", markdown_escaped(section.words)]
            blocks.append(report_markdown(section.report))
    return "\n\n".join(filter(None, blocks))
