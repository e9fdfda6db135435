"""`sweep`: numbers for every combination of values of several parameters, as a table that others take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress, product
from pathlib import Path
from typing import Any

from probcalc.analysis.sweeps.asked import Question, question
from probcalc.analysis.sweeps.blocks import Blocks
from probcalc.analysis.sweeps.estimates import CELLS_ONE_BY_ONE, Estimate, estimate
from probcalc.analysis.sweeps.filling import Block
from probcalc.analysis.sweeps.units import Units
from probcalc.present.sweeps.columns import columns_of
from probcalc.present.sweeps.formats import format_of
from probcalc.present.sweeps.writing import Progress, Written, write_sweep
from probcalc.scenarios.extras import need
from probcalc.scenarios.given_values import merge_given


class Sweep:
    """Numbers for every combination of values: rows to go through, a table of Arrow, or a file.

    Nothing is computed until you ask for it, and only the cells being computed are held in memory.

    >>> import probcalc
    >>> odds = probcalc.sweep("chronopia.armour", {"damage": 10}, vary={"armour": "19..21"}, results=["any_wound"])
    >>> for row in odds:
    ...     print(row)
    {'armour': 19, 'any_wound': Fraction(11, 20)}
    {'armour': 20, 'any_wound': Fraction(1, 2)}
    {'armour': 21, 'any_wound': Fraction(9, 20)}
    >>> odds.columns
    ('armour', 'any_wound', 'any_wound_decimal')
    """

    def __init__(self, asked: Question) -> None:
        self.asked = asked

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns of its tables and files."""
        return columns_of(self.asked).names

    @property
    def cells(self) -> int:
        """How many combinations of values there are, wanted or not."""
        return self.asked.cells

    @property
    def notes(self) -> tuple[str, ...]:
        """What to know about the variant it is computed with."""
        return self.asked.notes

    def estimate(self) -> Estimate:
        """How many cells there are, how many are computed by formula, and how long it takes in one process."""
        return estimate(self.asked)

    def blocks(self) -> Iterator[Block]:
        """The cells in blocks, in order."""
        blocks = Blocks(self.asked)
        return map(blocks.of, Units(self.asked.sizes, max(CELLS_ONE_BY_ONE, self.estimate().cells_at_once)))

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """The wanted cells in order: values of what varies, and the numbers as fractions, None where there is none."""
        columns = columns_of(self.asked)
        names = (*self.asked.names, *(exact for exact, _ in columns.numbers))
        for block in self.blocks():
            numbers = zip(*(column.fractions() for column in block.columns), strict=True)
            rows = zip(product(*block.values), numbers, strict=True)
            for values, exact in rows if block.chosen is None else compress(rows, block.chosen):
                yield dict(zip(names, (*values, *exact), strict=True))

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The stream of Arrow that pandas, polars and others read."""
        return self.to_reader().__arrow_c_stream__(requested_schema)

    def to_reader(self) -> Any:
        """The batches one after the other, as a pyarrow reader: it needs the memory of one block."""
        need("tables of Arrow", "sweep")
        import pyarrow as pa

        from probcalc.present.sweeps.arrow import batch_of, schema_of

        columns = columns_of(self.asked)
        schema = schema_of(columns, self.asked)
        return pa.RecordBatchReader.from_batches(schema, (batch_of(block, columns, schema) for block in self.blocks()))

    def to_arrow(self) -> Any:
        """The whole table of pyarrow."""
        return self.to_reader().read_all()

    def write(
        self, out: str | Path, format: str = "", *, resume: bool = False, progress: Progress | None = None
    ) -> Written:
        """Write the file: comma separated values, JSON lines, Arrow or Parquet, as its name says.

        Raises:
            InputError: when its name says no format, or another sweep was interrupted there.
        """
        form = format_of(format, str(out)).name
        return write_sweep(self.asked, Path(out), form, resume=resume, progress=progress)

    def __repr__(self) -> str:
        sizes = " x ".join(f"{name} ({size:,})" for name, size in zip(self.asked.names, self.asked.sizes, strict=True))
        return f"<Sweep of {self.asked.scenario_id} over {sizes}: {', '.join(r.text for r in self.asked.results)}>"


def sweep(
    scenario: str,
    /,
    parameters: Mapping[str, Any] | None = None,
    *,
    vary: Mapping[str, str | Sequence[Any]] | Iterable[str],
    results: Sequence[str] | str = (),
    where: str = "",
    **named: Any,
) -> Sweep:
    """Numbers for every combination of values of up to six parameters, everything else as given.

    `vary` says by name which values: "10..40", "10..40/5", "sword,spear", "all", or a list of them.

    >>> import probcalc
    >>> odds = probcalc.sweep("chronopia.melee", vary={"weapon": "all", "armour": [18, 20]}, where="weapon = sword")
    >>> [str(row["slain"]) for row in odds]
    ['8/25', '11/40']

    Raises:
        InputError: in one line that names the parameter, result or condition that is wrong.
    """
    wanted = [results] if isinstance(results, str) else results
    return Sweep(question(scenario, merge_given(parameters, named), vary, wanted, where))
