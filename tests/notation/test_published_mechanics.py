"""Mechanics of games that people play, each one line of the notation, against every way the dice can fall."""

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import comb

import pytest

import probcalc

D4, D6, D8, D10, D12, D20, D100 = (range(1, sides + 1) for sides in (4, 6, 8, 10, 12, 20, 100))


def every(dice, reading):
    """The law of a reading of dice, each given by its faces, found when it is called: some have a million ways."""
    return partial(_every, dice, reading)


def _every(dice, reading):
    found = Counter(reading(*shown) for shown in product(*dice))
    return {outcome: Fraction(ways, found.total()) for outcome, ways in found.items()}


def hands(cards, number, reading):
    found = Counter(reading(hand) for hand in combinations(cards, number))
    return {outcome: Fraction(ways, found.total()) for outcome, ways in found.items()}


def tiers(value, *named):
    return next(name for least, name in named if least is None or value >= least)


def kept(dice, number):
    return sum(sorted(dice)[-number:])


def of_two(faces, *letters):
    """Symbol dice read letter by letter."""
    return tuple(sum(face.count(letter) for face in faces) for letter in letters)


def sizes(hand):
    return sorted(Counter(hand).values(), reverse=True)


def row_of(faces, length):
    return any(set(range(low, low + length)) <= set(faces) for low in range(1, 15))


ABILITY = ("", "s", "s", "ss", "a", "a", "sa", "aa")
DIFFICULTY = ("", "f", "ff", "t", "t", "t", "tt", "ft")
ACTION, DEFENCE = ("c", "h", "h", "h", "f", "f", "", ""), ("e", "e", "e", "f", "f", "", "", "")

AHEAD = _every([D6] * 4, lambda a, b, c, d: (a + b + 1 > c + d) - (a + b + 1 < c + d))

