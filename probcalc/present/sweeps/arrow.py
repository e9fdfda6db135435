"""Blocks of a sweep as columns of Arrow, which Parquet files, pandas and polars are made of."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa

from probcalc.analysis.sweeps.asked import Question
from probcalc.analysis.sweeps.filling import Block, Column
from probcalc.present.numbers.decimals import nearest_numbers
from probcalc.present.sweeps.columns import Columns, ColumnType, quotient_text, value_in_column

_TYPES: dict[str, Any] = {"integer": pa.int64(), "boolean": pa.bool_(), "text": pa.string()}


def schema_of(columns: Columns, asked: Question) -> Any:
    """The names and types of the columns; the question stands beside them."""
    fields = [pa.field(name, _TYPES[kind]) for name, kind in columns.parameters]
    for exact, decimal in columns.numbers:
        fields += [pa.field(exact, pa.string()), pa.field(decimal, pa.float64())]
    return pa.schema(fields, {"probcalc": json.dumps(asked.description())})


def batch_of(block: Block, columns: Columns, schema: Any) -> Any:
    """The wanted cells of a block."""
    chosen = None if block.chosen is None else np.array(block.chosen, bool)
    arrays = [_parameter(block, axis, kind, chosen) for axis, (_, kind) in enumerate(columns.parameters)]
    for column in block.columns:
        arrays += _numbers(column, chosen)
    return pa.record_batch(arrays, schema=schema)


def _parameter(block: Block, axis: int, kind: ColumnType, chosen: Any) -> Any:
    values = [value_in_column(value, kind) for value in block.values[axis]]
    shape = [1] * len(block.values)
    shape[axis] = len(values)
    cells = np.broadcast_to(np.arange(len(values), dtype=np.int32).reshape(shape), block.shape).ravel()
    return pa.array(values, _TYPES[kind]).take(pa.array(cells if chosen is None else cells[chosen]))


def _numbers(column: Column, chosen: Any) -> list[Any]:
    """The fractions and the decimals; a cell without a number has the place -1."""
    places = np.asarray(column.places, np.int32)
    places = places if chosen is None else places[chosen]
    cells = pa.array(places, mask=places < 0)
    exact = pa.array(list(map(quotient_text, column.numbers)), pa.string())
    return [exact.take(cells), pa.array(nearest_numbers(column.numbers), pa.float64()).take(cells)]


def regroup(batches: Iterable[Any], rows: int, schema: Any) -> Iterator[Any]:
    """The same rows in tables of so many each, whatever they came in."""
    held: list[Any] = []
    count = 0
    for batch in batches:
        held.append(batch)
        count += batch.num_rows
        while count >= rows:
            table = pa.Table.from_batches(held, schema)
            yield table.slice(0, rows).combine_chunks()
            held, count = table.slice(rows).to_batches(), count - rows
    if count:
        yield pa.Table.from_batches(held, schema).combine_chunks()
