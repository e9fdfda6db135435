"""States that lead to each other in circles."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def components(first: Iterable[int], ahead: Sequence[Iterable[int]]) -> list[list[int]]:
    """The components of what is reached from the first states, each before all that it leads to (Tarjan's algorithm).

    `ahead` are the states that follow each.

    >>> components([0], [[1], [2], [1, 3], []])
    [[0], [2, 1], [3]]
    """
    count = len(ahead)
    index = [-1] * count
    low = [0] * count
    waiting: list[int] = []
    is_waiting = [False] * count
    found: list[list[int]] = []
    numbered = 0
    for root in first:
        if index[root] >= 0:
            continue
        index[root] = low[root] = numbered
        numbered += 1
        waiting.append(root)
        is_waiting[root] = True
        path = [(root, iter(ahead[root]))]
        while path:
            here, following = path[-1]
            for there in following:
                if index[there] < 0:
                    index[there] = low[there] = numbered
                    numbered += 1
                    waiting.append(there)
                    is_waiting[there] = True
                    path.append((there, iter(ahead[there])))
                    break
                if is_waiting[there] and index[there] < low[here]:
                    low[here] = index[there]
            else:
                path.pop()
                if path and low[here] < low[path[-1][0]]:
                    low[path[-1][0]] = low[here]
                if low[here] == index[here]:
                    component: list[int] = []
                    while not component or component[-1] != here:
                        component.append(waiting.pop())
                        is_waiting[component[-1]] = False
                    found.append(component)
    found.reverse()
    return found
