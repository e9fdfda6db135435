"""A document: a title, what it is about, and chapters of reports."""

from __future__ import annotations

import re
from dataclasses import dataclass

from probcalc.analysis.report import Report


@dataclass(frozen=True, slots=True)
class Section:
    """A report under a heading of its own, with words that lead to it."""

    title: str
    report: Report
    words: str = ""


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
