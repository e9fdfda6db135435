"""What is done of a sweep: files in a folder that says what it is of, so that it can be gone on with."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from struct import Struct
from typing import Any, NamedTuple

from probcalc import __version__
from probcalc.present.sweeps.whole_files import replace_file
from probcalc.scenarios.errors import InputError

_LOCKS: Any = import_module("fcntl") if find_spec("fcntl") else None
"""Locks of files, which not every system has."""
_NOTE, _LOCK = ".sweep.json", ".lock"
"""What a folder is of, and who writes it; whoever reads folders of Parquet passes over names with a dot in front."""
_HEAD = Struct(">QQQ")


class Done(NamedTuple):
    """A unit that is done.

    Attributes:
        number: which of them.
        data: its rows as they stand in the file.
        rows: how many there are.
        empty: how many of their numbers are missing.
    """

    number: int
    data: bytes
    rows: int
    empty: int


@contextmanager
def folder_of(
    folder: Path, wanted: Mapping[str, Any], *, resume: bool, shared: bool = False, **kept: Any
) -> Iterator[dict[str, Any]]:
    """A folder for what is done of what is wanted, with the note of it, in which what is `kept` stays as it began.

    Where nothing is done, nothing stays. A folder that is not shared is written by one process.

    Raises:
        InputError: when the folder holds files already and nothing was said of going on, or they are of something
            else, or another process writes there.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError(f"out: {folder} stands where a folder has to be; remove it", "out")
    is_new = not folder.exists()
    folder.mkdir(exist_ok=True)
    try:
        with nullcontext() if shared or _LOCKS is None else _alone(folder):
            held = [file for file in folder.iterdir() if file.name != _LOCK]
            if held and not resume:
                either = "name another folder" if shared else "remove it"
                raise InputError(f"out: {folder} holds files already; go on with resume, or {either}", "out")
            note = folder / _NOTE
            if not held:
                note.write_text(json.dumps({**wanted, **kept, "version": __version__}), "utf-8")
            yield _read_note(note, wanted)
    finally:
        if {file.name for file in folder.glob("*")} == {_NOTE}:
            (folder / _NOTE).unlink()
        if is_new:
            with suppress(OSError):
                folder.rmdir()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """While no other process writes there, nor has made the file itself of what is there since it was looked at."""
    file = folder / _LOCK
    with open(file, "w") as lock:
        try:
            _LOCKS.flock(lock, _LOCKS.LOCK_EX | _LOCKS.LOCK_NB)
            is_alone = os.path.samestat(os.fstat(lock.fileno()), os.stat(file))
        except OSError:
            is_alone = False
        if not is_alone:
            raise InputError(f"out: another sweep writes {folder} at this moment; name another file, or wait", "out")
        try:
            yield
        finally:
            file.unlink(missing_ok=True)


def _read_note(note: Path, wanted: Mapping[str, Any]) -> dict[str, Any]:
    try:
        noted: dict[str, Any] = json.loads(note.read_text("utf-8"))
    except (OSError, ValueError):
        line = f"resume: {note.parent} does not say what it is of; remove it to start over"
        raise InputError(line, "resume") from None
    whole = {**wanted, "version": __version__}
    if not isinstance(noted, dict) or {name: noted.get(name) for name in whole} != whole:
        raise InputError(f"resume: {note.parent} holds parts of another sweep; remove it to start over", "resume")
    return noted


def keep(folder: Path, unit: Done) -> None:
    """Keep a unit that is done, whole or not at all."""
    with replace_file(folder / str(unit.number)) as made:
        made.write_bytes(_HEAD.pack(unit.rows, unit.empty, len(unit.data)) + unit.data)


def is_kept(folder: Path, number: int) -> bool:
    """Whether a unit was kept, and all of it came to the disk."""
    try:
        with open(folder / str(number), "rb") as file:
            head = file.read(_HEAD.size)
            return len(head) == _HEAD.size and os.fstat(file.fileno()).st_size == _HEAD.size + _HEAD.unpack(head)[2]
    except FileNotFoundError:
        return False


def kept(folder: Path, number: int) -> Done:
    """A unit that was kept."""
    whole = (folder / str(number)).read_bytes()
    rows, empty, _ = _HEAD.unpack_from(whole)
    return Done(number, whole[_HEAD.size :], rows, empty)
