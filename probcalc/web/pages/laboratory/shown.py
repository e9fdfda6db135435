"""The laboratory as data: a question by both rules, what its numbers come to, and which rows of its maps are drawn.

A are the rules as printed, B what the reader makes of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from probcalc.analysis.findings.report import Unit
from probcalc.analysis.numbers.measure import Measure
from probcalc.analysis.tables.table import OddsTable
from probcalc.present.numbers.text import change_text
from probcalc.present.words.labels import notes_in_words
from probcalc.web.pages.answer.counted_number import sentence_of
from probcalc.web.state.answered_request import Standing

_MOST_DRAWN = 4


@dataclass(frozen=True)
class Both:
    """A question by both rules.

    Attributes:
        printed: by the rules as printed.
        changed: by rule B.
        rule: rule B in words.
        measure: the number that counts.
        maps: that number over two numbers by each of the rules; None where it has no two, or they are too much.
    """

    printed: Standing
    changed: Standing
    rule: str
    measure: Measure
    maps: tuple[OddsTable, OddsTable] | None = None

    @property
    def sentence(self) -> str:
        """What counts."""
        return sentence_of(self.printed.answered, self.measure)

    @property
    def values(self) -> list[Fraction | None]:
        """The number by each of the rules, None where there is no answer; without rule B one alone."""
        sides = [self.printed, self.changed] if self.rule else [self.printed]
        return [None if stands.answer is None else self.measure.of(stands.answer) for stands in sides]

    @property
    def notes(self) -> list[str]:
        """What is to be known of the answer by rule B alone."""
        return [note for note in _notes(self.changed) if note not in _notes(self.printed)]


def _notes(stands: Standing) -> list[str]:
    """What is to be known of an answer, but for what its rule is, which its name says."""
    if stands.answer is None:
        return []
    return [note for note in notes_in_words(stands.answer) if not note.startswith("With modified rules")]


def difference(values: Sequence[Fraction | None], unit: Unit) -> str:
    """By how much the second number is more or less than the first; "" without two.

    >>> difference([Fraction("0.5904"), Fraction("0.5928")], "chance")
    'B gives 0.24 pts more.'
    """
    if len(values) < 2 or None in values:
        return ""
    gap = (values[1] or Fraction(0)) - (values[0] or Fraction(0))
    size = change_text(gap, unit, values[1]).lstrip("+-")
    return f"B gives {size} {'more' if gap > 0 else 'less'}." if gap else "Both give the same."


def drawn_rows(count: int, present: int) -> list[int]:
    """Up to four rows, evenly spread, the present one among them.

    >>> drawn_rows(11, 5), drawn_rows(3, 1), drawn_rows(11, -1)
    ([0, 3, 5, 10], [0, 1, 2], [0, 3, 7, 10])
    """
    if count <= _MOST_DRAWN:
        return list(range(count))
    spread = [round(n * (count - 1) / (_MOST_DRAWN - 1)) for n in range(_MOST_DRAWN)]
    if present >= 0 and present not in spread:
        spread[min(range(_MOST_DRAWN), key=lambda n: (abs(spread[n] - present), -n))] = present
    return spread
