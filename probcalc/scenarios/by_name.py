"""`ByName`: what was found, each by its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from probcalc.scenarios.errors import NoSuchResult


class ByName(Mapping[str, Any]):
    """What was found, by name; an unknown name is refused with the nearest one, and with `where` it was looked for.

    >>> ByName({"wounds": 3}, " of chronopia.melee").get("wound") is None
    True
    """

    __slots__ = ("_results", "_where")

    def __init__(self, results: Mapping[str, Any], where: str = " here") -> None:
        self._results, self._where = dict(results), where

    def __getitem__(self, name: str) -> Any:
        if name not in self:
            raise NoSuchResult.of(name, self._results, self._where)
        return self._results[name]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._results

    def __iter__(self) -> Iterator[str]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)
