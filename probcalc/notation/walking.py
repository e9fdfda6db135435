"""Every node within a node, nodes with a letter replaced, and what a roll is by its form alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import chain
from operator import is_not
from typing import Any

from probcalc.notation import nodes


def inside(node: Any) -> Iterator[Any]:
    """What a node is directly made of, as far as that is made of fields itself."""
    for field in fields(node):
        yield from _nodes_of(getattr(node, field.name))


def _nodes_of(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for part in value:
            yield from _nodes_of(part)
    elif is_dataclass(value) and not isinstance(value, type):
        yield value


def walk(node: Any) -> Iterator[Any]:
    """The node and everything within it that is made of fields, in the order in which it is written.

    >>> from probcalc.notation import parse
    >>> [type(part).__name__ for part in walk(parse("d6 + 1"))]
    ['Sum', 'Pool', 'Die', 'Ranges', 'Number']
    """
    yield node
    for part in inside(node):
        yield from walk(part)


def exchange(node: Any, other_for: Callable[[Any], Any]) -> Any:
    """A node in which something else stands wherever there is an `other_for` a part of it; None leaves the part."""
    if (other := other_for(node)) is not None:
        return other
    if isinstance(node, tuple):
        parts = [exchange(part, other_for) for part in node]
        return tuple(parts) if any(map(is_not, parts, node)) else node
    if not is_dataclass(node) or isinstance(node, type):
        return node
    changed = {}
    for field in fields(node):
        before = getattr(node, field.name)
        if (after := exchange(before, other_for)) is not before:
            changed[field.name] = after
    # What nothing else stands in stays the same node.
    return replace(node, **changed) if changed else node


def with_letter(node: Any, name: str, value: nodes.Node) -> Any:
    """A node in which a roll stands wherever a letter stood.

    >>> from probcalc.notation import parse, write
    >>> from probcalc.notation.nodes import Number
    >>> write(with_letter(parse("let x = d6 in x + d4").body, "x", Number(3)))
    '3 + d4'
    """
    return exchange(node, lambda part: value if isinstance(part, nodes.Variable) and part.name == name else None)


def with_dice(node: Any, seen: tuple[int, ...]) -> Any:
    """A node in which dice that are seen show these faces.

    >>> from probcalc.notation import parse, write
    >>> write(with_dice(parse("2d6 with best of them").body, (2, 5)))
    'best of (d{2} and d{5})'
    """
    lying = tuple(nodes.Pool(number, nodes.Die(1, (face,))) for face, number in Counter(seen).items())

    def each(pools: tuple[Any, ...]) -> tuple[Any, ...]:
        shown = (lying if getattr(pool, "seen", False) else (exchange(pool, shown_for),) for pool in pools)
        return tuple(chain.from_iterable(shown))

    def shown_for(part: Any) -> Any:
        if isinstance(part, nodes.Pool) and part.seen:
            shown = tuple(nodes.Pool(1, nodes.Die(1, (face,)), at=part.at) for face in seen)
            return shown[0] if len(shown) == 1 else nodes.Together(shown, at=part.at)
        return replace(part, pools=each(part.pools), away=each(part.away)) if isinstance(part, nodes.Dices) else None

    return exchange(node, shown_for)


def has_letters(node: nodes.Node) -> bool:
    """Whether a letter stands in a node."""
    return any(isinstance(part, nodes.Variable) for part in walk(node))


def joins_conditions(node: nodes.Node) -> bool:
    """Whether a roll is conditions with and, or between them.

    >>> from probcalc.notation import parse
    >>> joins_conditions(parse("d6 >= 2 or d6 = 1")), joins_conditions(parse("d6 * d6"))
    (True, False)
    """
    return isinstance(node, nodes.Operation) and node.operator.is_condition


def is_condition(node: nodes.Node) -> bool:
    """Whether a roll holds or does not: 1 or 0 by its form.

    >>> from probcalc.notation import parse
    >>> is_condition(parse("d20 >= 11 and d6 >= 2")), is_condition(parse("3d6 >= 4")), is_condition(parse("d6"))
    (True, False, False)
    """
    while isinstance(node, (nodes.Looked, nodes.With)):
        node = node.body
    if isinstance(node, nodes.Check):
        return node.is_single
    return joins_conditions(node) or isinstance(node, (nodes.Compared, nodes.Not))


def gives_names(node: nodes.Node) -> bool:
    """Whether a roll ends in a table of names.

    >>> from probcalc.notation import parse
    >>> gives_names(parse("let x = d6 in x + d4: 7+ high, else low")), gives_names(parse("d6: 4+ 1, else 0"))
    (True, False)
    """
    while isinstance(node, (nodes.Let, nodes.Looked, nodes.With)):
        node = node.body
    return isinstance(node, nodes.Lookup) and node.is_named
