"""Who computes the units of a sweep: this process, several, or the workers of a cluster; always the same bytes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import local
from typing import TYPE_CHECKING, Any

from probcalc.analysis.sweeps.asked import Question
from probcalc.analysis.sweeps.blocks import Blocks
from probcalc.analysis.sweeps.filling import NO_NUMBER, Block
from probcalc.analysis.sweeps.units import Units
from probcalc.present.sweeps.collected import Done, keep
from probcalc.present.sweeps.formats import FORMATS
from probcalc.scenarios.errors import InputError

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext

MOST_JOBS = 256
SECONDS_TO_ANSWER = 20
_WAITING_PER_WORKER = 3


@dataclass(frozen=True)
class Work:
    """What is to be done; small, so that it is sent along with the number of each unit."""

    asked: Question
    form: str
    most: int

    @property
    def units(self) -> Units:
        """All units."""
        return Units(self.asked.sizes, self.most)


_KEPT = local()
"""The formulas of the latest sweep of each thread."""


def do_unit(work: Work, number: int) -> Done:
    """One unit; the formulas that were read for the one before serve again."""
    key = work.asked.description(), work.form, work.most
    if getattr(_KEPT, "key", None) != key:
        _KEPT.key, _KEPT.blocks, _KEPT.form = key, Blocks(work.asked), FORMATS[work.form](work.asked)
    block: Block = _KEPT.blocks.of(work.units[number])
    return Done(number, _KEPT.form.rows(block), *_count(block))


def _count(block: Block) -> tuple[int, int]:
    """How many rows a block has, and how many numbers are missing in them."""
    if block.chosen is None:
        return block.cells, sum(_missing(column.places) for column in block.columns)
    kept = [place for place, wanted in enumerate(block.chosen) if wanted]
    return len(kept), sum(int(column.places[place]) == NO_NUMBER for column in block.columns for place in kept)


def _missing(places: Any) -> int:
    return places.count(NO_NUMBER) if isinstance(places, list) else int((places == NO_NUMBER).sum())


def in_this_process(work: Work, numbers: Iterable[int], folder: Path) -> Iterator[int]:
    """Do these units one after the other, and keep each in the folder."""
    for number in numbers:
        yield _do_and_keep(work, number, folder)


def in_several(work: Work, numbers: Iterable[int], folder: Path, jobs: int) -> Iterator[int]:
    """The same in several processes of this machine.

    Raises:
        InputError: when a process is ended from outside.
    """
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    pool = ProcessPoolExecutor(jobs, _processes(), initializer=_leave_interrupts)
    try:
        yield from _in_order(numbers, jobs, lambda number: pool.submit(_do_and_keep, work, number, folder))
    except BrokenProcessPool:
        line = "jobs: a process was ended from outside; resume goes on with fewer jobs"
        raise InputError(line, "jobs") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _do_and_keep(work: Work, number: int, folder: Path) -> int:
    keep(folder, do_unit(work, number))
    return number


def _processes() -> BaseContext:
    """Processes that begin anew: a copy of this one would hold the locks that its threads hold now.

    Where there is a server that begins them, it imports once what all of them need.
    """
    from multiprocessing import get_all_start_methods, get_context

    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload([__name__, "probcalc.analysis.sweeps.arrays"])
    return context


def _leave_interrupts() -> None:
    """A process of the pool is ended by the one that began it, which keeps what is done."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def on_a_cluster(work: Work, numbers: Iterable[int], folder: Path, address: str) -> Iterator[int]:
    """The same on the workers of a cluster of Dask, at an address like tcp://host:8786, or "local".

    Raises:
        InputError: when there is no cluster at the address, or a unit ended every worker that began it.
    """
    with _client(address) as client:
        begin = partial(client.submit, do_unit, work, pure=False)
        for unit in _in_order(numbers, sum(client.nthreads().values()), begin):
            keep(folder, unit)
            yield unit.number


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """Whoever hands units to the workers of a cluster, at least one of which has come."""
    from distributed import Client, LocalCluster
    from distributed.scheduler import KilledWorker

    own = LocalCluster(threads_per_worker=1, dashboard_address=None) if address == "local" else None
    if own is None:
        _require_somebody(address)
    try:
        with Client(own or address, timeout=SECONDS_TO_ANSWER, set_as_default=False) as client:
            client.wait_for_workers(1, timeout=SECONDS_TO_ANSWER)
            yield client
    except TimeoutError:
        raise InputError(f"cluster: no worker has come to {address}", "cluster") from None
    except KilledWorker as error:
        raise InputError(f"cluster: workers ended while they computed: {error}; resume goes on", "cluster") from None
    except OSError as error:
        raise InputError(f"cluster: {address} has gone: {error}; resume goes on", "cluster") from None
    finally:
        if own is not None:
            own.close()


def _require_somebody(address: str) -> None:
    """Refuse an address at which nobody listens: a client would say so in many lines."""
    import socket
    from urllib.parse import urlsplit

    try:
        parts = urlsplit(address)
        socket.create_connection((parts.hostname or "", parts.port or 0), SECONDS_TO_ANSWER).close()
    except (OSError, ValueError):
        raise InputError(f"cluster: nobody answers at {address}, as in tcp://host:8786", "cluster") from None


def _in_order(numbers: Iterable[int], workers: int, begin: Callable[[int], Any]) -> Iterator[Any]:
    """What comes of the units in order, a few more begun than there are workers: none waits, and few are held."""
    waiting: deque[Any] = deque()
    for number in numbers:
        waiting.append(begin(number))
        if len(waiting) >= _WAITING_PER_WORKER * workers:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
