"""Twins of the scenarios of `mechanics`: the dice themselves, without a game."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .enumeration import (
    Law,
    both,
    certain,
    chance,
    each_face,
    each_roll,
    read_as,
    sum_of_all,
    sum_of_copies,
    then,
)
from .fights import Left, fight


def fields(p: dict[str, Any], prefix: str) -> dict[str, Any]:
    """The parameters of one side or one roll, without its prefix: `hit.die` becomes `die`."""
    return {name.removeprefix(prefix): value for name, value in p.items() if name.startswith(prefix)}


def natural_of(roll: dict[str, Any]) -> Law:
    """The kept natural of the dice, which are added to the roll one by one."""
    law = each_face(roll["die"])
    for _ in range(roll["dice"] - 1):
        pairs = both(law, each_face(roll["die"]))
        if roll["keep"] == "sum":
            law = read_as(pairs, sum)
        elif roll["keep"] == "best":
            law = read_as(pairs, max)
        else:
            law = read_as(pairs, min)
    return law


def outcome_of(natural: int, roll: dict[str, Any]) -> str:
    """Critical, success, failure or fumble."""
    if natural in roll["always"]:
        succeeds = True
    elif natural in roll["never"]:
        succeeds = False
    elif roll["direction"] == "over":
        succeeds = natural + roll["modifier"] >= roll["target"]
    else:
        succeeds = natural <= roll["target"] + roll["modifier"]
    if succeeds:
        return "critical" if natural in roll["critical"] else "success"
    return "fumble" if natural in roll["fumble"] else "failure"


def is_rolled_again(natural: int, roll: dict[str, Any]) -> bool:
    """Does the re-roll apply to this first natural?"""
    outcome = outcome_of(natural, roll)
    if roll["reroll"] == "failures":
        return outcome in ("failure", "fumble")
    if roll["reroll"] == "not_critical":
        return outcome != "critical"
    if roll["reroll"] == "values":
        return natural in roll["reroll_values"]
    return False


def one_roll(roll: dict[str, Any]) -> Law:
    """The outcome of one roll, after its re-roll if it has one."""
    naturals = natural_of(roll)
    after_reroll = then(naturals, lambda first: naturals if is_rolled_again(first, roll) else certain(first))
    return read_as(after_reroll, lambda natural: outcome_of(natural, roll))


def is_success(outcome: str) -> bool:
    """A critical is a success too."""
    return outcome in ("critical", "success")


def a_test(p: dict[str, Any]) -> dict[str, Any]:
    """One roll against a target, and the successes of many."""
    outcome = one_roll(p)
    worth = {"critical": p["critical_value"], "success": 1, "failure": 0, "fumble": 0}
    return {
        "success": chance(outcome, is_success),
        "critical": outcome.get("critical", Fraction(0)),
        "fumble": outcome.get("fumble", Fraction(0)),
        "outcome": outcome,
        "natural": natural_of(p),
        "successes": sum_of_copies(p["copies"], read_as(outcome, lambda name: worth[name])),
    }


def attack(p: dict[str, Any]) -> dict[str, Any]:
    """Attack, save, damage."""
    hit = one_roll(fields(p, "hit."))
    saved = read_as(one_roll(fields(p, "save.")), is_success)
    damage_roll = each_face(p["damage_die"]) if p["damage_die"] > 0 else certain(0)
    point_after_save = read_as(saved, lambda is_saved: 0 if is_saved else 1)
    point_after_ward = certain(1)
    if p["ward"] != "none":
        point_after_ward = read_as(each_face(6), lambda face: 0 if face >= p["ward"] else 1)

    def damage_of(outcome: str) -> Law:
        if not is_success(outcome):
            return certain(0)
        times = p["critical_multiplier"] if outcome == "critical" else 1
        dealt = read_as(damage_roll, lambda face: (p["damage"] + face) * times)
        skips_save = outcome == "critical" and p["critical_skips_save"]
        left = dealt
        if p["save_on"] and not skips_save:
            if p["save_per"] == "hit":
                left = read_as(both(dealt, saved), lambda both_of: 0 if both_of[1] else both_of[0])
            else:
                left = then(dealt, lambda points: sum_of_copies(points, point_after_save))
        return then(left, lambda points: sum_of_copies(points, point_after_ward))

    per_attack = then(hit, damage_of)
    total = sum_of_copies(p["attacks"], per_attack)
    results: dict[str, Any] = {
        "hit": chance(hit, is_success),
        "critical": hit.get("critical", Fraction(0)),
        "fumble": hit.get("fumble", Fraction(0)),
        "damage_per_attack": per_attack,
        "total_damage": total,
    }
    if p["health"] > 0:
        results["kills"] = chance(total, lambda damage: damage >= p["health"])
    return results


def race(p: dict[str, Any]) -> dict[str, Any]:
    """Two sides attack each other; what protects the target is the other side's."""
    guards = ("save_on", "save_per", "ward")

    def damage(own: str, enemy: str) -> Law:
        mine = {name: value for name, value in fields(p, own).items() if not name.startswith("save") and name != "ward"}
        theirs = fields(p, enemy)
        theirs = {name: value for name, value in theirs.items() if name in guards or name.startswith("save.")}
        total: Law = attack({**mine, **theirs, "health": 0})["total_damage"]
        return total

    by_a, by_b = damage("a.", "b."), damage("b.", "a.")

    def a_attacks(points: tuple[int, int]) -> Law:
        return read_as(by_a, lambda dealt: (points[0], max(0, points[1] - dealt)))

    def b_attacks(points: tuple[int, int]) -> Law:
        return read_as(by_b, lambda dealt: (max(0, points[0] - dealt), points[1]))

    def a_first(points: tuple[int, int]) -> Law:
        return then(a_attacks(points), lambda after: b_attacks(after) if after[1] else certain(after))

    def b_first(points: tuple[int, int]) -> Law:
        return then(b_attacks(points), lambda after: a_attacks(after) if after[0] else certain(after))

    def one_round(points: tuple[int, int]) -> Law:
        if p["order"] == "same_time":
            return then(a_attacks(points), b_attacks)
        if p["order"] == "coin":
            return then(
                {True: Fraction(1, 2), False: Fraction(1, 2)}, lambda a: a_first(points) if a else b_first(points)
            )
        return a_first(points) if p["order"] == "a_first" else b_first(points)

    def left(points: tuple[int, int]) -> Left:
        ends = ["stands" if some else "out" for some in points]
        return Left(points[0], ends[0], points[1], ends[1])

    return fight((p["a.hit_points"], p["b.hit_points"]), one_round, left, p["rounds"])


