"""The places of a page: containers, grids, forms, what opens and closes; each takes whatever a page can hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from probcalc.static.controls import Controls
from probcalc.static.drawing import Drawing, Node
from probcalc.static.markdown import inline
from probcalc.static.words import Words


class Container(Words, Controls):
    """A place of a page; within a `with` block everything is put there.

    Attributes:
        open: whether what it holds is in view.
    """

    def __init__(self, drawing: Drawing, node: Node, is_open: bool | None = None) -> None:
        super().__init__(drawing, node)
        self.open = is_open

    def __enter__(self) -> Self:
        self.drawing.open.append(self.node)
        return self

    def __exit__(self, *_: object) -> None:
        self.drawing.open.remove(self.node)

    def container(
        self,
        *,
        border: bool | None = None,
        key: str | None = None,
        horizontal: bool = False,
        gap: str | None = None,
    ) -> Container:
        """A place for several elements."""
        node = self.add("container", key=key, border=border or None, horizontal=horizontal or None)
        return Container(self.drawing, node)

    def grid(
        self,
        columns: int | str = "auto",
        *,
        min_column_width: int | None = None,
        vertical_alignment: str = "top",
        gap: str | None = None,
        key: str | None = None,
    ) -> Container:
        """Columns as wide as there is room."""
        align = vertical_alignment if vertical_alignment != "top" else None
        return Container(self.drawing, self.add("grid", key=key, min_width=min_column_width, align=align))

    def form(self, key: str, *, border: bool = True) -> Container:
        """Controls that are sent together."""
        return Container(self.drawing, self.add("form", key=key, border=border or None))

    def expander(
        self,
        label: str,
        expanded: bool = False,
        *,
        key: str | None = None,
        on_change: Callable[..., Any] | None = None,
        **shared: Any,
    ) -> Container:
        """A part that opens; with `on_change` it says when."""
        if on_change is None:
            node = self.add("expander", key=key, label=inline(label), open=expanded)
            return Container(self.drawing, node)
        told = {**shared, "on_change": on_change}
        key, is_open = self._widget("expander", label, key, expanded, bool, lambda _: True, told)
        node = self.add("expander", key=key, label=inline(label), open=bool(is_open), reports=True)
        return Container(self.drawing, node, bool(is_open))

    def popover(self, label: str, *, key: str | None = None) -> Container:
        """A part that opens above the others."""
        return Container(self.drawing, self.add("popover", key=key, label=inline(label)))

    def empty(self) -> Emptied:
        """A place that is filled later, and emptied again."""
        return Emptied(self.drawing, self.add("empty"))


class Emptied(Container):
    """A place that holds the last thing that was put there."""

    def add(self, kind: str, **fields: Any) -> Node:
        """Put an element there in place of the one before."""
        self.node.children.clear()
        return super().add(kind, **fields)

    def progress(self, value: float, text: str = "") -> None:
        """How far long work has come; whoever waits is told at once."""
        self.drawing.tell({"progress": value, "text": text})

    def empty(self) -> Emptied:
        """Take away what is there."""
        self.node.children.clear()
        return self
