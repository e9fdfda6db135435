"""The four dice procedures of Chronopia: the test, the critical, the plain d20 and the armour save.

Every law here is read off the twenty faces of a d20, one face after the other.
"""

from fractions import Fraction

from ..enumeration import Law, certain, each_face, read_as, sum_of_copies, sum_of_two, then

D20 = each_face(20)


def result_of_test(natural: int, target: int) -> str:
    """A natural 1 is a perfect success, a natural 20 a fumble; else equal or under the target succeeds."""
    if natural == 1:
        return "perfect"
    if natural == 20:
        return "fumble"
    return "success" if natural <= target else "failure"


def characteristic_test(target: int, naturals: str) -> Law:
    """A test of Dex, WP, LD: perfect, success, failure, fumble; "plain": 1 and 20 are faces like any."""
    if naturals == "plain":
        return read_as(D20, lambda natural: "success" if natural <= target else "failure")
    return read_as(D20, lambda natural: result_of_test(natural, target))


def passes(target: int, naturals: str) -> Fraction:
    """The chance of a successful test, perfect ones included."""
    law = characteristic_test(target, naturals)
    return law.get("perfect", Fraction(0)) + law.get("success", Fraction(0))


def hit_test(target: int, critic: int) -> Law:
    """One test to hit: critical, hit, miss or fumble. Its naturals count whatever the ruling on LD tests."""

    def reading(natural: int) -> str:
        result = result_of_test(natural, target)
        if result == "fumble":
            return "fumble"
        if result == "failure":
            return "miss"
        return "critical" if 1 <= natural <= critic else "hit"

    return read_as(D20, reading)


def hits(law: Law) -> Fraction:
    """The chance of a hit of a test to hit, criticals included."""
    return law.get("critical", Fraction(0)) + law.get("hit", Fraction(0))


def one_wound_warded(ward: int) -> Law:
    """One wound with a Ward Save: 0 when the plain d20 shows ward or less, else 1."""
    return read_as(D20, lambda natural: 0 if natural <= ward else 1)


def one_wound_healed_or_warded(heal: int, ward: int) -> Law:
    """One wound: Heal first, then the Ward Save, both plain."""
    return then(D20, lambda natural: certain(0) if natural <= heal else one_wound_warded(ward))


def potential_wounds(save: int, multiplier: int, ruling: str) -> Law:
    """The armour save of one hit: pairs (wounds that may be healed and warded, wounds that nothing saves)."""
    if ruling == "single_roll":
        return _single_roll(save, multiplier)
    if ruling == "each_die":
        return _each_die(save, multiplier)
    return _first_special_decides(save, multiplier)


def _single_roll(save: int, multiplier: int) -> Law:
    def reading(natural: int) -> tuple[int, int]:
        if natural == 20:
            return (0, multiplier)
        if natural == 1 or natural <= save:
            return (0, 0)
        return (multiplier, 0)

    return read_as(D20, reading)


def _each_die(save: int, multiplier: int) -> Law:
    law = certain((0, 0))
    for _ in range(multiplier):
        law = then(law, lambda wounds: read_as(D20, lambda natural: _own_wound(wounds, natural, save)))
    return law


def _own_wound(wounds: tuple[int, int], natural: int, save: int) -> tuple[int, int]:
    saveable, final = wounds
    if natural == 20:
        return (saveable, final + 1)
    if natural == 1 or natural <= save:
        return (saveable, final)
    return (saveable + 1, final)


def _first_special_decides(save: int, multiplier: int) -> Law:
    # The dice are looked at one by one: a number counts the failures so far, a pair is the decided end.
    law = certain(0)
    for _ in range(multiplier):
        law = then(law, lambda so_far: _next_die(so_far, save, multiplier))
    return read_as(law, lambda end: end if isinstance(end, tuple) else (end, 0))


def _next_die(so_far: int | tuple[int, int], save: int, multiplier: int) -> Law:
    if isinstance(so_far, tuple):
        return certain(so_far)
    failures = so_far

    def reading(natural: int) -> int | tuple[int, int]:
        if natural == 1:
            return (0, 0)
        if natural == 20:
            return (0, multiplier)
        return failures if natural <= save else failures + 1

    return read_as(D20, reading)


def wounds_of_hit(save: int, multiplier: int, heal: int, ward: int, ruling: str) -> Law:
    """The wounds of one plain hit: armour save, then Heal and Ward Save for each wound that allows them."""

    def after_the_armour(wounds: tuple[int, int]) -> Law:
        saveable, final = wounds
        return sum_of_two(certain(final), sum_of_copies(saveable, one_wound_healed_or_warded(heal, ward)))

    return then(potential_wounds(save, multiplier, ruling), after_the_armour)


def wounds_of_critical(wounds: int, ward: int) -> Law:
    """The wounds of one critical: no armour save and no Heal, but a Ward Save for each."""
    return sum_of_copies(wounds, one_wound_warded(ward))
