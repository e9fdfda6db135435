"""Twin of oathmark.fight: combat after combat between two units, until one is broken or destroyed."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from ..enumeration import Law, both, certain, happens, read_as, sum_of_copies, then
from ..fights import Left, fight
from .combat import numbers_of_dice, side, target_numbers
from .dice import combat_die, number_of_dice, passes
from .morale import RANK_WIDTH, casualty_modifier, take_test


class Unit(NamedTuple):
    """The figures of a unit, all hits that stay on it, and whether it is disordered or broken."""

    figures: int
    hits: int
    disordered: bool
    broken: bool = False


class Both(NamedTuple):
    """Both units, and the number of rounds fought: 0, 1 or, from then on, odd or even."""

    a: Unit
    b: Unit
    rounds: int = 0


def a_fight(p: dict[str, Any]) -> dict[str, Any]:
    """The whole fight."""
    given = {name: side(p, name) for name in "ab"}

    def fields(name: str, unit: Unit, role: str, first: bool) -> dict[str, Any]:
        """The fields of a unit in a round, as the combat's formulas read them for the active or the other one."""
        found = {"arc": "front", "into_defences": False, "already_activated": False, **given[name]}
        found |= {"figures": unit.figures, "disordered": unit.disordered}
        if not first:
            found |= {"arc": "front", "into_defences": False, "already_activated": False}
            found["front"] = min(found["front"], unit.figures)
            found["full_ranks"] = min(found["full_ranks"], unit.figures // RANK_WIDTH[found["base"]])
        if role == "active":
            found["shielding"] = 0
        else:
            found["charge"] = 0
        return found

    def recovered(name: str, unit: Unit, may: bool) -> Law:
        if not (unit.disordered and may):
            return certain(unit)
        natural = p["activation_natural_10"] == "passes"
        dice = number_of_dice(2, given[name]["command"])
        chance_of_it = passes(p["die"], dice, given[name]["activation"], -1, natural)
        return read_as(happens(chance_of_it), lambda up: unit._replace(disordered=not up))

    def suffers(name: str, unit: Unit, enemy: str, hits: int) -> Law:
        """What hits make of a unit."""
        own = {**given[name], "figures": unit.figures, "disordered": unit.disordered}
        total = unit.hits + hits
        if own["unit_of_one"]:
            lost = 1 if total >= own["health"] else 0
            stays, is_tested = total, hits >= 1
        else:
            lost = min(unit.figures, total // own["health"])
            stays = total - lost * own["health"] if p["hits_carried"] == "carried" else 0
            is_tested = lost >= 1
        if lost == unit.figures:
            return certain(Unit(0, 0, False))
        left = Unit(unit.figures - lost, stays, unit.disordered)
        if not is_tested:
            return certain(left)
        modifier = casualty_modifier(own, lost, False, p["ranks_when"])
        test = take_test(own, modifier, p, given[enemy]["horrific"])
        after = {
            "passed": left,
            "disordered": left._replace(disordered=True),
            "broken": left._replace(disordered=True, broken=True),
        }
        return read_as(test, after.__getitem__)

    def combat(a: Unit, b: Unit, active: str, first: bool) -> Law:
        units = {"a": a, "b": b}
        other = "b" if active == "a" else "a"
        x, y = fields(active, units[active], "active", first), fields(other, units[other], "other", first)
        targets, dice = target_numbers(x, y), numbers_of_dice(x, y)
        hits = dict(zip((active, other), zip(targets, dice, strict=True), strict=True))
        law = {name: sum_of_copies(n, combat_die(p["die"], tn, p["tn_over_max"])) for name, (tn, n) in hits.items()}
        a_after = then(law["b"], lambda scored: suffers("a", a, "b", scored))
        b_after = then(law["a"], lambda scored: suffers("b", b, "a", scored))
        return both(a_after, b_after)

    def round_of(now: Both, active: str) -> Law:
        first = now.rounds == 0
        may = {
            name: not first and (p["recovers"] == "both" or (p["recovers"] == "active" and name == active))
            for name in "ab"
        }
        ready = both(recovered("a", now.a, may["a"]), recovered("b", now.b, may["b"]))
        after = then(ready, lambda units: combat(*units, active, first))
        following = 1 + now.rounds % 2 if p["active"] == "alternate" else 1
        return read_as(after, lambda units: Both(*units, following))

    def one_round(now: Both) -> Law:
        if now.rounds == 0 or p["active"] == "a":
            return round_of(now, "a")
        if p["active"] == "alternate":
            return round_of(now, "b" if now.rounds == 1 else "a")
        even = {"a": Fraction(1, 2), "b": Fraction(1, 2)}
        return then(even, lambda active: round_of(now, active))

    def left(now: Both) -> Left:
        ends = ["destroyed" if not u.figures else "broken" if u.broken else "stands" for u in (now.a, now.b)]
        return Left(now.a.figures, ends[0], now.b.figures, ends[1])

    start = Both(*(Unit(given[name]["figures"], 0, given[name]["disordered"]) for name in "ab"))
    return fight(start, one_round, left, p["rounds"])


TWINS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {"oathmark.fight": a_fight}
