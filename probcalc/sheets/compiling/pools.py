"""From dice and pools to codes; their trees are those of the notation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from math import gcd
from typing import Any

from probcalc.exact.budget.bounds import metered
from probcalc.exact.tree.die import Die
from probcalc.exact.tree.steps import Tree, step_of
from probcalc.notation import nodes as rolls
from probcalc.notation.building import unit_tree
from probcalc.notation.errors import NotationError
from probcalc.notation.operators import OPERATORS
from probcalc.scenarios.variants import refuse_variant
from probcalc.sheets.compiling.branches import BranchCompiler
from probcalc.sheets.compiling.scope import Entry
from probcalc.sheets.errors import SheetError
from probcalc.sheets.playing.codes import CAP, PLAY, Code, Lot, Play, Values, dice_number, ranges_of, remember, repeat
from probcalc.sheets.playing.expression_types import FAR, ExpressionType, Lacking, number
from probcalc.sheets.reading import nodes
from probcalc.sheets.reading.words import label_of

_MOST_FACES = 20_000


@dataclass(frozen=True, slots=True)
class _Called(rolls.Die):
    """A die that goes by a name of its own: 2d10."""

    called: str = ""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.called


def in_place_of(usual: rolls.Die, roll: str, play: Play) -> rolls.Die:
    """The die that is rolled in place of a usual one, by the roll's name first; that one where none is named.

    Raises:
        InputError: when it has too many faces.
    """
    size = "" if usual.faces else usual.name
    play.met.update((roll, size))
    die = play.dice.get(roll) or play.dice.get(size)
    return usual if die is None else _with_faces(die)


@lru_cache(64)
def _with_faces(die: Die) -> rolls.Die:
    shown = die.by_result()
    common = gcd(*shown.values())
    if die.lowest == 1 and die.is_even:
        return rolls.Die(die.results)
    if die.total // common > _MOST_FACES:
        raise refuse_variant(f"{die.name} has {die.total // common:,} faces, and at most {_MOST_FACES:,} are rolled")
    faces = tuple(face for face, count in shown.items() for _ in range(count // common))
    return _Called(len(faces), faces, called=die.name)


class PoolCompiler(BranchCompiler):
    """Compiles dice, pools and what is rolled so often."""

    def unit(self, node: nodes.Expression) -> tuple[Callable[[Values], Any], ExpressionType, frozenset[str]]:
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

    def _die_node(self, node: nodes.Die) -> tuple[Callable[[Values], Any], ExpressionType, frozenset[str]]:
        if node.size is not None:
            size = self.number(node.size)
            if size.kind.lacking:
                raise SheetError(f"{size.name or 'this'} may be none, and a die has 1 side or more", size.at)
            if size.kind.may_be_below_one:
                raise SheetError(
                    f"{size.name or 'this'} may be {max(0, size.kind.low)} here, and a die has 1 side or more", size.at
                )
            if size.random:
                raise SheetError("the sides of a die are known before it is rolled", size.at)
            return (lambda values: _sides(size.run(values), size)), number(1, size.kind.high), size.free
        if node.symbols:
            letters = tuple(sorted({letter for face in node.symbols for letter, _ in face}))
            return (lambda values: node), ExpressionType("symbols", letters=letters), frozenset()
        made = rolls.Die(node.sides, node.faces)
        faces = node.faces or (1, node.sides)
        return (lambda values: made), number(min(faces), max(faces)), frozenset()

    def _die(self, node: nodes.Die) -> Code:
        return self._pool(nodes.Pool(None, node, at=node.at))

    def _pool(self, node: nodes.Pool) -> Code:
        if node.count is not None and isinstance(node.unit, nodes.Name):
            self._require_die(node.count, node.unit)
        count = None
        if node.count is not None:
            count = self._count(node.count)
        unit, kind, unit_free = self.unit(node.unit)
        again, when_free = self._faces_to_reroll(node.clauses)
        exploding = next((clause for clause in node.clauses if clause.word == "exploding"), None)
        endless = exploding is not None and exploding.is_endless
        if endless and not self.meets_end:
            assert exploding is not None
            raise SheetError(
                "dice that explode without end have no highest result: hold them against a number in this line, or"
                " write exploding up to 5",
                exploding.at,
            )
        explosion, explosion_free = self._explosion(exploding)
        free = unit_free | when_free | explosion_free | (count.free if count else frozenset())

        roll = label_of(self.label) if self.label else ""

        def one(values: Values) -> tuple[Tree, str]:
            made = unit(values)
            if values[PLAY].dice and isinstance(made, rolls.Die):
                made = in_place_of(made, roll, values[PLAY])
            ranges = again(values)
            explodes = explosion(values)
            play = values[PLAY]
            key = ("one", made, ranges, explodes)
            if key not in play.made:
                pool = rolls.Pool(1, made, ranges, explodes)
                try:
                    with metered():
                        play.made[key] = unit_tree(pool), made.name if isinstance(made, rolls.Die) else "roll"
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
            return repeat(tree, dice_number(count.run(values), values) if count else 1)

        times = (1, 1) if count is None else (max(0, count.kind.low), max(0, count.kind.high))
        low, high = OPERATORS["*"].bounds(times, (kind.low, kind.high))
        if exploding is not None:
            rolls_each = FAR if endless else 1 + (exploding.number or 1)
            low, high = min(low, low * rolls_each), max(high, high * rolls_each)
        made = Code(number(low, high), remember(run, keys), free, True, "", node.at)
        made.lots, made.count, made.endless = lots, count, endless
        made.is_plain = exploding is None
        if count is not None and count.level != "const":
            made.level = count.level if count.level == "hom" and self._is_fixed(unit_free | when_free) else ""
        return made

    def _require_die(self, count: nodes.Expression, unit: nodes.Name) -> None:
        """Refuse a name behind a number that is no die."""
        entry = self.scope.find(unit)
        if entry.role == "die":
            return
        if entry.kind.what == "dice":
            first = count.name if isinstance(count, nodes.Name) else "hits"
            raise SheetError(f'"{unit.name}" is dice here; write {first} times {unit.name}', unit.at)
        said = ""
        if isinstance(count, nodes.Name):
            self.scope.find(count)
            said = f"; write an operator between {count.name} and {unit.name}"
        raise SheetError(f'"{unit.name}" is no die{said}', unit.at)

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

    def _faces_to_reroll(
        self, clauses: tuple[nodes.Clause, ...]
    ) -> tuple[Callable[[Values], rolls.Ranges], frozenset[str]]:
        """The faces that are rolled once more before any target."""
        for clause in clauses:
            if clause.what:
                raise SheetError(
                    f"reroll {clause.what} stands behind a target: d6 >= 4 reroll {clause.what}", clause.at
                )
        found = [self._clause(clause) for clause in clauses if clause.word == "reroll"]
        free = frozenset().union(*(each for _, _, each in found))

        return partial(ranges_of, found), free

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
            return rolls.Explosion(on, None if endless else most or 1, values.get(CAP) if endless else None, at=0)

        return explosion, free

    def _times(self, node: nodes.Times) -> Code:
        count = self._count(node.count)
        before, self.meets_end = self.meets_end, False
        unit = self.number(node.unit)
        self.meets_end = before
        free = count.free | unit.free

        def lots(values: Values) -> list[Lot]:
            return [Lot(dice_number(count.run(values), values), step_of(unit.run(values)), unit.name or "roll")]

        def outputs(values: Values, parts: tuple[str, ...] = (), number: Any = None) -> Any:
            one = unit.run(values)
            if isinstance(one, Lacking):
                raise SheetError(f"{unit.name or 'this'} may be none, which cannot be multiplied", unit.at)
            return repeat(one, dice_number(count.run(values) if number is None else number, values))

        times = max(0, count.kind.low), max(0, count.kind.high)
        kind = number(*OPERATORS["*"].bounds(times, (unit.kind.low, unit.kind.high)))
        found = Code(kind, remember(outputs, free), free, unit.random, "", node.at)
        found.lots, found.count, found.outputs = lots, count, outputs
        if self._is_fixed(unit.free):
            hom = "hom" if count.level in ("const", "hom") else ""
            found.level = "const" if not unit.random and count.level == "const" else hom
        return found

    def of_entry(self, entry: Entry, node: nodes.Name) -> Code:
        """What a name stands for, as a code; dice of a parameter are rolled at each mention."""
        if entry.kind.what != "dice":
            return super().of_entry(entry, node)
        assert entry.declared is not None
        key = entry.key
        options = {text: self.compile(rolled) for text, rolled in entry.declared.dice}

        def run(values: Values) -> Any:
            return options[values[key]].run(values)

        low = min(code.kind.low for code in options.values())
        high = max(code.kind.high for code in options.values())
        return Code(
            ExpressionType("number", low, high, dice=True, words=tuple(options)),
            run,
            frozenset({key}),
            any(code.random for code in options.values()),
            "const",
            node.at,
            node.name,
            lots=lambda values: [Lot(1, step_of(run(values)), values[key])],
            label=entry.declared.label,
            dice={text: _as_node(rolled) for text, rolled in entry.declared.dice},
        )


def _sides(size: Any, code: Code) -> rolls.Die:
    if size < 1:
        raise SheetError(f"{code.name or 'this'} may be {size} here, and a die has 1 side or more", code.at)
    return rolls.Die(int(size))


def _as_node(node: nodes.Expression) -> Any:
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
        first, second = _as_node(node.parts[0]), _as_node(node.parts[1])
        return rolls.Sum((first, rolls.Negative(second) if node.sign == "-" else second))
    return rolls.Number(0)
