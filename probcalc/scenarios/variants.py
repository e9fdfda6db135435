"""A variant of a game: other dice, and other values for the numbers that its rules fix."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from probcalc.exact.dice.named_dice import named_die
from probcalc.exact.tree.die import Die
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.given_values import brief_value

_LONGEST = 400
_WHOLE = re.compile(r"[+-]?[0-9]{1,6}")
DIE = re.compile(r"d[0-9]{1,4}")
"""A die by its number of sides, as the rules name it."""
ENDS = ("lowest", "highest")
"""What says how many results count as naturals."""
MOST_ENDS = 9
_AMOUNT = re.compile(r"[+-]?[0-9.][0-9.,/]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SECTIONS = ("dice", "ends", "numbers")


@dataclass(frozen=True, slots=True)
class Variant:
    """What a variant changes.

    Attributes:
        dice: a die of the rules ("d20"), or the name of a roll, to the die that is rolled in its place.
        lowest, highest: how many of a die's lowest and highest results count as its natural 1 and its natural 20; those
            of the dice that are named, or of every die where none is.
        numbers: fixed numbers of the rules by name.
        name: what it is called.
    """

    dice: Mapping[str, str]
    numbers: Mapping[str, int]
    lowest: int = 1
    highest: int = 1
    name: str = ""

    @property
    def ends(self) -> dict[str, int]:
        """How many results count as naturals, where that is not one."""
        return {name: n for name, n in zip(ENDS, (self.lowest, self.highest), strict=True) if n != 1}

    @property
    def text(self) -> str:
        """The variant as the parameter `variant` takes it.

        >>> read_variant(" d20 = 2d10;boost=3 ").text
        'd20=2d10; boost=3'
        """
        return "; ".join(f"{name}={value}" for name, value in {**self.dice, **self.ends, **self.numbers}.items())

    def toml(self) -> str:
        """The variant as a file.

        >>> print(read_variant("d20=2d10; boost=3").toml())
        [dice]
        d20 = "2d10"
        <BLANKLINE>
        [numbers]
        boost = 3
        """
        parts = [f"name = {quote_toml(self.name)}"] if self.name else []
        for title, values in zip(_SECTIONS, (self.dice, self.ends, self.numbers), strict=True):
            lines = [
                f"{what if _BARE.fullmatch(what) else quote_toml(what)} = {quote_toml(v) if isinstance(v, str) else v}"
                for what, v in values.items()
            ]
            parts += ["\n".join([f"[{title}]", *lines])] if lines else []
        return "\n\n".join(parts)

    def dice_by_name(self) -> dict[str, Die]:
        """The dice by what they replace.

        Raises:
            InputError: when one is no die.
        """
        return {name: self._die_of(die) for name, die in self.dice.items()}

    def usual(self) -> Callable[[int], Die] | None:
        """What becomes of a die that is not named: nothing, or only its ends are others, where no die is named.

        Raises:
            InputError: from what it gives, when a die has too few results for its ends.
        """
        if self.dice or not self.ends:
            return None
        return lambda sides: self._die_of(f"d{sides}")

    def _die_of(self, die: str) -> Die:
        try:
            return named_die(die, self.lowest, self.highest)
        except ValueError as error:
            raise refuse_variant(str(error)) from None


def quote_toml(text: str) -> str:
    """A text as a file of TOML has it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def refuse_variant(why: str) -> InputError:
    """Why a variant is refused, in one line that names the parameter."""
    return InputError(f"variant: {why}", "variant")


def require_change(text: str) -> None:
    """Refuse a variant that changes nothing where it is held beside the rules.

    Raises:
        InputError: when it says nothing.
    """
    if not text:
        raise refuse_variant("nothing is changed; write what is, like d20=2d10")


def read_variant(text: str) -> Variant:
    """A variant from one line: what is replaced = by what, with a semicolon between two.

    >>> read_variant("d20=2d10; Armour save=3d6; highest=2; boost=3")
    Variant(dice={'d20': '2d10', 'Armour save': '3d6'}, numbers={'boost': 3}, lowest=1, highest=2, name='')

    Raises:
        InputError: when it cannot be read; the line shows how a variant is written.
    """
    if not isinstance(text, str) or len(text) > _LONGEST or not text.isprintable():
        raise refuse_variant(f"a line of text of at most {_LONGEST} characters, like d20=2d10; boost=3")
    entries: dict[str, str] = {}
    for entry in filter(str.strip, text.split(";")):
        name, given, value = (part.strip() for part in entry.partition("="))
        if not name or not given or not value:
            raise refuse_variant(f"{entry.strip()!r} is not written like d20=2d10 or boost=3")
        if name in entries:
            raise refuse_variant(f"{name} is given twice")
        entries[name] = value
    return _sort(entries)


def _sort(entries: Mapping[str, str | int], name: str = "") -> Variant:
    dice: dict[str, str] = {}
    numbers: dict[str, int] = {}
    for what, value in entries.items():
        if isinstance(value, int) or _WHOLE.fullmatch(value):
            numbers[what] = int(value)
        elif _AMOUNT.fullmatch(value):
            raise refuse_variant(f"{what} is a whole number of at most six digits, not {brief_value(value)}")
        else:
            dice[what] = " ".join(value.split())
    ends = {end: numbers.pop(end, 1) for end in ENDS}
    for end, count in ends.items():
        if not 0 <= count <= MOST_ENDS:
            raise refuse_variant(f"{end} must be 0 to {MOST_ENDS}, not {count}")
    variant = Variant(dice, numbers, **ends, name=name)
    variant.dice_by_name()
    return variant


def variant_from_toml(text: str) -> Variant:
    r"""A variant from a file: a name, and the tables dice, ends and numbers.

    >>> variant_from_toml('name = "Bell curve"\n[dice]\nd20 = "2d10"\n[numbers]\nboost = 3').text
    'd20=2d10; boost=3'

    Raises:
        InputError: in one line, when it is no such file.
    """
    try:
        found = tomllib.loads(text.removeprefix("\ufeff"))
    except RecursionError:
        raise refuse_variant("the file cannot be read: its lists stand too deep inside of each other") from None
    except (tomllib.TOMLDecodeError, ValueError) as error:
        raise refuse_variant(f"the file cannot be read: {str(error).splitlines()[0]}") from None
    name = found.pop("name", "")
    entries: dict[str, str | int] = {}
    for section, values in found.items():
        if section not in _SECTIONS or not isinstance(values, dict):
            raise unknown_name("part of a variant", section, ("name", *_SECTIONS))
        for what, value in values.items():
            if type(value) not in (str, int) or (section == "dice") != isinstance(value, str) or what in entries:
                kind = "a die in quotes" if section == "dice" else "a whole number"
                raise refuse_variant(f"{section}.{what} is {kind}, given once")
            entries[what] = value
    if not isinstance(name, str) or len(str(name)) > _LONGEST:
        raise refuse_variant("its name is a short text in quotes")
    return _sort(entries, name)
