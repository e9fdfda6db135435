"""What a roll is by its form alone, known without the reader of rolls and its grammar."""

from __future__ import annotations

from probcalc.notation.nodes import Check, Compared, Let, Looked, Lookup, Node, Not, Operation, With


def joins_conditions(node: Node) -> bool:
    """Whether a roll is conditions with and, or between them.

    >>> from probcalc.notation import parse
    >>> joins_conditions(parse("d6 >= 2 or d6 = 1")), joins_conditions(parse("d6 * d6"))
    (True, False)
    """
    return isinstance(node, Operation) and node.operator.is_condition


def is_condition(node: Node) -> bool:
    """Whether a roll holds or does not: 1 or 0 by its form.

    >>> from probcalc.notation import parse
    >>> is_condition(parse("d20 >= 11 and d6 >= 2")), is_condition(parse("3d6 >= 4")), is_condition(parse("d6"))
    (True, False, False)
    """
    while isinstance(node, (Looked, With)):
        node = node.body
    if isinstance(node, Check):
        return node.is_single
    return joins_conditions(node) or isinstance(node, (Compared, Not))


def gives_names(node: Node) -> bool:
    """Whether a roll ends in a table of names.

    >>> from probcalc.notation import parse
    >>> gives_names(parse("let x = d6 in x + d4: 7+ high, else low")), gives_names(parse("d6: 4+ 1, else 0"))
    (True, False)
    """
    while isinstance(node, (Let, Looked, With)):
        node = node.body
    return isinstance(node, Lookup) and node.is_named
