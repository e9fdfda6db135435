"""From dice as they lie, cards, and what is asked of dice to codes."""

from __future__ import annotations

import operator
from functools import partial, reduce
from math import comb
from typing import Any

from probcalc.exact.dice.dice import best_of, keep_highest, keep_lowest, worst_of
from probcalc.exact.pools import dice_questions as questions
from probcalc.exact.pools.hands import Hand
from probcalc.exact.pools.on_table import OnTable, dealt
from probcalc.exact.readings.law import LawReader
from probcalc.exact.tree.steps import Joint, Known, Tree, step_of, total_of
from probcalc.notation.operators import QUESTIONS
from probcalc.sheets.compiling.symbols import SymbolCompiler
from probcalc.sheets.errors import SheetError
from probcalc.sheets.playing.codes import CAP, Code, Lot, Values, apply, dice_number, remember, repeat
from probcalc.sheets.playing.expression_types import FAR, ExpressionType, number
from probcalc.sheets.reading import nodes

MOST_LYING = 5_000


class DiceCompiler(SymbolCompiler):
    """Compiles dice and what is asked of them."""

    def _lying(self, node: nodes.Lying) -> Code:
        if isinstance(node.dice, nodes.Deal):
            return self._deal(node.dice)
        dice = self.compile(node.dice)
        if dice.lots is None or dice.kind.what in ("faces", "list"):
            of = (
                "" if dice.kind.what != "symbols" else "; symbols are counted without it: dice tide, and then h of pool"
            )
            raise SheetError(f"faces of is said of dice, such as faces of 3d6{of}", dice.at)
        lots = dice.lots

        def run(values: Values) -> Any:
            held = [lot for lot in lots(values) if lot.number]
            if not held:
                return ()
            different = 1
            for lot in held:
                faces = len(LawReader().weighted(lot.one)[0]) if isinstance(lot.one, Tree) else len(lot.one.cards)
                number = lot.number if isinstance(lot.one, Tree) else lot.one.number
                different *= comb(number + faces - 1, number)
            if different > MOST_LYING:
                raise SheetError(
                    f"these dice lie in {different:,} different ways, and at most {MOST_LYING:,} are kept; for what is"
                    " only counted roll them against it: dice d10 >= 6 fumble 1",
                    node.at,
                )
            return OnTable.of([lot_of(lot) for lot in held]).all_faces()

        return Code(ExpressionType("faces"), remember(run, dice.free), dice.free, True, "", node.at)

    def _deal(self, node: nodes.Deal) -> Code:
        counts = [self._count(count) for count in node.counts]
        cards = dict(node.cards)
        if sum(cards.values()) > MOST_LYING:
            raise SheetError(f"a deck has at most {MOST_LYING:,} cards", node.at)
        for count in counts:
            if count.kind.low == count.kind.high > sum(cards.values()):
                raise SheetError(f"the deck has {sum(cards.values())} cards, and {count.kind.high} are drawn", count.at)
        free = frozenset().union(*(count.free for count in counts))

        def hands(values: Values) -> Any:
            numbers = [dice_number(count.run(values), values) for count in counts]
            if comb(sum(numbers) + len(cards) - 1, sum(numbers)) > 20 * MOST_LYING:
                raise SheetError(
                    f"{sum(numbers)} cards of {len(cards)} kinds are too many hands to tell apart", node.at
                )
            if sum(numbers) > sum(cards.values()):
                raise SheetError(f"the deck has {sum(cards.values())} cards, and {sum(numbers)} are drawn", node.at)
            return dealt(cards, *numbers)

        if len(counts) == 1:

            def one(values: Values) -> Any:
                return apply(operator.itemgetter(0), [hands(values)])

            made = Code(ExpressionType("faces"), remember(one, free), free, True, "", node.at)
            made.lots = partial(hand_lots, cards, counts[0])
            return made
        return Code(ExpressionType("faces"), remember(hands, free), free, True, "", node.at)

    def dice_of(self, node: nodes.Expression) -> Code:
        """Dice that a question is about."""
        if isinstance(node, nodes.Parentheses):
            inside = node.inside
            if isinstance(inside, nodes.Logic) and inside.how == "and":
                return self._side_by_side([self.number(part) for part in inside.parts], node.at)
            return self.dice_of(inside)
        code = self.compile(node)
        if code.lots is None:
            if code.kind.what in ("number", "condition", "dice"):
                return self._side_by_side([code], node.at)
            self.as_number(code)
        return code

    def _side_by_side(self, codes: list[Code], at: int) -> Code:
        free = frozenset().union(*(code.free for code in codes))

        def lots(values: Values) -> list[Lot]:
            return [Lot(1, step_of(code.run(values)), code.name or "roll") for code in codes]

        many = len(codes)
        kind = number(many * min(code.kind.low for code in codes), many * max(code.kind.high for code in codes))
        made = Code(kind, lambda values: None, free, any(code.random for code in codes), "", at)
        made.lots, made.endless = lots, any(code.endless for code in codes)
        made.count = Code(number(many, many), lambda values: many)
        return made

    def _asked(self, node: nodes.Asked) -> Code:
        dice = [self.dice_of(each) for each in node.dice]
        against = [self.dice_of(each) for each in node.against]
        both = dice + against
        many = None if node.of_number is None else self.still(node.of_number, "how many are kept")
        if many is not None and many.kind.lacking:
            raise SheetError(f"{many.name or 'this'} may be none, which cannot be a number of dice", many.at)
        named = both if many is None else [*both, many]
        free = frozenset().union(*(code.free for code in named))
        random = any(code.random for code in both)
        if node.what == "number":
            if dice[0].kind.what != "list":
                raise SheetError("number of is said of a list", node.at)
            lots_of = dice[0].lots
            assert lots_of is not None
            return Code(number(0, 100), lambda values: sum(lot.number for lot in lots_of(values)), free, at=node.at)

        def all_lots(values: Values, codes: list[Code]) -> list[Lot]:
            return [lot for code in codes if code.lots is not None for lot in code.lots(values) if lot.number]

        def run(values: Values) -> Any:
            number = node.number if many is None else int(many.run(values))
            found = answer(node, number, all_lots(values, dice), all_lots(values, against))
            if random or not isinstance(found, Tree):
                return found
            # What is asked of faces that lie there is certain.
            (outcome,) = LawReader().weighted(found)[0]
            return outcome

        endless = any(code.endless for code in both)
        keys = free | {CAP} if endless else free
        kind = self._kind_of_question(node, dice)
        made = Code(
            kind,
            remember(run, keys),
            free,
            random,
            "const" if not random and all(code.level == "const" for code in named) else "",
            node.at,
        )
        made.endless = endless
        return made

    def _kind_of_question(self, node: nodes.Asked, dice: list[Code]) -> ExpressionType:
        if node.what not in ("sum", "keep", "drop", "middle", "ranks"):
            return number(0, FAR)
        low, high = sum(code.kind.low for code in dice), sum(code.kind.high for code in dice)
        if node.what != "sum":
            # Any of them may be left out.
            low, high = sum(min(0, code.kind.low) for code in dice), sum(max(0, code.kind.high) for code in dice)
        counts = [code.count.kind if code.count is not None else number(1, 1) for code in dice]
        are_numbers = all(code.kind.what == "number" for code in dice)
        is_known = are_numbers and high < FAR and all(count.low == count.high >= 1 for count in counts)
        if node.what == "keep" and node.of_number is None and is_known:
            kept = min(node.number, sum(count.low for count in counts))
            low = kept * min(code.kind.low // count.low for code, count in zip(dice, counts, strict=True))
            high = kept * max(code.kind.high // count.low for code, count in zip(dice, counts, strict=True))
        return number(low, high if are_numbers else FAR)


def hand_lots(cards: dict[int, int], count: Code, values: Values) -> list[Lot]:
    """The cards of a hand, to be asked."""
    n = dice_number(count.run(values), values)
    return [Lot(1, Hand(cards, n), "cards")] if n else []  # type: ignore[arg-type]


def lot_of(lot: Lot) -> Any:
    """A lot as it lies on the table."""
    return lot.one if isinstance(lot.one, Hand) else (lot.one, lot.number)


def answer(node: nodes.Asked, kept: int, lots: list[Lot], against: list[Lot]) -> Any:
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
    asked = QUESTIONS[what].tree
    if node.wild:
        return asked(lying, frozenset(face for low, high in node.wild for face in range(low, high + 1)))
    return asked(lying, *([OnTable.of([lot_of(lot) for lot in against])] if against else ()))


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
        each = (lot.one for lot in lots)
        return reduce(lambda first, one: Joint((first, one), min if lowest else max), each)
    return questions.sum_of_ranks(OnTable.of([lot_of(lot) for lot in lots]), range(1, kept + 1), lowest)
