"""Attacks: a roll to hit, saves, and what is left of it, once and many times over."""

from __future__ import annotations

from fractions import Fraction
from math import comb, lcm
from typing import Any

from benchmarks.measuring import Work
from probcalc.exact.pools.limited_rerolls import LimitedRerolls
from probcalc.exact.readings.law import law_of
from probcalc.exact.tree.checks import roll_over, roll_under
from probcalc.exact.tree.steps import Roll, Tree

ATTACK = (6096444787, 1238424039, 1440267561, 1224863613)


def attack() -> Tree:
    """Hit on 9 or less, critical on 1 or 2: three wounds that a ward of 2 may stop.

    A hit makes three armour saves of 8: a first natural 1 saves all, a first natural 20 is three wounds that only the
    ward may stop; any other wound may be healed on 2 or less and then warded.
    """
    hit = roll_under("Hit", 20, 9, critical=2)
    warded = Roll("Ward", 20, {"warded": 2, "through": 18}).count("through")
    wound = Roll("Heal", 20, {"healed": 2, "wound": 18}).then(healed=0, wound=warded)
    rest = Roll("Armour save", 20, {"saved": 8, "wound": 12}).then(saved=0, wound=wound).times(2)
    first = Roll("First armour save", 20, {"natural 1": 1, "saved": 7, "wound": 11, "natural 20": 1})
    three = warded.times(3)
    branches = {"natural 1": 0, "saved": rest, "wound": rest + wound, "natural 20": three}
    return hit.then(critical=three, success=first.then(branches.__getitem__), failure=0)


def plain_attack() -> dict[int, int]:
    """The weights of 0 to 3 wounds of 10**10, written out for this one question."""
    two = (514 * 514, 2 * 514 * 486, 486 * 486)
    three = (1, 27, 243, 729)
    more = (19 * two[0], 19 * two[1] + 81 * two[0], 19 * two[2] + 81 * two[1], 81 * two[2])
    zero = (10**8, 0, 0, 0)
    found = {}
    for i in range(4):
        hit = zero[i] + 700 * (two[i] if i < 3 else 0) + 11 * more[i] + 100000 * three[i]
        found[i] = (7 * hit + 4000000 * three[i] + 220 * zero[i]) // 4
    return found


