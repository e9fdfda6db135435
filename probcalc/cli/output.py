"""Writing: bold on a terminal, plain elsewhere, to a program that asks; and a progress bar for long work."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, cast

import click

if TYPE_CHECKING:
    from probcalc.analysis.findings.report import Report


@dataclass(slots=True)
class Exchange:
    """What a program gives a command in place of standard input, and what the command writes for it.

    Attributes:
        given: the text behind a file called "-".
        written: the answer, piece by piece.
    """

    given: str = ""
    written: list[str] = field(default_factory=list)


_EXCHANGE: ContextVar[Exchange | None] = ContextVar("exchange", default=None)


@contextmanager
def writing_to_program(given: str = "") -> Iterator[Exchange]:
    """Within this block, in this thread or task, commands write to a program.

    >>> with writing_to_program() as exchange:
    ...     put("66.4")
    >>> exchange.written
    ['66.4']
    """
    exchange = Exchange(given)
    token = _EXCHANGE.set(exchange)
    try:
        yield exchange
    finally:
        _EXCHANGE.reset(token)


FILE: Final = click.Path(exists=True, dir_okay=False, allow_dash=True)
"""A file to read, - for standard input."""


def file_text(name: str, parameter: str, most: int) -> str:
    """The text of a file of at most so many characters; of "-" standard input, or what a program gives.

    >>> with writing_to_program("3 5"):
    ...     file_text("-", "rolls", 3)
    '3 5'

    Raises:
        ClickException: when it cannot be read.
        InputError: when it is not text in UTF-8, or too long.
    """
    from probcalc.scenarios.errors import InputError

    exchange = _EXCHANGE.get()
    try:
        if exchange is not None and name == "-":
            data = exchange.given.encode()
        else:
            with click.open_file(name, "rb") as opened:
                # As many bytes as the longest text could have, and one more.
                data = cast("bytes", opened.read(4 * most + 1))
        text = data.decode("utf-8-sig") if len(data) <= 4 * most else ""
    except UnicodeDecodeError:
        raise InputError(f"{parameter}: the file is not text in UTF-8", parameter) from None
    except OSError as error:
        said = "standard input" if name == "-" else name or 'the file ""'
        raise click.ClickException(f"{said} cannot be read: {(error.strerror or str(error)).lower()}") from error
    if len(data) > 4 * most or len(text) > most:
        raise InputError(f"{parameter}: the file has more than {most:,} characters", parameter)
    return text


def strong(text: str) -> str:
    """Text that leads, bold on a terminal; when piped, `click.echo` takes the marks away."""
    return click.style(text, bold=True)


def put(text: str) -> None:
    """Write to standard output; bold on a terminal only, never on a dumb one or where NO_COLOR is set."""
    exchange = _EXCHANGE.get()
    if exchange is not None:
        exchange.written.append(click.unstyle(text))
        return
    is_plain = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
    click.echo(text, color=False if is_plain else None)


def put_bytes(parts: Iterable[bytes]) -> None:
    """Write bytes to standard output as they come."""
    for part in parts:
        sys.stdout.buffer.write(part)
    sys.stdout.buffer.flush()


def put_data(data: Mapping[str, Any]) -> None:
    """Write plain data as JSON."""
    from probcalc.present.writing.json_text import spread_lines

    put(spread_lines(data))


def remark(text: str) -> None:
    """Write to standard error what is said beside an answer, where a person reads it."""
    if _EXCHANGE.get() is None:
        _END_BAR.get()()
        click.echo(text, err=True)


def need_place(name: str) -> None:
    """Refuse a file that could not be written, before what it is to hold is computed."""
    if name in ("", "-"):
        raise click.ClickException(f'the file "{name}" cannot be written')
    folder = os.path.dirname(name) or "."
    if not os.path.isdir(folder):
        raise click.ClickException(f"{name} cannot be written: there is no folder {folder}")
    if not os.access(name if os.path.exists(name) else folder, os.W_OK):
        raise click.ClickException(f"{name} cannot be written: permission denied")


def ending_of(name: str, endings: Sequence[str]) -> str:
    """The ending of the name of an output file, in small letters.

    Raises:
        InputError: naming out, when it is none of these endings.
    """
    from pathlib import Path

    from probcalc.scenarios.errors import InputError

    ending = Path(name).suffix.lower()
    if ending not in endings:
        may = f"{', '.join(endings[:-1])} or {endings[-1]}"
        raise InputError(f"out: the file ends in {may}, not {ending or 'nothing'}", "out")
    return ending


def write_file(name: str, content: str | bytes) -> None:
    """Write a file, or refuse in one line what cannot be written."""
    try:
        with open(name, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise click.ClickException(f"{name} cannot be written: {error.strerror or error}") from error


def put_file(name: str, content: str | bytes) -> None:
    """Write to a file instead, and say how much."""
    write_file(name, f"{content}\n" if isinstance(content, str) else content)
    put(f"{name}: {len(content):,} {'characters' if isinstance(content, str) else 'bytes'}")


def report_in(report: Report, form: str | None, strong: Callable[[str], str] = str) -> str:
    """A report as text in the form asked for."""
    from probcalc.present.writing import report as written

    if form is None:
        return written.report_text(report, strong)
    return {"json": written.report_json, "csv": written.report_csv, "markdown": written.report_markdown}[form](report)


def put_reports(reports: Iterable[Report], form: str | None) -> None:
    """Write reports below each other; what stands below a table goes to standard error where that is CSV."""
    from probcalc.present.writing.report import remarks

    for place, report in enumerate(reports):
        if place:
            put("")
        put(report_in(report, form, strong))
        if form == "csv":
            for line in remarks(report):
                remark(line)


_END_BAR: ContextVar[Callable[[], None]] = ContextVar("end_bar", default=lambda: None)
"""Ends the line of the progress bar that stands there."""
_SAID_EVERY = 10
"""In seconds, where standard error is no terminal."""


@contextmanager
def progress_bar(label: str, counted: str = "") -> Iterator[Callable[[int, int], None]]:
    """A progress bar on standard error for work that takes over a second; none when that is no terminal.

    With the name of what is counted, its rate stands beside it, and without a terminal a line now and then.
    """
    started, shown = time.monotonic(), 0
    said = 0.0
    bar: Any = None

    def rate(done: int) -> float:
        return done / max(time.monotonic() - started, 0.001)

    def in_words(rate: float | None) -> str | None:
        return None if rate is None else f"{rate:,.0f} {counted} a second"

    def report(done: int, whole: int) -> None:
        nonlocal bar, shown, said
        if sys.stderr is None or _EXCHANGE.get() is not None:
            # It was closed: the answer is wanted, and nothing beside it.
            return
        waited = time.monotonic() - started
        if not sys.stderr.isatty():
            if counted and waited > said + _SAID_EVERY and done < whole:
                said = waited
                left = (whole - done) / max(rate(done), 0.001)
                words = f"{done:,} of {whole:,} {counted}, {rate(done):,.0f} a second, about {left:,.0f} s left"
                click.echo(words, err=True)
            return
        if bar is None and (done == whole or waited < 1):
            return
        if bar is None:
            bar = stack.enter_context(
                click.progressbar(
                    length=whole, label=label, file=sys.stderr, item_show_func=in_words if counted else None
                )
            )
        bar.update(done - shown, rate(done))
        shown = done

    def end() -> None:
        nonlocal bar, shown
        stack.close()
        bar, shown = None, 0

    token = _END_BAR.set(end)
    try:
        with ExitStack() as stack:
            yield report
    finally:
        _END_BAR.reset(token)
