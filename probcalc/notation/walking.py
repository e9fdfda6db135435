"""Every node within a node."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from probcalc.notation.nodes import Node


def walk(node: Node) -> Iterator[Any]:
    """The node and everything within it that is made of fields, in the order in which it is written.

    >>> from probcalc.notation import parsed
    >>> [type(part).__name__ for part in walk(parsed("d6 + 1"))]
    ['Sum', 'Pool', 'Die', 'Ranges', 'Number']
    """
    yield node
    for field in fields(node):
        value = getattr(node, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            if is_dataclass(part) and not isinstance(part, type):
                yield from walk(part)  # type: ignore[arg-type]
