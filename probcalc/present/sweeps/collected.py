"""What is done of a sweep, kept beside its file so that it can be gone on with."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from probcalc import __version__
from probcalc.present.sweeps.formats import Format
from probcalc.present.sweeps.whole_files import replace_file
from probcalc.scenarios.errors import InputError

_LOCKS: Any = import_module("fcntl") if find_spec("fcntl") else None
"""Locks of files, which not every system has."""
VERSION = __version__
_COUNTED = ("most", "done", "bytes", "rows", "empty")


class Collected:
    """The units that are done: a file that grows at its end, and a note of how far it reaches.

    Bytes behind that place are of a unit that was interrupted, and are cut off when the sweep goes on.

    Args:
        out: the file that it will become.
        form: its format.
        most: how many cells a unit has at most; of a sweep that goes on, what it had.
        resume: whether to go on with what is there.

    Raises:
        InputError: when something is there and nothing was said of going on, or it is of another sweep.
    """

    def __init__(self, out: Path, form: Format, most: int, resume: bool) -> None:
        self.out, self.form = out, form
        self.file = out.with_name(f"{out.name}.part")
        self.note = out.with_name(f"{out.name}.part.json")
        self.most = most
        self._whole = {"question": form.asked.description(), "format": form.name, "version": VERSION}
        self.done = self._size = self.rows = self.empty = 0
        self._resume = resume

    def _read(self) -> None:
        if not self._resume:
            line = f"out: {self.file} holds a sweep that was interrupted; go on with resume, or remove it"
            raise InputError(line, "out")
        try:
            noted = json.loads(self.note.read_text("utf-8"))
            counted = [int(noted[name]) for name in _COUNTED]
        except (ValueError, KeyError, TypeError):
            raise InputError(f"resume: {self.note} cannot be read; remove it to start over", "resume") from None
        if {name: noted.get(name) for name in self._whole} != self._whole:
            raise InputError(f"resume: {self.file} is of another sweep; remove it to start over", "resume")
        if self.file.stat().st_size < counted[2]:
            raise InputError(f"resume: {self.file} is shorter than it was; remove it to start over", "resume")
        self.most, self.done, self._size, self.rows, self.empty = counted

    def __enter__(self) -> Self:
        self._stream = open(os.open(self.file, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666), "r+b")
        if not self._is_alone():
            self._stream.close()
            raise InputError(f"out: another sweep writes {self.file} at this moment; name another file, or wait", "out")
        try:
            if self.note.exists() and os.fstat(self._stream.fileno()).st_size:
                self._read()
            self._stream.truncate(self._size)
            self._stream.seek(self._size)
            if not self.done:
                self._size = self._stream.write(self.form.head())
                self._stream.flush()
        except BaseException:
            self._leave()
            raise
        return self

    def _is_alone(self) -> bool:
        """Whether no other process writes the same file, nor has made the file itself of it since it was opened."""
        if _LOCKS is None:
            return True
        try:
            _LOCKS.flock(self._stream, _LOCKS.LOCK_EX | _LOCKS.LOCK_NB)
            return os.path.samestat(os.fstat(self._stream.fileno()), os.stat(self.file))
        except OSError:
            return False

    def append(self, rows: bytes, count: int, empty: int) -> None:
        """The next unit is done: its rows, how many there are, and how many numbers are missing in them."""
        self._size += self._stream.write(rows)
        self._stream.flush()
        self.done, self.rows, self.empty = self.done + 1, self.rows + count, self.empty + empty
        counted = (self.most, self.done, self._size, self.rows, self.empty)
        noted: dict[str, Any] = self._whole | dict(zip(_COUNTED, counted, strict=True))
        with replace_file(self.note) as made:
            made.write_text(json.dumps(noted), "utf-8")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self._stream.close()
        else:
            self._leave()

    def _leave(self) -> None:
        """Where it ends early, what is done stays; where nothing is, nothing stays."""
        # What could not be written is not written now either.
        with suppress(OSError):
            self._stream.close()
        if not self.note.exists():
            self.file.unlink(missing_ok=True)

    def finish(self) -> None:
        """Make the file itself of what was collected, while nobody else may write it."""
        if _LOCKS is None:
            # Elsewhere a file that is open cannot be renamed.
            self._stream.close()
        else:
            self._stream.flush()
        self.form.finish(self.file, self.out)
        self.note.unlink(missing_ok=True)
