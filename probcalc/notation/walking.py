"""Every node within a node, and nodes with a letter replaced."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from operator import is_not
from typing import Any

from probcalc.notation.nodes import Dices, Die, Node, Pool, Together, Variable


def inside(node: Any) -> Iterator[Any]:
    """What a node is directly made of, as far as that is made of fields itself."""
    for field in fields(node):
        value = getattr(node, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            if is_dataclass(part) and not isinstance(part, type):
                yield part


def walk(node: Node) -> Iterator[Any]:
    """The node and everything within it that is made of fields, in the order in which it is written.

    >>> from probcalc.notation import parse
    >>> [type(part).__name__ for part in walk(parse("d6 + 1"))]
    ['Sum', 'Pool', 'Die', 'Ranges', 'Number']
    """
    yield node
    for part in inside(node):
        yield from walk(part)


def with_letter(node: Any, name: str, value: Node) -> Any:
    """A node in which a roll stands wherever a letter stood.

    >>> from probcalc.notation import parse, write
    >>> from probcalc.notation.nodes import Number
    >>> write(with_letter(parse("let x = d6 in x + d4").body, "x", Number(3)))
    '3 + d4'
    """
    if isinstance(node, Variable):
        return value if node.name == name else node
    if isinstance(node, tuple):
        parts = [with_letter(part, name, value) for part in node]
        return tuple(parts) if any(map(is_not, parts, node)) else node
    if not is_dataclass(node) or isinstance(node, type):
        return node
    changed = {}
    for field in fields(node):
        before = getattr(node, field.name)
        if (after := with_letter(before, name, value)) is not before:
            changed[field.name] = after
    # What the letter does not stand in stays the same node.
    return replace(node, **changed) if changed else node


def with_dice(node: Any, seen: tuple[int, ...]) -> Any:
    """A node in which dice that are seen show these faces.

    >>> from probcalc.notation import parse, write
    >>> write(with_dice(parse("2d6 with best of them").body, (2, 5)))
    'best of (d{2} and d{5})'
    """
    if isinstance(node, Pool) and node.seen:
        shown = tuple(Pool(1, Die(1, (face,)), at=node.at) for face in seen)
        return shown[0] if len(shown) == 1 else Together(shown, node.at)
    if isinstance(node, Dices):
        return replace(node, pools=_each(node.pools, seen), away=_each(node.away, seen))
    if isinstance(node, tuple):
        return tuple(with_dice(part, seen) for part in node)
    if not is_dataclass(node) or isinstance(node, type):
        return node
    return replace(node, **{field.name: with_dice(getattr(node, field.name), seen) for field in fields(node)})


def _each(pools: tuple[Any, ...], seen: tuple[int, ...]) -> tuple[Any, ...]:
    counted = Counter(seen).items()
    lying = tuple(Pool(number, Die(1, (face,))) for face, number in counted)
    return tuple(one for pool in pools for one in (lying if getattr(pool, "seen", False) else (with_dice(pool, seen),)))


def has_letters(node: Node) -> bool:
    """Whether a letter stands in a node."""
    return any(isinstance(part, Variable) for part in walk(node))
