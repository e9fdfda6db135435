"""Native controls as HTML: lists to pick from, numbers, switches, texts, buttons, files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

from probcalc.web.parts.markup import Markup, join, tag

Node = Mapping[str, Any]


def _label(node: Node, control: Markup, name: str) -> Markup:
    """A control below its label, with its help one tap away."""
    words = tag(f"span.label{'.unseen' if node.get('hidden_label') else ''}", Markup(node["label"]))
    return tag(f"div.control.{name}", tag("label", words, control), _help(node))


def _help(node: Node) -> Markup | None:
    if not node.get("help"):
        return None
    mark = tag("summary", "?", aria_label="Help")
    return tag("details.help", mark, tag("div.card", Markup(node["help"])), data_own=True)


def _selectbox(node: Node) -> Markup:
    value = node.get("value")
    options = [
        tag("option", Markup(escape(text)), value=str(n), selected=n == value) for n, text in enumerate(node["options"])
    ]
    if value is None:
        options.insert(0, tag("option", node.get("placeholder") or "Choose", value="", selected=True))
    picker = tag("select", options, data_key=node["key"], data_as="index")
    return _label(node, picker, "stSelectbox")


def _segments(node: Node) -> Markup:
    name = f"r:{node['key']}"
    choices = [
        tag(
            "label",
            tag(
                "input",
                type="radio",
                name=name,
                value=str(n),
                checked=n == node.get("value"),
                data_key=node["key"],
                data_as="index",
            ),
            tag("span", Markup(escape(text))),
        )
        for n, text in enumerate(node["options"])
    ]
    legend = tag(f"legend{'.unseen' if node.get('hidden_label') else ''}", Markup(node["label"]))
    return tag("div.control.stButtonGroup", tag("fieldset", legend, tag("div.segments", choices)), _help(node))


def _number(node: Node) -> Markup:
    value = node.get("value")
    field = tag(
        "input",
        type="number",
        inputmode="numeric",
        value="" if value is None else str(value),
        min=node.get("min"),
        max=node.get("max"),
        step=node.get("step") or 1,
        placeholder=node.get("placeholder"),
        data_key=node["key"],
        data_as="number",
    )
    less = tag("button", "−", data_by="-1", aria_label="Less", tabindex="-1")
    more = tag("button", "+", data_by="1", aria_label="More", tabindex="-1")
    return _label(node, tag("span.number", field, less, more), "stNumberInput")


def _toggle(node: Node) -> Markup:
    box = tag(
        "input",
        type="checkbox",
        role="switch",
        checked=bool(node.get("value")),
        data_key=node["key"],
        data_as="checked",
    )
    words = tag("span.label", Markup(node["label"]))
    return tag("div.control.stCheckbox", tag("label", box, words), _help(node))


def _text(node: Node) -> Markup:
    field = tag(
        "input",
        type="text",
        value=node.get("value") or "",
        maxlength=node.get("max"),
        placeholder=node.get("placeholder"),
        autocomplete="off",
        spellcheck="false",
        data_key=node["key"],
    )
    return _label(node, field, "stTextInput")


def _area(node: Node) -> Markup:
    height = node.get("height")
    field = tag(
        "textarea",
        node.get("value") or "",
        maxlength=node.get("max"),
        style=f"height:{height}px" if isinstance(height, int) else None,
        spellcheck="false",
        data_key=node["key"],
    )
    return _label(node, field, "stTextArea")


def _button(**marks: str | bool) -> Callable[[Node], Markup]:
    def draw(node: Node) -> Markup:
        button = tag("button.button", Markup(node["label"]), data_key=node["key"], **marks)
        return join(tag("div.stButton", button), _help(node))

    return draw


def _link(node: Node) -> Markup:
    return tag("div.stPageLink", tag("a", Markup(node["label"]), href=node["href"]))


def _file(node: Node) -> Markup:
    kinds = ",".join(f".{kind}" for kind in node.get("types") or ())
    return _label(node, tag("input", type="file", accept=kinds or None, data_key=node["key"]), "stFileUploader")


CONTROLS: Mapping[str, Callable[[Node], Markup]] = {
    "selectbox": _selectbox,
    "segmented_control": _segments,
    "number_input": _number,
    "toggle": _toggle,
    "text_input": _text,
    "text_area": _area,
    "button": _button(data_press=True),
    "form_submit_button": _button(data_submit=True),
    "download_button": _button(data_file=True),
    "page_link": _link,
    "file_uploader": _file,
}
