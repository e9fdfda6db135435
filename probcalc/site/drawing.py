"""A recorded page as HTML: for the file that paints before anything is loaded, and for the page once it lives.

A page arrives as the tree that `probcalc.static` records. Each kind of node is one short function here; its classes are
those that the style sheets of the pages know. Whatever reacts carries `data-key`, under which its events are reported.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from probcalc.site.controls import CONTROLS
from probcalc.web.parts.markup import NOTHING, Markup, join, tag

Node = Mapping[str, Any]


def draw(node: Node) -> Markup:
    """The HTML of a node with all that is in it.

    >>> draw({"kind": "caption", "html": "one <em>word</em>"})
    '<div class="stElementContainer"><div class="stCaption"><small>one <em>word</em></small></div></div>'

    Raises:
        KeyError: for a kind of node that has no drawing.
    """
    return (_GROUPS.get(node["kind"]) or _element)(node)


def charts(node: Node) -> dict[str, Any]:
    """The specifications of the charts in a node, by key; the page draws them.

    >>> charts({"kind": "page", "children": [{"kind": "chart", "key": "law", "spec": {"mark": "bar"}, "alt": ""}]})
    {'law': {'mark': 'bar'}}
    """
    found = {node["key"]: node["spec"]} if node["kind"] == "chart" else {}
    for child in node.get("children", ()):
        found |= charts(child)
    return found


def _inside(node: Node) -> Markup:
    return join(draw(child) for child in node.get("children", ()))


def _class_of(node: Node) -> str:
    """The class by which the style sheets know an element with a key."""
    key = str(node.get("key") or "")
    return f".st-key-{''.join(sign if sign.isalnum() or sign in '-_' else '-' for sign in key)}" if key else ""


def _id(node: Node) -> str | None:
    return f"k:{node['key']}" if node.get("key") else None


def _page(node: Node) -> Markup:
    return tag("div.stVerticalBlock", _inside(node))


def _container(node: Node) -> Markup:
    across = node.get("horizontal")
    name = "div.stHorizontalBlock" if across else "div.stVerticalBlock"
    framed = ".framed" if node.get("border") else ""
    inner = tag(f"{name}{framed}{_class_of(node)}", _inside(node))
    return tag("div", inner, id=_id(node), data_testid="stLayoutWrapper")


def _grid(node: Node) -> Markup:
    return tag("div.stGrid", _inside(node), style=f"--narrow:{node.get('min_width')}px", data_align=node.get("align"))


def _form(node: Node) -> Markup:
    return tag("div.stForm.stVerticalBlock", _inside(node), id=_id(node), data_form=node.get("key") or "form")


def _expander(node: Node) -> Markup:
    summary = tag("summary", tag("p", Markup(node["label"])))
    reports = bool(node.get("reports"))
    details = tag(
        "details",
        summary,
        tag("div.stVerticalBlock", _inside(node)),
        open=bool(node.get("open")),
        data_key=node["key"] if reports else None,
        # What is closed again is told, however often the page was drawn meanwhile.
        data_was="open" if reports and node.get("open") else None,
        data_own=not reports,
    )
    return tag(f"div.stExpander{_class_of(node)}", details, id=_id(node))


def _popover(node: Node) -> Markup:
    summary = tag("summary.button", Markup(node["label"]))
    body = tag("div.stVerticalBlock.card", _inside(node))
    return tag(f"div.stPopover{_class_of(node)}", tag("details", summary, body, data_own=True), id=_id(node))


_GROUPS: Mapping[str, Callable[[Node], Markup]] = {
    "page": _page,
    "container": _container,
    "grid": _grid,
    "form": _form,
    "expander": _expander,
    "popover": _popover,
}


def _element(node: Node) -> Markup:
    inner = _SHOWN[node["kind"]](node) if node["kind"] in _SHOWN else CONTROLS[node["kind"]](node)
    return tag(f"div.stElementContainer{_class_of(node)}", inner, id=_id(node)) if inner else NOTHING


def _component(node: Node) -> Markup:
    data = node["data"]
    if node["name"] == "pc_editor":
        # The text stands there at once; what the page puts in its place is its own.
        text, told = tag("pre", data["text"]), json.dumps(data)
        marks = {"data_component": "pc_editor", "data_key": node["key"], "data_told": told}
        return tag("div.pc-editor", text, data_still=True, **marks)
    if node["name"] != "pc_part":
        kept: dict[str, Any] = {"data_asks": bool(data.get("asks")), "data_text": data.get("text")}
        kept["data_fragment"] = data.get("fragment") or None
        return tag("div", data_component=node["name"], data_key=node["key"], hidden=True, **kept)
    markup = tag("div.pc", Markup(data["markup"]))
    return tag("div", markup, data_testid="stBidiComponentRegular", data_component="pc_part", data_key=node["key"])


def _draw_html(name: str, role: str | None = None) -> Callable[[Node], Markup]:
    return lambda node: tag(f"div.{name}", Markup(node["html"]), role=role)


def _heading(level: str) -> Callable[[Node], Markup]:
    return lambda node: tag("div.stHeading", tag(level, Markup(node["html"])))


def _height(node: Node) -> str | None:
    return f"max-height:{node['height']}px" if node.get("height") else None


def _code(node: Node) -> Markup:
    text = tag("pre", tag("code", node["text"]), style=_height(node), tabindex="0")
    copy = tag("button.copy", "Copy", data_copy=True)
    return tag(f"div.stCode{'.wrap' if node.get('wrap') else ''}", text, copy)


def _image(node: Node) -> Markup:
    drawn = tag("div.drawn", Markup(node["svg"]), role="img", aria_label=node.get("alt") or "")
    caption = tag("figcaption", Markup(node["caption"])) if node.get("caption") else None
    return tag("figure.stImage", drawn, caption, style=f"max-width:{node.get('width') or 220}px")


def _table(node: Node) -> Markup:
    head = tag("tr", [tag("th", Markup(cell), scope="col") for cell in node["head"]])
    body = [tag("tr", [tag("td", Markup(cell)) for cell in row]) for row in node["rows"]]
    table = tag("table", tag("thead", head), tag("tbody", body), aria_label=node.get("alt") or None)
    return tag(
        "div.stTable", table, style=_height(node), tabindex="0", role="group", aria_label=node.get("alt") or "Table"
    )


def _chart(node: Node) -> Markup:
    return tag(
        "div.stVegaLiteChart", role="img", aria_label=node.get("alt") or "", data_chart=node["key"], data_still=True
    )


_SHOWN: Mapping[str, Callable[[Node], Markup]] = {
    "component": _component,
    "markdown": _draw_html("stMarkdown"),
    "caption": lambda node: tag("div.stCaption", tag("small", Markup(node["html"]))),
    "info": _draw_html("stAlert.info", "status"),
    "success": _draw_html("stAlert.success", "status"),
    "error": _draw_html("stAlert.error", "alert"),
    "title": _heading("h1"),
    "header": _heading("h2"),
    "code": _code,
    "latex": lambda node: tag("div.stLatex", node["text"], data_latex=node["text"], data_still=True),
    "image": _image,
    "table": _table,
    "chart": _chart,
}
