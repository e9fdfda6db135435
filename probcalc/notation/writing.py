"""Nodes as text again: what is read from it is the same roll."""

from __future__ import annotations

from typing import assert_never

from probcalc.exact.numbers.numerals import runs_of
from probcalc.notation import nodes
from probcalc.notation.limits import MOST_NUMBER
from probcalc.notation.operators import Precedence


def write(node: nodes.Node) -> str:
    """The roll in the notation, with every word that it could have left out.

    >>> from probcalc.notation import parse
    >>> write(parse("(2D6)+1>=7 crit 12"))
    'sum of 2d6 + 1 >= 7 crit 12'
    """
    if isinstance(node, nodes.Contest):
        text = f"{_within(node.a, Precedence.WHOLE)} vs {_within(node.b, Precedence.WHOLE)}"
        ties = "" if node.ties == "stand" else f" ties {node.ties}"
        wins = "" if node.first_to == 1 else f" first to {node.first_to}"
        return text + (" lower wins" if node.lower_wins else "") + ties + wins
    return _within(node, Precedence.WHOLE)


def _within(node: nodes.Node, place: int) -> str:
    firmness, text = _text(node)
    return f"({text})" if firmness < place else text


def _text(node: nodes.Node) -> tuple[int, str]:
    match node:
        case nodes.Chain():
            return Precedence.WHOLE, " then ".join(_within(step, Precedence.STEP) for step in node.steps)
        case nodes.Check():
            return Precedence.STEP, _check(node)
        case nodes.Sum():
            return Precedence.SUM, _sum(node)
        case nodes.Negative():
            return Precedence.SIGNED, f"-{_within(node.part, Precedence.VALUE)}"
        case nodes.Number():
            return (Precedence.SIGNED if node.value < 0 else Precedence.VALUE), str(node.value)
        case nodes.Kept():
            return Precedence.VALUE, _text_of_kept(node)
        case nodes.Added():
            return Precedence.VALUE, f"sum of {pool_text(node.pool)}"
        case nodes.Pool() | nodes.Together() | nodes.Deal():
            return Precedence.VALUE, pool_text(node)
        case nodes.Contest():
            return Precedence.WHOLE, write(node)
        case nodes.Until():
            return Precedence.STEP, _until(node)
        case nodes.Ranked() | nodes.Asked() | nodes.Split():
            return Precedence.VALUE, _question_text(node)
        case nodes.Die() | nodes.SymbolDie():
            raise ValueError(f"{type(node).__name__} is not written alone")
        case _:
            return _flow_text(node)


def _question_text(node: nodes.Ranked | nodes.Asked | nodes.Split) -> str:
    dice = _dices(node.dice)
    match node:
        case nodes.Split():
            return f"split {'lowest ' if node.lowest else ''}{node.number} of {dice}"
        case nodes.Ranked(from_lowest=True):
            return f"keep lowest {len(node.ranks)} of {dice}"
        case nodes.Ranked():
            return f"ranks {ranges_text(nodes.Ranges(tuple(runs_of(node.ranks))))} of {dice}"
        case nodes.Asked():
            against = "" if node.against is None else f" against {_dices(node.against)}"
            wild = f" wild {ranges_text(node.wild)}" if node.wild else ""
            return f"{node.what} of {dice}{against}{wild}"
        case _:
            assert_never(node)


def _operation(node: nodes.Operation) -> str:
    first, *others = node.parts
    place = node.operator.place
    # Another operator by a number is done before this one.
    before = place if node.operator.by_number else place + 1
    return f" {node.sign} ".join((_within(first, before), *(_within(part, place + 1) for part in others)))


def _flow_text(node: nodes.Flow) -> tuple[int, str]:
    match node:
        case nodes.Operation():
            return node.operator.place, _operation(node)
        case nodes.Let():
            return (
                Precedence.FLOW,
                f"let {node.name} = {_within(node.value, Precedence.STEP)} in {_within(node.body, Precedence.FLOW)}",
            )
        case nodes.Lookup():
            return Precedence.FLOW, f"{_within(node.of, Precedence.SUM)}: {', '.join(map(_row, node.rows))}"
        case nodes.Applied():
            return Precedence.VALUE, f"{node.function}({_within(node.part, Precedence.SUM)})"
        case nodes.Variable():
            return Precedence.VALUE, node.name
        case nodes.Not():
            return Precedence.STEP, f"not {_within(node.part, Precedence.STEP)}"
        case nodes.Looked():
            return Precedence.FLOW, f"{pool_text(node.dice)} with {_within(node.body, Precedence.FLOW)}"
        case nodes.With():
            return (
                Precedence.FLOW,
                f"{_within(node.symbols, Precedence.SUM)} with {_within(node.body, Precedence.FLOW)}",
            )
        case nodes.Either():
            sides = f"{_within(node.then, Precedence.ANY)} if {_within(node.condition, Precedence.ANY)}"
            return Precedence.FLOW, f"{sides} else {_within(node.otherwise, Precedence.FLOW)}"
        case nodes.Compared():
            return (
                Precedence.STEP,
                f"{_within(node.a, Precedence.SUM)} {node.compare} {_within(node.b, Precedence.SUM)}",
            )
        case _:
            assert_never(node)


