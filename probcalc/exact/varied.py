"""A tree with other dice: each roll is made again from its recipe, and what follows it stays."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from functools import partial
from typing import Any

from probcalc.exact.errors import WrongValue
from probcalc.exact.law.outcomes import NoOutcome
from probcalc.exact.records.record import Record
from probcalc.exact.tree.checks import FacesInWords
from probcalc.exact.tree.decisions import Option
from probcalc.exact.tree.die import Die
from probcalc.exact.tree.likeliest import Likeliest
from probcalc.exact.tree.steps import Event, Known, Roll, Tree

_MOST_KEPT = 4096
_SIDES = re.compile(r"d([0-9]{1,9})")
_LEADS_NOWHERE = {"function", "combine", "condition", "ended", "aim", "over", "left", "copies"} | {
    *("advance", "settled", "limits", "label", "finish"),
}
"""Functions of a step that give outcomes, numbers or truths; what the others give is played next."""


class OtherDie(WrongValue):
    """A roll that cannot be made with another die."""


class Varied:
    """What trees become when some dice are replaced.

    `dice` maps the sides of a die ("d20"), or the name of a roll, to the die that is rolled in its place; the name of a
    roll comes first. `ended` makes the die of so many sides that is rolled wherever `dice` names none. One belongs to
    one reading of one request: it keeps what it has made, so that a branch that is used twice stays one branch.
    `refused` makes the error for a roll that has no recipe.

    While the trees are read, `met` gathers the names of the rolls that play comes to, and their dice as the rules have
    them; `low` the dice that were put into rolls which succeed on low faces.

    >>> from probcalc.exact.tree.checks import roll_under
    >>> from probcalc.exact.dice.dice import d
    >>> from probcalc.exact.tree.die import uneven
    >>> from probcalc.exact.readings.law import probability_of
    >>> test = roll_under("Test", 6, 4).among("success")
    >>> probability_of(test), probability_of(Varied({"d6": uneven("2d6", 2 @ d(6))}).of(test))
    (Fraction(2, 3), Fraction(1, 6))

    Raises:
        OtherDie: when such a roll has no recipe.
    """

    def __init__(
        self,
        dice: Mapping[str, Die],
        refused: Callable[[str], ValueError] = OtherDie,
        ended: Callable[[int], Die] | None = None,
    ) -> None:
        self._dice = dict(dice)
        self._ended = ended
        self._refused = refused
        self._sizes = {int(name[1:]) for name in self._dice if name[:1] == "d" and name[1:].isdecimal()}
        self._made: dict[int, tuple[Any, Any]] = {}
        self.met: set[str] = set()
        self.low: set[str] = set()

    def of(self, part: Any) -> Any:
        """The same with the other dice: a step, an event, or what holds some; all else is left as it is."""
        kept = self._made.get(id(part))
        if kept is not None:
            return kept[1]
        if isinstance(part, Roll):
            made = self._vary_roll(part)
        elif isinstance(part, Known) and (self._dice or self._ended):
            raise self._refused(f"{part.name or 'a law'} is given as a whole, so it cannot be rolled with other dice")
        elif isinstance(part, (Tree, Event, Option, Likeliest)):
            made = self._rebuild(part)
        elif isinstance(part, Record):
            return part.changed(self.of)
        elif isinstance(part, Mapping) and not isinstance(part, NoOutcome):
            return {name: self.of(value) for name, value in part.items()}
        elif type(part) in (tuple, list):
            return type(part)(map(self.of, part))
        else:
            return part
        if len(self._made) >= _MOST_KEPT:
            self._made.clear()
        # The part is kept beside what became of it, so that no other takes its place in memory.
        self._made[id(part)] = part, made
        return made

    def _vary_roll(self, roll: Roll) -> Tree:
        recipe = roll.recipe
        self.met.add(roll.name)
        if roll.is_varied:
            # Play that is made of other play of the same request meets its rolls again.
            return roll
        if recipe:
            self.met.add(f"d{recipe[0]}")
        die = self._dice.get(roll.name) or (self._dice.get(f"d{recipe[0]}") if recipe else None)
        if die is None and recipe is not None and self._ended is not None:
            die = self._ended(recipe[0])
        if die is not None and recipe is not None:
            if isinstance(roll.needs, FacesInWords) and roll.needs.succeeds_low:
                self.low.add(die.name)
            made = recipe[1](die)
            return replace(made, is_varied=True) if isinstance(made, Roll) else made
        if die is not None or any(int(sides) in self._sizes for sides in _SIDES.findall(roll.dice)):
            raise self._refused(f"{roll.name} ({roll.dice}) cannot be rolled with another die")
        return roll

    def _rebuild(self, part: Any) -> Any:
        parts = {each.name: getattr(part, each.name) for each in fields(part) if each.init}
        changed = {
            name: partial(self._follow_on, value) if callable(value) and name not in _LEADS_NOWHERE else self.of(value)
            for name, value in parts.items()
        }
        return part if all(changed[name] is value for name, value in parts.items()) else type(part)(**changed)

    def _follow_on(self, function: Callable[..., Any], *outcomes: Any) -> Any:
        found = function(*outcomes)
        return map(self.of, found) if isinstance(found, Iterator) else self.of(found)
