"""The rules of the grammar about targets, what follows, and two sides against each other."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from itertools import product
from typing import Any

from lark import Token

from probcalc.notation import limits, nodes
from probcalc.notation.endless import cap_both, cap_each, has_end, require_end
from probcalc.notation.errors import NotationError
from probcalc.notation.pieces import Clause, Rule, as_number, fields_of, integer, pieces, reaching, usual
from probcalc.notation.walking import walk
from probcalc.notation.writing import write


def constant(node: nodes.Node) -> int | None:
    """The number that a roll without dice comes to, None for one with dice.

    >>> from probcalc.notation import parse
    >>> constant(parse("2 * 3 - 1")), constant(parse("d6"))
    (5, None)
    """
    if isinstance(node, nodes.Number):
        return node.value
    if isinstance(node, nodes.Negative):
        inner = constant(node.part)
        return None if inner is None else -inner
    if not isinstance(node, nodes.Sum) and not (isinstance(node, nodes.Operation) and not node.operator.is_condition):
        return None
    parts = [constant(part) for part in (node.terms if isinstance(node, nodes.Sum) else node.parts)]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    return sum(known) if isinstance(node, nodes.Sum) else reduce(node.operator.of, known)


# -- the words after a target -------------------------------------------------------------------------------------


def _counts(at: int, parts: list[Any]) -> int:
    value = int(parts[-1])
    if abs(value) > limits.MOST_DICE:
        raise NotationError(f"it counts at most {limits.MOST_DICE:,}, not {value:,}", at)
    return value


def _naturals(word: str, field: str) -> Rule:
    def clause(at: int, parts: list[Any]) -> Clause:
        fields: dict[str, Any] = {field: parts[1]}
        if len(parts) > 2 and parts[2] is not None:
            fields[f"{field}_counts"] = parts[2]
        return Clause(word, fields, at)

    return clause


def _again_outcomes(at: int, parts: list[Any]) -> Clause:
    failures = str(parts[-1]).startswith("f")
    again = nodes.Again("failures" if failures else "successes", nodes.NOTHING, parts[1], at=at)
    return Clause("reroll", {"again": again}, at)


def _check(at: int, parts: list[Any]) -> nodes.Check | nodes.Compared:
    of, sign, against, *clauses = parts
    compare = usual(sign)
    target = constant(as_number(against))
    if target is None:
        if clauses:
            raise NotationError(f"{clauses[0].word} needs a number to roll against, and this is a roll", clauses[0].at)
        first, second = cap_both(as_number(of), as_number(against))
        return nodes.Compared(first, compare, second, at=at)
    # Dice that are counted one by one may have a sum that reaches too far.
    rolled = of if isinstance(of, nodes.Pool) else as_number(of)
    if isinstance(rolled, nodes.Deal) and clauses:
        raise NotationError(f"{clauses[0].word} is said of dice, and these are cards", clauses[0].at)
    check = nodes.Check(rolled, compare, target, **fields_of(clauses), at=at)
    if not has_end(rolled):
        faces = (check.critical, check.fumble, check.always, check.never, check.again and check.again.naturals)
        # Whatever is named is told apart, before numbers are added; what lies above the first of "9+" is all one.
        ends = [high if high < limits.MOST_NUMBER else low for ranges in faces if ranges for low, high in ranges.spans]
        highest = max([target, 0, *ends])
        added = sum(abs(part.value) for part in walk(rolled) if isinstance(part, nodes.Number))
        check = replace(check, of=cap_each(rolled, highest + added + 1))
    _require_natural(check, clauses)
    both = _overlap(check.always, check.never)
    if both is not None:
        raise NotationError(f"a natural {both} cannot both always and never succeed", check.never.at)
    if check.explosion and check.again and check.again.most is not None:
        raise NotationError("exploding dice and a limited number of re-rolls do not go together", check.again.at)
    return reaching(check)


def _at_least(at: int, parts: list[Any]) -> nodes.Check | nodes.Compared:
    """The target as it is written in many rules: 10d6 4+."""
    of, least, _, *clauses = parts
    return _check(at, [of, Token("COMPARE", ">="), nodes.Number(integer(least), at=at), *clauses])


def _overlap(first: nodes.Ranges, second: nodes.Ranges) -> int | None:
    """The lowest face in both."""
    pairs = product(first.spans, second.spans)
    return min(
        (max(low, bottom) for (low, high), (bottom, top) in pairs if low <= top and bottom <= high), default=None
    )


def _require_natural(check: nodes.Check, clauses: list[Clause]) -> None:
    """Words about naturals need a roll with one natural: dice of one kind, and numbers added to it."""
    named = [c for c in clauses if c.word != "reroll" or c.fields["again"].what == "naturals"]
    if named and not has_natural(check.of):
        said = f'{named[0].word} names faces, and "{write(check.of)}" has more than one kind of dice'
        raise NotationError(said, named[0].at)


def has_natural(node: nodes.Node) -> bool:
    """Whether a roll is dice of one kind, with numbers added: then their number before that is its natural."""
    if isinstance(node, nodes.Together):
        return all(has_natural(part) for part in node.parts)
    if isinstance(node, nodes.Sum):
        rolled = [term for term in node.terms if not isinstance(term, nodes.Number)]
        return len(rolled) == 1 and has_natural(rolled[0])
    if isinstance(node, nodes.Pool) and not isinstance(node.unit, nodes.Die):
        return has_natural(node.unit)
    return isinstance(node, (nodes.Pool, nodes.Added, nodes.Kept))


# -- what follows, and two sides ----------------------------------------------------------------------------------


def _chain(at: int, parts: list[Any]) -> nodes.Chain:
    steps = tuple(map(as_number, pieces(parts)))
    if len(steps) > limits.MOST_THEN:
        raise NotationError(f"at most {limits.MOST_THEN} steps follow one another", steps[limits.MOST_THEN].at)
    for step in steps:
        require_end(step)
    for step in steps[:-1]:
        if (low := limits.size_of(step).low) < 0:
            raise NotationError(f"what follows is rolled as often as this says, and it can say {low}", step.at)
    return reaching(nodes.Chain(steps, at=at))


def _contest(at: int, parts: list[Any]) -> nodes.Contest:
    a, b, *endings = (part for part in parts if not isinstance(part, Token))
    first, second = cap_both(as_number(a), as_number(b))
    return reaching(nodes.Contest(first, second, **fields_of(endings), at=at))


RULES: dict[str, Rule] = {
    "counts": _counts,
    "critical": _naturals("crit", "critical"),
    "fumble": _naturals("fumble", "fumble"),
    "always": _naturals("always", "always"),
    "never": _naturals("never", "never"),
    "again_naturals": lambda at, parts: Clause("reroll", {"again": nodes.Again("naturals", parts[1], None, at=at)}, at),
    "again_outcomes": _again_outcomes,
    "condition": lambda at, parts: Clause("exploding", {"explosion": parts[0]}, at),
    "check": _check,
    "at_least": _at_least,
    "chain": _chain,
    "ties": lambda at, parts: Clause("ties", {"ties": str(parts[-1])}, at),
    "lower_wins": lambda at, parts: Clause("lower wins", {"lower_wins": True}, at),
    "contest": _contest,
}
