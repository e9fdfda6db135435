"""From comparisons with dice, wounds and choices to codes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import inf
from operator import itemgetter
from typing import Any

from probcalc.exact.tree.falling import fallen
from probcalc.exact.tree.steps import Constant, Known, Roll, step_of
from probcalc.notation.checking import COMPARE
from probcalc.notation.operators import COMPARISONS
from probcalc.sheets.compiling.arithmetic import require_divisor
from probcalc.sheets.compiling.dice import DiceCompiler
from probcalc.sheets.compiling.held import Against, counts_of
from probcalc.sheets.compiling.scope import Entry
from probcalc.sheets.errors import SheetError
from probcalc.sheets.playing.codes import Code, Lot, Values, add, apply, cap_of, continue_with, dice_number, remember
from probcalc.sheets.playing.expression_types import FAR, ExpressionType
from probcalc.sheets.playing.rounds import Counted
from probcalc.sheets.reading import nodes
from probcalc.sheets.reading.words import label_of

MOST_ROUNDS = 1_000


class LineCompiler(DiceCompiler):
    """Compiles whole lines."""

    # -- dice held against a number ------------------------------------------------------------------------------

    def _comparison(self, node: nodes.Comparison) -> Code:
        if isinstance(node.second, nodes.Name) and self._counts_rounds(node.second):
            # 4 >= rounds says the same as rounds <= 4.
            node = replace(node, first=node.second, compare=COMPARISONS[node.compare].mirrored, second=node.first)
        if isinstance(node.first, nodes.Name):
            entry = self.scope.find(node.first)
            if entry.counted is not None:
                return self._hold_rounds(entry, entry.counted, node)
            word = _bare_word(node.second)
            # A choice may be worth a number, which is held against any other name.
            if word and entry.kind.what == "word" and (not entry.worth or word.text.lower() in entry.worth):
                return self.of_words(node, node.first, word)
        self.meets_end = True
        first = self.compile(node.first)
        self.meets_end = False
        second = self.compile(node.second)
        if "word" in (first.kind.what, second.kind.what):
            for code in (first, second):
                self.as_number(code)
        second = self.as_number(second)
        counted = self._is_counted(node.first, first)
        if second.random or not (first.random or counted):
            if node.clauses:
                clause = node.clauses[0]
                what = (
                    "a number to be rolled against"
                    if second.random
                    else f"dice before it{self._note_on_dice_above(first)}"
                )
                raise SheetError(f"{clause.word} needs {what}", clause.at)
            if counted and first.kind.what == "faces":
                self.as_number(first)
            return self.compare(first, node.compare, second, node.at)
        if not counted:
            first = self.as_number(first)
        elif first.lots is None:
            raise SheetError(
                "dice that lie are counted in a line below them: pool = faces of 3d6, and pool >= 4", first.at
            )
        return self._check(node, first, second, counted)

    def _counts_rounds(self, name: nodes.Name) -> bool:
        entry = self.scope.entries.get(name.name.lower())
        return entry is not None and entry.counted is not None

    def of_words(self, node: nodes.Comparison, first: nodes.Name, word: nodes.Word) -> Code:
        """What a name may be, held against one of its words: a line asks with `is`."""
        text = word.text if word.text.isidentifier() else f'"{word.text}"'
        raise SheetError(f"{first.name} is a word, not a number; ask {first.name} is {text}", first.at)

    def _hold_rounds(self, entry: Entry, counted: Counted, node: nodes.Comparison) -> Code:
        """The number of rounds, held against a number: all above the greatest of these are one."""
        second = self.number(node.second)
        if node.clauses:
            raise SheetError(f"{node.clauses[0].word} needs dice before it", node.clauses[0].at)
        if second.random:
            raise SheetError(f"{entry.shown} is held against a number that is known, and this is rolled", second.at)
        if second.kind.high > MOST_ROUNDS:
            raise SheetError(
                f"{entry.shown} is held against at most {MOST_ROUNDS:,}, and {second.name or 'this'} may be more",
                second.at,
            )
        counted.to = max(counted.to, second.kind.high + 1)
        return self.compare(rounds_code(entry, node.at), node.compare, second, node.at)

    def _note_on_dice_above(self, code: Code) -> str:
        """What an error adds where the dice are those of a line above: their faces are known no more."""
        known = {
            each.key: each for each in self.scope.entries.values() if each.role == "step" and each.level != "const"
        }
        above = next((known[key] for key in sorted(code.free) if key in known), None)
        return f"; {above.shown} is rolled in line {above.line}, and its dice would have to stand here" if above else ""

    def _is_counted(self, node: nodes.Expression, code: Code) -> bool:
        """Whether dice are held against a number one by one: several, or a name that says how many."""
        if isinstance(node, nodes.Parentheses):
            return False
        if isinstance(node, (nodes.Pool, nodes.Times)):
            return node.count is not None and not (isinstance(node.count, nodes.Number) and node.count.value == 1)
        return code.kind.what in ("faces", "list") or (isinstance(node, nodes.Deal))

    def _check(self, node: nodes.Comparison, first: Code, second: Code, counted: bool) -> Code:
        clauses = node.clauses
        words = [clause.word for clause in clauses]
        for place, clause in enumerate(clauses):
            if clause.word != "reroll" and clause.word in words[:place]:
                raise SheetError(f"{clause.word} is said twice", clause.at)
        if clauses and (isinstance(node.first, nodes.Deal) or first.kind.what in ("faces", "list")):
            raise SheetError(f"{clauses[0].word} is said of dice that are rolled here", clauses[0].at)
        self._refuse_hopeless(node, second, counted)
        made = {clause: self._clause(clause) for clause in clauses}
        exploding = next((clause for clause in clauses if clause.word == "exploding"), None)
        if exploding is not None and exploding.is_endless:
            raise SheetError("behind a target exploding needs an end: exploding once, exploding up to 3", exploding.at)
        explosion, explosion_free = self._explosion(exploding)
        lots, bonus = self._natural(first, counted)
        free = first.free.union(second.free, explosion_free, *(each for _, _, each in made.values()))
        against = Against(
            node.compare,
            counted,
            first.random,
            second.run,
            _target_terms(second),
            lots,
            bonus,
            made,
            explosion,
            cap_of(first, second),
            label_of(self.label) if self.label else "Roll",
            node.at,
            tuple(free),
            exploding is None and all(code.is_plain for _, code in first.terms or ((1, first),) if code.random),
        )
        kind = self._kind_of_held(first, counted, clauses)
        code = Code(kind, remember(partial(against.outputs, parts=()), free), free, first.random, "", node.at)
        code.outputs, code.is_plain = against.outputs, against.is_plain
        if counted and first.count is not None and first.kind.what not in ("faces", "list"):
            code.count = first.count
            fixed = self._is_fixed(free - first.count.free) and not isinstance(node.first, nodes.Deal)
            code.level = "hom" if fixed and first.count.level in ("const", "hom") else ""
        return code

    def _kind_of_held(self, first: Code, counted: bool, clauses: tuple[nodes.Clause, ...]) -> ExpressionType:
        faces = frozenset(clause.word for clause in clauses if clause.word in ("crit", "fumble"))
        parts = [part for part, word in (("criticals", "crit"), ("fumbles", "fumble")) if word in faces]
        parts = ["successes", "failures", *parts]
        if not counted:
            return ExpressionType("condition", 0, 1, check="single", faces=faces, parts=(*parts, "outcome"))
        most = 1_000 if first.count is None else max(0, min(FAR, first.count.kind.high))
        crit, fumble = counts_of(clauses, "crit", 1), counts_of(clauses, "fumble", 0)
        exploding = any(clause.word == "exploding" for clause in clauses)
        high = FAR if exploding else most * max(1, crit, fumble)
        return ExpressionType(
            "number", min(0, crit, fumble) * most, high, check="count", faces=faces, parts=tuple(parts)
        )

    def _natural(self, first: Code, counted: bool) -> tuple[Callable[[Values], list[Lot]], Callable[[Values], Any]]:
        """What is rolled, and the number that is added to it."""
        if counted:
            assert first.lots is not None
            return first.lots, lambda values: 0
        rolled = [(sign, code) for sign, code in first.terms if code.random]
        if len(rolled) == 1 and rolled[0][0] == 1 and len(first.terms) > 1:
            die = rolled[0][1]
            fixed = [(sign, code) for sign, code in first.terms if code is not die]

            def bonus(values: Values) -> Any:
                return add([sign * code.run(values) if sign < 0 else code.run(values) for sign, code in fixed])

        else:
            die, bonus = first, lambda values: 0

        def lots(values: Values) -> list[Lot]:
            if die.lots is not None:
                held = die.lots(values)
                if len(held) == 1 and held[0].number == 1:
                    return held
            one = step_of(die.run(values))
            # It goes by the dice that it shows: d12, best of 2d12.
            shown = one.dice if isinstance(one, Roll) else one.name if isinstance(one, Known) else ""
            return [Lot(1, one, shown or "the roll")]

        return lots, bonus

    def _refuse_hopeless(self, node: nodes.Comparison, second: Code, counted: bool) -> None:
        pool = node.first
        if (
            not counted
            or not isinstance(pool, nodes.Pool)
            or pool.clauses
            or (node.clauses and any(clause.word in ("always", "exploding") for clause in node.clauses))
        ):
            return
        die = pool.unit
        if not (isinstance(pool.count, nodes.Number) and isinstance(die, nodes.Die) and die.size is None):
            return
        if second.free or second.kind.low != second.kind.high:
            return
        target = second.kind.low
        holds = COMPARE[node.compare]
        if not any(holds(face, target) for face in die.faces or range(1, die.sides + 1)):
            text = f"{pool.count.value}d{die.sides}"
            raise SheetError(
                f"{text} {node.compare} {target} counts dice one by one, and none can succeed;"
                f" for their sum write sum of {text} {node.compare} {target}",
                node.at,
            )

    # -- wounds --------------------------------------------------------------------------------------------------

    def _fallen(self, node: nodes.Fallen) -> Code:
        count = self._count(node.count)
        damage = self.number(node.damage)
        wounds = self.still(node.wounds, "the wounds of each")
        after = self.still(node.after, "the wounds before") if node.after is not None else None
        among = self.still(node.among, "how many there are") if node.among is not None else None
        if wounds.kind.may_be_below_one:
            require_divisor(wounds, max(0, wounds.kind.low))
        parts = [count, damage, wounds, *(code for code in (after, among) if code is not None)]
        free = frozenset().union(*(code.free for code in parts))
        name = label_of(self.label) if self.label else "Fallen"

        def of(values: Values, asked: tuple[str, ...], number: Any = None) -> Any:
            each, one = wounds.run(values), damage.run(values)
            hurt = after.run(values) if after is not None else 0
            most = max(0, among.run(values)) if among is not None else inf

            def hit(times: Any) -> Any:
                n = dice_number(times, values)
                if n:
                    require_divisor(wounds, each)
                step = fallen(n, one, each, most, hurt, name)
                state = step.outcome if isinstance(step, Constant) else step
                return state if asked else apply(itemgetter(0), [state])

            return continue_with(count.run(values), hit)

        kind = ExpressionType("number", 0, among.kind.high if among is not None else FAR, parts=("hurt",))
        random = count.random or damage.random
        code = Code(kind, remember(lambda values: of(values, ()), free), free, random, "", node.at)
        code.outputs = of
        return code


def rounds_code(entry: Entry, at: int) -> Code:
    """The number of rounds without a last one."""
    return Code(entry.kind, itemgetter(entry.key), frozenset({entry.key}), level="", at=at, name=entry.shown)


def _bare_word(node: nodes.Expression) -> nodes.Word | None:
    """A word, in quotation marks or without; None for anything else."""
    if isinstance(node, nodes.Name) and not node.side:
        return nodes.Word(node.name, at=node.at)
    return node if isinstance(node, nodes.Word) else None


def _target_terms(second: Code) -> tuple[tuple[str, int, Code], ...]:
    """The parts of a target by their names; empty where one of them has none."""
    terms = second.terms or ((1, second),)
    if any(code.random for _, code in terms):
        return ()
    return tuple((code.label or "number", sign, code) for sign, code in terms)
