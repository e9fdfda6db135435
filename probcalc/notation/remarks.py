"""What a person should know about how a roll was read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from dataclasses import replace
from itertools import chain
from typing import Any

from probcalc.exact.budget.bounds import Budget, TooLarge, metered
from probcalc.exact.readings.law import LawReader
from probcalc.notation import nodes
from probcalc.notation.building import checks_of, value_tree
from probcalc.notation.checking import COMPARE
from probcalc.notation.errors import NotationError
from probcalc.notation.limits import MOST_HANDS, hands_of, size_of
from probcalc.notation.nodes import Node, Ranges
from probcalc.notation.walking import exchange, has_letters, inside, walk
from probcalc.notation.writing import pool_text, ranges_text, row_text, write

FEW = 3
_MOST_STEPS = 1_000_000
TENS_AND_UNITS = (66, 88)
"""Dice that players write so and mean two dice of, one for the tens."""


def remarks(node: Node) -> list[str]:
    """A sentence for each check that another reader may have meant otherwise, and for faces that change nothing.

    >>> from probcalc.notation import parse
    >>> remarks(parse("2d6 >= 7"))
    ['2d6 >= 7 counts dice one by one, and none can succeed; for their sum write sum of 2d6 >= 7.']
    >>> remarks(parse("12d6 >= 4"))
    []
    >>> remarks(parse("d20 >= 11 crit 25"))
    ['d20 >= 11: crit 25 has no effect; no success shows it.']
    >>> remarks(parse("best of 2d6 < 4"))
    ['best of 2d6 < 4 takes the highest die, and low succeeds here; for the lowest die write worst of 2d6 < 4.']
    """
    found: list[str] = []
    with metered(Budget(_MOST_STEPS)):
        for part in walk(node):
            try:
                found += _of_part(part)
            except TooLarge:
                # What takes so long to look at needs no remark.
                break
    # A pool of dice says each die once, but its parts may say the same again.
    return list(dict.fromkeys(found))


def require_meant(node: Node) -> None:
    """Refuse plain dice counted against a number that all of them reach, or none: that is never meant.

    >>> from probcalc.notation import parse
    >>> require_meant(parse("2d6 >= 7"))
    Traceback (most recent call last):
        ...
    probcalc.notation.errors.NotationError: roll, character 1: 2d6 >= 7 counts dice one by one, and none of them can
    succeed; their sum is written sum of 2d6 >= 7

    Raises:
        NotationError: with the roll that was probably meant.
    """
    for part in walk(node):
        if not isinstance(part, nodes.Check) or not isinstance(part.of, nodes.Pool):
            continue
        die = part.of.unit
        if (
            part.of.count < 2
            or part.of.seen
            or part.of.explosion
            or not isinstance(die, nodes.Die)
            or part != _plain(part)
        ):
            continue
        reached = sum(COMPARE[part.compare](face, part.target) for face in die.all_faces)
        if reached in (0, len(die.all_faces)) and len(set(die.all_faces)) > 1:
            which = "every one of them succeeds" if reached else "none of them can succeed"
            said = f"{write(part)} counts dice one by one, and {which}"
            instead = f"sum of {pool_text(part.of)} {part.compare} {part.target}"
            raise NotationError(f"{said}; their sum is written {instead}", part.at)


def _plain(check: nodes.Check) -> nodes.Check:
    """The same without what may change how its dice succeed, or what they count."""
    return nodes.Check(check.of, check.compare, check.target, again=check.again, explosion=check.explosion)


def _of_part(part: object) -> list[str]:
    match part:
        case nodes.Operation() if part.operator.is_condition:
            return _of_parts(part)
        case nodes.Operation(sign="/", parts=(nodes.Number(value), nodes.Number(divisor))) if 0 < value < divisor:
            return [f"{write(part)} is rounded down to 0; half of a roll is written d6 / 2."]
    if isinstance(part, (nodes.Check, nodes.Pool, nodes.Contest, nodes.Lookup)) and has_letters(part):
        # What a letter stands for differs from roll to roll, and so does what its faces may do.
        return []
    if isinstance(part, nodes.Contest):
        return _of_tie(part)
    if isinstance(part, nodes.Kept):
        return _of_choice(part)
    if isinstance(part, nodes.Check):
        if isinstance(part.of, nodes.Deal):
            return []
        return _of_check(part) + _of_naturals(part)
    if isinstance(part, nodes.Pool):
        return _of_pool(part)
    if isinstance(part, nodes.Lookup):
        return _of_rows(part)
    if isinstance(part, nodes.Die) and part.sides in TENS_AND_UNITS and not part.faces:
        one = f"d{part.sides % 10}"
        return [f"{part.name} is one die of {part.sides} sides; for tens and units write 10 * {one} + {one}."]
    return []


def _of_rows(table: nodes.Lookup) -> list[str]:
    """A sentence for each row of a table that nothing comes to."""
    left = set(LawReader().distribution(value_tree(table.of)))
    shown = frozenset(left)
    found = []
    for row in table.rows:
        held = {result for result in left if result in row}
        if not held and row.low is not None:
            why = "the rows before it hold it" if any(result in row for result in shown) else "it cannot be rolled"
            found.append(f"{write(table.of)}: the row {row_text(row)} has no effect; {why}.")
        left -= held
    return found


def _of_tie(contest: nodes.Contest) -> list[str]:
    """A sentence for a roll against a plain number that ties where they are equal: mostly that succeeds."""
    a, number = contest.a, contest.b
    if not isinstance(number, nodes.Number) or contest.ties != "stand" or contest.lower_wins or contest.first_to > 1:
        return []
    several = isinstance(a, nodes.Pool) and a.count > 1
    check = f"{'sum of ' if several else ''}{write(a)} >= {write(number)}"
    return [f"{write(contest)} is a tie where they are equal; where that succeeds write {check}."]


def _of_choice(kept: nodes.Kept) -> list[str]:
    """A sentence for the best of a single die, as in best of d6 + d8, which adds a d8 to it."""
    if not isinstance(kept.pool, nodes.Pool) or kept.pool.count > 1:
        return []
    which = "worst" if kept.lowest else "best"
    return [f"{write(kept)} has one die to choose from; of different dice write {which} of (d6 and d8)."]


def _of_naturals(check: nodes.Check) -> list[str]:
    """A sentence for each range after a check's words in which nothing lies that the word is about."""
    parts = checks_of(check)
    law = LawReader()
    bands = {(natural, part.band(natural)) for part in parts for natural in law.distribution(part.natural)}
    shown = {natural for natural, _ in bands}
    succeeding = {natural for natural, band in bands if band in ("critical", "success")}
    said = write(nodes.Check(check.of, check.compare, check.target))
    found = _without_effect(said, "crit", check.critical, succeeding, "no success shows it")
    found += _without_effect(said, "fumble", check.fumble, shown - succeeding, "no failure shows it")
    for word, ranges in (
        ("always", check.always),
        ("never", check.never),
        ("reroll", check.again.naturals if check.again else None),
        ("exploding on", check.explosion.on if check.explosion else None),
    ):
        found += _without_effect(said, word, ranges, shown)
    return found


