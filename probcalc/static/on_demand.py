"""Libraries that are fetched when they are first used: known from the start, and asked for by name."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType


class Wanted(BaseException):
    """A library that has to be fetched first; not an `Exception`, so that no page goes on without it.

    Attributes:
        name: the library.
    """

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} has to be fetched first")
        self.name = name


class OnDemand(MetaPathFinder, Loader):
    """Finds libraries that are not there yet; to look whether they can be had fetches nothing.

    >>> OnDemand(["sympy"]).find_spec("sympy").name, OnDemand(["sympy"]).find_spec("sympy.core")
    ('sympy', None)
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = set(names)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where a library comes from, once it is wanted."""
        return ModuleSpec(fullname, self) if fullname in self.names else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Nothing is there to be loaded.

        Raises:
            Wanted: in any case.
        """
        raise Wanted(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Nothing is ever made that could be run."""

    def arrive(self, name: str) -> None:
        """A library is there now, where Python looks for it."""
        self.names.discard(name)
