"""A distribution as rows: exactly, at least, at most, with the exact fractions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from probcalc.exact.law.distribution import Distribution
from probcalc.present.numbers.decimals import decimal
from probcalc.scenarios.answer import Answer
from probcalc.scenarios.sentences import outcome_words

TAIL = Fraction(1, 10**6)

Tail: TypeAlias = Literal["at least", "at most"]
Shown: TypeAlias = Literal["exactly", "at least", "at most"]
TAILS: tuple[Tail, ...] = ("at least", "at most")


@dataclass(frozen=True, slots=True)
class LawRow:
    """One outcome, and how it is read; `at_least` and `at_most` are None where there is no order among names."""

    outcome: Any
    words: str
    exactly: Fraction
    at_least: Fraction | None
    at_most: Fraction | None


@dataclass(frozen=True, slots=True)
class LawTable:
    """A distribution as rows.

    Attributes:
        name, label, unit: the result, in the declaration's words.
        rows: the outcomes in order.
        is_ordered: whether "at least" and "at most" make sense.
        mean: the mean, None for a law over names.
        left_out: a sentence that says which tails are not among the rows, "" when all are.
    """

    name: str
    label: str
    unit: str
    rows: tuple[LawRow, ...]
    is_ordered: bool
    mean: Fraction | None
    left_out: str

    @property
    def heading(self) -> str:
        """What the outcomes count, for the first column."""
        return self.unit or "outcome"


def law_table(answer: Answer, name: str, cut: bool = True) -> LawTable:
    """A distribution of an answer as rows; with `cut` without tails of less than one in a million in all.

    >>> import probcalc
    >>> found = law_table(probcalc.odds("chronopia.melee", attacker="the_cursed", target="spearmen"), "wounds")
    >>> [(row.words, str(row.exactly), str(row.at_least)) for row in found.rows]
    [('0', '256/625', '1'), ('1', '288/625', '369/625'), ('2', '81/625', '81/625')]

    Raises:
        TypeError: when the result is no distribution.
    """
    law = answer[name]
    if not isinstance(law, Distribution):
        raise TypeError(f"{name} is no distribution")
    declared = answer.declared(name)
    return table_of(law, name, declared.label, declared.unit, cut, answer.outcome_names(name))


def table_of(
    law: Distribution, name: str, label: str, unit: str, cut: bool = True, sides: Mapping[str, str] | None = None
) -> LawTable:
    """Any distribution as rows, with its words.

    >>> [row.words for row in table_of(Distribution.from_weights({0: 1, 1: 1}), "lost", "Lost", "models").rows]
    ['0', '1']
    """
    rows = _rows(law, sides or {})
    left_out = ""
    if cut and rows[0].at_least is not None:
        rows, left_out = _without_tails(rows)
    is_ordered = rows[0].at_least is not None
    return LawTable(name, label, unit, tuple(rows), is_ordered, law.mean if law.has_mean else None, left_out)


def _rows(law: Distribution, sides: Mapping[str, str]) -> list[LawRow]:
    if not law.is_extended:
        return [LawRow(outcome, outcome_words(outcome, sides), law[outcome], None, None) for outcome in law]
    total = law.total
    rows: list[LawRow] = []
    below = 0
    for outcome, weight in law.rising():
        least = Fraction(total - below, total)
        below += weight
        words = outcome_words(outcome, sides)
        rows.append(LawRow(outcome, words, Fraction(weight, total), least, Fraction(below, total)))
    return rows


def _without_tails(rows: list[LawRow]) -> tuple[list[LawRow], str]:
    kept = [row for row in rows if (row.at_most or 0) >= TAIL and (row.at_least or 0) >= TAIL]
    first, last = rows.index(kept[0]), rows.index(kept[-1])
    said = []
    if first:
        said.append(f"below {kept[0].words}")
    if last < len(rows) - 1:
        said.append(f"above {kept[-1].words}")
    if not said:
        return rows, ""
    gone = Fraction(0)
    for row in (*rows[:first], *rows[last + 1 :]):
        gone += row.exactly
    text = f"Not shown: {' and '.join(said)} (under 1 in a million each, {decimal(gone, 2)} together)."
    return kept, text
