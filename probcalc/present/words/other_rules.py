"""Other rules in a player's words: which dice take the place of which, and what the numbers of the rules become."""

from __future__ import annotations

from collections.abc import Mapping

from probcalc.present.numbers.text import with_minus
from probcalc.scenarios.fixed import Fixed
from probcalc.scenarios.system import System
from probcalc.scenarios.variant_models import fixed_numbers
from probcalc.scenarios.variants import DIE, read_variant

_STANDARD = (4, 6, 8, 10, 12, 20)
_SEVERAL = {20: "3d6"}


def rules_words(text: str, system: System) -> str:
    """A variant of a game as its players would say it.

    >>> from probcalc.scenarios.registry import system
    >>> rules_words("d20=2d10; boost=3", system("chronopia"))
    '2d10 instead of d20; to hit, for a Command Point: 3 instead of 2'
    >>> rules_words("Armour save=3d6; highest=2", system("chronopia"))
    '3d6 for Armour save; the 2 highest results count as naturals'

    Raises:
        InputError: when it is no variant.
    """
    variant, known = read_variant(text), fixed_numbers(system)
    told = [
        f"{with_minus(new)} {'instead of' if DIE.fullmatch(old) else 'for'} {old}" for old, new in variant.dice.items()
    ]
    told += [_end(name, many) for name, many in variant.ends.items()]
    told += [_number(name, value, known) for name, value in variant.numbers.items()]
    return "; ".join(told)


def _end(name: str, many: int) -> str:
    return f"the {many} {name} results count as naturals" if many else f"no {name} result counts as a natural"


def _number(name: str, value: int, known: Mapping[str, Fixed]) -> str:
    if name not in known:
        return f"{name} {with_minus(str(value))}"
    fixed = known[name]
    words = fixed.help[:1].lower() + fixed.help[1:]
    return with_minus(f"{words}: {value} instead of {fixed.value}")


def other_dice(sides: int) -> tuple[str, ...]:
    """What may be rolled in place of a die, two dice of half its size first.

    >>> other_dice(20)
    ('2d10', '3d6', 'best of 2d20', 'worst of 2d20', 'middle of 3d20', 'd12')
    >>> other_dice(6)
    ('2d3', 'best of 2d6', 'worst of 2d6', 'middle of 3d6', 'd4', 'd8')
    """
    summed = [f"2d{sides // 2}"] if sides % 2 == 0 else []
    picked = [f"best of 2d{sides}", f"worst of 2d{sides}", f"middle of 3d{sides}"]
    smaller = [each for each in _STANDARD if each < sides][-1:]
    larger = [each for each in _STANDARD if each > sides][:1]
    several = [_SEVERAL[sides]] if sides in _SEVERAL else []
    return (*summed, *several, *picked, *(f"d{each}" for each in (*smaller, *larger)))
