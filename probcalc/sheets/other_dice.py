"""Dice of a variant in place of those of a sheet: laws, limits and choices are made of them from the start."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import gcd

from probcalc.exact.tree.die import Die
from probcalc.notation import nodes as rolls
from probcalc.scenarios.variants import refuse_variant
from probcalc.sheets.codes import Play

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
