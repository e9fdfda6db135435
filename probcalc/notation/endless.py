"""Rolls without an end: dice that explode for ever, and turns until something happens.

Where such a roll is held against a number, only the results up to it matter: all above are counted as one, so that the
law has an end. Where it is asked as a whole, its law is that of `exact.endless`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from probcalc.notation import nodes
from probcalc.notation.errors import NotationError
from probcalc.notation.limits import size_of
from probcalc.notation.operators import Operator
from probcalc.notation.walking import inside, walk

_NO_NUMBER = 'turns that may come out as "later" are no number that another roll can use; leave out at most'
_REFUSED = "what may go on without end is added up, kept or held against a number; else say how often at most"


def is_endless(part: Any) -> bool:
    """Whether a node itself goes on without an end, as far as it matters."""
    if isinstance(part, nodes.Explosion):
        return part.most is None and part.cap is None
    if not isinstance(part, nodes.Until) or part.gives == "last" or part.most is not None or part.cap is not None:
        return False
    # A total that may stand still can take any number of turns, and comes to a number all the same.
    return not part.of_total or (part.gives == "turns" and size_of(part.of).low < 1)


def is_capped(part: Any) -> bool:
    """Whether a node would go on without an end, but results above a number count as one."""
    return isinstance(part, (nodes.Explosion, nodes.Until)) and part.cap is not None


def has_end(node: nodes.Node) -> bool:
    """Whether a roll has a highest result.

    >>> from probcalc.notation import parse
    >>> has_end(parse("3d6 exploding once")), has_end(parse("3d6 exploding + 1"))
    (True, False)
    """
    return not any(map(is_endless, walk(node)))


def require_end(node: nodes.Node) -> None:
    """Refuse a roll without an end where it cannot be computed."""
    part = next(filter(is_endless, walk(node)), None)
    if part is not None:
        raise NotationError(_REFUSED, part.at)


def require_numbers(node: Any, is_number: bool = False) -> None:
    """Refuse turns that may come out as "later" where a number is meant.

    >>> from probcalc.notation import parse
    >>> parse("(turns of d6 until >= 6 at most 3 turns) + 1")
    Traceback (most recent call last):
        ...
    probcalc.notation.errors.NotationError: roll, character 2: turns that may come out as "later" are no number that
    another roll can use; leave out at most
    """
    if isinstance(node, nodes.Until) and node.gives == "turns" and node.most is not None and is_number:
        raise NotationError(_NO_NUMBER, node.at)
    if isinstance(node, nodes.Kept) and node.number == 1 and isinstance(node.pool, nodes.Pool):
        # The best or the worst of several is one of them, and later than any number.
        for part in inside(node.pool):
            require_numbers(part, is_number)
        return
    handed_on: tuple[Any, ...] = ()
    if isinstance(node, (nodes.Let, nodes.Looked, nodes.With)):
        handed_on = (node.body,)
    elif isinstance(node, nodes.Either):
        handed_on = (node.then, node.otherwise)
    elif isinstance(node, nodes.Row):
        handed_on = (node.gives,)
    elif isinstance(node, nodes.Lookup):
        handed_on = node.rows
    for part in inside(node):
        require_numbers(part, is_number or not any(part is other for other in handed_on))


def cap_both(first: nodes.Node, second: nodes.Node) -> tuple[nodes.Node, nodes.Node]:
    """Two rolls that are held against each other: of one without an end, what is above the other counts as one."""
    if has_end(first) and has_end(second):
        return first, second
    if not has_end(first) and not has_end(second):
        raise NotationError("of two rolls against each other one has an end: say how often at most", second.at)
    if has_end(second):
        return cap_node(first, size_of(second).high + 1), second
    return first, cap_node(second, size_of(first).high + 1)


def cap_each(node: nodes.Node, cap: int) -> nodes.Node:
    """The same for dice that are held against a number one by one."""
    if isinstance(node, nodes.Together):
        return replace(node, parts=tuple(cap_each(part, cap) for part in node.parts))
    if isinstance(node, nodes.Pool):
        return _cap_unit(node, cap)
    return cap_node(node, cap)


def cap_node(node: nodes.Node, cap: int) -> nodes.Node:
    """A roll whose result, where it is below `cap`, is that of the given one, and else is `cap` or more.

    >>> from probcalc.notation import parse
    >>> cap_node(parse("2d6 exploding"), 10).explosion.cap  # one of two dice alone makes 10 of 9
    9
    """
    if has_end(node):
        return node
    match node:
        case nodes.Pool():
            # From this number on one of several makes the whole reach the cap, whatever the others show.
            return _cap_unit(node, cap - size_of(node.unit).low * (node.count - 1))
        case nodes.Added():
            return replace(node, pool=cast("nodes.Pool | nodes.Together", cap_node(node.pool, cap)))
        case nodes.Sum():
            return replace(node, terms=_cap_all(node.terms, cap))
        case nodes.Together():
            return replace(node, parts=_cap_all(node.parts, cap))
        case nodes.Kept():
            return _cap_kept(node, cap)
        case nodes.Ranked():
            return _cap_ranked(node, cap)
        case nodes.Operation(operator=Operator(needed=needed)) if needed is not None:
            numbers = [part.value for part in node.parts if isinstance(part, nodes.Number)]
            if len(numbers) == len(node.parts) - 1 and (share := needed(cap, *numbers)) is not None:
                return replace(node, parts=tuple(cap_node(part, share) for part in node.parts))
        case nodes.Check() | nodes.Until():
            require_end(node.of)
            if isinstance(node, nodes.Until):
                return replace(node, cap=max(cap, 1))
            return replace(node, explosion=_up_to(node.explosion, max(1, cap)))
    require_end(node)
    return node


def _cap_all(parts: tuple[nodes.Node, ...], cap: int) -> tuple[nodes.Node, ...]:
    lows = [size_of(part).low for part in parts]
    return tuple(cap_node(part, cap - sum(lows) + low) for part, low in zip(parts, lows, strict=True))


def _cap_unit(pool: nodes.Pool, cap: int) -> nodes.Pool:
    if pool.explosion is None:
        if pool.again:
            require_end(pool)
        return replace(pool, unit=cap_node(pool.unit, cap))
    require_end(pool.unit)
    return replace(pool, explosion=_up_to(pool.explosion, max(cap, size_of(pool.unit).low + 1)))


def _up_to(explosion: nodes.Explosion | None, cap: int) -> nodes.Explosion | None:
    return replace(explosion, cap=cap) if explosion is not None and is_endless(explosion) else explosion


def _cap_ranked(node: nodes.Ranked, cap: int) -> nodes.Ranked:
    for pool in node.dice.away:
        require_end(pool)
    low = min(size_of(pool.unit).low for pool in node.dice.pools if isinstance(pool, nodes.Pool))
    share = cap - low * (len(node.ranks) - 1)
    pools = tuple(_cap_unit(p, share) if isinstance(p, nodes.Pool) else p for p in node.dice.pools)
    return replace(node, dice=replace(node.dice, pools=pools))


def _cap_kept(node: nodes.Kept, cap: int) -> nodes.Kept:
    pool = node.pool
    if isinstance(pool, nodes.Pool):
        return replace(node, pool=_cap_unit(pool, cap - size_of(pool.unit).low * (node.number - 1)))
    low = min(size_of(part).low for part in pool.parts)
    share = cap - low * (node.number - 1)
    return replace(node, pool=replace(pool, parts=tuple(cap_node(part, share) for part in pool.parts)))
