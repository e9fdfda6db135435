"""Rolls in the notation, played as a person would with dice on the table: every sequence of faces, one by one.

`law(node)` gives the exact law of a roll that is a number, of a check's bands, or of who wins.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from math import prod
from typing import Any

from probcalc.notation import nodes

Dice = Callable[[Any], int]
MOST_PLAYS = 2500


MOST_DICE_IN_A_PLAY = 40


class TooMany(Exception):
    """The roll falls in more ways than the twin is willing to go through."""


def every_play(play: Callable[[Dice], Any], most: int = MOST_PLAYS) -> dict[Any, Fraction]:
    """The law of what `play` returns, over every way in which the dice it asks for can fall."""
    law: dict[Any, Fraction] = {}
    script: list[int] = []
    for _ in range(most):
        shown: list[tuple[int, int]] = []

        def die(faces: Any, shown: list[tuple[int, int]] = shown) -> int:
            place = len(shown)
            if place == MOST_DICE_IN_A_PLAY:
                raise TooMany
            if place == len(script):
                script.append(0)
            shown.append((script[place], len(faces)))
            return int(list(faces)[script[place]])

        outcome = play(die)
        chance = Fraction(1)
        for _, sides in shown:
            chance /= sides
        law[outcome] = law.get(outcome, Fraction(0)) + chance
        # The next way: the last die that has a face left moves on, and all after it begin again.
        while shown and shown[-1][0] == shown[-1][1] - 1:
            shown.pop()
        del script[len(shown) :]
        if not shown:
            return law
        script[-1] += 1
    raise TooMany


def law(node: Any) -> dict[Any, Fraction]:
    """The law of a roll: of its number, or of "a", "tie" and "b" for two sides."""
    if not isinstance(node, nodes.Contest):
        return every_play(lambda die: number(node, die))
    found = every_play(lambda die: winner(node, number(node.a, die), number(node.b, die)))
    if node.ties != "reroll":
        return found
    decided = 1 - found.pop("tie", Fraction(0))
    return {side: chance / decided for side, chance in found.items()}


def winner(node: nodes.Contest, a: int, b: int) -> str:
    if a == b:
        return node.ties if node.ties in ("a", "b") else "tie"
    return "a" if (a < b if node.lower_wins else a > b) else "b"


def bands(check: nodes.Check) -> dict[Any, Fraction]:
    """The law of the band in which a single roll ends."""

    def play(die: Dice) -> str:
        natural = rolled(check.of, die)
        if rolls_again(check, natural):
            natural = rolled(check.of, die)
        return band(check, natural)

    return every_play(play)


def number(node: Any, die: Dice) -> int:
    """What a roll comes to."""
    match node:
        case nodes.Number():
            return node.value
        case nodes.Pool():
            return sum(one_of(node, die) for _ in range(node.count))
        case nodes.Together():
            return sum(number(part, die) for part in node.parts)
        case nodes.Added():
            return number(node.pool, die)
        case nodes.Kept():
            return kept(node, die)
        case nodes.Negative():
            return -number(node.part, die)
        case nodes.Sum():
            return sum(number(term, die) for term in node.terms)
        case nodes.Operation(sign="*"):
            return prod(number(part, die) for part in node.parts)
        case nodes.Ranked():
            shown = on_the_table(node.dice, die)
            if node.from_lowest:
                shown.reverse()
            return sum(shown[rank - 1] for rank in node.ranks if rank <= len(shown))
        case nodes.Deal():
            return sum(hand(node, die))
        case nodes.Operation(sign="and" | "or"):
            held = [number(part, die) != 0 for part in node.parts]
            return int(all(held) if node.sign == "and" else any(held))
        case nodes.Not():
            return int(number(node.part, die) == 0)
        case nodes.Until():
            return until(node, die)
        case nodes.With():
            body = node.body
            for letter, count in symbols(node.symbols, die).items():
                body = lettered(body, letter, count)
            return number(body, die)
        case nodes.Asked():
            return asked(node, die)
        case nodes.Operation(sign="/", parts=(part, by)):
            return number(part, die) // by.value
        case nodes.Applied(function="abs"):
            return abs(number(node.part, die))
        case nodes.Compared():
            a, b = number(node.a, die), number(node.b, die)
            return int({">=": a >= b, "<=": a <= b, ">": a > b, "<": a < b, "=": a == b}[node.compare])
        case nodes.Either():
            return number(node.then if number(node.condition, die) else node.otherwise, die)
        case nodes.Let():
            return number(lettered(node.body, node.name, number(node.value, die)), die)
        case nodes.Lookup():
            result = number(node.of, die)
            for row in node.rows:
                if (row.low is None or result >= row.low) and (row.high is None or result <= row.high):
                    return row.gives if isinstance(row.gives, str) else number(row.gives, die)
        case nodes.Check():
            return successes(node, die)
        case nodes.Chain():
            return in_order(node.steps, die)
    raise AssertionError(node)


def until(node: nodes.Until, die: Dice) -> Any:
    """A roll again and again, turn by turn."""
    turn = total = 0
    while True:
        result = number(node.of, die)
        turn, total = turn + 1, total + result
        there = compared(node.compare, total if node.of_total else result, node.target.value)
        if there or turn == node.most:
            return {"last": result, "turns": turn if there else "later", "total": total}[node.gives]


def compared(sign: str, a: int, b: int) -> bool:
    return {">=": a >= b, "<=": a <= b, ">": a > b, "<": a < b, "=": a == b}[sign]


def hand(deal: nodes.Deal, die: Dice) -> list[Any]:
    """Cards drawn one after the other, each from those that are left."""
    left = [card for card, copies in deal.cards for _ in range(copies)]
    return [left.pop(die(range(len(left)))) for _ in range(deal.count)]


def symbols(node: Any, die: Dice) -> dict[str, int]:
    """How many symbols of each letter a roll shows."""
    match node:
        case nodes.Pool():
            found = dict.fromkeys(node.unit.kinds, 0)
            for _ in range(node.count):
                face = node.unit.faces[die(range(len(node.unit.faces)))]
                for kind, count in zip(node.unit.kinds, face, strict=True):
                    found[kind] += count
            return found
        case nodes.Deal():
            drawn = hand(node, die)
            return {card: drawn.count(card) for card, _ in node.cards}
        case nodes.Split():
            shown = on_the_table(node.dice, die)
            if node.lowest:
                shown.reverse()
            return {"k": sum(shown[: node.number]), "l": sum(shown[node.number :])}
        case nodes.Negative():
            return {kind: -count for kind, count in symbols(node.part, die).items()}
        case nodes.Added():
            return symbols(node.pool, die)
        case nodes.Sum():
            total: dict[str, int] = {}
            for term in node.terms:
                for kind, count in symbols(term, die).items():
                    total[kind] = total.get(kind, 0) + count
            return total
    raise AssertionError(node)


def lettered(node: Any, name: str, value: int) -> Any:
    """A node with a number where a letter stood."""
    if isinstance(node, nodes.Variable) and node.name == name:
        return nodes.Number(value)
    if isinstance(node, tuple):
        return tuple(lettered(part, name, value) for part in node)
    if is_dataclass(node) and not isinstance(node, type):
        return type(node)(**{f.name: lettered(getattr(node, f.name), name, value) for f in fields(node)})
    return node


def on_the_table(dice: nodes.Dices, die: Dice) -> list[int]:
    """What all dice and cards show that are not taken away, the highest first."""
    mine, theirs = lying(dice.pools, die), lying(dice.away, die)
    if dice.how == "unlike":
        mine = [face for face in mine if face not in theirs]
    else:
        for face in theirs:
            if face in mine:
                mine.remove(face)
    return sorted(mine, reverse=True)


def lying(pools: Any, die: Dice) -> list[Any]:
    return [
        face
        for pool in pools
        for face in (
            hand(pool, die) if isinstance(pool, nodes.Deal) else [one_of(pool, die) for _ in range(pool.count)]
        )
    ]


def with_jokers(shown: list[int], jokers: int, faces: set[int]) -> int:
    """The longest run of faces when each joker stands for any face that the dice have."""
    best = 0
    for low in faces:
        for length in range(1, len(faces) + 1):
            if not {*range(low, low + length)} <= faces:
                break
            if sum(face not in shown for face in range(low, low + length)) <= jokers:
                best = max(best, length)
    return best


def asked(node: nodes.Asked, die: Dice) -> int:
    """The answer to a question about dice, read off the table."""
    mine = on_the_table(node.dice, die)
    theirs = on_the_table(node.against, die) if node.against else []
    pairs = list(zip(mine, theirs, strict=False))
    natural = [face for face in mine if face not in node.wild]
    jokers = len(mine) - len(natural)
    match node.what:
        case "largest set":
            return max((natural.count(face) for face in natural), default=0) + jokers
        case "pairs":
            return sum(mine.count(face) >= 2 for face in set(mine))
        case "different":
            return len(set(mine))
        case "straight":
            return with_jokers(natural, jokers, {face for pool in node.dice.pools for face in faces_of(pool)})
        case "spread":
            return mine[0] - mine[-1] if mine else 0
        case "pairs won":
            return sum(a > b for a, b in pairs)
        case "pairs lost":
            return sum(a < b for a, b in pairs)
        case "pairs tied":
            return sum(a == b for a, b in pairs)
        case "reaching":
            return sum(face >= theirs[0] for face in mine)
    rest = theirs.copy()
    equal = 0
    for face in mine:
        if face in rest:
            rest.remove(face)
            equal += 1
    return equal if node.what == "shared" else len(mine) - equal


def faces_of(pool: Any) -> list[int]:
    """Every face that a die or card of a pool can show."""
    if isinstance(pool, nodes.Deal):
        return [card for card, _ in pool.cards]
    return list(every_play(lambda die: one_of(pool, die)))


def in_order(steps: Any, die: Dice) -> int:
    """A chain: each step as often as the one before says."""
    if len(steps) == 1:
        return number(steps[0], die)
    return sum(in_order(steps[1:], die) for _ in range(number(steps[0], die)))


# -- pools -------------------------------------------------------------------------------------------------


def one_of(pool: nodes.Pool, die: Dice) -> int:
    """One copy of a pool, with what it rolls again and the dice that it earns."""

    def once() -> int:
        shown = plainly(pool.unit, die)
        return plainly(pool.unit, die) if shown in pool.again else shown

    total = shown = once()
    left = pool.explosion.most if pool.explosion else 0
    while left and explodes(pool.explosion, shown, pool.unit):
        shown = once()
        total += shown
        left -= 1
    return total


def plainly(unit: Any, die: Dice) -> int:
    if isinstance(unit, nodes.Die):
        return die(unit.faces or range(1, unit.sides + 1))
    return number(unit, die)


def explodes(explosion: Any, shown: int, unit: Any) -> bool:
    return shown in explosion.on if explosion.on is not None else shown == highest(unit)


@cache
def highest(unit: Any) -> int:
    """The highest number that a die or a roll can show."""
    return int(max(every_play(lambda die: plainly(unit, die))))


def kept(node: nodes.Kept, die: Dice) -> int:
    pool = node.pool
    if isinstance(pool, nodes.Pool):
        shown = [one_of(pool, die) for _ in range(pool.count)]
    else:
        shown = [number(part, die) for part in pool.parts]
    shown.sort(reverse=not node.lowest)
    return sum(shown[: node.number])


# -- checks ------------------------------------------------------------------------------------------------


def successes(check: nodes.Check, die: Dice) -> int:
    """The successes of a check, die by die."""
    if isinstance(check.of, nodes.Deal):
        return sum(compared(check.compare, card, check.target) for card in hand(check.of, die))
    parts = check.of.parts if isinstance(check.of, nodes.Together) else (check.of,)
    return sum(successes_of(check, part, die) for part in parts)


def successes_of(check: nodes.Check, part: Any, die: Dice) -> int:
    count = part.count if isinstance(part, nodes.Pool) else 1
    if check.again is None or check.again.most is None:
        return sum(with_earned(check, part, die) for _ in range(count))
    shown = [rolled(part, die) for _ in range(count)]
    wanted = ("failure", "fumble") if check.again.what == "failures" else ("critical", "success")
    found = [place for place in range(count) if band(check, shown[place]) in wanted]
    worst_first = check.again.what == "failures"
    found.sort(key=lambda place: counts(check, shown[place]), reverse=not worst_first)
    for place in found[: check.again.most]:
        shown[place] = rolled(part, die)
    return sum(counts(check, natural) for natural in shown)


def with_earned(check: nodes.Check, part: Any, die: Dice) -> int:
    """One die of a check: its re-roll, what it counts, and the dice that it earns."""
    left = check.explosion.most if check.explosion else 0
    total = 0
    while True:
        natural = rolled(part, die)
        if rolls_again(check, natural):
            natural = rolled(part, die)
        total += counts(check, natural)
        if not (left and check.explosion and explodes_in_check(check.explosion, natural, part)):
            return total
        left -= 1


def explodes_in_check(explosion: Any, natural: int, part: Any) -> bool:
    return natural in explosion.on if explosion.on is not None else natural == highest_natural(part)


@cache
def highest_natural(part: Any) -> int:
    """The highest natural that a part of a check can show."""
    return int(max(every_play(lambda die: rolled(part, die))))


def rolled(part: Any, die: Dice) -> int:
    """The natural of one die, or of the roll as a whole, before numbers are added."""
    if isinstance(part, nodes.Pool):
        if part.again or part.explosion or isinstance(part.unit, nodes.Die):
            return one_of(part, die)
        return number(part.unit, die) - added(part.unit)
    return number(part, die) - added(part)


def added(node: Any) -> int:
    """The numbers added to a roll of one kind of dice."""
    if not isinstance(node, nodes.Sum):
        return 0
    others = [term for term in node.terms if not isinstance(term, nodes.Number)]
    if len(others) != 1 or isinstance(others[0], nodes.Negative):
        return 0
    return sum(term.value for term in node.terms if isinstance(term, nodes.Number)) + added(others[0])


def bonus(check: nodes.Check) -> int:
    part = check.of
    if isinstance(part, nodes.Together):
        raise TooMany
    if isinstance(part, nodes.Pool):
        plain = not (part.again or part.explosion or isinstance(part.unit, nodes.Die))
        return added(part.unit) if plain else 0
    return added(part)


def band(check: nodes.Check, natural: int) -> str:
    result = natural + bonus(check)
    reached = {
        ">=": result >= check.target,
        "<=": result <= check.target,
        ">": result > check.target,
        "<": result < check.target,
        "=": result == check.target,
    }[check.compare]
    if natural in check.always:
        reached = True
    if natural in check.never:
        reached = False
    if reached:
        return "critical" if natural in check.critical else "success"
    return "fumble" if natural in check.fumble else "failure"


def counts(check: nodes.Check, natural: int) -> int:
    return {"critical": check.critical_counts, "success": 1, "failure": 0, "fumble": check.fumble_counts}[
        band(check, natural)
    ]


def rolls_again(check: nodes.Check, natural: int) -> bool:
    again = check.again
    if again is None or again.most is not None:
        return False
    if again.what == "naturals":
        return natural in again.naturals
    failed = band(check, natural) in ("failure", "fumble")
    return failed if again.what == "failures" else not failed
