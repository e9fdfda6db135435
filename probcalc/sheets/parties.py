"""Who takes part in a question of a sheet: its groups or its two sides, by the rows that they have chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from probcalc.scenarios.parameters import NOTHING
from probcalc.scenarios.parties import Party, one_of, unnamed
from probcalc.scenarios.tables import Row
from probcalc.sheets.questions.question import Question
from probcalc.sheets.reading.words import is_plural


@dataclass(frozen=True, slots=True)
class Role:
    """A group or a side.

    Attributes:
        nameless: what it is called where no row names it.
        rows: the parameters by which it chooses rows, by flat name.
        is_side: whether it is one of two sides.
    """

    nameless: Party
    rows: tuple[str, ...]
    is_side: bool = False

    def party(self, value_of: Callable[[str], Any], called: Mapping[str, str]) -> Party:
        """Who has it, by the first row that is chosen or has a name of the reader's own."""
        key, role = self.nameless.key, self.nameless.role
        for flat in self.rows:
            if own := called.get(flat):
                return one_of(key, role, own)
            chosen = value_of(flat)
            if chosen not in (None, NOTHING):
                # A side goes by its own name: both may have chosen the same row.
                return unnamed(key, role, bears=chosen) if self.is_side else _of_row(key, role, chosen)
        return self.nameless


def roles_of(question: Question) -> tuple[Role, ...]:
    """The groups of a question, or its two sides."""
    scope = question.scope
    rows = [(declared, side) for declared, side in question.parameters if declared.what == "row"]
    if scope.sides:
        return tuple(
            Role(
                unnamed(key, f"the {shown}"),
                tuple(f"{key}.{declared.name}" for declared, of in rows if of == side),
                is_side=True,
            )
            for side, (key, shown) in enumerate(zip(scope.sides, scope.shown_sides, strict=True))
        )
    words = dict.fromkeys(group.word for group in question.groups if group.takes_part)
    return tuple(
        Role(unnamed(word, f"the {word}"), tuple(declared.name for declared, _ in rows if declared.group == word))
        for word in words
    )


def _of_row(key: str, role: str, chosen: str) -> Party:
    """Who is called like a row: one of that name, or those whose name is a plural."""
    if is_plural(chosen):
        the = f"the {chosen}"
        return Party(key, role, chosen, the, the, the, plural=True, named=True, heads_many=True)
    return one_of(key, role, Row(name=chosen, short=chosen, plural=f"{chosen}s"))
