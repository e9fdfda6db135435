"""Rolls held against a number: one die or many, with their bands, and what is counted of them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from probcalc.exact.pools.vectors import VectorSum
from probcalc.exact.tree.counting import clamp, minimum
from probcalc.exact.tree.steps import Constant, Joint, Mapped, NamedSum, Roll, Tree, total_of
from probcalc.notation import nodes as rolls
from probcalc.notation.checking import AGAIN, COMPARE, Checked
from probcalc.sheets.errors import SheetError
from probcalc.sheets.playing.codes import CAP, PLAY, Code, Lot, Play, Values, dice_number, ranges_of
from probcalc.sheets.playing.expression_types import Lacking
from probcalc.sheets.reading import nodes

Part = str
_BAND_PARTS = {
    "successes": ("critical", "success"),
    "failures": ("failure", "fumble"),
    "criticals": ("critical",),
    "fumbles": ("fumble",),
}


@dataclass(frozen=True)
class Held(Checked):
    """A check of a sheet: the number that it is held against is the sum of its named terms."""

    terms: tuple[tuple[str, Any], ...] = ()

    def _against(self) -> NamedSum | None:
        return NamedSum(*self.terms) if self.terms else None

    def roll(self, first: bool) -> Any:
        """The roll by bands, with the parts of its target by their names."""
        if type(self.check.target) is not int and (found := self._free_roll(first)) is not None:
            return found
        return super().roll(first)

    def _free_roll(self, first: bool) -> Roll | None:
        """The roll by bands against a number that is not known yet; None where its faces do not lie at the ends."""
        check, die = self.check, self.natural
        again = check.again if first else None
        if not isinstance(die, Roll) or list(die.bands.items()) != [(face, 1) for face in range(1, die.total + 1)]:
            return None
        if check.compare == "=" or check.explosion is not None or (again is not None and again.what == "successes"):
            return None
        sides, rises = die.total, check.compare in (">=", ">")
        best, worst = partial(_at_end, top=rises), partial(_at_end, top=not rises)
        named = rolls.NOTHING if again is None or again.what != "naturals" else again.naturals
        always, critical = best(check.always, sides), best(check.critical, sides)
        never, fumble, repeated = worst(check.never, sides), worst(check.fumble, sides), worst(named, sides)
        if always is None or critical is None or never is None or fumble is None or repeated is None:
            return None
        strict = check.compare in (">", "<")
        target: Any = check.target
        reach = sides + 1 - target + self.bonus - strict if rises else target - self.bonus - strict
        success = clamp(reach, always, sides - never)
        top, low = minimum(success, critical), minimum(sides - success, fumble)
        bands: dict[Any, Any] = {
            "critical": top,
            "success": success - top,
            "failure": sides - success - low,
            "fumble": low,
        }
        if again is not None and again.what == "failures":
            bands = {"critical": top, "success": success - top, AGAIN: sides - success}
        elif repeated:
            if critical or fumble:
                return None
            succeed = minimum(success, sides - repeated)
            bands = {"success": succeed, "failure": sides - repeated - succeed, AGAIN: repeated}
        used = {band: faces for band, faces in bands.items() if not (isinstance(faces, int) and not faces)}
        name = self.name if first or check.again is None else f"{self.name}, second roll"
        return Roll(name, sides, used, self.dice, {}, self._against())


def _at_end(ranges: rolls.Ranges, sides: int, top: bool) -> int | None:
    """How many faces these are, if they are the highest ones, or else the lowest; None if they lie elsewhere."""
    faces = {face for face in range(1, sides + 1) if face in ranges}
    first = sides - len(faces) + 1 if top else 1
    return len(faces) if faces == set(range(first, first + len(faces))) else None


def reroll(check: rolls.Check, lot: Lot, bonus: int, clauses: list[rolls.Again]) -> rolls.Again:
    """One re-roll in place of several: a die is rolled again once, if any of them says so."""
    if len(clauses) == 1:
        return clauses[0]
    held = Checked(check, lot.one, bonus, lot.text, 1, "")
    naturals = []
    for natural in held._law(lot.one):
        failed = held.band(natural) in ("failure", "fumble")
        if any(
            natural in again.naturals if again.what == "naturals" else failed == (again.what == "failures")
            for again in clauses
        ):
            naturals.append((natural, natural))
    return rolls.Again("naturals", rolls.Ranges(tuple(naturals)))


def single_outputs(held: Held, parts: tuple[Part, ...]) -> Tree:
    """One roll: whether it succeeds, with the parts that are asked for."""
    if not parts:
        return Mapped(held.single, _succeeds)

    def with_parts(band: Any) -> tuple[Any, ...]:
        return (_succeeds(band), *(band if part == "outcome" else int(band in _BAND_PARTS[part]) for part in parts))

    return Mapped(held.single, with_parts)


def _succeeds(band: Any) -> int:
    return int(band in ("critical", "success"))


def count_outputs(held: Held, parts: tuple[Part, ...], at: int) -> Tree:
    """Dice counted one by one: what they are worth, with the parts that are asked for."""
    if not parts:
        return held.worth(None)
    check = held.check
    if check.explosion is not None or (check.again is not None and check.again.most is not None):
        raise SheetError(
            "of dice that explode behind a target, or of which some are rolled again, there are no parts", at
        )
    counts = held.counts
    one = Mapped(held.single, lambda band: (counts[band], *(int(band in _BAND_PARTS[part]) for part in parts)))
    return VectorSum(((one, held.count),)) if held.count != 1 else one


def outcome_without_dice(number: int, holds: bool, is_single: bool, parts: tuple[Part, ...]) -> Any:
    """What is held against none is not rolled: it fails, or succeeds where none is what it has to be below."""
    value = int(holds) if is_single else number * holds
    if not parts:
        return value
    words = {
        "successes": number * holds,
        "failures": number * (not holds),
        "outcome": "success" if holds else "failure",
    }
    return (value, *(words.get(part, 0) for part in parts))


def counts_of(clauses: Iterable[nodes.Clause], word: str, default: int) -> int:
    """How much a critical, or a fumble, counts."""
    found = next((clause.number for clause in clauses if clause.word == word and clause.number is not None), None)
    return default if found is None else found


@dataclass(frozen=True, eq=False)
class Against:
    """Dice held against a number, as a line says it.

    Attributes:
        compare: how they have to compare.
        counted: whether each die is held against it.
        rolled: whether they are rolled here, and do not lie there already.
        target: the number.
        terms: its parts by their names; empty where one has none.
        lots: the dice.
        bonus: the number added to each.
        clauses: what is said of faces: when it counts, and which faces.
        explosion: how they explode behind the target.
        cap: how far endless dice matter.
        name: what the roll is called.
        at: where it stands.
        free: the keys of the names in all of it.
        is_plain: whether the dice are plain ones, and not what rules and names come to.
    """

    compare: nodes.Compare
    counted: bool
    rolled: bool
    target: Callable[[Values], Any]
    terms: tuple[tuple[str, int, Code], ...]
    lots: Callable[[Values], list[Lot]]
    bonus: Callable[[Values], Any]
    clauses: Mapping[nodes.Clause, tuple[Callable[[Values], Any], Callable[[Values], Any], Any]]
    explosion: Callable[[Values], Any]
    cap: Callable[[Values], Values]
    name: str
    at: int
    free: tuple[str, ...]
    is_plain: bool

    def outputs(self, values: Values, parts: tuple[Part, ...], number: Any = None) -> Any:
        """Its value, with the parts that are asked for, of all its dice or of so many.

        Of dice that hang from nothing it is made once for all readings of the question.
        """
        play: Play = values[PLAY]
        if not self.is_plain:
            return self._hold(values, parts, number)
        key = (self, parts, number, *[values.get(name) for name in self.free])
        return play.keeping(key, partial(self._hold, parts=parts, number=number), values)

    def _lots(self, values: Values, number: Any) -> list[Lot]:
        """The dice, or so many of them."""
        values = self.cap(values)
        lots = self.lots(values)
        if number is not None:
            lots = [replace(lot, number=dice_number(number, values)) for lot in lots]
        return [lot for lot in lots if lot.number]

    def _hold(self, values: Values, parts: tuple[Part, ...], number: Any) -> Any:
        lots = self._lots(values, number)
        target = self.target(values)
        dice = sum(lot.number for lot in lots)
        holds: Callable[[Any, Any], bool] = COMPARE[self.compare]
        if isinstance(target, Lacking):
            return outcome_without_dice(dice, bool(holds(0, target)), not self.counted, parts)
        if self.counted and not dice:
            return outcome_without_dice(0, False, False, parts)
        if not self.rolled:
            shown = sum(lot.number for lot in lots if isinstance(lot.one, Constant) and holds(lot.one.outcome, target))
            counts = {"successes": shown, "failures": dice - shown}
            return shown if not parts else (shown, *(counts[part] for part in parts))
        check = self._check(values, target)
        found = [self._of_lot(values, lot, check, parts) for lot in lots]
        return found[0] if len(found) == 1 else _together(found, parts)

    def _check(self, values: Values, target: Any) -> rolls.Check:
        return rolls.Check(
            rolls.Number(0),
            self.compare,
            target,
            self._ranges("crit", values),
            counts_of(self.clauses, "crit", 1),
            self._ranges("fumble", values),
            counts_of(self.clauses, "fumble", 0),
            self._ranges("always", values),
            self._ranges("never", values),
            None,
            self.explosion({**values, CAP: None}),
        )

    def _ranges(self, word: str, values: Values) -> rolls.Ranges:
        return ranges_of([said for clause, said in self.clauses.items() if clause.word == word], values)

    def _again(self, values: Values) -> list[rolls.Again]:
        found = []
        for clause, (when, faces, _) in self.clauses.items():
            if clause.word == "reroll" and when(values):
                what: Any = clause.what or "naturals"
                spans = rolls.Ranges(tuple(faces(values)))
                if what != "naturals" or spans:
                    found.append(rolls.Again(what, spans, clause.number, at=clause.at))
        return found

    def _of_lot(self, values: Values, lot: Lot, check: rolls.Check, parts: tuple[Part, ...]) -> Tree:
        bonus = self.bonus(values)
        if again := self._again(values):
            check = replace(check, again=reroll(check, lot, bonus, again))
        shown = tuple((label, sign * code.run(values)) for label, sign, code in self.terms)
        if not shown or bonus:
            shown = (("target", check.target), *((("added to the roll", -bonus),) if bonus else ()))
        held = Held(check, lot.one, bonus, lot.text, lot.number, self.name, shown)
        return count_outputs(held, parts, self.at) if self.counted else single_outputs(held, parts)


def _together(found: list[Tree], parts: tuple[Part, ...]) -> Tree:
    """Lots of dice side by side, counted together."""
    if not parts:
        return total_of(found)
    whole = found[0]
    for each in found[1:]:
        whole = Joint((whole, each), _add_up)
    return whole


def _add_up(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(operator.add, first, second))
