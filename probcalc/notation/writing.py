"""Nodes as text again: what is read from it is the same roll."""

from __future__ import annotations

from probcalc.notation.limits import MOST_NUMBER
from probcalc.notation.nodes import (
    Added,
    Again,
    Applied,
    Asked,
    Chain,
    Check,
    Compared,
    Contest,
    Deal,
    Dices,
    Die,
    Either,
    Explosion,
    Kept,
    Let,
    Logic,
    Looked,
    Lookup,
    Negative,
    Node,
    Not,
    Number,
    Pool,
    Product,
    Quotient,
    Ranges,
    Ranked,
    Row,
    Split,
    Sum,
    SymbolDie,
    Together,
    Until,
    Variable,
    With,
)

# How firmly a node holds together: one that stands within a firmer place needs parentheses.
_WHOLE, _FLOW, _ANY, _ALL, _STEP, _SUM, _PRODUCT, _SIGNED, _VALUE = range(9)


def written(node: Node) -> str:
    """The roll in the notation, with every word that it could have left out.

    >>> from probcalc.notation import parsed
    >>> written(parsed("(2D6)+1>=7 crit 12"))
    'sum of 2d6 + 1 >= 7 crit 12'
    """
    if isinstance(node, Contest):
        text = f"{_within(node.a, _WHOLE)} vs {_within(node.b, _WHOLE)}"
        ties = "" if node.ties == "stand" else f" ties {node.ties}"
        wins = "" if node.first_to == 1 else f" first to {node.first_to}"
        return text + (" lower wins" if node.lower_wins else "") + ties + wins
    return _within(node, _WHOLE)


def _within(node: Node, place: int) -> str:
    firmness, text = _text(node)
    return f"({text})" if firmness < place else text


def _text(node: Node) -> tuple[int, str]:
    match node:
        case Chain():
            return _WHOLE, " then ".join(_within(step, _STEP) for step in node.steps)
        case Check():
            return _STEP, _check(node)
        case Sum():
            return _SUM, _sum(node)
        case Product():
            return _PRODUCT, " * ".join(_within(factor, _SIGNED) for factor in node.factors)
        case Negative():
            return _SIGNED, f"-{_within(node.part, _VALUE)}"
        case Number():
            return (_SIGNED if node.value < 0 else _VALUE), str(node.value)
        case Kept():
            return _VALUE, _kept(node)
        case Added():
            return _VALUE, f"sum of {pool_text(node.pool)}"
        case Pool() | Together() | Deal():
            return _VALUE, pool_text(node)
        case Contest():
            return _WHOLE, written(node)
        case _:
            return _flow_text(node)


def _flow_text(node: Node) -> tuple[int, str]:
    match node:
        case Split():
            return _VALUE, f"split {'lowest ' if node.lowest else ''}{node.number} of {_dices(node.dice)}"
        case Let():
            return _FLOW, f"let {node.name} = {_within(node.value, _STEP)} in {_within(node.body, _FLOW)}"
        case Lookup():
            return _FLOW, f"{_within(node.of, _SUM)}: {', '.join(map(_row, node.rows))}"
        case Quotient():
            return _PRODUCT, f"{_within(node.part, _PRODUCT)} / {node.divisor}"
        case Ranked(from_lowest=True):
            return _VALUE, f"keep lowest {len(node.ranks)} of {_dices(node.dice)}"
        case Ranked():
            return _VALUE, f"ranks {ranges_text(spans(node.ranks))} of {_dices(node.dice)}"
        case Asked():
            against = "" if node.against is None else f" against {_dices(node.against)}"
            wild = f" wild {ranges_text(node.wild)}" if node.wild else ""
            return _VALUE, f"{node.what} of {_dices(node.dice)}{against}{wild}"
        case Applied():
            return _VALUE, f"{node.function}({_within(node.part, _SUM)})"
        case Variable():
            return _VALUE, node.name
    return _condition_text(node)


def _condition_text(node: Node) -> tuple[int, str]:
    match node:
        case Logic():
            place, firmer = (_ANY, _ALL) if node.how == "or" else (_ALL, _STEP)
            return place, f" {node.how} ".join(_within(part, firmer) for part in node.parts)
        case Not():
            return _STEP, f"not {_within(node.part, _STEP)}"
        case Until():
            return _STEP, _until(node)
        case Looked():
            return _FLOW, f"{pool_text(node.dice)} with {_within(node.body, _FLOW)}"
        case With():
            return _FLOW, f"{_within(node.symbols, _SUM)} with {_within(node.body, _FLOW)}"
        case Either():
            sides = f"{_within(node.then, _ANY)} if {_within(node.condition, _ANY)}"
            return _FLOW, f"{sides} else {_within(node.otherwise, _FLOW)}"
        case Compared():
            return _STEP, f"{_within(node.a, _SUM)} {node.compare} {_within(node.b, _SUM)}"
    raise ValueError(f"{type(node).__name__} is not written alone")


def _row(row: Row) -> str:
    if row.low is None:
        text = "else"
    else:
        text = f"{row.low}+" if row.high is None else str(row.low) if row.low == row.high else f"{row.low}-{row.high}"
    # A roll in a row that ends in dice would take the next row for more of them.
    return f"{text} {row.gives if isinstance(row.gives, str) else f'({written(row.gives)})'}"


def _dices(dice: Dices) -> str:
    text = _listed(dice.pools)
    return f"{text} {dice.how} {_listed(dice.away)}" if dice.away else text


def _listed(pools: tuple[Pool | Deal, ...]) -> str:
    if len(pools) == 1:
        return pool_text(pools[0])
    # A comma after faces would go on with them.
    return ", ".join(f"({t})" if isinstance(p, Pool) and (p.again or p.explosion) else t for p, t in _texts(pools))


