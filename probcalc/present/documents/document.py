"""A document: a title, what it is about, and chapters of reports; and how it is written as Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass

from probcalc.analysis.findings.report import Report
from probcalc.present.writing.grid import escape_markdown
from probcalc.present.writing.report import report_markdown


@dataclass(frozen=True, slots=True)
class Section:
    """A report under a heading of its own.

    Attributes:
        title: the heading.
        report: what was found.
        words: what leads to it.
        stands_out: what a reader who has a minute should know of it, "" for nothing.
        link: the page of its question, "" where no pages are known.
        links: the pages of its cells, row by row, "" for none.
    """

    title: str
    report: Report
    words: str = ""
    stands_out: str = ""
    link: str = ""
    links: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """Sections that belong together."""

    title: str
    sections: tuple[Section, ...]
    words: str = ""

    @property
    def anchor(self) -> str:
        """Its name within a page.

        >>> Chapter("Balance: who wins?", ()).anchor
        'balance-who-wins'
        """
        return re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")


@dataclass(frozen=True, slots=True)
class Document:
    """A document.

    Attributes:
        title: what it is about.
        facts: what it was made from: edition, variant, version, a line each.
        chapters: its chapters, in order.
    """

    title: str
    facts: tuple[str, ...]
    chapters: tuple[Chapter, ...]

    @property
    def what_stands_out(self) -> tuple[tuple[str, str], ...]:
        """What stands out, each with what it is about.

        >>> section = Section("Combat", Report("r", "R", (), ()), stands_out="Trolls always win.")
        >>> Document("Odds", (), (Chapter("Balance", (section,)),)).what_stands_out
        (('Combat', 'Trolls always win.'),)
        """
        sections = (section for chapter in self.chapters for section in chapter.sections)
        return tuple(
            (section.title.partition(":")[0], section.stands_out) for section in sections if section.stands_out
        )


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
