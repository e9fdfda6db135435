"""Rows of text in columns, for the terminal and for Markdown."""

from __future__ import annotations

from collections.abc import Sequence


def columns(rows: Sequence[Sequence[str]], right: Sequence[int] = (), indent: str = "") -> list[str]:
    """Rows in columns of equal width, two blanks apart; the columns in `right` end at the same place.

    >>> columns([["wounds", "exactly"], ["0", "41.0%"]], right=[1])
    ['wounds  exactly', '0         41.0%']
    """
    if not rows:
        return []
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [c.rjust(w) if i in right else c.ljust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))]
        lines.append((indent + "  ".join(cells)).rstrip())
    return lines


def markdown_table(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """Rows as a Markdown table, the first of them its heading.

    >>> markdown_table([["wounds", "exactly"], ["0", "41.0%"]], right=[1])
    ['| wounds | exactly |', '| --- | ---: |', '| 0 | 41.0% |']
    """
    rule = ["---:" if i in right else "---" for i in range(len(rows[0]))]
    head, *body = [[escape_markdown(cell) for cell in row] for row in rows]
    return ["| " + " | ".join(row) + " |" for row in (head, rule, *body)]


def escape_markdown(text: str) -> str:
    r"""Text that Markdown shows as it is.

    >>> print(escape_markdown("a|b *c* <d>"))
    a\|b \*c\* \<d>
    """
    return "".join(f"\\{c}" if c in "\\`*_[]<|#~$" else c for c in " ".join(text.split()))
