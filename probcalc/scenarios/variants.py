"""A variant of a game: other dice, and other values for the numbers that its rules fix."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, TypeVar

from probcalc.exact.die import Die
from probcalc.exact.named_dice import named_die
from probcalc.exact.varied import Varied
from probcalc.scenarios import finding
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.fixed import Fixed, fixed_of
from probcalc.scenarios.named_rolls import is_rolled, not_rolled, rolls_met_in, unknown_roll, usually_rolled
from probcalc.scenarios.scenario import Scenario
from probcalc.scenarios.system import System, system_id_of

S = TypeVar("S", bound=Scenario)
_LONGEST = 400
_WHOLE = re.compile(r"-?[0-9]{1,6}")
_SIDES = re.compile(r"d[0-9]{1,4}")
_ENDS = ("lowest", "highest")
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
    def text(self) -> str:
        """The variant as the parameter `variant` takes it.

        >>> read_variant(" d20 = 2d10;boost=3 ").text
        'd20=2d10; boost=3'
        """
        ends = {name: n for name, n in zip(_ENDS, (self.lowest, self.highest), strict=True) if n != 1}
        return "; ".join(f"{name}={value}" for name, value in {**self.dice, **ends, **self.numbers}.items())

    def toml(self) -> str:
        """The variant as a file.

        >>> print(read_variant("d20=2d10; boost=3").toml())
        [dice]
        d20 = "2d10"
        <BLANKLINE>
        [numbers]
        boost = 3
        """
        ends = {name: n for name, n in zip(_ENDS, (self.lowest, self.highest), strict=True) if n != 1}
        parts = [f"name = {_quoted(self.name)}"] if self.name else []
        for title, values in zip(_SECTIONS, (self.dice, ends, self.numbers), strict=True):
            lines = [
                f"{what if _BARE.fullmatch(what) else _quoted(what)} = {_quoted(v) if isinstance(v, str) else v}"
                for what, v in values.items()
            ]
            parts += ["\n".join([f"[{title}]", *lines])] if lines else []
        return "\n\n".join(parts)

    def made(self) -> dict[str, Die]:
        """The dice by what they replace.

        Raises:
            InputError: when one is no die.
        """
        return {name: self._ended(die) for name, die in self.dice.items()}

    def usual(self) -> Callable[[int], Die] | None:
        """What becomes of a die that is not named: nothing, or only its ends are others, where no die is named.

        Raises:
            InputError: from what it gives, when a die has too few results for its ends.
        """
        if self.dice or (self.lowest, self.highest) == (1, 1):
            return None
        return lambda sides: self._ended(f"d{sides}")

    def _ended(self, die: str) -> Die:
        try:
            return named_die(die, self.lowest, self.highest)
        except ValueError as error:
            raise _refused(str(error)) from None


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _refused(why: str) -> InputError:
    return InputError(f"variant: {why}", "variant")


def read_variant(text: str) -> Variant:
    """A variant from one line: what is replaced = by what, with a semicolon between two.

    >>> read_variant("d20=2d10; Armour save=3d6; highest=2; boost=3")
    Variant(dice={'d20': '2d10', 'Armour save': '3d6'}, numbers={'boost': 3}, lowest=1, highest=2, name='')

    Raises:
        InputError: when it cannot be read; the line shows how a variant is written.
    """
    if not isinstance(text, str) or len(text) > _LONGEST or not text.isprintable():
        raise _refused(f"a line of text of at most {_LONGEST} characters, like d20=2d10; boost=3")
    entries: dict[str, str] = {}
    for entry in filter(str.strip, text.split(";")):
        name, given, value = (part.strip() for part in entry.partition("="))
        if not name or not given or not value:
            raise _refused(f"{entry.strip()!r} is not written like d20=2d10 or boost=3")
        if name in entries:
            raise _refused(f"{name} is given twice")
        entries[name] = value
    return _sorted(entries)


def _sorted(entries: Mapping[str, str | int], name: str = "") -> Variant:
    dice: dict[str, str] = {}
    numbers: dict[str, int] = {}
    for what, value in entries.items():
        if isinstance(value, int) or _WHOLE.fullmatch(value):
            numbers[what] = int(value)
        else:
            dice[what] = " ".join(value.split())
    ends = {end: numbers.pop(end, 1) for end in _ENDS}
    for end, count in ends.items():
        if not 0 <= count <= 9:
            raise _refused(f"{end} is 0..9, not {count}")
    variant = Variant(dice, numbers, **ends, name=name)
    variant.made()
    return variant


def variant_from_toml(text: str) -> Variant:
    r"""A variant from a file: a name, and the tables dice, ends and numbers.

    >>> variant_from_toml('name = "Bell curve"\n[dice]\nd20 = "2d10"\n[numbers]\nboost = 3').text
    'd20=2d10; boost=3'

    Raises:
        InputError: in one line, when it is no such file.
    """
    try:
        found = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, ValueError) as error:
        raise _refused(f"the file cannot be read: {str(error).splitlines()[0]}") from None
    name = found.pop("name", "")
    entries: dict[str, str | int] = {}
    for section, values in found.items():
        if section not in _SECTIONS or not isinstance(values, dict):
            raise unknown_name("part of a variant", section, ("name", *_SECTIONS))
        for what, value in values.items():
            if type(value) not in (str, int) or (section == "dice") != isinstance(value, str) or what in entries:
                kind = "a die in quotes" if section == "dice" else "a whole number"
                raise _refused(f"{section}.{what} is {kind}, given once")
            entries[what] = value
    if not isinstance(name, str) or len(str(name)) > _LONGEST:
        raise _refused("its name is a short text in quotes")
    return _sorted(entries, name)


def main_die(scenario_id: str) -> str:
    """The die of the game that a scenario belongs to.

    >>> main_die("chronopia.melee"), main_die("oathmark.nerve")
    ('d20', 'd10')

    Raises:
        InputError: when the game names none.
    """
    system = _game_of(scenario_id)
    found = _SIDES.search(system.dice) if system is not None else None
    if found is None:
        raise _refused(f"say which die of {scenario_id} is replaced, like d20=2d10")
    return found[0]


def _game_of(scenario_id: str) -> System | None:
    """The game of a scenario; None where that game cannot be loaded."""
    system = finding.loaded(system_id_of(scenario_id))
    return system if isinstance(system, System) else None


def fixed_numbers(system: System) -> dict[str, Fixed]:
    """All fixed numbers of a game by name; one name means one number throughout the game."""
    return {name: each for model in system.scenarios for name, each in fixed_of(model).items()}


def _foreign(model: type[Scenario], variant: Variant) -> list[str]:
    """The dice that a variant replaces and the game does not have, where their size is no parameter."""
    system = _game_of(model.id)
    own = set(_SIDES.findall(system.dice)) if system is not None else set()
    if not own or model.parameter("die") is not None:
        return []
    return [name for name in variant.dice if _SIDES.fullmatch(name) and name not in own]


def _again(model: type[Scenario], text: str) -> Scenario:
    """A scenario by the rules of a variant, without its values yet."""
    by_variant = model_of(model, text)
    found: Scenario = object.__new__(by_variant)
    return found


def require_rolls(scenario: Scenario) -> None:
    """Refuse a variant that names a roll which no scenario of the game ever makes, and this request does not either.

    Raises:
        InputError: with the nearest name of a roll.
    """
    named = [name for name in read_variant(scenario.variant).dice if not _SIDES.fullmatch(name)]
    if not named:
        return
    model: type[Scenario] = type(scenario).__mro__[1]
    system = _game_of(model.id)
    # A variant is made for a game: what another of its scenarios rolls may well be named.
    models = system.scenarios if system is not None else ()
    for name in named:
        if any(name in usually_rolled(each) for each in models) or is_rolled(model, name):
            continue
        met = rolls_met_in(scenario)
        if name not in met and not any(is_rolled(each, name) for each in models):
            raise unknown_roll(scenario.id, name, met)


@lru_cache(maxsize=64)
def model_of(model: type[S], text: str) -> type[S]:
    """The scenario by the rules of a variant.

    Raises:
        InputError: when the variant cannot be read, or names what the game does not have.
    """
    variant = read_variant(text)
    system = _game_of(model.id)
    known = fixed_numbers(system) if system is not None else dict(fixed_of(model))
    for name, value in variant.numbers.items():
        if name not in known:
            raise unknown_name("number of the rules", name, (*known, *_ENDS))
        known[name].require(name, value)
    dice, usual = variant.made(), variant.usual()

    def other(played: Any) -> Any:
        return Varied(dice, _refused, usual).of(played) if dice or usual else played

    def played(self: Any) -> Any:
        varied = Varied(dice, _refused, usual)
        looked_for = {name: die for name, die in variant.dice.items() if name not in strange}
        return varied.of(model.play(self)), lambda: not_rolled(looked_for, varied.met)

    def changed(method: str) -> Callable[..., Any]:
        def asked(self: Any, *args: Any) -> Any:
            return other(getattr(model, method)(self, *args))

        return asked

    own = {name: value for name, value in variant.numbers.items() if name in fixed_of(model)}
    others = [name for name in variant.numbers if name not in own]
    strange = _foreign(model, variant)
    foreign = [f"{die} is no die of {model.id}, so {die}={variant.dice[die]} changes nothing here." for die in strange]

    def notes(self: Any) -> list[str]:
        by = f"Answered by other rules: {variant.text}."
        idle = [f"{name} is no number of {model.id}, so the variant leaves it as it is here." for name in others]
        return [*model.notes(self), by, *idle, *foreign]

    def again(self: Any) -> tuple[Any, ...]:
        # A class that is made here cannot be found by its name in another process.
        return _again, (model, text), self.__getstate__()

    methods = {
        name: changed(name)
        for name in ("play", "together", "open_play", "by_the_rules", "strikes")
        if hasattr(model, name)
    }
    if dice:
        methods["played"] = played
    body: dict[str, Any] = {"__doc__": model.__doc__, "__module__": model.__module__, "variant": variant.text}
    body["__annotations__"] = dict.fromkeys(("variant", *own), ClassVar[Any])
    return type(model.__name__, (model,), body | own | methods | {"notes": notes, "__reduce__": again})
