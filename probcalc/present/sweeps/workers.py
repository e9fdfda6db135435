"""Who computes the units of a sweep: this process, several, or the workers of a cluster; always the same bytes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import local
from typing import TYPE_CHECKING, Any, NamedTuple

from probcalc.analysis.sweeps.asked import Question
from probcalc.analysis.sweeps.blocks import Blocks
from probcalc.analysis.sweeps.filling import NO_NUMBER, Block
from probcalc.analysis.sweeps.units import Units
from probcalc.present.sweeps.formats import FORMATS
from probcalc.scenarios.errors import InputError

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext

MOST_JOBS = 256
SECONDS_TO_ANSWER = 20
_WAITING_PER_WORKER = 3


class Done(NamedTuple):
    """A unit that is done.

    Attributes:
        data: its rows as they stand in the file.
        rows: how many there are.
        empty: how many of their numbers are missing.
        cells: how many cells were looked at.
    """

    data: bytes
    rows: int
    empty: int
    cells: int


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
    return Done(_KEPT.form.rows(block), *_count(block), block.cells)


def _count(block: Block) -> tuple[int, int]:
    """How many rows a block has, and how many numbers are missing in them."""
    if block.chosen is None:
        return block.cells, sum(_missing(column.places) for column in block.columns)
    kept = [place for place, wanted in enumerate(block.chosen) if wanted]
    return len(kept), sum(int(column.places[place]) == NO_NUMBER for column in block.columns for place in kept)


def _missing(places: Any) -> int:
    return places.count(NO_NUMBER) if isinstance(places, list) else int((places == NO_NUMBER).sum())


def in_this_process(work: Work, first: int) -> Iterator[Done]:
    """The units from `first` on, one after the other."""
    for number in range(first, len(work.units)):
        yield do_unit(work, number)


def in_several(work: Work, first: int, jobs: int) -> Iterator[Done]:
    """The same in several processes of this machine.

    Raises:
        InputError: when a process is ended from outside.
    """
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    with TemporaryDirectory(prefix="probcalc-sweep-") as folder:
        pool = ProcessPoolExecutor(jobs, _processes(), initializer=_leave_interrupts)
        try:
            units = _in_order(work, first, jobs, lambda number: pool.submit(_write_part, folder, work, number))
            for number, unit in enumerate(units, first):
                file = Path(folder, str(number))
                yield unit._replace(data=file.read_bytes())
                file.unlink()
        except BrokenProcessPool:
            line = "jobs: a process was ended from outside; resume goes on with fewer jobs"
            raise InputError(line, "jobs") from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _write_part(folder: str, work: Work, number: int) -> Done:
    """One unit with its rows left in a file, which takes less time than to hand them over."""
    unit = do_unit(work, number)
    Path(folder, str(number)).write_bytes(unit.data)
    return unit._replace(data=b"")


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


def on_a_cluster(work: Work, first: int, address: str) -> Iterator[Done]:
    """The same on the workers of a cluster of Dask, at an address like tcp://host:8786, or "local".

    Raises:
        InputError: when there is no cluster at the address, or a unit ended every worker that began it.
    """
    with _client(address) as client:
        begin = partial(client.submit, do_unit, work, pure=False)
        yield from _in_order(work, first, sum(client.nthreads().values()), begin)


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


def _in_order(work: Work, first: int, workers: int, begin: Callable[[int], Any]) -> Iterator[Done]:
    """The units in order, a few more begun than there are workers, so that none waits and few are held."""
    waiting: deque[Any] = deque()
    following = iter(range(first, len(work.units)))
    for number in following:
        waiting.append(begin(number))
        if len(waiting) >= _WAITING_PER_WORKER * workers:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
