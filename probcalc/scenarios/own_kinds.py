"""What a system's own entries may be: more rows for one of its tables, or figures under a name.

A system lists its kinds in `System.own`. The figures of both are described as parameters, so that pages can ask for
them with the same controls as for a scenario's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

from probcalc.scenarios.kinds import OneOf, Truth, Whole
from probcalc.scenarios.models import FieldKind
from probcalc.scenarios.parameters import Parameter, default_label
from probcalc.scenarios.tables import WORDS, Row, Table

_WIDEST = 1_000_000


@dataclass(frozen=True)
class OwnTable:
    """Further rows for a table of units or weapons.

    Attributes:
        id: the key under which a roster lists them: "units".
        label: what they are, for people: "Units".
        table: the table; an own row has the same figures, checked in the same way.
        places: the last parts of the parameters that may name one: "attacker", "target".
        only: figures that no parameter can express, each with the only value that an own row may have.
        refers: figures that name an entry of another kind, each with that kind's id and the value of its `kind` figure.
        leads: the figures that matter first; without them the first six that are no yes or no.
    """

    id: str
    label: str
    table: Table[Any]
    places: tuple[str, ...]
    only: Mapping[str, Any] = field(default_factory=dict)
    refers: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    leads: tuple[str, ...] = ()

    @cached_property
    def figures(self) -> tuple[Parameter, ...]:
        """The figures of a row, without its name."""
        row: type[Row] = self.table.row
        return tuple(_figure(name, own.kinds) for name, own in row.fields().items() if name not in WORDS)


@dataclass(frozen=True)
class Role:
    """Where figures under a name may stand: as "attacker" or "target", or as a side, whose section has the same name.

    Attributes:
        name: what is written in a request: attacker=ogres.
        figures: those that an entry fills there.
        scenarios: the scenarios that have the role, by the last part of their ids.
    """

    name: str
    figures: tuple[str, ...]
    scenarios: tuple[str, ...]


@dataclass(frozen=True)
class OwnFigures:
    """Figures under a name, for a system without a table of its units.

    Attributes:
        id, label: as for a table.
        figures: each a parameter of one of the system's scenarios, by its last part.
        roles: where an entry may stand.
        leads: as for a table.
    """

    id: str
    label: str
    figures: tuple[Parameter, ...]
    roles: tuple[Role, ...]
    leads: tuple[str, ...] = ()
    table: ClassVar[Mapping[str, Row]] = {}
    only: ClassVar[Mapping[str, Any]] = {}
    refers: ClassVar[Mapping[str, tuple[str, str]]] = {}


def figures_of(models: Iterable[Any], *names: str) -> tuple[Parameter, ...]:
    """Parameters of some scenarios as figures: each the first whose last part has the name.

    Raises:
        KeyError: when no scenario has such a parameter.
    """
    known: dict[str, Parameter] = {}
    for model in models:
        for parameter in model.parameters():
            known.setdefault(parameter.name.rpartition(".")[2], parameter)
    return tuple(replace(known[name], name=name, section="", derived="") for name in names)


def _figure(name: str, kinds: Sequence[FieldKind]) -> Parameter:
    label = default_label(name)
    common: dict[str, Any] = {"name": name, "default": None, "help": label, "label": label, "role": "stat"}
    number = next((kind for kind in kinds if isinstance(kind, Whole)), None)
    if number is not None:
        low = -_WIDEST if number.low is None else number.low
        high = _WIDEST if number.high is None else number.high
        return Parameter(kind="integer", low=low, high=high, optional=len(kinds) > 1, **common)
    match kinds[0]:
        case Truth():
            return Parameter(kind="boolean", **common)
        case OneOf(choices):
            return Parameter(kind="choice", choices=choices, choice_labels=tuple(map(str, choices)), **common)
    return Parameter(kind="text", longest=40, **common)
