"""The two dice procedures of Oathmark: the best-of test and the Combat Die against a Target Number."""

from fractions import Fraction

from ..enumeration import Law, certain, chance, each_face, each_roll, happens, read_as, then


def number_of_dice(dice: int, command: bool, horrific: bool = False) -> int:
    """Command adds a die, up to 3; a horrific enemy then takes one away, down to 1."""
    if command:
        dice += 1
    dice = min(dice, 3)
    if horrific:
        dice -= 1
    return max(dice, 1)


def passes(die: int, dice: int, needed: int, modifier: int, natural_top_passes: bool) -> Fraction:
    """A best-of test: the chance that any of the dice, plus the modifier, reaches `needed`."""

    def passed(faces: tuple[int, ...]) -> bool:
        return max(faces) + modifier >= needed or (natural_top_passes and max(faces) == die)

    return chance(each_roll(dice, die), passed)


def combat_die(die: int, target_number: int, tn_over_max: str) -> Law:
    """The hits of one Combat Die: 1, 2 or 3 for reaching TN, TN + 5 or TN + 10."""

    def tiers(face: int) -> int:
        if face >= target_number + 10:
            return 3
        if face >= target_number + 5:
            return 2
        if face >= target_number:
            return 1
        return 0

    if target_number <= die:
        return read_as(each_face(die), tiers)
    if tn_over_max == "impossible":
        return certain(0)
    if tn_over_max == "natural_hits":
        return read_as(each_face(die), lambda face: 1 if face == die else 0)

    # The lowest face that reaches four fifths of the die, which is 8 on a d10.
    confirms_on = min(face for face in range(1, die + 1) if 5 * face >= 4 * die)

    def top_face_rolled_again(face: int) -> Law:
        if face < die:
            return certain(0)
        return read_as(each_face(die), lambda second: 1 if second >= confirms_on else 0)

    return then(each_face(die), top_face_rolled_again)


def test_result(passed: bool, was_disordered: bool) -> str:
    """A failed morale test disorders a unit, or breaks it when it was disordered already."""
    if passed:
        return "passed"
    return "broken" if was_disordered else "disordered"


def morale_test(
    die: int, dice: int, activation: int, modifier: int, natural_top_passes: bool, was_disordered: bool
) -> Law:
    """One morale test: passed, disordered or broken."""
    chance_to_pass = passes(die, dice, activation, modifier, natural_top_passes)
    return read_as(happens(chance_to_pass), lambda passed: test_result(passed, was_disordered))
