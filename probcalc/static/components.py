"""Components of the pages' own: their scripts by name, and their data in the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from probcalc.static.drawing import Node, Widget, present


def component(name: str, *, js: str, isolate_styles: bool = True) -> Callable[..., Mapping[str, Any]]:
    """Declare a component; called, it is shown with a key and its data."""

    def show(*, key: str, data: Any, **changes: Callable[[], Any]) -> Mapping[str, Any]:
        drawing = present()
        for change, callback in changes.items():
            event = change.removeprefix("on_").removesuffix("_change")
            drawing.widgets[event_key(key, event)] = Widget(lambda sent: sent, callback, passing=True)
        node = Node("component", {"name": name, "key": drawing.key_of("component", key, name), "data": data})
        drawing.widgets[key] = Widget(lambda sent: sent, None)
        drawing.open[-1].children.append(node)
        drawing.tell({"part": node.as_data()})
        return {}

    return show


def event_key(key: str, event: str) -> str:
    """The key of what is done on an event of a component."""
    return f"{key} on {event}"
