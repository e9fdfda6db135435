"""The ways of some faces to each sum of squares, by the number of rolls, kept as shares of k! that are whole.

W ways to k rolls are kept as the share W * 2^k / k!, times a scale that makes all shares whole. The power of two makes
shares shorter: it cancels nearly all twos of k!.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shares:
    """The shares of each sum for one number of rolls: the first sum, how many, and the shares packed from it on."""

    base: int
    length: int
    packed: int


@dataclass(frozen=True, slots=True)
class Table:
    """The shares of some faces, a row for each number of rolls.

    Attributes:
        faces, whole: the number of faces and their weight in all.
        fewest: the fewest rolls that they may show together.
        width: the bytes of a share.
        scale: a share of k rolls is W * scale * 2^(k - fewest) / k!.
    """

    faces: int
    whole: int
    fewest: int
    width: int
    scale: int
    rows: dict[int, Shares]


def unpack(row: Shares, width: int) -> list[int]:
    """The shares of each sum of a row, one by one."""
    data = row.packed.to_bytes(row.length * width, "little")
    return [int.from_bytes(data[at : at + width], "little") for at in range(0, len(data), width)]


def widen(table: Table, width: int) -> dict[int, Shares]:
    """The rows with more bytes for each share."""
    if width == table.width:
        return table.rows
    found = {}
    for rolls, row in table.rows.items():
        old = table.width
        data = row.packed.to_bytes(row.length * old, "little")
        spread = b"".join(data[at : at + old].ljust(width, b"\0") for at in range(0, len(data), old))
        found[rolls] = Shares(row.base, row.length, int.from_bytes(spread, "little"))
    return found
