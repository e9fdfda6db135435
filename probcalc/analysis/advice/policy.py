"""The best play as sentences that a player can follow, read from the decisions that it comes to.

Every decision of one name is a table: what is seen, and what is best. The table is cut, always where the cut tells
most, until each part says one thing; each part is a rule, and each rule a sentence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from math import log2
from typing import Any

from probcalc.exact.readings.moments_of_play import Reached
from probcalc.scenarios.errors import InputError

_MOST_NAMED = 3
_FEW = 6
"""Of so many names, only single ones are told apart from the others."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One moment: the facts by the phrases that they complete, what is best, what else is as good.

    `also` are other orders that say what is best.
    """

    facts: Mapping[str, Any]
    best: str
    equal: tuple[str, ...]
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Condition:
    """What must be seen: a fact that is one of some names, or a number in a range, without an end where None stands."""

    phrase: str
    names: tuple[Any, ...] = ()
    low: int = 0
    high: int | None = None

    def holds(self, facts: Mapping[str, Any]) -> bool:
        """Whether it is seen.

        >>> Condition("wounds so far are", low=1).holds({"wounds so far are": 2})
        True
        """
        fact = facts[self.phrase]
        if self.names:
            return fact in self.names
        return bool(fact >= self.low and (self.high is None or fact <= self.high))

    def words(self) -> str:
        """The condition in words.

        >>> Condition("wounds so far are", low=1).words(), Condition("it is", ("a miss", "a fumble")).words()
        ('wounds so far are 1 or more', 'it is a miss or a fumble')
        """
        if self.names:
            return f"{self.phrase} {' or '.join(map(str, self.names))}"
        if self.high is None:
            return f"{self.phrase} {self.low} or more"
        return f"{self.phrase} {self.low}" + (f" to {self.high}" if self.high != self.low else "")


@dataclass(frozen=True, slots=True)
class Rule:
    """What to do at the decisions of one name, where all conditions hold.

    Attributes:
        when: the name of the decisions.
        conditions: what must be seen.
        best: what to do.
        equal: what else is as good wherever the rule applies.
        otherwise: whether it stands for all that the rules before it do not say.
    """

    when: str
    conditions: tuple[Condition, ...]
    best: str
    equal: tuple[str, ...]
    otherwise: bool = False

    def holds(self, facts: Mapping[str, Any]) -> bool:
        """Whether it applies to what is seen."""
        return all(condition.holds(facts) for condition in self.conditions)

    def sentence(self) -> str:
        """The rule in words."""
        tied = f" ({_words_for_tie(self.equal)} just as good)" if self.equal else ""
        if self.otherwise:
            return f"{self.when}: in all other cases, {self.best}{tied}."
        if not self.conditions:
            return f"{self.when}: {self.best}{tied}."
        seen = " and ".join(condition.words() for condition in self.conditions)
        return f"{self.when}: if {seen}, {self.best}{tied}."


def _words_for_tie(names: Sequence[str]) -> str:
    if len(names) > _MOST_NAMED:
        return f"“{names[0]}” and {len(names) - 1} others are"
    return " or ".join(f"“{name}”" for name in names) + " is"


def rules(reached: Iterable[Reached], points: str, side: str | None = None) -> list[Rule]:
    """The rules of the best play, decision by decision in the order of play; those of the other side are left out."""
    tables: dict[str, list[Seen]] = {}
    nothing: dict[str, str] = {}
    for each in reached:
        decision = each.decision
        if side is not None and decision.side not in (side, ""):
            continue
        facts = facts_of(decision, each.so_far, each.points, points)
        seen = {phrase: fact for phrase, fact in facts.items() if phrase not in each.idle}
        equal = tuple(option.name for option in each.equal[1:])
        tables.setdefault(decision.when, []).append(Seen(seen, each.option.name, equal, each.option.also()))
        nothing.setdefault(decision.when, decision.options[0].name)
    return rules_of(tables, nothing)


def rules_of(tables: Mapping[str, list[Seen]], nothing: Mapping[str, str]) -> list[Rule]:
    """The rules that say what is best at every moment seen; `nothing` is what goes without saying, where it is known.

    What is not said by a rule for its decision is the last rule, which has no conditions.
    """
    return [rule for when, table in tables.items() for rule in _rules(when, _alike(table), nothing.get(when, ""))]


def _alike(table: list[Seen]) -> list[Seen]:
    """The same moments with as few orders as can be, where what is best can be said in several ways."""
    if not any(seen.also for seen in table):
        return table
    found: dict[int, str] = {}
    while len(found) < len(table):
        left = [i for i in range(len(table)) if i not in found]
        names = Counter(name for i in left for name in (table[i].best, *table[i].also))
        most = max(names.values())
        chosen = next(name for name, count in names.items() if count == most)
        found |= {i: chosen for i in left if chosen in (table[i].best, *table[i].also)}
    return [replace(seen, best=found[i], also=()) for i, seen in enumerate(table)]


def facts_of(decision: Any, so_far: Any, points_left: int, points: str) -> dict[str, Any]:
    """Everything that is seen at a decision."""
    facts = dict(decision.seen)
    # What has been added up is one number, or several side by side; nothing yet is 0 of each.
    parts = (so_far,) * len(decision.so_far) if isinstance(so_far, int) else tuple(so_far)
    facts |= dict(zip(decision.so_far, parts, strict=True))
    if points:
        facts[f"{points} left are"] = points_left
    return facts


def _rules(when: str, table: list[Seen], nothing: str) -> list[Rule]:
    leaves = _leaves(table, ())
    if len(leaves) == 1:
        return [_rule(when, *leaves[0])]
    bests = [part[0].best for _, part in leaves]
    rest = nothing if nothing in bests else max(set(bests), key=lambda best: (bests.count(best), best))
    said = [_rule(when, conditions, part) for conditions, part in leaves if part[0].best != rest]
    left = [seen for _, part in leaves if part[0].best == rest for seen in part]
    return [*said, Rule(when, (), rest, _equal(left), otherwise=True)]


def _rule(when: str, conditions: tuple[Condition, ...], part: list[Seen]) -> Rule:
    phrases = list(part[0].facts)
    in_order = sorted(conditions, key=lambda condition: phrases.index(condition.phrase))
    return Rule(when, tuple(in_order), part[0].best, _equal(part))


def _equal(part: list[Seen]) -> tuple[str, ...]:
    """What is as good at every one of the moments."""
    return tuple(name for name in part[0].equal if all(name in seen.equal for seen in part))


def _leaves(table: list[Seen], conditions: tuple[Condition, ...]) -> list[tuple[tuple[Condition, ...], list[Seen]]]:
    if len({seen.best for seen in table}) == 1:
        return [(conditions, table)]
    cut = _best_cut(table)
    if cut is None:
        # Of one result all that counts is seen; what several have come to by then may not be.
        line = "aim: what is best here depends on more than a player knows at the decision; aim at one result"
        raise InputError(line, "aim")
    inside, outside = cut
    found = []
    for condition in (inside, outside):
        part = [seen for seen in table if condition.holds(seen.facts)]
        found += _leaves(part, _add_condition(conditions, condition))
    return found


def _add_condition(conditions: tuple[Condition, ...], more: Condition) -> tuple[Condition, ...]:
    """The conditions and one more; two about one fact are one."""
    kept = []
    for condition in conditions:
        if condition.phrase != more.phrase:
            kept.append(condition)
        elif not more.names:
            highs = [c.high for c in (condition, more) if c.high is not None]
            more = Condition(more.phrase, low=max(condition.low, more.low), high=min(highs, default=None))
    return (*kept, more)


def _best_cut(table: list[Seen]) -> tuple[Condition, Condition] | None:
    """The cut in two that leaves the least to be told apart."""
    best: tuple[float, tuple[Condition, Condition]] | None = None
    everything = Counter(seen.best for seen in table)
    for phrase in table[0].facts:
        counts: dict[Any, Counter[str]] = {}
        for seen in table:
            counts.setdefault(seen.facts[phrase], Counter())[seen.best] += 1
        for cut, inside in _cuts(phrase, counts):
            untold = _untold(inside) + _untold(everything - inside)
            if best is None or untold < best[0] - 1e-9:
                best = untold, cut
    return best and best[1]


def _cuts(
    phrase: str, counts: Mapping[Any, Counter[str]]
) -> Iterable[tuple[tuple[Condition, Condition], Counter[str]]]:
    """Every way to cut by one fact, with what is best how often in the first part."""
    if all(isinstance(value, int) for value in counts):
        ordered = sorted(counts)
        first, last = ordered[0], ordered[-1]
        inside: Counter[str] = Counter()
        for below, above in pairwise(ordered):
            inside = inside + counts[below]
            # Nothing lies below the first; above the last there is nothing to say either.
            rest = Condition(phrase, low=above, high=last if above == last else None)
            yield (Condition(phrase, low=first, high=below), rest), inside
        return
    for size in range(1, len(counts) if len(counts) < _FEW else 2):
        for chosen in combinations(counts, size):
            others = tuple(value for value in counts if value not in chosen)
            yield (
                (Condition(phrase, chosen), Condition(phrase, others)),
                sum((counts[value] for value in chosen), Counter()),
            )


def _untold(counts: Counter[str]) -> float:
    """How much is not said yet: the entropy of what is best, times the number of moments."""
    total = counts.total()
    return -sum(count * log2(count / total) for count in counts.values())