def _of_pool(pool: nodes.Pool) -> list[str]:
    if not pool.again and pool.explosion is None:
        return []
    shown = set(LawReader().distribution(value_tree(pool.unit)))
    said = pool_text(nodes.Pool(pool.count, pool.unit))
    found = _without_effect(said, "reroll", pool.again, shown)
    return found + _without_effect(said, "exploding on", pool.explosion.on if pool.explosion else None, shown)


def _without_effect(
    said: str, word: str, ranges: Ranges | None, shown: Set[int], why: str = "it cannot be rolled"
) -> list[str]:
    empty = [span for span in (ranges.spans if ranges else ()) if not any(span[0] <= n <= span[1] for n in shown)]
    return [f"{said}: {word} {ranges_text(Ranges((span,)))} has no effect; {why}." for span in empty]


def _of_parts(logic: nodes.Operation) -> list[str]:
    """A sentence for dice that two conditions ask about as if they were the same, and for rolls that always hold."""
    found = []
    always = [part for part in logic.parts if isinstance(part, (nodes.Pool, nodes.Sum)) and size_of(part).low > 0]
    if always:
        said = " and ".join(write(part) for part in always[:2])
        verb = "always hold" if len(always) > 1 else "always holds"
        found.append(f"{said} {verb}, being no condition; the higher of two rolls is written max(d8, d6).")
    asked = [set(_asked_dice(part)) for part in logic.parts]
    return found + [_twice(logic, pool) for pool, parts in Counter(chain(*asked)).items() if parts > 1]