# What it is, as it is written, the result, and its law over all ways.
ONE_LINE = [
    (
        "roll under a skill",
        "d20 <= 13 crit 13 fumble 20",
        "outcome",
        every([D20], lambda x: "critical" if x == 13 else "success" if x < 13 else "fumble" if x == 20 else "failure"),
    ),
    ("advantage", "best of 2d20 + 4 >= 15", "success", every([D20, D20], lambda x, y: max(x, y) + 4 >= 15)),
    ("disadvantage", "worst of 2d20 >= 8", "success", every([D20, D20], lambda x, y: min(x, y) >= 8)),
    (
        "natural 20 always, 1 never",
        "d20 + 9 >= 12 always 20 never 1",
        "success",
        every([D20], lambda x: x != 1 and x + 9 >= 12),
    ),
    ("accuracy dice", "d20 + best of 2d6 >= 14", "success", every([D20, D6, D6], lambda x, a, b: x + max(a, b) >= 14)),
    (
        "damage of a hit, doubled by a 20",
        "let x = d20 in 2d6 if x = 20 else d6 if x >= 11 else 0",
        "result",
        every([D20, D6, D6], lambda x, a, b: a + b if x == 20 else a if x >= 11 else 0),
    ),
    (
        "half damage on a save",
        "2d6 / 2 if d20 >= 12 else 2d6",
        "result",
        every([D20, D6, D6], lambda x, a, b: (a + b) // 2 if x >= 12 else a + b),
    ),
    ("ability scores", "4d6 drop lowest", "result", every([D6] * 4, lambda *f: kept(f, 3))),
    (
        "great weapon: ones and twos again",
        "2d6 reroll 1-2",
        "result",
        every([D6] * 4, lambda a, b, c, d: (c if a < 3 else a) + (d if b < 3 else b)),
    ),
    (
        "attack and damage in one",
        "d20 + 3 >= 13 then d6 + 1",
        "result",
        every([D20, D6], lambda x, a: a + 1 if x + 3 >= 13 else 0),
    ),
    (
        "fudge dice against a difficulty",
        "sum of 4dF + 2 >= 3",
        "success",
        every([(-1, 0, 1)] * 4, lambda *f: sum(f) >= 1),
    ),
    (
        "two dice and three rows",
        "2d6 + 1: 10+ full, 7-9 partial, else miss",
        "named",
        every([D6, D6], lambda a, b: tiers(a + b + 1, (10, "full"), (7, "partial"), (None, "miss"))),
    ),
    (
        "the best die, two sixes critical",
        "3d{0,0,0,m,m,f} with 3 * min(f, 2) + min(m, 1): 6+ critical, 3-5 full, 1 mixed, else bad",
        "named",
        every(
            [D6] * 3,
            lambda *f: "critical" if f.count(6) > 1 else tiers(max(f), (6, "full"), (4, "mixed"), (None, "bad")),
        ),
    ),
    (
        "no dice left: the worse of two",
        "worst of 2d6: 6 full, 4-5 mixed, else bad",
        "named",
        every([D6, D6], lambda a, b: tiers(min(a, b), (6, "full"), (4, "mixed"), (None, "bad"))),
    ),
    (
        "one die against two",
        "let x = d6 + 2 in (x > d10) + (x > d10): 2 strong, 1 weak, else miss",
        "named",
        every([D6, D10, D10], lambda x, a, b: ("miss", "weak", "strong")[(x + 2 > a) + (x + 2 > b)]),
    ),
    (
        "one die against two, with a match",
        "let x = d6 in let y = d10 in let z = d10 in 2 * ((x > y) + (x > z)) + (y = z): 5 ss, 4 s, 2 w, 1 ff, else f",
        "named",
        every(
            [D6, D10, D10],
            lambda x, y, z: {0: "f", 1: "ff", 2: "w", 4: "s", 5: "ss"}[2 * ((x > y) + (x > z)) + (y == z)],
        ),
    ),
    ("pool of successes", "5d6 >= 5", "successes", every([D6] * 5, lambda *f: sum(x >= 5 for x in f))),
    (
        "tens count twice",
        "4d10 >= 7 crit 10 counts 2",
        "successes",
        every([D10] * 4, lambda *f: sum((x >= 7) + (x == 10) for x in f)),
    ),
    (
        "ones take away",
        "4d10 >= 6 fumble 1 counts -1",
        "successes",
        every([D10] * 4, lambda *f: sum((x >= 6) - (x == 1) for x in f)),
    ),
    (
        "tens earn another, once",
        "2d10 >= 8 exploding on 10 once",
        "successes",
        every([D10] * 4, lambda a, b, c, d: (a > 7) + (b > 7) + (a == 10) * (c > 7) + (b == 10) * (d > 7)),
    ),
    (
        "pairs of tens",
        "4d{0,0,0,0,0,s,s,s,s,c} with s + c + 2 * (c / 2)",
        "result",
        every([D10] * 4, lambda *f: sum(x > 5 for x in f) + f.count(10) // 2 * 2),
    ),
    (
        "more ones than half: a glitch",
        "5d{g,0,0,0,h,h} with g >= 3",
        "success",
        every([D6] * 5, lambda *f: f.count(1) >= 3),
    ),
    (
        "a glitch without a hit",
        "5d{g,0,0,0,h,h} with g >= 3 and h = 0",
        "success",
        every([D6] * 5, lambda *f: f.count(1) >= 3 and max(f) < 5),
    ),
    (
        "pushed: sixes and ones stay",
        "(3d6 = 6 reroll 2-5) >= 1",
        "success",
        every([D6] * 6, lambda *f: any(b == 6 if 2 <= a <= 5 else a == 6 for a, b in zip(f[:3], f[3:], strict=True))),
    ),
    (
        "two twenties under a skill",
        "2d20 <= 12 crit 1-3 counts 2",
        "successes",
        every([D20, D20], lambda *f: sum((x <= 12) + (x <= 3) for x in f)),
    ),
    (
        "re-roll two failures",
        "4d6 >= 4 reroll up to 2 failures",
        "successes",
        every([D6] * 6, lambda *f: (n := sum(x > 3 for x in f[:4])) + sum(x > 3 for x in f[4 : 4 + min(2, 4 - n)])),
    ),
    (
        "three under a skill",
        "sum of 3d6 <= 12 crit 3-4 fumble 17-18",
        "outcome",
        every(
            [D6] * 3,
            lambda *f: (
                "critical" if sum(f) < 5 else "success" if sum(f) <= 12 else "fumble" if sum(f) > 16 else "failure"
            ),
        ),
    ),
    ("eight or more with two dice", "2d6 + 1 >= 8", "success", every([D6, D6], lambda a, b: a + b + 1 >= 8)),
    ("the best two of three", "keep 2 of 3d6 + 3 >= 9", "success", every([D6] * 3, lambda *f: kept(f, 2) + 3 >= 9)),
    (
        "per cent with doubles",
        "d100 <= 44 crit 11,22,33,44 fumble 55,66,77,88,99",
        "outcome",
        every(
            [D100],
            lambda x: ("critical" if x % 11 == 0 else "success") if x <= 44 else "fumble" if x % 11 == 0 else "failure",
        ),
    ),
    (
        "per cent in fifths",
        "d100: 1 critical, 2-12 extreme, 13-30 hard, 31-60 regular, 96-100 fumble, else failure",
        "named",
        every(
            [D100],
            lambda x: (
                "critical"
                if x == 1
                else "extreme"
                if x <= 12
                else "hard"
                if x <= 30
                else "regular"
                if x <= 60
                else "fumble"
                if x > 95
                else "failure"
            ),
        ),
    ),
    ("levels of success in tens", "(55 - d100) / 10", "result", every([D100], lambda x: (55 - x) // 10)),
    ("per cent with advantage", "worst of 2d100 <= 40", "success", every([D100, D100], lambda a, b: min(a, b) <= 40)),
    ("roll and keep", "keep 2 of 4d10", "result", every([D10] * 4, lambda *f: kept(f, 2))),
    ("the two best of a mixed pool", "keep 2 of d6, d8, d10", "result", every([D6, D8, D10], lambda *f: kept(f, 2))),
    (
        "the middle of three kinds",
        "middle of (d6 and d8 and d10)",
        "result",
        every([D6, D8, D10], lambda *f: sorted(f)[1]),
    ),
    (
        "the highest left out, the next two",
        "ranks 2-3 of 2d6, d8, d10",
        "result",
        every([D6, D6, D8, D10], lambda *f: sum(sorted(f)[1:3])),
    ),
    (
        "skill die and wild die, as step of four",
        "(best of (d8 and d6)) / 4",
        "result",
        every([D8, D6], lambda a, b: max(a, b) // 4),
    ),
    (
        "success and advantage",
        "2d{0,s,s,2s,a,a,s+a,2a} - d{0,s,2s,a,a,a,2a,s+a}",
        "symbols",
        every(
            [ABILITY, ABILITY, DIFFICULTY],
            lambda a, b, c: (of_two((a, b), "s")[0] - c.count("f"), of_two((a, b), "a")[0] - c.count("t")),
        ),
    ),
    (
        "a success with something to spare",
        "2d{0,s,s,2s,a,a,s+a,2a} - d{0,s,2s,a,a,a,2a,s+a} with s >= 1 and a >= 1",
        "success",
        every(
            [ABILITY, ABILITY, DIFFICULTY],
            lambda a, b, c: (a + b).count("s") > c.count("f") and (a + b).count("a") > c.count("t"),
        ),
    ),
    (
        "fighters and evasion",
        "2d{c,h,h,h,f,f,0,0} - d{e,e,e,f,f,0,0,0} with max(h + c + e, 0)",
        "result",
        every([ACTION, ACTION, DEFENCE], lambda a, b, c: max(0, sum(map((a + b).count, "hc")) - c.count("e"))),
    ),
    (
        "skulls against shields",
        "3d{h,h,h,0,0,0} - 2d{h,0,0,0,0,0} with max(h, 0)",
        "result",
        every([D6] * 5, lambda *f: max(0, sum(x < 4 for x in f[:3]) - sum(x == 1 for x in f[3:]))),
    ),
    (
        "body and stun of normal damage",
        "3d{k,k+l,k+2l,k+3l,k+4l,2k+5l} with k + l",
        "result",
        every([(1, 2, 3, 4, 5, 7)] * 3, lambda *f: sum(f)),
    ),
    (
        "damage dice with effects",
        "3d{k,2k,0,0,k+l,k+l}",
        "symbols",
        every([((1, 0), (2, 0), (0, 0), (0, 0), (1, 1), (1, 1))] * 3, lambda *f: tuple(map(sum, zip(*f, strict=True)))),
    ),
    (
        "units hit by battle dice",
        "3d{i,i,t,s,f,g} with i + g",
        "result",
        every([D6] * 3, lambda *f: sum(x in (1, 2, 6) for x in f)),
    ),
    (
        "hit, wound, save",
        "3d6 >= 3 then d6 >= 4 then d6 <= 4",
        "successes",
        {n: comb(3, n) * Fraction(2, 9) ** n * Fraction(7, 9) ** (3 - n) for n in range(4)},
    ),
    (
        "the higher roll, ties again",
        "2d6 + 1 vs 2d6 ties reroll",
        "a",
        {True: AHEAD[1] / (AHEAD[1] + AHEAD[-1])},
    ),
    (
        "attackers against defenders",
        "pairs won of 3d6 against 2d6",
        "result",
        every([D6] * 5, lambda *f: sum(a > b for a, b in zip(sorted(f[:3])[::-1], sorted(f[3:])[::-1], strict=False))),
    ),
    (
        "the highest left after cancelling",
        "keep 1 of 3d6 without 3d6",
        "result",
        every([D6] * 6, lambda *f: max((Counter(f[:3]) - Counter(f[3:])).elements(), default=0)),
    ),
    (
        "dice that match trouble are out",
        "keep 1 of 3d6 unlike 2d6",
        "result",
        every([D6] * 5, lambda *f: max((x for x in f[:3] if x not in f[3:]), default=0)),
    ),
    (
        "a light die over a dark one",
        "best of 2d6 >= best of 2d6",
        "success",
        every([D6] * 4, lambda a, b, c, d: max(a, b) >= max(c, d)),
    ),
    ("sets of a pool of tens", "largest set of 4d10", "result", every([D10] * 4, lambda *f: sizes(f)[0])),
    ("five of a kind", "largest set of 5d6 = 5", "success", every([D6] * 5, lambda *f: sizes(f)[0] == 5)),
    ("a large straight", "straight of 5d6 >= 5", "success", every([D6] * 5, lambda *f: row_of(f, 5))),
    (
        "two pairs or better",
        "pairs of 5d6 >= 2",
        "success",
        every([D6] * 5, lambda *f: sum(n > 1 for n in sizes(f)) >= 2),
    ),
    ("how many dice show the bid", "5d6 = 3", "successes", every([D6] * 5, lambda *f: f.count(3))),
    (
        "how many, with ones wild",
        "5d{s,0,s,0,0,0} with s >= 3",
        "success",
        every([D6] * 5, lambda *f: f.count(1) + f.count(3) >= 3),
    ),
    (
        "dice under a number, and those on it",
        "2d{u,u,u,e,0,0} with 2 * u + e",
        "result",
        every([D6] * 2, lambda *f: sum(2 * (x < 4) + (x == 4) for x in f)),
    ),
    ("doubles of two dice", "largest set of 2d6 = 2", "success", every([D6] * 2, lambda a, b: a == b)),
    ("spread of three", "spread of 3d6", "result", every([D6] * 3, lambda *f: max(f) - min(f))),
    (
        "an artifact die beside base dice",
        "2d{0,0,0,0,0,1} + d{0,0,0,0,0,1,1,2}",
        "result",
        every([D6, D6, D8], lambda a, b, c: (a == 6) + (b == 6) + (c > 5) + (c == 8)),
    ),
    ("up and down", "d10 exploding once", "result", every([D10, D10], lambda a, b: a + b if a == 10 else a)),
    (
        "hand of cards: four of a kind",
        "largest set of 4 from {2*1-6} = 2",
        "success",
        hands([1, 2, 3, 4, 5, 6] * 2, 4, lambda hand: sizes(hand)[0] == 2),
    ),
    (
        "tokens from a bag",
        "3 from {4r, 3b, g} with r >= 1 and g = 0",
        "success",
        hands("rrrrbbbg", 3, lambda hand: "r" in hand and "g" not in hand),
    ),
    (
        "stunts: doubles of a test that succeeds",
        "3d6 with best of them if sum of them + 2 >= 12 and largest set of them >= 2 else 0",
        "result",
        every([D6] * 3, lambda *f: max(f) if sum(f) + 2 >= 12 and sizes(f)[0] > 1 else 0),
    ),
    (
        "doubles are added twice",
        "2d6 with 2 * sum of them if largest set of them = 2 else sum of them",
        "result",
        every([D6] * 2, lambda a, b: (a + b) * (1 + (a == b))),
    ),
    (
        "the best die, and one for each further six",
        "4d6 with best of them + max((them = 6) - 1, 0)",
        "result",
        every([D6] * 4, lambda *f: max(f) + max(f.count(6) - 1, 0)),
    ),
    (
        "width and height of the widest set",
        "4d10 with 100 * largest set of them + spread of them",
        "result",
        every([D10] * 4, lambda *f: 100 * sizes(f)[0] + max(f) - min(f)),
    ),
    (
        "a full house",
        "5d6 with (largest set of them = 3 and pairs of them = 2) * 25 + (straight of them >= 4) * 30",
        "result",
        every([D6] * 5, lambda *f: 25 * (sizes(f) == [3, 2]) + 30 * row_of(f, 4)),
    ),
    (
        "the lowest die names the trouble",
        "3d6 with worst of them if sum of them <= 10 else keep 2 of them",
        "result",
        every([D6] * 3, lambda *f: min(f) if sum(f) <= 10 else kept(f, 2)),
    ),
    (
        "all dice under the number, or a sum that reaches it",
        "3d8 with (them <= 3): 3 doom, 1-2 cost, else fine",
        "named",
        every([D8] * 3, lambda *f: {3: "doom", 0: "fine"}.get(sum(x <= 3 for x in f), "cost")),
    ),
    (
        "dice of one's own that others show too",
        "2d6 with sum of them - 5 * (best of them = best of 2d6)",
        "result",
        every([D6] * 4, lambda a, b, c, d: a + b - 5 * (max(a, b) == max(c, d))),
    ),
    ("the sum of two cards", "sum of 2 from {2*1-4, 3*10}", "result", hands([1, 2, 3, 4] * 2 + [10] * 3, 2, sum)),
]


@pytest.mark.parametrize(("text", "result", "law"), [row[1:] for row in ONE_LINE], ids=[row[0] for row in ONE_LINE])
def test_one_line_says_the_mechanic(text, result, law):
    law = law() if callable(law) else law
    found = probcalc.roll(text)[result]
    if isinstance(found, Fraction):
        assert found == law.get(True, 0)
    else:
        assert dict(found) == law


def test_sixty_are_one_line():
    assert len({row[0] for row in ONE_LINE}) == len(ONE_LINE) >= 60
