"""Which rolls have symbols, which letters they count, and where they may stand."""

from __future__ import annotations

from typing import Any

from probcalc.notation import nodes
from probcalc.notation.errors import NotationError
from probcalc.notation.walking import inside


def kinds_of(node: nodes.Node) -> tuple[str, ...]:
    """The letters that a roll of symbols counts, in the order in which they are written; none of any other roll.

    >>> from probcalc.notation import parse
    >>> kinds_of(parse("2d{0,s,s+a} + d{t,0}")), kinds_of(parse("2d6"))
    (('s', 'a', 't'), ())
    """
    match node:
        case nodes.SymbolDie() | nodes.Deal():
            return node.kinds
        case nodes.Pool():
            return kinds_of(node.unit) if isinstance(node.unit, nodes.SymbolDie) else ()
        case nodes.Added():
            return kinds_of(node.pool)
        case nodes.Negative():
            return kinds_of(node.part)
        case nodes.Split():
            return nodes.KEPT_AND_LEFT
        case nodes.Sum():
            return tuple(dict.fromkeys(kind for term in node.terms for kind in kinds_of(term)))
    return ()


def require_places(node: Any, whole: bool = True) -> None:
    """Refuse symbols where a number is meant, and numbers added to symbols."""
    if isinstance(node, nodes.With):
        _require_symbols(node.symbols)
        require_places(node.body, whole)
    elif isinstance(node, nodes.Looked):
        require_places(node.dice, whole=False)
        require_places(node.body, whole)
    elif kinds_of(node):
        if not whole:
            raise NotationError("symbols are no number; ask for them as in 2d{0,s,s+a} with s >= 1", node.at)
        _require_symbols(node)
    else:
        for part in inside(node):
            # Cards of letters may be asked for sets, as dice are.
            require_places(part, whole=isinstance(part, nodes.Deal))


def _require_symbols(node: Any) -> None:
    if isinstance(node, (nodes.Negative, nodes.Added)):
        _require_symbols(node.part if isinstance(node, nodes.Negative) else node.pool)
    elif isinstance(node, nodes.Sum):
        for term in node.terms:
            if not kinds_of(term):
                raise NotationError("symbols are added to symbols, and this is a number", term.at)
            _require_symbols(term)
    elif isinstance(node, nodes.Pool) and (node.again or node.explosion):
        raise NotationError("dice with symbols are rolled once: no reroll, no exploding", node.at)
    elif isinstance(node, nodes.Split):
        for part in inside(node):
            require_places(part, whole=False)
