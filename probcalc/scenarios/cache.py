"""A bounded store of answers, shared safely by threads."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Any

from probcalc.exact.distribution import Distribution
from probcalc.scenarios.answer import Answer


def _frozen(value: Any) -> Any:
    # The type belongs to the key: True and 1 are equal in Python, but only one of them is a legal flag.
    if isinstance(value, (list, tuple)):
        return tuple(_frozen(v) for v in value)
    return type(value).__name__, value


class AnswerCache:
    """The `most` answers used last; answers with more than `largest` outcomes are not kept, so memory is bounded."""

    def __init__(self, most: int, largest: int) -> None:
        self._most, self._largest = most, largest
        self._kept: OrderedDict[Any, Answer] = OrderedDict()
        self._lock = Lock()

    def _key(self, scenario_id: str, given: Mapping[str, Any]) -> Any:
        try:
            key = scenario_id, tuple(sorted((name, _frozen(value)) for name, value in given.items()))
            hash(key)
        except TypeError:
            return None
        return key

    def get(self, scenario_id: str, given: Mapping[str, Any]) -> Answer | None:
        """The answer kept for a request, or None."""
        key = self._key(scenario_id, given)
        with self._lock:
            found = self._kept.get(key) if key is not None else None
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def keep(self, scenario_id: str, given: Mapping[str, Any], answer: Answer) -> None:
        """Keep an answer, and let go of the one unused for longest when there are too many."""
        key = self._key(scenario_id, given)
        size = sum(len(v) for v in answer.values() if isinstance(v, Distribution))
        if key is None or size > self._largest:
            return
        with self._lock:
            self._kept[key] = answer
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
