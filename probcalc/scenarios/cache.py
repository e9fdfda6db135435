"""A bounded store of answers, shared safely by threads."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Any

from probcalc.exact.law.distribution import Distribution
from probcalc.scenarios.answer import Answer


def _freeze(value: Any) -> Any:
    # The type belongs to the key: True and 1 are equal in Python, but only one of them is a legal flag. The truth of
    # another library is none either, and its type has the same name.
    if isinstance(value, (list, tuple)):
        return tuple(_freeze(v) for v in value)
    return type(value), value


# What an outcome and an answer take beside the digits of their weights.
_BITS_OF_AN_OUTCOME = 1_000
_BITS_OF_AN_ANSWER = 100_000


def size_in_bits(answer: Answer) -> int:
    """About the memory that an answer takes: mostly the weights of its laws, each at most as long as their total."""
    laws = [value for value in answer.values() if isinstance(value, Distribution)]
    return _BITS_OF_AN_ANSWER + sum(len(law) * (law.total.bit_length() + _BITS_OF_AN_OUTCOME) for law in laws)


class AnswerCache:
    """The answers used last that fit into `most_bits` together; one larger than an eighth of that is not kept.

    Safe for threads: an answer cannot be changed, and the store is only touched under its lock.
    """

    def __init__(self, most_bits: int) -> None:
        self._most = most_bits
        self._held = 0
        self._kept: OrderedDict[Any, tuple[Answer, int]] = OrderedDict()
        self._lock = Lock()

    def _key(self, scenario_id: str, given: Mapping[str, Any]) -> Any:
        try:
            key = scenario_id, tuple(sorted((name, _freeze(value)) for name, value in given.items()))
            hash(key)
        except (TypeError, RecursionError):
            return None
        return key

    def get(self, scenario_id: str, given: Mapping[str, Any]) -> Answer | None:
        """The answer kept for a request, or None."""
        key = self._key(scenario_id, given)
        with self._lock:
            found = self._kept.get(key) if key is not None else None
            if found is None:
                return None
            self._kept.move_to_end(key)
            return found[0]

    def keep(self, scenario_id: str, given: Mapping[str, Any], answer: Answer) -> None:
        """Keep an answer, and let go of those unused for longest while they are too large together."""
        key = self._key(scenario_id, given)
        size = size_in_bits(answer)
        if key is None or size > self._most // 8:
            return
        with self._lock:
            # Another thread may have kept the same meanwhile.
            _, before = self._kept.pop(key, (answer, 0))
            self._kept[key] = answer, size
            self._held += size - before
            while self._held > self._most:
                _, (_, gone) = self._kept.popitem(last=False)
                self._held -= gone

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self._held = 0