def _row(row: nodes.Row) -> str:
    # A roll in a row that ends in dice would take the next row for more of them.
    return f"{row_text(row)} {row.gives if isinstance(row.gives, str) else f'({write(row.gives)})'}"


def row_text(row: nodes.Row) -> str:
    """What a row of a table holds.

    >>> rows = (10, None, "great"), (7, 9, "so-so"), (None, None, "bad")
    >>> [row_text(nodes.Row(*row)) for row in rows]
    ['10+', '7-9', 'else']
    """
    if row.low is None:
        return "else"
    return f"{row.low}+" if row.high is None else str(row.low) if row.low == row.high else f"{row.low}-{row.high}"


def _dices(dice: nodes.Dices) -> str:
    text = _list_text(dice.pools)
    return f"{text} {dice.how} {_list_text(dice.away)}" if dice.away else text


def _list_text(pools: tuple[nodes.Pool | nodes.Deal, ...]) -> str:
    if len(pools) == 1:
        return pool_text(pools[0])
    # A comma after faces would go on with them.
    texts = zip(pools, map(pool_text, pools), strict=True)
    return ", ".join(f"({t})" if isinstance(p, nodes.Pool) and (p.again or p.explosion) else t for p, t in texts)


def _until(node: nodes.Until) -> str:
    gives = {"last": "", "turns": "turns of ", "total": "total of "}[node.gives]
    usual = node.gives == "total"
    subject = "" if node.of_total == usual else "total " if node.of_total else "roll "
    end = "" if node.most is None else f" at most {node.most} turns"
    target = _within(node.target, Precedence.SIGNED)
    return f"{gives}{_within(node.of, Precedence.SUM)} until {subject}{node.compare} {target}{end}"


def _sum(node: nodes.Sum) -> str:
    text = _within(node.terms[0], Precedence.PRODUCT)
    for term in node.terms[1:]:
        if isinstance(term, nodes.Negative):
            text += f" - {_within(term.part, Precedence.VALUE)}"
        elif isinstance(term, nodes.Number) and term.value < 0:
            text += f" - {-term.value}"
        else:
            text += f" + {_within(term, Precedence.PRODUCT)}"
    return text


def _text_of_kept(node: nodes.Kept) -> str:
    dice = pool_text(node.pool)
    if node.number == 1:
        return f"{'worst' if node.lowest else 'best'} of {dice}"
    return f"keep {'lowest ' if node.lowest else ''}{node.number} of {dice}"


def pool_text(pool: nodes.Pool | nodes.Together | nodes.Deal) -> str:
    """A pool in the notation.

    >>> pool_text(nodes.Pool(2, nodes.Die(3, (1, 1, 2))))
    '2d{1,1,2}'
    """
    if isinstance(pool, nodes.Together):
        return f"({' and '.join(_within(part, Precedence.SUM) for part in pool.parts)})"
    if isinstance(pool, nodes.Deal):
        return f"{pool.count} from {{{', '.join(_cards(pool))}}}"
    if pool.seen:
        return "them"
    if isinstance(pool.unit, nodes.SymbolDie):
        faces = ",".join(_face(pool.unit.kinds, face) for face in pool.unit.faces)
        return f"{pool.count if pool.count > 1 else ''}d{{{faces}}}"
    if isinstance(pool.unit, nodes.Die):
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


def _cards(deal: nodes.Deal) -> list[str]:
    """The cards of a deck, numbers that follow each other and are there as often together."""
    if deal.kinds:
        return [f"{number if number > 1 else ''}{card}" for card, number in deal.cards]
    of_number: dict[int, list[int]] = {}
    for card, number in deal.cards:
        of_number.setdefault(number, []).append(int(card))
    return [
        f"{f'{number}*' if number > 1 else ''}{_span(*span)}"
        for number, cards in of_number.items()
        for span in runs_of(sorted(cards))
    ]


def ranges_text(ranges: nodes.Ranges) -> str:
    """Faces as they are written after a word.

    >>> ranges_text(nodes.Ranges(((1, 2), (20, 20), (-1, 1), (19, MOST_NUMBER))))
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


def explosion_text(explosion: nodes.Explosion | None) -> str:
    """The words about dice that earn others, a blank before them; "" without."""
    if explosion is None:
        return ""
    on = f" on {ranges_text(explosion.on)}" if explosion.on is not None else ""
    end = "" if explosion.most is None else " once" if explosion.most == 1 else f" up to {explosion.most} times"
    return f" exploding{on}{end}"


def _check(node: nodes.Check) -> str:
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


def _again(again: nodes.Again | None) -> str:
    if again is None:
        return ""
    if again.what == "naturals":
        return f" reroll {ranges_text(again.naturals)}"
    return f" reroll {f'up to {again.most} ' if again.most is not None else ''}{again.what}"