def opposed(p: dict[str, Any]) -> dict[str, Any]:
    """Two sides roll against each other."""
    a, b = fields(p, "a."), fields(p, "b.")
    a_results = read_as(natural_of(a), lambda natural: natural + a["modifier"])
    b_results = read_as(natural_of(b), lambda natural: natural + b["modifier"])
    results = both(a_results, b_results)

    def winner(two: tuple[int, int]) -> str:
        if two[0] == two[1]:
            return "tie"
        return "a" if (two[0] > two[1]) == (p["wins"] == "higher") else "b"

    if p["ties"] == "next_die":
        law = _next_dice(a, b, winner, highest_first=p["wins"] == "higher")
    else:
        law = read_as(results, winner)
    chances = {name: law.get(name, Fraction(0)) for name in ("a", "b", "tie")}
    if p["ties"] in ("a", "b"):
        chances[p["ties"]] += chances["tie"]
        chances["tie"] = Fraction(0)
    elif p["ties"] == "reroll":
        # Rolling again until they differ leaves the chances of a and b in their proportion.
        decided = chances["a"] + chances["b"]
        chances = {"a": chances["a"] / decided, "b": chances["b"] / decided, "tie": Fraction(0)}
    return {**chances, "margin": read_as(results, lambda two: two[0] - two[1])}


def _next_dice(
    a: dict[str, Any], b: dict[str, Any], winner: Callable[[tuple[int, int]], str], highest_first: bool
) -> Law:
    """The dice in order, the best for the purpose first; only the kept die has its modifier."""

    def in_order(side: dict[str, Any]) -> Law:
        return read_as(
            each_roll(side["dice"], side["die"]),
            lambda faces: tuple(sorted(faces, reverse=highest_first)),
        )

    def compare(two: tuple[tuple[int, ...], tuple[int, ...]]) -> str:
        a_dice, b_dice = two
        decided = winner((a_dice[0] + a["modifier"], b_dice[0] + b["modifier"]))
        for pair in zip(a_dice[1:], b_dice[1:], strict=False):
            if decided == "tie":
                decided = winner(pair)
        return decided

    return read_as(both(in_order(a), in_order(b)), compare)


def hits_of_die(natural: int, p: dict[str, Any]) -> int:
    """The hits of one die of the pool: none, or one and one more for each full tier step above the target."""
    above = natural + p["modifier"] - p["target"]
    if natural not in p["always"] and (natural in p["never"] or above < 0):
        return 0
    steps = above // p["tier_step"] if p["tier_step"] > 0 and above > 0 else 0
    return int(min(p["tiers"], 1 + steps))


