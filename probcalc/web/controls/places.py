"""Places of a list to tap: which of its rows comes first, which are linked; and parts that go on sharing their whole.

What is entered in rows stays whole when a row goes or a part changes: no link leads to a row that is gone, and what one
part has more another has less.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from probcalc.present.words.requests import parameter_words
from probcalc.scenarios.errors import InputError
from probcalc.scenarios.parameters import Given, Parameter
from probcalc.scenarios.resolve import resolve
from probcalc.scenarios.scenario import Scenario
from probcalc.web.parts.controls import Control, Key
from probcalc.web.state.answered_request import Standing

_ALL = "all"
Pair = tuple[int, int]


def pointed(stands: Standing, parameter: Parameter) -> Control:
    """One place of a list to tap, or the places that are linked."""
    count = len(stands.values[parameter.places])
    value = stands.values[parameter.name]
    data: Control = {
        "parameter": parameter.name,
        "label": parameter.label,
        "spoken": parameter_words(parameter),
        "help": stands.in_words(parameter.help),
    }
    if parameter.kind == "integer":
        keys = [Key(str(place), str(place), place == value) for place in range(1, count + 1)]
        return {**data, "kind": "faces", "keys": keys}
    linked = pairs_of(value, count)
    rows = [] if value.strip() == _ALL else [[_linked(data, linked, n, count)] for n in range(1, count + 1)]
    return {**data, "kind": "rows", "names": (), "rows": rows, "ways": _ways(data, value.strip(), count)}


def _linked(data: Control, linked: Sequence[Pair], place: int, count: int) -> Control:
    """To which of the others a place is linked."""
    keys = []
    for other in range(1, count + 1):
        pair = (min(place, other), max(place, other))
        if other != place:
            keys.append(Key(str(other), pairs_text(set(linked) ^ {pair}), pair in linked))
    spoken = f"{data['spoken']}: {place}"
    return {"parameter": data["parameter"], "label": "", "kind": "faces", "keys": keys, "spoken": spoken}


def _ways(data: Control, value: str, count: int) -> list[Control]:
    """All of them, each with the next, or pair by pair."""
    every, row = pairs_text(combinations(range(1, count + 1), 2)), pairs_text((n, n + 1) for n in range(1, count))
    present = pairs_text(pairs_of(value, count))
    ways = (
        ("All near each other", _ALL, value == _ALL),
        ("In a row", row, value != _ALL and present == row),
        ("Choose pairs", every if value == _ALL else present, value != _ALL and present != row),
    )
    return [
        {
            "kind": "chip",
            "parameter": data["parameter"],
            "label": label,
            "spoken": f"{data['spoken']}: {label}",
            "value": chosen,
            "values": (text, text),
        }
        for label, text, chosen in ways
    ]


def pairs_of(text: str, count: int) -> list[Pair]:
    """The pairs of so many places that a text names; what is no pair of them is left out.

    >>> pairs_of("2-1, 2-3,3-9", 3), pairs_of("all", 3), pairs_of("", 3)
    ([(1, 2), (2, 3)], [(1, 2), (1, 3), (2, 3)], [])
    """
    if text.strip() == _ALL:
        return list(combinations(range(1, count + 1), 2))
    found = set()
    for pair in text.split(","):
        ends = sorted(int(end) for end in pair.split("-") if end.strip().isdecimal())
        if len(ends) == 2 and 1 <= ends[0] < ends[1] <= count:
            found.add((ends[0], ends[1]))
    return sorted(found)


def pairs_text(pairs: Iterable[Pair]) -> str:
    """Pairs as they are written.

    >>> pairs_text({(2, 3), (1, 2)})
    '1-2,2-3'
    """
    return ",".join(f"{one}-{other}" for one, other in sorted(pairs))


def shared_out(parts: Sequence[int], place: int, whole: int) -> list[int]:
    """Parts that are the whole again: what one of them has more is taken from those behind it, then from the others.

    >>> shared_out([3, 1, 1], 0, 4), shared_out([0, 2], 0, 3), shared_out([1, 1], 1, 5), shared_out([5], 0, 3)
    ([3, 0, 1], [0, 3], [4, 1], [3])
    """
    found = list(parts)
    found[place] = max(0, min(whole, found[place]))
    others = [*range(place + 1, len(found)), *reversed(range(place))] or [place]
    for other in others:
        found[other] = max(0, found[other] + whole - sum(found))
    return found


def whole_again(model: type[Scenario], given: Given) -> Given:
    """A request whose lists have changed, without links to places that are gone, and with parts that are the whole."""
    found = dict(given)
    for parameter in model.parameters():
        value = found.get(parameter.name)
        if value is None:
            continue
        if listed := model.parameter(parameter.places):
            count = len(found.get(listed.name, listed.default))
            if parameter.kind == "integer":
                found[parameter.name] = min(value, count)
            elif value.strip() != _ALL:
                found[parameter.name] = pairs_text(pairs_of(value, count))
        elif parameter.shares and (whole := whole_of(model, found, parameter)) is not None:
            parts = shared_out(value, len(value) - 1, whole) if sum(value) != whole else value
            found[parameter.name] = parts
            # One part alone is the whole, which is no news.
            if len(parts) == 1 and parameter.derived:
                del found[parameter.name]
    return found


def whole_of(model: type[Scenario], given: Given, parameter: Parameter) -> int | None:
    """The number that is shared; None where the request without its parts is refused."""
    rest = {name: value for name, value in given.items() if name != parameter.name}
    try:
        whole = resolve(model, rest)[0].value_of(parameter.shares)
    except InputError:
        return None
    return whole if isinstance(whole, int) else None
