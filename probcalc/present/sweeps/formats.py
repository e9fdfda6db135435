"""The kinds of files that a sweep is written to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

from probcalc.analysis.sweeps.asked import Question
from probcalc.analysis.sweeps.filling import Block
from probcalc.present.sweeps.columns import columns_of, csv_rows, json_rows
from probcalc.present.sweeps.whole_files import replace_file
from probcalc.present.writing.csv_text import csv_lines
from probcalc.scenarios.errors import InputError, unknown_name
from probcalc.scenarios.extras import need
from probcalc.scenarios.given_values import brief_value

ROWS_TOGETHER = 1 << 18
"""The rows that are compressed together in a Parquet file, or that stand in one batch of Arrow."""


class Format(ABC):
    """A kind of file: what stands at its beginning, what a block is in it, and how it is finished.

    While a sweep goes on, its blocks are kept in a folder; only a whole sweep becomes the file itself.
    """

    name: ClassVar[str]

    def __init__(self, asked: Question) -> None:
        self.asked = asked
        self.columns = columns_of(asked)

    def head(self) -> bytes:
        """What stands at the beginning."""
        return b""

    @abstractmethod
    def rows(self, block: Block) -> bytes:
        """The wanted cells of a block."""

    def write(self, out: Path, units: Iterable[bytes]) -> None:
        """Make the file of the rows of all blocks, in their order."""
        with replace_file(out) as made, open(made, "wb") as stream:
            stream.write(self.head())
            stream.writelines(units)


class Csv(Format):
    """Comma separated values."""

    name = "csv"

    def head(self) -> bytes:
        """The names of the columns."""
        return f"{csv_lines([self.columns.names])}\n".encode()

    def rows(self, block: Block) -> bytes:
        """A line for each cell."""
        return csv_rows(block)


class JsonLines(Format):
    """An object of JSON on each line."""

    name = "jsonl"

    def rows(self, block: Block) -> bytes:
        """A line for each cell."""
        return json_rows(block, self.columns)


class Arrow(Format):
    """A file of Arrow; a block is a batch."""

    name = "arrow"

    def __init__(self, asked: Question) -> None:
        need("Arrow and Parquet files", "sweep")
        super().__init__(asked)
        from probcalc.present.sweeps.arrow import schema_of

        self.schema = schema_of(self.columns, asked)

    def rows(self, block: Block) -> bytes:
        """A batch."""
        from probcalc.present.sweeps.arrow import batch_of

        return bytes(batch_of(block, self.columns, self.schema).serialize())

    def write(self, out: Path, units: Iterable[bytes]) -> None:
        """Make one file of the batches."""
        import pyarrow as pa

        from probcalc.present.sweeps.arrow import regroup

        batches = (pa.ipc.read_record_batch(pa.py_buffer(unit), self.schema) for unit in units)
        with replace_file(out) as made, self.writer(made) as writer:
            for table in regroup(batches, ROWS_TOGETHER, self.schema):
                writer.write_table(table)

    def writer(self, out: Path) -> Any:
        """What writes tables to the file."""
        import pyarrow as pa

        return pa.ipc.new_file(str(out), self.schema)


class Parquet(Arrow):
    """A Parquet file."""

    name = "parquet"

    def writer(self, out: Path) -> Any:
        """What writes tables to the file, a row group each."""
        from pyarrow import parquet

        return parquet.ParquetWriter(str(out), self.schema, compression="zstd")


FORMATS: dict[str, type[Format]] = {each.name: each for each in (Csv, JsonLines, Arrow, Parquet)}


def format_of(name: str, out: str) -> type[Format]:
    """The format that is named, or that the name of a file says.

    >>> format_of("", "odds.parquet").name
    'parquet'

    Raises:
        InputError: for a name or an ending that is none of a format.
    """
    if name:
        if name not in FORMATS:
            raise unknown_name("format", name, FORMATS)
        return FORMATS[name]
    ending = Path(out).suffix.removeprefix(".").lower()
    if ending not in FORMATS:
        endings = ", ".join(f".{known}" for known in FORMATS)
        raise InputError(
            f"out: {brief_value(str(out))} says no format; end it with {endings}, or name one with format", "out"
        )
    return FORMATS[ending]
