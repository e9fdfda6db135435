"""Data tables of units, weapons and terrain: read from TOML once, every figure checked on loading."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pkgutil import get_data
from typing import Any, Generic, TypeVar

from probcalc.scenarios.kinds import Wrong
from probcalc.scenarios.models import Declared, Model
from probcalc.scenarios.parameters import NOTHING

WORDS = ("name", "short", "plural")
"""What a row is called; everything else in it is a figure."""


class Row(Model):
    """One entry of a table; a subclass declares every figure with its range, none of them optional.

    `short` is what one of it is called within a sentence ("a Spearman"), `plural` what several are ("20 Spearmen").
    Every built-in entry has both, and no two entries of a table share one; an entry of the reader's own has its name.
    """

    name: str
    short: str = ""
    plural: str = ""


def figure(low: int, high: int) -> Any:
    """A whole number from low to high, which every row has. Annotate the field `int`."""
    return Declared(low=low, high=high)


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
    """Entries by id, read from the folder `data` beside the module that declares their row.

    Raises:
        ValueError: when a figure is wrong, missing or unknown; the message names file, entry and field.
    """

    def __init__(self, row: type[R], file: str) -> None:
        self.row = row
        package = sys.modules[row.__module__].__package__ or ""
        # Not importlib.resources, which loads whatever could unpack an archive into a folder first.
        text = (get_data(package, f"data/{file}") or b"").decode("utf-8")
        name = f"{package.rpartition('.')[2]}/data/{file}"
        self._rows = read_table(row, text, name)
        check_words(self._rows, name)

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

    def fills(self, key: str, *names: str, **renamed: str) -> dict[str, Any]:
        """The figures of an entry under the names of the parameters that they fill; of none, nothing.

        `renamed` says parameter=figure where the two are called differently. What an entry lacks fills nothing.

        >>> from probcalc.systems.oathmark.tables import UNITS
        >>> UNITS.fills("troll", "health", combat="fight"), UNITS.fills("none", "health")
        ({'health': 3, 'combat': 4}, {})
        """
        row = self.get(key)
        if row is None:
            return {}
        wanted = dict(zip(names, names, strict=True)) | renamed
        found = {parameter: getattr(row, figure) for parameter, figure in wanted.items()}
        return {parameter: value for parameter, value in found.items() if value is not None and value != NOTHING}

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
            entries[key] = row(**figures)
        except Wrong as wrong:
            raise ValueError(f"{file}: entry {key}, field {wrong}") from None
    return entries


def check_words(rows: Mapping[str, Row], file: str) -> None:
    """Hold every entry to a short name and a plural that no other entry has.

    >>> sword = Row(name="Long sword", short="Sword", plural="Swords")
    >>> check_words({"long": sword, "bent": sword}, "swords.toml")
    Traceback (most recent call last):
        ...
    ValueError: swords.toml: entry bent, field name: entry long is called Long sword too

    Raises:
        ValueError: when one is missing or stands twice; the message names file, entry and field.
    """
    for field in WORDS:
        known: dict[str, str] = {}
        for key, row in rows.items():
            word = str(getattr(row, field)).strip()
            if not word:
                raise ValueError(f"{file}: entry {key}, field {field}: it is missing")
            if (other := known.setdefault(word.lower(), key)) != key:
                raise ValueError(f"{file}: entry {key}, field {field}: entry {other} is called {word} too")
