"""Runs in Pyodide, under Node: what one build has compiled, kept for the next by what it was compiled from."""

import marshal
import os
from collections.abc import Callable
from importlib.util import source_hash
from pathlib import Path


class Kept:
    """What was made of sources, each once for all who ask: by name, with what the source hashes to.

    >>> kept = Kept()
    >>> [kept.make("a.py", source, bytes.upper) for source in (b"x = 1", b"x = 2")]
    [b'X = 1', b'X = 2']
    >>> kept.make("a.py", b"x = 2", bytes.lower)
    b'X = 2'
    """

    def __init__(self) -> None:
        self._before: dict[str, tuple[bytes, bytes]] = {}
        self._now: dict[str, tuple[bytes, bytes]] = {}

    def make(self, name: str, source: bytes, compiling: Callable[[bytes], bytes]) -> bytes:
        """What is made of a source, by this build or an earlier one."""
        found, hashed = self._now.get(name) or self._before.get(name), source_hash(source)
        if found is None or found[0] != hashed:
            found = hashed, compiling(source)
        self._now[name] = found
        return found[1]

    def read(self, file: Path, compiler: str) -> None:
        """Begin with what an earlier build has written there, unless another compiler has made it or it is damaged."""
        try:
            made_by, held = marshal.loads(file.read_bytes())
        except (OSError, EOFError, TypeError, ValueError):
            return
        self._before = held if made_by == compiler else {}

    def write(self, file: Path, compiler: str) -> None:
        """Write what this build has asked for, and nothing else."""
        # Whole or not there at all, also for a build at the same time; Pyodide has one process id everywhere.
        made = file.with_suffix(f".{os.urandom(4).hex()}")
        made.write_bytes(marshal.dumps((compiler, self._now)))
        made.replace(file)
