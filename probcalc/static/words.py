"""What a page shows and nobody touches: texts, tables, pictures, charts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from probcalc.static.drawing import Data, Placed
from probcalc.static.markdown import inline
from probcalc.static.markdown import markdown as to_html


class Chart:
    """A chart as Altair would hold it: its specification and its rows, and nothing is made of them here."""

    def __init__(self, spec: Data) -> None:
        self.spec = spec
        self.data: Sequence[Data] = ()

    @classmethod
    def from_dict(cls, spec: Data, *, validate: bool = True) -> Chart:
        """The chart of a specification."""
        return cls(spec)

    def copy(self, *, deep: bool = True) -> Chart:
        """Another chart of the same specification, which takes rows of its own."""
        return Chart(self.spec)


def _text(kind: str, written: Callable[[str], str]) -> Callable[..., None]:
    """The method that shows a text of a kind."""

    def show(place: Placed, body: str, anchor: bool | None = None) -> None:
        place.add(kind, html=written(body))

    return show


class Words(Placed):
    """The methods of a container that show something."""

    # A text, one beside the matter, something to know, what is refused, what is done; the headings of page and part.
    markdown, caption, info, error, success = (
        _text(kind, to_html) for kind in ("markdown", "caption", "info", "error", "success")
    )
    title, header = (_text(kind, inline) for kind in ("title", "header"))

    def code(self, body: str, language: str | None = "python", *, wrap_lines: bool = False, height: Any = None) -> None:
        """A text to copy."""
        height = height if isinstance(height, int) else None
        self.add("code", text=body, language=language or "plaintext", wrap=wrap_lines, height=height)

    def latex(self, body: str) -> None:
        """A formula."""
        self.add("latex", text=body)

    def html(self, body: str) -> None:
        """The look of the pages, which the static pages bring as a file."""

    def image(self, image: str, caption: str = "", width: int | None = None, *, alt: str = "") -> None:
        """A picture in SVG."""
        self.add("image", svg=image, alt=alt, caption=inline(caption), width=width)

    def table(
        self,
        data: Mapping[str, Sequence[str]],
        *,
        border: str | bool = True,
        hide_index: bool | None = None,
        height: int | str = "content",
        alt: str = "",
    ) -> None:
        """A table by columns, whose names are its heading."""
        rows = [[inline(cell) for cell in row] for row in zip(*data.values(), strict=True)]
        tall = height if isinstance(height, int) else None
        self.add("table", head=[inline(name) for name in data], rows=rows, alt=alt, height=tall)

    def altair_chart(self, chart: Chart, *, width: str = "", key: str = "", alt: str = "") -> None:
        """A chart by its specification, with its rows inline."""
        self.add("chart", key=key, spec=chart.spec | {"data": {"values": chart.data}}, alt=alt)
