"""What Streamlit draws, element by element, in the words of the recorded pages."""

from __future__ import annotations

import base64
import io
import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import unquote

import pyarrow

from probcalc.static.markdown import inline, markdown
from tests.web.driver import chart_rows

Data = dict[str, Any]
_ALIGN = {"ALIGN_CENTER": "center", "ALIGN_END": "bottom", "CENTER": "center", "BOTTOM": "bottom"}
_OF = re.compile(r'(?<= data-of=")\d+')
_SILENT = ("empty", "html")


def elements(block: Any) -> list[Data]:
    """The elements of a block of AppTest, each with those that lie in it."""
    return [found for child in block.children.values() for found in _element(child)]


def _element(child: Any) -> Iterator[Data]:
    if child.type in _SILENT:
        return
    inside = elements(child) if hasattr(child, "children") else []
    if child.type == "container" and not inside:
        return
    made = _MADE[child.type](child)
    yield {name: value for name, value in made.items() if value is not None} | ({"children": inside} if inside else {})


def _key(proto: Any) -> str | None:
    return proto.id.split("-", 2)[2] if proto.id.startswith("$$ID-") else None


def _words(kind: str, written: Callable[[str], str]) -> Callable[[Any], Data]:
    return lambda child: {"kind": kind, "html": written(child.proto.body)}


def _place(child: Any) -> Data:
    proto = child.proto
    flex = proto.flex_container
    return {
        "kind": "container",
        "key": _key(proto),
        "border": flex.border or None,
        "horizontal": flex.Direction.Name(flex.direction) == "HORIZONTAL" or None,
        "align": _ALIGN.get(flex.Align.Name(flex.align)),
    }


def _grid(child: Any) -> Data:
    grid = child.proto if hasattr(child.proto, "min_column_width_px") else child.proto.grid_container
    fields = {field.name for field, _ in grid.ListFields()}
    align = grid.DESCRIPTOR.fields_by_name["vertical_alignment"].enum_type.values_by_number[grid.vertical_alignment]
    return {
        "kind": "grid",
        "min_width": grid.min_column_width_px if "min_column_width_px" in fields else None,
        "align": _ALIGN.get(align.name),
    }


def _expander(child: Any) -> Data:
    key = _key(child.proto)
    return {"kind": "expander", "key": key, "label": inline(child.proto.label), "open": child.proto.expanded}


def _component(child: Any) -> Data:
    sent = json.loads(child.proto.json or child.proto.mixed.json)
    return {"kind": "component", "name": child.proto.component_name, "key": _key(child.proto), "data": untimed(sent)}


def untimed(data: Data) -> Data:
    """The data of a component without the time of the tap that it answers, and without what only a browser is to do.

    The query that a browser shows is written there by the page where there is no server; what it says is held itself.
    """
    return {
        name: _OF.sub("", value) if isinstance(value, str) else value
        for name, value in data.items()
        if name not in ("told", "query", "heard", "puts")
    }


def _table(child: Any) -> Data:
    proto = child.proto
    table = pyarrow.ipc.open_stream(io.BytesIO(proto.arrow_data.data)).read_all()
    columns = [name for name in table.column_names if not name.startswith("__index")]
    rows = [[inline(str(row[name])) for name in columns] for row in table.to_pylist()]
    return {"kind": "table", "head": [inline(name) for name in columns], "rows": rows, "alt": proto.alt}


def _chart(child: Any) -> Data:
    proto = child.proto
    # How it fits its place, and a blank in place of a legend without a title, are Streamlit's own.
    spec = {
        name: value for name, value in json.loads(proto.spec).items() if name not in ("$schema", "autosize", "data")
    }
    legend = spec.get("encoding", {}).get("color", {}).get("legend")
    if legend and legend["title"] == " ":
        legend["title"] = None
    return {"kind": "chart", "key": _key(proto), "alt": proto.alt, "spec": spec, "rows": chart_rows(proto)}


def _image(child: Any) -> Data:
    [image] = child.proto.imgs
    svg = base64.b64decode(image.url.partition(",")[2]).decode()
    return {"kind": "image", "svg": svg, "caption": inline(image.caption)}


def _link(child: Any) -> Data:
    proto = child.proto
    return {"kind": "page_link", "label": inline(proto.label), "page": proto.page, "query": unquote(proto.query_string)}


def _control(kind: str, *more: str) -> Callable[[Any], Data]:
    def made(child: Any) -> Data:
        proto = child.proto
        found = {
            "kind": kind,
            "key": _key(proto),
            "label": inline(proto.label),
            "disabled": proto.disabled or None,
            "help": inline(proto.help) or None,
        }
        return found | {name: _MORE[name](child) for name in more}

    return made


def _chosen(child: Any) -> int | None:
    value, labels = child.value, list(child.options)
    if value is None:
        return None
    return labels.index(child.format_func(value))


def _options(child: Any) -> list[str]:
    return list(child.options)


_MORE: dict[str, Callable[[Any], Any]] = {
    "value": lambda child: child.value,
    "chosen": _chosen,
    "options": _options,
    "min": lambda child: int(child.min),
    "max": lambda child: int(child.max),
    "longest": lambda child: child.proto.max_chars or None,
    "placeholder": lambda child: child.proto.placeholder or None,
}
_MADE: dict[str, Callable[[Any], Data]] = {
    "bidi_component": _component,
    "button": _control("button"),
    "button_group": _control("segmented_control", "chosen", "options"),
    "caption": _words("caption", markdown),
    "checkbox": lambda child: _control("toggle" if child.proto.type else "checkbox", "value")(child),
    "code": lambda child: {"kind": "code", "text": child.proto.code_text, "language": child.proto.language},
    "download_button": _control("download_button"),
    "error": _words("error", markdown),
    "expander": _expander,
    "file_uploader": _control("file_uploader"),
    "flex_container": _place,
    "form": lambda child: {"kind": "form", "key": child.proto.form.form_id},
    "grid_container": _grid,
    "header": _words("header", inline),
    "image": _image,
    "info": _words("info", markdown),
    "latex": lambda child: {"kind": "latex", "text": child.proto.body.strip("$\n")},
    "markdown": _words("markdown", markdown),
    "number_input": _control("number_input", "value", "min", "max", "placeholder"),
    "page_link": _link,
    "popover": lambda child: {"kind": "popover", "key": _key(child.proto), "label": inline(child.proto.popover.label)},
    "selectbox": _control("selectbox", "chosen", "options", "placeholder"),
    "success": _words("success", markdown),
    "table": _table,
    "text_area": _control("text_area", "value", "longest"),
    "text_input": _control("text_input", "value", "longest", "placeholder"),
    "title": _words("title", inline),
    "toggle": _control("toggle", "value"),
    "vega_lite_chart": _chart,
}
