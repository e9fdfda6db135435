"""What is asked of dice and cards on the table, as trees."""

from __future__ import annotations

from functools import partial
from typing import Any

from probcalc.exact.dice.dice import best_of, keep_highest, keep_lowest, worst_of
from probcalc.exact.pools import dice_questions as questions
from probcalc.exact.pools.hands import Hand
from probcalc.exact.pools.on_table import OnTable
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.steps import Joint, Known, Mapped, Tree, total_of
from probcalc.notation import nodes as rolls
from probcalc.notation.flow_building import table_dice_tree
from probcalc.sheets import nodes
from probcalc.sheets.codes import PLAY, Code, Lot, Values, continue_with, dice_number
from probcalc.sheets.pool_compiling import repeat


def hand_lots(cards: dict[int, int], count: Code, values: Values) -> list[Lot]:
    """The cards of a hand, to be asked."""
    n = dice_number(count.run(values), values)
    return [Lot(1, Hand(cards, n), "cards")] if n else []  # type: ignore[arg-type]


def deal(cards: dict[int, int], numbers: list[int]) -> Any:
    """Hands of one deck, one after the other, none put back: a tuple of what each shows."""

    def further(hands: tuple[tuple[int, ...], ...]) -> Any:
        if len(hands) == len(numbers):
            return hands
        left = dict(cards)
        for hand in hands:
            for card in hand:
                left[card] -= 1
        number = numbers[len(hands)]
        if not number:
            return further((*hands, ()))
        drawn = OnTable.of([Hand(left, number)]).all_faces()
        return continue_with(Mapped(drawn, lambda seen: (*hands, seen)), further)

    return further(())


def lot_of(lot: Lot) -> Any:
    """A lot as it lies on the table."""
    return lot.one if isinstance(lot.one, Hand) else (lot.one, lot.number)


def answer(node: nodes.Asked, kept: int, lots: list[Lot], against: list[Lot], values: Values) -> Any:
    """What is asked of dice, of so many of them, as a tree."""
    dice = sum(lot.one.number if isinstance(lot.one, Hand) else lot.number for lot in lots)
    what, lowest = node.what, node.lowest
    if what == "sum":
        if not dice:
            return 0
        if any(isinstance(lot.one, Hand) for lot in lots):
            return questions.sum_of_ranks(OnTable.of([lot_of(lot) for lot in lots]), range(1, dice + 1))
        return total_of([repeat(lot.one, lot.number) for lot in lots])
    if not dice:
        return 0
    if what == "drop":
        kept, lowest = dice - kept, not lowest
    if what in ("keep", "drop"):
        kept = max(0, min(kept, dice))
        if not kept:
            return 0
        return _keep(lots, dice, kept, lowest)
    lying = OnTable.of([lot_of(lot) for lot in lots])
    if what == "middle":
        kept = max(1, min(kept, dice))
        first = 1 + (dice - kept) // 2
        return questions.sum_of_ranks(lying, range(first, first + kept))
    if what == "ranks":
        return questions.sum_of_ranks(lying, [rank for rank in node.ranks if 1 <= rank <= dice])
    if node.against and not against:
        return dice if what in ("left", "reaching") else 0
    asked = rolls.Asked(
        what,
        _places(lots, mine=True),
        _places(against, mine=False) if against else None,
        wild=rolls.Ranges(node.wild) if node.wild else rolls.NOTHING,
    )
    return table_dice_tree(asked, partial(_one_of, lots, against))


def _places(held: list[Lot], *, mine: bool) -> rolls.Dices:
    """Dice as the notation has them, each lot by its place; those that are held against others from -1 down."""
    found: list[Any] = []
    for place, lot in enumerate(held):
        if isinstance(lot.one, Hand):
            found.append(rolls.Deal(lot.one.number, tuple(lot.one.cards.items())))
        else:
            found.append(rolls.Pool(lot.number, rolls.Number(place if mine else -1 - place)))
    return rolls.Dices(tuple(found))


def _one_of(lots: list[Lot], against: list[Lot], pool: rolls.Pool) -> Tree:
    unit = pool.unit
    assert isinstance(unit, rolls.Number)
    return lots[unit.value].one if unit.value >= 0 else against[-1 - unit.value].one


def _keep(lots: list[Lot], dice: int, kept: int, lowest: bool) -> Tree:
    if kept == dice and not any(isinstance(lot.one, Hand) for lot in lots):
        return total_of([repeat(lot.one, lot.number) for lot in lots])
    if len(lots) == 1 and not isinstance(lots[0].one, Hand):
        law = LawReader().distribution(lots[0].one)
        text = f"{'worst' if lowest else 'best'} of {dice}{lots[0].text}" if kept == 1 else f"{dice}{lots[0].text}"
        if kept == 1:
            return Known((worst_of if lowest else best_of)(dice, law), text)
        return Known((keep_lowest if lowest else keep_highest)(dice, law, kept), f"keep {kept} of {text}")
    if kept == 1 and all(lot.number == 1 and not isinstance(lot.one, Hand) for lot in lots):
        whole = lots[0].one
        for lot in lots[1:]:
            whole = Joint((whole, lot.one), min if lowest else max)
        return whole
    return questions.sum_of_ranks(OnTable.of([lot_of(lot) for lot in lots]), range(1, kept + 1), lowest)


def only_outcome(found: Any, values: Values) -> Any:
    """The one outcome of what is certain."""
    if not isinstance(found, Tree):
        return found
    (outcome,) = values[PLAY].law(found)
    return outcome