def _asked_dice(node: object) -> list[nodes.Pool]:
    """The dice that are asked as a whole, not those that these are rolled with."""
    if isinstance(node, (nodes.Kept, nodes.Added)):
        pools: tuple[object, ...] = (node.pool,)
    elif isinstance(node, (nodes.Ranked, nodes.Asked)):
        pools = node.dice.pools
    else:
        return [pool for part in inside(node) for pool in _asked_dice(part)]
    return [pool for pool in pools if isinstance(pool, nodes.Pool) and pool.count > 1 and not pool.seen]


def _twice(logic: nodes.Operation, pool: nodes.Pool) -> str:
    them = replace(pool, seen=True)
    said = f"{pool_text(pool)} is rolled for each condition anew, as two sets of dice"
    if pool.explosion is None and hands_of(pool) <= MOST_HANDS:
        return f"{said}; for the same dice write {pool_text(pool)} with {write(_instead(logic, pool, them))}."
    return f"{said}; so many different rolls are not asked as one set here."


def _instead(node: Node, pool: Node, them: Node) -> Any:
    return exchange(node, lambda part: them if part == pool else None)


def _of_check(check: nodes.Check) -> list[str]:
    plain = nodes.Check(check.of, check.compare, check.target)
    said = write(plain)
    if check.again and check.again.what == "failures" and check.explosion:
        return [f"{write(check)} rolls every failure once more, also of the dice that others earned."]
    law = LawReader()
    bands = {band for part in checks_of(check) for band in law.distribution(part.single)}
    names = {band[0] if isinstance(band, tuple) else band for band in bands}
    always, never = not names & {"failure", "fumble"}, not names & {"critical", "success"}
    certain = "every one succeeds" if always else "none can succeed" if never else ""
    if isinstance(check.of, nodes.Pool) and check.of.count > 1:
        instead = f"for their sum write sum of {pool_text(check.of)} {check.compare} {check.target}"
        if certain:
            return [f"{said} counts dice one by one, and {certain}; {instead}."]
        found = [f"{said} counts dice one by one; {instead}."] if check.of.count <= FEW else []
        return found + _of_earned(check, check.of)
    if isinstance(check.of, nodes.Sum):
        for term in check.of.terms:
            if isinstance(term, nodes.Pool) and term.count > FEW:
                said_of = f"{said} adds the dice up and compares once"
                return [f"{said_of}; for each die on its own write {_each(check, term)}."]
    if certain:
        return [f"{said}: {'it always succeeds' if always else 'it cannot succeed'}."]
    return _of_best(check, said)


def _of_earned(check: nodes.Check, pool: nodes.Pool) -> list[str]:
    """A sentence for dice that are held against a number together with what they earned, though one alone may do."""
    die = pool.unit
    alone = isinstance(die, nodes.Die) and max(die.all_faces) >= check.target
    if pool.explosion is None or check.explosion or check.compare not in (">", ">=") or not alone:
        return []
    instead = replace(check, of=replace(pool, explosion=None), explosion=pool.explosion)
    return [f"{write(check)} adds to each die what it earned; where earned dice count too write {write(instead)}."]


def _of_best(check: nodes.Check, said: str) -> list[str]:
    """A sentence for the best of several dice held under a number, where the lowest die would be the better one."""
    terms = check.of.terms if isinstance(check.of, nodes.Sum) else (check.of,)
    best = [term for term in terms if isinstance(term, nodes.Kept) and term.number == 1 and not term.lowest]
    if check.compare not in ("<", "<=") or not best:
        return []
    lowest = replace(check, of=_instead(check.of, best[0], replace(best[0], lowest=True)))
    return [f"{said} takes the highest die, and low succeeds here; for the lowest die write {write(lowest)}."]


def _each(check: nodes.Check, pool: nodes.Pool) -> str:
    single = nodes.Pool(1, pool.unit, pool.again, pool.explosion)
    assert isinstance(check.of, nodes.Sum)
    others = [term for term in check.of.terms if term is not pool]
    inner = write(nodes.Sum((single, *others))) if others else pool_text(single)
    return f"{pool.count} times ({inner}) {check.compare} {check.target}"