def plain_power(weights: tuple[int, ...], n: int) -> list[int]:
    """Miller's recurrence for a polynomial of degree three."""
    a0, a1, a2, a3 = weights
    x1, x2, x3 = (n + 1) * a1, 2 * (n + 1) * a2, 3 * (n + 1) * a3
    q = [0, 0, a0**n]
    for k in range(1, 3 * n + 1):
        q.append(((x1 - k * a1) * q[-1] + (x2 - k * a2) * q[-2] + (x3 - k * a3) * q[-3]) // (k * a0))
    return q[2:]


def icepool_attack(n: int) -> Any:
    from icepool import d
    from icepool import map as each

    warded = d(20).map(lambda face: int(face > 2))
    wound = d(20).map(lambda face: 0 if face <= 2 else warded)
    rest = 2 @ d(20).map(lambda face: 0 if face <= 8 else wound)
    three = 3 @ warded
    wounded = rest + wound
    first = d(20).map(lambda face: 0 if face == 1 else three if face == 20 else rest if face <= 8 else wounded)
    one = each(lambda face: three if face <= 2 else first if face <= 9 else 0, d(20))
    # Sums of many dice are made by recursion there, so two hundred go in two steps.
    return 10 @ (n // 10 @ one) if n > 100 else n @ one


def dyce_attack(n: int) -> Any:
    from dyce import H, expand

    d20 = H(20)
    warded = H({0: 2, 1: 18})
    wound = expand(lambda roll: 0 if roll.outcome <= 2 else warded, d20)
    rest = 2 @ expand(lambda roll: 0 if roll.outcome <= 8 else wound, d20)
    three, wounded = 3 @ warded, rest + wound
    bands = [(1, H({0: 1})), (8, rest), (19, wounded), (20, three)]
    first = expand(lambda roll: next(h for top, h in bands if roll.outcome <= top), d20)
    return n @ expand(lambda roll: three if roll.outcome <= 2 else first if roll.outcome <= 9 else 0, d20)


def lea_attack(n: int) -> Any:
    import lea

    d20, nothing = lea.interval(1, 20, prob_type="r"), lea.vals(0, prob_type="r")
    warded = lea.bernoulli(Fraction(9, 10), prob_type="r").map(int).get_alea()
    wound = _lea_bands(d20, ((2, nothing), (20, warded)))
    rest = _lea_bands(d20, ((8, nothing), (20, wound))).times(2).get_alea()
    three, wounded = warded.times(3).get_alea(), (rest + wound.new()).get_alea()
    first = _lea_bands(d20, ((1, nothing), (8, rest), (19, wounded), (20, three)))
    return _lea_times(_lea_bands(d20, ((2, three), (9, first), (20, nothing))), n)


def _lea_times(one: Any, n: int) -> Any:
    """Whole numbers for probabilities, which spares that library thousands of fractions."""
    import lea

    exact = {outcome: Fraction(str(p)) for outcome, p in one.pmf_dict().items()}
    total = lcm(*(p.denominator for p in exact.values()))
    counts = {outcome: int(p * total) for outcome, p in exact.items()}
    return lea.pmf(counts, prob_type=int, normalization=False).times(n, normalization=False)


def _lea_bands(die: Any, bands: tuple[tuple[int, Any], ...]) -> Any:
    return die.new().switch_func(lambda face: next(law for top, law in bands if face <= top)).get_alea()


def many(n: int, number: str, question: str, limit: float, run: tuple[str, ...], **too_slow: float) -> Work:
    """n attacks."""
    peers = {
        "icepool": lambda: dict(icepool_attack(n).items()),
        "dyce": lambda: dict(dyce_attack(n).items()),
        "Lea": lambda: lea_attack(n).pmf_dict(),
    }
    ours = (lambda: law_of(attack())) if n == 1 else (lambda: law_of(attack().times(n)))
    plain = plain_attack if n == 1 else (lambda: dict(enumerate(plain_power(ATTACK, n))))
    return Work(number, question, ours, limit, plain, {name: peers[name] for name in run}, too_slow)


def pool_of_hits(n: int) -> Tree:
    """n d6 that hit on 4, injure on 4 and are not deflected on 3 or more."""
    unsaved = roll_under("Deflection", 6, 2).count("failure")
    injury = roll_over("Injure", 6, 4).then(success=unsaved, failure=0)
    return roll_over("Hit", 6, 4).then(success=injury, failure=0).times(n)


def plain_hits(n: int) -> dict[int, int]:
    c, q = 5**n, []
    for k in range(n + 1):
        q.append(c)
        c = c * (n - k) // ((k + 1) * 5)
    return dict(enumerate(q))


def hits(n: int, number: str, limit: float) -> Work:
    def icepool() -> Any:
        from icepool import d

        unsaved = d(6).map(lambda face: int(face > 2))
        injury = d(6).map(lambda face: unsaved if face >= 4 else 0)
        one = d(6).map(lambda face: injury if face >= 4 else 0)
        return dict((10 @ (n // 10 @ one)).items())

    def dyce() -> Any:
        from dyce import H, expand

        d6 = H(6)
        unsaved = H({0: 2, 1: 4})
        injury = expand(lambda roll: unsaved if roll.outcome >= 4 else 0, d6)
        one = expand(lambda roll: injury if roll.outcome >= 4 else 0, d6)
        return dict((n @ one).items())

    def lea() -> Any:
        import lea

        d6, nothing = lea.interval(1, 6, prob_type="r"), lea.vals(0, prob_type="r")
        unsaved = d6.map(lambda face: int(face > 2)).get_alea()
        injury = _lea_bands(d6, ((3, nothing), (6, unsaved)))
        return _lea_times(_lea_bands(d6, ((3, nothing), (6, injury))), n).pmf_dict()

    question = f"{n:,} d6 through hit, injury and deflection"
    peers = {"icepool": icepool, "dyce": dyce, "Lea": lea}
    return Work(number, question, lambda: law_of(pool_of_hits(n)), limit, lambda: plain_hits(n), peers)


def rerolled() -> Tree:
    """Ten d6 that succeed on 4; up to six failures are rolled again."""
    hit = roll_over("Hit", 6, 4)
    return LimitedRerolls(hit, 10, 6, ("failure",), {"success": 1, "failure": 0}, hit.count("success"))


def plain_rerolled() -> dict[int, int]:
    found = [0] * 11
    for failed in range(11):
        again = min(failed, 6)
        ways = comb(10, failed) << (6 - again)
        for more in range(again + 1):
            found[10 - failed + more] += ways * comb(again, more)
    return dict(enumerate(found))


def icepool_rerolled() -> Any:
    from icepool import coin

    return dict((10 @ coin(1, 2)).map(lambda hits: hits + min(10 - hits, 6) @ coin(1, 2)).items())


def dyce_rerolled() -> Any:
    from dyce import H, expand

    coin = H({0: 1, 1: 1})
    # No dice at all are an empty law there, which would drop the branch.
    more = [H({0: 1}), *(n @ coin for n in range(1, 7))]
    return dict(expand(lambda hits: hits.outcome + more[min(10 - hits.outcome, 6)], 10 @ coin).items())


def lea_rerolled() -> Any:
    import lea

    coin = lea.vals(0, 1, prob_type="r")
    more = [lea.vals(0, prob_type="r"), *(coin.times(n).get_alea() for n in range(1, 7))]
    hits = coin.times(10).get_alea()
    return hits.switch_func(lambda hit: (more[min(10 - hit, 6)] + hit).get_alea()).pmf_dict()


EVERYONE = ("icepool", "dyce", "Lea")

WORKS = (
    many(1, "W1", "one d20 attack with saves, heal and ward", 0.0019, EVERYONE),
    many(12, "W2", "twelve such attacks", 0.024, EVERYONE),
    many(200, "W3", "two hundred such attacks", 2.7, EVERYONE),
    many(2000, "W3b", "two thousand such attacks", 271, (), icepool=176_000, dyce=95_000, Lea=101_000),
    hits(40, "W4", 0.0049),
    hits(1000, "W4b", 0.53),
    Work(
        "W10",
        "10 dice on 4+, up to 6 rolled again",
        lambda: law_of(rerolled()),
        0.0098,
        plain_rerolled,
        {"icepool": icepool_rerolled, "dyce": dyce_rerolled, "Lea": lea_rerolled},
    ),
)
