"""Nodes as text again: what is read from it is the same roll."""

from __future__ import annotations

from typing import assert_never

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
    Flow,
    Kept,
    Let,
    Looked,
    Lookup,
    Negative,
    Node,
    Not,
    Number,
    Operation,
    Pool,
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
from probcalc.notation.operators import Precedence


def write(node: Node) -> str:
    """The roll in the notation, with every word that it could have left out.

    >>> from probcalc.notation import parse
    >>> write(parse("(2D6)+1>=7 crit 12"))
    'sum of 2d6 + 1 >= 7 crit 12'
    """
    if isinstance(node, Contest):
        text = f"{_within(node.a, Precedence.WHOLE)} vs {_within(node.b, Precedence.WHOLE)}"
        ties = "" if node.ties == "stand" else f" ties {node.ties}"
        wins = "" if node.first_to == 1 else f" first to {node.first_to}"
        return text + (" lower wins" if node.lower_wins else "") + ties + wins
    return _within(node, Precedence.WHOLE)


def _within(node: Node, place: int) -> str:
    firmness, text = _text(node)
    return f"({text})" if firmness < place else text


def _text(node: Node) -> tuple[int, str]:
    match node:
        case Chain():
            return Precedence.WHOLE, " then ".join(_within(step, Precedence.STEP) for step in node.steps)
        case Check():
            return Precedence.STEP, _check(node)
        case Sum():
            return Precedence.SUM, _sum(node)
        case Negative():
            return Precedence.SIGNED, f"-{_within(node.part, Precedence.VALUE)}"
        case Number():
            return (Precedence.SIGNED if node.value < 0 else Precedence.VALUE), str(node.value)
        case Kept():
            return Precedence.VALUE, _text_of_kept(node)
        case Added():
            return Precedence.VALUE, f"sum of {pool_text(node.pool)}"
        case Pool() | Together() | Deal():
            return Precedence.VALUE, pool_text(node)
        case Contest():
            return Precedence.WHOLE, write(node)
        case Until():
            return Precedence.STEP, _until(node)
        case Ranked() | Asked() | Split():
            return Precedence.VALUE, _question_text(node)
        case Die() | SymbolDie():
            raise ValueError(f"{type(node).__name__} is not written alone")
        case _:
            return _flow_text(node)


def _question_text(node: Ranked | Asked | Split) -> str:
    dice = _dices(node.dice)
    match node:
        case Split():
            return f"split {'lowest ' if node.lowest else ''}{node.number} of {dice}"
        case Ranked(from_lowest=True):
            return f"keep lowest {len(node.ranks)} of {dice}"
        case Ranked():
            return f"ranks {ranges_text(spans(node.ranks))} of {dice}"
        case Asked():
            against = "" if node.against is None else f" against {_dices(node.against)}"
            wild = f" wild {ranges_text(node.wild)}" if node.wild else ""
            return f"{node.what} of {dice}{against}{wild}"
        case _:
            assert_never(node)


def _operation(node: Operation) -> str:
    first, *others = node.parts
    place = node.operator.place
    # Another operator by a number is done before this one.
    before = place if node.operator.by_number else place + 1
    return f" {node.sign} ".join((_within(first, before), *(_within(part, place + 1) for part in others)))


def _flow_text(node: Flow) -> tuple[int, str]:
    match node:
        case Operation():
            return node.operator.place, _operation(node)
        case Let():
            return (
                Precedence.FLOW,
                f"let {node.name} = {_within(node.value, Precedence.STEP)} in {_within(node.body, Precedence.FLOW)}",
            )
        case Lookup():
            return Precedence.FLOW, f"{_within(node.of, Precedence.SUM)}: {', '.join(map(_row, node.rows))}"
        case Applied():
            return Precedence.VALUE, f"{node.function}({_within(node.part, Precedence.SUM)})"
        case Variable():
            return Precedence.VALUE, node.name
        case Not():
            return Precedence.STEP, f"not {_within(node.part, Precedence.STEP)}"
        case Looked():
            return Precedence.FLOW, f"{pool_text(node.dice)} with {_within(node.body, Precedence.FLOW)}"
        case With():
            return (
                Precedence.FLOW,
                f"{_within(node.symbols, Precedence.SUM)} with {_within(node.body, Precedence.FLOW)}",
            )
        case Either():
            sides = f"{_within(node.then, Precedence.ANY)} if {_within(node.condition, Precedence.ANY)}"
            return Precedence.FLOW, f"{sides} else {_within(node.otherwise, Precedence.FLOW)}"
        case Compared():
            return (
                Precedence.STEP,
                f"{_within(node.a, Precedence.SUM)} {node.compare} {_within(node.b, Precedence.SUM)}",
            )
        case _:
            assert_never(node)


def _row(row: Row) -> str:
    # A roll in a row that ends in dice would take the next row for more of them.
    return f"{row_text(row)} {row.gives if isinstance(row.gives, str) else f'({write(row.gives)})'}"


def row_text(row: Row) -> str:
    """What a row of a table holds.

    >>> row_text(Row(10, None, "great")), row_text(Row(7, 9, "so-so")), row_text(Row(None, None, "bad"))
    ('10+', '7-9', 'else')
    """
    if row.low is None:
        return "else"
    return f"{row.low}+" if row.high is None else str(row.low) if row.low == row.high else f"{row.low}-{row.high}"


def _dices(dice: Dices) -> str:
    text = _list_text(dice.pools)
    return f"{text} {dice.how} {_list_text(dice.away)}" if dice.away else text


def _list_text(pools: tuple[Pool | Deal, ...]) -> str:
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
    target = _within(node.target, Precedence.SIGNED)
    return f"{gives}{_within(node.of, Precedence.SUM)} until {subject}{node.compare} {target}{end}"


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
    text = _within(node.terms[0], Precedence.PRODUCT)
    for term in node.terms[1:]:
        if isinstance(term, Negative):
            text += f" - {_within(term.part, Precedence.VALUE)}"
        elif isinstance(term, Number) and term.value < 0:
            text += f" - {-term.value}"
        else:
            text += f" + {_within(term, Precedence.PRODUCT)}"
    return text


def _text_of_kept(node: Kept) -> str:
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
        return f"({' and '.join(_within(part, Precedence.SUM) for part in pool.parts)})"
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
        text = f"{pool.count} times ({write(pool.unit)})"
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
    text = f"{_within(node.of, Precedence.SUM)} {node.compare} {node.target}"
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
