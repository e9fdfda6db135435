"""What the cards of changes are drawn of: steps ranked by what they are worth, and the entries of a table."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NotRequired, TypedDict, final

from probcalc.analysis.measure import Kind
from probcalc.web.parts.controls import Action, Control, Turn
from probcalc.web.parts.rows import Row


class Change(TypedDict):
    """One step: the tap that makes it, what it is called, and the number after it."""

    tap: str
    label: str
    note: str
    new: Fraction


@final
class Changes(TypedDict):
    """What the number is now, and what it is after each change."""

    title: str
    now: Fraction
    kind: Kind
    changes: Sequence[Change]
    better: NotRequired[str]
    all: NotRequired[Turn]
    quiet: NotRequired[str]
    refused: NotRequired[Sequence[str]]


class Rest(TypedDict):
    """What has no effect, and what is refused."""

    quiet: str
    refused: Sequence[str]


@final
class Ranking(TypedDict):
    """The entries of a table, best first."""

    title: str
    kind: Kind
    rows: Sequence[Row]
    pick: NotRequired[Control]
    more: NotRequired[Turn]


@final
class Waiting(TypedDict):
    """Why nothing is ranked, and the tap that has it done."""

    title: str
    quiet: str
    work: NotRequired[Action]
    pick: NotRequired[Control]