def _texts(pools: tuple[Pool | Deal, ...]) -> list[tuple[Pool | Deal, str]]:
    return [(pool, pool_text(pool)) for pool in pools]


def _until(node: Until) -> str:
    gives = {"last": "", "turns": "turns of ", "total": "total of "}[node.gives]
    usual = node.gives == "total"
    subject = "" if node.of_total == usual else "total " if node.of_total else "roll "
    end = "" if node.most is None else f" at most {node.most} turns"
    return f"{gives}{_within(node.of, _SUM)} until {subject}{node.compare} {_within(node.target, _SIGNED)}{end}"


def spans(faces: tuple[int, ...]) -> Ranges:
    """Rising numbers as ranges.

    >>> ranges_text(spans((1, 2, 3, 5)))
    '1-3,5'
    """
    found: list[tuple[int, int]] = []
    for face in faces:
        if found and found[-1][1] == face - 1:
            found[-1] = found[-1][0], face
        else:
            found.append((face, face))
    return Ranges(tuple(found))


def _sum(node: Sum) -> str:
    text = _within(node.terms[0], _PRODUCT)
    for term in node.terms[1:]:
        if isinstance(term, Negative):
            text += f" - {_within(term.part, _VALUE)}"
        elif isinstance(term, Number) and term.value < 0:
            text += f" - {-term.value}"
        else:
            text += f" + {_within(term, _PRODUCT)}"
    return text


def _kept(node: Kept) -> str:
    dice = pool_text(node.pool)
    if node.number == 1:
        return f"{'worst' if node.lowest else 'best'} of {dice}"
    return f"keep {'lowest ' if node.lowest else ''}{node.number} of {dice}"


def pool_text(pool: Pool | Together | Deal) -> str:
    """A pool in the notation.

    >>> pool_text(Pool(2, Die(3, (1, 1, 2))))
    '2d{1,1,2}'
    """
    if isinstance(pool, Together):
        return f"({' and '.join(_within(part, _SUM) for part in pool.parts)})"
    if isinstance(pool, Deal):
        return f"{pool.count} from {{{', '.join(_cards(pool))}}}"
    if pool.seen:
        return "them"
    if isinstance(pool.unit, SymbolDie):
        faces = ",".join(_face(pool.unit.kinds, face) for face in pool.unit.faces)
        return f"{pool.count if pool.count > 1 else ''}d{{{faces}}}"
    if isinstance(pool.unit, Die):
        text = f"{pool.count if pool.count > 1 else ''}{pool.unit.name}"
    else:
        text = f"{pool.count} times ({written(pool.unit)})"
    if pool.again:
        text += f" reroll {ranges_text(pool.again)}"
    return text + explosion_text(pool.explosion)


def _face(kinds: tuple[str, ...], face: tuple[int, ...]) -> str:
    counts = [(kind, n) for kind, n in zip(kinds, face, strict=True) if n]
    signed = [f"{'-' if n < 0 else '+'}{abs(n) if abs(n) > 1 else ''}{kind}" for kind, n in counts]
    return "".join(signed).removeprefix("+") or "0"


def _cards(deal: Deal) -> list[str]:
    """The cards of a deck, numbers that follow each other and are there as often together."""
    if deal.kinds:
        return [f"{number if number > 1 else ''}{card}" for card, number in deal.cards]
    of_number: dict[int, list[int]] = {}
    for card, number in deal.cards:
        of_number.setdefault(number, []).append(int(card))
    return [
        f"{f'{number}*' if number > 1 else ''}{_span(*span)}"
        for number, cards in of_number.items()
        for span in spans(tuple(sorted(cards))).spans
    ]


def ranges_text(ranges: Ranges) -> str:
    """Faces as they are written after a word.

    >>> ranges_text(Ranges(((1, 2), (20, 20), (-1, 1), (19, MOST_NUMBER))))
    '1-2,20,-1 to 1,19+'
    """
    return ",".join(_span(low, high) for low, high in ranges.spans)


def _span(low: int, high: int) -> str:
    if low == high:
        return str(low)
    if high == MOST_NUMBER:
        return f"{low}+"
    if low == -MOST_NUMBER:
        return f"{high}-"
    return f"{low}-{high}" if low >= 0 else f"{low} to {high}"


def explosion_text(explosion: Explosion | None) -> str:
    """The words about dice that earn others, a blank before them; "" without."""
    if explosion is None:
        return ""
    on = f" on {ranges_text(explosion.on)}" if explosion.on is not None else ""
    end = "" if explosion.most is None else " once" if explosion.most == 1 else f" up to {explosion.most} times"
    return f" exploding{on}{end}"


def _check(node: Check) -> str:
    text = f"{_within(node.of, _SUM)} {node.compare} {node.target}"
    if node.critical:
        text += f" crit {ranges_text(node.critical)}{_counts(node.critical_counts, 1)}"
    if node.fumble:
        text += f" fumble {ranges_text(node.fumble)}{_counts(node.fumble_counts, 0)}"
    for word, ranges in (("always", node.always), ("never", node.never)):
        if ranges:
            text += f" {word} {ranges_text(ranges)}"
    return text + _again(node.again) + explosion_text(node.explosion)


def _counts(value: int, usual: int) -> str:
    return "" if value == usual else f" counts {value}"


def _again(again: Again | None) -> str:
    if again is None:
        return ""
    if again.what == "naturals":
        return f" reroll {ranges_text(again.naturals)}"
    return f" reroll {f'up to {again.most} ' if again.most is not None else ''}{again.what}"
