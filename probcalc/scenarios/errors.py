"""The one error that input can cause."""

from __future__ import annotations

import copyreg
from collections.abc import Iterable
from difflib import SequenceMatcher, get_close_matches
from typing import Any

from probcalc.exact.arguments import brief
from probcalc.exact.budget.bounds import TooLarge
from probcalc.exact.errors import ProbcalcError, suggestion

_FEW = 100
"""In characters: so many names are listed where none is near."""


class InputError(ProbcalcError, ValueError):
    """A request that is refused, in one line that names the parameter, its bounds and what was given.

    Args:
        message: the line.
        parameter: the name it is about, "" when it is about the request as a whole.
        nearest: the valid name to suggest, "" when none is near.
    """

    def __init__(self, message: str, parameter: str = "", nearest: str = "") -> None:
        super().__init__(" ".join(message.split()))
        self.parameter = parameter
        self.nearest = nearest

    def __reduce__(self) -> tuple[Any, ...]:
        # Kinds of refusal are made of different parts, and each is sent as the line that it has become.
        return copyreg.__newobj__, (type(self), *self.args), vars(self)  # type: ignore[attr-defined]


class NoSuchResult(InputError, KeyError):
    """A result that there is not; the line says the nearest. A mapping raises KeyError, so that its `get` says None."""

    __str__ = Exception.__str__

    @classmethod
    def of(cls, name: Any, valid: Iterable[str], where: str) -> NoSuchResult:
        """The refusal of a name that is none of the results.

        >>> str(NoSuchResult.of("wound", ["wounds"], " of chronopia.melee"))
        'wound is not a result of chronopia.melee; did you mean wounds?'
        """
        return cls(str(unknown_name("result", name, valid, where)), "result")


class NotLoaded(InputError):
    """A game that is there and cannot be loaded."""


class LargeFight(InputError):
    """A fight that keeps all rules and is too large to be asked for everything; who wins it may be known."""


class TooMuch(InputError):
    """A request whose parts are too much together, though each alone would not be."""

    @classmethod
    def of(cls, scenario_id: str, error: TooLarge) -> TooMuch:
        """The refusal of all that is asked, of the step at which its budget came to an end.

        >>> str(TooMuch.of("chronopia.melee", TooLarge("a sum", 1200, 1000, "steps")))
        'chronopia.melee: all that is asked is too large: about 1,200 steps (limit 1,000)'
        """
        return cls(f"{scenario_id}: all that is asked {str(error).removeprefix(error.what)}")


def nearest_name(name: str, valid: Iterable[str]) -> str:
    """The valid name most like the one given, or "" when none is near.

    >>> nearest_name("agilty", ["agility", "armour"])
    'agility'
    >>> nearest_name("dexterity", ["cc", "dex"])
    'dex'
    >>> nearest_name("models", ["a.models", "b.models"]), nearest_name("a.modles", ["a.models", "b.models"])
    ('a.models', 'a.models')
    >>> nearest_name("qqq", ["agility", "armour"])
    ''
    """
    listed = list(valid)
    # A side's field given without its side: models is meant as a.models.
    if "." not in name and name not in listed and (sided := [v for v in listed if v.rpartition(".")[2] == name]):
        return sided[0]
    found = get_close_matches(name.lower()[:80], listed, 3, 0.6)
    # Of names as near as each other, a.models and b.models, the first.
    found = [v for v in listed if v in found and _likeness(name, v) == _likeness(name, found[0])][:1]
    if not found and len(name) > 1:
        # A longer or shorter form of the name: dexterity for dex, reroll for reroll_dice, orcs for orc_soldier.
        stem = name.lower().removesuffix("s")
        found = [v for v in listed if len(v) > 1 and (name.lower().startswith(v) or v.startswith(stem))][:1]
    return found[0] if found else ""


def _likeness(name: str, valid: str) -> float:
    return SequenceMatcher(None, valid, name.lower()[:80]).ratio()


def unknown_name(kind: str, name: Any, valid: Iterable[str], where: str = "", lister: str = "") -> InputError:
    """The refusal of a name that does not exist, with the nearest one that does, all of a few, or what lists them.

    >>> str(unknown_name("parameter", "armor", ["armour"], " of chronopia.melee"))
    'armor is not a parameter of chronopia.melee; did you mean armour?'
    >>> str(unknown_name("outcome", "x", ["a", "draw", "b"], " of winner"))
    'x is not an outcome of winner; choose from a, draw, b'
    """
    name = name if isinstance(name, str) else brief(name)
    said = "".join(c if c.isprintable() else "?" for c in name[:60])
    said = said if said.strip() else f'"{said}"'
    listed = [str(each) for each in valid]
    nearest = nearest_name(name, listed)
    all_of_few = ", ".join(listed)
    if listed and len(all_of_few) <= _FEW:
        otherwise = f"; choose from {all_of_few}"
    else:
        otherwise = f"; {lister} lists them" if lister else ""
    article = "an" if kind[:1] in "aeio" else "a"
    return InputError(f"{said} is not {article} {kind}{where}{suggestion(nearest, otherwise)}", said, nearest)


def unknown_parameter(scenario_id: str, name: str, valid: Iterable[str]) -> InputError:
    """The refusal of a parameter that a scenario does not have.

    >>> str(unknown_parameter("chronopia.melee", "luck", ["armour", "cc"]))
    'luck is not a parameter of chronopia.melee; choose from armour, cc'
    """
    return unknown_name("parameter", name, valid, f" of {scenario_id}", lister=f"probcalc describe {scenario_id}")
