"""Data tables of units, weapons and terrain: read from TOML once, every figure checked on loading."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from importlib.resources import files
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError


class Row(BaseModel):
    """One entry of a table; a subclass declares every figure with its range, none of them optional."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    name: str


R = TypeVar("R", bound=Row)

# Rows of a roster, by the identity of their table, while one request is filled in; each thread has its own.
_OWN_ROWS: ContextVar[Mapping[int, Mapping[str, Row]] | None] = ContextVar("own rows", default=None)


@contextmanager
def with_rows(rows: Iterable[tuple[Table[Any], Mapping[str, Row]]]) -> Iterator[None]:
    """Within this block the tables find these rows by their ids too; they do not list them."""
    before = _OWN_ROWS.set({id(table): own for table, own in rows})
    try:
        yield
    finally:
        _OWN_ROWS.reset(before)


class Table(Mapping[str, R], Generic[R]):
    """Entries by id.

    Raises:
        ValueError: when a figure is wrong, missing or unknown; the message names file, entry and field.
    """

    def __init__(self, row: type[R], system: str, file: str) -> None:
        self.row = row
        path = files("probcalc.systems").joinpath(system, "data", file)
        self._rows = read_table(row, path.read_text("utf-8"), f"{system}/data/{file}")

    def __getitem__(self, key: str) -> R:
        try:
            return self._rows[key]
        except KeyError:
            own = (_OWN_ROWS.get() or {}).get(id(self), {})
            if isinstance(found := own.get(key), self.row):
                return found
            raise

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def names(self) -> dict[str, str]:
        """Id to display name, in the order of the file."""
        return {key: row.name for key, row in self._rows.items()}


def read_table(row: type[R], text: str, file: str) -> dict[str, R]:
    r"""The entries of a TOML text, each checked against the row's declaration.

    >>> class Shield(Row):
    ...     rating: int
    >>> read_table(Shield, '[small]\nname = "Small shield"\nrating = 1', "shields.toml")["small"].rating
    1
    >>> read_table(Shield, '[small]\nname = "Small shield"', "shields.toml")
    Traceback (most recent call last):
        ...
    ValueError: shields.toml: entry small, field rating: Field required
    """
    entries: dict[str, R] = {}
    for key, figures in tomllib.loads(text).items():
        try:
            entries[key] = row.model_validate(figures)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            raise ValueError(f"{file}: entry {key}, field {where}: {first['msg']}") from None
    return entries
