"""Charts as pictures: PNG and SVG on white, and the QR code of a link."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Literal

from probcalc.present.charts.chart import Chart, Spec

_CATEGORIES = ["#1B5FAF", "#B4470B", "#5C2A72", "#A3507E", "#5B3A00", "#8B6BF0"]
_WIDTH = 640
_SCALE = 2
_LONGEST_LINE = 92


def _on_paper(chart: Chart) -> Spec:
    config = {
        "background": "#FFFFFF",
        "range": {"category": _CATEGORIES, "heatmap": {"scheme": "cividis"}},
        "text": {"fontSize": 12},
    }
    return chart.spec | {"width": _WIDTH, "config": config, "autosize": {"type": "fit-x", "contains": "padding"}}


def with_heading(chart: Chart, lines: Sequence[str]) -> Chart:
    """The chart with lines of text above it, the first one in bold; long ones are broken.

    >>> with_heading(Chart({"mark": "bar"}, "Bars."), ["A question", "so much"]).spec["title"]["subtitle"]
    ['so much']
    """
    first, *rest = [part for line in lines for part in wrap(line, _LONGEST_LINE)]
    title = {
        "text": first,
        "subtitle": rest,
        "anchor": "start",
        "frame": "group",
        "fontSize": 15,
        "subtitleFontSize": 13,
    }
    return Chart(chart.spec | {"title": title | {"offset": 12, "subtitlePadding": 5}}, chart.alt)


def chart_svg(chart: Chart) -> str:
    """The chart as an SVG picture.

    >>> chart_svg(Chart({"mark": "bar", "data": {"values": []}}, "Bars."))[:4]
    '<svg'
    """
    import vl_convert

    picture: str = vl_convert.vegalite_to_svg(_on_paper(chart))
    return picture


def chart_png(chart: Chart) -> bytes:
    r"""The chart as a PNG picture of twice the size, so that it is sharp on a phone.

    >>> chart_png(Chart({"mark": "bar", "data": {"values": []}}, "Bars."))[:4]
    b'\x89PNG'
    """
    import vl_convert

    picture: bytes = vl_convert.vegalite_to_png(_on_paper(chart), scale=_SCALE)
    return picture


def chart_pdf(chart: Chart) -> bytes:
    r"""The chart as a PDF picture.

    >>> chart_pdf(Chart({"mark": "bar", "data": {"values": []}}, "Bars."))[:5]
    b'%PDF-'
    """
    import vl_convert

    picture: bytes = vl_convert.vegalite_to_pdf(_on_paper(chart))
    return picture


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart as a file, made when it is called; where there is no server the page draws it from the specification."""

    chart: Chart
    kind: Literal["png", "svg"]

    def __call__(self) -> str | bytes:
        """The picture."""
        return chart_png(self.chart) if self.kind == "png" else chart_svg(self.chart)

    @property
    def spec(self) -> Spec:
        """The specification on white paper."""
        return _on_paper(self.chart)

    @property
    def scale(self) -> int:
        """How much larger than the specification says it is drawn."""
        return _SCALE if self.kind == "png" else 1


def qr_svg(link: str) -> str:
    """The QR code of a link as an SVG picture.

    >>> qr_svg("http://localhost:8501/")[:4]
    '<svg'

    Raises:
        ValueError: when the link is too long for a QR code.
    """
    import segno

    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", scale=4, dark="#000", light="#fff", xmldecl=False, omitsize=False
    )
    return out.getvalue().decode("utf-8")


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A card as a file, made when it is asked for; without a server the page paints it from the SVG."""

    svg: str
    kind: Literal["png", "svg"]

    def __call__(self) -> str | bytes:
        """The picture."""
        if self.kind == "svg":
            return self.svg
        from probcalc.present.cards.card import card_png

        return card_png(self.svg)
