"""The answer as it is handed on: one line to copy, and the picture as it will look."""

from __future__ import annotations

from probcalc.present.languages.language import said
from probcalc.web.parts.markup import Markup, tag


def draw_handing_on(line: str, link: str, svg: str) -> Markup:
    r"""The line and the picture, each with the button that copies it, and one that hands on both.

    >>> found = draw_handing_on("2d6: 7.00 on average", "http://localhost/custom?s=custom.roll", "<svg></svg>")
    >>> 'data-hand="2d6: 7.00 on average\nhttp://localhost/custom?s=custom.roll"' in found, "<svg></svg>" in found
    (True, True)
    """
    line = said(line)
    return tag(
        "section.card.hand",
        tag("p", line),
        # Shown by the script where the browser hands on to other apps.
        tag("button.chip.send", "Send to an app", data_send=line, data_link=link, hidden=True),
        tag("button.chip", "Copy line", data_hand=f"{line}\n{link}"),
        tag("div", Markup(svg)),
        tag("button.chip", "Copy picture", data_hand=""),
    )
