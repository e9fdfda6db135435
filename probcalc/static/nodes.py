"""`Node`: an element of a page as it was drawn, and a widget with what is to be done when it is used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Data = dict[str, Any]


@dataclass(slots=True)
class Node:
    """An element: its kind, what is known of it, and what lies in it.

    Attributes:
        kind: the name under which Streamlit draws it ("markdown", "container").
        fields: what a page needs to draw it, without what is left out.
        children: what lies in it, in order.
    """

    kind: str
    fields: Data = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)

    def as_data(self) -> Data:
        """The element and all that lies in it as plain data; a place with nothing in it is left out.

        >>> Node("container", {"key": "answer"}, [Node("empty"), Node("markdown", {"html": "<p>7</p>"})]).as_data()
        {'kind': 'container', 'key': 'answer', 'children': [{'kind': 'markdown', 'html': '<p>7</p>'}]}
        """
        inside = [child.as_data() for child in self.children if child.kind != "empty" or child.children]
        return {"kind": self.kind, **self.fields, **({"children": inside} if inside else {})}


@dataclass(frozen=True, slots=True)
class Widget:
    """A widget of the page that was drawn last.

    Attributes:
        read: makes the value of what a browser sent; raises ValueError for what the widget cannot have.
        callback: what is done when it is used, None for nothing.
        args, kwargs: what the callback is called with.
        passing: whether its value is gone when the page has been drawn: a button was pressed.
    """

    read: Callable[[Any], Any]
    callback: Callable[..., Any] | None
    args: Sequence[Any] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    passing: bool = False

    def use(self) -> None:
        """Do what is to be done."""
        if self.callback is not None:
            self.callback(*self.args, **self.kwargs)


@dataclass(frozen=True, slots=True)
class File:
    """A file that may be kept: its name, its type, and its content, a text, bytes, or what makes them."""

    name: str
    type: str
    content: Any
