"""`Drawing`: one run of a page, recorded: its elements and widgets, and what a visit holds from one run to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from urllib.parse import quote, urlencode

from probcalc.present.languages.language import ENGLISH

Data = dict[str, Any]
Told: TypeAlias = Callable[[Data], object]


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
        args: what the callback is called with.
        passing: whether its value is gone when the page has been drawn: a button was pressed.
    """

    read: Callable[[Any], Any]
    callback: Callable[..., Any] | None
    args: Sequence[Any] = ()
    passing: bool = False

    def use(self) -> None:
        """Do what is to be done."""
        if self.callback is not None:
            self.callback(*self.args)


@dataclass(frozen=True, slots=True)
class File:
    """A file that may be kept: its name, its type, and its content, a text, bytes, or what makes them."""

    name: str
    type: str
    content: Any


class Stopped(BaseException):
    """The page is as it is: nothing more is drawn."""


class Again(BaseException):
    """The page is drawn anew, perhaps another one."""


@dataclass(slots=True)
class Held:
    """What a visit holds from one drawing to the next.

    Attributes:
        origin: scheme and host under which the reader sees the pages.
        prefix: the path below which they lie, "" for the root of the host.
        path: the page, as the last part of its address.
        query: the address's query.
        theme: "light" or "dark".
        language: the browser's, "de-AT".
        told: is told of what is drawn before all of it is.
        state: the values of the widgets by key, and what the pages keep.
        keys: the widgets of the last drawing that was whole.
    """

    origin: str
    prefix: str
    path: str
    query: dict[str, list[str]]
    theme: str = "light"
    told: Told | None = None
    language: str = ""
    state: dict[str, Any] = field(default_factory=dict)
    keys: set[str] = field(default_factory=set)

    def address(self, path: str | None = None, query: Mapping[str, Any] | None = None) -> str:
        """The address of a page below the host; without a path that of the present one.

        >>> Held("https://example.org", "/odds", "", {}).address("oathmark", {"s": "oathmark.shooting", "x": "1,2"})
        '/odds/oathmark?s=oathmark.shooting&x=1,2'
        """
        texts = self.query if path is None else query or {}
        written = urlencode(texts, doseq=True, quote_via=quote, safe=",")
        return f"{self.prefix}/{self.path if path is None else path}{'?' if written else ''}{written}"


class Drawing:
    """One run of a page: the tree that it draws, and what may be touched in it.

    Args:
        held: what the visit holds.
    """

    def __init__(self, held: Held) -> None:
        self.held = held
        self.root = Node("page")
        self.title, self.language = "", ENGLISH
        self.widgets: dict[str, Widget] = {}
        self.files: dict[str, File] = {}
        self.open: list[Node] = [self.root]

    def key_of(self, kind: str, key: str | None, label: str) -> str:
        """The key of a widget; one without a key of its own is known by its kind and its label.

        Raises:
            ValueError: when another widget of the page has it.
        """
        found = key or f"{kind} {label}"
        if found in self.widgets or found in self.files:
            raise ValueError(f"two widgets of the page have the key {found}")
        return found

    def tell(self, data: Data) -> None:
        """Tell whoever waits."""
        if self.held.told is not None:
            self.held.told(data)

    def whole(self) -> None:
        """The page has been drawn to its end: what it no longer shows is forgotten."""
        for key in self.held.keys - self.widgets.keys():
            self.held.state.pop(key, None)
        self.held.keys = set(self.widgets)


class Placed:
    """A place where elements go: one of the page's own."""

    def __init__(self, drawing: Drawing, node: Node) -> None:
        self.drawing, self.node = drawing, node

    def add(self, kind: str, **fields: Any) -> Node:
        """Put an element there; what is None is left out."""
        made = Node(kind, {name: value for name, value in fields.items() if value is not None})
        self.node.children.append(made)
        return made


_PRESENT: ContextVar[Drawing] = ContextVar("the page that is drawn")


def present() -> Drawing:
    """The drawing of this thread.

    Raises:
        LookupError: when no page is drawn.
    """
    return _PRESENT.get()


@contextmanager
def within(drawing: Drawing) -> Iterator[Drawing]:
    """What is drawn within this block goes there."""
    before = _PRESENT.set(drawing)
    try:
        yield drawing
    finally:
        _PRESENT.reset(before)


def texts_of(query: Mapping[str, Any] | None) -> dict[str, list[str]]:
    """A query with each value as a list.

    >>> texts_of({"a": "1", "b": ["2", "3"]})
    {'a': ['1'], 'b': ['2', '3']}
    """
    return {
        key: [str(text) for text in value]
        if isinstance(value, Sequence) and not isinstance(value, str)
        else [str(value)]
        for key, value in (query or {}).items()
    }