def pool(p: dict[str, Any]) -> dict[str, Any]:
    """Many dice, hits by tiers; every die's hits are kept, highest first, until the re-rolls are done."""
    one_die = read_as(each_face(p["die"]), lambda natural: hits_of_die(natural, p))

    def add_a_die(on_the_table: tuple[tuple[int, ...], int]) -> Law:
        dice, extra = on_the_table

        def with_this(natural: int) -> tuple[tuple[int, ...], int]:
            explodes = p["explode"] and natural == p["die"]
            kept = tuple(sorted((*dice, hits_of_die(natural, p)), reverse=True))
            return (kept, extra + (1 if explodes else 0))

        return read_as(each_face(p["die"]), with_this)

    table = certain(((), 0))
    for _ in range(p["count"]):
        table = then(table, add_a_die)

    def kept_and_rolled(on_the_table: tuple[tuple[int, ...], int]) -> tuple[int, int]:
        """The hits of the dice left lying, and the number of dice rolled now (again, or as extra dice)."""
        dice, extra = on_the_table
        wanted = [hits for hits in dice if (hits == 0) == (p["reroll_what"] == "failures")]
        again = wanted[: p["reroll_dice"]]
        return (sum(dice) - sum(again), len(again) + extra)

    def final(kept_hits_and_dice: tuple[int, int]) -> Law:
        kept_hits, dice = kept_hits_and_dice
        return sum_of_all([certain(kept_hits), sum_of_copies(dice, one_die)])

    hits = then(read_as(table, kept_and_rolled), final)
    return {"hits": hits, "none": chance(hits, lambda number: number == 0)}


def kept_of(hand: tuple[int, ...], die: int, keeps: str) -> tuple[int, ...]:
    """The dice of a hand that are kept."""
    most = max(hand.count(face) for face in hand)
    if keeps == "alike":
        chosen = max(face for face in hand if hand.count(face) == most)
        return tuple(face for face in hand if face == chosen)
    if keeps == "pairs":
        return tuple(face for face in hand if hand.count(face) > 1)
    if keeps == "high":
        return tuple(face for face in hand if face > Fraction(die + 1, 2))
    if keeps == "run":
        length, last = max((run_up_to(hand, face), face) for face in hand)
        return tuple(range(last - length + 1, last + 1))
    return hand


def run_up_to(hand: tuple[int, ...], face: int) -> int:
    """How many consecutive faces end with this one."""
    return 1 + run_up_to(hand, face - 1) if face in hand else 0


def kept_dice(p: dict[str, Any]) -> dict[str, Any]:
    """Hands as the faces shown; some are kept, the others rolled again."""

    def rolled(kept: tuple[int, ...]) -> Law:
        return read_as(each_roll(p["dice"] - len(kept), p["die"]), lambda shown: tuple(sorted((*kept, *shown))))

    hands = rolled(())
    for _ in range(p["rolls"] - 1):
        hands = then(hands, lambda hand: rolled(kept_of(hand, p["die"], p["keeps"])))

    def is_full_house(hand: tuple[int, ...]) -> bool:
        threes = [face for face in set(hand) if hand.count(face) >= 3]
        return any(other != face and hand.count(other) >= 2 for face in threes for other in hand)

    return {
        "most_alike": read_as(hands, lambda hand: max(hand.count(face) for face in hand)),
        "full_house": chance(hands, is_full_house),
        "longest_run": read_as(hands, lambda hand: max(run_up_to(hand, face) for face in hand)),
        "total": read_as(hands, sum),
        "hits": read_as(hands, lambda hand: sum(face >= p["target"] for face in hand)),
    }


def push(p: dict[str, Any]) -> dict[str, Any]:
    """Throw after throw: the points, the throws made, and whether all is lost."""

    def go_on(now: tuple[int, int, bool]) -> Law:
        points, throws, _ = now

        def shown(faces: tuple[int, ...]) -> tuple[int, int, bool]:
            if any(face in p["loses"] for face in faces):
                return 0, throws + 1, True
            added = {"faces": sum(faces), "dice": len(faces), "one": 1}[p["adds"]]
            return points + added, throws + 1, False

        return read_as(each_roll(p["dice"], p["die"]), shown)

    def once_more(now: tuple[int, int, bool]) -> Law:
        points, throws, lost = now
        stops = points >= p["stop_at"] or (p["stop_after"] != "none" and throws >= p["stop_after"])
        return certain(now) if lost or stops else go_on(now)

    end = go_on((0, 0, False))
    for _ in range(p["throws"] - 1):
        end = then(end, once_more)
    return {
        "points": read_as(end, lambda run: run[0]),
        "bust": chance(end, lambda run: run[2]),
        "thrown": read_as(end, lambda run: run[1]),
    }


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "mechanics.test": a_test,
    "mechanics.attack": attack,
    "mechanics.race": race,
    "mechanics.opposed": opposed,
    "mechanics.pool": pool,
    "mechanics.keep": kept_dice,
    "mechanics.push": push,
}
