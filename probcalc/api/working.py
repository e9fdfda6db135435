"""Work for whoever asks: in threads, counted to his address, ended when he hangs up, refused when it is too much."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock
from time import monotonic, thread_time
from typing import TypeVar

import anyio
import anyio.to_thread
from starlette.types import Scope

from probcalc.api.asking import address_of
from probcalc.web.state.turns import LONG, Watching

T = TypeVar("T")

AT_ONCE = 24
"""So many questions are worked on at the same time, each in a thread of its own; long ones take turns."""
MOST_LONG, MOST_LONG_OF_ONE = 8, 2
"""So many of them may be long, in all and of one address; the rest of the threads is for what is answered at once."""
_UNTIL_LOOKED = 0.25


class Crowded(Exception):
    """A question is refused for now.

    Attributes:
        seconds: when to ask again.
        is_his_own: whether it is for what this address has asked itself.
    """

    def __init__(self, line: str, seconds: int, is_his_own: bool) -> None:
        super().__init__(line)
        self.seconds, self.is_his_own = seconds, is_his_own


class Working:
    """The questions that one server works on, and how much each address has asked for."""

    def __init__(self) -> None:
        self.allowances = Allowances()
        self._at_once = anyio.CapacityLimiter(AT_ONCE)
        self._long: Counter[str] = Counter()
        self._lock = Lock()

    def rest(self, scope: Scope) -> int:
        """Whole seconds of work that are left to whoever asks."""
        return max(0, int(self.allowances.rest(address_of(scope), monotonic())))

    async def do(
        self, scope: Scope, work: Callable[[Watch], T], gone: Callable[[], Awaitable[bool]] | None = None
    ) -> T:
        """What `work` returns, which calls its watch now and then; it ends early when whoever asks is `gone`.

        Raises:
            Crowded: when this address has asked for much, or many long questions are worked on.
            Watch.Ended: when nobody waits any more.
        """
        visitor = address_of(scope)
        if wait := self.allowances.wait(visitor, monotonic()):
            line = f"this address has asked for much; ask again in {wait} seconds"
            raise Crowded(line, wait, True)
        watch = Watch()

        def count_work() -> T:
            begun = thread_time()
            try:
                with self._as_long(visitor, watch):
                    return work(watch)
            finally:
                self.allowances.spend(visitor, thread_time() - begun, monotonic())

        if gone is None:
            return await anyio.to_thread.run_sync(count_work, limiter=self._at_once)
        looking: list[asyncio.Task[None]] = []
        loop = asyncio.get_running_loop()
        # Most questions are answered before anybody can have hung up, so that nobody looks for them.
        later = loop.call_later(_UNTIL_LOOKED, lambda: looking.append(loop.create_task(_look(gone, watch))))
        try:
            return await anyio.to_thread.run_sync(count_work, limiter=self._at_once)
        finally:
            later.cancel()
            for task in looking:
                task.cancel()

    @contextmanager
    def _as_long(self, visitor: str, watch: Watch) -> Iterator[None]:
        """Within, the watch counts its question as long once it is, unless there are too many."""
        counted: list[str] = []

        def begin() -> None:
            with self._lock:
                if self._long[visitor] >= MOST_LONG_OF_ONE:
                    line = "this address has two long questions worked on; ask again when they are answered"
                    raise Crowded(line, 5, True)
                if self._long.total() >= MOST_LONG:
                    raise Crowded("many long questions are being worked on; ask again in 10 seconds", 10, False)
                self._long[visitor] += 1
                counted.append(visitor)

        watch.start(begin)
        try:
            yield
        finally:
            if counted:
                with self._lock:
                    self._long[visitor] -= 1
                    self._long += Counter()


async def _look(gone: Callable[[], Awaitable[bool]], watch: Watch) -> None:
    while not await gone():
        await anyio.sleep(_UNTIL_LOOKED)
    watch.end()


SECONDS = 30.0
"""Work that an address may ask at once; as much comes back in a minute."""
PER_SECOND = SECONDS / 60
MOST_VISITORS = 10_000


class Allowances:
    """How many seconds of work are left to each address; those that have not asked for long are forgotten.

    >>> allowed = Allowances(10, 1)
    >>> allowed.rest("a", 0.0), allowed.spend("a", 12.0, 0.0), allowed.rest("a", 0.0), allowed.rest("a", 5.0)
    (10, None, -2.0, 3.0)
    """

    def __init__(self, most: float = SECONDS, per_second: float = PER_SECOND) -> None:
        self.most, self.per_second = most, per_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def rest(self, visitor: str, now: float) -> float:
        """Seconds of work that are left to an address."""
        with self._lock:
            return self._at(visitor, now)

    def spend(self, visitor: str, seconds: float, now: float) -> None:
        """Count what an address has asked."""
        with self._lock:
            self._left[visitor] = (self._at(visitor, now) - seconds, now)
            self._left.move_to_end(visitor)
            while len(self._left) > MOST_VISITORS:
                self._left.popitem(last=False)

    def wait(self, visitor: str, now: float) -> int:
        """In how many whole seconds an address that has nothing left may ask again."""
        missing = -self.rest(visitor, now)
        return max(1, int(missing / self.per_second) + 1) if missing >= 0 else 0

    def _at(self, visitor: str, now: float) -> float:
        before, then = self._left.get(visitor, (self.most, now))
        return min(self.most, before + (now - then) * self.per_second)


class Watch(Watching):
    """Looks whether somebody still waits for the answer to one question, in whose thread it is called.

    >>> from time import sleep
    >>> watch = Watch()
    >>> watch()
    >>> watch.end()
    >>> sleep(0.05)
    >>> watch()
    Traceback (most recent call last):
        ...
    probcalc.api.working.Watch.Ended
    """

    class Ended(Exception):
        """Nobody waits for the answer."""

    def __init__(self) -> None:
        super().__init__()
        self._ended = Event()
        self.start(None)

    def start(self, on_long: Callable[[], None] | None) -> None:
        """The work begins, in this thread; what `on_long` raises, once it has taken long, ends it."""
        self._begun = self._looked = monotonic()
        self._worked = thread_time()
        self._on_long = on_long

    def end(self) -> None:
        """Nobody waits any more; the work ends at its next look."""
        self._ended.set()

    def look(self) -> None:
        """End the work when nobody waits for it; tell once that it has taken long."""
        if self._ended.is_set():
            raise Watch.Ended
        if self._on_long is not None and thread_time() - self._worked > LONG:
            on_long, self._on_long = self._on_long, None
            on_long()
