"""From dice, pools and what is asked of them to codes; their trees are those of the notation."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable
from functools import partial
from math import comb
from typing import Any

from probcalc.exact import dice_questions as questions
from probcalc.exact.dice import best_of, keep_highest, keep_lowest, worst_of
from probcalc.exact.hands import Hand
from probcalc.exact.on_table import OnTable
from probcalc.exact.readings.law import LawReader
from probcalc.exact.steps import Constant, Joint, Known, Mapped, Repeated, Roll, Tree, step_of, total_of
from probcalc.exact.vectors import VectorSum
from probcalc.notation import nodes as rolls
from probcalc.notation.building import unit_tree
from probcalc.notation.errors import NotationError
from probcalc.notation.flow_building import table_dice_tree
from probcalc.sheets import nodes
from probcalc.sheets.codes import PLAY, Code, Lot, Values, applied, continued, remembered
from probcalc.sheets.compiling import Compiler
from probcalc.sheets.errors import SheetError
from probcalc.sheets.kinds import FAR, Kind, Lacking, number
from probcalc.sheets.scope import Entry
from probcalc.sheets.words import label_of

CAP = "\0cap"
ONE = "\0one"
MOST_LYING = 5_000


class UnevenDice(Exception):
    """A number of dice below 0 where the dice are played one by one."""


def dice_number(value: Any, values: Values) -> int:
    """A number of dice: below 0 it is 0."""
    if isinstance(value, Lacking):
        return 0
    if value < 0:
        if ONE in values:
            raise UnevenDice
        return 0
    return int(value)


class DiceCompiler(Compiler):
    """Compiles dice and what is asked of them."""

    # -- one die -------------------------------------------------------------------------------------------------

    def unit(self, node: nodes.Expression) -> tuple[Callable[[Values], Any], Kind, frozenset[str]]:
        """What a pool rolls: a node of the notation, between which faces it lies, and the names in it."""
        if isinstance(node, nodes.Die):
            return self._die_node(node)
        assert isinstance(node, nodes.Name)
        entry = self.scope.find(node)
        if entry.role == "die":
            assert entry.die is not None
            return self._die_node(entry.die)
        if entry.kind.what == "dice":
            code = self.of_entry(entry, node)
            nodes_of = code.dice or {}
            key = entry.key
            return (lambda values: nodes_of[values[key]]), entry.kind, frozenset({key})
        raise SheetError(f'"{node.name}" is no die', node.at)

    def _die_node(self, node: nodes.Die) -> tuple[Callable[[Values], Any], Kind, frozenset[str]]:
        if node.size is not None:
            size = self.number(node.size)
            if size.kind.low < 1:
                raise SheetError(
                    f"{size.name or 'this'} may be {max(0, size.kind.low)} here, and a die has 1 side or more", size.at
                )
            if size.random:
                raise SheetError("the sides of a die are known before it is rolled", size.at)
            return (lambda values: _sides(size.run(values), size)), number(1, size.kind.high), size.free
        if node.symbols:
            letters = tuple(sorted({letter for face in node.symbols for letter, _ in face}))
            return (lambda values: node), Kind("symbols", letters=letters), frozenset()
        made = rolls.Die(node.sides, node.faces)
        faces = node.faces or (1, node.sides)
        return (lambda values: made), number(min(faces), max(faces)), frozenset()

    # -- pools ---------------------------------------------------------------------------------------------------

    def _die(self, node: nodes.Die) -> Code:
        return self._pool(nodes.Pool(None, node, node.at))

    def _pool(self, node: nodes.Pool) -> Code:
        if node.count is not None and isinstance(node.unit, nodes.Name):
            entry = self.scope.find(node.unit)
            if entry.kind.what == "dice" and entry.role != "die":
                first = node.count.name if isinstance(node.count, nodes.Name) else "hits"
                raise SheetError(f'"{node.unit.name}" is dice here; write {first} times {node.unit.name}', node.unit.at)
            if entry.role != "die":
                if isinstance(node.count, nodes.Name):
                    self.scope.find(node.count)
                    said = f"; write an operator between {node.count.name} and {node.unit.name}"
                else:
                    said = ""
                raise SheetError(f'"{node.unit.name}" is no die{said}', node.unit.at)
        count = None
        if node.count is not None:
            count = self._count(node.count)
        unit, kind, unit_free = self.unit(node.unit)
        if kind.what == "symbols":
            return self._symbol_pool(node, count, kind)
        again, when_free = self._rolled_again(node.clauses)
        exploding = next((clause for clause in node.clauses if clause.word == "exploding"), None)
        endless = exploding is not None and exploding.is_endless
        if endless and not self.meets_end:
            assert exploding is not None
            raise SheetError(
                "dice that explode without end meet a number, or a table with open ends, in their own line",
                exploding.at,
            )
        explosion, explosion_free = self._explosion(exploding)
        free = unit_free | when_free | explosion_free | (count.free if count else frozenset())

        def one(values: Values) -> tuple[Tree, str]:
            made = unit(values)
            ranges = again(values)
            explodes = explosion(values)
            play = values[PLAY]
            key = ("one", made, ranges, explodes)
            if key not in play.made:
                pool = rolls.Pool(1, made, ranges, explodes)
                try:
                    play.made[key] = unit_tree(pool, play.budget), _text(made)
                except NotationError as error:
                    at = exploding.at if exploding is not None else node.at
                    raise SheetError(str(error).partition(": ")[2], at) from None
            found: tuple[Tree, str] = play.made[key]
            return found

        keys = free | {CAP} if endless else free

        def lots(values: Values) -> list[Lot]:
            tree, text = one(values)
            return [Lot(dice_number(count.run(values), values) if count else 1, tree, text)]

        def run(values: Values) -> Any:
            tree, _ = one(values)
            return _repeated(tree, dice_number(count.run(values), values) if count else 1)

        most = 1 if count is None else max(0, count.kind.high)
        least = 1 if count is None else max(0, count.kind.low)
        high = FAR if exploding is not None else max(kind.high * least, kind.high * most)
        made = Code(
            number(min(kind.low * least, kind.low * most), high), remembered(run, keys), free, True, "", node.at
        )
        made.lots, made.count, made.endless = lots, count, endless
        made.is_plain = exploding is None
        if count is not None and count.level != "const":
            made.level = count.level if count.level == "hom" and self._is_fixed(unit_free | when_free) else ""
        return made

    def _is_fixed(self, free: frozenset[str]) -> bool:
        """Whether none of the names depends on a roll."""
        scope = self.scope
        levels = {entry.key: entry.level for names in (scope.entries, scope.within) for entry in names.values()}
        return all(levels.get(key.rpartition(" of ")[2], "const") == "const" for key in free)

    def _count(self, node: nodes.Expression) -> Code:
        count = self.number(node)
        if count.kind.lacking:
            raise SheetError(f"{count.name or 'this'} may be none, which cannot be a number of dice", count.at)
        return count

    def _rolled_again(
        self, clauses: tuple[nodes.Clause, ...]
    ) -> tuple[Callable[[Values], rolls.Ranges], frozenset[str]]:
        """The faces that are rolled once more before any target."""
        found = [self._clause(clause) for clause in clauses if clause.word == "reroll"]
        free = frozenset().union(*(each for _, _, each in found))

        def ranges(values: Values) -> rolls.Ranges:
            spans = [span for when, faces, _ in found if when(values) for span in faces(values)]
            return rolls.Ranges(tuple(spans)) if spans else rolls.NOTHING

        return ranges, free

    def _clause(
        self, clause: nodes.Clause
    ) -> tuple[Callable[[Values], Any], Callable[[Values], list[tuple[int, int]]], frozenset[str]]:
        """When a clause counts, its faces, and the names in it."""
        when = self.condition(clause.when) if clause.when is not None else None
        if when is not None and when.random:
            raise SheetError('behind "when" nothing is rolled', when.at)
        spans = [(self.still(low, "a face"), self.still(high, "a face")) for low, high in clause.spans]

        def faces(values: Values) -> list[tuple[int, int]]:
            found = [(low.run(values), high.run(values)) for low, high in spans]
            return [(low, high) for low, high in found if low <= high]

        free = frozenset().union(*(low.free | high.free for low, high in spans), when.free if when else frozenset())
        return (when.run if when else lambda values: True), faces, free

    def _explosion(self, clause: nodes.Clause | None) -> tuple[Callable[[Values], Any], frozenset[str]]:
        if clause is None:
            return (lambda values: None), frozenset()
        when, faces, free = self._clause(clause)
        most, endless = clause.number, clause.is_endless
        has_faces = bool(clause.spans)
        if most is not None and not 1 <= most <= 20:
            raise SheetError(f"dice explode up to 1..20 times, not {most}", clause.at)

        def explosion(values: Values) -> Any:
            if not when(values):
                return None
            on = rolls.Ranges(tuple(faces(values))) if has_faces else None
            return rolls.Explosion(on, None if endless else most or 1, 0, values.get(CAP) if endless else None)

        return explosion, free

    def cap_of(self, of: Code, most: int | Code) -> Callable[[Values], Values]:
        """The values with how far endless dice matter, where there are such dice."""
        if not of.endless:
            return lambda values: values
        others = sum(max(abs(code.kind.low), abs(code.kind.high)) for _, code in of.terms if not code.endless)

        def capped(values: Values) -> Values:
            end = most.run(values) if isinstance(most, Code) else most
            if isinstance(end, Lacking):
                end = 0
            return {**values, CAP: abs(int(end)) + min(others, FAR) + 101}

        return capped

    def _times(self, node: nodes.Times) -> Code:
        count = self._count(node.count)
        before, self.meets_end = self.meets_end, False
        unit = self.number(node.unit)
        self.meets_end = before
        free = count.free | unit.free

        def lots(values: Values) -> list[Lot]:
            return [Lot(dice_number(count.run(values), values), step_of(unit.run(values)), unit.name or "roll")]

        def run(values: Values) -> Any:
            n = dice_number(count.run(values), values)
            one = unit.run(values)
            return _repeated(one, n) if isinstance(one, Tree) else one * n

        ends = [
            n * end
            for n in (max(0, count.kind.low), max(0, count.kind.high))
            for end in (unit.kind.low, unit.kind.high)
        ]
        found = Code(number(min(ends), max(ends)), remembered(run, free), free, unit.random, "", node.at)
        found.lots, found.count = lots, count
        if self._is_fixed(unit.free):
            found.level = "const" if not unit.random and count.level == "const" else _pool_level(count)

        def by_count(values: Values, number: Any, parts: tuple[str, ...]) -> Any:
            one = unit.run(values)
            n = dice_number(number, values)
            return _repeated(one, n) if isinstance(one, Tree) else one * n

        found.by_count = by_count
        return found

    def lying(self, code: Code, key: str) -> None:
        """Make lots of faces that lie there already."""

        def lots(values: Values) -> list[Lot]:
            return [Lot(n, Constant(face), str(face)) for face, n in Counter[int](values[key]).items()]

        code.lots = lots

    def _lying(self, node: nodes.Lying) -> Code:
        if isinstance(node.dice, nodes.Deal):
            return self._deal(node.dice)
        dice = self.compile(node.dice)
        if dice.lots is None or dice.kind.what in ("faces", "list"):
            raise SheetError("faces of is said of dice, such as faces of 3d6", dice.at)
        lots = dice.lots

        def run(values: Values) -> Any:
            held = [lot for lot in lots(values) if lot.number]
            if not held:
                return ()
            different = 1
            for lot in held:
                faces = len(values[PLAY].law(lot.one)) if isinstance(lot.one, Tree) else len(lot.one.cards)
                number = lot.number if isinstance(lot.one, Tree) else lot.one.number
                different *= comb(number + faces - 1, number)
            if different > MOST_LYING:
                raise SheetError(
                    f"these dice lie in {different:,} different ways, and at most {MOST_LYING:,} are kept", node.at
                )
            return _seen(OnTable.of([_lot_of(lot) for lot in held]))

        return Code(Kind("faces"), remembered(run, dice.free), dice.free, True, "", node.at)

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
            return _dealt(cards, numbers)

        if len(counts) == 1:

            def one(values: Values) -> Any:
                return applied(operator.itemgetter(0), [hands(values)])

            made = Code(Kind("faces"), remembered(one, free), free, True, "", node.at)
            made.lots = partial(_hand_lots, cards, counts[0])
            return made
        found = Code(Kind("faces"), remembered(hands, free), free, True, "", node.at)
        found.outputs = lambda values, parts: hands(values)
        return found

    # -- what is asked of dice -----------------------------------------------------------------------------------

    def dice_of(self, node: nodes.Expression) -> Code:
        """Dice that a question is about."""
        if isinstance(node, nodes.Parentheses):
            inside = node.inside
            if isinstance(inside, nodes.Logic) and inside.how == "and":
                return self._side_by_side([self._beside(part) for part in inside.parts], node.at)
            return self.dice_of(inside)
        code = self.compile(node)
        if code.lots is None:
            if code.kind.what in ("number", "condition", "dice"):
                return self._side_by_side([code], node.at)
            self.as_number(code)
        return code

    def _beside(self, node: nodes.Expression) -> Code:
        return self.number(node)

    def _side_by_side(self, codes: list[Code], at: int) -> Code:
        free = frozenset().union(*(code.free for code in codes))

        def lots(values: Values) -> list[Lot]:
            return [Lot(1, step_of(code.run(values)), code.name or "roll") for code in codes]

        kind = number(min(code.kind.low for code in codes), max(code.kind.high for code in codes))
        made = Code(kind, lambda values: None, free, any(code.random for code in codes), "", at)
        made.lots, made.endless = lots, any(code.endless for code in codes)
        return made

    def _asked(self, node: nodes.Asked) -> Code:
        dice = [self.dice_of(each) for each in node.dice]
        against = [self.dice_of(each) for each in node.against]
        both = dice + against
        free = frozenset().union(*(code.free for code in both))
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
            found = _answered(node, all_lots(values, dice), all_lots(values, against), values)
            return found if random else _only(found, values)

        endless = any(code.endless for code in both)
        keys = free | {CAP} if endless else free
        kind = self._kind_asked(node, dice)
        made = Code(
            kind,
            remembered(run, keys),
            free,
            random,
            "const" if not random and all(code.level == "const" for code in both) else "",
            node.at,
        )
        made.endless = endless
        return made

    def _kind_asked(self, node: nodes.Asked, dice: list[Code]) -> Kind:
        low = min((code.kind.low for code in dice), default=0)
        high = max((code.kind.high for code in dice), default=FAR)
        if node.what in ("sum", "keep", "drop", "middle", "ranks"):
            return number(min(0, low), high if all(code.kind.what == "number" for code in dice) else FAR)
        return number(0, FAR)

    # -- symbols -------------------------------------------------------------------------------------------------

    def _symbol_pool(self, node: nodes.Pool, count: Code | None, kind: Kind) -> Code:
        die, called = node.unit, ""
        if isinstance(die, nodes.Name):
            entry = self.scope.find(die)
            assert entry.die is not None
            die, called = entry.die, label_of(entry.shown)
        assert isinstance(die, nodes.Die)
        free = count.free if count else frozenset()
        made = Code(kind, lambda values: None, free, True, "", node.at)
        faces = die.symbols

        def symbol_lots(values: Values, letters: tuple[str, ...], sign: int) -> tuple[Tree, int]:
            return _symbol_roll(faces, letters, sign, called), dice_number(count.run(values), values) if count else 1

        made.symbols = symbol_lots
        made.run = partial(_symbols_run, [(1, made)], kind.letters)
        return made

    def symbols(self, node: nodes.Operation) -> Code | None:
        """A sum of symbols; None where it is one of numbers."""
        parts = self._symbol_terms(node, 1)
        if parts is None:
            return None
        letters = tuple(dict.fromkeys(letter for _, code in parts for letter in code.kind.letters))
        free = frozenset().union(*(code.free for _, code in parts))
        run = partial(_symbols_run, parts, letters)
        return Code(Kind("symbols", letters=letters), remembered(run, free), free, True, "", node.at)

    def _symbol_terms(self, node: nodes.Expression, sign: int) -> list[tuple[int, Code]] | None:
        """The terms of a sum of symbols; None where the first is no symbols."""
        if isinstance(node, nodes.Operation) and node.sign in ("+", "-"):
            first = self._symbol_terms(node.parts[0], sign)
            if first is None:
                return None
            second = self._symbol_terms(node.parts[1], -sign if node.sign == "-" else sign)
            if second is None:
                raise SheetError("symbols are added to symbols, and this is a number", node.parts[1].at)
            return first + second
        if isinstance(node, nodes.Pool):
            unit = node.unit
            die = self.scope.entries.get(unit.name.lower()) if isinstance(unit, nodes.Name) else None
            if (isinstance(unit, nodes.Die) and unit.symbols) or (die and die.die is not None and die.die.symbols):
                return [(sign, self._pool(node))]
            return None
        if isinstance(node, nodes.Name):
            found = self.scope.entries.get(node.name.lower())
            if found is not None and found.kind.what == "symbols":
                return [(sign, self.of_entry(found, node))]
        return None

    def of_entry(self, entry: Entry, node: nodes.Name) -> Code:
        """What a name stands for, as a code; dice of a parameter are rolled at each mention."""
        if entry.kind.what != "dice":
            return super().of_entry(entry, node)
        assert entry.declared is not None
        key = entry.key
        options = {text: self.compile(rolled) for text, rolled in entry.declared.dice}
        written = {text: _written(rolled) for text, rolled in entry.declared.dice}

        def run(values: Values) -> Any:
            return options[values[key]].run(values)

        low = min(code.kind.low for code in options.values())
        high = max(code.kind.high for code in options.values())
        made = Code(
            Kind("number", low, high, dice=True),
            run,
            frozenset({key}),
            any(code.random for code in options.values()),
            "const",
            node.at,
            node.name,
        )
        made.dice = written
        made.lots = lambda values: [Lot(1, step_of(run(values)), values[key])]
        made.label = entry.declared.label
        made.kind = Kind("number", low, high, dice=True, words=tuple(options))
        return made


def _pool_level(count: Code) -> str:
    return {"const": "hom", "hom": "hom"}.get(count.level, "")


def _sides(size: Any, code: Code) -> rolls.Die:
    if size < 1:
        raise SheetError(f"{code.name or 'this'} may be {size} here, and a die has 1 side or more", code.at)
    return rolls.Die(int(size))


def _text(made: Any) -> str:
    return made.name if isinstance(made, rolls.Die) else "roll"


def _repeated(tree: Tree, n: int) -> Any:
    return 0 if n == 0 else tree if n == 1 else Repeated(tree, n)


def _written(node: nodes.Expression) -> Any:
    """Dice of a parameter as a node of the notation; None for what is no plain dice."""
    if isinstance(node, nodes.Number):
        return rolls.Number(node.value)
    if isinstance(node, nodes.Pool) and isinstance(node.unit, nodes.Die):
        die = rolls.Die(node.unit.sides, node.unit.faces)
        if node.count is None:
            return die
        if isinstance(node.count, nodes.Number):
            return rolls.Pool(node.count.value, die)
    if isinstance(node, nodes.Operation) and node.sign in ("+", "-"):
        first, second = _written(node.parts[0]), _written(node.parts[1])
        return rolls.Sum((first, rolls.Negative(second) if node.sign == "-" else second))
    return rolls.Number(0)


def _seen(lying: OnTable) -> Tree:
    """All that dice or cards show, from the lowest to the highest."""
    return lying.asked((), _with_more, _as_seen, rising=True)


def _with_more(seen: tuple[int, ...], face: int, counts: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    return seen + (face,) * counts[0], 0


def _as_seen(seen: tuple[int, ...], total: int) -> tuple[int, ...]:
    return seen


def _hand_lots(cards: dict[int, int], count: Code, values: Values) -> list[Lot]:
    n = dice_number(count.run(values), values)
    return [Lot(1, Hand(cards, n), "cards")] if n else []  # type: ignore[arg-type]


def _dealt(cards: dict[int, int], numbers: list[int]) -> Any:
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
        drawn = _seen(OnTable.of([Hand(left, number)]))
        return continued(Mapped(drawn, lambda seen: (*hands, seen)), further)

    return further(())


def _lot_of(lot: Lot) -> Any:
    return lot.one if isinstance(lot.one, Hand) else (lot.one, lot.number)


def _answered(node: nodes.Asked, lots: list[Lot], against: list[Lot], values: Values) -> Any:
    """What is asked of dice, as a tree."""
    budget = values[PLAY].budget
    dice = sum(lot.one.number if isinstance(lot.one, Hand) else lot.number for lot in lots)
    what, lowest, kept = node.what, node.lowest, node.number
    if what == "sum":
        if not dice:
            return 0
        if any(isinstance(lot.one, Hand) for lot in lots):
            return questions.sum_of_ranks(OnTable.of([_lot_of(lot) for lot in lots]), range(1, dice + 1))
        return total_of([_repeated(lot.one, lot.number) for lot in lots])
    if not dice:
        return 0
    if what == "drop":
        kept, lowest = dice - kept, not lowest
    if what in ("keep", "drop"):
        kept = max(0, min(kept, dice))
        if not kept:
            return 0
        return _kept(lots, dice, kept, lowest, budget)
    lying = OnTable.of([_lot_of(lot) for lot in lots])
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
        rolls.Dices(tuple(rolls.Pool(1, rolls.Number(place)) for place in range(len(lots)))),
        rolls.Dices(tuple(rolls.Pool(1, rolls.Number(-1 - place)) for place in range(len(against))))
        if against
        else None,
        wild=rolls.Ranges(node.wild) if node.wild else rolls.NOTHING,
    )
    return table_dice_tree(_counted(asked, lots, against), partial(_one_of, lots, against))


def _counted(asked: rolls.Asked, lots: list[Lot], against: list[Lot]) -> rolls.Asked:
    def pools(held: list[Lot], mine: bool) -> rolls.Dices:
        found: list[Any] = []
        for place, lot in enumerate(held):
            if isinstance(lot.one, Hand):
                found.append(rolls.Deal(lot.one.number, tuple(lot.one.cards.items())))
            else:
                found.append(rolls.Pool(lot.number, rolls.Number(place if mine else -1 - place)))
        return rolls.Dices(tuple(found))

    from dataclasses import replace

    return replace(asked, dice=pools(lots, True), against=pools(against, False) if against else None)


def _one_of(lots: list[Lot], against: list[Lot], pool: rolls.Pool) -> Tree:
    unit = pool.unit
    assert isinstance(unit, rolls.Number)
    return lots[unit.value].one if unit.value >= 0 else against[-1 - unit.value].one


def _kept(lots: list[Lot], dice: int, kept: int, lowest: bool, budget: Any) -> Tree:
    if kept == dice and not any(isinstance(lot.one, Hand) for lot in lots):
        return total_of([_repeated(lot.one, lot.number) for lot in lots])
    if len(lots) == 1 and not isinstance(lots[0].one, Hand):
        law = LawReader(budget=budget).distribution(lots[0].one)
        text = f"{'worst' if lowest else 'best'} of {dice}{lots[0].text}" if kept == 1 else f"{dice}{lots[0].text}"
        if kept == 1:
            return Known((worst_of if lowest else best_of)(dice, law, budget), text)
        return Known((keep_lowest if lowest else keep_highest)(dice, law, kept, budget), f"keep {kept} of {text}")
    if kept == 1 and all(lot.number == 1 and not isinstance(lot.one, Hand) for lot in lots):
        whole = lots[0].one
        for lot in lots[1:]:
            whole = Joint((whole, lot.one), min if lowest else max)
        return whole
    return questions.sum_of_ranks(OnTable.of([_lot_of(lot) for lot in lots]), range(1, kept + 1), lowest)


def _only(found: Any, values: Values) -> Any:
    """The one outcome of what is certain."""
    if not isinstance(found, Tree):
        return found
    (outcome,) = values[PLAY].law(found)
    return outcome


def _symbol_roll(
    faces: tuple[tuple[tuple[str, int], ...], ...], letters: tuple[str, ...], sign: int, called: str
) -> Roll:
    bands: dict[tuple[int, ...], int] = {}
    shown: dict[tuple[int, ...], str] = {}
    for face in faces:
        counted = dict(face)
        placed = tuple(sign * counted.get(letter, 0) for letter in letters)
        bands[placed] = bands.get(placed, 0) + 1
        shown[placed] = " + ".join(letter if n == 1 else f"{n}{letter}" for letter, n in face) or "a blank"
    dice = f"d{len(faces)}"
    return Roll(called or dice, len(faces), bands, dice, shown)


def _symbols_run(parts: list[tuple[int, Code]], letters: tuple[str, ...], values: Values) -> Any:
    rolled: list[tuple[Tree, int]] = []
    others: list[Any] = []
    for sign, code in parts:
        if code.symbols is not None:
            tree, n = code.symbols(values, letters, sign)
            if n:
                rolled.append((tree, n))
        else:
            value = code.run(values)
            counted = dict(zip(code.kind.letters, value, strict=True))
            others.append(tuple(sign * counted.get(letter, 0) for letter in letters))
    fixed = tuple(sum(other[place] for other in others) for place in range(len(letters)))
    if not rolled:
        return fixed
    whole: Tree = VectorSum(tuple(rolled))
    return Mapped(whole, partial(_plus, fixed)) if any(fixed) else whole


def _plus(fixed: tuple[int, ...], outcome: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(operator.add, fixed, outcome))
